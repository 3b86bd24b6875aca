"""Every refusal is answered in words: every key that code refuses with has them, and every word is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rallyman_tutor
from rallyman_tutor.core.luck import OutOfLuck, Scripted
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import BadSave, begin, load, load_code
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import notation, road, routes
from rallyman_tutor.games.classic.state import Stage
from rallyman_tutor.tutor.words.explain import explain_refusal
from rallyman_tutor.tutor.words.words import text_tables
from tests.games.classic import test_notation as lines
from tests.games.classic import test_routes as stages

CLASSIC = SHELF["classic"]
PACKAGE = Path(rallyman_tutor.__file__).parent
KEY_AT = {
    "expect": 1,
    "refuse": 0,
    "Misread": 2,
    "Refused": 0,
    "BadSave": 0,
    "ToldTooMuch": 0,
    "OutOfLuck": 0,
    "refused": 0,
    "refuse_here": 1,
    "RouteFault": 0,
    "RoadFault": 0,
}
KEY_AT |= {"one_of": 2, "settings": 2, "_one": 3, "_many": 3, "read_drivers": 1}
"""Which argument of these calls is a key of the texts."""


def keys(*rooms: str) -> set[str]:
    """Every key written down in the code of some rooms."""
    found = set()
    for path in (path for room in rooms for path in (PACKAGE / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                at = KEY_AT.get(getattr(node.func, "attr", getattr(node.func, "id", "")), len(node.args))
                found |= {key for argument in node.args[at : at + 1] for key in constants(argument)}
        found |= impossible(path) if path.name == "possible.py" else set()
    return found


def impossible(path: Path) -> set[str]:
    """The possible faults of a position: a key, in front of it sometimes the part of the position, behind it the
    facts."""
    found, tree = set(), ast.parse(path.read_text("utf-8"))
    named = {
        one.targets[0].id: one.value
        for one in tree.body
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)
    }
    for node in ast.walk(tree):
        told = node.value if isinstance(node, ast.Yield) else None
        parts = told.args if isinstance(told, ast.Call) else told.elts if isinstance(told, ast.Tuple) else []
        meant = [named.get(part.id, part) if isinstance(part, ast.Name) else part for part in parts[:2]]
        found |= set([key for part in meant for key in constants(part) if not key.isdecimal()][-1:])
    return found


def constants(node: ast.expr) -> Iterator[str]:
    """A key, or the two of a choice; a variable carries a key that is written down elsewhere."""
    for one in (node.body, node.orelse) if isinstance(node, ast.IfExp) else (node,):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


def test_every_key_has_words_and_every_word_a_key() -> None:
    shared = text_tables("tutor")["refused"]
    of_letters = {key for key in keys("rally") if "letter" in key}  # a server tells those of rooms
    found = keys("core", "parts", "coach", "tutor", "page") | of_letters
    of_editor = {key for key in found if key.startswith("editor-")}  # it has words of its own
    assert found - of_editor == set(shared)
    for told in ("refused", "fix"):
        own = set(text_tables("tutor")["editor"][told]) - {"unread"}  # a heading over the words of others
        assert of_editor == {f"editor-{key}" for key in own}
    for game in SHELF:
        reading = text_tables(f"games.{game}")["reading"]
        assert keys(f"games/{game}") == set(reading)
        assert not set(reading) & set(shared)


def test_keys_are_in_kebab_case() -> None:
    for key in (*text_tables("tutor")["refused"], *text_tables("games.classic")["reading"]):
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", key), key


def whole_save() -> dict[str, Any]:
    return begin(CLASSIC, {"drivers": ["Ana"], "stages": ["s4 R3/4x3K4 s5"]}).save()


def start(**spec: Any) -> Callable[[], object]:
    return lambda: CLASSIC.new({"drivers": ["Ana"], "stages": ["s9"], **spec})


WRONG: list[tuple[str, Callable[..., object], tuple[Any, ...]]] = [
    *((key, notation.read_position, (text,)) for text, _, key in lines.WRONG),
    *((key, notation.read_position, (text,)) for text, _, key in lines.IMPOSSIBLE),
    *((key, notation.read_draft, (text,)) for text, _, key in lines.WRONG_DRAFTS),
    *((key, notation.read_sheet, (text,)) for text, _, key in lines.WRONG_SHEETS),
    *((key, routes.read_route, (text,)) for text, _, key in stages.WRONG),
    *((key, road.read_stage, (text,)) for text, key, *_ in stages.CANNOT_BE_LAID),
    ("partner", road.read_stage, ("START C8, FINISH L0",)),
    ("no-road", road.read_stage, ("START C8, FINISH C5",)),
    ("same-ends", road.read_stage, ("START J1, FINISH J1",)),
    ("note", routes._calls, ("s3 x",)),
    ("damage", Stage, ("s1", road.read_stage("s1").road.items, {"": {"sand": 1}})),
    ("timing-point", start(points=["b7"]), ()),
    ("edition", start(options={"edition": "fr"}), ()),
    ("edition-option", start(options={"edition": "de", "sisu": "on"}), ()),
    ("option", start(options={"lunch": "on"}), ()),
    ("setting", start(options={"weather": "lovely"}), ()),
    ("script-ends", Scripted().pick, ("die 3", (("!", 1), (".", 5)))),
    ("cannot-show", Scripted(["maybe"]).pick, ("die 3", (("!", 1), (".", 5)))),
]


def answer(ask: Callable[..., object], *arguments: Any) -> tuple[Refused, str]:
    with pytest.raises(Refused) as error:
        ask(*arguments)
    return error.value, explain_refusal(CLASSIC, error.value)


def readable(said: str) -> None:
    assert "{" not in said.replace("4{fish}", "") and "None" not in said and "invalid" not in said.lower(), said
    assert "()" not in said and "''" not in said and "  " not in said.partition("\n")[0], said


@pytest.mark.parametrize(("key", "ask", "arguments"), WRONG)
def test_what_cannot_be_read_is_answered_in_words(key: str, ask: Callable[..., object], arguments: Any) -> None:
    error, said = answer(ask, *arguments)
    assert error.key == key
    readable(said)
    assert isinstance(error, OutOfLuck) or ". What belongs there: " in said
    if column := re.search(r"at column (\d+)", said):
        sentence, line, caret = said.split("\n")
        assert line[2:] in arguments
        assert sentence.endswith(".") and caret.index("^") == int(column[1]) + 1


def test_every_phrase_of_the_game_is_heard() -> None:
    assert set(text_tables("games.classic")["reading"]) == {key for key, *_ in WRONG} - {"script-ends", "cannot-show"}


def test_a_mistake_says_where_what_belongs_there_and_sets_a_caret_under_the_place() -> None:
    assert answer(notation.read_position, "s4 | A@s9")[1] == (
        "I get stuck at column 8, at 's9'. What belongs there: a space of this stage (start, s1, s2, s3, s4, finish).\n"
        "  s4 | A@s9\n         ^"
    )
    assert answer(notation.read_draft, "A[2 3")[1] == (
        "I come to the end at column 6, and something is missing. What belongs there: "
        "dice and then a closing bracket, such as A[2 3! w].\n  A[2 3\n       ^"
    )


def test_of_a_long_line_the_part_around_the_place_is_shown() -> None:
    said = answer(notation.read_draft, "2 " * 90 + "what " + "3 " * 90)[1]
    _, line, caret = said.split("\n")
    assert line[caret.index("^") :].startswith("what") and line.count("2") > 9 and line.count("3") > 9
    assert len(line) < 120


def test_notation_is_never_put_into_other_words() -> None:
    """A jump is "a jump far too fast" where a rule speaks of how a turn ended, and the word `jump` in a position."""
    assert "out of jump, landing, bend, hazards" in answer(notation.read_position, "s4 | A | A ended=lunch")[1]
    assert "(d, k)" in answer(notation.read_position, "s4 | d ; k | x")[1]


SAVES: list[tuple[str, object]] = [
    ("This is not a saved game of Rallyman (2009).", ["a list"]),
    ("This game was saved by another version", {"rules": "0"}),
    ("The dice or cards have changed", {"values": "0"}),
    ("This saved game has no start or no moves.", {"moves": None}),
    (
        "where it was played. The reason: I get stuck at column 4, at 'X4'. What belongs there: a piece of road",
        {"start": {"drivers": ["A"], "stages": ["s3 X4"]}},
    ),
    (
        "where it was played. The reason: A rally has one to four drivers [CL-COMP-01]",
        {"start": {"drivers": [], "stages": ["s3"]}},
    ),
    (
        "where it was played. The reason: 'stages' is missing, or is no list of lines. Write one, such as [\"s9\"].",
        {"start": {}},
    ),
    ("Move 1 of this saved game is not a move.", {"moves": [5]}),
    (
        "Move 1 of this saved game, '1 2', cannot be played. Mend it, or save the game again where it was played. The reason: each entry holds one move, not none and not two. Give",
        {"moves": [["1 2", "."]]},
    ),
    ("where it was played. The reason: From a standstill you need 1st [CL-GEAR-01]", {"moves": [["5", "."]]}),
    ("cannot show 'maybe', only !, .", {"moves": [["1", "maybe"]]}),
    ("where it was played. The reason: not all of its dice", {"moves": [["1"]]}),
    (
        "'what?', cannot be played. Mend it, or save the game again where it was played. The reason: I get stuck at column 1, at 'what?'. What belongs there: a die such as 3",
        {"moves": [["what?", "."]]},
    ),
    ("Move 1 of this saved game, '1', tells more than its dice and cards come to show.", {"moves": [["1", ".", "."]]}),
]


@pytest.mark.parametrize(("says", "change"), SAVES)
def test_a_save_that_cannot_be_played_is_answered_in_words(says: str, change: Any) -> None:
    error, said = answer(load, CLASSIC, {**whole_save(), **change} if isinstance(change, dict) else change)
    assert isinstance(error, BadSave) and says in said
    readable(said)


def test_what_is_no_share_code_is_answered_in_words() -> None:
    code = begin(CLASSIC, {"drivers": ["Ana"], "stages": ["s9"]}).code()
    assert answer(load_code, CLASSIC, code[:-9])[1].startswith("This is not a share code, or a part of it is missing.")
