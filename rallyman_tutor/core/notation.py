"""Reading text that people write by hand, and saying precisely where it stops making sense.

Every notation in the house (positions, drafts, stages, routes) is read through one `Reader`, so that every mistake is
told in the same way: which column, what was expected there, what stood there instead. What was expected is a key; its
words are in `texts/`, like all words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from rallyman_tutor.core.rule import Facts

Options = TypeVar("Options")
Move = TypeVar("Move")
NO_FACTS: Facts = {}
MOST_DIGITS = 20
"""The most digits of a number."""
MOST_LETTERS = 60
"""The most letters that a message repeats of a word that cannot be read."""


class Refused(ValueError):
    """Something a person gave cannot be used. `key` names the reason in the texts; `facts` fill its placeholders."""

    def __init__(self, key: str, facts: Facts = NO_FACTS) -> None:
        self.key, self.facts = key, facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.key} ({facts})" if facts else self.key


class Misread(Refused):
    """This is not notation: from `column` (counted from 1) on, `text` is not what `key` names."""

    def __init__(self, text: str, column: int, key: str, facts: Facts = NO_FACTS) -> None:
        super().__init__(key, facts)
        self.text, self.column = text, column

    @property
    def found(self) -> str:
        """The word that stands there instead, or its beginning; nothing where the text ends."""
        return "".join(self.text[self.column - 1 :].split(maxsplit=1)[:1])[:MOST_LETTERS]

    def __str__(self) -> str:
        return f"column {self.column} of {self.text!r}: {super().__str__()}"


class Reader:
    """A cursor on one line of text. `take` reads a pattern if it stands there; `expect` refuses the text if it does
    not."""

    def __init__(self, text: str, at: int = 0, end: int | None = None) -> None:
        self.text, self.at = text, at
        self.end = len(text) if end is None else end
        self.spaces()

    def spaces(self) -> None:
        while self.at < self.end and self.text[self.at].isspace():
            self.at += 1

    @property
    def done(self) -> bool:
        return self.at >= self.end

    def take(self, pattern: str) -> re.Match[str] | None:
        """The match of a pattern right here, or None; blanks behind it are passed over. A number that is too long
        for Python to read is none."""
        match = re.compile(pattern).match(self.text, self.at, self.end)
        if match and len(match[0]) > MOST_DIGITS and re.search(rf"\d{{{MOST_DIGITS}}}", match[0]):
            return None
        if match:
            self.at = match.end()
            self.spaces()
        return match

    def expect(self, pattern: str, key: str, facts: Facts = NO_FACTS) -> re.Match[str]:
        """The match of a pattern that has to stand right here; `key` names what was expected."""
        return self.take(pattern) or self.refuse(key, facts)

    def refuse(self, key: str, facts: Facts = NO_FACTS, at: int | None = None) -> re.Match[str]:
        """Always raises; its type is a match so that `take(…) or refuse(…)` can be written."""
        raise Misread(self.text, (self.at if at is None else at) + 1, key, facts)

    def row(self, pattern: str) -> tuple[str, ...]:
        """All matches of a pattern that follow one another from here on."""
        found = []
        while match := self.take(pattern):
            found.append(match[0])
        return tuple(found)

    def one_of(self, names: Sequence[str], name: str, key: str) -> int:
        """The index of a name in this list; refused here if it is not in it."""
        if name not in names:
            self.refuse(key, {"list": names})
        return names.index(name)

    def settings(self, options: Options, change: Callable[[Options, str, str], Options], key: str) -> Options:
        """These options, changed by every `name=value` in the rest of the text."""
        while not self.done:
            match = self.expect(r"(\w+)=(\w+)", key)
            try:
                options = change(options, match[1], match[2])
            except Refused as error:
                self.refuse(error.key, error.facts, match.start())
        return options

    def split(self, separator: str) -> list[Reader]:
        """The rest of the line, cut at a separator; each part still knows its columns in the whole line."""
        cuts = [i for i in range(self.at, self.end) if self.text[i] == separator]
        starts = [self.at, *(cut + 1 for cut in cuts)]
        return [Reader(self.text, start, end) for start, end in zip(starts, [*cuts, self.end], strict=True)]


def any_of(words: type[Enum]) -> str:
    """The pattern of every word of a game's `Word`."""
    return "|".join(re.escape(word.value) for word in words)


class ScriptedDraft(NamedTuple, Generic[Move]):
    """A draft read from text, with what its dice and cards show where the text says so."""

    moves: tuple[Move, ...]
    shown: tuple[tuple[str, ...], ...] = ()  # per move

    @property
    def shown_moves(self) -> Iterable[tuple[Move, tuple[str, ...]]]:
        """Every move with what it shows; an empty tuple where the text does not say."""
        return zip(self.moves, self.shown or ((),) * len(self.moves), strict=True)

    @property
    def tells_outcomes(self) -> bool:
        """Whether the text says of any move what dice or cards show."""
        return any(self.shown)

    @property
    def as_laid(self) -> Draft[Move]:
        """The moves alone where the text tells no outcome: they are laid in one turn, and nothing is played yet."""
        return self if self.tells_outcomes else self.moves


Draft: TypeAlias = tuple[Move, ...] | ScriptedDraft[Move]
"""A draft to be judged: moves laid, or a script of them."""


def as_scripted(draft: Draft[Move]) -> ScriptedDraft[Move]:
    """Any draft as a scripted one; plain moves tell nothing of what dice and cards show."""
    return draft if isinstance(draft, ScriptedDraft) else ScriptedDraft(draft)


def moves_of(draft: Draft[Move]) -> tuple[Move, ...]:
    """The moves of a draft, scripted or not."""
    return draft.moves if isinstance(draft, ScriptedDraft) else draft


def read_moves(text: str, read: Callable[[Reader], Iterable[tuple[Move, tuple[str, ...]]]]) -> ScriptedDraft[Move]:
    """A draft from its line. `read` reads the next move of the game, with what it shows; or several moves that are
    written as one."""
    reader = Reader(text)
    found: list[tuple[Move, tuple[str, ...]]] = []
    while not reader.done:
        found += read(reader)
    return ScriptedDraft(tuple(move for move, _ in found), tuple(shown for _, shown in found))


def write_moves(draft: Draft[Move], write: Callable[[Move, tuple[str, ...]], str]) -> str:
    """A draft as text; `write` writes one move of the game."""
    return " ".join(write(move, shown) for move, shown in as_scripted(draft).shown_moves)
