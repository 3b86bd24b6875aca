"""Losing control: why, where the car ends up, and how it comes back."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import INFERRED, RULING, cite
from rallyman_tutor.games.classic.conditions import blocker
from rallyman_tutor.games.classic.moments import DECISIONS, LOST, is_foreign
from rallyman_tutor.games.classic.state import Attack, State
from rallyman_tutor.games.classic.step import Step, restart


@rule(
    "CL-LOC-02",
    cite("Pérdida de control", "7"),
    *DECISIONS,
    ok=("s14 | A@s1 g2 :: 3! 4! 5.", "s14 | A@s1 g2 :: 3! 4! w! accept"),
    broken=("s14 | A@s1 g2 :: 3! 4! w! 5", "s14 | A@s1 g2 :: 3! 4! w! stop:4"),
)
def driving_on_out_of_control(state: State, move: object) -> Facts | None:
    ended = state.turn.ended
    if ended not in LOST or not is_foreign(state, move, "lost"):
        return None
    return {"case": "default" if isinstance(move, Step | Attack) else "other", "cause": ended}


@rule(
    "CL-LOC-14",
    cite("Pérdida de control", "7", RULING, ruling="R-25"),
    Step,
    ok=("c1 s14 | A@s3 off-left ; B@s5 | A :: 1",),
    broken=("c1 s14 | A@s3 off-left ; B@s3 spun | A :: 1",),
)
def no_room_to_come_back(state: State, step: Step) -> Facts | None:
    if not state.turn.stuck:
        return None
    seat = blocker(state, restart(state, state.car), state.turn.seat)
    return {"car": state.cars[seat].name if seat >= 0 else state.car.name}


RULES = (
    fact(
        "CL-LOC-01",
        "causes",
        cite("Pérdida de control", "7"),
        ok=(
            "s14 | A@s1 g2 no-sisu :: 3! 4! 5! => A@s4 c60",
            "s4 R3/4x3 s5 | A@s4 g5 :: 5 => A@b1.line c60",
            "s3 j3 s8 | A@s3 g3 no-sisu :: 4! => A@s5 c60",
            "s3 j3 s8 | A@s3 g4 :: 5 => A@s6 c60",
        ),
    ),
    driving_on_out_of_control,
    fact("CL-LOC-03", "turned-card", cite("Pérdida de control", "7"), ok=("s14 | A@s1 g2 no-sisu :: 3! 4! w!",)),
    fact("CL-LOC-04", "spin", cite("Alargar", "7"), ok=("s14 | A@s1 g2 no-sisu :: 3! 4! w!{spin}",)),
    fact("CL-LOC-05", "spin-in-a-drift", cite("Alargar"), ok=("s4 R3/4x3K4 s5 | A@b1.d1 g4 :: 5>d{spin}",)),
    fact(
        "CL-LOC-06",
        "off-road",
        cite("O fuera de la carretera", "7"),
        ok=("forest/rock s14 | A@s1 g2 no-sisu :: 3! 4! w!{left}",),
    ),
    fact(
        "CL-LOC-07",
        "back-on-the-road",
        cite("Reanudación del juego", "7"),
        ok=("s14 | A@s1 g2 no-sisu :: 3! 4! w!{right}",),
    ),
    fact(
        "CL-LOC-08",
        "off-road-from-a-drift-restart-from-the-line",
        cite("", "7"),
        ok=("s4 R3/4x3K4 s5 | A@b1.d1 g4 :: 5>d{left}",),
    ),
    fact(
        "CL-LOC-09",
        "pushed-from-the-road-into-a-cut",
        cite("Pérdida de control", "7"),
        ok=("s4 R3K4 s5 | A@s4 g5 :: 5>l{right}",),
    ),
    fact(
        "CL-LOC-10",
        "pushed-from-a-cut-onto-the-road",
        cite("Pérdida de control", "7"),
        ok=("s4 R3/4x3K4 s5 | A@s4 g5 | A | back5 0-1-0 :: 5>k",),
    ),
    fact("CL-LOC-11", "across-the-finish", cite("Pérdida de control", "7"), ok=("s5 | A@s3 g2 no-sisu :: 3! 4! w!",)),
    fact(
        "CL-LOC-12",
        "one-loc-a-turn-elimination-goes-first",
        cite("Pérdida de control", "7", INFERRED, ruling="R-52"),
        ok=(
            "s4 R3/4x3K4 s5 | A@s4 g5 p2 :: 5>k{puncture} => A@b1.cut g5 out",
            "s3 j1 s2 R1 s5 | A@s3 g3 :: 3 => A@b1.line c60",
        ),
    ),
    fact(
        "CL-LOC-13",
        "pushed-onto-an-occupied-cut-or-line",
        cite("Pérdida de control", "7", RULING, ruling="R-24"),
        ok=("s4 R3/4x3K4 s5 | A@s4 g5 ; B@b1.line g2 | A | back5 0-1-0 :: 5>k",),
    ),
    no_room_to_come_back,
)
