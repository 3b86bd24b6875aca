"""The draft: all dice on their spaces before the first one is rolled."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, rule
from rallyman_tutor.games.dirt.books import RULING, TEXT, cite
from rallyman_tutor.games.dirt.draws import chance
from rallyman_tutor.games.dirt.state import Drive, FlatOut, State
from rallyman_tutor.games.dirt.step import DueStep, Step, alike, is_quick_start, later_states, limit_of

BOOK = "Seleccionar los dados; Lanzar los dados (p. 16)"
LOST = ("limit", "jump", "landing", "hazards", "stall")


@rule(
    "DI-PLAN-01",
    cite(BOOK),
    Step,
    ok=("FX-S | A@L3 g3 :: 4>L4 w>R5",),
    broken=(
        "FX-C | A@L4 g3 :: 3",
        "FX-SL | A@h2 g3 :: 3",
    ),
)
def die_without_a_space(state: State, step: Step) -> Facts | None:
    return {} if step.nowhere in ("unnamed", "no-way", "not-started") else None


@rule(
    "DI-PLAN-02",
    cite(BOOK, TEXT, "R-36"),
    DueStep,
    Drive,
    ok=("FX-S | A@L3 g3 :: go 4>L4 w>L5",),
    broken=(
        "FX-S | A@L3 g3 :: go 4>L4 (w>L5) :: w>R5",
        "FX-S | A@L3 g3 :: go 4>L4 (w>L5) :: 5>L5",
        "FX-S | A@L3 g3 :: go 4>L4 (w>L5) :: go 5>L5",
    ),
)
def draft_changed(state: State, asked: DueStep | Drive) -> Facts | None:
    if isinstance(asked, Drive):
        return {} if state.turn.phase == "roll" else None
    if asked.due is None:
        return None
    roll = asked.roll
    same = alike(state, roll._replace(brakes=0), asked.due._replace(brakes=0))
    return None if same or any(alike(now, roll, later) for now, later in later_states(state)) else {}


@rule(
    "DI-PLAN-03",
    cite("Límites de velocidad (p. 11); Saltos (p. 12)", RULING, "R-37"),
    Step,
    Drive,
    FlatOut,
    ok=("FX-LS | A@L4 g5 :: w>L5",),
    broken=(
        "FX-LS | A@L4 g5 :: w>L5 w>L6",
        "FX-J | A@L3 g4 :: 5>L4>L6 w>L7",
    ),
)
def beyond_the_loss_of_control(state: State, asked: Step | Drive | FlatOut) -> Facts | None:
    if not isinstance(asked, Step):
        return None if asked.steps else {"case": "empty"}
    return {"case": "lost"} if state.turn.phase == "draft" and state.turn.ended in LOST else None


@rule(
    "DI-PLAN-04",
    cite("Límites de velocidad (p. 11)", TEXT, "R-65"),
    Step,
    kind=Kind.UNWISE,
    ok=("FX-LS | A@L4 g5 :: 4>L5",),
    broken=(
        "FX-LS | A@L4 g5 :: w>L5",
        "FX-C | A@L4 g4 :: w>line1",
        "202a 210b:L2 203a | A@1.L3 | A | quickstart=on :: 2>2.line1",
    ),
)
def over_the_limit(state: State, step: Step) -> Facts | None:
    if step.to < 0 or state.turn.phase != "draft":
        return None
    top = limit_of(state, step.to, state.car.place)
    if top is None or not step.gear > top > 0:
        return None
    facts: dict[str, object] = {"top": top, "driven": step.gear}
    if is_quick_start(state, step.roll) and not step.roll.pay and not state.turn.safe:
        stalls = chance(step.roll.die, step.told)
        return None if stalls == 1 else {"case": "quick", "chance": 1 - stalls, **facts} if stalls else facts
    return facts


RULES = (die_without_a_space, draft_changed, beyond_the_loss_of_control, over_the_limit)
