"""The picture of a round: felt, a road of a thousand kilometres for every side, deck and pile, and a fanned hand.

A road tells everything about its side: the car stands at its kilometre, the light beside it is red or green, what is
broken hangs as a sign over it, and the immunities lie in a row. Nothing is told by colour alone. The hand is that of
the player who decides or, where their cards are not known, of the one whose cards are; the tall table leaves it to the
tray.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import atan2, pi, sin
from random import Random

from rallyman_tutor.core.notation import ScriptedDraft, moves_of
from rallyman_tutor.games.mil_millas.desk import DECK, PILE, road
from rallyman_tutor.games.mil_millas.faces import Art, face, faces, pictogram
from rallyman_tutor.games.mil_millas.generate import moves
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
    Move,
    State,
    Trick,
)
from rallyman_tutor.games.mil_millas.step import is_rolling, left, members, side_named, side_of
from rallyman_tutor.games.mil_millas.table import Lane, Layout, laid_out
from rallyman_tutor.parts.car import car
from rallyman_tutor.parts.playing_cards import HIGH, WIDE, back, empty_spot, fan, felt, stack, star
from rallyman_tutor.parts.stamps import STAMPS
from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, Scene, Shape, Text, box

__all__ = ["draw", "faces"]

RAISED = 16.0
"""How far a card that can be played stands out of the fan."""
MOST_IN_A_ROW = 3
"""So many hands of a team stand in one column; a larger team has two columns."""
BESIDE = ("oak", "birch", "fir", "bush", "oak2", "tuft", "house", "bush", "crag2", "bale", "fir", "birch")
"""Trees and houses along a road."""


def draw(
    state: State, draft: Draft | ScriptedDraft[Move] = (), events: Sequence[Event] = (), tall: bool = False
) -> Scene:
    """The table as the player who decides sees it, the card of a draft where it is laid."""
    moves = moves_of(draft)
    sides = len(state.sides)
    table = laid_out(sides, tall)
    layers = (
        ("ground", _cloth(sides, tall)),
        ("road", _roads(sides, tall)),
        ("marks", tuple(_marks(state, table))),
        ("cars", tuple(_cars(state, table))),
        ("draft", (*_hand(state, moves, table), *_laid(state, moves, table))),
        ("overlay", ()),
    )
    return Scene(table.width, table.height, layers)


def visible_hand(state: State) -> int:
    """The seat whose hand is shown: the player who decides, unless only another player's cards are known."""
    known = [seat for seat, hand in enumerate(state.hands) if hand and HIDDEN not in hand]
    return state.turn.seat if state.turn.seat in known or not known else known[0]


# -- What lies still --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _cloth(sides: int, tall: bool) -> Art:
    table = laid_out(sides, tall)
    return felt(table.width, table.height)


@lru_cache(maxsize=16)
def _roads(sides: int, tall: bool) -> Art:
    """Every road with its kilometres."""
    return tuple(shape for side, lane in enumerate(laid_out(sides, tall).lanes) for shape in _road(lane, side))


def point_on_road(lane: Lane, side: int, km: float) -> Point:
    """Where a kilometre lies. Every road swings a little, each in its own way."""
    x, y = lane.start
    return x + (lane.end - x) * km / GOAL, y + lane.swing * sin(km / 150 + side * 1.7)


def _road(lane: Lane, side: int) -> Iterator[Shape]:
    (lft, top), (rgt, _), (_, low), _ = lane.outline
    half = lane.half
    yield Polygon(box((lft + rgt) / 2, (top + low) / 2, rgt - lft, low - top, 14), "shadow", opacity=0.3)
    before, behind = 46 * GOAL / (lane.end - lane.start[0]), 26 * GOAL / (lane.end - lane.start[0])
    stones = [-before, *range(0, GOAL + 1, 25), GOAL + behind]
    middle = [point_on_road(lane, side, km) for km in stones]

    def ribbon(reach: float, aside: float = 0.0, down: float = 0.0) -> tuple[Point, ...]:
        upper, lower = ([(x + aside, y + way * reach + down) for x, y in middle] for way in (-1, 1))
        return (*upper, *reversed(lower))

    yield Polygon(ribbon(half + 9, 3, 6), "shadow", soft=4, opacity=0.5)
    yield Polygon(ribbon(half + 9), "grass", stroke="grass-deep", width=1.2)
    yield Polygon(ribbon(half + 3), "gravel")
    yield from _beside(lane, side)
    yield Polygon(ribbon(half), "tarmac")
    for edge, inset in ((-half, 3.5), (half, -3.5)):
        yield Line(tuple((x, y + edge + inset) for x, y in middle), "paint", 1.6, opacity=0.85)
    yield Line(tuple(middle[1:-1]), "paint", 1.5, dash=(9, 9), opacity=0.55)
    for km in range(0, GOAL + 1, 25):
        x, y = point_on_road(lane, side, km)
        long = 9.0 if km % 100 == 0 else 4.0
        yield Line(
            ((x, y + half - 3.5), (x, y + half - 3.5 - long)), "paint", 1.6 if km % 100 == 0 else 1.0, opacity=0.8
        )
    for km in range(0, GOAL + 1, lane.every):
        x, y = point_on_road(lane, side, km)
        yield Text(x, y + half + 12 + lane.figures / 2, str(km), lane.figures, "paint")
    yield from _gate(*point_on_road(lane, side, 0), half)
    yield from _chequers(*point_on_road(lane, side, GOAL), half)


def _beside(lane: Lane, side: int) -> Iterator[Shape]:
    """Trees, a house, a hay bale along the upper edge: each side has a country of its own."""
    luck = Random(side + 5)
    km = 20.0
    while km < GOAL:
        x, y = point_on_road(lane, side, km)
        name = luck.choice(BESIDE)
        yield Group(STAMPS[name], round(x, 1), round(y - lane.half - 4, 1), scale=round(luck.uniform(0.55, 0.8), 2))
        km += luck.uniform(28, 120)


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


def _marks(state: State, table: Layout) -> Iterator[Shape]:
    for side, lane in enumerate(table.lanes):
        yield Polygon(lane.outline, "shadow", opacity=0.001, key=road(side))
        yield from _driven(state, side, lane)
        yield from _plate(state, side, lane)
        yield from _signs(state, side, lane)
        yield from _row(state, side, lane)
        yield from _hands(state, side, lane)
    yield from _piles(state, table)


def _driven(state: State, side: int, lane: Lane) -> Iterator[Shape]:
    """The road behind the car, in the colour of its side."""
    km = state.sides[side].km
    if km:
        points = tuple(point_on_road(lane, side, part) for part in (*range(0, km, 25), km))
        yield Line(points, f"car{side % 6}", 7, opacity=0.9)
        yield Line(tuple((x, y - 1.6) for x, y in points), f"car{side % 6}-lit", 1.6, opacity=0.7)


def _plate(state: State, side: int, lane: Lane) -> Iterator[Shape]:
    """A side's number and its kilometres, large; the side that decides has a bright edge and an arrow."""
    turns = state.turn.seat % len(state.sides) == side and not state.over
    inside: list[Shape] = [
        Polygon(box(1.5, 2.5, 122, 76, 12), "shadow", soft=3, opacity=0.45),
        Polygon(box(0, 0, 122, 76, 12), "paint", stroke="hazard" if turns else "post", width=5 if turns else 1),
        Polygon(box(-43, 0, 28, 62, 8), f"car{side % 6}", stroke=f"car{side % 6}-deep", width=1),
        Text(-43, 0, str(side + 1), 28, f"car{side % 6}-mark"),
        Text(16, 0, str(state.sides[side].km), 44, "black"),
    ]
    if turns:
        inside.append(Polygon(((68, -11), (68, 11), (81, 0)), "hazard", stroke="black", width=1))
    yield Group(tuple(inside), *lane.plate, scale=lane.scale)


def _signs(state: State, side: int, lane: Lane) -> Iterator[Shape]:
    """The light, and whatever else stands in the way."""
    one = state.sides[side]
    siren = "priority" in one.immunities
    light = "dark" if siren else "red" if one.stopped else "green"
    yield Group(pictogram(light), *lane.light, scale=round(1.28 * lane.scale, 2), key=f"light:{state.names[side]}")
    first, last, y = lane.signs
    troubles = [*one.problems, *["limit"] * one.limited, *["wrong"] * one.wrong]
    room = (last - first) / max(1, len(troubles))
    size = round(min(lane.scale * 0.95, room / 80), 2)
    for n, trouble in enumerate(troubles):
        yield Group(
            (Polygon(box(0, 0, 74, 78, 12), "paint", stroke="start", width=3.4), *pictogram(trouble)),
            round(first + room * (n + 0.5), 1), y, scale=size, key=f"{trouble}:{state.names[side]}",
        )  # fmt: skip
    if is_rolling(one) and not troubles:
        arrow = tuple((x * 1.1, y_) for x, y_ in ((-16, -15), (2, 0), (-16, 15)))
        yield Group(
            tuple(Line(tuple((x + d, y_) for x, y_ in arrow), "gear2", 5.5) for d in (-6, 14)),
            (first + last) / 2,
            y,
            scale=lane.scale,
        )


def _row(state: State, side: int, lane: Lane) -> Iterator[Shape]:
    """The four immunities; those not laid are empty rings."""
    held = state.sides[side].immunities
    for card, (x, y) in zip(IMMUNITIES, lane.rings, strict=True):
        if card in held:
            disc = Circle(0, 0, 40, "paint", stroke="finish", width=6)
            yield Group(
                (Circle(2, 3, 42, "shadow", soft=3, opacity=0.4), disc, *pictogram(card)),
                x,
                y,
                scale=round(0.54 * lane.scale, 3),
                key=f"{card}:{state.names[side]}",
            )
        else:
            yield Circle(x, y, round(19 * lane.scale, 1), stroke="paint", width=1.4, opacity=0.5)
            yield Group(pictogram(card), x, y, scale=round(0.34 * lane.scale, 3), opacity=0.32)


def _hands(state: State, side: int, lane: Lane) -> Iterator[Shape]:
    """How many cards each player of a side holds, and a star for every trick."""
    x, y = lane.cards
    players = members(state, side)
    size = 0.46 if len(players) == 1 else 0.3
    for n, seat in enumerate(players):
        columns = 1 + (len(players) > MOST_IN_A_ROW)
        rows = -(-len(players) // columns)
        down = (n // columns - (rows - 1) / 2) * min(44.0, 96 / rows)
        aside = (n % columns - (columns - 1) / 2) * 34
        yield Group(
            (
                Group(back(), scale=size),
                Circle(0, 0, 16, "paint", stroke="black", width=1),
                Text(0, 0.5, str(len(state.hands[seat])), 27, "black"),
            ),
            round(x + aside * lane.scale, 1),
            round(y + down * lane.scale, 1),
            scale=lane.scale,
        )
    x, y = lane.plate
    for n in range(state.sides[side].tricks):
        yield Group(_SPARK, x + (50 - 18 * n) * lane.scale, y - 34 * lane.scale, scale=lane.scale)


_SPARK: Art = (Polygon(star(0, 0, 11, 4.8), "hazard", stroke="black", width=1),)


def _middle(outline: Sequence[Point]) -> Point:
    return (outline[0][0] + outline[2][0]) / 2, (outline[0][1] + outline[2][1]) / 2


def _piles(state: State, table: Layout) -> Iterator[Shape]:
    """The deck with its number, and the discard pile with its newest card on top."""
    for key, outline, number in ((DECK, table.deck, left(state)), (PILE, table.pile, len(state.pile))):
        x, y = _middle(outline)
        top = back() if key == DECK else face(state.pile[-1], fanned=False) if state.pile else ()
        shapes = (
            stack(number, top, back() if key == DECK else face(state.pile[0]) if state.pile else ())
            if number
            else empty_spot()
        )
        yield Group((Polygon(box(0, 0, WIDE, HIGH), "shadow", opacity=0.001), *shapes), x, y, scale=table.card, key=key)
        low = y + HIGH * table.card / 2 - 4
        yield Circle(x, low, 21, "paint", stroke="black", width=1.2)
        yield Text(x, low + 0.5, str(number), 24, "black")


def _cars(state: State, table: Layout) -> Iterator[Shape]:
    for side, (one, lane) in enumerate(zip(state.sides, table.lanes, strict=True)):
        (x, y), (x2, y2) = point_on_road(lane, side, one.km), point_on_road(lane, side, one.km + 5)
        heading = atan2(y2 - y, x2 - x) + (pi if one.wrong else 0)
        waits = -20 if one.km == 0 else 0
        yield car(side, side + 1, x + waits, y, heading, f"car:{state.names[side]}", round(lane.half / 17, 2))


# -- The hand and what is laid ----------------------------------------------------------------------------------------


def _hand(state: State, draft: Draft, table: Layout) -> Iterator[Shape]:
    """The fan. What can be laid now stands out of it; what cannot is dimmed."""
    if table.hand is None:
        return
    seat = visible_hand(state)
    cards = list(state.hands[seat])
    laid = {getattr(move, "card", "") or _answer(state, move) for move in draft}
    for card in laid & set(cards):
        cards.remove(card)
    decides = seat == state.turn.seat and HIDDEN not in cards
    now = moves(state) if decides else []
    playable = {move.card for move in now if isinstance(move, Lay)} | {_answer(state, move) for move in now}
    choosing = decides and any(isinstance(move, Lay | Discard | Trick) for move in now)
    scale = table.card * 1.06
    seen: dict[str, int] = {}
    for card, (left_, top, angle) in zip(cards, fan(len(cards), *table.hand, 86 * scale, 640), strict=True):
        seen[card] = seen.get(card, 0) + 1
        key = f"card:{card}" if seen[card] == 1 else f"card:{card}:{seen[card]}"
        shapes: Art = face(card)
        if choosing and card not in playable:
            shapes = (*shapes, Polygon(box(0, 0, WIDE, HIGH, 10), "slate-deep", opacity=0.42))
        yield Group(
            shapes, left_, top - RAISED * (choosing and card in playable), angle, scale=round(scale, 2), key=key
        )


def _answer(state: State, move: object) -> str:
    return GUARD[state.turn.attack] if isinstance(move, Trick) and state.turn.attack else ""


def _laid(state: State, draft: Draft, table: Layout) -> Iterator[Shape]:
    """The cards of a draft on their places, and an attack that waits for its answer."""
    if state.turn.phase == "window":
        yield from _on_road(state, state.turn.attack, side_of(state, state.turn.seat), "attack", table)
    for number, move in enumerate(draft, 1):
        card, key = getattr(move, "card", "") or _answer(state, move), f"draft:{number}"
        if isinstance(move, Discard):
            x, y = _middle(table.pile)
            yield Group(face(card, fanned=False), x - 7, y - 9, -0.12, scale=table.card, key=key)
        elif isinstance(move, Lay | Trick) and card:
            side = (
                side_named(state, getattr(move, "on", ""))
                if getattr(move, "on", "")
                else side_of(state, state.turn.seat)
            )
            if side >= 0:
                aside = 62.0 * (number - 1 + (state.turn.phase == "window"))  # beside the attack or earlier card
                yield from _on_road(state, card, side, key, table, aside)


def _on_road(state: State, card: str, side: int, key: str, table: Layout, aside: float = 0.0) -> Iterator[Shape]:
    """A card on a side's road: a distance card where it takes the car, any other card just ahead of the car."""
    one, lane = state.sides[side], table.lanes[side]
    km = one.km
    if KIND[card] == "distance":
        km = max(0, min(GOAL, km - int(card) if one.wrong else km + int(card)))
    x, y = point_on_road(lane, side, km)
    high = lane.outline[2][1] - lane.outline[0][1]
    scale = round(min(0.85, (high - 12) / HIGH), 2)
    shift = aside + (52 * scale + 26 if KIND[card] != "distance" else 0.0)
    y = min(max(y, lane.outline[0][1] + HIGH * scale / 2 + 4), lane.outline[2][1] - HIGH * scale / 2 - 4)
    yield Group(
        face(card, fanned=False), round(min(x + shift, lane.end + aside), 1), round(y, 1), 0.05, scale=scale, key=key
    )
