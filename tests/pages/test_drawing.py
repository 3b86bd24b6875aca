"""`draw` and `position` as they are typed."""

from __future__ import annotations

import io
import json
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.core.replay import Replay, begin, pack
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.sentences import below_help
from rallyman_tutor.scene.svg import svg

Capture = pytest.CaptureFixture[str]
SVG = "{http://www.w3.org/2000/svg}"
BEND = "s4 R3/4x3 s5 | A@s2 g4"


def _drawn(capsys: Capture, *arguments: str) -> ElementTree.Element:
    assert main(["draw", *arguments]) == 0
    return ElementTree.fromstring(capsys.readouterr().out)


def test_every_example_in_its_help_is_drawn(capsys: Capture) -> None:
    lines = [line.strip() for line in below_help("draw").splitlines() if line.strip().startswith("rallyman-tutor")]
    assert len(lines) == 4
    for line in lines:
        picture = _drawn(capsys, *shlex.split(line.partition(" > ")[0])[2:])
        assert picture.tag == f"{SVG}svg" and float(picture.get("width", 0)) > 300


def test_a_picture_says_what_it_shows_and_asks_nobody_for_anything(capsys: Capture) -> None:
    picture = _drawn(capsys, "classic", BEND)
    assert picture.get("aria-label") == f"Rallyman (2009): {BEND}"
    targets = [value for one in picture.iter() for name, value in one.attrib.items() if name.endswith("href")]
    assert all(target.startswith("#") for target in targets)


def test_dice_lie_where_the_draft_leads_with_the_faces_that_it_tells(capsys: Capture) -> None:
    game = SHELF["classic"]
    main(["draw", "classic", BEND, "w 3!"])
    told = capsys.readouterr().out
    assert told == svg(game.draw(game.read(BEND), game.read_draft("w 3!")), "light", f"Rallyman (2009): {BEND}")
    keys = [one.get("data-key", "") for one in ElementTree.fromstring(told).iter()]
    assert sum(key.startswith("die:") for key in keys) == 2
    main(["draw", "classic", BEND, "w 3."])
    assert capsys.readouterr().out != told


def test_the_dark_picture_has_other_colours(capsys: Capture) -> None:
    light, dark = (_drawn(capsys, "mil_millas", "duel", *more) for more in ((), ("--dark",)))
    assert ElementTree.tostring(light) != ElementTree.tostring(dark)
    assert len(list(light.iter())) == len(list(dark.iter()))


@pytest.mark.parametrize(
    ("typed", "place", "remedy"),
    [
        (("classic", "forrest"), "column 1, at 'forrest'", "Try: forest"),
        (("classic", "s4 R3/4x3 s5 | A@s14 g4"), "column 18, at 's14'", "rallyman-tutor draw --help"),
        (("classic", BEND, "three"), "this draft. I get stuck at column 1, at 'three'", "rallyman-tutor draw --help"),
        (("classic", ""), "come to the end at column 1", "rallyman-tutor draw --help"),
        (("dirt", "R9-SS1"), "column 1, at 'R9-SS1'", "-SS1"),
        (("mil_millas", "duell"), "no table 'duell' in Mil Millas", "Try: duel"),
        (("clasic", "bends"), "no game 'clasic'", "Try: classic"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_place_and_remedy(
    capsys: Capture, typed: tuple[str, ...], place: str, remedy: str
) -> None:
    code: object
    try:
        code = main(["draw", *typed])
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr()
    assert code == 2 and not said.out
    assert place in said.err and remedy in said.err.splitlines()[-1]


def test_a_table_that_breaks_a_rule_is_refused_by_it(capsys: Capture) -> None:
    assert main(["draw", "classic", "sheet Ana ; START J1, FINISH J1"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


# -- A position of a real game ----------------------------------------------------------------------------------------

LESSON = """teaches = []

[[steps]]
id = "ask"
kind = "quiz"
start = "same"
answers = ["yes", "no"]
right = "yes"
rule = "CL-GEAR-02"
"""
WORDS = "# A real game\n\nHow would you go on?\n\n## ask\nMay you go on?\n\n- yes: Yes\n- no: No\n\n! So it is.\n"


@pytest.fixture
def drive() -> Replay[AnyState, AnyMove]:
    """Ana and Ben on a short stage: Ana has driven twice, Ben is on the way."""
    game = SHELF["classic"]
    replay = begin(game, game.spec("s4 R3 s3", ("Ana", "Ben")))
    for move in ("1>s1", "stop", "2>s2", "stop", "1>s1"):
        replay = replay.play(game.read_draft(move).moves[0], game.harmless_luck)
    return replay


def test_a_position_of_a_drive_is_written_as_lines_that_a_lesson_takes(
    capsys: Capture, tmp_path: Path, drive: Replay[AnyState, AnyMove]
) -> None:
    code = drive.code()
    assert main(["position", code, "--move", "4"]) == 0
    told = capsys.readouterr().out
    game, start, *notes = told.splitlines()
    assert game == 'game = "classic"' and start == 'start = "s4 R3 s3 | Ana@s2 g2 c90 #2 ; You | You"'
    assert "You" in told and all(not note or note.startswith("#") for note in notes)
    folder = tmp_path / "classic" / "01-real"
    folder.mkdir(parents=True)
    (folder / "lesson.toml").write_text(f"{game}\n" + LESSON.replace('start = "same"', start), "utf-8")
    (folder / "en.md").write_text(WORDS, "utf-8")
    assert main(["check", str(tmp_path)]) == 0, capsys.readouterr().out


def test_code_link_file_input_and_save_tell_the_same(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drive: Replay[AnyState, AnyMove]
) -> None:
    code, file, saved = drive.code(), tmp_path / "drive.txt", tmp_path / "drive.json"
    link = f"https://tutor.example/drive.ipynb#game={code}"
    file.write_text(link + "\n", "utf-8")
    saved.write_text(json.dumps({"save": drive.save()}), "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(code))
    told = []
    for typed in (code, link, str(file), str(saved), "-"):
        assert main(["position", typed, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert all(one == told[0] for one in told)
    assert (told[0]["game"], told[0]["move"]) == ("classic", 5) and told[0]["start"].startswith("s4 R3 s3 | ")


def test_moves_are_listed_by_the_numbers_that_choose_them(capsys: Capture, drive: Replay[AnyState, AnyMove]) -> None:
    assert main(["position", drive.code(), "--list"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[:3] for line in lines] == [
        ["1", "Ana", "1>s1"], ["2", "Ana", "stop"], ["3", "Ana", "2>s2"], ["4", "Ana", "stop"], ["5", "Ben", "1>s1"],
    ]  # fmt: skip
    main(["position", drive.code(), "--list", "--json"])
    assert [one["text"] for one in json.loads(capsys.readouterr().out)] == [line[2] for line in lines]


def test_cards_of_all_are_told_only_when_they_are_asked_for(capsys: Capture) -> None:
    game = SHELF["crazy_rally"]
    code = pack(begin(game, game.spec("race", ("Ana", "Ben", "Cleo"))).save())
    main(["position", code])
    assert "?" in (hidden := capsys.readouterr().out).splitlines()[1] and "--all-cards" in hidden
    main(["position", code, "--all-cards"])
    assert "?" not in (told := capsys.readouterr().out).splitlines()[1] and "--all-cards" not in told


def test_what_is_no_position_is_refused_with_a_remedy(capsys: Capture, drive: Replay[AnyState, AnyMove]) -> None:
    game = SHELF["classic"]
    over = begin(game, game.spec("s4 R3 s3 | You@s7 g3", ()))
    ended = over.play(game.read_draft("3>finish").moves[0], game.harmless_luck)
    for typed, code, words in (
        (["nowhere.txt"], 2, ("cannot read nowhere.txt", "position --help")),
        ([drive.code()[:-9]], 2, ("a part of it is missing", "position --help")),
        ([drive.code(), "--move", "6"], 2, ("no move 6 in this game: it has 5", "--list")),
        ([ended.code()], 1, ("The game is over there", "--move 0")),
    ):
        assert main(["position", *typed]) == code
        said = capsys.readouterr()
        assert not said.out and all(word in said.err for word in words), said.err
