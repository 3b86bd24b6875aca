"""A text of another language than English, or one with forms: facts go in, a sentence comes out.

A place for a fact is `{name}`, as in English. Behind a colon stands how the fact is to be told, in one of three ways:

    {n:mistake|mistakes}         the branch for this number, by the rule of the language: one first, the others last
    {it:la=locked|el=fixed|?}    the branch whose word the fact begins with; the last one is for all others
    {die:wem}                    the fact in another form

A list is told with the word for "or", and with that for "and" where + stands behind the colon: `{names:+}`,
`{names:+wem}`. Behind a form, or alone, ^ begins with a capital letter and _ with a small one.

What a form does to the beginning of a fact stands in the file of the language, under `[grammar]`: `wem` makes "the
start" of "der Start" into "dem Start".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from string import Formatter
from typing import NamedTuple

from rallyman_tutor.tutor.words.cldr import plural_of

CAPITAL, SMALL, ALL = "^", "_", "+"
REMEMBERED = 4096
"""How many facts a grammar remembers as it told them: the same few are told with every die."""


class Joins(NamedTuple):
    """How a language joins the parts of a list: the sign between them, and the last one to all others, where any will
    do and where all are meant."""

    between: str
    either: str
    both: str

    @classmethod
    def of(cls, texts: Mapping[str, str]) -> Joins:
        """As the texts have it."""
        return cls(texts["comma"], texts["or"], texts["and"])

    def all(self) -> Joins:
        """For lists in which all are meant."""
        return self._replace(either=self.both)

    def row(self) -> Joins:
        """For lists that are a row, with one sign between all parts."""
        last = f"{{list}}{self.between}{{last}}"
        return Joins(self.between, last, last)


class Choice(str):
    """A list as it is told, with its parts: a form changes each of them."""

    parts: tuple[str, ...]
    joins: Joins

    @classmethod
    def of(cls, parts: Sequence[str], joins: Joins) -> Choice:
        """So many parts, any of which will do."""
        first, last = joins.between.join(parts[:-1]), "".join(parts[-1:])
        made = cls(joins.either.format(list=first, last=last) if first else last)
        made.parts, made.joins = tuple(parts), joins
        return made

    def all(self) -> Choice:
        """The list where all of its parts are meant."""
        return Choice.of(self.parts, self.joins.all())


@dataclass(frozen=True)
class Grammar:
    """How a language counts, and how its nouns change at their beginning: by form, what becomes of which beginning."""

    language: str
    forms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @cached_property
    def _rules(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """By form, what becomes of which beginning, the longest first."""
        return {
            name: sorted(form.items(), key=lambda rule: -len(_letters(rule[0]))) for name, form in self.forms.items()
        }

    @cached_property
    def _told(self) -> dict[tuple[str, str], str]:
        """Facts that were told in some way before."""
        return {}

    def told(self, fact: object, how: str) -> str:
        """A fact as it stands, or in one of the three ways."""
        if not how:
            return str(fact)
        if type(fact) is not str:  # the parts of a list are facts themselves
            return self._told_anew(fact, how)
        known = self._told.get((fact, how))
        if known is None:
            if len(self._told) >= REMEMBERED:
                self._told.clear()
            known = self._told[fact, how] = self._told_anew(fact, how)
        return known

    def _told_anew(self, fact: object, how: str) -> str:
        if "|" in how:
            return self._branch(str(fact), how.split("|"))
        if how.startswith(ALL):
            fact, how = fact.all() if isinstance(fact, Choice) else fact, how.removeprefix(ALL)
        name = how.rstrip(CAPITAL + SMALL)
        text = self.form(name, fact) if name else str(fact)
        if how.endswith(CAPITAL):
            return capital(text)
        return text[:1].lower() + text[1:] if how.endswith(SMALL) else text

    def form(self, name: str, fact: object) -> str:
        """A fact in a form: of the beginnings that fit, the longest is changed. A word fits as a whole word; one in
        brackets is any of its letters, which stays; and an empty one fits always."""
        if isinstance(fact, Choice):
            return str(Choice.of([self.form(name, one) for one in fact.parts], fact.joins))
        text = str(fact)
        for start, instead in self._rules[name]:
            if start.startswith("["):
                if text and text[0].lower() in start[1:-1]:
                    return instead + text
            elif _begins(text, start):
                return instead + text[len(start) :]
        return text

    def _branch(self, fact: str, branches: Sequence[str]) -> str:
        open_ = []
        for branch in branches:
            key, is_keyed, text = branch.partition("=")
            if not is_keyed:
                open_.append(branch)
            elif _begins(fact, key):
                return text
        if not open_:
            raise ValueError(fact)
        at = plural_of(self.language, fact) if re.fullmatch(r"[−-]?\d+([.,]\d+)?", fact) else len(open_) - 1
        return open_[min(at, len(open_) - 1)]


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def _begins(text: str, word: str) -> bool:
    """Whether a text begins with a word, and not with a longer one."""
    return text.startswith(word) and not (word[-1:].isalnum() and text[len(word) : len(word) + 1].isalnum())


def _letters(start: str) -> str:
    return start[:1] if start.startswith("[") else start


class Sentence(str):
    """A text that is told with the grammar of its language. Where a fact or a form that it names is missing, the
    English text is told instead."""

    __slots__ = ("english", "grammar")
    grammar: Grammar
    english: str

    @classmethod
    def of(cls, text: str, grammar: Grammar, english: str) -> Sentence:
        """A text with what is needed to tell it."""
        made = cls(text)
        made.grammar, made.english = grammar, english
        return made

    def __str__(self) -> str:
        return self

    def format(self, *facts: object, **named: object) -> str:
        """The sentence with its facts."""
        return self.format_map(named)

    def format_map(self, facts: Mapping[str, object]) -> str:  # type: ignore[override]  # any mapping, as str has it
        """The sentence with its facts."""
        try:
            return _filled(_parts(self), facts, self.grammar) if ":" in self else str.format_map(self, facts)
        except (KeyError, ValueError, IndexError):
            return self.english.format_map(facts)


class _Part(NamedTuple):
    """A piece of a text, and the fact behind it with the way it is told, in pieces if it names facts itself."""

    text: str
    name: str | None
    how: str | tuple[_Part, ...]


@lru_cache(None)  # a text is told again and again, and there are no more of them than stand in the files
def _parts(text: str) -> tuple[_Part, ...]:
    """The pieces of a text."""
    return tuple(
        _Part(said, name, _parts(how) if how and "{" in how else how or "")
        for said, name, how, _ in Formatter().parse(text)
    )


def _filled(parts: Iterable[_Part], facts: Mapping[str, object], grammar: Grammar) -> str:
    """The pieces with their facts."""
    return "".join(
        [
            said
            if name is None
            else said + grammar.told(facts[name], how if isinstance(how, str) else _filled(how, facts, grammar))
            for said, name, how in parts
        ]
    )


def places_in(text: str) -> Iterator[tuple[str, str]]:
    """The places for facts in a text: the name of each, and how it is to be told."""
    for _, name, how, _ in Formatter().parse(text):
        if name is not None:
            yield name, how or ""
            yield from places_in(how or "")
