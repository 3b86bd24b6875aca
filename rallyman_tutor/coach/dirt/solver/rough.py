"""Values of turn starts that take no solving, for drivers on a stage without a table, or who do not look ahead.

`rough` goes over the road space by space, in the gears that bends and jumps allow, and charges each space a share of
the card of its gear; what a car carries is worth nothing. `flat` does not look at the road at all: every space to go
costs the same, whatever comes. Both are quick, and neither is a bound of anything.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rallyman_tutor.coach.dirt.solver.chance import Values
from rallyman_tutor.coach.dirt.solver.nodes import Node, Nodes
from rallyman_tutor.coach.dirt.solver.par import shapes
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.games.dirt.state import GEARS

A_SPACE = 4.0
"""Seconds that one space more to go counts for who does not look at the road."""
A_TURN = 7
"""How many spaces one turn counts for."""


def flat(task: Task) -> Values:
    """The value of every turn start for a driver to whom all roads ahead are alike."""
    road = task.stage.road
    end = min(rank for rank, past in zip(road.ranks, road.past, strict=True) if past)
    return {
        key: np.broadcast_to(np.float64(A_SPACE * (end - road.ranks[key[0]])), shape) for key, shape in shapes(task)
    }


def rough(task: Task) -> Values:
    """About what every turn start costs until the finish."""
    road, nodes = task.stage.road, Nodes(task)
    found: dict[tuple[int, int], float] = {}
    for place in sorted(range(len(road.spaces)), key=lambda place: -road.ranks[place]):
        for gear in range(GEARS + 1):
            ways = list(_ways(task, nodes, found, place, gear))
            found[place, gear] = 0.0 if road.past[place] else min(ways, default=task.card[0])
    return {key: np.broadcast_to(np.float64(found[key]), shape) for key, shape in shapes(task)}


def _ways(task: Task, nodes: Nodes, found: dict[tuple[int, int], float], place: int, gear: int) -> Iterator[float]:
    """The cost of each next die: its space, and the road behind it."""
    worse = task.card[0]
    for step in nodes.steps(Node(place, gear)):
        to = step.to
        risk = 1.0 if step.lost else task.hazard[step.die] if step.hard else 0.0
        yield task.card[to.gear] / A_TURN + risk * worse + found[to.place, 0 if step.lost else to.gear]
