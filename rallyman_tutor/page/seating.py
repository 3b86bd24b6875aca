"""Where a learner is and what lies before them: the steps of which carrying out an intent is made.

Each takes the page before and gives the page after, as everything in `update.py` does.
"""

from __future__ import annotations

from dataclasses import replace

from rallyman_tutor.page import pictures
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.state import Page
from rallyman_tutor.page.wire import Screen
from rallyman_tutor.tutor import addresses
from rallyman_tutor.tutor.session import Session
from rallyman_tutor.tutor.sitting import Sitting


def place_of(page: Page, lessons: Lessons, at: str, title: str) -> Screen:
    """A place, and the page that opens there."""
    return {
        "at": at,
        "title": title,
        "page": addresses.page_of(at, lessons.teachers_own),
        "map": addresses.address_in_game("home", page.game_key),
    }


def switch_game(page: Page, key: str) -> Page:
    """The page with another game, still without a board."""
    return page if key == page.game_key else replace(page, game_key=key, sat_at=None, pictures=(), stage=None)


def with_board(page: Page, before: Session | None) -> Page:
    """The board as it is now; `before` is what the learner saw there, if that was the same game."""
    session = page.session
    assert session is not None
    last = page.pictures[-1] if page.pictures else None
    scenes = pictures.pictures(session, before, page.is_tall)
    stage = pictures.stage_of(session, page.is_tall, scenes[-1], last, page.stage)
    return replace(
        page, pictures=scenes, stage=stage, messages_sent=page.messages_sent + 1, board_number=page.messages_sent + 1
    )


def sit_at(page: Page, seat: Session | Sitting, place: Screen) -> Page:
    """The page with the learner at another table or lesson."""
    return with_board(replace(page, sat_at=seat, place=place, full_boards=page.full_boards + 1), None)
