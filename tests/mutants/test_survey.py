"""Which tests are asked about a mistake, and in which order."""

from __future__ import annotations

from pathlib import Path

import pytest
from coverage import CoverageData

from tests.mutants.survey import COLLECTING, Survey, statement

CODE = '''\
LIMITS = {
    "line": 3,
}


@kept
@known(
    "bend",
)
def limit(
    kind: str,
    gravel: int = 0,
) -> int:
    """The limit."""
    if (
        kind == "line"
        and not gravel
    ):
        return LIMITS[
            kind
        ]
    match gravel:
        case 1 | \\
            2:
            return 1
    return 0
'''
STATEMENTS = {2: (1, 3), 7: (6, 13), 12: (6, 13), 14: (14, 14), 17: (15, 18), 20: (19, 21), 22: (22, 22), 24: (23, 24),
              25: (25, 25), 26: (26, 26)}  # fmt: skip


@pytest.mark.parametrize(("line", "first", "last"), [(line, *lines) for line, lines in STATEMENTS.items()])
def test_a_line_belongs_to_the_smallest_statement_around_it(line: int, first: int, last: int) -> None:
    assert statement(CODE, line) == range(first, last + 1)


FILE = "rallyman_tutor/parts/limits.py"
SECONDS = {
    "tests/tutor/test_a.py::test_long": 9.0,
    "tests/tutor/test_a.py::test_each[1]": 0.1,
    "tests/tutor/test_a.py::test_each[2]": 0.2,
    "tests/tutor/test_a.py::test_else": 0.3,
    "tests/parts/test_limits.py::test_limit": 0.5,
}
LONG, ONE, TWO, ELSE, NEAR = SECONDS


@pytest.fixture
def survey(tmp_path: Path) -> Survey:
    """The constant is read by no line that runs; `def` runs while tests are collected; two tests share a preparation."""
    path = tmp_path / FILE
    path.parent.mkdir(parents=True)
    path.write_text(CODE, "utf-8")
    data = CoverageData(no_disk=True)
    for context, lines in {
        COLLECTING: [1, 6, 7, 10],
        NEAR: [15, 19, 20],
        LONG: [15, 26],
        ONE: [15],
        TWO: [15],
        "prepares": [19, 20],
    }.items():
        data.set_context(context)
        data.add_lines({str(path): lines})
    return Survey(SECONDS, {"prepares": [ONE, LONG]}, tmp_path, data)


def test_one_test_of_each_function_is_asked_before_the_next_of_any_and_nearer_ones_before_quicker(
    survey: Survey,
) -> None:
    assert survey.tests(FILE, 15) == [NEAR, ONE, LONG, TWO]


def test_tests_come_to_a_line_of_a_statement_that_they_run(survey: Survey) -> None:
    assert survey.tests(FILE, 17) == survey.tests(FILE, 15)


def test_who_shares_a_preparation_comes_to_its_lines(survey: Survey) -> None:
    assert survey.tests(FILE, 19) == [NEAR, ONE, LONG]


def test_no_test_comes_to_a_line_that_never_runs(survey: Survey) -> None:
    assert survey.tests(FILE, 25) == []


def test_every_test_may_notice_what_runs_before_them_and_first_those_that_come_to_the_file(survey: Survey) -> None:
    assert survey.tests(FILE, 2) == [NEAR, ONE, LONG, TWO, ELSE]
