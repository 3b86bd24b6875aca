"""The inner loops of the sweep over flat arrays, which numba compiles (`compiled.py`).

They reckon what `one_by_one.py` and `fronts.py` reckon with numpy; `flat_loops.py` has those for driving flat out. Without numba they
are ordinary Python, far slower than numpy; only tests run them so. Sums may be added up in another order, which changes values
by less than a billionth of a second.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.solver.compiled import compiled
from rallyman_tutor.games.dirt.state import LIMIT

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


class Roads(NamedTuple):
    """The nodes of a stage, and its steps as they are rolled: those that lead to one node stand together."""

    lost: Flags  # by node: control is lost there
    gear: Ints
    laid: Ints  # how many dice
    tokens: Ints  # drawn in this turn
    past: Flags  # it is behind the finish
    turn: Ints  # from which spaces it is asked for first, counted from the last
    when: Ints  # when it is worked out
    block: Ints  # what may be carried there: how many numbers of each axis
    width: Ints  # all of these; 0: no car can be there
    run: Ints  # so many of them stand together, however many there are of the others
    first: Ints  # where the steps from each node begin
    step: Ints  # by step: the number of it as it is rolled
    runs: Ints  # by step: where its runs begin in `starts`
    starts: Ints  # where, among the numbers of a node, each run of those stands that are left after a step
    into: Ints  # by node: where the steps begin that lead there
    to: Ints  # by step as it is rolled: the node it leads to
    dice: Ints  # how many
    quick: Flags
    token: Flags
    how: Ints  # the number of the way to roll its dice
    until: Ints  # when it is asked for the last time


class Kept(NamedTuple):
    """The ways on that are kept, for every step as it is rolled."""

    at: Ints  # where its rows begin in `rows`; and where its layers begin in `layers`, and end
    rows: Floats
    ends: Ints  # by part of `rows`: when what stands there is asked for the last time
    filled: Ints  # by part: how much of it is in use
    part: Ints  # by when something is asked for the last time: the part that is being filled with such; -1: none
    layers: Rows  # by layer: how many columns, where its rows begin, and where the numbers of its columns do
    numbers: Ints  # of columns, for layers
    used: Ints  # how many layers there are, and how many numbers


@compiled
def first_asked(first: Ints, to: Ints, turns: Ints) -> Ints:
    """By node, in the order of the road: from which starts of turns it is asked for first, if they ask in the order of `turns`."""
    found = turns.copy()
    for node in range(len(found)):
        for after in to[first[node] : first[node + 1]]:
            found[after] = min(found[after], found[node])
    return found


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
def columns_of(way: Ints, starts: Ints, numbers: Ints) -> Ints:
    """The columns of a way on, among those of the node that it goes on from."""
    _, many, first, runs, length = way
    found = np.empty(many, np.int64)
    for at in range(many):
        number = at if first < 0 else numbers[first + at]
        found[at] = starts[runs + number // length] + number % length
    return found


@compiled
def merge(
    stop: Floats, ways: Ints, starts: Ints, rows: Floats, numbers: Ints, same: float
) -> tuple[Floats, Ints, Ints, Floats]:
    """As `merged` in `fronts.py`: the first way on; and of the layers how many columns each has, the numbers of these, and the rows of
    all of them one after the other. `ways` tells of each way on where its rows begin in `rows`, how many columns it has,
    where their numbers begin (-1: it has all that are left after its step), where its runs begin, and how long one is."""
    many, columns = stop.shape
    best = stop.copy()
    for way in ways:
        first, width, layer, runs, length = way
        if layer < 0:
            for row in range(many):
                there = rows[first + row * width : first + (row + 1) * width]
                for run in range(width // length):
                    start = starts[runs + run]
                    here, new = best[row, start : start + length], there[run * length : (run + 1) * length]
                    for at in range(length):
                        here[at] = min(here[at], new[at])
        else:
            which = columns_of(way, starts, numbers)
            for row in range(many):
                for at in range(width):
                    best[row, which[at]] = min(best[row, which[at]], rows[first + row * width + at])
    nothing = np.empty(0, np.int64)
    if not len(ways) or (len(ways) == 1 and ways[0, 2] < 0):
        return best, nothing, nothing, np.empty(0)
    bad = not_best(best, stop, ways, starts, rows, numbers, same)
    some = np.flatnonzero(bad)
    if not len(some):
        return best, nothing, nothing, np.empty(0)
    there = np.full((len(ways), many, len(some)), np.inf)
    slots = np.full(columns, -1)
    slots[some] = np.arange(len(some))
    for number in range(len(ways)):
        which = columns_of(ways[number], starts, numbers)
        first, width = ways[number, 0], ways[number, 1]
        for at in range(width):
            slot = slots[which[at]]
            if slot >= 0:
                for row in range(many):
                    there[number, row, slot] = min(rows[first + row * width + at], stop[row, which[at]])
    return parted(best, some, there, kept(there, same))


@compiled
def not_best(best: Floats, stop: Floats, ways: Ints, starts: Ints, rows: Floats, numbers: Ints, same: float) -> Flags:
    """By column: whether neither stopping nor any one way on is the best in every row."""
    many, columns = stop.shape
    enough = best + same
    bad = np.zeros(columns, np.bool_)
    for row in range(many):
        for at in range(columns):
            if stop[row, at] > enough[row, at]:
                bad[at] = True
            else:
                enough[row, at] = np.inf
    for way in ways:
        first, width, layer, runs, length = way
        worse = np.zeros(width, np.bool_)
        if layer < 0:
            for row in range(many):
                there = rows[first + row * width : first + (row + 1) * width]
                for run in range(width // length):
                    start = starts[runs + run]
                    limit, new = enough[row, start : start + length], there[run * length : (run + 1) * length]
                    here = worse[run * length : (run + 1) * length]
                    for at in range(length):
                        here[at] |= new[at] > limit[at]
            for run in range(width // length):
                start = starts[runs + run]
                for at in range(length):
                    bad[start + at] &= worse[run * length + at]
        else:
            which = columns_of(way, starts, numbers)
            for row in range(many):
                for at in range(width):
                    worse[at] |= rows[first + row * width + at] > enough[row, which[at]]
            for at in range(width):
                bad[which[at]] &= worse[at]
    return bad


@compiled
def parted(best: Floats, some: Ints, ways: Floats, kept: Flags) -> tuple[Floats, Ints, Ints, Floats]:
    """As `parted` in `fronts.py`, with the layers as `merge` has them."""
    each = kept.sum(axis=0)
    layers = each.max() - 1
    widths = np.zeros(layers, np.int64)
    for layer in range(layers):
        widths[layer] = (each > layer + 1).sum()
    numbers, rows = np.empty(widths.sum(), np.int64), np.empty(widths.sum() * len(best))
    filled = np.zeros(layers, np.int64)
    firsts = np.cumsum(widths) - widths
    for slot in range(len(some)):
        number = 0
        for way in range(len(ways)):
            if not kept[way, slot]:
                continue
            if number:
                layer = number - 1
                numbers[firsts[layer] + filled[layer]] = some[slot]
                for row in range(len(best)):
                    rows[firsts[layer] * len(best) + row * widths[layer] + filled[layer]] = ways[way, row, slot]
                filled[layer] += 1
            else:
                best[:, some[slot]] = ways[way, :, slot]
            number += 1
    return best, widths, numbers, rows


@compiled
def room(kept: Kept, many: int, until: int, now: int) -> tuple[Kept, int]:
    """Where so many numbers can be kept until then. `rows` has equal parts; what is asked for the last time at once stands together in a
    part, which is filled again after that. There are twice as many parts where all are in use."""
    rows, ends, filled = kept.rows, kept.ends, kept.filled
    size, part = len(rows) // len(ends), kept.part[until]
    if part < 0 or filled[part] + many > size:
        part = 0
        while part < len(ends) and ends[part] >= now:
            part += 1
        if part == len(ends):
            rows, ends, filled = np.empty(2 * len(rows)), np.full(2 * part, -1), np.zeros(2 * part, np.int64)
            rows[: len(kept.rows)], ends[:part], filled[:part] = kept.rows, kept.ends, kept.filled
        kept.part[until], ends[part], filled[part] = part, until, 0
    first = part * size + filled[part]
    filled[part] += many
    return Kept(kept.at, rows, ends, filled, kept.part, kept.layers, kept.numbers, kept.used), first


@compiled
def ways_from(roads: Roads, kept: Kept, node: int) -> Ints:
    """The ways on from a node, as `merge` has them."""
    many = 0
    for step in roads.step[roads.first[node] : roads.first[node + 1]]:
        many += 1 + kept.at[step, 2] - kept.at[step, 1]
    found = np.empty((many, 5), np.int64)
    many = 0
    for one in range(roads.first[node], roads.first[node + 1]):
        step = roads.step[one]
        at, first, last = kept.at[step]
        if at < 0:  # it is open to no car
            continue
        to, runs = roads.to[step], roads.runs[one]
        found[many] = at, roads.width[to], -1, runs, roads.run[to]
        many += 1
        for layer in range(first, last):
            width, rows, numbers = kept.layers[layer]
            found[many] = rows, width, numbers, runs, roads.run[to]
            many += 1
    return found[:many]


@compiled
def lower(roads: Roads, kept: Kept, node: int, value: Floats) -> None:
    """Lower `value`, what a turn costs that starts at a node, where one way on is better."""
    for way in ways_from(roads, kept, node):
        which = columns_of(way, roads.starts, kept.numbers)
        for at in range(way[1]):
            value[which[at]] = min(value[which[at]], kept.rows[way[0] + at])


@compiled
def before_roll(
    rules: Rules,
    roads: Roads,
    kept: Kept,
    node: int,
    step: int,
    at: Ints,
    ahead: Floats,
    miss: Floats,
    now: int,
) -> tuple[Kept, int]:
    """Keep the rows before a step to a node is rolled, from those after it, and tell where. `at` are the numbers of what may be
    carried if it is not all that may be at the node; `miss` is what it costs if the turn ends."""
    block, laid, tokens, dice = roads.block[node], roads.laid[node], roads.tokens[node] + 1, roads.dice[step]
    columns, all_columns, chances = ahead.shape[1], prod(block), len(rules.is_lucky)
    kept, found, rows, first = rows_before(rules, roads, kept, node, step, columns, now)
    bounds = np.arange(chances + 1) * (all_columns // chances)
    if len(at):
        bounds = np.searchsorted(at, bounds)
    if rules.has_sisu:  # who has the token may play it
        miss = miss.copy()
        for column in range(columns):
            number = at[column] if len(at) else column
            if number // (all_columns // block[0]) % 2:
                for row in range(len(miss)):
                    miss[row, column] = min(miss[row, column], ahead[len(ahead) - len(miss) + row, column])
    most, secured = min(laid, rules.most_secured), min(laid - dice, rules.most_secured) + 1
    prices, shares = prices_of(rules, block, at, secured, dice, most), rules.shares[roads.how[step]]
    ahead_rows, hazards = rows_of(rules, laid, tokens - 1), hazards_of(laid - dice)
    if roads.token[step]:
        after_rows = rows_of(rules, laid - dice, tokens - 1)
        after = np.empty((after_rows[-1], columns))
        rolled(rules, ahead, ahead_rows, miss, shares, prices, hazards, dice, bounds, tokens, after, after_rows)
        drawn(rules, bounds, tokens, after, after_rows, found, rows)
    else:
        rolled(rules, ahead, ahead_rows, miss, shares, prices, hazards, dice, bounds, tokens, found, rows)
    return kept, first


@compiled
def rows_before(
    rules: Rules, roads: Roads, kept: Kept, node: int, step: int, columns: int, now: int
) -> tuple[Kept, Floats, Ints, int]:
    """Where the rows can be kept before a step to a node is rolled: these rows, where those of each number of hazards and punctures
    begin, and where they stand in all."""
    drawn = roads.tokens[node] - int(roads.token[step])
    rows = rows_of(rules, roads.laid[node] - roads.dice[step], drawn)
    many = rows[-1] * columns
    kept, first = room(kept, many, roads.until[step], now)
    return kept, kept.rows[first : first + many].reshape(rows[-1], columns), rows, first


@compiled
def before_miss(
    rules: Rules, roads: Roads, kept: Kept, node: int, step: int, stop: Floats, miss: Floats, now: int
) -> tuple[Kept, int]:
    """Keep the rows before a step is rolled that surely loses control, and tell where."""
    laid, tokens, dice = roads.laid[node], roads.tokens[node] + 1, roads.dice[step]
    columns, most, hazards = miss.shape[1], len(miss) // tokens, hazards_of(laid - dice)
    kept, found, rows, first = rows_before(rules, roads, kept, node, step, columns, now)
    bounds = np.arange(len(rules.is_lucky) + 1) * (columns // len(rules.is_lucky))
    after_rows = rows_of(rules, laid - dice, tokens - 1)
    after = np.empty((after_rows[-1], columns))
    for at_row in range(len(after_rows) - 1):
        stalls = roads.quick[step] and at_row // tokens < hazards
        for before in range(after_rows[at_row + 1] - after_rows[at_row]):
            number = at_row % tokens * most + before
            here, stalled, end = after[after_rows[at_row] + before], stop[number], miss[number]
            for chance in range(len(rules.is_lucky)):
                for at in range(bounds[chance], bounds[chance + 1]):
                    if not stalls:
                        here[at] = end[at]
                    elif rules.is_lucky[chance]:
                        here[at] = min(stalled[at], end[at])
                    else:
                        here[at] = rules.stall * stalled[at] + (1 - rules.stall) * end[at]
    if roads.token[step]:
        drawn(rules, bounds, tokens, after, after_rows, found, rows)
    else:
        found[:] = after
    return kept, first


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


@compiled
def work_out(
    rules: Rules,
    roads: Roads,
    kept: Kept,
    nodes: Ints,
    spaces: Ints,  # by node
    stops: Floats,
    losses: Floats,
    same: float,
) -> Kept:
    """Keep what the ways on come to from these nodes, before each of the steps that lead there. `stops` and `losses`: by space and gear,
    what it costs to stop there, or to lose control."""
    for number in range(len(nodes)):
        node, space = nodes[number], spaces[number]
        first, last, now = roads.into[node], roads.into[node + 1], roads.when[node]
        if first == last or not roads.width[node]:
            continue
        block, laid, gear, tokens = roads.block[node], roads.laid[node], roads.gear[node], roads.tokens[node]
        most = min(laid, rules.most_secured)
        stop = ended(rules, block, stops[space, gear], tokens, most)
        miss = ended(rules, block, losses[space, gear], tokens, most)
        if roads.lost[node]:
            for step in range(first, last):
                kept, at = before_miss(rules, roads, kept, node, step, stop, miss, now)
                kept.at[step, 0] = at
            continue
        best, everything = stopped(rules, block, laid, tokens, stop), np.empty(0, np.int64)
        widths: Ints = everything
        numbers, rows = widths, np.empty(0)
        if not roads.past[node]:
            ways = ways_from(roads, kept, node)
            best, widths, numbers, rows = merge(best, ways, roads.starts, kept.rows, kept.numbers, same)
        kept, first_number = noted(kept, numbers)
        for step in range(first, last):
            end = stop if roads.quick[step] else miss
            kept, at = before_roll(rules, roads, kept, node, step, everything, best, end, now)
            kept.at[step] = at, kept.used[0], kept.used[0]
            from_number = 0
            for width in widths:
                to_number = from_number + width
                which = numbers[from_number:to_number]
                ahead = rows[from_number * len(best) : to_number * len(best)].reshape(len(best), width)
                kept, at = before_roll(rules, roads, kept, node, step, which, ahead, end[:, which], now)
                kept = layered(kept, step, width, at, first_number + from_number)
                from_number = to_number
    return kept


@compiled
def noted(kept: Kept, numbers: Ints) -> tuple[Kept, int]:
    """Keep the numbers of the columns of some layers, and tell where."""
    known, first = kept.numbers, int(kept.used[1])
    last = first + len(numbers)
    if last > len(known):
        known = np.empty(2 * last, np.int32)
        known[:first] = kept.numbers[:first]
    known[first:last] = numbers
    kept.used[1] = last
    return Kept(kept.at, kept.rows, kept.ends, kept.filled, kept.part, kept.layers, known, kept.used), first


@compiled
def layered(kept: Kept, step: int, width: int, rows: int, numbers: int) -> Kept:
    """Keep one more layer for a step."""
    layers, number = kept.layers, int(kept.used[0])
    if number == len(layers):
        layers = longer(layers)
    layers[number] = width, rows, numbers
    kept.used[0] = kept.at[step, 2] = number + 1
    return Kept(kept.at, kept.rows, kept.ends, kept.filled, kept.part, layers, kept.numbers, kept.used)
