"""Country: grass, woods, lakes, villages, and what stands in them.

Everything is sown by a generator with a fixed seed: the same stage always lies in the same country. Terrain is known by
squares of a coarse grid. Nothing grows on a road.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import cos, pi, sin
from random import Random
from typing import NamedTuple, Protocol, TypeAlias

from rallyman_tutor.parts.stamps import STAMPS
from rallyman_tutor.scene import shapes as art
from rallyman_tutor.scene.shapes import Group, Point, Polygon

Art: TypeAlias = tuple[art.Shape, ...]

CELL = 20.0
"""The side of a square of the grid."""


class Site(Protocol):
    """Answers a landscape's questions about the roads through it."""

    stands: tuple[Point, ...]

    def nearest(self, x: float, y: float) -> tuple[float, str]: ...

    def clear(self, x: float, y: float, radius: float) -> bool: ...


class Land(NamedTuple):
    """A piece of country: the growth on each square of its grid, the roads through it, and its place on the table."""

    cells: dict[tuple[int, int], str]
    verges: Site
    luck: Random
    left: float
    top: float
    width: float
    height: float


# -- Areas. ------------------------------------------------------------------------------------------------------------


def meadows(
    luck: Random, left: float, top: float, width: float, height: float, ground: str = "grass"
) -> Iterator[Polygon]:
    """Lighter and darker grass, so that the country is not all of one colour."""
    for n in range(int(width * height / 26000)):
        x, y, size = left + luck.random() * width, top + luck.random() * height, luck.uniform(50, 120)
        points = tuple(
            (x + cos(t * pi / 4) * size * luck.uniform(0.7, 1.25), y + sin(t * pi / 4) * size * luck.uniform(0.4, 0.8))
            for t in range(8)
        )
        yield Polygon(points, f"{ground}-{'lit' if n % 2 else 'deep'}", smooth=True, soft=10, opacity=0.34)


RIMS = {
    "forest": ("grass-deep", 9.0), "water": ("sand", 11.0), "rock": ("rock-deep", 3.0),
    "village": ("village-deep", 2.0), "earth": ("earth-deep", 3.0), "snow": ("snow-deep", 2.5),
    "snowforest": ("snow-deep", 7.0),
}  # fmt: skip
"""The rim around an area: its colour, and how far it reaches."""


def rim(kind: str) -> float:
    """How far the rim of an area reaches beyond it."""
    return RIMS[kind][1] if kind in RIMS else 0.0


class Area(NamedTuple):
    """The parts of a drawn wood, lake or village, from below. Areas that flow together are drawn part by part."""

    rim: Art
    fill: Art
    shore: Art = ()
    depth: Art = ()


def area(kind: str, outline: tuple[Point, ...], rim: tuple[Point, ...] = ()) -> Area:
    """One area. Where a board cuts it off its corners are sharp, and the outline of its rim is given separately."""
    smooth = not rim
    colour, wide = RIMS.get(kind, ("", 0.0))
    strength = 0.9 if kind == "water" else 0.5
    edge = (Polygon(rim or outline, stroke=colour, width=2 * wide, smooth=smooth, opacity=strength),) if colour else ()
    if kind == "snowforest":
        return Area(edge, (Polygon(outline, "forest", smooth=smooth, opacity=0.5),))
    fill = (Polygon(outline, kind, smooth=smooth),)
    if kind != "water":
        return Area(edge, fill)
    shore = Polygon(rim or outline, stroke="water-lit", width=5, smooth=smooth, opacity=0.7)
    x, y = (sum(p[n] for p in outline) / len(outline) for n in (0, 1))
    deeps = (tuple((x + (a - x) * share, y + (b - y) * share) for a, b in outline) for share in (0.8, 0.6))
    return Area(
        edge, fill, (shore,), tuple(Polygon(d, "water-deep", smooth=smooth, soft=6, opacity=0.16) for d in deeps)
    )


# -- Things that stand in the country. ---------------------------------------------------------------------------------


class Sort(NamedTuple):
    """A sort of thing that stands in the country: how large, how near to others, how often it is tried, and where."""

    stamps: tuple[str, ...]
    radius: float
    apart: float
    tries: float  # per square of the grid
    where: str = ""  # "inner": the same terrain all around; "rim": other terrain beside it; "road": near the road


_SORTS: Mapping[str, tuple[Sort, ...]] = {
    "forest": (Sort(("oak", "fir", "oak2", "fir", "birch", "oak"), 12, 14, 1.9), Sort(("bush",), 6, 9, 0.5)),
    "rock": (Sort(("crag", "crag2"), 13, 22, 0.5), Sort(("boulder", "boulder2", "boulder"), 8, 12, 1.0)),
    "water": (
        Sort(("boat",), 12, 130, 0.06, "inner"), Sort(("wave",), 8, 25, 0.5, "inner"),
        Sort(("reeds",), 3, 15, 0.4, "rim"),
    ),
    "village": (
        Sort(("house", "house2", "house3", "barn"), 13, 29, 2.5), Sort(("bush", "oak2"), 7, 13, 0.6),
        Sort(("fans",), 6, 60, 0.3, "road"),
    ),
    "earth": (Sort(("boulder",), 7, 30, 0.15), Sort(("pebbles",), 5, 16, 0.4), Sort(("tuft",), 4, 22, 0.2)),
    "snowforest": (Sort(("snowfir", "snowfir", "fir", "snowfir"), 12, 14, 1.9), Sort(("drift",), 9, 24, 0.2)),
    "snow": (Sort(("snowfir",), 11, 40, 0.09), Sort(("drift",), 9, 34, 0.22)),
    "heath": (
        Sort(("fans",), 7, 90, 0.12, "road"), Sort(("fir", "bush", "birch"), 12, 62, 0.05),
        Sort(("bush", "boulder"), 7, 44, 0.07), Sort(("tuft",), 5, 26, 0.22),
    ),
    "scree": (
        Sort(("fans",), 7, 90, 0.12, "road"), Sort(("boulder", "boulder2"), 8, 30, 0.15), Sort(("pebbles",), 5, 22, 0.25),
    ),
    "grass": (
        Sort(("fans",), 7, 90, 0.12, "road"), Sort(("oak", "bush", "birch", "oak2"), 12, 62, 0.05),
        Sort(("bush", "boulder", "bale", "sheep", "sheep"), 7, 46, 0.07),
        Sort(("flowers", "tuft", "poppies", "tuft"), 5, 24, 0.25),
    ),
}  # fmt: skip
_STRIP = 36.0  # how far from the road people stand to watch
_AROUND = tuple((c, r) for c in (-1, 0, 1) for r in (-1, 0, 1))
_GIVEN: Mapping[tuple[str, str], Sort] = {
    ("tree", ""): Sort(("oak", "birch", "oak2"), 12, 14, 1), ("tree", "forest"): Sort(("oak", "fir"), 12, 14, 1),
    ("tree", "snow"): Sort(("snowfir",), 12, 14, 1), ("tree", "snowforest"): Sort(("snowfir",), 12, 14, 1),
    ("boulder", ""): Sort(("boulder", "boulder2"), 8, 12, 1), ("boulder", "rock"): Sort(("crag", "crag2"), 13, 20, 1),
    ("house", ""): Sort(("house", "house2", "house3", "barn"), 13, 29, 1),
}  # fmt: skip


def things(land: Land, given: Iterable[tuple[str, Point]] = ()) -> list[Group]:
    """Everything that stands in the country, from far to near. Things with a given place are set before all others."""
    cells, verges, luck, left, top, width, height = land
    crowd = _Crowd()
    for x, y in verges.stands:
        crowd.add(x, y, 62)
    placed: list[Group] = []

    def try_at(x: float, y: float, sort: Sort) -> None:
        size, stamp = luck.uniform(0.82, 1.18), luck.choice(sort.stamps)
        if sort.where == "road" and verges.nearest(x, y)[0] > _STRIP:
            return
        if crowd.leaves_room(x, y, sort.apart * size) and verges.clear(x, y, sort.radius * size + 9):
            crowd.add(x, y, sort.apart * size)
            placed.append(Group(STAMPS[stamp], round(x, 1), round(y, 1), _turn(stamp, luck), round(size, 2)))

    for name, (x, y) in given:
        kind = cells.get((int((x - left) // CELL), int((y - top) // CELL)), "")
        if kind not in ("", "field"):
            try_at(x, y, _GIVEN.get((name, kind), _GIVEN[name, ""]))
    for order in range(max(map(len, _SORTS.values()))):
        for (c, r), kind in cells.items():
            if order >= len(_SORTS.get(kind, ())):
                continue
            sort = _SORTS[kind][order]
            if sort.where in ("inner", "rim"):
                inner = all(cells.get((c + dc, r + dr), kind) == kind for dc, dr in _AROUND)
                if inner != (sort.where == "inner"):
                    continue
            for _ in range(int(sort.tries + luck.random())):
                try_at(left + (c + luck.random()) * CELL, top + (r + luck.random()) * CELL, sort)
    shown = (g for g in placed if left - 20 < g.x < left + width + 20 and top - 20 < g.y < top + height + 20)
    return sorted(shown, key=lambda group: group.y)


class _Crowd:
    """Trees and the like, found quickly."""

    def __init__(self) -> None:
        self.stood: dict[tuple[int, int], list[tuple[float, float, float]]] = defaultdict(list)

    def add(self, x: float, y: float, apart: float) -> None:
        self.stood[int(x // 64), int(y // 64)].append((x, y, apart))

    def leaves_room(self, x: float, y: float, apart: float) -> bool:
        """Whether a thing may stand here. Things that keep far apart do so only from one another."""
        column, row = int(x // 64), int(y // 64)
        reach = 1 if apart < 60 else 2
        for c in range(column - reach, column + reach + 1):
            for r in range(row - reach, row + reach + 1):
                for ox, oy, other in self.stood.get((c, r), ()):
                    room = (apart + other) / 2 if max(apart, other) < 40 else min(apart, other)
                    if (ox - x) * (ox - x) + (oy - y) * (oy - y) < room * room:
                        return False
        return True


def _turn(stamp: str, luck: Random) -> float:
    """The angle of a thing. Light comes from the top left, so only houses and barns are turned, and only a little."""
    return round(luck.uniform(-0.35, 0.35), 2) if stamp.startswith(("house", "barn")) else 0.0
