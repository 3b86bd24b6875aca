"""What drafts and decisions of one turn cost on a stage that is solved, so that remedies can be put in order.

A draft costs what the stage takes on average if it is driven as it lies, as long as its dice turn out harmless, and everything
behind it as well as can be. Without a table there is no cost: rough values would put remedies in an order that nobody can check.
"""

from __future__ import annotations

from collections.abc import Iterable

from rallyman_tutor.coach import solver
from rallyman_tutor.coach.draft_worth import MOST_AT_ONCE
from rallyman_tutor.coach.odds import as_driven
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState


def costs(game: AnyGame, state: AnyState, drafts: Iterable[tuple[AnyMove, ...]]) -> list[float] | None:
    """What each of these legal drafts costs, in seconds to the finish; None where no table is at hand, or one of them rolls more
    dice at once than are followed."""
    if game.key not in solver.SOLVED or game.over(state) or not solver.has_table(game.key, state):
        return None
    best, found = solver.at_hand(game.key, state).best, []
    here = best.one_stage(state)
    for draft in drafts:
        moves = as_driven(game, here, draft)
        if any(_at_once(game, move) > MOST_AT_ONCE[game.key] for move in moves):
            return None
        found.append(float(best.followed(here, moves, best)))
    return found


def _at_once(game: AnyGame, move: AnyMove) -> int:
    """How many dice a move rolls at once."""
    kind, many = solver.kind(game.key, move)
    return many if kind == "attack" else 0
