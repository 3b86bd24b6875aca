"""Playing cards as they lie on felt: blank fronts, backs, stacks, fans, and the felt itself.

What is printed on a card is its game's own; here is what all cards have in common. A front wears the mark of its kind
in its corners, so that the kind is told by a shape before a colour. Measures are those of a card around its middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from random import Random
from typing import Literal

from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, Shape, Text, box

WIDE, HIGH, CORNER = 96.0, 138.0, 10.0
Mark = Literal["", "triangle", "circle", "star", "square"]


def front(frame: str, inside: Sequence[Shape], mark: Mark = "", figure: str = "") -> tuple[Shape, ...]:
    """A card face up: a frame in the colour of its kind, what is printed on it, and in two corners the mark of its
    kind; without a mark, a figure in the upper left corner."""
    first = _corner(mark, figure, frame) if mark or figure else ()
    return (
        Polygon(box(2.2, 3.4, WIDE, HIGH, CORNER), "shadow", soft=3, opacity=0.5),
        Polygon(box(0, 0, WIDE, HIGH, CORNER), "paint", stroke="post", width=0.9),
        Polygon(box(0, 0, WIDE - 9, HIGH - 9, CORNER - 3), stroke=frame, width=4.2),
        Polygon(box(0, 0, WIDE - 14.5, HIGH - 14.5, CORNER - 5), stroke=f"{frame}-deep", width=0.7, opacity=0.7),
        *inside,
        Group(first, -WIDE / 2 + 18, -HIGH / 2 + 18),
        *((Group(first, WIDE / 2 - 18, HIGH / 2 - 18, pi),) if mark else ()),
        Polygon(
            ((-WIDE / 2 + 6, -HIGH / 2 + 5), (WIDE / 2 - 8, -HIGH / 2 + 5), (-WIDE / 2 + 6, HIGH / 2 - 20)),
            "light",
            opacity=0.1,
        ),
    )


def _corner(mark: Mark, figure: str, colour: str) -> tuple[Shape, ...]:
    match mark:
        case "triangle":
            return (Polygon(((0, -7.5), (7.5, 5.5), (-7.5, 5.5)), colour, stroke=f"{colour}-deep", width=0.8),)
        case "circle":
            return (Circle(0, 0, 6.4, colour, stroke=f"{colour}-deep", width=0.8),)
        case "star":
            return (Polygon(star(0, 0, 8.5, 3.8), colour, stroke=f"{colour}-deep", width=0.8),)
        case "square":
            return (Polygon(box(0, 0, 12, 12, 2), colour, stroke=f"{colour}-deep", width=0.8),)
        case _:
            return (Text(5.5 * len(figure) - 8, 2, figure, 24, "black"),)


def star(x: float, y: float, outer: float, inner: float, points: int = 5) -> tuple[Point, ...]:
    """The outline of a star that stands on two of its points."""
    return tuple(
        (
            round(x + (inner if n % 2 else outer) * sin(n * pi / points), 2),
            round(y - (inner if n % 2 else outer) * cos(n * pi / points), 2),
        )
        for n in range(2 * points)
    )


@lru_cache(maxsize=4)
def back(colour: str = "start") -> tuple[Shape, ...]:
    """A card face down: wavy lines, and a disc in the middle."""
    rows = tuple(
        Line(
            tuple((x, y + 5 * sin(x / 8.5 + n * 1.2)) for x in (-36, -27, -18, -9, 0, 9, 18, 27, 36)),
            f"{colour}-lit", 2.2, smooth=True, opacity=0.75,
        )
        for n, y in enumerate((-46, -34.5, -23, 23, 34.5, 46))
    )  # fmt: skip
    return (
        Polygon(box(2.2, 3.4, WIDE, HIGH, CORNER), "shadow", soft=3, opacity=0.5),
        Polygon(box(0, 0, WIDE, HIGH, CORNER), "paint", stroke="post", width=0.9),
        Polygon(box(0, 0, WIDE - 11, HIGH - 11, CORNER - 4), colour, stroke=f"{colour}-deep", width=1.2),
        *rows,
        Circle(0, 0, 17, "paint", stroke=f"{colour}-deep", width=1.5),
        Polygon(star(0, 0.5, 13, 5.5), colour),
    )


def stack(count: int, top: Sequence[Shape], below: Sequence[Shape]) -> tuple[Shape, ...]:
    """A pile: the cards below lie a little askew, and the more there are, the higher it is."""
    luck = Random(3)
    layers = min(5, (count + 5) // 8) if count > 1 else 0
    askew = [
        Group(
            tuple(below),
            round(1.6 * n - 1.2 * layers, 1),
            round(1.2 * layers - 1.8 * n, 1),
            luck.uniform(-0.035, 0.035),
        )
        for n in range(layers)
    ]
    lift = -1.8 * layers * 0.5
    return (*askew, Group(tuple(top), 0.4 * layers, round(lift, 1)))


def empty_spot() -> tuple[Shape, ...]:
    """Where cards will lie, as long as none do."""
    dashed = (*box(0, 0, WIDE - 8, HIGH - 8, CORNER), box(0, 0, WIDE - 8, HIGH - 8, CORNER)[0])
    return (Line(dashed, "paint", 2, dash=(7, 8), opacity=0.4),)


def fan(
    count: int, x: float, y: float, spread: float = 86.0, room: float = 620.0
) -> tuple[tuple[float, float, float], ...]:
    """Where the cards of a hand lie, left to right: middle and angle of each."""
    step = min(spread, room / max(count, 1))
    turn = 0.05
    places = []
    for n in range(count):
        aside = n - (count - 1) / 2
        places.append((round(x + aside * step, 1), round(y + 3.2 * aside * aside, 1), round(turn * aside, 3)))
    return tuple(places)


def felt(width: float, height: float) -> tuple[Shape, ...]:
    """A table cloth, lighter where the lamp hangs, in a wooden rim."""
    luck = Random(12)
    specks = tuple(
        Circle(
            round(luck.uniform(0, width), 1), round(luck.uniform(0, height), 1), round(luck.uniform(0.6, 1.3), 2),
            "fir-lit" if n % 2 else "fir-deep", opacity=0.35,
        )
        for n in range(int(width * height / 2600))
    )  # fmt: skip
    return (
        Polygon(box(width / 2, height / 2, width, height), "earth-deep"),
        Polygon(box(width / 2, height / 2, width - 8, height - 8, 16), "earth"),
        Polygon(box(width / 2, height / 2, width - 20, height - 20, 14), "fir-deep", stroke="black", width=1.2),
        Polygon(box(width / 2, height / 2, width - 24, height - 24, 12), "fir"),
        Polygon(
            tuple((width * (0.42 + 0.46 * cos(a * pi / 8)), height * (0.4 + 0.5 * sin(a * pi / 8))) for a in range(16)),
            "fir-lit", smooth=True, soft=60, opacity=0.35,
        ),
        *specks,
        *_seam(width, height),
    )  # fmt: skip


def _seam(width: float, height: float) -> tuple[Shape, ...]:
    outline = box(width / 2, height / 2, width - 36, height - 36, 9)
    return (Line((*outline, outline[0]), "fir-lit", 1.1, dash=(5, 5), opacity=0.55),)
