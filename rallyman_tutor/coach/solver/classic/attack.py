"""Attacks: all sets of dice that may be rolled at once from a space, and what they come to for every way they can fall.

The same dice on the same space are met again from many sides; what they can be driven to is found once. How well the dice
can go decides first, as the rules demand: whoever can drive all dice must, and nobody loses control by choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import comb
from typing import NamedTuple

from rallyman_tutor.coach.solver.arrangements import Expressions
from rallyman_tutor.coach.solver.classic.task import Task
from rallyman_tutor.games.classic.state import GAS, GAS_DICE, GEAR_DICE
from rallyman_tutor.games.classic.step import LEAST_DICE

ALL, LAST, EARLY, LEFT_OVER, OUT = 3, 2, 1, 0, -1
"""How an attack ends, the best first: every die driven; control lost on the last one, or earlier; dice left over; out."""


class Hand(NamedTuple):
    """Dice that lie rolled and not yet driven, on a space."""

    place: int
    gear: int
    run: int  # 0: no gear die driven yet; 2: one; 1 and -1: up or down the gears
    clean: int  # gear dice, as bits
    hazards: int
    gas: int
    gas_hazards: int
    shown: int  # hazards driven so far
    dry: bool  # on winter tyres: a gas die was driven on dry road


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
        self._known: dict[Hand, tuple[int, int]] = {}
        self._sets: dict[tuple[int, int], tuple[Set, ...]] = {}
        self._out = self.made.end("out", 0, 0)
        self._dangerous = self._dangers()

    def _dangers(self) -> list[int]:
        """By space: the fewest hazards that can lose control with the dice of one attack from there on."""
        task = self.task
        least = [1 if any(lead.hard for leads in all_ for lead in leads) else 9 for all_ in task.leads]
        near = [sorted({lead.to for leads in all_ for lead in leads}) for all_ in task.leads]
        least = [min([count, *(task.limit[to] for to in ahead)]) for count, ahead in zip(least, near, strict=True)]
        for _ in range(GEAR_DICE + GAS_DICE - 1):
            least = [min([least[at], *(least[to] for to in ahead)]) for at, ahead in enumerate(near)]
        return least

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
        for dice in _runs(gear):
            for gas in range(GAS_DICE + 1):
                if not LEAST_DICE <= len(dice) + gas <= most or (not gear and not dice):
                    continue
                bits = sum(1 << die for die in dice)
                best, undone = self.driven(Hand(place, gear, 0, bits, 0, gas, 0, 0, False))
                if best >= LAST:
                    yield Set(dice, gas, self._falls(place, gear, dice, gas), undone)

    def _spaces_to_finish(self, place: int) -> int:
        road = self.task.stage.road
        here = road.spaces[place]
        left = road.items[here.item].drifts - here.nth if here.kind == "drift" else 0
        return left + sum(max(1, item.drifts) for item in road.items[here.item + 1 :]) + 1

    def _falls(self, place: int, gear: int, dice: tuple[int, ...], gas: int) -> Mapping[int, float]:
        """The chance of each expression that the dice may come to when they are rolled."""
        found: dict[int, float] = {}
        black, white = self.task.hazard[1], self.task.hazard[GAS]
        for faces in product((0, 1), repeat=len(dice)):
            hazards = sum(face << die for die, face in zip(dice, faces, strict=True))
            clean = sum(1 << die for die in dice) - hazards
            share = black ** sum(faces) * (1 - black) ** (len(dice) - sum(faces))
            for bad in range(gas + 1):
                number = self.driven(Hand(place, gear, 0, clean, hazards, gas - bad, bad, 0, False))[1]
                part = share * comb(gas, bad) * white**bad * (1 - white) ** (gas - bad)
                found[number] = found.get(number, 0.0) + part
        return found

    def driven(self, hand: Hand) -> tuple[int, int]:
        """How well these dice can go at best, and the number of the expression for what they can be driven to."""
        place, gear, run, clean, hazards, gas, gas_hazards, shown, dry = hand
        if (shown or hazards or gas_hazards) and shown + hazards.bit_count() + gas_hazards < self._dangerous[place]:
            # so few hazards change nothing
            hand = Hand(place, gear, run, clean | hazards, 0, gas + gas_hazards, 0, 0, dry)
        found = self._known.get(hand)
        if found is None:
            found = self._known[hand] = self._driven(hand)
        return found

    def _driven(self, hand: Hand) -> tuple[int, int]:
        if not (hand.clean or hand.hazards or hand.gas or hand.gas_hazards):
            return ALL, self.made.end("end", hand.place, hand.gear)
        steps = list(self._steps(hand))
        if not steps:
            return LEFT_OVER, self.made.end("end", hand.place, hand.gear)
        best = max(map(_rank, (well for well, _ in steps)))
        return max(well for well, _ in steps), self.made.least(number for well, number in steps if _rank(well) == best)

    def _steps(self, hand: Hand) -> Iterator[tuple[int, int]]:
        """Each die that can be driven now, on each space it leads to: how well that goes, and to what."""
        place, gear, run, clean, hazards, gas, gas_hazards, shown, dry = hand
        near = (gear + run,) if run in (1, -1) else (gear - 1, gear + 1) if run else (gear - 1, gear, gear + 1)
        for die in near if gear else (1,):
            bit = 1 << die if die > 0 else 0
            now = die - gear if run else 2
            if clean & bit:
                rest = Hand(0, die, now, clean - bit, hazards, gas, gas_hazards, shown, dry)
                yield from self._led(place, die, rest, hazard=False, is_gas=False)
            if hazards & bit:
                rest = Hand(0, die, now, clean, hazards - bit, gas, gas_hazards, shown, dry)
                yield from self._led(place, die, rest, hazard=True, is_gas=False)
        if gear and gas:
            rest = Hand(0, gear, run, clean, hazards, gas - 1, gas_hazards, shown, dry)
            yield from self._led(place, gear, rest, hazard=False, is_gas=True)
        if gear and gas_hazards:
            rest = Hand(0, gear, run, clean, hazards, gas, gas_hazards - 1, shown, dry)
            yield from self._led(place, gear, rest, hazard=True, is_gas=True)

    def _led(self, place: int, gear: int, rest: Hand, *, hazard: bool, is_gas: bool) -> Iterator[tuple[int, int]]:
        task = self.task
        for lead in task.leads[place][gear]:
            dry = rest.dry
            if is_gas and task.winter and not task.stage.road.spaces[lead.to].snow:
                if dry:
                    continue
                dry = True
            after = rest._replace(place=lead.to, shown=rest.shown + hazard, dry=dry)
            if lead.out:
                yield OUT, self._out
                continue
            lost = lead.lost or (hazard and (lead.hard or after.shown >= task.limit[lead.to]))
            well, number = self._there(after, lost=lost)
            if task.is_cut[lead.to]:
                number = self.made.drawn(lead.to, number, self._punctured(after, lost=lost))
            yield well, number

    def _there(self, hand: Hand, *, lost: bool) -> tuple[int, int]:
        """How well it goes for a car that has come to a space with these dice left, and the number of the expression."""
        left = hand.clean or hand.hazards or hand.gas or hand.gas_hazards
        if lost:
            return EARLY if left else LAST, self.made.end("lost", hand.place, hand.gear)
        if hand.place == self.task.finish:
            all_used = not left or self.task.options.attack_finish == "spaces"
            return ALL if all_used else LEFT_OVER, self.made.end("end", hand.place, hand.gear)
        return self.driven(hand)

    def _punctured(self, hand: Hand, *, lost: bool) -> int:
        """The result after a puncture, which takes a gas die; of two different ones the driver chooses."""
        if lost or not (hand.gas or hand.gas_hazards):
            return self._there(hand, lost=lost)[1]
        ways = []
        if hand.gas:
            ways.append(self._there(hand._replace(gas=hand.gas - 1), lost=False)[1])
        if hand.gas_hazards:
            ways.append(self._there(hand._replace(gas_hazards=hand.gas_hazards - 1), lost=False)[1])
        return self.made.least(ways)


def _rank(well: int) -> int:
    """What the rules tell apart: losing control on the last die is no better than losing it earlier."""
    return min(well, 1) + (well == ALL)


def _runs(gear: int) -> Iterator[tuple[int, ...]]:
    """The sets of gear dice that the gear box lets be driven in one turn: none, or a row that begins beside the gear."""
    found: set[tuple[int, ...]] = {()}
    for first in (gear - 1, gear, gear + 1) if gear else (1,):
        for last in range(1, GEAR_DICE + 1):
            if 0 < first <= GEAR_DICE:
                found.add(tuple(range(min(first, last), max(first, last) + 1)))
    yield from sorted(found)
