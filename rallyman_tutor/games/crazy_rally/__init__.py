"""Crazy Rally (2003): the record of this game's functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rallyman_tutor.core.game import Game
from rallyman_tutor.core.notation import Plan
from rallyman_tutor.games import DRIVERS, NAMES
from rallyman_tutor.games.crazy_rally import claims, desk, drafts, judging, notation, play, remedies, risk, rules, seen
from rallyman_tutor.games.crazy_rally.generate import CALM, moves
from rallyman_tutor.games.crazy_rally.state import (
    COURSE,
    DECK,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    VALUES,
    Draft,
    Event,
    Move,
    Pass,
    Speak,
    State,
)
from rallyman_tutor.games.crazy_rally.step import places, winners
from rallyman_tutor.scene.shapes import Group, Scene

__all__ = ["GAME"]


def _draw(state: State, draft: Draft | Plan = (), events: Sequence[Event] = (), tall: bool = False) -> Scene:
    """Imported late: who only asks about rules need not wait for the paint."""
    from rallyman_tutor.games.crazy_rally.draw import draw

    return draw(state, draft, events, tall)


def _faces() -> Mapping[str, Group]:
    from rallyman_tutor.games.crazy_rally.draw import faces

    return faces()


def _read_moves(state: State, text: str) -> Sequence[Move]:
    return [play.in_turn(state, move) for move in drafts.read_plan(text).moves]


def _settled(state: State, move: Move, shown: tuple[str, ...]) -> tuple[Move, tuple[str, ...]]:
    return play.in_turn(state, move), shown


def _demo(players: int) -> Mapping[str, Any]:
    return {"drivers": list(DRIVERS[:players]), "races": 1}


def _result(state: State) -> Mapping[str, Any]:
    sums = [car.distance for car in state.cars]
    return {
        "drivers": [car.name for car in state.cars],
        "stages": list(state.course[: state.driven]),
        "distances": [list(row) for row in state.results],
        "sums": sums,
        "counts": "distance",
        "places": list(places(state)),
        "winners": [state.cars[seat].name for seat in winners(state)[0]] if state.over else [],
        "practice": state.options.practice or state.options.notes,
    }


GAME: Game[State, Move] = Game(
    key="crazy_rally",
    name=NAMES["crazy_rally"],
    version="1",
    values=VALUES.hash,
    book=rules.BOOK,
    rules=rules.in_catalogue_order,
    new=play.new,
    moves=moves,
    play=play.play,
    judge=judging.judge,
    advise=judging.advise,
    judge_sheet=lambda text, kind: rules.judge_sheet(notation.read_sheet(text), kind),
    why_not=judging.why_not,
    about=judging.about,
    desk=desk.desk,
    holds=desk.holds,
    places=desk.places,
    told=desk.told,
    ready=desk.READY,
    spec=desk.spec,
    draw=_draw,
    read=notation.read_position,
    write=notation.write_position,
    read_draft=drafts.read_plan,
    read_moves=_read_moves,
    settled=_settled,
    outcomes=(*DECK, *COURSE),
    calm=CALM,
    write_move=drafts.write_move,
    last_resorts=(Pass, Speak),  # nobody can leave this game: speaking out of turn is never among the moves
    over=lambda state: state.over,
    turn=lambda state: state.seat,
    still_in=lambda state, seat: not state.cars[seat].out,
    result=_result,
    demo=_demo,
    faces=_faces,
    risk=risk.risk,
    seen_by=seen.seen_by,
    seats=tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1)),
    hides=True,
    claims=claims.claims,
    sheets=claims.SHEETS,
    figures={
        "turbo": VALUES["cards.turbo"],
        "turbo_strength": VALUES["car.turbo_strength"],
        "event_speed": VALUES["event.speed"],
        "event_cards": VALUES["event.cards"],
        "symbol": VALUES["tuning.symbol"],
        "flagged_on_top": VALUES["race.flagged_on_top"],
    },
    tall=True,
    remedies=remedies.remedies,
    stuck=remedies.stuck,
    reveals=seen.reveals,
)
