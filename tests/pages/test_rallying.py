"""`rally` as it is typed."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.coach import batch
from rallyman_tutor.core.replay import load
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.sentences import below_help
from rallyman_tutor.tutor.session.sharing import open_shared
from tests.some import some

Run = Any
SOLVED = "s4 R3 s3 L3 s3"


@pytest.fixture
def run(own_tables: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)

    def ask(*arguments: str) -> tuple[int | str | None, str, str]:
        code: int | str | None
        try:
            code = main(("rally", *arguments, "--processes", "1"))
        except SystemExit as ended:
            code = ended.code
        said = capsys.readouterr()
        return code, said.out, said.err

    return ask


def test_every_example_in_its_help_has_an_answer(run: Run) -> None:
    for line in some(line.strip() for line in below_help("rally").splitlines() if "rallyman-tutor rally" in line):
        few = [
            {"100": "4", "R1-SS1 ; R2-SS2": "R1-SS1", "works": "careful"}.get(word, word) for word in shlex.split(line)
        ]
        code, said, refused = run(*(word.replace(":works", ":careful") for word in few[2:]))
        assert (code, refused) == (0, "") and "driver" in said, line


def test_the_sheet_has_columns_for_stages_sums_gaps_places_levels_and_what_cost_time(run: Run) -> None:
    code, said, _ = run("classic", "--stages", SOLVED, "--drivers", "Ana:careful", "Ben:club")
    title, table, stages, codes = said.strip().split("\n\n")
    rows = [line.split("   ") for line in table.splitlines()]
    assert code == 0 and title.startswith("Rallyman (2009), seed 1: ")
    assert [cell.strip() for cell in rows[0] if cell.strip()] == [
        "driver", "stage 1", "total", "gap", "place", "level", "decisions", "luck",
    ]  # fmt: skip
    assert len({len(line) for line in table.splitlines()}) == 1 and stages == f"stage 1: {SOLVED}"
    share, own = codes.splitlines()
    assert share.startswith("Share code") and own.startswith("Code of the rally: ")
    opened = open_shared(SHELF, own.rpartition(" ")[2])
    assert (opened.levels, opened.seed, sorted(opened.bots)) == (("careful", "club"), "1", [0, 1])
    assert opened.replay.code() == share.rpartition(" ")[2]


def test_where_no_scheduler_answers_nothing_is_said_to_be_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object, **__: object) -> Iterator[Any]:
        raise batch.NoWorkers("no-scheduler-there")

    monkeypatch.setattr(batch, "done", nobody)
    code, _, refused = run("mil_millas", "--stages", "1", "--many", "2", "--scheduler", "nowhere")
    assert code == 2 and "no Dask scheduler answers at nowhere" in refused
    assert refused.endswith("Try: the same without --scheduler; nothing was kept\n")


def test_as_data_it_has_all_that_the_sheet_has_and_the_game(run: Run) -> None:
    code, said, _ = run("classic", "--stages", SOLVED, "--drivers", "2", "--json")
    data = json.loads(said)
    assert code == 0 and data["stages"] == [SOLVED] and data["drivers"] == ["Ana", "Ben"]
    assert [data["times"][0], data["places"]] == [data["sums"], data["orders"][0]]
    for seat, time in enumerate(data["sums"]):
        assert data["par"][seat] + data["decisions"][seat] + data["luck"][seat] == pytest.approx(time)
    again = load(SHELF["classic"], data["save"])
    assert list(SHELF["classic"].result(again.state)["sums"]) == data["sums"]


def test_cards_have_times_in_points_and_neither_decisions_nor_luck(run: Run) -> None:
    data = json.loads(run("mil_millas", "--stages", "2", "--json")[1])
    assert (data["counts"], len(data["times"]), data["stages"]) == ("points", 2, [])
    assert data["decisions"] == data["luck"] == [None, None]


def test_where_a_stage_is_not_solved_it_can_be_solved_first(run: Run) -> None:
    asked = ("classic", "--stages", "s2 R2/3x2 s1", "--drivers", "Ana:careful", "--json")
    rough, solved = json.loads(run(*asked)[1]), json.loads(run(*asked, "--solve")[1])
    assert rough["decisions"] == [None] and solved["decisions"][0] >= 0
    assert rough["times"] == solved["times"], "a careful driver needs no table"


def test_many_rallies_are_the_same_in_one_process_and_in_two(run: Run) -> None:
    asked = (
        "mil_millas",
        "--many",
        "12",
        "--stages",
        "1",
        "--drivers",
        "Ana:works",
        "Ben:novice",
        "--seed",
        "3",
        "--json",
    )
    code, said, _ = run(*asked)
    data = json.loads(said)
    assert code == 0 and data["rallies"] == 12 and len(data["won_from"]) == 2
    assert [one["name"] for one in data["drivers"]] == ["Ana", "Ben"]
    assert {"mean", "error", "spread", "won", "out", "level"} < set(data["drivers"][0])
    assert run(*asked, "--processes", "2")[1] == said
    table = run(*asked[:-1])[1]
    assert "Won by who started" in table and "Ben" in table


def test_stopped_it_tells_the_figures_of_the_rallies_that_were_driven(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("mil_millas", "--stages", "1", "--drivers", "Ana:novice", "Ben:novice")

    def stops_behind(lots: int) -> Callable[..., Iterator[Any]]:
        def done(drive: Callable[[Any], Any], parts: Iterable[Any], **_: object) -> Iterator[Any]:
            for part in islice(parts, lots):
                yield part, drive(part)
            raise KeyboardInterrupt

        return done

    first = run(*asked, "--many", "10")[1], run(*asked, "--many", "10", "--json")[1]
    monkeypatch.setattr(batch, "done", stops_behind(1))
    code, said, wrong = run(*asked, "--many", "25")
    assert (code, said) == (2, first[0]) and "Stopped; the figures count 10 of 25 rallies." in wrong
    assert run(*asked, "--many", "25", "--json")[:2] == (2, first[1])
    monkeypatch.setattr(batch, "done", stops_behind(0))
    code, said, wrong = run(*asked, "--many", "25")
    assert (code, said) == (2, "") and "nothing was kept" in wrong


def test_length_difficulty_and_seed_choose_the_stages_that_are_drawn(run: Run) -> None:
    asked = ("classic", "--stages", "1", "--drivers", "Ana:careful", "--json")
    found = {
        json.loads(run(*asked, "--difficulty", how, "--length", "medium")[1])["stages"][0] for how in ("easy", "hard")
    }
    assert len(found) == 2
    assert json.loads(run(*asked, "--seed", "2")[1])["stages"] != json.loads(run(*asked)[1])["stages"]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("classic", "--stages", "2"), 1, "CL-RALLY-01"),
        (("classic", "--drivers", "5"), 1, "CL-COMP-01"),
        (("crazy_rally", "--drivers", "2"), 1, "CR-COMP-02"),
        (("crazy_rally", "--stages", "2"), 1, "CR-SER-01"),
        (("chess",), 2, "There is no game 'chess'"),
        (("dirt", "--stages", "zz"), 2, "I cannot read this rally"),
        (("dirt", "--stages", "50"), 2, "--stages: 50 is not a number from 0 to 20"),
        (("dirt", "--stages", "0"), 2, "I cannot read this rally"),
        (("dirt", "--drivers", "Ana:fast"), 2, "No bot of Rallyman: DIRT is 'fast'"),
        (("mil_millas", "--drivers", "Ana:careful", "Ben"), 2, "No bot of Mil Millas is 'careful'"),
        (("dirt", "--drivers", "Ana", "Ana"), 2, "Ana"),
        (("classic", "--rules", "expert"), 2, "has no rules called 'expert'"),
        (("classic", "--rules", "fog=on"), 2, "'fog'"),
        (("classic", "--rules", "service=7"), 2, "'7'"),
        (("mil_millas", "--rules", "teams=x"), 2, "teams"),
        (("classic", "--length", "endless"), 2, "'endless' is not one of: short, medium, long"),
        (("classic", "--many", "0"), 2, "--help"),
    ],
)
def test_what_cannot_be_driven_says_why(run: Run, arguments: tuple[str, ...], code: int, says: str) -> None:
    found, said, refused = run(*arguments)
    assert found == code and says in said + refused
    assert "Traceback" not in refused
