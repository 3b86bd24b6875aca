"""The parts that a rule still lacks: `make missing` lists them, rule by rule, each with its remedy.

A rule stands in four places: its function with its examples, its words, its row in the catalogue's list, and a line in
CHANGELOG.md. `make golden` writes what is said of it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.rule import Kind, Rule
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.words import NOT_RULES, text_tables
from tests.golden.golden import file_of

ROOT = Path(__file__).parents[2]
EVERYWHERE = ("title", "said", "why")
"""The words that every rule has. A rule of the kind FACT has `fix` as well."""


class Known(NamedTuple):
    """The known facts of a game's rules outside its rulebook."""

    rows: tuple[str, ...]  # codes of the catalogue
    words: Mapping[str, object]  # by code
    golden: str
    changelog: str


def known(key: str) -> Known:
    """The files as they are now."""
    texts = {code: told for code, told in text_tables(f"games.{key}").items() if code not in NOT_RULES}
    return Known(rows(key), texts, file_of(key).read_text("utf-8"), (ROOT / "CHANGELOG.md").read_text("utf-8"))


def rows(key: str) -> tuple[str, ...]:
    """The codes of a game's catalogue, in its order."""
    return tuple((ROOT / "tests" / "data" / f"{key}_codes.txt").read_text("utf-8").split())


def of_rule(key: str, rule: Rule, found: Known) -> Iterator[str]:
    """The parts that one rule lacks."""
    is_new = rule.code not in found.rows or not re.search(rf"^{rule.code}  ", found.golden, re.MULTILINE)
    if not rule.ok:
        yield "an example that keeps it: `ok=` in its decorator"
    if rule.kind is not Kind.FACT and not rule.broken:
        yield "an example that breaks it: `broken=` in its decorator"
    told = found.words.get(rule.code)
    parts = told if isinstance(told, Mapping) else {}
    for part in (*EVERYWHERE, *(("fix",) if rule.kind is Kind.FACT else ())):
        if part not in parts:
            yield f"its words: `{part}` under [{rule.code}] in games/{key}/texts/en.toml"
    if rule.code not in found.rows:
        yield f"its row in tests/data/{key}_codes.txt, where its chapter stands"
    if rule.broken and is_new:
        yield "what is said of its examples: `make golden`, and read it"
    if is_new and rule.code not in found.rows and rule.code not in found.changelog:
        yield f"a line in CHANGELOG.md that a learner understands; name {rule.code} in it"


def unlisted(key: str) -> Iterator[str]:
    """Rules that are written and not in the RULES of their file."""
    for chapter in import_module(f"rallyman_tutor.games.{key}.rules").CHAPTERS:
        listed = {rule.code for rule in chapter.RULES}
        written = (value for value in vars(chapter).values() if isinstance(value, Rule))
        for rule in written:
            if rule.code not in listed:
                yield f"{rule.code}: a place in RULES at the foot of {Path(str(chapter.__file__)).name}"


def missing(game: AnyGame) -> Iterator[str]:
    """Everything that the rules of a game lack, and what is left over of rules that are gone."""
    found, codes = known(game.key), {rule.code for rule in game.rules()}
    yield from unlisted(game.key)
    for rule in game.rules():
        yield from (f"{rule.code}: {what}" for what in of_rule(game.key, rule, found))
    for code in sorted({*found.rows, *found.words} - codes):
        yield f"{code}: a rule; there is a row or words for it"


def main() -> int:
    found = [line for game in SHELF.values() for line in missing(game)]
    print("\n".join(found) or "No rule lacks anything.")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
