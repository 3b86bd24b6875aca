"""`par`, `best` and `solve` as they are typed."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.race_coach import forget
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.sentences import below_help
from rallyman_tutor.tutor.lesson.grading import drives_from
from tests.some import some

Run = Any
EXAMPLES = [
    line.strip()
    for help in (below_help("par"), below_help("best"), below_help("solve"))
    for line in help.splitlines()
    if "rallyman-tutor " in line and "--scheduler" not in line  # a cluster has a wide test of its own
]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    forget()

    def ask(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return ask


def test_every_example_in_their_help_has_an_answer(run: Run) -> None:
    assert len(EXAMPLES) >= 5
    for line in EXAMPLES:
        code, said, refused = run(*shlex.split(line)[1:])
        assert (code, refused) == (0, "") and " s " in said, line


def test_par_is_told_as_data(run: Run) -> None:
    code, said, _ = run("par", "classic", "first", "s2", "--json")
    first, written = json.loads(said)
    assert code == 0 and first["game"] == "classic" and first["stage"] == "first"
    assert {"expected", "without_sisu", "lucky", "low", "high", "loses", "states"} <= set(written)
    assert written["stage"] == "s2"
    assert first["lucky"] <= first["low"] <= first["expected"] <= first["high"] <= first["without_sisu"]


def test_the_stage_of_a_position_is_solved_for_what_its_car_carries_and_behind_each_choice_of_tyres(run: Run) -> None:
    for position, many in some(
        (("s2 R2 s1 | A@s1 g2 p1 no-sisu", 1), ("snow s3 | A no-sisu | A phase=tyres | weather=fixed", 2))
    ):
        game = SHELF["classic"]
        starts = drives_from(game, game.read(position))
        assert len(starts) == many and not any(RACES["classic"]().has_table(start) for start in starts)
        code, said, _ = run("solve", "classic", position, "--json")
        forget()
        assert code == 0 and all(RACES["classic"]().has_table(start) for start in starts)
        told = json.loads(said)
        names = {row["table"] for row in (told if many > 1 else [told])}
        assert len(names) == many


def test_several_stages_are_worked_out_at_once_and_the_same_as_one_by_one(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stages = ("s2", "s3 R2", "s2 j2 s1")
    code, said, _ = run("solve", "classic", *stages, "--processes", "2", "--json")
    told = json.loads(said)
    assert code == 0 and [row["stage"] for row in told] == list(stages)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    for row in told:
        assert json.loads(run("solve", "classic", row["stage"], "--json")[1]) == row


def test_what_it_counts_to_be_out_changes_par(run: Run) -> None:
    stage = "R1/2x2"
    for_much, for_little = (
        json.loads(run("par", "classic", stage, "--setting", f"elimination={seconds}", "--json")[1])[0]["expected"]
        for seconds in (1000, 1)
    )
    assert for_little <= for_much


def test_the_best_decisions_are_drafts_that_the_rules_allow(run: Run) -> None:
    position = "s2 R2/3x2 s1 | A@s1 g3 s2 no-sisu"
    rows = json.loads(run("best", "classic", position, "--json", "--many", "1000")[1])
    game = SHELF["classic"]
    state = game.read(position)
    assert [row["cost"] for row in rows] == sorted(row["cost"] for row in rows)
    for row in rows:
        assert sum(row["parts"].values()) == pytest.approx(row["cost"])
        assert not game.judge(state, game.read_draft(row["draft"]).moves), row["draft"]


@pytest.mark.parametrize(
    ("game", "position"),
    [("classic", "s2 R2/3x2 s1 | A@s1 g3 s2 no-sisu"), ("dirt", "202a 203a< | A@2.L1 g4 G3 s2 | A")],
)
def test_the_ten_best_decisions_are_told_and_more_where_more_are_asked_for(run: Run, game: str, position: str) -> None:
    told = run("best", game, position)[1].splitlines()
    assert len([line for line in told if " s   " in line]) == 10 and "and more, with --many 100" in told
    ten, three, all_ = (
        json.loads(run("best", game, position, "--json", *more)[1])
        for more in ([], ["--many", "3"], ["--many", "10000"])
    )
    assert len(ten) == 10 and three == ten[:3] == all_[:3] and ten == all_[:10] and len(all_) > 20
    assert "and more" not in run("best", game, position, "--many", "10000")[1]


@pytest.mark.parametrize(
    "position", ["s3 R2/3x2 s2 | A@s1 g3 ; B@s2 g2 | A", "s2 R2/3x2K3 s2 | A@s1 g2 no-sisu | A | dirt b1:1"]
)
def test_other_cars_and_dirt_count_for_this_turn_and_what_that_leaves_out_is_said(run: Run, position: str) -> None:
    game = SHELF["classic"]
    state = game.read(position)
    rows = json.loads(run("best", "classic", position, "--json")[1])
    assert len(rows) > 1
    for row in rows:
        assert not game.judge(state, game.read_draft(row["draft"]).moves), row["draft"]
        assert row["alone"] is False
    assert "for this turn only" in run("best", "classic", position)[1]
    assert "for this turn only" not in run("best", "classic", "s3 R2/3x2 s2 | A@s1 g3")[1]


def test_the_chance_to_be_faster_is_told_beside_the_cost(run: Run) -> None:
    (told,) = json.loads(run("par", "classic", "snow s2 R1", "--beat", "81", "--json")[1])
    assert told["beat"] == 81 and 0 < told["faster_low"] <= told["faster"] <= told["faster_high"] <= 1
    rows = json.loads(run("best", "classic", "snow s2 R1 | A", "--beat", "81", "--json", "--many", "1000")[1])
    assert max(row["chance"] for row in rows) == pytest.approx(told["faster"])
    assert any(row["chance"] < told["faster"] - 1e-6 for row in rows)
    assert "faster than 81 s" in run("par", "classic", "snow s2 R1", "--beat", "81")[1]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("par", "classic", "s4 zz"), 2, "I cannot read this stage"),
        (("par", "classic", "first", "--setting", "x=3"), 2, "these can: elimination, seconds"),
        (("par", "classic", "first", "--setting", "seconds=99"), 2, "from 1 to 30"),
        (("par", "mil_millas"), 2, "is not solved"),
        (("best", "classic", "s4 | A@"), 2, "I cannot read this position"),
        (("best", "classic", "s4 | A@finish"), 1, "one car alone"),
        (("par", "classic", "first", "--beat", "soon"), 2, "from 1 to 10000"),
        (("par", "classic", "long", "--beat", "250"), 1, "take too long"),
        (("solve", "classic", "nowhere"), 2, "I cannot read this stage"),
        (("best", "dirt", "202a 203a< | A@2.L1 g4 G3", "--beat", "20"), 1, "the chance to beat a time"),
        (("par", "dirt", "T13a T14a"), 1, "no space to start from"),
        (("par", "dirt", "202a 999a"), 2, "I cannot read this stage"),
    ],
)
def test_what_cannot_be_solved_is_told(run: Run, arguments: tuple[str, ...], code: int, says: str) -> None:
    found, said, refused = run(*arguments)
    assert found == code and says in said + refused
