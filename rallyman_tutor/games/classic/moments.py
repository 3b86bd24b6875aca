"""Which kinds of decisions belong to which moment of a rally, said once.

A moment is what is to be decided now. Most of the time that is the turn's phase; but control may be lost in the middle of
a draft, where nobody has been asked yet, and then only Sisu and taking what comes are left. Whatever does not belong to
its moment breaks a rule of the book: `rules/` says which, and a test tries every kind in every moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rallyman_tutor.games.classic.state import (
    Accept,
    Attack,
    Blocked,
    Give,
    Retire,
    Roll,
    Sisu,
    State,
    Stop,
    Tyres,
    Weather,
    Wheel,
)
from rallyman_tutor.games.classic.step import Step

LOST = ("jump", "landing", "bend", "hazards")
"""The ends of a turn by losing control."""
HAZARDOUS = ("landing", "hazards")
"""Those of them that Sisu undoes."""
DECISIONS = (Step, Attack, Stop, Blocked, Wheel, Sisu, Accept, Retire, Give, Tyres, Weather)
"""Every kind of decision as the rules see it: a die to roll is a `Step`."""
BELONGS: Mapping[str, tuple[type, ...]] = MappingProxyType(
    {
        "weather": (Weather,),
        "tyres": (Tyres,),
        "roll": (Step, Roll, Attack, Stop, Blocked, Wheel, Sisu, Retire),
        "drive": (Step, Roll, Stop, Sisu, Retire),
        "give": (Give,),
        "lost": (Sisu, Accept),
        "gap": (Wheel, Accept),
        "finished": (),
        "out": (),
    }
)


def moment(state: State) -> str:
    """What is to be decided now."""
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
    """Whether this is that moment, and the decision belongs to another one."""
    return moment(state) == now and not isinstance(move, BELONGS[now])


def is_turned(state: State) -> bool:
    """Whether control is lost for good: the card lies turned, and the car is in neutral."""
    return moment(state) == "lost" and not state.car.gear
