"""The browser's messages, carried out: the page before, an intent, and the page after.

What is asked of the page itself is done here; everything else is handed to the place where the learner is. What is
found behind an answer goes into the page by `visit.py`. What cannot be carried out is a part of the page that comes of
it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.page import answers, browser_save, seating, setups, told
from rallyman_tutor.page.broken_texts import broken_texts
from rallyman_tutor.page.going import arrive, go, has_pictures
from rallyman_tutor.page.intents import (
    Bring,
    Command,
    Example,
    Frame,
    Go,
    Hello,
    Intent,
    Join,
    Language,
    Pupils,
    Share,
    Speak,
    Tell,
    Theme,
    parse,
)
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.places import drive, editor, rules
from rallyman_tutor.page.places.first import First
from rallyman_tutor.page.places.nowhere import Nowhere
from rallyman_tutor.page.places.room import RoomTurn
from rallyman_tutor.page.state import Looks, Opening, Page
from rallyman_tutor.tutor.learner import progress, room_view
from rallyman_tutor.tutor.learner.classroom import class_table
from rallyman_tutor.tutor.learner.progress import Progress
from rallyman_tutor.tutor.lesson.lesson_start import lesson_start
from rallyman_tutor.tutor.lesson.lessons import Lesson, Sitting
from rallyman_tutor.tutor.session import sharing
from rallyman_tutor.tutor.words import page_words as said
from rallyman_tutor.tutor.words.cldr import NAMES
from rallyman_tutor.tutor.words.language import ENGLISH, chosen, known, offered, speak, speaking, spoken

UNKNOWN = Refused("unknown-intent")


def begin(lessons: Lessons, now: datetime, at: str = "home", table: str = "") -> Page:
    """A page that opens at a place; `table` is the table of a drive."""
    page = Page("", Nowhere(), Progress(), Opening(at, table), Looks(language=spoken()))
    if table:
        key = lessons.game_at(at, "")
        page = replace(page, setups={key: setups.default_setup(SHELF[key], table)})
    return arrive(page, at, None, lessons, now)


def hear(page: Page, raw: object, lessons: Lessons, now: datetime) -> Page:
    """The page after a message from the browser, of which nothing is trusted."""
    with speaking(page.looks.language):
        try:
            return update(page, parse(raw), lessons, now)
        except Refused as refused:
            return seating.refused(answers.without_answers(page), refused)


def update(page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page:
    """The page after an intent is carried out; where something else is asked then, its time begins."""
    after = _carried_out(answers.without_answers(page), intent, lessons, now)
    is_asked = isinstance(after.sat_at, Sitting) and (isinstance(intent, Hello) or _asked(after) != _asked(page))
    return replace(after, asked_at=now) if is_asked else after


def _asked(page: Page) -> tuple[Lesson, int, bool] | None:
    """The step asked of the learner, and whether it is done."""
    seat = page.sat_at
    return (seat.lesson, seat.at, seat.done) if isinstance(seat, Sitting) else None


def _carried_out(page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page:
    match intent:
        case Hello():
            return _hello(page, intent, lessons, now)
        case Frame(tall):
            return _redraw(replace(page, looks=replace(page.looks, is_tall=tall)))
        case Theme(theme):
            page = _repainted(replace(page, looks=replace(page.looks, theme=theme)))
            return go(page, page.at, None, lessons, now) if has_pictures(page.at) else page
        case Speak(how):
            return replace(page, looks=replace(page.looks, speech=how))
        case Language(to):
            return _unless_it_is_there(_in_language(page, chosen(to), lessons, now), to)
        case Go(to, back):
            return go(page, to, back, lessons, now) if lessons.knows(to) else seating.refused(page, UNKNOWN)
        case Bring(brought):
            return _with_brought_progress(page, brought, lessons, now)
        case Pupils(files):
            return _with_pupils(page, files)
        case Join(brought):
            with suppress(Refused):  # a faulty progress is reported by the tab that keeps it
                return replace(page, progress=progress.merged(page.progress, progress.read(brought)))
            return page
        case Share() if isinstance(page.place, RoomTurn) and page.place.knows_one_seat:
            return answers.told(page, room_view.text("no-code"))
        case Share() if session := page.session:
            start = None if session.game.over(session.displayed_state) else lesson_start(session, session.viewing_seat)
            return answers.shared(page, sharing.share(session), start)
        case Example():
            return rules.example(page, intent, lessons)
        case Tell():
            return told.tell(page, intent)
        case Command():
            return told.command(page, intent, lambda page, meant: _carried_out(page, meant, lessons, now))
        case _:
            after = page.place.takes(page, intent, lessons, now)
            return seating.refused(page, UNKNOWN) if after is None else after


def _hello(page: Page, hello: Hello, lessons: Lessons, now: datetime) -> Page:
    """The browser is there: put back what it kept, and paint."""
    has_turned = page.looks.is_tall is not hello.tall
    page = _repainted(
        replace(page, looks=Looks(hello.theme, hello.drawn, hello.tall, hello.speech, page.looks.language))
    )
    browser = "" if spoken() != ENGLISH else hello.browser  # whoever runs the tutor has chosen before
    asked = hello.language or browser
    page = _in_language(page, chosen(asked), lessons, now)
    opens = arrive
    if hello.progress:
        try:
            page = replace(page, progress=progress.read(hello.progress))
        except Refused:
            why = str(said.page_words(page.game)["progress-refused"])
            page, opens = answers.not_restored(page, "progress", why), go  # no newcomer
    here, back = page.at, hello.kept
    at = hello.at if lessons.knows(hello.at) else here
    if page.opening.at == "practice" and at == here:  # only the browser knows what is due
        at = page.opening.at
    page = replace(page, opening=replace(page.opening, at=""))
    if page.opening.table and browser_save.saved_table_name(back) != page.opening.table:
        back = None  # the notebook asks for another table than the one that was kept
    if at != here or back or hello.progress or has_pictures(at):
        page = opens(page, at, back, lessons, now)
    elif has_turned:
        page = _redraw(page)
    page = editor.brought(page, hello.stage) if hello.stage else page
    page = drive.shared(page, hello.game, lessons) if hello.game else page
    return _unless_it_is_there(page, asked)


def _unless_it_is_there(page: Page, asked: str) -> Page:
    """The page; it says so if its language is another than the one asked for, since that could not be fetched; or if
    texts of its own cannot be read."""
    language, now = known(asked), page.looks.language
    if language == now or language not in offered():
        with speaking(now):
            broken = broken_texts(page.game)
        return answers.told(page, broken) if broken else page
    with speaking(now):
        said_so = str(said.page_words(page.game)["language-not-there"]).format(language=NAMES[language])
    return answers.told(page, said_so)


def _in_language(page: Page, language: str, lessons: Lessons, now: datetime) -> Page:
    """The page in another language, with all that lies on its table."""
    if language == page.looks.language:
        return page
    kept = page.place.kept() or None
    speak(language)
    looks, board = replace(page.looks, language=language), replace(page.board, stage=None)  # its names are others
    opens = arrive if isinstance(page.place, First) else go
    return opens(replace(page, looks=looks, board=board), page.at, kept, lessons, now)


def _redraw(page: Page) -> Page:
    """The page with its board drawn again for another frame, if the game draws it differently on a phone."""
    if page.session is None or not page.session.game.tall:
        return page
    return seating.with_board_afresh(page)


def _repainted(page: Page) -> Page:
    """The page with its ground to be painted anew."""
    return replace(page, board=replace(page.board, repaintings=page.board.repaintings + 1))


def with_trouble(page: Page, error: Exception) -> Page:
    """The page with a message about a mistake of ours."""
    with speaking(page.looks.language):
        return answers.told(answers.without_answers(page), said.trouble_text(type(error).__name__))


def _with_pupils(page: Page, files: object) -> Page:
    """The work of pupils, told beside the map. Nothing of it is kept."""
    try:
        return answers.of_pupils(page, class_table(page.game, files))
    except Refused as refused:
        return answers.told(page, seating.why_not(page, refused))


def _with_brought_progress(page: Page, brought: object, lessons: Lessons, now: datetime) -> Page:
    """Progress from a file; a wrong one changes nothing."""
    try:
        page = replace(page, progress=progress.read(brought))
    except Refused as refused:
        return answers.told(page, seating.why_not(page, refused))
    page = go(page, "home", None, lessons, now)
    return answers.told(page, str(said.page_words(page.game)["brought"]))
