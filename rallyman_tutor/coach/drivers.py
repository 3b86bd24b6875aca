"""Simple drivers that can play every game, since they use only what `core.game.Game` promises.

A driver is a function: it takes a game, a state and a random generator, and gives a move. `careful_move` looks one move
ahead and takes no certain loss; `random_move` takes any legal move.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Spec
from rallyman_tutor.core.luck import Luck, Seeded
from rallyman_tutor.core.replay import Replay, begin

Driver: TypeAlias = Callable[[AnyGame, AnyState, random.Random], AnyMove]


def random_move(game: AnyGame, state: AnyState, rng: random.Random) -> AnyMove:
    """Any legal move, except one that leaves the game."""
    return rng.choice([move for move in game.moves(state) if game.form(move).ends != "game"])


def careful_move(game: AnyGame, state: AnyState, rng: random.Random) -> AnyMove:
    """A harmless move that goes on; else the first harmless one that ends the turn; else the one least likely to
    fail."""
    moves = [move for move in game.moves(state) if game.form(move).ends != "game"] or game.moves(state)
    harmless = [move for move in moves if not game.advise(state, (move,))]
    if going := [move for move in harmless if not game.form(move).ends]:
        return rng.choice(going)
    if harmless:
        return harmless[0]
    return min(
        moves, key=lambda move: (_throws_driver_out(game, state, move), *_dangers(game, state, move), rng.random())
    )


def _dangers(game: AnyGame, state: AnyState, move: AnyMove) -> tuple[Fraction, Fraction]:
    """How likely a move ends the game for its driver, then how likely control is lost."""
    chances = game.chances(state, (move,))
    return chances.end, chances.lose


def _throws_driver_out(game: AnyGame, state: AnyState, move: AnyMove) -> bool:
    """Whether a move, tried once, throws its driver out of the game."""
    return not game.still_in(game.play(state, move, Seeded(0))[0], game.turn(state))


@dataclass(frozen=True, slots=True)
class DrivenGame:
    """A whole game, played to its end, and how many decisions that took."""

    replay: Replay[AnyState, AnyMove]
    decisions: int


def drive_game(game: AnyGame, spec: Spec, luck: Luck, seed: int, driver: Driver = careful_move) -> DrivenGame:
    """Play a game to its end, without a picture."""
    rng = random.Random(seed)
    replay = begin(game, spec)
    while not game.over(replay.state):
        replay = replay.play(driver(game, replay.state, rng), luck)
    return DrivenGame(replay, len(replay.past))
