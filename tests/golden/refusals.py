"""Some refusals as they are told in five languages, side by side, drawn by lot: a page for those who read languages.
Beside each is its position on the board, in a file of its own.

`make golden` writes them anew.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.cldr import NAMES
from rallyman_tutor.tutor.words.explain import explain_example
from rallyman_tutor.tutor.words.language import LANGUAGES, speaking
from rallyman_tutor.tutor.words.rulebook import DRAFT_MARK, example_session
from tests.golden.little import little

PAGE = Path(__file__).parents[2] / "docs" / "languages" / "refusals.md"
BOARDS = PAGE.parent / "boards"
MANY, SEED = 40, 1
HEAD = f"""\
# Refusals in five languages

{MANY} of the rules' examples, drawn by lot: a position and a draft in notation and on the board, what the co-driver says to it, and what
would do instead. A sheet of stages is written before there is a board. Whoever reads a language can tell here whether it is said well.
`make golden` writes this page and its pictures; all other examples are in `tests/golden`.
"""


class Refusal(NamedTuple):
    """One broken example of a rule: which game, which rule, the how manieth of its examples."""

    key: str
    code: str
    number: int

    @property
    def text(self) -> str:
        return SHELF[self.key].book[self.code].broken[self.number]

    @property
    def board(self) -> str:
        """The name of the file with its picture; none of a sheet, which has no board."""
        return f"board-{self.code}-{self.number + 1}.svg" if DRAFT_MARK in self.text else ""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(map(_told, drawn()))


def boards() -> dict[str, str]:
    """The pictures, by the names of their files."""
    return {
        one.board: little(example_session(SHELF[one.key], one.code, "broken", one.number), one.text)
        for one in drawn()
        if one.board
    }


def write() -> None:
    """Write the page and its pictures in place of those that were there."""
    PAGE.write_text(page(), encoding="utf-8")
    shutil.rmtree(BOARDS, ignore_errors=True)
    BOARDS.mkdir()
    for name, picture in boards().items():
        (BOARDS / name).write_text(picture, encoding="utf-8")


@cache
def drawn() -> list[Refusal]:
    """The refusals that were drawn by lot, in the order of the games and of their rules."""
    every = [
        Refusal(key, rule.code, number)
        for key, game in SHELF.items()
        for rule in game.rules()
        if rule.kind is Kind.ILLEGAL
        for number in range(len(rule.broken))
    ]
    return [every[at] for at in sorted(Random(SEED).sample(range(len(every)), MANY))]


def _told(one: Refusal) -> str:
    """One refusal: its position, and a line for each language."""
    picture = f"![{one.code} on the board](boards/{one.board})\n\n" if one.board else ""
    return "".join((f"\n## {one.code}\n\n    {one.text}\n\n{picture}", *_lines(one)))


def _lines(one: Refusal) -> Iterator[str]:
    for language in LANGUAGES:
        with speaking(language):
            told = explain_example(SHELF[one.key], one.code, one.text)
        ways = [told.general, *(f"→ {way.label}" for way in told.remedies)] if told.remedies else [told.fix]
        yield f'- <span lang="{language}">**{NAMES[language]}**: {told.said} *{" ".join(filter(None, ways))}*</span>\n'
