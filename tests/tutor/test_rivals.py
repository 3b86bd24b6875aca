"""The tutor's drivers say a principle of a turn only where it holds there: kept by a decision, or gone against."""

from __future__ import annotations

import pytest

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.principles import PRINCIPLES
from rallyman_tutor.coach.review import turn_just_driven
from rallyman_tutor.coach.why import why_decided
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.rivals_view import rivals
from rallyman_tutor.tutor.advice.why_view import why_in_words
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.tutor import told_twice as twice
from tests.tutor.test_review import driven_on

pytestmark = pytest.mark.usefixtures("same_tables")


def race(key: str, stage: str, level: str) -> list[Session]:
    """A race against one driver of a level, whenever that one has driven a turn."""
    session, found = begin(SHELF[key], stage, ("You", "Ana"), frozenset({1}), "3", level), list[Session]()
    while len(found) < 2 and not session.game.over(session.state):
        before, session = session, driven_on(session, "works")
        if len(session.replay.past) > len(before.replay.past) + 1:
            found.append(session)
    return found


@pytest.mark.parametrize(
    ("key", "stage", "level"),
    [("classic", "short", "novice"), ("classic", "short", "works"), ("dirt", "R4-SS1", "club")],
)
def test_what_they_say_holds_of_a_decision_of_that_turn(key: str, stage: str, level: str) -> None:
    game, tell = SHELF[key], twice.Twice(key, "rivals")
    driving = text_tables(f"games.{key}")["words"]["driving"]
    names = {driving[one.code]["name"] for one in PRINCIPLES[key]}
    said, broken = 0, 0
    for session in race(key, stage, level):
        turn = turn_just_driven(game, session.replay, 1)
        reasons = [why_decided(game, *made) for made in turn if race_coach(game).is_driven(made[0])]
        told = [shown for shown in rivals(session) if shown]
        for one in (one for shown in told for one in shown["told"]):
            if one["answer"]:
                broken += 1
                answers = [
                    tell(
                        "answer",
                        name=driving[why.named.principle.code]["name"],
                        better=why_in_words(game, words(key), why),
                    )
                    for why in reasons
                    if why.named
                ]
                assert one["answer"] in answers and one["asked"] == tell("asked", driver="Ana") and not one["said"]
            else:
                said += 1
                assert one["said"] in {tell("wanted", driver="Ana", name=name) for name in names}
                assert any(why.behind < 0.05 for why in reasons), "one of the best decisions was made"
    assert said + broken > 0
    assert not (level == "works" and broken), "who drives as well as can be goes against nothing"
