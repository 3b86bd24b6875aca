"""`review` as it is typed."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.coach import drivers
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.replay import pack
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.cli import main
from rallyman_tutor.tutor.session.sharing import share
from tests.some import some
from tests.tutor.test_card_review import looked_back

Run = Any


@pytest.fixture
def run(own_tables: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def ask(*arguments: str, typed: str = "") -> tuple[int | str | None, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code: int | str | None
        try:
            code = main(arguments)
        except SystemExit as ended:
            code = ended.code
        said = capsys.readouterr()
        return code, said.out, said.err

    return ask


@pytest.fixture
def played() -> dict[str, Any]:
    """A drive of two on a short stage, as `play` would print it."""
    game = SHELF["classic"]
    driven = drivers.drive_game(game, game.spec("s4 R3 s3", ("Ana", "Ben")), Seeded(5), 5).replay
    return {"game": game.key, **game.result(driven.state), "save": driven.save()}


def test_a_game_as_it_is_printed_is_reviewed_from_a_file_a_pipe_and_a_code(
    run: Run, played: dict[str, Any], tmp_path: Path
) -> None:
    file, kept = tmp_path / "drive.json", tmp_path / "code.txt"
    file.write_text(json.dumps(played), "utf-8")
    code = pack(played["save"])
    kept.write_text(code + "\n", "utf-8")
    ways = [run("review", str(file), "--json"), run("review", "-", "--json", typed=json.dumps(played["save"]))]
    ways += [run("review", code, "--json"), run("review", str(kept), "--json")]
    assert all(way == ways[0] for way in ways) and ways[0][0] == 0
    told = json.loads(ways[0][1])
    assert told["decisions"] + told["luck"] == pytest.approx(told["time"] - told["par"])
    assert sum(turn["seconds"] for turn in told["turns"]) == told["time"] == played["sums"][0]
    assert {turn["stage"] for turn in told["turns"]} == {1}
    game = SHELF["classic"]
    for one in some(told["mistakes"]):
        state = game.read(one["position"])
        assert not game.judge(state, game.read_draft(one["best"]).moves)


def test_whose_drive_it_is_can_be_said_and_it_is_told_in_plain_lines(run: Run, played: dict[str, Any]) -> None:
    ana = run("review", "-", typed=json.dumps(played))
    ben = run("review", "-", "--driver", "Ben", typed=json.dumps(played))
    assert "Ana" in ana[1] and "Ben" in ben[1] and ana[1] != ben[1]
    for said in (ana[1], ben[1]):
        assert "What cost most:" in said and "  par  " in said and "taken to be alone" in said


@pytest.mark.parametrize(
    ("file", "typed", "code", "says"),
    [
        ("nowhere.txt", "", 2, "No such file"),
        ("-", "milk and eggs", 2, "not a share code"),
        ("-", "{", 2, "not a share code"),
        ("-", '{"save": [1]}', 2, "not a share code"),
        ("-", '{"a": NaN}', 2, "not a share code"),
        (".", "", 2, "directory"),
    ],
)
def test_what_cannot_be_read_is_told_with_a_way_out(run: Run, file: str, typed: str, code: int, says: str) -> None:
    found, _, refused = run("review", file, typed=typed)
    assert found == code and says in refused and "Try:" in refused


def test_a_drive_that_is_not_over_is_told(run: Run, played: dict[str, Any]) -> None:
    begun = {**played["save"], "moves": played["save"]["moves"][:3]}
    assert run("review", "-", typed=json.dumps(begun))[::2] == (
        1,
        "This drive has not reached the finish of a stage.\nTry: the same when it has\n",
    )
    code, _, refused = run("review", "-", "--driver", "Bem", typed=json.dumps(played))
    assert code == 2 and "Ben" in refused


def test_a_game_of_cards_is_reviewed_with_its_error_and_no_difference_is_told_within_it(run: Run) -> None:
    session, found = looked_back()
    code = share(session)
    assert run("review", code, "--json") == run("review", "-", "--json", typed=code)
    status, said, _ = run("review", code, "--json")
    told = json.loads(said)
    assert status == 0 and told["driver"] == "You" and len(told["decisions"]) == len(found.weighed) == 2
    for shown, one in some(zip(told["decisions"], found.weighed, strict=True)):
        assert (shown["behind"], shown["error"], shown["tries"]) == (one.behind, one.error, one.tries)
        state = session.game.read(shown["position"])
        for move in (shown["move"], shown["other"]):
            assert not session.game.judge(state, session.game.read_draft(move).moves)
    assert told["mistakes"] == [1] and told["decisions"][0]["other"] == "lay tanker"
    lines = run("review", code)[1]
    assert "lay 75 cost" in lines and "give or take" in lines and "no par" in lines


def test_a_game_of_cards_that_is_not_over_is_told(run: Run) -> None:
    session = looked_back()[0]
    status, _, refused = run("review", "-", typed=json.dumps(session.replay.undo().save()))
    assert status == 1 and "is not over" in refused and "Try:" in refused
