"""A learner's own pace: found again where learners of a known pace were simulated, and not guessed from few answers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import exp, log
from random import Random

import pytest
from fsrs import Card, Rating, Scheduler

from rallyman_tutor.tutor.learner import memory
from rallyman_tutor.tutor.learner.diary import LAPSE, PRACTICE, Diary, Entry
from rallyman_tutor.tutor.learner.memory import ENOUGH_ANSWERS, chance_known, log_loss, pace, telling_answers
from rallyman_tutor.tutor.learner.progress import Progress, with_practised

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def answers(true: float, count: int, seed: str) -> Diary:
    """The answers of somebody of this pace, who comes some days early or late and forgets as the curve says."""
    luck, found = Random(seed), list[Entry]()
    while len(found) < count:
        now, card = NOON, Card(card_id=0)
        card, _ = SCHEDULER.review_card(card, Rating.Again, now)
        for _ in range(6):
            assert card.stability
            away = max(1.0, card.stability * luck.choice((0.5, 1, 2, 4, 8)))
            entry = Entry(len(found), PRACTICE, "CL-GEAR-03", 1, 0, 0, away, card.stability)
            entry = entry._replace(grade=3 if luck.random() < chance_known(entry, true) else 1)
            found.append(entry)
            now += timedelta(days=away)
            card, _ = SCHEDULER.review_card(card, Rating(entry.grade), now)
    return tuple(found[:count])


def test_the_curve_of_forgetting_is_the_schedulers_own() -> None:
    assert SCHEDULER.parameters[20] == memory.DECAY
    card, _ = SCHEDULER.review_card(Card(card_id=0), Rating.Good, NOON)
    assert card.stability
    for away in (1, 5, 40):
        mine = chance_known(Entry(0, PRACTICE, "x", 3, 0, 0, away, card.stability), 1)
        assert mine == pytest.approx(SCHEDULER.get_card_retrievability(card, NOON + timedelta(days=away)), abs=1e-6)


@pytest.mark.parametrize("true", [0.4, 1.0, 2.5])
def test_the_pace_of_a_simulated_learner_is_found_again(true: float) -> None:
    found = [pace(answers(true, 800, f"{true}:{seed}")) for seed in range(8)]
    middle = exp(sum(log(one or 0) for one in found) / len(found))
    assert middle == pytest.approx(true, rel=0.2)
    assert all(one and true / 1.7 < one < true * 1.7 for one in found)


@pytest.mark.parametrize("true", [0.4, 2.5])
def test_what_comes_next_is_foretold_better_at_the_pace_that_was_found(true: float) -> None:
    """By logarithmic loss, on answers that the fit has not seen."""
    for seed in range(8):
        every = answers(true, 1600, f"next:{true}:{seed}")
        own = pace(every[:800])
        assert own and log_loss(every[800:], own) < log_loss(every[800:], 1)


def test_below_two_hundred_answers_nobody_has_a_pace_yet() -> None:
    every = answers(0.4, ENOUGH_ANSWERS, "few")
    assert pace(every[:-1]) is None
    assert pace(every) is not None


def test_what_tells_nothing_about_remembering_does_not_count() -> None:
    useless = (
        Entry(0, LAPSE, "x", 1, 0, 0, 9, 9),  # whoever keeps a rule in play is not noted
        Entry(0, PRACTICE, "x", 3),  # the first time
        Entry(0, PRACTICE, "x", 3, 0, 0, 0.01, 9),  # within the hour
    )
    every = answers(2.5, ENOUGH_ANSWERS, "more")
    assert pace((*every, *useless * 50)) == pace(every)
    assert telling_answers((*every, *useless)) == list(every)


def test_whoever_remembers_longer_is_asked_later() -> None:
    def gap(before: Diary) -> timedelta:
        progress = with_practised(Progress(diary=before), "CL-GEAR-03", 0, 0, NOON)
        return datetime.fromisoformat(progress.cards["CL-GEAR-03"]["due"]) - NOON

    assert gap(()) == timedelta(days=2)  # the scheduler's own, as long as there is no pace
    assert gap(answers(2.5, 900, "slow")) > gap(()) > gap(answers(0.2, 900, "quick"))
