"""A menu's entry for a stage before it is driven: its length, the best driving's time, its difficulty, and its course.

All of it comes from the solver's list of solved stages, and so does every other place that tells par of a stage.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypedDict

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.tutor.words.language import kept_by_language
from rallyman_tutor.tutor.words.words import text_tables, words


class StageCard(TypedDict):
    """A stage in words and figures."""

    length: str
    par: str
    hard: str  # from 1 to 5
    loses: str
    course: str  # points of a line, as SVG writes them


@kept_by_language(8)
def stage_cards(game: str) -> Mapping[str, StageCard]:
    """The solved ready stages of a game, by name; none of a game with cards."""
    if game not in RACES:
        return {}
    coach = RACES[game]()
    page, language = text_tables("tutor")["page"], words(game)
    return {
        name: {
            "length": str(page["stage-length"]).format(n=stage.spaces),
            "par": language.fact("time", round(stage.expected)),
            "hard": str(1 + sum(stage.loses >= chance for chance in coach.harder)),
            "loses": str(page["stage-loses"]).format(
                chance=language.fact("chance", Fraction(stage.loses).limit_denominator(10_000))
            ),
            "course": stage.course,
        }
        for name, stage in coach.told_stages().items()
    }
