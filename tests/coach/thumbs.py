"""The worth of the chapter about driving well to a beginner: drives with and without its rules of thumb.

    losses("dirt", position, many)   seconds a stage that each driver loses against par, and what the advice saves

A beginner reckons this turn as well as can be, and all roads behind it are alike to them (`racing.LEVELS`). The advice
adds one thing that can be seen on the road without reckoning: in which gear not to arrive before a bend.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from statistics import mean, stdev
from typing import Any, NamedTuple

from rallyman_tutor.coach import racing
from rallyman_tutor.coach.classic.solver import solver as classic
from rallyman_tutor.coach.classic.solver.best import Best as ClassicBest
from rallyman_tutor.coach.classic.solver.nodes import Node, Nodes
from rallyman_tutor.coach.classic.solver.rough import flat as classic_flat
from rallyman_tutor.coach.classic.solver.task import Task as ClassicTask
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.dirt.solver import solver as dirt
from rallyman_tutor.coach.dirt.solver.best import Best
from rallyman_tutor.coach.dirt.solver.rough import flat
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.coach.tournament import SURE
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.state import GAS_DICE
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.state import GEARS

Choose = Callable[[Any], Any]
"""Takes a position and gives a move."""
A_MINUTE = 60.0
"""The cost of a lost turn by the rule of thumb."""
AHEAD = 4
"""How many spaces ahead the rule of thumb looks."""


class Interval(NamedTuple):
    """A mean, and by how much the true one may be off, 95 times in 100."""

    seconds: float
    give_or_take: float


def interval(numbers: list[float]) -> Interval:
    return Interval(mean(numbers), SURE * stdev(numbers) / len(numbers) ** 0.5)


def can_be_mended(road: Road, place: int, gear: int, spaces: int = AHEAD, *, brakes: int = 1) -> bool:
    """Whether the next spaces can be taken within their limits: one gear up or down on each, and once two down by the
    brake."""
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


def can_be_driven_on(task: ClassicTask, place: int, gear: int, spaces: int = AHEAD) -> bool:
    """Whether in Rallyman (2009) so many spaces can be taken from here, a gear up or down on each, and none too
    fast."""
    if not spaces or place == task.finish:
        return True
    steps = Nodes(task).dice(place, Node(gear, 0, 0, GAS_DICE))
    ways = ((lead.to, after.gear) for _, lead, after in steps if not (lead.lost or lead.out or lead.hard))
    return any(can_be_driven_on(task, to, there, spaces - 1) for to, there in ways)


@lru_cache(maxsize=4)
def by_thumb(game: str, task: Any) -> Any:
    """A driver to whom all roads behind this turn are alike, but for those that they cannot slow down for."""
    if game == "dirt":
        return Best(task, {
            (place, gear): array + (0.0 if can_be_mended(task.stage.road, place, gear) else A_MINUTE)
            for (place, gear), array in flat(task).items()
        })  # fmt: skip
    return ClassicBest(task, {
        key: array + (0.0 if can_be_driven_on(task, key[0], key[1]) else A_MINUTE)
        for key, array in classic_flat(task).items()
    })  # fmt: skip


def advised(game: str, state: Any) -> Any:
    """The move of a beginner who has read the chapter."""
    room: Any = {"classic": classic, "dirt": dirt}[game]
    best = by_thumb(game, room.own_turn(state).alone)
    return min(best.costs(state), key=lambda one: one[0])[1]


def times(game: str, position: str, choose: Choose, many: int) -> list[float]:
    """The seconds of so many drives from this position; the dice of each come from its number."""
    played: Any = SHELF[game]
    found = list[float]()
    for number in range(many):
        state, luck = played.read(position), Seeded(number)
        while not played.over(state):
            state, _ = played.play(state, choose(state), luck)
        (seconds,) = played.result(state)["sums"]
        found.append(float(seconds) if played.still_in(state, 0) else ELIMINATION)
    return found


def losses(game: str, position: str, many: int) -> dict[str, Interval]:
    """The loss of each beginner, and of one who has read the chapter, against par, and the gain of each by the
    advice."""
    played: Any = SHELF[game]
    start = played.read(position)
    par = RACES[game]().at_hand(start).best.costs(start)[0][0]
    with_advice = times(game, position, lambda state: advised(game, state), many)
    found = {"advised": interval([time - par for time in with_advice])}
    for driver in racing.LEVELS["novice"]:
        without = times(game, position, beginner(game, driver), many)
        found[driver.mistake] = interval([time - par for time in without])
        saved = [one - other for one, other in zip(without, with_advice, strict=True)]
        found[f"saves {driver.mistake}"] = interval(saved)
    return found


def beginner(game: str, driver: racing.Driver) -> Choose:
    played: Any = SHELF[game]
    return lambda state: racing.drive(played, state, driver).move


if __name__ == "__main__":
    import sys

    for start in sys.argv[3:]:
        print(start)
        for name, (seconds, give_or_take) in losses(sys.argv[1], start, int(sys.argv[2])).items():
            print(f"   {name:20} {seconds:6.1f} ± {give_or_take:.1f} s")
