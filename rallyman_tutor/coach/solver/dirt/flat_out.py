"""Flat out: all sets of dice that can be rolled at once from a space, and what they come to for every way they can fall.

With too many hazards the dice are laid again, and the driver chooses among *spots*: a space, a gear, and the shortcut
tokens drawn on the way there. Which spots can be chosen depends on which dice show hazards, not on how the dice were laid
before. So for each set of dice the ways to fall are sorted by the spots that they leave; with few enough hazards the
car drives to the *end* of its draft.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.solver.dirt.carried import Array
from rallyman_tutor.coach.solver.dirt.nodes import Node, Nodes, Step
from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.dirt.state import BRAKE, GAS_CAP, GEARS, LEADER_CAP, LIMIT

FACES = 1 << GEARS
"""In how many ways the gear dice can show hazards."""
NO_WAY = np.uint64(0)
MOST_PUSHES = max(GAS_CAP, LEADER_CAP)


class Spot(NamedTuple):
    """Where a turn can end."""

    place: int
    gear: int
    tokens: int


class Hard(NamedTuple):
    """A landing on which a hazard of the die that jumped loses control."""

    die: int
    spot: Spot


class End(NamedTuple):
    """Where a draft leads if hazards do not stop it."""

    spot: Spot
    lost: bool  # control is lost there for certain
    hard: tuple[Hard, ...]  # landings on the way
    stall: Spot | None  # of a quick start: where the car stays if that fails

    @property
    def is_plain(self) -> bool:
        """Whether nothing but too many hazards keeps a car from it."""
        return not (self.hard or self.stall)


class Dice(NamedTuple):
    """A set of dice."""

    gears: int  # as bits
    pushes: int
    brakes: int

    @property
    def laid(self) -> int:
        return self.gears.bit_count() + self.pushes + self.brakes

    @property
    def bits(self) -> int:
        """A bit for each die: two sets have those in common that both have."""
        return self.gears | (1 << self.pushes) - 1 << GEARS + 1 | (1 << self.brakes) - 1 << GEARS + 1 + MOST_PUSHES

    @property
    def by_kind(self) -> tuple[int, int, int]:
        """How many gear dice, dice that hold the gear, and brake dice."""
        return self.gears.bit_count(), self.pushes, self.brakes

    @property
    def stake(self) -> int:
        """The seconds that they earn."""
        return self.gears.bit_count() + self.pushes


class FlatOut(NamedTuple):
    """The sets of dice that can be rolled from a space: how they can fall, and where their drafts lead."""

    sets: tuple[Dice, ...]  # those with as many dice of each kind stand together
    groups: tuple[
        tuple[tuple[int, int, int], range], ...
    ]  # dice of each kind, and the numbers of the sets that have them
    ends: tuple[tuple[End, ...], ...]  # by set
    plain: Plain
    spots: tuple[Spot, ...]
    packed: NDArray[np.uint8]  # which spots can be chosen: a row of bits for each such choice
    falls: Falls

    @property
    def patterns(self) -> NDArray[np.bool_]:
        """Which spots can be chosen: a row for each such choice."""
        return np.unpackbits(self.packed, axis=1, count=len(self.spots)).astype(bool)

    def fallen(self) -> list[tuple[Array, NDArray[np.intp]]]:
        """By set of dice: the chances that they leave a choice, and the number of each choice."""
        bounds = np.searchsorted(self.falls.sets, range(len(self.sets) + 1)).tolist()
        return [(self.falls.shares[first:last], self.falls.patterns[first:last]) for first, last in pairwise(bounds)]


class Plain(NamedTuple):
    """The plain ends of all sets of dice."""

    spots: tuple[tuple[Spot, bool], ...]  # where, and whether control is lost there
    sets: NDArray[np.intp]  # numbers of the sets, ascending
    at: NDArray[np.intp]  # for each of these, the number of its spot


class Falls(NamedTuple):
    """The chances that dice of a set leave a choice. Few sets and choices meet."""

    sets: NDArray[np.intp]  # numbers
    patterns: NDArray[np.intp]  # numbers
    shares: Array


_How: TypeAlias = tuple[Dice, int, int, bool, bool, Dice]
"""How control is lost with dice that are laid again: the dice laid, the last ones included; the last; brake dice beside it; whether
it is certain, or a hazard of the last does it; and dice that have to be without a hazard, for landings on the way."""


class FlatOuts:
    """All that can be driven flat out on one stage."""

    def __init__(self, task: Task, nodes: Nodes) -> None:
        if task.options.redzone and task.brakes > 1:
            raise Unsolvable("two brake dice in the red zone are not followed")
        self._task = task
        self.nodes = nodes
        self._arrives: dict[Dice, float] = {}
        self._shares: dict[tuple[Dice, bool], tuple[NDArray[np.intp], NDArray[np.uint64], Array]] = {}
        self._same: dict[End, End] = {}
        self._sets: dict[Node, tuple[FlatOut, ...]] = {}

    def among(self, nodes: Nodes) -> FlatOuts:
        """All that can be driven flat out in one turn among other cars. How dice can fall is not worked out again."""
        found = FlatOuts(self._task, nodes)
        found._arrives, found._shares = self._arrives, self._shares
        return found

    def sets(self, place: int, gear: int) -> tuple[FlatOut, ...]:
        """What can be driven flat out from a space: at most two kinds, without a quick start and with one."""
        return self.sets_from(Node(place, gear))

    def sets_from(self, start: Node) -> tuple[FlatOut, ...]:
        """What can be driven flat out from the node at which a turn starts."""
        found = self._sets.get(start)
        if found is None:
            steps = () if self.nodes.closed(start) else self.nodes.steps(start)
            found = self._sets[start] = tuple(
                self._flat_out(first, quick=quick)
                for quick in (False, True)
                if (first := [step for step in steps if step.quick == quick])
            )
        return found

    def _flat_out(self, first: Sequence[Step], *, quick: bool) -> FlatOut:
        ends: dict[Dice, dict[tuple[Spot, bool, tuple[Hard, ...], Spot | None], None]] = {}
        losses: set[tuple[Spot, _How]] = set()
        nothing: tuple[tuple[Hard, ...], Dice] = ((), Dice(0, 0, 0))
        todo = [(step, *nothing, _spot(step) if quick else None, True) for step in first]
        seen = set()
        while todo:
            step, hard, clean, stall, is_open = todo.pop()
            spot, dice = _spot(step), Dice(step.to.dice, step.to.pushes, step.to.brakes)
            losses.add((spot, (dice, step.die, step.brakes, step.lost, step.hard, clean)))
            if is_open:
                landed = (*hard, Hard(step.die, spot)) if step.hard else hard
                ends.setdefault(dice, {})[spot, step.lost, landed, stall] = None
            if step.lost:
                continue
            if step.hard:
                hard, clean = (*hard, Hard(step.die, spot)), _with(clean, step.die)
            here = step.to, hard, stall
            if here not in seen:
                seen.add(here)
                is_open = not self.nodes.closed(step.to)
                todo += [(then, hard, clean, stall, is_open) for then in self.nodes.steps(step.to)]
        led = {dice: tuple(End(*end) for end in of) for dice, of in ends.items()}
        return self._sorted_out(led, sorted(losses), quick)

    def _sorted_out(
        self, ends: dict[Dice, tuple[End, ...]], losses: Sequence[tuple[Spot, _How]], quick: bool
    ) -> FlatOut:
        sets = tuple(sorted(ends, key=lambda dice: (dice.by_kind, dice)))
        groups, many = [], 0
        for kind, same in groupby(sets, key=lambda dice: dice.by_kind):
            groups.append((kind, range(many, many := many + len(list(same)))))
        starts = {spot: at for at, (spot, _) in reversed([*enumerate(losses)])}
        spots = tuple(sorted(starts))
        firsts = np.array([starts[spot] for spot in spots])
        alike: dict[_How, int] = {}
        ways_of = np.array([alike.setdefault(how, len(alike)) for _, how in losses])
        laid = np.array([dice.bits for dice, *_ in alike])
        bits = np.stack([_falls(how, self._task.pushes, self._task.brakes) for how in alike], axis=2)
        rows, owners, weights = [], [], []
        for number, dice in enumerate(sets):
            word, bit, shares = self._ways(dice, quick)
            if not len(shares):
                continue
            words = np.where(laid & ~dice.bits, NO_WAY, bits[dice.pushes])
            open_ = np.bitwise_or.reduceat(words.take(ways_of, axis=1), firsts, axis=1)
            rows.append(np.packbits((open_[word] & bit[:, None]).astype(bool), axis=1))
            owners.append(np.full(len(shares), number))
            weights.append(shares)
        led = tuple(tuple(self._same.setdefault(end, end) for end in ends[dice]) for dice in sets)
        plain = _plain(led)
        if not rows:
            nothing = np.zeros(0, np.intp)
            return FlatOut(
                sets, tuple(groups), led, plain, spots, np.zeros((0, 0), np.uint8), Falls(nothing, nothing, np.zeros(0))
            )
        packed = np.concatenate(rows)
        which, pattern = distinct(packed)
        meet, where = np.unique(np.concatenate(owners) * len(which) + pattern, return_inverse=True)
        falls = Falls(meet // len(which), meet % len(which), counted(where, np.concatenate(weights), len(meet)))
        return FlatOut(sets, tuple(groups), led, plain, spots, packed[which], falls)

    def arrives(self, dice: Dice) -> float:
        """The chance that these dice show few enough hazards."""
        found = self._arrives.get(dice)
        if found is None:
            found = self._arrives[dice] = sum(spread(self._task, all_dice(self._task, dice))[:LIMIT])
        return found

    def parts(self, dice: Dice, end: End) -> list[tuple[float, Spot, bool, bool]]:
        """Where a draft can lead if its dice are not laid again: the chance, the spot, whether control is lost there, and
        whether only a hazard spoilt the drive, against which the SISU token helps."""
        if end.is_plain:
            return [(self.arrives(dice), end.spot, end.lost, False)]
        task, rest = self._task, all_dice(self._task, dice)
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

    def _ways(self, dice: Dice, quick: bool) -> tuple[NDArray[np.intp], NDArray[np.uint64], Array]:
        """Every way the dice can fall in which they have to be laid again: its word, its bit, and its chance."""
        found = self._shares.get((dice, quick))
        if found is None:
            words, bits, shares = [], [], []
            for way, share, hazards in self._all_ways(dice):
                if hazards >= LIMIT and not (quick and way & 2):
                    word, bit = divmod(way, FACES)
                    words.append(word)
                    bits.append(1 << bit)
                    shares.append(share)
            found = np.array(words, dtype=np.intp), np.array(bits, dtype=np.uint64), np.array(shares)
            self._shares[dice, quick] = found
        return found

    def _all_ways(self, dice: Dice) -> Iterator[tuple[int, float, int]]:
        """Every way the dice can fall, by its number; its chance, and its hazards."""
        task = self._task
        gears = [(0, 1.0, 0)]
        for die in range(1, GEARS + 1):
            if dice.gears >> die & 1:
                hazard = task.hazard[die]
                gears = [
                    way
                    for bits, share, count in gears
                    for way in (
                        (bits, share * (1 - hazard), count),
                        (bits | 1 << (die - 1), share * hazard, count + 1),
                    )
                ]
        for pushes, push_share in enumerate(spread(task, (task.push,) * dice.pushes)):
            for brakes, brake_share in enumerate(spread(task, (BRAKE,) * dice.brakes)):
                word = pushes * (task.brakes + 1) + brakes
                for bits, share, count in gears:
                    yield word * FACES + bits, share * push_share * brake_share, count + pushes + brakes


def _plain(ends: Sequence[Sequence[End]]) -> Plain:
    spots: dict[tuple[Spot, bool], int] = {}
    found = [
        (number, spots.setdefault((end.spot, end.lost), len(spots)))
        for number, of in enumerate(ends)
        for end in of
        if end.is_plain
    ]
    sets, at = np.array(found, dtype=np.intp).reshape(-1, 2).T
    return Plain(tuple(spots), sets, at)


def counted(numbers: NDArray[np.intp], weights: Array, many: int) -> Array:
    """By number: the sum of the weights that stand with it."""
    return np.bincount(numbers, weights, many).astype(np.float64, copy=False)


def distinct(packed: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Of rows of bits: where each different one stands first, and by row the number of the one that it is like."""
    keys = packed.view(np.dtype((np.void, packed.shape[1]))).reshape(-1)
    _, which, alike = np.unique(keys, return_index=True, return_inverse=True)
    return which, alike


def spread(task: Task, dice: Sequence[int]) -> list[float]:
    """The chance of each number of hazards among these dice."""
    found = [1.0]
    for die in dice:
        hazard = task.hazard[die]
        found = [
            (found[count] * (1 - hazard) if count < len(found) else 0.0) + (found[count - 1] * hazard if count else 0.0)
            for count in range(len(found) + 1)
        ]
    return found


def all_dice(task: Task, dice: Dice) -> list[int]:
    """The dice of a set, one by one."""
    gears = [die for die in range(1, GEARS + 1) if dice.gears >> die & 1]
    return [*gears, *(task.push,) * dice.pushes, *(BRAKE,) * dice.brakes]


def _spot(step: Step) -> Spot:
    return Spot(step.to.place, step.to.gear, step.to.tokens)


def _with(dice: Dice, die: int) -> Dice:
    """A set of dice with one more."""
    if die > 0:
        return dice._replace(gears=dice.gears | 1 << die)
    return dice._replace(brakes=dice.brakes + 1) if die == BRAKE else dice._replace(pushes=dice.pushes + 1)


@lru_cache(maxsize=1 << 14)
def _falls(how: _How, most_pushes: int, brakes: int) -> NDArray[np.uint64]:
    """In which ways the dice have to fall so that control is lost like this, by how many dice that hold the gear were rolled: a
    bit for each way the gear dice can fall, a word for each number of hazards on the others.

    Of two dice that hold the gear the driver takes the one they like; of two brake dice the one with a hazard."""
    dice, last, beside, certain, hard, clean = how
    before_gears = dice.gears & ~(1 << last) if last > 0 else dice.gears
    last_gear = dice.gears & ~before_gears
    before_brakes = dice.brakes - beside - (last == BRAKE)
    is_push = last < 0 and last != BRAKE
    before_pushes = dice.pushes - is_push
    words = np.zeros((most_pushes + 1, most_pushes + 1, brakes + 1), dtype=np.uint64)
    for pushes in range(dice.pushes, most_pushes + 1):
        for bad in range(pushes + 1):
            for bad_brakes in range(1 if clean.brakes else brakes + 1):
                word = 0
                shown_brakes = min(before_brakes, bad_brakes)
                own_brakes = min(dice.brakes, bad_brakes) - shown_brakes
                for used in range(before_pushes + 1):
                    if used > bad or before_pushes - used > pushes - bad or before_pushes - used < clean.pushes:
                        continue
                    before = shown_brakes + used
                    for face in (0, 1) if is_push else (0,):
                        if is_push and (used + face > bad or dice.pushes - used - face > pushes - bad):
                            continue
                        for gear in range(last_gear.bit_count() + 1):
                            jumped = face if is_push else own_brakes if last == BRAKE else gear
                            enough = LIMIT - before - gear - own_brakes - face
                            least = 0 if certain or (hard and jumped) else enough
                            shown = _ways_to_show(before_gears, least, LIMIT - 1 - before)
                            word |= shown & _ways_to_show(last_gear, gear, gear)
                words[pushes, bad, bad_brakes] = word & _ways_to_show(clean.gears, 0, 0)
    return words.reshape(most_pushes + 1, -1)


@cache
def _ways_to_show(gears: int, least: int, most: int) -> int:
    """In which ways the gear dice have to fall so that so many of these show hazards: a bit for each way."""
    return sum(1 << faces for faces in range(FACES) if least <= (faces << 1 & gears).bit_count() <= most)
