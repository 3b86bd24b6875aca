"""A class at a glance: the work of pupils, by the files of progress that they took along and gave to their teacher.

Nothing is kept of it: the table is made of the files, and goes with the page. As CSV it has a row for every answer, for
whoever wants to reckon further.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from math import hypot
from typing import NamedTuple, TypedDict

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.learner import diary, progress
from rallyman_tutor.tutor.learner.diary import Entry
from rallyman_tutor.tutor.learner.insight import (
    CardMistakeCost,
    Mistake,
    MistakeCost,
    costliest_at_cards,
    costliest_mistakes,
)
from rallyman_tutor.tutor.learner.insight_view import card_cost_in_words, mistake_in_words
from rallyman_tutor.tutor.learner.progress import Progress
from rallyman_tutor.tutor.words.explain import explain_refusal
from rallyman_tutor.tutor.words.figures import in_seconds
from rallyman_tutor.tutor.words.spreadsheet import as_csv
from rallyman_tutor.tutor.words.words import text_tables

MOST_FILES = 200
MOST_LETTERS = 60
"""Letters of a name."""
ANSWERS = (diary.STEP, diary.PRACTICE, diary.RISK)
COLUMNS = ("pupil", "date", "kind", "what", "grade", "wrong tries", "hints", "cost", "seconds")
"""Of the CSV; they are data, and the same in every language."""


class Pupil(NamedTuple):
    """One file: whose it is, and what is noted there."""

    name: str
    progress: Progress


class ClassTable(TypedDict):
    """A row for each pupil, by name; a row for each kind of mistake in drives, the dearest first, and then at cards;
    the files that are no progress files; and everything as CSV."""

    head: list[str]
    rows: list[list[str]]
    mistakes: list[list[str]]  # first their head, if there are any
    notes: list[str]
    csv: str


def class_table(game: AnyGame, files: object) -> ClassTable:
    """The table of these files, each a pair of its name and what is in it."""
    pupils: list[Pupil] = []
    notes: list[str] = []
    said = _texts()
    for name, held in _files(files):
        try:
            pupils.append(Pupil(_name(held) or name, progress.read(held)))
        except Refused as refused:
            notes.append(said["not-read"].format(file=name, why=explain_refusal(game, refused)))
    pupils.sort(key=lambda pupil: pupil.name.casefold())
    return {
        "head": [said[name] for name in ("pupil", "done", "stars", "answers", "wrong", "hints", "lost", "last")],
        "rows": [_row(pupil) for pupil in pupils],
        "mistakes": _mistakes(pupils),
        "notes": notes,
        "csv": _as_csv(pupils),
    }


def _texts() -> dict[str, str]:
    return {name: str(text) for name, text in text_tables("tutor")["class"].items()}


def _files(files: object) -> Iterator[tuple[str, object]]:
    listed = files if isinstance(files, list | tuple) else []
    if not listed or len(listed) > MOST_FILES:
        raise Refused("no-class", {"most": MOST_FILES})
    for one in listed:
        match one:
            case [str(name), held]:
                yield name.removesuffix(".json")[:MOST_LETTERS], held
            case _:
                raise Refused("no-class", {"most": MOST_FILES})


def _name(held: object) -> str:
    """The name that a pupil has written into their file, or none."""
    name = held.get("name") if isinstance(held, dict) else None
    return " ".join(name.split())[:MOST_LETTERS] if isinstance(name, str) else ""


def _answers(pupil: Pupil) -> list[Entry]:
    return [entry for entry in pupil.progress.diary if entry.kind in ANSWERS]


def _row(pupil: Pupil) -> list[str]:
    """The work of a pupil, summed up."""
    steps, answers = pupil.progress.stars.values(), _answers(pupil)
    last = max((entry.when for entry in pupil.progress.diary), default=None)
    return [
        pupil.name,
        str(sum(map(len, steps))),
        str(sum(sum(one.values()) for one in steps)),
        str(len(answers)),
        str(sum(entry.tries for entry in answers)),
        str(sum(entry.hints for entry in answers)),
        in_seconds(sum(entry.cost for entry in answers)),
        "" if last is None else f"{_moment(last):%Y-%m-%d}",
    ]


def _mistakes(pupils: list[Pupil]) -> list[list[str]]:
    """The kinds of mistakes that the class made: of how many pupils, how often, and the seconds that they cost."""
    found: dict[Mistake, list[MistakeCost]] = {}
    for pupil in pupils:
        for one in costliest_mistakes(pupil.progress):
            found.setdefault(one.mistake, []).append(one)
    several = len({mistake.game for mistake in found if mistake.game}) > 1
    costs = {mistake: sum(one.seconds for one in of) for mistake, of in found.items()}
    rows = [
        [
            mistake_in_words(mistake, several),
            str(len(of)),
            str(sum(one.times for one in of)),
            in_seconds(costs[mistake]),
        ]
        for mistake, of in sorted(found.items(), key=lambda one: (-costs[one[0]], one[0]))
    ]
    rows += _mistakes_at_cards(pupils)
    said = _texts()
    return [[said[name] for name in ("mistake", "pupils", "times", "cost")], *rows] if rows else []


def _mistakes_at_cards(pupils: list[Pupil]) -> Iterator[list[str]]:
    """A row for each kind of mistake at cards, game by game, each with the cost in what its game counts."""
    found: dict[Mistake, list[CardMistakeCost]] = {}
    for pupil in pupils:
        for one in costliest_at_cards(pupil.progress):
            found.setdefault(one.mistake, []).append(one)
    costs = [
        CardMistakeCost(
            mistake,
            sum(one.times for one in of),
            sum(one.cost for one in of),
            hypot(*(one.error for one in of)),
        )
        for mistake, of in found.items()
    ]
    for one in sorted(costs, key=lambda one: (one.mistake.game, -one.cost, one)):
        name = mistake_in_words(one.mistake, several=True)
        yield [name, str(len(found[one.mistake])), str(one.times), card_cost_in_words(one)]


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _as_csv(pupils: list[Pupil]) -> str:
    """Every answer of every pupil, a row each, the oldest first."""
    rows: list[tuple[object, ...]] = [COLUMNS]
    for pupil in pupils:
        for one in _answers(pupil):
            when = f"{_moment(one.when):%Y-%m-%d %H:%M}"
            rows.append((pupil.name, when, one.kind, one.of, one.grade, one.tries, one.hints, one.cost, one.seconds))
    return as_csv(rows)
