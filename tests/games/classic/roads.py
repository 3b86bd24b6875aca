"""The roads on which the catalogue sets up its examples, and driving on them.

The catalogue numbers straights, jumps and bends in one row, where we count each kind by itself. So a position here
starts with the catalogue's name of a road and names spaces as the catalogue does; both are translated. Every test that
repeats a row of the catalogue can then be compared with it word by word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.judging import complete_script, follow
from rallyman_tutor.games.classic.notation import read_position
from rallyman_tutor.games.classic.road import read_stage
from rallyman_tutor.games.classic.state import Events, Roll, State
from rallyman_tutor.games.classic.step import aim
from tests.games.driving import by_script, refusal

ROADS = {
    "S": "forest/rock s14",
    "N": "forest/rock c1 s14",
    "B": "forest/rock s4 R3/4x3 s5",
    "BL": "forest/rock s4 R1/2x3 s5",
    "BG": "forest/rock s4 R2/4x2 s5",
    "K": "forest/rock s4 R3/4x3K4 s5",
    "K1": "forest/rock s4 R3/4x3K1 s5",
    "K2": "forest/rock s4 R2/3x3K3 s5",
    "J": "forest/rock s3 j3 s8",
    "J1": "forest/rock s3 j1 s8",
    "JJ": "forest/rock s3 j3 j3 s7",
    "JB": "forest/rock s3 j3 s1 R3/4x3 s6",
    "JL": "forest/rock s3 j3 s1 R2/3x3 s6",
    "F": "forest/rock s5",
    "JF": "forest/rock s2 j3 s1",
    "W": "forest/rock s3 snow s5",
    "V": "forest/rock snow s3 dry s5",
    "SW": "forest/rock snow s14",
    "FW": "forest/rock snow s5",
}

_STRAIGHT = "s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 s13 s14"
_JUMP = "s1 s2 s3 j s5 s6 s7 s8 s9 s10 s11 s12"
_JUMP_BEND = "s1 s2 s3 j s5 l d1 d2 d3 s7 s8 s9 s10 s11 s12"
_BEND = "s1 s2 s3 s4 l d1 d2 d3 s5 s6 s7 s8 s9"
_CUT = "s1 s2 s3 s4 l d1 d2 d3 k s5 s6 s7 s8 s9"
CALLED = {
    "S": _STRAIGHT,
    "N": _STRAIGHT,
    "B": _BEND,
    "BL": _BEND,
    "BG": "s1 s2 s3 s4 l d1 d2 s5 s6 s7 s8 s9",
    "K": _CUT,
    "K1": _CUT,
    "K2": _CUT,
    "J": _JUMP,
    "J1": _JUMP,
    "JJ": "s1 s2 s3 j jj s6 s7 s8 s9 s10 s11 s12",
    "JB": _JUMP_BEND,
    "JL": _JUMP_BEND,
    "F": "s1 s2 s3 s4 s5",
    "JF": "s1 s2 j s4",
    "W": "s1 s2 s3 s4 s5 s6 s7 s8",
    "V": "s1 s2 s3 s4 s5 s6 s7 s8",
    "SW": _STRAIGHT,
    "FW": "s1 s2 s3 s4 s5",
}
"""The catalogue's names for the spaces of each road, in our order: the line, the drift, the cut of a bend."""


def _names(road: str) -> dict[str, str]:
    ours = [space.key for space in read_stage(ROADS[road]).road.spaces]
    return dict(zip(("start", *CALLED[road].split(), "finish"), ours, strict=True))


NAMES = {road: _names(road) for road in ROADS}
"""For each road, our name of a space by the catalogue's."""
_BACK = {ROADS[road]: {ours: theirs for theirs, ours in names.items()} for road, names in NAMES.items()}


def position(text: str) -> str:
    """Our line for a position that names a road of the catalogue and spaces as the catalogue does."""
    road, rest = re.split(r"\s*\|", text, maxsplit=1)
    return f"{ROADS[road]} |" + re.sub(r"@(\w+)", lambda match: "@" + NAMES[road][match[1]], rest)


def begin(text: str) -> State:
    """The state of a position that is written in the catalogue's names."""
    return read_position(position(text))


def rally(drivers: str, stages: Sequence[str], service: Sequence[bool] = (True, True), **options: str) -> State:
    """The beginning of a rally of three stages."""
    return GAME.new({"drivers": drivers.split(), "stages": list(stages), "service": list(service), "options": options})


def drive(state: State, draft: str, *outcomes: str) -> tuple[State, Events]:
    """Play a draft move by move, each of them legal; a stroke parts one turn from the next. Luck shows what the draft
    tells, else nothing bad; or, where outcomes are given, exactly these."""
    return by_script(GAME, state, draft, outcomes)


def after(state: State, draft: str) -> State:
    """The state in which judging a draft ends: nothing is resolved yet that follows when control is lost."""
    plan = GAME.read_draft(draft)
    for told, faces in zip(plan.moves, plan.shown, strict=True):
        move, shown = complete_script(state, told, faces)
        then = follow(state, aim(state, move) if isinstance(move, Roll) else move, shown)
        assert then is not None, f"{GAME.write_move(move)} of {draft!r} leads nowhere in {GAME.write(state)}"
        state = then
    return state


def whereabouts(state: State, seat: int | None = None) -> str:
    """Where a car stands and in which gear, in the catalogue's words; the car in turn, if none is named."""
    car = state.car if seat is None else state.cars[seat]
    key = state.road.spaces[car.place].key
    return f"{_BACK.get(state.stage.text, {}).get(key, key)} {car.gear}"


def refused(state: State, draft: str) -> tuple[str, int]:
    """The first rule a draft breaks, and at which of its moves, counted from 1; ("", 0) if it breaks none."""
    return refusal(GAME, state, draft)


def lost(events: Events) -> dict[str, Any]:
    """Why and where control was lost."""
    (found,) = (event.facts for event in events if event.what == "lost")
    return dict(found)


def choices(state: State) -> list[str]:
    """The moves of the driver in turn besides rolling dice, as text: moves without fields all compare equal."""
    return [GAME.write_move(move) for move in GAME.moves(state) if not isinstance(move, Roll)]


def facts(events: Events, code: str) -> dict[str, Any]:
    """The facts of the only event that happened by a rule."""
    (found,) = (event.facts for event in events if event.code == code)
    return dict(found)
