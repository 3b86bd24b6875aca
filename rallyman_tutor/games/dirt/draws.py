"""Dice, cards and tokens: what can come up, and what is drawn and does to the car.

Nothing hidden is kept: a deck is the count of its unseen cards, and the bag is what lies neither on a dashboard nor on
the road. Only the face of a token that is read is drawn; its other face is never known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rallyman_tutor.core.luck import Luck, Odds, chance_of
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    BRAKE_DAMAGE,
    CLEAN,
    CRASH,
    DAMAGES,
    FINE,
    FLAG,
    GAS,
    GAS_DAMAGE,
    GEAR_DAMAGE,
    GRAVEL,
    HARD,
    HAZARD,
    LEADER,
    PUNCTURE,
    SHORTCUTS,
    TOKENS,
    VALUES,
    Event,
    State,
)
from rallyman_tutor.games.dirt.step import with_backs, with_car, with_turn
from rallyman_tutor.games.dirt.tiles import DANGERS
from rallyman_tutor.parts.cards import Deck, draw, shuffled

NEVER, CERTAIN = Fraction(0), Fraction(1)

# -- Dice --------------------------------------------------------------------------------------------------------------


def _odds(hazards: int) -> Odds:
    return ((HAZARD, hazards), (CLEAN, VALUES["dice.faces"] - hazards))


ODDS: dict[int, Odds] = {
    **{gear: _odds(hazards) for gear, hazards in enumerate(VALUES["dice.gear_hazards"], 1)},
    GAS: _odds(VALUES["dice.gas_hazards"]),
    LEADER: _odds(VALUES["dice.leader_hazards"]),
    BRAKE: _odds(VALUES["dice.brake_hazards"]),
}


def chance(die: int, told: Sequence[str] = ()) -> Fraction:
    """The chance that a die shows a hazard; a face that is told first is certain."""
    return chance_of(HAZARD, ODDS[die], told)


class Throw(NamedTuple):
    """One die about to be rolled: the chance of a hazard, and the count of hazards that loses control on this die."""

    chance: Fraction
    limit: int


def losses(throws: Iterable[Throw], shown: int = 0) -> tuple[Fraction, ...]:
    """For each die, the chance that control is lost exactly there; 1 minus their sum is the chance to get through.

    A hazard is judged when it appears: the count, this hazard included, has then reached this die's limit.
    """
    alive = {shown: CERTAIN}
    lost = []
    for hazard, limit in throws:
        here = NEVER
        still: dict[int, Fraction] = {}
        for count, share in alive.items():
            still[count] = still.get(count, NEVER) + share * (1 - hazard)
            if count + 1 >= limit:
                here += share * hazard
            else:
                still[count + 1] = still.get(count + 1, NEVER) + share * hazard
        lost.append(here)
        alive = still
    return tuple(lost)


# -- Cards and tokens --------------------------------------------------------------------------------------------------


def turn_card(state: State, luck: Luck) -> tuple[State, str]:
    """The top card of the deck of the gear driven, turned over."""
    gear = state.car.gear
    back, deck = draw(state.backs[gear - 1], f"back of a card of gear {gear}", luck)
    return with_backs(state, (*state.backs[: gear - 1], deck, *state.backs[gear:])), back


def back_odds(deck: Deck) -> Odds:
    """How many cards of each back can be the next one."""
    return shuffled(deck).unseen


def marks_of(gear: int, back: str, danger: str) -> int:
    """The damage marks of a turned card."""
    if back == HARD:
        return int(VALUES["cards.hard_marks"][DANGERS.index(danger)])
    return int(VALUES["cards.marks"][gear - 1][DANGERS.index(danger)]) if back == CRASH else 0


def sisu_gear(gear: int) -> int:
    """The gear that a SISU card of this deck shows."""
    return int(max(1, gear - VALUES["cards.sisu_gear_less"]))


def token(state: State, bend: int, events: list[Event], luck: Luck) -> State:
    """Draw a token for a shortcut and apply its shortcut face."""
    seat, car = state.turn.seat, state.car
    out = [sum(car.fine for car in state.cars), sum(car.punctures for car in state.cars), 0]
    out[2] = sum(state.gravel) + len(state.turn.gravel)
    if not bag(state):
        events.append(Event("empty", "DI-DMG-09", seat))
        return state
    odds = tuple(
        (kind, max(0, full - gone)) for kind, full, gone in zip(SHORTCUTS, VALUES["bag.shortcut"], out, strict=True)
    )
    token = luck.pick("shortcut token", odds)
    events.append(Event("token", "DI-SHORT-03", seat, {"token": token}))
    if token == FINE:
        events.append(Event("fine", "DI-SHORT-04", seat))
        return with_car(state, car._replace(fine=car.fine + 1))
    if token == PUNCTURE:
        events.append(Event("puncture", "DI-SHORT-05", seat))
        return with_car(state, car._replace(punctures=car.punctures + 1))
    assert token == GRAVEL
    events.append(Event("gravel", "DI-SHORT-06", seat, {"bend": state.road.bends[bend].name}))
    return with_turn(state, state.turn._replace(gravel=tuple(sorted((*state.turn.gravel, bend)))))


def bag(state: State) -> int:
    """How many tokens are in the bag."""
    out = sum(car.gears + car.brakes + car.gas + car.flags + car.punctures + car.fine for car in state.cars)
    return TOKENS - out - sum(state.gravel) - len(state.turn.gravel)


_FIELDS = {GEAR_DAMAGE: "gears", BRAKE_DAMAGE: "brakes", GAS_DAMAGE: "gas", FLAG: "flags"}
_HITS = {GEAR_DAMAGE: "DI-DMG-02", BRAKE_DAMAGE: "DI-DMG-03", GAS_DAMAGE: "DI-DMG-04", FLAG: "DI-DMG-06"}


def damage_odds(state: State) -> Odds:
    """How many damage faces of each kind can still be drawn."""
    out = [sum(getattr(car, _FIELDS[kind]) for car in state.cars) for kind in DAMAGES]
    return tuple(
        (kind, max(0, full - gone)) for kind, full, gone in zip(DAMAGES, VALUES["bag.damage"], out, strict=True)
    )


def damage(state: State, marks: int, code: str, events: list[Event], luck: Luck) -> State:
    """Draw `marks` damage tokens, as long as the bag has any, and put them on the dashboard."""
    seat = state.turn.seat
    if marks:
        events.append(Event("marks", code, seat, {"marks": marks}))
    for _ in range(marks):
        if not bag(state):
            events.append(Event("empty", "DI-DMG-09", seat))
            break
        kind = luck.pick("damage token", damage_odds(state))
        events.append(Event("damage", _HITS[kind], seat, {"kind": kind}))
        field = _FIELDS[kind]
        counts: dict[str, Any] = {field: getattr(state.car, field) + 1}
        state = with_car(state, state.car._replace(**counts))
    return state
