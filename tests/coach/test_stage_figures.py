"""The figures of a stage that is being built: bounds that hold, and where control is lost first most often."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from rallyman_tutor.coach import places_at_work, stage_figures
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.coach.stage_figures import Share, StageFigures, Waits, most_lost
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.road import read_stage
from tests.some import some

STAGES = {"classic": ("first", "bends", "jumps", "forest", "winter", "short", "valley"), "dirt": ("R1-SS1", "R4-SS1")}


@pytest.mark.parametrize("key", STAGES)
def test_par_lies_between_its_quick_bounds_even_with_all_luck(key: str) -> None:
    coach = RACES[key]()
    for name in some(STAGES[key]):
        found, par = (
            to_the_end(stage_figures.bounds(SHELF[key], coach.ready[name])),
            coach.solution(coach.ready[name]).par,
        )
        assert found.low <= par["lucky"] <= par["low"] <= par["high"] <= found.high
        assert found.stops_at == ""


def test_a_road_of_straight_spaces_takes_a_careful_driver_the_cards_that_they_turn() -> None:
    found = to_the_end(stage_figures.bounds(SHELF["classic"], "s1"))
    assert found.high == 40  # the 1 and the 2 in one turn, and the card of second gear


def chances(parts: list[float]) -> tuple[Callable[[frozenset[int]], float], list[frozenset[int]]]:
    """A road with these chances, part by part, and what of it was asked."""
    asked: list[frozenset[int]] = []

    def chance_at(places: frozenset[int]) -> float:
        asked.append(places)
        return sum(parts[place] for place in places)

    return chance_at, asked


@pytest.mark.parametrize("at", [0, 3, 11, 15])
def test_the_worst_part_is_found_without_asking_for_each(at: int) -> None:
    parts = [0.001] * 16
    parts[at] = 0.2
    chance_at, asked = chances(parts)
    found = most_lost(chance_at, [frozenset({place}) for place in range(16)], lambda share: None)
    assert found is not None and found.part == at and found.chance == pytest.approx(0.2)
    assert len(asked) < 8


def test_the_worst_part_is_not_always_in_the_worse_half() -> None:
    chance_at, _ = chances([0.03, 0.03, 0.03, 0.03, 0.0, 0.0, 0.09, 0.0])
    found = most_lost(chance_at, [frozenset({place}) for place in range(8)], lambda share: None)
    assert found is not None and found.part == 6


def test_a_road_on_which_control_is_never_lost_has_no_worst_part() -> None:
    chance_at, _ = chances([0.0] * 4)
    assert most_lost(chance_at, [frozenset({place}) for place in range(4)], lambda share: None) is None


def test_losing_control_somewhere_is_as_likely_as_par_tells() -> None:
    coach, stage = RACES["classic"](), "s2 R5 j2 s1"
    task, spaces = coach.task_of(stage), read_stage(stage).road.spaces
    solved = coach.solver().solve(task)
    ticks: list[None] = []
    loses_at = coach.solver().loses_at(task, solved.values, lambda: ticks.append(None))
    road = range(len(spaces))
    alone = [loses_at(frozenset({place})) for place in road]
    assert sum(alone) == pytest.approx(solved.par.loses, abs=1e-6) and solved.par.loses > 0.01
    assert loses_at(frozenset(road)) == pytest.approx(solved.par.loses, abs=1e-6) and ticks


def test_work_that_nobody_waits_for_stops() -> None:
    found = stage_figures.figures(SHELF["classic"], "s9 R2 s9 L2/3x3 s7", [frozenset({1})])
    next(found)
    (work,) = [one for one in threading.enumerate() if one.name == "stage-figures"]
    found.close()
    work.join(20)
    assert not work.is_alive()


def test_of_several_roads_at_once_so_many_are_worked_out_as_there_are_places_and_the_others_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A place that another process holds counts, and is free when that process is gone."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(places_at_work, "places", lambda: 2)
    holds = "import sys, rallyman_tutor.coach.places_at_work as p; print(p.taken(), flush=True); sys.stdin.read()"
    env = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        [sys.executable, "-c", holds], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env
    ) as other:
        assert other.stdout and other.stdout.readline().strip().isdigit()
        own = places_at_work.taken()
        assert own is not None and own >= 0
        found = stage_figures.figures(SHELF["classic"], "s2 R4 s2", [])
        assert next(one for one in found if one is not None) == Waits()
        assert all(next(found) is None for _ in range(20))
        other.kill()
        other.wait()
        told = [one for one in found if one is not None]
    assert told[0] == Share(0.0) and isinstance(told[-1], StageFigures) and told[-1].is_whole
    free = places_at_work.taken()
    assert free is not None, "it was left behind the work"
    places_at_work.left(free)
    places_at_work.left(own)


def test_where_no_file_can_be_made_everybody_may_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    assert [places_at_work.taken() for _ in range(3)] == [-1] * 3
    places_at_work.left(-1)


def test_a_road_that_takes_too_long_is_given_up_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage_figures, "MOST_MINUTES", 0)
    with pytest.raises(Unsolvable, match="too-long"):
        list(stage_figures.figures(SHELF["classic"], "s2 R4 s2", []))


def test_where_there_are_no_threads_par_of_a_solved_stage_is_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    bends = stage_figures.figures(SHELF["classic"], RACES["classic"]().ready["bends"], [])
    told = next(bends)
    assert isinstance(told, StageFigures) and told.harder == 2
    with pytest.raises(Unsolvable, match="browser"):
        next(bends)
    with pytest.raises(Unsolvable, match="browser"):
        next(stage_figures.figures(SHELF["classic"], "s2 R3 s2", []))


def test_what_was_worked_out_is_remembered() -> None:
    stage = RACES["classic"]().ready["first"]
    parts = [frozenset({1})]
    first = [one for one in stage_figures.figures(SHELF["classic"], stage, parts) if isinstance(one, StageFigures)]
    again = list(stage_figures.figures(SHELF["classic"], stage, parts))
    assert again == [first[-1]]
