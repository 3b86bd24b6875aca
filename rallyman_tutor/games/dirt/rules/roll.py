"""Rolling one by one."""

from __future__ import annotations

from fractions import Fraction

from rallyman_tutor.core.rule import Facts, Kind, fact, rule, warn_of
from rallyman_tutor.games.dirt.books import cite
from rallyman_tutor.games.dirt.draws import Throw, chance, losses
from rallyman_tutor.games.dirt.state import LIMIT, State, Word
from rallyman_tutor.games.dirt.step import DueStep, alike, later_states

BOOK = "1. Lanzar los dados de uno en uno (p. 16)"


@rule(
    "DI-ROLL-01",
    cite(BOOK),
    DueStep,
    ok=("FX-S | A@L3 g3 :: go 4>L4 (w>L5 5>L6) :: w>L5 5>L6",),
    broken=(
        "FX-S | A@L3 g3 :: go 4>L4 (w>L5 5>L6) :: 5>L6",
        "FX-S | A@L3 g3 :: go 4>L4 (w>L5 w>R6) :: w>R6",
    ),
)
def out_of_order(state: State, asked: DueStep) -> Facts | None:
    if not asked.due or alike(state, asked.roll, asked.due):
        return None
    return {} if any(alike(now, asked.roll, later) for now, later in later_states(state)) else None


@rule(
    "DI-ROLL-02",
    cite(BOOK),
    DueStep,
    kind=Kind.UNWISE,
    ok=("FX-S | A@L3 g3 :: go 4>L4! (w>L5) :: w>L5",),
    broken=(
        "FX-S | A@L3 g3 :: go 4>L4! w>L5! (w>L6) :: w>L6",
        "FX-S | A@L3 g3 :: go 4>L4! w>L5! (w>L6) :: w>L6!",
    ),
)
def one_hazard_from_losing(state: State, asked: DueStep) -> Facts | None:
    turn = state.turn
    if asked.due is None or asked.roll.pay or turn.safe or turn.hazards != LIMIT - 1:
        return None
    throws = (Throw(chance(die, asked.told[at : at + 1]), LIMIT) for at, die in enumerate(asked.due.dice))
    return warn_of(sum(losses(throws, turn.hazards), Fraction(0)), count=turn.hazards, limit=LIMIT)


@rule(
    "DI-ROLL-03",
    cite(BOOK),
    Word.BACK,
    ok=("FX-S | A@L3 g3 :: go 4>L4! (w>L5) stop",),
    broken=("FX-S | A@L3 g3 :: go 4>L4! (w>L5) :: back", "FX-S | A@L3 g3 :: back"),
)
def taking_a_die_back(state: State, word: Word) -> Facts | None:
    used = state.turn.used
    return {"die": used[-1]} if used else {"case": "none"}


@rule(
    "DI-ROLL-04",
    cite("1. Lanzar los dados de uno en uno (p. 16); Frenos (p. 9)"),
    DueStep,
    ok=("FX-S | A@L3 g4 :: go 5>L4 3b>L5!.",),
    broken=(
        "FX-S | A@L3 g4 :: go 5>L4 (3b>L5) :: 3>L5",
        "FX-S | A@L3 g4 :: go 5>L4 (4>L5) :: 4b>L5",
    ),
)
def brakes_left_behind(state: State, asked: DueStep) -> Facts | None:
    if asked.due is None or asked.roll.brakes == asked.due.brakes:
        return None
    if not alike(state, asked.roll._replace(brakes=asked.due.brakes), asked.due):
        return None
    return {"case": "more"} if asked.roll.brakes > asked.due.brakes else {}


RULES = (
    out_of_order,
    one_hazard_from_losing,
    taking_a_die_back,
    brakes_left_behind,
    fact(
        "DI-ROLL-05",
        "a-new-turn-a-new-count",
        cite("Panel de control"),
        ok=("FX-S | A@L1 g3 :: go 4>L2! 5>L3! (6>L4) stop go 5>L4! => A@L4 c30",),
    ),
    fact(
        "DI-ROLL-06",
        "then-the-turn-is-over",
        cite("1. Lanzar los dados de uno en uno (p. 16); Final del turno (p. 18)"),
        ok=("FX-S | A@L1 g3 ; B@R1 g2 | A :: go 4>L2 => A@L2 c20 ; B",),
    ),
)
