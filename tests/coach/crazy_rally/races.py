"""Races of Crazy Rally with drivers of one's choice, and positions in which a card is to be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from rallyman_tutor.coach.crazy_rally.advice import advice
from rallyman_tutor.coach.crazy_rally.choosing import choose
from rallyman_tutor.coach.crazy_rally.memory import LEVELS, remember
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import (
    Event,
    Move,
    State,
)
from rallyman_tutor.games.crazy_rally.step import finished
from tests.games.crazy_rally.races import drive

Driver = Callable[[State, tuple[str, ...], Random], Move]


def by_level(name: str) -> Driver:
    if name == "random":
        return by_chance
    return lambda seen, memory, rng: choose(seen, LEVELS[name], memory, rng).move


def by_chance(seen: State, memory: tuple[str, ...], rng: Random) -> Move:
    return rng.choice(GAME.moves(seen))


def by_advice(seen: State, memory: tuple[str, ...], rng: Random) -> Move:
    """The best card by advice that remembers nothing; everything else at random, so that the cards make the
    difference."""
    if seen.phase != "choose":
        return by_chance(seen, memory, rng)
    best: Move = max(advice(seen, rng.random().hex(), 3), key=lambda row: row.mean).move
    return best


def race(drivers: list[Driver], seed: int, recalls: list[str] | None = None) -> State:
    """A whole race; each driver gets what their seat sees and what they recall of the test lap."""
    rng, luck, state = Random(seed), Seeded(seed), GAME.new(GAME.demo_game(len(drivers)))
    lap: list[Event] = []
    memories: list[tuple[str, ...]] = [()] * len(drivers)
    while not state.over:
        seen = GAME.seen_by(state, state.seat)
        move = drivers[state.seat](seen, memories[state.seat], rng)
        state, events = GAME.play(state, move, luck)
        lap += events
        if recalls and any(event.code == "CR-RACE-02" for event in events):
            memories = [remember(lap, LEVELS[name], Random(f"{seed}:{n}")) for n, name in enumerate(recalls)]
    return state


def outcome(state: State, seat: int) -> float:
    car = state.cars[seat]
    return car.distance if finished(state, car) else car.distance / 2


def at_choice(seeds: range, share: float = 0.1) -> Iterator[State]:
    rng = Random(seeds.start)
    for seed in seeds:
        for decision in drive(seed):
            if decision.before.phase == "choose" and rng.random() < share:
                yield decision.before
