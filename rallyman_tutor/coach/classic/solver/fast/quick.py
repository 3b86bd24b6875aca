"""What the sweep has reckoned by the loops (`loops.py`): a die that is driven from a node, and all attacks from a space. Their arrays
are put together here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from rallyman_tutor.coach.classic.solver.fast import loops
from rallyman_tutor.coach.classic.solver.fast.packed import Packed, Rolled
from rallyman_tutor.coach.classic.solver.sweep import Earned, Ends
from rallyman_tutor.coach.classic.solver.task import Hand, Task
from rallyman_tutor.coach.solver.compiled import Floats, Ints
from rallyman_tutor.games.classic.alone import Lead
from rallyman_tutor.games.classic.state import GAS_DICE, GEAR_DICE, MOST_PUNCTURES


class Terms(NamedTuple):
    """What a sweep reckons by, beside the road."""

    spent: float  # what a second counts that is paid
    out: float  # the cost of being out of the rally
    may_secure: bool
    lucky: bool  # as in `Chance`
    unlimited: bool


Stood: TypeAlias = tuple[Floats, Any]
"""Values, and where in them the hands stand that are asked for: a row of each, or all as they are."""


class Quick:
    """The loops for one sweep."""

    def __init__(self, task: Task, packed: Packed, terms: Terms) -> None:
        self._task = task
        self._packed = packed
        self._terms = terms
        self._all_rows = np.arange(max(len(hands) for each in task.hands for hands in each))

    # -- One die ------------------------------------------------------------------------------------------------------

    def drive(self, found: Floats, clean: Stood, lost: Stood, die: int, lead: Lead) -> None:
        """Lower `found` where it is better to drive one more die, from the values of the node it leads to and of control lost there."""
        hands, terms = found.shape[2], self._terms
        loops.drive(
            found, *self._stood(clean, hands), *self._stood(lost, hands), self._task.hazard[die],
            1 if lead.hard else self._task.limit[lead.to], terms.may_secure, terms.spent, terms.unlimited, terms.lucky,
        )  # fmt: skip

    def _stood(self, values: Stood, hands: int) -> tuple[Floats, Ints]:
        array, rows = values
        return np.ascontiguousarray(array), self._all_rows[:hands] if isinstance(rows, slice) else rows

    # -- Attacks ------------------------------------------------------------------------------------------------------

    def attack(
        self,
        place: int,
        found: Floats,
        ends: Callable[[int, tuple[Hand, ...], int], Ends],
        earned: Callable[[int], Earned],
    ) -> None:
        """Lower the values of the turns that start on a space, by gear, hand, damage, Sisu and seconds, where it is better to attack; the
        hands without punctures come first. `ends` has what attacks end in, by punctures, hands and the number of dice."""
        task, terms = self._task, self._terms
        program = self._packed.at(place) if task.options.attack and not task.options.training else None
        if program is None or not program.rolled:
            return
        rows = _rows(task, place, program.draws)
        hands = [(one.punctures, hand) for one in rows for hand in one.hands]
        by_punctures = np.array([punctures for punctures, _ in hands])
        share = np.array([task.puncture(punctures, hand) for punctures, hand in hands])
        after = _after(rows)
        same = [(punctures, np.flatnonzero(by_punctures == punctures)) for punctures in set(by_punctures.tolist())]
        known = np.zeros((len(program.ends), len(hands), *found.shape[2:]))

        def fill(numbers: Iterable[int], dice: int) -> None:
            for punctures, which in same:
                of = ends(punctures, tuple(hands[row][1] for row in which), dice)
                for number in numbers:
                    what, to, gear = program.ends[number]
                    if task.hands[to][punctures]:
                        known[number, which] = of.ended(what, to, gear)

        fill(range(len(program.ends)), 0)
        flat = known.reshape(*known.shape[:2], -1)
        for rolled in program.rolled:
            fill(program.counting, rolled.many)
            seconds, sure, worth = earned(rolled.many)
            drawn = np.empty((len(rolled.cards), len(after), _most(rolled, found)))
            if len(rolled.cards):
                loops.draw(
                    flat, drawn, rolled.cards, rolled.first, rolled.ends, after, share, terms.out + worth, terms.lucky
                )
            is_sure = np.zeros(len(seconds), np.bool_) if sure is None else sure
            loops.attack(
                found, flat, drawn, rolled.first, rolled.ends, rolled.sets, rolled.fall_number, rolled.fall_share,
                GAS_DICE - by_punctures, seconds, is_sure, worth, terms.lucky,
            )  # fmt: skip


def _most(rolled: Rolled, found: Floats) -> int:
    """How many values matter of every hand: not those with so much damage that the sets cannot be rolled."""
    damages = GEAR_DICE - int(rolled.sets[:-1, 1].min()) + 1
    _, _, most, sisus, seconds = found.shape
    return int(min(damages, most) * sisus * seconds)


class Rows(NamedTuple):
    """Hands with the same punctures; and which rows these become by a harmless card, and by a puncture: -1 where that is not needed."""

    punctures: int
    hands: tuple[Hand, ...]
    draws: int  # how many shortcut cards may still be drawn
    harmless: int
    spiked: int


def _rows(task: Task, place: int, draws: int) -> list[Rows]:
    """The hands that a car may have on a space, and those that follow on them when so many shortcut cards may be drawn."""
    todo = [(punctures, hands, draws) for punctures, hands in enumerate(task.hands[place]) if hands]
    found = []
    for punctures, hands, left in todo:  # more of them are met on the way
        harmless = spiked = -1
        if left:
            harmless = len(todo)
            todo.append((punctures, tuple((wheel, cards + 1) for wheel, cards in hands), left - 1))
            if punctures < MOST_PUNCTURES and any(task.puncture(punctures, hand) for hand in hands):
                spiked = len(todo)
                todo.append((punctures + 1, hands, left - 1))
        found.append(Rows(punctures, hands, left, harmless, spiked))
    return found


def _after(rows: Sequence[Rows]) -> Ints:
    """By hand that a card may be drawn with: where the hand stands that follows after a harmless card, and after a puncture; and how many
    cards may be drawn."""
    starts = [0, *accumulate(len(one.hands) for one in rows)]
    found = [
        (starts[one.harmless] + at, starts[one.spiked] + at if one.spiked >= 0 else -1, one.draws)
        for one in rows
        if one.draws
        for at in range(len(one.hands))
    ]
    return np.array(found, np.int64).reshape(-1, 3)
