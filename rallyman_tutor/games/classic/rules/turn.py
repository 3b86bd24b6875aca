"""A turn: one die after the other."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import INFERRED, cite
from rallyman_tutor.games.classic.rules.ways import open_steps
from rallyman_tutor.games.classic.state import Attack, ChangeTarget, State, Stop
from rallyman_tutor.games.classic.step import Step


@rule(
    "CL-TURN-01",
    cite("Conduciendo el Micro Rally Car", "3"),
    Step,
    ok=("s14 | A@s1 g3 :: 3>s2 4>s3",),
    broken=(
        "s14 | A@s1 g3 :: 3>s4",
        "s14 | A@s4 g3 :: 3>s2",
        "s14 | A@s4 g3 :: 3>s4",
        "s14 | A@s4 g3 :: 3>d",
        "s14 | A@s1 g3 :: 3>s99",
        "s3 j3 R3/4x3 s5 | A@s3 g4 :: 5>d",
        "s5 | A@s4 g3 :: 3 4 5",
    ),
)
def more_or_less_than_one_space(state: State, step: Step) -> Facts | None:
    if step.nowhere not in ("far", "air", "behind", "here", "unknown", "no-way"):
        return None
    return {"case": step.nowhere if state.road.ahead[state.car.place] else "over"}


@rule(
    "CL-TURN-03",
    cite("Fase 2", "3"),
    Step,
    ok=("s14 | A@s1 g3 :: 2 3 4 5",),
    broken=(
        "s14 | A@s1 g3 :: 4 5 4",
        "s14 | A@s1 g3 :: 4 w 4",
    ),
)
def die_used_twice(state: State, step: Step) -> Facts | None:
    return {} if step.roll.die > 0 and step.roll.die in state.turn.used else None


@rule(
    "CL-TURN-04",
    cite("Tiempo de ataque", "13"),
    Attack,
    Step,
    ok=("s14 | A@s1 g3 :: A[3 4]",),
    broken=(
        "s14 | A@s1 g3 :: 3 A[4 w]",
        "s14 | A@s1 g3 :: A[3 4] 3 4 w",
        "s14 | A@s1 g3 :: A[3 4] A[3 4]",
    ),
)
def both_techniques(state: State, move: Attack | Step) -> Facts | None:
    turn = state.turn
    if isinstance(move, Attack):
        if turn.rolled:
            return {"case": "again"}
        return {"case": "one-by-one"} if turn.used else None
    asked = move.roll
    held = any(die == asked.die and asked.hazard in (None, shown) for die, shown in turn.hand)
    if not turn.rolled or turn.ended or held or (asked.die > 0 and asked.die in turn.used):
        return None
    return {"case": "attack"}


@rule(
    "CL-TURN-06",
    cite("Conduciendo el Micro Rally Car", "3", INFERRED, ruling="R-02"),
    Stop,
    ok=(
        "s14 | A@s1 g2 :: 3 stop",
        "s14 | A@s1 g1 p1 :: wheel stop",
    ),
    broken=("s14 | A@s1 g2 :: stop",),
)
def parked(state: State, stop: Stop) -> Facts | None:
    turn = state.turn
    if turn.used or turn.rolled or (turn.wheel and not state.options.wheel_must_drive):
        return None
    return {} if open_steps(state) else None


@rule(
    "CL-TURN-07",
    cite("Conduciendo el Micro Rally Car", "3", INFERRED, ruling="R-41"),
    ChangeTarget,
    ok=("s4 R3/4x3K4 s5 | A@s4 g3 :: 3>k",),
    broken=("s4 R3/4x3K4 s5 | A@s4 g3 :: 3! >k",),
)
def target_changed_after_the_roll(state: State, change: ChangeTarget) -> Facts | None:
    return {}


RULES = (
    more_or_less_than_one_space,
    fact("CL-TURN-02", "three-phases", cite("Fases 1–3", "3"), ok=("s14 | A@s1 g2 :: 3 4 stop => A@s3 g4 c20",)),
    die_used_twice,
    both_techniques,
    fact(
        "CL-TURN-05",
        "stop-when-you-like",
        cite("Fase 3", "3"),
        ok=(
            "s14 | A@s1 g2 :: 3 stop => A@s2 g3 c30",
            "s14 | A@s1 g2 :: 3 4 stop => A@s3 g4 c20",
        ),
    ),
    parked,
    target_changed_after_the_roll,
    fact(
        "CL-TURN-08",
        "what-ends-a-turn",
        cite("Conduciendo el Micro Rally Car", "3"),
        ok=(
            "s14 | A@s9 g2 ; B@s3 g2 :: 3 stop B: 2 => A@s10 g3 c30 ; B@s4",
            "s14 | A@s9 g2 no-sisu ; B@s3 g2 :: 3! 4! w! B: 2 => A@s12 c60 spun ; B@s4",
            "s4 | A@s4 g3 ; B@s3 g2 :: 4 B: 2 => A finished ; B@s4",
            "s4 R3/4x3K4 s5 | A@s4 g4 p2 ; B@s3 g2 :: 4>k{puncture} B: 2 => A@b1.cut out ; B@s4",
        ),
    ),
)
