"""`rallyman-tutor letter`: what a letter says, whether it holds, and whether two of one rally belong together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rallyman_tutor.core.replay import load
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.cli import main
from rallyman_tutor.rally import letters
from tests.rally.letters import begun, played

PAST = played(begun("dirt", 2), 3, 9)


def test_a_letter_tells_that_it_holds_whose_turn_it_is_and_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    game = next(one for one in PAST if one.plan and len(one.sent) > 4)
    assert main(["letter", f"https://rally.test/index.html?at=letter#letter={letters.write(game)}"]) == 0
    lines = capsys.readouterr().out.splitlines()
    name = game.drivers[game.writer]
    assert lines[0] == f"Rallyman: DIRT by letter, letter {len(game.sent)}: it holds. " + (
        "Every word fits its seal, and every move is allowed."
    )
    assert lines[1:4] == [
        f"{name} has to write now.",
        f"The dice fall when {name} opens it. They follow from this letter and from a secret that {name}’s browser fixed "
        "before. Nobody can roll them twice.",
        "",
    ]
    events = sum(len(past.events) for past in game.rally.replay.past[game.sent[-3].moves :])
    assert len(lines[4:]) == events > 0


def test_as_data_it_has_the_save_of_its_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["letter", letters.write(PAST[-1]), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    last = PAST[-1]
    assert (told["letters"], told["drivers"], told["moves"]) == (9, ["Ana", "Ben"], len(last.rally.replay.past))
    assert load(SHELF["dirt"], told["save"]).state == last.rally.state


def test_two_stories_of_one_rally_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file, game in (("one", PAST[8]), ("two", played(begun("dirt", 2), 4, 9)[7])):
        (tmp_path / file).write_text(letters.write(game), encoding="utf-8")
    assert main(["letter", str(tmp_path / "one"), str(tmp_path / "two")]) == 1
    assert "There are two letters for the same turn: letter 3, by Ana," in capsys.readouterr().err
