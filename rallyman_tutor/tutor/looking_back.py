"""A session whose drive is over, looked back at: its review, a mistake of it tried again, and what was chosen there played out.

`session.py` carries out with these what a learner asks for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rallyman_tutor.coach.review import NothingToReview, NotSolved, review, stage_just_driven
from rallyman_tutor.coach.second_look import cases, costliest
from rallyman_tutor.coach.solver import SOLVED, Unsolvable
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.core.luck import Prompted
from rallyman_tutor.core.notation import Refused

if TYPE_CHECKING:
    from rallyman_tutor.tutor.session import Session

MOST_LETTERS = 40
"""How many letters of a name are repeated in the answer that nobody is called so."""


def stage_to_review(session: Session) -> int | None:
    """The stage of a rally that is over while the rally goes on."""
    if session.game.key not in SOLVED or is_trying(session) or session.game.over(session.state):
        return None
    return stage_just_driven(session.game, session.replay)


def can_review(session: Session) -> bool:
    """Whether there is a drive, or a stage of a rally, to look back at now."""
    is_over = session.game.key in SOLVED and session.game.over(session.state)
    return is_over or stage_to_review(session) is not None


def reviewed(session: Session, driver: str = "") -> Session:
    """The session with a review of a learner's drive, or of the stage that is just over; without a name that of the first."""
    if not can_review(session):
        raise Refused("nothing-to-review")
    names = session.game.result(session.state)["drivers"]
    found = [seat for seat in session.learners or [0] if driver.lower() in ("", names[seat].lower())]
    if not found:
        raise Refused("no-such-driver", {"found": driver[:MOST_LETTERS]})
    stage = stage_to_review(session)
    try:
        return replace(session, review=review(session.game, session.replay, found[0], stage=stage))
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
