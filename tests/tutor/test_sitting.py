"""One learner in one lesson: hints, stars, answers and their refutations, par, claims, what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.lesson import lessons
from rallyman_tutor.tutor.lesson.grading import right_answer
from rallyman_tutor.tutor.lesson.kinds.drive import NEAR_PAR, DriveStep, counted_at_finish, result_so_far
from rallyman_tutor.tutor.lesson.lesson_view import lesson_and_table, lesson_view
from rallyman_tutor.tutor.lesson.lessons import AnyStep, Sitting
from rallyman_tutor.tutor.lesson.refutation import refute
from rallyman_tutor.tutor.lesson.sitting import MOST_STARS, attempt, earned_stars, sit_down, update
from rallyman_tutor.tutor.session.intents import (
    Act,
    Again,
    Answer,
    AtTable,
    Claim,
    Hint,
    InLesson,
    Lay,
    Next,
    Point,
    Step,
    Undo,
)
from tests.tutor.lessons_at_hand import ROOT, a_lesson, lesson_in, parts, solved

TOML = """
game = "classic"
teaches = []

[[steps]]
id = "up"
kind = "goal"
start = "s8 | A@s1 g2"
goals = ["reach s4", "gear 4"]
solution = "3 4 w"

[[steps]]
id = "bend"
kind = "goal"
start = "s4 R2/3x3K4 s5 | A@s4 g3"
goals = ["beyond b1", "odds-below 0.2"]
solution = "2>l 1"

[[steps]]
id = "park"
kind = "break"
start = "s8 | A@s1 g2"
goals = ["breaks CL-TURN-06"]
solution = "stop"
claims = [{ id = "wait", move = "stop" }]

[[steps]]
id = "find"
kind = "find"
start = "s8 | A@s1 g2"
draft = "3 5 w"
wrong = 2
breaks = ["CL-GEAR-03"]

[[steps]]
id = "predict"
kind = "predict"
start = "s8 | A@s1 g2 no-sisu"
draft = "3! 4! w!{spin}"
answers = [{ id = "spin", when = "spin" }, { id = "off", when = "off" }, { id = "on", when = "no lost" }]

[[steps]]
id = "choose"
kind = "choose"
start = "s8 | A@s1 g2"
by = "progress"
drafts = [{ id = "two", draft = "3 4" }, { id = "three", draft = "2 w w" }]

[[steps]]
id = "quiz"
kind = "quiz"
start = "s8 | A@s1 g2"
answers = ["yes", "no", "maybe", "never"]
right = "no"
rule = "CL-GEAR-03"

[[steps]]
id = "roll"
kind = "roll"
start = "s4 R2/3x3K4 s5 | A@s4 g3"
goals = ["event dirty"]
dice = "dirty . !"
solution = "3>k."

[[steps]]
id = "drive"
kind = "drive"
start = "s4 | A@s1 g2"
goals = ["finish"]
dice = ". . . . . . . . . ."
par = 20
solution = "3. 4. w. w."

[[steps]]
id = "attack"
kind = "roll"
start = "same"
goals = ["attack", "event seconds"]
dice = ". !"
solution = "A[3. 4!] 3 4!"
""".replace('"same"', '"s8 | A@s1 g2 ; B@s6 g3 | A then B"')
WORDS = """# Try

All of it.

## up
Up.
## bend
Round.
## park
Park.

- wait: Stop here
## find
Find.
## predict
What happens?

- spin: A spin
- off: Off
- on: Nothing
## choose
Which?

- two: Two
- three: Three
## quiz
Well?

- yes: Yes
- no: No
- maybe: Maybe
- never: Never
! So it is.
## roll
Roll.
## drive
Drive.
## attack
Attack.
"""
AT = {
    id_: at
    for at, id_ in enumerate(["up", "bend", "park", "find", "predict", "choose", "quiz", "roll", "drive", "attack"])
}


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> lessons.Lesson:
    return lesson_in(a_lesson(tmp_path_factory.mktemp("lessons"), TOML, WORDS))


def does(sitting: Sitting, *intents: InLesson | AtTable) -> Sitting:
    for intent in intents:
        sitting = update(sitting, intent)
    return sitting


def lay(piece: str, place: str = "") -> Lay:
    return Lay(piece, place)


HINT = Hint()


@pytest.mark.parametrize("id_", list(AT))
def test_every_kind_is_solved_for_three_stars(lesson: lessons.Lesson, id_: str) -> None:
    assert solved(sit_down(lesson, AT[id_])).stars[AT[id_]] == MOST_STARS


def test_any_legal_way_counts(lesson: lessons.Lesson) -> None:
    assert does(sit_down(lesson), lay("w"), lay("3"), lay("4")).done
    assert not does(sit_down(lesson), lay("4"), lay("w"), lay("w")).done  # it gets there, and may not


def test_hints_cost_stars_and_wait_when_a_step_is_left_undone(lesson: lessons.Lesson) -> None:
    assert solved(does(sit_down(lesson), HINT)).stars[0] == 2
    assert solved(does(sit_down(lesson), HINT, HINT)).stars[0] == 2
    assert solved(does(sit_down(lesson), HINT, HINT, HINT, HINT)).stars[0] == 1
    assert solved(does(sit_down(lesson), HINT, Again())).stars[0] == 2
    assert solved(does(sit_down(lesson), HINT, Step(3), Step(0))).stars[0] == 2


def test_whoever_does_a_step_again_can_better_it_and_never_loses(lesson: lessons.Lesson) -> None:
    once = solved(does(sit_down(lesson), HINT))
    assert solved(does(once, Again())).stars[0] == MOST_STARS
    assert solved(does(solved(sit_down(lesson)), Again(), HINT)).stars[0] == MOST_STARS


def test_stars_of_earlier_evenings_are_kept(lesson: lessons.Lesson) -> None:
    sitting = sit_down(lesson, 2, stars=(3, 2, 9, -4))
    assert sitting.stars == (3, 2, 3, 0, 0, 0, 0, 0, 0, 0) and not sitting.done and sitting.at == 2


def test_stars_are_earned_and_hints_taken_step_by_step(lesson: lessons.Lesson) -> None:
    sitting = does(solved(does(sit_down(lesson), HINT)), Next(), HINT, HINT)
    assert (sitting.stars, sitting.hints) == ((2, *(0,) * 9), (1, 2, *(0,) * 8))
    assert solved(sitting).stars == (2, 2, *(0,) * 8)


@pytest.mark.parametrize(("asked", "at"), [(-3, 0), (0, 0), (9, 9), (10, 9), (99, 9)])
def test_whoever_asks_for_a_step_that_is_none_sits_at_the_nearest(lesson: lessons.Lesson, asked: int, at: int) -> None:
    assert sit_down(lesson, asked).at == at
    assert lesson_view(sit_down(lesson, asked))["last"] is (at == 9)


def test_the_hints_of_a_drive_go_along_with_it(lesson: lessons.Lesson) -> None:
    def shown(sitting: Sitting) -> list[Any]:
        return [
            (one["piece"], one["place"]) for one in lesson_view(does(sitting, HINT, HINT, HINT))["hints"][2]["draft"]
        ]

    start = sit_down(lesson, AT["drive"])
    assert shown(start) == [("3", "s2"), ("4", "s3"), ("w", "s4"), ("w", "finish")]
    on = does(start, lay("3"), Act("3>s2"))
    assert shown(on) == [("4", "s3"), ("w", "s4"), ("w", "finish")]
    astray = does(start, lay("2"), Act("2>s2"))
    assert shown(astray) == shown(start)
    assert "Begin this step again" in lesson_view(does(astray, HINT, HINT, HINT))["hints"][2]["text"]


def test_a_drive_over_par_earns_fewer_stars(lesson: lessons.Lesson) -> None:
    def drives(*moves: str) -> Sitting:
        sitting = sit_down(lesson, AT["drive"])
        for move in moves:
            if move != "stop":
                sitting = does(sitting, lay(move))
                move = sitting.session.game.write_move(sitting.session.draft[0])
            sitting = does(sitting, Act(move))
        return sitting

    assert drives("3", "4", "w", "w").stars[AT["drive"]] == 3  # 20 s
    assert drives("w", "w", "2", "1").stars[AT["drive"]] == 1  # 50 s
    assert drives("2", "3", "w", "w").stars[AT["drive"]] == 2  # 30 s


BY_COUNT = {
    "classic/01-first-die": "time",
    "crazy_rally/01-first-card": "distance",
    "mil_millas/09-points": "points",
}
"""Lessons that end with a drive against par, and what is counted in it."""


def driven(folder: str) -> Sitting:
    """The drive of such a lesson, solved."""
    lesson = lesson_in(ROOT / folder)
    at = next(at for at, step in enumerate(lesson.steps) if isinstance(step, DriveStep))
    return solved(sit_down(lesson, at))


def with_par(sitting: Sitting, par: int) -> Sitting:
    """A sitting whose step has this par."""
    steps: tuple[AnyStep, ...] = tuple(
        replace(step, par=par) if isinstance(step, DriveStep) and at == sitting.at else step
        for at, step in enumerate(sitting.lesson.steps)
    )
    return replace(sitting, lesson=replace(sitting.lesson, steps=steps))


def over_par(end: Sitting) -> int:
    """By how much a drive misses its par."""
    assert isinstance(end.step, DriveStep)
    return end.step.over_par(end)


@pytest.mark.parametrize(("folder", "counted"), BY_COUNT.items())
def test_par_is_told_by_what_is_counted(folder: str, counted: str) -> None:
    end = driven(folder)
    assert counted_at_finish(end.session.game, end.session.state) == counted
    assert parts(lesson_view(with_par(end, 90)))["par"] == ("1:30" if counted == "time" else "90")


@pytest.mark.parametrize("folder", [folder for folder, counted in BY_COUNT.items() if counted != "time"])
def test_where_much_is_good_whoever_stays_below_par_earns_fewer_stars(folder: str) -> None:
    end = driven(folder)
    got = result_so_far(end)
    assert [over_par(with_par(end, got + more)) for more in (-1, 0, 1)] == [-1, 0, 1]
    for par, stars in ((got - 1, 3), (got, 3), (got + 1, 2), (got + got // 10, 2), (got + got // 5, 1)):
        assert earned_stars(with_par(end, par)) == stars, par


def test_twenty_seconds_over_par_earn_two_stars_and_one_second_more_earns_one() -> None:
    end = driven("dirt/06-hazards")
    got = result_so_far(end)
    for over, stars in ((0, 3), (1, 2), (NEAR_PAR, 2), (NEAR_PAR + 1, 1)):
        assert earned_stars(with_par(end, got - over)) == stars, over


def test_a_wrong_answer_costs_a_star_once_and_is_refuted(lesson: lessons.Lesson) -> None:
    sitting = does(sit_down(lesson, AT["quiz"]), Answer("yes"))
    refuted = refute(sitting)
    assert refuted and refuted["rules"][0]["code"] == "CL-GEAR-03" and earned_stars(sitting) == 2
    assert earned_stars(does(sitting, Answer("yes"))) == 2
    for id_ in ("maybe", "never", "yes"):
        sitting = does(sitting, Answer(id_))
    assert does(sitting, Answer("no")).stars[AT["quiz"]] == 1
    assert refute(does(sitting, Undo())) is None


def test_only_where_a_draft_leads_is_foretold_and_only_until_it_is_said(lesson: lessons.Lesson) -> None:
    assert [id_ for id_, at in AT.items() if sit_down(lesson, at).is_to_be_foretold] == ["predict"]
    assert not solved(sit_down(lesson, AT["predict"])).is_to_be_foretold


def test_a_wrong_prediction_is_answered_by_what_happens_and_the_right_one_is_seen(lesson: lessons.Lesson) -> None:
    sitting = does(sit_down(lesson, AT["predict"]), Answer("off"))
    refuted = refute(sitting)
    assert refuted and "spin" in refuted["say"] and any(line["code"] == "CL-LOC-04" for line in refuted["events"])
    assert not sitting.session.replay.past
    assert lesson_view(sitting)["right"] == ""  # that is told once it was given
    seen = does(sitting, Answer("spin"))
    assert seen.done and len(seen.session.replay.past) == 3 and lesson_view(seen)["right"] == "spin"


def test_where_a_draft_ends_is_not_told_before_it_is_foretold(lesson: lessons.Lesson) -> None:
    start = sit_down(lesson, AT["predict"])
    sheet, shown = lesson_and_table(start)
    assert sheet["task"] == "Say what will happen" and shown["draft"] and not shown["ends"]
    assert "then" not in [dial["name"] for dial in shown["dials"]]
    assert "then" in [dial.name for dial in start.session.game.desk(start.session.state, start.session.draft).readouts]


def test_a_worse_draft_is_refuted_by_what_each_is_worth(lesson: lessons.Lesson) -> None:
    refuted = refute(does(sit_down(lesson, AT["choose"]), Answer("two")))
    assert refuted and [one["text"] for one in refuted["worth"]] == ["as far as space 3", "as far as space 4"]
    assert right_answer(lesson, AT["choose"]) == "three"


def test_what_each_draft_is_worth_stands_beside_it_once_the_best_is_found(lesson: lessons.Lesson) -> None:
    wrong = does(sit_down(lesson, AT["choose"]), Answer("two"))
    assert [answer["worth"] for answer in parts(lesson_view(wrong))["answers"]] == ["", ""]
    told = parts(lesson_view(does(wrong, Answer("three"))))["answers"]
    assert [answer["worth"] for answer in told] == ["as far as space 3", "as far as space 4"]


def test_breaking_another_rule_than_the_one_asked_for_is_told_with_what_mends_it(lesson: lessons.Lesson) -> None:
    (told,) = lesson_and_table(does(sit_down(lesson, AT["park"]), lay("4")))[1]["messages"]
    assert told["code"] == "CL-GEAR-02" and told["remedies"]


def test_drafts_to_choose_from_show_their_dice_on_their_places_and_words_show_none(lesson: lessons.Lesson) -> None:
    two, _ = parts(lesson_view(sit_down(lesson, AT["choose"])))["answers"]
    assert [(die["piece"], die["place"]) for die in two["draft"]] == [("3", "s2"), ("4", "s3")]
    for step in ("predict", "quiz"):
        assert not any(answer["draft"] for answer in parts(lesson_view(sit_down(lesson, AT[step])))["answers"])


def test_pointing_at_a_die_that_is_fine_says_so(lesson: lessons.Lesson) -> None:
    sitting = does(sit_down(lesson, AT["find"]), Point(0))
    refuted = refute(sitting)
    assert refuted and refuted["rules"] == [] and "No rule objects" in refuted["say"]
    assert does(sitting, Point(1)).stars[AT["find"]] == 2


def test_an_illegal_draft_is_refuted_by_its_rule_and_a_dear_one_by_what_would_happen(lesson: lessons.Lesson) -> None:
    refuted = refute(does(sit_down(lesson), lay("4")))
    assert refuted and refuted["rules"][0]["code"] == "CL-GEAR-02" and refuted["goals"]
    assert [
        goal["met"] for goal in parts(lesson_view(does(sit_down(lesson), lay("2"), lay("w"), lay("w"))))["goals"]
    ] == [
        True,
        False,
    ]
    open_ = refute(does(sit_down(lesson), lay("3")))
    assert (
        open_ and open_["rules"] == [] and open_["say"] == "Not there yet. Still open: get to space 4, and end in 4th."
    )
    dear = refute(does(sit_down(lesson, AT["bend"]), lay("4", "b1.line")))
    assert dear and any("control is lost" in line["text"] for line in dear["events"])


def test_what_no_die_is_laid_for_can_be_claimed_and_has_the_lessons_words(lesson: lessons.Lesson) -> None:
    sitting = does(sit_down(lesson, AT["park"]), Claim("wait"))
    assert sitting.done and lesson_and_table(sitting)[1]["draft"][0]["name"] == "Stop here"
    assert does(sitting, Undo()).session.draft == ()


def test_told_cards_wait_until_one_is_drawn_and_undo_gives_them_back(lesson: lessons.Lesson) -> None:
    sitting = does(sit_down(lesson, AT["roll"]), lay("3", "b1.cut"), Act("3>b1.cut"))
    assert sitting.session.replay.past[0].shown == (".", "dirty")
    again = does(sitting, Undo(), Act("3>b1.cut"))
    assert again.session.replay.past[0].shown == (".", "dirty")


def test_other_drivers_never_use_up_the_learners_dice(lesson: lessons.Lesson) -> None:
    sitting = solved(sit_down(lesson, AT["attack"]))
    assert sitting.session.replay.past[0].shown == (".", "!")
    assert sitting.session.game.turn(sitting.session.state) == 0


@pytest.mark.parametrize(
    ("id_", "intent"),
    [
        ("quiz", lay("1")),
        ("quiz", Act("stop")),
        ("quiz", Answer("fly")),
        ("quiz", Point(0)),
        ("find", Point(9)),
        ("find", Point(-1)),
        ("find", Answer("1")),
        ("up", Answer("no")),
        ("up", Claim("wait")),
        ("park", Claim("fly")),
        ("up", Next()),
        ("up", Step(99)),
        ("up", Step(-1)),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_lost(
    lesson: lessons.Lesson, id_: str, intent: InLesson | AtTable
) -> None:
    sitting = sit_down(lesson, AT[id_])
    after, problem = attempt(sitting, intent)
    assert isinstance(problem, Refused | Illegal) and after is sitting
    assert lesson_view(after, sitting, problem)["say"]


def test_behind_the_last_step_there_is_no_next(lesson: lessons.Lesson) -> None:
    sitting = solved(sit_down(lesson, len(AT) - 1))
    with pytest.raises(Refused, match="last-step"):
        update(sitting, Next())


def test_ears_hear_what_came_of_each_deed(lesson: lessons.Lesson) -> None:
    start = sit_down(lesson)
    assert lesson_view(start)["say"] == "Up."
    hinted = does(start, HINT)
    assert lesson_view(hinted, start)["say"] == "Look at space 2."
    end = solved(start)
    assert lesson_view(end, does(end, Undo()))["say"] != ""
    quiz = sit_down(lesson, AT["quiz"])
    assert (
        lesson_view(does(quiz, Answer("no")), quiz)["say"]
        == "Done. So it is. Gears are changed one at a time. Stars: 3 of 3."
    )
    assert lesson_view(does(quiz, Answer("yes")), quiz)["say"].startswith("Not quite.")


@pytest.mark.parametrize(("over", "stars"), [(-1, 3), (0, 3), (1, 2), (20, 2), (21, 1)])
def test_a_drive_up_to_twenty_seconds_over_par_earns_two_stars_and_a_slower_one_one(over: int, stars: int) -> None:
    end = driven("classic/01-first-die")
    assert earned_stars(with_par(end, result_so_far(end) - over)) == stars
