"""The diary of practice: every answer with its time, its grade and the tries before it.

It is kept with the stars, in the visitor's own browser and in the file they take along, so it is checked when it comes
back. `memory.py` finds out from it how long a learner remembers.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from math import isfinite
from typing import NamedTuple

from rallyman_tutor.core.notation import Refused

PRACTICE, LAPSE, STEP, RISK, DRIVE = "practice", "lapse", "step", "risk", "drive"
"""The kinds of entries: a rule or a decision asked in practice; a rule broken, or time lost by a decision; a step of a
lesson; a guess how likely it is that a draft goes wrong; a stage of a drive that was looked back at."""
FORGOTTEN, KNOWN = 1, 3
"""The grades of a rule, as the scheduler counts them; the grade of a step is its stars."""
MOST_ENTRIES = 1000
"""Only so many answers are kept, the newest; each takes 70 bytes."""
MOST_LETTERS, MOST_NUMBER = 120, 10**11
"""Limits for an entry's texts and numbers; seconds since 1970 stay below the second one for three thousand years."""


NUMBER = (int, float)
ENTRY_TYPES = ((int,), (str,), (str,), (int,), (int,), (int,), *6 * (NUMBER,))
"""The types that each field of an entry may have."""
WITHOUT_COST, WITHOUT_GUESS = 8, 10
"""Fields of an entry that was written before cost and time were noted, and of one that is no guess."""


class Entry(NamedTuple):
    """One answer in practice, broken rule, decision that cost time in a drive, step done, guess, or stage driven."""

    when: int  # seconds since 1970
    kind: str
    # a rule by its code; a decision by its name; a step as lesson#step; of a guess the game; a stage as game/table
    of: str
    grade: int
    tries: int = 0  # wrong answers before the right one
    hints: int = 0  # hints taken
    days: float = 0  # since the rule was last asked; 0 for the first time
    stability: float = 0  # as it was before this answer: days after which nine of ten such rules are still known
    cost: float = (
        0  # seconds by which the answer given first is worse on average than the best; of a stage all decisions
    )
    seconds: float = 0  # from when it was asked until the right answer; of a stage what it took
    guess: float = 0  # of a guess: the middle of the range that was named, from 0 to 1
    chance: float = 0  # and how likely it is


Diary = tuple[Entry, ...]


def entry(
    now: datetime, kind: str, of: str, grade: int, tries: int = 0, hints: int = 0, cost: float = 0, seconds: float = 0
) -> Entry:
    """A new entry of the diary now, of something that was not known before."""
    return Entry(int(now.timestamp()), kind, of, grade, tries, hints, cost=round(cost, 2), seconds=round(seconds, 1))


def with_entry(diary: Diary, entry: Entry) -> Diary:
    """The diary with one entry more."""
    return (*diary, entry)[-MOST_ENTRIES:]


def merged(diary: Diary, other: Diary) -> Diary:
    """Two diaries of one learner, from two tabs, as one in the order of time."""
    return tuple(sorted({*diary, *other})[-MOST_ENTRIES:])


def plain(diary: Diary) -> list[list[object]]:
    """The diary as plain data, as a browser or a file keeps it."""
    return [list(entry if entry.kind == RISK else entry[:WITHOUT_GUESS]) for entry in diary]


def read(raw: object) -> Diary:
    """A diary from plain data; None gives an empty one. An impossible entry is refused, and named by its number."""
    if raw is None:
        return ()
    if not isinstance(raw, list):
        raise Refused("broken-progress", {"place": "log"})
    newest = range(max(0, len(raw) - MOST_ENTRIES), len(raw))
    return tuple(_entry(raw[at], f"log, entry {at + 1}") for at in newest)


def _entry(raw: object, place: str) -> Entry:
    if isinstance(raw, list) and len(raw) in (WITHOUT_COST, WITHOUT_GUESS, len(ENTRY_TYPES)):
        typed = all(type(one) in types for one, types in zip(raw, ENTRY_TYPES, strict=False))
        entry = Entry(*raw)
        if typed and _is_possible(entry):
            return entry
    raise Refused("broken-progress", {"place": place})


def _is_possible(entry: Entry) -> bool:
    numbers: Iterable[float] = (entry.when, *entry[4:])
    return (
        entry.kind in (PRACTICE, LAPSE, STEP, RISK, DRIVE)
        and 0 < len(entry.of) <= MOST_LETTERS
        and FORGOTTEN <= entry.grade <= KNOWN
        and all(isfinite(number) and 0 <= number <= MOST_NUMBER for number in numbers)
        and max(entry.guess, entry.chance) <= 1
    )
