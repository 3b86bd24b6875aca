"""Links in a lesson: in the text and behind the right answer, never where words alone are shown, and never read out."""

from __future__ import annotations

from pathlib import Path

import pytest

from rallyman_tutor.tutor.lesson.faults import Fault
from rallyman_tutor.tutor.lesson.lesson_view import lesson_view
from rallyman_tutor.tutor.lesson.prose import read_prose
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.session.intents import Answer
from tests.tutor.lessons_at_hand import a_lesson, lesson_in

TOML = """game = "classic"
teaches = ["CL-GEAR-03"]

[[steps]]
id = "when"
kind = "quiz"
start = "s8 R2/3x2 s4 | A@s5 g4"
answers = ["now", "later"]
right = "now"
rule = "CL-GEAR-03"
"""
WORDS = """# Early or late

When does one brake?

## when
Where would you begin to brake?

There is a [film](https://example.org/a_film) about it.

> Think twice.

- now: Here
- later: In the bend
! That is what [the book](https://example.org/?p=1) says.
"""


def faults_of(words: str) -> list[tuple[int, str]]:
    faults: list[Fault] = []
    read_prose(words, "en.md", faults)
    return [(fault.line, fault.why) for fault in faults]


def test_links_stand_in_the_text_and_behind_the_right_answer_and_ears_hear_their_words(tmp_path: Path) -> None:
    assert faults_of(WORDS) == []
    start = sit_down(lesson_in(a_lesson(tmp_path, TOML, WORDS)), 0)
    shown = lesson_view(update(start, Answer("now")), start)
    assert shown["text"] == ["There is a [film](https://example.org/a_film) about it."]
    assert "what the book says" in shown["say"] and "https" not in shown["say"]


@pytest.mark.parametrize(
    ("was", "now", "line", "key"),
    [
        ("begin to brake", "[begin](https://a.org) to brake", 6, "link-there"),
        ("Think twice", "Think [twice](https://a.org)", 6, "link-there"),
        ("later: In", "later: [In](https://a.org)", 6, "link-there"),
        ("does one", "does [one](https://a.org)", 1, "link-there"),
        ("https://example.org/a_film", "javascript:alert(1)", 8, "markup"),
        ("https://example.org/a_film", "http://example.org", 8, "markup"),
        ("[film]", "![film]", 8, "markup"),
    ],
)
def test_a_link_that_leads_nowhere_or_stands_in_the_wrong_place_is_told_with_its_line(
    was: str, now: str, line: int, key: str
) -> None:
    assert faults_of(WORDS.replace(was, now)) == [(line, key)]
