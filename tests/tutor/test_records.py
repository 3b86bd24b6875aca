"""A learner's best times as they come with their progress, of which nothing is trusted."""

from __future__ import annotations

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.learner.records import MOST_SECONDS, MOST_STAGES, merged_times, read_times, with_time


@pytest.mark.parametrize("seconds", [0, 1, 100, MOST_SECONDS])
def test_every_time_that_can_be_driven_is_read_and_the_better_one_kept(seconds: int) -> None:
    times = read_times({"classic/first": seconds})
    assert times == {"classic/first": seconds}
    assert with_time(times, "classic/first", seconds + 1) == times
    assert merged_times(times, {"classic/first": max(0, seconds - 1), "dirt/R1-SS1": 7}) == {
        "classic/first": max(0, seconds - 1),
        "dirt/R1-SS1": 7,
    }


@pytest.mark.parametrize("seconds", [-1, MOST_SECONDS + 1, 1.5, "7", True, None])
def test_what_is_no_time_is_refused_with_its_stage(seconds: object) -> None:
    with pytest.raises(Refused, match="broken-progress") as refused:
        read_times({"classic/first": seconds})
    assert refused.value.facts == {"place": "times, classic/first"}


def test_as_many_stages_are_kept_as_there_is_room_for() -> None:
    full = {f"classic/{number}": 9 for number in range(MOST_STAGES)}
    assert read_times(full) == full and with_time(full, "classic/more", 1) == full
    assert with_time(full, "classic/0", 1)["classic/0"] == 1
    with pytest.raises(Refused):
        read_times({**full, "classic/more": 9})
    assert read_times(None) == {}
