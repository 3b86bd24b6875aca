"""The stage of the day: for everybody the same stage and the same dice, from the date alone.

    of_day("dirt", day)            its name, and the seed of its dice
    seconds(session, day)          what a drive of it took

A result is a share code. It carries the drive, and the drive is driven once more with the dice of that day: with other
dice, on another stage or before the finish it does not count, and the reason is told.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from rallyman_tutor.coach.coaches import RACES, has_race_coach
from rallyman_tutor.coach.puzzles import turn_of_day
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.rally.rally import luck_of
from rallyman_tutor.tutor.session.session import Session


class Daily(NamedTuple):
    """A stage by its name, and the seed of its dice."""

    stage: str
    seed: str


def of_day(key: str, day: date) -> Daily:
    """The stage of a day in a game that is solved."""
    stages = list(RACES[key]().ready)
    return Daily(stages[turn_of_day(f"daily {key}", len(stages), day)], f"daily {key} {day.isoformat()}")


def seconds(session: Session, day: date) -> int:
    """The time of a drive, if it is one of the stage of this day, whole, and with its dice."""
    game, replay = session.game, session.replay
    if not has_race_coach(game):
        raise Refused("daily-no-game")
    daily = of_day(game.key, day)
    drivers = tuple(game.result(replay.start)["drivers"])
    if len(drivers) != 1 or replay.start != game.new(game.spec(_stage(game, daily), drivers)):
        raise Refused("daily-other-stage", {"stage": daily.stage})
    again = replay.undo(len(replay.past))
    for number, past in enumerate(replay.past):
        again = again.play(past.move, luck_of(daily.seed, number))
        if again.past[-1].shown != past.shown:
            raise Refused("daily-other-dice", {"number": number + 1})
    (found,) = game.result(again.state)["sums"]
    if found is None or not game.over(again.state) or not game.still_in(again.state, 0):
        raise Refused("daily-no-finish")
    return int(found)


def _stage(game: AnyGame, daily: Daily) -> str:
    return game.ready_tables.get(daily.stage, daily.stage)
