"""What a laid draft is worth: the odds of its dice, and what the stage costs then, beside the best driving.

    weigh(GAME, state, draft)

The draft is driven to its end as it was laid, one die after the other or, where the rules allow it, all at once in the best
order; from the next turn on everything is driven as well as can be. Odds take no account of Sisu, costs do: it is played where
it saves time. Costs come from the values of `coach/solver`, and are left out where those are rough.
"""

from __future__ import annotations

from typing import NamedTuple

from rallyman_tutor.coach import solver
from rallyman_tutor.coach.odds import Odds, other_way, weighed
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState

MOST_MOVES = 20_000
"""How many moves are followed at most. It is a limit of work and not of time, so the same draft has always the same answer."""

MOST_AT_ONCE = {"classic": 7, "dirt": 6}
"""By game: how many dice that are rolled at once are followed at most. Those of a failed flat out may be laid again in very many
ways, each time they fall."""


class DrivenWay(NamedTuple):
    """One way to drive a draft: all dice at once or one by one, its odds, and what the stage costs from here on average."""

    at_once: bool
    odds: Odds
    cost: float | None


class Worth(NamedTuple):
    """What a draft is worth, and the best driving beside it."""

    ways: tuple[DrivenWay, ...]
    best: float | None
    best_draft: tuple[AnyMove, ...]
    sure: float  # costs are certain to within so many seconds
    among_others: bool
    too_many: bool = False  # for being followed, if they are rolled at once


def weigh(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...]) -> Worth:
    """What a legal draft is worth; without a draft only what the best driving is."""
    hand = solver.at_hand(game.key, state)
    state = hand.best.one_stage(state)
    ways, too_many = [], sum(1 + game.form(one).brakes for one in draft) > MOST_AT_ONCE[game.key]
    if draft and hand.best.is_rolling(state):
        found, cost = weighed(game, state, draft, hand.best.passed, MOST_MOVES)
        ways.append(DrivenWay(False, found, cost if hand.is_exact else None))
        if not too_many and (other := other_way(game, state, draft)):
            cost = hand.best.cost_of(state, other[0])
            ways.append(DrivenWay(True, other[1], cost if hand.is_exact else None))
    others = len(game.result(state)["drivers"]) > 1
    if not hand.is_exact:
        return Worth(tuple(ways), None, (), 0.0, others, too_many)
    best, move = hand.best.costs(state)[0]
    return Worth(tuple(ways), best, tuple(hand.best.line(state, move)), hand.sure, others, too_many)
