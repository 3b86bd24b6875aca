"""Why an answer that costs more is worse: what it gives away is told anew, in two short sentences that do not tell the
better one; and what is taken home, and the hints."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rallyman_tutor.coach.account import Accounts
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.principles.principle import Named
from rallyman_tutor.coach.puzzles import puzzles as shipped
from rallyman_tutor.coach.why import Why, why_decided
from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import puzzles
from rallyman_tutor.tutor.lesson.grading import cost_of_choice, decision_of, right_answer
from rallyman_tutor.tutor.lesson.lesson_view import lesson_view
from rallyman_tutor.tutor.lesson.lessons import Lesson
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.lesson.step_start import start_state
from rallyman_tutor.tutor.session.intents import Answer, Hint
from rallyman_tutor.tutor.words.words import text_tables
from tests.coach.test_principles import MOST_WORDS, by_group
from tests.games.opened import opened
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.lessons_at_hand import refuted
from tests.tutor.test_why_twice import retold

EVERY, EVERY_WIDE = 75, 5


def asked(key: str, *, wide: bool) -> Iterator[Lesson]:
    for number in range(1, len(shipped(key)) + 1, EVERY_WIDE if wide else EVERY):
        yield puzzles.as_lesson(SHELF[key], number)


def wrong(lesson: Lesson, at: int = 0) -> list[str]:
    """The wrong answers, the one that comes nearest to the best first."""
    right = right_answer(lesson, at).split(" ")[0]
    found = sorted(lesson.steps[at].choices, key=lambda one: cost_of_choice(lesson, at, one))
    return [one.id for one in found if one.id != right]


def reason(lesson: Lesson, at: int, answer: str) -> Why[AnyState, AnyMove]:
    state = opened(start_state(lesson, at))
    return why_decided(lesson.game, state, decision_of(lesson, at, answer))


def principle(lesson: Lesson, at: int) -> str:
    """The principle that the nearest wrong answer goes against, of those whose principle is known."""
    found = [reason(lesson, at, one).named for one in wrong(lesson, at)]
    return next((one.principle.code for one in found if one), "")


def texts(key: str, found: Named[AnyState, AnyMove]) -> dict[str, str]:
    told: dict[str, str] = text_tables(f"games.{key}")["words"]["driving"][found.principle.code]
    return told


@pytest.mark.parametrize("key", RACES)
def test_a_wrong_answer_is_told_what_it_gives_away_and_not_the_better_one(key: str, wide: bool) -> None:
    named = Counter[bool]()
    for lesson in some(asked(key, wide=wide)):
        for answer in some(wrong(lesson)):
            say = refuted(lesson_view(update(sit_down(lesson), Answer(answer))))["say"]
            found = reason(lesson, 0, answer)
            assert found.seen is not None
            state: Any = opened(found.seen.state)
            other = found.named.counterpart if found.named else found.best[0]
            accounts = Accounts(lesson.game, state)
            saved = by_group(accounts.of((found.seen.move,)))
            for part, seconds in by_group(accounts.of((other,))).items():
                saved[part] = saved.get(part, 0.0) - seconds
            first, second = sorted(saved.values(), reverse=True)[:2]
            if accounts.is_whole and first - second > 1e-6:  # else either may be told
                _, gives = retold(key, accounts, state, found.seen.move, other)
                assert say == twice.joined([gives, texts(key, found.named)["why"] if found.named else ""])
            named[found.named is not None] += 1
            sentences = re.split(r"(?<=[.!?]) (?=[A-Z])", say)
            assert len(sentences) <= 2 and all(len(one.split()) <= MOST_WORDS for one in sentences), say
            assert len(re.findall(r"[\d.]+ s\b", say)) == 1, "one figure"
            assert not any(told.text in say for told in lesson.steps[0].words.answers)
    assert named[True] > 3 * named[False]


@pytest.mark.parametrize("key", RACES)
def test_the_principle_is_taken_home_and_nothing_is_told_twice_in_a_row(key: str, wide: bool) -> None:
    tell, seen = twice.Twice(key, "why"), set[str]()
    unnamed = [number for number, one in enumerate(shipped(key), 1) if not one.principles][:1]
    for lesson in some([*asked(key, wide=wide), *(puzzles.as_lesson(SHELF[key], number) for number in unnamed)]):
        codes = {one: reason(lesson, 0, one).named for one in wrong(lesson)}
        at_once = lesson_view(update(sit_down(lesson), Answer("1")))
        nearest = next((one for one in codes.values() if one), None)
        if nearest is None:
            second, answers = next(iter(codes)), dict(lesson.steps[0].words.answers)
            gives = refuted(lesson_view(update(sit_down(lesson), Answer(second))))["say"]
            assert (
                at_once["after"] == tell("take-next", answer=answers[second], gives=gives) and not at_once["principle"]
            )
            seen.add("next")
            continue
        assert at_once["after"] == tell("take-home", **texts(key, nearest))
        assert at_once["principle"] == {"code": nearest.principle.code, "name": texts(key, nearest)["name"]}
        sitting, before, codes_told = sit_down(lesson), None, list[str]()
        for answer, found in codes.items():
            sitting = update(sitting, Answer(answer))
            say = refuted(lesson_view(sitting))["say"]
            if found:
                again = before is not None and found.principle.code == before.principle.code
                seen.add("again" if again else "anew")
                gives = refuted(lesson_view(update(sit_down(lesson), Answer(answer))))["say"].partition(". ")[0]
                told = tell("gives-again", name=texts(key, found)["name"], gives=f"{gives}.")
                assert say == (told if again else f"{gives}. {texts(key, found)['why']}")
                codes_told.append(found.principle.code)
            before = found
        done = lesson_view(update(sitting, Answer("1")))
        first = next(iter(codes.values())) or nearest
        assert done["principle"] and done["principle"]["code"] == first.principle.code
        told = "take-again" if first.principle.code in codes_told else "take-home"
        assert done["after"] == tell(told, **texts(key, first))
        told_before = sit_down(lesson, told=nearest.principle.code)
        assert lesson_view(update(told_before, Answer("1")))["after"] == tell("take-again", **texts(key, nearest))
        first_wrong = next(iter(codes))
        say = refuted(lesson_view(update(sit_down(lesson, told=first.principle.code), Answer(first_wrong))))["say"]
        assert say.startswith("Again: ") == (codes[first_wrong] is not None)
    assert seen == {"again", "anew", *(["next"] if unnamed else [])}


@pytest.mark.parametrize("key", RACES)
def test_figures_are_told_to_whoever_asks_for_them(key: str) -> None:
    tell, page = twice.Twice(key, "lesson"), twice.Twice(key, "page")
    for lesson in some(asked(key, wide=False)):
        step, found = lesson.steps[0], shipped(key)[int(lesson.steps[0].id) - 1]
        costs = {choice.id: float(cost_of_choice(lesson, 0, choice)) for choice in step.choices}
        worth = {
            one: tell("worth-cost", it=f"{cost:.1f} s")
            if one == "1"
            else tell("worth-cost-more", it=f"{cost:.1f} s", more=f"{cost - costs['1']:.1f}")
            for one, cost in costs.items()
        }
        before = lesson_view(update(sit_down(lesson), Answer("2")))
        assert (
            before["figures"] == [tell("figure-own", worth=worth["2"])] and not lesson_view(sit_down(lesson))["figures"]
        )
        done = lesson_view(update(sit_down(lesson), Answer("1")))
        told = dict(step.words.answers)
        assert done["figures"] == [
            *(tell("figure", answer=told[one.id], worth=worth[one.id]) for one in step.choices),
            page("puzzle-text"),
            page("puzzle-after", margin=f"{found.margin:.1f}", missed=len(found.missed), of=4),
        ]


@pytest.mark.parametrize("key", RACES)
def test_hints_tell_where_to_look_then_the_principle_then_the_first_die(key: str) -> None:
    tell, at = twice.Twice(key, "lesson"), set[str]()
    for lesson in some(asked(key, wide=False)):
        sitting = sit_down(lesson)
        for _ in range(3):
            sitting = update(sitting, Hint())
        look, why, first = lesson_view(sitting)["hints"]
        place = parting(lesson, 0)
        assert look["text"] == (tell("hint-look", space=twice.place(key, place)) if place else tell("hint-question"))
        assert look.get("place", "") == place
        code = principle(lesson, 0)
        assert why["text"] == tell("hint-principle", **text_tables(f"games.{key}")["words"]["driving"][code])
        assert first["text"] == begins(tell, lesson, 0)
        at.add(first["text"].split(" ")[1])
    assert at == {"begins", "is"}


def parting(lesson: Lesson, at: int) -> str:
    """The space ahead on which this turn differs most between the best answer and the nearest one."""
    known = [(one, found) for one in wrong(lesson, at) for found in [reason(lesson, at, one)]]
    one, found = next(((one, found) for one, found in known if found.named), known[0])
    state: Any = opened(start_state(lesson, at))
    other = found.named.counterpart if found.named else decision_of(lesson, at, right_answer(lesson, at).split(" ")[0])
    accounts = Accounts(lesson.game, state)
    here = lesson.game.result(state)["drivers"][lesson.game.turn(state)]
    stands = twice.written(lesson.key, state).place(here)
    much = dict[str, float]()
    parts = [accounts.of((move,)).parts for move in (decision_of(lesson, at, one), other)]
    for part in {*parts[0], *parts[1]}:
        if part.when == "now" and part.where and part.where.rpartition("#")[2] != stands.rpartition("#")[2]:
            apart = abs(parts[0].get(part, 0.0) - parts[1].get(part, 0.0))
            much[part.where] = much.get(part.where, 0.0) + apart
    return max(much, key=lambda place: (round(much[place], 3), place), default="")


def begins(tell: twice.Twice, lesson: Lesson, at: int) -> str:
    """The first die of the right answer, as it is laid; all of it where another one begins alike, or with no die."""
    firsts = {one.id: first(lesson, at, one.text) for one in lesson.steps[at].choices}
    right = right_answer(lesson, at)
    if not firsts[right] or Counter(firsts.values())[firsts[right]] > 1:
        return tell("hint-answer", answer=dict(lesson.steps[at].words.answers)[right])
    return tell("hint-begins", step=firsts[right])


def first(lesson: Lesson, at: int, written: str) -> str:
    """The first die of a draft in words, read from its notation; empty where it begins with none."""
    token = re.match(r"(?:go |flat )?([\dwo])(b*)(?:>([^$ ]+))?(\$?)", written)
    if not token:
        return ""
    state: Any = start_state(lesson, at)
    (move, *_) = lesson.game.read_moves(state, written)
    steps = lesson.game.form(move).steps or (move,)
    lies = lesson.game.desk(state, steps).laid[0].place
    die = twice.die(token[1]) + ("" if not token[2] else " with a brake" if token[2] == "b" else " with 2 brakes")
    on = f"{die} on {twice.place(lesson.key, lies)}"
    return twice.Twice(lesson.key, "worth")("secured", die=on) if token[4] else on


def test_every_text_about_what_an_answer_gives_away_is_told() -> None:
    for key in RACES:
        test_the_principle_is_taken_home_and_nothing_is_told_twice_in_a_row(key, wide=False)
        test_figures_are_told_to_whoever_asks_for_them(key)
        test_hints_tell_where_to_look_then_the_principle_then_the_first_die(key)
    assert {"take-home", "take-again", "take-next", "gives-again"} <= twice.TOLD["why"]
    assert {"figure", "figure-own", "hint-principle", "hint-begins"} <= twice.TOLD["lesson"]
