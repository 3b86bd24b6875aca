"""All faults of a draft, in the order in which they are told: the first on the road first.

What lies further on hangs on what comes before it: mend the first fault, and the others may be gone, or be others. So a
die that is warned of comes before a later one that is refused. Of several refusals of one die that one comes first
which a referee would name first, as the book of the game has them.
"""

from __future__ import annotations

from rallyman_tutor.core.game import AnyDraft, AnyGame, AnyState
from rallyman_tutor.core.rule import Violation


def faults(game: AnyGame, state: AnyState, draft: AnyDraft) -> list[Violation]:
    """Every rule that refuses a step of a draft, and every one that warns of it, as they are told."""
    return sorted([*game.judge(state, draft), *game.advise(state, draft)], key=lambda one: one.at)
