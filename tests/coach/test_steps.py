"""Work in steps comes to what it would at once, whenever it is left, and no step of it is done twice."""

from __future__ import annotations

from itertools import islice

import pytest

from rallyman_tutor.coach.steps import Steps, Work, to_the_end


def counting(upto: int, taken: list[int]) -> Steps[str]:
    for number in range(upto):
        taken.append(number)
        yield
    if upto > 5:
        raise ValueError("too far")
    return f"{upto} steps"


def test_taken_to_the_end_it_tells_what_it_has_found() -> None:
    taken: list[int] = []
    assert to_the_end(counting(3, taken)) == "3 steps" and taken == [0, 1, 2]


def test_whoever_leaves_it_goes_on_where_they_were() -> None:
    taken: list[int] = []
    work = Work(counting(4, taken))
    assert len(list(islice(work.go_on(), 3))) == 3 and taken == [0, 1, 2]
    assert to_the_end(work.go_on()) == "4 steps" and taken == [0, 1, 2, 3]
    assert to_the_end(work.go_on()) == "4 steps" and taken == [0, 1, 2, 3]


def test_what_went_wrong_is_told_each_time() -> None:
    taken: list[int] = []
    work = Work(counting(6, taken))
    for _ in range(2):
        with pytest.raises(ValueError, match="too far"):
            to_the_end(work.go_on())
    assert len(taken) == 6
