"""The picture of a race: felt, the course, a line for each car with its dials and its road, the hand in a fan.

It shows only what the player in turn may know: the state is first passed through `seen_by`, unless it is a view
already. The course lies on top, driven cards open, and the one turned up last lies large beside the cars. Each car has
its dials on a dark board (handling, strength, own maximum, speed), the cards it holds as backs, and its distance as a
road on which it drives; between them are the two places where a card can be laid, faster and slower.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin

from rallyman_tutor.core.notation import ScriptedDraft, moves_of
from rallyman_tutor.games.crazy_rally.art import HIGH, WIDE, arrow, back, card, chip, pictogram
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
from rallyman_tutor.games.crazy_rally.step import mover, winners
from rallyman_tutor.games.crazy_rally.table import SIDES, Lane, Layout, layout_for, outlines
from rallyman_tutor.parts.car import car as rally_car
from rallyman_tutor.parts.playing_cards import empty_spot, fan, felt, stack
from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, Scene, Shape, Text, box

FULL = 100
"""The distance at the end of a road; more where a car has driven as far."""


def draw(
    state: State, draft: Draft | ScriptedDraft[Move] = (), events: Sequence[Event] = (), tall: bool = False
) -> Scene:
    """The table as the player in turn sees it, with the card of a draft where it is laid."""
    seen = seen_by(state, state.seat) if _all_open(state) else state
    laid = moves_of(draft)
    table = layout_for(len(seen.cars), tall)
    lanes = (shape for seat in range(len(seen.cars)) for shape in _lane(seen, seat, table.lanes[seat]))
    layers = (
        ("ground", _cloth(table.width, table.height)),
        ("road", _sheets(len(seen.cars), tall)),
        ("marks", (*_places(seen, table), *_course(seen, table), *lanes)),
        ("cars", tuple(_cars(seen, table))),
        (
            "draft",
            (
                *_piles(seen, table), *_large(seen, table), *_own(seen, laid, table), *_hand(seen, laid, table),
                *_laid(seen, laid, outlines(seen, tall)), *_shown(seen, table),
            ),
        ),
        ("overlay", ()),
    )  # fmt: skip
    return Scene(table.width, table.height, layers)


def _viewer(state: State) -> int:
    """The seat whose hand is shown: the player in turn, unless only another player's cards are known."""
    open_hands = [
        seat for seat, one in enumerate(state.cars) if (one.hand or one.drawn) and HIDDEN not in (*one.hand, *one.drawn)
    ]
    return open_hands[0] if open_hands and state.seat not in open_hands else state.seat


def _all_open(state: State) -> bool:
    """Whether no card of the supply is hidden, as in the whole state; every player's view hides them."""
    return HIDDEN not in state.supply


def faces() -> dict[str, Group]:
    """The cards, small, by name."""
    return {name: card(name, 1, 3, scale=0.27) for name in DECK}


@lru_cache(maxsize=8)
def _cloth(wide: float, high: float) -> tuple[Shape, ...]:
    return felt(wide, high)


@lru_cache(maxsize=16)
def _sheets(cars: int, tall: bool) -> tuple[Shape, ...]:
    """The shadows of the cars' lines on the felt, which never change."""
    sheets = (lane.sheet for lane in layout_for(cars, tall).lanes)
    return tuple(
        Polygon(box(x + 2, y + 4, wide, high, 14), "shadow", soft=5, opacity=0.35) for x, y, wide, high in sheets
    )


# -- Places and piles -------------------------------------------------------------------------------------------------


def _places(state: State, table: Layout) -> Iterator[Shape]:
    won = winners(state)[0] if state.over else ()
    for seat, (one, lane) in enumerate(zip(state.cars, table.lanes, strict=True)):
        x, y, wide, high = lane.sheet
        own = seat in won if state.over else seat == state.seat
        fill, edge = ("paint", "finish") if own else ("sand", "earth-deep")
        if one.out:
            fill, edge = "rock", "black"
        yield Polygon(box(x, y, wide, high, 14), fill, edge, 4 if own else 1.2)
        yield Polygon(box(*lane.plate, 6), f"car{seat}", f"car{seat}-deep", 1)
        yield Text(lane.plate.x, lane.plate.y, str(seat + 1), 25, f"car{seat}-mark")
        yield Polygon(box(lane.board.x + 1, lane.board.y + 2, lane.board.wide, lane.board.high, 12), "shadow", soft=2)
        yield Polygon(box(*lane.board, 12), "die", "black", 1.4)
        yield Polygon(box(lane.board.x, lane.board.y, lane.board.wide - 6, lane.board.high - 6, 10), "", "die-lit", 1)
        for side, (sx, sy, side_wide, side_high) in zip(SIDES, lane.sides, strict=True):
            up = side == "faster"
            ink = "legal" if up else "rally"
            yield Polygon(box(sx, sy, side_wide - 3, side_high - 2, 9), "gas", ink, 2.4, key=f"space:{side}:{one.name}")
            yield from arrow(sx, sy, 22, up, "post" if one.out else "black", 2)
    for key, spot in (("table", table.own), ("supply", table.supply), ("discard", table.discard)):
        yield Polygon(box(*spot, 12), "fir-deep", "fir-lit", 1.6, opacity=0.75, key=f"space:{key}")


def _piles(state: State, table: Layout) -> Iterator[Shape]:
    """The supply, and the discard pile with its newest card open."""
    x, y, wide, _ = table.supply
    scale = round((wide - 14) / WIDE, 2)
    low = y + HIGH * scale / 2 - 6
    if state.supply:
        blank = (back("hand", 0, 0),)
        yield Group(stack(len(state.supply), blank, blank), x, y, scale=scale)
        yield _tag(x, low, str(len(state.supply)))
    else:
        yield Group(empty_spot(), x, y, scale=scale)
    x = table.discard.x
    if state.discard:
        if len(state.discard) > 1:
            yield back("hand", x - 3, y + 2, -0.07, scale * 0.95)
        yield card(state.discard[-1], x, y, 0.04, scale * 0.95)
        yield _tag(x, low, str(len(state.discard)))
    else:
        yield Group(empty_spot(), x, y, scale=scale)


def _large(state: State, table: Layout) -> Iterator[Shape]:
    """The course card turned up last; at the practice table the one to come, in a frame."""
    x, y, scale = table.hero
    coming = state.options.practice and state.phase in IN_RACE and state.ahead
    yield Circle(x, y, 66 * scale, "fir-lit", soft=16, opacity=0.5)
    if coming or (state.driven and state.phase in (*IN_RACE, "over")):
        at = state.driven if coming else state.driven - 1
        if coming:
            yield Polygon(box(x, y, (WIDE + 12) * scale, (HIGH + 12) * scale, 12 * scale), "finish")
        yield card(state.course[at], x, y, 0.0, scale, key="coming" if coming else "driven")
        number = STAGES - len(state.course) + at + 1
        yield _tag(x, y - HIGH * scale / 2, str(number))
    else:
        yield Group(empty_spot(), x, y, scale=scale)


def _tag(x: float, y: float, text: str) -> Group:
    """A number on a pile."""
    wide = 16 + 13 * len(text)
    return Group((Polygon(box(0, 0, wide, 30, 9), "black", "paint", 1.6), Text(0, 0, text, 25, "paint")), x, y)


# -- The course -------------------------------------------------------------------------------------------------------


def _course(state: State, table: Layout) -> Iterator[Shape]:
    """The stack, a card a stage: driven cards open, the one to come raised a little."""
    begins = STAGES - len(state.course)
    scale = table.small
    for at, (name, (x, y)) in enumerate(zip(state.course, table.course[begins:], strict=True)):
        looked = state.phase == "look" and at == state.looked - 1
        coming = at == state.driven and state.phase in IN_RACE
        if coming or looked:
            y -= 5
        if coming:
            yield Polygon(box(x, y, (WIDE + 10) * scale, (HIGH + 10) * scale, 10), "finish")
        key = f"course:{begins + at + 1}"
        if name == HIDDEN or (state.phase != "look" and not at < state.driven and not state.options.practice):
            yield back("course", x, y, 0.0, scale, key=key)
            yield Circle(x, y, 18, "black", "paint", 1.6)
            yield Text(x, y, str(begins + at + 1), 24, "paint")
        else:
            yield card(name, x, y, 0.0, scale, key=key)
            if at == state.driven - 1:
                yield Polygon(box(x, y, (WIDE - 2) * scale, (HIGH - 2) * scale, 8), "", "finish", 4)


def _shown(state: State, table: Layout) -> Iterator[Shape]:
    """The card that the test lap shows now, large, over everything."""
    if state.phase == "look" and state.looked:
        name = state.course[state.looked - 1]
        x, y, scale = table.shown
        if name != HIDDEN:
            yield Polygon(box(x + 6, y + 10, 105 * scale, 145 * scale, 26), "shadow", soft=14, opacity=0.6)
            yield card(name, x, y, 0.0, scale, key="shown")
            yield _tag(x, y - HIGH * scale / 2, str(STAGES - len(state.course) + state.looked))


# -- A car's line -----------------------------------------------------------------------------------------------------


def _lane(state: State, seat: int, lane: Lane) -> Iterator[Shape]:
    one = state.cars[seat]
    yield from _dial(one, *lane.dial)
    size = lane.figures
    figures = (("W", str(one.handling)), ("N", str(max(0, one.strength))), ("T", str(one.top)))
    for (x, y), (symbol, figure) in zip(lane.gauges, figures, strict=True):
        yield Circle(x, y, 0.55 * size, "paint", "black", 1)
        yield from pictogram(symbol, x, y, 0.36 * size)
        x += 0.66 * size + 0.24 * size * len(figure)
        yield Text(x, y, figure, size, "paint")
        if symbol == "W":
            more = f"/{one.fresh}"
            yield Text(
                x + 0.24 * size * len(figure) + 0.18 * size * len(more), y + 0.1 * size, more, 0.85 * size, "slate-lit"
            )
    yield from _held(one, lane)
    yield from _road(state, seat, lane)


def _dial(one: Car, x: float, y: float, radius: float) -> Iterator[Shape]:
    """The speed, and on a ring how near it is to the own maximum."""
    yield Circle(x + 1.5, y + 2.5, radius, "shadow", soft=2.5, opacity=0.5)
    yield Circle(x, y, radius, "black", "slate-lit", 2)
    start, sweep = -0.75 * pi, 1.5 * pi

    def at(share: float, reach: float) -> Point:
        turn = start + sweep * share
        return x + reach * sin(turn), y - reach * cos(turn)

    for n in range(one.top + 1):
        lit = n <= one.speed
        ink = "hazard" if lit and n == one.top else "gear2" if lit else "post"
        yield Line((at(n / one.top, radius * 0.74), at(n / one.top, radius * 0.93)), ink, 3 if lit else 1.8)
    yield Text(x, y, str(one.speed), radius * 1.12, "light")


def _held(one: Car, lane: Lane) -> Iterator[Shape]:
    """A driver's sealed card; or else what they have played in this stage; or else how many cards they hold."""
    x, y, high = lane.held
    if one.sealed:
        yield back("hand", x, y, 0.0, min(0.72, (high - 14) / HIGH))
        return
    apart = min(38.0, (high - 8) / 2)
    for n, name in enumerate(one.played):
        yield chip(name, x, y + apart * (n - (len(one.played) - 1) / 2))
    if one.played:
        return
    if one.hand:
        scale = min(0.58, (high - 16) / HIGH)
        for n in range(min(3, len(one.hand))):
            yield back("hand", x - 6 + 6 * n, y, 0.13 * (n - 1), scale)
        yield _tag(x + 2, y + HIGH * scale * 0.3, str(len(one.hand)))  # the road begins right below


def _full(state: State) -> int:
    far = max(one.distance for one in state.cars)
    return max(FULL, 50 * (far // 50 + 1))


def _road(state: State, seat: int, lane: Lane) -> Iterator[Shape]:
    """The distance as a road, marked in five equal parts."""
    x, y, long, wide = lane.road
    left, right = x - long / 2, x + long / 2
    one = state.cars[seat]
    full = _full(state)
    yield Polygon(box(x, y, long + 10, wide + 10, 9), "grass", "grass-deep", 1)
    yield Polygon(box(x, y, long + 6, wide - 4, 6), "tarmac")
    yield Line(((left + 4, y), (right - 4, y)), "paint", 1.6, dash=(9, 9), opacity=0.75)
    for n in range(0, full + 1, full // 5):
        post = left + long * n / full
        yield Line(((post, y - wide / 2 + 2), (post, y + wide / 2 - 2)), "paint", 1.4, opacity=0.5)
        if 0 < n < full:
            yield Text(post, y + wide / 2 - 3 - lane.posts / 2, str(n), lane.posts, "paint")
    if one.distance:
        yield Line(((left, y), (left + long * min(1.0, one.distance / full), y)), f"car{seat}", 5, opacity=0.9)
    yield Text(*lane.distance, str(one.distance), 36 if lane.sheet.high > 84 else 30, "black")


def _cars(state: State, table: Layout) -> Iterator[Shape]:
    for seat, (one, lane) in enumerate(zip(state.cars, table.lanes, strict=True)):
        long = lane.road.wide - 28
        x = lane.road.x - long / 2 + long * min(1.0, one.distance / _full(state))
        wrecked = bool(one.out)
        crashed = one.crashed and one.crashed == state.stage - 1
        angle = 2.5 if wrecked else 0.5 if crashed else 0.0
        scale = 1.4 if lane.road.high > 60 else 1.15
        group = rally_car(seat, seat + 1, x, lane.road.y, angle, key=f"car:{one.name}", scale=scale)
        yield Group((group,), opacity=0.45) if wrecked else group


# -- What lies before the player in turn -------------------------------------------------------------------------------


def _gone(own: Car, laid: Sequence[Move]) -> list[str]:
    """The cards that the moves of a draft take out of the hand."""
    found = []
    for move in laid:
        if isinstance(move, Play):
            found.append(move.card)
        elif isinstance(move, Table):
            found += move.cards
        elif isinstance(move, Use):
            found += [name for name in own.hand if is_event(name)][:1]
    return found


def _own(state: State, laid: Sequence[Move], table: Layout) -> Iterator[Shape]:
    """The cards that lie before the own car: those it was tuned with, or those played in this stage."""
    own = state.cars[_viewer(state)]
    shown = [name.rstrip("+-") for name in (*own.tabled, *own.played) if name != HIDDEN]
    if own.sealed and own.sealed != HIDDEN:
        shown.append(own.sealed.rstrip("+-"))
    shown += [name for move in laid if isinstance(move, Table) for name in move.cards]
    x, y, wide, high = table.own
    scale = (high - 12) / HIGH * 0.92
    apart = (wide - WIDE * scale - 10) / 2
    for n, name in enumerate(shown[:4]):
        aside = (n - (len(shown[:4]) - 1) / 2) * apart
        yield card(name, x + aside, y, 0.05 * n * (apart > 9), scale, key=f"tabled:{name}")
    if not shown:
        yield Group(empty_spot(), x, y, scale=scale)


def _hand(state: State, laid: Sequence[Move], table: Layout) -> Iterator[Shape]:
    """The cards in hand as a fan; while tuning the two drawn ones, and the kept ones small beside them."""
    if table.hand is None:
        return
    left, y = table.hand
    own = state.cars[_viewer(state)]
    gone = _gone(own, laid)
    held = own.drawn if state.phase == "tune" else own.hand
    hand = [name for name in held if name not in gone or name == HIDDEN]
    spread = min(108.0, 460 / max(1, len(hand) - 1))
    for name, (x, down, angle) in zip(hand, fan(len(hand), left, y, spread, 1000), strict=True):
        yield card(name, x, down, angle, 1.16, key=f"card:{name}" if name != HIDDEN else "")
    if state.phase == "tune":
        for n, name in enumerate(own.hand):
            yield card(name, left + 190 + 44 * n, y + 6, 0.04 * n, 0.84)


def _laid(state: State, laid: Sequence[Move], where: Mapping[str, Sequence[Point]]) -> Iterator[Shape]:
    """The card of a draft on the side of the car where it is laid."""
    own = state.cars[_viewer(state)]
    for number, move in enumerate(laid, 1):
        name, key = mover(state, tuple(laid), number - 1), ""
        if isinstance(move, Play) and move.way:
            key = f"{'faster' if move.way == FASTER else 'slower'}:{move.to or name}"
        elif isinstance(move, Use):
            key = "supply" if move.effect == "two" else f"{move.effect}:{move.to}"
        laid_card = next(iter(_gone(own, (move,))), "")
        if key in where and laid_card:
            xs, ys = [x for x, _ in where[key]], [y for _, y in where[key]]
            scale = min((max(xs) - min(xs)) / WIDE, (max(ys) - min(ys)) / HIGH) * 1.15
            x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
            yield Polygon(box(x, y, WIDE * scale + 7, HIGH * scale + 7, 7), "finish")
            yield card(laid_card, x, y, 0.0, scale, key=f"die:{number}")
            if isinstance(move, Play):
                half = -1 if move.way == FASTER else 1
                yield _chosen(x, y + half * 0.335 * HIGH * scale, WIDE * scale, 0.32 * HIGH * scale)


def _chosen(x: float, y: float, wide: float, high: float) -> Polygon:
    """A frame around the half of a card that counts."""
    return Polygon(box(x, y, wide, high, 4), "", "start", 3.4)
