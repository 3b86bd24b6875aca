"""Where a step of a lesson starts: its state, and its table.

A step with `start = "same"` starts where the solution of the step before ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rallyman_tutor.coach.bots import level_in_lessons
from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.lesson.lessons import SAME, Lesson
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.words import YOU


@lru_cache(maxsize=1024)
def start_state(lesson: Lesson, at: int) -> AnyState:
    """The state a step starts in."""
    step = lesson.steps[at]
    return end_state(lesson, at - 1) if step.start == SAME and at else step.read_start(lesson.game)


def end_state(lesson: Lesson, at: int) -> AnyState:
    """The state in which the solution of a step ends, its draft rolled with nothing going wrong."""
    return lesson.steps[at].end(lesson, at)


def session_at_start(lesson: Lesson, at: int) -> Session:
    """The table of a step as it is set up: other drivers are bots, and the dice are the same for every learner. Where
    it is somebody else's turn, the learner sits among friends, none of them a bot, and lays for whoever is in turn."""
    step, game, state = lesson.steps[at], lesson.game, start_state(lesson, at)
    spec = {"position": game.write(state)} if step.start == SAME else step.describe_start(game)
    turn, drivers = game.turn(state), game.result(state)["drivers"]
    are_friends = YOU in drivers and drivers[turn] != YOU
    others = frozenset(range(len(game.desk(state, ()).standings))) - {turn}
    return step.lay_out(
        Session(
            Replay(game, spec, state),
            bots=frozenset() if are_friends else others,
            handed_to=turn if are_friends else -1,
            seed=lesson.name,
            table=step.start,
            level=level_in_lessons(game),
        )
    )


def play_draft(replay: Replay[AnyState, AnyMove], draft: Iterable[AnyMove], luck: Luck) -> Replay[AnyState, AnyMove]:
    """A game after a draft was rolled die by die as far as it goes, or as a whole where the game drives it so."""
    moves = tuple(draft)
    for at, move in enumerate(moves):
        try:
            replay = replay.play(_whole(replay, moves) or move if not at else move, luck)
        except Illegal:
            break
    return replay


def _whole(replay: Replay[AnyState, AnyMove], draft: tuple[AnyMove, ...]) -> AnyMove | None:
    """The move that sets this draft going as a whole, in a game that has one."""
    game = replay.game
    offers = game.desk(replay.state, draft).offers
    return next((offer.move for offer in offers if game.form(offer.move).steps == draft), None)
