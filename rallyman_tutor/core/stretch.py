"""The road ahead as a co-driver reads it out: piece by piece, each a stretch that is alike from end to end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rallyman_tutor.core.rule import Facts


class BendWay(NamedTuple):
    """One of the ways through a bend."""

    name: str  # in the words of the game, under `[words.road]`
    facts: Facts
    length: int  # spaces one behind the other


class Stretch(NamedTuple):
    """A piece of the road ahead."""

    kind: str  # in the words of the game, under `[words.road]`; a bend is a "bend" in every game
    facts: Facts
    places: tuple[str, ...]
    before: int  # the fewest spaces that a car drives before it
    ways: tuple[BendWay, ...] = ()  # of a bend


def steps_to(ahead: Sequence[Sequence[int]], here: int) -> dict[int, int]:
    """Each place that can be reached from here, and the fewest steps to it; `ahead` has the places behind each."""
    steps, near = {here: 0}, [here]
    while near:
        near = [*dict.fromkeys(after for at in near for after in ahead[at] if after not in steps)]
        steps |= dict.fromkeys(near, 1 + max(steps.values()))
    return steps
