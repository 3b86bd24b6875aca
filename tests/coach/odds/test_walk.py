"""Where a draft can go on in several ways, the walk takes the best one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.coach.walk import Left, Tally, ToldMove, tallied, walk
from rallyman_tutor.core.game import Chances, Event, Events
from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.notation import ScriptedDraft

Figures = dict[str, int]


class Fork:
    """A draft that ends in one of two ways, whichever is taken."""

    def __init__(self, *ways: Figures) -> None:
        self.ways = ways

    def draft(self, laid: ScriptedDraft[int]) -> Left[int]:
        return tuple(ToldMove(move) for move in laid.moves)

    def play(self, state: int, move: int, luck: Luck) -> tuple[int, Events]:
        return move, ()

    def goes_on(self, before: int, after: int) -> bool:
        return False

    def next(self, state: int, left: Left[int]) -> tuple[list[int], Left[int]]:
        return [*range(len(self.ways))], ()

    def left_after(self, move: int, left: Left[int]) -> Left[int]:
        return left

    def end(self, state: int) -> int:
        raise AssertionError("there is always a way")

    def may_stop(self, state: int) -> bool:
        return False

    def can_be_saved(self, state: int) -> bool:
        return False

    def chances(self, state: int, left: Left[int]) -> Chances:
        raise AssertionError("the walk never asks for chances")

    def counted(self, before: int, after: int, events: Events) -> Tally:
        return {(what, ""): Fraction(count) for what, count in self.ways[after].items()}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"clock": 10, "damage": 3}, {"clock": 20}),
        ({"clock": 20, "seconds": 15}, {"clock": 10}),
        ({"clock": 20}, {"clock": 10, "seconds": -15}),
        ({"damage": 1}, {"damage": 2}),
        ({}, {"punctures": 1}),
        ({"damage": 1, "punctures": 1}, {"damage": 3}),
    ],
)
def test_of_ways_that_are_as_likely_to_arrive_the_best_costs_least_time_then_least_damage(
    better: Figures, worse: Figures
) -> None:
    for fork in (Fork(better, worse), Fork(worse, better)):
        assert to_the_end(walk(fork, -1, ())) == {(what, ""): count for what, count in better.items()}


def test_what_happens_to_others_is_not_counted_and_what_happens_to_oneself_behind_that_is() -> None:
    events = (Event("lost", "CL-LOC-01", 1), Event("puncture", "CL-PUNC-01", 0), Event("lost", "CL-LOC-01", 0))
    assert set(tallied(events, 0, over=False, stands="s2")) == {("punctures", ""), ("lost at", "s2")}
    assert ("lost at", "s2") not in tallied(events[:2], 0, over=False, stands="s2")
