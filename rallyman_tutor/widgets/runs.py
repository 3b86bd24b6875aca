"""Turns the shapes of a scene into runs for a canvas: filled polygons, textured surfaces, figures, wide blurs.

A canvas command costs far more than what it draws, and the ground of a route has 18,000 shapes. So everything becomes
filled polygons: curves are flattened, strokes are outlined, narrow shadows are a few nested outlines. Neighbours of
whatever colour then share one command, two bytes a coordinate. Only three things break the row: surfaces that are
filled with a texture, edges that are blurred widely, and figures.

What shapes look like is reckoned once and kept: for a stamp (a group's shapes) in its own place, from where each group
moves it, and for a layer in units of the table, so that another theme or another canvas costs only the sending.

Points are complex numbers: to turn, scale and move is then one product and one sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import floor
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.scene.palette import PALETTES, TEXTURES, TILE
from rallyman_tutor.scene.shapes import Circle, Group, Line, Polygon, Shape, Text
from rallyman_tutor.widgets.outlines import (
    PRECISION,
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


def runs_of(layer: tuple[Shape, ...]) -> tuple[Run, ...]:
    """The runs of a layer, kept from when they were last asked for."""
    return _layers(layer, _runs)


def _runs(shapes: Iterable[Shape]) -> tuple[Run, ...]:
    """The runs of a layer."""
    return _Pen().draw(shapes)


def _stamp_runs(shapes: Iterable[Shape]) -> tuple[Run, ...]:
    """The runs of a stamp, its small textures turned into polygons."""
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
                    fine = max(PRECISION, shape.soft / 6)
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
        """A texture moves and turns with its stamp, so on a small stamp its marks become polygons of the stamp."""
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
        """Put the areas collected so far, which are of no group, into one `Fills`."""
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
    """The marks on a texture's tile, from first to last: outlines, colours, opacities; and the corners of all of
    them."""
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
