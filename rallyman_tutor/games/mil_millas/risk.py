"""The chances of a draft: it arrives, in this game."""

from __future__ import annotations

from fractions import Fraction

from rallyman_tutor.core.game import Chances
from rallyman_tutor.core.notation import ScriptedDraft, moves_of
from rallyman_tutor.games.mil_millas.state import Draft, Move, State


def chances(state: State, draft: Draft | ScriptedDraft[Move]) -> Chances:
    """Nothing goes wrong at any move of the draft."""
    never = (Fraction(0),) * len(moves_of(draft))
    return Chances(never, never, Fraction(0), Fraction(1))
