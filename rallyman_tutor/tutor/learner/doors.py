"""The doors that stand open on the map: places for which there is a reason now, each with that reason in a sentence.

Everything else that there is stands in one list, from the first day on.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import NamedTuple, TypedDict

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.tutor.learner import addresses, insight, placement, puzzles
from rallyman_tutor.tutor.learner.progress import LICENCES, Progress
from rallyman_tutor.tutor.words.explain import rule_title
from rallyman_tutor.tutor.words.page_words import page_words

MOST_DOORS = 3
"""So many stand open at once; the most urgent come first."""
FOR_PUZZLES = 6
"""Lessons after which a puzzle can be solved."""
FOR_INSIGHT = 5
"""Mistakes after which there is something to say about them."""


class OpenDoor(TypedDict):
    """A place, its name, and why it is open now."""

    at: str
    title: str
    why: str


class Attainment(NamedTuple):
    """How far a learner has come in a game."""

    done: int  # lessons
    is_begun: bool
    has_rules: bool  # whether they have done the first chapter, which is enough to drive
    can_be_placed: bool
    licence: str
    due: str  # what is to be practised today, in words; nothing where nothing is


def open_doors(game: AnyGame, progress: Progress, attained: Attainment, now: datetime) -> list[OpenDoor]:
    """The doors that stand open, the most urgent first."""
    return list(islice(_reasons(game, progress, attained, now), MOST_DOORS))


def _reasons(game: AnyGame, progress: Progress, attained: Attainment, now: datetime) -> Iterator[OpenDoor]:
    said = page_words(game)

    def door(at: str, title: str, why: str) -> OpenDoor:
        return {"at": at, "title": str(said[title]), "why": why}

    if attained.due:
        yield door(addresses.PRACTICE, "practice", attained.due)
    if attained.can_be_placed and not attained.is_begun:
        yield door(placement.address(game), "placement", str(said["placement-more"]))
    puzzle = puzzles.address(game) if attained.done >= FOR_PUZZLES else ""
    if puzzle and not puzzles.is_solved(progress, game.key, puzzles.number_at(puzzle, now.date())):
        yield door(puzzle, "puzzles", str(said["puzzles-now"]))
    if attained.has_rules:
        yield door(addresses.address_in_game("drive", game.key), "free-drive", str(said["drive-now"]))
    if attained.licence != LICENCES[0]:
        yield {
            "at": "summary",
            "title": str(said["licences"][attained.licence]),
            "why": str(said["licence-more"][attained.licence]),
        }
    worst = [one for one in insight.costliest_rules(progress.diary) if one.code in game.book]
    if sum(one.times for one in worst) >= FOR_INSIGHT:
        why = str(said["insight-now"]).format(title=rule_title(game, worst[0].code), n=worst[0].times)
        yield door(addresses.INSIGHT, "insight", why)
