"""Where a step of a lesson starts: its state, its table, and for `predict` the script played to its end.

A step with `start = "same"` starts where the solution of the step before ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from rallyman_tutor.coach.bots import level_in_lessons
from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.core.luck import Luck, Scripted
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.demonstration import demonstrate
from rallyman_tutor.tutor.lessons import JUDGED_KINDS, SAME, Lesson
from rallyman_tutor.tutor.session import Session


@lru_cache(maxsize=1024)
def start_state(lesson: Lesson, at: int) -> AnyState:
    """The state a step starts in."""
    step, game = lesson.steps[at], lesson.game
    if step.found:
        return game.read(step.start)  # with cards that nobody sees
    return end_state(lesson, at - 1) if step.start == SAME and at else game.new(game.spec(step.start, ()))


def end_state(lesson: Lesson, at: int) -> AnyState:
    """The state in which the solution of a step ends, its draft rolled with nothing going wrong."""
    step, game = lesson.steps[at], lesson.game
    if step.kind == "predict":
        return predicted_replay(lesson, at).state
    if step.kind in JUDGED_KINDS or step.kind == "break":
        return start_state(lesson, at)
    session = solved_session(lesson, at)
    return play_draft(session.replay, session.draft, game.harmless_luck).state


def solved_session(lesson: Lesson, at: int) -> Session:
    """The table of a step that is driven, once its solution was carried out."""
    session = session_at_start(lesson, at)
    for _, after in demonstrate(lesson.steps[at], session):
        session = after
    return session


def session_at_start(lesson: Lesson, at: int) -> Session:
    """The table of a step as it is set up: other drivers are bots, and the dice are the same for every learner."""
    step, game, state = lesson.steps[at], lesson.game, start_state(lesson, at)
    spec = {"position": game.write(state)} if step.start == SAME or step.found else game.spec(step.start, ())
    others = frozenset(range(len(game.desk(state, ()).standings))) - {game.turn(state)}
    draft = game.read_draft(step.draft).moves if step.draft else ()
    if step.kind == "decide":
        draft = tuple(game.frozen_draft(state) or ())
    return Session(
        Replay(game, spec, state),
        draft,
        bots=others,
        seed=lesson.name,
        table=step.start,
        foretold=step.dice,
        level=level_in_lessons(game),
    )


def predicted_replay(lesson: Lesson, at: int) -> Replay[AnyState, AnyMove]:
    """The script of a `predict` step, played to its end."""
    *_, replay = driven_script(lesson, at)
    return replay


def driven_script(lesson: Lesson, at: int) -> Iterator[Replay[AnyState, AnyMove]]:
    """The script of a `predict` step: the start, and after each move; what it does not tell is harmless."""
    replay, game = session_at_start(lesson, at).replay, lesson.game
    yield replay
    scripted = game.read_draft(lesson.steps[at].draft)
    for written, faces in scripted.shown_moves:
        move, shown = game.complete_script(replay.state, written, faces)
        luck = Scripted(shown, rest=game.harmless_luck)
        replay = replay.play(move, luck)
        if left := luck.leftover():
            raise Refused("not-shown", {"list": left, "move": game.write_move(move)})
        yield replay


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
    return next((offer.move for offer in offers if draft and game.form(offer.move).steps == draft), None)
