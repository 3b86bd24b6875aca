"""A solution as a learner carries it out, deed by deed: what is laid, put, said or pressed, and the table after each.

`opening` plays a step to its end with it; `solving` sits through a lesson with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from rallyman_tutor.core.game import AnyGame, AnyMove
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor import session as tables
from rallyman_tutor.tutor.intents import Act, Ask, AtTable, Claim, Clear, Lay, Put
from rallyman_tutor.tutor.lessons import Step
from rallyman_tutor.tutor.session import Session

Deed: TypeAlias = "tuple[AtTable | Claim, Session]"
"""What the learner does, and the table after it."""


def solution(step: Step, session: Session) -> Iterator[Deed]:
    """The solution of a step that is driven. What is refused on the way is raised."""
    plan = session.game.read_draft(step.solution)
    for told, faces in plan.told:
        move, _ = session.game.settled(session.state, told, faces)
        for deed, after in carrying(step, session, move, step.kind in ("roll", "drive")):
            yield deed, after
            session = after


def claimed(step: Step, session: Session, claim: str) -> Session:
    """The table once the learner says that they do something no die can be laid for, such as stopping at once. What lays
    several dice, a whole draft or an attack, lies there instead of all that lay there before."""
    text = dict(step.claims).get(claim)
    if text is None or len(session.draft) >= tables.MOST_STEPS:
        raise Refused("no-such-answer")
    (move,) = session.game.read_moves(session.state, text)
    before = () if takes_many(session, move) else session.draft
    draft, trail = (*before, move), (*session.trail, session.draft)
    return replace(session, draft=draft, trail=trail, look=tables.PRESENT)


def takes_many(session: Session, move: AnyMove) -> bool:
    """Whether a move lays more than one die."""
    laid = session.game.desk(session.state, (move,)).laid
    return bool(session.game.form(move).steps) or any(" " in one.piece for one in laid)


def claim_of(step: Step, session: Session, move: AnyMove) -> str | None:
    """The claim that is this move, where a step has one."""
    named = session.game.write_move(move)
    return next((claim.id for claim in step.claims if claim.text == named), None)


def carrying(step: Step, session: Session, move: AnyMove, rolls: bool) -> Iterator[Deed]:
    """One move as a learner makes it: a die is laid, and rolled where the step is driven; all else is said or pressed."""
    game = session.game
    named = game.write_move(move)
    claim = claim_of(step, session, move)
    if claim is not None:
        yield Claim(claim), claimed(step, session, claim)
        return
    if named in game.asks:
        yield _done(session, Ask(named))
        return
    if game.form(move).steps:
        yield from _setting_going(session, move)
        return
    lies = _lies(session, move) if rolls else None
    if lies is not None:  # it was laid with the whole draft
        yield _done(session, Act(game.write_move(lies)))
        return
    pieces = pieces_of(session, move)
    if len(pieces) == 1:
        for deed, after in _laying(session, move):
            yield deed, after
            session = after
        if rolls:
            if broken := game.judge(session.state, session.draft[:1]):
                raise Illegal(broken)
            yield _done(session, Act(game.write_move(session.draft[0])))
        return
    for piece in pieces:
        deed, session = _done(session, Lay(piece))
        yield deed, session
    deed, session = _done(session, Act(named))
    yield deed, session
    if pieces and session.draft:
        yield _done(session, Clear())  # what was rolled together is laid again one by one


def pieces_of(session: Session, move: AnyMove) -> list[str]:
    """The dice that a move takes."""
    laid = session.game.desk(session.state, (*session.draft, move)).laid
    return laid[-1].piece.split() if laid else []


def _done(session: Session, deed: AtTable) -> Deed:
    return deed, tables.update(session, deed)


def _setting_going(session: Session, move: AnyMove) -> Iterator[Deed]:
    """A whole draft, laid die by die and then driven as one."""
    game = session.game
    for step in game.form(move).steps:
        for deed, after in _laying(session, step):
            yield deed, after
            session = after
    whole = game.filled(move, session.draft)
    if broken := game.judge(session.state, (whole,)):
        raise Illegal(broken)
    yield _done(session, Act(game.write_move(whole)))


def _lies(session: Session, move: AnyMove) -> AnyMove | None:
    """The same move among those that are offered, if it needs nothing laid any more."""
    game, state = session.game, session.state
    if not game.kept(state):
        return None

    def goes_there(one: AnyMove) -> bool:
        same = type(one) is type(move) and _called(game, move, one) == one
        return same and [laid.place for laid in game.desk(state, (one,)).laid] == [
            laid.place for laid in game.desk(state, (move,)).laid
        ]

    return next((one.move for one in game.desk(state, ()).offers if goes_there(one.move)), None)


def _called(game: AnyGame, move: AnyMove, other: AnyMove) -> AnyMove:
    """A move on the space of another one, by that one's name for it."""
    form = game.form(other)
    return game.renamed(move, form.to, form.land)


def _laying(session: Session, move: AnyMove) -> Iterator[Deed]:
    """One die laid where a draft has it."""
    game, at = session.game, len(session.draft)
    laid = game.desk(session.state, (*session.draft, move)).laid[at]
    deed, session = _done(session, Lay(laid.piece.partition("+")[0], laid.place))
    yield deed, session
    here = session.draft[at]
    told = _called(game, move, here) if laid.place else move
    if _codes(session, here) != _codes(session, move):  # it ends there, and begins elsewhere
        told = move
    if told != here:
        yield _done(session, Put(at, move=game.write_move(told)))


def _codes(session: Session, move: AnyMove) -> list[str]:
    """What the rules refuse of the draft with this as its last die."""
    return [broken.code for broken in session.game.judge(session.state, (*session.draft[:-1], move))]
