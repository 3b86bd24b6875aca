"""Random races for the tests: every number of drivers, single races and rallies, played at random.

Drivers take any legal move, but seldom the purple cards and the speeds that would throw everybody out in three stages,
so that races get far enough to meet rare positions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, TypeAlias

from rallyman_tutor.core.luck import Luck
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import Events, Move, Play, State
from tests.games import driving
from tests.games.driving import at_random, by_script

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
Decision: TypeAlias = driving.Decision[State, Move]


def spec(seed: int) -> dict[str, Any]:
    """A race or a rally, different for every seed."""
    return {
        "drivers": list(NAMES[: 3 + seed % 4]),
        "races": 3 if seed % 5 == 0 else 1,
        "options": {"practice": seed % 7 == 0, "notes": seed % 11 == 0},
    }


def choose(state: State, rng: random.Random) -> Move:
    """Any legal move; mostly none that makes the car faster with a purple card or at a high speed."""
    moves = GAME.moves(state)
    calm = [m for m in moves if not isinstance(m, Play) or (m.card[0] != "P" and state.car.speed < 7) or m.way == "-"]
    return rng.choice(calm if calm and rng.random() < 0.6 else moves)


def drive(seed: int, luck: Luck | None = None) -> Iterator[Decision]:
    """A random race, decision by decision, to its end."""
    return at_random(GAME, spec(seed), choose, seed, luck)


def after(position: str, draft: str) -> State:
    """The state after a draft, every move of it legal, with cards in the order told."""
    return played(position, draft)[0]


def played(position: str, draft: str) -> tuple[State, Events]:
    """The state after a draft, and everything that happened on the way."""
    return by_script(GAME, GAME.new(GAME.spec(position, ())), draft)


def codes(position: str, draft: str) -> list[str]:
    """The rules a draft breaks, the first one first."""
    return [violation.code for violation in GAME.judge(GAME.read(position), GAME.read_draft(draft))]


def values(state: State, name: str = "A") -> tuple[int, int, int, int]:
    """Speed, handling, strength, distance of a car: as the catalogue's tables write them."""
    car = next(car for car in state.cars if car.name == name)
    return car.speed, car.handling, car.strength, car.distance
