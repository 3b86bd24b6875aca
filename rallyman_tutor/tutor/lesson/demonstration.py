"""A solution carried out as a learner would do it: every die laid, every button pressed, and the table after each.

`step_start.py` plays a step to its end with it; `walkthrough.py` goes through a whole lesson with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from rallyman_tutor.core.game import AnyGame, AnyMove
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.lesson.lessons import AnyStep
from rallyman_tutor.tutor.session import laying
from rallyman_tutor.tutor.session.intents import Act, Ask, AtTable, Claim, Clear, Lay, Put
from rallyman_tutor.tutor.session.session import PRESENT, Drafts, Session
from rallyman_tutor.tutor.session.update import update as update_session

Demonstrated: TypeAlias = "tuple[AtTable | Claim, Session]"
"""One thing that the learner does, and the table after it."""


def demonstrate(step: AnyStep, session: Session) -> Iterator[Demonstrated]:
    """The solution of a step, move by move. Raises what the rules or the tutor refuse on the way."""
    scripted = session.game.read_draft(step.solution)
    for written, faces in scripted.shown_moves:
        move, _ = session.game.complete_script(session.state, written, faces)
        for deed, after in carry_out_move(step, session, move, step.plays):
            yield deed, after
            session = after


def make_claim(step: AnyStep, session: Session, claim: str) -> Session:
    """The table after the learner has chosen one of the step's claims: something no die can be laid for, such as
    stopping at once. A claim that lays several dice replaces the draft; any other one is added to it."""
    text = dict(step.claims).get(claim)
    if text is None or len(session.draft) >= laying.MOST_STEPS:
        raise Refused("no-such-answer")
    (move,) = session.game.read_moves(session.state, text)
    before = () if lays_many(session, move) else session.draft
    draft, trail = (*before, move), (*session.drafts.earlier, session.draft)
    drafts = replace(session.drafts, laid=draft, earlier=trail)
    return replace(session, drafts=drafts, viewed_event=PRESENT)


def lays_many(session: Session, move: AnyMove) -> bool:
    """Whether a move lays more than one die."""
    laid = session.game.desk(session.state, (move,)).laid
    return bool(session.game.form(move).steps) or any(" " in one.piece for one in laid)


def claim_for(step: AnyStep, session: Session, move: AnyMove) -> str | None:
    """The id of the claim that stands for this move, or None."""
    named = session.game.write_move(move)
    return next((claim.id for claim in step.claims if claim.text == named), None)


def carry_out_move(step: AnyStep, session: Session, move: AnyMove, rolls: bool) -> Iterator[Demonstrated]:
    """One move as a learner makes it: a die is laid, and with `rolls` also rolled; everything else is claimed or
    pressed."""
    game = session.game
    named = game.write_move(move)
    claim = claim_for(step, session, move)
    if claim is not None:
        yield Claim(claim), make_claim(step, session, claim)
        return
    if named in game.questions:
        yield _done(session, Ask(named))
        return
    if game.form(move).steps:
        yield from _drive_whole(session, move)
        return
    lies = _offered_move(session, move) if rolls else None
    if lies is not None:  # it was laid with the whole draft
        yield _done(session, Act(game.write_move(lies)))
        return
    pieces = dice_of(session, move)
    if len(pieces) == 1:
        for deed, after in _lay(session, move):
            yield deed, after
            session = after
        if rolls:
            if broken := game.judge(session.state, session.draft[:1]):
                raise Illegal(broken)
            yield _done(session, Act(game.write_move(session.draft[0])))
        return
    for deed, after in _laid_in_order(session, pieces):
        yield deed, after
        session = after
    offers = game.desk(session.state, session.draft).offers  # of dice in another order the same move has another name
    alike = (one.move for one in offers if pieces and sorted(_rolled_by(session, one.move)) == sorted(pieces))
    deed, session = _done(session, Act(game.write_move(next(alike, move))))
    yield deed, session
    if pieces and session.draft:
        yield _done(session, Clear())  # what was rolled together is laid again one by one


def is_at_hand(before: Session, deed: AtTable | Claim, after: Session) -> bool:
    """Whether a learner can do this by hand. A die lies as the page lays it, and where it is to lie in another way, a
    button has to do that; a solution can be written as no hand can lay it."""
    if not isinstance(deed, Put) or _seen(before) == _seen(after):  # nothing, or the same in other words
        return True
    offered = before.game.desk(before.state, before.draft).laid[deed.at].variants
    moves = (before.game.write_move(offer.move) for offer in offered)
    return any(_seen(update_session(before, replace(deed, move=move))) == _seen(after) for move in moves)


def _seen(session: Session) -> list[tuple[str, str, list[str]]]:
    """Each die of a draft as a learner sees it: the die, its space, and the buttons that would change it."""
    laid = session.game.desk(session.state, session.draft).laid
    return [(one.piece, one.place, [offer.name for offer in one.variants]) for one in laid]


def dice_of(session: Session, move: AnyMove) -> list[str]:
    """The dice that a move lays, by their keys."""
    laid = session.game.desk(session.state, (*session.draft, move)).laid
    return laid[-1].piece.split() if laid else []


def _rolled_by(session: Session, move: AnyMove) -> list[str]:
    """The dice that a move rolls at once, if it is the first one."""
    return dice_of(replace(session, drafts=Drafts()), move)


def _laid_in_order(session: Session, pieces: list[str]) -> list[Demonstrated]:
    """These dice laid in an order, and on spaces, in which each may lie behind those before; as they come if there is
    none."""

    def found(session: Session, left: list[str]) -> list[Demonstrated] | None:
        if not left:
            return []
        for piece in dict.fromkeys(left):
            others = left.copy()
            others.remove(piece)
            placements = session.game.placements(session.state, session.draft, piece)
            places = [one.place for one in placements if not one.refused]
            for place in ("", *places):  # where it fits, and then elsewhere
                try:
                    deed, after = _done(session, Lay(piece, place))
                except Refused:
                    continue
                behind = None if session.game.judge(session.state, after.draft) else found(after, others)
                if behind is not None:
                    return [(deed, after), *behind]
        return None

    laid = found(session, pieces)
    if laid is None:
        laid = []
        for piece in pieces:
            laid.append(_done(laid[-1][1] if laid else session, Lay(piece)))
    return laid


def _done(session: Session, deed: AtTable) -> Demonstrated:
    return deed, update_session(session, deed)


def _drive_whole(session: Session, move: AnyMove) -> Iterator[Demonstrated]:
    """A whole draft: laid die by die, then driven with one button."""
    game = session.game
    for step in game.form(move).steps:
        for deed, after in _lay(session, step):
            yield deed, after
            session = after
    whole = game.with_steps(move, session.draft)
    if broken := game.judge(session.state, (whole,)):
        raise Illegal(broken)
    yield _done(session, Act(game.write_move(whole)))


def _offered_move(session: Session, move: AnyMove) -> AnyMove | None:
    """This move among the decisions that are offered, where its dice already lie as part of a whole draft; else
    None."""
    game, state = session.game, session.state
    if not game.frozen_draft(state):
        return None

    def goes_there(one: AnyMove) -> bool:
        same = type(one) is type(move) and named_like(game, move, one) == one
        return same and [laid.place for laid in game.desk(state, (one,)).laid] == [
            laid.place for laid in game.desk(state, (move,)).laid
        ]

    return next((one.move for one in game.desk(state, ()).offers if goes_there(one.move)), None)


def named_like(game: AnyGame, move: AnyMove, other: AnyMove) -> AnyMove:
    """This move, with its space named as the other move names it."""
    form = game.form(other)
    return game.with_destination(move, form.to, form.landing)


def _lay(session: Session, move: AnyMove) -> Iterator[Demonstrated]:
    """A die laid on the space that the move names, and then corrected if the tutor took another move to be meant."""
    game, at = session.game, len(session.draft)
    laid = game.desk(session.state, (*session.draft, move)).laid[at]
    deed, session = _done(session, Lay(laid.piece.partition("+")[0], laid.place))
    yield deed, session
    here = session.draft[at]
    meant = named_like(game, move, here) if laid.place else move
    if _codes(session, here) != _codes(session, move):  # no such space by that name: keep the move's own
        meant = move
    if meant != here:
        yield _done(session, Put(at, move=game.write_move(meant)))


def _codes(session: Session, move: AnyMove) -> list[str]:
    """The rules that the draft breaks with this move as its last die."""
    return [broken.code for broken in session.game.judge(session.state, (*session.draft[:-1], move))]
