"""How dice fall that are rolled at once: in which ways, with what chance, and in which of them control is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.dirt.solver.carried import Array, Index
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.games.dirt.state import BRAKE, GAS_CAP, GEARS, LEADER_CAP, LIMIT

FACES = 1 << GEARS
"""In how many ways the gear dice can show hazards."""
MOST_PUSHES = max(GAS_CAP, LEADER_CAP)


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


NO_DICE = Dice(0, 0, 0)


How: TypeAlias = tuple[Dice, int, int, bool, bool, Dice]
"""How control is lost with dice that are laid again: the dice laid, the last ones included; the last; brake dice beside
it; whether it is certain, or a hazard of the last does it; and dice that have to be without a hazard, for landings on
the way."""


class Ways(NamedTuple):
    """Ways in which dice can fall. The number of a way has the hazards of the gear dice as bits, and above these a
    number for how many hazards the other dice show."""

    numbers: Index
    shares: Array  # the chance of each


class Falling:
    """How the dice of one stage can fall."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self.arrives = cache(self._found_arrives)
        self.again = cache(self._found_again)

    def _found_arrives(self, dice: Dice) -> float:
        """The chance that these dice show few enough hazards."""
        return sum(spread(self._task, all_dice(self._task, dice))[:LIMIT])

    def _found_again(self, dice: Dice, quick: bool) -> Ways:
        """Every way these dice can fall in which they have to be laid again; of a quick start, which a hazard of the 2
        spoils."""
        ways = [
            (way, share) for way, share, hazards in self._all_ways(dice) if hazards >= LIMIT and not (quick and way & 2)
        ]
        return Ways(np.array([way for way, _ in ways], np.intp), np.array([share for _, share in ways]))

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


def with_die(dice: Dice, die: int) -> Dice:
    """A set of dice with one more."""
    if die > 0:
        return dice._replace(gears=dice.gears | 1 << die)
    return dice._replace(brakes=dice.brakes + 1) if die == BRAKE else dice._replace(pushes=dice.pushes + 1)


@lru_cache(maxsize=1 << 14)
def falls(how: How, most_pushes: int, brakes: int) -> NDArray[np.uint64]:
    """The ways the dice have to fall so that control is lost like this, by how many gas dice were rolled: a bit for
    each way the gear dice can fall, a word for each number of hazards on the others.

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
