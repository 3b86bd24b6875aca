"""The turn of a position as a task, and what the values of a task hang on.

Numpy is not imported here, so whether there is a table for a position is told without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rallyman_tutor.coach.classic.solver.bounds import bounds
from rallyman_tutor.coach.classic.solver.task import FRESH_SHORTCUT, Task
from rallyman_tutor.coach.solver.costs import changed
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.classic.alone import drives, solo
from rallyman_tutor.games.classic.game import GAME
from rallyman_tutor.games.classic.road import read_stage
from rallyman_tutor.games.classic.state import MOST_PUNCTURES, PUNCTURE, VALUES, Car, State

__all__ = ["OwnTurn", "about", "bounds", "own_turn", "task_at", "task_of"]

REVISION = 2
"""Goes up when the solver finds other values for the same task."""


def task_of(stage: str, settings: Mapping[str, float]) -> Task:
    """The task of a stage from its start: a whole car on summer tyres, with the default options."""
    return changed(Task(read_stage(stage)), settings)


@dataclass(frozen=True)
class OwnTurn:
    """One turn of a driver among others. Positions of the same turn make equal ones."""

    alone: Task  # as if nobody else took part, and no dirt lay ahead
    seat: int
    round: int
    others: tuple[Car, ...]
    dirt: tuple[int, ...]
    start: State = field(compare=False)

    @property
    def is_alone(self) -> bool:
        """Whether nothing is left out: nobody else takes part, and no dirt lies ahead."""
        return _is_alone(self.start)

    @property
    def task(self) -> Task:
        """The task for this turn, with the other cars and the dirt in the way."""
        return self.alone if self.is_alone else replace(self.alone, now=self.start)


def own_turn(state: State, settings: Mapping[str, float] | None = None) -> OwnTurn:
    """The turn of a position in which somebody drives."""
    seat = state.turn.seat
    alone = task_at(state._replace(rally=None) if _is_alone(state) else solo(state, seat), settings or {})
    return OwnTurn(alone, seat, state.round, (*state.cars[:seat], *state.cars[seat + 1 :]), state.dirt, state)


def _is_alone(state: State) -> bool:
    """Whether nobody else takes part, and no dirt lies ahead or in the bend that the car is in."""
    return len(state.cars) == 1 and not _has_dirt_ahead(state) and state.car.dirt_on_entry <= 0


def _has_dirt_ahead(state: State) -> bool:
    road, here = state.road, state.road.spaces[state.car.place]
    return any(state.dirt[bend.dirt] for bend in road.bends if bend.front >= here.front)


def task_at(state: State, settings: Mapping[str, float]) -> Task:
    """The task of a position. Where a car with a spare wheel and fresh shortcut cards could have come here from the
    start, with the punctures that none of the cards drawn since accounts for, it is the task of that start; else that
    of a car that starts with all that this one carries."""
    if len([car for car in state.cars if car.status in ("waiting", "road")]) != 1 or state.car.status not in (
        "waiting",
        "road",
    ):
        raise Unsolvable("alone")
    if not drives(state):
        raise Unsolvable("nothing-now")
    car = state.car
    if _has_dirt_ahead(state):
        raise Unsolvable("dirt")
    deck = dict(state.shortcut.unseen)
    drawn = dict(FRESH_SHORTCUT.unseen)[PUNCTURE] - deck.pop(PUNCTURE)
    before = car.punctures + (not car.wheel) - drawn
    if 0 <= before <= MOST_PUNCTURES:
        task = changed(Task(state.stage, state.options, car.winter, before), settings)
        hand = int(car.wheel), task.harmless - sum(deck.values())
        if task.row(car.place, car.punctures, hand) is not None:
            return task
    alike = Task(state.stage, state.options, car.winter, car.punctures, car.wheel, shortcut=state.shortcut)
    return changed(alike, settings)


def about(task: Task) -> Mapping[str, Any]:
    """Everything that decides the values of a task. Unlisted options show in where dice and lost control lead."""
    options = task.options
    return {
        "game": GAME.key,
        "revision": REVISION,
        "numbers": {value.name: value.value for value in VALUES},
        "stage": task.stage.text,
        "options": [options.attack, options.attack_finish, options.seconds, options.sisu, options.training],
        "start": [task.winter, task.punctures, task.wheel],
        "decks": [[deck.unseen for deck in task.backs], task.shortcut.unseen],
        "settings": [task.elimination, task.cap],
        "road": [task.leads, task.thrown, task.limit, task.is_cut, [space.snow for space in task.stage.road.spaces]],
    }
