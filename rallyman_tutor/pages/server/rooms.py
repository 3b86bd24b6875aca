"""All rooms of a server, and the people in them: who hears what, and how much of everything there may be.

A guest is one page at one device. What it sends is text, and may be anything; what it is told is plain data. The rooms
know nothing of sockets: `room_line.py` carries the texts. What a room is, and what is allowed in it, is in
`rally/room.py`; here a line is first written to its file, then the room is another one, then its guests are told.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from rallyman_tutor.core.game import Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import DRIVERS, SHELF
from rallyman_tutor.pages.server.allowance import Allowance
from rallyman_tutor.pages.server.room_files import RoomFiles
from rallyman_tutor.rally import rally as rallies
from rallyman_tutor.rally import room as deeds
from rallyman_tutor.rally.room import LETTERS, LONG, Room, after, code_of, holder_of, name_of
from rallyman_tutor.rally.room_seen import moves_told
from rallyman_tutor.rally.setup import PERSON, Entry, levels_of
from rallyman_tutor.tutor.learner.rally_view import RallyWish, wished

Told = dict[str, Any]
Decide = Callable[[Room], Awaitable[str]]
"""Finds the decision of the bot in turn, as text, somewhere else than here: it may take a while."""


class Limits(NamedTuple):
    """How much of everything there may be."""

    rooms: int = 100  # that are kept at once
    guests: int = 200  # in all rooms together
    in_a_room: int = 24  # guests
    letters: int = 4000  # of one message
    rate: float = 5.0  # messages of one guest each second
    burst: int = 20  # and at once
    opened: int = 10  # rooms that may be opened one right after the other, and then
    opening: float = 6.0  # seconds for each further one
    guess: float = 1.0  # seconds between two codes that are tried by anybody without a seat, once `guesses` were
    guesses: int = 20
    gone: float = 60.0  # seconds after which somebody who left may be stood in for by a bot
    idle: float = 300.0  # seconds after which somebody may be who is in turn and does nothing


LIMITS = Limits()
LONGEST_WAIT = 30.0
"""Seconds that whoever tries a code may be kept waiting, where others try many; after that they are refused."""


@dataclass(eq=False)
class Guest:
    """One page in a room."""

    tell: Callable[[Told], None]
    allowance: Allowance
    holder: str = ""
    at: OpenRoom | None = None
    known: int = 0  # how many moves it was told


@dataclass(eq=False)
class OpenRoom:
    """A room with the people in it."""

    room: Room
    since: float  # when it was taken from its file
    guests: set[Guest] = field(default_factory=set)
    left: dict[str, float] = field(default_factory=dict)  # when the last page of a holder left
    turned: float = 0.0  # when the turn began
    thinking: asyncio.Task[None] | None = None

    def has(self, holder: str) -> bool:
        """Whether a page of this holder is here."""
        return any(guest.holder == holder for guest in self.guests)


class Rooms:
    """The rooms in a folder."""

    def __init__(self, folder: Path, decide: Decide, limits: Limits = LIMITS, clock: Callable[[], float] = lambda: 0.0):
        self.files = RoomFiles(folder)
        self.limits = limits
        self.changed: Callable[[], None] = lambda: None  # hears that something happened somewhere
        self._decide = decide
        self._clock = clock
        self._open: dict[str, OpenRoom] = {}
        self._guests: set[Guest] = set()
        self._guesses = Allowance(1 / limits.guess, limits.guesses)
        self._openings = Allowance(1 / limits.opening, limits.opened)

    # -- Guests --------------------------------------------------------------------------------------------------------

    def arrive(self, tell: Callable[[Told], None]) -> Guest | None:
        """Somebody who has not said yet where they want to go; None where too many are there."""
        if len(self._guests) >= self.limits.guests:
            return None
        guest = Guest(tell, Allowance(self.limits.rate, self.limits.burst))
        self._guests.add(guest)
        return guest

    def leave(self, guest: Guest) -> None:
        """The page of a guest is gone. A seat stays theirs."""
        self._guests.discard(guest)
        self._go_out(guest)

    def _go_out(self, guest: Guest) -> None:
        if (there := guest.at) is None:
            return
        there.guests.discard(guest)
        guest.at = None
        if not there.has(guest.holder):
            there.left[guest.holder] = self._clock()
        self._tell_all(there)

    def wait(self, guest: Guest) -> float:
        """The seconds that a guest has to wait before the next of their messages is heard."""
        return guest.allowance.wait(1, self._clock())

    async def hear(self, guest: Guest, text: object) -> None:
        """Take one message. Whatever is wrong with it, its sender is told the reason, and nobody else notices."""
        try:
            said = self._read(text)
            if said["do"] == "enter":
                await self._enter(guest, said)
            elif said["do"] == "still":
                guest.tell({"still": True})
            elif said["do"] == "open":
                self._opened(guest, said)
            else:
                self._do(guest, said)
        except Refused as refused:
            key = refused.key if refused.key in deeds.REASONS else "not-offered"
            guest.tell({"refused": key})
            if key in ("other-number", "not-your-turn") and guest.at:
                self._tell(guest, guest.at)

    def _read(self, text: object) -> dict[str, Any]:
        if not isinstance(text, str):
            raise Refused("no-text")
        if len(text) > self.limits.letters:
            raise Refused("too-long")
        try:
            said = json.loads(text)
        except (ValueError, RecursionError):
            raise Refused("no-text") from None
        if not isinstance(said, dict) or not isinstance(said.get("do"), str):
            raise Refused("no-text")
        return said

    # -- Coming in -----------------------------------------------------------------------------------------------------

    async def _enter(self, guest: Guest, said: dict[str, Any]) -> None:
        """Come in by a code. Whoever holds a seat there does so at once; all others together may not try many codes."""
        holder, code = holder_of(said.get("secret")), code_of(said.get("code"))
        there = self._at(code) if code else None
        if there is None or there.room.seat_of(holder) < 0:
            if self._guesses.due(self._clock()) > LONGEST_WAIT:
                raise Refused("too-fast")
            if wait := self._guesses.wait(1, self._clock()):
                await asyncio.sleep(wait)
            there = self._at(code) if code else None
        if there is None:
            raise Refused("no-room")
        if guest in self._guests:  # else they left while they waited
            known = said.get("known")
            self._go_in(guest, there, holder, known if type(known) is int and 0 <= known <= there.room.number else 0)

    def _opened(self, guest: Guest, said: dict[str, Any]) -> None:
        holder, now = holder_of(said.get("secret")), self._clock()
        self._open = {code: there for code, there in self._open.items() if there.guests or there.thinking}
        self.files.forget_old(but=self._open)
        if len(self.files.codes()) >= self.limits.rooms:
            raise Refused("too-many")
        if self._openings.due(now):
            raise Refused("too-fast")
        self._openings.wait(1, now)
        code, game, own = self._new_code(), deeds.game_of(said.get("game")), name_of(said.get("name"))
        levels = said.get("levels")
        if (
            not isinstance(levels, list)
            or len(levels) >= max(game.seats)
            or not {*map(str, levels)} <= {*levels_of(game)}
        ):
            raise Refused("not-offered")
        asked = (value if isinstance(value := said.get(name), str) else "" for name in ("stages", "many", "rules"))
        setup = wished(game, RallyWish((), (), *asked), secrets.token_hex(16))
        names = [name for name in DRIVERS if name.casefold() != own.casefold()]
        bots = tuple(Entry(name, level) for name, level in zip(names, levels, strict=False))
        line = deeds.opened(code, game.key, setup._replace(entries=bots), holder, own)
        self._write(code, line)
        self._open[code] = OpenRoom(after(None, line), now, turned=now)
        self._go_in(guest, self._open[code], holder, 0)

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(LONG))
            if self._at(code) is None:
                return code

    def _go_in(self, guest: Guest, there: OpenRoom, holder: str, known: int) -> None:
        if guest.at is not there:
            self._go_out(guest)
        if guest not in there.guests and len(there.guests) >= self.limits.in_a_room:
            raise Refused("too-many")
        if there.room.turn == there.room.seat_of(holder) and not there.has(holder):
            there.turned = self._clock()  # they have as long as anybody else in turn
        guest.at, guest.holder, guest.known = there, holder, known
        there.guests.add(guest)
        if line := deeds.back(there.room, holder):
            self._write(there.room.code, line)
            there.room = after(there.room, line)
        self._tell_all(there)
        self._let_bots_drive(there)

    def _at(self, code: str) -> OpenRoom | None:
        """The room of a code, read from its file where nobody is in it yet."""
        if code not in self._open and (room := self.files.read(code)):
            self._open[code] = OpenRoom(room, self._clock(), turned=self._clock())
        return self._open.get(code)

    # -- Doing something there -----------------------------------------------------------------------------------------

    def _do(self, guest: Guest, said: dict[str, Any]) -> None:
        there = guest.at
        if there is None:
            raise Refused("no-room")
        room, holder = there.room, guest.holder
        match said["do"]:
            case "sit":
                line = deeds.sat(room, holder, said.get("name"))
            case "rise":
                line = deeds.left(room, holder)
            case "begin":
                line = deeds.begun(room, holder)
            case "move":
                line = deeds.moved(room, holder, said.get("number"), said.get("move"))
            case "relieve":
                seat = said.get("seat")
                line = deeds.relieved(room, holder, seat, is_left=type(seat) is int and self.is_left(there, seat))
            case "back":
                line = deeds.taken_back(room, holder)
            case _:
                raise Refused("no-text")
        self._change(there, line)

    def is_left(self, there: OpenRoom, seat: int) -> bool:
        """Whether somebody who holds a seat has left it for long, or is in turn and does nothing for longer."""
        if not 0 <= seat < len(there.room.seats) or there.room.seats[seat].level != PERSON:
            return False
        now, holder = self._clock(), there.room.seats[seat].holder
        if there.has(holder):
            return seat == there.room.turn and now - there.turned >= self.limits.idle
        return now - there.left.get(holder, there.since) >= self.limits.gone

    def _change(self, there: OpenRoom, line: Plain) -> None:
        """Write a line, and only then be another room and tell of it."""
        room = after(there.room, line)
        self._write(room.code, line)
        if room.turn != there.room.turn:
            there.turned = self._clock()
        there.room = room
        self._tell_all(there)
        self._let_bots_drive(there)

    def _write(self, code: str, line: Plain) -> None:
        try:
            self.files.write(code, line)
        except OSError:
            raise Refused("not-written") from None

    # -- Telling -------------------------------------------------------------------------------------------------------

    def _tell_all(self, there: OpenRoom) -> None:
        for guest in [*there.guests]:
            self._tell(guest, there)
        if not there.guests and there.thinking is None:
            self._open.pop(there.room.code, None)  # it is in its file
        self.changed()

    def _tell(self, guest: Guest, there: OpenRoom) -> None:
        """Tell a guest what they do not know yet. Neither seed nor anything about secrets is among it."""
        room = there.room
        here = {one.holder for one in there.guests}
        guest.tell({"room": {
            "code": room.code,
            "game": room.game.key,
            "phase": "gathering" if room.rally is None else "over" if room.is_over else "driving",
            "seats": [
                {
                    "name": seat.name,
                    "level": seat.level,
                    "held": bool(seat.holder),
                    "here": not seat.holder or seat.holder in here,
                    "mine": bool(seat.holder) and seat.holder == guest.holder,
                }
                for seat in room.seats
            ],
            "free": max(0, max(room.game.seats) - len(room.seats)) if room.rally is None else 0,
            "opener": guest.holder == room.opener,
            "watching": len(there.guests),
            "start": room.rally.replay.spec if room.rally else None,
            "rules": room.game.version,
            "values": room.game.values,
            "number": room.number,
            "from": guest.known,
            "moves": moves_told(room, guest.holder, guest.known),
            "gone": self.limits.gone,
            "idle": self.limits.idle,
        }})  # fmt: skip
        guest.known = room.number

    # -- Bots ----------------------------------------------------------------------------------------------------------

    def _let_bots_drive(self, there: OpenRoom) -> None:
        """Have the bot in turn decide, as long as somebody is there to see it."""
        if there.room.waits_for_bot and there.guests and (there.thinking is None or there.thinking.done()):
            there.thinking = asyncio.get_running_loop().create_task(self._drive(there))

    async def _drive(self, there: OpenRoom) -> None:
        try:
            while there.room.waits_for_bot and there.guests:
                number = there.room.number
                found = await self._decide(there.room)
                line = deeds.moved_by_bot(there.room, number, found)
                if line is None:
                    continue
                room = after(there.room, line)
                self._write(room.code, line)
                there.room, there.turned = room, self._clock()
                for guest in [*there.guests]:
                    self._tell(guest, there)
                self.changed()
        except Refused:  # the line could not be written: the next deed tries again
            pass
        finally:
            there.thinking = None
            if not there.guests:
                self._open.pop(there.room.code, None)

    # -- For the host --------------------------------------------------------------------------------------------------

    def all(self) -> list[Room]:
        """Every room that is kept, the newest last."""
        known = (self._open[code].room if code in self._open else self.files.read(code) for code in self.files.codes())
        return [room for room in known if room]


def bot_move(game: str, saved: Plain) -> str:
    """The decision of the bot in turn in a rally, as text; worked out in a process of its own."""
    rally = rallies.load(SHELF[game], saved)
    happened = [event for past in rally.replay.past for event in past.events]
    level = rally.levels[rally.game.turn(rally.state)]
    return rally.game.write_move(rallies.bot_decision(rally.replay, happened, level, rally.seed).move)
