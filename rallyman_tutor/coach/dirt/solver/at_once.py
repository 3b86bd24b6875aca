"""The worth of rolling a set of dice at once, for every space on which a turn starts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.dirt.solver.carried import Array, Block, Index, LoadAxes, part
from rallyman_tutor.coach.dirt.solver.flat_out import DraftTargets, FlatOut, Group, Spot, counted, distinct, packed
from rallyman_tutor.coach.dirt.solver.one_by_one import SweepView

UNKNOWN = -1
"""Two spots that were not compared yet."""


class SetsAtOnce(NamedTuple):
    """Sets of dice that are driven flat out from one space, for one way to take chance."""

    flat_out: FlatOut
    carried: LoadAxes
    lost: Array  # what it costs to lose control on each spot
    led: Array  # what it costs to come to each spot that a draft leads to
    patterns: NDArray[np.bool_]  # the choices that dice leave which are laid again: the spots of each
    left: Index  # the choice that each way to fall leaves
    earned: float  # what a second is worth that is earned
    is_lucky: bool  # everything falls as it suits the driver


class AtOnce:
    """Driving flat out, for one sweep."""

    def __init__(self, sweep: SweepView) -> None:
        self._flat_outs = sweep.flat_outs
        self._carried = sweep.carried
        self._chances = sweep.chances
        self._earned = sweep.weight.earned
        self._spot = sweep.spot
        self._numbers: dict[Spot, int] = {}
        self._beats = np.zeros((len(sweep.chances), 0, 0), dtype=np.int8)

    def lower(self, place: int, gear: int, value: Array) -> None:
        """Lower `value`, what a turn that starts there costs, where it is better to drive flat out."""
        chances = self._chances
        many = value.size // len(chances)
        for flat_out in self._flat_outs.sets(place, gear):
            all_led = np.array([self._spot(*spot) for spot in flat_out.led.spots]).reshape(-1, len(chances), many)
            all_lost = np.array([self._spot(spot, True) for spot in flat_out.spots]).reshape(-1, len(chances), many)
            for number, chance in enumerate(chances):
                led, lost = all_led[:, number], all_lost[:, number]
                choices = self._choices(flat_out, number, lost)
                among = SetsAtOnce(flat_out, self._carried, lost, led, *choices, self._earned, chance.lucky)
                lower(value[self._carried.own(number)], among)

    def _choices(self, flat_out: FlatOut, number: int, lost: Array) -> tuple[NDArray[np.bool_], Index]:
        """The choices of dice that have to be laid again, and for each way to fall the number of its choice. Of two
        spots of which one is better whatever is carried, the other does not count."""
        patterns = flat_out.patterns
        if not len(patterns):
            return patterns, np.zeros(0, np.intp)
        beaten = self._beaten(flat_out.spots, number, lost)
        words, rows = packed(beaten).view(np.uint64), flat_out.packed.view(np.uint64).copy()
        for spot in np.flatnonzero(beaten.any(axis=1)):
            rows[patterns[:, spot]] &= ~words[spot]
        which, alike = distinct(rows.view(np.uint8))
        return flat_out.unpacked(rows[which].view(np.uint8)), alike[flat_out.falls.patterns]

    def _beaten(self, spots: Sequence[Spot], number: int, lost: Array) -> NDArray[np.bool_]:
        """Of spots in order, for each and each other: whether it is better to lose control on the one, whatever is
        carried; of two that are the same, on the earlier. `lost` is the cost of it."""
        at = np.array([self._numbers.setdefault(spot, len(self._numbers)) for spot in spots])
        more = len(self._numbers) - self._beats.shape[1]
        if more > 0:
            self._beats = np.pad(self._beats, ((0, 0), (0, more + 100), (0, more + 100)), constant_values=UNKNOWN)
        beats = self._beats[number][np.ix_(at, at)]
        compare(lost, beats)
        self._beats[number][np.ix_(at, at)] = beats
        found: NDArray[np.bool_] = beats == 1
        return found


def compare(lost: Array, beats: NDArray[np.int8]) -> None:
    """Set what is still unknown of which row is nowhere worse than which other; of two that are the same, the first."""
    unknown = np.triu(beats == UNKNOWN, 1)
    for one in map(int, np.flatnonzero(unknown.any(axis=1))):
        others = np.flatnonzero(unknown[one])
        no_worse, no_better = (lost[one] <= lost[others]).all(axis=1), (lost[one] >= lost[others]).all(axis=1)
        beats[one, others] = no_worse
        beats[others, one] = no_better & ~no_worse


def lower(value: Array, among: SetsAtOnce) -> None:
    """Lower `value` where it is better to drive flat out. Sets with many dice are open to a car with little damage
    only, and they can fall in the most ways; so sets with as many dice of each kind are reckoned together, for all that
    may be carried then."""
    shape = among.carried.shape._replace(cases=len(value))
    lost, led = among.lost.reshape(-1, *shape), among.led.reshape(-1, *shape)
    for group in among.flat_out.groups:
        block = among.carried.block(*group.laid)._replace(cases=len(value))
        if min(block) > 0:
            ended = _ended(among, group, _open(lost, block), _open(led, block)).reshape(block)
            after = np.minimum(np.arange(block.seconds) + group.stake, block.seconds - 1)
            here = value[part(block)]
            np.minimum(here, ended[..., after] - among.earned * group.stake, out=here)


def _ended(among: SetsAtOnce, group: Group, lost: Array, led: Array) -> Array:
    """The best that these sets of dice come to."""
    fallen, shares = _fallen(among, group, lost)
    of = among.flat_out.led
    parts = led[of.at[group.parts]]
    if among.is_lucky:
        there = [parts[of.shares[group.parts] > 0], fallen[(shares > 0).any(axis=0)]]
        luckiest: Array = np.concatenate(there).min(axis=0)
        return luckiest
    rows, sets, drafts = parts * of.shares[group.parts, None], of.sets[group.parts], of.drafts[group.parts]
    firsts = _firsts(drafts)
    if len(firsts) < len(drafts):
        rows, sets = np.add.reduceat(rows, firsts), sets[firsts]
    ended = np.minimum.reduceat(rows, _firsts(sets)) + shares @ fallen
    if among.carried.sisus > 1:
        _play_token(of, group, fallen, shares, parts, ended)
    found: Array = ended.min(axis=0)
    return found


def _fallen(among: SetsAtOnce, group: Group, lost: Array) -> tuple[Array, Array]:
    """The cost of each choice of dice that have to be laid again, and by set of dice the chance of each."""
    many, falls = len(group.sets), among.flat_out.falls
    if group.falls.start == group.falls.stop:
        return np.zeros((0, lost.shape[1])), np.zeros((many, 0))
    met, at = np.unique(among.left[group.falls], return_inverse=True)
    number = (falls.sets[group.falls] - group.sets.start) * len(met) + at
    shares = counted(number, falls.shares[group.falls], many * len(met)).reshape(many, len(met))
    rows, spots = np.nonzero(among.patterns[met])
    return np.minimum.reduceat(lost[spots], _firsts(rows)), shares


def _play_token(of: DraftTargets, group: Group, fallen: Array, shares: Array, parts: Array, ended: Array) -> None:
    """Set `ended`, for a car with a SISU token, to the cost of each set of dice: the driver may play it when they see
    how the dice fell, and then they drive the draft to its end."""
    half = ended.shape[1] // 2
    ended[:, half:] = np.inf
    sets, drafts = of.sets[group.parts] - group.sets.start, of.drafts[group.parts]
    weights, spoilt = of.shares[group.parts], of.spoilt[group.parts]
    for first, last in pairwise([*_firsts(drafts), len(drafts)]):
        number = sets[first]
        some = shares[number] > 0
        played = parts[last - 1, :half]
        total = shares[number, some] @ np.minimum(fallen[some, half:], played)
        for at in range(first, last):
            value = parts[at, half:]
            total += weights[at] * (np.minimum(value, played) if spoilt[at] else value)
        np.minimum(ended[number, half:], total, out=ended[number, half:])


def _open(values: Array, block: Block) -> Array:
    """Of values over all that is carried: those of a block, as one axis."""
    found: Array = values[(slice(None), *part(block))]
    return found.reshape(len(values), -1)


def _firsts(numbers: Index) -> Index:
    """Where each of some ascending numbers stands first."""
    is_first = np.ones(len(numbers), np.bool_)
    np.not_equal(numbers[1:], numbers[:-1], out=is_first[1:])
    return np.flatnonzero(is_first)
