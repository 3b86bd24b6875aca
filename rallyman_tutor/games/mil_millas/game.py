"""Mil Millas: which of this room's functions stands behind each name that all games have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from rallyman_tutor.core.game import Event, Game
from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.core.remedy import of_moves
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games import NAMES
from rallyman_tutor.games.mil_millas.claims import SHEETS, claims
from rallyman_tutor.games.mil_millas.desk import (
    PILE,
    READY,
    SEATS,
    SEATS_AT,
    demo_game,
    describe_event,
    desk,
    placements,
    places,
    spec,
    while_waiting,
)
from rallyman_tutor.games.mil_millas.drafts import form, read_draft, write_move
from rallyman_tutor.games.mil_millas.judging import is_legal, judge, message_facts
from rallyman_tutor.games.mil_millas.keys import move_of_key
from rallyman_tutor.games.mil_millas.notation import read_position, read_sheet, write_position
from rallyman_tutor.games.mil_millas.play import complete_script, moves, new, play, result, reveals, seen_by, seen_event
from rallyman_tutor.games.mil_millas.remedies import remedies, why_stuck
from rallyman_tutor.games.mil_millas.risk import chances
from rallyman_tutor.games.mil_millas.rules import BOOK, judge_sheet
from rallyman_tutor.games.mil_millas.state import ASKED, OUTCOMES, VALUES, Draft, Move, State
from rallyman_tutor.games.mil_millas.step import HARMLESS_LUCK
from rallyman_tutor.scene.shapes import Group, Scene

IN_THE_TRAY = 0.27
"""The scale of a card in the tray, which is made for dice."""


class MilMillas(Game[State, Move]):
    """Mil Millas."""

    key = "mil_millas"
    name = NAMES[key]
    version = "1"
    values = VALUES.hash

    book = BOOK
    judge = staticmethod(judge)
    is_legal = staticmethod(is_legal)
    message_facts = staticmethod(message_facts)
    remedies = staticmethod(of_moves(remedies))
    why_stuck = staticmethod(of_moves(why_stuck))

    @staticmethod
    def judge_sheet(text: str, kind: Kind) -> list[Violation]:
        return judge_sheet(read_sheet(text), kind)

    outcomes = OUTCOMES
    harmless_luck = HARMLESS_LUCK
    new = staticmethod(new)
    moves = staticmethod(moves)
    play = staticmethod(play)
    complete_script = staticmethod(complete_script)
    result = staticmethod(result)
    chances = staticmethod(chances)
    has_hidden_hands = True
    seen_by = staticmethod(seen_by)
    seen_event = staticmethod(seen_event)
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
    read_seen = staticmethod(partial(read_position, seen=True))
    write = staticmethod(write_position)
    read_draft = staticmethod(read_draft)
    write_move = staticmethod(write_move)
    form = staticmethod(form)
    questions = tuple(word.value for word in ASKED)

    @staticmethod
    def read_moves(state: State, text: str) -> Sequence[Move]:
        return [move_of_key(state, move) for move in read_draft(text).moves]

    sheets = SHEETS
    desk = staticmethod(desk)
    while_waiting = staticmethod(while_waiting)
    placements = staticmethod(placements)
    describe_event = staticmethod(describe_event)
    claims = staticmethod(claims)
    discard_place = PILE

    tall = True
    places = staticmethod(places)

    @staticmethod
    def draw(
        state: State, draft: Draft | ScriptedDraft[Move] = (), events: Sequence[Event] = (), tall: bool = False
    ) -> Scene:
        """The import stands here so that asking about rules does not load the drawing."""
        from rallyman_tutor.games.mil_millas.draw import draw

        return draw(state, draft, events, tall)

    @staticmethod
    def faces() -> Mapping[str, Group]:
        from rallyman_tutor.games.mil_millas.draw import faces

        return {key: Group((card,), 1, 3, scale=IN_THE_TRAY) for key, card in faces().items()}

    ready_tables = READY
    seats = SEATS
    seats_at = SEATS_AT
    spec = staticmethod(spec)
    demo_game = staticmethod(demo_game)


GAME = MilMillas()
