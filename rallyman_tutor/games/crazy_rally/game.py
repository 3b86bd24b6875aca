"""Crazy Rally (2003): which of this room's functions stands behind each name that all games have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from rallyman_tutor.core.game import Event, Game
from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.core.remedy import of_moves
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games import NAMES
from rallyman_tutor.games.crazy_rally.claims import SHEETS, claims
from rallyman_tutor.games.crazy_rally.desk import (
    READY,
    demo_game,
    describe_event,
    desk,
    placements,
    places,
    spec,
    while_waiting,
)
from rallyman_tutor.games.crazy_rally.drafts import form, read_draft, with_destination, write_move
from rallyman_tutor.games.crazy_rally.generate import moves
from rallyman_tutor.games.crazy_rally.judging import is_legal, judge, message_facts
from rallyman_tutor.games.crazy_rally.notation import read_position, read_sheet, write_position
from rallyman_tutor.games.crazy_rally.play import complete_script, in_turn, new, play, result
from rallyman_tutor.games.crazy_rally.remedies import remedies, why_stuck
from rallyman_tutor.games.crazy_rally.risk import chances
from rallyman_tutor.games.crazy_rally.rules import BOOK, judge_sheet
from rallyman_tutor.games.crazy_rally.seen import reveals, seen_by
from rallyman_tutor.games.crazy_rally.state import (
    COURSE,
    DECK,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    VALUES,
    Draft,
    Move,
    State,
)
from rallyman_tutor.games.crazy_rally.step import HARMLESS_LUCK
from rallyman_tutor.scene.shapes import Group, Scene

FIGURES: Mapping[str, object] = {
    "turbo": VALUES["cards.turbo"],
    "turbo_strength": VALUES["car.turbo_strength"],
    "event_speed": VALUES["event.speed"],
    "event_cards": VALUES["event.cards"],
    "symbol": VALUES["tuning.symbol"],
    "flagged_on_top": VALUES["race.flagged_on_top"],
}
"""Numbers that the words of the legend mention."""


class CrazyRally(Game[State, Move]):
    """Crazy Rally (2003)."""

    key = "crazy_rally"
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

    outcomes = (*DECK, *COURSE)
    harmless_luck = HARMLESS_LUCK
    new = staticmethod(new)
    moves = staticmethod(moves)
    play = staticmethod(play)
    complete_script = staticmethod(complete_script)
    result = staticmethod(result)
    chances = staticmethod(chances)
    has_hidden_hands = True
    seen_by = staticmethod(seen_by)
    reveals = staticmethod(reveals)

    @staticmethod
    def turn(state: State) -> int:
        return state.seat

    @staticmethod
    def over(state: State) -> bool:
        return state.over

    @staticmethod
    def still_in(state: State, seat: int) -> bool:
        return not state.cars[seat].out

    read = staticmethod(read_position)
    read_seen = staticmethod(partial(read_position, seen=True))
    write = staticmethod(write_position)
    read_draft = staticmethod(read_draft)
    write_move = staticmethod(write_move)
    form = staticmethod(form)
    with_destination = staticmethod(with_destination)

    @staticmethod
    def read_moves(state: State, text: str) -> Sequence[Move]:
        return [in_turn(state, move) for move in read_draft(text).moves]

    sheets = SHEETS
    desk = staticmethod(desk)
    while_waiting = staticmethod(while_waiting)
    placements = staticmethod(placements)
    describe_event = staticmethod(describe_event)
    claims = staticmethod(claims)

    figures = FIGURES
    tall = True
    places = staticmethod(places)

    @staticmethod
    def draw(
        state: State, draft: Draft | ScriptedDraft[Move] = (), events: Sequence[Event] = (), tall: bool = False
    ) -> Scene:
        """The import stands here so that asking about rules does not load the drawing."""
        from rallyman_tutor.games.crazy_rally.draw import draw

        return draw(state, draft, events, tall)

    @staticmethod
    def faces() -> Mapping[str, Group]:
        from rallyman_tutor.games.crazy_rally.draw import faces

        return faces()

    ready_tables = READY
    seats = tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
    spec = staticmethod(spec)
    demo_game = staticmethod(demo_game)


GAME = CrazyRally()
