"""The picture of a round: felt, a road of a thousand kilometres for every side, deck and pile, and a fanned hand.

A road tells everything about its side: the car stands at its kilometre, the light beside it is red or green, what is
broken hangs as a sign over it, and the immunities lie in a row. Nothing is told by colour alone. The hand is that of the
player who decides or, where his cards are not known, of the one whose cards are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import atan2, pi, sin

from rallyman_tutor.games.mil_millas import table
from rallyman_tutor.games.mil_millas.desk import DECK, PILE, road
from rallyman_tutor.games.mil_millas.faces import Art, face, faces, pictogram
from rallyman_tutor.games.mil_millas.generate import moves
from rallyman_tutor.games.mil_millas.notation import Plan
from rallyman_tutor.games.mil_millas.state import (
    GOAL,
    GUARD,
    HIDDEN,
    IMMUNITIES,
    KIND,
    Discard,
    Draft,
    Event,
    Lay,
    State,
    Trick,
)
from rallyman_tutor.games.mil_millas.step import is_rolling, left, members, side_named, side_of
from rallyman_tutor.parts.car import car
from rallyman_tutor.parts.playing_cards import HIGH, WIDE, back, empty_spot, fan, felt, stack, star
from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, Scene, Shape, Text, box

__all__ = ["draw", "faces"]

ROAD_LEFT, ROAD_RIGHT = 212.0, 772.0
"""Where kilometre 0 and kilometre 1000 lie."""
FIGURES = 23.0
"""How large the kilometres beside a road are: on a narrow screen they are seen at three fifths of it."""
RAISED = 16.0
"""How far a card that can be played stands out of the fan."""


def draw(state: State, draft: Draft | Plan = (), events: Sequence[Event] = ()) -> Scene:
    """The table as the player who decides sees it, the card of a draft where it is laid."""
    told = draft.moves if isinstance(draft, Plan) else draft
    sides = len(state.sides)
    layers = (
        ("ground", _cloth(sides)),
        ("road", _roads(sides)),
        ("marks", tuple(_marks(state))),
        ("cars", tuple(_cars(state))),
        ("draft", (*_hand(state, told), *_laid(state, told))),
        ("overlay", ()),
    )
    return Scene(table.WIDTH, table.height(sides), layers)


def watching(state: State) -> int:
    """Whose hand is to be seen."""
    known = [seat for seat, hand in enumerate(state.hands) if hand and HIDDEN not in hand]
    return state.turn.seat if state.turn.seat in known or not known else known[0]


# -- What lies still --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _cloth(sides: int) -> Art:
    return felt(table.WIDTH, table.height(sides))


@lru_cache(maxsize=8)
def _roads(sides: int) -> Art:
    """Every road with its kilometres."""
    return tuple(shape for side in range(sides) for shape in _road(sides, side))


def at(sides: int, side: int, km: float) -> Point:
    """Where a kilometre lies. The roads swing a little, each at its own place."""
    (_, top), _, (_, low), _ = table.roads(sides)[side]
    high = low - top
    x = ROAD_LEFT + (ROAD_RIGHT - ROAD_LEFT) * km / GOAL
    return x, top + high * 0.47 + high * 0.085 * sin(km / 150 + side * 1.7)


def _road(sides: int, side: int) -> Iterator[Shape]:
    (lft, top), (rgt, _), (_, low), _ = table.roads(sides)[side]
    half = min(24.0, (low - top) * 0.17)
    size = round(min(FIGURES, (low - top) * 0.445 - half - 3), 1)
    yield Polygon(box((lft + rgt) / 2, (top + low) / 2, rgt - lft, low - top, 14), "shadow", opacity=0.24)
    stones = [-64, *range(0, GOAL + 1, 25), GOAL + 28]
    middle = [at(sides, side, km) for km in stones]
    upper, lower = [(x, y - half) for x, y in middle], [(x, y + half) for x, y in middle]
    yield Polygon(
        (*((x + 3, y + 6) for x, y in upper), *((x + 3, y + 6) for x, y in reversed(lower))),
        "shadow",
        soft=4,
        opacity=0.5,
    )
    yield Polygon((*((x, y - 5) for x, y in upper), *((x, y + 5) for x, y in reversed(lower))), "gravel")
    yield Polygon((*upper, *reversed(lower)), "tarmac")
    for edge, inset in ((upper, 3.5), (lower, -3.5)):
        yield Line(tuple((x, y + inset) for x, y in edge), "paint", 1.6, opacity=0.85)
    yield Line(tuple(middle[1:-1]), "paint", 1.5, dash=(9, 9), opacity=0.55)
    for km in range(0, GOAL + 1, 25):
        x, y = at(sides, side, km)
        long = 9.0 if km % 100 == 0 else 4.0
        yield Line(
            ((x, y + half - 3.5), (x, y + half - 3.5 - long)), "paint", 1.6 if km % 100 == 0 else 1.0, opacity=0.8
        )
    for km in range(0, GOAL + 1, 100):
        x, y = at(sides, side, km)
        yield Text(x, y + half + 4 + size / 2, str(km), size, "paint", opacity=0.95)
    yield from _gate(*at(sides, side, 0), half)
    yield from _chequers(*at(sides, side, GOAL), half)


def _gate(x: float, y: float, half: float) -> Iterator[Shape]:
    yield Line(((x, y - half), (x, y + half)), "light", 3.4)


def _chequers(x: float, y: float, half: float) -> Iterator[Shape]:
    size = half / 3
    yield Polygon(box(x + size * 1.5, y, size * 3, half * 2), "light")
    for row in range(6):
        for column in range(3):
            if (row + column) % 2:
                yield Polygon(box(x + size * (column + 0.5), y - half + size * (row + 0.5), size, size), "black")


# -- How the sides stand ----------------------------------------------------------------------------------------------


def _marks(state: State) -> Iterator[Shape]:
    for side in range(len(state.sides)):
        outline = table.roads(len(state.sides))[side]
        yield Polygon(outline, "shadow", opacity=0.001, key=road(side))
        yield from _driven(state, side)
        yield from _plate(state, side)
        yield from _signs(state, side)
        yield from _row(state, side)
        yield from _hands(state, side)
    yield from _piles(state)


def _frame(state: State, side: int) -> tuple[float, float, float]:
    """Middle and height of a side's lane, and how large things are in it."""
    (_, top), _, (_, low), _ = table.roads(len(state.sides))[side]
    return (top + low) / 2, low - top, min(1.0, (low - top) / 130)


def _driven(state: State, side: int) -> Iterator[Shape]:
    """The road behind the car, in the colour of its side."""
    sides, km = len(state.sides), state.sides[side].km
    if km:
        points = tuple(at(sides, side, part) for part in (*range(0, km, 25), km))
        yield Line(points, f"car{side % 6}", 7, opacity=0.9)
        yield Line(tuple((x, y - 1.6) for x, y in points), f"car{side % 6}-lit", 1.6, opacity=0.7)


def _plate(state: State, side: int) -> Iterator[Shape]:
    """Its number and its kilometres, large; a ring around whoever decides."""
    y, _, scale = _frame(state, side)
    turns = state.turn.seat % len(state.sides) == side and not state.over
    inside: list[Shape] = [
        Polygon(box(1.5, 2.5, 122, 76, 12), "shadow", soft=3, opacity=0.45),
        Polygon(box(0, 0, 122, 76, 12), "paint", stroke="hazard" if turns else "post", width=5 if turns else 1),
        Polygon(box(-43, 0, 28, 62, 8), f"car{side % 6}", stroke=f"car{side % 6}-deep", width=1),
        Text(-43, 0, str(side + 1), 26, f"car{side % 6}-mark"),
        Text(16, 0, str(state.sides[side].km), 40, "black"),
    ]
    if turns:
        inside.append(Polygon(((68, -11), (68, 11), (81, 0)), "hazard", stroke="black", width=1))
    yield Group(tuple(inside), 98, y, scale=round(scale, 2))


def _signs(state: State, side: int) -> Iterator[Shape]:
    """The light, and whatever else stands in the way."""
    one = state.sides[side]
    y, _, scale = _frame(state, side)
    siren = "priority" in one.immunities
    light = "dark" if siren else "red" if one.stopped else "green"
    yield Group(pictogram(light), 832, y, scale=round(1.28 * scale, 2), key=f"light:{state.names[side]}")
    troubles = [*one.problems, *["limit"] * one.limited, *["wrong"] * one.wrong]
    room = 128.0 * scale
    size = round(min(1.0, 1.6 / max(1, len(troubles))) * scale * 0.95, 2)
    for n, trouble in enumerate(troubles):
        x = 862 + room * (n + 0.5) / len(troubles) + 4
        yield Group(
            (Polygon(box(0, 0, 74, 78, 12), "paint", stroke="start", width=3.4), *pictogram(trouble)),
            round(x, 1), y, scale=size, key=f"{trouble}:{state.names[side]}",
        )  # fmt: skip
    if is_rolling(one) and not troubles:
        arrow = tuple((x * 1.1, y_) for x, y_ in ((-16, -15), (2, 0), (-16, 15)))
        yield Group(
            tuple(Line(tuple((x + d, y_) for x, y_ in arrow), "gear2", 5.5) for d in (-6, 14)),
            918,
            y,
            scale=round(scale, 2),
        )


def _row(state: State, side: int) -> Iterator[Shape]:
    """The four immunities; those not laid are empty rings."""
    y, _, scale = _frame(state, side)
    held = state.sides[side].immunities
    for n, card in enumerate(IMMUNITIES):
        x = 1006 + 47 * scale * (n % 2)
        spot = y + (n // 2 - 0.5) * 50 * scale
        if card in held:
            disc = Circle(0, 0, 40, "paint", stroke="finish", width=6)
            yield Group(
                (Circle(2, 3, 42, "shadow", soft=3, opacity=0.4), disc, *pictogram(card)),
                x,
                spot,
                scale=round(0.54 * scale, 3),
                key=f"{card}:{state.names[side]}",
            )
        else:
            yield Circle(x, spot, round(19 * scale, 1), stroke="paint", width=1.4, opacity=0.35)
            yield Group(pictogram(card), x, spot, scale=round(0.34 * scale, 3), opacity=0.16)


def _hands(state: State, side: int) -> Iterator[Shape]:
    """How many cards each player of a side holds, and a star for every trick."""
    y, _, scale = _frame(state, side)
    players = members(state, side)
    size = 0.46 if len(players) == 1 else 0.26
    for n, seat in enumerate(players):
        x = 1122.0 + (n - (len(players) - 1) / 2) * 27 * scale
        yield Group(
            (
                *back(),
                Circle(0, 0, 36, "paint", stroke="black", width=2),
                Text(0, 1, str(len(state.hands[seat])), 54, "black"),
            ),
            round(x, 1),
            y - 8 * scale,
            scale=round(size * scale, 3),
        )
    for n in range(state.sides[side].tricks):
        yield Group(_SPARK, 1090 + 18 * n, y + 38 * scale, scale=round(0.8 * scale, 2))


_SPARK: Art = (Polygon(star(0, 0, 10, 4.4), "hazard", stroke="black", width=1),)


def _piles(state: State) -> Iterator[Shape]:
    """The deck with its number, and the discard pile with its newest card on top."""
    sides, count = len(state.sides), left(state)
    for key, outline in ((DECK, table.spot_of_deck(sides)), (PILE, table.spot_of_pile(sides))):
        x, y = (outline[0][0] + outline[2][0]) / 2, (outline[0][1] + outline[2][1]) / 2
        number = count if key == DECK else len(state.pile)
        top = back() if key == DECK else face(state.pile[-1]) if state.pile else ()
        shapes = (
            stack(number, top, back() if key == DECK else face(state.pile[0]) if state.pile else ())
            if number
            else empty_spot()
        )
        yield Group((Polygon(box(0, 0, WIDE, HIGH), "shadow", opacity=0.001), *shapes), x, y, key=key)
        yield Circle(x, y + HIGH / 2 - 4, 17, "paint", stroke="black", width=1.2)
        yield Text(x, y + HIGH / 2 - 3.5, str(number), 18, "black")


def _cars(state: State) -> Iterator[Shape]:
    sides = len(state.sides)
    for side, one in enumerate(state.sides):
        (x, y), (x2, y2) = at(sides, side, one.km), at(sides, side, one.km + 5)
        heading = atan2(y2 - y, x2 - x) + (pi if one.wrong else 0)
        _, high, _ = _frame(state, side)
        waits = -20 if one.km == 0 else 0
        yield car(side, side + 1, x + waits, y, heading, f"car:{state.names[side]}", round(min(1.5, high / 88), 2))


# -- The hand and what is laid ----------------------------------------------------------------------------------------


def _hand(state: State, draft: Draft) -> Iterator[Shape]:
    """The fan. What can be laid now stands out of it; what cannot is dimmed."""
    seat = watching(state)
    cards = list(state.hands[seat])
    laid = {getattr(move, "card", "") or _answer(state, move) for move in draft}
    for card in laid & set(cards):
        cards.remove(card)
    decides = seat == state.turn.seat and HIDDEN not in cards
    now = moves(state) if decides else []
    playable = {move.card for move in now if isinstance(move, Lay)} | {_answer(state, move) for move in now}
    choosing = decides and any(isinstance(move, Lay | Discard | Trick) for move in now)
    x, y = table.hand_middle(len(state.sides))
    seen: dict[str, int] = {}
    for card, (left_, top, angle) in zip(cards, fan(len(cards), x, y), strict=True):
        seen[card] = seen.get(card, 0) + 1
        key = f"card:{card}" if seen[card] == 1 else f"card:{card}:{seen[card]}"
        shapes: Art = face(card)
        if choosing and card not in playable:
            shapes = (*shapes, Polygon(box(0, 0, WIDE, HIGH, 10), "slate-deep", opacity=0.42))
        yield Group(shapes, left_, top - RAISED * (choosing and card in playable), angle, scale=1.06, key=key)


def _answer(state: State, move: object) -> str:
    return GUARD[state.turn.attack] if isinstance(move, Trick) and state.turn.attack else ""


def _laid(state: State, draft: Draft) -> Iterator[Shape]:
    """The cards of a draft on their places, and an attack that waits for its answer."""
    if state.turn.phase == "window":
        yield from _on_road(state, state.turn.attack, side_of(state, state.turn.seat), "attack")
    for number, move in enumerate(draft, 1):
        card, key = getattr(move, "card", "") or _answer(state, move), f"draft:{number}"
        if isinstance(move, Discard):
            (x, y), _, (x2, y2), _ = table.spot_of_pile(len(state.sides))
            yield Group(face(card), (x + x2) / 2 - 7, (y + y2) / 2 - 9, -0.12, key=key)
        elif isinstance(move, Lay | Trick) and card:
            side = (
                side_named(state, getattr(move, "on", ""))
                if getattr(move, "on", "")
                else side_of(state, state.turn.seat)
            )
            if side >= 0:
                aside = 62.0 * (number - 1 + (state.turn.phase == "window"))  # there lies the attack, or another card
                yield from _on_road(state, card, side, key, aside)


def _on_road(state: State, card: str, side: int, key: str, aside: float = 0.0) -> Iterator[Shape]:
    """A card on somebody's road: where it takes the car, or over the car."""
    one = state.sides[side]
    km = one.km
    if KIND[card] == "distance":
        km = max(0, min(GOAL, km - int(card) if one.wrong else km + int(card)))
    x, y = at(len(state.sides), side, km)
    _, high, _ = _frame(state, side)
    scale = round(min(0.85, (high - 12) / HIGH), 2)
    shift = aside + (52 * scale + 26 if KIND[card] != "distance" else 0.0)
    yield Group(face(card), round(min(x + shift, ROAD_RIGHT + aside), 1), round(y, 1), 0.05, scale=scale, key=key)
