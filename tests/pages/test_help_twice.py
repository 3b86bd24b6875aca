"""The help of the command line is told twice: every command is known, every example in it is typed, every option and
every default is tried, and what its sentence says is looked for in the answer."""

from __future__ import annotations

import argparse
import json
import random
import re
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.drivers import drive_game
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.replay import load
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages import serve, shipped
from rallyman_tutor.pages.cli import main, parser
from rallyman_tutor.pages.commands.output import Ask
from rallyman_tutor.pages.server.shares import LIMITS
from rallyman_tutor.rally import letters
from rallyman_tutor.tutor.lesson.lesson_folders import write_first_lesson
from tests.rally.letters import begun, one_twice, played
from tests.some import some

pytestmark = pytest.mark.usefixtures("own_tables")
TOP, _ = parser()


def commands() -> Mapping[str, Ask]:
    """Every command, with its own line of options."""
    (found,) = [action for action in TOP._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(found.choices)


COMMANDS = commands()


def arguments(name: str) -> Iterator[argparse.Action]:
    yield from (one for one in COMMANDS[name]._actions if one.dest != "help")


def examples() -> Iterator[tuple[str, str]]:
    """The lines of all help that can be typed, each with the command whose help has it; "" is that of all commands."""
    for name, text in (("", str(TOP.description)), *((name, str(one.epilog)) for name, one in COMMANDS.items())):
        for line in re.findall(r"(?m)^(?:examples?: *| +)(rallyman-tutor.*)$", text):
            typed = re.split(r" {2,}|$", line)[0]
            if "<" not in typed and "stops it" not in typed:
                yield name, typed


EXAMPLES = list(examples())
RUN_ELSEWHERE = {  # how such a line runs is told by these tests
    "serve": "test_lesson_zips", "site": "site/test_written", "solve": "test_solving", "drivers": "test_tournament",
    "par": "test_solving", "best": "test_solving", "judge": "test_cli", "odds": "test_cli", "why": "test_why", "notebooks": "test_notebooks",
    "check": "test_cli", "doctor": "test_doctor", "language": "../languages/test_text_faults",
}  # fmt: skip


class Answered(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Answered]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def ask(*typed: str) -> Answered:
        code = main(typed)
        return Answered(code, *capsys.readouterr())

    return ask


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: Path) -> Path:
    """A folder of a test's own, and it is the current one, in which everything lies that the examples name."""
    monkeypatch.chdir(tmp_path)
    return shutil.copytree(named, tmp_path, dirs_exist_ok=True)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that the examples name, made once."""
    made = tmp_path_factory.mktemp("named")
    for folder in ("my-lessons", "club"):
        assert write_first_lesson(made / folder / "classic" / "01-braking")
    for file, names in (("my-drive.txt", ("Ana", "Ben")), ("alone.txt", ("Ana",)), ("drive.txt", ("Ana", "Ben"))):
        start = SHELF["classic"].spec("s4 R3 s3 L3 s3", names)
        save = dict(drive_game(SHELF["classic"], start, Seeded(1), 1).replay.save())
        if file == "drive.txt":  # one that goes on
            save["moves"] = save["moves"][:-2]
        (made / file).write_text(json.dumps(save), encoding="utf-8")
    for file in ("ana.txt", "ben.txt"):
        (made / file).write_bytes((made / "my-drive.txt").read_bytes())
    past = played(begun("dirt", 2), 3, 9)
    for file, game in (("from-ana.txt", past[3]), ("from-ben.txt", past[6]), ("my-letter.txt", past[8])):
        (made / file).write_text(f"Your turn! {letters.write(game)}", encoding="utf-8")
    forged = one_twice(letters.write(past[8]), random.Random(1))
    (made / "forged.txt").write_text(forged, encoding="utf-8")
    return made


# -- Examples ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "line"), EXAMPLES, ids=[line for _, line in EXAMPLES])
def test_an_example_is_taken_and_one_that_is_quick_is_answered(
    run: Run, here: Path, name: str, line: str, wide: bool
) -> None:
    """A hundred rallies are driven like ten, and in a wide run all."""
    alone = re.sub(r" > [\w-]+\.\w+$", "", line.partition(" | rallyman-tutor ")[0])
    typed = shlex.split(alone)[1:]
    command = typed[0] if typed and typed[0] in COMMANDS else "serve"
    asked, unknown = TOP.parse_known_args(typed if command != "serve" or "serve" in typed else ["serve", *typed])
    assert not unknown and asked.command is COMMANDS[command] and name in ("", command, "review")
    if command in RUN_ELSEWHERE:
        assert (Path(__file__).parent / f"{RUN_ELSEWHERE[command]}.py").is_file()
        return
    if command == "new-lesson":
        shutil.rmtree(here / "my-lessons")
    answered = run(*("10" if word == "100" and not wide else word for word in typed))
    told = re.findall(r"(?<!\S)([012]) (?:with|when)", str(COMMANDS[command].epilog))
    expected = [int(code) for code in told] or [0]
    assert answered.code in expected[: 2 if command == "daily" else 1], answered
    assert answered.out or answered.err


def test_every_command_but_those_without_a_word_has_an_example() -> None:
    known = {[*line.split(), ""][1] for _, line in EXAMPLES}
    assert {name for name in COMMANDS if name not in known} == set()


# -- Defaults ----------------------------------------------------------------------------------------------------------

QUICK = ("--stages", "1", "--drivers", "Ana:careful")
DEFAULTS: Mapping[tuple[str, str], tuple[Sequence[str], Sequence[str]]] = {
    ("rules", "game"): (("rules",), ("rules", "classic")),
    ("play", "--seed"): (("play", "classic"), ("play", "classic", "--seed", "1")),
    ("rally", "--stages"): (("rally", "crazy_rally"), ("rally", "crazy_rally", "--stages", "3")),
    ("rally", "--length"): (("rally", "classic", *QUICK), ("rally", "classic", *QUICK, "--length", "short")),
    ("rally", "--difficulty"): (("rally", "classic", *QUICK), ("rally", "classic", *QUICK, "--difficulty", "medium")),
    ("rally", "--drivers"): (("rally", "crazy_rally"), ("rally", "crazy_rally", "--drivers", "3")),
    ("film", "-o"): (("film", "my-drive.txt"), ("film", "my-drive.txt", "-o", "rally.gif")),
    ("rally", "--rules"): (("rally", "mil_millas"), ("rally", "mil_millas", "--rules", "usual")),
    ("rally", "--seed"): (("rally", "crazy_rally"), ("rally", "crazy_rally", "--seed", "1")),
    ("play", "--players"): (("play", "crazy_rally"), ("play", "crazy_rally", "--players", "3")),
    ("best", "--many"): (
        ("best", "dirt", "R1-SS1 | A@1.R3 g2"),
        ("best", "dirt", "R1-SS1 | A@1.R3 g2", "--many", "10"),
    ),
    ("daily", "--day"): (("daily", "dirt"), ("daily", "dirt", "--day", f"{datetime.now(UTC):%Y-%m-%d}")),
    ("position", "--move"): (("position", "drive.txt"), ("position", "drive.txt", "--move", "{last}")),
    ("review", "--driver"): (("review", "alone.txt"), ("review", "alone.txt", "--driver", "{first}")),
    ("par", "STAGE"): (("par", "classic"), ("par", "classic", *RACES["classic"]().ready)),
}
"""A line without an option, and the line with its default."""
DEFAULTS_ELSEWHERE = {
    ("serve", "--port"), ("serve", "--rooms-each"), ("serve", "--devices-each"), ("check", "lessons"),
    ("notebooks", "folder"), ("solve", "STAGE"), ("solve", "--processes"),
    ("drivers", "--drives"), ("drivers", "--processes"), ("drivers", "--levels"), ("rally", "--processes"),
}  # fmt: skip
"""These are read off the parser below, or take too long here."""


def told_defaults() -> Iterator[tuple[str, str]]:
    for name in COMMANDS:
        for one in arguments(name):
            if "default" in str(one.help):
                yield name, one.option_strings[0] if one.option_strings else str(one.metavar or one.dest)


def test_every_default_that_is_told_is_tried() -> None:
    assert set(told_defaults()) == {*DEFAULTS, *DEFAULTS_ELSEWHERE}


@pytest.mark.parametrize("of", DEFAULTS, ids=" ".join)
def test_a_default_is_what_is_told(run: Run, here: Path, of: tuple[str, str]) -> None:
    short, long = DEFAULTS[of]
    saved = json.loads((here / "drive.txt").read_text("utf-8"))
    last, first = str(len(saved["moves"])), "Ana"
    got = [run(*(word.format(last=last, first=first) for word in line)) for line in (short, long)]
    assert got[0] == got[1] and got[0].code in (0, 1)


def test_defaults_that_take_long_are_those_of_the_parser() -> None:
    found = {name: {one.dest: one.default for one in arguments(name)} for name in COMMANDS}
    assert (found["serve"]["rooms_each"], found["serve"]["devices_each"]) == (LIMITS.rooms_each, LIMITS.guests_each)
    assert found["serve"]["port"] == serve.PORT and f"(default {serve.PORT})" in COMMANDS["serve"].format_help()
    assert found["drivers"]["drives"] == 200
    assert found["solve"]["STAGE" if "STAGE" in found["solve"] else "stages"] in (None, [])


# -- Options -----------------------------------------------------------------------------------------------------------

SHAPES: Mapping[str, type | tuple[type, ...]] = {
    "as an object": dict,
    "as a list of objects": list,
    "as data": (dict, list),
    "as an object, with the whole game as a save": dict,
    "as an object, a rally with the whole game as a save": dict,
}
AS_DATA: Mapping[str, Sequence[str]] = {
    "rules": ("classic",), "explain": ("CL-GEAR-03",), "judge": ("classic", "s14 | A@s1 g3", "3 5"),
    "odds": ("classic", "s14 | A@s1 g3", "3"), "why": ("classic", "s4 R3 s3 L3 s3 | A@s9 g3", "3"), "par": ("classic", "s2 j2 s1"),
    "best": ("classic", "s4 R3 s3 L3 s3 | A@s9 g3"), "solve": ("classic", "s2", "--processes", "1"),
    "review": ("my-drive.txt",), "puzzles": ("classic", "--day"), "daily": ("dirt",), "play": ("classic",),
    "rally": ("crazy_rally",), "letter": ("my-letter.txt",),
    "position": ("drive.txt", "--move", "0"), "check": ("my-lessons",),
}  # fmt: skip


def test_every_command_that_answers_as_data_is_tried() -> None:
    having = {name for name in COMMANDS for one in arguments(name) if "--json" in one.option_strings}
    assert having - {"drivers"} == set(AS_DATA), "of drivers: test_tournament"


@pytest.mark.parametrize("name", AS_DATA)
def test_an_answer_as_data_has_the_shape_that_is_told(run: Run, here: Path, name: str) -> None:
    (said,) = [str(one.help) for one in arguments(name) if "--json" in one.option_strings]
    found = run(name, *AS_DATA[name], "--json").data
    assert isinstance(found, SHAPES[said])
    assert all(isinstance(one, dict) for one in found) if isinstance(found, list) else found


def test_the_options_of_serve_reach_the_server(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[dict[str, object]] = []
    brought: list[tuple[int, bool]] = []

    def noted(**told: object) -> int:
        served.append(told)
        return 0

    monkeypatch.setattr(serve, "serve", noted)
    monkeypatch.setattr(serve, "bring_lessons", lambda fine, only: brought.append((len(fine), only)))
    plain = {"port": serve.PORT, "ip": "localhost", "base_url": "/", "browser": True, "rooms": None, "evening": None}
    plain["more"] = {"Tutor": {"rooms_each": 12, "devices_each": 40, "behind_proxy": False}}
    shares = {"Tutor": {"rooms_each": 3, "devices_each": 9, "behind_proxy": True}}
    club = {"ip": "0.0.0.0", "evening": Path("club")}
    lines: list[tuple[Sequence[str], dict[str, object]]] = [
        ((), {}), (("serve", "--port", "9000"), {"port": 9000}), (("serve", "--no-browser"), {"browser": False}),
        (("my-lessons", "--no-browser"), {"browser": False}), (("serve", "--ip", "0.0.0.0"), {"ip": "0.0.0.0"}),
        (("serve", "--rooms", "rooms"), {"rooms": Path("rooms")}), (("serve", "--evening", "club"), club),
        (("serve", "--evening"), {**club, "evening": Path(f"rally-evening-{date.today()}")}),
        (("serve", "--evening", "club", "--ip", "::1"), {**club, "ip": "::1"}),
        (("serve", "--rooms-each", "3", "--devices-each", "9", "--behind-proxy"), {"more": shares}),
        (("serve", "--base-url", "/rally/"), {"base_url": "/rally/"}), (("serve", "club", "--only"), {}),
    ]  # fmt: skip
    for line, told in lines:
        assert run(*line).code == 0
        assert served[-1] == {**plain, **told}
    assert brought == [(1, False), (1, True)]
    assert len(served) == len(lines) and run("serve", "--only").code == 2
    (here / "rules").mkdir()
    assert "CL-GEAR-03" in run("rules").out and len(served) == len(lines), "a command goes before a folder of its name"
    assert run("./rules").code != 0 and len(served) == len(lines), "there is no lesson in it"


def test_what_else_the_help_says_of_an_answer_is_so(run: Run, here: Path) -> None:
    rows = run("puzzles", "classic", "--json").data
    grades, missed = ([one["grade"] for one in rows], [len(one["missed"]) for one in rows])
    assert grades == sorted(grades), "in order of grade"
    assert all(grade <= many <= 4 for grade, many in zip(grades, missed, strict=True)), "of four simple drivers"
    said = run("puzzles", "classic").out.splitlines()
    assert [int(line.partition("missed by ")[2][0]) for line in said] == missed
    assert all(one["margin"] >= 1 for one in rows)
    (of_day,) = run("puzzles", "dirt", "--day", "--json").data
    (today,) = run("puzzles", "dirt", "--day", f"{datetime.now(UTC):%Y-%m-%d}", "--json").data
    assert of_day == today
    page = run("sheet", "classic").out
    assert "A4" in page and page.lstrip().lower().startswith("<!doctype html")
    assert (
        run("play", "dirt", "--seed", "3") == run("play", "dirt", "--seed", "3") != run("play", "dirt", "--seed", "4")
    )
    saved = run("play", "dirt", "--json").data["save"]
    assert load(SHELF["dirt"], saved).past
    moves = run("position", "drive.txt", "--list").out.splitlines()
    first = run("position", "drive.txt", "--move", "0").out
    assert first.startswith('game = "classic"\nstart = "') and "You" in first and len(moves) > 9
    whole = run("position", "my-drive.txt")
    assert whole.code == 1, "the game is over there"
    earlier = shlex.split(whole.err.rpartition("Try: ")[2].partition(",")[0])
    assert run("position", "my-drive.txt", *earlier).code == 0
    light, dark = run("draw", "dirt", "R1-SS1"), run("draw", "dirt", "R1-SS1", "--dark")
    assert ElementTree.fromstring(light.out).tag == ElementTree.fromstring(dark.out).tag and light != dark
    lessons = run("rules", "classic", "--coverage").out
    assert "classic/01-first-die" in lessons or "01-first-die" in lessons
    assert run("guide").out.startswith((shipped.folder("lessons") / "README.md").read_text("utf-8"))
    assert "§" in run("explain", "CL-GEAR-03").out


def test_every_option_is_tried_here_or_where_it_is_told() -> None:
    """An option that no test types would be read by nobody."""
    folder = Path(__file__).parents[1]
    typed = "\n".join(file.read_text("utf-8") for file in some(sorted(folder.rglob("*.py"))))
    options = {one.option_strings[0] for name in COMMANDS for one in arguments(name) if one.option_strings}
    assert len(options) > 20
    assert not {option for option in options if f'"{option}"' not in typed}


# -- Exit codes --------------------------------------------------------------------------------------------------------

LEGAL, DRAWN = "s14 | A@s1 g3", "s4 R3 s3 L3 s3 | A@s9 g3"
UNRECKONED = "202a 203a< | A@1.L2 g2 | A leader A | redzone=on ; brakes=2"
EXITS: Mapping[str, Mapping[int, Sequence[Sequence[str]]]] = {
    "judge": {0: [("classic", LEGAL, "3 4"), ("classic", LEGAL, "")], 1: [("classic", LEGAL, "3 5")],
              2: [("classic", "s14 | A@s99", "3"), ("classic", LEGAL, "what"), ("classic", LEGAL, "3{good}"), ("chess", LEGAL, "3")]},
    "why": {
        0: [("classic", LEGAL, "3 4")], 1: [("classic", LEGAL, "3 5"), ("dirt", UNRECKONED, "2")],
        2: [("classic", LEGAL, ""), ("classic", "zz", "3"), ("mil_millas", LEGAL, "3")],
    },
    "odds": {0: [("classic", LEGAL, "3 4")], 1: [("classic", LEGAL, "3 5")],
             2: [("classic", "s99 |", "3"), ("classic", LEGAL, "what"), ("classic", LEGAL, "3. stop 4"), ("classic", LEGAL)]},
    "par": {0: [("classic", "first")], 1: [("dirt", "T13a T14a"), ("classic", "long", "--beat", "250")],
            2: [("classic", "s4 zz"), ("mil_millas",), ("classic", "first", "--setting", "x=3")]},
    "best": {0: [("classic", DRAWN)], 1: [("classic", "s4 | A@finish")],
             2: [("classic", "s4 | A@"), ("mil_millas", DRAWN), ("classic", DRAWN, "--many", "0")]},
    "solve": {0: [("classic", "first")], 1: [("dirt", "T13a T14a"), ("classic", "s3 | A@finish")],
              2: [("classic", "nowhere"), ("classic", "s3 | A@"), ("mil_millas",)]},
    "drivers": {0: [("classic", "first", "--drives", "1", "--processes", "1")], 1: [("dirt", "T13a T14a")],
                2: [("classic", "s4 zz"), ("classic", "first", "--drives", "0"), ("classic", "first", "--keep", ".")]},
    "rally": {0: [("crazy_rally",)], 1: [("classic", "--drivers", "5"), ("classic", "--stages", "2")],
              2: [("dirt", "--stages", "zz"), ("chess",), ("dirt", "--many", "0")]},
    "film": {0: [("my-drive.txt",)], 2: [("nowhere.txt",), ("begun.txt",), ("my-drive.txt", "-o", "nowhere/film.gif")]},
    "letter": {0: [("my-letter.txt",), ("from-ben.txt", "my-letter.txt", "from-ana.txt")], 1: [("forged.txt",)],
               2: [("my-drive.txt",), ("nowhere.txt",), (".",)]},
    "review": {0: [("my-drive.txt",)], 1: [("begun.txt",)], 2: [("nowhere.txt",), ("my-drive.txt", "--driver", "Zoe"), (".",)]},
    "puzzles": {0: [("classic",), ("dirt", "--number", "17")],
                2: [("mil_millas",), ("classic", "--number", "9999"), ("classic", "--day", "soon")]},
    "daily": {0: [("dirt",)], 1: [("classic", "my-drive.txt"), ("classic", "nowhere.txt")],
              2: [("mil_millas",), ("dirt", "--day", "soon")]},
    "draw": {0: [("classic", LEGAL), ("classic", LEGAL, "3 5")], 2: [("classic", "s99 |"), ("classic", LEGAL, "what"), ("chess", LEGAL)]},
    "position": {0: [("drive.txt",), ("my-drive.txt", "--move", "0"), ("my-drive.txt", "--list")], 1: [("my-drive.txt",)],
                 2: [("nowhere.txt",), ("drive.txt", "--move", "999")]},
    "check": {0: [("my-lessons",)], 1: [("nowhere",), ("faulty",)], 2: [("my-lessons", "--nonsense")]},
}  # fmt: skip
"""Of every command whose help tells its exit codes: lines that end with each of them."""
STOPPED = {
    "par": "solving.bar", "best": "solving.bar", "solve": "solving.bar", "drivers": "tournament.bar", "review": "reviewing.bar",
    "odds": "reckoning.odds", "rally": "rallying._drive",
}  # fmt: skip
"""The part of each command that Ctrl-C stops."""


def told_exits(name: str) -> set[int]:
    told = re.search(r"Exit: ([^.]+)\.", str(COMMANDS[name].epilog))
    return {int(code) for code in re.findall(r"\b(\d) wh?i?", told[1])} if told else set()


def test_every_command_that_tells_its_exit_codes_is_run() -> None:
    assert {name: told_exits(name) for name in COMMANDS if told_exits(name)} == {
        name: set(codes) for name, codes in EXITS.items()
    }


@pytest.mark.parametrize("name", EXITS)
def test_every_exit_code_is_met_as_it_is_told_and_no_other_is(run: Run, here: Path, name: str) -> None:
    assert write_first_lesson(here / "faulty" / "classic" / "01-try")
    (here / "faulty" / "classic" / "01-try" / "en.md").write_text("No title.", encoding="utf-8")
    saved = json.loads((here / "drive.txt").read_text("utf-8"))
    (here / "begun.txt").write_text(json.dumps({**saved, "moves": []}), encoding="utf-8")
    lines = [(code, line) for code, typed in EXITS[name].items() for line in typed]
    wrong = [(code, line, answered) for code, line in some(lines) if (answered := run(name, *line)).code != code]
    assert wrong == []
    assert run(name, "--nonsense").code == 2 and run(name, "--help").code == 0


@pytest.mark.parametrize("name", STOPPED)
def test_ctrl_c_ends_with_the_code_that_is_told(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def stops(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"rallyman_tutor.pages.commands.{STOPPED[name]}", stops)
    line = EXITS[name][0][0]
    assert "Ctrl-C" in str(COMMANDS[name].epilog).rpartition("Exit:")[2]
    assert run(name, *line).code == 2 in told_exits(name)
