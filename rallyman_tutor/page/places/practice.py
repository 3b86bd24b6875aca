"""Practice: the exercise due longest, a rule in a new position or a decision of a drive; now and then a guess at a
risk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.games import SHELF
from rallyman_tutor.page import answers, browser_save, learning
from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.places import home, risk
from rallyman_tutor.page.seating import head, sit_at, switch_game, with_board
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import BrowserSave, Head, QuestionScreen
from rallyman_tutor.tutor.learner import addresses, estimates, past_decisions, practice, progress, puzzles
from rallyman_tutor.tutor.lesson import sitting as sittings
from rallyman_tutor.tutor.lesson.lessons import Lesson, Sitting
from rallyman_tutor.tutor.session.intents import Next
from rallyman_tutor.tutor.words.page_words import page_words

MOST_TRIES = 8
"""How many exercises are made to find one that was not asked yet."""


@dataclass(frozen=True, slots=True)
class Practice:
    """A learner before something to practise. There is always something else to be asked."""

    head: Head
    seat: Sitting
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if isinstance(intent, Next):
            return opened(page, lessons, now)
        if not learning.is_taken(intent):
            return None
        page, after, noted = learning.answered(page, self.seat, self.noted, intent, now)
        return with_board(replace(page, place=replace(self, seat=after, noted=noted)), self.seat.session)

    def screen(self) -> QuestionScreen:
        return {**self.head, "kind": "practice", "next": self.head["at"]}

    def kept(self) -> BrowserSave:
        return browser_save.save_lesson(self.seat)


def opened(page: Page, lessons: Lessons, now: datetime) -> Page:
    """The page with something to practise; where nothing is due, any exercise; where there is none yet, the map says
    so."""
    if page.game_key in RACES and estimates.is_turn_for_one(page.progress.diary):
        return _asked(page, risk.question(page, now), lessons)
    names = [*progress.cards_due(page.progress, now), *sorted(page.progress.cards)]
    for name in dict.fromkeys(names):
        page, lesson = _asked_of(page, name, f"{now:%Y%m%d%H%M}")
        if lesson:
            return _asked(switch_game(page, lesson.key), lesson, lessons)
    return answers.told(home.opened(page, lessons, now), str(page_words(page.game)["practice-none"]))


def _asked(page: Page, lesson: Lesson, lessons: Lessons) -> Page:
    return sit_at(
        page,
        Practice(
            head(page, lessons, addresses.PRACTICE, lesson.title),
            sittings.sit_down(lesson, told=learning.taken_home(page)),
        ),
    )


def _asked_of(page: Page, name: str, seed: str) -> tuple[Page, Lesson | None]:
    """The exercise about a rule or a decision, if there is one, and the page that knows those asked. A decision whose
    stage has no table here waits for one; one that is no decision of a game is forgotten."""
    if decision := page.progress.decisions.get(name):
        lesson = puzzles.mistake_as_lesson(page.progress, decision, seed)
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
    """The identity of an exercise: road and draft."""
    return found.start.partition("|")[0], found.draft
