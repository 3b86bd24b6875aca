"""The goals: each of them met, and each of them not, asked by a draft that is laid or by moves that were driven."""

from __future__ import annotations

from pathlib import Path

import pytest

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.luck import Scripted
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import begin
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson import goals
from rallyman_tutor.tutor.lesson.goals import GOAL_KINDS, GoalContext
from rallyman_tutor.tutor.lesson.lesson_folders import read_lessons
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some

GAME = SHELF["classic"]
LESSONS = Path(__file__).parents[2] / "lessons"
STRAIGHT = "s8 | A@s1 g2 no-sisu"
BEND = "s4 R3/4x3K4 s3 | A@s4 g3"


def moment(start: str, script: str = "", draft: str = "", game: AnyGame = GAME) -> GoalContext:
    """A script driven from a position, and a draft laid behind it."""
    replay = begin(game, game.spec(start, ()))
    opening = replay.state
    plan = game.read_draft(script)
    for told, faces in zip(plan.moves, plan.shown, strict=True):
        move, shown = game.complete_script(replay.state, told, faces)
        replay = replay.play(move, Scripted(shown, rest=game.harmless_luck))
    return GoalContext(game, opening, replay.state, game.read_draft(draft).moves, replay.past)


# goal, start, script and draft that meet it, script and draft that do not
ASKED = [
    ("reach s3", STRAIGHT, ("", "3 4"), ("", "3")),
    ("reach s3", STRAIGHT, ("3. 4.", ""), ("3.", "")),
    ("reach b1.d1", BEND, ("", "4>d"), ("", "3>l")),
    ("beyond s3", STRAIGHT, ("", "3 4 w"), ("", "3 4")),
    ("beyond b1", BEND, ("", "3>l 2"), ("", "3>l")),
    ("beyond b1", BEND, ("3>l. 2.", ""), ("3>k.", "")),
    ("beyond b1.d1", BEND, ("", "4>d 4>b1.d2"), ("", "4>d")),
    ("beyond b1.line", BEND, ("", "3>l 2"), ("", "4>d")),
    ("gear 4", STRAIGHT, ("", "3 4 w"), ("", "3 2")),
    ("gear 3", STRAIGHT, ("3. stop", ""), ("2. stop", "")),
    ("dice 3", STRAIGHT, ("", "3 4 w"), ("", "3 4")),
    ("dice 3", STRAIGHT, ("3.", "4 w"), ("3. stop", "3 4")),
    ("dice 2", STRAIGHT, ("3. 4. stop", ""), ("3. stop", "")),
    ("dice 3", "s8 | A@s3 g4 | A 3 4", ("", "w"), ("", "w w")),
    ("dice-most 2", STRAIGHT, ("", "3 4"), ("", "3 4 w")),
    ("dice-most 1", STRAIGHT, ("3. 4. stop 4. stop", ""), ("3. stop 3. 4.", "")),
    ("turns-most 1", STRAIGHT, ("3. stop", ""), ("3. stop 4.", "")),
    ("turns-most 2", STRAIGHT, ("3. stop 4. stop", ""), ("3. stop 4. stop 4.", "")),
    ("uses w", STRAIGHT, ("", "3 w"), ("", "3 4")),
    ("uses 3", STRAIGHT, ("3.", "4"), ("2.", "w")),
    ("avoids 3", STRAIGHT, ("", "2 w"), ("", "3")),
    ("avoids w", STRAIGHT, ("w. stop 2.", ""), ("2. w. stop", "")),
    ("way b1.d2", BEND, ("", "4>d 4>b1.d2"), ("", "3>l")),
    ("way b1.line", BEND, ("3>l. 2. stop", ""), ("3>k{good} 2.", "")),
    ("secured", "s8 | A@s1 g2 s4", ("", "3$"), ("", "3")),
    ("secured", "s8 | A@s1 g2 s4", ("3$ stop", ""), ("3. stop", "")),
    ("attack", STRAIGHT, ("A[3. 4.]", ""), ("3. 4.", "")),
    ("attack", STRAIGHT, ("A[3. 4.] 3 4", ""), ("A[3. 4.] 3 4 4. stop", "")),
    ("attack", STRAIGHT, ("", "A[3 4]"), ("", "3 4")),
    ("odds-below 0.1", "s8 | A@s3 g2 | A w 2 !!", ("", ""), ("", "3")),
    ("odds-below 1/3", "s4 R3 s2 | A@s4 g3", ("", "3"), ("", "4")),
    ("clock-most 40", STRAIGHT, ("2. stop", ""), ("2. stop 1. stop", "")),
    ("has clock 90", STRAIGHT, ("2. stop 1. stop", ""), ("2. stop", "")),
    ("hazards-most 1", STRAIGHT, ("3! 4.", ""), ("3! 4!", "")),
    ("breaks CL-GEAR-03", STRAIGHT, ("", "3 5"), ("", "4 5")),
    ("breaks CL-BEND-05", "s4 R3 s2 | A@s4 g3", ("", "4"), ("", "3")),
    ("event spin", "s8 | A@s3 g2 no-sisu | A w 2 !!", ("3!{spin}", ""), ("3!{left}", "")),
    ("event card", STRAIGHT, ("3. stop", ""), ("3.", "")),
    ("no lost", STRAIGHT, ("3. stop", ""), ("3! 4! w!{spin}", "")),
    ("finish", "s4 | A@s4 g2", ("3.", ""), ("", "")),
    ("finish", "s4 | A@s4 g2", ("", "3"), ("", "")),
    ("finish", "s4 | A@s3 g2", ("", "3 w"), ("", "3")),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "start", "met", "unmet"), ASKED)
def test_a_goal_is_met_and_not_met(goal: str, start: str, met: tuple[str, str], unmet: tuple[str, str]) -> None:
    for asked, expected in ((met, True), (unmet, False)):
        now = moment(start, *asked)
        assert goals.is_met(goals.read(GAME, now.start, goal), now) is expected, asked


ON_DIRT = [
    ("beyond L4", "FX-S | A@L3 g3", ("go 3>L4. 4>L5.", ""), ("go 3>R4.", "")),
    ("beyond R4", "FX-S | A@L3 g3", ("", "3>L4 4>L5"), ("", "3>L4")),
    ("uses 3", "202a 205a 203a | A@1.L3 g5", ("", "3b w"), ("", "4 w")),
    ("uses b", "202a 205a 203a | A@1.L3 g5", ("go 3b>2.L1. w>2.L2.", ""), ("go 4>2.L1. w>2.L2.", "")),
    ("avoids b", "202a 205a 203a | A@1.L3 g5", ("", "4 w"), ("", "3b w")),
    ("dice 3", "202a 205a 203a | A@1.L3 g5", ("", "3b 4 5"), ("", "3b w")),
    ("turns-most 1", "FX-S | A@L3 g3", ("go 3>L4.", ""), ("go 3>L4. go 3>L5.", "")),
]


@pytest.mark.parametrize(("goal", "start", "met", "unmet"), ON_DIRT)
def test_a_goal_on_dirt_is_met_and_not_met(goal: str, start: str, met: tuple[str, str], unmet: tuple[str, str]) -> None:
    """Cars go side by side there, and a brake is a die beside a gear die."""
    game = SHELF["dirt"]
    for asked, expected in ((met, True), (unmet, False)):
        now = moment(start, *asked, game)
        assert goals.is_met(goals.read(game, now.start, goal), now) is expected, asked


def test_so_many_turns_are_lost_as_soon_as_another_one_is_due() -> None:
    now = moment(STRAIGHT, "3. stop")
    one, two = (goals.read(GAME, now.start, f"turns-most {many}") for many in (1, 2))
    assert goals.is_met(one, now) and goals.is_lost(one, now), "one was taken, and whatever is done now takes two"
    assert goals.is_met(two, now) and not goals.is_lost(two, now)
    assert not goals.is_lost(one, moment(STRAIGHT, "3. 4."))


@pytest.mark.parametrize(("share", "told"), [("1/3", "33.3333 %"), ("0.004", "0.4 %"), ("0.02", "2 %"), ("1", "100 %")])
def test_a_chance_to_stay_below_is_not_rounded(share: str, told: str) -> None:
    """A third is not below 33 %, and no chance is below "<1 %"."""
    aim = goals.read(GAME, GAME.new(GAME.spec(STRAIGHT, ())), f"odds-below {share}")
    assert goals.in_words(GAME, aim) == f"keep the chance that it goes wrong below {told}"


@pytest.mark.parametrize(
    ("key", "goal", "start", "met", "unmet", "told"),
    [
        ("dirt", "has clock 30", "FX-S | A@L3 g3", "go 3>L4.", "go 4>L4.", "have at least this: clock 0:30"),
        (
            "crazy_rally",
            "has distance 6",
            "C01 rest | A B08 Y01 | choose",
            "play B08+ pass",
            "play B08- pass",
            "have at least this: distance 6",
        ),
        ("mil_millas", "has km 50", "A 25 go ; B | A 25x7", "lay 25", "", "have at least this: kilometres 50"),
    ],
)
def test_whatever_one_stands_with_can_be_asked_for(
    key: str, goal: str, start: str, met: str, unmet: str, told: str
) -> None:
    game = SHELF[key]
    aim = goals.read(game, moment(start, game=game).start, goal)
    assert goals.is_met(aim, moment(start, met, game=game)) and not goals.is_met(aim, moment(start, unmet, game=game))
    assert goals.in_words(game, aim) == told


def test_every_goal_is_asked_both_ways() -> None:
    assert {goal.split()[0] for goal, *_ in ASKED} == set(GOAL_KINDS)


def test_every_goal_has_words() -> None:
    assert set(text_tables("tutor")["goals"]) == set(GOAL_KINDS)
    for goal, start, *_ in ASKED:
        said = goals.in_words(GAME, goals.read(GAME, GAME.new(GAME.spec(start, ())), goal))
        assert "{" not in said and "None" not in said and "Fraction" not in said, said


def test_what_a_lesson_wants_to_happen_is_told_in_words() -> None:
    found = [(lesson, aim) for lesson in read_lessons(LESSONS).lessons for step in lesson.steps for aim in step.goals]
    for lesson, aim in some((lesson, aim) for lesson, aim in found if GOAL_KINDS[aim.name].fact == "event"):
        assert aim.value in text_tables("tutor")["happenings"], (lesson.name, aim)
        assert text_tables("tutor")["happenings"][aim.value] in goals.in_words(SHELF[lesson.key], aim)


@pytest.mark.parametrize(
    ("goal", "key"),
    [
        ("", "no-such-goal"),
        ("fly 3", "no-such-goal"),
        ("Reach s3", "no-such-goal"),
        ("reach", "goal-needs"),
        ("reach s99", "goal-place"),
        ("reach b1", "goal-place"),
        ("beyond b2", "goal-place"),
        ("beyond b", "goal-place"),
        ("gear third", "goal-number"),
        ("dice -1", "goal-number"),
        ("dice ²", "goal-number"),
        ("dice 1234567", "goal-number"),
        ("uses 9", "goal-piece"),
        ("avoids gas", "goal-piece"),
        ("odds-below 2", "goal-share"),
        ("odds-below 1/0", "goal-share"),
        ("odds-below never", "goal-share"),
        ("breaks CL-GEAR-99", "goal-code"),
        ("has lunch 3", "goal-fact"),
        ("has clock", "goal-number"),
        ("has clock 1:30", "goal-number"),
        ("has", "goal-needs"),
        ("event lunch", "goal-event"),
        ("no rolled", "goal-event"),
        ("finish s4", "goal-alone"),
    ],
)  # fmt: skip
def test_what_is_no_goal_is_refused(goal: str, key: str) -> None:
    with pytest.raises(Refused) as error:
        goals.read(GAME, GAME.new(GAME.spec(BEND, ())), goal)
    assert error.value.key == key


def test_what_other_drivers_do_is_not_the_learners() -> None:
    now = moment("s8 | A@s3 g2 ; B@s1 g2", "3. stop B: 3. stop")
    assert sum(what == "card" for what, _ in now.events) == 1
    assert now.place == "s4" and now.gear == 3
