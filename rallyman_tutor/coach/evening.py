"""The lesson of a drive that is over: the reason for each dear decision, the principle of driving that cost most in
sum, and puzzles about it to do next.

    evening(GAME, review(GAME, replay, seat))     in steps
    why_mistake(GAME.key, one)                    one of the mistakes of a review; reckoned once, whoever asks
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from rallyman_tutor.coach.puzzles import of_principle
from rallyman_tutor.coach.review import GOOD_ENOUGH, Review, ReviewedDecision
from rallyman_tutor.coach.steps import Steps
from rallyman_tutor.coach.why import Why, why_decided
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.games import SHELF

MOST_PUZZLES = 3
MOST_KEPT = 16
"""Mistakes whose reason is kept at once."""


class Evening(NamedTuple):
    """The reasons for the decisions that cost most, in their order; and of all dear ones the principle that explains
    most of what was lost: its code, how much that is, in how many decisions, and the numbers of puzzles about it. No
    code where no principle is known."""

    reasons: tuple[Why[AnyState, AnyMove], ...]
    code: str
    lost: float
    many: int
    puzzles: tuple[int, ...]


def evening(game: AnyGame, found: Review) -> Steps[Evening]:
    """The lesson of a drive; a step for each decision that is looked at."""
    reasons, mistakes = dict[int, Why[AnyState, AnyMove]](), {one.number for one in found.mistakes}
    lost, many = dict[str, float](), dict[str, int]()
    for one in (one for turn in found.turns for one in turn.made if one.loss >= GOOD_ENOUGH):
        is_mistake = one.number in mistakes
        reason = why_mistake(game.key, one) if is_mistake else why_decided(game, one.state, one.move)
        reasons[one.number] = reason
        if reason.named is not None:
            code = reason.named.principle.code
            lost[code] = lost.get(code, 0.0) + reason.named.explained
            many[code] = many.get(code, 0) + 1
        yield
    told = tuple(reasons[one.number] for one in found.mistakes)
    if not lost:
        return Evening(told, "", 0.0, 0, ())
    code = max(lost, key=lambda one: lost[one])
    about = islice(of_principle(game.key, code), MOST_PUZZLES)
    return Evening(told, code, lost[code], many[code], tuple(about))


@lru_cache(maxsize=MOST_KEPT)
def why_mistake(key: str, one: ReviewedDecision) -> Why[AnyState, AnyMove]:
    """Why one of the mistakes of a review was one."""
    return why_decided(SHELF[key], one.state, one.move)
