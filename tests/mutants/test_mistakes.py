"""A fact that is told falsely: a number is one more, a name has one more letter, a list lacks its first entry. Only
files that paint are left out."""

from __future__ import annotations

from tests.mutants.mistakes import FALSE_FACT, PICTURES, files_of, made
from tests.mutants.run import ROOMS, ROOT

RULE = """
def broken(gear, name, dice):
    if not dice:
        return None
    return {
        "case": "é", "gear": gear, "name": name,
        "dice": dice,
    }
"""


def test_each_fact_but_the_case_is_made_false_alone_and_stays_where_it_is() -> None:
    true = {"case": "é", "gear": 3, "name": "Ana", "dice": [1, 2]}
    for number, (key, false) in enumerate({"gear": 4, "name": "Anax", "dice": [2]}.items()):
        mutant = made("rule.py", RULE, FALSE_FACT, number)
        room: dict[str, object] = {}
        exec(mutant.text, room)
        check = room["broken"]
        assert callable(check)
        assert check(3, "Ana", [1, 2]) == {**true, key: false} and check(3, "Ana", []) is None
        assert mutant.line == (7 if key == "dice" else 6) and f'"{key}"' in mutant.was


def test_files_that_paint_are_left_out_and_no_rules() -> None:
    every = {path.relative_to(ROOT).as_posix() for path in (ROOT / "rallyman_tutor").rglob("*.py")}
    left_out = {file for file in every if file.startswith(tuple(f"rallyman_tutor/{room}/" for room in ROOMS))}
    left_out -= {file for room in ROOMS for file in files_of(ROOT, room)}
    assert all(any(file.endswith(f"/{name}.py") for file in left_out) for name in PICTURES)
    assert [file for file in left_out if "/rules/" in file] == []
