"""A page at one moment: where the learner is, what they sit at, what they have done; a value that is never changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.page import setups
from rallyman_tutor.page.setups import Setup
from rallyman_tutor.page.wire import Answer, Screen, Stage
from rallyman_tutor.scene.palette import Theme
from rallyman_tutor.scene.shapes import Scene
from rallyman_tutor.tutor.by_ear import Speech
from rallyman_tutor.tutor.placement import Asked
from rallyman_tutor.tutor.progress import Progress
from rallyman_tutor.tutor.run import Run
from rallyman_tutor.tutor.session import Session
from rallyman_tutor.tutor.sitting import Sitting


@dataclass(frozen=True, slots=True)
class Page:
    """Everything that is known of one visitor's page."""

    game_key: str  # of the game that is played there
    place: Screen
    progress: Progress
    sat_at: Session | Sitting | None = None  # a table, a lesson, or a screen without a board

    # What the notebook asked for, and what was asked for since.
    opens_at: str = ""  # the notebook's place, until the browser says hello
    opening_table: str = ""  # the table it opens at
    setups: Mapping[str, Setup] = field(default_factory=dict)  # what was last sat down at, by game
    is_own: bool = True  # whether the drive was begun by whoever sits here, and not brought to them
    moves_brought: int = 0  # of the drive: made before somebody brought it, or noted at a finish that was taken back
    moves_reviewed: int = 0  # of the drive: made before it was last looked back at, and noted then
    asked_at: datetime | None = None  # when the question or task that is open was shown
    asked_exercises: tuple[tuple[str, str], ...] = ()  # road and draft of those asked already

    run: Run | None = None  # against the clock, as long as it is at the place of runs
    placement: tuple[Asked, ...] = ()  # its questions so far, in the game on the table; the last one is open

    # How it is looked at.
    theme: Theme | None = None  # nobody looks before the browser has said hello
    is_drawn: bool = (
        False  # whether its ground is sent as a picture: its browser has no canvas that the host could paint
    )
    is_tall: bool = False  # the frame of a phone
    speech: Speech = "normal"  # how much is read out
    pictures: tuple[Scene, ...] = ()  # of the board: one for each move since it was shown before, and the present
    stage: Stage | None = None  # the spaces of the last of them

    # What came of the last intent.
    problem: Refused | Illegal | None = None  # why it could not be carried out
    answers: tuple[Answer, ...] = ()  # what is said beside the game

    # Counts, by which two moments are told apart.
    messages_sent: int = 0  # of views and answers
    board_number: int = 0  # what `messages_sent` was when the board was last shown
    full_boards: int = 0  # how often all of the board was shown afresh, whatever it was before
    repaintings: int = 0  # how often its ground had to be painted anew, though it is the same

    @property
    def game(self) -> AnyGame:
        return SHELF[self.game_key]

    @property
    def session(self) -> Session | None:
        """The session at this table; in a lesson, that of its step."""
        return self.sat_at.session if isinstance(self.sat_at, Sitting) else self.sat_at

    @property
    def setup(self) -> Setup:
        """The table that was last chosen in this game; before that, the game's first one."""
        return self.setups.get(self.game_key) or setups.default_setup(self.game)
