"""The print on the cards: milestones with large figures, and a pictogram for everything that can happen on a road.

A pictogram is drawn around its middle, about 60 units wide, and serves three times: on the card, small on the road of
the side it strikes, and in the row of immunities.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin
from types import MappingProxyType

from rallyman_tutor.games.mil_millas.state import CARDS, KIND
from rallyman_tutor.parts.playing_cards import Mark, back, front, star
from rallyman_tutor.scene.shapes import Circle, Group, Line, Polygon, Shape, Text, box, oval

Art = tuple[Shape, ...]

FRAMES: Mapping[str, str] = MappingProxyType(
    {"distance": "car0", "attack": "start", "defence": "car2", "immunity": "finish"}
)
MARKS: Mapping[str, Mark] = MappingProxyType({"attack": "triangle", "defence": "circle", "immunity": "star"})


@lru_cache(maxsize=64)
def face(card: str, fanned: bool = True) -> Art:
    """A card face up. In a fan little more than a corner is seen, so a distance card has its figure there, too."""
    if card not in CARDS:
        return back()
    kind = KIND[card]
    if kind == "distance":
        return front(FRAMES[kind], _milestone(card), figure=card if fanned else "")
    return front(FRAMES[kind], (_ground(kind), Group(pictogram(card), 0, 0, scale=1.08)), MARKS[kind])


def faces() -> dict[str, Group]:
    """All cards, and a back, by key."""
    return {card: Group(face(card, fanned=False)) for card in CARDS} | {"back": Group(back())}


@lru_cache(maxsize=64)
def pictogram(name: str) -> Art:
    """The picture of a card without the card."""
    return _PICTURES[name]()


def _ground(kind: str) -> Shape:
    """A soft disc that carries a pictogram."""
    return Circle(0, 0, 37, f"{FRAMES[kind]}-lit", opacity=0.2)


def _milestone(figure: str) -> Art:
    """A stone by the road with a red cap."""
    size = 35 if len(figure) < 3 else 30
    stone = ((-27, 40), (-27, -18), (-24, -32), (-14, -42), (0, -45), (14, -42), (24, -32), (27, -18), (27, 40))
    cap = ((-27, -14), (-26, -24), (-22, -34), (-13, -42), (0, -45), (13, -42), (22, -34), (26, -24), (27, -14))
    return (
        Polygon(box(0, 45.5, 77, 25, 2), "grass"),
        *(Line(((x, 40), (x + 2, 34)), "grass-deep", 1.6, opacity=0.8) for x in (-35, -31, 31, 35)),
        Polygon(box(0, 52, 77, 12, 2), "tarmac"),
        Line(((-34, 52), (34, 52)), "paint", 1.8, dash=(8, 7)),
        Polygon(oval(3, 41, 33, 4.5), "shadow", smooth=True, soft=2, opacity=0.5),
        Polygon(stone, "light", stroke="post", width=1.2),
        Polygon(cap, "start", stroke="start-deep", width=0.8),
        Polygon(((12, 39), (26, 39), (26, -13), (20, -13)), "post", opacity=0.14),
        Line(((-18, -33), (-8, -39)), "light", 2, opacity=0.6),
        Text(0, 13, figure, size, "black"),
    )


# -- Lights and signs -------------------------------------------------------------------------------------------------


def _light(lit: int, colour: str) -> Art:
    """A traffic light with one of its three lamps lit."""
    lamps: list[Shape] = []
    for n, y in enumerate((-19.0, 0.0, 19.0)):
        if n == lit:
            lamps += [
                Circle(0, y, 13, colour, soft=4, opacity=0.55),
                Circle(0, y, 8, colour),
                Circle(-2.4, y - 2.6, 2.4, "light", opacity=0.7),
            ]
        else:
            lamps += [Circle(0, y, 8, "tarmac-deep", stroke="black", width=0.8)]
        lamps.append(Line(((-8.5, y - 4), (-5, y - 9), (5, y - 9), (8.5, y - 4)), "black", 2.2, smooth=True))
    return (
        Polygon(box(0, 0, 27, 63, 8), "die", stroke="black", width=1.4),
        Polygon(box(0, 0, 23, 59, 6), stroke="die-lit", width=0.9, opacity=0.8),
        *lamps,
    )


def _sign(rim: str) -> Art:
    return (
        Circle(1.5, 2.5, 28, "shadow", soft=2, opacity=0.4),
        Circle(0, 0, 28, "light", stroke="black", width=0.8),
        Circle(0, 0, 24, stroke=rim, width=7.5),
    )


def _limit() -> Art:
    return (*_sign("start"), Text(0, 0.5, "50", 28, "black"))


def _endlimit() -> Art:
    stripes = tuple(Line(((-15 + d, 17 + d * 0.7), (15 + d, -17 + d * 0.7)), "black", 2.4) for d in (-5.0, 0.0, 5.0))
    return (*_sign("slate-lit"), Text(0, 0.5, "50", 25, "slate"), *stripes)


def _wrong() -> Art:
    return (
        Circle(1.5, 2.5, 28, "shadow", soft=2, opacity=0.4),
        Circle(0, 0, 28, "start", stroke="light", width=2.5),
        Polygon(box(0, 0, 38, 10.5, 2), "light"),
    )


def _endwrong() -> Art:
    return (
        Circle(1.5, 2.5, 28, "shadow", soft=2, opacity=0.4),
        Circle(0, 0, 28, "car0", stroke="light", width=2.5),
        Line(((11, 15), (11, -4), (6, -12), (-2, -13), (-9, -8), (-10, 0)), "light", 6, smooth=True),
        Polygon(((-20, -1), (0, -1), (-10, 14)), "light"),
    )


# -- Breakdowns and their cures ---------------------------------------------------------------------------------------


def _pump(colour: str, full: bool) -> Art:
    """A petrol pump; its gauge says whether there is anything in it."""
    level: Art = (Polygon(box(-6, -14, 20, 14, 2), "car2-lit" if full else "light"),)
    if full:
        drop = ((26, -4), (32, 7), (31, 13), (26, 16), (21, 13), (20, 7))
        level += (
            Polygon(drop, "car0", stroke="car0-deep", width=1, smooth=True),
            Line(((23, 8), (24, 11)), "light", 1.6),
        )
        level += (Line(((-13, -14), (-8, -9), (2, -20)), "black", 3),)
    else:
        level += (Line(((-14, -20), (2, -8)), "start", 3), Line(((2, -20), (-14, -8)), "start", 3))
    return (
        Polygon(oval(0, 30, 26, 3.5), "shadow", smooth=True, soft=2, opacity=0.45),
        Line(((8, 4), (15, 6), (16, 18), (22, 22), (27, 16), (26, -10), (19, -20)), "black", 3.4, smooth=True),
        Polygon(box(-6, 0, 30, 58, 5), colour, stroke=f"{colour}-deep", width=1.4),
        Polygon(box(-6, 27, 36, 6, 2), "die"),
        Polygon(box(-6, -14, 23, 17, 3), "black"),
        *level,
        Polygon(box(-6, 7, 18, 10, 2), f"{colour}-deep", opacity=0.8),
        Line(((-17, -22), (-17, 20)), "light", 2, opacity=0.35),
    )


def _tyre(flat: bool) -> Art:
    low = 22 if flat else 29
    crown = ((-29, -2), (-24, -18), (-10, -28), (10, -28), (24, -18), (29, -2))
    round_ = ((26, 14), (12, 27), (0, 29), (-12, 27), (-26, 14))
    squashed = ((28, 9), (30, 17), (25, 22), (10, 23), (-10, 23), (-25, 22), (-30, 17), (-28, 9))
    rim = (*crown, *(squashed if flat else round_))
    hub = -3 if flat else 0
    wheel: Art = (
        Polygon(oval(0, low + 2, 30, 4), "shadow", smooth=True, soft=2, opacity=0.5),
        Polygon(rim, "tyre", stroke="black", width=1.2, smooth=True),
        *(
            Line(((25.5 * cos(a), hub + 25.5 * sin(a)), (29 * cos(a), hub + 29 * sin(a))), "tarmac-lit", 1.6, opacity=0.7)
            for a in (pi + n * pi / 10 for n in range(1, 10))
        ),
        Circle(0, hub, 16, "slate-lit", stroke="black", width=1.2),
        *(
            Polygon((
                (14 * cos(a - 0.2), hub + 14 * sin(a - 0.2)), (14 * cos(a + 0.2), hub + 14 * sin(a + 0.2)),
                (5 * cos(a + 0.35), hub + 5 * sin(a + 0.35)), (5 * cos(a - 0.35), hub + 5 * sin(a - 0.35)),
            ), "slate-deep")
            for a in (n * 2 * pi / 5 - pi / 2 for n in range(5))
        ),
        Circle(0, hub, 4, "light", stroke="black", width=0.8),
    )  # fmt: skip
    if flat:
        wheel += (
            Line(((20, -32), (13, -15)), "slate-deep", 3),
            Line(((16, -35), (25, -31)), "slate-deep", 3.4),
            Circle(-26, 27, 3, "slate-lit", opacity=0.8),
            Circle(-33, 25, 4.5, "slate-lit", opacity=0.6),
            Circle(-41, 21, 5.5, "slate-lit", opacity=0.4),
        )
    return wheel


def _crash() -> Art:
    return (
        Polygon(star(1.5, 2.5, 33, 19, 9), "shadow", soft=2, opacity=0.45),
        Polygon(star(0, 0, 33, 19, 9), "hazard", stroke="hazard-deep", width=1.3),
        Polygon(star(0, 0, 24, 14, 9), "car1"),
        Group(
            (
                Polygon(
                    ((-19, 5), (-17, -2), (-8, -4), (-4, -10), (7, -11), (11, -3), (14, -6), (12, 0), (17, 2), (12, 6)),
                    "light",
                    stroke="black",
                    width=1.5,
                ),
                Polygon(((-3, -4), (-1, -8), (5, -8.5), (7, -4)), "glass"),
                Circle(-10, 6.5, 4.6, "tyre"),
                Circle(8, 7.5, 4.6, "tyre"),
                Line(((14, -8), (19, -15)), "black", 2),
                Line(((17, -3), (24, -6)), "black", 2),
            ),
            angle=-0.15,
        ),
    )


def _repair() -> Art:
    jaw = (
        (-7, -34),
        (-14, -28),
        (-14, -18),
        (-6, -12),
        (-5, 14),
        (-12, 20),
        (-12, 29),
        (-5, 35),
        (-4, 26),
        (4, 26),
        (5, 35),
        (12, 29),
        (12, 20),
        (5, 14),
        (6, -12),
        (14, -18),
        (14, -28),
        (7, -34),
        (6, -23),
        (-6, -23),
    )
    return (
        Group((Polygon(tuple((x + 2, y + 3) for x, y in jaw), "shadow", soft=2, opacity=0.4),), angle=0.7),
        Group(
            (
                Polygon(box(0, 14, 9, 42, 4), "start", stroke="start-deep", width=1.2),
                Polygon(box(0, -18, 5.5, 28, 1), "slate-lit", stroke="slate-deep", width=1),
                Polygon(((-4, -32), (4, -32), (2.6, -38), (-2.6, -38)), "slate-deep"),
            ),
            angle=-0.7,
        ),
        Group(
            (
                Polygon(jaw, "slate-lit", stroke="slate-deep", width=1.4),
                Line(((-2, -8), (-2, 12)), "light", 2, opacity=0.7),
            ),
            angle=0.7,
        ),
    )


# -- Immunities -------------------------------------------------------------------------------------------------------


def _priority() -> Art:
    rays = tuple(
        Line(((24 * cos(a), -8 + 24 * sin(a)), (34 * cos(a), -8 + 34 * sin(a))), "finish-deep", 3.6)
        for a in (-pi / 2 + n * 0.62 for n in (-2, -1, 0, 1, 2))
    )
    return (
        *rays,
        Polygon(
            ((-17, 14), (-17, -6), (-12, -17), (0, -21), (12, -17), (17, -6), (17, 14)),
            "car0",
            stroke="car0-deep",
            width=1.4,
        ),
        Polygon(((-11, 12), (-11, -5), (-7, -13), (-3, -15), (-5, 12)), "light", opacity=0.5),
        Circle(3, -1, 6.5, "lamp"),
        Polygon(box(0, 18, 46, 9, 3), "die", stroke="black", width=1),
        Polygon(box(0, 26, 56, 8, 3), "slate-deep"),
    )


def _tanker() -> Art:
    return (
        Polygon(oval(0, 24, 33, 3.5), "shadow", smooth=True, soft=2, opacity=0.5),
        Polygon(box(-7, 0, 46, 28, 13), "car2", stroke="car2-deep", width=1.5),
        Line(((-22, -7), (8, -7)), "light", 3, opacity=0.55),
        *(Line(((x, -13), (x, 13)), "car2-deep", 1.2) for x in (-17, -7, 3)),
        Polygon(((17, 15), (17, -9), (26, -9), (32, 2), (32, 15)), "start", stroke="start-deep", width=1.4),
        Polygon(((20, 1), (20, -6), (25, -6), (29, 1)), "glass"),
        Polygon(box(0, 16, 64, 4, 1), "die"),
        *(part for x in (-22, -11, 22) for part in (Circle(x, 20, 6.4, "tyre"), Circle(x, 20, 2.6, "slate-lit"))),
        Polygon(((-7, -8), (-1, 1), (-2, 6), (-7, 9), (-12, 6), (-13, 1)), "hazard", smooth=True),
    )


def _shielded() -> Art:
    shield = ((0, -13), (13, -9), (12, 4), (7, 12), (0, 17), (-7, 12), (-12, 4), (-13, -9))
    return (
        *(Group(_tyre(False), 0, 0, scale=1.06),),
        Polygon(shield, "finish", stroke="black", width=1.4),
        Line(((-6, 0), (-1, 6), (7, -6)), "black", 3.6),
    )


def _ace() -> Art:
    return (
        *(
            Group((Polygon(oval(0, -31, 4.2, 7), "car2", smooth=True, stroke="car2-deep", width=0.8),), angle=side * (0.55 + 0.42 * n))
            for side in (-1, 1) for n in range(6)
        ),
        Circle(0, 0, 23, stroke="black", width=8.5),
        Circle(0, 0, 23, stroke="die-lit", width=4.2),
        Line(((-21, -3), (21, -3)), "black", 5.5),
        Line(((0, 0), (0, 21)), "black", 5.5),
        Circle(0, -2, 10.5, "black"),
        Polygon(star(0, -1.6, 9, 3.9), "finish"),
    )  # fmt: skip


_PICTURES = MappingProxyType(
    {
        "red": lambda: _light(0, "tail"),
        "green": lambda: _light(2, "gear2"),
        "dark": lambda: _light(-1, "tail"),
        "limit": _limit,
        "endlimit": _endlimit,
        "wrong": _wrong,
        "endwrong": _endwrong,
        "fuel": lambda: _pump("start", full=False),
        "petrol": lambda: _pump("car2", full=True),
        "flat": lambda: _tyre(True),
        "spare": lambda: _tyre(False),
        "crash": _crash,
        "repair": _repair,
        "priority": _priority,
        "tanker": _tanker,
        "proof": _shielded,
        "ace": _ace,
    }
)
