"""The effect of one card on one car (tuning, turbo, speed, the car's own maximum, the course), and how the cars stand:
who races on, who decides first, who has won.

Nothing here asks luck, so the rules can look ahead with it. What changes a car gives the car after it, and events that
say what happened by which rule.
"""

from __future__ import annotations

from rallyman_tutor.core.luck import Harmless
from rallyman_tutor.games.crazy_rally.state import (
    CAP_STRENGTH,
    CARDS,
    COURSE,
    EVENT_SPEED,
    FASTER,
    PURPLE,
    SLOWER,
    STAGES,
    SYMBOL,
    TURBO_STRENGTH,
    Car,
    Draft,
    Event,
    Events,
    Move,
    Play,
    State,
    Use,
)

SYMBOLS = {"T": "top", "W": "handling", "N": "strength"}
"""Which property of a car a symbol raises: tyre, steering wheel, nut."""

BY_EVENT = {"faster": EVENT_SPEED, "slower": -EVENT_SPEED}
"""The change of speed by an event, by its effect."""

HARMLESS_LUCK = Harmless(())
"""The luck that judging assumes where a script tells nothing: cards in the order of the catalogue."""


def tune(car: Car, seat: int, card: str) -> tuple[Car, Events]:
    """The car with one more card on it."""
    tuned = car._replace(tabled=(*car.tabled, card))
    for symbol in CARDS[card].symbols:
        name = SYMBOLS[symbol]
        tuned = tuned._replace(**{name: getattr(tuned, name) + SYMBOL})
    tuned = tuned._replace(fresh=tuned.handling)
    facts = {"card": card, "top": tuned.top, "strength": tuned.strength, "handling": tuned.handling}
    return tuned, (Event("tabled", "CR-TUNE-03", seat, facts),)


def by_card(card: str, way: str) -> int:
    """The change of speed by a card."""
    return CARDS[card].faster if way == FASTER else -CARDS[card].slower


def weaken(car: Car, seat: int, by: int, stage: int, events: list[Event]) -> Car:
    """The car with less strength; when none is left it is out at once."""
    car = car._replace(strength=car.strength - by)
    if car.strength <= 0:
        car = car._replace(out=stage)
        events.append(Event("out", "CR-OUT-01", seat, {"strength": car.strength, "stage": stage}))
    return car


def drive_by(car: Car, seat: int, by: int, stage: int, events: list[Event]) -> Car:
    """The car with its speed changed by a card or an event: never below 0; above its own
    maximum it is cut to that, which costs strength."""
    speed = car.speed + by
    if speed < 0:
        events.append(Event("floor", "CR-SPD-02", seat, {"was": speed, "now": 0}))
        speed = 0
    if speed <= car.top:
        return car._replace(speed=speed)
    lost = {"was": speed, "now": car.top, "strength": car.strength - CAP_STRENGTH}
    events.append(Event("capped", "CR-MAX-01", seat, lost))
    return weaken(car._replace(speed=car.top), seat, CAP_STRENGTH, stage, events)


def play_card(car: Car, seat: int, card: str, way: str, stage: int) -> tuple[Car, Events]:
    """An adjustment card turned up: a purple one first costs strength, then the speed changes."""
    events: list[Event] = []
    if card[:1] == PURPLE:
        now = car.strength - TURBO_STRENGTH
        events.append(Event("turbo", "CR-TURBO-01", seat, {"card": card, "was": car.strength, "now": now}))
        car = weaken(car, seat, TURBO_STRENGTH, stage, events)
        if car.out:
            return car, tuple(events)
    by = by_card(card, way)
    facts = {"card": card, "way": way, "by": abs(by), "was": car.speed, "now": car.speed + by}
    events.append(Event("card", "CR-PLAY-04", seat, facts))
    return drive_by(car, seat, by, stage, events), tuple(events)


def after(state: State, move: Move) -> Car:
    """The car in turn as a move leaves it, before the course card is turned up."""
    if (
        isinstance(move, Play)
        and move.card in CARDS
        and move.way in (FASTER, SLOWER)
        and move.to in ("", state.car.name)
    ):
        return play_card(state.car, state.seat, move.card, move.way, state.stage)[0]
    if isinstance(move, Use) and state.phase == "event" and move.to == state.car.name and move.effect in BY_EVENT:
        return drive_by(state.car, state.seat, BY_EVENT[move.effect], state.stage, [])
    return state.car


def speed_missed(car: Car, card: str) -> int:
    """By how much the speed misses what a course card allows; 0 is clean."""
    course = COURSE[card]
    return max(0, course.limit - car.speed if course.minimum else car.speed - course.limit)


def pass_stage(car: Car, seat: int, card: str, stage: int) -> tuple[Car, Events]:
    """A course card turned up: the car is compared, loses what it must, and drives on."""
    events: list[Event] = []
    course, missed = COURSE[card], speed_missed(car, card)
    facts: dict[str, object] = {"card": card, "limit": course.limit, "speed": car.speed}
    if not missed:
        code = "CR-RED-01" if course.minimum else "CR-RES-02"
        return _driven(car, seat, [Event("clean", code, seat, facts)], code)
    handling = car.handling - course.difficulty - missed
    speed = min(course.limit, car.top) if course.minimum else course.limit
    facts |= {"by": missed, "difficulty": course.difficulty, "was": car.handling, "now": handling}
    what, code = ("slow", "CR-RED-02") if course.minimum else ("fast", "CR-RES-03")
    events.append(Event(what, code, seat, facts))
    if speed < course.limit and course.minimum:
        events.append(Event("held", "CR-RED-04", seat, {"limit": course.limit, "now": speed}))
    car = car._replace(speed=speed, handling=handling)
    if handling >= 0:
        if not handling:
            events.append(Event("saved", "CR-RES-04", seat))
        return _driven(car, seat, events, "CR-RES-07")
    crash = {"damage": course.damage, "strength": car.strength - course.damage, "handling": car.fresh}
    events.append(Event("crash", "CR-RED-03" if course.minimum else "CR-RES-05", seat, crash))
    car = weaken(
        car._replace(speed=0, handling=car.fresh, crashed=stage), seat, course.damage, stage, events
    )  # fmt: skip
    if not car.out:
        what, code = ("no-finish", "CR-END-05") if stage == STAGES else ("again", "CR-RES-08")
        events.append(Event(what, code, seat))
    return car, tuple(events)


def _driven(car: Car, seat: int, events: list[Event], code: str) -> tuple[Car, Events]:
    now = car.distance + car.speed
    events.append(Event("distance", code, seat, {"by": car.speed, "was": car.distance, "now": now}))
    return car._replace(distance=now), tuple(events)


def racing(state: State) -> list[int]:
    """The seats still in the race."""
    return [seat for seat, car in enumerate(state.cars) if not car.out]


def event_order(state: State) -> tuple[int, ...]:
    """Who decides about events in which order: the smallest distance first, then the lower speed, then the seat."""
    return tuple(sorted(racing(state), key=lambda seat: (state.cars[seat].distance, state.cars[seat].speed, seat)))


def finished(state: State, car: Car) -> bool:
    """Whether a car has driven the race to its end: it is not out, and did not crash on the last stage."""
    return not car.out and car.crashed != STAGES


def winners(state: State) -> tuple[tuple[int, ...], str]:
    """Who has won, and the rule that decides it: distance, then speed, then nothing more."""
    seats = [seat for seat, car in enumerate(state.cars) if finished(state, car)]
    if not seats:
        return (), "CR-END-06"
    far = max(state.cars[seat].distance for seat in seats)
    level = [seat for seat in seats if state.cars[seat].distance == far]
    fast = max(state.cars[seat].speed for seat in level)
    won = tuple(seat for seat in level if state.cars[seat].speed == fast)
    return won, "CR-END-04" if len(won) > 1 else "CR-END-03" if len(level) > 1 else "CR-END-01"


def ranks(state: State) -> tuple[int, ...]:
    """The place of each seat: finishers first, then who crashed on the last stage, then who is out; equal results
    share a place."""

    def rank(car: Car) -> tuple[int, int, int]:
        if finished(state, car):
            return 2, car.distance, car.speed
        return (0, car.out, car.distance) if car.out else (1, car.distance, 0)

    ranks = [rank(car) for car in state.cars]
    return tuple(1 + sum(other > own for other in ranks) for own in ranks)


def mover(state: State, draft: Draft, at: int) -> str:
    """Who makes a move of a draft: while cards are chosen, each card is the next driver's; else it is the driver in
    turn."""
    chosen = [move for move in draft[: at + 1] if isinstance(move, Play)]
    racing = [car.name for car in state.cars[state.seat :] if not car.out and not car.sealed]
    follows = state.phase == "choose" and at < len(chosen) <= len(racing)
    return racing[len(chosen) - 1] if follows else state.car.name
