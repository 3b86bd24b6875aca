"""Other cars: passing and sharing spaces."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import INFERRED, cite
from rallyman_tutor.games.classic.conditions import ahead_on_this_space, blocker
from rallyman_tutor.games.classic.state import State
from rallyman_tutor.games.classic.step import Step


@rule(
    "CL-PASS-05",
    cite("Adelantamiento", "9", ruling="R-11 and R-53"),
    Step,
    ok=(
        "s4 R3/4x3 s5 | A@s4 g4 ; B@b1.d2 g4 | A :: 4>d",
        "s4 R3/4x3 s5 | A@b1.d2 g4 ; B@b1.d1 g4 | A :: 3>l",
    ),
    broken=(
        "s4 R3/4x3 s5 | A@b1.d1 g4 ; B@b1.d2 g4 | A :: 3>l",
        "s4 R3/4x3 s5 | A@s4 g4 ; B@b1.d2 g4 | A :: 3>l",
        "s4 R3/4x3 s5 | A@s4 g4 ; B@b1.d2 g4 | A :: 4>d w>d",
        "s4 R3/4x3 s5 | A@s4 g3 ; B@b1.line g3 | A | edition=es :: 3>l 4",
    ),
)
def bend_is_taken(state: State, step: Step) -> Facts | None:
    if step.to < 0:
        return None
    seat = ahead_on_this_space(state, state.turn.seat)
    if seat < 0 and step.over < 0 and state.road.spaces[step.to].kind in ("line", "drift"):
        seat = blocker(state, step.to, state.turn.seat)
    if seat < 0:
        return None
    stands = state.road.spaces[state.cars[seat].place]
    return {"car": state.cars[seat].name, "at": stands.key}


@rule(
    "CL-PASS-06",
    cite("Adelantamiento", "9"),
    Step,
    ok=(
        "s14 | A@s2 g3 ; B@s3 g2 | A :: 3 4",
        "s4 R3/4x3K4 s5 | A@s4 g4 ; B@b1.cut g4 | A :: 4>d",
    ),
    broken=(
        "s14 | A@s2 g3 ; B@s3 g2 ; C@s3 g2 | A :: 3",
        "s4 R3/4x3K4 s5 | A@s4 g4 ; B@b1.cut g4 | A :: 4>k",
    ),
)
def no_way_past(state: State, step: Step) -> Facts | None:
    if step.to < 0 or step.over >= 0 or state.road.spaces[step.to].kind in ("line", "drift"):
        return None
    if ahead_on_this_space(state, state.turn.seat) >= 0:  # CL-PASS-05 speaks of the car in the bend
        return None
    seat = blocker(state, step.to, state.turn.seat)
    return {"car": state.cars[seat].name, "at": state.road.spaces[step.to].key} if seat >= 0 else None


RULES = (
    fact(
        "CL-PASS-01",
        "straight",
        cite("Adelantamiento", "9.1", ruling="R-11"),
        ok=(
            "s14 | A@s2 g2 ; B@s3 g2 :: 3 => A@s3 ; B@s3",
            "s14 | A@s2 g2 ; B@s3 g2 :: 3 4 => A@s4 ; B@s3",
        ),
    ),
    fact(
        "CL-PASS-02",
        "through-the-cut",
        cite("Adelantamiento", "9"),
        ok=(
            "s4 R3/4x3K4 s5 | A@s4 g4 ; B@b1.line g2 :: 4>k => A@b1.cut ; B@b1.line",
            "s4 R3/4x3K4 s5 | A@s4 g4 ; B@b1.d1 g4 :: 4>k 5 => A@s5 ; B@b1.d1",
        ),
    ),
    fact(
        "CL-PASS-03",
        "past-the-cut",
        cite("Adelantamiento", "9"),
        ok=(
            "s4 R3/4x3K4 s5 | A@s4 g4 ; B@b1.cut g2 :: 4>d => A@b1.d1 ; B@b1.cut",
            "s4 R3/4x3K4 s5 | A@s4 g3 ; B@b1.cut g2 :: 3>l 4 => A@s5",
        ),
    ),
    fact(
        "CL-PASS-04",
        "off-road-and-spun-cars",
        cite("Adelantamiento", "9"),
        ok=(
            "c1 s14 | A@s2 g2 ; B@s3 off-left :: 3 4 => A@s4 ; B@s3 off-left",
            "c1 s14 | A@s2 g2 ; B@s4 spun :: 3 => A@s3 ; no 4",
        ),
    ),
    bend_is_taken,
    no_way_past,
    fact(
        "CL-PASS-07",
        "several-cars",
        cite("Adelantamiento", "9", INFERRED),
        ok=("s14 | A@s2 g2 ; B@s3 g2 ; C@s4 g1 ; D@s4 g1 :: 3 => A@s3 ; no 4",),
    ),
)
