"""Driving flat out by compiled loops, which get all they need as flat arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import prod
from typing import NamedTuple

import numpy as np

from rallyman_tutor.coach.dirt.solver.carried import Array
from rallyman_tutor.coach.dirt.solver.fast import flat_out
from rallyman_tutor.coach.dirt.solver.fast.drafts import FlatDrafts, bounds, short
from rallyman_tutor.coach.dirt.solver.fast.flat_out import UNKNOWN, Bits
from rallyman_tutor.coach.dirt.solver.flat_out import Spot
from rallyman_tutor.coach.dirt.solver.one_by_one import Driving, Swept
from rallyman_tutor.coach.solver.compiled import Floats, Ints


class Found(NamedTuple):
    """What can be driven flat out from a space, with a quick start or without one: as `FlatOut` in `flat_out.py`."""

    sets: Ints
    draft_first: Ints  # by set: where its drafts begin
    drafts: Ints
    spots: Ints  # where control can be lost
    choices: Bits  # which of them can be chosen: a row of bits for each such choice
    fall_first: Ints  # by set: where its falls begin
    fall_choices: Ints
    fall_shares: Floats


def found(of: FlatDrafts, start: int, *, quick: bool) -> Found | None:
    """What can be driven flat out from a start; None if nothing."""
    drafts, losses = flat_out.walk(start, quick, of.first, of.to, of.loss, of.quick, len(of.losses.spots))
    if not len(drafts):
        return None
    sets, firsts, drafts = flat_out.by_set(drafts, of.of, len(of.sets.all))
    first, shares, open_first, is_open = of.again
    which = int(quick)
    spots, choices, fall_first, fall_choices, fall_shares = flat_out.fall(
        sets, losses, *of.losses, first[which], shares, open_first[which], is_open, len(of.spots)
    )
    return Found(sets, firsts, drafts, spots, choices, fall_first, fall_choices, fall_shares)


class FastAtOnce(Driving):
    """Driving flat out, for one sweep: as `AtOnce` in `at_once.py`."""

    def __init__(self, sweep: Swept) -> None:
        self._drafts = drafts = sweep.flat_outs.drafts
        self._carried = sweep.carried
        self._chances = sweep.chances
        self._earned = sweep.weight.earned
        self._spot = sweep.spot
        many, ways = len(drafts.spots), len(sweep.chances)
        self._spots: dict[int, list[tuple[int, Spot]]] = {}  # by space, with their numbers
        for number, spot in enumerate(drafts.spots):
            if spot.gear:  # else only turns start there
                self._spots.setdefault(spot.place, []).append((number, spot))
        self._costs = np.empty((ways, drafts.reach, prod(sweep.carried.shape) // ways))
        """By chance and end: what it comes to. Ends stand in a ring: where one was that is out of reach, there is one nearer to the start."""
        self._beats = np.full((ways, many, many), UNKNOWN, np.int8)
        numbers = [sweep.carried.numbers(*laid) for laid in drafts.sets.laid]
        self._numbers = bounds(numbers), short(np.concatenate(numbers))
        self._stakes = np.array([gears + pushes for gears, pushes, _ in drafts.sets.laid])

    def lower(self, place: int, gear: int, value: Array) -> None:
        of = self._drafts
        for quick in (False, True)[: len(of.again.first)]:
            one = found(of, int(of.starts[place, gear]), quick=quick)
            if one is None:
                continue
            for number, chance in enumerate(self._chances):
                costs = self._costs[number]
                alike, spot_first, choice_spots = flat_out.choose(one.choices, one.spots, costs, self._beats[number])
                flat_out.drive(
                    value[self._carried.own(number)].reshape(-1),
                    costs,
                    one.sets,
                    one.draft_first,
                    one.drafts,
                    one.fall_first,
                    alike[one.fall_choices],
                    one.fall_shares,
                    one.spots,
                    spot_first,
                    choice_spots,
                    of.sets.kinds,
                    *self._numbers,
                    self._stakes,
                    of.ends,
                    of.marks,
                    of.parts_first,
                    *of.parts,
                    of.mark_first,
                    of.mark_ends,
                    self._carried.shape.seconds,
                    self._earned,
                    chance.lucky,
                    self._carried.sisus > 1,
                )

    def work_out(self, places: Sequence[int]) -> None:
        """Find out what it costs that a turn ends on these spaces."""
        for number, spot in chain.from_iterable(self._spots.get(place, ()) for place in places):
            for lost in (False, True):
                cost = self._spot(spot, lost).reshape(len(self._chances), -1)
                self._costs[:, (2 * number + lost) % self._drafts.reach] = cost
