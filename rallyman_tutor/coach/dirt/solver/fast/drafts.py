"""All drafts of a stage that can be driven flat out, as flat arrays for loops that are compiled (`flat_out.py`).

Everything has a number here: drafts, spots, sets of dice, ways to lose control. A draft is a node (`graph.py`) and what happened on the
way that still matters, its *mark*: landings, and a quick start. Most drafts have none, and these have the numbers of their nodes.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from functools import reduce
from itertools import chain
from typing import NamedTuple, TypeAlias

import numpy as np

from rallyman_tutor.coach.dirt.solver.falling import FACES, NO_DICE, Dice, Falling, How, falls, with_die
from rallyman_tutor.coach.dirt.solver.fast import flat_out
from rallyman_tutor.coach.dirt.solver.fast.graph import Graph
from rallyman_tutor.coach.dirt.solver.flat_out import End, FlatOuts, Hard, Spot
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.coach.solver.compiled import Flags, Floats, Ints

_Mark: TypeAlias = tuple[tuple[Hard, ...], Spot | None]
"""The landings on the way, and where the car stays if its quick start fails."""
_PLAIN: _Mark = (), None
_NOWHERE = Spot(0, 0, 0)


class Sets(NamedTuple):
    """All sets of dice; those with as many dice of each kind stand together."""

    all: list[Dice]
    laid: list[tuple[int, int, int]]  # all that can be laid of each kind
    kinds: Ints  # by set: the number of what it has of each kind


class Losses(NamedTuple):
    """Where and how control can be lost."""

    spots: Ints
    hows: Ints


class Again(NamedTuple):
    """The ways to fall in which dice have to be laid again, without a quick start and, where there are any, with one."""

    first: Ints  # by set of dice: where its ways begin; one more at the end
    shares: Floats
    open_first: Ints  # by set, and how control is lost: where it begins in which of these ways it is; -1 if never
    open: Flags


class Parts(NamedTuple):
    """The chances of where drafts lead if their dice are not laid again: to each end that their mark has, and to their own."""

    shares: Floats
    spoilt: Flags  # whether the SISU token helps against it


class FlatDrafts(NamedTuple):
    """All drafts. Where they lead are *ends*: of each spot there is one with control kept, and after it one with control lost."""

    starts: Ints  # by space and gear: the draft without dice
    spots: list[Spot]  # in the order of the road
    reach: int  # how many ends there are at most on the spaces from a start to where its last draft leads
    sets: Sets
    losses: Losses
    again: Again
    parts: Parts
    # By draft:
    of: Ints  # its set of dice
    ends: Ints
    marks: Ints
    parts_first: Ints  # where its chances begin
    first: Ints  # where its next dice begin; one more at the end
    # By next die:
    to: Ints  # the draft it leads to
    loss: Ints
    quick: Flags
    # By mark: the ends that it has
    mark_first: Ints
    mark_ends: Ints


def flat_drafts(flat_outs: FlatOuts) -> FlatDrafts:
    """All drafts of a stage."""
    task, graph = flat_outs.task, flat_outs.nodes.graph
    ranks = np.array(task.stage.road.ranks)
    rows, spot = _numbered(ranks[graph.place], graph.place, graph.gear, graph.tokens)
    spots = [Spot(*row) for _, *row in rows.tolist()]
    starts = graph.starts[graph.starts >= 0]
    reach = flat_out.last_spots(graph.first, graph.to, spot)[starts] + 1
    reach -= np.searchsorted(rows[:, 0], ranks[graph.place[starts]])
    sets, of = _sets(graph)
    drafts, marks = _marked(graph, spots, spot)
    lost = graph.lost[drafts.nodes]
    numbers = {one: number for number, one in enumerate(spots)}
    mark_ends = [_ends(mark, numbers) for mark in marks]
    hows, how = _hows(graph, sets, of, drafts, marks)
    losses, loss = _numbered(spot[graph.to[drafts.steps]], how)
    parts, parts_first = _parts(flat_outs, sets, of[drafts.nodes], lost, drafts.marks, marks)
    return FlatDrafts(
        graph.starts,
        spots,
        2 * int(reach.max()),
        sets,
        Losses(*short(losses.T)),
        _again(task, flat_outs.falling, sets, hows, quick=bool(graph.quick.any())),
        parts,
        of=short(of[drafts.nodes]),
        ends=short(2 * spot[drafts.nodes] + lost),
        marks=short(drafts.marks),
        parts_first=short(parts_first),
        first=drafts.first,
        to=short(drafts.to),
        loss=short(loss),
        quick=graph.quick[drafts.steps],
        mark_first=bounds(mark_ends),
        mark_ends=np.array([end for some in mark_ends for end in some], np.int64),
    )


class _Drafts(NamedTuple):
    """How drafts go on."""

    nodes: Ints  # by draft
    marks: Ints  # by draft
    first: Ints  # by draft: where its next dice begin; one more at the end
    of: Ints  # by next die: the draft before it
    steps: Ints  # by next die
    to: Ints  # by next die: the draft after it


def _marked(graph: Graph, spots: Sequence[Spot], spot: Ints) -> tuple[_Drafts, list[_Mark]]:
    """All drafts, and all marks. Here a draft has its mark times the number of nodes, and its node, for a number at first. It goes on die by
    die from all nodes, and then from the drafts that are new, which are few: those with a mark."""
    many, counts = len(graph.place), np.diff(graph.first)
    marks = {_PLAIN: 0}
    keys = last = np.arange(many)
    found = list[tuple[Ints, Ints, Ints]]()
    while len(last):
        count = counts[last % many]
        of = np.repeat(last, count)
        steps = np.arange(len(of)) + np.repeat(graph.first[last % many] - np.cumsum(count) + count, count)
        mark = of // many
        for at in np.flatnonzero(graph.hard[steps] | graph.quick[steps]).tolist():
            step = int(steps[at])
            hard, stall = list(marks)[mark[at]]
            where = spots[spot[graph.to[step]]]
            if graph.hard[step]:
                hard = (*hard, Hard(int(graph.die[step]), where))
            if graph.quick[step]:
                stall = where
            mark[at] = marks.setdefault((hard, stall), len(marks))
        to = mark * many + graph.to[steps]
        found.append((of, steps, to))
        last = np.setdiff1d(to, keys)
        keys = np.concatenate([keys, last])
    keys = np.sort(keys)
    of, steps, to = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.argsort(of, kind="stable")
    of, to = np.searchsorted(keys, of[order]), np.searchsorted(keys, to[order])
    first = np.searchsorted(of, np.arange(len(keys) + 1))
    return _Drafts(keys % many, keys // many, first, of, steps[order], to), list(marks)


def _ends(mark: _Mark, numbers: dict[Spot, int]) -> list[int]:
    """The ends that a mark has, in the order of `FlatOuts.parts`."""
    hard, stall = mark
    return [*([2 * numbers[stall]] if stall else []), *(2 * numbers[one.spot] + 1 for one in hard)]


def _sets(graph: Graph) -> tuple[Sets, Ints]:
    """All sets of dice, and by node the number of its own."""
    rows, of = _numbered(graph.dice, graph.pushes, graph.brakes)
    dice = [Dice(*row) for row in rows.tolist()]
    order = sorted(range(len(dice)), key=lambda number: (dice[number].by_kind, dice[number]))
    dice = [dice[number] for number in order]
    laid = sorted({one.by_kind for one in dice})
    return Sets(dice, laid, np.array([laid.index(one.by_kind) for one in dice])), np.argsort(order)[of]


def _hows(graph: Graph, sets: Sets, of: Ints, drafts: _Drafts, marks: Sequence[_Mark]) -> tuple[list[How], Ints]:
    """All ways in which control is lost, and by next die of a draft the number of its own."""
    cleans = [reduce(with_die, (one.die for one in hard), NO_DICE) for hard, _ in marks]
    different = list(dict.fromkeys(cleans))
    clean = np.array([different.index(one) for one in cleans])[drafts.marks[drafts.of]]
    steps, to = drafts.steps, graph.to[drafts.steps]
    rows, how = _numbered(of[to], graph.die[steps], graph.beside[steps], graph.lost[to], graph.hard[steps], clean)
    return [
        (sets.all[dice], die, beside, bool(lost), bool(hard), different[which])
        for dice, die, beside, lost, hard, which in rows.tolist()
    ], how


def _again(task: Task, falling: Falling, sets: Sets, hows: Sequence[How], *, quick: bool) -> Again:
    """The ways to fall in which dice have to be laid again; with quick starts only where there are any."""
    kinds = (False, True) if quick else (False,)
    words = np.stack([falls(how, task.pushes, task.brakes) for how in hows])
    is_open = (words[..., None] >> np.arange(FACES, dtype=np.uint64) & np.uint64(1)).astype(bool)
    is_open = is_open.reshape(*words.shape[:2], -1)
    bits = np.array([how[0].bits for how in hows])
    ways = [[falling.again(dice, is_quick) for dice in sets.all] for is_quick in kinds]
    first = np.full((len(kinds), len(sets.all), len(hows)), -1, np.int32)
    rows, many = list[Flags](), 0
    for kind, number in np.ndindex(first.shape[:2]):
        dice, numbers = sets.all[number], ways[kind][number].numbers
        some = np.flatnonzero(bits & ~dice.bits == 0)
        first[kind, number, some] = many + np.arange(len(some)) * len(numbers)
        many += len(some) * len(numbers)
        rows.append(is_open[some[:, None], dice.pushes, numbers].reshape(-1))
    shares = [one.shares for one in chain(*ways)]
    ends, last = bounds(shares), len(sets.all)
    return Again(
        np.stack([ends[last * at :][: last + 1] for at in range(len(kinds))]),
        np.concatenate(shares),
        first,
        np.concatenate(rows),
    )


def _parts(
    flat_outs: FlatOuts, sets: Sets, of: Ints, lost: Flags, marks: Ints, known: Sequence[_Mark]
) -> tuple[Parts, Ints]:
    """The chances of where drafts lead, and by draft where its own begin. They hang on the dice that jumped and not on where that was."""
    jumped = [(tuple(one.die for one in hard), stall is not None) for hard, stall in known]
    different = list(dict.fromkeys(jumped))
    rows, number = _numbered(of, lost, np.array([different.index(one) for one in jumped])[marks])
    parts = []
    for dice, is_lost, which in rows.tolist():
        dies, stalls = different[which]
        hard = tuple(Hard(die, _NOWHERE) for die in dies)
        end = End(_NOWHERE, bool(is_lost), hard, _NOWHERE if stalls else None)
        parts.append(flat_outs.parts(sets.all[dice], end))
    shares, _, _, spoilt = zip(*chain(*parts), strict=True)
    return Parts(np.array(shares), np.array(spoilt)), bounds(parts)[number]


def _numbered(*columns: Ints | Flags) -> tuple[Ints, Ints]:
    """The different rows of some columns, in rising order, and by row the number of its own."""
    least = [int(column.min()) for column in columns]
    shape = [int(column.max()) + 1 - low for column, low in zip(columns, least, strict=True)]
    keys = np.ravel_multi_index(
        [column.astype(np.int64) - low for column, low in zip(columns, least, strict=True)], shape
    )
    met, numbers = np.unique(keys, return_inverse=True)
    return np.stack(np.unravel_index(met, shape), axis=1) + least, numbers


def bounds(rows: Sequence[Sized]) -> Ints:
    """Where each of some rows begins if they stand one after the other; and where the last one ends."""
    return np.cumsum([0, *map(len, rows)])


def short(numbers: Ints) -> Ints:
    """Numbers in half the room."""
    return numbers.astype(np.int32)
