"""Securing dice: paid before they are rolled, dearer one by one."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import RULING, cite
from rallyman_tutor.games.dirt.drafts import named
from rallyman_tutor.games.dirt.state import State, Word
from rallyman_tutor.games.dirt.step import DueStep, Step, price

BOOK = "Fichas de Segundos: Asegurar (p. 17)"


@rule(
    "DI-SECURE-01",
    cite(BOOK),
    Word.LATE_SECOND,
    Step,
    ok=("FX-S | A@L3 g3 s3 :: go 4>L4$ (w>L5)",),
    broken=(
        "FX-S | A@L3 g3 s3 :: go 4>L4! (w>L5) :: $",
        "FX-S | A@L3 g3 s3 :: $",
        "FX-S | A@L3 g3 s5 | A rolled[4>L4! 5>L5! w>L6!] :: arrange 4>L4$ 5>L5 w>L6",
    ),
)
def paying_after_the_roll(state: State, asked: Word | Step) -> Facts | None:
    """The die was rolled already: on the road, or in a failed flat out."""
    if isinstance(asked, Step):
        return {"die": asked.roll.die} if state.turn.phase == "arrange" and asked.roll.pay else None
    used = state.turn.used
    return {"die": used[-1]} if used else {"case": "none"}


@rule(
    "DI-SECURE-02",
    cite(BOOK),
    Step,
    DueStep,
    ok=("FX-S | A@L3 g3 s3 :: 4>L4$ 5>L5$",),
    broken=(
        "FX-S | A@L3 g3 s2 :: 4>L4$ 5>L5$",
        "FX-S | A@L3 g3 s2 :: go 4>L4$ (5>L5) :: 5>L5$",
    ),
)
def cannot_pay(state: State, asked: Step | DueStep) -> Facts | None:
    roll = asked.roll
    cost = price(state.turn, roll.pay)
    if not roll.pay or roll.pay != 1 + roll.brakes or cost <= state.car.seconds:
        return None
    return {"die": named(roll), "cost": cost, "have": state.car.seconds}


@rule(
    "DI-SECURE-03",
    cite(BOOK),
    Step,
    DueStep,
    ok=("FX-S | A@L3 g4 s3 :: 2b>L4$",),
    broken=(
        "FX-S | A@L3 g4 s1 :: 2b>L4$1",
        "FX-S | A@L3 g4 s1 :: 2b>L4$",
    ),
)
def part_of_a_roll(state: State, asked: Step | DueStep) -> Facts | None:
    roll = asked.roll
    dice = 1 + roll.brakes
    if not roll.pay:
        return None
    cost = price(state.turn, dice)
    if roll.pay != dice:
        return {"count": dice, "cost": cost}
    if roll.brakes and cost > state.car.seconds:
        return {"case": "have", "count": dice, "cost": cost, "have": state.car.seconds}
    return None


RULES = (
    paying_after_the_roll,
    cannot_pay,
    part_of_a_roll,
    fact("DI-SECURE-04", "mix-freely", cite(BOOK), ok=("FX-S | A@L3 g3 s3 :: go 4>L4$ 5>L5! 6>L6$ => A@L6 g6",)),
    fact(
        "DI-SECURE-05",
        "a-secured-die-sets-the-gear",
        cite("Fichas de Segundos; Final del turno (p. 18)", RULING, "R-43"),
        ok=("FX-S | A@L3 g4 s3 :: go 5>L4$ => A@L4 g5 c15",),
    ),
    fact("DI-SECURE-06", "paid-at-once", cite(BOOK), ok=("FX-S | A@L3 g3 s3 :: go 4>L4$ (5>L5) => A@L4 s2",)),
)
