"""Flat out: all sets of dice that can be rolled at once from a space, and their costs for every way they can fall.

With too many hazards the dice are laid again, and the driver chooses among *spots*: a space, a gear, and the shortcut
tokens drawn on the way there. Which spots can be chosen depends on which dice show hazards, not on how the dice were
laid before. So for each set of dice the ways to fall are sorted by the spots that they leave; with few enough hazards
the car drives to the *end* of its draft.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import reduce
from itertools import groupby, pairwise
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.dirt.solver.carried import Array, Index
from rallyman_tutor.coach.dirt.solver.falling import (
    FACES,
    NO_DICE,
    Dice,
    Falling,
    How,
    all_dice,
    falls,
    spread,
    with_die,
)
from rallyman_tutor.coach.dirt.solver.nodes import Node, Nodes, NodeStep
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.dirt.state import LIMIT

_BITS = np.array([1 << faces for faces in range(FACES)], np.uint64)

MOST_WAYS = 1 << 24
"""More ways to lose control than there are."""


class Spot(NamedTuple):
    """Where a turn can end."""

    place: int
    gear: int
    tokens: int


class HardLanding(NamedTuple):
    """A landing on which a hazard of the die that jumped loses control."""

    die: int
    spot: Spot


class End(NamedTuple):
    """Where a draft leads if hazards do not stop it."""

    spot: Spot
    lost: bool  # control is lost there for certain
    hard: tuple[HardLanding, ...]  # landings on the way
    stall: Spot | None  # of a quick start: where the car stays if that fails

    @property
    def is_plain(self) -> bool:
        """Whether nothing but too many hazards keeps a car from it."""
        return not (self.hard or self.stall)


class Group(NamedTuple):
    """The sets that have as many dice of each kind, and where they stand among `Falls` and `DraftTargets`."""

    laid: tuple[int, int, int]  # dice of each kind
    stake: int  # the seconds that they earn
    sets: range
    falls: slice
    parts: slice


class FlatOut(NamedTuple):
    """The sets of dice that can be rolled from a space: how they can fall, and where their drafts lead."""

    sets: tuple[Dice, ...]  # those with as many dice of each kind stand together
    groups: tuple[Group, ...]
    drafts: tuple[_Draft, ...]
    led: DraftTargets
    spots: tuple[Spot, ...]
    packed: NDArray[np.uint8]  # which spots can be chosen: a row of bits for each such choice
    falls: Falls

    @property
    def patterns(self) -> NDArray[np.bool_]:
        """Which spots can be chosen: a row for each such choice."""
        return self.unpacked(self.packed)

    def unpacked(self, rows: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Rows of bits as rows of yes or no, one for each spot."""
        return np.unpackbits(rows, axis=1, count=len(self.spots)).astype(bool)

    @property
    def ends(self) -> list[list[End]]:
        """By set: where its drafts lead."""
        found: dict[Dice, list[End]] = {dice: [] for dice in self.sets}
        for draft in self.drafts:
            dice, end = _dice_and_end(draft)
            found[dice].append(end)
        return list(found.values())

    def fallen(self) -> list[tuple[Array, Index]]:
        """By set of dice: the chances that they leave a choice, and the number of each choice."""
        bounds = np.searchsorted(self.falls.sets, range(len(self.sets) + 1)).tolist()
        return [(self.falls.shares[first:last], self.falls.patterns[first:last]) for first, last in pairwise(bounds)]


class DraftTargets(NamedTuple):
    """Where the drafts of all sets lead if the dice are not laid again. A draft has several parts where a hazard of one
    die alone may spoil it; the last of them is its end."""

    spots: tuple[tuple[Spot, bool], ...]  # where, and whether control is lost there
    sets: Index  # by part: the number of its set, ascending
    drafts: Index  # by part: the number of its draft, ascending
    at: Index  # by part: the number of its spot
    shares: Array  # by part: its chance
    spoilt: NDArray[np.bool_]  # by part: whether the SISU token helps against it


class Falls(NamedTuple):
    """The chances that dice of a set leave a choice. Few sets and choices meet."""

    sets: Index  # numbers
    patterns: Index  # numbers
    shares: Array


T = TypeVar("T", bound=Hashable)


class _Numbered(dict[T, int], Generic[T]):
    """Numbers of things, in the order in which these were met."""

    def __init__(self) -> None:
        self.all: list[T] = []

    def __missing__(self, one: T) -> int:
        number = self[one] = len(self.all)
        self.all.append(one)
        return number


class _Draft(NamedTuple):
    """Where a draft is, as far as it matters for what comes of it."""

    node: Node
    lost: bool
    hard: tuple[HardLanding, ...]  # landings on the way
    stall: Spot | None


class _On(NamedTuple):
    """The results of one more die, on every space it leads to, by numbers."""

    drafts: tuple[int, ...]
    is_open: bool  # they may end here
    losses: tuple[
        int, ...
    ]  # where and how control can be lost: the number of the spot times `MOST_WAYS`, and that of the way


class FlatOuts:
    """All flat-out drives on one stage. Drafts from many spaces meet, and from there they go on alike; so each
    continuation is worked out once, and all of it has numbers."""

    def __init__(self, task: Task, nodes: Nodes, falling: Falling | None = None) -> None:
        if task.options.redzone and task.brakes > 1:
            raise Unsolvable("two-brakes")
        self.task = task
        self.nodes = nodes
        self.falling = falling or Falling(task)
        self._sets: dict[Node, tuple[FlatOut, ...]] = {}
        self._drafts = _Numbered[_Draft]()
        self._parts: list[list[tuple[int, float, bool]]] = []  # by draft: as `parts`, with numbers
        self._ended = _Numbered[tuple[Spot, bool]]()
        self._on: dict[int, _On] = {}
        self._spots = _Numbered[Spot]()
        self._hows = _Numbered[How]()

    def among(self, nodes: Nodes) -> FlatOuts:
        """All that can be driven flat out in one turn among other cars. How dice can fall is not worked out again."""
        return FlatOuts(self.task, nodes, self.falling)

    def sets(self, place: int, gear: int) -> tuple[FlatOut, ...]:
        """All flat-out drives from a space: at most two kinds, without a quick start and with one."""
        return self.sets_from(Node(place, gear))

    def sets_from(self, start: Node) -> tuple[FlatOut, ...]:
        """All flat-out drives from the node at which a turn starts."""
        found = self._sets.get(start)
        if found is None:
            steps = () if self.nodes.closed(start) else self.nodes.steps(start)
            found = self._sets[start] = tuple(
                self._flat_out(start, first, quick=quick)
                for quick in (False, True)
                if (first := [step for step in steps if step.quick == quick])
            )
        return found

    def _flat_out(self, start: Node, first: Sequence[NodeStep], *, quick: bool) -> FlatOut:
        """All drafts that begin with one of these steps."""
        on = self._led(_Draft(start, lost=False, hard=(), stall=None), first)
        losses, ends = set(on.losses), dict[int, None]()
        todo, seen = [(number, on.is_open) for number in on.drafts], set[int]()
        while todo:
            number, is_open = todo.pop()
            if is_open:
                ends[number] = None
            if number not in seen:
                seen.add(number)
                on = self._going_on(number)
                losses.update(on.losses)
                todo += [(then, on.is_open) for then in on.drafts]
        return self._sorted_out(sorted(losses), ends, quick)

    def _going_on(self, number: int) -> _On:
        """The results of one more die from where a draft is."""
        found = self._on.get(number)
        if found is None:
            draft = self._drafts.all[number]
            found = self._on[number] = self._led(draft, () if draft.lost else self.nodes.steps(draft.node))
        return found

    def _led(self, draft: _Draft, steps: Sequence[NodeStep]) -> _On:
        """The results of these steps."""
        drafts, losses = list[int](), list[int]()
        clean = reduce(with_die, (hard.die for hard in draft.hard), NO_DICE)
        for step in steps:
            spot, hard, stall = _spot(step), draft.hard, draft.stall
            how = Dice(*step.to[2:5]), step.die, step.brakes, step.lost, step.hard, clean
            losses.append(self._spots[spot] * MOST_WAYS + self._hows[how])
            if step.hard:
                hard = (*hard, HardLanding(step.die, spot))
            if step.quick:
                stall = spot
            drafts.append(self._draft(_Draft(step.to, step.lost, hard, stall)))
        return _On(tuple(drafts), not self.nodes.closed(draft.node), tuple(losses))

    def _draft(self, draft: _Draft) -> int:
        """The number of a draft."""
        number = self._drafts[draft]
        if number == len(self._parts):
            parts = self.parts(*_dice_and_end(draft))
            self._parts.append([(self._ended[spot, lost], share, is_spoilt) for share, spot, lost, is_spoilt in parts])
        return number

    def _sorted_out(self, losses: Sequence[int], ends: Iterable[int], quick: bool) -> FlatOut:
        """The flat out of these ways to lose control on spots and these ends of drafts."""
        by_dice: dict[tuple[int, ...], list[int]] = {}
        for number in ends:
            by_dice.setdefault(self._drafts.all[number].node[2:5], []).append(number)
        sets = tuple(sorted((Dice(*dice) for dice in by_dice), key=lambda dice: (dice.by_kind, dice)))
        drafts = [(number, draft) for number, dice in enumerate(sets) for draft in by_dice[dice]]
        led = self._all_parts(drafts)
        spots = sorted({number // MOST_WAYS for number in losses})
        patterns, falls = self._all_falls(sets, losses, spots, quick)
        ended = tuple(self._drafts.all[draft] for _, draft in drafts)
        open_ = tuple(self._spots.all[number] for number in spots)
        return FlatOut(sets, _groups(sets, falls, led), ended, led, open_, patterns, falls)

    def _all_parts(self, drafts: Sequence[tuple[int, int]]) -> DraftTargets:
        """Where drafts lead, from the number of the set of each, and its own."""
        parts = [(of, at, *part) for at, (of, draft) in enumerate(drafts) for part in self._parts[draft]]
        sets, numbers, at, shares, spoilt = zip(*parts, strict=True)
        met, found = np.unique(np.array(at), return_inverse=True)
        spots = tuple(self._ended.all[number] for number in met.tolist())
        return DraftTargets(spots, _short(sets), _short(numbers), _short(found), np.array(shares), np.array(spoilt))

    def _all_falls(
        self, sets: Sequence[Dice], losses: Sequence[int], spots: Sequence[int], quick: bool
    ) -> tuple[NDArray[np.uint8], Falls]:
        """The choices that dice of these sets leave which are laid again, as rows of bits, and the chance of each."""
        again = [self.falling.again(dice, quick) for dice in sets]
        owners = np.concatenate([np.full(len(ways.numbers), number) for number, ways in enumerate(again)])
        if not len(owners):
            nothing = _short([])
            return np.zeros((0, 0), np.uint8), Falls(nothing, nothing, np.zeros(0))
        hows, spot_of = np.array([one % MOST_WAYS for one in losses]), np.array([one // MOST_WAYS for one in losses])
        alike, hows = np.unique(hows, return_inverse=True)
        _, spot_of = np.unique(spot_of, return_inverse=True)
        known = [self._hows.all[number] for number in alike.tolist()]
        laid, most_pushes = np.array([how[0].bits for how in known]), self.task.pushes
        bits = np.stack([falls(how, most_pushes, self.task.brakes) for how in known])
        many, words = len(spots), bits.shape[2]
        # By set and spot: in which ways the dice have to fall so that control can be lost there.
        has_all = (laid[hows] & ~np.array([dice.bits for dice in sets])[:, None]) == 0
        at = np.flatnonzero(has_all)
        of, way = at // len(losses), at % len(losses)
        open_at, firsts = np.unique(of * many + spot_of[way], return_index=True)
        pushes = np.array([dice.pushes for dice in sets])
        of_ways = bits.reshape(-1, words)[hows[way] * (most_pushes + 1) + pushes[of]]
        open_ = np.zeros((len(sets) * many, words), np.uint64)
        open_[open_at] = np.bitwise_or.reduceat(of_ways, firsts)
        open_ = np.moveaxis(open_.reshape(len(sets), many, words), 2, 1).reshape(-1, many)
        numbers, shares = (np.concatenate(column) for column in zip(*again, strict=True))
        rows = packed((open_[owners * words + numbers // FACES] & _BITS[numbers % FACES, None]) > 0)
        which, pattern = distinct(rows)
        meet, where = np.unique(owners * len(which) + pattern, return_inverse=True)
        return rows[which], Falls(
            _short(meet // len(which)), _short(meet % len(which)), counted(where, shares, len(meet))
        )

    def parts(self, dice: Dice, end: End) -> list[tuple[float, Spot, bool, bool]]:
        """Where a draft can lead if its dice are not laid again: the chance, the spot, whether control is lost there,
        and whether only a hazard spoilt the drive, against which the SISU token helps."""
        if end.is_plain:
            return [(self.falling.arrives(dice), end.spot, end.lost, False)]
        task, rest = self.task, all_dice(self.task, dice)
        found = []
        goes_on = 1.0
        if end.stall:
            rest.remove(2)
            found.append((task.hazard[2], end.stall, False, not (end.lost and dice.laid == 1)))
            goes_on -= task.hazard[2]
        for hard in end.hard:
            rest.remove(hard.die)
            fails = goes_on * task.hazard[hard.die] * sum(spread(task, rest)[: LIMIT - 1])
            found.append((fails, hard.spot, True, True))
            goes_on *= 1 - task.hazard[hard.die]
        found.append((goes_on * sum(spread(task, rest)[:LIMIT]), end.spot, end.lost, False))
        return found


def _short(numbers: Sequence[int] | Index) -> Index:
    """Numbers in half the room, as there are very many of them."""
    return np.array(numbers).astype(np.int32)


def _groups(sets: Sequence[Dice], falls: Falls, led: DraftTargets) -> tuple[Group, ...]:
    found, first = [], 0
    for kind, same in groupby(sets, key=lambda dice: dice.by_kind):
        here = range(first, first := first + len(list(same)))
        fallen, parts = (
            slice(*np.searchsorted(numbers, [here.start, here.stop]).tolist()) for numbers in (falls.sets, led.sets)
        )
        found.append(Group(kind, sets[here.start].stake, here, fallen, parts))
    return tuple(found)


def counted(numbers: Index, weights: Array, many: int) -> Array:
    """By number: the sum of the weights that stand with it."""
    return np.bincount(numbers, weights, many).astype(np.float64, copy=False)


def packed(rows: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Rows of yes or no as rows of bits, in whole words."""
    bits = np.packbits(rows, axis=1)
    found = np.zeros((len(bits), bits.shape[1] + -bits.shape[1] % 8), np.uint8)
    found[:, : bits.shape[1]] = bits
    return found


def distinct(rows: NDArray[np.uint8]) -> tuple[Index, Index]:
    """Of rows of bits: where each different one stands first, and by row the number of the one that it is like."""
    which = alike = np.zeros(len(rows), np.intp)
    for word in rows.view(np.uint64).T:
        met, more = np.unique(word, return_inverse=True)
        _, which, alike = np.unique(alike * len(met) + more, return_index=True, return_inverse=True)
    return which, alike


def _spot(step: NodeStep) -> Spot:
    return Spot(step.to.place, step.to.gear, step.to.tokens)


def _dice_and_end(draft: _Draft) -> tuple[Dice, End]:
    """The dice of a draft, and where it leads."""
    node, lost, hard, stall = draft
    return Dice(node.dice, node.pushes, node.brakes), End(Spot(node.place, node.gear, node.tokens), lost, hard, stall)
