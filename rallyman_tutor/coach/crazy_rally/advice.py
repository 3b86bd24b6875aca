"""Advice on the cards in hand, by simulation.

The unseen cards are dealt out at random in a way that fits what is seen, the race is driven to its end by simple drivers, and
that many times; each card in hand is tried on the same deals, so that luck favours none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from rallyman_tutor.coach.crazy_rally.choosing import tune
from rallyman_tutor.coach.crazy_rally.dealing import dealt, road_hidden
from rallyman_tutor.coach.crazy_rally.memory import SIMPLE
from rallyman_tutor.coach.crazy_rally.weighing import weigh
from rallyman_tutor.core.luck import Odds
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import Move, Pass, State
from rallyman_tutor.games.crazy_rally.step import finished


class Advised(NamedTuple):
    """A move with what came of it in simulated races: distance at the end, half of it where the finish was not reached."""

    move: Move
    mean: float
    error: float  # the standard error of the mean
    wins: float  # the share of races won, shared ones in part
    reason: str
    facts: Mapping[str, Any]


def advice(seen: State, seed: int | str, tries: int = 32, memory: Sequence[str] = ()) -> list[Advised]:
    """The moves of the player in turn by how simulated races end, the best first; from what this seat sees alone."""
    moves = GAME.moves(seen)
    seat = seen.seat
    ends: dict[Move, list[tuple[float, float]]] = {move: [] for move in moves}
    for number in range(tries):
        deal = dealt(seen, memory, Random(f"{seed}:{number}"))
        for move in moves:
            ends[move].append(_driven(deal, move, seat, memory, Random(f"{seed}:{number}:on")))
    rows = []
    for move, found in ends.items():
        distances = [distance for distance, _ in found]
        mean = sum(distances) / len(distances)
        spread = sum((distance - mean) ** 2 for distance in distances) / max(1, len(distances) - 1)
        rows.append((mean, sqrt(spread / len(distances)), sum(won for _, won in found) / len(found), move))
    rows.sort(key=lambda row: -row[0])
    return [_told(row, rows[0], ends) for row in rows]


Row = tuple[float, float, float, Move]


def _told(row: Row, first: Row, ends: Mapping[Move, list[tuple[float, float]]]) -> Advised:
    """One row in words: close to the best one where the same deals do not tell them apart."""
    mean, error, wins, move = row
    facts = {"mean": f"{mean:.1f}", "error": f"{error:.1f}", "less": f"{first[0] - mean:.1f}"}
    if row is first:
        return Advised(move, mean, error, wins, "best", facts)
    gaps = [best[0] - own[0] for best, own in zip(ends[first[3]], ends[move], strict=True)]
    gap = first[0] - mean
    spread = sum((one - gap) ** 2 for one in gaps) / max(1, len(gaps) - 1)
    close = gap <= 2 * sqrt(spread / len(gaps))
    return Advised(move, mean, error, wins, "close" if close else "behind", facts)


class _Quick:
    """A luck that takes any outcome alike, without adding up weights: shuffling is all that is asked of it."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def pick(self, what: str, odds: Odds) -> str:
        return odds[int(self._random() * len(odds))][0]


def _driven(state: State, move: Move, seat: int, memory: Sequence[str], rng: Random) -> tuple[float, float]:
    """A race driven to its end after this move: the own distance, half without finishing, and the share of the victory."""
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
    winners = GAME.result(state)["winners"]
    return (car.distance if finished(state, car) else car.distance / 2), (car.name in winners) / max(1, len(winners))
