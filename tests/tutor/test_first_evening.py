"""The lesson for whoever explains a game to three others: what it says of the table is found by the game itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from rallyman_tutor.core.game import AnyState
from rallyman_tutor.core.luck import Scripted
from rallyman_tutor.games.crazy_rally.state import COURSE
from rallyman_tutor.games.mil_millas.state import HAND
from rallyman_tutor.tutor.lesson.hints import deciding_rule
from rallyman_tutor.tutor.lesson.kinds.quiz import QuizStep
from rallyman_tutor.tutor.lesson.lessons import Lesson
from rallyman_tutor.tutor.lesson.prose import count_sentences
from rallyman_tutor.tutor.lesson.reading import read
from rallyman_tutor.tutor.lesson.sitting import sit_down
from rallyman_tutor.tutor.words.language import LANGUAGES
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, lesson_in

EVENINGS = {folder.parent.name: folder for folder in FOLDERS if folder.name.endswith("-your-first-evening")}
EVERY = pytest.mark.parametrize("folder", EVENINGS.values(), ids=EVENINGS.keys())
FRIENDS = ["Ana", "Ben", "Cleo", "You"]
MOST_BEFORE_THE_FIRST_DRIVE = 10


def at(key: str, step: str) -> tuple[Lesson, QuizStep, AnyState]:
    """A question of the lesson of a game, and the table beside it."""
    lesson = lesson_in(EVENINGS[key])
    number = [one.id for one in lesson.steps].index(step)
    found = lesson.steps[number]
    assert isinstance(found, QuizStep)
    return lesson, found, sit_down(lesson, number).session.state


def is_allowed(key: str, step: str, draft: str) -> bool:
    lesson, _, state = at(key, step)
    return not lesson.game.judge(state, lesson.game.read_draft(draft).moves)


def played(lesson: Lesson, state: AnyState, draft: str) -> AnyState:
    for move in lesson.game.read_draft(draft).moves:
        state, _ = lesson.game.play(state, move, Scripted((), rest=lesson.game.harmless_luck))
    return state


def test_every_game_has_it() -> None:
    assert [*EVENINGS] == ["classic", "crazy_rally", "dirt", "mil_millas"]


@EVERY
def test_four_sit_at_each_table_and_each_step_rests_on_a_rule(folder: Path) -> None:
    lesson = lesson_in(folder)
    assert len(lesson.steps) == 15
    for number, _ in enumerate(lesson.steps):
        state = sit_down(lesson, number).session.state
        assert sorted(lesson.game.result(state)["drivers"]) == FRIENDS
        assert deciding_rule(lesson, number)


@EVERY
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_wrong_answer_is_told_why_and_few_sentences_are_said_before_somebody_drives(
    folder: Path, language: str
) -> None:
    lesson, faults = read(folder, language)
    assert lesson and not faults and lesson.language == language
    quizzes = [step for step in lesson.steps if isinstance(step, QuizStep)]
    for step in some(quizzes):
        assert {one.id for one in step.words.told} == {one.id for one in step.choices} - {step.right}
    said = [dict(step.words.answers)[step.right] for step in quizzes if step.id in ("aim", "turn", "bite")]
    assert len(said) == 3 and sum(map(count_sentences, said)) < MOST_BEFORE_THE_FIRST_DRIVE
    assert all(one[0] in "“„«" and one[-1] in "”“»" for one in said)


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_so_many_dice_lie_in_the_middle(key: str) -> None:
    lesson, step, state = at(key, "dice")
    assert str(sum(piece.total for piece in lesson.game.desk(state, ()).pieces)) == step.right


def test_the_course_has_so_many_cards_and_two_of_those_with_a_flag_lie_on_top() -> None:
    _, step, _ = at("crazy_rally", "course")
    flags = sum(card.flag for card in COURSE.values())
    assert [one.id for one in step.choices] == [str(flags), str(len(COURSE) - 2), str(len(COURSE))]
    assert step.right == str(len(COURSE))


def test_so_many_cards_are_left_as_the_deck() -> None:
    lesson, step, _ = at("mil_millas", "deal")
    game = lesson.game
    state = game.new(game.spec(next(iter(game.ready_tables.values())), FRIENDS))
    _, events = game.play(state, game.read_draft("deal").moves[0], Scripted((), rest=game.harmless_luck))
    (facts,) = (event.facts for event in events if event.what == "deal")
    assert (facts["count"], str(facts["left"])) == (HAND, step.right)


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_one_driver_plays_first_and_each_other_is_refused(key: str) -> None:
    _, step, _ = at(key, "who")
    assert [one.id for one in step.choices if is_allowed(key, "who", f"{one.id.title()}:")] == [step.right]


def test_whoever_has_driven_least_decides_first() -> None:
    lesson, step, state = at("crazy_rally", "who")
    result = lesson.game.result(state)
    least = min(zip(result["sums"], result["drivers"], strict=True))[1]
    assert (least.lower(), result["drivers"][lesson.game.turn(state)]) == (step.right, least)


@pytest.mark.parametrize(
    ("key", "step", "drafts"),
    [
        ("classic", "tell-ben", ("1 2",)),
        ("classic", "tell-ana", ("3>l", "4>d")),
        ("dirt", "tell-ben", ("1>1.L3 2>2.L1",)),
        ("dirt", "tell-ana", ("3b>2.L3",)),
        ("crazy_rally", "tell-ben", ("table B02", "table B03")),
        ("mil_millas", "tell-ben", ("lay red>Ana", "discard 100")),
        ("mil_millas", "tell-cleo", ("lay red>Ana",)),
    ],
)
def test_what_a_friend_is_told_to_do_instead_is_allowed(key: str, step: str, drafts: tuple[str, ...]) -> None:
    assert all(is_allowed(key, step, draft) for draft in drafts)


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_the_shortest_time_leads_though_others_were_home_before(key: str) -> None:
    lesson, step, state = at(key, "sheet")
    result = lesson.game.result(state)
    assert result["drivers"][result["places"].index(1)].lower() == step.right
    assert all(f"{time // 60}:{time % 60:02d}" in step.words.text[0] for time in filter(None, result["times"][0][:3]))


def test_events_that_were_kept_decide_the_race() -> None:
    lesson, step, state = at("crazy_rally", "sheet")
    result = lesson.game.result(played(lesson, state, "play B08+ play B07+ play B09+ play B06+ pass pass pass pass"))
    assert result["distances"][0][:3] == [84, 82 + 4, 85]
    assert [name.lower() for name in result["winners"]] == [step.right]


def test_whoever_is_home_first_may_have_fewer_points() -> None:
    lesson, step, state = at("mil_millas", "sheet")
    points = lesson.game.result(played(lesson, state, "lay 25"))["rounds"][-1]
    assert points[:2] == [1700, 1300] and step.right == "ana"
