"""Which kinds of decisions belong to which moment of a rally.

A moment is what is to be decided now. Usually that is the turn's phase; but control may be lost in the middle of a
draft, and then only Sisu and accepting the loss are left. A decision that does not belong to the moment breaks a rule
of the book: `rules/` says which, and a test tries every kind in every moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rallyman_tutor.core.rule import JudgedStep, kind_of
from rallyman_tutor.games.classic.state import Attack, Give, State, Stop, Tyres, Word
from rallyman_tutor.games.classic.step import Step

LOST = ("jump", "landing", "bend", "hazards")
"""Values of `Turn.ended` that mean lost control."""
HAZARDOUS = ("landing", "hazards")
"""The ways to lose control that Sisu can undo."""
DECISIONS = (
    Step, Attack, Stop, Give, Tyres,
    Word.BLOCKED, Word.WHEEL, Word.SISU, Word.ACCEPT, Word.RETIRE, Word.WEATHER,
)  # fmt: skip
"""Every kind of decision as the rules see it: a die to roll is a `Step`."""
DECISIONS_OF_MOMENTS: Mapping[str, tuple[JudgedStep, ...]] = MappingProxyType(
    {
        "weather": (Word.WEATHER,),
        "tyres": (Tyres,),
        "roll": (Step, Attack, Stop, Word.BLOCKED, Word.WHEEL, Word.SISU, Word.RETIRE),
        "drive": (Step, Stop, Word.SISU, Word.RETIRE),
        "give": (Give,),
        "lost": (Word.SISU, Word.ACCEPT),
        "gap": (Word.WHEEL, Word.ACCEPT),
        "finished": (),
        "out": (),
    }
)


def decision_due(state: State) -> str:
    """The decision due now."""
    turn, car = state.turn, state.car
    if turn.phase in ("weather", "tyres", "gap"):
        return turn.phase
    if turn.ended == "out" or car.status == "out":
        return "out"
    if turn.phase == "over" or turn.ended == "finish" or car.status == "finished":
        return "finished"
    if turn.ended or turn.phase == "sisu":
        return "lost"
    return turn.phase


def is_foreign(state: State, move: object, now: str) -> bool:
    """Whether the moment is `now` and this decision does not belong to it."""
    return decision_due(state) == now and kind_of(move) not in DECISIONS_OF_MOMENTS[now]
