"""Rallyman: DIRT: which of this room's functions stands behind each name that all games have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rallyman_tutor.core.game import Event, Game, Place
from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.core.remedy import of_moves
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games import NAMES
from rallyman_tutor.games.dirt.claims import SHEETS, claims
from rallyman_tutor.games.dirt.desk import (
    READY,
    demo_game,
    describe_event,
    desk,
    frozen_draft,
    placements,
    places,
    spec,
    whole_drafts,
)
from rallyman_tutor.games.dirt.drafts import form, read_draft, with_destination, with_steps, write_move
from rallyman_tutor.games.dirt.judging import decisions, is_legal, judge, message_facts, next_move
from rallyman_tutor.games.dirt.notation import read_position, read_sheet, write_position
from rallyman_tutor.games.dirt.pace_notes import road_ahead
from rallyman_tutor.games.dirt.play import moves, new, play, result
from rallyman_tutor.games.dirt.remedies import remedies, why_stuck
from rallyman_tutor.games.dirt.risk import chances
from rallyman_tutor.games.dirt.road import read_stage
from rallyman_tutor.games.dirt.rules import BOOK, judge_sheet
from rallyman_tutor.games.dirt.state import OUTCOMES, VALUES, Draft, Move, State
from rallyman_tutor.games.dirt.step import HARMLESS_LUCK
from rallyman_tutor.scene.shapes import Group, Scene

HAZARD_FACES = {
    **{str(gear): count for gear, count in enumerate(VALUES["dice.gear_hazards"], 1)},
    **{die: VALUES[f"dice.{name}_hazards"] for die, name in (("w", "gas"), ("o", "leader"), ("b", "brake"))},
}
"""How many faces of each die show a hazard."""
FIGURES: Mapping[str, object] = {
    name: VALUES[f"dice.{name}"] for name in ("faces", "gear_hazards", "gas_hazards", "leader_hazards", "brake_hazards")
} | {"hazard_faces": HAZARD_FACES}
"""Numbers that the legend of the box mentions."""


class Dirt(Game[State, Move]):
    """Rallyman: DIRT."""

    key = "dirt"
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
        """The rules that a rally sheet breaks, or a stage alone."""
        return judge_sheet(read_sheet(text) if text.lstrip().startswith("sheet") else read_stage(text), kind)

    outcomes = OUTCOMES
    harmless_luck = HARMLESS_LUCK
    new = staticmethod(new)
    moves = staticmethod(moves)
    play = staticmethod(play)
    result = staticmethod(result)
    chances = staticmethod(chances)
    next_move = staticmethod(next_move)
    decisions = staticmethod(decisions)
    frozen_draft = staticmethod(frozen_draft)

    @staticmethod
    def turn(state: State) -> int:
        return state.turn.seat

    @staticmethod
    def over(state: State) -> bool:
        return state.over

    @staticmethod
    def still_in(state: State, seat: int) -> bool:
        return state.cars[seat].status != "out"

    @staticmethod
    def seen_by(state: State, seat: int) -> State:
        """Decks and the bag are counts that everybody may make; only penalties are chosen in secret."""
        rally = state.rally
        if rally is None or not rally.penalties:
            return state
        own = tuple(seconds if at == seat else -1 for at, seconds in enumerate(rally.penalties))
        return state._replace(rally=rally._replace(penalties=own))

    read = staticmethod(read_position)
    write = staticmethod(write_position)
    read_draft = staticmethod(read_draft)
    write_move = staticmethod(write_move)
    form = staticmethod(form)
    with_destination = staticmethod(with_destination)
    with_steps = staticmethod(with_steps)

    @staticmethod
    def read_moves(state: State, text: str) -> Sequence[Move]:
        return read_draft(text).moves

    sheets = SHEETS
    desk = staticmethod(desk)
    placements = staticmethod(placements)
    road_ahead = staticmethod(road_ahead)
    describe_event = staticmethod(describe_event)
    claims = staticmethod(claims)
    whole_drafts = staticmethod(whole_drafts)

    figures = FIGURES

    @staticmethod
    def places(state: State, tall: bool = False) -> Sequence[Place]:
        """`tall` changes nothing: the road has one layout."""
        return places(state)

    @staticmethod
    def draw(
        state: State, draft: Draft | ScriptedDraft[Move] = (), events: Sequence[Event] = (), tall: bool = False
    ) -> Scene:
        """`draw.py` is imported only when a picture is wanted: questions about rules need not wait for it."""
        from rallyman_tutor.games.dirt.draw import draw

        return draw(state, draft, events)

    @staticmethod
    def faces() -> Mapping[str, Group]:
        from rallyman_tutor.games.dirt.draw import faces

        return faces()

    ready_tables = READY
    seats = (1, 2, 3, 4, 5, 6)
    spec = staticmethod(spec)
    demo_game = staticmethod(demo_game)


GAME = Dirt()
