"""Attacks: all sets of dice that may be rolled at once from a space, and their costs for every way they can fall.

What rolled dice (`rolls.py`) can be driven to from a space is found once for each number of such dice. How well the
dice can go decides first, as the rules demand: whoever can drive all dice must, and nobody loses control by choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from rallyman_tutor.coach.classic.solver.rolls import Dice, DieWay, bits, rolls_of, runs
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.coach.solver.arrangements import Expressions
from rallyman_tutor.games.classic.alone import Target
from rallyman_tutor.games.classic.state import GAS, GAS_DICE, GEAR_DICE, MOST_PUNCTURES
from rallyman_tutor.games.classic.step import LEAST_DICE

ALL, LAST, EARLY, LEFT_OVER, OUT = 3, 2, 1, 0, -1
"""How an attack ends, the best first: every die driven; control lost on the last one, or earlier; dice left; out."""
RANK = {ALL: 2, LAST: 1, EARLY: 1, LEFT_OVER: 0, OUT: -1}
"""The rank of each end by the rules: losing control on the last die is no better than losing it earlier."""


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
        self._rolls = rolls_of(task.hazard[1], task.hazard[GAS])
        self._known: list[dict[int, tuple[int, int]]] = [{} for _ in task.stage.road.spaces]
        self._sets: dict[tuple[int, int], tuple[Set, ...]] = {}
        self._risks: dict[int, int] = {}
        self._dangerous = cache(self._fewest)
        self._is_dry = [task.winter and not space.snow for space in task.stage.road.spaces]
        self._leads = cache(self._leads_from)

    def _leads_from(self, place: int) -> Sequence[Sequence[tuple[Target, int, bool, int]]]:
        """By gear: where a die leads from a space."""
        return [[self._way(lead) for lead in leads] for leads in self.task.leads[place]]

    def _way(self, lead: Target) -> tuple[Target, int, bool, int]:
        """A lead, where it goes, whether it is so plain that only hazards matter there, and how many of them lose
        control."""
        task = self.task
        is_odd = lead.lost or lead.out or lead.to == task.finish or task.is_cut[lead.to] or self._is_dry[lead.to]
        return lead, lead.to, not is_odd, 1 if lead.hard else task.limit[lead.to]

    def _fewest(self, dice: int, place: int) -> int:
        """The fewest hazards that can lose control with so many dice from a space on."""
        if not dice:
            return 9
        leads = [lead for leads in self.task.leads[place] for lead in leads]
        near = (1 if lead.hard else self.task.limit[lead.to] for lead in leads)
        return min([9, *near, *(self._dangerous(dice - 1, to) for to in {lead.to for lead in leads})])

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
        most = spaces_to_finish(task, place) if finish else GEAR_DICE + GAS_DICE
        for gears in runs(gear):
            for gas in range(GAS_DICE + 1):
                if not LEAST_DICE <= len(gears) + gas <= most or (not gear and not gears):
                    continue
                best, undone = self._driven(place, self._rolls.number(Dice(gear, 0, bits(gears), 0, gas, 0)))
                if best < LAST:
                    continue
                falls: dict[int, float] = {}
                fewest = self._dangerous(len(gears) + gas, place)
                for share, hazards, dice in self._rolls.falls(gear, gears, gas):
                    number = undone if hazards < fewest else self._best(place, dice)[1]
                    falls[number] = falls.get(number, 0.0) + share
                yield Set(gears, gas, falls, undone)

    def forget(self, places: Iterable[int]) -> None:
        """Forget what dice on these spaces come to: all sets from which a car can come there are found."""
        for place in places:
            self._known[place].clear()
        self.made.forget()

    # -- Dice on the road ---------------------------------------------------------------------------------------------

    def driven(self, place: int, dice: Dice) -> int:
        """The number of the expression for what these dice can be driven to from a space."""
        return self._driven(place, self._rolls.number(dice))[1]

    def _driven(self, place: int, number: int) -> tuple[int, int]:
        """How well these dice can go at best, and the number of the expression for what they can be driven to."""
        found = self._known[place].get(number)
        if found is None:
            danger = self._rolls.danger[number]
            if danger and danger < self._dangerous(self._rolls.left[number], place):  # so few hazards change nothing
                found = self._driven(place, self._rolls.calm(number))
            else:
                found = self._best(place, number)
            self._known[place][number] = found
        return found

    def _best(self, place: int, number: int) -> tuple[int, int]:
        rolls, known, leads = self._rolls, self._known, self._leads(place)
        gear = rolls.dice[number].gear
        if not rolls.left[number]:
            return ALL, self.made.end("end", place, gear)
        best, rank = OUT - 1, RANK[OUT] - 1
        among: set[int] = set()
        for step in rolls.ways(number):
            _, shown, _, rest = step
            for lead, to, is_plain, limit in leads[step.gear]:
                is_driven = is_plain and shown < limit
                found = known[to].get(rest) or self._driven(to, rest) if is_driven else self._led(lead, step)
                if found is None:
                    continue
                well, expression = found
                how = RANK[well]
                if how > rank:
                    among, rank = {expression}, how
                elif how == rank:
                    among.add(expression)
                best = max(best, well)
        if not among:
            return LEFT_OVER, self.made.end("end", place, gear)
        return best, self.made.least(among)

    def _led(self, lead: Target, step: DieWay) -> tuple[int, int] | None:
        """The rank and the expression of driving a die where `lead` goes; None where the die may not go there."""
        task = self.task
        rest = step.rest
        if lead.out:
            return OUT, self.made.end("out", lead.to, 0)
        if step.is_gas and self._is_dry[lead.to]:
            if self._rolls.dice[rest].dry:
                return None
            rest = self._rolls.number(self._rolls.dice[rest]._replace(dry=True))
        lost = lead.lost or (step.shown > 0 and (lead.hard or step.shown >= task.limit[lead.to]))
        well, number = self._there(lead.to, rest, lost=lost)
        if task.is_cut[lead.to]:
            number = self.made.drawn(lead.to, number, self._punctured(lead.to, rest, lost=lost))
        return well, number

    def risks(self, number: int) -> int:
        """The most punctures that this expression may bring; being out of the rally at once counts as all there are."""
        found = self._risks.get(number)
        if found is None:
            kind, told = self.made.made[number]
            if kind == "least":
                found = max(map(self.risks, told))
            elif kind == "drawn":
                found = 1 + max(map(self.risks, told[1:]))
            else:
                found = MOST_PUNCTURES if told[0] == "out" else 0
            self._risks[number] = found
        return found

    def _there(self, place: int, number: int, *, lost: bool) -> tuple[int, int]:
        """The end of a car that has come to a space with these dice left, by rank, and the number of the expression."""
        if not lost and place != self.task.finish:
            return self._driven(place, number)
        dice = self._rolls.dice[number]
        if lost:
            return EARLY if dice.left else LAST, self.made.end("lost", place, dice.gear)
        all_used = not dice.left or self.task.options.attack_finish == "spaces"
        return ALL if all_used else LEFT_OVER, self.made.end("end", place, dice.gear)

    def _punctured(self, place: int, number: int, *, lost: bool) -> int:
        """The result after a puncture, which takes a gas die; of two different ones the driver chooses."""
        dice = self._rolls.dice[number]
        if lost or not (dice.gas or dice.gas_hazards):
            return self._there(place, number, lost=lost)[1]
        ways = []
        if dice.gas:
            ways.append(self._rolls.number(dice._replace(gas=dice.gas - 1)))
        if dice.gas_hazards:
            ways.append(self._rolls.number(dice._replace(gas_hazards=dice.gas_hazards - 1)))
        return self.made.least(self._there(place, way, lost=False)[1] for way in ways)


def spaces_to_finish(task: Task, place: int) -> int:
    """How many spaces there are to the finish line."""
    road = task.stage.road
    here = road.spaces[place]
    left = road.items[here.item].drifts - here.nth if here.kind == "drift" else 0
    return left + sum(max(1, item.drifts) for item in road.items[here.item + 1 :]) + 1
