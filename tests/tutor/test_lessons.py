"""Reading lessons: a teacher's text is taken as written, and every fault is answered with file, line and remedy."""

from __future__ import annotations

import ast
import os
import re
import string
import tomllib
from pathlib import Path
from typing import Any, get_args

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson import lesson_folders, lesson_pictures, lessons, proof, prose, reading
from rallyman_tutor.tutor.lesson.faults import Fault, fault_text
from rallyman_tutor.tutor.lesson.grading import MEASURES, Unmeasured
from rallyman_tutor.tutor.lesson.kinds.reader import TYPES
from rallyman_tutor.tutor.lesson.kinds.registry import KINDS
from rallyman_tutor.tutor.lesson.prose import count_sentences
from rallyman_tutor.tutor.words.language import ENGLISH
from rallyman_tutor.tutor.words.words import text_tables
from tests.tutor.lessons_at_hand import FOLDERS, ROOT, SKELETON, a_lesson, lesson_in, name


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_every_built_in_lesson_can_be_read(folder: Path) -> None:
    lesson, faults = reading.read(folder)
    assert lesson, [fault_text(fault) for fault in faults]
    assert lesson.title and lesson.about and lesson.name == name(folder) and lesson.language == ENGLISH
    for step in lesson.steps:
        assert step.words.goal and step.kind in KINDS
        assert [answer.id for answer in step.words.answers] or not step.choices


def test_lessons_stand_on_the_shelf_in_the_order_of_their_folders() -> None:
    found = lesson_folders.read_lessons(ROOT)
    assert found.faults == () and [lesson.name for lesson in found.lessons] == sorted(map(name, FOLDERS))


def test_a_new_lesson_can_be_read_as_it_stands_and_is_never_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "classic" / "01-mine"
    assert [path.name for path in lesson_folders.write_first_lesson(folder)] == ["lesson.toml", "en.md"]
    assert lesson_folders.write_first_lesson(folder) == []
    assert proof.check(tmp_path).faults == ()
    assert lesson_in(folder).title == "One gear at a time"


@pytest.mark.parametrize(("before", "end"), [(b"\xef\xbb\xbf", b"\n"), (b"", b"\r\n"), (b"", b"\r")])
def test_a_lesson_is_read_and_listed_however_an_editor_saves_it(tmp_path: Path, before: bytes, end: bytes) -> None:
    folder = tmp_path / "classic" / "01-mine"
    for path in lesson_folders.write_first_lesson(folder):
        path.write_bytes(before + path.read_bytes().replace(b"\n", end))
    assert proof.check(tmp_path).faults == ()
    (cover,) = lesson_folders.covers(tmp_path)
    assert (cover.title, cover.about) == (lesson_in(folder).title, lesson_in(folder).about)


def test_the_quotation_marks_of_a_word_processor_are_called_so(tmp_path: Path) -> None:
    toml = (SKELETON / "lesson.toml").read_text("utf-8").replace('"goal"', "“goal”")
    folder = a_lesson(tmp_path, toml, (SKELETON / "en.md").read_text("utf-8"))
    (fault,) = reading.read(folder)[1]
    assert "“goal”" in toml.split("\n")[fault.line - 1] and "word processor" in fault_text(fault)


def test_what_cannot_be_read_is_answered_in_the_notation_of_its_own_game(tmp_path: Path) -> None:
    folder = tmp_path / "mil_millas" / "01-mine"
    path = lesson_folders.write_first_lesson(folder)[0]
    path.write_text(path.read_text("utf-8").replace('"lay 100"', '"100"'), encoding="utf-8")
    (fault,) = reading.read(folder)[1]
    assert "draw" in fault_text(fault) and "wheel" not in fault_text(fault)


@pytest.mark.parametrize("key", ["classic", "dirt", "crazy_rally"])
def test_a_start_that_cannot_be_read_is_answered_in_the_notation_of_its_own_game(key: str) -> None:
    """These games read drivers, each in its own way."""
    fault = Fault(f"{key}/01-try/lesson.toml", 1, "steps[1].start", "bad-start", {"cause": Refused("driver-name")})
    assert text_tables(f"games.{key}")["reading"]["driver-name"] in fault_text(fault)


def test_a_piece_of_a_lesson_stands_for_its_folder_and_another_file_for_none(tmp_path: Path) -> None:
    folder = tmp_path / "classic" / "01-mine"
    pieces = lesson_folders.write_first_lesson(folder)
    (folder / "notes.txt").write_text("Mine.", encoding="utf-8")
    assert [lesson_folders.folders_of(piece) for piece in pieces] == [[folder], [folder]]
    assert lesson_folders.folders_of(folder / "notes.txt") == []


def test_a_folder_that_is_none_says_so(tmp_path: Path) -> None:
    (fault,) = lesson_folders.read_lessons(tmp_path / "nowhere").faults
    assert fault.why == "no-folder" and "new-lesson" in fault_text(fault)


def test_a_folder_without_lessons_says_so(tmp_path: Path) -> None:
    (fault,) = lesson_folders.read_lessons(tmp_path).faults
    assert fault.why == "no-lessons" and "new-lesson" in fault_text(fault)


def test_a_tree_with_too_many_folders_is_not_searched_and_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "classic" / "01-mine"
    lesson_folders.write_first_lesson(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lesson_folders, "MOST_FOLDERS", 3)  # the tree, the folder of the game and that of the lesson
        assert lesson_folders.folders_of(tmp_path) == [folder]
        for number in range(100):
            (tmp_path / str(number)).mkdir()
        (fault,) = lesson_folders.read_lessons(tmp_path).faults
        assert fault.why == "many-folders" and "more than 3 folders" in fault_text(fault)
        left = os.walk(tmp_path)
        patch.setattr(os, "walk", lambda tree: left)
        assert lesson_folders.folders_of(tmp_path) == []
        assert len([*left]) == 103 - 4


def test_words_are_read_part_by_part(tmp_path: Path) -> None:
    toml = (SKELETON / "lesson.toml").read_text("utf-8")
    told = lesson_in(a_lesson(tmp_path, toml, (SKELETON / "en.md").read_text("utf-8"))).steps
    assert told[0].words.goal == "Get to the third space in 4th."
    assert told[0].words.text == ("Each black die is a gear. You stand in 2nd.",)
    assert told[0].words.hint.startswith("Look at") and told[1].words.hint == ""
    assert [answer.id for answer in told[4].words.answers] == ["first", "last"] and told[4].words.after


def test_lines_without_an_empty_one_between_are_one_paragraph(tmp_path: Path) -> None:
    toml, told = ((SKELETON / name).read_text("utf-8") for name in ("lesson.toml", "en.md"))
    broken = told.replace("Get to the third space in 4th.", "> A hint.\nGet to the\nthird space in 4th.")
    broken = broken.replace("Each black die is a gear. You", "Each black die\nis a gear. You")
    assert broken.count("\n") == told.count("\n") + 3
    (step, *_) = lesson_in(a_lesson(tmp_path, toml, broken)).steps
    assert (step.words.goal, step.words.text) == (
        "Get to the third space in 4th.", ("Each black die is a gear. You stand in 2nd.",)
    )  # fmt: skip


def test_a_draft_that_breaks_nothing_is_said_to_break_nothing() -> None:
    told = fault_text(Fault("lessons/classic/01/lesson.toml", 3, "steps[1].breaks", "find-breaks", {"codes": []}))
    assert f"It breaks: {text_tables('tutor')['types']['nothing']}." in told


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("Go", 1),
        ("Go.", 1),
        ("Go. Stop.", 2),
        ("Go! *Now.* Stop?", 3),
        ("Take 2.5 s.", 1),
        ("“Go.” He does.", 2),
        ("„Fahr los.“ Dann halt an.", 2),
        ("« Pars. » Il part.", 2),
        ("Du endest im 4. Gang auf Feld 5. Du hältst.", 2),
    ],
)
def test_sentences_are_counted_as_people_do(text: str, count: int) -> None:
    assert count_sentences(text) == count


NO_WORDS = "# Try\n\nAll of it.\n"


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("## up\nGo up.\n", 1, "no-title"),
        ("Before.\n# Try\n\nAll of it.\n", 1, "no-title"),
        ("\n#\n\nAll of it.\n", 2, "no-title"),
        ("\n# Try\n\nAll of it. And more.\n", 2, "about"),
        ("<!--\nA note.\n-->\n# Try\n", 4, "about"),
        (f"{NO_WORDS}# Again\n", 4, "second-title"),
        (f"{NO_WORDS}## up\nGo up.\n## up\nGo on.\n", 6, "section-twice"),
        (f"{NO_WORDS}## up\n\n> Look.\n", 4, "no-goal-line"),
        (f"{NO_WORDS}## up\nGo up.\n\n- nothing\n", 7, "bad-answer"),
        (f"{NO_WORDS}## up\n- one: Go.\n\nGo up. Go on.\n", 7, "goal-sentences"),
        (f"{NO_WORDS}## up\nGo up.\n\nOne. Two.\n\nThree.\n", 7, "too-many-sentences"),
        (f"{NO_WORDS}## up\nGo up.\n\n- one: Go.\n- one: Stop.\n", 4, "answer-twice"),
        (f"{NO_WORDS}## up\nGo to *s4.\n", 5, "markup"),
        (f"{NO_WORDS}## up\nGo to `s4`.\n", 5, "markup"),
        (f"{NO_WORDS}## up\n* Go up.\n", 5, "markup"),
    ],
)
def test_a_fault_in_the_words_names_its_line(text: str, line: int, why: str) -> None:
    faults: list[Fault] = []
    prose.read_prose(text, "en.md", faults)
    assert [(fault.line, fault.why) for fault in faults] == [(line, why)]


def test_words_that_are_stressed_are_no_markup_and_the_sentence_for_the_map_may_run_over_lines() -> None:
    faults: list[Fault] = []
    told = prose.read_prose("# Try\n\nAll of it,\n*all* of **it**.\n\n## up\nGo up.\n", "en.md", faults)
    assert (told.title, told.about, faults) == ("Try", "All of it, *all* of **it**.", [])


@pytest.mark.parametrize(
    ("was", "now", "offered"),
    [
        ('kind = "goal"', 'kind = "gaol"', ["goal"]),
        ('kind = "goal"', 'kind = "whatever"', list(KINDS)),
        ("solution =", "soluton =", ["solution"]),
        ('game = "classic"', 'game = "chess"', list(SHELF)),
        ('"CL-GEAR-03"', '"CL-GEAR-O3"', ["CL-GEAR-03"]),
    ],
)
def test_a_word_that_is_not_known_is_answered_with_those_like_it_or_all(
    was: str, now: str, offered: list[str], tmp_path: Path
) -> None:
    toml = (SKELETON / "lesson.toml").read_text("utf-8").replace(was, now, 1)
    faults = reading.read(a_lesson(tmp_path, toml, (SKELETON / "en.md").read_text("utf-8")))[1]
    listed: Any = next(fault.facts["list"] for fault in faults if "list" in fault.facts)
    assert list(listed)[: len(offered)] == offered and (len(offered) > 1 or len(listed) <= 3)


START = 'start = "s8 | A@s1 g2"\n'
TO_PREDICT = f'kind = "predict"\n{START}draft = "3."\nanswers = '
TO_CHOOSE = f'kind = "choose"\n{START}by = "risk"\ndrafts = '
TO_BREAK = f'kind = "break"\n{START}solution = "3 5"\n'
TO_REACH = f'kind = "goal"\n{START}goals = ["gear 4"]\nsolution = "3 4"\n'
QUIZ = f'kind = "quiz"\n{START}rule = "CL-GEAR-03"\n'
FIND = f'kind = "find"\n{START}breaks = ["CL-GEAR-03"]\n'


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        (TO_PREDICT + '[{ id = "spin" }, { id = "on", when = "no lost" }]', "missing-key"),
        (TO_PREDICT + '[{ when = "spin" }, { id = "on", when = "no lost" }]', "missing-key"),
        (TO_PREDICT + '[{ id = "a", when = "lunch" }, { id = "b", when = "no lost" }]', "bad-when"),
        (TO_PREDICT + '[{ id = "a", when = "spin" }, { id = "a", when = "no lost" }]', "id-twice"),
        (TO_PREDICT + '[{ id = "a", when = "spin" }]', "too-few"),
        (TO_CHOOSE + '[{ id = "a", draft = "3" }, { id = "b" }]', "missing-key"),
        (TO_CHOOSE + '[{ id = "a", draft = "3" }]', "too-few"),
        (TO_CHOOSE + '[{ id = "a", draft = "3" }, { id = "B", draft = "4" }]', "bad-id"),
        (TO_CHOOSE.replace("risk", "luck") + '[{ id = "a", draft = "3" }, { id = "b", draft = "4" }]', "no-such-by"),
        (QUIZ + 'right = "c"\nanswers = ["a", "b"]', "right-is-none"),
        (QUIZ + 'right = "a"\nanswers = ["a"]', "too-few"),
        (QUIZ + 'answers = ["a", "b"]', "missing-key"),
        (QUIZ + 'right = "a"', "missing-key"),
        (FIND + 'draft = "3 5"\nwrong = 3', "no-such-die-there"),
        (FIND + 'draft = "3 5"', "missing-key"),
        (FIND + "wrong = 3", "missing-key"),
        (TO_BREAK + 'goals = ["breaks CL-GEAR-03", "gear 5"]', "break-goal"),
        (TO_BREAK + 'goals = ["gear 5"]', "break-goal"),
        (TO_BREAK + 'goals = ["breaks CL-GEAR-03"]\nclaims = [{ id = "a", move = "3 5" }]', "one-move"),
        (TO_BREAK, "missing-key"),
        (TO_REACH + 'mistakes = [{ draft = "4" }]', "breaks-or-warns"),
        (TO_REACH + 'mistakes = [{ draft = "4", breaks = ["CL-GEAR-02"], warns = ["CL-GEAR-02"] }]', "breaks-or-warns"),
        (TO_REACH + 'mistakes = [{ breaks = ["CL-GEAR-02"] }]', "missing-key"),
        (TO_REACH + 'dice = "maybe"', "no-such-outcome"),
        (TO_REACH + 'mistakes = [{ draft = 4, breaks = ["CL-GEAR-02"] }]', "wrong-type"),
        (TO_REACH + "par = 3", "unknown-key"),
        (TO_REACH.replace(START, 'start = "same"\n'), "nothing-before"),
        (TO_REACH.replace(START, 'start = "s8 | A@q"\n'), "bad-start"),
    ],
)
def test_each_slip_in_a_step_is_one_fault(step: str, fault: str, tmp_path: Path) -> None:
    toml = f'game = "classic"\nteaches = []\n\n[[steps]]\nid = "one"\n{step}\n'
    folder = a_lesson(tmp_path, toml, "# Try\n\nAll of it.\n\n## one\nDo it.\n")
    faults = [one for one in reading.read(folder)[1] if one.file.endswith(".toml")]
    assert [one.why for one in faults] == [fault]
    key = "[[steps]]" if fault == "missing-key" and faults[0].key.count(".") == 1 else faults[0].key.split(".")[1]
    assert toml.split("\n")[faults[0].line - 1].startswith(key)
    if fault == "wrong-type":
        assert faults[0].key.endswith(".mistakes.draft")


def test_a_chapter_is_one_of_the_map(tmp_path: Path) -> None:
    step = f'\n[[steps]]\nid = "one"\n{TO_REACH}'
    words = "# Try\n\nAll of it.\n\n## one\nDo it.\n"
    for chapter, told in (("driving-well", []), ("driving-wel", [("no-such-chapter", "chapter", 3)])):
        folder = a_lesson(tmp_path, f'game = "classic"\nteaches = []\nchapter = "{chapter}"\n{step}', words)
        assert [(fault.why, fault.key, fault.line) for fault in reading.read(folder)[1]] == told
        (cover,) = lesson_folders.covers(folder)
        assert cover.chapter == chapter
    folder = a_lesson(tmp_path, f'game = "classic"\nteaches = []\nchapter = ["more-rules"]\n{step}', words)
    assert [(fault.why, fault.key, fault.line) for fault in reading.read(folder)[1]] == [("wrong-type", "chapter", 3)]


def test_every_unknown_key_is_told(tmp_path: Path) -> None:
    step = f'[[steps]]\nid = "one"\n{TO_REACH}par = 3\ncolour = 1\n'
    folder = a_lesson(tmp_path, f'game = "classic"\nteaches = []\n{step}', "# Try\n\nAll of it.\n\n## one\nDo it.\n")
    faults = [(fault.why, fault.key, fault.line) for fault in reading.read(folder)[1]]
    assert faults == [("unknown-key", "steps[1].par", 9), ("unknown-key", "steps[1].colour", 10)]


def test_a_mistake_that_is_wrong_is_told_by_its_number(tmp_path: Path) -> None:
    mistakes = 'mistakes = [{ draft = "5", breaks = ["CL-GEAR-03"] }, { draft = "4" }]'
    toml = f'game = "classic"\nteaches = []\n[[steps]]\nid = "one"\n{TO_REACH}{mistakes}\n'
    (fault,) = reading.read(a_lesson(tmp_path, toml, "# Try\n\nAll of it.\n\n## one\nDo it.\n"))[1]
    assert (fault.why, fault.facts["number"]) == ("breaks-or-warns", 2)


def test_a_rule_that_is_listed_twice_is_named_without_the_others(tmp_path: Path) -> None:
    step = f'[[steps]]\nid = "one"\n{TO_REACH}'
    toml = f'game = "classic"\nteaches = ["CL-GEAR-01", "CL-GEAR-02", "CL-GEAR-01"]\n{step}'
    (fault,) = reading.read(a_lesson(tmp_path, toml, "# Try\n\nAll of it.\n\n## one\nDo it.\n"))[1]
    assert (fault.why, fault.facts["list"]) == ("twice", ["CL-GEAR-01"])


def test_a_rule_that_a_lesson_cannot_teach_is_told_of_the_lesson_and_not_of_a_step(tmp_path: Path) -> None:
    toml = f'game = "classic"\nteaches = ["CL-NO-01"]\n[[steps]]\nid = "one"\n{TO_REACH}'
    (fault,) = reading.read(a_lesson(tmp_path, toml, "# Try\n\nAll of it.\n\n## one\nDo it.\n"))[1]
    assert (fault.key, fault.why, fault.line) == ("teaches", "no-such-rule", 2)


def test_what_a_step_lacks_is_missing_there_and_not_in_the_next_one(tmp_path: Path) -> None:
    step = f'[[steps]]\nid = "one"\n{TO_REACH}'
    toml = f'game = "classic"\nteaches = []\n{step.replace("solution", "# solution")}{step.replace("one", "two")}'
    words_told = "# Try\n\nAll of it.\n\n## one\nDo it.\n\n## two\nDo it.\n"
    (fault,) = reading.read(a_lesson(tmp_path, toml, words_told))[1]
    assert (fault.key, fault.why, fault.line) == ("steps[1].solution", "missing-key", 3)


@pytest.mark.parametrize("key", ["game", "teaches", "solution", "breaks", "goals", "wrong", "right", "rule"])
def test_a_fault_names_the_line_of_its_key(key: str, tmp_path: Path) -> None:
    toml = (SKELETON / "lesson.toml").read_text("utf-8")
    lines = toml.split("\n")
    number = next(n for n, text in enumerate(lines) if text.startswith(key))
    lines[number] = f"{key} = 3.5"
    folder = a_lesson(tmp_path, "\n".join(lines), (SKELETON / "en.md").read_text("utf-8"))
    faults = reading.read(folder)[1]
    assert any(fault.line == number + 1 and key in fault.key for fault in faults), faults


# -- The words of faults ----------------------------------------------------------------------------------------------


def keys_of_faults() -> set[str]:
    """Every word of `[faults]` that is written down where faults are found."""
    known = set(text_tables("tutor")["faults"])
    found: set[str] = {*get_args(lesson_pictures.Unfit), *get_args(Unmeasured)}
    files = [Path(str(module.__file__)) for module in (reading, prose, lesson_folders, proof)]
    for file in (*files, *files[0].with_name("kinds").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                texts_ = [
                    one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)
                ]
                if called in ("fault", "Fault", "say"):
                    names = [one.id for one in node.args if isinstance(one, ast.Name)]
                    assert set(texts_) & known or "why" in names, ast.unparse(node)
                    found |= set(texts_) & known
    return found


def test_every_fault_has_words_and_every_word_a_fault() -> None:
    assert keys_of_faults() == set(text_tables("tutor")["faults"])
    for key, text in text_tables("tutor")["faults"].items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", key)
        assert text.endswith("."), text
        assert all(field is None or field.isidentifier() for _, field, _, _ in string.Formatter().parse(text))


def test_every_key_of_a_lesson_has_a_type_and_every_type_words() -> None:
    for keys in (reading.COMMON_KEYS, reading.TOP_KEYS, *(kind.keys for kind in KINDS.values())):
        types = {**TYPES, **keys.types}
        assert {*keys.need, *keys.may} <= set(types)
        assert set(types.values()) <= set(text_tables("tutor")["types"])
    assert {f"worth-{by}" for by in MEASURES} <= set(text_tables("tutor")["lesson"])


def test_the_readme_of_lessons_names_every_kind_and_every_goal() -> None:
    from rallyman_tutor.tutor.lesson.goals import GOAL_KINDS

    readme = (ROOT / "README.md").read_text("utf-8")
    for word in (*KINDS, *GOAL_KINDS):
        assert re.search(rf"`{word}\b", readme), word


@pytest.mark.parametrize("key", SHELF)
def test_every_rule_that_can_be_broken_is_broken_in_a_lesson_or_listed_with_the_reason(key: str) -> None:
    course = lesson_folders.read_lessons(ROOT / key).lessons
    listed = tomllib.loads((ROOT / key / "untaught.toml").read_text("utf-8"))["untaught"]
    broken = {code for lesson in course for code in lessons.broken_on_purpose(lesson)}
    can_be = {rule.code for rule in SHELF[key].rules() if rule.kind is not Kind.FACT}
    assert broken.isdisjoint(listed)
    assert broken | set(listed) == can_be
    assert all(len(reason) > 20 for reason in listed.values())
