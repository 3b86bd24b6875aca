"""A session whose drive is over, looked back at: its review, a mistake of it tried again, and what was chosen there played out.

`session.py` carries out with these what a learner asks for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rallyman_tutor.coach.review import NothingToReview, NotSolved, review
from rallyman_tutor.coach.second_look import cases, costliest
from rallyman_tutor.coach.solver import SOLVED, Unsolvable
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.core.luck import Prompted
from rallyman_tutor.core.notation import Refused

if TYPE_CHECKING:
    from rallyman_tutor.tutor.session import Session


def reviewed(session: Session) -> Session:
    """The session with a review of the learner's drive, which has to be over, on stages that are solved."""
    if session.game.key not in SOLVED or not session.game.over(session.state):
        raise Refused("nothing-to-review")
    seat = (session.learners or [0])[0]
    try:
        return replace(session, review=review(session.game, session.replay, seat))
    except NotSolved as error:
        raise Refused("review-unsolved") from error
    except (NothingToReview, Unsolvable) as error:
        raise Refused("nothing-to-review") from error


def at_mistake(session: Session, at: int) -> Session:
    """The table as it was before one of the decisions that cost most; from another one of them, too."""
    finished = session if session.review else session.finished or session
    if finished.review is None or not 0 <= at < len(finished.review.mistakes):
        raise Refused("nothing-to-review")
    tried = finished.review.mistakes[at]
    replay = finished.replay.undo(len(finished.replay.past) - tried.number)
    thoughts = tuple(thought for thought in finished.thoughts if thought[0] < tried.number)
    return replace(
        session, replay=replay, draft=(), second_draft=(), earlier_drafts=(), thoughts=thoughts, advice=(),
        parts_asked=0, review=None, tried=tried, retried=None, finished=finished,
    )  # fmt: skip


def drive_of(session: Session) -> Session:
    """The drive that a learner tries out something of; the drive itself, where nothing is tried."""
    while session.finished is not None:
        session = session.finished
    return session


def is_trying(session: Session) -> bool:
    """Whether a decision of an earlier drive is to be made again now."""
    return session.tried is not None and len(session.replay.past) == session.tried.number


def refuted(session: Session) -> Session:
    """The table after the turn in which that decision was made in the drive, with the dice by which it costs most."""
    if session.tried is None or session.retried is None:
        raise Refused("nothing-to-review")
    game, tried = session.game, session.tried
    found = to_the_end(cases(game, tried.state, tried.move).go_on())
    replay = session.replay
    for move, shown in costliest(found, tried.best_cost).likeliest:
        replay = replay.play(move, Prompted(shown, rest=game.harmless_luck))
    return replace(session, replay=replay, draft=(), second_draft=(), earlier_drafts=(), parts_asked=0, retried=None)
