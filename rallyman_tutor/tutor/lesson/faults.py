"""Something wrong in a lesson, as a value and in words: where it is, what it is, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from rallyman_tutor.core.game import Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Facts, Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.explain import explain_refusal, rule_title
from rallyman_tutor.tutor.words.words import text_tables


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a lesson: where, and what by a key of the texts."""

    file: str
    line: int
    key: str
    why: str
    facts: Facts = field(default_factory=dict, hash=False, compare=False)


MakeFault: TypeAlias = Callable[..., Fault]
"""Makes a fault of a key, of why, and of facts by name, where file and step are known."""


def fault_text(fault: Fault) -> str:
    """A fault in words: what is wrong, and what to do."""
    texts = text_tables("tutor")
    of = Path(fault.file).parent.parent.name  # a lesson lies in a folder named after its game
    facts = {name: _fact(texts, name, value, of) for name, value in fault.facts.items()}
    return str(texts["faults"][fault.why]).format_map({"key": fault.key, **facts})


def _fact(texts: Plain, name: str, value: object, of: str) -> str:
    if isinstance(value, Refused):
        games = sorted(SHELF.values(), key=lambda game: game.key != of)
        game = next((game for game in games if value.key in text_tables(f"games.{game.key}")["reading"]), games[0])
        return explain_refusal(game, value).partition("\n")[0].rstrip(".")
    if isinstance(value, Illegal):
        return _broken(violation.code for violation in value.violations)
    if name in ("spot", "driven", "ends"):
        return str(texts["types"][name]).format(it=value) if value else ""
    if name == "type":
        return str(texts["types"][value])
    if name == "codes":
        return _broken(value) if value and isinstance(value, list | tuple) else str(texts["types"]["nothing"])
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _broken(codes: Iterable[str]) -> str:
    game = {code: game for game in SHELF.values() for code in (rule.code for rule in game.book)}
    return ", ".join(f"{code} ({rule_title(game[code], code)})" for code in dict.fromkeys(codes))
