"""Cuts: the short way, its card, and the dirt it leaves."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.classic.books import INFERRED, RULING, cite
from rallyman_tutor.games.classic.state import State
from rallyman_tutor.games.classic.step import Step, notes


@rule(
    "CL-CUT-02",
    cite("Por el atajo", "5", INFERRED),
    Step,
    kind=Kind.UNWISE,
    ok=("s4 R3/4x3K4 s5 | A@s4 g4 :: 4>k",),
    broken=("s4 R3/4x3K4 s5 | A@s4 g5 :: 5>k",),
)
def too_fast_for_the_cut(state: State, step: Step) -> Facts | None:
    space = state.road.spaces[step.to]
    if step.lost != "bend" or step.out or space.kind != "cut":
        return None
    return {"cut": notes(state, state.car, space.bend).cut, "driven": step.gear}


@rule(
    "CL-CUT-06",
    cite("Por el atajo", "5", ruling="R-43"),
    Step,
    ok=(
        "s4 R2/3x3K3 s5 | A@s4 g1 | A | dirt b1:2 :: 1>d w>d",
        "s4 R2/4x3K4 s5 | A@b1.d2 | A | dirt b1:2 ; edition=es :: 1",
    ),
    broken=("s4 R2/3x3K3 s5 | A@s4 g1 | A | dirt b1:2 :: 1>l",),
)
def way_closed_by_dirt(state: State, step: Step) -> Facts | None:
    if step.to < 0:
        return None
    space = state.road.spaces[step.to]
    if space.kind not in ("line", "drift") or _goes_on_inside(state, step):
        return None
    found = notes(state, state.car, space.bend)
    return None if (found.line if space.kind == "line" else found.drift) > 0 else {"way": space.kind}


def _goes_on_inside(state: State, step: Step) -> bool:
    """Whether a car drives on in its drift, or leaves it because no gear it can shift to is high enough to stay: dirt
    never holds a car in the bend where it stands (R-44)."""
    here, there = state.road.spaces[state.car.place], state.road.spaces[step.to]
    if here.kind != "drift" or here.bend != there.bend:
        return False
    return there.kind == "drift" or state.car.gear + 1 < notes(state, state.car, here.bend).drift


@rule(
    "CL-CUT-10",
    cite("Por el atajo", "5"),
    Step,
    ok=("s4 R3/4x3K4 s5 | A@s4 g3 :: 3>k",),
    broken=("s4 R3/4x3 s5 | A@s4 g3 :: 3>k",),
)
def no_cut_in_this_bend(state: State, step: Step) -> Facts | None:
    return {} if step.nowhere == "no-cut" else None


RULES = (
    fact("CL-CUT-01", "cut", cite("Por el atajo", "5"), ok=("s4 R3/4x3K4 s5 | A@s4 g4 :: 4>k",)),
    too_fast_for_the_cut,
    fact(
        "CL-CUT-03", "draw-a-k-card", cite("Por el atajo", "5", ruling="R-40"), ok=("s4 R3/4x3K4 s5 | A@s4 g4 :: 4>k",)
    ),
    fact("CL-CUT-04", "good", cite("Por el atajo", "5"), ok=("s4 R3/4x3K4 s5 | A@s4 g4 :: 4>k{good}",)),
    fact(
        "CL-CUT-05",
        "dirty",
        cite("Esquina sucia", "5"),
        ok=(
            "s4 R3/4x3K4 s5 | A@s4 g4 :: 4>k{dirty}",
            "s4 R3/4x3K4 s5 | A@s3 g4 ; B@s4 g3 :: w 4>k{dirty} stop B: 3>d => B@b1.d1 g3 ; dirt b1:1",
            "s4 R3/4x3K4 s5 | A@s3 g4 ; B@s4 g3 :: w 4>k{dirty} stop B: => no 3>l",
        ),
    ),
    way_closed_by_dirt,
    fact(
        "CL-CUT-07",
        "dirt-does-not-strike-a-car-inside-the-bend",
        cite("Por el atajo", "5", RULING, ruling="R-05"),
        ok=(
            "s4 R3/4x3K4 s5 | A@b1.d1 g4 ; B@s4 g3 | B then - :: 3>k{dirty} 4 stop B: 5 stop A: w>d => dirt b1:1 ; A@b1.d2 g4 ; A w",
        ),
    ),
    fact(
        "CL-CUT-08",
        "k-card-before-loc",
        cite("Por el atajo", "5", RULING, ruling="R-22"),
        ok=(
            "s4 R3/4x3K4 s5 | A@s4 g5 :: 5>k{dirty} => dirt b1:1 ; A@b1.cut c60",
            "s4 R3/4x3K4 s5 | A@s4 g5 p2 :: 5>k{puncture} => A@b1.cut g5 out",
        ),
    ),
    fact(
        "CL-CUT-09",
        "coming-back-to-the-cut-draws-nothing",
        cite("Por el atajo", "5", RULING, ruling="R-23"),
        ok=(
            "s4 R3/4x3K4 s5 | A@s4 g5 :: 5>k",
            "s4 R3/4x3K4 s5 | A@s4 g5 | A | k 2-1-1 :: 5>k 1 => A@s5 g1 ; k 1-1-1[g]",
        ),
    ),
    no_cut_in_this_bend,
)
