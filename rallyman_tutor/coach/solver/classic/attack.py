"""Attacks: all sets of dice that may be rolled at once from a space, and what they come to for every way they can fall.

Dice that lie rolled (`Dice`) are numbered, and so are the ways to drive one of them; what they can be driven to from a space is
found once for each number. How well the dice can go decides first, as the rules demand: whoever can drive all dice must, and
nobody loses control by choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import comb
from typing import NamedTuple

from rallyman_tutor.coach.solver.arrangements import Expressions
from rallyman_tutor.coach.solver.classic.task import Task
from rallyman_tutor.games.classic.alone import Lead
from rallyman_tutor.games.classic.state import GAS, GAS_DICE, GEAR_DICE
from rallyman_tutor.games.classic.step import LEAST_DICE, LIMIT

ALL, LAST, EARLY, LEFT_OVER, OUT = 3, 2, 1, 0, -1
"""How an attack ends, the best first: every die driven; control lost on the last one, or earlier; dice left over; out."""
RANK = {ALL: 2, LAST: 1, EARLY: 1, LEFT_OVER: 0, OUT: -1}
"""What the rules tell apart: losing control on the last die is no better than losing it earlier."""


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
        """These dice without what changes nothing: gear dice behind the hazard that loses control at the latest, and all
        but one of those that can no longer be driven, as die 0."""
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


class Step(NamedTuple):
    """One way to drive one of several dice; the dice that lie there afterwards are known by their number."""

    gear: int
    shown: int  # 0: this die shows no hazard; else the hazards driven with it
    is_gas: bool
    rest: int


class Set(NamedTuple):
    """A set of dice for an attack: the chance of each expression it may come to, and the expression after Sisu."""

    gears: tuple[int, ...]
    gas: int
    falls: Mapping[int, float]
    undone: int

    @property
    def many(self) -> int:
        return len(self.gears) + self.gas


class Attacks:
    """All attacks on one stage."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.made = Expressions()
        self._numbers: dict[Dice, int] = {}
        self._dice: list[Dice] = []
        self._steps: list[Sequence[Step] | None] = []
        self._rolls: dict[tuple[int, tuple[int, ...], int], Sequence[tuple[float, int, int]]] = {}
        self._known: list[dict[int, tuple[int, int]]] = [{} for _ in task.stage.road.spaces]
        self._sets: dict[tuple[int, int], tuple[Set, ...]] = {}
        self._out = self.made.end("out", 0, 0)
        self._outs: dict[int, bool] = {}
        self._dangerous = self._dangers()
        self._is_dry = [task.winter and not space.snow for space in task.stage.road.spaces]
        self._leads = [[[self._way(lead) for lead in leads] for leads in gears] for gears in task.leads]

    def _way(self, lead: Lead) -> tuple[Lead, bool, int]:
        """A lead, whether it is so plain that only hazards matter there, and how many hazards lose control."""
        task = self.task
        is_odd = lead.lost or lead.out or lead.to == task.finish or task.is_cut[lead.to] or self._is_dry[lead.to]
        return lead, not is_odd, 1 if lead.hard else task.limit[lead.to]

    def _dangers(self) -> list[list[int]]:
        """By number of dice and space: the fewest hazards that can lose control with so many dice from there on."""
        task = self.task
        near = [sorted({lead.to for leads in gears for lead in leads}) for gears in task.leads]
        first = [
            min([9, *(1 if lead.hard else task.limit[lead.to] for leads in gears for lead in leads)])
            for gears in task.leads
        ]
        found = [[9] * len(near)]
        for _ in range(GEAR_DICE + GAS_DICE):
            found.append([min([first[at], *(found[-1][to] for to in ahead)]) for at, ahead in enumerate(near)])
        return found

    # -- Dice without the road ----------------------------------------------------------------------------------------

    def _number(self, dice: Dice) -> int:
        """The number of these dice."""
        found = self._numbers.get(dice)
        if found is None:
            same = dice.essential
            if same != dice:
                found = self._numbers[dice] = self._number(same)
                return found
            found = self._numbers[dice] = len(self._dice)
            self._dice.append(dice)
            self._steps.append(None)
        return found

    def _ways(self, number: int) -> Sequence[Step]:
        """Every way to drive one of these dice."""
        found = self._steps[number]
        if found is None:
            found = self._steps[number] = tuple(self._each_way(self._dice[number]))
        return found

    def _each_way(self, dice: Dice) -> Iterator[Step]:
        gear, run, clean, hazards, gas, gas_hazards, shown, _ = dice
        near = (gear + run,) if run in (1, -1) else (gear - 1, gear + 1) if run else (gear - 1, gear, gear + 1)
        for die in near if gear else (1,):
            bit = 1 << die if die > 0 else 0
            rest = dice._replace(gear=die, run=die - gear if run else 2)
            if clean & bit:
                yield Step(die, 0, False, self._number(rest._replace(clean=clean - bit)))
            if hazards & bit:
                rest = rest._replace(hazards=hazards - bit, shown=shown + 1)
                yield Step(die, shown + 1, False, self._number(rest))
        if gear and gas:
            yield Step(gear, 0, True, self._number(dice._replace(gas=gas - 1)))
        if gear and gas_hazards:
            rest = dice._replace(gas_hazards=gas_hazards - 1, shown=shown + 1)
            yield Step(gear, shown + 1, True, self._number(rest))

    def _rolled(self, gear: int, gears: tuple[int, ...], gas: int) -> Sequence[tuple[float, int, int]]:
        """Every way in which the dice of a set can fall: its chance, how many hazards there are, and the number of the dice."""
        found = self._rolls.get((gear, gears, gas))
        if found is None:
            found = self._rolls[gear, gears, gas] = tuple(self._each_fall(gear, gears, gas))
        return found

    def _each_fall(self, gear: int, gears: tuple[int, ...], gas: int) -> Iterator[tuple[float, int, int]]:
        black, white = self.task.hazard[1], self.task.hazard[GAS]
        for faces in product((0, 1), repeat=len(gears)):
            hazards = sum(face << die for die, face in zip(gears, faces, strict=True))
            share = black ** sum(faces) * (1 - black) ** (len(gears) - sum(faces))
            for bad in range(gas + 1):
                part = share * comb(gas, bad) * white**bad * (1 - white) ** (gas - bad)
                dice = Dice(gear, 0, _bits(gears) - hazards, hazards, gas - bad, bad)
                yield part, sum(faces) + bad, self._number(dice)

    # -- Sets of dice -------------------------------------------------------------------------------------------------

    def sets(self, place: int, gear: int) -> tuple[Set, ...]:
        """Every set that may be rolled here, with all tyres whole and the car undamaged."""
        if (place, gear) not in self._sets:
            self._sets[place, gear] = tuple(self._all_sets(place, gear))
        return self._sets[place, gear]

    def _all_sets(self, place: int, gear: int) -> Iterator[Set]:
        task = self.task
        if not task.options.attack or task.options.training:
            return
        finish = task.options.attack_finish == "spaces"
        most = self._spaces_to_finish(place) if finish else GEAR_DICE + GAS_DICE
        for gears in _runs(gear):
            for gas in range(GAS_DICE + 1):
                if not LEAST_DICE <= len(gears) + gas <= most or (not gear and not gears):
                    continue
                best, undone = self._driven(place, self._number(Dice(gear, 0, _bits(gears), 0, gas, 0)))
                if best < LAST:
                    continue
                falls: dict[int, float] = {}
                fewest = self._dangerous[len(gears) + gas][place]
                for share, hazards, dice in self._rolled(gear, gears, gas):
                    number = undone if hazards < fewest else self._best(place, dice)[1]
                    falls[number] = falls.get(number, 0.0) + share
                yield Set(gears, gas, falls, undone)

    def forget(self, places: Iterable[int]) -> None:
        """Forget what dice on these spaces come to: all sets from which a car can come there are found."""
        for place in places:
            self._known[place].clear()
        self.made.forget()

    def _spaces_to_finish(self, place: int) -> int:
        road = self.task.stage.road
        here = road.spaces[place]
        left = road.items[here.item].drifts - here.nth if here.kind == "drift" else 0
        return left + sum(max(1, item.drifts) for item in road.items[here.item + 1 :]) + 1

    # -- Dice on the road ---------------------------------------------------------------------------------------------

    def driven(self, place: int, dice: Dice) -> int:
        """The number of the expression for what these dice can be driven to from a space."""
        return self._driven(place, self._number(dice))[1]

    def _driven(self, place: int, number: int) -> tuple[int, int]:
        """How well these dice can go at best, and the number of the expression for what they can be driven to."""
        found = self._known[place].get(number)
        if found is None:
            dice = self._dice[number]
            if dice.danger and dice.danger < self._dangerous[dice.left][place]:  # so few hazards change nothing
                found = self._driven(place, self._number(dice.calm))
            else:
                found = self._best(place, number)
            self._known[place][number] = found
        return found

    def _best(self, place: int, number: int) -> tuple[int, int]:
        gear = self._dice[number].gear
        if not self._dice[number].left:
            return ALL, self.made.end("end", place, gear)
        best, rank = OUT - 1, RANK[OUT] - 1
        among: set[int] = set()
        for step in self._ways(number):
            for lead, is_plain, limit in self._leads[place][step.gear]:
                if is_plain and step.shown < limit:
                    well, expression = self._driven(lead.to, step.rest)
                elif found := self._led(lead, step):
                    well, expression = found
                else:
                    continue
                if RANK[well] > rank:
                    among.clear()
                    rank = RANK[well]
                if RANK[well] == rank:
                    among.add(expression)
                best = max(best, well)
        if not among:
            return LEFT_OVER, self.made.end("end", place, gear)
        return best, self.made.least(among)

    def _led(self, lead: Lead, step: Step) -> tuple[int, int] | None:
        """How well it goes to drive a die where `lead` goes, and to what; None where the die may not go there."""
        task = self.task
        rest = step.rest
        if lead.out:
            return OUT, self._out
        if step.is_gas and self._is_dry[lead.to]:
            if self._dice[rest].dry:
                return None
            rest = self._number(self._dice[rest]._replace(dry=True))
        lost = lead.lost or (step.shown > 0 and (lead.hard or step.shown >= task.limit[lead.to]))
        well, number = self._there(lead.to, rest, lost=lost)
        if task.is_cut[lead.to]:
            number = self.made.drawn(lead.to, number, self._punctured(lead.to, rest, lost=lost))
        return well, number

    def may_be_out(self, number: int) -> bool:
        """Whether this expression may come to being out of the rally at once."""
        found = self._outs.get(number)
        if found is None:
            kind, told = self.made.made[number]
            among = told if kind == "least" else told[1:] if kind == "drawn" else ()
            found = self._outs[number] = number == self._out or any(map(self.may_be_out, among))
        return found

    def _there(self, place: int, number: int, *, lost: bool) -> tuple[int, int]:
        """How well it goes for a car that has come to a space with these dice left, and the number of the expression."""
        if not lost and place != self.task.finish:
            return self._driven(place, number)
        dice = self._dice[number]
        if lost:
            return EARLY if dice.left else LAST, self.made.end("lost", place, dice.gear)
        all_used = not dice.left or self.task.options.attack_finish == "spaces"
        return ALL if all_used else LEFT_OVER, self.made.end("end", place, dice.gear)

    def _punctured(self, place: int, number: int, *, lost: bool) -> int:
        """The result after a puncture, which takes a gas die; of two different ones the driver chooses."""
        dice = self._dice[number]
        if lost or not (dice.gas or dice.gas_hazards):
            return self._there(place, number, lost=lost)[1]
        ways = []
        if dice.gas:
            ways.append(self._number(dice._replace(gas=dice.gas - 1)))
        if dice.gas_hazards:
            ways.append(self._number(dice._replace(gas_hazards=dice.gas_hazards - 1)))
        return self.made.least(self._there(place, way, lost=False)[1] for way in ways)


def _bits(gears: tuple[int, ...]) -> int:
    return sum(1 << die for die in gears)


def _runs(gear: int) -> Iterator[tuple[int, ...]]:
    """The sets of gear dice that the gear box lets be driven in one turn: none, or a row that begins beside the gear."""
    found: set[tuple[int, ...]] = {()}
    for first in (gear - 1, gear, gear + 1) if gear else (1,):
        for last in range(1, GEAR_DICE + 1):
            if 0 < first <= GEAR_DICE:
                found.add(tuple(range(min(first, last), max(first, last) + 1)))
    yield from sorted(found)
