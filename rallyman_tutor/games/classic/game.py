"""Rallyman (2009): which of this room's functions stands behind each name that all games have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rallyman_tutor.core.game import Event, Game, Place
from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games import NAMES
from rallyman_tutor.games.classic.claims import SHEETS, claims
from rallyman_tutor.games.classic.desk import demo_game, describe_event, desk, placements, places, spec
from rallyman_tutor.games.classic.drafts import form, read_draft, with_destination, write_move
from rallyman_tutor.games.classic.judging import complete_script, is_legal, judge, message_facts
from rallyman_tutor.games.classic.notation import read_position, read_sheet, write_position
from rallyman_tutor.games.classic.pace_notes import road_ahead
from rallyman_tutor.games.classic.play import moves, new, play, result
from rallyman_tutor.games.classic.remedies import remedies, why_stuck
from rallyman_tutor.games.classic.risk import chances
from rallyman_tutor.games.classic.road import READY
from rallyman_tutor.games.classic.rules import BOOK, judge_sheet
from rallyman_tutor.games.classic.state import OUTCOMES, VALUES, Draft, Move, State
from rallyman_tutor.games.classic.step import HARMLESS_LUCK
from rallyman_tutor.scene.shapes import Group, Scene

HAZARD_FACES = {str(gear + 1): VALUES["dice.gear_hazards"] for gear in range(VALUES["turn.gear_dice"])} | {
    "w": VALUES["dice.gas_hazards"]
}
"""How many faces of each die show a hazard."""
FIGURES: Mapping[str, object] = (
    {name: VALUES[f"dice.{name}"] for name in ("faces", "gear_hazards", "gas_hazards")}
    | {name: VALUES[f"terrain.{name}"] for name in ("grass", "forest", "rock")}
    | {"hazard_faces": HAZARD_FACES}
)
"""Numbers that the legend of the box mentions."""


class Classic(Game[State, Move]):
    """Rallyman (2009)."""

    key = "classic"
    name = NAMES[key]
    version = "1"
    values = VALUES.hash

    book = BOOK
    judge = staticmethod(judge)
    is_legal = staticmethod(is_legal)
    message_facts = staticmethod(message_facts)
    remedies = staticmethod(remedies)
    why_stuck = staticmethod(why_stuck)

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
        """Nothing is hidden in this game: decks are counts of unseen cards, which everybody may count."""
        return state

    read = staticmethod(read_position)
    write = staticmethod(write_position)
    read_draft = staticmethod(read_draft)
    write_move = staticmethod(write_move)
    form = staticmethod(form)
    with_destination = staticmethod(with_destination)

    @staticmethod
    def read_moves(state: State, text: str) -> Sequence[Move]:
        return [complete_script(state, move, shown)[0] for move, shown in read_draft(text).shown_moves]

    sheets = SHEETS
    desk = staticmethod(desk)
    placements = staticmethod(placements)
    road_ahead = staticmethod(road_ahead)
    describe_event = staticmethod(describe_event)
    claims = staticmethod(claims)

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
        from rallyman_tutor.games.classic.draw import draw

        return draw(state, draft, events)

    @staticmethod
    def faces() -> Mapping[str, Group]:
        from rallyman_tutor.games.classic.draw import faces

        return faces()

    ready_tables = READY
    seats = (1, 2, 3, 4)
    spec = staticmethod(spec)
    demo_game = staticmethod(demo_game)


GAME = Classic()
