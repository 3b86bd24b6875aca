"""Paints a scene on an ipycanvas Canvas, to look as `scene.svg` draws it.

What is to be painted is reckoned in `runs.py`; here it becomes commands, in the colours of a theme and the pixels of a
canvas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import floor, sqrt

import numpy as np
from ipycanvas import Canvas
from ipycanvas.canvas import Pattern
from ipywidgets import Image
from numpy.typing import NDArray

from rallyman_tutor.scene.palette import TEXTURES, TILE, Theme, palette
from rallyman_tutor.scene.shapes import STILL, Scene
from rallyman_tutor.scene.svg import FONT, LOOK, fragment
from rallyman_tutor.widgets.outlines import Points
from rallyman_tutor.widgets.runs import COLOURS, Blur, Fills, Run, Surface, Word, runs_of

MOST_PIXELS = 12_000_000
"""How many pixels one canvas may have. Phones refuse a few more, and the browser holds every canvas twice."""


def canvas_for(scene: Scene, ratio: float = 2.0) -> Canvas:
    """A canvas for a scene's table, `ratio` pixels for every unit, or fewer where that were too many.

    It is as wide as the table, or as what surrounds it if that is narrower. Paint it in `on_client_ready`: what is sent
    before a page is there gets lost, and a page that is loaded again begins with an empty canvas.
    """
    ratio = min(ratio, sqrt(MOST_PIXELS / (scene.width * scene.height)))
    width, height = floor(scene.width * ratio), floor(scene.height * ratio)
    layout = {"width": f"{scene.width:g}px", "max_width": "100%", "height": "auto"}
    return Canvas(width=width, height=height, layout=layout)


def paint(canvas: Canvas, scene: Scene, layers: Iterable[str] = STILL, theme: Theme = "light") -> None:
    """Empties the canvas and paints these layers of a scene, in the scene's order, in one message."""
    wanted = frozenset(layers)
    with one_message(canvas):
        canvas.reset_transform()
        canvas.global_alpha = 1
        canvas.text_align = "center"
        # Not `clear`: that empties what is seen at once, and the new picture comes a moment later.
        canvas.clear_rect(0, 0, canvas.width, canvas.height)
        brush = _Brush(canvas, scene, theme)
        for name, shapes in scene.layers:
            if name in wanted:
                for run in runs_of(shapes):
                    brush.lay(run)


@contextmanager
def one_message(canvas: Canvas) -> Iterator[None]:
    """Sends all that is drawn inside as one message; nothing of it, if drawing fails.

    In place of ipycanvas' `hold_canvas`, which after an exception holds back whatever is drawn until the kernel ends.
    The canvas is always named anew: a page that was loaded again does not know which one was drawn on last.
    """
    manager = canvas._canvas_manager
    if manager._caching:
        yield
        return
    manager._caching, manager._current_canvas = True, None
    try:
        yield
        manager.flush()
    finally:
        manager._caching, manager._current_canvas = False, None
        manager._commands_cache, manager._buffers_cache = [], []


class _Brush:
    """Lays runs on a canvas, in the colours of a theme and of the scene's season."""

    def __init__(self, canvas: Canvas, scene: Scene, theme: Theme) -> None:
        self.canvas = canvas
        self.theme = theme
        self.season = scene.season
        self.palette = palette(theme, scene.season)
        self.colours = np.array([_rgb(self.palette[name]) for name in COLOURS], np.uint8)
        self.scale = canvas.width / scene.width
        self.corner = complex(scene.left, scene.top)
        # Coordinates travel as 16-bit integers, in eighths of a pixel where the canvas is small enough for that.
        self.grain = 2.0 ** min(3, floor(np.log2(32_000 / max(canvas.width, canvas.height))))
        self.font = ""

    def lay(self, run: Run) -> None:
        match run:
            case Fills():
                self._fill(run)
            case Surface():
                self._surface(run)
            case Word():
                self._word(run)
            case Blur():
                self._blur(run)

    def _fill(self, run: Fills) -> None:
        there = _flat_pairs((run.points - self.corner) * (self.scale * self.grain))
        points = np.clip(np.rint(there), -32_768, 32_767).astype(np.int16)
        self._place(1 / self.grain, 0)
        self.canvas.fill_styled_polygons(points, self.colours[run.colours], run.alphas, points_per_polygon=run.counts)

    def _surface(self, run: Surface) -> None:
        side = max(8, round(TILE * self.scale * abs(run.turn)))
        unit = TILE / side
        self._place(self.scale * run.turn * unit, (run.move - self.corner) * self.scale)
        self.canvas.fill_style = _pattern(run.texture, self.theme, self.season, side)
        self.canvas.global_alpha = run.alpha
        points = _flat_pairs(run.points / unit).astype(np.float32)
        self.canvas.fill_polygon(points.reshape(-1, 2))
        self.canvas.global_alpha = 1

    def _word(self, run: Word) -> None:
        self._place(self.scale * run.turn, (run.move - self.corner) * self.scale)
        font = f"700 {run.size:g}px {FONT}"
        if font != self.font:
            self.canvas.font = self.font = font
        self.canvas.fill_style = self._rgba(run.colour, run.alpha)
        self.canvas.fill_text(run.text, round(run.at.real, 2), round(run.at.imag, 2))

    def _blur(self, run: Blur) -> None:
        """Fill the polygon outside the canvas, so that only its shadow falls on the canvas."""
        aside = 2 * self.canvas.width
        self._place(self.scale * run.turn, (run.move - self.corner) * self.scale - aside)
        self.canvas.shadow_offset_x = aside
        self.canvas.shadow_blur = 2 * run.soft * abs(run.turn) * self.scale
        self.canvas.shadow_color = self._rgba(run.colour, run.alpha)
        self.canvas.fill_style = "black"
        self.canvas.fill_polygon(_flat_pairs(run.points).astype(np.float32).reshape(-1, 2))
        self.canvas.shadow_color = "rgba(0, 0, 0, 0)"

    def _rgba(self, colour: str, alpha: float) -> str:
        red, green, blue = _rgb(self.palette[colour])
        return f"rgba({red}, {green}, {blue}, {alpha:.3g})"

    def _place(self, turn: complex, move: complex) -> None:
        turn = complex(turn)
        self.canvas.set_transform(turn.real, turn.imag, -turn.imag, turn.real, move.real, move.imag)


_PATTERNS: dict[tuple[str, Theme, str, int], Pattern] = {}


def _pattern(texture: str, theme: Theme, season: str, side: int) -> Pattern:
    """A texture's tile, `side` pixels wide.

    It is made of an SVG image, because the browser waits for an image. A pattern made of a canvas shows what happened
    to be on that canvas when the pattern arrived, which is nothing on a page that is loaded again.
    """
    pattern = _PATTERNS.get((texture, theme, season, side))
    if pattern is None or pattern.comm is None or pattern.image.comm is None:
        defs, marks = fragment(TEXTURES[texture], theme, season)
        tile = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {TILE:g} {TILE:g}"'
            f' preserveAspectRatio="none" {LOOK}><defs>{defs}</defs>'
            f'<rect width="{TILE:g}" height="{TILE:g}" fill="{palette(theme, season)[texture]}"/>{marks}</svg>'
        )
        pattern = _PATTERNS[texture, theme, season, side] = Pattern(Image(value=tile.encode(), format="svg+xml"))
    return pattern


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _flat_pairs(points: Points) -> NDArray[np.float64]:
    """Points as x, y, x, y: which is how complex numbers lie in memory."""
    return np.ascontiguousarray(points, np.complex128).view(np.float64)
