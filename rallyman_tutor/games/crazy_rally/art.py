"""The cards of Crazy Rally and what is printed on them: large figures, plain pictograms, all drawn here.

A card is drawn around its middle, in the size of all playing cards. Nobody needs to see colours: an adjustment card
wears the letter of its colour; faster points up, slower points down; on a course card the red figure, the minimum,
stands on a bar, and a white one, the maximum, hangs below a bar.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin

from rallyman_tutor.games.crazy_rally.state import CARDS, COURSE, EVENTS, HIDDEN
from rallyman_tutor.parts import playing_cards
from rallyman_tutor.parts.playing_cards import star
from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, Shape, Text, box

WIDE, HIGH, CORNER = playing_cards.WIDE, playing_cards.HIGH, playing_cards.CORNER
INKS = {"B": "car0", "Y": "hazard", "P": "car4-deep", "E": "tarmac"}
EVENT_INKS = {"red": "start", "green": "car2", "white": "snow", "black": "black"}
SYMBOLS = {"tyre": "T", "steering-wheel": "W", "nut": "N"}
"""The pictograms of adjustment cards that the legend tells of."""
Art = tuple[Shape, ...]


def card(name: str, x: float = 0, y: float = 0, angle: float = 0.0, scale: float = 1.0, key: str = "") -> Group:
    """Any card by its name; a hidden card lies face down."""
    return Group(_face(name), round(x, 2), round(y, 2), angle, scale, key=key)


def back(kind: str, x: float, y: float, angle: float = 0.0, scale: float = 1.0, key: str = "") -> Group:
    """The back of a card to hold ("hand") or of a course card ("course")."""
    return Group(_back(kind), round(x, 2), round(y, 2), angle, scale, key=key)


@lru_cache(maxsize=128)
def _face(name: str) -> Art:
    if name == HIDDEN:
        return _back("hand")
    if name in COURSE:
        return _course(name)
    return _event(name) if name in EVENTS else _adjustment(name)


def _sheet(fill: str, edge: str) -> Iterator[Shape]:
    yield Group((Polygon(box(3, 5, WIDE, HIGH, CORNER), "shadow", soft=4, opacity=0.4),))
    yield Polygon(box(0, 0, WIDE, HIGH, CORNER), fill, stroke=edge, width=1.6)


@lru_cache(maxsize=4)
def _back(kind: str) -> Art:
    if kind != "course":
        return playing_cards.back("car0")
    shapes = [*_sheet("tarmac", "black")]
    shapes.append(Polygon(box(0, 0, WIDE - 12, HIGH - 12, CORNER - 3), "", stroke="paint", width=2.4))
    shapes += [Polygon(((-17, 62), (-5, -62), (5, -62), (17, 62)), "tarmac-deep", stroke="paint", width=1.4)]
    shapes += [Line(((0, y), (0, y - 8)), "drift", 2.6) for y in (54, 34, 15, -4, -22, -38, -52)]
    return tuple(shapes)


def _chequers(x: float, y: float, side: float, columns: int, rows: int) -> Iterator[Shape]:
    left, top = x - side * columns / 2, y - side * rows / 2
    for row in range(rows):
        for column in range(columns):
            fill = "paint" if (row + column) % 2 else "black"
            yield Polygon(box(left + side * (column + 0.5), top + side * (row + 0.5), side, side), fill)


def _adjustment(name: str) -> Art:
    """Faster on top, slower below, the symbols between."""
    card = CARDS[name]
    ink = INKS[name[0]]
    shapes: list[Shape] = [*_sheet("paint", f"{ink}-deep" if ink != "car4-deep" else "black")]
    shapes += [Polygon(box(0, -47, WIDE - 8, 40, CORNER - 3), ink), Polygon(box(0, 47, WIDE - 8, 40, CORNER - 3), ink)]
    light = "black" if name[0] == "Y" else "light"
    for sign, by, y in (("+", card.faster, -47), ("−", card.slower, 47)):
        shapes.append(Text(-18, y, f"{sign}{by}", 42, light))
        shapes += arrow(29, y, 15, up=sign == "+", ink=light, bars=by)
    many = len(card.symbols)
    for n, symbol in enumerate(card.symbols):
        shapes += pictogram(symbol, (n - (many - 1) / 2) * 28 + (4 if many < 3 else 0), 4 if many < 3 else 11, 12.5)
    shapes.append(Text(-37, -15, name[0], 25, "black"))
    return tuple(shapes)


def chip(name: str, x: float, y: float) -> Group:
    """The effect of a card on the table, in short: `B08+` is a blue plus one, an event is a star."""
    if name in EVENTS:
        shapes: list[Shape] = [Polygon(star(0, 0, 15, 9.5, 8), "finish", "black", 1), Text(0, 0.5, "!", 20, "black")]
        return Group(tuple(shapes), x, y)
    card, up = CARDS[name[:-1]], name.endswith("+")
    ink = "black" if name[0] == "Y" else "light"
    figure = f"+{card.faster}" if up else f"−{card.slower}"
    shapes = [Polygon(box(0, 0, 58, 31, 8), INKS[name[0]], "paint", 1.6), Text(-10, 0.5, figure, 27, ink)]
    shapes += arrow(17, 0, 11, up, ink, card.faster if up else card.slower)
    return Group(tuple(shapes), x, y)


def _event(name: str) -> Art:
    """The effects of an event: faster, slower, two cards."""
    ink = EVENT_INKS[EVENTS[name]]
    shapes: list[Shape] = [*_sheet("tarmac", "black")]
    shapes.append(Polygon(box(0, 0, WIDE - 12, HIGH - 12, CORNER - 3), "", stroke=ink, width=4))
    shapes += [Polygon(star(0, -34, 25, 17, 8), "finish", "black", 1.2), Text(0, -33.5, "!", 32, "black")]
    shapes += [*arrow(-23, 12, 17, up=True, ink="paint", bars=1), *arrow(23, 12, 17, up=False, ink="paint", bars=1)]
    for dx, angle in ((-7, -0.16), (7, 0.16)):
        shapes.append(Group((Polygon(box(0, 0, 19, 26, 3), "paint", stroke="black", width=1.2),), dx, 45, angle))
    return tuple(shapes)


def _course(name: str) -> Art:
    """Flag, difficulty, figure and damage in the corners, on a road that bends more where it is more difficult."""
    course = COURSE[name]
    shapes: list[Shape] = [*_sheet("grass" if course.flag else "sand", "black")]
    sway = 6 + 9 * course.difficulty
    way = ((-4.0, 52.0), (-0.7 * sway, 34.0), (sway, 4.0), (-sway * 0.8, -28.0), (5.0, -52.0))
    shapes += [Line(way, "tarmac-deep", 27, smooth=True), Line(way, "tarmac", 23, smooth=True)]
    shapes.append(Line(way, "paint", 1.6, smooth=True, dash=(6, 6), opacity=0.8))
    if course.flag:
        shapes += _flag(-41, -45)
    for n in range(course.difficulty):
        shapes += [Circle(35 - 20 * n, -54, 9.5, "paint", "black", 1.2), *pictogram("W", 35 - 20 * n, -54, 7)]
    for n in range(course.damage):
        shapes += burst(36 - 17 * (n % 3), 57 - 18 * (n // 3), 9)
    return (*shapes, *_figure(-21, 41, course.limit, course.minimum))


def _flag(x: float, y: float) -> Iterator[Shape]:
    yield Line(((x, y - 17), (x, y + 17)), "black", 2.4)
    yield from _chequers(x + 12.5, y - 8, 6, 4, 3)


def _figure(x: float, y: float, limit: int, is_minimum: bool) -> Iterator[Shape]:
    """A red figure on a bar, or a white one below a bar."""
    fill, ink = ("start", "light") if is_minimum else ("paint", "black")
    yield Circle(x, y, 23, fill, "black", 2)
    yield Text(x, y, str(limit), 38 if limit < 10 else 32, ink)
    bar = y + (16 if is_minimum else -16.5)
    yield Line(((x - 11, bar), (x + 11, bar)), ink, 3.4)


# -- Pictograms -------------------------------------------------------------------------------------------------------


def arrow(x: float, y: float, size: float, up: bool, ink: str, bars: int = 1) -> Iterator[Shape]:
    """Chevrons that point up or down, one for each point of speed."""
    way = -1 if up else 1
    step = size * 0.55
    for n in range(bars):
        mid = y + way * (n - (bars - 1) / 2) * step
        wing = (
            (x - size * 0.62, mid - way * size * 0.3),
            (x, mid + way * size * 0.3),
            (x + size * 0.62, mid - way * size * 0.3),
        )
        yield Line(wing, ink, size * 0.27)


def pictogram(symbol: str, x: float, y: float, size: float) -> Iterator[Shape]:
    """A tyre (the own maximum), a steering wheel (handling), a nut (strength), a road (distance)."""
    match symbol:
        case "T":
            yield Circle(x, y, size, "tyre")
            yield Circle(x, y, size * 0.52, "snow-deep", "paint", size * 0.1)
            for n in range(5):
                a = 2 * pi * n / 5
                yield Line(((x, y), (x + size * 0.45 * sin(a), y - size * 0.45 * cos(a))), "tyre", size * 0.14)
        case "W":
            yield Circle(x, y, size * 0.84, "", "black", size * 0.26)
            for a in (pi / 2, -pi / 2, pi):
                yield Line(((x, y), (x + size * 0.76 * sin(a), y - size * 0.76 * cos(a))), "black", size * 0.24)
            yield Circle(x, y, size * 0.26, "start")
        case "N":
            hexagon = tuple((x + size * sin(pi * n / 3), y - size * cos(pi * n / 3)) for n in range(6))
            yield Polygon(hexagon, "rock", "black", size * 0.13)
            yield Polygon(_lit(x, y, size), "rock-lit", opacity=0.8)
            yield Circle(x, y, size * 0.46, "paint", "black", size * 0.13)
        case _:
            yield Polygon(
                ((x - size, y + size), (x - size * 0.3, y - size), (x + size * 0.3, y - size), (x + size, y + size)),
                "tarmac",
            )
            for share in (0.75, 0.1, -0.5):
                yield Line(((x, y + size * share), (x, y + size * (share - 0.28))), "paint", size * 0.16)


def _lit(x: float, y: float, size: float) -> tuple[Point, ...]:
    return tuple(
        (x + r * sin(pi * n / 3), y - r * cos(pi * n / 3))
        for r, ns in ((size * 0.93, (5, 6)), (size * 0.5, (6, 5)))
        for n in ns
    )


def signs() -> dict[str, Group]:
    """The signs that are printed on cards, each alone and small, by their names in the legend."""
    drawn = {
        **{name: pictogram(symbol, 0, 0, 20) for name, symbol in SYMBOLS.items()},
        "white-figure": _figure(0, 0, 7, is_minimum=False),
        "red-figure": _figure(0, 0, 7, is_minimum=True),
        "yellow-star": burst(0, 0, 22),
        "chequered-flag": _flag(-12, 4),
    }
    return {name: Group(tuple(shapes), 1, 3, scale=0.7) for name, shapes in drawn.items()}


def burst(x: float, y: float, size: float) -> Iterator[Shape]:
    """Damage: a star of bent metal."""
    yield Polygon(star(x, y, size, size * 0.5, 7), "hazard", "black", 1.1)
    yield Circle(x, y, size * 0.22, "start")
