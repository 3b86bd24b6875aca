"""The stage of the day: the same for everybody, and a shared drive counts if it was driven with the dice of the day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.drivers import careful_move
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.rally.rally import luck_of
from rallyman_tutor.tutor.learner import daily
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.sharing import open_shared, share

DAY = date(2026, 12, 24)


def driven(key: str, stage: str, seed: str, cars: int = 1) -> Session:
    """A whole drive by simple drivers."""
    game = SHELF[key]
    session = begin(game, stage, ("You", "Ben")[:cars], frozenset(), seed)
    replay, rng = session.replay, Random(1)
    while not game.over(replay.state):
        replay = replay.play(careful_move(game, replay.state, rng), luck_of(seed, len(replay.past)))
    return replace(session, replay=replay)


def shared(session: Session) -> Session:
    """As somebody finds it who was sent its share code."""
    return open_shared(SHELF, share(session))


@pytest.mark.parametrize("key", RACES)
def test_each_day_has_a_stage_that_is_solved_and_dice_of_its_own(key: str) -> None:
    many = len(RACES[key]().ready)
    found = [daily.of_day(key, DAY + timedelta(days=at)) for at in range(3 * many)]
    assert {one.stage for one in found} == set(RACES[key]().told_stages())
    assert len({one.seed for one in found}) == len(found)
    assert daily.of_day(key, DAY) == found[0]


@pytest.mark.parametrize("key", RACES)
def test_a_whole_drive_of_the_day_counts_with_its_time(key: str) -> None:
    stage, seed = daily.of_day(key, DAY)
    session = driven(key, stage, seed)
    (seconds,) = session.game.result(session.state)["sums"]
    assert daily.seconds(shared(session), DAY) == seconds


def refused(session: Session, day: date = DAY) -> str:
    with pytest.raises(Refused) as why:
        daily.seconds(shared(session), day)
    return why.value.key


def test_a_drive_with_other_dice_on_another_stage_or_not_to_its_end_does_not_count() -> None:
    stage, seed = daily.of_day("classic", DAY)
    other = next(name for name in CLASSIC_COACH.ready if name != stage)
    whole = driven("classic", stage, seed)
    assert refused(driven("classic", stage, "1")) == "daily-other-dice"
    assert refused(replace(driven("classic", stage, "1"), seed=seed)) == "daily-other-dice"
    assert refused(driven("classic", other, seed)) == "daily-other-stage"
    assert refused(driven("classic", stage, seed, cars=2)) == "daily-other-stage"
    assert refused(replace(whole, replay=whole.replay.undo(1))) == "daily-no-finish"
    assert refused(whole, DAY + timedelta(days=1)) in ("daily-other-stage", "daily-other-dice")
    assert refused(
        begin(SHELF["mil_millas"], next(iter(SHELF["mil_millas"].ready_tables)), ("A", "B"), frozenset(), "1")
    ) == ("daily-no-game")
