"""Where a learner is and what lies before them: the steps of which carrying out an intent is made.

Each takes the page before and gives the page after, as everything in `update.py` does.
"""

from __future__ import annotations

from dataclasses import replace

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.page import answers, pictures, setups
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.state import Page, Place
from rallyman_tutor.page.wire import Head
from rallyman_tutor.tutor.learner import addresses
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words import page_words


def head(page: Page, lessons: Lessons, at: str, title: str) -> Head:
    """The parts that every place has."""
    return {
        "at": at,
        "title": title,
        "page": addresses.page_of(at, lessons.teachers_own),
        "map": addresses.address_in_game("home", page.game_key),
    }


def switch_game(page: Page, key: str) -> Page:
    """The page with another game, for which the next place has to be opened."""
    return page if key == page.game_key else without_board(replace(page, game_key=key))


def without_board(page: Page) -> Page:
    """The page as if no board had been shown on it: the next one is sent whole."""
    return replace(page, board=replace(page.board, pictures=(), stage=None))


def with_board(page: Page, before: Session | None) -> Page:
    """The board as it is now; `before` is what the learner saw there, if that was the same game."""
    session = page.session
    assert session is not None
    last = page.board.pictures[-1] if page.board.pictures else None
    scenes = pictures.pictures(session, before, page.looks.is_tall)
    stage = pictures.stage_of(session, page.looks.is_tall, scenes[-1], last, page.board.stage)
    number = page.messages_sent + 1
    return replace(page, board=replace(page.board, pictures=scenes, stage=stage, number=number), messages_sent=number)


def with_board_afresh(page: Page) -> Page:
    """The whole board, whatever was there before."""
    return with_board(replace(page, board=replace(page.board, full=page.board.full + 1)), None)


def sit_at(page: Page, place: Place) -> Page:
    """The page with the learner at another table or lesson."""
    return with_board_afresh(replace(page, place=place))


def refused(page: Page, problem: Refused) -> Page:
    """The page with the reason why nothing came of what was asked, shown beside the board where there is one."""
    if page.session is None:
        return answers.told(page, why_not(page, problem))
    return with_board(replace(page, problem=problem), page.session)


def why_not(page: Page, problem: Refused | Illegal) -> str:
    return page_words.why_refused(page.session or setups.begin_drive(page.game, page.setup), problem)
