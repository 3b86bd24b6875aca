"""The picture of a race: felt, the course in a row, a line for each car with its dials and its road, the hand in a fan.

It shows what the player in turn may know, and nothing else: the state is first looked at with `seen_by`. The course lies
on top, driven cards open; below it each car has its dials, the cards it holds as backs, and its distance as a ribbon of
road on which it drives; at the bottom are the cards in hand, and the piles. Beside each car are the two places where a
card can be laid, faster and slower.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from rallyman_tutor.games.crazy_rally.art import HIGH, WIDE, arrow, back, card, chip, pictogram
from rallyman_tutor.games.crazy_rally.script import Plan
from rallyman_tutor.games.crazy_rally.seen import seen_by
from rallyman_tutor.games.crazy_rally.state import (
    DECK,
    FASTER,
    HIDDEN,
    IN_RACE,
    STAGES,
    Car,
    Draft,
    Event,
    Move,
    Play,
    State,
    Table,
    Use,
    is_event,
)
from rallyman_tutor.games.crazy_rally.step import winners
from rallyman_tutor.parts.car import car as rally_car
from rallyman_tutor.parts.playing_cards import empty_spot, fan, felt, stack
from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, Scene, Shape, Text, box

WIDTH, HEIGHT = 1000.0, 800.0
COURSE_Y = 82.0
LANES = (146.0, 566.0)
"""From where to where the lines of the cars reach."""
HAND_Y = 690.0
SIDES = {"faster": 458.0, "slower": 510.0}
"""Where in a line the two places for a card lie: between the speed that they change and the road, where a small screen
looks."""
HELD = 320.0
"""Where in a line the cards of its driver lie."""
ROAD = (556.0, 884.0)
"""Where the ribbon of a car's distance begins and ends."""
FULL = 100
"""The distance at the end of a ribbon, at least; a rally needs more."""


class Box(NamedTuple):
    """A rectangle by its middle."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def outline(self) -> tuple[Point, ...]:
        return box(self.x, self.y, self.wide, self.high)


def lane(state: State, seat: int) -> Box:
    """The line of one car."""
    top, low = LANES
    high = min(112.0, (low - top) / len(state.cars))
    start = (top + low) / 2 - high * len(state.cars) / 2
    return Box(WIDTH / 2, start + high * (seat + 0.5), WIDTH - 44, high - 7)


def outlines(state: State) -> dict[str, tuple[Point, ...]]:
    """Where each place lies, by key."""
    found = {"table": Box(112, HAND_Y, 168, 158).outline}
    for seat, one in enumerate(state.cars):
        _, y, _, high = lane(state, seat)
        for side, x in SIDES.items():
            found[f"{side}:{one.name}"] = Box(x, y, 48, high - 8).outline
    found["supply"] = Box(838, HAND_Y, 96, 132).outline
    found["discard"] = Box(932, HAND_Y, 88, 132).outline
    return found


def draw(state: State, draft: Draft | Plan = (), events: Sequence[Event] = ()) -> Scene:
    """The table as the player in turn sees it, with the card of a draft where it is laid."""
    seen = seen_by(state, state.seat) if _all_open(state) else state
    laid = draft.moves if isinstance(draft, Plan) else draft
    layers = (
        ("ground", _table()),
        ("road", tuple(_places(seen))),
        ("marks", (*_course(seen), *(shape for seat in range(len(seen.cars)) for shape in _lane(seen, seat)))),
        ("cars", tuple(_cars(seen))),
        ("draft", (*_piles(seen), *_own(seen, laid), *_hand(seen, laid), *_laid(seen, laid), *_shown(seen))),
        ("overlay", ()),
    )
    return Scene(WIDTH, HEIGHT, layers)


def _viewer(state: State) -> int:
    """Whose hand lies open: that of the player in turn, unless the state is seen by another one."""
    open_hands = [
        seat for seat, one in enumerate(state.cars) if (one.hand or one.drawn) and HIDDEN not in (*one.hand, *one.drawn)
    ]
    return open_hands[0] if open_hands and state.seat not in open_hands else state.seat


def _all_open(state: State) -> bool:
    """Whether the state still shows what nobody may see."""
    return HIDDEN not in state.supply


def faces() -> dict[str, Group]:
    """The cards, small, by name."""
    return {name: card(name, 1, 3, scale=0.27) for name in DECK}


@lru_cache(maxsize=1)
def _table() -> tuple[Shape, ...]:
    return felt(WIDTH, HEIGHT)


# -- Places and piles -------------------------------------------------------------------------------------------------


def _places(state: State) -> Iterator[Shape]:
    won = winners(state)[0] if state.over else ()
    for seat, one in enumerate(state.cars):
        x, y, wide, high = lane(state, seat)
        own = seat in won if state.over else seat == state.seat
        yield Polygon(box(x + 2, y + 4, wide, high, 14), "shadow", soft=5, opacity=0.35)
        fill, edge = ("paint", "finish") if own else ("sand", "earth-deep")
        if one.out:
            fill, edge = "rock", "black"
        yield Polygon(box(x, y, wide, high, 14), fill, edge, 3 if own else 1.2)
        yield Polygon(box(30, y, 10, high - 12, 4), f"car{seat}", f"car{seat}-deep", 1)
        for side, at in SIDES.items():
            up = side == "faster"
            ink = "legal" if up else "rally"
            yield Polygon(box(at, y, 46, high - 10, 9), "gas", ink, 1.8, key=f"space:{side}:{one.name}")
            yield from arrow(at, y, 22, up, "post" if one.out else "black", 2)
    for key, outline in outlines(state).items():
        if key in ("table", "supply", "discard"):
            xs, ys = [px for px, _ in outline], [py for _, py in outline]
            middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
            size = max(xs) - min(xs), max(ys) - min(ys)
            yield Polygon(box(*middle, *size, 12), "fir-deep", "fir-lit", 1.6, opacity=0.75, key=f"space:{key}")


def _piles(state: State) -> Iterator[Shape]:
    """The supply, the discard pile with its newest card open, and a course card, large."""
    if state.supply:
        blank = (back("hand", 0, 0),)
        yield Group(stack(len(state.supply), blank, blank), 838, HAND_Y, scale=0.84)
        yield _tag(838, HAND_Y + 40, str(len(state.supply)))
    else:
        yield Group(empty_spot(), 838, HAND_Y, scale=0.84)
    if state.discard:
        if len(state.discard) > 1:
            yield back("hand", 929, HAND_Y + 2, -0.09, 0.78)
        yield card(state.discard[-1], 932, HAND_Y, 0.05, 0.78)
        yield _tag(932, HAND_Y + 60, str(len(state.discard)))
    else:
        yield Group(empty_spot(), 932, HAND_Y, scale=0.84)
    yield from _large(state)


def _large(state: State) -> Iterator[Shape]:
    """The course card turned up last; at the practice table the one to come, in a frame."""
    coming = state.options.practice and state.phase in IN_RACE and state.ahead
    if coming:
        yield Polygon(box(728, HAND_Y, WIDE + 14, HIGH + 14, 12), "finish")
        yield card(state.ahead[0], 728, HAND_Y, 0.0, 1.02, key="coming")
    elif state.driven and state.phase in (*IN_RACE, "over"):
        yield card(state.course[state.driven - 1], 728, HAND_Y, 0.0, 1.02, key="driven")


def _tag(x: float, y: float, text: str) -> Group:
    """A number on a pile."""
    wide = 16 + 13 * len(text)
    return Group((Polygon(box(0, 0, wide, 28, 9), "black", "paint", 1.6), Text(0, 0, text, 23, "paint")), x, y)


# -- The course -------------------------------------------------------------------------------------------------------


def _course(state: State) -> Iterator[Shape]:
    """The stack in a row: driven cards open, the one to come raised a little."""
    step = (WIDTH - 64) / STAGES
    begins = STAGES - len(state.course)
    for at, name in enumerate(state.course):
        x = 32 + step * (begins + at + 0.5)
        looked = state.phase == "look" and at == state.looked - 1
        coming = at == state.driven and state.phase in IN_RACE
        y = COURSE_Y - (7 if coming or looked else 0)
        if coming:
            yield Polygon(box(x, y, step, 96, 9), "finish", opacity=0.9)
        key = f"course:{begins + at + 1}"
        if name == HIDDEN or (state.phase != "look" and not at < state.driven and not state.options.practice):
            yield back("course", x, y, 0.0, 0.6, key=key)
            yield Circle(x, y, 12.5, "black", "paint", 1.4)
            yield Text(x, y, str(begins + at + 1), 17, "paint")
        else:
            yield card(name, x, y, 0.0, 0.6, key=key)
            if at == state.driven - 1:
                yield Polygon(box(x, y, step - 3, 88, 8), "", "finish", 3)


def _shown(state: State) -> Iterator[Shape]:
    """The card that the test lap shows now, large, over everything."""
    if state.phase == "look" and state.looked:
        name = state.course[state.looked - 1]
        if name != HIDDEN:
            yield Polygon(box(WIDTH / 2 + 6, 366, 252, 348, 26), "shadow", soft=14, opacity=0.6)
            yield card(name, WIDTH / 2, 356, 0.0, 2.4, key="shown")


# -- A car's line -----------------------------------------------------------------------------------------------------


def _lane(state: State, seat: int) -> Iterator[Shape]:
    one = state.cars[seat]
    _, y, _, high = lane(state, seat)
    small = high < 84
    yield from _dial(one, 394, y, 27 if small else 34)
    for x, symbol, told in (
        (62, "W", f"{one.handling}/{one.fresh}"),
        (166, "N", str(max(0, one.strength))),
        (236, "T", str(one.top)),
    ):
        size = 29 if small else 35
        yield from pictogram(symbol, x, y, 12 if small else 15)
        yield Text(x + 19 + 0.24 * size * len(told), y, told, size, "black")
    yield from _held(state, seat)
    yield from _ribbon(state, seat)


def _dial(one: Car, x: float, y: float, radius: float) -> Iterator[Shape]:
    """The speed, and on a ring how near it is to the own maximum."""
    yield Circle(x + 1.5, y + 2.5, radius, "shadow", soft=2.5, opacity=0.5)
    yield Circle(x, y, radius, "black", "post", 2)
    start, sweep = -0.75 * pi, 1.5 * pi

    def at(share: float, reach: float) -> Point:
        turn = start + sweep * share
        return x + reach * sin(turn), y - reach * cos(turn)

    for n in range(one.top + 1):
        lit = n <= one.speed
        ink = "hazard" if lit and n == one.top else "gear2" if lit else "post"
        yield Line((at(n / one.top, radius * 0.74), at(n / one.top, radius * 0.93)), ink, 3 if lit else 1.8)
    yield Text(x, y, str(one.speed), radius * 1.12, "light")


def _held(state: State, seat: int) -> Iterator[Shape]:
    """How many cards a driver holds; and what he plays in this stage, or has sealed."""
    one = state.cars[seat]
    _, y, _, high = lane(state, seat)
    scale = (high - 16) / HIGH * 0.72
    if one.sealed:
        yield back("hand", HELD, y, 0.0, scale)
        return
    for n, name in enumerate(one.played):
        yield chip(name, HELD, y + 25 * (n - (len(one.played) - 1) / 2) * (high / 64 if high < 84 else 1.3))
    if one.played:
        return
    if one.hand:
        for n in range(min(3, len(one.hand))):
            yield back("hand", HELD - 6 + 6 * n, y, 0.13 * (n - 1), scale * 0.8)
        yield _tag(HELD + 2, y + high * 0.26, str(len(one.hand)))


def _full(state: State) -> int:
    far = max(one.distance for one in state.cars)
    return max(FULL, 50 * (far // 50 + 1))


def _ribbon(state: State, seat: int) -> Iterator[Shape]:
    """The distance as a road with a post every so often."""
    left, right = ROAD
    one = state.cars[seat]
    _, y, _, high = lane(state, seat)
    wide = high * 0.56
    full = _full(state)
    yield Polygon(box((left + right) / 2, y, right - left + 10, wide + 6, 8), "grass", "grass-deep", 1)
    yield Polygon(box((left + right) / 2, y, right - left + 6, wide - 6, 6), "tarmac")
    yield Line(((left + 4, y), (right - 4, y)), "paint", 1.6, dash=(9, 9), opacity=0.75)
    for n in range(0, full + 1, full // 5):
        x = left + (right - left) * n / full
        yield Line(((x, y - wide / 2 - 1), (x, y + wide / 2 + 1)), "paint", 1.4, opacity=0.5)
        if 0 < n < full:
            yield Text(x, y + wide / 2 - 10, str(n), 14, "paint", opacity=0.85)
    if one.distance:
        x = left + (right - left) * min(1.0, one.distance / full)
        yield Line(((left, y), (x, y)), f"car{seat}", 5, opacity=0.9)
    yield Text(931, y, str(one.distance), 30 if high > 70 else 26, "black")


def _cars(state: State) -> Iterator[Shape]:
    left, right = ROAD
    for seat, one in enumerate(state.cars):
        _, y, _, high = lane(state, seat)
        x = left + 14 + (right - left - 28) * min(1.0, one.distance / _full(state))
        wrecked = bool(one.out)
        crashed = one.crashed and one.crashed == state.stage - 1
        angle = 2.5 if wrecked else 0.5 if crashed else 0.0
        group = rally_car(seat, seat + 1, x, y, angle, key=f"car:{one.name}", scale=1.15 if high > 70 else 0.95)
        yield Group((group,), opacity=0.45) if wrecked else group


# -- What lies before the player in turn --------------------------------------------------------------------------------


def _gone(own: Car, laid: Sequence[Move]) -> list[str]:
    """Cards of a draft: they have left the hand."""
    found = []
    for move in laid:
        if isinstance(move, Play):
            found.append(move.card)
        elif isinstance(move, Table):
            found += move.cards
        elif isinstance(move, Use):
            found += [name for name in own.hand if is_event(name)][:1]
    return found


def _own(state: State, laid: Sequence[Move]) -> Iterator[Shape]:
    """The table before the own car: what it was tuned with, or what is played in this stage."""
    own = state.cars[_viewer(state)]
    shown = [name.rstrip("+-") for name in (*own.tabled, *own.played) if name != HIDDEN]
    if own.sealed and own.sealed != HIDDEN:
        shown.append(own.sealed.rstrip("+-"))
    shown += [name for move in laid if isinstance(move, Table) for name in move.cards]
    for n, name in enumerate(shown[:4]):
        yield card(name, 112 + (n - (len(shown) - 1) / 2) * 36, HAND_Y, 0.05 * n, 0.88, key=f"tabled:{name}")
    if not shown:
        yield Group(empty_spot(), 112, HAND_Y, scale=0.95)


def _hand(state: State, laid: Sequence[Move]) -> Iterator[Shape]:
    """The cards in hand as a fan; while tuning the two drawn ones, and the kept ones small beside them."""
    own = state.cars[_viewer(state)]
    gone = _gone(own, laid)
    held = own.drawn if state.phase == "tune" else own.hand
    hand = [name for name in held if name not in gone or name == HIDDEN]
    for name, (x, y, angle) in zip(
        hand, fan(len(hand), 440, HAND_Y + 2, min(92.0, 390 / max(1, len(hand) - 1))), strict=True
    ):
        yield card(name, x, y, angle, 1.06, key=f"card:{name}" if name != HIDDEN else "")
    if state.phase == "tune":
        for n, name in enumerate(own.hand):
            yield card(name, 640 + 40 * n, HAND_Y + 6, 0.04 * n, 0.8)


def _laid(state: State, laid: Sequence[Move]) -> Iterator[Shape]:
    """The card of a draft on the side of the car where it is laid."""
    own = state.cars[_viewer(state)]
    where = outlines(state)
    for number, move in enumerate(laid, 1):
        key = ""
        name = next(iter(_gone(own, (move,))), "")
        if isinstance(move, Play) and move.way:
            key = f"{'faster' if move.way == FASTER else 'slower'}:{move.to or own.name}"
        elif isinstance(move, Use):
            key = "supply" if move.effect == "two" else f"{move.effect}:{move.to}"
        if key in where and name:
            xs, ys = [x for x, _ in where[key]], [y for _, y in where[key]]
            scale = min((max(xs) - min(xs)) / WIDE, (max(ys) - min(ys)) / HIGH) * 1.15
            x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
            yield Polygon(box(x, y, WIDE * scale + 7, HIGH * scale + 7, 7), "finish")
            yield card(name, x, y, 0.0, scale, key=f"die:{number}")
            if isinstance(move, Play):
                half = -1 if move.way == FASTER else 1
                yield _chosen(x, y + half * 0.335 * HIGH * scale, WIDE * scale, 0.32 * HIGH * scale)


def _chosen(x: float, y: float, wide: float, high: float) -> Polygon:
    """A frame around the half of a card that counts."""
    return Polygon(box(x, y, wide, high, 4), "", "start", 3.4)
