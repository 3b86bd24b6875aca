"""Advice on the cards in hand, by simulation.

The unseen cards are dealt out at random in a way that fits what is seen, the race is driven to its end by simple drivers, and
that many times; each card in hand is tried on the same deals, so that luck favours none.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

from rallyman_tutor.coach.crazy_rally.choosing import tune
from rallyman_tutor.coach.crazy_rally.dealing import dealt, road_hidden
from rallyman_tutor.coach.crazy_rally.memory import SIMPLE
from rallyman_tutor.coach.crazy_rally.weighing import weigh
from rallyman_tutor.coach.decision import Advised
from rallyman_tutor.core.luck import Odds
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import Move, Pass, State
from rallyman_tutor.games.crazy_rally.step import finished


def advice(seen: State, seed: int | str, tries: int = 32, memory: Sequence[str] = ()) -> list[Advised]:
    """The moves of the player in turn by how simulated races end, the best first; from what this seat sees alone. What
    counts is the distance at the end, and half of it where the finish was not reached."""
    moves = GAME.moves(seen)
    ends: dict[Move, list[float]] = {move: [] for move in moves}
    for number in range(tries):
        deal = dealt(seen, memory, Random(f"{seed}:{number}"))
        for move in moves:
            ends[move].append(_driven(deal, move, seen.seat, memory, Random(f"{seed}:{number}:on")))
    rows = [_summed(move, distances) for move, distances in ends.items()]
    return sorted(rows, key=lambda row: -row.mean)


def _summed(move: Move, distances: Sequence[float]) -> Advised:
    mean = sum(distances) / len(distances)
    spread = sum((distance - mean) ** 2 for distance in distances) / max(1, len(distances) - 1)
    return Advised(move, mean, sqrt(spread / len(distances)), len(distances))


class _Quick:
    """A luck that takes any outcome alike, without adding up weights: shuffling is all that is asked of it."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def pick(self, what: str, odds: Odds) -> str:
        return odds[int(self._random() * len(odds))][0]


def _driven(state: State, move: Move, seat: int, memory: Sequence[str], rng: Random) -> float:
    """A race driven to its end after this move: the own distance, half without finishing."""
    luck = _Quick(rng)
    state, _ = GAME.play(state, move, luck)
    while not state.over:
        phase = state.phase
        if phase == "choose":
            hidden = road_hidden(state)
            move = weigh(hidden, SIMPLE, memory if state.seat == seat else ())[0][1]
        elif phase == "tune":
            move = tune(state).move
        elif phase == "event":
            move = Pass()
        else:
            move = GAME.moves(state)[0]
        state, _ = GAME.play(state, move, luck)
    car = state.cars[seat]
    return car.distance if finished(state, car) else car.distance / 2
