"""Rally cars from above: nose, windows, spoiler, six liveries, and the dust they raise.

A car is told from another by its number first, then by its livery, and by its colour last: so nobody needs to see
colours. The body turns with the car; its number stays upright to the reader.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import cos, sin

from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, Shape, Text, box, placed

LIVERIES = ("stripe", "chevron", "ring", "diamond", "cross", "dots")

_HALF_BODY = (
    (17.2, 0),
    (16.6, 4.6),
    (14.2, 7.2),
    (9.5, 8.0),
    (4.0, 7.3),
    (-4.0, 7.4),
    (-9.5, 8.3),
    (-15.0, 7.8),
    (-16.8, 5.2),
    (-17.2, 0),
)
BODY: tuple[Point, ...] = (*_HALF_BODY, *((x, -y) for x, y in reversed(_HALF_BODY[1:-1])))


def car(
    colour: int, number: int, x: float, y: float, heading: float, key: str = "", scale: float = 1.0,
    lamps: bool = False,
) -> Group:  # fmt: skip
    """A rally car from above: bonnet, windows, spoiler, its livery, and its number upright on the roof; with its lamps
    lit where it is night."""
    shadow = Polygon(
        tuple(placed(Group((), 0, 0, heading), p) for p in BODY), "shadow", smooth=True, soft=1.8, opacity=0.5
    )
    return Group(
        (
            Group((shadow,), 2.6, 3.8),
            Group(_body(colour, lamps), angle=heading),
            Circle(-2.2 * cos(heading), -2.2 * sin(heading), 5.3, "paint", stroke="black", width=0.5),
            Text(-2.2 * cos(heading), -2.2 * sin(heading), str(number), 9.6 if number < 10 else 7.6, "black"),
        ),
        round(x, 2),
        round(y, 2),
        scale=scale,
        key=key,
    )


def pale(car: Group) -> Group:
    """A car that was drawn by `car`, as a ghost: pale, without shadow and livery, with a letter on its roof."""
    heading = heading_of(car)
    x, y = -2.2 * cos(heading), -2.2 * sin(heading)
    roof = Circle(x, y, 5.3, "light", stroke="black", width=0.7), Text(x, y, "G", 8.6, "black")
    return replace(car, shapes=(Group(_pale_body(), angle=heading), *roof), key="")


def heading_of(car: Group) -> float:
    """Where the nose of a car points that was drawn by `car`."""
    _, body = (part for part in car.shapes if isinstance(part, Group))  # the first is its shadow
    return body.angle


@lru_cache(maxsize=1)
def _pale_body() -> tuple[Shape, ...]:
    edge = (*BODY, BODY[0])
    return (
        Polygon(BODY, "light", smooth=True, opacity=0.62),
        Polygon(((7.2, -5.7), (8.4, 0), (7.2, 5.7), (2.8, 4.9), (3.2, 0), (2.8, -4.9)), "glass", opacity=0.4),
        Polygon(((-7.6, -5), (-11, -5.6), (-11, 5.6), (-7.6, 5)), "glass", opacity=0.4),
        Line(edge, "light", 2.6),
        Line(edge, "black", 1.3, dash=(3.2, 3.4)),
    )


BEAMS: tuple[Shape, ...] = tuple(
    Polygon(((15, -5), (far * 0.6, -wide * 0.8), (far, -wide), (far + 9, 0), (far, wide), (far * 0.6, wide * 0.8), (15, 5)),
            "lamp", opacity=opacity)
    for far, wide, opacity in ((126, 34, 0.05), (104, 26, 0.05), (80, 18, 0.055), (54, 11, 0.06))
)  # fmt: skip
"""The light of the lamps: brighter near the car."""


@lru_cache(maxsize=16)
def _body(colour: int, lamps: bool) -> tuple[Shape, ...]:
    paint = f"car{colour % 6}"
    wheels = tuple(Polygon(box(x, y, 7.2, 3.6, 1.2), "tyre") for x in (10.2, -10.4) for y in (-7.5, 7.5))
    return (
        *(BEAMS if lamps else ()),
        *wheels,
        Polygon(BODY, paint, stroke=f"{paint}-deep", width=0.9, smooth=True),
        Polygon(
            ((15.4, -4.6), (8, -6.2), (-15, -6.4), (-15, -2.6), (8, -2.2), (15.8, -1.6)),
            f"{paint}-lit",
            smooth=True,
            opacity=0.55,
        ),
        *_livery(LIVERIES[colour % 6], f"{paint}-mark"),
        Polygon(((7.2, -5.7), (8.4, 0), (7.2, 5.7), (2.8, 4.9), (3.2, 0), (2.8, -4.9)), "glass"),
        Polygon(((6.9, -5.0), (7.6, -2.6), (3.3, -1.6), (3.2, -4.4)), "light", opacity=0.35),
        Polygon(((2.2, -6.5), (1.4, -5.2), (-6.6, -5.2), (-8.2, -6.7)), "glass"),
        Polygon(((2.2, 6.5), (1.4, 5.2), (-6.6, 5.2), (-8.2, 6.7)), "glass"),
        Polygon(((-7.6, -5), (-11, -5.6), (-11, 5.6), (-7.6, 5)), "glass"),
        Polygon(box(-15.8, 0, 3.4, 17.4, 1.2), f"{paint}-deep", stroke="black", width=0.5),
        Line(((-15.8, -7.4), (-15.8, 7.4)), f"{paint}-lit", 0.8),
        Line(((4.4, -7.6), (5.4, -9.1)), "black", 1.5),
        Line(((4.4, 7.6), (5.4, 9.1)), "black", 1.5),
        *(Polygon(((16.3, 2.6 * s), (15.2, 5.9 * s), (13.2, 6.6 * s), (14.4, 3.4 * s)), "lamp") for s in (-1, 1)),
        *(Line(((-17, 4.4 * s), (-16.8, 6.4 * s)), "tail", 1.3) for s in (-1, 1)),
    )


def _livery(name: str, mark: str) -> tuple[Shape, ...]:
    match name:
        case "stripe":
            return tuple(Polygon(box(0, y, 32, 2.1), mark) for y in (-2.0, 2.0))
        case "chevron":
            return tuple(Line(((x - 4.2, -5.2), (x, 0), (x - 4.2, 5.2)), mark, 1.9) for x in (15.2, 11.8, -9.6))
        case "ring":
            return Circle(11.8, 0, 3, stroke=mark, width=1.5), Circle(-2.2, 0, 6.9, stroke=mark, width=1.6)
        case "diamond":
            return tuple(
                Polygon(((x + w, 0), (x, 4.4), (x - w, 0), (x, -4.4)), mark) for x, w in ((12, 2.9), (-2.2, 8.6))
            )
        case "cross":
            return tuple(Line(((8.8, 3.6 * s), (15.4, -3.6 * s)), mark, 1.9) for s in (-1, 1)) + tuple(
                Line(((-8, 6 * s), (3.4, -6 * s)), mark, 1.7) for s in (-1, 1)
            )
        case _:
            spots = ((14.2, 0), (11.4, -3.8), (11.4, 3.8), (9.4, 0), (1.6, -3.9), (1.6, 3.9), (-6.2, -4.2), (-6.2, 4.2))
            return tuple(Circle(x, y, 1.25, mark) for x, y in spots)


def dust(x: float, y: float, heading: float) -> Iterator[Shape]:
    """The dust that the back wheels throw up."""
    for back, aside, radius, opacity in (
        (17, 5, 6, 0.5),
        (22, -4, 8, 0.42),
        (29, 4, 10, 0.34),
        (38, -3, 12, 0.24),
        (48, 5, 13, 0.15),
    ):
        yield Circle(
            round(x - back * cos(heading) - aside * sin(heading), 1),
            round(y - back * sin(heading) + aside * cos(heading), 1),
            radius, "sand-lit", soft=3, opacity=opacity,
        )  # fmt: skip
