"""Mil Millas: which of this room's functions stands behind each name that all games have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rallyman_tutor.core.game import Event, Game
from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games import NAMES
from rallyman_tutor.games.mil_millas.claims import SHEETS, claims
from rallyman_tutor.games.mil_millas.desk import (
    PILE,
    READY,
    SEATS,
    SEATS_AT,
    demo,
    desk,
    holds,
    places,
    spec,
    told,
)
from rallyman_tutor.games.mil_millas.drafts import form, read_plan, write_move
from rallyman_tutor.games.mil_millas.judging import about, judge, meant, settled
from rallyman_tutor.games.mil_millas.notation import read_position, read_sheet, write_position
from rallyman_tutor.games.mil_millas.play import moves, new, play, result, reveals, seen_by
from rallyman_tutor.games.mil_millas.remedies import remedies, stuck
from rallyman_tutor.games.mil_millas.risk import risk
from rallyman_tutor.games.mil_millas.rules import BOOK, judge_sheet
from rallyman_tutor.games.mil_millas.state import ASKED, OUTCOMES, VALUES, Draft, Move, State
from rallyman_tutor.games.mil_millas.step import CALM
from rallyman_tutor.scene.shapes import Group, Scene

IN_THE_TRAY = 0.27
"""Of a card on the table; a tray is made for dice."""


class MilMillas(Game[State, Move]):
    """Mil Millas."""

    key = "mil_millas"
    name = NAMES[key]
    version = "1"
    values = VALUES.hash

    book = BOOK
    judge = staticmethod(judge)
    about = staticmethod(about)
    remedies = staticmethod(remedies)
    stuck = staticmethod(stuck)

    @staticmethod
    def judge_sheet(text: str, kind: Kind) -> list[Violation]:
        return judge_sheet(read_sheet(text), kind)

    outcomes = OUTCOMES
    calm = CALM
    new = staticmethod(new)
    moves = staticmethod(moves)
    play = staticmethod(play)
    settled = staticmethod(settled)
    result = staticmethod(result)
    risk = staticmethod(risk)
    hides = True
    seen_by = staticmethod(seen_by)
    reveals = staticmethod(reveals)

    @staticmethod
    def turn(state: State) -> int:
        return state.turn.seat

    @staticmethod
    def over(state: State) -> bool:
        return state.over

    @staticmethod
    def still_in(state: State, seat: int) -> bool:
        """Nobody is thrown out."""
        return True

    read = staticmethod(read_position)
    write = staticmethod(write_position)
    read_draft = staticmethod(read_plan)
    write_move = staticmethod(write_move)
    form = staticmethod(form)
    asks = tuple(word.value for word in ASKED)

    @staticmethod
    def read_moves(state: State, text: str) -> Sequence[Move]:
        return [meant(state, move) for move in read_plan(text).moves]

    sheets = SHEETS
    desk = staticmethod(desk)
    holds = staticmethod(holds)
    told = staticmethod(told)
    claims = staticmethod(claims)
    away = PILE

    tall = True
    places = staticmethod(places)

    @staticmethod
    def draw(
        state: State, draft: Draft | ScriptedDraft[Move] = (), events: Sequence[Event] = (), tall: bool = False
    ) -> Scene:
        """Imported late: who only asks about rules need not wait for the paint."""
        from rallyman_tutor.games.mil_millas.draw import draw

        return draw(state, draft, events, tall)

    @staticmethod
    def faces() -> Mapping[str, Group]:
        from rallyman_tutor.games.mil_millas.draw import faces

        return {key: Group((card,), 1, 3, scale=IN_THE_TRAY) for key, card in faces().items()}

    ready = READY
    seats = SEATS
    seats_at = SEATS_AT
    spec = staticmethod(spec)
    demo = staticmethod(demo)


GAME = MilMillas()
