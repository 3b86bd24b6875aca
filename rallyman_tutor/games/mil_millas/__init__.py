"""Mil Millas: the record of this game's functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rallyman_tutor.core.game import Game
from rallyman_tutor.core.notation import Plan
from rallyman_tutor.games import DRIVERS, NAMES
from rallyman_tutor.games.mil_millas import claims, desk, notation, play, remedies, rules
from rallyman_tutor.games.mil_millas.state import (
    HIDDEN,
    OUTCOMES,
    VALUES,
    Bonus,
    Deal,
    Discard,
    Draft,
    Draw,
    Event,
    Move,
    Pass,
    State,
)
from rallyman_tutor.games.mil_millas.step import CALM, side_of, sums
from rallyman_tutor.scene.shapes import Group, Scene

__all__ = ["GAME"]


def _seen_by(state: State, seat: int) -> State:
    """What one player sees: their own cards. All others are unseen, wherever they are, and counted with the deck."""
    unseen = dict(state.deck)
    for other, hand in enumerate(state.hands):
        for card in hand:
            if other != seat and card != HIDDEN:
                unseen[card] += 1
    hands = tuple(hand if n == seat else (HIDDEN,) * len(hand) for n, hand in enumerate(state.hands))
    return state._replace(hands=hands, deck=tuple(unseen.items()))


def _reveals(state: State, move: Move) -> bool:
    """Whether a move shows somebody what was hidden: what lies in the deck."""
    return isinstance(move, Deal | Draw)


def _draw(state: State, draft: Draft | Plan = (), events: Sequence[Event] = (), tall: bool = False) -> Scene:
    """Imported late: who only asks about rules need not wait for the paint."""
    from rallyman_tutor.games.mil_millas.draw import draw

    return draw(state, draft, events, tall)


def _read_moves(state: State, text: str) -> Sequence[Move]:
    return [rules.meant(state, move) for move in notation.read_plan(text).moves]


def _faces() -> Mapping[str, Group]:
    from rallyman_tutor.games.mil_millas.draw import faces

    return {key: Group((card,), 1, 3, scale=IN_THE_TRAY) for key, card in faces().items()}


IN_THE_TRAY = 0.27
"""Of a card on the table; a tray is made for dice."""
SEATS = tuple(sorted({count for counts in desk.SEATS_AT.values() for count in counts}))
"""How many can play at one table or another: seven fit none."""
DEMO_TEAMS = {8: 2, 9: 3}


def _demo(players: int) -> Mapping[str, Any]:
    """Single players as long as that goes, teams beyond; seven fit no form, for the rule that refuses them."""
    return {
        "drivers": list(DRIVERS[:players]),
        "teams": DEMO_TEAMS.get(players, 0),
        "options": {"reshuffle": "on"},
    }


def _result(state: State) -> Mapping[str, Any]:
    """Players with the points and the place of their side."""
    own = [side_of(state, seat) for seat in range(len(state.names))]
    return {
        "drivers": list(state.names),
        "sides": own,
        "rounds": [list(row) for row in state.points],
        "km": [side.km for side in state.sides],
        "counts": "points",
        "sums": [sums(state)[side] for side in own],
        "places": [play.places(state)[side] for side in own],
    }


GAME: Game[State, Move] = Game(
    key="mil_millas",
    name=NAMES["mil_millas"],
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
    draw=_draw,
    read=notation.read_position,
    write=notation.write_position,
    read_draft=notation.read_plan,
    read_moves=_read_moves,
    settled=rules.settled,
    outcomes=OUTCOMES,
    calm=CALM,
    write_move=notation.write_move,
    last_resorts=(Pass, Discard, Bonus),
    over=lambda state: state.over,
    turn=lambda state: state.turn.seat,
    still_in=lambda state, seat: True,
    result=_result,
    demo=_demo,
    faces=_faces,
    risk=desk.risk,
    seen_by=_seen_by,
    seats=SEATS,
    seats_at=desk.SEATS_AT,
    asks=("I", "Shift+I", "S", "T"),
    hides=True,
    remedies=remedies.remedies,
    stuck=remedies.stuck,
    away=desk.PILE,
    claims=claims.claims,
    sheets=claims.SHEETS,
    tall=True,
    reveals=_reveals,
)
