"""Mistakes in a small room are noticed by the tests that come to them, and by none where none comes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.mutants.run import ROOT, excused

CODE = """
from functools import cache

TURNS = 3


@cache
def left(turn):
    while turn < 0:
        turn += 1
    return TURNS - turn


def over(turn):
    return left(turn) == 0


def unknown():
    return 1
"""
TESTS = """
import pytest
from rallyman_tutor.room.turns import left, over


@pytest.mark.parametrize("turn", (-1, 0, 1))
def test_turns_are_left(turn):
    assert left(turn) > 1


def test_it_is_over_in_the_end():
    assert over(3) and not over(1)
"""
MISTAKES = {
    "TURNS = 3 -> TURNS = 4": "",
    "TURNS - turn -> TURNS + turn": "",
    "turn < 0 -> turn < -1": "4 tests come here",
    "(turn) == 0 -> (turn) <= 0": "1 tests come here",
    "return 1 -> return 2": "no test comes here",
}
ASK = """
import sys
from pathlib import Path
from tests.mutants import apart, run
from tests.mutants.mistakes import Mutant
from tests.mutants.survey import survey

folder, file = Path(sys.argv[1]), "rallyman_tutor/room/turns.py"
text = (folder / "checkout" / file).read_text()
pairs = [mistake.split(" -> ") for mistake in sys.argv[2:]]
mutants = [Mutant(file, text[: text.index(was)].count("\\n") + 1, was, now, text.replace(was, now)) for was, now in pairs]
known = survey(folder / "checkout", mutants, ["tests"], lambda test: True, folder / "log")
assert known, (folder / "log").read_text()
for mutant in mutants:
    print(run.alive(mutant, known, folder))
"""


def test_a_mistake_is_noticed_by_the_tests_that_come_to_it(tmp_path: Path) -> None:
    for name, text in {
        "rallyman_tutor/__init__.py": "",
        "rallyman_tutor/room/__init__.py": "",
        "rallyman_tutor/room/turns.py": CODE,
        "tests/room/test_turns.py": TESTS,
        "pyproject.toml": "[tool.pytest.ini_options]\naddopts = ['--import-mode=importlib']\n",
    }.items():
        path = tmp_path / "checkout" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    asked = [sys.executable, "-c", ASK, str(tmp_path), *MISTAKES]
    answers = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert dict(zip(MISTAKES, answers.splitlines(), strict=True)) == MISTAKES


def test_every_excused_mutant_is_of_a_line_that_is_still_there_and_has_a_reason() -> None:
    gone = [
        (file, was)
        for (file, was, now), why in excused().items()
        if was == now or not why or was not in map(str.strip, (ROOT / file).read_text("utf-8").splitlines())
    ]
    assert gone == []
