"""A turn: draft, roll one way, take a card; and each die once."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, JudgedStep, kind_of, rule
from rallyman_tutor.games.dirt.books import cite
from rallyman_tutor.games.dirt.state import BRAKE, GEARS, Arrange, Drive, Enter, FlatOut, Penalty, State, Stop, Word
from rallyman_tutor.games.dirt.step import DueStep, Step

PHASES: dict[JudgedStep, tuple[str, ...]] = {
    Drive: ("draft",), FlatOut: ("draft",), Arrange: ("arrange",), Word.ACCEPT: ("sisu", "wheel", "gap"), Enter: ("draft",),
    Penalty: ("penalty",), Stop: ("draft", "roll", "arrange"), Word.SISU: ("draft", "roll", "sisu", "arrange"),
}  # fmt: skip
"""The phases in which each decision can be taken. Blocked, wheels and SISU tokens have rules of their own."""


@rule(
    "DI-TURN-01",
    cite("El turno"),
    Drive,
    FlatOut,
    Arrange,
    Word.ACCEPT,
    Enter,
    Penalty,
    Stop,
    Word.SISU,
    DueStep,
    ok=("FX-S | A@L1 g3 :: go 4>L2 w>L3 (5>L4)",),
    broken=(
        "FX-S | A@L1 g3 :: arrange 4>L2",
        "FX-S | A@L1 g3 :: accept",
        "FX-S | A@L1 g3 | A rolled[4>L2! 5>L3! w>L4!] :: go 4>L2",
        "FX-S | A@L1 g1 W1 :: go 1>L2 :: 2>L3",
        "FX-S | A@L1 g3 | A | sisu=stage :: go 4>L2! 5>L3! w>L4! (w>L5) w>L5",
    ),
)
def out_of_step(state: State, move: object) -> Facts | None:
    phase = state.turn.phase
    if isinstance(move, DueStep):
        return {} if move.due is None else None
    if isinstance(move, Drive | FlatOut) and phase in ("roll", "arrange"):
        return {} if phase == "arrange" else None
    return None if phase in PHASES.get(kind_of(move), (phase,)) else {}


@rule(
    "DI-TURN-02",
    cite("Lanzar los dados (p. 16)"),
    Drive,
    FlatOut,
    Arrange,
    ok=("FX-S | A@L1 g3 :: go 4>L2 w>L3",),
    broken=(
        "FX-S | A@L1 g3 :: go 4>L2 (w>L3) :: flat w>L3",
        "FX-S | A@L1 g3 | A rolled[4>L2! 5>L3! w>L4!] :: go 4>L2",
    ),
)
def both_ways_in_a_turn(state: State, move: object) -> Facts | None:
    turn = state.turn
    if turn.phase == "roll" and isinstance(move, FlatOut):
        return {"mode": "one-by-one"}
    return {"mode": "flat-out"} if turn.faces and isinstance(move, Drive | FlatOut) else None


@rule(
    "DI-TURN-03",
    cite("Panel de control; Utiliza todo a la vez (p. 9)"),
    Step,
    ok=("FX-S | A@L1 g3 :: 2>L2 3>L3 4>L4 5>L5",),
    broken=(
        "FX-S | A@L1 g3 :: 2>L2 3>L3 4>L4 2b>L5",
        "FX-S | A@L3 g6 :: 4b>L4 2b>L5",
    ),
)
def die_used_twice(state: State, step: Step) -> Facts | None:
    used, roll = state.turn.used, step.roll
    if state.turn.phase == "arrange":
        return None
    if 0 < roll.die <= GEARS and roll.die in used:
        return {}
    brakes = roll.brakes + (roll.die == BRAKE)
    return {"case": "brake"} if brakes and BRAKE in used and used.count(BRAKE) + brakes > state.options.brakes else None


RULES = (out_of_step, both_ways_in_a_turn, die_used_twice)
