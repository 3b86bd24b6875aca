"""The par of a stage: the cost of its best driving from the start, and the bounds that are certain of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from rallyman_tutor.coach.classic.solver.attack import Attacks
from rallyman_tutor.coach.classic.solver.chance import FRESH, KNOWN, Chance
from rallyman_tutor.coach.classic.solver.nodes import Nodes
from rallyman_tutor.coach.classic.solver.sweep import Sweep, Values
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.coach.solver.costs import FINE, Par, Solved
from rallyman_tutor.games.classic.spaces import START


def solve(task: Task, tell: Callable[[float], None] = lambda share: None) -> Solved:
    """Par of a stage, and all its turn starts. `tell` hears how much of the work is done."""
    attacks, nodes = Attacks(task), Nodes(task)
    stages = 2 * (KNOWN + 2) + 3
    done = 0

    def swept(chance: Chance, beyond: Values | None = None, fine: float = 0.0) -> Values:
        nonlocal done
        found = Sweep(task, chance, beyond, fine, attacks, nodes).solve(lambda at, of: tell((done + at / of) / stages))
        done += 1
        return found

    values = swept(FRESH)
    expected = _start(task, values)
    par = Par(
        expected=expected,
        without_sisu=_start(task, values, sisu=0),
        lucky=_start(task, swept(Chance(lucky=True))),
        low=_start(task, bound(task, "best", swept)),
        high=_start(task, bound(task, "worst", swept)),
        loses=(_start(task, swept(FRESH, values, FINE)) - expected) / FINE,
    )
    return Solved(par, values)


def loses_at(task: Task, values: Values, tick: Callable[[], None]) -> Callable[[frozenset[int]], float]:
    """The chance that a driver at their best loses control for the first time on one of some spaces, by the values of
    the stage. `tick` is called as the work goes on."""
    attacks, nodes = Attacks(task), Nodes(task)

    def start(places: frozenset[int]) -> float:
        one = Sweep(task, FRESH, values, FINE, attacks, nodes, fined=places)
        return _start(task, one.solve(lambda at, of: tick()))

    unfined = start(frozenset())
    return lambda places: (start(places) - unfined) / FINE


Swept: TypeAlias = Callable[[Chance, Values | None], Values]


def bound(task: Task, decks: Literal["best", "worst"], swept: Swept | None = None) -> Values:
    """The lower ("best") or upper ("worst") bound for every start of a turn before any gear card was turned. The first
    card turned comes from the decks as they are, the next from decks with a card missing, all others from any decks at
    all. For the lower bound, a car with as many seconds as are told apart never runs out of them; for the upper one, it
    does."""
    if swept is None:
        attacks, nodes = Attacks(task), Nodes(task)

        def swept(chance: Chance, beyond: Values | None) -> Values:
            return Sweep(task, chance, beyond, 0.0, attacks, nodes).solve()

    values: Values | None = None
    for turned in range(KNOWN + 1, -1, -1):
        values = swept(Chance(decks=decks, turned=turned, unlimited=decks == "best"), values)
    assert values is not None
    return values


def _start(task: Task, values: Values, sisu: int = 1) -> float:
    array = values[START, 0, task.punctures]
    return float(array[0, 0, min(sisu, task.sisus - 1), 0])


def shapes(task: Task) -> Iterator[tuple[tuple[int, int, int], tuple[int, ...]]]:
    """The arrays in the table of a stage, in its order."""
    for place in range(task.finish):
        for punctures, hands in enumerate(task.hands[place]):
            if hands:
                for gear in range(len(task.card)):
                    yield (place, gear, punctures), (len(hands), task.damages, task.sisus, task.seconds)
