"""Work in many parts: the same by one process, by several and on a cluster; what is done stays done."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from importlib import import_module
from math import factorial
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from rallyman_tutor.coach import batch, tournament
from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from rallyman_tutor.coach.solver import table_files

PARTS = (5, 3, 8, 0, 12)
TRUTH = {part: factorial(part) for part in PARTS}


def killed(part: int) -> int:
    """Work whose process is killed in the middle of it."""
    os._exit(9)


def refused(part: int) -> int:
    raise AssertionError(f"{part} was worked on though it was known")


def test_several_processes_come_to_the_same_as_one() -> None:
    assert dict(batch.done(factorial, PARTS, processes=2)) == TRUTH


def test_what_is_known_is_not_worked_on_again() -> None:
    assert dict(batch.done(refused, PARTS, known=TRUTH.get)) == TRUTH


def test_work_that_is_given_up_goes_on_where_it_was() -> None:
    kept: dict[int, int] = {}
    for number, _ in enumerate(batch.done(factorial, PARTS, keep=kept.__setitem__, processes=1)):
        if number == 1:
            break
    assert len(kept) == 2
    known = dict(kept)
    assert dict(batch.done(factorial, PARTS, known=known.get, keep=kept.__setitem__, processes=1)) == TRUTH == kept


def test_a_killed_process_is_told_and_what_was_done_stays() -> None:
    kept = {5: factorial(5)}
    with pytest.raises(batch.NoWorkers, match="killed"):
        dict(batch.done(killed, PARTS, known=kept.get, keep=kept.__setitem__, processes=1))
    assert kept == {5: factorial(5)}


def test_whoever_waits_for_the_parent_to_end_holds_no_process_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the process of the tests stands for one of those that work."""
    ended, told = Event(), list[object]()
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: SimpleNamespace(join=ended.wait))
    monkeypatch.setattr(signal, "signal", lambda *how: told.append(how))
    monkeypatch.setattr(os, "_exit", told.append)
    before = set(threading.enumerate())
    batch._belong_to_the_parent()
    (waits,) = set(threading.enumerate()) - before
    assert waits.daemon and told == [(signal.SIGINT, signal.SIG_IGN)]
    ended.set()
    waits.join(5)
    assert len(told) == 2


WORK_FOR_EVER = """
import os, time
from rallyman_tutor.coach import batch

def work(part):
    os.write(1, f"{os.getpid()}\\n".encode())  # at once: both write to one pipe
    time.sleep(600)

if __name__ == "__main__":
    list(batch.done(work, (1, 2), processes=2))
"""


def test_processes_end_with_the_program_that_started_them_even_if_it_is_killed(tmp_path: Path) -> None:
    (tmp_path / "work_for_ever.py").write_text(WORK_FOR_EVER, "utf-8")
    program = subprocess.Popen(
        [sys.executable, "work_for_ever.py"], cwd=tmp_path, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL
    )
    assert program.stdout
    working = [int(program.stdout.readline()) for _ in range(2)]
    program.kill()
    try:
        assert program.communicate(timeout=30)[0] == ""  # ends when nobody can write there any more
    except subprocess.TimeoutExpired:
        for one in working:
            os.kill(one, signal.SIGKILL)
        raise


def test_where_dask_is_missing_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(batch.NoWorkers, match="no-dask"):
        dict(batch.done(factorial, PARTS, scheduler="tcp://127.0.0.1:1"))


# -- Tournaments ------------------------------------------------------------------------------------------------------

ROAD = "s1 R2/3x2 s1"
LOTS = list(tournament.lots("classic", ROAD, ("works", "club", "random"), 30))


@pytest.fixture
def drive(own_tables: None) -> Callable[[tournament.Lot], tuple[int | None, ...]]:
    """Drives a lot on a road that was solved on this machine alone."""
    named = CLASSIC_COACH.solution(ROAD, {}).name
    return partial(tournament.drive, named=named, table=table_files.read(named) or b"")


def test_all_levels_drive_the_same_numbers_in_lots() -> None:
    assert [(lot.level, len(lot.numbers)) for lot in LOTS if lot.level == "club"] == [("club", 25), ("club", 5)]
    assert {lot.numbers for lot in LOTS if lot.level == "works"} == {
        lot.numbers for lot in LOTS if lot.level == "random"
    }


def test_the_strength_of_a_level_is_its_mean_with_an_interval(
    drive: Callable[[tournament.Lot], tuple[int | None, ...]],
) -> None:
    driven = {lot: drive(lot) for lot in LOTS}
    found = tournament.strengths(driven)
    assert list(found) == ["works", "club", "random"]
    assert all(one.drives == 30 for one in found.values())
    par = CLASSIC_COACH.solution(ROAD, {}).par["expected"]
    assert abs(found["works"].seconds - par) < 2 * found["works"].give_or_take + 0.1


def test_who_does_not_reach_the_finish_counts_what_the_solver_charges() -> None:
    lot = tournament.Lot("classic", ROAD, "random", (0, 1, 2, 3))
    one = tournament.strengths({lot: (20, None, 40, 60)})["random"]
    assert (one.drives, one.out, one.seconds) == (4, 0.25, (20 + 1000 + 40 + 60) / 4)


@pytest.mark.wide
def test_a_cluster_of_two_workers_comes_to_the_same_as_one_process(
    drive: Callable[[tournament.Lot], tuple[int | None, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The workers get the table with the work. One of them is killed, and the other drives its lots."""
    dask: Any = import_module("distributed")
    serial = {lot: drive(lot) for lot in LOTS}
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "workers"))
    with dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        assert dict(batch.done(drive, LOTS, scheduler=cluster.scheduler_address)) == serial
        kept: dict[tournament.Lot, tuple[int | None, ...]] = {}
        for number, _ in enumerate(batch.done(drive, LOTS, keep=kept.__setitem__, scheduler=cluster.scheduler_address)):
            if number == 0:
                next(iter(cluster.workers.values())).process.process.kill()
        assert kept == serial
        done = dict(batch.done(refused_lot, LOTS, known=kept.get, scheduler=cluster.scheduler_address))
        assert done == serial


def refused_lot(lot: tournament.Lot) -> tuple[int | None, ...]:
    raise AssertionError(f"{lot} was driven again")


@pytest.mark.wide
def test_where_no_scheduler_answers_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "PATIENCE", 1)
    with pytest.raises(batch.NoWorkers, match="no-scheduler-there"):
        dict(batch.done(factorial, PARTS, scheduler="tcp://127.0.0.1:1"))
