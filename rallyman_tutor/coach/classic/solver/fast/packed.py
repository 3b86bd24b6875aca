"""Attacks on one stage as flat arrays, for `loops.py`: for every space the sets of dice that may be rolled there, and what each
way they can fall comes to. It is the same for every chance, so it is made once for a stage.

What is found is what `attack.py` finds; here all dice are laid on a space at once, there only those that are asked for.
An expression is known by its number: below `ends` it is one end, others are the least of several ends, or a drawn card.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from rallyman_tutor.coach.classic.solver.attack import spaces_to_finish
from rallyman_tutor.coach.classic.solver.fast import loops
from rallyman_tutor.coach.classic.solver.fast.loops import ALL, LEFT_OVER
from rallyman_tutor.coach.classic.solver.rolls import Dice, bits, rolls_of, runs
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.coach.solver.compiled import Flags, Floats, Ints
from rallyman_tutor.games.classic.state import GAS, GAS_DICE, GEAR_DICE
from rallyman_tutor.games.classic.step import LEAST_DICE

GEARS = GEAR_DICE + 1
ROOM = 1 << 16
"""For how many expressions there is room at first, with four ends each; more is made when it is needed."""


class AllDice(NamedTuple):
    """All dice that can lie rolled or be left of an attack, by number; and the sets that may be rolled, by their own."""

    way_first: Ints  # by dice: which ways there are to drive one of them
    way_gear: Ints
    way_shown: Ints
    way_is_gas: Flags
    way_rest: Ints
    gear: Ints
    left: Ints
    dry: Ints  # by dice: the same after a gas die on dry road; -1 where that was driven
    fewer: Ints  # by dice: both ways to give up a gas die; -1 for none
    sets: Ints  # gear of the car, gear dice, gas dice; those of fewest dice first
    undone: Ints  # by set: its dice without hazards
    fall_first: Ints  # by set: which ways it can fall
    fall_dice: Ints
    fall_share: Floats


@lru_cache(maxsize=1)
def all_dice(black: float, white: float, *, winter: bool) -> AllDice:
    """All dice, by the chances of their hazards; on winter tyres also those after a gas die on dry road."""
    rolls = rolls_of(black, white)
    sets = [
        (gear, gears, gas)
        for gear, gas in product(range(GEARS), range(GAS_DICE + 1))
        for gears in runs(gear)
        if len(gears) + gas >= LEAST_DICE and (gear or gears)
    ]
    sets.sort(key=lambda one: len(one[1]) + one[2])
    undone = [rolls.number(Dice(gear, 0, bits(gears), 0, gas, 0)) for gear, gears, gas in sets]
    falls = [[(share, dice) for share, _, dice in rolls.falls(*one) if share] for one in sets]
    dry, fewer = [], []
    number = 0
    while number < len(rolls.dice):  # more of them are met on the way
        dice = rolls.dice[number]
        rolls.ways(number)
        fewer.append(
            (
                rolls.number(dice._replace(gas=dice.gas - 1)) if dice.gas else -1,
                rolls.number(dice._replace(gas_hazards=dice.gas_hazards - 1)) if dice.gas_hazards else -1,
            )
        )
        dry.append(rolls.number(dice._replace(dry=True)) if winter and not dice.dry else -1)
        number += 1
    ways = [rolls.ways(number) for number in range(len(rolls.dice))]
    steps = [step for each in ways for step in each]
    return AllDice(
        _firsts(ways),
        np.array([step.gear for step in steps]),
        np.array([step.shown for step in steps]),
        np.array([step.is_gas for step in steps]),
        np.array([step.rest for step in steps]),
        np.array([dice.gear for dice in rolls.dice]),
        np.array(rolls.left),
        np.array(dry),
        np.array(fewer),
        np.array([(gear, len(gears), gas) for gear, gears, gas in sets]),
        np.array(undone),
        _firsts(falls),
        np.array([dice for each in falls for _, dice in each]),
        np.array([share for each in falls for share, _ in each]),
    )


class Rolled(NamedTuple):
    """The sets of one number of dice that may be rolled on a space. Ends and expressions have numbers of their own here: first the
    ends of the program, then the cards that may be drawn."""

    many: int
    sets: Ints  # gear of the car, gear dice, gas dice, expression after Sisu, first fall; and a last line for the end of all falls
    fall_number: Ints  # by fall: its expression
    fall_share: Floats
    first: Ints  # by expression: which of the ends it is the least of
    ends: Ints
    cards: Ints  # by card: the expressions for a harmless one and for a puncture, and how many may be drawn with it


class Program(NamedTuple):
    """What attacks from one space come to."""

    ends: list[tuple[str, int, int]]  # what it is, the space and the gear
    counting: list[int]  # ends that come to more the more dice were rolled: who is out earns nothing for them
    draws: int  # how many shortcut cards may be drawn at most in one attack
    rolled: list[Rolled]


class Card(NamedTuple):
    """A shortcut card that is drawn."""

    harmless: int  # the expression after a harmless one
    spiked: int
    draws: int  # how many cards may be drawn from here on, with this one


class Packed:
    """All attacks on one stage."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._dice = all_dice(task.hazard[1], task.hazard[GAS], winter=task.winter)
        places, many = len(task.stage.road.spaces), len(self._dice.gear)
        self._programs: list[Program | None] = [None] * places
        self._is_laid = [False] * places
        self._is_dry = np.array([task.winter and not space.snow for space in task.stage.road.spaces])
        self._well = np.zeros((places, many), np.int8)
        self._there = np.zeros((places, many), np.int32)
        self._fixed = 2 * places * GEARS + 1
        self._ends = np.arange(4 * ROOM, dtype=np.int32)
        self._first = np.arange(ROOM, dtype=np.int32)
        self._made = np.full(2, self._fixed)
        self._hashes = np.empty(loops.HASHES, np.int64)
        self._lost = 2 * np.arange(places * GEARS).reshape(places, GEARS) + 1
        self._cards: dict[int, Card] = {}  # by end
        self._finish()

    def at(self, place: int) -> Program:
        """What attacks from a space come to."""
        self._lay(place)
        found = self._programs[place]
        assert found is not None
        return found

    def _finish(self) -> None:
        """What a car comes to that crosses the finish."""
        place, dice = self._task.finish, self._dice
        may_be_left = self._task.options.attack_finish == "spaces"
        self._well[place] = ALL if may_be_left else np.where(dice.left, LEFT_OVER, ALL)
        self._there[place] = self._end(place, dice.gear)
        self._is_laid[place] = True

    def _end(self, place: int, gear: Ints) -> Ints:
        return 2 * (GEARS * place + gear)

    # -- Dice on the road ---------------------------------------------------------------------------------------------

    def _lay(self, place: int) -> None:
        """Find what all dice can be driven to from a space, and which sets may be rolled there."""
        if self._is_laid[place]:
            return
        task, dice = self._task, self._dice
        leads = task.leads[place]
        every = [lead for each in leads for lead in each]
        for to in sorted({lead.to for lead in every}, reverse=True):
            self._lay(to)
        limits = [-1 if lead.out else 0 if lead.lost else 1 if lead.hard else task.limit[lead.to] for lead in every]
        lead_to, lead_limit = np.array([lead.to for lead in every], np.int64), np.array(limits, np.int64)
        while True:
            here = self._end(place, dice.gear)
            self._well[place] = np.where(dice.left, LEFT_OVER, ALL)
            if loops.lay(
                place, _firsts(leads), lead_to, lead_limit, self._is_dry,
                dice.way_first, dice.way_gear, dice.way_shown, dice.way_is_gas, dice.way_rest, dice.gear, dice.left, dice.dry,
                self._well, here, self._there, self._lost, self._fixed - 1,
                self._first, self._ends, self._made, self._hashes,
            ):  # fmt: skip
                break
            self._make_room()
        self._is_laid[place] = True
        self._programs[place] = self._program(place, here)
        self._there[place] = self._arriving(place, here) if task.is_cut[place] else here

    def _make_room(self) -> None:
        """Make room for more expressions."""
        self._first = np.resize(self._first, 2 * len(self._first))
        self._ends = np.resize(self._ends, 2 * len(self._ends))

    def _arriving(self, place: int, here: Ints) -> Ints:
        """What dice come to on a space where a shortcut card is drawn first."""
        spiked = np.empty_like(here)
        while not loops.punctured(self._dice.fewer, here, spiked, self._first, self._ends, self._made, self._hashes):
            self._make_room()
        self._lost[place] = self._drawn(self._lost[place], self._lost[place])
        return self._drawn(here, spiked)

    def _drawn(self, harmless: Ints, spiked: Ints) -> Ints:
        """A card that is drawn: an end by itself, the same wherever the same follows."""
        pairs, which = np.unique(np.stack([harmless, spiked]), axis=1, return_inverse=True)
        number, used = self._made
        while number + pairs.shape[1] + 1 > len(self._first) or used + pairs.shape[1] > len(self._ends):
            self._make_room()
        for at, (one, other) in enumerate(pairs.T.tolist()):
            self._ends[used + at] = number + at
            self._first[number + at + 1] = used + at + 1
            self._cards[number + at] = Card(one, other, 1 + max(self._draws(one), self._draws(other)))
        self._made += pairs.shape[1]
        found: Ints = number + which.reshape(-1)
        return found

    def _draws(self, number: int) -> int:
        """How many cards may be drawn at most in an expression."""
        ends = self._ends[self._first[number] : self._first[number + 1]]
        return max((self._cards[end].draws for end in ends[ends >= self._fixed].tolist()), default=0)

    # -- Sets of dice -------------------------------------------------------------------------------------------------

    def _program(self, place: int, here: Ints) -> Program:
        """What the sets come to that may be rolled on a space."""
        dice = self._dice
        is_short = self._task.options.attack_finish == "spaces"
        most = spaces_to_finish(self._task, place) if is_short else GEAR_DICE + GAS_DICE
        kept, kept_first = np.zeros(len(dice.sets), np.int64), np.zeros(len(dice.sets) + 1, np.int64)
        number, share = np.empty(len(dice.fall_dice), np.int64), np.empty(len(dice.fall_dice))
        count = loops.gather(
            self._well[place], here, most, dice.sets, dice.undone, dice.fall_first, dice.fall_dice, dice.fall_share,
            np.full(self._made[0], -1), kept, kept_first, number, share,
        )  # fmt: skip
        kept = kept[:count]
        undone = here[dice.undone[kept]]
        asked, cards, _ = self._with_cards(np.concatenate([number[: kept_first[count]], undone]))
        ends, _ = self._flat(asked)
        fixed = np.unique(ends[ends < self._fixed])
        told = [self._told(end) for end in fixed.tolist()]
        rolled = []
        dice_of = dice.sets[kept, 1] + dice.sets[kept, 2]
        for many in range(LEAST_DICE, GEAR_DICE + GAS_DICE + 1):
            low, high = np.searchsorted(dice_of, (many, many + 1))
            if low < high:
                falls = slice(kept_first[low], kept_first[high])
                sets = np.empty((high - low + 1, 5), np.int64)
                sets[:-1, :3] = dice.sets[kept[low:high]]
                sets[:-1, 3] = undone[low:high]
                sets[:, 4] = kept_first[low : high + 1] - kept_first[low]
                rolled.append(self._rolled(many, fixed, sets, number[falls], share[falls]))
        counting = [
            at for at, (what, to, _) in enumerate(told) if what == "out" or (what == "lost" and self._draws_thrown(to))
        ]
        return Program(told, counting, max((self._cards[card].draws for card in cards), default=0), rolled)

    def _rolled(self, many: int, fixed: Ints, sets: Ints, number: Ints, share: Floats) -> Rolled:
        """Some sets with the numbers that ends and expressions have for them."""
        asked, cards, after = self._with_cards(np.concatenate([number, sets[:-1, 3]]))
        ends, first = self._flat(asked)
        sets[:-1, 3] = np.searchsorted(asked, sets[:-1, 3])
        own = np.concatenate([fixed, cards])
        return Rolled(
            many,
            sets,
            np.searchsorted(asked, number),
            share.copy(),
            first,
            np.searchsorted(own, ends),
            np.column_stack([np.searchsorted(asked, after), [self._cards[card].draws for card in cards]]),
        )

    def _draws_thrown(self, place: int) -> bool:
        """Whether lost control on a space may take a car onto a shortcut, where it draws a card."""
        return place != self._task.finish and any(then.draws for then in self._task.thrown[place])

    def _told(self, end: int) -> tuple[str, int, int]:
        """What an end is, its space and gear."""
        if end == self._fixed - 1:
            return "out", 0, 0
        at, is_lost = divmod(end, 2)
        return "lost" if is_lost else "end", at // GEARS, at % GEARS

    def _with_cards(self, numbers: Ints) -> tuple[Ints, list[int], Ints]:
        """Some expressions and those after cards that may be drawn in them; these cards, in their own order, since what follows on a card
        was made before it; and by card the expressions after it."""
        asked = numbers = np.unique(numbers)
        found: set[int] = set()
        while len(numbers):
            ends, _ = self._flat(numbers)
            cards = set(ends[ends >= self._fixed].tolist()) - found
            found |= cards
            numbers = np.array([part for card in cards for part in self._cards[card][:2]], np.int64)
        cards_in_order = sorted(found)
        after = np.array([self._cards[card][:2] for card in cards_in_order], np.int64).reshape(-1, 2)
        return np.union1d(asked, after), cards_in_order, after

    def _flat(self, numbers: Ints) -> tuple[Ints, Ints]:
        """The ends of some expressions one after the other, and where those of each begin."""
        starts = self._first[numbers]
        lengths = self._first[numbers + 1] - starts
        first = np.concatenate([[0], np.cumsum(lengths)])
        return self._ends[np.repeat(starts - first[:-1], lengths) + np.arange(first[-1])], first


def _firsts(parts: Sequence[Sequence[object]]) -> Ints:
    """Where each part begins when all stand in one row, and where the last one ends."""
    return np.cumsum([0, *map(len, parts)])
