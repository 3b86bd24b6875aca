"""Advice on the cards in hand, by simulation.

Many times over, the unseen cards are dealt out at random in a way that fits what is seen, and simple drivers, who play
events where that is worth it, drive the race to its end. Each card in hand is tried on the same deals, so that luck
favours none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from rallyman_tutor.coach.crazy_rally.choosing import choose_event, choose_tuning
from rallyman_tutor.coach.crazy_rally.dealing import deal_unseen, hide_road
from rallyman_tutor.coach.crazy_rally.memory import SIMPLE
from rallyman_tutor.coach.crazy_rally.weighing import weigh
from rallyman_tutor.coach.decision import Advice, PlayOutInParts, compare
from rallyman_tutor.core.luck import Odds
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import Move, State, is_event
from rallyman_tutor.games.crazy_rally.step import finished

MOST_TRIES = 48
"""The most races that are simulated for one move, where fewer do not tell the moves apart."""


def advice(seen: State, seed: int | str, tries: int = 32, most: int = 0) -> tuple[Advice[Move], ...]:
    """The moves of the player in turn by how far simulated races take them; unfinished races count half their
    distance."""
    return compare(GAME.moves(seen), taken_apart(seen, seed), tries, max(tries, most))


def taken_apart(seen: State, seed: int | str) -> PlayOutInParts[Move]:
    """The worth of moves in each imagined race that fits the view of the player in turn: the distance. Its parts: the
    way to the end of the next stage, the way behind it, and what is lost by not finishing."""

    def play_out(number: int, some: Sequence[Move]) -> list[Mapping[str, float]]:
        deal = deal_unseen(seen, Random(f"{seed}:{number}"))
        return [_simulate(deal, move, seen.seat, Random(f"{seed}:{number}:on")) for move in some]

    return play_out


class _AnyOutcome:
    """Luck that takes every outcome with the same chance. Races only shuffle, so no weights have to be added up."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def pick(self, what: str, odds: Odds) -> str:
        return odds[int(self._random() * len(odds))][0]


def _simulate(state: State, move: Move, seat: int, rng: Random) -> Mapping[str, float]:
    """The distance of this seat after one simulated race that begins with this move; half of it without a finish."""
    luck = _AnyOutcome(rng)
    stage = state.driven + 1
    state, _ = GAME.play(state, move, luck)
    next_ = state.cars[seat].distance
    while not state.over:
        phase = state.phase
        if phase == "choose":
            move = weigh(hide_road(state), SIMPLE, ())[0][1]
        elif phase == "tune":
            move = choose_tuning(state).move
        elif phase == "event" and any(map(is_event, state.car.hand)):
            move = choose_event(hide_road(state), ()).move
        else:
            move = GAME.moves(state)[0]
        state, _ = GAME.play(state, move, luck)
        if state.driven <= stage:
            next_ = state.cars[seat].distance
    car = state.cars[seat]
    return {
        "next": float(next_),
        "later": float(car.distance - next_),
        "out": 0.0 if finished(state, car) else -car.distance / 2,
    }
