"""A lesson's words to a learner: whether a step is to go well, its point to take away, and nothing before its time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games.classic.state import VALUES as CLASSIC
from rallyman_tutor.games.dirt.state import VALUES as DIRT
from rallyman_tutor.tutor.lesson.kinds.drive import DriveStep
from rallyman_tutor.tutor.lesson.kinds.registry import KINDS
from rallyman_tutor.tutor.lesson.lesson_view import lesson_and_table, lesson_view
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.session.intents import Act, Again, AtTable, Claim, InLesson, Lay
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, ROOT, deeds, lesson_in, name, parts, refuted


def at(folder: str, step: str) -> Sitting:
    """A learner at a step of one of our lessons."""
    lesson = lesson_in(ROOT / folder)
    return sit_down(lesson, [one.id for one in lesson.steps].index(step))


def does(sitting: Sitting, *intents: InLesson | AtTable) -> Sitting:
    for intent in intents:
        sitting = update(sitting, intent)
    return sitting


def lay(piece: str, place: str = "") -> Lay:
    return Lay(piece, place)


def test_a_step_says_whether_it_is_to_go_well_or_a_rule_is_to_be_broken() -> None:
    assert {f"task-{kind}" for kind in KINDS} <= set(text_tables("tutor")["lesson"])
    told = lesson_view(at("classic/02-changing-gear", "skip"))
    assert told["task"] == "Break a rule on purpose"
    assert told["say"].startswith("Break a rule on purpose. Skip a gear")


def test_a_rule_broken_on_purpose_is_nothing_to_mend_and_no_alarm() -> None:
    """The 2 on the start breaks a second rule beside the one that was asked for."""
    done = does(at("classic/01-first-die", "too-high"), lay("2", "start"))
    assert len({one.code for one in done.session.game.judge(done.session.state, done.session.draft)}) > 1
    (told,) = lesson_and_table(done)[1]["messages"]
    assert (told["code"], told["kind"], told["fix"], told["remedies"]) == ("CL-GEAR-01", "fact", "", [])
    assert lesson_view(done)["rule"] is None  # it is told already


def test_a_step_that_is_done_says_the_rule_behind_it() -> None:
    before = at("classic/02-changing-gear", "up")
    assert lesson_view(before)["rule"] is None
    laid = does(before, lay("3"))
    done = does(laid, lay("4"))
    told = lesson_view(done, laid)
    rule = told["rule"]
    assert rule and rule["title"] and rule["why"] and rule["code"].startswith("CL-GEAR")
    assert rule["kind"] is Kind.FACT
    assert f"{rule['title']}. Stars" in told["say"]


@pytest.mark.parametrize(
    ("folder", "step", "words"),
    [
        ("classic/07-look-ahead", "trap", "I stop here."),
        ("classic/16-order-of-play", "queue", "After you, Ben."),
        ("classic/13-spins", "park", "Neutral, please."),
        ("classic/01-first-die", "sixth", "Sixth gear, please."),
    ],
)
def test_a_claim_is_announced_and_listed_in_the_words_of_its_button(folder: str, step: str, words: str) -> None:
    before = at(folder, step)
    after = does(before, Claim(before.step.claims[0].id))
    assert lesson_view(after, before)["say"].startswith(words)
    assert lesson_and_table(after)[1]["draft"][-1]["name"] == words.rstrip(".")


@pytest.mark.wide
@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_no_claim_of_any_lesson_is_said_to_lead_nowhere(folder: Path) -> None:
    lesson = lesson_in(folder)
    for number, step in enumerate(lesson.steps):
        for claim in step.claims:
            before = sit_down(lesson, number)
            said = lesson_view(does(before, Claim(claim.id)), before)["say"]
            assert not re.search(r"nowhere|this space|car [A-Z]\b|[{}]", said), said


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_where_a_die_is_to_be_found_no_name_gives_it_away(folder: Path) -> None:
    lesson = lesson_in(folder)
    for number, step in enumerate(lesson.steps):
        if step.kind == "find":
            names = [one["name"] for one in lesson_and_table(sit_down(lesson, number))[1]["draft"]]
            assert not any("nowhere" in one for one in names), names


def test_the_button_of_a_claim_shows_the_dice_it_lays() -> None:
    (shy,) = parts(lesson_view(at("dirt/11-flat-out", "shy")))["claims"]
    assert [(die["piece"], die["place"].rpartition("#")[2]) for die in shy["draft"]] == [("4", "1.L2"), ("5", "1.L3")]
    (stop,) = parts(lesson_view(at("dirt/11-flat-out", "look")))["claims"]
    assert stop["draft"] == []


def test_a_claim_of_many_dice_replaces_what_lies_there_and_one_of_a_single_die_is_added() -> None:
    many = does(at("dirt/11-flat-out", "shy"), lay("4"), lay("5"), Claim("one"))
    assert many.done and len(many.session.draft) == 1
    assert [broken.code for broken in many.session.game.judge(many.session.state, many.session.draft)] == []
    one = does(at("dirt/16-damage", "orange"), lay("o"), Claim("more"))
    assert one.done and len(one.session.draft) == 2


def test_a_turn_that_ends_short_says_so_where_one_turn_was_asked_for() -> None:
    before = does(at("classic/01-first-die", "home"), lay("1"), Act("1>s1"))
    assert not refuted(lesson_view(before))["lost"]
    short = does(before, Act("stop"))
    told = refuted(lesson_view(short, before))
    assert told["lost"] and told["say"].endswith("Begin this step again.")
    again = does(short, Again())
    assert lesson_view(again)["refutation"] is None


def test_who_is_blocked_has_met_the_goal_whether_or_not_somebody_is_named() -> None:
    before = at("classic/15-passing-in-bends", "stuck")
    after = does(before, Act("blocked"))
    assert after.done and "Ben" in lesson_view(after, before)["say"]


IN_TURNS = re.compile(r"in (one|a single|two) turns?\b")


def test_what_is_to_be_driven_in_one_turn_fails_in_two() -> None:
    steps = [step for folder in FOLDERS for step in lesson_in(folder).steps if step.kind in ("roll", "drive")]
    found = ((step, IN_TURNS.search(step.words.goal)) for step in steps)
    for step, asked in some((step, asked) for step, asked in found if asked):
        most = 2 if asked[1] == "two" else 1
        assert most in [aim.value for aim in step.goals if aim.name == "turns-most"], step.id


TIMES = {"half a minute": 30, "a minute": 60, "twenty seconds": 20}


def test_a_time_that_a_drive_is_to_take_is_its_par() -> None:
    drives = [step for folder in FOLDERS for step in lesson_in(folder).steps if isinstance(step, DriveStep)]
    found = ((step, re.search(r"\bin (half a minute|a minute|\w+ seconds)", step.words.goal)) for step in drives)
    for step, asked in some((step, asked) for step, asked in found if asked):
        assert step.par == TIMES[asked[1]], step.words.goal


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_a_rule_broken_on_purpose_is_shown_and_announced_as_one_rule(key: str) -> None:
    """Title, reason and what is said aloud are all of the rule that the step asks for."""
    lessons = [lesson_in(folder) for folder in FOLDERS if folder.parent.name == key]
    for lesson, at in some((one, at) for one in lessons for at, step in enumerate(one.steps) if step.kind == "break"):
        before, done = next((before, done) for _, before, done in deeds(lesson, at) if done.done)
        (told,) = lesson_and_table(done)[1]["messages"]
        asked = [goal.value for goal in lesson.steps[at].goals if goal.name == "breaks"]
        assert [told["code"]] == asked, (lesson.name, at)
        said = lesson_view(done, before)["say"]
        assert told["title"] in said and told["said"] in said, (lesson.name, at)


def test_what_a_card_may_bring_is_in_the_chance_that_is_shown() -> None:
    done = does(at("classic/17-punctures", "third"), lay("4", "b1.cut"))
    shown = lesson_and_table(done)[1]
    assert shown["risk"]["all"] == "20 %" and "The chance is 20 %." in shown["messages"][0]["said"]
    done = does(at("classic/10-shortcuts", "in"), lay("4", "b1.cut"))
    assert lesson_and_table(done)[1]["risk"]["all"] == "0 %"  # without a puncture no card ends anything


def test_what_trees_and_rocks_cost_is_told_before_it_is_asked() -> None:
    told = lesson_view(at("classic/12-off-the-road", "trees"))["text"][0]
    assert "they cost more than grass, and less than rocks" in told
    assert CLASSIC["terrain.grass"] < CLASSIC["terrain.forest"] < CLASSIC["terrain.rock"]


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_the_learner_is_you_in_every_lesson_of_ours(folder: Path) -> None:
    lesson = lesson_in(folder)
    for number, step in enumerate(lesson.steps):
        if step.start != "same":
            session = sit_down(lesson, number).session
            names = {stand.name for stand in session.game.desk(session.state, ()).standings}
            assert not {one for one in names if len(one) == 1}, step.id
            assert session.game.has_hidden_hands or "You" in names, step.id


def test_the_lessons_on_hazards_tell_how_many_faces_of_each_die_have_one() -> None:
    told = lesson_view(at("classic/05-hazards", "triangle"))["text"][0]
    assert (CLASSIC["dice.gear_hazards"], CLASSIC["dice.gas_hazards"], CLASSIC["dice.faces"]) == (2, 1, 6)
    assert "Of six faces a black die has two with a triangle, a white die one." in told
    told = lesson_view(at("dirt/06-hazards", "triangle"))["text"][0]
    assert (list(DIRT["dice.gear_hazards"]), DIRT["dice.gas_hazards"]) == ([1, 1, 2, 2, 2, 2], 1)
    assert (DIRT["dice.leader_hazards"], DIRT["dice.brake_hazards"]) == (2, 2)
    assert "The 1, the 2 and a white die have one such face of six, all other dice two." in told
