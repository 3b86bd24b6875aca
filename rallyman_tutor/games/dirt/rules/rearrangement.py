"""After a failed flat out: the rolled dice are laid again, to lose control where it hurts least."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, RULING, cite
from rallyman_tutor.games.dirt.state import Arrange, State
from rallyman_tutor.games.dirt.step import Step, aim, follow, held

BOOK = "2. Pisar a fondo: Pérdida de control (p. 16)"
ROLLED = "FX-A | A@L4 g3 | A rolled[4>L5! 5>L6. w>d1! w>d2!]"


@rule(
    "DI-REARR-01",
    cite(BOOK),
    Step,
    ok=(f"{ROLLED} :: 4!>L5 w!>h1 w!>h2",),
    broken=(f"{ROLLED} :: 4.>L5",),
)
def face_turned(state: State, step: Step) -> Facts | None:
    roll = step.roll
    if state.turn.phase != "arrange" or roll.hazard is None:
        return None
    faces = [face for die, face in state.turn.hand if die == roll.die]
    return {} if faces and roll.hazard not in faces else None


@rule(
    "DI-REARR-02",
    cite(BOOK),
    Step,
    ok=(f"{ROLLED} :: 4>L5 w>h1 w>h2",),
    broken=(f"{ROLLED} :: 4>L5 3>L6", f"{ROLLED} :: 4>L5 w>L6 w>d1 w>d2"),
)
def die_not_rolled(state: State, step: Step) -> Facts | None:
    if state.turn.phase != "arrange":
        return None
    dice = [die for die, _ in state.turn.hand]
    return {} if any(step.roll.dice.count(die) > dice.count(die) for die in step.roll.dice) else None


@rule(
    "DI-REARR-03",
    cite(BOOK),
    Arrange,
    ok=(f"{ROLLED} :: arrange 4>L5 w>L6 5>line1",),
    broken=(f"{ROLLED} :: arrange 4>L5 5>L6 w>d1",),
)
def dodging_the_loss(state: State, arrange: Arrange) -> Facts | None:
    if state.turn.phase != "arrange":
        return None
    now = state
    for roll in arrange.steps:
        if aim(now, roll).to < 0:
            return None
        now = follow(now, roll)
    if now.turn.ended in ("limit", "jump", "landing", "hazards"):
        return None
    return {"count": now.turn.hazards}


@rule(
    "DI-REARR-04",
    cite(BOOK),
    Step,
    ok=(f"{ROLLED} :: arrange 4>L5 w>h1 w>h2",),
    broken=(f"{ROLLED} :: arrange 4>L5 w>h1 w>h2 5>line1",),
)
def beyond_the_loss(state: State, step: Step) -> Facts | None:
    lost = state.turn.ended not in ("", "finish")
    return {} if state.turn.phase == "arrange" and lost and len(held(state.turn, step.roll)) else None


RULES = (
    face_turned,
    die_not_rolled,
    dodging_the_loss,
    beyond_the_loss,
    fact(
        "DI-REARR-05",
        "seconds-stay",
        cite(BOOK),
        ok=("FX-A | A@L4 g3 :: flat 4>L5! 5>L6. w>d1! w>d2! arrange 4>L5 w>h1 w>h2{spin} => A@h2 s4",),
    ),
    fact(
        "DI-REARR-06",
        "the-way-really-driven-counts",
        cite(BOOK, RULING, "R-40"),
        ok=("FX-SL | A@L3 g3 :: flat 2>R4! 1>k1! w>R6! arrange 2>R4 1>line1 w>L6{spin} => A@L6 c60",),
    ),
    fact(
        "DI-REARR-07",
        "behind-the-finish",
        cite(BOOK, RULING, "R-40"),
        ok=("FX-F | A@L4 g4 :: flat 5>L5! 6>L6! w>L7! arrange 5>L5 6>L6 w>L7 => A@L7 c10 s3",),
    ),
    fact(
        "DI-REARR-08",
        "the-draft-itself-cut-short",
        cite(BOOK, INFERRED),
        ok=("FX-S | A@L1 g3 :: flat 4>L2! 5>L3! w>L4! w>L5. arrange 4>L2 5>L3 w!>L4{spin} => A@L4 c60 s4",),
    ),
)
