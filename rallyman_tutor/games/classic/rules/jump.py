"""Jumps: how far a gear carries over a crest."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule, warn_of
from rallyman_tutor.games.classic.books import INFERRED, RULING, cite
from rallyman_tutor.games.classic.conditions import ahead_on_this_space, blocker
from rallyman_tutor.games.classic.state import State
from rallyman_tutor.games.classic.step import Step


@rule(
    "CL-JUMP-03",
    cite("Golpes", "6, 7"),
    Step,
    kind=Kind.UNWISE,
    ok=(
        "s3 j3 s8 | A@s3 g3 s1 :: 4$",
        "s3 j3 s8 | A@s3 g3 :: 3",
    ),
    broken=("s3 j3 s8 | A@s3 g3 :: 4",),
)
def one_too_fast_over_the_jump(state: State, step: Step) -> Facts | None:
    if step.over != 1 or step.lost or step.roll.pay or step.to == state.road.finish:
        return None
    if state.turn.rolled or state.options.training:
        return None
    return warn_of(step.hazard, note=step.gear - 1, driven=step.gear)


@rule(
    "CL-JUMP-04",
    cite("Golpes", "6", ruling="R-06"),
    Step,
    kind=Kind.UNWISE,
    ok=("s3 j3 s8 | A@s3 g4 :: 4",),
    broken=("s3 j3 s8 | A@s3 g4 :: 5",),
)
def far_too_fast_over_the_jump(state: State, step: Step) -> Facts | None:
    return {"note": step.gear - step.over, "driven": step.gear} if step.over >= 2 and not step.out else None


@rule(
    "CL-JUMP-07",
    cite("Golpes", "6", RULING, ruling="R-09"),
    Step,
    ok=("s3 j3 s8 | A@s3 g3 ; B@s4 g2 | A :: 4",),
    broken=("s3 j3 s8 | A@s3 g3 ; B@s4 g2 ; C@s4 g2 | A :: 3",),
)
def no_room_under_the_flight(state: State, step: Step) -> Facts | None:
    if step.to < 0 or step.over < 0 or ahead_on_this_space(state, state.turn.seat) >= 0:
        return None
    spaces = state.road.spaces
    for place in (*(p for p in step.flown if spaces[p].bend < 0), step.to):
        if (seat := blocker(state, place, state.turn.seat)) >= 0:
            return {"car": state.cars[seat].name, "at": spaces[place].key}
    return None


@rule(
    "CL-JUMP-08",
    cite("Golpes", "6", INFERRED),
    Step,
    ok=("s3 j3 s8 | A@s3 g2 :: 2>j1",),
    broken=("s3 j3 s8 | A@s3 g3 :: 3>j1",),
)
def stopping_on_the_jump(state: State, step: Step) -> Facts | None:
    return {"driven": step.gear} if step.nowhere == "flies" else None


RULES = (
    fact("CL-JUMP-01", "below-the-note", cite("Golpes", "6"), ok=("s3 j3 s8 | A@s3 g2 :: 2",)),
    fact("CL-JUMP-02", "at-the-note", cite("Golpes", "6"), ok=("s3 j3 s8 | A@s3 g3 :: 3",)),
    one_too_fast_over_the_jump,
    far_too_fast_over_the_jump,
    fact(
        "CL-JUMP-05",
        "landing-in-a-bend",
        cite("Golpes", "6", RULING, ruling="R-07"),
        ok=(
            "s3 j3 R1/2x2K1 s6 | A@s3 g3 :: 4>k => A@s4 g4 ; A 4",
            "s3 j3 R3/4x3K4 s5 | A@s3 g3 :: 3>k{dirty} => A@b1.cut g3 ; dirt b1:1",
        ),
    ),
    fact(
        "CL-JUMP-06",
        "landing-beyond-the-finish",
        cite("Golpes", "6", RULING, ruling="R-08"),
        ok=("s3 j3 | A@s3 g3 :: 3",),
    ),
    no_room_under_the_flight,
    stopping_on_the_jump,
    fact(
        "CL-JUMP-09",
        "no-chain-of-jumps",
        cite("Golpes", "6", RULING, ruling="R-26"),
        ok=("s3 j3 j3 s7 | A@s3 g3 :: 3 4 => A@s4 g4",),
    ),
    fact("CL-JUMP-10", "one-die", cite("Golpes", "6"), ok=("s3 j3 s8 | A@s3 g3 :: 3! => A@s4 g3 ; A 3 !",)),
)
