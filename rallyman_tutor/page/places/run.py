"""A run against the clock: offered, answered question by question, and over.

The time is that of whoever carries out what the browser says. A browser counts down by itself and says when it comes to
the end; what it says later than that no longer counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.page import browser_save, learning
from rallyman_tutor.page.intents import Intent, Start, Time
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.seating import head, sit_at, with_board
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import BrowserSave, Head, RunningScreen, RunScreen
from rallyman_tutor.tutor.learner import progress
from rallyman_tutor.tutor.learner import run as runs
from rallyman_tutor.tutor.learner.run_view import Phase, RunShown, run_shown
from rallyman_tutor.tutor.lesson import sitting as sittings
from rallyman_tutor.tutor.lesson.grading import right_answer
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.session.intents import Again, AtTable, Hint, InLesson, Next, Step
from rallyman_tutor.tutor.words.page_words import page_words


@dataclass(frozen=True, slots=True)
class Run:
    """A learner before a run, or behind one."""

    head: Head
    run: runs.Run | None  # that is over
    shown: RunShown
    seat: None = None
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if isinstance(intent, Start):
            return _asked(page, runs.begin(page.game_key, intent.minutes, intent.name, now), lessons, now)
        return page if self.run and isinstance(intent, Time) else None

    def screen(self) -> RunScreen:
        return {**self.head, "kind": "run", "run": self.shown}

    def kept(self) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Running:
    """A learner in a run, before one of its questions."""

    head: Head
    seat: Sitting
    run: runs.Run
    shown: RunShown
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        is_time = not self.run.over and now >= self.run.ends
        if isinstance(intent, Time) or (is_time and learning.is_taken(intent)):
            if is_time:
                return _over(page, replace(self.run, over="time"), lessons, now)
            return self._with_clock(page, now)  # the browser's went too fast
        return self._answers(page, intent, lessons, now) if learning.is_taken(intent) else None

    def _answers(self, page: Page, intent: InLesson | AtTable, lessons: Lessons, now: datetime) -> Page:
        """The page after something was done before time was up."""
        before, run = self.seat, self.run
        if isinstance(intent, Hint | Again | Step) or (isinstance(intent, Next) and not before.done):
            return with_board(replace(page, problem=Refused("no-help-in-run")), before.session)
        if isinstance(intent, Next):
            return _over(page, run, lessons, now) if run.over else _asked(page, run, lessons, now)
        after, problem = sittings.attempt(before, intent)
        page, place = replace(page, problem=problem), replace(self, seat=after)
        if not learning.is_solved(before, after):
            return with_board(replace(page, place=place), before.session)
        is_right = after.answer == right_answer(after.lesson, 0)
        run = runs.answered(run, after.lesson, is_right=is_right)
        if is_right:
            return _asked(page, run, lessons, now)
        return with_board(replace(place, run=run)._with_clock(page, now), before.session)

    def _with_clock(self, page: Page, now: datetime) -> Page:
        """The page with its clock set anew."""
        return replace(page, place=replace(self, shown=_shown(page, self.run, now, "on")))

    def make_ready(self) -> None:
        """Makes the next question, which may be asked any moment."""
        if not self.run.over:
            runs.question(self.run.key, self.run.seed, self.run.number + 1)

    def screen(self) -> RunningScreen:
        return {**self.head, "kind": "running", "run": self.shown, "next": self.head["at"]}

    def kept(self) -> BrowserSave:
        return browser_save.save_lesson(self.seat)


def opened(page: Page, lessons: Lessons, now: datetime) -> Page:
    """The page before a run; behind one it is offered as that was."""
    last = page.place.run if isinstance(page.place, Run | Running) else None
    return replace(page, place=Run(_head(page, lessons), None, _shown(page, last, now, "start")))


def _asked(page: Page, run: runs.Run, lessons: Lessons, now: datetime) -> Page:
    """The page with the question whose turn it is."""
    sitting = sittings.sit_down(runs.question(run.key, run.seed, run.number))
    return sit_at(page, Running(_head(page, lessons), sitting, run, _shown(page, run, now, "on")))


def _over(page: Page, run: runs.Run, lessons: Lessons, now: datetime) -> Page:
    """The page with what came of a run, which is kept with the best ones of its kind."""
    known = progress.with_run(page.progress, runs.kind_of(run.key, run.minutes), run.name, run.score)
    page = replace(page, progress=known)
    return replace(page, place=Run(_head(page, lessons), run, _shown(page, run, now, "over")))


def _head(page: Page, lessons: Lessons) -> Head:
    return head(page, lessons, runs.address(page.game_key), str(page_words(page.game)["run"]))


def _shown(page: Page, run: runs.Run | None, now: datetime, phase: Phase) -> RunShown:
    return run_shown(page.game, run, page.progress.runs, now, phase)
