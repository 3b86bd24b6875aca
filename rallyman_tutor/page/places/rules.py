"""The rulebook and the handbook of driving, open at their contents, at a rule or at a principle, whose examples lie on
the board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Literal

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.page import answers, noting, seating, setups
from rallyman_tutor.page.intents import Example, Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import Head, RulesScreen
from rallyman_tutor.tutor.advice import handbook
from rallyman_tutor.tutor.learner import addresses, puzzles
from rallyman_tutor.tutor.session.intents import AtTable
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import attempt
from rallyman_tutor.tutor.words import rulebook
from rallyman_tutor.tutor.words.page_words import page_words
from rallyman_tutor.tutor.words.rulebook import RuleLine, RulePage, Sign

MOST_PUZZLES = 3
MOST_LETTERS = 40
"""How many letters of a code are repeated in the answer that there is no such rule."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A learner at the rulebook, with a table to try things at."""

    head: Head
    seat: Session
    contents: list[RuleLine]
    rule: RulePage | None  # the one that is open
    legend: list[Sign]  # of the box, where no example lies open
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if not isinstance(intent, AtTable):
            return None
        before = self.seat
        after, problem = attempt(before, intent)
        page, noted = noting.noted_drive(replace(page, problem=problem), self.noted, before, after, now)
        return seating.with_board(replace(page, place=replace(self, seat=after, noted=noted)), before)

    def screen(self) -> RulesScreen:
        return {**self.head, "kind": "rules", "rules": self.contents, "rule": self.rule, "legend": self.legend}

    def kept(self) -> None:
        return None


def opened(page: Page, code: str, lessons: Lessons) -> Page:
    """The page at a rule or a principle of driving, or at the contents."""
    at, rule = addresses.address_in_game("rules", page.game_key), None
    if code and (code in page.game.book or handbook.has(page.game, code)):
        rule = _page_of(page.game, code)
        kind: Literal["ok", "broken"] = "broken" if rule["broken"] else "ok"
        if rule[kind]:
            return _shown(page, code, kind, 0, lessons)
        at = f"rules/{code}"
    session = setups.begin_drive(page.game, page.setup)  # and not what was open before
    place = Rules(_head(page, lessons, at), session, _contents(page.game), rule, rulebook.legend(page.game))
    return seating.sit_at(page, place)


def example(page: Page, asked: Example, lessons: Lessons) -> Page:
    """The page at an example of a rule, or of a principle."""
    try:
        return _shown(page, asked.code[:MOST_LETTERS], asked.kind, asked.n, lessons)
    except Refused as refused:
        return answers.told(page, seating.why_not(page, refused))


def _shown(page: Page, code: str, kind: Literal["ok", "broken"], number: int, lessons: Lessons) -> Page:
    """The page with an example of a rule, or of a principle, on the board."""
    book = handbook if handbook.has(page.game, code) else rulebook
    session = book.example_session(page.game, code, kind, number)
    rule: RulePage = {**_page_of(page.game, code, kind, number), "kind_shown": kind, "n": number}
    if rule["puzzles"] is not None:
        left = (one for one in rule["puzzles"] if not puzzles.is_solved(page.progress, page.game_key, one))
        rule["puzzles"] = [*islice(left, MOST_PUZZLES)]
    top = _head(page, lessons, f"rules/{rule['code']}")
    return seating.sit_at(page, Rules(top, session, _contents(page.game), rule, []))


def _page_of(game: AnyGame, code: str, kind: str = "", number: int = 0) -> RulePage:
    """A rule or a principle in full."""
    if handbook.has(game, code):
        return handbook.principle_page(game, code, kind, number)
    return rulebook.rule_page(game, code)


def _contents(game: AnyGame) -> list[RuleLine]:
    """The rules of a game, and the principles of driving behind them."""
    return [*rulebook.contents(game), *handbook.contents(game)]


def _head(page: Page, lessons: Lessons, at: str) -> Head:
    return seating.head(page, lessons, at, str(page_words(page.game)["rulebook"]))
