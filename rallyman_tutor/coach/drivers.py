"""Simple drivers: they know a game only through its record, and so can drive any of them.

A driver is a function from a state and their own chance to a move. `careful` looks one move ahead and takes no certain
loss; `random` takes whatever is legal.
"""

from __future__ import annotations

import random as chance
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Spec
from rallyman_tutor.core.luck import Luck, Seeded
from rallyman_tutor.core.replay import Replay, begin

Driver: TypeAlias = Callable[[AnyGame, AnyState, chance.Random], AnyMove]


def random(game: AnyGame, state: AnyState, rng: chance.Random) -> AnyMove:
    """Any legal move, but nobody leaves of their own will."""
    return rng.choice([move for move in game.moves(state) if game.form(move).ends != "game"])


def careful(game: AnyGame, state: AnyState, rng: chance.Random) -> AnyMove:
    """On as long as nothing is likely to be lost; else the first harmless way out; else what is least likely to fail."""
    moves = [move for move in game.moves(state) if game.form(move).ends != "game"] or game.moves(state)
    harmless = [move for move in moves if not game.advise(state, (move,))]
    if going := [move for move in harmless if not game.form(move).ends]:
        return rng.choice(going)
    if harmless:
        return harmless[0]
    return min(moves, key=lambda move: (_ruins(game, state, move), sum(game.risk(state, (move,))), rng.random()))


def _ruins(game: AnyGame, state: AnyState, move: AnyMove) -> bool:
    """Whether a move throws its driver out, by one look at what comes of it."""
    return not game.still_in(game.play(state, move, Seeded(0))[0], game.turn(state))


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game, driven to its end."""

    replay: Replay[AnyState, AnyMove]
    decisions: int


def drive(game: AnyGame, spec: Spec, luck: Luck, seed: int, driver: Driver = careful) -> Played:
    """Play a game to its end, without a picture."""
    rng = chance.Random(seed)
    replay = begin(game, spec)
    while not game.over(replay.state):
        replay = replay.play(driver(game, replay.state, rng), luck)
    return Played(replay, len(replay.past))
