"""Dice that lie rolled, and the ways to drive one of them. The road is left out, so all stages share them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import NamedTuple

from rallyman_tutor.games.classic.state import GEAR_DICE
from rallyman_tutor.games.classic.step import LIMIT


class Dice(NamedTuple):
    """Dice that lie rolled and not yet driven, and how the car was driven so far."""

    gear: int
    run: int  # 0: no gear die driven yet; 2: one; 1 and -1: up or down the gears
    clean: int  # gear dice, as bits
    hazards: int
    gas: int
    gas_hazards: int
    shown: int = 0  # hazards driven so far
    dry: bool = False  # on winter tyres: a gas die was driven on dry road

    @property
    def left(self) -> int:
        """How many dice lie there."""
        return (self.clean | self.hazards).bit_count() + self.gas + self.gas_hazards

    @property
    def danger(self) -> int:
        """How many hazards there are, driven or not."""
        return self.shown + self.hazards.bit_count() + self.gas_hazards

    @property
    def essential(self) -> Dice:
        """These dice without those that change nothing: gear dice behind the hazard that loses control at the latest,
        and all but one of those that can no longer be driven, as die 0."""
        if not self.run:
            return self
        there, clean, hazards, is_lost = self.clean | self.hazards, 0, 0, False
        ways = (self.run,) if self.run in (1, -1) else (1, -1)
        for way in ways:
            die, shown = self.gear + way, self.shown
            while die > 0 and there >> die & 1:
                bit = 1 << die
                there -= bit
                if shown < LIMIT and self.hazards & bit:
                    hazards += bit
                    shown += 1
                elif shown < LIMIT:
                    clean += bit
                die += way
            is_lost = shown == LIMIT
        if there and not (is_lost and len(ways) == 1):
            clean += 1
        return self._replace(clean=clean, hazards=hazards)

    @property
    def calm(self) -> Dice:
        """These dice without any hazard."""
        return self._replace(
            clean=self.clean | self.hazards, hazards=0, gas=self.gas + self.gas_hazards, gas_hazards=0, shown=0
        )


class DieWay(NamedTuple):
    """One way to drive one of several dice; the dice that lie there afterwards are known by their number."""

    gear: int
    shown: int  # 0: this die shows no hazard; else the hazards driven with it
    is_gas: bool
    rest: int


class Rolls:
    """Dice that lie rolled, by number. Those that can be driven to the same have one number."""

    def __init__(self, black: float, white: float) -> None:
        self._hazard = black, white  # the chance of one, for gear dice and gas dice
        self._numbers: dict[Dice, int] = {}
        self.dice: list[Dice] = []
        self.left: list[int] = []  # by number, as `danger`
        self.danger: list[int] = []
        self._calm: dict[int, int] = {}
        self._ways: dict[int, Sequence[DieWay]] = {}
        self._falls: dict[tuple[int, tuple[int, ...], int], Sequence[tuple[float, int, int]]] = {}

    def number(self, dice: Dice) -> int:
        """The number of these dice."""
        found = self._numbers.get(dice)
        if found is None:
            same = dice.essential
            if same != dice:
                found = self._numbers[dice] = self.number(same)
                return found
            found = self._numbers[dice] = len(self.dice)
            self.dice.append(dice)
            self.left.append(dice.left)
            self.danger.append(dice.danger)
        return found

    def calm(self, number: int) -> int:
        """The number under which these dice are known once none of them shows a hazard."""
        found = self._calm.get(number)
        if found is None:
            found = self._calm[number] = self.number(self.dice[number].calm)
        return found

    def ways(self, number: int) -> Sequence[DieWay]:
        """Every way to drive one of these dice."""
        found = self._ways.get(number)
        if found is None:
            found = self._ways[number] = tuple(self._each_way(self.dice[number]))
        return found

    def _each_way(self, dice: Dice) -> Iterator[DieWay]:
        gear, run, clean, hazards, gas, gas_hazards, shown, _ = dice
        near = (gear + run,) if run in (1, -1) else (gear - 1, gear + 1) if run else (gear - 1, gear, gear + 1)
        for die in near if gear else (1,):
            bit = 1 << die if die > 0 else 0
            rest = dice._replace(gear=die, run=die - gear if run else 2)
            if clean & bit:
                yield DieWay(die, 0, False, self.number(rest._replace(clean=clean - bit)))
            if hazards & bit:
                rest = rest._replace(hazards=hazards - bit, shown=shown + 1)
                yield DieWay(die, shown + 1, False, self.number(rest))
        if gear and gas:
            yield DieWay(gear, 0, True, self.number(dice._replace(gas=gas - 1)))
        if gear and gas_hazards:
            rest = dice._replace(gas_hazards=gas_hazards - 1, shown=shown + 1)
            yield DieWay(gear, shown + 1, True, self.number(rest))

    def falls(self, gear: int, gears: tuple[int, ...], gas: int) -> Sequence[tuple[float, int, int]]:
        """Every way in which the dice of a set can fall: its chance, its number of hazards, and the number of the
        dice."""
        found = self._falls.get((gear, gears, gas))
        if found is None:
            found = self._falls[gear, gears, gas] = tuple(self._each_fall(gear, gears, gas))
        return found

    def _each_fall(self, gear: int, gears: tuple[int, ...], gas: int) -> Iterator[tuple[float, int, int]]:
        black, white = self._hazard
        for faces in product((0, 1), repeat=len(gears)):
            hazards = sum(face << die for die, face in zip(gears, faces, strict=True))
            share = black ** sum(faces) * (1 - black) ** (len(gears) - sum(faces))
            for bad in range(gas + 1):
                part = share * comb(gas, bad) * white**bad * (1 - white) ** (gas - bad)
                dice = Dice(gear, 0, bits(gears) - hazards, hazards, gas - bad, bad)
                yield part, sum(faces) + bad, self.number(dice)


@lru_cache(maxsize=1)
def rolls_of(black: float, white: float) -> Rolls:
    """All dice, by the chances of their hazards."""
    return Rolls(black, white)


def bits(gears: tuple[int, ...]) -> int:
    """A set of gear dice, as bits."""
    return sum(1 << die for die in gears)


def runs(gear: int) -> Iterator[tuple[int, ...]]:
    """The sets of gear dice that the gear box allows in one turn: none, or a row that begins beside the gear."""
    found: set[tuple[int, ...]] = {()}
    for first in (gear - 1, gear, gear + 1) if gear else (1,):
        for last in range(1, GEAR_DICE + 1):
            if 0 < first <= GEAR_DICE:
                found.add(tuple(range(min(first, last), max(first, last) + 1)))
    yield from sorted(found)
