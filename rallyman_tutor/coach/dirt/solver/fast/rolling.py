"""The loops for the dice of one step: what a node comes to, and then before the step that leads there.

What a node comes to are *rows*: by hazards shown, punctures drawn and dice secured in this turn. Each has a column for every number of
what may be carried there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rallyman_tutor.coach.solver.compiled import Flags, Floats, Ints, compiled
from rallyman_tutor.games.dirt.state import LIMIT


class Rules(NamedTuple):
    """What a sweep goes by."""

    shape: Ints  # how many numbers each axis of what is carried has
    punctured: Ints  # by punctures drawn in a turn, and by push: what it becomes
    unlimited: Flags  # by case: who has as many seconds as are told apart never runs out of them
    is_lucky: Flags  # by chance: everything falls as it suits the driver
    is_worst: Flags  # by chance: cards and tokens are the worst there are
    punctures: Floats  # by chance: the two chances between which a shortcut token is a puncture
    shares: Floats  # by number of a way to roll dice: by row before and after it, chances
    has_sisu: int
    most_secured: int
    spent: float  # what a second is worth that is paid to secure dice
    stall: float  # the chance that a quick start fails


@compiled
def ended(rules: Rules, block: Ints, source: Floats, tokens: int, secured: int) -> Floats:
    """What it costs that a turn ends, as rows: by punctures drawn and dice secured in this turn. `source` has it for all that may be
    carried; the result for a block, and nothing where there are too few seconds."""
    _, gears, brakes, pushes, seconds = rules.shape
    found = np.zeros(((tokens + 1) * (secured + 1), prod(block)))
    row = 0
    for drawn in range(tokens + 1):
        for dice in range(secured + 1):
            price, at = dice * (dice + 1) // 2, 0
            for case in range(block[0]):
                for gear in range(block[1]):
                    for brake in range(block[2]):
                        for push in range(block[3]):
                            first = ((case * gears + gear) * brakes + brake) * pushes + rules.punctured[drawn, push]
                            there = source[first * seconds : (first + 1) * seconds]
                            here = found[row, at : at + seconds]
                            for second in range(price, seconds):
                                here[second] = there[second - price]
                            if rules.unlimited[case]:
                                here[seconds - 1] = there[seconds - 1]
                            at += seconds
            row += 1
    return found


@compiled
def prod(block: Ints) -> int:
    """How many numbers a block has."""
    return int(block[0] * block[1] * block[2] * block[3] * block[4])


@compiled
def hazards_of(laid: int) -> int:
    """How many numbers of hazards can be shown by so many dice, with control kept."""
    return min(LIMIT - 1, laid) + 1


@compiled
def prices_of(rules: Rules, block: Ints, at: Ints, secured: int, dice: int, most: int) -> Floats:
    """By number of dice secured before: what so many more cost, for these numbers of a block or, if there are none, for all of it;
    endless where that cannot be paid."""
    seconds, of_case = rules.shape[4], prod(block) // block[0]
    found = np.empty((secured, len(at) if len(at) else prod(block)))
    prices = np.empty((2, seconds))  # of who has endless seconds in the second row
    for before in range(secured):
        total = (before + dice) * (before + dice + 1) // 2
        price = rules.spent * (total - before * (before + 1) // 2)
        for second in range(seconds):
            prices[:, second] = price if before + dice <= most and total <= second else np.inf
        prices[1, -1] = price
        if len(at):
            for number in range(len(at)):
                found[before, number] = prices[int(rules.unlimited[at[number] // of_case]), at[number] % seconds]
        else:
            for first in range(0, found.shape[1], seconds):
                found[before, first : first + seconds] = prices[int(rules.unlimited[first // of_case])]
    return found


@compiled
def rows_of(rules: Rules, laid: int, tokens: int) -> Ints:
    """Where the rows begin of each number of hazards and, of these, of each number of punctures drawn; there is one for each number of dice
    secured. Dice that are secured show no hazards. Last, a car that has played its SISU token, by punctures too; and the end."""
    hazards = hazards_of(laid)
    found, at = np.zeros((hazards + rules.has_sisu) * (tokens + 1) + 1, np.int64), 0
    for row in range(hazards + rules.has_sisu):
        shown = row if row < hazards else 0
        for _ in range(tokens + 1):
            found[at + 1] = found[at] + min(laid - shown, rules.most_secured) + 1
            at += 1
    return found


@compiled
def rolled(
    rules: Rules,
    ahead: Floats,
    ahead_rows: Ints,
    ended: Floats,
    shares: Floats,
    prices: Floats,
    hazards: int,
    dice: int,
    bounds: Ints,
    tokens: int,
    found: Floats,
    rows: Ints,
) -> None:
    """Set `found` as `rolled` in `fronts.py`. `bounds`: where the columns of each chance begin, and end; `rows` and `ahead_rows`: where
    the rows begin that are found, and those `ahead`."""
    after, most = (len(ahead_rows) - 1) // tokens, len(ended) // tokens
    for at_row in range(len(rows) - 1):
        row, token = at_row // tokens, at_row % tokens
        for before in range(rows[at_row + 1] - rows[at_row]):
            here, end, share = found[rows[at_row] + before], ended[token * most + before], shares[row, after]
            for at in range(len(here)):
                here[at] = share * end[at]
            for source in range(after):
                share = shares[row, source]
                if share:
                    there = ahead[ahead_rows[source * tokens + token] + before]
                    for at in range(len(here)):
                        here[at] += share * there[at]
            for chance in range(len(rules.is_lucky)):
                if rules.is_lucky[chance]:
                    for at in range(bounds[chance], bounds[chance + 1]):
                        least = end[at] if shares[row, after] else np.inf
                        for source in range(after):
                            if shares[row, source]:
                                least = min(least, ahead[ahead_rows[source * tokens + token] + before, at])
                        here[at] = least
            if row < hazards:
                price = prices[before]
                paid = ahead[ahead_rows[row * tokens + token] + min(before + dice, most - 1)]
                for at in range(len(here)):
                    here[at] = min(here[at], paid[at] + price[at])


@compiled
def drawn(rules: Rules, bounds: Ints, tokens: int, ahead: Floats, ahead_rows: Ints, found: Floats, rows: Ints) -> None:
    """Set `found` to the rows before a shortcut token is drawn, from those after it, in which so many numbers of punctures are told
    apart."""
    for at_row in range(len(rows) - 1):
        harmless = ahead_rows[at_row // (tokens - 1) * tokens + at_row % (tokens - 1)]
        for before in range(rows[at_row + 1] - rows[at_row]):
            here, fine = found[rows[at_row] + before], ahead[harmless + before]
            flat = ahead[harmless + rows[at_row + 1] - rows[at_row] + before]
            for chance in range(len(bounds) - 1):
                one, other = rules.punctures[chance]
                for at in range(bounds[chance], bounds[chance + 1]):
                    if rules.is_lucky[chance]:
                        here[at] = min(fine[at], flat[at])
                    else:
                        first = (1 - one) * fine[at] + one * flat[at]
                        second = (1 - other) * fine[at] + other * flat[at]
                        here[at] = max(first, second) if rules.is_worst[chance] else min(first, second)


@compiled
def stopped(rules: Rules, block: Ints, laid: int, tokens: int, stop: Floats) -> Floats:
    """What it costs to stop after so many dice, as rows: by hazards too, and for a car that has played its SISU token."""
    columns, most, rows = stop.shape[1], len(stop) // (tokens + 1), rows_of(rules, laid, tokens)
    found, of_case = np.empty((rows[-1], columns)), columns // block[0]
    for at_row in range(len(rows) - 1):
        has_played = at_row // (tokens + 1) == hazards_of(laid)
        for secured in range(rows[at_row + 1] - rows[at_row]):
            here, there = found[rows[at_row] + secured], stop[at_row % (tokens + 1) * most + secured]
            here[:] = there
            if has_played:
                for case in range(1, block[0], 2):
                    here[case * of_case : (case + 1) * of_case] = there[(case - 1) * of_case : case * of_case]
    return found
