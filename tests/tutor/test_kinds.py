"""Kinds of lesson steps: each is known to its own file, and to nobody else."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

import rallyman_tutor
from rallyman_tutor.tutor.lesson.kinds.reader import LESSON_FILE
from rallyman_tutor.tutor.lesson.kinds.registry import KINDS
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, lesson_in

PACKAGE = Path(str(rallyman_tutor.__file__)).parent
ROOMS = ("tutor", "page", "widgets", "pages")
"""All others lie below the lessons, and have steps of their own."""
KINDS_OF_STEPS = PACKAGE / "tutor" / "lesson" / "kinds"
FILES = [
    file for room in ROOMS for file in sorted((PACKAGE / room).rglob("*.py")) if not file.is_relative_to(KINDS_OF_STEPS)
]


def asks_for_a_kind(node: ast.AST) -> bool:
    """Whether code compares the kind of a step, or asks of which type it is."""
    if isinstance(node, ast.Compare):
        left = node.left
        return isinstance(left, ast.Attribute) and left.attr == "kind" and ast.unparse(left.value).endswith("step")
    is_of_type = isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance"
    return (
        is_of_type and isinstance(node, ast.Call) and re.search(r"[a-z]Step\b", ast.unparse(node.args[1])) is not None
    )


@pytest.mark.parametrize("code", ['step.kind == "find"', "sitting.step.kind in ASKED", "isinstance(step, FindStep)"])
def test_such_a_question_is_seen(code: str) -> None:
    assert any(map(asks_for_a_kind, ast.walk(ast.parse(code))))


def test_nobody_but_the_kinds_asks_which_kind_a_step_is() -> None:
    for file in some(FILES):
        asked = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if asks_for_a_kind(node)]
        assert not asked, f"{file}: {[ast.unparse(node) for node in asked]}"


def test_a_step_is_of_the_kind_that_stands_in_its_file() -> None:
    seen = set()
    for folder in some(FOLDERS):
        written = [step["kind"] for step in tomllib.loads((folder / LESSON_FILE).read_text("utf-8"))["steps"]]
        assert [step.kind for step in lesson_in(folder).steps] == written
        seen.update(written)
    assert seen == {*KINDS}
