"""The words of a game: one table per rule code, in `texts/<language>.toml` of the game's room.

A text has `title`, `said`, `why` and `fix`; `said` and `fix` may be tables by the case of the offence. Facts come as
numbers and keys and are put into words here, by the name of the fact: a gear is "3rd", a die "the 3", a chance "33 %".
The few words this takes stand in the same file, under `[words]`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Any

from rallyman_tutor.core.rule import Basis, Cite

LANGUAGES = ("en",)

GEARS = ("gear", "from", "to", "driven", "due", "card", "slowest")
DICE = ("die", "dice", "legal")
SPACES = ("space", "target", "at", "reach")


class Words:
    """The words of one game in one language."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self._words: Mapping[str, Any] = tables["words"]
        self._rules = {code: table for code, table in tables.items() if code != "words"}

    def codes(self) -> tuple[str, ...]:
        """The rules that have words."""
        return tuple(self._rules)

    def text(self, code: str, part: str, facts: Mapping[str, object]) -> str:
        """One of a rule's four texts with the facts filled in."""
        told = self._rules[code][part]
        if not isinstance(told, str):
            told = told.get(facts.get("case", "default"), told["default"])
        return str(told.format_map({name: self.fact(name, value) for name, value in facts.items()}))

    def fact(self, name: str, value: object) -> str:
        """A fact in words."""
        if isinstance(value, Fraction):
            return f"{round(100 * float(value))} %"
        if isinstance(value, Sequence) and not isinstance(value, str) and not hasattr(value, "_fields"):
            return self.either([self.fact(name, one) for one in value])
        if hasattr(value, "die"):
            return str(self._words["step"]).format(
                die=self.fact("die", value.die), to=self.fact("space", getattr(value, "to", ""))
            )
        if isinstance(value, int) and name in DICE:
            return str(self._words["gas"] if value < 0 else self._words["die"].format(n=value))
        if isinstance(value, int) and (name in GEARS or name == "skipped"):
            return str(self._words["gears"][value]) if 0 <= value < len(self._words["gears"]) else str(value)
        if value is None:
            return str(self._words["nothing"])
        return str(self._words["names"].get(str(value), value))

    def cite(self, cite: Cite) -> str:
        """Where a rule stands in print, and on what ground."""
        books = self._words["books"]
        where = "; ".join(books[book].format(place=place) for book, place in cite.places) or books["none"]
        ground = self._words["ground"]["detail" if cite.ruling and cite.basis is Basis.TEXT else cite.basis]
        return f"{where}{ground.format(ruling=cite.ruling)}"

    def either(self, parts: Sequence[str]) -> str:
        """A list to choose from, as people say it."""
        if len(parts) < 2:
            return parts[0] if parts else str(self._words["nothing"])
        return f"{', '.join(parts[:-1])}{self._words['or']}{parts[-1]}"


@lru_cache(maxsize=8)
def words(game: str, language: str = LANGUAGES[0]) -> Words:
    """The words of a game."""
    return Words(
        tomllib.loads(files(f"rallyman_tutor.games.{game}").joinpath(f"texts/{language}.toml").read_text("utf-8"))
    )
