"""Which positions are possible. `notation.py` reads the words of a line; this file checks the position as a whole.

No card lies in two places, every car is as tuning and the stages before can have left it, and what must happen before a
phase has happened. So every position that can be read can be judged, played to the end and written again. Cards can be
hidden, because a position may be one player's view; but never those among which the player has to choose. Such a
position is judged, but not played on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from rallyman_tutor.core.rule import Facts
from rallyman_tutor.games.crazy_rally.state import (
    BASE,
    CARDS,
    COLOURS,
    COURSE,
    DECK,
    DRAWN,
    FASTER,
    HIDDEN,
    IN_RACE,
    LEAST_RACES,
    MOST_PLAYERS,
    SLOWER,
    STAGES,
    SYMBOL,
    Car,
    State,
    adjustments,
    is_event,
)
from rallyman_tutor.games.crazy_rally.step import SYMBOLS, racing

BEFORE_THE_RACE = ("deal", "tune", "look")
CHOOSING = ("tune", "choose", "event")
"""The phases in which somebody chooses among the own cards."""
TUNED = frozenset(
    tuple(SYMBOL * Counter("".join(CARDS[card].symbols for card in laid))[symbol] for symbol in SYMBOLS)
    for laid in product(*([card for card in CARDS if card[0] == colour] for colour in COLOURS))
)
"""Every sum that a whole tuning can add to the own maximum, the handling and the strength."""


class Impossible(NamedTuple):
    """Why a position is impossible: a key of the words under `reading`, its facts, and the seat it is about (-1:
    none)."""

    key: str
    facts: Facts
    seat: int = -1


OWN_HAND = "own-hand"


def impossible(state: State, *, seen: bool = False) -> Impossible | None:
    """The first thing that is wrong with a position; None if the position is possible. One that is `seen` by somebody
    else may hide the cards of whoever decides."""
    return next((found for found in _wrong(state) if not (seen and found.key == OWN_HAND)), None)


def held(state: State) -> tuple[str, ...]:
    """All cards in front of the drivers."""
    found: list[str] = []
    for car in state.cars:
        found += [*car.hand, *car.drawn, *car.tabled, *(card.rstrip("+-") for card in car.played)]
    return tuple(found)


def unseen(state: State) -> bool:
    """Whether cards are hidden that playing on would have to know."""
    sealed = tuple(car.sealed for car in state.cars)
    return HIDDEN in (*held(state), *sealed, *state.supply, *state.discard, *state.ahead)


def _wrong(state: State) -> Iterator[Impossible]:
    names = [car.name for car in state.cars]
    for seat, name in enumerate(names):
        if name in names[:seat] or seat >= MOST_PLAYERS:
            yield Impossible("other-names", {"most": MOST_PLAYERS}, seat)
    lying = [card for card in (*held(state), *state.supply, *state.discard) if card != HIDDEN]
    for card in lying:
        if lying.count(card) > 1:
            yield Impossible("card-twice", {"card": card}, 0)
    for seat, car in enumerate(state.cars):
        for key, facts in _of_car(state, seat, car):
            yield Impossible(key, facts, seat)
    yield from _of_course(state)
    yield from _of_phase(state)
    if not (state.races == 1 or state.races >= LEAST_RACES) or len(state.results) >= state.races + state.over:
        yield Impossible("races", {"least": LEAST_RACES})


def _of_car(state: State, seat: int, car: Car) -> Iterator[tuple[str, Facts]]:
    if (car.strength <= 0) != bool(car.out):
        yield "strength", {}
    if not 0 <= car.speed <= car.top or not 0 <= car.handling <= car.fresh:
        yield "car-limits", {}
    if not _can_be_tuned(state, car):
        figures = [BASE + max(added) for added in zip(*TUNED, strict=True)]
        yield "car-tuned-so", {"base": BASE} | dict(zip(("top", "handling", "strength"), figures, strict=True))
    least = state.results[-1][seat] if state.results and not state.over else 0
    most = least + (0 if state.phase in BEFORE_THE_RACE else farthest(state, car))
    if not least <= car.distance <= most and not state.over:
        yield "distance", {"least": least, "most": most}
    if not 0 <= car.out <= (0 if state.phase in BEFORE_THE_RACE else STAGES):
        yield "car-out", {"last": STAGES}
    if not 0 <= car.crashed < STAGES + state.over:
        yield "car-crashed", {"last": STAGES}
    if (car.drawn and state.phase != "tune") or (car.tabled and state.phase not in ("tune", "look")):
        yield "car-tuned", {}
    if car.played and not (state.phase == "event" and _could_lie(car.played)):
        yield "car-played", {}
    yield from _of_choice(state, seat, car)


def _can_be_tuned(state: State, car: Car) -> bool:
    """Whether symbols can have made these three values: those on the table while cars are tuned, later those of any
    three cards. Less than that is no fault: a position may have a weaker car than any box has."""
    added = car.top - BASE, car.fresh - BASE, car.strength - BASE
    if state.phase == "deal" or (state.phase == "tune" and not car.tabled):
        return max(added) <= 0
    if HIDDEN not in car.tabled and car.tabled:
        symbols = Counter("".join(CARDS[card].symbols for card in car.tabled))
        return all(one <= SYMBOL * symbols[symbol] for one, symbol in zip(added, SYMBOLS, strict=True))
    return any(all(one <= most for one, most in zip(added, tuned, strict=True)) for tuned in TUNED)


def farthest(state: State, car: Car) -> int:
    """The most that a car can have driven: on every stage its limit; where that is a minimum, the own maximum. A
    position need not tell of the stages behind a car, so it may have driven a whole race before those that are told."""
    stages = (COURSE[card] for card in (*COURSE, *state.course[: state.driven]))
    return sum(car.top if stage.minimum else min(stage.limit, car.top) for stage in stages)


def _could_lie(played: tuple[str, ...]) -> bool:
    """Whether one driver can have played these in a stage: an adjustment card with its direction, an event, or both in
    this order."""
    first, *more = played
    events = [is_event(card) and card[-1] not in (FASTER, SLOWER) for card in played]
    if is_event(first):
        return events == [True]
    return first[-1] in (FASTER, SLOWER) and len(more) < 2 and all(events[1:])


def _of_choice(state: State, seat: int, car: Car) -> Iterator[tuple[str, Facts]]:
    """The faults of a sealed choice. Drivers choose in seat order, so all seats before the one in turn have chosen."""
    card, way = car.sealed.rstrip("+-"), car.sealed[-1:] in (FASTER, SLOWER)
    if car.sealed and (state.phase not in ("tune", "choose") or seat == state.seat or car.out):
        yield "sealed-held", {"card": car.sealed}
    if card not in ("", HIDDEN):
        if card not in (car.drawn if state.phase == "tune" else car.hand) or (state.phase == "tune" and way):
            yield "sealed-held", {"card": car.sealed}
        elif state.phase == "choose" and not way:
            yield "sealed", {"card": car.sealed}
    chooses = state.phase == "tune" or (state.phase == "choose" and not car.out and bool(adjustments(car.hand)))
    if chooses and seat < state.seat and not car.sealed:
        yield "unsealed", {"driver": car.name}


def _of_course(state: State) -> Iterator[Impossible]:
    if state.phase == "deal" and state.course:
        yield Impossible("course-early", {})
    if state.phase in ("tune", "look") and (not state.course or state.driven):
        yield Impossible("course", {})
    if state.phase in IN_RACE and not state.ahead:
        yield Impossible("course", {})


def _of_phase(state: State) -> Iterator[Impossible]:
    own = state.car.drawn if state.phase == "tune" else state.car.hand
    if state.phase in CHOOSING and HIDDEN in own:
        yield Impossible(OWN_HAND, {"driver": state.car.name}, state.seat)
    if state.phase == "deal" and (held(state) or state.discard or len(state.supply) != len(DECK)):
        yield Impossible("cards-early", {})
    elif state.phase == "tune":
        yield from _of_tuning(state)
    elif state.phase == "exchange" and (not state.car.hand or adjustments(state.car.hand)):
        yield Impossible("hand-to-exchange", {"driver": state.car.name}, state.seat)
    elif state.phase == "choose" and HIDDEN not in own and not adjustments(own):
        yield Impossible("hand-to-choose", {"driver": state.car.name})
    elif state.phase == "event":
        far = [state.cars[seat].distance for seat in state.order]
        if far != sorted(far) or not set(racing(state)) <= set(state.order) or state.seat not in state.order:
            yield Impossible("order", {})


def _of_tuning(state: State) -> Iterator[Impossible]:
    """The faults of a tuning: everybody has two cards of the present colour and has tabled one of each colour before
    it, and the supply has enough of the colours to come."""
    done = len(state.car.tabled)
    for seat, car in enumerate(state.cars):
        kinds = [card[:1] for card in (*car.tabled, *car.drawn)]
        due = [*COLOURS[:done], *COLOURS[done : done + 1] * DRAWN]
        fits = all(kind in (own, HIDDEN) for kind, own in zip(kinds, due, strict=False))
        if not fits or (len(car.tabled), len(car.drawn)) != (done, DRAWN) or done == len(COLOURS):
            yield Impossible("drawn", {"count": DRAWN}, seat)
    for colour in COLOURS[done + 1 :]:
        left = [card for card in state.supply if card[0] in (colour, HIDDEN)]
        if len(left) < DRAWN * len(state.cars):
            yield Impossible("supply-to-tune", {"count": DRAWN})
