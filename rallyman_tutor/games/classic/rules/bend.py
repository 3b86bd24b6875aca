"""Bends: the line, the drift, and too fast."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.classic.books import INFERRED, RULING, cite
from rallyman_tutor.games.classic.state import State, Stop
from rallyman_tutor.games.classic.step import Step, best_note, notes


@rule(
    "CL-BEND-03",
    cite("Esquinas", "5"),
    Step,
    ok=("s4 R3/4x3 s5 | A@s4 g4 :: 4>d w>d w>d",),
    broken=(
        "s4 R3/4x3 s5 | A@s4 g4 :: 3>d",
        "s4 R2/4x2 s5 | A@s4 g3 :: 3>d",
    ),
)
def too_slow_to_drift(state: State, step: Step) -> Facts | None:
    if step.to < 0:
        return None
    space = state.road.spaces[step.to]
    if space.kind != "drift":
        return None
    note = notes(state, state.car, space.bend).drift
    return {"drift": note, "driven": step.gear} if 0 < step.gear < note else None


@rule(
    "CL-BEND-04",
    cite("Esquinas", "5", ruling="R-19"),
    Step,
    ok=("s4 R3/4x3 s5 | A@s4 g4 :: 4>d 3>l 2",),
    broken=(
        "s4 R3/4x3 s5 | A@b1.d3 g4 :: 3>l",
        "s4 R3/4x3 s5 | A@s4 g4 :: 4>d w>l",
        "s4 R1/1x3 s5 | A@b1.d1 g1 :: 1>l",
    ),
)
def out_of_the_drift_too_fast(state: State, step: Step) -> Facts | None:
    if step.nowhere == "last-drift":
        return {"case": "last"}
    if step.to < 0:
        return None
    here, there = state.road.spaces[state.car.place], state.road.spaces[step.to]
    if here.kind != "drift" or there.kind != "line" or here.bend != there.bend:
        return None
    note = notes(state, state.car, here.bend).drift
    if step.gear < note:
        return None
    return {"case": "default" if note > 1 else "lowest", "drift": note, "driven": step.gear}


@rule(
    "CL-BEND-05",
    cite("Esquinas", "5", ruling="R-04"),
    Step,
    kind=Kind.UNWISE,
    ok=("s4 R3/4x3 s5 | A@s4 g3 :: 3>l",),
    broken=(
        "s4 R3/4x3 s5 | A@s4 g4 :: 4>d 5>d",
        "s4 R1/2x3 s5 | A@s4 g4 :: 4",
    ),
)
def too_fast_for_the_bend(state: State, step: Step) -> Facts | None:
    space = state.road.spaces[step.to]
    if step.lost != "bend" or step.out or space.kind == "cut":
        return None
    found = notes(state, state.car, space.bend)
    return {
        "case": space.kind,
        "way": space.kind,
        "note": found.line if space.kind == "line" else found.drift,
        "driven": step.gear,
    }


@rule(
    "CL-BEND-06",
    cite("Esquinas", "5", ruling="R-04"),
    Step,
    kind=Kind.UNWISE,
    ok=("s4 R1/2x3 s5 | A@s4 g4 :: 4", "s4 R1/2x3K1 s5 | A@b1.d1 g5 | A | dirt b1:2 :: w"),
    broken=("s4 R1/2x3 s5 | A@s4 g5 :: w", "s4 R1/2x3 s5 | A@s4 g5 | A | edition=de :: w"),
)
def far_too_fast_for_the_bend(state: State, step: Step) -> Facts | None:
    if not step.out:
        return None
    space = state.road.spaces[step.to]
    best = best_note(state, notes(state, state.car, space.bend), space.kind)
    case = "way" if state.options.elim_reference == "way" else "default"
    return {"case": case, "best": best, "way": space.kind, "driven": step.gear}


@rule(
    "CL-BEND-08",
    cite("Esquinas", "5", INFERRED),
    Step,
    ok=("s4 R3/4x3K4 s5 | A@s4 g3 :: 3>k 4",),
    broken=(
        "s4 R3/4x3 s5 | A@s4 g3 :: 3>l 4>d",
        "s4 R3/4x3K4 s5 | A@s4 g4 :: 4>d w>k",
    ),
)
def way_changed_in_the_bend(state: State, step: Step) -> Facts | None:
    return {} if step.nowhere == "left-way" else None


@rule(
    "CL-BEND-09",
    cite("Esquinas", "5", INFERRED),
    Step,
    ok=("s4 R3/4x3 s5 | A@s4 g4 :: 4>b1.d1",),
    broken=("s4 R3/4x3 s5 | A@s4 g4 :: 4>b1.d2",),
)
def into_the_middle_of_a_drift(state: State, step: Step) -> Facts | None:
    return {} if step.nowhere == "drift-start" else None


@rule(
    "CL-BEND-10",
    cite("Esquinas", "5", RULING, ruling="R-04"),
    Step,
    ok=("s4 R3/4x3 s5 | A@s4 g4 :: 3>l",),
    broken=("s4 R3/4x3 s5 | A@s4 g4 :: 4>l",),
)
def right_for_the_drift_too_fast_for_the_line(state: State, step: Step) -> Facts | None:
    if step.to < 0:
        return None
    space = state.road.spaces[step.to]
    if space.kind != "line" or state.road.spaces[state.car.place].bend == space.bend:
        return None
    found = notes(state, state.car, space.bend)
    if not step.gear > found.line > 0 or step.gear != found.drift:
        return None
    return {"line": found.line, "driven": step.gear}


@rule(
    "CL-BEND-11",
    cite("Esquinas", "5", INFERRED),
    Stop,
    kind=Kind.UNWISE,
    ok=("s4 R3/4x3 s5 | A@s3 g4 :: 3 stop",),
    broken=("s4 R1/2x3 s5 | A@s3 g4 :: 5 stop",),
)
def stopping_too_fast_before_a_bend(state: State, stop: Stop) -> Facts | None:
    ahead = state.road.ahead[state.car.place]
    number = state.road.spaces[ahead[0]].bend if ahead else -1
    gear = state.car.gear
    if number < 0 or not gear or state.turn.ended:
        return None
    best = max(notes(state, state.car, number))
    return {"best": best, "slowest": gear - 1} if gear - 1 > best else None


RULES = (
    fact(
        "CL-BEND-01",
        "line",
        cite("Trayectoria interior", "5"),
        ok=(
            "s4 R3/4x3K4 s5 | A@s4 g3 :: 3>l",
            "s4 R3/4x3K4 s5 | A@s4 g2 :: 1>l",
        ),
    ),
    fact(
        "CL-BEND-02",
        "drift",
        cite("Trayectoria de derrape", "5"),
        ok=(
            "s4 R3/4x3K4 s5 | A@s4 g4 :: 4>d",
            "s4 R3/4x3K4 s5 | A@s4 g4 :: 4>d w>d w>d => A@b1.d3 g4",
        ),
    ),
    too_slow_to_drift,
    out_of_the_drift_too_fast,
    too_fast_for_the_bend,
    far_too_fast_for_the_bend,
    fact(
        "CL-BEND-07",
        "one-exit",
        cite("Esquinas", "5", INFERRED),
        ok=(
            "s4 R3/4x3K4 s5 | A@s4 g4 :: 4>d w>d w>d 5 => A@s5 g5",
            "s4 R3/4x3K4 s5 | A@s4 g4 :: 4>k 5 => A@s5 g5",
            "s4 R3/4x3K4 s5 | A@s4 g3 :: 3>l 4 => A@s5 g4",
        ),
    ),
    way_changed_in_the_bend,
    into_the_middle_of_a_drift,
    right_for_the_drift_too_fast_for_the_line,
    stopping_too_fast_before_a_bend,
)
