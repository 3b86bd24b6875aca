"""Why a draft costs more than the best one: by how much, what for, and the principle of driving that it goes against.

why(GAME, state, draft)
why_decided(GAME, state, move)            the same of one decision
why_best(GAME, state)                     what speaks for the best decision: a simple driver's beside it
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeAlias, cast

from rallyman_tutor.coach import racing
from rallyman_tutor.coach.account import Account, Accounts, Part, behind
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.contract import Move, State
from rallyman_tutor.coach.principles import PRINCIPLES
from rallyman_tutor.coach.principles.principle import LEAST, Named, Principle, Seen, named
from rallyman_tutor.coach.steps import Steps, to_the_end
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Game
from rallyman_tutor.core.notation import ScriptedDraft

Decide: TypeAlias = Callable[[AnyGame, AnyState], AnyMove | None]


def _as_drives(driver: racing.Driver) -> Decide:
    return lambda game, state: racing.drive(game, state, driver).move


SIMPLE: Sequence[Decide] = tuple(
    _as_drives(driver) for level in racing.LEVELS.values() for driver in level if driver.mistake
)
"""The decisions of drivers who have one mistake each."""


class Difference(NamedTuple):
    """By how much one part of the cost of a draft is dearer than in the best one."""

    part: Part
    seconds: float


class Why(NamedTuple, Generic[State, Move]):
    """A draft beside the best one."""

    accounts: Accounts[State, Move]
    cost: float
    best: tuple[Move, ...]
    best_cost: float
    own: Account[State]
    of_best: Account[State]
    account: tuple[Difference, ...]  # how these two differ, the largest first; all of them together are `behind`
    is_whole: bool  # whether it is told what everything behind this turn is for
    seen: Seen[State, Move] | None  # the decision by which the draft falls behind most; None where it does not
    named: Named[State, Move] | None  # the principle that this decision goes against; None where none is known

    @property
    def behind(self) -> float:
        """The seconds by which the draft is behind the best one."""
        return self.cost - self.best_cost

    @property
    def better(self) -> Named[State, Move] | None:
        """The principle that was gone against, where the decision it speaks for is the best one there."""
        if self.seen is None or self.named is None:
            return None
        costs = {move: cost for cost, move in self.seen.options}
        is_best = costs[self.named.counterpart] - self.seen.options[0][0] < LEAST
        return self.named if is_best else None


def why(game: Game[State, Move], state: State, draft: Sequence[Move], *, with_next: bool = False) -> Why[State, Move]:
    """A draft that may be laid now, beside the best one: its dice are driven to the last one, and then the turn ends.
    The next turn is told apart where that is asked for."""
    driving = race_coach(game).drafts().driving(state)
    moves = tuple(told.move for told in driving.draft(ScriptedDraft(tuple(draft))))
    is_whole = any(game.form(move).kind == "draft" for move in moves)  # it ends by itself
    if game.form(moves[-1]).kind == "die" and not is_whole and not game.frozen_draft(state):
        moves = (*moves, driving.end(state))
    found = _beside_the_best(game, state, moves)
    return to_the_end(with_next_turn(found)) if with_next else found


def with_next_turn(found: Why[State, Move]) -> Steps[Why[State, Move]]:
    """A draft beside the best one, with the next turn told apart from those after it."""
    own = yield from found.accounts.with_next_in_steps(found.own)
    best = yield from found.accounts.with_next_in_steps(found.of_best)
    return found._replace(own=own, of_best=best, account=_differences(own, best))


def why_decided(game: Game[State, Move], state: State, move: Move) -> Why[State, Move]:
    """One decision beside the best one; whatever is due after it is decided as well as can be."""
    return _beside_the_best(game, state, (move,))


def why_best(game: AnyGame, state: AnyState) -> Steps[Why[AnyState, AnyMove] | None]:
    """Another decision beside the best one: of those of simple drivers the first that goes against a principle by which
    the best one is better, or else that costs more; or the best decision of another kind. None where all are alike."""
    first: Why[AnyState, AnyMove] | None = None
    tried = set[AnyMove]()
    for decide in (*SIMPLE, _of_another_kind):
        move = decide(game, state)
        yield
        if move is None or move in tried:
            continue
        tried.add(move)
        found = why_decided(game, state, move)
        yield
        if found.seen is not None and found.better is not None:
            return found
        if found.seen is not None and first is None:
            first = found
    return first


def _of_another_kind(game: AnyGame, state: AnyState) -> AnyMove | None:
    """The best decision that is of another kind than the best one."""
    coach = race_coach(game)
    (_, best), *others = coach.at_hand(state).best.costs(state)
    kind, _ = coach.kind(best)
    return next((move for _, move in others if coach.kind(move)[0] != kind), None)


def _beside_the_best(game: Game[State, Move], state: State, moves: Sequence[Move]) -> Why[State, Move]:
    accounts = Accounts(game, state)
    own, best = accounts.of(moves), accounts.best()
    seen = _mistake(game, state, moves, accounts)
    found = None if seen is None else named(seen, principles_of(game))
    differences = _differences(own, best)
    return Why(
        accounts=accounts,
        cost=own.cost,
        best=accounts.best_draft(),
        best_cost=best.cost,
        own=own,
        of_best=best,
        account=differences,
        is_whole=accounts.is_whole,
        seen=seen,
        named=found,
    )


def principles_of(game: Game[State, Move]) -> Sequence[Principle[State, Move]]:
    """The principles of driving in a game; none where they are not written down."""
    return cast("Sequence[Principle[State, Move]]", PRINCIPLES.get(game.key, ()))


def _differences(own: Account[State], best: Account[State]) -> tuple[Difference, ...]:
    found = [Difference(part, seconds) for part, seconds in behind(own, best).items()]
    return tuple(sorted(found, key=lambda one: -abs(one.seconds)))


def _mistake(
    game: Game[State, Move], state: State, moves: Iterable[Move], accounts: Accounts[State, Move]
) -> Seen[State, Move] | None:
    """The dearest of some decisions, if no die shows a hazard; None where none costs more than the best one there.
    `accounts` are those of the first one's position."""
    dearest: Seen[State, Move] | None = None
    for at, move in enumerate(moves):
        if not game.is_legal(state, (move,)):  # the turn has ended, or control is lost
            break
        seen = Seen(game, state, move, None if at else accounts)
        if seen.loss >= LEAST and (dearest is None or seen.loss > dearest.loss):
            dearest = seen
        state, _ = game.play(seen.state, move, game.harmless_luck)
        if not race_coach(game).is_driven(state):
            break
    return dearest
