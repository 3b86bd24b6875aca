"""A session whose drive is over, looked back at: its review, a mistake tried again, and the first choice played out.

`update.py` carries out with these what a learner asks for.
"""

from __future__ import annotations

from dataclasses import replace

from rallyman_tutor.coach.card_review import SeatGame, WeighedDecision, as_played
from rallyman_tutor.coach.card_review import review as review_of_cards
from rallyman_tutor.coach.coaches import has_card_coach, has_race_coach
from rallyman_tutor.coach.review import NothingToReview, NotSolved, ReviewedDecision, review, stage_just_driven
from rallyman_tutor.coach.review import Review as DriveReview
from rallyman_tutor.coach.second_look import cases, costliest
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.core.game import AnyMove
from rallyman_tutor.core.luck import Prompted
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.session.session import PRESENT, Drafts, LookingBack, Questions, Session

MOST_LETTERS = 40
"""How many letters of a name are repeated in the answer that nobody is called so."""


def stage_to_review(session: Session) -> int | None:
    """The stage of a rally that is over while the rally goes on."""
    if not has_race_coach(session.game) or is_trying(session) or session.game.over(session.state):
        return None
    return stage_just_driven(session.game, session.replay)


def can_review(session: Session) -> bool:
    """Whether there is a drive, or a stage of a rally, to look back at now."""
    return session.game.over(session.state) or stage_to_review(session) is not None


def reviewed(session: Session, driver: str = "") -> Session:
    """The session with a review of a learner's drive, or of the stage just over; without a name that of the first."""
    if not can_review(session):
        raise Refused("nothing-to-review")
    names = session.game.result(session.state)["drivers"]
    found = [seat for seat in session.learners or [0] if driver.lower() in ("", names[seat].lower())]
    if not found:
        raise Refused("no-such-driver", {"found": driver[:MOST_LETTERS]})
    if has_card_coach(session.game):
        played = as_played(session.game, session.replay, found[0])
        if not played.met:
            raise Refused("nothing-to-review")
        return session if played.is_same_game(session.looking_back.review) else with_review(session, played)
    stage = stage_to_review(session)
    try:
        return with_review(session, review(session.game, session.replay, found[0], stage=stage))
    except NotSolved as error:
        raise Refused("review-unsolved") from error
    except (NothingToReview, Unsolvable) as error:
        raise Refused("nothing-to-review") from error


def with_review(session: Session, found: DriveReview | SeatGame) -> Session:
    """The session with a review of its drive or game."""
    return replace(session, looking_back=replace(session.looking_back, review=found))


def at_mistake(session: Session, at: int) -> Session:
    """The table as it was before one of the decisions that cost most; from another one of them, too."""
    finished = session if session.looking_back.review else session.looking_back.finished or session
    mistakes = _mistakes(finished)
    if not mistakes and finished.looking_back.review is None:
        raise Refused("review-first")
    if not 0 <= at < len(mistakes):
        raise Refused("no-such-mistake", {"number": at + 1})
    tried = mistakes[at]
    number = number_of(tried)
    replay = finished.replay.undo(len(finished.replay.past) - number)
    thoughts = tuple(thought for thought in finished.thoughts if thought[0] < number)
    return replace(
        session,
        replay=replay,
        thoughts=thoughts,
        handed_to=session.game.turn(replay.state),
        drafts=Drafts(),
        asked=Questions(),
        looking_back=LookingBack(tried=tried, finished=finished),
        viewed_event=PRESENT,
    )


def _mistakes(finished: Session) -> tuple[ReviewedDecision, ...] | tuple[WeighedDecision, ...]:
    """The decisions that cost most, once they have been looked for."""
    looked_at = finished.looking_back.review
    if isinstance(looked_at, SeatGame):
        found = review_of_cards(looked_at)
        if found is None:
            raise Refused("review-not-done")
        return found.mistakes
    return looked_at.mistakes if looked_at else ()


def number_of(tried: ReviewedDecision | WeighedDecision) -> int:
    """The number in the game of the move that a decision was."""
    return tried.met.number if isinstance(tried, WeighedDecision) else tried.number


def drive_of(session: Session) -> Session:
    """The drive that a learner tries out something of; the drive itself, where nothing is tried."""
    while session.looking_back.finished is not None:
        session = session.looking_back.finished
    return session


def is_trying(session: Session) -> bool:
    """Whether a decision of an earlier drive is to be made again now."""
    tried = session.looking_back.tried
    return tried is not None and len(session.replay.past) == number_of(tried)


def decided(session: Session, move: AnyMove | None) -> Session:
    """The session in which a decision is made again, and not played yet; without a move it is open again."""
    return replace(session, looking_back=replace(session.looking_back, retried=move), viewed_event=PRESENT)


def undecided(session: Session) -> Session:
    """The session in which nothing is decided again."""
    return session if session.looking_back.retried is None else decided(session, None)


def returned(session: Session) -> Session:
    """The drive that a learner tried out something of."""
    if session.looking_back.finished is None:
        raise Refused("nothing-to-return-to")
    return session.looking_back.finished


def refuted(session: Session) -> Session:
    """The table after the turn in which that decision was made in the drive, with the dice by which it costs most."""
    game, tried = session.game, session.looking_back.tried
    if session.looking_back.retried is None or not isinstance(tried, ReviewedDecision):
        raise Refused("nothing-to-refute")
    found = to_the_end(cases(game, tried.state, tried.move).go_on())
    replay = session.replay
    for move, shown in costliest(found, tried.best_cost).likeliest:
        replay = replay.play(move, Prompted(shown, rest=game.harmless_luck))
    looking_back = replace(session.looking_back, retried=None)
    return replace(
        session,
        replay=replay,
        drafts=Drafts(),
        asked=Questions(),
        looking_back=looking_back,
        viewed_event=PRESENT,
    )
