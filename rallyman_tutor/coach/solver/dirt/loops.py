"""The inner loops of the sweep over flat arrays, which numba compiles (`compiled.py`).

They reckon what `fronts.py` and `at_once.py` reckon with numpy, and are imported by these where numba is installed. Without it they
are ordinary Python, far slower than numpy; only tests run them so. Sums may be added up in another order, which changes values
by less than a billionth of a second.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.solver.compiled import compiled

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.integer[Any]]
Rows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]
Flags: TypeAlias = NDArray[np.bool_]


@compiled
def longer(some: Rows) -> Rows:
    """Rows with as many again after them."""
    found = np.empty((2 * len(some), some.shape[1]), np.int64)
    found[: len(some)] = some
    return found


@compiled
def connect(
    past: Flags,  # by space
    order: Ints,  # the spaces in the order of the road
    met: Flags,  # by space, dice laid, tokens and whether control is lost: no node was met yet
    starts: Ints,  # by gear: the number of no dice laid
    gears: Ints,  # by number of dice laid: the gear
    next_first: Ints,  # by number of dice laid: where the dice that can be next begin
    next_dice: Ints,  # the number of each, and of the dice laid then
    led_first: Ints,  # by space, gear and number of a next die: where the spaces begin that it leads to
    led: Ints,  # each of these, whether control is lost, by a hazard of the die itself, and whether a token is drawn
    moves: int,  # how many next dice there are
) -> tuple[Ints, Ints, Ints]:
    """All nodes in the order of the road, as places in `met`; where the steps of each begin; and of each step the node it leads to, its
    next die, whether a hazard of that die loses control, and whether a token is drawn."""
    _, laid_many, tokens_many, _ = met.shape
    keys, first, steps = np.empty((1000, 2), np.int64), 0, np.empty((1000, 4), np.int64)
    nodes = 0
    for place in order:
        if not past[place]:
            for start in starts:
                met[place, start, 0, 0] = True
        for laid in range(laid_many):
            for tokens in range(tokens_many):
                for lost in range(2):
                    if not met[place, laid, tokens, lost]:
                        continue
                    if nodes + 1 >= len(keys):
                        keys = longer(keys)
                    keys[nodes, 0] = ((place * laid_many + laid) * tokens_many + tokens) * 2 + lost
                    keys[nodes, 1] = first
                    nodes += 1
                    if lost or past[place]:
                        continue
                    for one in range(next_first[laid], next_first[laid + 1]):
                        move, after = next_dice[one]
                        way = (place * len(starts) + gears[laid]) * moves + move
                        for number in range(led_first[way], led_first[way + 1]):
                            to, is_lost, hard, token = led[number]
                            if tokens + token >= tokens_many:
                                raise ValueError("more shortcut tokens are drawn in a turn than there are shortcuts")
                            met[to, after, tokens + token, is_lost] = True
                            if first == len(steps):
                                steps = longer(steps)
                            steps[first, 0] = ((to * laid_many + after) * tokens_many + tokens + token) * 2 + is_lost
                            steps[first, 1], steps[first, 2], steps[first, 3] = move, hard, token
                            first += 1
    keys[nodes, 1] = first
    return keys[:nodes, 0], keys[: nodes + 1, 1], steps[:first]


@compiled
def rolled(
    ahead: Floats,
    ended: Floats,
    shares: Floats,
    prices: Floats,
    hazards: int,
    secured: int,
    dice: int,
    lucky_first: int,
    lucky_last: int,
) -> Floats:
    """As `rolled` in `fronts.py`."""
    after, tokens, _, many = ahead.shape
    found = np.zeros((len(shares), tokens, secured, many))
    for row in range(len(shares)):
        for token in range(tokens):
            for before in range(secured):
                here, end = found[row, token, before], ended[token, before]
                for at in range(many):
                    here[at] = shares[row, after] * end[at]
                for source in range(after):
                    share = shares[row, source]
                    if share:
                        there = ahead[source, token, before]
                        for at in range(many):
                            here[at] += share * there[at]
                for at in range(lucky_first, lucky_last):
                    least = end[at] if shares[row, after] else np.inf
                    for source in range(after):
                        if shares[row, source]:
                            least = min(least, ahead[source, token, before, at])
                    here[at] = least
                if row < hazards and before < len(prices):
                    paid, price = ahead[row, token, min(before + dice, ahead.shape[2] - 1)], prices[before]
                    for at in range(many):
                        here[at] = min(here[at], paid[at] + price[at])
    return found


@compiled
def no_worse(ways: Floats, one: int, other: int, at: int, same: float) -> bool:
    """Whether one way on is at least as good as another in every row, in a column."""
    row = 0
    while row < ways.shape[1] and ways[one, row, at] <= ways[other, row, at] + same:
        row += 1
    return bool(row == ways.shape[1])


@compiled
def kept(ways: Floats, same: float) -> Flags:
    """As `kept` in `fronts.py`."""
    many, _, columns = ways.shape
    found = ways[:, 0] < np.inf
    for at in range(columns):
        for one in range(many):
            for other in range(many):
                if other != one and found[one, at] and no_worse(ways, other, one, at, same):
                    found[one, at] = other > one and no_worse(ways, one, other, at, same)
    return found


@compiled
def merge(stop: Floats, ways: Floats, numbers: Ints, bounds: Ints, same: float) -> tuple[Floats, Flags, Floats, Ints]:
    """The best of stopping and of some ways on; and which of them are to be kept where several matter, their rows there, and in
    which columns that is. `ways` has the rows of all of them one after the other, `numbers` their columns, and `bounds` which of
    these belong to each way."""
    rows, columns = stop.shape
    best = stop.copy()
    for way in range(len(bounds) - 1):
        first, last = bounds[way], bounds[way + 1]
        here = ways[first * rows : last * rows].reshape(rows, last - first)
        for row in range(rows):
            for at in range(last - first):
                number = numbers[first + at]
                best[row, number] = min(best[row, number], here[row, at])
    bad = np.zeros(columns, np.bool_)  # stopping is not the best in every row
    for row in range(rows):
        for number in range(columns):
            bad[number] |= stop[row, number] > best[row, number] + same
    for way in range(len(bounds) - 1):
        first, last = bounds[way], bounds[way + 1]
        here = ways[first * rows : last * rows].reshape(rows, last - first)
        worse = np.zeros(last - first, np.bool_)
        for row in range(rows):
            for at in range(last - first):
                number = numbers[first + at]
                worse[at] |= min(here[row, at], stop[row, number]) > best[row, number] + same
        for at in range(last - first):
            bad[numbers[first + at]] &= worse[at]
    some = np.flatnonzero(bad)
    there = np.full((len(bounds) - 1, rows, len(some)), np.inf)
    if len(some):
        slots = np.full(columns, -1)
        slots[some] = np.arange(len(some))
        for way in range(len(bounds) - 1):
            first, last = bounds[way], bounds[way + 1]
            here = ways[first * rows : last * rows].reshape(rows, last - first)
            for at in range(last - first):
                slot = slots[numbers[first + at]]
                if slot >= 0:
                    for row in range(rows):
                        there[way, row, slot] = min(here[row, at], stop[row, some[slot]])
    return best, kept(there, same), there, some


@compiled
def compare(lost: Floats, beats: NDArray[np.int8], unknown: int) -> None:
    """As `compare` in `at_once.py`."""
    for one in range(len(lost)):
        for other in range(one + 1, len(lost)):
            if beats[one, other] == unknown:
                less, more = False, False
                for at in range(lost.shape[1]):
                    less |= lost[one, at] < lost[other, at]
                    more |= lost[one, at] > lost[other, at]
                    if less and more:
                        break
                beats[one, other], beats[other, one] = not more, less < more


@compiled
def drive_flat_out(
    value: Floats,
    groups: Ints,  # a row for each: the first set and the last, falls, parts, numbers of what may be carried; and the stake
    numbers: Ints,  # of what may be carried
    lost: Floats,
    led: Floats,
    choice_first: Ints,  # by choice: which of the spots are open in it
    choice_spots: Ints,
    fall_sets: Ints,
    fall_choices: Ints,
    fall_shares: Floats,
    part_sets: Ints,
    part_drafts: Ints,
    part_at: Ints,
    part_shares: Floats,
    part_spoilt: Flags,
    seconds: int,
    earned: float,
    is_lucky: bool,
    has_sisu: bool,
) -> None:
    """Lower `value` where it is better to drive flat out with one of these groups of sets: as `lower` in `at_once.py`."""
    for group in range(len(groups)):
        first_fall, last_fall, first_part, last_part, first_number, last_number, stake = groups[group]
        which = numbers[first_number:last_number]
        many = len(which)
        half = many // 2 if has_sisu else many  # from there on the car has a SISU token
        slots = np.full(len(choice_first), -1)
        fallen = np.empty((min(last_fall - first_fall, len(choice_first)), many))
        slot = 0
        for fall in range(first_fall, last_fall):
            choice = fall_choices[fall]
            if slots[choice] < 0:
                slots[choice], here = slot, fallen[slot]
                slot += 1
                here[:] = np.inf
                for spot in choice_spots[choice_first[choice] : choice_first[choice + 1]]:
                    there = lost[spot]
                    for at in range(many):
                        here[at] = min(here[at], there[which[at]])
        best = np.full(many, np.inf)
        failed, total = np.zeros(many), np.zeros(many)
        fall, next_fall, part = first_fall, first_fall, first_part
        while part < last_part:
            if part == first_part or part_sets[part] != part_sets[part - 1]:
                fall = next_fall
                failed[:] = 0.0
                while next_fall < last_fall and fall_sets[next_fall] == part_sets[part]:
                    here, share = fallen[slots[fall_choices[next_fall]]], fall_shares[next_fall]
                    for at in range(many):
                        failed[at] += share * here[at]
                        if is_lucky:
                            best[at] = min(best[at], here[at])
                    next_fall += 1
            last = part + 1
            while last < last_part and part_drafts[last] == part_drafts[part]:
                last += 1
            end = led[part_at[last - 1]]
            for at in range(half):
                total[at] = failed[at]
            for at in range(half, many):
                played, total[at] = end[which[at - half]], 0.0
                for one in range(fall, next_fall):
                    total[at] += fall_shares[one] * min(fallen[slots[fall_choices[one]], at], played)
            for one in range(part, last):
                there, share = led[part_at[one]], part_shares[one]
                for at in range(many):
                    cost = there[which[at]]
                    if at >= half and part_spoilt[one]:
                        cost = min(cost, end[which[at - half]])
                    total[at] += share * cost
                    if is_lucky and share:
                        best[at] = min(best[at], there[which[at]])
            if not is_lucky:
                for at in range(many):
                    best[at] = min(best[at], total[at])
            part = last
        for at in range(many):
            after = at - at % seconds + min(at % seconds + stake, seconds - 1)
            value[which[at]] = min(value[which[at]], best[after] - earned * stake)
