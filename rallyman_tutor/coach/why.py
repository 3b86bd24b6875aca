"""Why a draft costs more than the best one: by how much, what for, and the principle of driving that it goes against.

why(GAME, state, draft)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, cast

from rallyman_tutor.coach.account import Account, Accounts, Part, behind
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.contract import Move, State
from rallyman_tutor.coach.principles import PRINCIPLES
from rallyman_tutor.coach.principles.principle import LEAST, Named, Principle, Seen, named
from rallyman_tutor.core.game import Game
from rallyman_tutor.core.notation import ScriptedDraft


class Difference(NamedTuple):
    """By how much one part of the cost of a draft is dearer than in the best one."""

    part: Part
    seconds: float


class Why(NamedTuple, Generic[State, Move]):
    """A draft beside the best one."""

    cost: float
    best: tuple[Move, ...]
    best_cost: float
    account: tuple[Difference, ...]  # the largest first; all of them together are `behind`
    is_whole: bool  # whether it is told what everything behind this turn is for
    seen: Seen[State, Move] | None  # the decision by which the draft falls behind most; None where it does not
    named: Named[State, Move] | None  # the principle that this decision goes against; None where none is known

    @property
    def behind(self) -> float:
        """The seconds by which the draft is behind the best one."""
        return self.cost - self.best_cost


def why(game: Game[State, Move], state: State, draft: Sequence[Move], *, with_next: bool = False) -> Why[State, Move]:
    """A draft that may be laid now, beside the best one: its dice are driven to the last one, and then the turn ends.
    The next turn is told apart where that is asked for."""
    driving = race_coach(game).drafts().driving(state)
    moves = tuple(told.move for told in driving.draft(ScriptedDraft(tuple(draft))))
    is_whole = any(game.form(move).kind == "draft" for move in moves)  # it ends by itself
    if game.form(moves[-1]).kind == "die" and not is_whole and not game.frozen_draft(state):
        moves = (*moves, driving.end(state))
    return _beside_the_best(game, state, moves, with_next=with_next)


def why_decided(game: Game[State, Move], state: State, move: Move) -> Why[State, Move]:
    """One decision beside the best one; whatever is due after it is decided as well as can be."""
    return _beside_the_best(game, state, (move,), with_next=False)


def _beside_the_best(
    game: Game[State, Move], state: State, moves: Sequence[Move], *, with_next: bool
) -> Why[State, Move]:
    accounts = Accounts(game, state)
    own, best = accounts.of(moves), accounts.best()
    seen = _mistake(game, state, moves, accounts)
    found = None if seen is None else named(seen, principles_of(game))
    return Why(
        own.cost, accounts.best_draft(), best.cost, _differences(accounts, own, best, with_next=with_next),
        accounts.is_whole, seen, found,
    )  # fmt: skip


def principles_of(game: Game[State, Move]) -> Sequence[Principle[State, Move]]:
    """The principles of driving in a game; none where they are not written down."""
    return cast("Sequence[Principle[State, Move]]", PRINCIPLES.get(game.key, ()))


def _differences(
    accounts: Accounts[State, Move], own: Account[State], best: Account[State], *, with_next: bool
) -> tuple[Difference, ...]:
    if with_next:
        own, best = accounts.with_next(own), accounts.with_next(best)
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
