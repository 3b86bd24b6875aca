"""Rallyman (2009): which of this room's functions stands behind each name that all games have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rallyman_tutor.core.game import Event, Game, Place
from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games import NAMES
from rallyman_tutor.games.classic.claims import SHEETS, claims
from rallyman_tutor.games.classic.desk import READY, demo, desk, holds, places, spec, told
from rallyman_tutor.games.classic.drafts import form, read_plan, renamed, write_move
from rallyman_tutor.games.classic.judging import about, judge, settled
from rallyman_tutor.games.classic.notation import read_position, read_sheet, write_position
from rallyman_tutor.games.classic.play import moves, new, play, result
from rallyman_tutor.games.classic.remedies import remedies, stuck
from rallyman_tutor.games.classic.risk import risk
from rallyman_tutor.games.classic.rules import BOOK, judge_sheet
from rallyman_tutor.games.classic.state import OUTCOMES, VALUES, Draft, Move, State
from rallyman_tutor.games.classic.step import CALM
from rallyman_tutor.scene.shapes import Group, Scene

FIGURES: Mapping[str, object] = {name: VALUES[f"dice.{name}"] for name in ("faces", "gear_hazards", "gas_hazards")} | {
    name: VALUES[f"terrain.{name}"] for name in ("grass", "forest", "rock")
}
"""Numbers of the box that its legend tells."""


class Classic(Game[State, Move]):
    """Rallyman (2009)."""

    key = "classic"
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
        """Everything lies open in this game: decks are kept as counts of unseen cards, which everybody may count."""
        return state

    read = staticmethod(read_position)
    write = staticmethod(write_position)
    read_draft = staticmethod(read_plan)
    write_move = staticmethod(write_move)
    form = staticmethod(form)
    renamed = staticmethod(renamed)

    @staticmethod
    def read_moves(state: State, text: str) -> Sequence[Move]:
        return [settled(state, move, shown)[0] for move, shown in read_plan(text).shown_moves]

    sheets = SHEETS
    desk = staticmethod(desk)
    holds = staticmethod(holds)
    told = staticmethod(told)
    claims = staticmethod(claims)

    figures = FIGURES

    @staticmethod
    def places(state: State, tall: bool = False) -> Sequence[Place]:
        """The road has one look."""
        return places(state)

    @staticmethod
    def draw(
        state: State, draft: Draft | ScriptedDraft[Move] = (), events: Sequence[Event] = (), tall: bool = False
    ) -> Scene:
        """Imported late: who only asks about rules need not wait for the paint."""
        from rallyman_tutor.games.classic.draw import draw

        return draw(state, draft, events)

    @staticmethod
    def faces() -> Mapping[str, Group]:
        from rallyman_tutor.games.classic.draw import faces

        return faces()

    ready = READY
    spec = staticmethod(spec)
    demo = staticmethod(demo)


GAME = Classic()
