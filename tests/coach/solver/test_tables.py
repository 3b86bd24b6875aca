"""Tables are what their names say, or they are not used."""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from rallyman_tutor.coach.classic.solver import solver as classic
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.contract import silent
from rallyman_tutor.coach.race_coach import COURSE
from rallyman_tutor.coach.solver import table_files, tables
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.games.classic.game import GAME
from tests.coach.solver import ship
from tests.coach.solver.expectimax import CLASSIC_REDRAWN, Expectimax
from tests.some import some

STAGE = "s2"
SMALL = {"classic/first", "dirt/01-first-die"}
"""Stages with a table in the package that is worked out again in an ordinary run."""


DAMAGES = {"classic": (1,), "dirt": (1, 2)}
"""By game: the axes of its tables along which there is more and more damage."""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rallyman-tutor" / "tables"


@functools.cache
def packed() -> tuple[str, tables.Shapes, classic.Solved, bytes]:
    task = classic.task_of(STAGE, {})
    solved, shapes = classic.solve(task), list(classic.shapes(task))
    named = table_files.name(classic.about(task))
    return named, shapes, solved, tables.pack(named, solved.par._asdict(), solved.values, shapes)


def test_a_table_keeps_par_exactly_and_values_to_a_hundredth() -> None:
    named, shapes, solved, data = packed()
    table = tables.unpack(data, named, shapes)
    assert table.told == solved.par._asdict() and set(table.values) == set(solved.values)
    for key, array in solved.values.items():
        assert np.abs(table.values[key] - array).max() <= 0.005 + 1e-9


def test_a_table_of_another_name_or_with_another_content_is_refused() -> None:
    named, shapes, _, data = packed()
    other = "0" * len(named)
    for spoilt, name in (
        (data, other),
        (data[:-20], named),
        (data[:-1] + bytes([data[-1] ^ 1]), named),
        (data[:-40] + b"x" * 40, named),
        (b"something else", named),
        (tables.MARK + b"{", named),
    ):
        with pytest.raises(tables.RefusedTable):
            tables.unpack(spoilt, name, shapes)
    with pytest.raises(tables.RefusedTable):
        tables.unpack(data, named, shapes[1:])
    assert tables.read_told(data, named)["expected"] > 0


def test_the_name_of_a_table_follows_from_everything_it_is_worked_out_from() -> None:
    task = classic.task_of(STAGE, {})
    others = (
        classic.task_of("s3", {}),
        classic.task_of("snow s2", {}),
        classic.task_of(STAGE, {"elimination": 999}),
        classic.task_of(STAGE, {"seconds": 11}),
        dataclasses.replace(task, winter=True),
        dataclasses.replace(task, options=task.options._replace(attack=False)),
        dataclasses.replace(task, punctures=1),
        dataclasses.replace(task, backs=task.backs[::-1]),
    )
    names = [table_files.name(classic.about(one)) for one in (task, *others)]
    assert len(set(names)) == len(names)
    assert table_files.name(classic.about(classic.task_of(STAGE, {}))) == names[0]


def test_a_stage_is_solved_once_and_read_from_then_on(cache: Path) -> None:
    heard: list[float] = []
    solved = CLASSIC_COACH.solution(STAGE, {}, heard.append)
    assert heard[-1] == pytest.approx(1) and heard == sorted(heard)
    (file,) = cache.iterdir()
    assert file.stem == solved.name and file.stat().st_size == solved.bytes
    again = CLASSIC_COACH.solution(STAGE, {}, lambda share: pytest.fail("it is solved already"))
    assert again.par == solved.par and again.states == solved.states


def test_a_spoilt_table_is_worked_out_again(cache: Path) -> None:
    solved = CLASSIC_COACH.solution(STAGE, {})
    (file,) = cache.iterdir()
    file.write_bytes(file.read_bytes()[:-9])
    assert CLASSIC_COACH.solution(STAGE, {}).par == solved.par
    assert file.stat().st_size == solved.bytes


def test_the_tables_in_the_package_are_those_of_ready_stages_and_lessons(cache: Path) -> None:
    names = {one.table: one for one in ship.stages().values()}
    shipped = {file.stem for file in table_files.SHIPPED.glob("*.table")}
    assert shipped == set(names), "make tables works out those that are missing, and deletes those that fit no stage"
    for one in some(names.values()):
        RACES[one.game]().solution_of(one.task, lambda share: pytest.fail("its table is refused"))
    assert not cache.exists()


def test_what_is_shipped_is_what_is_found(cache: Path, wide: bool) -> None:
    """In an ordinary run one table of each game is worked out again; in a wide one all are, with their pars."""
    known = ship.stages()
    assert known.keys() > SMALL
    for name, (game, task, _) in known.items():
        if not wide and name not in SMALL:
            continue
        room = ship.ROOMS[game]
        shipped = RACES[game]().solution_of(task)
        values: Any = shipped.values
        for key, array in some(room.sweep(task, silent).items()):
            assert np.abs(values[key] - array).max() <= 0.005 + 1e-9, name
        assert shipped.par["low"] <= shipped.par["expected"] + 1e-9 <= shipped.par["high"] + 2e-9
        if wide:
            for figure, value in room.solve(task).par._asdict().items():
                assert shipped.par[figure] == pytest.approx(value, abs=1e-6), (name, figure)


@pytest.mark.parametrize("game", RACES)
def test_what_is_told_of_stages_is_what_their_tables_hold(game: str) -> None:
    told = RACES[game]().told_stages()
    assert {name: one._asdict() for name, one in told.items()} == ship.told_stages(game)
    for name, one in told.items():
        par = RACES[game]().solution(RACES[game]().ready[name], {}).par
        assert abs(one.expected - par["expected"]) <= 0.005 and abs(one.loses - par["loses"]) <= 0.00005
        points = [tuple(map(int, point.split(","))) for point in one.course.split()]
        assert len(points) > 2 and all(0 <= x <= COURSE[0] and 0 <= y <= COURSE[1] for x, y in points)


def test_every_table_in_the_package_is_listed_with_what_it_holds() -> None:
    assert ship.LISTED.read_text("utf-8") == ship.listed(), "make tables writes it anew"


def test_more_seconds_and_less_damage_are_never_worse() -> None:
    """Bounds of a par rest on it that nobody would rather have fewer seconds."""
    nearly = 1 / tables.STEPS + 1e-9
    for name, (game, task, _) in some(ship.stages().items()):
        values: Any = RACES[game]().solution_of(task).values
        for array in some(values.values()):
            assert (np.diff(array, axis=-1) <= nearly).all(), name
            for axis in DAMAGES[game]:
                assert (np.diff(array, axis=axis) >= -nearly).all(), name


@pytest.mark.parametrize(
    ("position", "is_common"),
    [
        ("s1 R1K2 s1 | A@s2 g1 d3 no-sisu", True),
        ("s1 R1K2 s1 | A@b1.cut g1 d3 no-sisu | A | k 9-6-4", True),
        ("s1 R1K2 s1 | A@b1.cut g1 d3 p1 no-sisu | A | k 10-6-3", True),
        ("s1 R1K2 s1 | A@b1.cut g1 d3 p1 no-sisu", False),
        ("s1 R1K2 s1 | A@s1 g1 d3 p1 no-wheel no-sisu", False),
        ("s1 R1K2 s1 | A@b1.cut g1 d3 p2 no-sisu | A | k 10-6-3", True),
    ],
)
def test_a_position_shares_the_table_of_its_stage_where_a_car_can_come_to_it_from_the_start(
    cache: Path, position: str, is_common: bool
) -> None:
    state = GAME.read(position)
    task = classic.task_at(state, {})
    common = dataclasses.replace(classic.task_of(state.stage.text, {}), punctures=int("p2" in position))
    assert (table_files.name(classic.about(task)) == table_files.name(classic.about(common))) == is_common
    plain = Expectimax(CLASSIC_REDRAWN, ELIMINATION)
    assert CLASSIC_COACH.best(state, {}).value(state) == pytest.approx(plain.value(state), abs=1e-9)
