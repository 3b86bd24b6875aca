"""The description of a new game, each value checked: anybody may have written it, in a save, share code or notebook.

What cannot be used is refused by its key, with what belongs there. Here it is said what a driver's name may be: a name
that notation could not read again is none, and no two drivers have the same one, for moves and orders of play name
their driver.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import TypeVar

from rallyman_tutor.core.game import Spec
from rallyman_tutor.core.notation import MOST_DIGITS, MOST_LETTERS, NO_FACTS, Reader, Refused
from rallyman_tutor.core.rule import Facts

MARKS = (
    r"\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c2\u0610-\u061a\u064b-\u065f\u0670"
    r"\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc-\u09cd\u0a01-\u0a03\u0a3c-\u0a4d"
    r"\u0a81-\u0a83\u0abc-\u0acd\u0b01-\u0b03\u0b3c-\u0b4d\u0b82\u0bbe-\u0bcd\u0c00-\u0c03\u0c3e-\u0c4d"
    r"\u0c81-\u0c83\u0cbc-\u0ccd\u0d00-\u0d03\u0d3e-\u0d4d\u0d82-\u0d83\u0dca-\u0ddf\u0e31-\u0e3a\u0e47-\u0e4e"
    r"\u0eb1-\u0ebc\u0ec8-\u0ece\u0f71-\u0f84\u102b-\u103e\u17b4-\u17d3"
)
"""Vowels and accents that are written on, below or around a letter, and which Python counts as no letters."""
NAME = rf"(?![\w-]*\d{{{MOST_DIGITS}}})[^\W\d][\w{MARKS}-]*"
"""A driver's name in any script, as every notation reads it: it has no row of digits that would be too long for a
number."""
NO_WORDS: Mapping[str, str] = MappingProxyType({})
MOST_NUMBER = 1_000_000
Value = TypeVar("Value")
SWITCHES = {True: "on", False: "off"}


def drivers_of(spec: Spec, words: Collection[str] = ()) -> tuple[str, ...]:
    """The drivers, in the order of their seats; none is called like one of these words of the game's notation."""
    found = spec.get("drivers")
    if not isinstance(found, list | tuple):
        raise Refused("no-drivers", {"name": "drivers"})
    for number, name in enumerate(found, 1):
        if not isinstance(name, str) or not re.fullmatch(NAME, name) or name in words:
            raise Refused("no-name", {"number": number, "found": in_a_line(name)})
        if name in found[: number - 1]:
            raise Refused("same-names", {"number": found.index(name) + 1, "other": number, "found": in_a_line(name)})
    return tuple(found)


def read_drivers(
    reader: Reader, key: str, end: str = "", facts: Facts = NO_FACTS, words: Mapping[str, str] = NO_WORDS
) -> tuple[str, ...]:
    """The names that follow one another from here on, each in front of the pattern `end`. A second use of a name is
    refused: `key`, with its facts, says what is expected instead. So is a name that is one of the `words` of the game's
    notation; each word has a key of its own."""
    names: list[str] = []
    while match := reader.take(f"({NAME}){end}"):
        if match[1] in words:
            reader.refuse(words[match[1]], {"found": match[1]}, match.start())
        if match[1] in names:
            reader.refuse(key, facts, match.start())
        names.append(match[1])
    return tuple(names)


def text_of(spec: Spec, key: str) -> str:
    """A line of text."""
    return _one(spec, key, lambda found: isinstance(found, str), "no-text", None)


def texts_of(spec: Spec, key: str) -> tuple[str, ...]:
    """A list of lines of text."""
    return _many(spec, key, lambda found: isinstance(found, str), "no-texts", None)


def words_of(spec: Spec, key: str) -> tuple[str, ...]:
    """A list of words and numbers, all as text; it may be left out."""
    return tuple(map(str, _many(spec, key, lambda found: isinstance(found, str) or is_number(found), "no-words", ())))


def numbers_of(spec: Spec, key: str) -> tuple[int, ...]:
    """A list of whole numbers, none below 0; it may be left out."""
    return _many(spec, key, is_number, "no-numbers", ())


def switch_of(spec: Spec, key: str, usual: bool) -> bool:
    """Yes or no; the usual one where it is left out."""
    return _one(spec, key, lambda found: isinstance(found, bool), "no-switch", usual)


def switches_of(spec: Spec, key: str, usual: tuple[bool, ...]) -> tuple[bool, ...]:
    """A list of yes and no, as long as the usual one, which stands for a list that is left out."""
    found = _many(spec, key, lambda found: isinstance(found, bool), "no-switches", usual)
    if len(found) != len(usual):
        raise Refused("switches", {"name": key, "count": len(usual), "found": len(found)})
    return found


def number_of(spec: Spec, key: str, usual: int) -> int:
    """A whole number, not below 0; the usual one where it is left out."""
    return _one(spec, key, is_number, "no-number", usual)


def settings_of(spec: Spec) -> dict[str, str]:
    """The options by name, each value as it is written in notation."""
    found = spec.get("options", {})
    if not isinstance(found, dict) or not all(
        isinstance(name, str) and isinstance(value, bool | int | str) for name, value in found.items()
    ):
        raise Refused("no-options", {"name": "options"})
    return {name: SWITCHES[value] if isinstance(value, bool) else str(value) for name, value in found.items()}


def is_number(found: object) -> bool:
    """Whether this is a whole number that some game could mean."""
    return type(found) is int and 0 <= found <= MOST_NUMBER


def _one(spec: Spec, key: str, fits: Callable[[object], bool], wrong: str, usual: Value | None) -> Value:
    found: Value = spec.get(key, usual)
    if not fits(found):
        raise Refused(wrong, {"name": key, "most": MOST_NUMBER})
    return found


def _many(
    spec: Spec, key: str, fits: Callable[[object], bool], wrong: str, usual: tuple[Value, ...] | None
) -> tuple[Value, ...]:
    found = spec.get(key, usual)
    if not isinstance(found, list | tuple) or not all(map(fits, found)):
        raise Refused(wrong, {"name": key, "most": MOST_NUMBER})
    return tuple(found)


def in_a_line(found: object) -> str:
    """A value as it was written, short enough to be repeated, and on one line."""
    return re.sub(r"\s+", " ", str(found))[:MOST_LETTERS]
