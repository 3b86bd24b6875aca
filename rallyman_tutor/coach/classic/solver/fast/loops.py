"""The inner loops of the sweep over flat arrays, which numba compiles (`coach/solver/compiled.py`). `quick.py` hands them their arrays.

They reckon what `sweep.py` and `attack.py` reckon with numpy, number by number and in the same order. Without numba they are
ordinary Python, far slower than numpy; only tests run them so.
"""

from __future__ import annotations

import numpy as np

from rallyman_tutor.coach.solver.compiled import Flags, Floats, Ints, compiled
from rallyman_tutor.games.classic.state import GEAR_DICE

HASHES = 65537
"""How many places the table of expressions has in which they are looked for; a prime, so that they spread."""
WAYS = 5
"""In how many ways one of several dice can be driven at most: three gear dice, and gas dice with a hazard and without."""
OUT, LEFT_OVER, EARLY, LAST, ALL = -1, 0, 1, 2, 3
"""How an attack ends, as in `attack.py`."""


# -- What dice on the road can be driven to ---------------------------------------------------------------------------


@compiled
def united(among: Ints, many: int, first: Ints, ends: Ints, made: Ints, hashes: Ints, bag: Ints) -> int:
    """The number of the least of some expressions: a known one with the same ends, else a new one; -1 where there is no room for
    it. Expression `n` has the ends from `first[n]` on, in rising order; `made` tells how many expressions there are, and ends in
    all of them; `hashes` has the expressions that were made for this space, and `bag` is room for all the ends there are."""
    count = 0
    for one in among[:many]:
        for end in ends[first[one] : first[one + 1]]:
            at = count
            while at and bag[at - 1] > end:
                at -= 1
            if at and bag[at - 1] == end:
                continue
            for later in range(count, at, -1):
                bag[later] = bag[later - 1]
            bag[at] = end
            count += 1
    if count == 1:
        return int(bag[0])
    spot = 0
    for end in bag[:count]:
        spot = (spot * 31 + int(end)) % HASHES
    while hashes[spot] >= 0:
        known = hashes[spot]
        start = first[known]
        if first[known + 1] - start == count:
            at = 0
            while at < count and ends[start + at] == bag[at]:
                at += 1
            if at == count:
                return int(known)
        spot = (spot + 1) % HASHES
    number, used = made[0], made[1]
    if number + 2 > len(first) or used + count > len(ends):
        return -1
    ends[used : used + count] = bag[:count]
    first[number + 1] = used + count
    made[0], made[1] = number + 1, used + count
    hashes[spot] = number
    return int(number)


@compiled
def lay(
    place: int,
    lead_first: Ints,  # by gear: which of the leads from this space are for it
    lead_to: Ints,
    lead_limit: Ints,  # how many hazards lose control there; 0: it is lost in any case; -1: the rally is over
    is_dry: Flags,
    way_first: Ints,  # by dice: which of the ways to drive one of them
    way_gear: Ints,
    way_shown: Ints,
    way_is_gas: Flags,
    way_rest: Ints,
    dice_gear: Ints,
    dice_left: Ints,
    dice_dry: Ints,  # by dice: the same after a gas die on dry road; -1 where that was driven already
    well: Ints,  # by space and dice: how well it goes
    here: Ints,  # by dice: the expression for them on this space
    there: Ints,  # by space and dice: the expression for a car that comes there, and may draw a card
    lost: Ints,  # by space and gear: the expression for control lost there
    out: int,
    first: Ints,
    ends: Ints,
    made: Ints,
    hashes: Ints,
) -> bool:
    """What all dice there are can be driven to from a space: as `Attacks._best`, for all at once. False where there was no room."""
    among, bag = np.empty(WAYS * len(lead_to), np.int64), np.empty(made[0], np.int64)
    hashes[:] = -1
    for dice in range(len(dice_gear)):
        best, rank, many = OUT - 1, OUT - 1, 0
        for way in range(way_first[dice], way_first[dice + 1]):
            gear = way_gear[way]
            for lead in range(lead_first[gear], lead_first[gear + 1]):
                to, limit, rest = lead_to[lead], lead_limit[lead], way_rest[way]
                if limit < 0:
                    how, what = OUT, out
                else:
                    if way_is_gas[way] and is_dry[to]:
                        rest = dice_dry[rest]
                        if rest < 0:
                            continue
                    if way_shown[way] >= limit:
                        how, what = EARLY if dice_left[rest] else LAST, lost[to, dice_gear[rest]]
                    else:
                        how, what = well[to, rest], there[to, rest]
                level = min(how, EARLY) if how < ALL else ALL  # control lost on the last die is no better than earlier
                if level > rank:
                    rank, many = level, 0
                if level == rank:
                    among[many] = what
                    many += 1
                best = max(best, how)
        if many:
            number = united(among, many, first, ends, made, hashes, bag)
            if number < 0:
                return False
            well[place, dice], here[dice] = best, number
    return True


@compiled
def punctured(dice_fewer: Ints, here: Ints, found: Ints, first: Ints, ends: Ints, made: Ints, hashes: Ints) -> bool:
    """The expression for all dice after a puncture on a space; `dice_fewer` has both ways to give up a gas die, -1 for none."""
    among, bag = np.empty(2, np.int64), np.empty(made[0], np.int64)
    for dice in range(len(found)):
        many = 0
        for fewer in dice_fewer[dice]:
            if fewer >= 0:
                among[many] = here[fewer]
                many += 1
        if not many:
            among[0] = here[dice]
            many = 1
        number = united(among, many, first, ends, made, hashes, bag)
        if number < 0:
            return False
        found[dice] = number
    return True


@compiled
def gather(
    well: Ints,  # by dice
    here: Ints,
    most: int,
    sets: Ints,  # gear of the car, gear dice, gas dice
    undone: Ints,
    fall_first: Ints,
    fall_dice: Ints,
    fall_share: Floats,
    slots: Ints,  # by expression, all -1: room to work in
    kept: Ints,
    kept_first: Ints,
    kept_number: Ints,
    kept_share: Floats,
) -> int:
    """How many sets of dice may be rolled on a space, with at most so many dice. Which they are, and the chance of each expression
    they may come to, is written into the last four."""
    count = used = 0
    for one in range(len(sets)):
        if sets[one, 1] + sets[one, 2] > most or well[undone[one]] < LAST:
            continue
        start = used
        for fall in range(fall_first[one], fall_first[one + 1]):
            number = here[fall_dice[fall]]
            if slots[number] < 0:
                slots[number] = used
                kept_number[used], kept_share[used] = number, 0.0
                used += 1
            kept_share[slots[number]] += fall_share[fall]
        for at in range(start, used):
            slots[kept_number[at]] = -1
        kept[count] = one
        count += 1
        kept_first[count] = used
    return count


# -- What attacks come to ---------------------------------------------------------------------------------------------


@compiled
def lower(found: Floats, other: Floats) -> None:
    """Lower numbers to those of another array where they are less there."""
    for at in range(len(found)):
        found[at] = other[at] if other[at] < found[at] else found[at]  # `min` takes twice as long


@compiled
def least(ends: Ints, known: Floats, drawn: Floats, row: int, found: Floats) -> None:
    """The least of some ends in a row, into `found`. The last ends are cards that are drawn."""
    for at, end in enumerate(ends):
        one = known[end, row] if end < len(known) else drawn[end - len(known), row]
        if at:
            lower(found, one)
        else:
            found[:] = one[: len(found)]


@compiled
def mix(found: Floats, chance: float, one: Floats, lucky: bool) -> None:
    """What comes of two cases, of which the one has this chance, above 0, and `found` has the other: as `Sweep._mixed`."""
    if not lucky:
        for at in range(len(found)):
            found[at] = (1 - chance) * found[at] + chance * one[at]
    elif chance >= 1:
        found[:] = one
    else:
        lower(found, one)


@compiled
def draw(
    known: Floats,  # by end, row, and damage, Sisu and seconds in one: what it comes to
    drawn: Floats,  # the same by card; it is worked out here
    cards: Ints,  # by card: the expressions for a harmless one and for a puncture, and how many may be drawn with it
    first: Ints,
    ends: Ints,
    after: Ints,  # by row: that after a harmless card, and after a puncture, -1 for out of the rally; and how many may be drawn
    share: Floats,  # by row: the chance of a puncture
    out: float,
    lucky: bool,
) -> None:
    """Work out what drawn shortcut cards come to: as `Sweep._drawn`. Rows that follow on others come after them."""
    one = np.empty(drawn.shape[2])
    for card in range(len(cards)):
        harmless, spiked, draws = cards[card]
        for row in range(len(after) - 1, -1, -1):
            if after[row, 2] < draws:
                continue
            chance = share[row]
            found = drawn[card, row]
            least(ends[first[harmless] : first[harmless + 1]], known, drawn, after[row, 0], found)
            if chance <= 0:
                continue
            if after[row, 1] < 0:
                one[:] = out
            else:
                least(ends[first[spiked] : first[spiked + 1]], known, drawn, after[row, 1], one)
            mix(found, chance, one, lucky)


@compiled
def reckon(
    number: int, values: Floats, many: int, ready: Ints, first: Ints, ends: Ints, known: Floats, drawn: Floats, row: int
) -> Floats:
    """The values of an expression in a row; so `many` as are not `ready` yet are worked out."""
    if ready[number] < many:
        least(ends[first[number] : first[number + 1]], known, drawn, row, values[number, :many])
        ready[number] = many
    found: Floats = values[number]
    return found


@compiled
def attack(
    value: Floats,  # by gear, row, damage, Sisu and seconds
    known: Floats,  # as for `draw`, and so on
    drawn: Floats,
    first: Ints,
    ends: Ints,
    sets: Ints,  # the sets that are rolled: gear of the car, gear dice, gas dice, expression after Sisu, and where its falls begin
    fall_number: Ints,
    fall_share: Floats,
    most_gas: Ints,  # by row: the gas dice that the car has
    earned: Ints,  # by seconds before the attack: those after it
    is_sure: Flags,  # by seconds before the attack: whether it then costs nothing
    worth: float,  # what the seconds count that are earned
    lucky: bool,
) -> None:
    """Lower `value` where it is better to attack with one of these sets: as `Sweep.attacks_from`."""
    _, rows, damages, sisus, seconds = value.shape
    each = sisus * seconds
    values = np.empty((len(first) - 1, damages * each))
    ready = np.empty(len(values), np.int64)
    total, cost = np.empty(damages * each), np.empty(damages * each)
    for row in range(rows):
        ready[:] = 0
        for one in range(len(sets) - 1):
            gear, black, gas, undone, fall = sets[one]
            if gas > most_gas[row]:
                continue
            many = min(damages, GEAR_DICE - black + 1) * each
            again = reckon(undone, values, many, ready, first, ends, known, drawn, row)
            total[:many] = np.inf if lucky else 0.0
            for at in range(fall, sets[one + 1, 4]):
                number, share = fall_number[at], fall_share[at]
                cost[:many] = reckon(number, values, many, ready, first, ends, known, drawn, row)[:many]
                if number != undone:
                    for start in range(seconds, many if sisus > 1 else 0, each):  # a Sisu card undoes all hazards
                        lower(cost[start : start + seconds], again[start - seconds : start])
                if lucky:
                    lower(total[:many], cost)
                else:
                    for which in range(many):
                        total[which] += share * cost[which]
            for start in range(0, many, seconds):
                lowest = value[gear, row, start // each, start % each // seconds]
                for second in range(seconds):
                    comes = 0.0 if is_sure[second] else total[start + earned[second]] - worth
                    lowest[second] = min(lowest[second], comes)


# -- One die ----------------------------------------------------------------------------------------------------------


@compiled
def drive(
    found: Floats,  # by hazards shown, dice secured, hands, damage, Sisu and seconds
    clean: Floats,  # the same for the node that the die leads to
    clean_rows: Ints,  # by hand: where it stands there
    lost: Floats,  # by hands, damage, Sisu and seconds: control lost on that space
    lost_rows: Ints,
    hazard: float,
    limit: int,  # how many hazards lose control there
    may_secure: bool,
    spent: float,  # what a second counts that is paid
    unlimited: bool,
    lucky: bool,
) -> None:
    """Lower `found` where it is better to drive one more die, rolled or secured: as `Sweep._drive`."""
    shown, secured, hands, worst, sisus, seconds = found.shape
    each = sisus * seconds
    many = clean.shape[3] * each  # of damage that leaves too few dice for this one nothing is lowered
    lowest = found.reshape((shown, secured, hands, worst * each))
    safe = clean.reshape((*clean.shape[:3], many))
    control = lost.reshape((len(lost), lost.shape[1] * each))
    cost, wrong = np.empty(many), np.empty(many)
    for before in range(shown):
        for count in range(secured):
            price = count + 1
            paid = min(price, clean.shape[1] - 1)
            for hand in range(hands):
                row, here = clean_rows[hand], lowest[before, count, hand]
                cost[:] = safe[before, count, row]
                if hazard > 0:
                    if before + 1 < limit:
                        wrong[:] = safe[before + 1, count, row]
                    else:
                        wrong[:] = control[lost_rows[hand], :many]
                        for start in range(seconds, many if sisus > 1 else 0, each):  # a Sisu card undoes all hazards
                            lower(wrong[start : start + seconds], safe[0, count, row, start - seconds : start])
                    mix(cost, hazard, wrong, lucky)
                lower(here[:many], cost)
                if may_secure:
                    after = safe[before, paid, row]
                    for start in range(0, many, seconds):
                        last = start + seconds - 1
                        for at in range(start + price, start + seconds):
                            here[at] = min(here[at], spent * price + after[at - price])
                        if unlimited:
                            here[last] = min(here[last], spent * price + after[last])
