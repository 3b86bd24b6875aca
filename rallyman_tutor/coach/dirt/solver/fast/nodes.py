"""The loops that go over nodes: each is worked out, and kept before every step that leads there for as long as it is asked for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rallyman_tutor.coach.dirt.solver.fast.fronts import columns_of, merge
from rallyman_tutor.coach.dirt.solver.fast.graph import Rows, longer
from rallyman_tutor.coach.dirt.solver.fast.rolling import (
    Rules,
    drawn,
    ended,
    hazards_of,
    prices_of,
    prod,
    rolled,
    rows_of,
    stopped,
)
from rallyman_tutor.coach.solver.compiled import Flags, Floats, Ints, compiled


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
