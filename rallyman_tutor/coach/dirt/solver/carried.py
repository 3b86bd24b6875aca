"""All that a car carries from turn to turn, as the axes of an array.

The axes are (chance and SISU token, gear damage, brake damage, push, seconds). A sweep may take chance in several ways
at once: the first axis then has them one after the other, each without the token and with it. *Push* numbers what has
to do with dice that hold the gear: how many of them are lost to damage and punctures, and whether the spare wheel is
there. Damage that changes nothing is not told apart: with a wheel a fourth lost die is like a third, without one a
third is like a second.

Dice that are laid need dice that are whole. So the values of a car that has laid some are kept only for the first few
numbers of each axis, a *block*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb, factorial, prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.games.dirt.state import GAS_CAP, LEADER_CAP, VALUES

Array: TypeAlias = NDArray[np.float64]
Index: TypeAlias = "NDArray[np.integer[Any]]"

PUSH_DICE = max(GAS_CAP, LEADER_CAP)
PUSHES = tuple((lost, wheel) for lost in range(PUSH_DICE + 2) for wheel in (1, 0) if lost <= PUSH_DICE + wheel)
"""The numbers of the push axis: dice lost, and wheels left."""


class Block(NamedTuple):
    """How many numbers of each axis are kept."""

    cases: int
    gears: int
    brakes: int
    push: int
    seconds: int


def kinds(there: Sequence[int], many: int) -> Iterator[tuple[int, ...]]:
    """Every way in which so many can be taken of what is there of each kind."""
    if not there:
        if not many:
            yield ()
        return
    for taken in range(min(there[0], many) + 1):
        yield from ((taken, *rest) for rest in kinds(there[1:], many - taken))


class LoadAxes:
    """The axes for one task, and what changes on them. `chances`: in how many ways chance is taken."""

    def __init__(self, task: Task, *, damaged: bool = True, chances: int = 1) -> None:
        self.task = task
        gears, brakes = (task.gears, task.brakes + 1) if damaged else (1, 1)
        self.sisus = 1 + task.has_sisu
        self.shape = Block(chances * self.sisus, gears, brakes, len(PUSHES), task.cap + 1)
        at = {push: number for number, push in enumerate(PUSHES)}
        self.punctured = np.array([at[_kept(lost + 1, wheel)] for lost, wheel in PUSHES])
        """By push: what it becomes when one more die is lost."""
        changes = [(number, at[lost - 1, 0]) for number, (lost, wheel) in enumerate(PUSHES) if lost and wheel]
        self.can_change = np.array([before for before, _ in changes])
        self.changed = np.array([after for _, after in changes])
        """A change of wheel leads from each of `can_change` to this."""
        self._blocks: dict[tuple[int, int, int], Block] = {}
        self._after: dict[int, NDArray[np.intp]] = {}

    def block(self, gears: int, pushes: int, brakes: int) -> Block:
        """The block of a car that has laid so many dice of each kind."""
        key = gears, pushes, brakes
        if key not in self._blocks:
            whole = self.shape
            push = sum(lost <= PUSH_DICE - pushes for lost, _ in PUSHES) if pushes else whole.push
            self._blocks[key] = whole._replace(
                gears=min(whole.gears, self.task.gears - gears + 1),
                brakes=min(whole.brakes, self.task.brakes - brakes + 1),
                push=push,
            )
        return self._blocks[key]

    def row(
        self, sisu: bool, gears: int, brakes: int, lost: int, wheel: bool, seconds: int, chance: int = 0
    ) -> tuple[int, ...]:
        """Where a car that carries this stands in an array, with chance taken in one of the ways."""
        return (
            chance * self.sisus + min(int(sisu), self.sisus - 1),
            gears,
            min(brakes, self.shape.brakes - 1),
            PUSHES.index(_kept(lost, int(wheel))),
            min(seconds, self.shape.seconds - 1),
        )

    def own(self, chance: int) -> slice:
        """The part of the first axis that belongs to one way to take chance."""
        return slice(chance * self.sisus, (chance + 1) * self.sisus)

    def damaged(self, value: Array, marks: int, out: float) -> Array:
        """The values after so many tokens are drawn for damage, for every one of `DRAWS`, on a new first axis."""
        after = self._after.get(marks)
        if after is None:
            after = self._after[marks] = self._found_after(marks)
        cases, *_, seconds = value.shape
        flat = value.reshape(cases, -1, seconds)
        flat = np.concatenate([flat, np.full((cases, 1, seconds), out)], axis=1)
        return np.moveaxis(flat[:, after], 1, 0).reshape(len(after), *value.shape)

    def _found_after(self, marks: int) -> NDArray[np.intp]:
        """By draw, and by number of (gear damage, brake damage, push): that number afterwards; one more than there are
        stands for being out."""
        shape = self.shape[1:4]
        gears, brakes, push = (axis.reshape(-1) for axis in np.indices(shape))
        found = []
        for more_gears, more_brakes, more_push, _ in DRAWS[marks]:
            after = push
            for _ in range(more_push):
                after = self.punctured[after]
            lost, broken = gears + more_gears, np.minimum(brakes + more_brakes, shape[1] - 1)
            at = np.ravel_multi_index((np.minimum(lost, shape[0] - 1), broken, after), shape)
            found.append(np.where(lost < shape[0], at, len(push)))
        return np.array(found)


FULL_BAG: tuple[int, ...] = tuple(VALUES["bag.damage"])
"""How many tokens of each kind the bag has for damage: gear, brake, push, and those that do nothing."""
MOST_MARKS: int = max(*map(max, VALUES["cards.marks"]), *VALUES["cards.hard_marks"])
"""How many tokens are drawn for damage at most when control is lost once."""
DRAWS = tuple(tuple(kinds(FULL_BAG, marks)) for marks in range(MOST_MARKS + 1))
"""By number of tokens drawn: how many there may be of each kind."""


@lru_cache(maxsize=64)
def shares(marks: int, missing: int | None) -> Array:
    """The chance of each of `DRAWS`, a row for every bag in which so many tokens are missing; None: each token is drawn
    from a full bag."""
    if missing is None:
        full = sum(FULL_BAG)
        return np.array(
            [
                [
                    factorial(marks)
                    * prod((bag / full) ** many / factorial(many) for bag, many in zip(FULL_BAG, drawn, strict=True))
                    for drawn in DRAWS[marks]
                ]
            ]
        )
    rows = []
    for gone in kinds(FULL_BAG, missing):
        bag = [full - less for full, less in zip(FULL_BAG, gone, strict=True)]
        ways = [prod(comb(left, many) for left, many in zip(bag, drawn, strict=True)) for drawn in DRAWS[marks]]
        rows.append([way / comb(sum(bag), marks) for way in ways])
    return np.array(rows)


def _kept(lost: int, wheel: int) -> tuple[int, int]:
    return min(lost, PUSH_DICE + wheel), wheel


@lru_cache(maxsize=1 << 12)
def part(block: Block) -> tuple[slice, ...]:
    """The part of an array, on its last axes, that belongs to a block."""
    return tuple(slice(0, many) for many in block)
