"""Files of texts: `texts/<language>.toml` of a room, read once for each language.

English is whole. What another language lacks, or has in another shape, is told in English, sentence by sentence, and
named: whoever asks hears which sentences these are, and how many of all are written.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from rallyman_tutor.tutor.words.language import ENGLISH, PSEUDO, base
from rallyman_tutor.tutor.words.pseudo import in_pseudo
from rallyman_tutor.tutor.words.sentence import Grammar, Sentence
from rallyman_tutor.tutor.words.sentence_faults import NAMES, is_sound
from rallyman_tutor.tutor.words.text_files import tables_in

ROOMS = (
    "tutor",
    "pages",
    "pages.commands",
    "games.classic",
    "games.dirt",
    "games.crazy_rally",
    "games.mil_millas",
)
"""Every room that has texts."""
GRAMMAR = "grammar"
"""The table of the tutor's file that is no text: what forms do to the beginning of a fact."""
OWN_LENGTH = ("commands", "asks", "words.asks", "page.names")
"""Lists of which a language may have more or fewer than English: what can be written, and names."""
NOT_TOLD = ("page.asks", "words.page.asks", "language")
"""Entries that are the same in every language: they name something else in the file, or are notation."""


class Texts(NamedTuple):
    """The texts of a room in a language, the names of those that are told in English, and of those that are so since
    what is written has a fault; and the grammar that they are told with."""

    tables: dict[str, Any]
    in_english: tuple[str, ...]
    faulty: tuple[str, ...]
    grammar: Grammar

    @property
    def many(self) -> int:
        """How many sentences there are, written or not."""
        return sum(1 for _ in sentences_in(self.tables))


@lru_cache(maxsize=64)
def room_texts(room: str, language: str) -> Texts:
    """The texts of a room in a language; they must not be changed."""
    own = _read(room, ENGLISH if language == PSEUDO else language)
    forms = own.pop(GRAMMAR, {})
    grammar = Grammar(base(language), forms) if room == "tutor" else grammar_of(language)
    if language in (ENGLISH, PSEUDO):
        told = own if language == ENGLISH else in_pseudo(own, NOT_TOLD + NAMES)
        return Texts(_with_grammar(told, grammar), (), (), grammar)
    whole, merging = room_texts(room, ENGLISH), _Merging(grammar, [], [])
    tables = merging.of(whole.tables, own, "")
    assert isinstance(tables, dict)
    return Texts(tables, tuple(merging.lacking), tuple(merging.faulty), grammar)


def grammar_of(language: str) -> Grammar:
    """The grammar of a language, as the tutor's file tells it."""
    return room_texts("tutor", language).grammar


def is_written(language: str) -> bool:
    """Whether every sentence of a language is written."""
    return not any(room_texts(room, language).in_english for room in ROOMS)


def _read(room: str, language: str) -> dict[str, Any]:
    """A file as it stands; nothing where there is none, or where it cannot be read and is not the English one."""
    file = files(f"rallyman_tutor.{room}").joinpath(f"texts/{language}.toml")
    try:
        return tables_in(Path(str(file)))
    except (FileNotFoundError, tomllib.TOMLDecodeError, UnicodeDecodeError):
        if language == ENGLISH:
            raise
        return {}


def sentences_in(part: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence of a table, with its name: "page.theme", "page.advice-head.1"."""
    if name in NOT_TOLD or name.endswith(".key"):
        return
    if isinstance(part, str):
        yield name, part
    elif isinstance(part, Mapping | list):
        for key, one in part.items() if isinstance(part, Mapping) else enumerate(part):
            yield from sentences_in(one, f"{name}.{key}".removeprefix("."))


def _with_grammar(part: object, grammar: Grammar) -> Any:
    """English, where a sentence that tells a fact in a form knows how."""
    if isinstance(part, str):
        return Sentence.of(part, grammar, part) if "{" in part and _has_forms(part) else part
    if isinstance(part, dict):
        return {key: _with_grammar(one, grammar) for key, one in part.items()}
    return [_with_grammar(one, grammar) for one in part] if isinstance(part, list) else part


def _has_forms(text: str) -> bool:
    return any(":" in gap.partition("}")[0] for gap in text.replace("{{", "").split("{")[1:])


class _Merging(NamedTuple):
    """Puts the texts of a language into the place of the English ones, and notes what it lacks and what has a fault."""

    grammar: Grammar
    lacking: list[str]
    faulty: list[str]

    def of(self, english: object, own: Any, name: str) -> object:
        """A part of the texts in the language, with English where that has nothing, or has a fault."""
        if name in NOT_TOLD or name.endswith(".key"):
            return english
        if isinstance(english, dict) and (own is None or isinstance(own, dict)):
            there = own or {}
            return {
                key: self.of(one, there.get(key), f"{name}.{key}".removeprefix(".")) for key, one in english.items()
            }
        if isinstance(english, str) and isinstance(own, str) and (own or not english):
            if self._is_sound(english, own, name):
                return Sentence.of(own, self.grammar, english) if "{" in own else own
        elif isinstance(english, list) and _is_such_a_list(own, english, name):
            beside = english if len(own) == len(english) else own
            if all(self._is_sound(*pair, name) for pair in zip(beside, own, strict=True)):
                return [Sentence.of(one, self.grammar, one) if "{" in one else one for one in own]
        lacking = [where for where, _ in sentences_in(english, name)]
        self.lacking.extend(lacking)
        if own:
            self.faulty.extend(lacking)
        return _with_grammar(english, grammar_of(ENGLISH))

    def _is_sound(self, english: str, own: str, name: str) -> bool:
        is_plain = "{" not in own and "}" not in own and "{" not in english and name not in NAMES
        return is_plain or is_sound(english, own, self.grammar.forms, name)


def _is_such_a_list(own: Any, english: Sequence[object], name: str) -> bool:
    is_right = isinstance(own, list) and all(isinstance(one, str) for one in own)
    return is_right and (len(own) == len(english) or bool(own and name.startswith(OWN_LENGTH)))
