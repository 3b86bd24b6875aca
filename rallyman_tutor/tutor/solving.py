"""A lesson as one sits through it: the right deeds of a step one after the other, and a mistake as a learner makes it.

Lessons are proven with it, and tests solve whole courses by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rallyman_tutor.tutor.answers import right_answer
from rallyman_tutor.tutor.course import Sitting, update
from rallyman_tutor.tutor.deeds import carrying, claim_of, pieces_of, solution
from rallyman_tutor.tutor.intents import Answer, Point
from rallyman_tutor.tutor.lessons import ASKED


def solving(sitting: Sitting) -> Iterator[Sitting]:
    """The solution of a step as a learner carries it out, change by change; what is refused on the way is raised."""
    step = sitting.step
    yield sitting
    if step.kind == "find":
        yield update(sitting, Point(step.wrong - 1))
    elif step.kind in ASKED:
        yield update(sitting, Answer(right_answer(sitting.lesson, sitting.at)))
    else:
        for deed, _ in solution(step, sitting.session):
            sitting = update(sitting, deed)
            yield sitting


def made(sitting: Sitting, draft: str) -> Sitting:
    """A mistake as a learner makes it: dice are laid one by one; what is no die is taken as said."""
    step = sitting.step
    for move in sitting.session.game.read_draft(draft).moves:
        session = sitting.session
        if claim_of(step, session, move) is None and not pieces_of(session, move):
            sitting = replace(sitting, session=replace(session, draft=(*session.draft, move)))
        else:
            for deed, _ in carrying(step, session, move, rolls=False):
                sitting = update(sitting, deed)
    return sitting


def last(sittings: Iterable[Sitting]) -> Sitting:
    """Where all these deeds lead in the end."""
    *_, end = sittings
    return end
