"""Notes in a learner's progress: steps done, rules broken, decisions that cost time, best times."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from rallyman_tutor.coach.card_review import SeatGame
from rallyman_tutor.coach.review import Review
from rallyman_tutor.games import SHELF
from rallyman_tutor.page.state import NotedMoves, Page
from rallyman_tutor.tutor.learner import (
    addresses,
    estimates,
    own_best,
    past_cards,
    past_decisions,
    practice,
    progress,
    puzzles,
)
from rallyman_tutor.tutor.learner.progress import Progress
from rallyman_tutor.tutor.lesson import grading
from rallyman_tutor.tutor.lesson import sitting as sittings
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.session.session import Session


def noted_drive(
    page: Page, noted: NotedMoves, before: Session, after: Session, now: datetime
) -> tuple[Page, NotedMoves]:
    """The page after a deed at a table, a rule broken, a drive ended or looked back at; and how much of it is noted
    then."""
    known = with_broken_rule(page, before, after, now)
    noted = replace(noted, brought=_moves_brought(noted, before, after))
    known, noted = with_review(known, noted, before, after, now)
    is_own = not (noted.brought or before.looking_back.tried or after.looking_back.tried)
    if is_own and is_finish(before, after) and (found := own_best.reached(after)):
        known = progress.with_time(known, found.name, found.seconds)
    return replace(page, progress=known), noted


def is_finish(before: Session, after: Session) -> bool:
    """Whether the drive has just come to its end."""
    return after.game.over(after.state) and not before.game.over(before.state)


def _moves_brought(noted: NotedMoves, before: Session, after: Session) -> int:
    """How many moves of the drive are nothing new: made before somebody brought it, or at a finish that was taken back,
    and not taken back themselves."""
    if before.looking_back.tried or after.looking_back.tried:
        return noted.brought
    made, over = len(after.replay.past), after.game.over
    return made if over(before.state) and not over(after.state) else min(noted.brought, made)


def _moves_reviewed(noted: NotedMoves, before: Session, after: Session) -> int:
    """How many moves of the drive were there when it was last looked back at, and are not taken back since."""
    if before.looking_back.tried or after.looking_back.tried:
        return noted.reviewed
    return min(noted.reviewed, len(before.replay.past), len(after.replay.past))


def with_review(
    known: Progress, noted: NotedMoves, before: Session, after: Session, now: datetime, *, in_lesson: bool = False
) -> tuple[Progress, NotedMoves]:
    """The progress after a drive of the learner was looked back at: its mistakes come back in practice, and of a whole
    drive the cost of its decisions is noted. Anything noted of it before, in this visit or an earlier one, is not noted
    again."""
    noted = replace(noted, reviewed=_moves_reviewed(noted, before, after))
    review, made = after.looking_back.review, len(after.replay.past)
    if (
        not isinstance(review, Review)
        or review == before.looking_back.review
        or review.seat != (after.learners or [0])[0]
    ):
        return known, noted
    mistakes = past_decisions.mistakes(after.game, review, max(noted.brought, noted.reviewed))
    known = progress.with_mistakes(known, mistakes, now)
    is_new = noted.reviewed < made and not (noted.brought or after.looking_back.tried or in_lesson)
    if is_new and after.game.over(after.state):
        stages = past_decisions.stages_driven(after.game, after.table, review)
        known = progress.with_drive(known, stages, after.co_driver.asked, now)
    return known, replace(noted, reviewed=made)


def with_card_review(page: Page, now: datetime) -> Page:
    """The page once a card game of the learner was looked back at and played out: its mistakes come back in
    practice."""
    session = page.session
    if (
        session is None
        or not isinstance(session.looking_back.review, SeatGame)
        or session.looking_back.review.seat != (session.learners or [0])[0]
    ):
        return page
    found = ((one, 0.0) for one in past_cards.mistakes(session.looking_back.review, page.place.noted.brought))
    known = progress.with_mistakes(page.progress, found, now)
    return page if known == page.progress else replace(page, progress=known)


def with_done_step(page: Page, sitting: Sitting, now: datetime) -> Progress:
    """The progress with the step that was just done."""
    tries, hints = sitting.tries[sitting.at], sitting.hints[sitting.at]
    cost = grading.seconds_behind(sitting.lesson, sitting.at, sitting.first_answer)
    seconds = max(0.0, (now - page.asked_at).total_seconds()) if page.asked_at else 0.0
    name = sitting.lesson.name
    if addresses.room_of(name) == addresses.RISK:
        guess, chance = estimates.guessed(sitting.lesson, sitting.answer)
        return progress.with_guess(page.progress, sitting.lesson.key, guess, chance, hints, not tries, now, seconds)
    if addresses.room_of(name) == addresses.PRACTICE:
        what = name.removeprefix(f"{addresses.PRACTICE}/")
        known = progress.with_practised(page.progress, what, tries, hints, now, cost, seconds)
        puzzle, number = puzzles.puzzle_in_practice(sitting.lesson)
        return progress.with_stars(known, puzzle, number, sittings.earned_stars(sitting)) if puzzle else known
    stars = sittings.earned_stars(sitting)
    return progress.with_step(page.progress, name, sitting.step.id, stars, tries, hints, now, cost, seconds)


def with_broken_rule(page: Page, before: Session, after: Session, now: datetime) -> Progress:
    """The progress after a die was laid against a rule: the rule will be practised."""
    if len(after.draft) > len(before.draft):
        broken = [one for one in after.game.judge(after.state, after.draft) if one.at == len(after.draft) - 1]
        if broken and practice.game_of(SHELF, broken[0].code, page.game_key):
            return progress.with_broken_rule(page.progress, broken[0].code, now)
    return page.progress
