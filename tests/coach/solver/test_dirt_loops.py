"""The loops that numba compiles reckon for DIRT as numpy reckons. In an ordinary run they are plain Python, on stages
that are next to nothing; in a wide one they are compiled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import compress
from math import prod

import numpy as np
import pytest

from rallyman_tutor.coach.dirt.coach import COACH as DIRT_COACH
from rallyman_tutor.coach.dirt.solver.carried import Array, Block
from rallyman_tutor.coach.dirt.solver.chance import Beyond, Chance, Values
from rallyman_tutor.coach.dirt.solver.fast import one_by_one
from rallyman_tutor.coach.dirt.solver.fast.at_once import Found, found
from rallyman_tutor.coach.dirt.solver.fast.drafts import FlatDrafts
from rallyman_tutor.coach.dirt.solver.fast.flat_out import BIT, walk
from rallyman_tutor.coach.dirt.solver.fast.fronts import merge
from rallyman_tutor.coach.dirt.solver.fast.graph import graph_of
from rallyman_tutor.coach.dirt.solver.fast.one_by_one import starts_of
from rallyman_tutor.coach.dirt.solver.flat_out import FlatOuts
from rallyman_tutor.coach.dirt.solver.fronts import SAME, Blocks, Front, Layer, Way, merged
from rallyman_tutor.coach.dirt.solver.nodes import Node, Nodes
from rallyman_tutor.coach.dirt.solver.par import swept
from rallyman_tutor.coach.dirt.solver.solver import task_of
from rallyman_tutor.coach.dirt.solver.sweep import Sweep
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.coach.solver.compiled import Ints, can_compile
from rallyman_tutor.games.dirt.game import GAME
from rallyman_tutor.games.dirt.road import read_stage
from rallyman_tutor.games.dirt.state import Options
from tests.coach.solver.dirt_stages import LITTLE

NEAR = ("202a 203a< | A@2.L1 g3 | A | quickstart=on sisu=stage", "202a 203a< | A@2.L1 g3 | A | leader=off")
"""Next to the finish; with a quick start, which one die alone can spoil, and the SISU token, and without."""


def every_chance(fair: Sweep) -> tuple[Chance, ...]:
    """Every way to take chance in which a par does."""
    return (
        Chance(),
        Chance(lucky=True),
        Chance(fine=7.0, then=Beyond(fair.values, fair.carried)),
        Chance(decks="best", turned=1, unlimited=True, then=4),
        Chance(decks="worst", turned=2),
    )


def same(one: Values, other: Values) -> bool:
    """Whether both are the same to a billionth of a second."""
    return one.keys() == other.keys() and all(np.abs(one[key] - other[key]).max() <= 1e-9 for key in one)


@pytest.mark.parametrize("position", NEAR)
def test_loops_find_what_numpy_finds(position: str) -> None:
    state = GAME.read(position)
    task, down_to = replace(Task(state.stage, state.options), cap=1), state.car.place
    fair = Sweep(task)
    fair.solve(down_to=down_to, compiled=False)
    by_numpy, by_loops = (
        Sweep(task, fair.flat_outs, chances=every_chance(fair), damaged=False).solve(down_to=down_to, compiled=compiled)
        for compiled in (False, True)
    )
    assert by_numpy and same(by_loops, by_numpy)


def test_rows_find_room_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are more parts when all are in use, and one is filled again when nothing in it is asked for any more."""
    state = GAME.read(NEAR[1])
    task = replace(Task(state.stage, state.options), cap=1)
    enough = Sweep(task).solve(down_to=state.car.place, compiled=True)
    monkeypatch.setattr(one_by_one, "PARTS", 1)
    monkeypatch.setattr(one_by_one, "PART", 1)
    sweep = Sweep(task)
    assert same(sweep.solve(down_to=state.car.place, compiled=True), enough)


@pytest.mark.parametrize("options", [Options(quickstart=True), Options(leader=False, redzone=True)])
def test_the_flat_nodes_and_steps_are_those_of_a_turn(options: Options) -> None:
    nodes = Nodes(Task(read_stage("201b 203a<"), options))
    graph = graph_of(nodes)
    known = [Node(*row) for row in np.array(graph[:6]).T.tolist()]
    starts = {Node(*at): int(number) for at, number in np.ndenumerate(graph.starts) if number >= 0}
    reached = {node for some in nodes.reached().values() for node in some}
    assert {node for node, lost in zip(known, graph.lost, strict=True) if not lost} == {*reached, *starts}
    assert all(known[number] == start for start, number in starts.items())
    for number, node in enumerate(known):
        here = slice(graph.first[number], graph.first[number + 1])
        found = {
            (int(die), int(beside), bool(graph.lost[to]), bool(hard), bool(quick), bool(token), known[to])
            for to, die, beside, hard, quick, token in zip(*(column[here] for column in graph[-6:]), strict=True)
        }
        steps = [] if graph.lost[number] else nodes.steps(node)
        assert found == {(one.die, one.brakes, one.lost, *one[4:7], one.to) for one in steps}
        assert (graph.to[here] > number).all()


def flat_outs_by_numpy(flat_outs: FlatOuts, start: Node) -> list[Counter[object]]:
    """The flat-out drives from a start: each fall of each set, with the spots that it leaves, and each draft, with its
    result. Chances are told to a billionth."""
    return [
        Counter(
            [
                *(
                    (dice, round(share, 9), frozenset(compress(one.spots, one.patterns[choice])))
                    for dice, fallen in zip(one.sets, one.fallen(), strict=True)
                    for share, choice in zip(*fallen, strict=True)
                ),
                *(
                    (dice, *((round(share, 9), *part) for share, *part in flat_outs.parts(dice, end)))
                    for dice, ends in zip(one.sets, one.ends, strict=True)
                    for end in ends
                ),
            ]
        )
        for one in flat_outs.sets_from(start)
    ]


def flat_outs_by_loops(of: FlatDrafts, start: Node) -> list[Counter[object]]:
    """As `flat_outs_by_numpy`."""
    several = [found(of, int(of.starts[start.place, start.gear]), quick=quick) for quick in (False, True)]
    return [Counter([*falls_of(of, one), *drafts_of(of, one)]) for one in several if one]


def falls_of(of: FlatDrafts, one: Found) -> Iterator[object]:
    for at, dice in enumerate(one.sets):
        for fall in range(one.fall_first[at], one.fall_first[at + 1]):
            row = one.choices[one.fall_choices[fall]]
            spots = {of.spots[spot] for number, spot in enumerate(one.spots) if row[number // 64] & BIT[number % 64]}
            yield of.sets.all[dice], round(float(one.fall_shares[fall]), 9), frozenset(spots)


def drafts_of(of: FlatDrafts, one: Found) -> Iterator[object]:
    for at, dice in enumerate(one.sets):
        for draft in one.drafts[one.draft_first[at] : one.draft_first[at + 1]]:
            mark = of.marks[draft]
            ends = [*of.mark_ends[of.mark_first[mark] : of.mark_first[mark + 1]], of.ends[draft]]
            parts = slice(of.parts_first[draft], of.parts_first[draft] + len(ends))
            yield (
                of.sets.all[dice],
                *(
                    (round(float(share), 9), of.spots[end // 2], bool(end % 2), bool(spoilt))
                    for end, share, spoilt in zip(ends, of.parts.shares[parts], of.parts.spoilt[parts], strict=True)
                ),
            )


def find_alike(position: str, *, every: int) -> bool:
    """Whether loops find the drafts that numpy finds, from every so many starts of a stage."""
    state = GAME.read(position)
    task = Task(state.stage, state.options)
    flat_outs = FlatOuts(task, Nodes(task))
    starts = [Node(*at) for at, number in np.ndenumerate(flat_outs.drafts.starts) if number >= 0]
    return all(
        flat_outs_by_loops(flat_outs.drafts, start) == flat_outs_by_numpy(flat_outs, start) for start in starts[::every]
    )


@pytest.mark.parametrize("position", [*NEAR, "202a 204b 203a< | A | A | quickstart=on brakes=2"])
def test_loops_find_all_that_numpy_finds_flat_out(position: str) -> None:
    assert find_alike(position, every=9)


def test_no_draft_leads_out_of_reach() -> None:
    """Of all ends on the road, those from the spaces beside a start on are kept, as many as are in reach, and no
    more."""
    stage = read_stage("202a 204b 216a:L2 203a<")
    of = FlatOuts(Task(stage), Nodes(Task(stage))).drafts
    ranks, last = stage.road.ranks, list[int]()
    for place, gear in np.argwhere(of.starts >= 0):
        start = int(of.starts[place, gear])
        drafts, _ = walk(start, False, of.first, of.to, of.loss, of.quick, len(of.losses.spots))
        if len(drafts):
            first = min(number for number, spot in enumerate(of.spots) if ranks[spot.place] == ranks[place])
            assert of.ends[drafts].min() > 2 * first
            last.append(int(of.ends[drafts].max()) // 2 - first)
    assert of.reach == 2 * (max(last) + 1) < 2 * len(of.spots)


@pytest.mark.wide
@pytest.mark.parametrize("position", [one for one in LITTLE if "brakes=2" not in one])
def test_loops_find_all_that_numpy_finds_flat_out_on_little_stages(position: str) -> None:
    assert find_alike(position, every=5)


@pytest.mark.parametrize("seed", range(5))
def test_loops_keep_the_ways_that_numpy_keeps_where_several_matter(seed: int) -> None:
    """Next to the finish one way on is always the best; here they are drawn by lot, with many that are equal."""
    luck, outer, inner = np.random.default_rng(seed), Block(1, 3, 2, 2, 3), Block(1, 2, 1, 2, 3)

    def drawn(columns: int) -> Array:
        return luck.integers(0, 4, (4, columns)).astype(float)

    def way(block: Block) -> Way:
        columns = prod(block)
        at = np.flatnonzero(luck.integers(0, 2, columns))
        return Way(Front(drawn(columns), (Layer(drawn(len(at)), at),)), block)

    stop, ways = drawn(prod(outer)), [way(outer), way(inner), way(inner)]
    found = merged(stop, outer, ways, Blocks())
    best, widths, numbers, rows = merged_by_loops(stop, outer, ways)
    assert found.more and np.array_equal(found.first, best)
    assert [len(layer.at) for layer in found.more] == widths.tolist()
    assert np.array_equal(np.concatenate([layer.at for layer in found.more]), numbers)
    assert np.array_equal(np.concatenate([layer.rows.reshape(-1) for layer in found.more]), rows)


def merged_by_loops(stop: Array, outer: Block, ways: Sequence[Way]) -> tuple[Array, Ints, Ints, Array]:
    """The result of `merge`, from ways on that stand one after the other."""
    told, rows, numbers, starts = list[tuple[int, ...]](), list[float](), list[int](), list[int]()
    for front, block in ways:
        first = len(starts)
        starts += starts_of(outer, block).tolist()
        for some, at in ((front.first, None), *front.more):
            told.append((len(rows), some.shape[1], -1 if at is None else len(numbers), first, prod(block[-2:])))
            rows += some.reshape(-1).tolist()
            numbers += [] if at is None else at.tolist()
    return merge(stop, np.array(told), np.array(starts), np.array(rows), np.array(numbers, np.int32), SAME)


def test_numpy_is_enough() -> None:
    """Without numba, and for a short stage, nothing is compiled."""
    sweep = Sweep(task_of("202a 203a<", {"seconds": 3}))
    assert sweep.uses_loops(True) and not sweep.uses_loops(None)


@pytest.mark.wide
@pytest.mark.parametrize("position", LITTLE[::4])
def test_compiled_loops_find_it_on_little_stages(position: str) -> None:
    assert can_compile()
    state = GAME.read(position)
    task = Task(state.stage, state.options)
    by_numpy, by_loops = (swept(task, down_to=state.car.place, compiled=compiled) for compiled in (False, True))
    assert same(by_loops.fair.values, by_numpy.fair.values) and same(by_loops.first.values, by_numpy.first.values)


@pytest.mark.wide
@pytest.mark.parametrize("stage", ["R5-SS3", "R4-SS1"])
def test_compiled_loops_find_it_on_real_stages(stage: str) -> None:
    assert can_compile()
    task = task_of(DIRT_COACH.ready[stage], {})
    by_numpy, by_loops = (swept(task, compiled=compiled) for compiled in (False, True))
    assert same(by_loops.fair.values, by_numpy.fair.values) and same(by_loops.first.values, by_numpy.first.values)
