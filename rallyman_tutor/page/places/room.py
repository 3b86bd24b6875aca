"""A rally at several devices: its door, the people who gather, the board at each device, and the podium.

The rally is on the server. Its moves come to the page by the browser, which has a line to the server; a move that is
made here goes the same way, and is on the board once the server has rolled its dice.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import NAMES
from rallyman_tutor.page import answers, seating
from rallyman_tutor.page.intents import Film, Follow, Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.past_rally import PastRally
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import BrowserSave, Head, RoomingScreen, RoomScreen
from rallyman_tutor.tutor.learner import addresses, room_view
from rallyman_tutor.tutor.learner.room_view import Heard, RoomMove, RoomShown
from rallyman_tutor.tutor.session.intents import Act, Ask, AtTable, Clear, Copy, Draft, Lay, Look, Put, Swap, Take, Undo
from rallyman_tutor.tutor.session.playing import offered
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import attempt, with_saved_draft

LAYING = (Lay, Take, Put, Draft, Clear, Swap, Copy, Undo)
"""Deeds that change nothing but what lies before oneself."""


@dataclass(frozen=True, slots=True)
class RoomStop:
    """A room where nobody drives."""

    head: Head
    shown: RoomShown
    back: object = None  # the browser's save of it
    table: Session | None = None  # once its rally is over
    past: PastRally | None = None  # that rally, unless the page knows only what one seat sees of it
    seat: None = None
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if isinstance(intent, Follow):
            return _followed(page, intent.room, self.shown["heard"], self.table, self.back)
        if isinstance(intent, Film) and self.past:
            return replace(page, place=replace(self, past=self.past.filmed()))
        return None

    def screen(self) -> RoomScreen:
        return {**self.head, "kind": "room", "room": self.shown}

    def kept(self) -> None:
        return None


@dataclass(frozen=True, slots=True)
class RoomTurn:
    """The board of a room."""

    head: Head
    seat: Session
    shown: RoomShown
    noted: NotedMoves = NOTHING_NOTED

    @property
    def knows_one_seat(self) -> bool:
        """Whether the page knows of the game only what one seat sees."""
        return self.seat.game.has_hidden_hands

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if isinstance(intent, Follow):
            return _followed(page, intent.room, self.shown["heard"], self.seat, None)
        before, mine = self.seat, self.seat.learners
        if not isinstance(intent, AtTable):
            return None
        if not isinstance(intent, Look) and before.game.turn(before.state) not in mine:
            return answers.told(page, room_view.whose_turn(before))
        if isinstance(intent, Act):
            return self._asks(page, intent.move)
        if isinstance(intent, Ask):
            return answers.told(page, room_view.answer(before, intent.move))
        if not isinstance(intent, (*LAYING, Look)):
            return None
        if isinstance(intent, Undo) and not before.drafts.earlier:
            return answers.told(page, room_view.text("stands"))
        after, problem = attempt(before, intent)
        return seating.with_board(replace(page, problem=problem, place=replace(self, seat=after)), before)

    def _asks(self, page: Page, named: str) -> Page:
        """The page that sends a move to the server; or why it may not be made."""
        session, game = self.seat, self.seat.game
        try:
            move = offered(session, named)
            if broken := game.judge(session.state, (move,)):
                raise Illegal(broken)
        except (Refused, Illegal) as refused:
            return seating.with_board(replace(page, problem=refused), session)
        ask: RoomMove = {"number": len(session.replay.past), "move": game.write_move(move)}
        return replace(page, place=replace(self, shown={**self.shown, "heard": self.shown["heard"] + 1, "ask": ask}))

    def screen(self) -> RoomingScreen:
        return {**self.head, "kind": "rooming", "room": self.shown}

    def kept(self) -> BrowserSave:
        """The draft that is laid: all else is on the server."""
        session = self.seat
        draft = [session.game.write_move(move) for move in session.draft]
        return {"at": self.head["at"], "moves": len(session.replay.past), "draft": draft}


def opened(page: Page, which: str, back: object, lessons: Lessons) -> Page:
    """The page at a room, or where one is opened."""
    code = "" if which in ("", *NAMES) else which
    at = f"{addresses.ROOM}/{code}" if code else addresses.address_in_game(addresses.ROOM, page.game_key)
    shown = room_view.gathering(code, 0) if code else room_view.at_door(page.game)
    return replace(page, place=RoomStop(seating.head(page, lessons, at, room_view.title()), shown, back))


def _followed(page: Page, told: object, count: int, before: Session | None, back: object) -> Page:
    """The page once it has heard of its room; `before` is the table that it has of it."""
    at = page.place.head["at"]
    try:
        heard = room_view.read(told)
        page = seating.switch_game(page, heard.game.key)
        head = _head(page, heard.code)
        if heard.save is None:
            return replace(page, place=RoomStop(head, room_view.gathering(heard.code, count + 1, heard.game), back))
        same = before is not None and at == head["at"] and before.game is heard.game
        return _at_board(page, heard, head, count + 1, before if same else None, back)
    except (Refused, Illegal) as refused:
        return answers.told(page, seating.why_not(page, refused))


def _at_board(page: Page, heard: Heard, head: Head, count: int, before: Session | None, back: object) -> Page:
    session = room_view.with_moves(room_view.with_seats(before, heard) if before else room_view.begun(heard), heard)
    if session.game.over(session.state):
        return _over(page, heard, head, count, session)
    if before is None:
        session = _with_kept_draft(session, back)
    shown = room_view.driving(heard.code, session, count, None)
    if before is None:
        return seating.sit_at(page, RoomTurn(head, session, shown))
    if session is before:
        return replace(page, place=RoomTurn(head, session, shown))
    return seating.with_board(replace(page, place=RoomTurn(head, session, shown)), before)


def _over(page: Page, heard: Heard, head: Head, count: int, session: Session) -> Page:
    """The page at the podium. What is known of the rally stays when somebody comes or goes."""
    shown = room_view.over(heard.code, session, count)
    if session.game.has_hidden_hands:
        return replace(page, place=RoomStop(head, shown, table=session))
    past = page.place.past if isinstance(page.place, RoomStop) else None
    if past is None or past.rally.replay is not session.replay:
        past = PastRally.at(replace(session, levels=heard.levels))
    return replace(page, place=RoomStop(head, shown, table=session, past=past))


def _with_kept_draft(session: Session, back: object) -> Session:
    """The table with what was laid before a reload, if nothing was driven since."""
    if isinstance(back, dict) and back.get("moves") == len(session.replay.past):
        with suppress(Refused):
            return with_saved_draft(session, back.get("draft"))
    return session


def _head(page: Page, code: str) -> Head:
    """The head of a room's place, on the map of its game."""
    head, at = page.place.head, f"{addresses.ROOM}/{code}"
    home = addresses.address_in_game("home", page.game_key)
    return {"at": at, "title": head["title"], "page": addresses.page_of(at), "map": home}
