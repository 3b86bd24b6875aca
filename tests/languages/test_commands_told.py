"""Commands told in English with accents: help, answers and refusals come out of files of texts.

English may stay in what is typed: commands, options, codes, notation, names of files and packages, examples; and in
what Python or the system says of an error.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from importlib import metadata
from importlib.resources import files
from pathlib import Path

import pytest

from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages import doctor
from rallyman_tutor.pages.cli import main, parser
from rallyman_tutor.pages.sentences import below_help
from rallyman_tutor.tutor.words.explain import not_reckoned
from rallyman_tutor.tutor.words.language import ENGLISH, LANGUAGES, PSEUDO, speaking
from rallyman_tutor.tutor.words.texts import room_texts
from rallyman_tutor.tutor.words.words import text_tables
from tests.languages.escaped import raw_words
from tests.some import some

PACKAGE = Path(str(files("rallyman_tutor")))
EXAMPLE = re.compile(r"(?m)^(?:\S+\s?: | +)(rallyman-tutor .*?)(?: {2,}.*)?$")
TYPED = {
    *SHELF, *doctor.CHROMIUM, "Rallyman", "Crazy", "Rally", "Mil", "Millas", "DIRT", "rallyman", "rallyman-tutor", "tutor", "help", "json",
    "usage", "classic", "first", "Ana", "Ben", "nobody", "wheel", "stop", "Cleo", "crazy", "rally", "mil", "millas",
}  # fmt: skip
"""Words that are typed, or names."""
PACKAGES = {word for need in metadata.requires(doctor.PROJECT) or () for word in raw_words(need)} | {"Python", "node"}
TABLES = {name for game in SHELF.values() for name in game.ready_tables}
NOTES = {
    "You",
    "leader",
    "left",
    "gravel",
    "works",
    "club",
    "novice",
    "random",
    "greed",
    "elimination",
    "seconds",
    "sss",
}
"""Words of positions; levels, simple drivers and settings by the names that are typed."""
ASKED = (
    ("play", "classic", "--players", "2"), ("play", "mil_millas"), ("play", "crazy_rally"), ("play", "classic", "--players", "x"),
    ("play", "classic", "--players", "99"), ("play", "chess"), ("play",), ("play", "classic", "--sed", "1"), ("plya",), ("play", "classic", "--seed"),
    ("rules", "mil_millas", "--coverage"), ("explain", "CL-GEAR-03"), ("explain", "CL-GEAR-99"), ("explain", "CL-TURN-01"),
    ("judge", "classic", "s14 | A@s1 g3", "3 5"), ("judge", "classic", "s14 | A@s1 g3", "3 4"), ("judge", "classic", "s14 | A@s1 g3", ""),
    ("judge", "classic", "s14 | A@s1 g", "3"), ("judge", "classic", "s14 | A@s1 g3", "9"), ("judge", "classic", "sheet A", ""),
    ("odds", "classic", "s14 | A@s1 g3", "3 4 w"), ("odds", "classic", "s14 | A@s1 g2", "A[2 3]"), ("odds", "classic", "s14 | A@s1 g3", ""),
    ("odds", "mil_millas", "x", "y"), ("why", "classic", "s14 | A@s1 g3", "3!"), ("why", "classic", "s14 | A@s1 g3", ""),
    ("par", "classic", "first"), ("par", "classic", "--setting", "x=1"), ("par", "classic", "--beat", "0"), ("par", "classic", "s2 zz"),
    ("par", "mil_millas"), ("best", "classic", "s4 R3 s3 L3 s3 | A@s9 g3", "--many", "2"), ("best", "classic", "s4 | A@s1 g3 ; B@s2"),
    ("drivers", "mil_millas", "x"), ("drivers", "classic", "first", "--levels", "best"), ("puzzles", "classic", "--number", "1"),
    ("puzzles", "dirt"), ("puzzles", "dirt", "--number", "99999"), ("puzzles", "dirt", "--day", "x"), ("puzzles", "dirt", "--day", "--number", "1"),
    ("daily", "dirt", "--day", "2026-12-24"), ("daily", "dirt", "--day", "x"), ("daily", "dirt", "nobody"), ("daily", "mil_millas"),
    ("draw", "mil_millas", "chess"), ("draw", "classic", "zz"), ("position", "nobody"), ("review", "nobody"),
    ("new-lesson", "nobody/chess/01-x"), ("new-lesson", "nobody/classic/x"), ("language", "fr"), ("language", "x"), ("serve", "--only"),
    ("site", "nobody", "--lessons", "a", "--only", "b"), ("site", "nobody"), ("doctor",),
)  # fmt: skip


def answered(*typed: str) -> str:
    """All that a command says, told in accents."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        main(["--lang", PSEUDO, *typed])
    return out.getvalue() + err.getvalue()


def escaped(text: str, *typed: str) -> set[str]:
    """Words in plain letters that nobody has typed."""
    text = re.sub(r"""'[^']*'|"[^"]*"|`[^`]*`|“[^”]*”|https?:\S+|\S*[/\\]\S*|\S{40,}""", " ", text)
    known = TYPED | {word for one in typed for word in raw_words(one)}
    return {word for word in raw_words(text) if word not in known and word.isalpha() and len(word) > 2}


@pytest.fixture
def aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_tables: None) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RALLYMAN_LANG", "")
    with speaking(ENGLISH):
        yield


def test_the_help_of_every_command_is_told_in_texts() -> None:
    with speaking(PSEUDO):
        top, _ = parser()
        (subs,) = [action.choices for action in top._actions if isinstance(action.choices, dict)]
        helps = {"": top.format_help()} | {name: one.format_help() for name, one in subs.items()}
    names = {word for one in subs.values() for action in one._actions for word in (action.dest, *action.option_strings)}
    for name, text in some(helps.items()):
        told = re.sub(r"--?[\w-]+(?: [A-Z=|]+)?|\{[^}]*\}|\[[^\]]*\]", " ", text)
        left = escaped(told, "new", *names, *subs, *map(str.upper, names))
        assert {word for word in left - NOTES if not word.isupper()} == set(), name


@pytest.mark.parametrize("typed", ASKED, ids=" ".join)
def test_what_a_command_says_is_told_in_texts(aside: None, typed: tuple[str, ...]) -> None:
    said = answered(*typed)
    assert "⟦" in said
    system = {"No", "such", "file", "or", "directory"}  # as the system says it
    names = text_tables("pages.commands").keys() | text_tables("pages.commands")["what"].keys()
    options = ("seed", "players", "game")
    assert escaped(said, *typed, *names, *options) - system <= PACKAGES | TABLES | NOTES


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_are_typed_alike_in_all_languages(language: str) -> None:
    names = room_texts("pages.commands", ENGLISH).tables["below"]
    for name in some(names):
        examples = []
        for one in (ENGLISH, language):
            with speaking(one):
                examples.append(EXAMPLE.findall(below_help(name, margin=1, version="1")))
        assert examples[0] == examples[1] and examples[0], name


@cache
def reasons() -> frozenset[str]:
    """The names of all reasons for which the solver takes no stage."""
    sources = (path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    raised = (re.findall(r"raise Unsolvable\(\s*\"([\w-]+)\"", source) for source in sources)
    return frozenset(name for names in raised for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_cannot_be_solved_is_told_why(language: str) -> None:
    raised = reasons()
    with speaking(language):
        assert raised | {"sentence"} == set(text_tables("tutor")["unsolvable"])
        told = [not_reckoned(Unsolvable(key, count=3, most=2)) for key in some(raised)]
    assert len(set(told)) == len(raised) and not any("{" in one for one in told)
