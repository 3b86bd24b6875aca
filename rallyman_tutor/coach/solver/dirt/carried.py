"""What a car carries from turn to turn, as the axes of an array.

The axes are (SISU token, gear damage, brake damage, push, seconds). *Push* numbers what has to do with dice that hold the
gear: how many of them are lost to damage and punctures, and whether the spare wheel is there. Damage that changes nothing
is not told apart: with a wheel a fourth lost die is like a third, without one a third is like a second.

Dice that are laid need dice that are whole. So the values of a car that has laid some are kept only for the first few
numbers of each axis, a *block*.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.games.dirt.state import GAS_CAP, LEADER_CAP, VALUES

Array: TypeAlias = NDArray[np.float64]
Index: TypeAlias = NDArray[np.intp]

PUSH_DICE = max(GAS_CAP, LEADER_CAP)
PUSHES = tuple((lost, wheel) for lost in range(PUSH_DICE + 2) for wheel in (1, 0) if lost <= PUSH_DICE + wheel)
"""What the push axis numbers: dice lost, and wheels left."""


class Block(NamedTuple):
    """How many numbers of each axis are kept."""

    sisu: int
    gears: int
    brakes: int
    push: int
    seconds: int


class Carried:
    """The axes for one task, and what changes on them."""

    def __init__(self, task: Task, *, damaged: bool = True) -> None:
        self.task = task
        gears, brakes = (task.gears, task.brakes + 1) if damaged else (1, 1)
        self.shape = Block(1 + task.has_sisu, gears, brakes, len(PUSHES), task.cap + 1)
        at = {push: number for number, push in enumerate(PUSHES)}
        self.punctured = np.array([at[_kept(lost + 1, wheel)] for lost, wheel in PUSHES])
        """By push: what it becomes when one more die is lost."""
        changes = [(number, at[lost - 1, 0]) for number, (lost, wheel) in enumerate(PUSHES) if lost and wheel]
        self.can_change = np.array([before for before, _ in changes])
        self.changed = np.array([after for _, after in changes])
        """A change of wheel leads from each of `can_change` to this."""
        self._blocks: dict[tuple[int, int, int], Block] = {}

    def block(self, gears: int, pushes: int, brakes: int) -> Block:
        """What a car may carry that has laid so many dice of each kind."""
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

    def row(self, sisu: bool, gears: int, brakes: int, lost: int, wheel: bool, seconds: int) -> tuple[int, ...]:
        """Where a car that carries this stands in an array."""
        return (
            min(int(sisu), self.shape.sisu - 1),
            gears,
            min(brakes, self.shape.brakes - 1),
            PUSHES.index(_kept(lost, int(wheel))),
            min(seconds, self.shape.seconds - 1),
        )

    @cached_property
    def damaged(self) -> tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...]:
        """By damage tokens drawn from a full bag: the chances of what is carried afterwards, as a matrix over (gear damage,
        brake damage, push), and the chance to be out."""
        cells = list(product(range(self.shape.gears), range(self.shape.brakes), range(self.shape.push)))
        at = {cell: number for number, cell in enumerate(cells)}
        gear, brake, gas, flag = (count / sum(VALUES["bag.damage"]) for count in VALUES["bag.damage"])
        one = np.zeros((len(cells), len(cells)))
        out = np.zeros(len(cells))
        for number, (gears, brakes, push) in enumerate(cells):
            one[number, number] += flag
            one[number, at[gears, min(brakes + 1, self.shape.brakes - 1), push]] += brake
            one[number, at[gears, brakes, int(self.punctured[push])]] += gas
            if gears + 1 < self.shape.gears:
                one[number, at[gears + 1, brakes, push]] += gear
            else:
                out[number] += gear
        found = [(np.eye(len(cells)), np.zeros(len(cells)))]
        for _ in range(max(*map(max, VALUES["cards.marks"]), *VALUES["cards.hard_marks"])):
            chances, gone = found[-1]
            found.append((one @ chances, out + one @ gone))
        return tuple(found)

    @cached_property
    def first_damaged(self) -> tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...]:
        """As `damaged`, for the tokens of the first crash: without other damage, they are drawn one after the other from a full
        bag. Only rows without damage are filled."""
        cells = list(product(range(self.shape.gears), range(self.shape.brakes), range(self.shape.push)))
        at = {cell: number for number, cell in enumerate(cells)}
        found = []
        for marks in range(len(self.damaged)):
            chances, out = np.zeros((len(cells), len(cells))), np.zeros(len(cells))
            for drawn, share in _draws(tuple(VALUES["bag.damage"]), marks).items():
                gears, brakes, gas, _ = drawn
                for push in range(self.shape.push):
                    after = push
                    for _ in range(gas):
                        after = int(self.punctured[after])
                    if gears < self.shape.gears:
                        chances[at[0, 0, push], at[gears, min(brakes, self.shape.brakes - 1), after]] += share
                    else:
                        out[at[0, 0, push]] += share
            found.append((chances, out))
        return tuple(found)

    def worst_token(self, value: Array, out: float) -> Array:
        """What it costs if the token that is drawn next is the worst."""
        gear = np.full_like(value, out)
        gear[:, :-1] = value[:, 1:]
        brake = value[:, :, np.minimum(np.arange(self.shape.brakes) + 1, self.shape.brakes - 1)]
        found: Array = np.maximum.reduce([value, gear, brake, value[..., self.punctured, :]])
        return found


def _draws(bag: tuple[int, ...], many: int) -> dict[tuple[int, ...], float]:
    """The chance of each number of tokens of each kind, where so many are drawn."""
    found = {(0,) * len(bag): 1.0}
    for _ in range(many):
        further: dict[tuple[int, ...], float] = {}
        for drawn, share in found.items():
            left = [full - gone for full, gone in zip(bag, drawn, strict=True)]
            for kind, count in enumerate(left):
                after = (*drawn[:kind], drawn[kind] + 1, *drawn[kind + 1 :])
                further[after] = further.get(after, 0.0) + share * count / sum(left)
        found = further
    return found


def _kept(lost: int, wheel: int) -> tuple[int, int]:
    return min(lost, PUSH_DICE + wheel), wheel


def part(block: Block) -> tuple[slice, ...]:
    """The part of an array, on its last axes, that belongs to a block."""
    return tuple(slice(0, many) for many in block)
