"""Cases of this game that random games seldom meet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.state import Give, Move, Roll, State, Word
from tests.games.classic.rallies import an_attack, choose
from tests.laws.cases import a_script

HELD: frozenset[int] = frozenset({4})
"""The numbers of the laws that hold of this game. In the end these are all."""


def positions(rng: random.Random) -> Iterator[Any]:
    """Positions that are seldom met."""
    return iter(())


def drafts(state: Any, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Drafts that are seldom laid."""
    return iter(())


def scripts(state: Any, rng: random.Random) -> Iterator[ScriptedDraft[Any]]:
    """Scripts that are seldom written: of wheels, Sisu, secured dice and attacks, one after the other."""
    yield a_script("classic", state, rng, choose_what_is_rare)


RARE = (Word.WHEEL, Word.SISU, Word.ACCEPT, Word.BLOCKED)


def choose_what_is_rare(state: State, rng: random.Random) -> Move:
    """A legal move, most often one of those that random drivers seldom take."""
    if state.turn.phase == "roll" and not state.turn.used and rng.random() < 0.5 and (attack := an_attack(state, rng)):
        return attack
    moves = GAME.moves(state)
    rare = [move for move in moves if move in RARE or isinstance(move, Give) or (isinstance(move, Roll) and move.pay)]
    return rng.choice(rare) if rare and rng.random() < 0.6 else choose(state, rng)
