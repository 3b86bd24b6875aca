"""The session after a deed of the learner at the table, or why it was refused.

Each intent has its own function here or in the file of its concern: `playing.py` for moves, `helping.py` for the
co-driver, `looking_back.py` for a drive that is over, `laying.py` for dice.
"""

from __future__ import annotations

from dataclasses import replace

from rallyman_tutor.core.game import AnyMove
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.session import helping, laying, looking_back, playing
from rallyman_tutor.tutor.session.intents import (
    Act,
    Advise,
    Ask,
    AtTable,
    Clear,
    Cloud,
    Copy,
    Draft,
    Enough,
    Ghost,
    Help,
    Lay,
    Look,
    Mix,
    Put,
    Refute,
    Retry,
    Return,
    Review,
    Swap,
    Take,
    Uncover,
    Undo,
)
from rallyman_tutor.tutor.session.playing import with_bots_played
from rallyman_tutor.tutor.session.session import PRESENT, Drafts, Session


def update(session: Session, intent: AtTable) -> Session:
    """The session after what the learner did. What an intent names may not exist."""
    if session.covered and not isinstance(intent, Uncover | Look):
        raise Refused("covered")
    match intent:
        case Lay(piece, place):
            return _lay(session, piece, place)
        case Take(at):
            return _with_draft(session, laying.taken(session.draft, at))
        case Put(at, place, move):
            lies = session.game, session.state, session.draft
            return _with_draft(
                session, laying.put(*lies, at, move) if place is None else laying.moved(*lies, at, place)
            )
        case Draft(moves):
            return _with_draft(session, laying.read_draft(session.game, session.state, moves))
        case Clear():
            return _with_draft(looking_back.undecided(session), ())
        case Swap():
            drafts = session.drafts
            if drafts.second == drafts.laid:
                return session
            swapped = Drafts(drafts.second, drafts.laid, (*drafts.earlier, None))
            asked = replace(session.asked, parts=0)
            return looking_back.undecided(replace(session, drafts=swapped, asked=asked, viewed_event=PRESENT))
        case Copy():
            return replace(session, drafts=replace(session.drafts, second=session.draft))
        case Act(move):
            return _act(session, move)
        case Ask(move):
            return playing.asked(session, move)
        case Advise():
            return helping.advised(session)
        case Enough():
            return replace(session, asked=replace(session.asked, parts=0, unwanted=session.draft))
        case Undo():
            return playing.undone(session)
        case Uncover():
            return replace(session, handed_to=session.game.turn(session.state))
        case Look(at):
            return _look(session, at)
        case Review(driver):
            return looking_back.reviewed(session, driver)
        case Retry(at):
            return looking_back.at_mistake(session, at)
        case Refute():
            return with_bots_played(looking_back.refuted(session))
        case Return():
            return looking_back.returned(session)
        case Cloud():
            return replace(session, asked=replace(session.asked, clouded=session.draft))
        case Mix(share, notch):
            return helping.mixed(session, share, notch)
        case Ghost(on):
            return helping.with_ghost(session, on)
        case Help(how):
            return helping.with_help(session, how)


def attempt(session: Session, intent: AtTable) -> tuple[Session, Refused | Illegal | None]:
    """The session after an intent, or the same one and why it was refused."""
    try:
        return update(session, intent), None
    except (Refused, Illegal) as refused:
        return session, refused


def _with_draft(session: Session, draft: tuple[AnyMove, ...]) -> Session:
    if draft == session.draft:
        return session
    drafts = replace(session.drafts, laid=draft[: laying.MOST_STEPS], earlier=(*session.drafts.earlier, session.draft))
    asked = replace(session.asked, parts=0, unwanted=None)
    return looking_back.undecided(replace(session, drafts=drafts, asked=asked, viewed_event=PRESENT))


def _lay(session: Session, piece: str, place: str) -> Session:
    """Lay one more piece: on a place, or without one where it fits."""
    if session.game.has_hidden_hands and session.draft:  # one card is laid at a time: another one takes its place
        session = replace(session, drafts=replace(session.drafts, laid=()))
    return _with_draft(session, laying.laid(session.game, session.state, session.draft, piece, place))


def _look(session: Session, at: int) -> Session:
    """Look at an event of the past. Nothing else changes."""
    if not PRESENT <= at < session.event_count:
        raise Refused("no-such-moment")
    return replace(session, viewed_event=at)


def with_saved_draft(session: Session, saved: object) -> Session:
    """The session with a draft that was kept laid again."""
    return replace(session, drafts=Drafts(laying.read_draft(session.game, session.state, saved)))


def _act(session: Session, named: str) -> Session:
    """Take one of the decisions that are offered, named as notation writes it."""
    move = playing.offered(session, named)
    if looking_back.is_trying(session) and move != session.looking_back.retried:
        return looking_back.decided(session, move)
    return with_bots_played(playing.play_move(session, move))
