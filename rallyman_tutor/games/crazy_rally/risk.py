"""The risk of a card or an event for the own car: the course card does not allow its speed, or the car is out.

A draft is as likely to go wrong as its last move, in the state to which those before it lead: what they tell is
certain, and a player lays one move at a time.
"""

from __future__ import annotations

from fractions import Fraction

from rallyman_tutor.core.game import Chances
from rallyman_tutor.core.notation import ScriptedDraft, moves_of
from rallyman_tutor.games.crazy_rally.coming import Ends, ends
from rallyman_tutor.games.crazy_rally.judging import unfold
from rallyman_tutor.games.crazy_rally.state import CARDS, FASTER, SLOWER, Draft, Move, Play, State, Use, Word
from rallyman_tutor.games.crazy_rally.step import after

NEVER = Fraction(0)


def chances(state: State, draft: Draft | ScriptedDraft[Move]) -> Chances:
    """The chances of the last move of a draft, for the driver who makes it: the car is out, or offends the next course
    card and drives on. A move that decides no speed, or is never come to, arrives."""
    many = len(moves_of(draft))
    found = next((_of(now, move) for at, now, move in unfold(state, draft) if at == many - 1), None)
    out = found.out if found else NEVER
    lost = found.offence - out if found else NEVER
    before = (NEVER,) * max(0, many - 1)
    return Chances((*before, lost)[:many], (*before, out)[:many], NEVER, 1 - lost - out)


def _of(state: State, move: Move) -> Ends | None:
    """The chances of a move at the next course card; None if it decides no speed."""
    drives = isinstance(move, Play) and move.card in CARDS and move.way in (FASTER, SLOWER)
    waits = (isinstance(move, Use) or move is Word.PASS) and state.phase == "event"
    return ends(state, state.seat, after(state, move)) if drives or waits else None
