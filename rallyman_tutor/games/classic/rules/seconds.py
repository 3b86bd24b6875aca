"""Spending seconds: a die that cannot go wrong."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, rule
from rallyman_tutor.games.classic.books import INFERRED, cite
from rallyman_tutor.games.classic.conditions import price
from rallyman_tutor.games.classic.state import State, Word
from rallyman_tutor.games.classic.step import Step


@rule(
    "CL-SEC-01",
    cite("Gastar segundos marcadores", "14"),
    Step,
    ok=("s14 | A@s1 g2 s1 :: 3$",),
    broken=("s14 | A@s1 g2 s1 | A | seconds=off :: 3$",),
)
def seconds_not_agreed(state: State, step: Step) -> Facts | None:
    return {} if step.roll.pay and not state.options.seconds and not state.options.training else None


@rule(
    "CL-SEC-02",
    cite("Gastar segundos marcadores", "14", ruling="R-38"),
    Step,
    ok=("s14 | A@s1 g2 s3 :: 3$ 4$",),
    broken=("s14 | A@s1 g2 s2 :: 3$ 4$",),
)
def cannot_pay(state: State, step: Step) -> Facts | None:
    costs, has = price(state), state.car.seconds
    return {"costs": costs, "has": has} if step.roll.pay and 0 < has < costs else None


@rule(
    "CL-SEC-03",
    cite("Gastar segundos marcadores", "14"),
    Word.LATE_SECOND,
    ok=("s14 | A@s1 g2 s3 :: 3$",),
    broken=("s14 | A@s1 g2 s3 :: 3! $",),
)
def paying_after_the_roll(state: State, word: Word) -> Facts | None:
    return {}


@rule(
    "CL-SEC-04",
    cite("Gastar segundos marcadores", "14"),
    Step,
    ok=("s14 | A@s1 g2 s3 :: A[3 4] 3 4",),
    broken=("s14 | A@s1 g2 s3 :: A[3 4] 3$",),
)
def paying_in_an_attack(state: State, step: Step) -> Facts | None:
    return {} if step.roll.pay and state.turn.rolled else None


@rule(
    "CL-SEC-05",
    cite("Gastar segundos marcadores", "14"),
    Word.KEEP,
    ok=("s14 | A@s1 g2 s3 :: 3$",),
    broken=("s14 | A@s1 g2 s3 :: keep",),
)
def seconds_taken_along(state: State, word: Word) -> Facts | None:
    return {}


@rule(
    "CL-SEC-06",
    cite("Gastar segundos marcadores", "14", INFERRED),
    Step,
    kind=Kind.UNWISE,
    ok=("s4 R3/4x3 s5 | A@s4 g4 s1 :: 4>d$",),
    broken=("s4 R3/4x3 s5 | A@s4 g5 s1 :: 5$", "s4 R1/2x3 s5 | A@s4 g5 s1 :: 5$"),
)
def seconds_do_not_stop_speed(state: State, step: Step) -> Facts | None:
    if not step.roll.pay or not step.lost:
        return None
    return {"case": "out" if step.out else "default", "cause": step.lost}


RULES = (
    seconds_not_agreed,
    cannot_pay,
    paying_after_the_roll,
    paying_in_an_attack,
    seconds_taken_along,
    seconds_do_not_stop_speed,
)
