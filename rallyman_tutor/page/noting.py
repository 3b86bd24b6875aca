"""What is noted in a learner's progress of what they do: steps done, rules broken, decisions that cost time, best times."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from rallyman_tutor.coach.card_review import Played
from rallyman_tutor.coach.review import Review
from rallyman_tutor.games import SHELF
from rallyman_tutor.page.state import Page
from rallyman_tutor.page.wire import Screen
from rallyman_tutor.tutor import addresses, estimates, grading, own_best, past_cards, past_decisions, practice, progress
from rallyman_tutor.tutor import sitting as sittings
from rallyman_tutor.tutor.progress import Progress
from rallyman_tutor.tutor.session import Session
from rallyman_tutor.tutor.sitting import Sitting


def noted_drive(page: Page, before: Session, after: Session, now: datetime) -> Page:
    """The page after something was done at its table: a rule broken, a drive ended or looked back at."""
    page = replace(
        page,
        progress=with_broken_rule(page, before, after, now),
        moves_brought=moves_brought(page, before, after),
    )
    page = with_review(page, before, after, now)
    if page.game.over(after.state) and not page.game.over(before.state):
        is_own = not (page.moves_brought or before.tried or after.tried)
        return _at_the_finish(page, after, is_own)
    return page


def moves_brought(page: Page, before: Session, after: Session) -> int:
    """How many moves of the drive are nothing new: made before somebody brought it, or at a finish that was taken back, and not
    taken back themselves."""
    if before.tried or after.tried:
        return page.moves_brought
    made, over = len(after.replay.past), page.game.over
    return made if over(before.state) and not over(after.state) else min(page.moves_brought, made)


def moves_reviewed(page: Page, before: Session, after: Session) -> int:
    """How many moves of the drive were there when it was last looked back at, and are not taken back since."""
    if before.tried or after.tried:
        return page.moves_reviewed
    return min(page.moves_reviewed, len(before.replay.past), len(after.replay.past))


def with_review(page: Page, before: Session, after: Session, now: datetime) -> Page:
    """The page after a drive of the learner was looked back at: its mistakes come back in practice, and of a whole drive it is noted
    what its decisions cost. What was noted of it before, in this visit or an earlier one, is not noted again."""
    page = replace(page, moves_reviewed=moves_reviewed(page, before, after))
    review, made = after.review, len(after.replay.past)
    if not isinstance(review, Review) or review == before.review or review.seat != (after.learners or [0])[0]:
        return page
    since = max(page.moves_brought, page.moves_reviewed)
    known = progress.with_mistakes(page.progress, past_decisions.mistakes(after.game, review, since), now)
    is_new = page.moves_reviewed < made and not (page.moves_brought or after.tried or isinstance(page.sat_at, Sitting))
    if is_new and page.game.over(after.state):
        stages = past_decisions.stages_driven(after.game, after.table, review)
        known = progress.with_drive(known, stages, after.asked, now)
    return replace(page, progress=known, moves_reviewed=made)


def with_found(page: Page, found: Played) -> Page:
    """The page that knows what was found of the game of cards that is looked back at there; nothing else is."""
    session = page.session
    if session is None or not found.is_same_game(session.review):
        return page
    session = replace(session, review=found)
    return replace(page, sat_at=replace(page.sat_at, session=session) if isinstance(page.sat_at, Sitting) else session)


def with_card_review(page: Page, now: datetime) -> Page:
    """The page once a game of cards of the learner was looked back at and played out: its mistakes come back in practice."""
    session = page.session
    if session is None or not isinstance(session.review, Played) or session.review.seat != (session.learners or [0])[0]:
        return page
    found = ((one, 0.0) for one in past_cards.mistakes(session.review, page.moves_brought))
    known = progress.with_mistakes(page.progress, found, now)
    return page if known == page.progress else replace(page, progress=known)


def _at_the_finish(page: Page, session: Session, is_own: bool) -> Page:
    """The page at the finish of a drive: its time is kept if the learner has just driven it, and told beside their best."""
    found, known = own_best.reached(session), page.progress
    before = known.times.get(found.name) if found else None
    if found and is_own:
        known = progress.with_time(known, found.name, found.seconds)
    best = own_best.in_words(session, known.times, before)
    place: Screen = {**page.place, "best": best, "bests": own_best.times_told(page.game, known.times)}
    return replace(page, progress=known, place=place)


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
        return progress.with_practised(page.progress, what, tries, hints, now, cost, seconds)
    stars = sittings.earned_stars(sitting)
    return progress.with_step(page.progress, name, sitting.step.id, stars, tries, hints, now, cost, seconds)


def with_broken_rule(page: Page, before: Session, after: Session, now: datetime) -> Progress:
    """The progress after a die was laid against a rule: the rule will be practised."""
    if len(after.draft) > len(before.draft):
        broken = [one for one in after.game.judge(after.state, after.draft) if one.at == len(after.draft) - 1]
        if broken and practice.game_of(SHELF, broken[0].code, page.game_key):
            return progress.with_broken_rule(page.progress, broken[0].code, now)
    return page.progress
