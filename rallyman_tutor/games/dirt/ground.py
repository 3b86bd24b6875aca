"""Where tiles and spaces lie on the table, in units of a picture: every tile's outline and road, every space's shape.

The road of a tile is a line from edge to edge: straight, an arc, or for a hairpin an arc that swings out before and
after it, so that all its rows find room. Bends take the arc, other rows share what is left. Spaces are then cut from
that line: up the left side and down the right, point against point.

A stretch that no hexagon would hold is drawn as a plank, as long as it needs. `whole` joins the spaces of a zone.
"""

from __future__ import annotations

import cmath
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from math import cos, pi, radians, sin, sqrt, tan
from typing import NamedTuple

from rallyman_tutor.games.dirt.layout import PlacedTile, layout, middle
from rallyman_tutor.games.dirt.road import Road, Stage
from rallyman_tutor.games.dirt.spaces import Space, Zone
from rallyman_tutor.games.dirt.tiles import MIRROR, Tile
from rallyman_tutor.parts.geometry import Shape
from rallyman_tutor.parts.roadway import between
from rallyman_tutor.scene.shapes import Point

APOTHEM = 150.0
"""The distance from the middle of a tile to its edges."""
SIDE = APOTHEM * 2 / sqrt(3)
GAP = 5.0
"""The gap between two tiles on the table."""
LANE = 34.0
"""The width of a lane; a road has two."""
ROW = 66.0
"""The length of a row on a plank."""

_BULGE = 8.0  # how much further out the road reaches in the middle of a drift
_CUT = 30.0  # the width of a shortcut
_SIDEWAYS = radians(48)
_SWAY = 52.0  # how far a winding road swings aside
_FINE = 6.0  # the distance between two points of a road, about
_RADII = {1: 86.0, 2: 112.0, 3: 136.0, 4: 158.0}  # of a bend's middle line, by the limit of its line


class Patch(NamedTuple):
    """A tile where it lies: its outline, and the middle line of its road from edge to edge."""

    placed: PlacedTile
    outline: tuple[Point, ...]
    middle: Point
    path: tuple[complex, ...]
    ways: tuple[complex, ...]  # where it heads at each of these points
    marks: tuple[int, ...]  # at which point of the path each row begins, and the last one ends


class Ground(NamedTuple):
    """A stage on the table: its tiles, and the shape of every space of its road."""

    patches: tuple[Patch, ...]  # of all tiles, the service park too
    shapes: tuple[Shape, ...]
    grips: tuple[tuple[Point, ...], ...]  # where each space is pointed at: parts of the shapes that do not overlap


@lru_cache(maxsize=64)
def survey(stage: Stage) -> Ground:
    """A stage laid out and measured, once."""
    patches = _planks(stage) if any(tile.side.family == "stretches" for tile in stage.tiles) else _hexagons(stage)
    roads = [patch for patch in patches if not patch.placed.tile.side.service]
    shapes = tuple(_shape(stage.road, space, roads[space.tile]) for space in stage.road.spaces)
    grips = tuple(_grip(stage.road, space, shape) for space, shape in zip(stage.road.spaces, shapes, strict=True))
    return Ground(patches, shapes, grips)


# -- Tiles. ------------------------------------------------------------------------------------------------------------


def _hexagons(stage: Stage) -> tuple[Patch, ...]:
    patches = []
    for placed in layout(stage):
        x, y = middle(placed.cell)
        at = complex(x, y) * (SIDE + GAP / sqrt(3))
        outline = tuple(_point(at + cmath.rect(SIDE, n * pi / 3)) for n in range(6))
        path, marks = _road(placed.tile)
        # A path is given as if the road came in from below; here it is turned to the edge where it does.
        turn = cmath.rect(1, (placed.entry - 3) * pi / 3)
        line = tuple(at + turn * p for p in path)
        ends = turn * -1j, cmath.rect(1, -pi / 2 + placed.exit * pi / 3)
        patches.append(Patch(placed, outline, _point(at), line, _headings(line, *ends), marks))
    return tuple(patches)


def _planks(stage: Stage) -> tuple[Patch, ...]:
    """Tiles of any length in one row, from left to right."""
    patches = []
    at, eastwards = 0j, cmath.rect(1, pi / 2)
    for placed in layout(stage):
        rows = placed.tile.rows
        long = ROW * sum(1.6 if row.kind == "bend" else 1.0 for row in rows) if rows else 2 * APOTHEM
        ends = [at, at + long]
        outline = tuple(
            _point(e + s * 1j * APOTHEM * 0.8) for e, s in ((ends[0], -1), (ends[1], -1), (ends[1], 1), (ends[0], 1))
        )
        path, marks = _winding(placed.tile, long) if rows else ((0j, 0j), ())
        turned = tuple(at + long / 2 + eastwards * p for p in path)
        patches.append(Patch(placed, outline, _point(at + long / 2), turned, _headings(turned, 1 + 0j, 1 + 0j), marks))
        at += long + GAP
    return tuple(patches)


@lru_cache(maxsize=256)
def _road(tile: Tile) -> tuple[tuple[complex, ...], tuple[int, ...]]:
    """The middle line of a tile's road around its middle, coming in from below, and where its rows begin."""
    if not tile.rows:
        return (complex(0, APOTHEM), complex(0, APOTHEM / 3)), ()
    if tile.turn == 0:
        return _winding(tile, 2 * APOTHEM)
    right = 1 if tile.turn < 3 else -1
    angle = (tile.turn if tile.turn < 3 else 6 - tile.turn) * pi / 3
    bends = [n for n, row in enumerate(tile.rows) if row.kind == "bend"]
    if not bends:
        return _rows(_joined(_pieces(angle, right, 0.0, APOTHEM / tan(angle / 2))), [1.0] * len(tile.rows))
    before, after = bends[0], len(tile.rows) - 1 - bends[-1]
    legs = max(before, after)
    if angle > pi / 2:
        swing, radius = {0: (0.0, 80.0), 1: (radians(28), 60.0), 2: (radians(45), 60.0)}[min(legs, 2)]
    else:
        swing, radius = 0.0, {0: 230.0}.get(legs, _RADII[min(tile.rows[bends[0]].line, 4)])
        radius *= 1.25 if min(before, after) == 0 else 1.0
    pieces = _pieces(angle, right, swing, radius)
    ends = [len(pieces[0]) + len(pieces[1]) - 1, len(pieces[0]) + len(pieces[1]) + len(pieces[2]) - 2]
    path = _joined(pieces)
    reached = _reached(path)
    cuts = [reached[at] for at in (0, *ends, -1)]
    lengths = []
    for n in range(len(tile.rows)):
        if n == bends[0]:
            lengths.append(cuts[2 if after else 3] - cuts[1 if before else 0])
        else:
            lengths.append((cuts[1] - cuts[0]) / before if n < bends[0] else (cuts[3] - cuts[2]) / after)
    return _rows(path, lengths)


def _pieces(angle: float, right: int, swing: float, radius: float) -> list[list[complex]]:
    """The way in, the swing out, the bend, the swing back and the way out, each as points.

    They are symmetric about the line that halves the turn; the length of the way in is chosen for that.
    """
    small = 66.0  # radius of the swings

    def drive(inward: float) -> list[list[complex]]:
        at, way, found = complex(0, APOTHEM), -1j, []
        for long, turn in (
            (inward, 0.0), (small * swing, -swing), (radius * (angle + 2 * swing), angle + 2 * swing),
            (small * swing, -swing), (inward, 0.0),
        ):  # fmt: skip
            steps = max(2, round(long / _FINE))
            points = [at]
            for n in range(1, steps + 1):
                points.append(at + _chord(long * n / steps, right * turn * n / steps) * way)
            at, way = points[-1], way * cmath.rect(1, right * turn)
            found.append(points)
        return found

    goal = cmath.rect(APOTHEM, -pi / 2 + right * angle)
    # The gap between the road's end and its goal is linear in `inward`.
    miss = [(drive(inward)[-1][-1] - goal) for inward in (0.0, 1.0)]
    step = miss[1] - miss[0]
    return drive(max(0.0, -(miss[0] * step.conjugate()).real / abs(step) ** 2))


def _joined(pieces: Sequence[Sequence[complex]]) -> list[complex]:
    return [p for n, piece in enumerate(pieces) for p in piece[bool(n) :]]


def _chord(long: float, turn: float) -> complex:
    """Where an arc ends that starts at 0 heading along the x axis."""
    return cmath.rect(long * (sin(turn / 2) / (turn / 2) if abs(turn) > 1e-9 else 1.0), turn / 2)


def _winding(tile: Tile, long: float) -> tuple[tuple[complex, ...], tuple[int, ...]]:
    """A road that leaves in the direction in which it came, with a swing at every row that turns."""
    curves = [(n, row.turn) for n, row in enumerate(tile.rows) if row.turn]
    weights = [1.75 if row.kind == "bend" else 1.0 for row in tile.rows]
    reached = [w / sum(weights) for w in accumulate(weights, initial=0.0)]
    winds = [(turn, (reached[n] + reached[n + 1]) / 2, reached[n + 1] - reached[n]) for n, turn in curves]
    sway = _SWAY
    if len(winds) == 1 and tile.rows[curves[0][0]].kind == "full":
        (turn, at, wide), sway = winds[0], 0.7 * _SWAY
        winds = [(turn, at - 0.2, wide), (MIRROR[turn], at + 0.2, wide)]
    steps = max(8, round(long / _FINE))
    path = []
    for step in range(steps + 1):
        share = step / steps
        aside = sum(
            _bump((share - at) / _reach(at, wide, len(winds))) * (-1 if turn == "R" else 1) for turn, at, wide in winds
        )
        path.append(complex(sway * aside, long / 2 - long * share))
    return _rows(path, weights)


def _reach(at: float, wide: float, many: int) -> float:
    """How far a swing reaches before and after its middle; never over the edge of the tile."""
    return min(at, 1 - at, wide * (1.15 if many < 2 else 0.95))


def _bump(share: float) -> float:
    return (1 + cos(pi * share)) / 2 if abs(share) < 1 else 0.0


def _rows(path: Sequence[complex], lengths: Sequence[float]) -> tuple[tuple[complex, ...], tuple[int, ...]]:
    """A path cut into rows whose lengths are in proportion to `lengths`, and the point at which each begins."""
    reached = _reached(path)
    scale = reached[-1] / sum(lengths)
    points: list[complex] = [path[0]]
    marks = [0]
    start = 0.0
    for long in lengths:
        steps = 24  # so that halves, lines of two and drifts of two to four spaces all end on a point
        points += [_at(path, reached, start + long * scale * n / steps) for n in range(1, steps + 1)]
        marks.append(len(points) - 1)
        start += long * scale
    return tuple(points), tuple(marks)


def _reached(path: Sequence[complex]) -> list[float]:
    return [*accumulate((abs(b - a) for a, b in pairwise(path)), initial=0.0)]


def _at(path: Sequence[complex], reached: Sequence[float], along: float) -> complex:
    leg = next((n for n in range(len(path) - 1) if reached[n + 1] >= along), len(path) - 2)
    share = (along - reached[leg]) / ((reached[leg + 1] - reached[leg]) or 1.0)
    return path[leg] + min(share, 1.0) * (path[leg + 1] - path[leg])


# -- Spaces. -----------------------------------------------------------------------------------------------------------


def _shape(road: Road, space: Space, patch: Patch) -> Shape:
    """Where a space lies: the part of its zone's road that belongs to it."""
    zone = road.zones[space.zone]
    if space.kind == "shortcut":
        return _shortcut(road, space, patch)
    first, last = patch.marks[zone.row], patch.marks[zone.row + zone.rows]
    share = [(edge - zone.start) / (zone.front - zone.start) for edge in (space.start, space.front)]
    one, two = (first + round((last - first) * part) for part in share)
    left = right = [LANE] * (last - first + 1)
    if zone.kind == "bend":
        bulge = [_BULGE * sin(pi * n / (last - first)) ** 2 for n in range(last - first + 1)]
        outer = [LANE + more for more in bulge]
        none = [0.0] * len(outer)
        sides = (outer, none) if space.kind == "drift" else (none, left)
        left, right = sides if zone.turn == "R" else sides[::-1]
    elif space.lane:
        left, right = (left, [0.0] * len(left)) if space.lane == "L" else ([0.0] * len(left), right)
    ways = patch.ways
    span, own = slice(one, two + 1), slice(one - first, two - first + 1)
    along = ways[(one + two) // 2]
    if space.kind in ("drift", "half"):
        along *= cmath.rect(1, _SIDEWAYS if _swings(road, space) == "R" else -_SIDEWAYS)
    return outlined(patch.path[span], ways[span], left[own], right[own], along)


def _grip(road: Road, space: Space, shape: Shape) -> tuple[Point, ...]:
    """Where a space is pointed at. The halves of a slide lie across both lanes: they get a strip in the middle."""
    if road.zones[space.zone].kind != "slide" or space.kind == "shortcut":
        return shape.outline
    strip = 0.19  # of the road's width, on either side of its middle
    one, two = {"L": (0.0, 1 - 2 * strip), "R": (2 * strip, 1.0), "": (0.5 - strip, 0.5 + strip)}[space.lane]
    return (*between(shape.left, shape.right, one), *reversed(between(shape.left, shape.right, two)))


def _swings(road: Road, space: Space) -> str:
    """To which side a car is turned that slides here: that of its bend, else of the next bend or the one before."""
    zones = road.zones
    if space.bend >= 0:
        return zones[space.zone].turn
    near = [zones[n] for n in (space.zone + 1, space.zone - 1) if 0 <= n < len(zones)]
    return next((zone.turn for zone in near if zone.kind == "bend"), "R")


def _shortcut(road: Road, space: Space, patch: Patch) -> Shape:
    """A band across the inside of a bend, from the row before it to the row after it."""
    zone = road.zones[space.zone]
    bend = road.bends[space.bend]
    marks, last = patch.marks, len(patch.marks) - 1
    away = 0.85 if 1 < zone.row < last - 2 else 0.5  # of the neighbouring rows: a long hairpin is cut at its neck
    before = round(marks[zone.row] - away * (marks[zone.row] - marks[max(zone.row - 1, 0)]))
    behind = round(marks[zone.row + 1] + away * (marks[min(zone.row + 2, last)] - marks[zone.row + 1]))
    ways = patch.ways
    inward = 1j if zone.turn == "R" else -1j
    ends = [patch.path[at] + inward * ways[at] * (LANE + 1) for at in (before, behind)]
    pull = 0.5 * abs(ends[1] - ends[0])
    leave = [
        ways[at] * cmath.rect(1, (1 if zone.turn == "R" else -1) * s * radians(38))
        for at, s in ((before, 1), (behind, -1))
    ]
    handles = [ends[0] + leave[0] * pull * 0.7, ends[1] - leave[1] * pull * 0.7]
    steps = 24
    path = []
    for t in (n / steps for n in range(steps + 1)):
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        path.append(a * ends[0] + b * handles[0] + c * handles[1] + d * ends[1])
    each = steps // len(bend.shortcut)
    span = slice((space.part - 1) * each, space.part * each + 1)
    headings = _headings(path)
    half = [_CUT / 2] * (each + 1)
    return outlined(path[span], headings[span], half, half, headings[(span.start + span.stop) // 2])


def outlined(
    path: Sequence[complex], ways: Sequence[complex], left: Sequence[float], right: Sequence[float], along: complex
) -> Shape:
    """A shape between two distances from a line, and the heading of a car on it."""
    up = [p - 1j * w * d for p, w, d in zip(path, ways, left, strict=True)]
    down = [p + 1j * w * d for p, w, d in zip(path, ways, right, strict=True)]
    half = (len(path) - 1) // 2
    around = [up[half], up[len(path) // 2], down[half], down[len(path) // 2]]
    return Shape(
        tuple(_point(p) for p in (*up, *reversed(down))), _point(sum(around) / 4), round(cmath.phase(along), 4)
    )


def _headings(path: Sequence[complex], first: complex = 0j, last: complex = 0j) -> tuple[complex, ...]:
    """The heading of a line at each of its points; at its ends `first` and `last`, if they are given."""
    legs = [(b - a) / (abs(b - a) or 1.0) for a, b in pairwise(path)]
    turns = [(a + b) / (abs(a + b) or 1.0) for a, b in pairwise(legs)]
    return (first or legs[0], *turns, last or legs[-1])


def _point(p: complex) -> Point:
    return round(p.real, 2), round(p.imag, 2)


# -- Several spaces as one ---------------------------------------------------------------------------------------------


def whole(zone: Zone, stage: Stage, ground: Ground) -> Shape:
    """All of a zone's road as one shape, from its outer left edge to its outer right one."""
    own = [(stage.road.spaces[at], ground.shapes[at]) for at in zone.spaces]
    if zone.kind == "bend":
        bend = stage.road.bends[own[0][0].bend]
        line = joined([ground.shapes[at] for at in bend.line])
        drift = joined([ground.shapes[at] for at in bend.drift])
        left, right = (drift.left, line.right) if zone.turn == "R" else (line.left, drift.right)
        step = max(1, (len(left) - 1) // 24), max(1, (len(right) - 1) // 24)
        left, right = left[:: step[0]], right[:: step[1]]
        return Shape((*left, *reversed(right)), line.middle, line.heading)
    lanes = {lane: joined([shape for space, shape in own if space.lane == lane]) for lane in "LR" if own[0][0].lane}
    if not lanes:
        return own[0][1]
    left, right = lanes["L"].left, lanes["R"].right
    many = min(len(left), len(right))
    return Shape((*left[:many], *reversed(right[:many])), lanes["L"].middle, lanes["L"].heading)


def joined(shapes: Sequence[Shape]) -> Shape:
    """Shapes that follow one another, joined into one."""
    left, right = list(shapes[0].left), list(shapes[0].right)
    for shape in shapes[1:]:
        left += shape.left[1:]
        right += shape.right[1:]
    return Shape((*left, *reversed(right)), shapes[0].middle, shapes[0].heading)
