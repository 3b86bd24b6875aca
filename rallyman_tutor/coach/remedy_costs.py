"""The costs of drafts and decisions of one turn on a solved stage, by which remedies are put in order.

A draft costs what the stage takes on average if it is driven as it lies, as long as its dice turn out harmless, and
everything behind it as well as can be. Without a table there is no cost: rough values would put remedies in an order
that nobody can check.
"""

from __future__ import annotations

from collections.abc import Iterable

from rallyman_tutor.coach.coaches import has_race_coach, race_coach
from rallyman_tutor.coach.odds import as_driven
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState


def costs(game: AnyGame, state: AnyState, drafts: Iterable[tuple[AnyMove, ...]]) -> list[float] | None:
    """The cost of each of these legal drafts, in seconds to the finish; None where no table is at hand, or one of them
    rolls more dice at once than are followed."""
    if not has_race_coach(game) or game.over(state):
        return None
    coach = race_coach(game)
    if not coach.has_table(state):
        return None
    best, found = coach.at_hand(state).best, []
    here = best.one_stage(state)
    for draft in drafts:
        moves = as_driven(game, here, draft)
        if any(kind == "attack" and dice > coach.most_at_once for kind, dice in map(coach.kind, moves)):
            return None
        found.append(best.followed(here, moves, best))
    return found
