"""A learner's own best time on each stage, beside par: the best driving's average time there.

Both are told of ready stages that are solved. What somebody else has begun, or what is driven on from a decision that
is tried again, is no time of one's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.stage_cards import stage_cards
from rallyman_tutor.tutor.words.words import text_tables, words


class FinishedDrive(NamedTuple):
    """A drive that has come to its end: what its time is kept under, and its seconds."""

    name: str
    seconds: int


def name_of(key: str, stage: str) -> str:
    """The name under which the best time of a stage is kept."""
    return f"{key}/{stage}"


def reached(session: Session) -> FinishedDrive | None:
    """The time of a drive that the only learner at its table has ended in time, on a stage of which par is told."""
    game, seats = session.game, session.learners
    if not game.over(session.state) or len(seats) != 1 or session.table not in stage_cards(game.key):
        return None
    seconds = game.result(session.state)["sums"][seats[0]]
    return None if seconds is None else FinishedDrive(name_of(game.key, session.table), int(seconds))


def times_told(game: AnyGame, times: Mapping[str, int]) -> dict[str, str]:
    """The best times of a game's stages, by stage."""
    language = words(game.key)
    found = ((stage, times.get(name_of(game.key, stage))) for stage in stage_cards(game.key))
    return {stage: language.fact("time", seconds) for stage, seconds in found if seconds is not None}


def in_words(session: Session, times: Mapping[str, int], before: int | None) -> str:
    """At the finish: the best time and par. `before` is the best time before this drive; None if there was none."""
    game, found = session.game, reached(session)
    if found is None or found.name not in times:
        return ""
    language, best = words(game.key), times[found.name]
    case = "own-best-first" if before is None else "own-best-new" if best < before else "own-best-is"
    facts = {"time": language.fact("time", best), "before": language.fact("time", before or 0)}
    page = text_tables("tutor")["page"]
    par = str(page["stage-par"]).format(par=stage_cards(game.key)[session.table]["par"])
    return f"{str(page[case]).format(**facts)} {par}."
