"""Parts sent behind an answer: a row for everything that takes longer to work out than an answer may.

The steps of a row yield what is shown each time that there is something new to show, and None after every other step.
They are taken one by one, and dropped when something else is done. The browser hears all of it under one key of the
wire, by the name of its row; `widgets/page/behind.js` says which part of the page hears which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, NotRequired, TypeAlias, TypedDict, TypeVar

from rallyman_tutor.coach.card_review import SeatGame
from rallyman_tutor.coach.coaches import has_race_coach
from rallyman_tutor.coach.ghost import NoGhost
from rallyman_tutor.page import films
from rallyman_tutor.page.films import FilmStageShown
from rallyman_tutor.page.past_rally import PastRally
from rallyman_tutor.page.pictures import cloud_pieces, ghost_piece
from rallyman_tutor.page.places import editor
from rallyman_tutor.page.places.drive import Drive
from rallyman_tutor.page.places.lesson import Lesson
from rallyman_tutor.page.places.rally import RallyStop, RallyTurn
from rallyman_tutor.page.places.room import RoomStop
from rallyman_tutor.page.state import Page
from rallyman_tutor.page.wire import Behind, Piece
from rallyman_tutor.tutor.advice.advice_view import AdviceShown, advised, both_ways
from rallyman_tutor.tutor.advice.card_retry_view import compared_cards
from rallyman_tutor.tutor.advice.card_review_view import looked_back, weighed
from rallyman_tutor.tutor.advice.cloud_view import CloudTold, clouded
from rallyman_tutor.tutor.advice.evening_view import EveningTold, lesson_of
from rallyman_tutor.tutor.advice.ghost_view import driven
from rallyman_tutor.tutor.advice.mix_view import MixShown, otherwise
from rallyman_tutor.tutor.advice.rally_back_view import RallyBackShown
from rallyman_tutor.tutor.advice.rally_back_view import told as rally_told
from rallyman_tutor.tutor.advice.retry_view import ComparedShown, compared
from rallyman_tutor.tutor.advice.review_view import ReviewShown
from rallyman_tutor.tutor.advice.rivals_view import RivalsTold, rivals
from rallyman_tutor.tutor.advice.turn_view import TurnTold, last_turn
from rallyman_tutor.tutor.advice.ways_view import bar_names, way_in_words
from rallyman_tutor.tutor.learner import puzzles
from rallyman_tutor.tutor.learner.editor_view import EditorFigures
from rallyman_tutor.tutor.lesson import reasons
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.session.helping import can_have_ghost
from rallyman_tutor.tutor.session.looking_back import with_review
from rallyman_tutor.tutor.session.playing import Thought, thought_again, with_thought
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.words import shared_words, words


class GhostShown(TypedDict):
    """The ghost beside a drive: whether there can be one, and, if it was asked for, its place on the board and in
    words."""

    can: bool
    piece: NotRequired[Piece]
    stamp: NotRequired[str]  # the picture of it
    place: NotRequired[str]
    said: NotRequired[str]
    row: NotRequired[list[str]]  # of the result: name and time


class CloudShown(CloudTold):
    """A thousand drives of the draft, on the board and in words."""

    pieces: list[Piece]
    stamps: dict[str, str]


class WayDriven(TypedDict):
    """One of two ways: whose it is, its car in each picture, and where its turns end, in words."""

    name: str
    frames: list[Piece]
    said: str


class WaysDriven(TypedDict):
    """Two ways as they are driven side by side, if nothing goes wrong."""

    ways: list[WayDriven]
    stamps: dict[str, str]


class PuzzleNow(TypedDict):
    """A puzzle to do now: its address, and what its button says."""

    at: str
    label: str


class EveningShown(EveningTold):
    """The lesson of a drive, with a way to each puzzle."""

    doors: list[PuzzleNow]


Shown = TypeVar("Shown", bound=Mapping[str, Any])


Found: TypeAlias = SeatGame | Thought
"""The knowledge that a step brings a page: of a game of cards that is looked back at, or a bot's thought of a move."""


class BehindFinding(NamedTuple, Generic[Shown]):
    """The page's knowledge from this step on, and its shown part."""

    review: Found
    shown: Shown | None


class BehindMessage(NamedTuple):
    """The message after a step behind an answer, and what the page knows from then on."""

    sent: Behind | None
    review: Found | None = None


@dataclass(frozen=True, slots=True)
class Row(Generic[Shown]):
    """Something that is sent behind an answer."""

    name: str
    kind: type[Shown]
    steps: Callable[[Page], Iterator[Shown | BehindFinding[Shown] | None]]


def behind(page: Page) -> Iterator[BehindMessage | None]:
    """All that is sent behind the answer which showed this page, row by row."""
    for row in BEHIND:
        for step in row.steps(page):
            shown, review = (step.shown, step.review) if isinstance(step, BehindFinding) else (step, None)
            sent: Behind | None = shown and {"name": row.name, "n": page.board.number, "shown": shown}
            yield BehindMessage(sent, review) if sent or review else None
    yield from _thoughts(page)
    yield from _thought_ahead(page)


def with_found(page: Page, found: Found) -> Page:
    """The page that knows what was found, if it is still at the game that it was found of."""
    place = page.place
    if isinstance(place, RallyStop):
        known = place.table and isinstance(found, Thought) and with_thought(place.table, found)
        return replace(page, place=replace(place, table=known)) if known else page
    session = page.session
    if session is None or (isinstance(found, SeatGame) and not found.is_same_game(session.looking_back.review)):
        return page
    session = with_thought(session, found) if isinstance(found, Thought) else with_review(session, found)
    match place:
        case Drive() | RallyTurn():
            return replace(page, place=replace(place, seat=session))
        case Lesson():
            return replace(page, place=replace(place, seat=replace(place.seat, session=session)))
    return page


def _thoughts(page: Page) -> Iterator[BehindMessage]:
    """Thoughts of bots on the moves that a page was loaded with, the newest first. The log has it from the next answer
    on."""
    place = page.place
    session = place.table if isinstance(place, RallyStop) else page.session
    if session is not None:
        for number in session.untold:
            if number < len(session.replay.past):
                yield BehindMessage(None, thought_again(session, number))


def _everywhere(
    steps: Callable[[Session], Iterator[Shown | BehindFinding[Shown] | None]],
) -> Callable[[Page], Iterator[Shown | BehindFinding[Shown] | None]]:
    """Steps at every table."""
    return lambda page: steps(page.session) if page.session else iter(())


def _driving(steps: Callable[[Session], Iterator[Shown | None]]) -> Callable[[Page], Iterator[Shown | None]]:
    """Steps at the table of a drive, and where a decision of one is made again."""

    def taken(page: Page) -> Iterator[Shown | None]:
        session = page.session
        return steps(session) if session and (session.looking_back.tried or _drive(page)) else iter(())

    return taken


def _drive(page: Page) -> Session | None:
    """The table of the drive that the page is at."""
    return page.place.seat if isinstance(page.place, Drive) else None


def _reviewed(session: Session) -> Iterator[ReviewShown | BehindFinding[ReviewShown] | None]:
    """How far a game of cards that is looked back at is played out, and its review; the page knows it from then on."""
    shown = looked_back(session)
    for after in weighed(session):
        if after is None or not isinstance(after.looking_back.review, SeatGame):
            yield None
            continue
        before, shown = shown, looked_back(after)
        yield BehindFinding(after.looking_back.review, shown if shown != before else None)


def _thought_ahead(page: Page) -> Iterator[None]:
    """Reckons while a learner thinks of an answer; nothing of it is shown yet."""
    if isinstance(sitting := page.sat_at, Sitting) and not sitting.done:
        yield from reasons.thought_ahead(sitting.lesson, sitting.at)


def _evening(session: Session) -> Iterator[EveningShown | None]:
    """The lesson of a drive that is looked back at."""
    name = str(shared_words(session.game.key, "page")["puzzle"])
    for told in lesson_of(session):
        if told is None:
            yield None
            continue
        doors: list[PuzzleNow] = [
            {"at": puzzles.address(session.game, number), "label": name.format(n=number)} for number in told["puzzles"]
        ]
        yield {**told, "doors": doors}


def _cloud(page: Page) -> Iterator[CloudShown | None]:
    """A draft that is driven a thousand times: in words, and as a crowd of cars."""
    if (session := _drive(page)) is None:
        return
    driver = session.game.result(session.state)["drivers"][session.game.turn(session.state)]
    for found in clouded(session):
        if found is None:
            yield None
        else:
            pieces, stamps = cloud_pieces(page.game, found.ends, driver, page.looks.is_tall)
            yield {**found.told, "pieces": pieces, "stamps": stamps}


def _ways(page: Page) -> Iterator[WaysDriven | None]:
    """Two ways that are told beside each other, as two pale cars."""
    session = page.session
    if session is None or not has_race_coach(session.game):
        return
    found = yield from both_ways(session)
    if found is None:
        return
    game, language, stamps, driven_ways = session.game, words(session.game.key), dict[str, str](), list[WayDriven]()
    names = bar_names(game, language, session.state, found)
    for name, way in zip(names, (found.one, found.best), strict=True):
        frames: list[Piece] = []
        for stand in way:
            if piece := ghost_piece(game, stand.state, page.board.pictures[-1], page.looks.is_tall):
                frames.append(piece[0])
                stamps[piece[0][1]] = piece[1]
            yield None
        driven_ways.append({"name": name, "frames": frames, "said": way_in_words(game, language, name, way)})
    yield {"ways": driven_ways, "stamps": stamps}


def _ghost(page: Page) -> Iterator[GhostShown | None]:
    """Where the ghost stands beside a drive; whether there can be one is told at every drive."""
    if (session := _drive(page)) is None:
        return
    shown: GhostShown = {"can": can_have_ghost(session)}
    try:
        for stand in driven(session) if session.co_driver.ghost and shown["can"] else ():
            if stand is None:
                yield None
                continue
            shown |= {"place": stand.place, "said": stand.said}
            if stand.row:
                shown["row"] = [*stand.row]
            if found := ghost_piece(page.game, stand.state, page.board.pictures[-1], page.looks.is_tall):
                shown["piece"], shown["stamp"] = found
    except NoGhost:
        shown["can"] = False
    yield shown


def _past_rally(page: Page) -> PastRally | None:
    """The rally that is looked back at where nobody drives, at one screen or in a room."""
    return page.place.past if isinstance(page.place, RallyStop | RoomStop) else None


def _rally(page: Page) -> Iterator[RallyBackShown | None]:
    """A rally that is over, looked back at."""
    past = _past_rally(page)
    return rally_told(past.rally, past.back) if past and past.rally.is_over else iter(())


def _film(page: Page) -> Iterator[FilmStageShown | None]:
    """The film of a rally as far as it has come, where it was asked for."""
    past = _past_rally(page)
    return films.shown(past.rally, page.looks.theme or "light") if past and past.film else iter(())


BEHIND: tuple[Row[Any], ...] = (
    Row("compared", ComparedShown, _everywhere(compared)),
    Row("compared", ComparedShown, _everywhere(compared_cards)),
    Row("advised", AdviceShown, _driving(advised)),
    Row("turn", TurnTold, _driving(last_turn)),
    Row("rivals", RivalsTold, _driving(rivals)),
    Row("mixed", MixShown, _driving(otherwise)),
    Row("reviewed", ReviewShown, _everywhere(_reviewed)),
    Row("evening", EveningShown, _everywhere(_evening)),
    Row("cloud", CloudShown, _cloud),
    Row("ghost", GhostShown, _ghost),
    Row("ways", WaysDriven, _ways),
    Row("film", FilmStageShown, _film),
    Row("rally", RallyBackShown, _rally),
    Row("built", EditorFigures, editor.figures),
)
