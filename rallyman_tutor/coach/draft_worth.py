"""The worth of a laid draft: the odds of its dice, and the cost of the stage then, beside the best driving.

    weigh(GAME, state, draft)         what it is worth
    weighing(GAME, state, draft)      the same as work that can be left and gone on with

The draft is driven as it was laid, one die after the other to its end; if stopping early can save time, once more with
a stop wherever it does; and, where the rules allow it, all at once in the best order. From the next turn on everything
is driven as well as can be. Odds take no account of Sisu, costs do: it is played where it saves time. Costs come from
the values of `coach/solver`, and are left out where those are rough.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Literal, NamedTuple, TypeAlias

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.odds import Odds, odds_in_steps, other_way, weighed
from rallyman_tutor.coach.race_coach import AnyAtHand
from rallyman_tutor.coach.steps import Steps, Work, to_the_end
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.games import SHELF

MOST_MOVES = 20_000
"""The most moves that are followed. It limits work and not time, so the same draft has always the same answer."""


NEGLIGIBLE = 0.05
"""Seconds: among drafts whose costs are closer than this to the best, the simplest is named."""

How: TypeAlias = Literal["one-by-one", "stopping", "at-once"]


class DrivenWay(NamedTuple):
    """One way to drive a draft, its odds, and what the stage costs from here on average."""

    how: How
    odds: Odds
    cost: float | None


class Worth(NamedTuple):
    """The worth of a draft, and the best driving beside it."""

    ways: tuple[DrivenWay, ...]
    best: float | None
    best_draft: tuple[AnyMove, ...]
    sure: float  # the par of the stage is certain to within so many seconds
    among_others: bool
    too_many: bool = False  # for being followed, if they are rolled at once
    most_seconds: int | None = None  # that count of those in hand, where the driver has more


def weigh(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...]) -> Worth:
    """The worth of a legal draft; without a draft only the best driving."""
    return to_the_end(_weighed(race_coach(game).at_hand(state), game, state, draft))


def weighing(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...]) -> Work[Worth]:
    """The weighing of a legal draft, as far as it has come."""
    return _weighing(race_coach(game).at_hand(state), game.key, state, draft)


@lru_cache(maxsize=4)
def _weighing(hand: AnyAtHand, key: str, state: AnyState, draft: tuple[AnyMove, ...]) -> Work[Worth]:
    return Work(_weighed(hand, SHELF[key], state, draft))


def _weighed(hand: AnyAtHand, game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...]) -> Steps[Worth]:
    state = hand.best.one_stage(state)
    too_many = sum(1 + game.form(one).brakes for one in draft) > race_coach(game).most_at_once
    is_told = bool(draft) and hand.best.is_rolling(state)
    ways = (yield from _ways(game, state, draft, hand, too_many=too_many)) if is_told else []
    others = len(game.result(state)["drivers"]) > 1
    if not hand.is_exact:
        return Worth(tuple(ways), None, (), 0.0, others, too_many)
    best, line = yield from _best_driving(hand, game.key, state).go_on()
    has_more = race_coach(game).standing(state, game.turn(state)).seconds > hand.most_seconds
    most = hand.most_seconds if has_more else None
    return Worth(tuple(ways), best, line, hand.sure, others, too_many, most)


@lru_cache(maxsize=2)
def _best_driving(hand: AnyAtHand, key: str, state: AnyState) -> Work[tuple[float, tuple[AnyMove, ...]]]:
    """The cost of the best driving from here, and its draft, whatever else is laid."""
    return Work(_driven_best(hand, SHELF[key], state))


def _driven_best(hand: AnyAtHand, game: AnyGame, state: AnyState) -> Steps[tuple[float, tuple[AnyMove, ...]]]:
    costs = yield from hand.best.costs_in_steps(state)
    return costs[0][0], simplest(game, hand, state, costs)


def simplest(
    game: AnyGame, hand: AnyAtHand, state: AnyState, costs: Sequence[tuple[float, AnyMove]]
) -> tuple[AnyMove, ...]:
    """The best draft; of those that cost next to nothing more the one with the fewest dice, secured ones counted twice.
    `costs` has all decisions, the best first."""
    alike = [move for cost, move in costs if cost < costs[0][0] + NEGLIGIBLE]
    move = min(alike, key=lambda one: _dice_of(game, hand, state, one)) if len(alike) > 1 else alike[0]
    return tuple(hand.best.line(state, move))


def _dice_of(game: AnyGame, hand: AnyAtHand, state: AnyState, move: AnyMove) -> int:
    """How many dice a decision and what follows it take, with their brakes; secured ones count twice."""
    kind, many = race_coach(game).kind(move)
    if kind == "attack":
        return many
    forms = [game.form(one) for one in game.form(move).steps or hand.best.line(state, move)]
    return sum(1 + form.brakes + form.secured for form in forms if form.kind == "die")


def _ways(
    game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...], hand: AnyAtHand, *, too_many: bool
) -> Steps[list[DrivenWay]]:
    """The draft one by one and at once, as far as the rules allow both, whichever of them was laid."""
    other = other_way(game, state, draft)
    instead = (other,) if other else ()
    is_at_once = race_coach(game).kind(draft[0])[0] == "attack"
    one_by_one, at_once = (instead, draft) if is_at_once else (draft, instead)
    ways = (yield from _one_by_one(game, state, one_by_one, hand)) if one_by_one else []
    if at_once and not too_many:
        cost = hand.best.cost_of(state, at_once[0]) if hand.is_exact else None
        found = yield from odds_in_steps(game, state, at_once)
        ways.append(DrivenWay("at-once", found, cost))
    return ways


def _one_by_one(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...], hand: AnyAtHand) -> Steps[list[DrivenWay]]:
    """The draft to its end; and with a stop wherever it saves time, if it does anywhere and that is known."""
    found, cost = yield from weighed(game, state, draft, partial(hand.best.passed, state), MOST_MOVES)
    ways = [DrivenWay("one-by-one", found, cost if hand.is_exact else None)]
    if hand.is_exact:
        most = 2 * MOST_MOVES  # each may be followed by a stop
        found, cost = yield from weighed(game, state, draft, partial(hand.best.passed, state), most, stops=True)
        if found.stops:
            ways.append(DrivenWay("stopping", found, cost))
    return ways
