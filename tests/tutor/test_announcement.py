"""The announcement after an action: in brief all that nobody can do without, in full everything."""

from __future__ import annotations

import random
import re

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson.lesson_view import lesson_and_table
from rallyman_tutor.tutor.lesson.refutation import rule_alone
from rallyman_tutor.tutor.lesson.sitting import attempt, sit_down
from rallyman_tutor.tutor.lesson.sitting import update as sits
from rallyman_tutor.tutor.session.intents import Act, AtTable, Lay
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.by_ear import Speech, answer
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, ROOT, lesson_in, solved
from tests.tutor.test_hidden_hands import acts, alone
from tests.tutor.test_session import does, lay, table


def heard(before: Session, intent: AtTable, speech: Speech) -> str:
    return view(update(before, intent), before, speech=speech)["say"]


def test_of_a_refused_die_brief_speech_names_the_rule_and_full_speech_the_reason_and_the_remedies() -> None:
    session = does(table(), lay("1"), lay("2"))
    brief, normal, full = (heard(session, lay("4"), speech) for speech in ("brief", "normal", "full"))
    assert brief == "the 4 on space 3. Gears are changed one at a time."
    assert normal == f"{brief} You go from 2nd to 4th without touching 3rd."
    assert full.startswith(f"{normal} The gearbox takes one step at a time")
    after = view(update(session, lay("4")))
    for remedy in some(after["messages"][0]["remedies"]):
        assert remedy["label"] in full
    assert full.endswith(f"{after['risk']['all']} to lose control.")


def test_that_a_die_may_be_laid_goes_without_saying_in_brief() -> None:
    assert [heard(table(), lay("1"), speech) for speech in ("brief", "normal", "full")] == [
        "the 1 on space 1.", "the 1 on space 1. May be laid.", "the 1 on space 1. May be laid.",
    ]  # fmt: skip
    three = does(table(), lay("1"), lay("2"))
    after = update(three, lay("3"))
    assert heard(three, lay("3"), "full").endswith(f"May be laid. {view(after)['risk']['all']} to lose control.")


def test_of_what_happened_brief_speech_tells_the_own_and_full_speech_all_with_the_dials() -> None:
    session = does(table("first", 3), lay("1"), Act("1>s1"))
    while "Ana:" not in heard(session, Act("stop"), "normal"):
        session = does(session, Act("stop"), lay("1"))
        session = update(session, Act(session.game.write_move(session.draft[0])))
    brief, normal, full = (heard(session, Act("stop"), speech) for speech in ("brief", "normal", "full"))
    assert brief.startswith("You:") and "Ana:" not in brief
    after = update(session, Act("stop"))
    assert full.endswith(answer(after, "dials"))
    thoughts = [line["thought"] for line in view(after)["log"] if line["thought"]]
    assert thoughts and thoughts[-1] in full and thoughts[-1] not in normal


def test_what_others_do_to_the_learner_is_told_in_brief_too() -> None:
    session, named = alone("mil_millas"), ""
    while not named:
        before, session = session, acts(session)
        fresh = [line for line in view(session)["log"] if line["line"] >= before.event_count]
        named = next(
            (line["text"] for line in fresh if line["seat"] > 0 and re.search(r"(?i)\byou\b", line["text"])), ""
        )
    assert named in view(session, before, speech="brief")["say"]


def test_a_lesson_is_read_out_as_much_as_is_wished_for() -> None:
    before = sit_down(lesson_in(ROOT / "classic/02-changing-gear"), 1)
    after = sits(before, Lay("5"))
    brief, full = (lesson_and_table(after, before, None, speech)[1]["say"] for speech in ("brief", "full"))
    assert len(brief) < len(full)


@pytest.mark.parametrize("key", SHELF)
def test_a_rule_that_is_heard_after_one_was_broken_on_purpose_stands_on_the_page(key: str) -> None:
    """Whatever is laid behind the draft that was asked for."""
    titles = {rule_alone(SHELF[key], rule.code)["title"] for rule in SHELF[key].rules()}
    lessons = [lesson_in(folder) for folder in FOLDERS if folder.parent.name == key]
    done = [solved(sit_down(one, at)) for one in lessons for at, step in enumerate(one.steps) if step.kind == "break"]
    luck, rules_heard = random.Random(key), 0
    for sitting in some(done):
        session = sitting.session
        places = [place.key for place in session.game.places(session.state)] or [""]
        pieces = session.game.desk(session.state, session.draft).pieces
        for piece in luck.sample(pieces, min(2, len(pieces))):
            after, problem = attempt(sitting, Lay(piece.key, luck.choice(places)))
            _, shown = lesson_and_table(after, sitting, problem)
            heard = {title for title in titles if f"{title}." in shown["say"]}
            assert heard <= {message["title"] for message in shown["messages"]}, (sitting.lesson.name, sitting.step.id)
            rules_heard += len(heard)
    assert rules_heard > 5
