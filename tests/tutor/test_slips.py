"""A lesson with a slip in it is refused, with file, line and remedy.

The slips are made in real lessons, a few of every kind in each, so that they keep up with the course.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from rallyman_tutor.tutor.lesson import proof, reading
from rallyman_tutor.tutor.lesson.faults import Fault, fault_text
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, SKELETON, a_lesson, name, taught_before

ONE_IN = 7
"""Of so many slips of one kind in one lesson, a wide run makes one."""
KINDS_APART = 3
"""Any run makes a slip of every third kind in each lesson, in the next lesson of the kinds after these."""


class Slip(NamedTuple):
    """A lesson with something wrong in it."""

    toml: bytes
    words: bytes


Slips = Iterator[Slip]


class Text(NamedTuple):
    """A real lesson, and what earlier ones have taught."""

    toml: str
    words: str
    taught: frozenset[str]

    def with_line(self, number: int, line: str | None) -> Slip:
        """The lesson with one line of its TOML changed, or taken out."""
        lines = self.toml.split("\n")
        lines[number : number + 1] = [] if line is None else [line]
        return self.with_toml("\n".join(lines))

    def with_toml(self, toml: str) -> Slip:
        return Slip(toml.encode(), self.words.encode())

    def with_words(self, words: str) -> Slip:
        return Slip(self.toml.encode(), words.encode())

    def keyed(self, *names: str) -> Iterator[tuple[int, str]]:
        """The lines that hold one of some keys, whole on one line."""
        for number, line in enumerate(self.toml.split("\n")):
            match = re.match(r"(\w+) = (.*)", line)
            if match and (not names or match[1] in names) and line.count("[") == line.count("]"):
                yield number, match[1]


def missing_keys(text: Text) -> Slips:
    for number, key in text.keyed():
        if key not in ("mistakes", "dice", "rule", "claims"):
            yield text.with_line(number, None)


def unknown_keys(text: Text) -> Slips:
    for number, key in text.keyed():
        line = text.toml.split("\n")[number]
        yield text.with_line(number, f"{line}\ncolour = 1")
        yield text.with_line(number, f"{key}s_ = {line.partition(' = ')[2]}")


def wrong_types(text: Text) -> Slips:
    for number, key in text.keyed():
        for value in ("1.5", "[[1]]", "true", "1979-05-27", "{ a = 1 }", "-3"):
            yield text.with_line(number, f"{key} = {value}")


def unknown_goals(text: Text) -> Slips:
    for number, _ in text.keyed("goals"):
        for goal in (
            "fly 3",
            "reach s99",
            "gear high",
            "reach",
            "breaks CL-NO-01",
            "event lunch",
            "odds-below 7",
            "finish it",
        ):
            yield text.with_line(number, f'goals = ["{goal}"]')


def illegal_solutions(text: Text) -> Slips:
    for number, _ in text.keyed("solution"):
        for draft in ("9", "1 1", "w w w w", "wheel", "accept", "lineup A", "5>k 5>k", "2 2$"):
            yield text.with_line(number, f'solution = "{draft}"')


def bad_notation(text: Text) -> Slips:
    for number, key in text.keyed("start", "solution", "draft"):
        for value in ("three", "s6 | A@q", "s6 X9 | A", "4>", "| |", "s6 | A g9", "A[2", "3 {dirty"):
            yield text.with_line(number, f'{key} = "{value}"')


def broken_encodings(text: Text) -> Slips:
    toml, words = text.toml.encode(), text.words.encode()
    for part in (b"\xff", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80", "é".encode("latin-1")):
        yield Slip(toml[:40] + part + toml[40:], words)
        yield Slip(toml, words[:30] + part + words[30:])
    yield Slip(text.toml.encode("utf-16"), words)
    yield Slip(toml, text.words.encode("utf-16"))


def broken_toml(text: Text) -> Slips:
    for number, key in text.keyed():
        for line in (f"{key} = ", f'{key} = "', f"{key} = [", f"{key} == 3", f"= {key}", "[[steps", "\x00"):
            yield text.with_line(number, line)


def texts_out_of_step(text: Text) -> Slips:
    words = text.words
    ids = re.findall(r"^## (.*)$", words, re.MULTILINE)
    first, second = ids[:2]
    yield text.with_words(words.replace(f"## {first}\n", f"## {first}x\n"))
    yield text.with_words(words.replace(f"## {second}\n", f"## {first}\n"))
    yield text.with_words(words.replace(f"## {second}\n", ""))
    yield text.with_words(words + "\n## one-more\nDo more.\n")
    yield text.with_words(words.replace(f"## {first}\n", f"# {first}\n"))
    yield text.with_words("")
    yield text.with_words(words.partition("\n")[2])
    yield text.with_words(words.replace(f"## {first}\n", f"## {first}\nDo it. Now. "))
    yield text.with_words(words.replace(f"## {first}\n", f"## {first}\n\nDo it.\n\nOne. Two. Three.\n\n"))
    yield text.with_words(words.replace(f"## {first}\n", f"## {first}\n- what: This is no answer\n\n"))
    yield text.with_words(words.replace(f"## {first}\n", f"## {first}\nGo to `s4`.\n\n"))
    yield text.with_words(words.replace(f"## {first}\n", f"## {first}\nGo to <b>s4</b>.\n\n"))
    yield text.with_words(words.replace(f"## {first}\n", f"## {first}\nGo to *s4.\n\n"))
    yield text.with_words(words.replace(f"## {first}\n", f"## {first}\n- no id\n\n"))
    for answer in re.findall(r"^- \S+: .*\n", words, re.MULTILINE):
        yield text.with_words(words.replace(answer, ""))
    for section in re.split(
        r"^(?=## )", words, flags=re.MULTILINE
    ):  # only a quiz has to say what comes of the right answer
        if f'id = "{section[3:].partition(chr(10))[0]}"\nkind = "quiz"' in text.toml:
            yield text.with_words(words.replace(section, re.sub(r"^! .*\n?", "", section, flags=re.MULTILINE)))


def wrong_answers(text: Text) -> Slips:
    for number, key in text.keyed("wrong", "right", "breaks", "answers", "drafts", "mistakes", "rule"):
        line = text.toml.split("\n")[number]
        if key == "wrong":
            yield text.with_line(number, f"wrong = {int(line.split()[2]) % 2 + 1 if line.split()[2] in '12' else 1}")
            yield text.with_line(number, "wrong = 99")
        elif key == "right":
            yield text.with_line(number, 'right = "nobody"')
        elif key in ("answers", "drafts"):
            yield text.with_line(
                number, re.sub(r'(when|draft) = "[^"]*"', r'\1 = "finish"', line) if "{" in line else f'{key} = ["a"]'
            )
            yield text.with_line(
                number, re.sub(r'id = "[^"]*"', 'id = "one"', line) if "{" in line else f'{key} = ["a", "a"]'
            )
        elif key == "rule":
            yield text.with_line(number, 'rule = "CL-NO-01"')
        else:
            yield text.with_line(number, re.sub(r'"CL-\w+-\d+"', '"CL-WIN-01"', line))


def not_taught(text: Text) -> Slips:
    match = re.search(r"^teaches = \[([^]]*)\]", text.toml, re.MULTILINE)
    assert match
    codes = re.findall(r"CL-\w+-\d+", match[1])
    for code in [code for code in codes if code not in text.taught and code in _needs(text)]:
        left = ", ".join(f'"{one}"' for one in codes if one != code)
        yield text.with_toml(text.toml.replace(match[0], f"teaches = [{left}]"))


def _needs(text: Text) -> set[str]:
    """The rules that the steps of a lesson name."""
    return set(re.findall(r"CL-\w+-\d+", text.toml.partition("[[steps]]")[2]))


SLIPS: dict[str, Callable[[Text], Slips]] = {
    slips.__name__.replace("_", " "): slips
    for slips in (
        missing_keys, unknown_keys, wrong_types, unknown_goals, illegal_solutions, bad_notation, broken_encodings,
        broken_toml, texts_out_of_step, wrong_answers, not_taught,
    )
}  # fmt: skip


def texts() -> Iterator[tuple[Path, Text]]:
    for folder in (*FOLDERS, SKELETON):
        toml, words = ((folder / file).read_text("utf-8") for file in ("lesson.toml", "en.md"))
        yield folder, Text(toml, words, frozenset() if folder == SKELETON else frozenset(taught_before(folder)))


TEXTS = dict(texts())
MUTATIONS = [
    pytest.param(text, found[7 * number % len(found)], id=f"{kind}, {name(folder)}")
    for at, (kind, slips) in enumerate(SLIPS.items())
    for number, (folder, text) in enumerate(TEXTS.items())
    if (number + at) % KINDS_APART == 0 and (found := list(slips(text)))
]
"""Slips in every lesson, here in one of its first lines and there in one of its last."""


def test_there_are_enough_mutations_and_five_of_each_kind() -> None:
    ids = [str(mutation.id) for mutation in MUTATIONS]
    assert len(ids) >= 100
    for kind in SLIPS:
        assert sum(id_.startswith(kind) for id_ in ids) >= 5, kind


@pytest.mark.parametrize(("text", "slip"), MUTATIONS)
def test_a_lesson_with_a_slip_is_refused_with_file_line_and_remedy(text: Text, slip: Slip, tmp_path: Path) -> None:
    check_refusal(text, slip, tmp_path)


@pytest.mark.wide
@pytest.mark.parametrize("kind", SLIPS)
def test_lessons_with_any_slip_are_refused_with_file_line_and_remedy(kind: str, tmp_path: Path) -> None:
    found = [(text, slip) for text in TEXTS.values() for slip in list(SLIPS[kind](text))[::ONE_IN]]
    for text, slip in some(found):
        check_refusal(text, slip, tmp_path)


def check_refusal(text: Text, slip: Slip, tmp_path: Path) -> None:
    folder = a_lesson(tmp_path, "", "")
    (folder / "lesson.toml").write_bytes(slip.toml)
    (folder / "en.md").write_bytes(slip.words)
    lesson, faults = reading.read(folder)
    found = [*faults, *(proof.prove(lesson, text.taught) if lesson else ())]
    assert found
    for fault in found:
        lines = Path(fault.file).read_bytes().count(b"\n") + 1
        assert Path(fault.file).parent == folder and 1 <= fault.line <= lines
        readable(fault)


def readable(fault: Fault) -> None:
    told = fault_text(fault)
    assert re.search(r"[.?] ?$", told) and told.count(". ") >= 1, told
    assert "{" not in told.replace('[{ id = "a" }]', "").replace(str(fault.facts), "").replace("{dirty", ""), told
    assert "Refused" not in told and "None" not in told and "invalid" not in told.lower() and "\n" not in told, told
