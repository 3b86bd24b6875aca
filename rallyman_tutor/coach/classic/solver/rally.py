"""A rally of Rallyman (2009), solved from its last stage to its first: everything carried out of a stage has its price.

Damage, punctures, the spare wheel, Sisu and, without service, the tyres are carried from stage to stage. Seconds are
not. Between two stages without service the wheel may be put on for nothing; where there is service, everything is
mended and tyres are chosen anew. Where the weather is rolled before each stage, the tyres are chosen when it is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import NamedTuple

from rallyman_tutor.coach.classic.solver.sweep import Sweep, Values
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.games.classic.draws import chance
from rallyman_tutor.games.classic.road import at_snow, boards
from rallyman_tutor.games.classic.spaces import START
from rallyman_tutor.games.classic.state import MOST_DAMAGE


class CarLoad(NamedTuple):
    """The things that a car takes along to the start of a stage."""

    damage: int = 0
    punctures: int = 0
    wheel: bool = True
    sisu: bool = True


class Rally:
    """The cost of the rest of a rally, from the start of any of its stages. `tasks` are the stages for a whole car."""

    def __init__(self, tasks: Sequence[Task], service: Sequence[bool]) -> None:
        if len(service) != len(tasks) - 1:
            raise ValueError("there is service or none between any two stages")
        self._tasks = tasks
        self._service = tuple(service)
        self._weathers = [tuple(_weathers(task)) for task in tasks]
        self._known: dict[tuple[int, int, bool, int, bool], tuple[Task, Values]] = {}

    def value(self, stage: int, carried: CarLoad, winter: bool | None = None) -> float:
        """The average time of the rest of the rally before a stage, when its weather is not rolled yet: with the tyres
        that are on, or with those that are best for the weather."""
        if carried.damage >= MOST_DAMAGE:
            return self._tasks[stage].elimination
        off = self._tasks[stage].options.weather == "off"
        choices = (winter,) if winter is not None else (False,) if off else (False, True)
        return sum(
            share * min(self._started(stage, number, carried, choice) for choice in choices)
            for number, (share, _) in enumerate(self._weathers[stage])
        )

    def _started(self, stage: int, weather: int, carried: CarLoad, winter: bool) -> float:
        """The time of the rest of the rally from the start of a stage in this weather, on these tyres."""
        task, values = self._solved(stage, weather, winter, carried.punctures, carried.wheel)
        row = task.row(START, carried.punctures, (int(carried.wheel), 0))
        assert row is not None, "a car starts with what it carries"
        sisu = min(int(carried.sisu), task.sisus - 1)
        return float(values[START, 0, carried.punctures][row, carried.damage, sisu, 0])

    def _solved(self, stage: int, weather: int, winter: bool, punctures: int, wheel: bool) -> tuple[Task, Values]:
        key = stage, weather, winter, punctures, wheel
        if key not in self._known:
            ahead = partial(self._between, stage, winter) if stage + 1 < len(self._tasks) else None
            task = replace(
                self._weathers[stage][weather][1], winter=winter, punctures=punctures, wheel=wheel, ahead=ahead
            )
            self._known[key] = task, Sweep(task).solve()
        return self._known[key]

    def _between(self, stage: int, winter: bool, damage: int, punctures: int, wheel: bool, sisu: bool) -> float:
        """The cost of the rest of the rally after a stage: with service, or with the spare wheel put on if that is
        better."""
        carried = CarLoad(damage, punctures, wheel, sisu)
        if self._service[stage]:
            return self.value(stage + 1, CarLoad(sisu=carried.sisu))
        kept = self.value(stage + 1, carried, winter)
        if carried.punctures and carried.wheel:
            changed = carried._replace(punctures=carried.punctures - 1, wheel=False)
            return min(kept, self.value(stage + 1, changed, winter))
        return kept


def _weathers(task: Task) -> Iterator[tuple[float, Task]]:
    """Every weather of a stage: its chance, and the stage in it. Where weather is rolled, each board may get snow."""
    if task.options.weather != "variable":
        yield 1.0, task
        return
    zones = boards(task.stage)
    snows = float(chance(1))  # a gear die is rolled for each board
    for falls in product((False, True), repeat=len(zones)):
        snow = frozenset(zone for zone, white in zip(zones, falls, strict=True) if white)
        share = snows ** len(snow) * (1 - snows) ** (len(zones) - len(snow))
        yield share, replace(task, stage=at_snow(task.stage, snow)) if snow else task
