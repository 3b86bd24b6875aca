"""Which steps the rules leave open: for rules that depend on other steps, and for those of an attack.

The rules are asked about every die on every way; `generate.py` is not used. That is slow, so results are cached by
state.
"""

from __future__ import annotations

from functools import lru_cache

from rallyman_tutor.core.rule import RuleBook
from rallyman_tutor.games.classic.state import GAS, GEAR_DICE, Roll, State
from rallyman_tutor.games.classic.step import HARMLESS_LUCK, Step, aim, dice_rolled, take

ASK_HERE = ("CL-ATK-03", "CL-ATK-10")
"""Rules about a step that use this module themselves. They are left out here."""
WAYS = ("", "l", "d", "k")


@lru_cache(maxsize=8)
def _book(edition: str) -> RuleBook:
    from rallyman_tutor.games.classic.rules import book  # imported late: its chapters import this module

    return book(edition).without_rules(*ASK_HERE)


@lru_cache(maxsize=256)
def open_steps(state: State) -> tuple[Step, ...]:
    """Every die on every space it can lead to that no rule refuses, before paying."""
    rules, turn = _book(state.options.edition), state.turn
    dice = sorted({die for die, _ in turn.hand}) if turn.rolled else (*range(1, GEAR_DICE + 1), GAS)
    found: dict[tuple[int, int], Step] = {}
    for die in dice:
        for way in WAYS:
            step = aim(state, Roll(die, way))
            if step.to >= 0 and (die, step.to) not in found:
                step = step._replace(roll=Roll(die, state.road.spaces[step.to].key))
                if rules.allows(state, step):
                    found[die, step.to] = step
    return tuple(found.values())


def is_open(state: State, step: Step) -> bool:
    """Whether the rules allow this die on this space, apart from its payment and from the rest of an attack."""
    return any((one.roll.die, one.to) == (step.roll.die, step.to) for one in open_steps(state))


# -- Attacks ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def outlook(state: State) -> int:
    """How well the rest of an attack can go: 3 every die driven; 2 every die driven, control lost on the last one; 1
    control lost earlier; 0 dice left over; -1 out of the rally. Cards not yet drawn are taken as harmless."""
    turn = state.turn
    if turn.ended == "finish":
        return 3 if not turn.hand or state.options.attack_finish == "spaces" else 0
    if turn.ended:
        return -1 if turn.ended == "out" else 1 if turn.hand else 2
    if not turn.hand:
        return 3
    best = 0
    for step in open_steps(state):
        for face in {face for die, face in turn.hand if die == step.roll.die}:
            best = max(best, outlook(_behind(state, step, face)))
            if best == 3:  # it cannot go better
                return best
    return best


def _behind(state: State, step: Step, face: bool) -> State:
    return take(state, aim(state, step.roll._replace(hazard=face)), HARMLESS_LUCK)[0]


def can_be_driven(state: State, dice: tuple[int, ...]) -> bool:
    """Whether these dice, all clean, can be driven in some order; control may be lost on the last one only."""
    return outlook(dice_rolled(state, dice)) >= 2


def can_finish(state: State) -> bool:
    """Whether some way of driving all rolled dice crosses the finish."""
    if not state.turn.hand:
        return state.turn.ended == "finish"
    if state.turn.ended:
        return False
    return any(can_finish(_behind(state, step, False)) for step in open_steps(state))
