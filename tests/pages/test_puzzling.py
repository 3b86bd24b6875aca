"""`puzzles` as it is typed."""

from __future__ import annotations

import json
import shlex
from datetime import date

import pytest

from rallyman_tutor.coach.puzzles import number_of_the_day, puzzles
from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.sentences import below_help
from tests.some import some

Capture = pytest.CaptureFixture[str]


def test_every_example_in_its_help_has_an_answer(capsys: Capture) -> None:
    for line in some(
        line.strip() for line in below_help("puzzles", margin="1").splitlines() if "rallyman-tutor puzzles" in line
    ):
        assert main(shlex.split(line)[1:]) == 0, line
        assert capsys.readouterr().out


def test_all_are_told_as_data_and_a_line_each(capsys: Capture) -> None:
    main(["puzzles", "classic", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert len(told) == len(puzzles("classic")) >= 300
    first, shipped = told[0], puzzles("classic")[0]
    assert (first["number"], first["position"], first["margin"]) == (1, shipped.position, shipped.margin)
    assert first["answers"][0] == json.loads(json.dumps(shipped.answers[0]._asdict()))
    assert (first["grade"], first["missed"]) == (shipped.grade, list(shipped.missed))
    main(["puzzles", "classic"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(told) and all(
        one.position in line for one, line in zip(puzzles("classic"), lines, strict=True)
    )


def test_one_is_told_with_what_each_answer_costs(capsys: Capture) -> None:
    one = puzzles("dirt")[4]
    main(["puzzles", "dirt", "--number", "5"])
    told = capsys.readouterr().out
    for answer in one.answers:
        row = next(line for line in told.splitlines() if f"{answer.cost:.2f} s" in line and answer.moves[0] in line)
        assert all(driver in row for driver in answer.drivers)
    assert f"Every other answer costs at least {one.margin:.2f} s more." in told


def test_that_of_a_day_is_the_same_for_everybody(capsys: Capture) -> None:
    number = number_of_the_day("dirt", date(2026, 12, 24))
    for asked in (["--day", "2026-12-24"], ["--number", str(number)]):
        main(["puzzles", "dirt", "--json", *asked])
        (told,) = json.loads(capsys.readouterr().out)
        assert told["number"] == number


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("mil_millas",), "Mil Millas has no puzzles."),
        (("dirt", "--day", "tomorrow"), "'tomorrow' is no date."),
        (("dirt", "--number", "99999"), "There is no puzzle 99999."),
        (("dirt", "--number", "0"), "from 1"),
    ],
)
def test_what_cannot_be_told_is_refused_in_a_sentence(asked: tuple[str, ...], said: str, capsys: Capture) -> None:
    assert main(["puzzles", *asked]) == 2
    refused = capsys.readouterr()
    assert said in refused.err and "Try: " in refused.err and refused.out == ""
