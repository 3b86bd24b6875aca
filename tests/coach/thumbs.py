"""What the chapter about driving well is worth to a beginner: drives with and without its rules of thumb.

    losses("dirt", position, many)      seconds a stage that each driver loses against par, and what the advice saves

A beginner reckons this turn as well as can be, and all roads behind it are alike to them (`racing.LEVELS`). The advice adds
one thing that can be seen on the road without reckoning: in which gear not to arrive before a bend.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from statistics import mean, stdev
from typing import Any, NamedTuple

from rallyman_tutor.coach import racing, solver
from rallyman_tutor.coach.solver import dirt
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.coach.solver.dirt.best import Best
from rallyman_tutor.coach.solver.dirt.rough import flat
from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.coach.tournament import SURE
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.state import GEARS

Choose = Callable[[Any], Any]
"""Takes a position and gives a move."""
A_MINUTE = 60.0
"""What a lost turn is held to cost by who goes by the rule of thumb."""
AHEAD = 4
"""How many spaces ahead the rule of thumb looks."""


class Interval(NamedTuple):
    """A mean, and by how much the true one may be off, 95 times in 100."""

    seconds: float
    give_or_take: float


def interval(numbers: list[float]) -> Interval:
    return Interval(mean(numbers), SURE * stdev(numbers) / len(numbers) ** 0.5)


def can_be_mended(road: Road, place: int, gear: int, spaces: int = AHEAD, *, brakes: int = 1) -> bool:
    """Whether the next spaces can be taken within their limits: a gear up or down on each, and two down once, with the brake."""
    if not spaces or road.past[place]:
        return True
    for to in road.next[place]:
        limit = road.spaces[to].limit
        for change in (1, 0, -1, -2):
            there = gear + change
            is_open = 1 <= there <= GEARS and (limit is None or there <= limit) and (change > -2 or brakes)
            if is_open and can_be_mended(road, to, there, spaces - 1, brakes=brakes - (change == -2)):
                return True
    return False


@lru_cache(maxsize=4)
def by_thumb(task: Task) -> Best:
    """A driver to whom all roads behind this turn are alike, but for those before which they are too fast for the brake."""
    values = {
        (place, gear): array + (0.0 if can_be_mended(task.stage.road, place, gear) else A_MINUTE)
        for (place, gear), array in flat(task).items()
    }
    return Best(task, values)


def advised(state: Any) -> Any:
    """What a beginner does who has read the chapter."""
    return by_thumb(dirt.own_turn(state).alone).choice(state)


def beginner(driver: racing.Driver) -> Choose:
    return lambda state: racing.drive(SHELF["dirt"], state, driver).move


def times(position: str, choose: Choose, many: int) -> list[float]:
    """The seconds of so many drives from this position; the dice of each come from its number."""
    game, found = SHELF["dirt"], list[float]()
    for number in range(many):
        state, luck = game.read(position), Seeded(number)
        while not game.over(state):
            state, _ = game.play(state, choose(state), luck)
        (seconds,) = game.result(state)["sums"]
        found.append(float(seconds) if game.still_in(state, 0) else ELIMINATION)
    return found


def losses(position: str, many: int) -> dict[str, Interval]:
    """What each beginner and one who has read the chapter lose against par, and what the advice saves each beginner."""
    par = solver.at_hand("dirt", SHELF["dirt"].read(position)).best.value(SHELF["dirt"].read(position))
    with_advice = times(position, advised, many)
    found = {"advised": interval([time - par for time in with_advice])}
    for driver in racing.LEVELS["novice"]:
        without = times(position, beginner(driver), many)
        found[driver.mistake] = interval([time - par for time in without])
        saved = [one - other for one, other in zip(without, with_advice, strict=True)]
        found[f"saves {driver.mistake}"] = interval(saved)
    return found


if __name__ == "__main__":
    import sys

    for start in sys.argv[2:]:
        print(start)
        for name, (seconds, give_or_take) in losses(start, int(sys.argv[1])).items():
            print(f"   {name:20} {seconds:6.1f} ± {give_or_take:.1f} s")
