"""What a laid draft is worth: the odds of its dice, and what the stage costs then, beside the best driving.

    weigh(GAME, state, draft)

The draft is driven as it was laid, one die after the other to its end; if stopping early can save time, once more with a stop
wherever it does; and, where the rules allow it, all at once in the best order. From the next turn on everything is driven as
well as can be. Odds take no account of Sisu, costs do: it is played where it saves time. Costs come from the values of `coach/solver`, and are left out where those are rough.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from rallyman_tutor.coach import solver
from rallyman_tutor.coach.odds import Odds, odds, other_way, weighed
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState

MOST_MOVES = 20_000
"""How many moves are followed at most. It is a limit of work and not of time, so the same draft has always the same answer."""

MOST_AT_ONCE = {"classic": 7, "dirt": 6}
"""By game: how many dice that are rolled at once are followed at most. Those of a failed flat out may be laid again in very many
ways, each time they fall."""


How: TypeAlias = Literal["one-by-one", "stopping", "at-once"]


class DrivenWay(NamedTuple):
    """One way to drive a draft, its odds, and what the stage costs from here on average."""

    how: How
    odds: Odds
    cost: float | None


class Worth(NamedTuple):
    """What a draft is worth, and the best driving beside it."""

    ways: tuple[DrivenWay, ...]
    best: float | None
    best_draft: tuple[AnyMove, ...]
    sure: float  # the par of the stage is certain to within so many seconds
    among_others: bool
    too_many: bool = False  # for being followed, if they are rolled at once
    most_seconds: int | None = None  # that count of those in hand, where the driver has more


def weigh(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...]) -> Worth:
    """What a legal draft is worth; without a draft only what the best driving is."""
    hand = solver.at_hand(game.key, state)
    state = hand.best.one_stage(state)
    too_many = sum(1 + game.form(one).brakes for one in draft) > MOST_AT_ONCE[game.key]
    ways = list(_ways(game, state, draft, hand, too_many)) if draft and hand.best.is_rolling(state) else []
    others = len(game.result(state)["drivers"]) > 1
    if not hand.is_exact:
        return Worth(tuple(ways), None, (), 0.0, others, too_many)
    best, move = hand.best.costs(state)[0]
    has_more = solver.standing(game.key, state, game.turn(state)).seconds > hand.most_seconds
    most = hand.most_seconds if has_more else None
    return Worth(tuple(ways), best, tuple(hand.best.line(state, move)), hand.sure, others, too_many, most)


def _ways(
    game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...], hand: solver.AtHand, too_many: bool
) -> Iterator[DrivenWay]:
    """The draft one by one and at once, as far as the rules allow both, whichever of them was laid."""
    other = other_way(game, state, draft)
    instead = (other,) if other else ()
    is_at_once = solver.kind(game.key, draft[0])[0] == "attack"
    one_by_one, at_once = (instead, draft) if is_at_once else (draft, instead)
    if one_by_one:
        yield from _one_by_one(game, state, one_by_one, hand)
    if at_once and not too_many:
        cost = hand.best.cost_of(state, at_once[0])
        yield DrivenWay("at-once", odds(game, state, at_once), cost if hand.is_exact else None)


def _one_by_one(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...], hand: solver.AtHand) -> Iterator[DrivenWay]:
    """The draft to its end; and with a stop wherever it saves time, if it does anywhere and that is known."""
    found, cost = weighed(game, state, draft, hand.best.passed, MOST_MOVES)
    yield DrivenWay("one-by-one", found, cost if hand.is_exact else None)
    if hand.is_exact:
        most = 2 * MOST_MOVES  # each may be followed by a stop
        found, cost = weighed(game, state, draft, hand.best.passed, most, stops=True)
        if found.stops:
            yield DrivenWay("stopping", found, cost)
