"""Rallyman (2009): the record of this game's functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rallyman_tutor.core.game import Game
from rallyman_tutor.games import DRIVERS, NAMES
from rallyman_tutor.games.classic import claims, desk, draw, notation, play, remedies, risk, rules
from rallyman_tutor.games.classic.generate import CALM
from rallyman_tutor.games.classic.state import (
    OUTCOMES,
    VALUES,
    Accept,
    Blocked,
    Move,
    Retire,
    State,
    Stop,
)

__all__ = ["GAME"]


def _seen_by(state: State, seat: int) -> State:
    """Everything lies open in this game: decks are kept as counts of unseen cards, which everybody may count."""
    return state


def _read_moves(state: State, text: str) -> Sequence[Move]:
    plan = notation.read_plan(text)
    shown = plan.shown or ((),) * len(plan.moves)
    return [rules.settled(state, move, faces)[0] for move, faces in zip(plan.moves, shown, strict=True)]


DEMO_STAGES = (
    "START C8, C3-J6-J5-C4, FINISH C5",
    "START L0, L1-C7-C6-L2-L3-V2-V3-C5, FINISH C4",
    "START J1, FINISH J4",
)
"""The rally the German rulebook shows on its course sheet."""


def _demo(players: int) -> Mapping[str, Any]:
    return {"drivers": list(DRIVERS[:players]), "stages": list(DEMO_STAGES), "service": [True, True]}


def _result(state: State) -> Mapping[str, Any]:
    times = state.rally.times if state.rally else ()
    stages = state.rally.stages if state.rally else (state.stage.text,)
    sums = play.standings(times or (play.stage_times(state),), len(state.cars))
    return {
        "drivers": [car.name for car in state.cars],
        "stages": list(stages),
        "times": [list(row) for row in times or (play.stage_times(state),)],
        "sums": list(sums),
        "places": list(play.places(sums)),
    }


GAME: Game[State, Move] = Game(
    key="classic",
    name=NAMES["classic"],
    version="1",
    values=VALUES.hash,
    book=rules.BOOK,
    rules=rules.in_catalogue_order,
    new=play.new,
    moves=play.moves,
    play=play.play,
    judge=rules.judge,
    advise=rules.advise,
    judge_sheet=lambda text, kind: rules.judge_sheet(notation.read_sheet(text), kind),
    why_not=rules.why_not,
    about=rules.about,
    desk=desk.desk,
    holds=desk.holds,
    places=desk.places,
    told=desk.told,
    ready=desk.READY,
    spec=desk.spec,
    draw=draw.draw,
    read=notation.read_position,
    write=notation.write_position,
    read_draft=notation.read_plan,
    read_moves=_read_moves,
    settled=rules.settled,
    outcomes=OUTCOMES,
    calm=CALM,
    write_move=notation.write_move,
    last_resorts=(Stop, Blocked, Accept, Retire),
    over=lambda state: state.over,
    turn=lambda state: state.turn.seat,
    still_in=lambda state, seat: state.cars[seat].status != "out",
    result=_result,
    demo=_demo,
    faces=draw.faces,
    risk=risk.risk,
    remedies=remedies.remedies,
    stuck=remedies.stuck,
    seen_by=_seen_by,
    claims=claims.claims,
    sheets=claims.SHEETS,
    figures={name: VALUES[f"dice.{name}"] for name in ("faces", "gear_hazards", "gas_hazards")}
    | {name: VALUES[f"terrain.{name}"] for name in ("grass", "forest", "rock")},
)
