"""A run against the clock on the page: begun, answered question by question, and over.

The time is that of whoever carries out what the browser says. A browser counts down by itself and says when it comes to the end;
what it says later than that no longer counts.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.page.intents import Start
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.seating import place_of, sit_at, with_board
from rallyman_tutor.page.state import Page
from rallyman_tutor.tutor import progress
from rallyman_tutor.tutor import run as runs
from rallyman_tutor.tutor import sitting as sittings
from rallyman_tutor.tutor.grading import right_answer
from rallyman_tutor.tutor.intents import Again, AtTable, Hint, InLesson, Next, Step
from rallyman_tutor.tutor.page_words import page_words
from rallyman_tutor.tutor.run import Run
from rallyman_tutor.tutor.run_view import Phase, RunShown, run_shown
from rallyman_tutor.tutor.sitting import Sitting


def offered(page: Page, lessons: Lessons, now: datetime) -> Page:
    """The page before a run."""
    return _without_board(replace(page, run=None), "start", page.run, lessons, now)


def begun(page: Page, start: Start, lessons: Lessons, now: datetime) -> Page:
    """The page with the first question of a run."""
    return _asked(replace(page, run=runs.begin(page.game_key, start.minutes, start.name, now)), lessons, now)


def out_of_time(page: Page, lessons: Lessons, now: datetime) -> Page:
    """The page once its clock has run out; where the browser's went too fast, it is told the time."""
    assert page.run is not None
    if page.run.over or now < page.run.ends:
        return _with_clock(page, page.run, now)
    return _over(page, replace(page.run, over="time"), lessons, now)


def learn(page: Page, before: Sitting, intent: InLesson | AtTable, lessons: Lessons, now: datetime) -> Page:
    """The page after something was done in a run."""
    run = page.run
    assert run is not None
    if not run.over and now >= run.ends:
        return _over(page, replace(run, over="time"), lessons, now)
    if isinstance(intent, Hint | Again | Step):
        return with_board(replace(page, problem=Refused("no-help-in-run")), before.session)
    if isinstance(intent, Next) and before.done:
        return _over(page, run, lessons, now) if run.over else _asked(page, lessons, now)
    after, problem = sittings.attempt(before, intent)
    page = replace(page, sat_at=after, problem=problem)
    if not after.done or before.done:
        return with_board(page, before.session)
    is_right = after.answer == right_answer(after.lesson, 0)
    run = runs.answered(run, after.lesson, is_right=is_right)
    page = replace(page, run=run)
    if is_right:
        return _asked(page, lessons, now)
    return with_board(_with_clock(page, run, now), before.session)


def _asked(page: Page, lessons: Lessons, now: datetime) -> Page:
    """The page with the question whose turn it is."""
    run = page.run
    assert run is not None
    lesson = runs.question(run.key, run.seed, run.number)
    place = place_of(page, lessons, runs.address(run.key), str(page_words(page.game)["run"]))
    place["next"] = place["at"]
    return sit_at(page, sittings.sit_down(lesson), {**place, "run": _shown(page, run, now, "on")})


def _over(page: Page, run: Run, lessons: Lessons, now: datetime) -> Page:
    """The page with what came of a run, which is kept with the best ones of its kind."""
    known = progress.with_run(page.progress, runs.kind_of(run.key, run.minutes), run.name, run.score)
    return _without_board(replace(page, progress=known, run=run), "over", run, lessons, now)


def _without_board(page: Page, phase: Phase, run: Run | None, lessons: Lessons, now: datetime) -> Page:
    place = place_of(page, lessons, runs.address(page.game_key), str(page_words(page.game)["run"]))
    return replace(page, sat_at=None, place={**place, "run": _shown(page, run, now, phase)})


def _with_clock(page: Page, run: Run, now: datetime) -> Page:
    """The page with its clock set anew."""
    return replace(page, place={**page.place, "run": _shown(page, run, now, "on")})


def _shown(page: Page, run: Run | None, now: datetime, phase: Phase) -> RunShown:
    return run_shown(page.game, run, page.progress.runs, now, phase)
