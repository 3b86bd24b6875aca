"""The chance that a draft goes wrong: none, in this game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rallyman_tutor.core.notation import ScriptedDraft, moves_of
from rallyman_tutor.games.mil_millas.state import Draft, Move, State


def risk(state: State, draft: Draft | ScriptedDraft[Move]) -> Sequence[Fraction]:
    """0 for every move of the draft."""
    return (Fraction(0),) * len(moves_of(draft))
