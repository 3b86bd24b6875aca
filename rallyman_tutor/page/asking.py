"""What is asked of a learner: rules and decisions in practice, how risky a draft is, puzzles, and where to begin in a game."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.games import SHELF
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.seating import place_of, sit_at, switch_game
from rallyman_tutor.page.state import Page
from rallyman_tutor.tutor import addresses, estimates, grading, past_decisions, placement, practice, progress, puzzles
from rallyman_tutor.tutor import sitting as sittings
from rallyman_tutor.tutor.lessons import Lesson
from rallyman_tutor.tutor.page_words import page_words
from rallyman_tutor.tutor.placement import Asked
from rallyman_tutor.tutor.sitting import Sitting

MOST_TRIES = 8
"""How many exercises are made to find one that was not asked yet."""


# -- Practice ---------------------------------------------------------------------------------------------------------


def practise(page: Page, lessons: Lessons, now: datetime) -> tuple[Page, bool]:
    """The page with what is due longest: a new position for a rule, or a decision of a drive; where nothing is due, any of them; now
    and then a guess. And whether there is anything to ask."""
    if page.game_key in RACES and estimates.is_turn_for_one(page.progress.diary):
        return _guess(page, addresses.PRACTICE, lessons, now), True
    names = [*progress.cards_due(page.progress, now), *sorted(page.progress.cards)]
    for name in dict.fromkeys(names):
        page, lesson = _asked_of(page, name, f"{now:%Y%m%d%H%M}")
        if lesson:
            page = switch_game(page, lesson.key)
            place = place_of(page, lessons, addresses.PRACTICE, lesson.title)
            place["next"] = addresses.PRACTICE
            return sit_at(page, sittings.sit_down(lesson), place), True
    return page, False


def _asked_of(page: Page, name: str, seed: str) -> tuple[Page, Lesson | None]:
    """What is asked of a rule or a decision, if it can be, and the page that knows which exercises were asked. A decision whose stage has
    no table here waits for one; what is no decision of a game is forgotten."""
    if decision := page.progress.decisions.get(name):
        lesson = puzzles.past_decision_as_lesson(decision, seed)
        stays = lesson is not None or past_decisions.lacks_table(decision)
        known = page.progress if stays else progress.without_decisions(page.progress, [name])
        return replace(page, progress=known), lesson
    game = practice.game_of(SHELF, name, page.game_key)
    found = _fresh_exercise(page, game.key, name, seed) if game else None
    if not game or not found:
        return page, None
    page = replace(page, asked_exercises=(*page.asked_exercises, _road_and_draft(found)))
    return page, practice.as_lesson(game, found)


def _fresh_exercise(page: Page, key: str, code: str, seed: str) -> practice.Exercise | None:
    """An exercise that was not asked yet on this page; where all were, one of them."""
    found = None
    for number in range(MOST_TRIES):
        found = practice.exercise(SHELF[key], code, f"{seed}{len(page.asked_exercises)}:{number}")
        if found is None or _road_and_draft(found) not in page.asked_exercises:
            break
    return found


def _road_and_draft(found: practice.Exercise) -> tuple[str, str]:
    """What makes two exercises the same: road and draft."""
    return found.start.partition("|")[0], found.draft


# -- How risky is it? -------------------------------------------------------------------------------------------------


def risk(page: Page, lessons: Lessons, now: datetime) -> Page:
    """The page with a draft of which the learner says how likely it is to go wrong; behind it stands another one."""
    return _guess(page, estimates.address(page.game_key), lessons, now)


def _guess(page: Page, at: str, lessons: Lessons, now: datetime) -> Page:
    lesson = estimates.as_lesson(page.game, f"{now.isoformat()} {len(page.progress.diary)}")
    place = place_of(page, lessons, at, lesson.title)
    place["next"] = at
    return sit_at(page, sittings.sit_down(lesson), place)


# -- Puzzles ----------------------------------------------------------------------------------------------------------


def puzzle(page: Page, number: int, lessons: Lessons) -> Page:
    """The puzzle of this number; behind it stands the next one that is not solved."""
    lesson = puzzles.as_lesson(page.game, number)
    place = place_of(page, lessons, puzzles.address(page.game, number), lesson.title)
    place["next"] = puzzles.address(page.game, puzzles.next_number(page.progress, page.game_key, number))
    return sit_at(page, sittings.sit_down(lesson), place)


# -- Placement --------------------------------------------------------------------------------------------------------


def place(page: Page, lessons: Lessons, now: datetime) -> tuple[Page, str]:
    """The page with the next question of the placement, whose first answers count; behind the last one, where to begin, in words."""
    at, game = placement.address(page.game), page.game
    asked = _answered(page) if page.place["at"] == at else ()
    course = placement.askable(lessons.covers, page.game_key)
    if found := placement.next_question(game, course, asked, f"{now:%Y%m%d%H%M}"):
        lesson, question = found
        screen = place_of(page, lessons, at, lesson.title)
        screen["next"] = at
        return sit_at(replace(page, placement=(*asked, question)), sittings.sit_down(lesson), screen), ""
    begin_at = placement.lesson_to_begin(lessons.covers, page.game_key, asked)
    known = progress.with_placement(page.progress, page.game_key, begin_at)
    key = "placed-behind" if not begin_at else "placed" if any(one.is_right for one in asked) else "placed-first"
    title = lessons.named[begin_at].title if begin_at else ""
    text = str(page_words(game)[key]).format(title=title, n=len(asked))
    return replace(page, placement=(), progress=known), text


def _answered(page: Page) -> tuple[Asked, ...]:
    """The questions of the placement so far, with the first answer to the one that is open; no answer counts as a wrong one."""
    if not page.placement or not isinstance(page.sat_at, Sitting):
        return ()
    is_right = page.sat_at.first_answer == grading.right_answer(page.sat_at.lesson, 0)
    return (*page.placement[:-1], replace(page.placement[-1], is_right=is_right))
