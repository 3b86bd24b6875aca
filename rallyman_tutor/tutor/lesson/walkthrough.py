"""Going through a lesson as a learner does: the solution of a step action by action, and a mistake.

Lessons are proven with it, and tests solve whole courses with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rallyman_tutor.tutor.lesson.demonstration import carry_out_move, claim_for, dice_of
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.lesson.sitting import update


def walk_through(sitting: Sitting) -> Iterator[Sitting]:
    """The sitting after each action of the solution; raises what is refused on the way."""
    yield sitting
    for deed in sitting.step.solve(sitting):
        sitting = update(sitting, deed)
        yield sitting


def make_mistake(sitting: Sitting, draft: str) -> Iterator[Sitting]:
    """The sitting after each die of a mistake; other moves are put into the draft as they are. Raises the tutor's
    refusals."""
    step = sitting.step
    yield sitting
    for move in sitting.session.game.read_draft(draft).moves:
        session = sitting.session
        if claim_for(step, session, move) is None and not dice_of(session, move):
            sitting = replace(
                sitting, session=replace(session, drafts=replace(session.drafts, laid=(*session.draft, move)))
            )
        else:
            for deed, _ in carry_out_move(step, session, move, rolls=False):
                sitting = update(sitting, deed)
        yield sitting


def last_sitting(sittings: Iterable[Sitting]) -> Sitting:
    """The last of some sittings."""
    *_, end = sittings
    return end
