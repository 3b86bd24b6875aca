"""A solution as a learner carries it out, deed by deed at the table, and a mistake as he makes it.

Lessons are proven with it, hints show the next deed of it, and tests sit through whole lessons by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import is_dataclass, replace
from typing import Any

from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.answers import right_answer
from rallyman_tutor.tutor.course import Sitting, update
from rallyman_tutor.tutor.lessons import ASKED
from rallyman_tutor.tutor.opening import steps_of


def solving(sitting: Sitting) -> Iterable[Sitting]:
    """The solution of a step as a learner carries it out, change by change; what is refused on the way is raised."""
    step, game = sitting.step, sitting.session.game
    yield sitting
    if step.kind == "find":
        yield update(sitting, {"do": "point", "at": step.wrong - 1})
        return
    if step.kind in ASKED:
        yield update(sitting, {"do": "answer", "id": right_answer(sitting.lesson, sitting.at)})
        return
    plan = game.read_draft(step.solution)
    for told, faces in zip(plan.moves, plan.shown or ((),) * len(plan.moves), strict=True):
        move, _ = game.settled(sitting.session.state, told, faces)
        for after in carrying(sitting, move, step.kind in ("roll", "drive")):
            yield after
            sitting = after


def made(sitting: Sitting, draft: str) -> Sitting:
    """A mistake as a learner makes it: dice are laid one by one; what is no die is taken as said."""
    for move in sitting.session.game.read_draft(draft).moves:
        session = sitting.session
        if _claim_of(sitting, move) is None and not _pieces(sitting, move):
            sitting = replace(sitting, session=replace(session, draft=(*session.draft, move)))
        else:
            sitting = last(carrying(sitting, move, rolls=False))
    return sitting


def _claim_of(sitting: Sitting, move: Any) -> str | None:
    named = sitting.session.game.write_move(move)
    return next((claim.id for claim in sitting.step.claims if claim.text == named), None)


def carrying(sitting: Sitting, move: Any, rolls: bool) -> Iterable[Sitting]:
    """One move as a learner makes it: a die is laid, and rolled where the step is driven; all else is said or pressed."""
    game = sitting.session.game
    named = game.write_move(move)
    claim = _claim_of(sitting, move)
    if claim is not None:
        yield update(sitting, {"do": "claim", "id": claim})
        return
    if named in game.asks:
        yield update(sitting, {"do": "ask", "move": named})
        return
    if steps_of(move):
        yield from _setting_going(sitting, move)
        return
    lies = _lies(sitting, move) if rolls else None
    if lies is not None:  # it was laid with the whole draft
        yield update(sitting, {"do": "act", "move": game.write_move(lies)})
        return
    pieces = _pieces(sitting, move)
    if len(pieces) == 1:
        for after in laying(sitting, move):
            yield after
            sitting = after
        if rolls:
            session = sitting.session
            if broken := game.judge(session.state, session.draft[:1]):
                raise Illegal(broken)
            yield update(sitting, {"do": "act", "move": game.write_move(sitting.session.draft[0])})
        return
    for piece in pieces:
        sitting = update(sitting, {"do": "lay", "piece": piece})
        yield sitting
    sitting = update(sitting, {"do": "act", "move": named})
    yield sitting
    if pieces and sitting.session.draft:
        yield update(sitting, {"do": "clear"})  # what was rolled together is laid again one by one


def _setting_going(sitting: Sitting, move: Any) -> Iterable[Sitting]:
    """A whole draft, laid die by die and then driven as one."""
    for step in steps_of(move):
        for after in laying(sitting, step):
            yield after
            sitting = after
    session = sitting.session
    if broken := session.game.judge(session.state, (replace(move, steps=session.draft),)):
        raise Illegal(broken)
    yield update(sitting, {"do": "act", "move": session.game.write_move(replace(move, steps=session.draft))})


def _lies(sitting: Sitting, move: Any) -> Any:
    """The same move among those that are offered, if it needs nothing laid any more."""
    game, state = sitting.session.game, sitting.session.state
    if not game.kept(state):
        return None

    def goes_there(one: Any) -> bool:
        same = type(one) is type(move) and called(move, one) == one
        return same and [laid.place for laid in game.desk(state, (one,)).laid] == [
            laid.place for laid in game.desk(state, (move,)).laid
        ]

    return next((one.move for one in game.desk(state, ()).offers if goes_there(one.move)), None)


def called(move: Any, other: Any) -> Any:
    """A move on the space of another one, by that one's name for it."""
    names = {name: getattr(other, name) for name in ("to", "land") if hasattr(move, name)}
    if not names:
        return move
    is_record = is_dataclass(move) and not isinstance(move, type)
    return replace(move, **names) if is_record else move._replace(**names)


def laying(sitting: Sitting, move: Any) -> Iterable[Sitting]:
    """One die laid where a draft has it."""
    session = sitting.session
    game, at = session.game, len(session.draft)
    laid = game.desk(session.state, (*session.draft, move)).laid[at]
    sitting = update(sitting, {"do": "lay", "piece": laid.piece.partition("+")[0], "place": laid.place})
    yield sitting
    here = sitting.session.draft[at]
    told = called(move, here) if laid.place else move
    if _codes(sitting, here) != _codes(sitting, move):  # it ends there, and begins elsewhere
        told = move
    if told != here:
        yield update(sitting, {"do": "put", "at": at, "move": game.write_move(told)})


def _codes(sitting: Sitting, move: Any) -> list[str]:
    """What the rules refuse of the draft with this as its last die."""
    session = sitting.session
    return [broken.code for broken in session.game.judge(session.state, (*session.draft[:-1], move))]


def _pieces(sitting: Sitting, move: Any) -> list[str]:
    """The dice that a move takes."""
    session = sitting.session
    laid = session.game.desk(session.state, (*session.draft, move)).laid
    return laid[-1].piece.split() if laid else []


def last(sittings: Iterable[Sitting]) -> Sitting:
    """Where all these deeds lead in the end."""
    *_, end = sittings
    return end
