"""A rally at one screen: set up, driven turn by turn by whoever has the table, and over.

Between two drivers, and behind each stage, there is a screen without a board: nobody sees what is another's. The rally
itself is the table that the browser keeps: its replay, who decides for each driver, and its seed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.page import answers, browser_save, seating, setups
from rallyman_tutor.page.intents import Film, Intent, Rally, Ready
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.past_rally import PastRally
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import BrowserSave, Head, RallyingScreen, RallyScreen
from rallyman_tutor.rally import rally as rallies
from rallyman_tutor.rally.sheet import sheet_of
from rallyman_tutor.tutor.learner import addresses, first_evening, rally_view
from rallyman_tutor.tutor.learner.rally_view import RallyShown, RallyWish
from rallyman_tutor.tutor.session.intents import AtTable
from rallyman_tutor.tutor.session.playing import of_rally, with_bots_played
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import attempt
from rallyman_tutor.tutor.words.page_words import why_not_restored


@dataclass(frozen=True, slots=True)
class RallyStop:
    """A rally where nobody drives: before it, between two drivers, behind it."""

    head: Head
    table: Session | None  # None before a rally
    shown: RallyShown
    past: PastRally | None = None  # the rally as far as it has come
    seat: None = None
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if isinstance(intent, Rally):  # pressed before the rally that was kept was there: nobody wants that one gone
            return page if self.table else _begun(page, intent, self.head, now)
        if isinstance(intent, Film) and self.past:
            return replace(page, place=replace(self, past=self.past.filmed()))
        if isinstance(intent, Ready):
            return _on(page, self.head, self.table, lessons)
        return None

    def screen(self) -> RallyScreen:
        return {**self.head, "kind": "rally", "rally": self.shown}

    def kept(self) -> BrowserSave | None:
        return None if self.table is None else browser_save.save_table(self.head["at"], self.table)


@dataclass(frozen=True, slots=True)
class RallyTurn:
    """A person at the table of a rally."""

    head: Head
    seat: Session
    whose: int  # the seat of the person who has the table
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if not isinstance(intent, AtTable):
            return None
        before = self.seat
        after, problem = attempt(before, intent)
        page = replace(page, problem=problem)
        if self._is_passed_on(after):
            return _stopped(page, self.head, after)
        return seating.with_board(replace(page, place=replace(self, seat=after)), before)

    def _is_passed_on(self, after: Session) -> bool:
        """Whether the table leaves the hands of whoever has it: somebody else decides, or a stage is over."""
        game = after.game
        is_other = game.over(after.state) or game.turn(after.state) != self.whose
        return is_other or _stages_over(after) != _stages_over(self.seat)

    def screen(self) -> RallyingScreen:
        return {**self.head, "kind": "rallying"}

    def kept(self) -> BrowserSave:
        return browser_save.save_table(self.head["at"], self.seat)


def _stages_over(session: Session) -> int:
    return len(sheet_of(session.game, session.state).rows)


def opened(page: Page, back: object, lessons: Lessons) -> Page:
    """The page at the rally that the browser kept, or before a new one."""
    at = addresses.address_in_game(addresses.RALLY, page.game_key)
    head = seating.head(page, lessons, at, rally_view.title())
    try:
        found = browser_save.restore_table(page.game, back, at)
    except (Refused, Illegal) as refused:
        session = setups.begin_drive(page.game, page.setup)
        return answers.not_restored(_before(page, head, lessons), at, why_not_restored(session, refused))
    return _before(page, head, lessons) if found is None else _stopped(page, head, found[0])


def _before(page: Page, head: Head, lessons: Lessons) -> Page:
    evening = first_evening.of_game(lessons.covers, page.game_key)
    return replace(page, place=RallyStop(head, None, rally_view.before(page.game, evening)))


def _begun(page: Page, asked: Rally, head: Head, now: datetime) -> Page:
    """The page at the start of the rally that was asked for; or the reason why there can be none."""
    wish = RallyWish(asked.names, asked.levels, asked.stages, asked.many, asked.rules)
    try:
        setup = rally_view.wished(page.game, wish, str(int(now.timestamp())))
        session = with_bots_played(of_rally(rallies.begin(page.game, setup)))
    except (Refused, Illegal) as refused:
        return answers.told(page, seating.why_not(page, refused))
    return _stopped(page, head, session)


def _on(page: Page, head: Head, table: Session | None, lessons: Lessons) -> Page:
    """The page where the rally goes on: at the board of whoever is in turn; behind a rally, before the next one."""
    if table is None or table.game.over(table.state):
        return _before(page, head, lessons)
    whose = table.game.turn(table.state)
    seat = replace(table, handed_to=whose)
    page = replace(page, place=RallyTurn(head, seat, whose), board=replace(page.board, full=page.board.full + 1))
    return seating.with_board(page, replace(seat, replay=seat.replay.undo(driven_by_bots(seat))))


def driven_by_bots(session: Session) -> int:
    """How many moves bots made since a person did, in the stage that is driven now: these are seen first."""
    game, past, many = session.game, session.replay.past, 0
    rows = _stages_over(session)
    while many < len(past):
        before = session.replay.undo(many + 1).state
        if game.turn(before) not in session.bots or len(sheet_of(game, before).rows) != rows:
            break
        many += 1
    return many


def _stopped(page: Page, head: Head, session: Session) -> Page:
    """The page between two drivers, or behind the last stage."""
    session = replace(session, handed_to=-1)
    game, state = session.game, session.state
    shown = rally_view.over(game, state) if game.over(state) else rally_view.between(game, state)
    return replace(page, place=RallyStop(head, session, shown, PastRally.at(session)))
