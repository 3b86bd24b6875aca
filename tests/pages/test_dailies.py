"""`daily` as it is typed."""

from __future__ import annotations

import json
import shlex
from datetime import date
from pathlib import Path

import pytest

from rallyman_tutor.coach.dirt.coach import COACH as DIRT_COACH
from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.sentences import below_help
from rallyman_tutor.tutor.learner import daily
from rallyman_tutor.tutor.session.sharing import share
from tests.some import some
from tests.tutor.test_daily import DAY, driven

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Two share codes in files of the working folder: a drive of the day, and one with other dice."""
    monkeypatch.chdir(tmp_path)
    stage, seed = daily.of_day("dirt", DAY)
    found = {"ana.txt": share(driven("dirt", stage, seed)), "ben.txt": share(driven("dirt", stage, "1"))}
    for name, code in found.items():
        Path(name).write_text(code + "\n", "utf-8")
    return found


def test_every_example_in_its_help_has_an_answer(codes: dict[str, str], capsys: Capture) -> None:
    for line in some(line.strip() for line in below_help("daily").splitlines() if "rallyman-tutor daily" in line):
        main(shlex.split(line)[1:])
        assert "R" in capsys.readouterr().out, line


def test_drives_are_listed_with_their_times_and_refused_with_the_reason(codes: dict[str, str], capsys: Capture) -> None:
    assert main(["daily", "dirt", "ana.txt", "ben.txt", "--day", DAY.isoformat()]) == 1
    said = capsys.readouterr()
    head, row = said.out.splitlines()
    stage = daily.of_day("dirt", DAY).stage
    par = DIRT_COACH.told_stages()[stage].expected
    assert stage in head and f"Par is {par:.1f} s." in head
    seconds = daily.seconds(driven("dirt", *daily.of_day("dirt", DAY)), DAY)
    assert row.split()[:2] == [str(seconds), "s"] and f"{seconds - par:+.1f}" in row and row.endswith("ana.txt")
    assert said.err.startswith("ben.txt does not count. From move ")


def test_a_code_may_be_typed_itself_and_all_is_told_as_data(codes: dict[str, str], capsys: Capture) -> None:
    assert main(["daily", "dirt", codes["ana.txt"], "--day", DAY.isoformat(), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["day"], told["stage"]) == (DAY.isoformat(), daily.of_day("dirt", DAY).stage)
    assert [drive["drive"] for drive in told["drives"]] == [codes["ana.txt"][:40]]


def test_without_a_date_it_is_that_of_today(capsys: Capture) -> None:
    main(["daily", "classic", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["stage"] == daily.of_day("classic", date.fromisoformat(told["day"])).stage


@pytest.mark.parametrize(
    ("asked", "said", "exit_"),
    [
        (("mil_millas",), "Mil Millas has no stage of the day.", 2),
        (("dirt", "--day", "tomorrow"), "'tomorrow' is no date.", 2),
        (("dirt", "nobody.txt"), "nobody.txt does not count. ", 1),
        (("dirt", "eN" + "x" * 40), "does not count. ", 1),
    ],
)
def test_what_cannot_be_told_is_refused_in_a_sentence(
    asked: tuple[str, ...], said: str, exit_: int, capsys: Capture
) -> None:
    assert main(["daily", *asked]) == exit_
    assert said in capsys.readouterr().err
