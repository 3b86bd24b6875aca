"""Questions in words, and lines on the command line: answered beside the game, or carried out as any other deed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.page import answers
from rallyman_tutor.page.intents import Command, Tell
from rallyman_tutor.page.state import Page
from rallyman_tutor.tutor.lesson.lessons import AnyStep, Sitting
from rallyman_tutor.tutor.session.intents import Act, AtTable, InLesson
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.table import commands
from rallyman_tutor.tutor.words import by_ear
from rallyman_tutor.tutor.words.page_words import page_words

CarryOut: TypeAlias = Callable[[Page, AtTable | InLesson], Page]


def tell(page: Page, asked: Tell) -> Page:
    """The page with the answer to a question about its table."""
    if (session := _table(page)) is None:
        return _without_table(page)
    try:
        return answers.reply(page, by_ear.answer(session, asked.about, page.looks.speech, asked.place))
    except Refused as refused:
        return _not_done(page, session, refused)


def command(page: Page, written: Command, carry_out: CarryOut) -> Page:
    """The page after a line was written: after its deeds, or with an answer."""
    if (session := _table(page)) is None:
        return _without_table(page)
    try:
        meant = commands.meaning(session, written.line, page.looks.speech)
    except (Refused, Illegal) as problem:
        return _not_done(page, session, problem)
    if isinstance(meant, commands.Said):
        return answers.reply(page, meant.text)
    for intent in meant:
        if isinstance(intent, InLesson) and not isinstance(page.sat_at, Sitting):
            return _not_done(page, session, Refused("no-lesson-here"))
        if isinstance(intent, Act) and isinstance(page.sat_at, Sitting) and _is_only_laid(page.sat_at.step):
            return answers.reply(page, str(page_words(page.game)["no-roll"]))
        page = carry_out(page, intent)
        if page.problem:
            break
    return page


def _is_only_laid(step: AnyStep) -> bool:
    """Whether a step asks for a draft, of which nothing is rolled."""
    return step.lays and not step.plays


def _table(page: Page) -> Session | None:
    """The table that is asked about; without its draft where the learner is to foretell what that leads to."""
    is_to_be_foretold = isinstance(page.sat_at, Sitting) and page.sat_at.is_to_be_foretold
    return replace(page.session, drafts=Drafts()) if page.session and is_to_be_foretold else page.session


def _not_done(page: Page, session: Session, problem: Refused | Illegal) -> Page:
    return answers.reply(page, commands.why_not(session, problem))


def _without_table(page: Page) -> Page:
    return answers.reply(page, str(page_words(page.game)["no-table-here"]))
