"""Advice on the cards in hand, by simulation.

The unseen cards are dealt out at random in a way that fits what is seen, the race is driven to its end by simple drivers, and
that many times; each card in hand is tried on the same deals, so that luck favours none.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rallyman_tutor.coach.crazy_rally.choosing import tune
from rallyman_tutor.coach.crazy_rally.dealing import dealt, road_hidden
from rallyman_tutor.coach.crazy_rally.memory import SIMPLE
from rallyman_tutor.coach.crazy_rally.weighing import weigh
from rallyman_tutor.coach.decision import Advised, compared
from rallyman_tutor.core.luck import Odds
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import Move, Pass, State
from rallyman_tutor.games.crazy_rally.step import finished

MOST_TRIES = 48
"""Races that are driven for every move at most, where fewer do not tell the moves apart."""


def advice(
    seen: State, seed: int | str, tries: int = 32, memory: Sequence[str] = (), most: int = 0
) -> tuple[Advised[Move], ...]:
    """The moves of the player in turn by how simulated races end, in distance; from what this seat sees alone. What counts is
    the distance at the end, and half of it where the finish was not reached."""

    def play_out(number: int, some: Sequence[Move]) -> list[float]:
        deal = dealt(seen, memory, Random(f"{seed}:{number}"))
        return [_driven(deal, move, seen.seat, memory, Random(f"{seed}:{number}:on")) for move in some]

    return compared(GAME.moves(seen), play_out, tries, max(tries, most))


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
