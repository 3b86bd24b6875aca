"""A drive: a table that one sits down at, alone or with others, one's own or one that somebody shared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import is_packed
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.page import answers, browser_save, noting, seating, setups
from rallyman_tutor.page.intents import Intent, New
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.seating import with_board
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import BrowserSave, DriveScreen, Head
from rallyman_tutor.tutor.learner import addresses, own_best
from rallyman_tutor.tutor.learner import daily as dailies
from rallyman_tutor.tutor.learner.home import LessonAhead, lessons_ahead
from rallyman_tutor.tutor.session import sharing
from rallyman_tutor.tutor.session.intents import AtTable
from rallyman_tutor.tutor.session.looking_back import drive_of
from rallyman_tutor.tutor.session.playing import with_thoughts
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import attempt
from rallyman_tutor.tutor.words.page_words import page_words, why_not_restored


@dataclass(frozen=True, slots=True)
class Drive:
    """A learner at a table."""

    head: Head
    seat: Session
    is_own: bool  # whether it was begun by whoever sits here, and not brought to them
    noted: NotedMoves
    ahead: list[LessonAhead]  # lessons that a rule met there leads to
    bests: dict[str, str]  # the learner's best time by stage, as far as there is one
    best: str  # at the finish: theirs on this stage, and par

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if isinstance(intent, New):
            return _new(page, self.seat, intent, lessons)
        if not isinstance(intent, AtTable):
            return None
        before, times = self.seat, page.progress.times
        after, problem = attempt(before, intent)
        page, noted = noting.noted_drive(replace(page, problem=problem), self.noted, before, after, now)
        place = replace(self, seat=after, noted=noted)
        if noting.is_finish(before, after):
            place = place._told_best(page, times)
        return with_board(replace(page, place=place), before)

    def _told_best(self, page: Page, before: Mapping[str, int]) -> Drive:
        """At the finish: what the learner's best time is now; `before` has those before it."""
        found, times = own_best.reached(self.seat), page.progress.times
        best = own_best.in_words(self.seat, times, before.get(found.name) if found else None)
        return replace(self, best=best, bests=own_best.times_told(page.game, times))

    def screen(self) -> DriveScreen:
        return {**self.head, "kind": "drive", "ahead": self.ahead, "bests": self.bests, "best": self.best}

    def kept(self) -> BrowserSave:
        """The drive itself: a try out of it is lost in a reload, and the drive is not."""
        return browser_save.save_table(
            self.head["at"], drive_of(self.seat), self.is_own, self.noted.brought, self.noted.reviewed
        )


def opened(page: Page, back: object, lessons: Lessons) -> Page:
    """The page at the table that the browser kept, or else at the one that was last chosen."""
    at, is_own = addresses.address_in_game("drive", page.game_key), page.setup.table != page.opening.table
    try:
        found = browser_save.restore_table(page.game, back, at)
    except (Refused, Illegal) as refused:
        session = setups.begin_drive(page.game, page.setup)
        page = _sit_down(page, session, is_own, lessons)
        return answers.not_restored(page, at, why_not_restored(session, refused))
    if found is None:
        return _sit_down(page, setups.begin_drive(page.game, page.setup), is_own, lessons)
    return _sit_down(page, *found, lessons, NotedMoves(*browser_save.moves_known(back, at)))


def daily(page: Page, day: date, lessons: Lessons) -> Page:
    """The page at the stage of the day, alone. A drive of the learner's own waits behind it, as behind one that is
    shared."""
    stage = dailies.of_day(page.game_key, day)
    setup = setups.default_setup(page.game, stage.stage)._replace(cars=1, seed=stage.seed)
    return answers.started(_sit_down(page, setups.begin_drive(page.game, setup), False, lessons))


def shared(page: Page, code: str, lessons: Lessons, refuse: Callable[[Page, str], Page] = answers.told) -> Page:
    """The page at a table that somebody shared, of whichever game."""
    try:
        session = with_thoughts(sharing.open_shared(SHELF, code))
    except (Refused, Illegal) as refused:
        return refuse(page, seating.why_not(page, refused))
    page = seating.switch_game(page, session.game.key)
    return answers.started(_sit_down(page, session, False, lessons, NotedMoves(len(session.replay.past))))


def _new(page: Page, now: Session, new: New, lessons: Lessons) -> Page:
    """The page at another table; why that cannot be is told beside the field where it was asked for."""
    if is_packed(new.table):
        return shared(page, new.table, lessons, answers.misread)
    wanted = setups.requested_setup(page.game, new, page.setup)
    try:
        session = setups.begin_drive(page.game, wanted)
    except (Refused, Illegal) as refused:
        return answers.misread(page, seating.why_not(page, refused))
    wishes = replace(session.co_driver, ghost=now.co_driver.ghost, help=now.co_driver.help)
    session = replace(session, co_driver=wishes)  # who wished for them has them in the next drive too
    page = replace(page, setups={**page.setups, page.game_key: wanted})
    return answers.started(_sit_down(page, session, True, lessons))


def _sit_down(page: Page, session: Session, is_own: bool, lessons: Lessons, noted: NotedMoves = NOTHING_NOTED) -> Page:
    words, times = page_words(page.game), page.progress.times
    title = str(words["ready"].get(session.table, words["free-drive"]))
    found = own_best.reached(session)
    place = Drive(
        head=seating.head(page, lessons, addresses.address_in_game("drive", page.game_key), title),
        seat=session,
        is_own=is_own,
        noted=noted,
        ahead=lessons_ahead(lessons.covers, page.progress, page.game_key),
        bests=own_best.times_told(page.game, times),
        best=own_best.in_words(session, times, times.get(found.name)) if found else "",
    )
    return seating.sit_at(page, place)
