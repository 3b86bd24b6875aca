"""The lesson of a drive: each reason is that of its mistake, and the principle that cost most is found again by adding
up; puzzles about it are about it."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest

from rallyman_tutor.coach import evening
from rallyman_tutor.coach.puzzles import puzzles
from rallyman_tutor.coach.review import Review as DriveReview
from rallyman_tutor.coach.why import why_decided
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.evening_view import lesson_of
from rallyman_tutor.tutor.advice.why_view import why_in_words
from rallyman_tutor.tutor.learner import past_decisions
from rallyman_tutor.tutor.session.intents import Review
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.test_review import to_the_finish
from tests.tutor.test_review_twice import span

pytestmark = pytest.mark.usefixtures("same_tables")


@pytest.mark.parametrize(("key", "stage"), [("classic", "short"), ("classic", "first"), ("dirt", "R4-SS1")])
def test_what_the_evening_was_about_is_found_again(key: str, stage: str) -> None:
    game, tell = SHELF[key], twice.Twice(key, "evening")
    session = update(to_the_finish(begin(game, stage, ("You",), frozenset(), "3"), "novice"), Review())
    found = session.looking_back.review
    assert isinstance(found, DriveReview)
    *steps, told = lesson_of(session)
    assert told and steps == [None] * len(steps)
    made = [one for turn in found.turns for one in turn.made if one.loss >= 0.5]
    lost: dict[str, list[float]] = defaultdict(list)
    for reason in (why_decided(game, one.state, one.move) for one in some(made)):
        if reason.named and reason.seen:
            other = next(cost for cost, move in reason.seen.options if move == reason.named.counterpart)
            lost[reason.named.principle.code].append(reason.seen.cost - other)
    code = max(lost, key=lambda one: sum(lost[one]))
    driving = text_tables(f"games.{key}")["words"]["driving"][code]
    facts = {"name": driving["name"], "why": driving["why"], "cost": span(sum(lost[code])), "n": len(lost[code])}
    assert told["about"] == tell("about" if len(lost[code]) > 1 else "about-once", **facts)
    reasons = [why_decided(game, one.state, one.move) for one in found.mistakes]
    assert told["whys"] == [why_in_words(game, words(key), one) if one.named else "" for one in reasons]
    about = [number for number, one in enumerate(puzzles(key), 1) if code in one.principles]
    assert told["puzzles"] == about[:3]


def test_a_mistake_is_reckoned_once_for_the_evening_and_for_practice(monkeypatch: pytest.MonkeyPatch) -> None:
    game, reckoned = SHELF["classic"], Counter[int]()
    session = update(to_the_finish(begin(game, "first", ("You",), frozenset(), "7"), "novice"), Review())
    found = session.looking_back.review
    assert isinstance(found, DriveReview) and found.mistakes
    numbers = {id(one.state): one.number for turn in found.turns for one in turn.made}

    def counted(game: AnyGame, state: AnyState, move: AnyMove) -> Any:
        reckoned[numbers[id(state)]] += 1
        return why_decided(game, state, move)

    monkeypatch.setattr(evening, "why_decided", counted)
    evening.why_mistake.cache_clear()
    kept = [*past_decisions.mistakes(game, found)]
    assert len(kept) == len(found.mistakes) == len(reckoned)
    *_, told = lesson_of(session)
    assert told and set(reckoned.values()) == {1}
    codes = [one["code"] if one else "" for one in told["principles"]]
    assert codes == [one.principle for one, _ in kept] and any(codes)


def test_nothing_is_told_before_somebody_looks_back() -> None:
    session = to_the_finish(begin(SHELF["classic"], "first", ("You",), frozenset(), "3"), "works")
    assert [*lesson_of(session)] == []
    *_, told = lesson_of(update(session, Review()))
    assert told and (told["whys"], told["about"], told["puzzles"]) == ([], "", [])
