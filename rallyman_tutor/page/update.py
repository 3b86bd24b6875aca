"""What the browser says, carried out: the page before, an intent, and the page after.

Whatever the browser says changes the page here; what is found behind an answer goes into it by `visit.py`. What cannot be carried out
is a part of the page that comes of it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from typing import Literal

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import is_packed
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.page import answers, asking, browser_save, noting, running, seating, setups, told
from rallyman_tutor.page.intents import (
    Bring,
    Command,
    Example,
    Frame,
    Go,
    Hello,
    Intent,
    Join,
    New,
    Pupils,
    Share,
    Speak,
    Start,
    Tell,
    Theme,
    Time,
    parse,
)
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.state import Page
from rallyman_tutor.page.wire import Screen
from rallyman_tutor.tutor import (
    addresses,
    comparison,
    home,
    insight_view,
    lesson_pictures,
    own_best,
    placement,
    progress,
    puzzles,
    rulebook,
    sharing,
)
from rallyman_tutor.tutor import daily as dailies
from rallyman_tutor.tutor import page_words as said
from rallyman_tutor.tutor import session as sessions
from rallyman_tutor.tutor import sitting as sittings
from rallyman_tutor.tutor.classroom import class_table
from rallyman_tutor.tutor.intents import AtTable, InLesson, Next
from rallyman_tutor.tutor.lesson_folders import Cover
from rallyman_tutor.tutor.lesson_start import lesson_start
from rallyman_tutor.tutor.lessons import Lesson
from rallyman_tutor.tutor.progress import Progress
from rallyman_tutor.tutor.reading import read
from rallyman_tutor.tutor.rulebook import RulePage
from rallyman_tutor.tutor.session import Session
from rallyman_tutor.tutor.sitting import Sitting

MOST_LETTERS = 40
"""How many letters of a code are repeated in the answer that there is no such rule."""
UNKNOWN = Refused("unknown-intent")


def begin(lessons: Lessons, now: datetime, at: str = "home", table: str = "") -> Page:
    """A page that opens at a place; `table` is the table of a drive."""
    nowhere: Screen = {"at": "", "title": "", "page": "", "map": ""}
    page = Page("", nowhere, Progress(), opens_at=at, opening_table=table)
    if table:
        key = lessons.game_at(at, "")
        page = replace(page, setups={key: setups.default_setup(SHELF[key], table)})
    return _go(page, at, None, lessons, now)


def hear(page: Page, raw: object, lessons: Lessons, now: datetime) -> Page:
    """The page after a message from the browser, of which nothing is trusted."""
    try:
        return update(page, parse(raw), lessons, now)
    except Refused as refused:
        return _refused(answers.without_answers(page), refused)


def update(page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page:
    """The page after an intent is carried out; where something else is asked then, its time begins."""
    after = _carried_out(answers.without_answers(page), intent, lessons, now)
    is_asked = isinstance(after.sat_at, Sitting) and (isinstance(intent, Hello) or _asked(after) != _asked(page))
    return replace(after, asked_at=now) if is_asked else after


def _asked(page: Page) -> tuple[Lesson, int, bool] | None:
    """What is asked of the learner, and whether that is done."""
    seat = page.sat_at
    return (seat.lesson, seat.at, seat.done) if isinstance(seat, Sitting) else None


def _carried_out(page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page:
    match intent:
        case Hello():
            return _hello(page, intent, lessons, now)
        case Frame(tall):
            return _redraw(replace(page, is_tall=tall))
        case Theme(theme):
            page = replace(page, theme=theme, repaintings=page.repaintings + 1)
            at = page.place["at"]
            return _go(page, at, None, lessons, now) if _has_pictures(at) else page
        case Speak(how):
            return replace(page, speech=how)
        case Go(to, back):
            return _go(page, to, back, lessons, now) if lessons.knows(to) else _refused(page, UNKNOWN)
        case Bring(brought):
            return _with_brought_progress(page, brought, lessons, now)
        case Pupils(files):
            return _with_pupils(page, files)
        case Join(brought):
            with suppress(Refused):  # a faulty progress is reported by the tab that keeps it
                return replace(page, progress=progress.merged(page.progress, progress.read(brought)))
            return page
        case New():
            return (
                _new(page, intent, lessons)
                if addresses.room_of(page.place["at"]) == "drive"
                else _refused(page, UNKNOWN)
            )
        case Share():
            session = page.session
            if session is None:
                return _refused(page, UNKNOWN)
            start = None if session.game.over(session.displayed_state) else lesson_start(session, session.viewing_seat)
            return answers.shared(page, sharing.share(session), start)
        case Example(code, kind, number):
            try:
                return _example(page, rulebook.rule_page(page.game, code[:MOST_LETTERS]), kind, number, lessons)
            except Refused as refused:
                return answers.told(page, _why_not(page, refused))
        case Tell():
            return told.tell(page, intent)
        case Command():
            return told.command(page, intent, lambda page, meant: _carried_out(page, meant, lessons, now))
        case Start() if addresses.room_of(page.place["at"]) == addresses.RUN and page.sat_at is None:
            return running.begun(page, intent, lessons, now)
        case Time() if page.run:
            return running.out_of_time(page, lessons, now)
        case Start() | Time():
            return _refused(page, UNKNOWN)
        case _ if isinstance(page.sat_at, Sitting) and page.run:
            return running.learn(page, page.sat_at, intent, lessons, now)
        case _ if isinstance(page.sat_at, Sitting):
            return _learn(page, page.sat_at, intent, lessons, now)
        case _ if isinstance(page.sat_at, Session) and isinstance(intent, AtTable):
            return _play(page, page.sat_at, intent, now)
        case _:
            return _refused(page, UNKNOWN)


def _hello(page: Page, hello: Hello, lessons: Lessons, now: datetime) -> Page:
    """The browser is there: put back what it kept, and paint."""
    has_turned = page.is_tall is not hello.tall
    page = replace(page, theme=hello.theme, is_drawn=hello.drawn, is_tall=hello.tall, repaintings=page.repaintings + 1)
    page = replace(page, speech=hello.speech)
    if hello.progress:
        try:
            page = replace(page, progress=progress.read(hello.progress))
        except Refused as refused:
            page = answers.not_restored(page, "progress", _why_not(page, refused))
    here, back = page.place["at"], hello.kept
    at = hello.at if lessons.knows(hello.at) else here
    if page.opens_at == "practice" and at == here:  # only the browser knows what is due
        at = page.opens_at
    page = replace(page, opens_at="")
    if page.opening_table and browser_save.saved_table_name(back) != page.opening_table:
        back = None  # the notebook asks for another table than the one that was kept
    if at != here or back or hello.progress or _has_pictures(at):
        page = _go(page, at, back, lessons, now)
    elif has_turned:
        page = _redraw(page)
    return _open_shared(page, hello.game, lessons) if hello.game else page


def _refused(page: Page, problem: Refused) -> Page:
    """The page with the reason why nothing came of what was asked, shown beside the board where there is one."""
    if page.session is None:
        return answers.told(page, _why_not(page, problem))
    return seating.with_board(replace(page, problem=problem), page.session)


def _why_not(page: Page, problem: Refused | Illegal) -> str:
    return said.why_refused(page.session or setups.begin_drive(page.game, page.setup), problem)


def with_trouble(page: Page, error: Exception) -> Page:
    """The page with a message about a mistake of ours."""
    return answers.told(answers.without_answers(page), said.trouble_text(type(error).__name__))


# -- What is on the board ---------------------------------------------------------------------------------------------


def _redraw(page: Page) -> Page:
    """The page with its board drawn again for another frame, if the game draws it differently on a phone."""
    if page.session is None or not page.session.game.tall:
        return page
    return seating.with_board(replace(page, full_boards=page.full_boards + 1), None)


# -- Places -----------------------------------------------------------------------------------------------------------


def _has_pictures(at: str) -> bool:
    """Whether there are pictures at a place that has no board: two games side by side, or plots. They are drawn anew for another
    theme."""
    return addresses.room_of(at) in (addresses.COMING, addresses.INSIGHT)


def _go(page: Page, to: str, back: object, lessons: Lessons, now: datetime) -> Page:
    """The page at another place; `back` is what the browser kept of that place."""
    room, _, which = to.partition("/")
    page = seating.switch_game(page, lessons.game_at(to, page.game_key))
    if room == addresses.RUN:
        return running.offered(page, lessons, now)
    page = replace(page, run=None)
    if to in lessons.named:
        return _lesson(page, lessons.named[to], back, lessons, now)
    if room == "rules":
        return _rules(page, which, lessons)
    if room == "practice":
        return _practise(page, lessons, now)
    if room == addresses.PUZZLES:
        return asking.puzzle(page, puzzles.number_at(to, now.date()), lessons)
    if room == addresses.RISK:
        return asking.risk(page, lessons, now)
    if room == addresses.DAILY:
        return _daily(page, now.date(), lessons)
    if room == addresses.PLACEMENT:
        return _placement(page, lessons, now)
    if room == "drive":
        return _drive(page, back, lessons)
    if room == addresses.COMING:
        return _side_by_side(page, which, lessons)
    if room == "summary":
        place = seating.place_of(page, lessons, "summary", "")
        return replace(page, sat_at=None, place={**place, "summary": home.summary(lessons.covers, page.progress)})
    if room == addresses.INSIGHT:
        shown = insight_view.insight_shown(page.progress, page.game, page.theme or "light")
        place = seating.place_of(page, lessons, addresses.INSIGHT, str(said.page_words(page.game)["insight"]))
        return replace(page, sat_at=None, place={**place, "insight": shown})
    return _home(page, lessons, now)


def _home(page: Page, lessons: Lessons, now: datetime) -> Page:
    """The map of the course."""
    shown = home.home(lessons.covers, page.progress, page.game, now)
    place = seating.place_of(page, lessons, addresses.address_in_game("home", page.game_key), "")
    return replace(page, sat_at=None, place={**place, "home": shown})


def _side_by_side(page: Page, which: str, lessons: Lessons) -> Page:
    """One position under two games."""
    shown = comparison.comparison(comparison.differences_of(lessons.covers), which, page.theme or "light")
    at = f"{addresses.COMING}/{shown['id']}" if which else addresses.COMING
    place = seating.place_of(page, lessons, at, str(said.page_words(page.game)["coming"]))
    return replace(page, sat_at=None, place={**place, "coming": shown})


def _rules(page: Page, code: str, lessons: Lessons) -> Page:
    """The rulebook, open at a rule or at its contents."""
    at, rule = addresses.address_in_game("rules", page.game_key), None
    if code and code in page.game.book:
        rule = rulebook.rule_page(page.game, code)
        kind: Literal["ok", "broken"] = "broken" if rule["broken"] else "ok"
        if rule[kind]:
            return _example(page, rule, kind, 0, lessons)
        at = f"rules/{code}"
    place = _book(page, lessons, at, rule)
    place["legend"] = rulebook.legend(page.game)
    return seating.sit_at(page, setups.begin_drive(page.game, page.setup), place)  # and not what was open before


def _example(page: Page, rule: RulePage, kind: Literal["ok", "broken"], number: int, lessons: Lessons) -> Page:
    """An example of a rule on the board."""
    session = rulebook.example_session(page.game, rule["code"], kind, number)
    return seating.sit_at(
        page, session, _book(page, lessons, f"rules/{rule['code']}", {**rule, "kind_shown": kind, "n": number})
    )


def _book(page: Page, lessons: Lessons, at: str, rule: RulePage | None) -> Screen:
    title = str(said.page_words(page.game)["rulebook"])
    return {**seating.place_of(page, lessons, at, title), "rules": rulebook.contents(page.game), "rule": rule}


# -- A drive ----------------------------------------------------------------------------------------------------------


def _drive(page: Page, back: object, lessons: Lessons) -> Page:
    """The page at the table that the browser kept, or else at the one that was last chosen."""
    at = addresses.address_in_game("drive", page.game_key)
    try:
        found = browser_save.restore_table(page.game, back, at)
    except (Refused, Illegal) as refused:
        session = setups.begin_drive(page.game, page.setup)
        page = _at_table(page, session, page.setup.table != page.opening_table, lessons)
        return answers.not_restored(page, at, said.why_not_restored(session, refused))
    session, is_own = found or (setups.begin_drive(page.game, page.setup), page.setup.table != page.opening_table)
    return _at_table(page, session, is_own, lessons, *(browser_save.moves_known(back, at) if found else ()))


def _daily(page: Page, day: date, lessons: Lessons) -> Page:
    """The page at the stage of the day, alone. A drive of the learner's own waits behind it, as behind one that is shared."""
    daily = dailies.of_day(page.game_key, day)
    setup = setups.default_setup(page.game, daily.stage)._replace(cars=1, seed=daily.seed)
    page = _at_table(page, setups.begin_drive(page.game, setup), False, lessons)
    return answers.started(page)


def _at_table(
    page: Page, session: Session, is_own: bool, lessons: Lessons, moves_brought: int = 0, moves_reviewed: int = 0
) -> Page:
    words = said.page_words(page.game)
    title = str(words["ready"].get(session.table, words["free-drive"]))
    place = seating.place_of(page, lessons, addresses.address_in_game("drive", page.game_key), title)
    place["ahead"] = home.lessons_ahead(lessons.covers, page.progress, page.game_key)
    place["bests"] = own_best.times_told(page.game, page.progress.times)
    if found := own_best.reached(session):
        place["best"] = own_best.in_words(session, page.progress.times, page.progress.times.get(found.name))
    page = replace(page, is_own=is_own, moves_brought=moves_brought, moves_reviewed=moves_reviewed)
    return seating.sit_at(page, session, place)


def _new(page: Page, new: New, lessons: Lessons) -> Page:
    """Sit down at another table; why that cannot be is answered beside the field where it was asked for."""
    if is_packed(new.table):
        return _open_shared(page, new.table, lessons, answers.misread)
    wanted = setups.requested_setup(page.game, new, page.setup)
    try:
        session = setups.begin_drive(page.game, wanted)
    except (Refused, Illegal) as refused:
        return answers.misread(page, _why_not(page, refused))
    if isinstance(page.sat_at, Session):
        # whoever wished for a ghost, or for no help, has it so in the next drive too
        session = replace(session, ghost=page.sat_at.ghost, help=page.sat_at.help)
    page = replace(page, setups={**page.setups, page.game_key: wanted})
    return answers.started(_at_table(page, session, True, lessons))


def _open_shared(page: Page, code: str, lessons: Lessons, refuse: Callable[[Page, str], Page] = answers.told) -> Page:
    """Sit down at a table that somebody shared, of whichever game."""
    try:
        session = sharing.open_shared(SHELF, code)
    except (Refused, Illegal) as refused:
        return refuse(page, _why_not(page, refused))
    page = seating.switch_game(page, session.game.key)
    page = _at_table(page, session, False, lessons, len(session.replay.past))
    return answers.started(page)


def _play(page: Page, before: Session, intent: AtTable, now: datetime) -> Page:
    """The page after something was done at a table."""
    after, problem = sessions.attempt(before, intent)
    page = noting.noted_drive(replace(page, sat_at=after, problem=problem), before, after, now)
    return seating.with_board(page, before)


# -- A lesson ---------------------------------------------------------------------------------------------------------


def _lesson(page: Page, cover: Cover, back: object, lessons: Lessons, now: datetime) -> Page:
    """A lesson at its first step that is not done; or at the one that the browser kept."""
    lesson, faults = read(cover.folder)
    if lesson is None:
        text = str(said.page_words(page.game)["lesson-broken"])
        return answers.told(_home(page, lessons, now), text.format(title=cover.title, many=len(faults)))
    done = page.progress.stars.get(cover.name, {})
    earned = [done.get(step, 0) for step in cover.steps]
    at = next((at for at, stars in enumerate(earned) if not stars), 0)
    step = browser_save.saved_step(back, cover)
    sitting = sittings.sit_down(lesson, at if step is None else step, earned)
    if step is not None:
        sitting = browser_save.restore_draft(sitting, back)
    place = seating.place_of(page, lessons, lesson.name, lesson.title)
    place["next"] = home.next_lesson(lessons.covers, lesson.name)
    if named := [one.file for each in lesson.steps for one in each.words.pictures]:
        place["pictures"] = lesson_pictures.as_data(cover.folder, named)
    page = replace(page, progress=replace(page.progress, last=lesson.name), moves_brought=0, moves_reviewed=0)
    return seating.sit_at(page, sitting, place)


def _learn(page: Page, before: Sitting, intent: InLesson | AtTable, lessons: Lessons, now: datetime) -> Page:
    """The page after something was done in a lesson, or in practice."""
    at = page.place["at"]
    if isinstance(intent, Next) and page.place.get("next") == at:  # there is always something else to be asked
        return _go(page, at, None, lessons, now)
    after, problem = sittings.attempt(before, intent)
    page = noting.with_review(page, before.session, after.session, now)
    known = page.progress
    if page.place["at"] == placement.address(page.game):
        pass  # its answers are counted when the next question is asked
    elif after.done and not before.done:
        known = noting.with_done_step(page, after, now)
    elif after.lesson.name in lessons.named and after.step.kind != "break" and not after.done:
        known = noting.with_broken_rule(
            page, before.session, after.session, now
        )  # not where the task was to break a rule
    return seating.with_board(replace(page, sat_at=after, problem=problem, progress=known), before.session)


def _practise(page: Page, lessons: Lessons, now: datetime) -> Page:
    """The page with something to practise; where there is nothing yet, the map says so."""
    page, is_asked = asking.practise(page, lessons, now)
    if is_asked:
        return page
    return answers.told(_home(page, lessons, now), str(said.page_words(page.game)["practice-none"]))


def _placement(page: Page, lessons: Lessons, now: datetime) -> Page:
    """The next question of the placement; behind the last one the map, and where the learner is to begin."""
    page, told = asking.place(page, lessons, now)
    return answers.told(_home(page, lessons, now), told) if told else page


# -- Progress ---------------------------------------------------------------------------------------------------------


def _with_pupils(page: Page, files: object) -> Page:
    """What pupils did, told beside the map. Nothing of it is kept."""
    try:
        return answers.of_pupils(page, class_table(page.game, files))
    except Refused as refused:
        return answers.told(page, _why_not(page, refused))


def _with_brought_progress(page: Page, brought: object, lessons: Lessons, now: datetime) -> Page:
    """Progress from a file; a wrong one changes nothing."""
    try:
        page = replace(page, progress=progress.read(brought))
    except Refused as refused:
        return answers.told(page, _why_not(page, refused))
    page = _go(page, "home", None, lessons, now)
    return answers.told(page, str(said.page_words(page.game)["brought"]))
