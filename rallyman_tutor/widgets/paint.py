"""Paints a scene on an ipycanvas Canvas, to look as `scene.svg` draws it.

A canvas command costs far more than what it draws, and the ground of a route has 18,000 shapes. So everything becomes
filled polygons: curves are flattened, strokes are outlined, narrow shadows are a few nested outlines. Neighbours of
whatever colour then share one command, two bytes a coordinate. Only three things break the row: surfaces that are filled
with a texture, edges that are blurred widely, and figures.

What shapes look like is reckoned once and kept: for a stamp (a group's shapes) in its own place, from where each group
moves it, and for a layer in units of the table, so that another theme or another canvas costs only the sending.

Points are complex numbers: to turn, scale and move is then one product and one sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from math import floor, sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
from ipycanvas import Canvas
from ipycanvas.canvas import Pattern
from ipywidgets import Image
from numpy.typing import NDArray

from rallyman_tutor.scene.palette import PALETTES, TEXTURES, TILE, Theme
from rallyman_tutor.scene.shapes import Circle, Group, Line, Polygon, Scene, Shape, Text
from rallyman_tutor.scene.svg import FONT, LOOK, fragment
from rallyman_tutor.widgets.outlines import (
    FINE,
    Points,
    corner,
    dashes,
    disc,
    faded,
    grown,
    outline,
    shared,
    stroked,
)

STILL = ("ground", "road", "marks")
"""The layers under the cars: what does not change while a stage is driven."""

MOST_PIXELS = 12_000_000
"""Of one canvas. Phones refuse somewhat more; and the browser holds every canvas twice."""

WIDE = 3.0
"""Edges blurred by more than this are blurred by the browser, as shadows: half a millisecond each, without a graphics
card. (Its `filter` would take 150, and Safari has none.) Trees are many, and their shadows narrow: see `faded`."""

COLOURS = {name: at for at, name in enumerate(PALETTES["light"])}


class Fills(NamedTuple):
    """Polygons in the order they are painted: all their points in one row, and of each its length and its looks."""

    points: Points
    counts: NDArray[np.uint16]
    colours: NDArray[np.uint8]  # their numbers in COLOURS
    alphas: NDArray[np.float32]


class Surface(NamedTuple):
    """A polygon filled with a texture, placed by `turn` and `move` together with its texture."""

    texture: str
    points: Points
    alpha: float
    turn: complex = 1
    move: complex = 0


class Word(NamedTuple):
    """Figures, centred on a point; placed like a surface."""

    text: str
    at: complex
    size: float
    colour: str
    alpha: float
    turn: complex = 1
    move: complex = 0


class Blur(NamedTuple):
    """A polygon with a widely blurred edge; placed like a surface."""

    points: Points
    soft: float
    colour: str
    alpha: float
    turn: complex = 1
    move: complex = 0


Run: TypeAlias = Fills | Surface | Word | Blur


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
    with hold(canvas):
        canvas.reset_transform()
        canvas.global_alpha = 1
        canvas.text_align = "center"
        # Not `clear`: that empties what is seen at once, and the new picture comes a moment later.
        canvas.clear_rect(0, 0, canvas.width, canvas.height)
        brush = _Brush(canvas, scene, theme)
        for name, shapes in scene.layers:
            if name in wanted:
                for run in _layers(shapes, _runs):
                    brush.lay(run)


@contextmanager
def hold(canvas: Canvas) -> Iterator[None]:
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


# -- From runs to commands. --------------------------------------------------------------------------------------------


class _Brush:
    """Lays runs on a canvas, in one theme's colours."""

    def __init__(self, canvas: Canvas, scene: Scene, theme: Theme) -> None:
        self.canvas = canvas
        self.theme = theme
        self.colours = np.array([_rgb(PALETTES[theme][name]) for name in COLOURS], np.uint8)
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
        self.canvas.fill_style = _pattern(run.texture, self.theme, side)
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
        """Beside the canvas, so that only its shadow falls on it."""
        aside = 2 * self.canvas.width
        self._place(self.scale * run.turn, (run.move - self.corner) * self.scale - aside)
        self.canvas.shadow_offset_x = aside
        self.canvas.shadow_blur = 2 * run.soft * abs(run.turn) * self.scale
        self.canvas.shadow_color = self._rgba(run.colour, run.alpha)
        self.canvas.fill_style = "black"
        self.canvas.fill_polygon(_flat_pairs(run.points).astype(np.float32).reshape(-1, 2))
        self.canvas.shadow_color = "rgba(0, 0, 0, 0)"

    def _rgba(self, colour: str, alpha: float) -> str:
        red, green, blue = _rgb(PALETTES[self.theme][colour])
        return f"rgba({red}, {green}, {blue}, {alpha:.3g})"

    def _place(self, turn: complex, move: complex) -> None:
        turn = complex(turn)
        self.canvas.set_transform(turn.real, turn.imag, -turn.imag, turn.real, move.real, move.imag)


_PATTERNS: dict[tuple[str, Theme, int], Pattern] = {}


def _pattern(texture: str, theme: Theme, side: int) -> Pattern:
    """A texture's tile, `side` pixels wide.

    From an SVG image, because the browser waits for an image. A pattern made of a canvas shows what happened to be on
    that canvas when the pattern arrived, which is nothing on a page that is loaded again.
    """
    pattern = _PATTERNS.get((texture, theme, side))
    if pattern is None or pattern.comm is None or pattern.image.comm is None:
        defs, marks = fragment(TEXTURES[texture], theme)
        tile = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {TILE:g} {TILE:g}"'
            f' preserveAspectRatio="none" {LOOK}><defs>{defs}</defs>'
            f'<rect width="{TILE:g}" height="{TILE:g}" fill="{PALETTES[theme][texture]}"/>{marks}</svg>'
        )
        pattern = _PATTERNS[texture, theme, side] = Pattern(Image(value=tile.encode(), format="svg+xml"))
    return pattern


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _flat_pairs(points: Points) -> NDArray[np.float64]:
    """Points as x, y, x, y: which is how complex numbers lie in memory."""
    return np.ascontiguousarray(points, np.complex128).view(np.float64)


# -- From shapes to runs. ----------------------------------------------------------------------------------------------


class _Kept:
    """The runs of some tuples of shapes, by identity: to compare them would cost more than to reckon them anew.

    It holds the shapes too, so that no other tuple can come to have their identity.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.held: dict[int, tuple[tuple[Shape, ...], tuple[Run, ...]]] = {}

    def __call__(
        self, shapes: tuple[Shape, ...], reckon: Callable[[tuple[Shape, ...]], tuple[Run, ...]]
    ) -> tuple[Run, ...]:
        found = self.held.pop(id(shapes), None) or (shapes, reckon(shapes))
        self.held[id(shapes)] = found  # the last one asked for is the last one to go
        if len(self.held) > self.size:
            del self.held[next(iter(self.held))]
        return found[1]


_layers = _Kept(24)
_stamps = _Kept(256)


def _runs(shapes: Iterable[Shape]) -> tuple[Run, ...]:
    """What a layer looks like."""
    return _Pen().draw(shapes)


def _stamp_runs(shapes: Iterable[Shape]) -> tuple[Run, ...]:
    """What a stamp looks like, its small textures drawn out."""
    return _Pen(stamp=True).draw(shapes)


class _Pen:
    """Turns shapes into runs."""

    def __init__(self, stamp: bool = False) -> None:
        self.stamp = stamp
        self.runs: list[Run] = []
        self.placed: list[tuple[Fills, complex, complex, float]] = []  # fills, their turn, move and opacity
        self.areas: list[tuple[Points, int, float]] = []  # areas since then: outline, colour, opacity

    def draw(self, shapes: Iterable[Shape]) -> tuple[Run, ...]:
        for shape in shapes:
            match shape:
                case Polygon():
                    fine = max(FINE, shape.soft / 6)
                    self._body(shape, outline(shape.points, shape.smooth, closed=True, fine=fine))
                case Circle():
                    self._body(shape, disc(complex(shape.x, shape.y), shape.radius))
                case Line():
                    self._line(shape)
                case Text():
                    at = complex(shape.x, shape.y + 0.35 * shape.size)
                    self._add(Word(shape.text, at, shape.size, shape.fill, shape.opacity))
                case Group():
                    self._group(shape)
        self._close()
        return tuple(self.runs)

    def _body(self, shape: Polygon | Circle, outline: Points) -> None:
        fill, stroke, alpha = shape.fill, shape.stroke, shape.opacity
        if stroke and fill == stroke:
            outline, stroke = grown(outline, shape.width / 2), ""
        if shape.soft:
            # A blurred edge needs neither a texture nor a stroke of another colour.
            if shape.soft > WIDE:
                self._add(Blur(outline, shape.soft, fill or stroke, alpha))
            else:
                for ring, thin in faded(outline, shape.soft, alpha):
                    self.area(ring, fill or stroke, thin)
            return
        if fill in TEXTURES:
            self._texture(outline, fill, alpha)
        elif fill:
            # The stroke must not shine through where it lies on the fill, as both fade together.
            within = grown(outline, -shape.width / 2) if stroke and alpha < 1 else outline
            self.area(within, fill, alpha)
        if stroke:
            self.area(stroked(outline, shape.width, closed=True), stroke, alpha)

    def _line(self, line: Line) -> None:
        points = outline(line.points, line.smooth, closed=False)
        for dash in dashes(points, line.dash) if sum(line.dash) else (points,):
            self.area(stroked(dash, line.width, closed=False), line.stroke, line.opacity)

    def _texture(self, outline: Points, texture: str, alpha: float) -> None:
        """A texture moves and turns with its stamp: what of it lies on a stamp is drawn out once, and then stamped."""
        low, high = corner(outline, np.min), corner(outline, np.max)
        if not self.stamp or max((high - low).real, (high - low).imag) > TILE:
            self._add(Surface(texture, outline, alpha))
            return
        self.area(outline, texture, alpha)
        marks, least, most = _marks(texture)
        for column in range(floor(low.real / TILE), floor(high.real / TILE) + 1):
            for row in range(floor(low.imag / TILE), floor(high.imag / TILE) + 1):
                tile = TILE * complex(column, row)
                wide = (least.real <= (high - tile).real) & (most.real >= (low - tile).real)
                near = wide & (least.imag <= (high - tile).imag) & (most.imag >= (low - tile).imag)
                for n in np.flatnonzero(near):
                    mark, colour, thin = marks[n]
                    piece = shared(outline, mark + tile)
                    if len(piece) > 2:
                        self.areas.append((piece, colour, thin * alpha))

    def _group(self, group: Group) -> None:
        turn, move = group.scale * np.exp(1j * group.angle), complex(group.x, group.y)
        for run in _stamps(group.shapes, _stamp_runs):
            if isinstance(run, Fills):
                self._gather()
                self.placed.append((run, turn, move, group.opacity))
            else:
                alpha = run.alpha * group.opacity
                self._add(run._replace(alpha=alpha, turn=run.turn * turn, move=run.move * turn + move))

    def area(self, outline: Points, colour: str, alpha: float) -> None:
        self.areas.append((outline, COLOURS[colour], alpha))

    def _add(self, run: Run) -> None:
        self._close()
        self.runs.append(run)

    def _gather(self) -> None:
        """Areas of no group, as fills."""
        if self.areas:
            outlines, colours, alphas = zip(*self.areas, strict=True)
            fills = Fills(
                np.concatenate(outlines),
                np.fromiter(map(len, outlines), np.uint16),
                np.array(colours, np.uint8),
                np.array(alphas, np.float32),
            )
            self.placed.append((fills, 1, 0, 1.0))
            self.areas.clear()

    def _close(self) -> None:
        """Ends a row of fills: puts all of them in their places at once."""
        self._gather()
        if self.placed:
            fills, turns, moves, opacities = zip(*self.placed, strict=True)
            lengths = [len(fill.points) for fill in fills]
            points = np.concatenate([fill.points for fill in fills])
            alphas = np.concatenate([fill.alphas for fill in fills])
            alphas = alphas * np.repeat(opacities, [len(fill.alphas) for fill in fills])
            self.runs.append(
                Fills(
                    (points * np.repeat(turns, lengths) + np.repeat(moves, lengths)).astype(np.complex64),
                    np.concatenate([fill.counts for fill in fills]),
                    np.concatenate([fill.colours for fill in fills]),
                    # The browser reads opacities as text: 256ths are short, and exact in 32 bits.
                    (np.rint(alphas * 256) / 256).astype(np.float32),
                )
            )
            self.placed.clear()


@lru_cache
def _marks(texture: str) -> tuple[list[tuple[Points, int, float]], Points, Points]:
    """What is on a texture's tile, from first to last: outlines, colours, opacities; and the corners of all of them."""
    marks = [
        (outline, int(colour), float(alpha))
        for run in _runs(TEXTURES[texture])
        if isinstance(run, Fills)
        for outline, colour, alpha in zip(
            np.split(run.points, np.cumsum(run.counts)[:-1]), run.colours, run.alphas, strict=True
        )
    ]
    low, high = (np.array([corner(mark[0], pick) for mark in marks]) for pick in (np.min, np.max))
    return marks, low, high
