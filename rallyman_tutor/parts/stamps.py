"""Things that stand in a landscape: trees, boulders, houses, boats, sheep and people, each drawn once.

A picture stamps them often: every group that shows the same thing shares its shapes, so a wood of a hundred trees costs
a hundred places and four drawings. All are lit from the top left and throw their shadow to the bottom right.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, cos, pi, sin
from random import Random
from typing import TypeAlias

from rallyman_tutor.scene import shapes as art
from rallyman_tutor.scene.shapes import Circle, Line, Point, Polygon, box, oval

Art: TypeAlias = tuple[art.Shape, ...]


def _blob(x: float, y: float, radius: float, lobes: int, depth: float, seed: int) -> tuple[Point, ...]:
    luck = Random(seed)
    return tuple(
        (
            round(x + cos(t * pi / lobes) * radius * (1 - depth * (t % 2)) * luck.uniform(0.93, 1.07), 1),
            round(y + sin(t * pi / lobes) * radius * (1 - depth * (t % 2)) * luck.uniform(0.93, 1.07), 1),
        )
        for t in range(2 * lobes)
    )


def _crown(name: str, radius: float, seed: int) -> Art:
    return (
        Polygon(oval(4.5, 6, radius * 1.02, radius * 0.92), "shadow", smooth=True, soft=1.6, opacity=0.36),
        Polygon(_blob(0, 0, radius, 7, 0.14, seed), f"{name}-deep", smooth=True),
        Polygon(_blob(-1.3, -1.5, radius * 0.8, 6, 0.16, seed + 1), name, smooth=True),
        Polygon(_blob(-3, -3.4, radius * 0.47, 5, 0.18, seed + 2), f"{name}-lit", smooth=True),
        Polygon(_blob(-4.2, -4.8, radius * 0.2, 4, 0.2, seed + 3), "light", smooth=True, opacity=0.22),
    )


def _fir(name: str, radius: float, seed: int, snowy: bool = False) -> Art:
    tiers: list[art.Shape] = [
        Polygon(oval(4.5, 6, radius, radius * 0.9), "shadow", smooth=True, soft=1.6, opacity=0.36)
    ]
    for tier, (size, shade) in enumerate(((1.0, "-deep"), (0.74, ""), (0.46, "-lit"))):
        x = -0.9 * tier
        tiers.append(Polygon(_blob(x, x, radius * size, 9, 0.3, seed + tier), name + shade))
    top = "snow" if snowy else f"{name}-lit"
    tiers.append(Polygon(_blob(-2.6, -2.6, radius * (0.5 if snowy else 0.2), 6, 0.35, seed + 9), top, opacity=0.95))
    return tuple(tiers)


def _rock(radius: float, seed: int) -> Art:
    ring = _blob(0, 0, radius, 4, 0.08, seed)
    peak = (-radius * 0.16, -radius * 0.22)
    facets: list[art.Shape] = [
        Polygon(tuple((x + 3.2, y + 4.2) for x, y in ring), "shadow", smooth=True, soft=1.4, opacity=0.4),
        Polygon(ring, "rock-deep", stroke="rock-deep", width=1.4),
    ]
    for n, (a, b) in enumerate(zip(ring, (*ring[1:], ring[0]), strict=True)):
        lit = cos(atan2((a[1] + b[1]) / 2, (a[0] + b[0]) / 2) + 3 * pi / 4)
        shade = "rock-lit" if lit > 0.3 else "rock-deep" if lit < -0.35 else "rock"
        facets.append(Polygon((a, b, peak), shade, opacity=1.0 if n % 2 else 0.85))
    return (*facets, Line((ring[5], peak, ring[7]), "light", 0.8, opacity=0.5))


def _house(wide: float, deep: float, roof: str) -> Art:
    x, y = wide / 2, deep / 2
    tiles = tuple(
        Line(((-x + 1, -y * s), (x - 1, -y * s)), f"{roof}-deep", 0.6, opacity=0.45) for s in (0.7, 0.4, -0.35, -0.65)
    )
    return (
        Polygon(((-x + 4, -y + 6), (x + 6, -y + 6), (x + 6, y + 6), (-x + 4, y + 6)), "shadow", soft=1.8, opacity=0.42),
        Polygon(box(0, 0, wide + 2, deep + 2, 1), f"{roof}-deep"),
        Polygon(((-x, -y), (x, -y), (x, 0), (-x, 0)), f"{roof}-lit"),
        Polygon(((-x, 0), (x, 0), (x, y), (-x, y)), roof),
        *tiles,
        Line(((-x, 0), (x, 0)), "light", 1.0, opacity=0.6),
        Polygon(box(x * 0.45 + 1.5, -y * 0.45 + 2, 4, 4), "shadow", opacity=0.4),
        Polygon(box(x * 0.45, -y * 0.45, 4, 4), "slate-deep"),
        Polygon(box(x * 0.45, -y * 0.45, 2, 2), "black"),
    )


def _lit(house: Art, wide: float, deep: float) -> Art:
    """A house by night: light falls from its windows and its door."""
    x, y = wide / 2, deep / 2
    return (
        Polygon(oval(0, 2, x * 1.6, y * 1.7), "lamp", opacity=0.12),
        *house,
        *(Polygon(box(at * x, y * 0.55, 3.6, 3), "lamp") for at in (-0.55, 0, 0.55)),
        Polygon(box(-x * 0.3, -y * 0.5, 3, 2.4), "lamp", opacity=0.85),
    )


def _olive(radius: float, seed: int) -> Art:
    """An olive: a grey-green crown of many lumps, with holes between them."""
    luck = Random(seed)
    lumps = [(luck.uniform(-1, 1) * radius * 0.6, luck.uniform(-1, 1) * radius * 0.55) for _ in range(4)]
    return (
        Polygon(_blob(4.5, 6, radius * 0.95, 4, 0.1, seed), "shadow", soft=1.6, opacity=0.3),
        *(Polygon(_blob(x + 0.8, y + 1, radius * 0.55, 6, 0.16, seed), "forest-deep") for x, y in lumps),
        *(Polygon(_blob(x - 1, y - 1.2, radius * 0.4, 5, 0.16, seed), "forest-lit") for x, y in lumps),
    )


def _cypress() -> Art:
    """A cypress: narrow from above, its shadow long."""
    return (
        Polygon(((-3, 1), (2, -3), (24, 15), (17, 18)), "shadow", smooth=True, soft=1.4, opacity=0.34),
        Polygon(_blob(0, 0, 7, 7, 0.18, 21), "fir-deep", smooth=True),
        Polygon(_blob(-1, -1.2, 5.2, 6, 0.2, 22), "fir", smooth=True),
        Polygon(_blob(-2, -2.3, 2.6, 5, 0.2, 23), "fir-lit", smooth=True),
    )


def _wall() -> Art:
    """A piece of dry stone wall."""
    stones = ((-4.5, 0.6, 3.8), (4.6, 0.4, 3.6), (0, -2.4, 3.2))
    return (
        Polygon(oval(2.5, 4, 10, 4.6), "shadow", opacity=0.25),
        *(Polygon(_blob(x, y, r, 4, 0.06, n), "rock-deep") for n, (x, y, r) in enumerate(stones)),
        *(Polygon(_blob(x - 0.6, y - 0.8, r * 0.7, 4, 0.06, n), "rock-lit") for n, (x, y, r) in enumerate(stones)),
    )


def _logs() -> Art:
    """Felled logs, stacked beside the road."""
    rows = ((-2.6, 0), (2.8, -0.1), (0.2, -4))
    return (
        Polygon(((-9, 3), (9, 3), (13, 8), (-4, 9)), "shadow", opacity=0.3),
        *(Line(((x - 5, y - 4), (x + 3, y + 3)), "earth-deep", 4.4) for x, y in rows),
        *(Line(((x - 5.3, y - 4.6), (x + 1.4, y + 1.4)), "earth", 1.6, opacity=0.8) for x, y in rows),
        *(Circle(x + 3, y + 3, 1.8, "straw") for x, y in rows),
    )


def _mossy(rock: Art, radius: float, seed: int) -> Art:
    """A boulder with moss on it."""
    moss = Polygon(_blob(-1, -radius * 0.25, radius * 0.55, 5, 0.25, seed), "forest-lit", smooth=True, opacity=0.85)
    return (*rock, moss)


def _ferns() -> Art:
    return tuple(
        Line(((0, 0), (dx, dy)), "grass-deep" if n % 2 else "forest", 1.7)
        for n, (dx, dy) in enumerate(((-6, 0), (-4, -4.6), (0.4, -6), (4.2, -4.4), (6, 0.4)))
    )


def _fire() -> Art:
    """Two around a fire, who wait for the cars by night."""
    return (
        *(Circle(1.5, 0, wide, "lamp", opacity=opacity) for wide, opacity in ((28, 0.07), (19, 0.09), (11, 0.13))),
        *_fans()[:3],
        *_fans()[9:12],
        Polygon(((-1.2, 3), (0.6, -4.4), (2, -0.8), (4.2, -3.2), (4.4, 3)), "leader", smooth=True),
        Polygon(((0.4, 3), (1.6, -1.6), (3.2, 3)), "hazard", smooth=True),
        Line(((-1.6, 4), (4.8, 2.8)), "earth-deep", 1.6),
    )


def _blades(x: float, y: float, name: str, size: float = 1.0) -> Art:
    return tuple(
        Line(((x + dx * 0.3 * size, y), (x + dx * size, y - (5.5 - abs(dx) * 0.5) * size)), name, 1.0)
        for dx in (-3, -1, 1, 3)
    )


def _flowers(name: str) -> Art:
    spots = ((-5, -2), (0, 3), (4, -3), (7, 2), (-2, -6))
    return tuple(
        shape for x, y in spots for shape in (Circle(x + 0.5, y + 0.8, 1.4, "grass-deep"), Circle(x, y, 1.3, name))
    )


def _wave(x: float, y: float) -> Line:
    return Line(
        ((x - 9, y), (x - 4.5, y - 2.6), (x, y), (x + 4.5, y - 2.6), (x + 9, y)), "light", 1.3, smooth=True, opacity=0.6
    )


def _sheep(x: float, y: float, way: int) -> Art:
    return (
        Polygon(oval(x + 1.5, y + 2, 4.6, 3.2), "shadow", smooth=True, soft=0.8, opacity=0.4),
        Polygon(_blob(x, y, 4.2, 5, 0.16, 7), "snow", smooth=True),
        Polygon(_blob(x - 0.8, y - 0.9, 2.6, 5, 0.16, 8), "light", smooth=True),
        Polygon(oval(x + 4.6 * way, y + 0.4, 1.9, 1.5), "black", smooth=True),
    )


def _boat() -> Art:
    return (
        Polygon(((-10, 2), (0, -2), (11, 2), (0, 7)), "shadow", smooth=True, soft=1.5, opacity=0.3),
        Polygon(((-11, 0), (-3, -4.2), (8, -3.4), (13, 0), (8, 3.4), (-3, 4.2)), "roof-deep", smooth=True),
        Polygon(((-8, 0), (-2, -2.6), (6, -2), (9, 0), (6, 2), (-2, 2.6)), "village-lit", smooth=True),
        Line(((-2, -2.6), (-2, 2.6)), "roof-deep", 1.2),
        Line(((3, -2.3), (3, 2.3)), "roof-deep", 1.2),
    )


def _fans() -> Art:
    """People who came to watch."""
    places = ((-9, -1, 5), (-3.5, 2.4, 0), (1.6, -2.2, 3), (6.4, 1.6, 1), (11.5, -1.4, 4))
    people: list[art.Shape] = []
    for x, y, colour in places:
        people += [
            Polygon(oval(x + 1.6, y + 2.2, 2.8, 2.4), "shadow", smooth=True, soft=0.7, opacity=0.45),
            Polygon(oval(x, y, 2.9, 2.2), f"car{colour}", stroke=f"car{colour}-deep", width=0.5, smooth=True),
            Circle(x - 0.1, y - 0.5, 1.5, "village-lit", stroke="village-deep", width=0.4),
        ]
    return tuple(people)


def _gravel() -> Art:
    """A heap of gravel, as it lies on the road in a bend."""
    luck = Random(9)
    spots = [(luck.gauss(0, 4.2), luck.gauss(0, 3.6), luck.uniform(1.2, 2.5)) for _ in range(17)]
    return (
        Polygon(oval(0.8, 1.2, 11.5, 9.5), "shadow", smooth=True, soft=1.6, opacity=0.5),
        Polygon(oval(0, 0, 10.5, 8.5), "gravel", smooth=True, stroke="gravel-deep", width=1.2),
        *(Circle(round(x + 0.5, 1), round(y + 0.8, 1), round(r, 1), "gravel-deep") for x, y, r in spots),
        *(Circle(round(x, 1), round(y, 1), round(r * 0.9, 1), "gravel-lit") for x, y, r in spots),
    )


GRAVEL = _gravel()
STAMPS: Mapping[str, Art] = {
    "oak": _crown("forest", 13, 3),
    "oak2": _crown("forest", 11, 17),
    "birch": _crown("autumn", 10.5, 29),
    "fir": _fir("fir", 12, 41),
    "snowfir": _fir("fir", 12, 53, snowy=True),
    "bush": _crown("forest", 6, 61),
    "crag": _rock(14, 71),
    "crag2": _rock(12, 83),
    "boulder": _rock(7.5, 97),
    "boulder2": _rock(6, 101),
    "hedge": _crown("forest", 6, 61),
    "olive": _olive(12, 5),
    "olive2": _olive(10, 8),
    "pine": _crown("fir", 11.5, 37),
    "cypress": _cypress(),
    "drybush": _crown("autumn", 5.5, 61),
    "thistle": _flowers("flower"),
    "wall": _wall(),
    "fir2": _fir("fir", 12.5, 47),
    "logs": _logs(),
    "mossy": _mossy(_rock(7.5, 97), 7.5, 11),
    "ferns": _ferns(),
    "house": _house(27, 19, "roof"),
    "house2": _house(22, 20, "slate"),
    "house3": _house(24, 17, "roof"),
    "house-lit": _lit(_house(27, 19, "roof"), 27, 19),
    "house2-lit": _lit(_house(22, 20, "slate"), 22, 20),
    "house3-lit": _lit(_house(24, 17, "roof"), 24, 17),
    "fire": _fire(),
    "barn": _house(31, 18, "straw"),
    "wave": (_wave(0, 0), _wave(11, 6)),
    "boat": _boat(),
    "boat-lit": (
        Circle(0, 0, 22, "lamp", opacity=0.06),
        *_boat(),
        Circle(3, 0, 7, "lamp", opacity=0.2),
        Circle(3, 0, 2, "lamp"),
    ),
    "reeds": (*_blades(0, 0, "grass-deep"), *_blades(5, 2, "autumn", 0.8)),
    "tuft": (*_blades(0, 0, "grass-deep", 0.8), *_blades(4, 2, "grass-lit", 0.7)),
    "flowers": _flowers("flower"),
    "poppies": (*_flowers("poppy"), *_blades(-3, 3, "grass-deep", 0.6)),
    "bale": (
        Polygon(oval(3, 4, 7, 6), "shadow", smooth=True, soft=1.4, opacity=0.4),
        Circle(0, 0, 6.4, "straw-deep"),
        Circle(-0.6, -0.7, 5.4, "straw"),
        Circle(-0.6, -0.7, 3.6, stroke="straw-deep", width=0.8, opacity=0.7),
        Circle(-0.6, -0.7, 1.8, stroke="straw-deep", width=0.8, opacity=0.7),
    ),
    "sheep": _sheep(0, 0, 1) + _sheep(13, 6, -1) + _sheep(-3, 12, 1),
    "fans": _fans(),
    "pebbles": tuple(
        shape
        for x, y, r in ((0, 0, 2.2), (5, 2, 1.5), (-4, 3, 1.3))
        for shape in (Circle(x + 0.7, y + 1, r, "earth-deep"), Circle(x, y, r, "rock"))
    ),
    "drift": (
        Polygon(((-11, 2), (-3, -4), (8, -1), (11, 3), (0, 5)), "snow-deep", smooth=True, opacity=0.5),
        Polygon(((-11, 0), (-3, -6), (7, -3), (10, 1), (0, 2)), "light", smooth=True, opacity=0.9),
    ),
}
