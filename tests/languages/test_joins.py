"""No sign that a language writes in its own way stands in code: French has a space before a colon and a semicolon."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rallyman_tutor
from rallyman_tutor.tutor.words.language import LANGUAGES, speaking
from rallyman_tutor.tutor.words.words import colon, semicolons
from tests.some import some

PACKAGE = Path(rallyman_tutor.__file__).parent
ROOMS = ("tutor", "page", "pages/commands")
"""Where sentences are put together."""
SCRIPTS = sorted((PACKAGE / "widgets" / "page").glob("*.js"))
SIGN = re.compile(r"^\s*[:;]\s|[^\W\d_)][:;]\s+$")
IN_SCRIPT = re.compile(r"\}: (\$\{|`)|\}; (\$\{|`)|join\(\"[:;] \"\)")
AS_TYPED = {
    "pages/commands/brought.py": 1,
    "pages/commands/languages.py": 2,
    "pages/commands/lessons.py": 1,
    "pages/commands/rallying.py": 1,
    "pages/commands/serving.py": 2,
    "tutor/table/engine.py": 1,
}
"""How many lines of a file have such a sign in a place that is no sentence: behind a file, its line, a key or an
option, with what is wrong with it; in what a programmer is told."""


def joins_in(source: str) -> Iterator[int]:
    """The lines in which a colon or a semicolon stands behind a fact, or between parts that are joined."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr) and (any(map(_is_sign, node.values)) or _ends_in_sign(node.values[-1:])):
            yield node.lineno
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("'; '.join", "': '.join"):
            yield node.lineno


def _is_sign(part: ast.expr) -> bool:
    return isinstance(part, ast.Constant) and bool(SIGN.search(str(part.value)))


def _ends_in_sign(last: list[ast.expr]) -> bool:
    return any(isinstance(part, ast.Constant) and str(part.value) in (":", ";") for part in last)


def test_no_colon_and_no_semicolon_is_put_between_words_in_python() -> None:
    files = [file for room in ROOMS for file in sorted((PACKAGE / room).rglob("*.py"))]
    found = {}
    for file in some(files):
        lines = [*joins_in(file.read_text("utf-8"))]
        if lines:
            found[file.relative_to(PACKAGE).as_posix()] = lines
    assert {name: len(lines) for name, lines in found.items()} == AS_TYPED, found


def test_such_a_sign_is_found() -> None:
    for line in ('f"{name}: {told}"', '"; ".join(parts)', 'f"{name}:"', 'f"So: {told}"'):
        assert [*joins_in(line)] == [1], line
    assert not [*joins_in('f"{minutes}:{seconds:02}"; f"{seed}:cloud"; ", ".join(parts)')]


def test_no_colon_and_no_semicolon_is_put_between_words_in_scripts() -> None:
    assert [file.name for file in some(SCRIPTS) if IN_SCRIPT.search(file.read_text("utf-8"))] == []
    assert IN_SCRIPT.search("`${title}: ${driver}`")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_puts_its_own_space_before_such_a_sign(language: str) -> None:
    with speaking(language):
        space = "\u00a0" if language == "fr" else ""
        assert colon("A", "b") == f"A{space}: b" and colon("A") == f"A{space}:"
        assert semicolons(["a", "b, c"]) == f"a{space}; b, c"
