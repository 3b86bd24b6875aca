"""A run against the clock as a page shows it: before it begins, its clock while it goes on, and its result."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, TypeAlias, TypedDict

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.tutor.learner import run as runs
from rallyman_tutor.tutor.learner.records import MOST_LETTERS, Scores
from rallyman_tutor.tutor.learner.run import MINUTES, MOST_MISTAKES, Run, WrongAnswer
from rallyman_tutor.tutor.words.explain import rule_title
from rallyman_tutor.tutor.words.words import text_tables

Phase: TypeAlias = Literal["start", "on", "over"]


class ScoreList(TypedDict):
    """The best scores of runs of one length, the best first: place, name and score; and the newest row, -1 for none."""

    minutes: int
    title: str
    rows: list[list[str]]
    newest: int


class MissedShown(TypedDict):
    """Something that was answered wrongly, and where it is told."""

    title: str
    at: str


class RunShown(TypedDict):
    """A run as it stands. While it is `on` there is a question on the board."""

    phase: Phase
    said: str
    left: int  # milliseconds
    minutes: int
    lengths: list[int]
    name: str
    most_letters: int
    score: int
    mistakes: int
    most_mistakes: int
    scores: list[ScoreList]
    missed: list[MissedShown]


def run_shown(game: AnyGame, run: Run | None, scores: Mapping[str, Scores], now: datetime, phase: Phase) -> RunShown:
    """The screen of this phase of a run; before the first one there is none."""
    texts = text_tables("tutor")["run"]
    is_over = phase == "over"
    return {
        "phase": phase,
        "said": _came_of_it(texts, run)
        if run and is_over
        else str(texts["about" if game.key in RACES else "about-rules"]),
        "left": runs.milliseconds_left(run, now) if run and phase == "on" else 0,
        "minutes": run.minutes if run else MINUTES[0],
        "lengths": [*MINUTES],
        "name": run.name if run else "",
        "most_letters": MOST_LETTERS,
        "score": run.score if run else 0,
        "mistakes": len(run.missed) if run else 0,
        "most_mistakes": MOST_MISTAKES,
        "scores": [_listed(texts, game.key, minutes, scores, run if is_over else None) for minutes in MINUTES],
        "missed": [_missed(game, one) for one in run.missed] if run and is_over else [],
    }


def _came_of_it(texts: Mapping[str, str], run: Run) -> str:
    return str(texts[f"over-{run.over}"]).format(score=run.score, name=run.name or texts["you"])


def _listed(
    texts: Mapping[str, str], key: str, minutes: int, scores: Mapping[str, Scores], last: Run | None
) -> ScoreList:
    found = list(scores.get(runs.kind_of(key, minutes), {}).items())
    names = [name for name, _ in found]
    is_here = last is not None and last.minutes == minutes and last.name in names
    return {
        "minutes": minutes,
        "title": str(texts["best"]).format(n=minutes),
        "rows": [[str(place), name or str(texts["you"]), str(score)] for place, (name, score) in enumerate(found, 1)],
        "newest": names.index(last.name) if is_here and last else -1,
    }


def _missed(game: AnyGame, one: WrongAnswer) -> MissedShown:
    """A rule is called by its title, and a puzzle by its own."""
    return {"title": rule_title(game, one.title) if one.title in game.book else one.title, "at": one.at}
