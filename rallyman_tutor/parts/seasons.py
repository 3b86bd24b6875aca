"""A season changes more in a picture than its colours: the things that stand in the country, those that lie beside the
road, and the lamps of cars.

The country itself stays the same, tree by tree: where an oak stands in summer, there stands an olive in the dry south.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from math import atan2, cos, hypot, sin
from random import Random
from typing import NamedTuple

from rallyman_tutor.parts.geometry import extent
from rallyman_tutor.parts.stamps import STAMPS, Art
from rallyman_tutor.scene import shapes as art
from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, box, inside, oval

Edge = tuple[tuple[Point, ...], int]
"""One edge of a road, and on which side of it the country lies: 1 right of it, -1 left."""
Outline = Sequence[Point]


class Clothes(NamedTuple):
    """The changes that a season makes: stamps by those that they replace, what lies along the road, lit lamps."""

    stamps: Mapping[str, str]
    along: Callable[[Sequence[Edge]], Iterator[Group]]
    lamps: bool = False


@lru_cache
def named(package: str) -> Mapping[str, Mapping[str, str]]:
    """The season of each stage of a game, by what its `seasons.toml` sorts them: family, name, season."""
    return tomllib.loads(files(package).joinpath("seasons.toml").read_text("utf-8"))


def dressed(shapes: Iterable[art.Shape], season: str) -> tuple[art.Shape, ...]:
    """A country with the things of a season."""
    other = {id(STAMPS[name]): STAMPS[worn] for name, worn in CLOTHES[season].stamps.items()}
    if not other:
        return tuple(shapes)
    return tuple(
        Group(other[id(one.shapes)], one.x, one.y, one.angle, one.scale, one.opacity, one.key)
        if isinstance(one, Group) and id(one.shapes) in other
        else one
        for one in shapes
    )


def seen(dice: Iterable[art.Shape], season: str) -> tuple[art.Shape, ...]:
    """Dice on the road; at night each with a bright rim, since they are as dark as the road."""
    if not CLOTHES[season].lamps:
        return tuple(dice)
    return tuple(replace(one, shapes=(RIM, *one.shapes)) for one in dice if isinstance(one, Group))


def roadside(edges: Sequence[Edge], roads: Sequence[Outline], season: str) -> tuple[Group, ...]:
    """The things that a season brings to the road: puddles in the wet, sand in the dry, lamps and posts at night.
    `roads` are the outlines on which nothing may stand that stands beside the road."""
    boxed = [(*extent(outline), outline) for outline in roads]

    def is_free(x: float, y: float) -> bool:
        return not any(
            left < x < right and top < y < bottom and inside(outline, x, y)
            for left, top, right, bottom, outline in boxed
        )

    along = CLOTHES[season].along(edges)
    return tuple(one for one in along if one.shapes not in _STANDING or is_free(one.x, one.y))


class _Spot(NamedTuple):
    """A place on the edge of a road, and the direction of the edge there."""

    x: float
    y: float
    way: float

    def aside(self, by: float, shapes: Art, turned: float = 0.0, scale: float = 1.0) -> Group:
        """A thing beside this place: to the right of the edge, or to the left where `by` is negative."""
        x, y = self.x - by * sin(self.way), self.y + by * cos(self.way)
        return Group(shapes, round(x, 1), round(y, 1), round(turned, 2), round(scale, 2))


def _spots(line: Sequence[Point], every: float, first: float) -> Iterator[_Spot]:
    """Places along a line, so far apart."""
    rest = first
    for (ax, ay), (bx, by) in pairwise(line):
        long = hypot(bx - ax, by - ay)
        while long and rest <= long:
            share = rest / long
            yield _Spot(ax + (bx - ax) * share, ay + (by - ay) * share, atan2(by - ay, bx - ax))
            rest += every
        rest -= long


def _nothing(_: Sequence[Edge]) -> Iterator[Group]:
    return iter(())


def _puddles(edges: Sequence[Edge]) -> Iterator[Group]:
    luck = Random(5)
    for n, (line, away) in enumerate(edges):
        for spot in _spots(line, 150, 40 + 75 * (n % 2)):
            shapes = luck.choice(_PUDDLES)
            yield spot.aside(-away * luck.uniform(3, 12), shapes, spot.way, luck.uniform(0.75, 1.2))


def _sand(edges: Sequence[Edge]) -> Iterator[Group]:
    luck = Random(7)
    for n, (line, away) in enumerate(edges):
        for spot in _spots(line, 120, 20 + 60 * (n % 2)):
            yield spot.aside(-away * luck.uniform(0, 3), _DRIFT, spot.way, luck.uniform(0.8, 1.3))


def _lights(edges: Sequence[Edge]) -> Iterator[Group]:
    for n, (line, away) in enumerate(edges):
        spots = _spots(line, 330, 60 + 165 * (n % 2))
        lamps = [spot for spot in spots if hypot(spot.x - line[-1][0], spot.y - line[-1][1]) > NO_LAMP]
        yield from (spot.aside(-away * 20, POOL, spot.way) for spot in lamps)
        yield from (spot.aside(away * 5, POST) for spot in _spots(line, 80, 40))
        yield from (spot.aside(away * 13, LAMP) for spot in lamps)


def _puddle(wide: float, high: float, seed: int) -> Art:
    luck = Random(seed)
    ring = tuple((round(x * luck.uniform(0.8, 1.15), 1), round(y * luck.uniform(0.8, 1.2), 1))
                 for x, y in oval(0, 0, wide, high))  # fmt: skip
    return (
        Polygon(ring, "water-deep", smooth=True, opacity=0.62),
        Polygon(tuple((x * 0.62 - 2, y * 0.5 - 1) for x, y in ring), "water-lit", smooth=True, opacity=0.5),
        Line(((-wide * 0.5, -high * 0.35), (-wide * 0.1, -high * 0.5)), "light", 1.0, opacity=0.7),
    )


_PUDDLES = (_puddle(16, 6, 2), _puddle(21, 5, 3))
_DRIFT: Art = (
    Polygon(((-19, -2), (-6, -4), (9, -3), (20, 0), (8, 3), (-9, 3.5)), "sand", smooth=True, opacity=0.3),
    Polygon(((-10, -1.5), (0, -2.5), (11, -0.5), (0, 1.5)), "sand-lit", smooth=True, opacity=0.3),
)
POOL: Art = tuple(
    Polygon(oval(0, 0, wide, high), "lamp", smooth=True, opacity=opacity)
    for wide, high, opacity in ((76, 47, 0.025), (58, 36, 0.03), (42, 26, 0.035), (26, 16, 0.04))
)
LAMP: Art = (
    Line(((0, 0), (7, 9)), "shadow", 2.4, opacity=0.4),
    Circle(0, 0, 9, "lamp", opacity=0.14),
    Circle(0, 0, 5.4, "lamp", opacity=0.35),
    Circle(0, 0, 3.4, "lamp", stroke="post", width=1.4),
)
POST: Art = (Circle(0, 0, 3.2, "lamp", opacity=0.2), Circle(0, 0, 1.5, "paint"))
RIM = Polygon(box(0, 2, 33, 37, 9), "lamp", opacity=0.4)
"""The rim of a die at night."""
NO_LAMP = 90.0
"""No lamp stands so near to the end of the road, where its light would fall beside the board."""
_STANDING = (LAMP, POST)

CLOTHES: Mapping[str, Clothes] = {
    "": Clothes({}, _nothing),
    "dry": Clothes(
        {"oak": "olive", "oak2": "olive2", "fir": "pine", "birch": "cypress", "bush": "drybush", "hedge": "wall",
         "flowers": "thistle", "snowfir": "pine"},
        _sand,
    ),
    "wet": Clothes({"oak": "fir2", "bale": "logs", "boulder": "mossy", "boulder2": "mossy", "poppies": "ferns"}, _puddles),
    "night": Clothes(
        {"house": "house-lit", "house2": "house2-lit", "house3": "house3-lit", "fans": "fire", "boat": "boat-lit"},
        _lights,
        lamps=True,
    ),
}  # fmt: skip
"""The clothes of every season that `scene.palette` has colours for."""
