"""Rallyman: DIRT: the record of this game's functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rallyman_tutor.core.game import Game
from rallyman_tutor.core.notation import Plan
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games import DRIVERS, NAMES
from rallyman_tutor.games.dirt import claims, desk, drafts, notation, play, race, remedies, risk, rules
from rallyman_tutor.games.dirt.generate import CALM
from rallyman_tutor.games.dirt.road import read_stage
from rallyman_tutor.games.dirt.state import (
    OUTCOMES,
    VALUES,
    Accept,
    Blocked,
    Draft,
    Event,
    Move,
    Retire,
    State,
    Stop,
)
from rallyman_tutor.scene.shapes import Group, Scene

__all__ = ["GAME"]


def _seen_by(state: State, seat: int) -> State:
    """Decks and the bag are counts that everybody may make; only penalties are chosen in secret."""
    rally = state.rally
    if rally is None or not rally.penalties:
        return state
    own = tuple(seconds if at == seat else -1 for at, seconds in enumerate(rally.penalties))
    return state._replace(rally=rally._replace(penalties=own))


def _draw(state: State, draft: Draft | Plan = (), events: Sequence[Event] = ()) -> Scene:
    """Imported late: who only asks about rules need not wait for the paint."""
    from rallyman_tutor.games.dirt.draw import draw

    return draw(state, draft, events)


def _faces() -> Mapping[str, Group]:
    from rallyman_tutor.games.dirt.draw import faces

    return faces()


def _judge_sheet(text: str, kind: Kind) -> list[Violation]:
    """Of a rally sheet, or of a stage alone."""
    sheet = text.lstrip().startswith("sheet")
    return rules.judge_sheet(notation.read_sheet(text) if sheet else read_stage(text), kind)


def _read_moves(state: State, text: str) -> Sequence[Move]:
    return drafts.read_plan(text).moves


DEMO_STAGES = ("R1-SS1", "R1-SS2", "R1-SS3")
"""The first rally of the book."""


def _demo(players: int) -> Mapping[str, Any]:
    return {"drivers": list(DRIVERS[:players]), "stages": list(DEMO_STAGES)}


def _result(state: State) -> Mapping[str, Any]:
    rally = state.rally
    times = rally.times if rally and rally.times else (race.stage_times(state),)
    sums = race.totals(times, len(state.cars))
    return {
        "drivers": [car.name for car in state.cars],
        "stages": list(rally.stages) if rally else [state.stage.text],
        "times": [list(row) for row in times],
        "sums": list(sums),
        "places": list(race.places(sums)),
    }


GAME: Game[State, Move] = Game(
    key="dirt",
    name=NAMES["dirt"],
    version="1",
    values=VALUES.hash,
    book=rules.BOOK,
    rules=rules.in_catalogue_order,
    new=play.new,
    moves=play.moves,
    play=play.play,
    judge=rules.judge,
    advise=rules.advise,
    judge_sheet=_judge_sheet,
    why_not=rules.why_not,
    about=rules.about,
    desk=desk.desk,
    holds=desk.holds,
    places=desk.places,
    kept=desk.kept,
    ways=desk.ways,
    told=desk.told,
    ready=desk.READY,
    spec=desk.spec,
    draw=_draw,
    read=notation.read_position,
    write=notation.write_position,
    read_draft=drafts.read_plan,
    read_moves=_read_moves,
    settled=rules.settled,
    outcomes=OUTCOMES,
    calm=CALM,
    write_move=drafts.write_move,
    last_resorts=(Stop, Blocked, Accept, Retire),
    over=lambda state: state.over,
    turn=lambda state: state.turn.seat,
    still_in=lambda state, seat: state.cars[seat].status != "out",
    result=_result,
    demo=_demo,
    faces=_faces,
    risk=risk.risk,
    seen_by=_seen_by,
    seats=(1, 2, 3, 4, 5, 6),
    claims=claims.claims,
    remedies=remedies.remedies,
    stuck=remedies.stuck,
    sheets=claims.SHEETS,
    figures={
        name: VALUES[f"dice.{name}"]
        for name in ("faces", "gear_hazards", "gas_hazards", "leader_hazards", "brake_hazards")
    },
)
