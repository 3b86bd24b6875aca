"""Rolling dice one by one by compiled loops, which get all they need as flat arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.dirt.solver.carried import Array, Block, part
from rallyman_tutor.coach.dirt.solver.fast.graph import Graph
from rallyman_tutor.coach.dirt.solver.fast.nodes import Kept, Roads, first_asked, lower, work_out
from rallyman_tutor.coach.dirt.solver.fast.rolling import Rules
from rallyman_tutor.coach.dirt.solver.fronts import SAME
from rallyman_tutor.coach.dirt.solver.one_by_one import Driving, Swept, chances_of, most_secured
from rallyman_tutor.coach.solver.compiled import Ints
from rallyman_tutor.games.dirt.state import GEARS, LIMIT

PARTS, PART = 400, 1 << 15
"""Into how many parts the kept rows are divided at first, and how many numbers one has at least: a quarter of a megabyte. Those that are
not filled take no memory."""


class FastOneByOne(Driving):
    """For one sweep. In the graph the nodes of a space stand together, and those steps, as they are rolled, that lead to one node."""

    def __init__(self, sweep: Swept) -> None:
        self._sweep = sweep
        graph, ranks = sweep.nodes.graph, np.array(sweep.task.stage.road.ranks)
        self._starts = graph.starts
        turns = ranks.max() - ranks
        self._turns: list[int] = turns.tolist()
        """By space: how many spaces come before it, where those that are equally far along the road count as one."""
        self._gears = [set(graph.gear[slice(*bounds)].tolist()) - {0} for bounds in _ranges(graph.place, len(ranks))]
        self._roads, hows = _roads(sweep, graph, turns)
        self._rules = _rules(sweep, hows, int(graph.tokens.max()))
        self._kept = _nothing_kept(self._roads, self._rules.most_secured)
        self._order = np.argsort(self._roads.when, kind="stable")
        self._bounds = np.searchsorted(self._roads.turn[self._order], np.arange(len(ranks) + 2))
        # What ends of turns come to is kept for as many spaces as can be in reach at once.
        reach = int((self._roads.turn - turns[graph.place]).max()) + 1
        in_reach = np.convolve(np.bincount(turns), np.ones(reach, np.intp)).max()
        self._slots = np.argsort(np.argsort(turns, kind="stable")) % in_reach
        self._stops = np.zeros((in_reach, GEARS + 1, prod(sweep.carried.shape)))
        self._losses = np.zeros_like(self._stops)
        self._slot_of = self._slots[graph.place]

    def lower(self, place: int, gear: int, value: Array) -> None:
        lower(self._roads, self._kept, int(self._starts[place, gear]), value.reshape(-1))

    def work_out(self, places: Sequence[int]) -> None:
        """Keep what turns come to that end there; and then work out the nodes that turns ask for first which start just before."""
        for place in places:
            for gear in self._gears[place]:
                self._stops[self._slots[place], gear] = self._sweep.stopped(place, gear).reshape(-1)
                self._losses[self._slots[place], gear] = self._sweep.lost(place, gear).reshape(-1)
        turn = self._turns[places[0]] + 1
        nodes = self._order[self._bounds[turn] : self._bounds[turn + 1]]
        self._kept = work_out(
            self._rules, self._roads, self._kept, nodes, self._slot_of[nodes], self._stops, self._losses, SAME
        )


def _ranges(places: Ints, many: int) -> NDArray[np.intp]:
    """By space: where its nodes begin and end."""
    found = np.zeros((many, 2), np.intp)
    bounds = np.flatnonzero(np.diff(places, prepend=-1, append=-1))
    found[places[bounds[:-1]]] = np.stack([bounds[:-1], bounds[1:]], axis=1)
    return found


def _roads(sweep: Swept, graph: Graph, turns: Ints) -> tuple[Roads, list[Array]]:
    """The nodes and steps as loops want them, and by number the chances of each way to roll dice."""
    gears = np.array([dice.bit_count() for dice in range(1 << GEARS + 1)])[graph.dice]
    laid = gears + graph.pushes + graph.brakes
    kinds, kind = np.unique(np.stack([gears, graph.pushes, graph.brakes], axis=1), axis=0, return_inverse=True)
    blocks = [sweep.carried.block(*dice) for dice in kinds.tolist()]
    sources = np.repeat(np.arange(len(graph.place)), np.diff(graph.first))
    pairs, pair = np.unique(kind[sources] * len(kinds) + kind[graph.to], return_inverse=True)
    starts = [starts_of(blocks[one // len(kinds)], blocks[one % len(kinds)]) for one in pairs.tolist()]
    # Steps that are alike once they are rolled are one, and stand in the order of the nodes that they lead to.
    die = graph.die - graph.die.min()
    looks = (((die * 8 + graph.beside) * 2 + graph.hard) * 2 + graph.quick) * 2 + graph.token
    many = int(looks.max()) + 1
    _, of, step = np.unique(graph.to.astype(np.int64) * many + looks, return_index=True, return_inverse=True)
    to, dice = graph.to[of], 1 + graph.beside[of]
    until = np.zeros(len(of), np.int64)
    turn = first_asked(graph.first, graph.to, np.where(laid == 0, turns[graph.place], len(turns)))
    when = turn * (laid.max() + 1) + laid.max() - laid
    np.maximum.at(until, step, when[sources])
    ways = np.stack([graph.die[of], graph.beside[of], graph.hard[of] | graph.quick[of], laid[to] - dice], axis=1)
    hows, how = np.unique(ways, axis=0, return_inverse=True)
    block = np.array(blocks)[kind]
    roads = Roads(
        lost=graph.lost,
        gear=graph.gear,
        laid=laid,
        tokens=graph.tokens,
        past=np.array(sweep.task.stage.road.past)[graph.place],
        turn=turn,
        when=when,
        block=block,
        width=block.prod(axis=1),
        run=block[:, -2:].prod(axis=1),
        first=graph.first,
        step=step,
        runs=np.array([0, *accumulate(map(len, starts))])[pair],
        starts=np.concatenate(starts),
        into=np.searchsorted(to, np.arange(len(laid) + 1)),
        to=to,
        dice=dice,
        quick=graph.quick[of],
        token=graph.token[of],
        how=how,
        until=until,
    )
    return roads, [chances_of(sweep.task, *way) for way in hows.tolist()]


def starts_of(outer: Block, inner: Block) -> Ints:
    """Where, among the numbers of a block, those of a smaller one stand together."""
    if not min(inner):
        return np.zeros(0, np.intp)
    return np.arange(prod(outer)).reshape(outer)[part(inner)][..., 0, 0].reshape(-1)


def _rules(sweep: Swept, hows: list[Array], tokens: int) -> Rules:
    carried, chances = sweep.carried, sweep.chances
    punctured = [np.arange(carried.shape.push)]
    for _ in range(tokens):
        punctured.append(carried.punctured[punctured[-1]])
    shares = np.zeros((len(hows), LIMIT + 1, LIMIT + 2))
    for number, how in enumerate(hows):
        shares[number, : how.shape[0], : how.shape[1]] = how
    punctures = [sweep.tokens.shares(chance) for chance in chances]
    return Rules(
        shape=np.array(carried.shape),
        punctured=np.array(punctured),
        unlimited=np.repeat([chance.unlimited for chance in chances], carried.sisus),
        is_lucky=np.array([chance.lucky for chance in chances]),
        is_worst=np.array([chance.decks == "worst" for chance in chances]),
        punctures=np.array([(both[0], both[-1]) for both in punctures]),
        shares=shares,
        has_sisu=carried.sisus - 1,
        most_secured=most_secured(sweep.task.cap),
        spent=sweep.weight.spent,
        stall=sweep.task.hazard[2],
    )


def _nothing_kept(roads: Roads, secured: int) -> Kept:
    """No ways on are known yet."""
    rows = (LIMIT + 1) * (roads.tokens.astype(np.int64) + 1) * (np.minimum(roads.laid, secured) + 1)
    size = max(PART, int((rows * roads.width).max()))
    return Kept(
        at=np.full((len(roads.to), 3), [-1, 0, 0]),
        rows=np.empty(PARTS * size),
        ends=np.full(PARTS, -1),
        filled=np.zeros(PARTS, np.int64),
        part=np.full(roads.when.max() + 1, -1),
        layers=np.empty((1000, 3), np.int64),
        numbers=np.empty(10_000, np.int32),
        used=np.zeros(2, np.int64),
    )
