"""Placement: a few questions that find the lesson to begin with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from rallyman_tutor.page import answers, browser_save, learning
from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.places import home
from rallyman_tutor.page.seating import head, sit_at, with_board
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import BrowserSave, Head, QuestionScreen
from rallyman_tutor.tutor.learner import placement, progress
from rallyman_tutor.tutor.learner.placement import PlacementQuestion
from rallyman_tutor.tutor.lesson import grading
from rallyman_tutor.tutor.lesson import sitting as sittings
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.session.intents import Next
from rallyman_tutor.tutor.words.page_words import page_words


@dataclass(frozen=True, slots=True)
class Placement:
    """A learner before a question of the placement. Their first answer counts, once the next question is asked."""

    head: Head
    seat: Sitting
    asked: tuple[PlacementQuestion, ...]  # its questions so far; the last one is open
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if isinstance(intent, Next):
            return opened(page, lessons, now)
        if not learning.is_taken(intent):
            return None
        page, after, noted = learning.learned(page, self.seat, self.noted, intent, now)
        return with_board(replace(page, place=replace(self, seat=after, noted=noted)), self.seat.session)

    def answered(self) -> tuple[PlacementQuestion, ...]:
        """The questions so far, with the first answer to the one that is open; no answer counts as a wrong one."""
        is_right = self.seat.first_answer == grading.right_answer(self.seat.lesson, 0)
        return (*self.asked[:-1], replace(self.asked[-1], is_right=is_right))

    def screen(self) -> QuestionScreen:
        return {**self.head, "kind": "placement", "next": self.head["at"]}

    def kept(self) -> BrowserSave:
        return browser_save.save_lesson(self.seat)


def opened(page: Page, lessons: Lessons, now: datetime) -> Page:
    """The page with the next question; behind the last one the map, and in words where to begin."""
    at, game = placement.address(page.game), page.game
    asked = page.place.answered() if isinstance(page.place, Placement) and page.at == at else ()
    course = placement.askable(lessons.covers, page.game_key)
    if found := placement.next_question(game, course, asked, f"{now:%Y%m%d%H%M}"):
        lesson, question = found
        top = head(page, lessons, at, lesson.title)
        return sit_at(page, Placement(top, sittings.sit_down(lesson), (*asked, question)))
    begin_at = placement.lesson_to_begin(lessons.covers, page.game_key, asked)
    page = replace(page, progress=progress.with_placement(page.progress, page.game_key, begin_at))
    first = course[0][0].name if course else ""
    key = "placed-behind" if not begin_at else "placed-first" if begin_at == first else "placed"
    title = lessons.named[begin_at].title if begin_at else ""
    return answers.told(home.opened(page, lessons, now), str(page_words(game)[key]).format(title=title, n=len(asked)))
