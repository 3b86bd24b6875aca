"""`drivers` as it is typed."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.sentences import below_help
from tests.some import some

Run = Any
ROAD = "s1 R2/3x2 s1"


@pytest.fixture
def run(own_tables: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)

    def ask(*arguments: str) -> tuple[int | str | None, str, str]:
        code: int | str | None
        try:
            code = main((*arguments, "--processes", "1"))
        except SystemExit as ended:
            code = ended.code
        said = capsys.readouterr()
        return code, said.out, said.err

    return ask


def test_every_example_in_its_help_has_an_answer(run: Run) -> None:
    for line in some(line.strip() for line in below_help("drivers").splitlines() if "rallyman-tutor drivers" in line):
        few = [*shlex.split(line)[1:], "--drives", "4"]
        code, said, refused = run(*few)
        assert (code, refused) == (0, "") and "give or take" in said, line


def test_what_a_file_keeps_is_not_driven_again(run: Run, tmp_path: Path) -> None:
    asked = ("drivers", "classic", ROAD, "--drives", "30", "--levels", "works", "--json")
    whole = json.loads(run(*asked)[1])
    file = tmp_path / "drives.json"
    assert json.loads(run(*asked, "--keep", str(file))[1]) == whole
    first, second = file.read_text("utf-8").splitlines()
    told = json.loads(first)
    file.write_text(json.dumps({**told, "times": [7] * len(told["times"])}) + "\n" + second[:9], "utf-8")
    changed = json.loads(run(*asked, "--keep", str(file))[1])
    assert changed[0]["seconds"] < whole[0]["seconds"], "the lot that was kept whole is taken as it stands"
    assert len(file.read_text("utf-8").splitlines()) == 2, "the lot that was cut off is driven again"


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("drivers", "mil_millas", "x"), 2, "no drivers of several levels"),
        (("drivers", "classic", "s4 zz"), 2, "I cannot read this stage"),
        (("drivers", "classic", ROAD, "--drives", "0"), 2, "from 1 to"),
        (("drivers", "classic", ROAD, "--keep", "."), 2, "cannot keep drives"),
        (("drivers", "classic", ROAD, "--keep", "notes.txt"), 2, "line 1 tells of no drives"),
        (("drivers", "classic", ROAD, "--scheduler", "nowhere"), 2, "Try: the same without --scheduler"),
    ],
)
def test_what_cannot_be_driven_is_told_with_a_way_out(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], code: int, says: str
) -> None:
    (tmp_path / "notes.txt").write_text("milk\neggs\n", "utf-8")
    found, _, refused = run(*arguments)
    assert found == code and says in refused
    assert (tmp_path / "notes.txt").read_text("utf-8") == "milk\neggs\n"
