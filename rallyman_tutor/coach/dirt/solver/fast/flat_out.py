"""The loops of driving flat out: as `flat_out.py` and `at_once.py` beside this folder, over the drafts of `drafts.py`."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.solver.compiled import Flags, Floats, Ints, compiled

Bits: TypeAlias = NDArray[np.uint64]

BIT = np.uint64(1) << np.arange(64, dtype=np.uint64)
"""Each bit of a word."""
NOTHING = np.uint64(0)
PRIME = np.uint64((1 << 31) - 1)
"""A word is taken down to less than this, to be hashed."""
UNKNOWN = -1
"""Two spots that were not compared yet."""


# -- What can be driven -----------------------------------------------------------------------------------------------


@compiled
def last_spots(first: Ints, to: Ints, spots: Ints) -> Ints:
    """By node: the last spot in the order of the road that can be come to. `first` tells where its steps begin, `to` where each leads, which
    is always to a later node, and `spots` has the spot of each node."""
    found = spots.copy()
    for node in range(len(spots) - 1, -1, -1):
        for step in range(first[node], first[node + 1]):
            found[node] = max(found[node], found[to[step]])
    return found


@compiled
def walk(
    start: int,
    is_quick: bool,
    first: Ints,  # by draft: where its next dice begin
    to: Ints,  # by next die: the draft it leads to
    loss: Ints,  # by next die: where and how it loses control
    quick: Flags,  # by next die: whether it is a quick start
    losses: int,  # how many of these there are
) -> tuple[Ints, Ints]:
    """All drafts from a start, with a quick start or without one; and all their ways to lose control."""
    met, lost = np.zeros(len(first), np.bool_), np.zeros(losses, np.bool_)
    drafts = np.empty(len(first), np.int32)
    many, at = 0, -1
    while at < many:
        draft = start if at < 0 else drafts[at]
        for die in range(first[draft], first[draft + 1]):
            if at >= 0 or quick[die] == is_quick:
                lost[loss[die]] = True
                if not met[to[die]]:
                    met[to[die]] = True
                    drafts[many] = to[die]
                    many += 1
        at += 1
    return drafts[:many], np.flatnonzero(lost)


@compiled
def by_set(drafts: Ints, of: Ints, sets: int) -> tuple[Ints, Ints, Ints]:
    """Drafts by their sets of dice: these sets, where the drafts of each begin, and the drafts. `of` has the set of each draft there
    is, and `sets` tells how many there are."""
    ends = np.zeros(sets + 1, np.int64)
    for draft in drafts:
        ends[of[draft] + 1] += 1
    some = np.flatnonzero(ends) - 1
    ends = np.cumsum(ends)
    firsts = np.append(ends[some], len(drafts))
    order = np.empty(len(drafts), np.int32)
    for draft in drafts:
        order[ends[of[draft]]] = draft
        ends[of[draft]] += 1
    return some, firsts, order


# -- What dice leave that are laid again ------------------------------------------------------------------------------


@compiled
def numbered(row: Bits, rows: Bits, many: int, table: Ints) -> int:
    """The number of a row among the first so many of `rows`, as a new one if it is none of these. `table` has at the hash of each of
    them, or at the next place that was free, its number, and -1 elsewhere; there have to be free ones."""
    place = np.int64(0)
    for word in row:
        place = (place * 31 + np.int64(word % PRIME)) % np.int64(PRIME)
    place %= len(table)
    while table[place] >= 0:
        known, at = rows[table[place]], 0
        while at < len(row) and known[at] == row[at]:
            at += 1
        if at == len(row):
            return int(table[place])
        place = (place + 1) % len(table)
    table[place] = many
    rows[many] = row
    return many


@compiled
def fall(
    sets: Ints,
    losses: Ints,
    loss_spots: Ints,  # by loss
    loss_hows: Ints,  # by loss
    way_first: Ints,  # by set: where the ways begin in which its dice are laid again
    way_shares: Floats,
    open_first: Ints,  # by set and how: where it begins in which of these ways control is lost; -1 if never
    is_open: Flags,
    spots: int,  # how many there are
) -> tuple[Ints, Bits, Ints, Ints, Floats]:
    """The choices that dice of these sets leave which are laid again: all spots; which of them can be chosen, a row of bits for each
    choice; and where the falls of each set begin, with the choice and the chance of each."""
    spot_slots, how_slots = np.full(spots, -1, np.int32), np.full(open_first.shape[1], -1, np.int32)
    for loss in losses:
        spot_slots[loss_spots[loss]] = how_slots[loss_hows[loss]] = 0
    some, hows = np.flatnonzero(spot_slots == 0), np.flatnonzero(how_slots == 0)
    spot_slots[some], how_slots[hows] = np.arange(len(some)), np.arange(len(hows))
    words = (len(some) + 63) // 64
    open_by = np.zeros((len(hows), words), np.uint64)  # by how: the spots where control can be lost like this
    for loss in losses:
        spot = spot_slots[loss_spots[loss]]
        open_by[how_slots[loss_hows[loss]], spot // 64] |= BIT[spot % 64]
    most, longest = 0, 0
    for one in sets:
        count = way_first[one + 1] - way_first[one]
        most, longest = most + count, max(longest, count)
    rows, many, table = np.empty((most, words), np.uint64), 0, np.full(2 * most + 1, -1, np.int32)
    firsts = np.zeros(len(sets) + 1, np.int64)
    choices, shares, falls = np.empty(most, np.int32), np.empty(most), 0
    slots = np.full(most, -1, np.int32)  # by choice: its fall of the set at hand, or of an earlier set
    row, left = np.empty(words, np.uint64), np.empty((words, longest), np.uint64)
    for at in range(len(sets)):
        first, count = way_first[sets[at]], way_first[sets[at] + 1] - way_first[sets[at]]
        left[:] = 0
        for how in range(len(hows)):
            begins = open_first[sets[at], hows[how]]
            if begins >= 0:
                here = is_open[begins : begins + count]
                for word in range(words):
                    bits, there = open_by[how, word], left[word]
                    if bits:
                        for way in range(count):  # without a branch, so that several are done at once
                            there[way] |= bits if here[way] else NOTHING
        for way in range(count):
            row[:] = left[:, way]
            choice = numbered(row, rows, many, table)
            many = max(many, choice + 1)
            if slots[choice] < firsts[at]:
                slots[choice] = falls
                choices[falls], shares[falls] = choice, 0.0
                falls += 1
            shares[slots[choice]] += way_shares[first + way]
        firsts[at + 1] = falls
    return some, rows[:many].copy(), firsts, choices[:falls].copy(), shares[:falls].copy()


# -- What it comes to -------------------------------------------------------------------------------------------------


@compiled
def choose(
    choices: Bits,  # a row for each: the spots that can be chosen
    spots: Ints,
    costs: Floats,  # as in `drive`
    beats: NDArray[
        np.int8
    ],  # by spot and spot: whether the one is better to lose control on whatever is carried, if that is known
) -> tuple[Ints, Ints, Ints]:
    """The choices again, without spots that are beaten by others of them: by choice the number of the new one; and where the spots
    begin that can be chosen in each of these, as their places among `spots`. Of two spots that are the same the first beats the other."""
    many, words = len(spots), choices.shape[1]
    beaten = np.zeros((many, words), np.uint64)
    for one in range(many):
        for other in range(one + 1, many):
            here, there = spots[one], spots[other]
            if beats[here, there] == UNKNOWN:
                one_lost, other_lost = costs[(2 * here + 1) % len(costs)], costs[(2 * there + 1) % len(costs)]
                less, more = False, False
                for at in range(costs.shape[1]):
                    less |= one_lost[at] < other_lost[at]
                    more |= one_lost[at] > other_lost[at]
                    if less and more:
                        break
                beats[here, there], beats[there, here] = not more, less < more
            if beats[here, there]:
                beaten[one, other // 64] |= BIT[other % 64]
            elif beats[there, here]:
                beaten[other, one // 64] |= BIT[one % 64]
    left = choices.T.copy()
    for spot in range(many):
        bit, there = BIT[spot % 64], choices.T[spot // 64].copy()
        for word in range(words):
            gone = beaten[spot, word]
            if gone:
                here = left[word]
                for choice in range(len(here)):  # without a branch, so that several are done at once
                    here[choice] &= ~(gone if there[choice] & bit else NOTHING)
    alike = np.empty(len(choices), np.int32)
    rows, count, table = np.empty((len(choices), words), np.uint64), 0, np.full(2 * len(choices) + 1, -1, np.int32)
    row = np.empty(words, np.uint64)
    for choice in range(len(choices)):
        row[:] = left[:, choice]
        alike[choice] = numbered(row, rows, count, table)
        count = max(count, alike[choice] + 1)
    firsts, open_, most = np.zeros(count + 1, np.int64), np.empty(count * many, np.int32), 0
    for choice in range(count):
        for spot in range(many):
            if rows[choice, spot // 64] & BIT[spot % 64]:
                open_[most] = spot
                most += 1
        firsts[choice + 1] = most
    return alike, firsts, open_[:most]


@compiled
def drive(
    value: Floats,
    costs: Floats,  # by end: what it comes to; in a ring, for as many ends as are in reach
    sets: Ints,
    draft_first: Ints,  # by place in `sets`: where the drafts of the set begin
    drafts: Ints,
    fall_first: Ints,  # by place in `sets`: where the falls of the set begin
    fall_choices: Ints,
    fall_shares: Floats,
    spots: Ints,
    spot_first: Ints,  # by choice: where the spots begin that it has, as places in `spots`
    choice_spots: Ints,
    kinds: Ints,  # by set
    number_first: Ints,  # by kind: where the numbers begin of what may be carried with such dice
    numbers: Ints,
    stakes: Ints,  # by kind: the seconds that they earn
    ends: Ints,  # by draft
    marks: Ints,  # by draft
    part_first: Ints,  # by draft: where its chances begin
    part_shares: Floats,
    part_spoilt: Flags,
    mark_first: Ints,  # by mark: where the ends begin that it has
    mark_ends: Ints,
    seconds: int,
    earned: float,
    is_lucky: bool,
    has_sisu: bool,
) -> None:
    """Lower `value` where it is better to drive flat out with one of these sets: as `lower` in `at_once.py`."""
    first = 0
    while first < len(sets):
        kind, last = kinds[sets[first]], first + 1
        while last < len(sets) and kinds[sets[last]] == kind:
            last += 1
        which = numbers[number_first[kind] : number_first[kind + 1]]
        many = len(which)
        half = many // 2 if has_sisu else many  # from there on the car has a SISU token
        slots, count = np.full(len(spot_first), -1, np.int32), 0
        fallen = np.empty((min(fall_first[last] - fall_first[first], len(spot_first)), many))
        for choice in fall_choices[fall_first[first] : fall_first[last]]:
            if slots[choice] < 0:
                slots[choice], here = count, fallen[count]
                count += 1
                here[:] = np.inf
                for spot in choice_spots[spot_first[choice] : spot_first[choice + 1]]:
                    there = costs[(2 * spots[spot] + 1) % len(costs)]
                    for at in range(many):
                        here[at] = min(here[at], there[which[at]])
        best = np.full(many, np.inf)
        failed, total = np.zeros(many), np.zeros(many)
        for number in range(first, last):
            failed[:] = 0.0
            for fall in range(fall_first[number], fall_first[number + 1]):
                here, share = fallen[slots[fall_choices[fall]]], fall_shares[fall]
                for at in range(many):
                    failed[at] += share * here[at]
                    if is_lucky:
                        best[at] = min(best[at], here[at])
            for draft in drafts[draft_first[number] : draft_first[number + 1]]:
                end = costs[ends[draft] % len(costs)]
                for at in range(half):
                    total[at] = failed[at]
                for at in range(half, many):
                    played, total[at] = end[which[at - half]], 0.0
                    for fall in range(fall_first[number], fall_first[number + 1]):
                        total[at] += fall_shares[fall] * min(fallen[slots[fall_choices[fall]], at], played)
                mark, part = mark_first[marks[draft]], part_first[draft]
                for one in range(mark, mark_first[marks[draft] + 1] + 1):
                    there = costs[mark_ends[one] % len(costs)] if one < mark_first[marks[draft] + 1] else end
                    share, spoilt = part_shares[part], part_spoilt[part]
                    part += 1
                    for at in range(many):
                        cost = there[which[at]]
                        if at >= half and spoilt:
                            cost = min(cost, end[which[at - half]])
                        total[at] += share * cost
                        if is_lucky and share:
                            best[at] = min(best[at], there[which[at]])
                if not is_lucky:
                    for at in range(many):
                        best[at] = min(best[at], total[at])
        for at in range(many):
            after = at - at % seconds + min(at % seconds + stakes[kind], seconds - 1)
            value[which[at]] = min(value[which[at]], best[after] - earned * stakes[kind])
        first = last
