"""Reading text that people write by hand, and saying precisely where it stops making sense.

Every notation in the house (positions, drafts, stages, routes) is read through one `Reader`, so that every mistake is
told in the same way: which column, what was expected there, what stood there instead.
"""

from __future__ import annotations

import re


class Misread(ValueError):
    """This is not notation: `text` cannot be read on from `column` (counted from 1), where `expected` should stand."""

    def __init__(self, text: str, column: int, expected: str) -> None:
        self.text, self.column, self.expected = text, column, expected
        super().__init__(text, column, expected)

    def __str__(self) -> str:
        found = self.text[self.column - 1 :].split(maxsplit=1)
        saw = f"not {found[0]!r}" if found else "but the text ends"
        return f"column {self.column}: expected {self.expected}, {saw}\n  {self.text}\n  {' ' * (self.column - 1)}^"


class Reader:
    """A cursor on one line of text. `take` reads on when a pattern stands there; `need` insists."""

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
        """The match of a pattern right here, or None; blanks behind it are passed over."""
        match = re.compile(pattern).match(self.text, self.at, self.end)
        if match:
            self.at = match.end()
            self.spaces()
        return match

    def need(self, pattern: str, expected: str) -> re.Match[str]:
        return self.take(pattern) or self.refuse(expected)

    def refuse(self, expected: str, at: int | None = None) -> re.Match[str]:
        """Always raises; typed as a match so that `take(…) or refuse(…)` reads well."""
        raise Misread(self.text, (self.at if at is None else at) + 1, expected)

    def parts(self, separator: str) -> list[Reader]:
        """What lies ahead, cut at a separator; each part still knows its columns in the whole line."""
        cuts = [i for i in range(self.at, self.end) if self.text[i] == separator]
        starts = [self.at, *(cut + 1 for cut in cuts)]
        return [Reader(self.text, start, end) for start, end in zip(starts, [*cuts, self.end], strict=True)]
