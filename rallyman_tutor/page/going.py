"""From place to place: which file of `places/` opens at an address."""

from __future__ import annotations

from datetime import datetime

from rallyman_tutor.page import seating
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.places import (
    coming,
    drive,
    editor,
    first,
    home,
    insight,
    lesson,
    letter,
    placement,
    practice,
    puzzle,
    rally,
    risk,
    room,
    rules,
    run,
    summary,
)
from rallyman_tutor.page.state import Page
from rallyman_tutor.tutor.learner import addresses, puzzles


def has_pictures(at: str) -> bool:
    """Whether there are pictures at a place that has no board: two games side by side, plots, or the road of a
    letter. They are drawn anew for another theme."""
    return addresses.room_of(at) in (addresses.COMING, addresses.INSIGHT, addresses.LETTER)


def arrive(page: Page, to: str, back: object, lessons: Lessons, now: datetime) -> Page:
    """The page at the place where a visit begins. Whoever has done nothing yet begins with a first turn; whoever comes
    back, on the map of the game in which they were last."""
    if to == "home":
        if first.is_for(page, lessons):
            return first.opened(page, lessons)
        last = lessons.named.get(page.progress.last)
        to = addresses.address_in_game("home", last.key if last else addresses.FIRST_GAME)
    return go(page, to, back, lessons, now)


def go(page: Page, to: str, back: object, lessons: Lessons, now: datetime) -> Page:
    """The page at another place; `back` is what the browser kept of that place."""
    kind, _, which = to.partition("/")
    if isinstance(page.place, first.First):  # its board has no canvas, and every other one needs it
        page = seating.without_board(page)
    page = seating.switch_game(page, lessons.game_at(to, page.game_key))
    if to in lessons.named:
        return lesson.opened(page, lessons.named[to], back, lessons, now)
    match kind:
        case "drive":
            return drive.opened(page, back, lessons)
        case addresses.DAILY:
            return drive.daily(page, now.date(), lessons)
        case "rules":
            return rules.opened(page, which, lessons)
        case addresses.PRACTICE:
            return practice.opened(page, lessons, now)
        case addresses.PUZZLES:
            return puzzle.opened(page, puzzles.number_at(to, now.date()), lessons)
        case addresses.RISK:
            return risk.opened(page, lessons, now)
        case addresses.RUN:
            return run.opened(page, lessons, now)
        case addresses.RALLY:
            return rally.opened(page, back, lessons)
        case addresses.EDITOR:
            return editor.opened(page, back, lessons)
        case addresses.LETTER:
            return letter.opened(page, lessons)
        case addresses.ROOM:
            return room.opened(page, which, back, lessons)
        case addresses.PLACEMENT:
            return placement.opened(page, lessons, now)
        case addresses.COMING:
            return coming.opened(page, which, lessons)
        case addresses.INSIGHT:
            return insight.opened(page, lessons)
        case "summary":
            return summary.opened(page, lessons)
        case _:
            return home.opened(page, lessons, now)
