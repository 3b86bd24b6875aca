"""Who comes by a mark; and which tests are asked about a mistake, in which order."""

from __future__ import annotations

import pytest

from tests.mutants.mistakes import Mutant
from tests.mutants.survey import COLLECTING, MARK, Survey, marked

CODE = '''\
LIMITS = {
    "line": 3,
}


def limit(
    kind,
    gravel=0,
):
    """The limit."""
    if (
        kind == "line"
        and not gravel
    ):
        return LIMITS[
            kind
        ]
    elif gravel > 5:
        raise ValueError
    match gravel:
        case 1 | \\
            2:
            return 1
        case _:
            try:
                gravel -= 1
            finally:
                gravel += 1
    return 0
'''
LINES = (2, 8, 13, 16, 18, 19, 22, 23, 26, 28, 29)


@pytest.mark.parametrize(
    ("call", "passed"),
    [
        ((), {2, 8}),
        (("line", 0), {2, 8, 13, 16}),
        (("drift", 1), {2, 8, 13, 18, 22, 23}),
        (("drift", 3), {2, 8, 13, 18, 22, 26, 28, 29}),
    ],
)
def test_a_mark_stands_before_the_smallest_statement_around_its_line(
    call: tuple[object, ...], passed: set[int]
) -> None:
    seen: set[int] = set()
    room: dict[str, object] = {MARK: seen.add}
    exec(marked(CODE, [(line, line) for line in LINES], "limits.py"), room)
    limit = room["limit"]
    assert callable(limit)
    if call:
        limit(*call)
    assert seen == passed


SECONDS = {
    "tests/tutor/test_a.py::test_long": 9.0,
    "tests/tutor/test_a.py::test_each[1]": 0.01,
    "tests/tutor/test_a.py::test_each[2]": 0.02,
    "tests/tutor/test_a.py::test_else": 0.03,
    "tests/parts/test_limits.py::test_limit": 0.05,
}
LONG, ONE, TWO, ELSE, NEAR = SECONDS
COME = {
    "function": {NEAR, LONG, ONE, TWO},
    "constant": {COLLECTING},
    "preparation": {NEAR, "prepares"},
    "nobody": set[str](),
}


@pytest.mark.parametrize(
    ("place", "asked"),
    {
        "function": [NEAR, ONE, TWO, LONG],  # quick ones before long ones, nearer ones before quicker ones
        "preparation": [NEAR, ONE, LONG],  # two tests share it
        "constant": [NEAR, ONE, TWO, LONG, ELSE],  # all, and first those that come to the file
        "nobody": [],
    }.items(),
)
def test_the_tests_that_come_to_a_mistake_are_asked_in_this_order(place: str, asked: list[str]) -> None:
    places = {name: Mutant("rallyman_tutor/parts/limits.py", at, name, "", "") for at, name in enumerate(COME)}
    survey = Survey(SECONDS, {"prepares": [ONE, LONG]}, {places[name]: come for name, come in COME.items()})
    assert survey.tests(places[place]) == asked
