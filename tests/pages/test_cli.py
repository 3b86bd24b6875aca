"""The command line as people and programs use it: answers, exit codes, and what it says to a slip of the finger."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.core.replay import load
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages import shipped
from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.sentences import below_help
from tests.pages.servers import ROOT
from tests.some import some

Run = Any


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def ask(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return ask


def test_the_help_welcomes_and_shows_what_to_type(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0 and "rallyman-tutor judge classic" in out and "explain CL-GEAR-03" in out


def test_a_word_that_is_empty_starts_nothing(run: Run) -> None:
    code, _, err = run("")
    assert code == 2 and err.startswith("There is no command ''") and "Try: rallyman-tutor --help" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("drivers", "classic", "first", "--levels", "expert"),
        ("play", "classic", "--seed", "9" * 5000),
        ("puzzles", "classic", "--number", "9" * 5000),
        ("best", "classic", "s5 | A@s3 g3", "--beat", "9" * 5000),
        ("par", "classic", "--setting", f"seconds={'9' * 5000}"),
    ],
)
def test_what_cannot_stand_behind_an_option_is_refused_in_plain_words(run: Run, arguments: tuple[str, ...]) -> None:
    code, _, err = run(*arguments)
    assert code == 2 and "invalid" not in err and len(err) < 300 and f"Try: rallyman-tutor {arguments[0]} --help" in err


def test_the_rules_are_listed_with_code_name_kind_title_and_citation(run: Run) -> None:
    code, out, _ = run("rules", "classic", "--json")
    rules = json.loads(out)
    assert code == 0 and len(rules) == len(SHELF["classic"].book)
    assert all({"code", "name", "kind", "title", "cite"} <= set(rule) for rule in rules)
    assert run("rules")[1].count("CL-") >= len(SHELF["classic"].book)


def test_one_rule_is_explained_in_full_whatever_the_case_of_its_code(run: Run) -> None:
    code, out, _ = run("explain", "cl-gear-03")
    assert code == 0 and "CL-GEAR-03" in out and "chapter 3" in out and "not so:" in out
    told = json.loads(run("explain", "CL-GEAR-03", "--json")[1])
    assert told["why"] and told["fix"] and told["broken"]


def test_every_rule_can_be_explained(run: Run) -> None:
    for rule in some(SHELF["classic"].rules()):
        assert run("explain", rule.code)[0] == 0


@pytest.mark.parametrize(
    ("position", "plan", "code"),
    [
        ("s14 | A@s1 g3", "3 4", 0),
        ("s14 | A@s1 g3", "3 5", 1),
        ("s14 | A@s1 g3", "", 0),
        ("s4 R1/2x3 s5 | A@s4 g4", "4", 0),
        ("s14 | A@s1 g3", "three", 2),
        ("straight on", "3", 2),
        ("sheet Ana ; START J1, FINISH J4", "", 1),
        ("sheet", "3", 1),
        ("START J1, FINISH J4 | A ; B", "1 2 3", 0),
    ],
)
def test_judging_ends_with_0_for_legal_1_for_illegal_and_2_for_what_is_not_notation(
    run: Run, position: str, plan: str, code: int
) -> None:
    assert run("judge", "classic", position, plan)[0] == code
    if code < 2:
        answer = json.loads(run("judge", "classic", position, plan, "--json")[1])
        assert answer["legal"] == (code == 0)
        assert (answer["violations"] == []) == (code == 0)


def test_a_refusal_shows_step_rule_reason_remedy_and_source(run: Run) -> None:
    _, out, _ = run("judge", "classic", "s14 | A@s1 g3", "3 5")
    assert (
        "5 (step 2, from s2 on, after '3'):" in out
        and "[CL-GEAR-03]" in out
        and "§ Rallyman 2009" in out
        and "the 4" in out
    )


@pytest.mark.parametrize(
    ("game", "position", "plan"),
    [("classic", "s4 R3/4x3 s5 | A@s4 g5", "w 5"), ("dirt", "FX-C | A@L4 g4", "w>line1 5>line1")],
)
def test_the_first_fault_printed_is_the_first_on_the_road(run: Run, game: str, position: str, plan: str) -> None:
    code, out, _ = run("judge", game, position, plan)
    assert code == 1 and -1 < out.index("(step 1") < out.index("(step 2")


@pytest.mark.parametrize(
    ("game", "position", "plan", "move"),
    [
        ("classic", "s14 | A@s1 g2", "3! 4! w!{spin} sisu", "Move 3, 'w'"),
        ("classic", "s14 | A@s1 g2", "3! 4! w!{spin} sisu", "Take this out: spin."),
        ("dirt", "FX-S | A@L3 g3", "4{spin}", "Move 1, '4'"),
    ],
)
@pytest.mark.parametrize("command", ["judge", "odds"])
def test_what_is_told_too_much_is_refused_with_its_move(
    run: Run, command: str, game: str, position: str, plan: str, move: str
) -> None:
    code, _, err = run(command, game, position, plan)
    assert code == 2 and move in err and "tells more than its dice and cards come to show" in err


@pytest.mark.parametrize(
    ("game", "position", "plan", "told"),
    [
        ("crazy_rally", "C09 rest | A B08 ; B B09 | draw A", "draw{Y01} draw", "Move 1, 'draw'.*Take this out: Y01."),
        (
            "crazy_rally",
            "C09 rest | A B08 ; B B09 | draw A",
            "draw draw{C03}",
            "Move 2, 'draw'.*the order that the pos",
        ),
        ("mil_millas", "A 100 go ; B | A 100 25x5", "draw{50 75}", "Move 1, 'draw'.*Take this out: 75."),
        ("mil_millas", "A 100 go ; B | A tanker 25x5", "draw{tanker} lay 25", "Take this out: tanker."),
    ],
)
def test_a_card_that_cannot_come_is_refused_where_it_is_told(
    run: Run, game: str, position: str, plan: str, told: str
) -> None:
    code, _, err = run("judge", game, position, plan)
    assert code == 2 and re.search(told, err), err


def test_a_card_is_told_in_vain_only_where_all_cards_are_known(run: Run) -> None:
    """Where some are hidden, nothing is played, and a broken rule is told before what comes behind it."""
    assert run("judge", "crazy_rally", "C09 rest | A B08 ?2 ; B ?3 | draw A", "draw{Y01}")[0] == 0
    assert run("judge", "mil_millas", "A 100 go ; B | A 100 25x5", "lay 100 draw{50 75}")[0] == 1


def test_a_script_is_judged_turn_by_turn_and_a_refusal_tells_how_far_it_got(run: Run) -> None:
    straight = ("judge", "classic", "s14 | A@s1 g3")
    code, out, _ = run(*straight, "4. 5. stop 4. w. 1.")
    assert code == 1 and out.startswith("1 (step 6, from s5 on, after '4 5 stop 4 w'):\n") and "[CL-GEAR-03]" in out
    (told,) = json.loads(run(*straight, "4. 5. stop 4. w. 1.", "--json")[1])["violations"]
    assert (told["at"], told["code"]) == (5, "CL-GEAR-03")
    code, out, _ = run(*straight, "4 5 w w stop 4 3 w")
    assert code == 0
    chances = [run("judge", "classic", *turn)[1] for turn in (("s14 | A@s1 g3", "4 5 w w"), ("s14 | A@s5 g5", "4 3 w"))]
    assert out == chances[0] + chances[1].removeprefix("Legal.\n") and out.count("Chance:") == 2
    code, out, _ = run("judge", "mil_millas", "Ana go ; Ben go | Ana 25 100 50x4 red", "lay 25 lay 100")
    assert code == 1 and "lay 100 (step 2, after 'lay 25'):" in out


@pytest.mark.parametrize(
    ("game", "position", "script"),
    [
        ("dirt", "FX-S | A@L3 g3", "go 4 (5 w) 5>R5"),
        ("dirt", "FX-S | A@L3 g3", "go 4! (5 w) 5! blocked"),
        ("dirt", "FX-S | A@L3 g3 ; B@R3 g2", "go 4 5 B: 4"),
        ("dirt", "FX-S | A@L4 g4 | A 4 left[5>L5 w>L6]", "5>L5. w>R6"),
        ("dirt", "FX-S | A@L3 g3 | A | sisu=stage", "flat 4! 5! w! arrange 4>L4 5>L5 w>L6"),
        ("classic", "s14 | A@s1 g3", "4. 5. stop 4. w. 1."),
        ("classic", "s14 | A@s1 g3", "3 5"),
    ],
)
def test_a_remedy_of_a_script_is_open_in_the_position_that_is_told_with_it(
    run: Run, game: str, position: str, script: str
) -> None:
    (told,) = json.loads(run("judge", game, position, script, "--json")[1])["violations"]
    assert told["remedies"]
    for remedy in told["remedies"]:
        assert run("judge", game, told["position"], " ".join((*remedy["draft"], remedy["then"])))[0] == 0


@pytest.mark.parametrize(
    "line", [line for line in below_help("judge").splitlines() if line.startswith("  rallyman-tutor")]
)
def test_what_the_help_shows_can_be_typed(run: Run, line: str) -> None:
    _, *arguments = shlex.split(line)
    assert run(*arguments)[0] in (0, 1)


def test_the_help_shows_every_game() -> None:
    assert {line.split()[2] for line in below_help("judge").splitlines() if line.startswith("  rallyman-tutor")} == set(
        SHELF
    )


SIGNS = [  # what the help of `judge` says of a position or a draft, and one with it
    ("classic", "snow", "snow s3 | A"),
    ("classic", "forest/rock", "forest/rock s3 | A"),
    ("classic", "R3/4x3K4", "s4 R3/4x3K4 s5 | A"),
    ("classic", "j4", "s3 j4 s3 | A"),
    ("classic", "A@s4 g3 c120 s4 d2 p1", "s14 | A@s4 g3 c120 s4 d2 p1"),
    *(("classic", sign, f"3{sign}") for sign in (">l", ">d", ">k", "$")),
    *(("classic", draft, draft) for draft in ("3", "w", "A[2 3 w]", "stop", "wheel", "sisu", "blocked")),
    ("dirt", "tile.lane and row", "202a 205a 203a | A@1.L3 g5"),
    ("dirt", "brakes", "3b w"),
    ("crazy_rally", "m9 s8 h4/9 v7 d20", "C01 C02 > rest | Ana m9 s8 h4/9 v7 d20 B08 ; Ben v5 ?4 | choose Ana"),
    *(("crazy_rally", draft, draft) for draft in ("draw", "exchange", "pass", "deal", "table B05", "look", "go")),
    *(
        ("mil_millas", sign, f"Ana 475 {sign} ; Ben go | Ana 100 25x5")
        for sign in ("go", "fuel", "flat", "crash", "limit", "+ace")
    ),
    ("mil_millas", "A+C", "A+C go ; B+D go | A 100 25x5"),
    *(("mil_millas", draft, f"{draft} 100") for draft in ("lay", "discard")),
    *(("mil_millas", draft, draft) for draft in ("draw", "pass", "trick", "Enter red", "Space")),
]


@pytest.mark.parametrize(("key", "sign", "line"), SIGNS)
def test_the_help_names_the_signs_of_every_notation_and_each_can_be_read(key: str, sign: str, line: str) -> None:
    part = dict(zip(SHELF, below_help("judge").split("\nIn "), strict=True))[key]
    assert re.search(rf"(?<!\w){re.escape(sign)}(?!\w)", part), part
    game = SHELF[key]
    assert game.write(game.read(line)) if "|" in line else game.read_draft(line).moves


def test_the_guide_for_lessons_is_there_for_whoever_has_no_checkout(run: Run) -> None:
    code, out, _ = run("guide")
    assert code == 0 and out.startswith("# ") and "One lesson from nothing" in out
    texts = [file for kind in ("*.toml", "*.md") for file in (ROOT / "rallyman_tutor").rglob(kind)]
    for file in (*texts, *(ROOT / "rallyman_tutor/pages/commands").glob("*.py")):
        assert "lessons/README" not in file.read_text("utf-8"), file


def test_what_is_legal_but_dear_is_told_with_its_chance(run: Run) -> None:
    _, out, _ = run("judge", "classic", "s14 | A@s1 g2", "3! 4! 5")
    assert "CL-HAZ-01" in out and re.search(r"^Chance: .* % to lose control \(", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("game", "position", "draft", "chance"),
    [
        ("classic", "s14 | A@s1 g2", "3! 4! w", "16.7 %"),
        ("classic", "s14 | A@s1 g2", "3 4 w", "1.9 %"),
        ("dirt", "FX-S | A@L1 g3", "go 4 5 w", "1.9 %"),
        ("dirt", "FX-S | A@L1 g3", "4 5 w", "1.9 %"),
    ],
)
def test_the_whole_chance_counts_each_die_once_and_takes_the_faces_that_are_told(
    run: Run, game: str, position: str, draft: str, chance: str
) -> None:
    _, out, _ = run("judge", game, position, draft)
    assert f"Chance: {chance} to lose control (w {chance})." in out


def test_the_chance_of_a_card_is_told_in_the_words_of_its_game(run: Run) -> None:
    _, out, _ = run("judge", "crazy_rally", "C14 rest | A h1/7 v3 B07 ; B B01 | choose A | practice", "play B07+")
    assert (
        "Chance: 100 % to be too fast or too slow for the next course card (play B07+ 100 %)." in out
        and "control" not in out
    )


@pytest.mark.parametrize(
    ("position", "plan", "says"),
    [
        (
            "s4 | A@s9",
            "3",
            "I cannot read this position. I get stuck at column 8, at 's9'. What belongs there: a space of this stage "
            "(start, s1, s2, s3, s4, finish).\n  s4 | A@s9\n         ^\n",
        ),
        (
            "s4 | A",
            "A[2 3",
            "I cannot read this draft. I come to the end at column 6, and something is missing. What belongs there: "
            "dice and then a closing bracket, such as A[2 3! w].\n  A[2 3\n       ^\n",
        ),
        (
            "sheet 7",
            "",
            "I cannot read this sheet. I get stuck at column 7, at '7'. What belongs there: drivers' names, then ; and "
            "the stages, such as sheet A B ; s9 ; J1 | J4.\n  sheet 7\n        ^\n",
        ),
        (
            "START C8, C3-L0, FINISH L1 | A",
            "1",
            "I cannot read this position. I get stuck at column 14, at 'L0,'. What belongs there: an exit that meets C3 with "
            "the boards laid like this (L2, L3, L8).\n  START C8, C3-L0, FINISH L1 | A\n               ^\n",
        ),
    ],
)
def test_what_cannot_be_read_is_shown_with_its_place(run: Run, position: str, plan: str, says: str) -> None:
    code, out, err = run("judge", "classic", position, plan)
    assert (code, out, err) == (2, "", f"{says}Try: rallyman-tutor judge --help\n")


@pytest.mark.parametrize(
    "arguments", [("judge", "chess", "x", "y"), ("rules", "clasic"), ("explain", "CL-GER-03"), ("play", "x")]
)
def test_an_unknown_name_is_answered_with_near_ones(run: Run, arguments: tuple[str, ...]) -> None:
    code, _, err = run(*arguments)
    assert code == 2 and "Try:" in err and ("classic" in err or "CL-GEAR-03" in err)


@pytest.mark.parametrize("arguments", [("fly",), ("judge",), ("play", "classic", "--seed", "x"), ("judge", "classic")])
def test_a_slip_of_the_finger_says_what_to_type(run: Run, arguments: tuple[str, ...]) -> None:
    code, _, err = run(*arguments)
    assert code == 2 and "--help" in err


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_whole_game_is_played_and_can_be_played_again(run: Run, players: int) -> None:
    code, out, _ = run("play", "classic", "--seed", "7", "--players", str(players), "--json")
    answer = json.loads(out)
    assert code == 0 and len(answer["drivers"]) == players and len(answer["times"]) <= 3
    again = load(SHELF["classic"], answer["save"])
    assert list(SHELF["classic"].result(again.state)["sums"]) == answer["sums"]
    assert run("play", "classic", "--seed", "7", "--players", str(players), "--json")[1] == out


def test_five_drivers_are_one_too_many(run: Run) -> None:
    code, out, _ = run("play", "classic", "--players", "5")
    assert code == 1 and "CL-COMP-01" in out


def test_a_game_is_shown_as_a_table_with_a_share_code(run: Run) -> None:
    code, out, _ = run("play", "classic", "--players", "3")
    assert code == 0 and "stage 1" in out and "Ana" in out and "Share code" in out


@pytest.mark.parametrize("key", SHELF)
def test_a_game_of_any_kind_is_shown_as_a_table(run: Run, key: str) -> None:
    for players in ((), ("--players", str(SHELF[key].seats[-1]))):
        code, out, _ = run("play", key, *players)
        rows = [line for line in out.split("\n\n")[1].split("\n") if line]
        assert code == 0 and len({len(row) for row in rows}) == 1
        assert len(rows) - 1 >= SHELF[key].seats[0]


@pytest.mark.parametrize(
    ("arguments", "offered"),
    [
        (("explain", "CL-GEAR-03", "--jsn"), "--json"),
        (("play", "classic", "--playrs", "3"), "--players"),
        (("play", "classic", "--players", "-1"), "play --help"),
        (("serve", "--port", "70000"), "serve --help"),
        (("doctor", "extra"), "doctor --help"),
    ],
)
def test_an_option_that_is_none_is_answered_with_one_that_is(
    run: Run, arguments: tuple[str, ...], offered: str
) -> None:
    code, _, err = run(*arguments)
    assert code == 2 and offered in err.partition("Try: ")[2]


def test_an_answer_that_cannot_be_written_ends_with_a_sentence() -> None:
    asked = [sys.executable, "-m", "rallyman_tutor", "explain", "CL-GEAR-03"]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(asked, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (
        done.returncode == 2 and done.stderr.startswith("This cannot be done here: ") and "Traceback" not in done.stderr
    )


def test_a_terminal_that_knows_no_quotation_marks_is_answered_all_the_same() -> None:
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    asked = [sys.executable, "-m", "rallyman_tutor", "explain", "CL-GEAR-03"]
    out = subprocess.run(asked, env=ascii_only, capture_output=True, check=True).stdout.decode("ascii")
    assert "? Rallyman 2009" in out
    told = subprocess.run([*asked, "--json"], env=ascii_only, capture_output=True, check=True).stdout.decode("ascii")
    assert "“" in json.loads(told)["cite"]


def test_the_doctor_lists_what_is_there(run: Run) -> None:
    _, out, _ = run("doctor")
    assert "Python" in out and "ipycanvas" in out


def test_it_starts_without_numpy_and_jupyter() -> None:
    asked = "import sys; from rallyman_tutor.pages.cli import main; main(['explain', 'CL-GEAR-03']); print(sorted(sys.modules))"
    out = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert "'numpy'" not in out and "'ipywidgets'" not in out and "'IPython'" not in out


# -- Lessons ----------------------------------------------------------------------------------------------------------


def test_without_a_folder_the_built_in_lessons_are_proven(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here two that stand for them; `tests/tutor/test_proof.py` proves them all."""
    for lesson in ("classic/01-first-die", "dirt/01-first-die"):
        shutil.copytree(ROOT / "lessons" / lesson, tmp_path / lesson)
    monkeypatch.setattr(shipped, "folder", lambda name: tmp_path)
    code, out, _ = run("check")
    assert code == 0 and out.startswith("Proven: 2 lessons, ")
    assert json.loads(run("check", "--json")[1]) == []


def test_a_new_lesson_passes_the_check_as_it_stands(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "classic" / "01-mine"
    code, out, _ = run("new-lesson", str(folder))
    assert code == 0 and str(folder / "lesson.toml") in out
    assert run("check", str(tmp_path))[:2] == (0, "Proven: 1 lesson, 5 steps.\n")
    code, _, err = run("new-lesson", str(folder))
    assert code == 1 and "already" in err and "Try:" in err


def test_a_fault_is_told_with_file_line_key_and_remedy(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "classic" / "01-mine"
    run("new-lesson", str(folder))
    path = folder / "lesson.toml"
    path.write_text(path.read_text("utf-8").replace('solution = "3 4"', 'solution = "4 3"'), encoding="utf-8")
    code, out, _ = run("check", str(folder))
    line = path.read_text("utf-8").split("\n").index('solution = "4 3"') + 1
    assert code == 1 and out.startswith(f"{path}:{line}: steps[1].solution: The rules refuse move 1, '4'")
    assert "CL-GEAR-02 (" in out
    (told,) = json.loads(run("check", str(folder), "--json")[1])
    assert (told["line"], told["why"]) == (line, "solution-illegal")


def test_a_folder_of_ones_own_comes_behind_the_built_in_lessons(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "classic" / "01-mine"
    run("new-lesson", str(folder))
    path = folder / "lesson.toml"
    path.write_text(path.read_text("utf-8").replace("\nteaches = [", "\nteaches = [] # ["), encoding="utf-8")
    assert run("check", str(folder))[0] == 0


@pytest.mark.parametrize("what", ["nowhere", "file", ""])
def test_where_there_is_no_lesson_it_says_so(run: Run, tmp_path: Path, what: str) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    code, out, _ = run("check", str(tmp_path / what))
    assert code == 1 and "new-lesson" in out


def test_a_lesson_that_cannot_be_written_says_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "classic").write_text("x", encoding="utf-8")
    code, _, err = run("new-lesson", str(tmp_path / "classic" / "01-mine"))
    assert code == 2 and "cannot be written" in err


@pytest.mark.parametrize("key", SHELF)
def test_a_new_lesson_is_about_the_game_that_its_folder_lies_in(run: Run, tmp_path: Path, key: str) -> None:
    folder = tmp_path / key / "01-mine"
    assert run("new-lesson", str(folder))[0] == 0
    assert run("check", str(folder / "lesson.toml"))[:2] == run("check", str(folder))[:2]
    assert run("check", str(folder))[1].startswith("Proven: 1 lesson, ")
    assert f'game = "{key}"' in (folder / "lesson.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("asked", "offered"),
    [
        ("clasic/01-mine", "classic/01-mine"),
        ("01-mine", "mil_millas/01-mine"),
        ("classic/Mine", "01-braking"),
    ],
)
def test_a_lesson_that_could_not_be_proven_where_it_lies_is_not_begun(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, offered: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = run("new-lesson", asked)
    assert code == 2 and f"{offered}" in err.partition("Try: ")[2]
    assert not any(tmp_path.iterdir())


def test_coverage_tells_what_the_lessons_teach_of_every_rule(run: Run) -> None:
    code, out, _ = run("rules", "classic", "--coverage")
    assert (
        code == 0
        and f"{len(SHELF['classic'].book)} rules of Rallyman (2009)" in out
        and "taught by classic/01-first-die" in out
    )
    rows = json.loads(run("rules", "classic", "--coverage", "--json")[1])
    assert len(rows) == len(SHELF["classic"].book) and all(row["tested"] for row in rows)
    assert any(row["broken"] for row in rows)


def test_the_odds_of_a_draft_are_told_with_places_and_averages(run: Run) -> None:
    code, said, _ = run("odds", "classic", "s14 | A@s1 g3 s1", "3 4 5")
    assert code == 0
    assert "Arrives              96.3 %" in said and "(s4 3.7 %)" in said
    assert "Secured: 5 (step 3)   3.7 % less" in said
    assert "Instead: A[3 4 5]   arrives 96.3 %, loses control 3.7 %, -3 s of time" in said


def test_what_a_draft_costs_to_the_finish_is_told_where_the_stage_is_solved(run: Run) -> None:
    asked = ("odds", "classic", "START J1, FINISH J4 | A d2", "1 2 w")
    _, said, _ = run(*asked)
    assert re.search(r"To the finish +85\.9 s +one by one\nTo the finish +83\.1 s +all at once", said)
    assert re.search(r" 70\.5 s +the best: A\[1 2 3 w w\] ", said)
    told = json.loads(run(*asked, "--json")[1])["worth"]
    assert [(way["way"], round(way["cost"], 1)) for way in told["ways"]] == [("one-by-one", 85.9), ("at-once", 83.1)]
    assert round(told["best"], 1) == 70.5 and told["draft"].startswith("A[1 2 3 w w]")
    _, said, _ = run("odds", "classic", "s4 R3 s3 L3 s3 | A@s1 g1", "2 3 w")
    assert re.search(r"50\.0 s +one by one, ending the turn wherever that saves time \(s3 88\.9 %\)", said), said
    assert json.loads(run("odds", "classic", "s2 R3 s2 | A@s1 g1", "2", "--json")[1])["worth"] is None


def test_the_odds_of_a_draft_as_data(run: Run) -> None:
    told = json.loads(run("odds", "dirt", "202a 205a 203a | A@1.L3 g5", "3b w", "--json")[1])
    assert {"arrive", "lose", "where", "seconds", "clock"} <= set(told)
    assert told["instead"]["move"] == "flat 3b w" and told["instead"]["seconds"] == 2
    assert told["exact"]["lose"] == "1/54" and told["where"] == {"205a#2.L2": pytest.approx(1 / 54)}


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("classic", "s14 | A@s1 g3", "5"), 1, "CL-GEAR-02"),
        (("classic", "s14 | A@s1 g3", "5", "--json"), 1, '"legal": false'),
        (("classic", "s14 | A@s1 g3", ""), 2, "Nothing is laid"),
        (("classic", "s14 | A@", "3"), 2, "rallyman-tutor odds --help"),
        (("classic", "s14 | A@s1 g3", "3 zz"), 2, "I cannot read this draft"),
        (("classic", "s14 | A@s1 g1", "1 2 stop 2 3"), 2, "it ends before move 4. Take this out: 2 3."),
        (("mil_millas", "A", "draw"), 2, "no drafts of dice"),
    ],
)
def test_there_are_no_odds_of_what_cannot_be_driven(run: Run, arguments: tuple[str, ...], code: int, says: str) -> None:
    found, said, refused = run("odds", *arguments)
    assert found == code and says in said + refused


@pytest.mark.parametrize(
    "line", [line for line in below_help("odds").splitlines() if line.startswith("  rallyman-tutor")]
)
def test_every_example_in_the_help_of_odds_has_odds(run: Run, line: str) -> None:
    code, said, refused = run(*shlex.split(line)[1:])
    assert (code, refused) == (0, "") and said.startswith("Arrives")
