"""The diary of practice: every answer with its time, its grade and the tries before it.

It is kept with the stars, in the visitor's own browser and in the file they take along, and is never trusted. Without it
nothing could be said later about how somebody learns: `memory.py` reads it.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import NamedTuple

from rallyman_tutor.core.notation import Refused

PRACTICE, LAPSE, STEP = "practice", "lapse", "step"
"""A rule asked in practice; a rule broken unawares; a step of a lesson."""
FORGOTTEN, KNOWN = 1, 3
"""The grades of a rule, as the scheduler counts them; the grade of a step is its stars."""
MOST_ENTRIES = 1000
"""Answers that are kept, 60 bytes each; the oldest ones go first."""
MOST_LETTERS, MOST_NUMBER = 120, 10**11
"""What an entry may hold; seconds since 1970 stay below the second for three thousand years."""


TYPES = ((int,), (str,), (str,), (int,), (int,), (int,), (int, float), (int, float))
"""What each part of an entry may be."""


class Entry(NamedTuple):
    """One answer."""

    when: int  # seconds since 1970
    kind: str
    of: str  # a rule by its code; a step as lesson#step
    grade: int
    tries: int = 0  # wrong answers before the right one
    hints: int = 0  # hints taken
    days: float = 0  # since the rule was last looked at; 0 for the first time
    stability: float = 0  # days after which nine of ten such rules should still be known, before this answer


Diary = tuple[Entry, ...]


def noted(diary: Diary, entry: Entry) -> Diary:
    """One answer more."""
    return (*diary, entry)[-MOST_ENTRIES:]


def joined(diary: Diary, other: Diary) -> Diary:
    """What was answered in two tabs, in the order of time."""
    return tuple(sorted({*diary, *other})[-MOST_ENTRIES:])


def plain(diary: Diary) -> list[list[object]]:
    """As a browser keeps it, and as a file."""
    return [list(entry) for entry in diary]


def read(told: object) -> Diary:
    """A diary from plain data; whoever has none yet begins one. An entry that cannot be is refused by its number."""
    if told is None:
        return ()
    if not isinstance(told, list):
        raise Refused("broken-progress", {"place": "log"})
    newest = range(max(0, len(told) - MOST_ENTRIES), len(told))
    return tuple(_entry(told[at], f"log, entry {at + 1}") for at in newest)


def _entry(told: object, place: str) -> Entry:
    if isinstance(told, list) and len(told) == len(TYPES):
        typed = all(type(one) in types for one, types in zip(told, TYPES, strict=True))
        entry = Entry(*told)
        if typed and _can_be(entry):
            return entry
    raise Refused("broken-progress", {"place": place})


def _can_be(entry: Entry) -> bool:
    numbers: Iterable[float] = (entry.when, entry.tries, entry.hints, entry.days, entry.stability)
    return (
        entry.kind in (PRACTICE, LAPSE, STEP)
        and 0 < len(entry.of) <= MOST_LETTERS
        and FORGOTTEN <= entry.grade <= KNOWN
        and all(isfinite(number) and 0 <= number <= MOST_NUMBER for number in numbers)
    )
