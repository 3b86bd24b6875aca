"""The words: those of a game in `texts/<language>.toml` of its room, those of no game in the tutor's own `texts/`.

A game has one table per rule code, with `title`, `said`, `why` and `fix`; `said` and `fix` may be tables by the case of
the offence. Facts come as numbers and keys and are put into words here, by the name of the fact: a gear is "3rd", a die
"the 3", a chance "33 %". The few words this takes stand in the same file, under `[words]`.

What a game expected where it could not read on stands under `[reading]`; the sentences around it, and all others about
things given that cannot be used, stand in the tutor's file under `[refused]`. Their facts are notation, and stay as
they were written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from rallyman_tutor.core.game import Plain
from rallyman_tutor.core.rule import Basis, Cite, Facts
from rallyman_tutor.tutor.words.figures import decimal, decimal_sign, percent
from rallyman_tutor.tutor.words.language import spoken
from rallyman_tutor.tutor.words.sentence import Choice, Joins
from rallyman_tutor.tutor.words.texts import room_texts

GEAR_FACTS = ("gear", "then", "from", "to", "driven", "due", "card", "slowest")
DIE_FACTS = ("die", "dice")
TIME_FACTS = ("clock", "time")
A_MINUTE = 60
WHOLE = 3.0
"""Seconds from which on no tenths are told."""
NAME_FACTS = ("driver", "car", "next", "name", "names", "side", "whom")
"""Facts that are somebody's name, told as it is: a driver may be called like a word of the game."""
CAR_FACTS = ("car", "next", "names")
"""Those of them where a single letter is told as a car, or it would be heard as a word."""
FIGURE_FACTS = ("by", "gain", "lost")
"""Facts of drivers that are figures with tenths."""
YOU = "You"
"""The name of the learner in lessons, in whatever language they are told."""
NOT_RULES = ("words", "reading")
"""The tables of a game's file that are not about a rule."""


class _FactsInWords(dict[str, str]):
    """The facts of a text, each put into words when the text asks for it: most texts ask for few."""

    def __init__(self, facts: Mapping[str, object], tell: Callable[[str, object], str]) -> None:
        super().__init__()
        self._facts, self._tell = facts, tell

    def __missing__(self, name: str) -> str:
        told = self[name] = self._tell(name, self._facts[name])
        return told


class Words:
    """The words of one game in one language, and those that all games share."""

    def __init__(self, tables: Plain, shared: Plain) -> None:
        self._words: Plain = tables["words"]
        self._reading: Mapping[str, str] = tables["reading"]
        self._refused: Mapping[str, str] = {**shared["refused"], **self._words.get("refused", {})}
        self._you = str(shared["page"]["you"])
        self._between = str(shared["joins"]["semicolon"])
        self._joins, self._alone = Joins.of(shared["joins"]), shared["joins"]["alone"]
        self._rules = {code: table for code, table in tables.items() if code not in NOT_RULES}

    def codes(self) -> tuple[str, ...]:
        """The rules that have words."""
        return tuple(self._rules)

    def text(self, code: str, part: str, facts: Mapping[str, object]) -> str:
        """One of a rule's four texts with the facts filled in."""
        text = self._rules[code].get(part, "")
        if not isinstance(text, str):
            text = text.get(facts.get("case", "default"), text["default"])
        return self.fill(text, facts)

    def fill(self, text: str, facts: Mapping[str, object]) -> str:
        """A text with its facts put into words."""
        return text.format_map(_FactsInWords(facts, self.fact))

    def fact(self, name: str, value: object) -> str:
        """A fact in words, by its name and value."""
        if isinstance(value, Fraction):
            return percent(value)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return self.either([self.fact(name, one) for one in value])
        if isinstance(value, int) and name in DIE_FACTS:
            return str(self._words["unnumbered"].get(str(value)) or self._words["die"].format(n=value))
        if (
            name in DIE_FACTS and isinstance(value, str) and re.fullmatch(r"-?\d+\+\d+", value)
        ):  # with so many brake dice
            die, brakes = map(int, value.split("+"))
            text = self._words["braked" if brakes == 1 else "braked-more"]
            return str(text).format(die=self.fact(name, die), count=brakes)
        if isinstance(value, int) and (name in GEAR_FACTS or name == "skipped"):
            return str(self._words["gears"][value]) if 0 <= value < len(self._words["gears"]) else str(value)
        if value is None:
            return str(self._words["nothing"])
        if name in CAR_FACTS and isinstance(value, str) and len(value) == 1 and "lettered" in self._words:
            return str(self._words["lettered"]).format(name=value)
        if name in NAME_FACTS and isinstance(value, str) and value:
            return self.called(value)
        if isinstance(value, int) and name in TIME_FACTS:
            return f"{'−' * (value < 0)}{abs(value) // 60}:{abs(value) % 60:02d}"
        if name in FIGURE_FACTS and isinstance(value, str):
            return value.replace(".", decimal_sign())
        if isinstance(value, int) and value < 0:
            return f"−{-value}"
        return str(self._words["names"].get(str(value)) or self.place(str(value)))

    def alone(self, name: str, value: object) -> str:
        """A fact that stands in no sentence, as on a dial: where a language has articles it has none there."""
        return str(self._alone).format(it=self.fact(name, value))

    def called(self, name: str) -> str:
        """A driver as they are called; the learner of a lesson in the language that is spoken."""
        return self._you if name == YOU else name

    def step(self, die: int, to: str) -> str:
        """A die and where it goes."""
        return str(self._words["step"]).format(die=self.fact("die", die), to=self.fact("space", to))

    def expected(self, key: str, facts: Facts) -> str:
        """The part a game expected where it could not read on."""
        return self._reading[key].format_map(_as_written(facts))

    def refused(self, key: str, facts: Facts) -> str:
        """Why something given cannot be used: in a sentence, or by what a game expected instead of what was found."""
        if key in self._reading:
            return self.refused("expected", {"expected": self.expected(key, facts), "found": facts.get("found", "")})
        return self._refused[key].format_map(_as_written(facts))

    def phrase(self, group: str, key: str, facts: Facts = MappingProxyType({})) -> str:
        """A few words of one group: what a decision, a dial, an event or a kind of space is called."""
        text = str(self._words[group][key])
        return self.fill(text, facts) if facts else text

    def group(self, group: str) -> Mapping[str, str]:
        """All words of a group."""
        return MappingProxyType(self._words[group])

    def glossary(self) -> Mapping[str, str]:
        """The words of the game that are told in a sentence: the forms of each, parted by |, and the sentence."""
        return {entry["forms"]: entry["is"] for entry in self._words["glossary"].values()}

    def tray(self, kind: str) -> Mapping[str, str]:
        """Explanations of pieces, dials or offers, by name."""
        return MappingProxyType(self._words["tray"].get(kind, {}))

    def driving(self, code: str) -> Mapping[str, str]:
        """A principle of driving: its name, what it says to do, and why."""
        return MappingProxyType(self._words["driving"][code])

    def place(self, key: str) -> str:
        """A space as people call it: "b2.d1" is drift space 1 of bend 2, "219a#3.L2" row 2 left on tile 3."""
        key = key.rpartition("#")[2]
        numbers = dict(zip("nk", re.findall(r"\d+", key), strict=False))
        pattern = self._words["places"].get(re.sub(r"\d+", "", key))
        whole = pattern and pattern.count("{") <= len(numbers)  # a letter without its number stays as it was written
        return str(pattern).format_map(numbers) if whole else key

    def cite(self, cite: Cite) -> str:
        """Where a rule stands in print, and on what ground."""
        books = self._words["books"]
        where = self.joined([books[book].format(place=place) for book, place in cite.places]) or books["none"]
        ground = self._words["ground"]["detail" if cite.ruling and cite.basis is Basis.TEXT else cite.basis]
        return f"{where}{ground.format(ruling=cite.ruling)}"

    def joined(self, parts: Sequence[str]) -> str:
        """A list whose parts may have commas of their own."""
        return self._between.join(parts)

    def either(self, parts: Sequence[str]) -> str:
        """A list to choose from, as people say it. Where a text means all of it, it says so."""
        return Choice.of(parts, self._joins) if parts else str(self._words["nothing"])

    def both(self, parts: Sequence[str]) -> str:
        """A list in which all are meant."""
        return Choice.of(parts, self._joins.all())

    def row(self, parts: Sequence[str]) -> str:
        """A list with a comma between all of its parts."""
        return Choice.of(parts, self._joins.row())


def _as_written(facts: Facts) -> dict[str, str]:
    return {
        name: ", ".join(map(str, value)) or "–"
        if isinstance(value, Sequence) and not isinstance(value, str)
        else str(value)
        for name, value in facts.items()
    }


def words(game: str) -> Words:
    """The words of a game in the language that is spoken."""
    return _words(game, spoken())


@lru_cache(maxsize=16)
def _words(game: str, language: str) -> Words:
    return Words(*(room_texts(room, language).tables for room in (f"games.{game}", "tutor")))


def colon(label: str, text: str = "") -> str:
    """Something and what is told of it; or what is to be told of it follows."""
    return str(text_tables("tutor")["page"]["colon"]).format(label=label, text=text).rstrip()


def semicolons(parts: Sequence[str]) -> str:
    """A list of no game, whose parts may have commas of their own."""
    return str(text_tables("tutor")["joins"]["semicolon"]).join(parts)


def shared_words(game: str, group: str) -> Plain:
    """A group of words that belong to no game, where this game says something else with its own words."""
    own = text_tables(f"games.{game}")["words"].get(group, {})
    return {**text_tables("tutor")[group], **own}


def text_tables(room: str) -> Plain:
    """The texts of a room in the language that is spoken; they are read once and must not be changed."""
    return room_texts(room, spoken()).tables


def span_in_words(seconds: float) -> str:
    """So much time as people say it: 19:10, 12 s, or 0.8 s."""
    if round(seconds) >= A_MINUTE:
        return f"{round(seconds) // A_MINUTE}:{round(seconds) % A_MINUTE:02}"
    told = decimal(seconds, 0 if seconds >= WHOLE or not round(seconds, 1) else 1)
    return str(text_tables("tutor")["why"]["seconds"]).format(count=told)
