"""All rooms of a server, and the people in them: who hears what, and how much of everything there may be.

A guest is one page at one device. What it sends is text, and may be anything; what it is told is plain data. The rooms
know nothing of sockets: `room_line.py` carries the texts. What a room is, and what is allowed in it, is in
`rally/room.py`; here a line is first written to its file, then the room is another one, then its guests are told.
The deeds of a room are done one after the other, since the disk takes its time; other rooms do not wait for it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from rallyman_tutor.core.game import Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import DRIVERS, SHELF
from rallyman_tutor.pages.server.allowance import Allowance
from rallyman_tutor.pages.server.room_files import RoomFiles
from rallyman_tutor.pages.server.shares import DAY, LIMITS, Limits, Share, Shares
from rallyman_tutor.rally import rally as rallies
from rallyman_tutor.rally import room as deeds
from rallyman_tutor.rally.room import LETTERS, LONG, Room, after, code_of, holder_of, name_of
from rallyman_tutor.rally.room_seen import moves_told
from rallyman_tutor.rally.setup import PERSON, Entry, levels_of
from rallyman_tutor.tutor.learner.rally_view import RallyWish, wished

Told = dict[str, Any]
Decide = Callable[[Room], Awaitable[str]]
"""Finds the decision of the bot in turn, as text, somewhere else than here: it may take a while."""

LONGEST_WAIT = 30.0
"""Seconds that whoever tries a code may be kept waiting, where others try many; after that they are refused."""
logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Guest:
    """One page in a room."""

    tell: Callable[[Told], None]
    allowance: Allowance
    share: Share
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
    deeds: int = 0  # that are being done, or wait for it
    deed: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def is_used(self) -> bool:
        """Whether anybody is here, or something goes on."""
        return bool(self.guests or self.deeds or self.thinking)

    def has(self, holder: str) -> bool:
        """Whether a page of this holder is here."""
        return any(guest.holder == holder for guest in self.guests)


class Rooms:
    """The rooms in a folder."""

    def __init__(self, folder: Path, decide: Decide, limits: Limits = LIMITS, clock: Callable[[], float] = lambda: 0.0):
        self.files = RoomFiles(folder)
        self.limits = limits
        self.changed: Callable[[], None] = lambda: None  # hears that something happened somewhere
        self.luck: Callable[[], str] = partial(secrets.token_hex, 16)  # gives a rally its seed
        self._decide = decide
        self._clock = clock
        self._open: dict[str, OpenRoom] = {}
        self._guests: set[Guest] = set()
        self._guesses = Allowance(1 / limits.guess_of_all, limits.guesses_of_all)
        self._shares = Shares(limits)

    # -- Guests --------------------------------------------------------------------------------------------------------

    def arrive(self, tell: Callable[[Told], None], origin: str = "") -> Guest:
        """Somebody from somewhere, who has not said yet where they want to go. Refused where too many are there."""
        if len(self._guests) >= self.limits.guests:
            raise Refused("too-many")
        share = self._shares.arrive(origin, self._clock())
        guest = Guest(tell, Allowance(self.limits.rate, self.limits.burst), share)
        self._guests.add(guest)
        return guest

    def leave(self, guest: Guest) -> None:
        """The page of a guest is gone. A seat stays theirs."""
        self._guests.discard(guest)
        self._shares.leave(guest.share, self._clock())
        if there := self._go_out(guest):
            self._tell_all(there)

    def _go_out(self, guest: Guest) -> OpenRoom | None:
        """Take a guest out of their room, and give the room. Nobody is told yet."""
        there, guest.at = guest.at, None
        if there is not None:
            there.guests.discard(guest)
            if not there.has(guest.holder):
                there.left[guest.holder] = self._clock()
        return there

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
                await self._opened(guest, said)
            else:
                await self._do(guest, said)
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
        """Come in by a code. Whoever holds a seat there does so at once; nobody else may try many codes."""
        holder, code = holder_of(said.get("secret")), code_of(said.get("code"))
        there = self._at(code) if code else None
        if there is None or there.room.seat_of(holder) < 0:
            guesses, now = (guest.share.guesses, self._guesses), self._clock()
            if max(one.due(now) for one in guesses) > LONGEST_WAIT:
                raise Refused("too-fast")
            if wait := max([one.wait(1, now) for one in guesses]):
                await asyncio.sleep(wait)
            there = self._at(code) if code else None
        if there is None:
            raise Refused("no-room")
        known = said.get("known")
        async with self._one_deed(there):
            heard = known if type(known) is int and 0 <= known <= there.room.number else 0
            await self._go_in(guest, there, holder, heard)

    async def _opened(self, guest: Guest, said: dict[str, Any]) -> None:
        holder, now, share = holder_of(said.get("secret")), self._clock(), guest.share
        if share.openings.due(now):
            raise Refused("too-fast")
        share.openings.wait(1, now)
        code, game, own = self._new_code(), deeds.game_of(said.get("game")), name_of(said.get("name"))
        levels = said.get("levels")
        if (
            not isinstance(levels, list)
            or len(levels) >= max(game.seats)
            or not {*map(str, levels)} <= {*levels_of(game)}
        ):
            raise Refused("not-offered")
        asked = (value if isinstance(value := said.get(name), str) else "" for name in ("stages", "many", "rules"))
        setup = wished(game, RallyWish((), (), *asked), self.luck())
        names = [name for name in DRIVERS if name.casefold() != own.casefold()]
        bots = tuple(Entry(name, level) for name, level in zip(names, levels, strict=False))
        line = deeds.opened(code, game.key, setup._replace(entries=bots), holder, own)
        self._make_way(share)
        there = self._open[code] = OpenRoom(after(None, line), now, turned=now)
        async with self._one_deed(there):
            await self._write(code, line)
            share.rooms[code] = now
            await self._go_in(guest, there, holder, 0)

    def _make_way(self, share: Share) -> None:
        """See that one more room may be opened: rooms that were left without a move make way."""
        self._open = {code: there for code, there in self._open.items() if there.is_used}
        self.files.forget_old(but=self._open)
        kept = {*self.files.codes(), *self._open}
        share.rooms = {
            code: since for code, since in share.rooms.items() if code in kept and self._clock() < since + DAY
        }
        if share.is_known and len(share.rooms) >= self.limits.rooms_each:
            if not self.files.makes_way(share.rooms, but=self._open):
                raise Refused("too-many-rooms")
        elif len(kept) >= self.limits.rooms and not self.files.makes_way(kept, but=self._open):
            raise Refused("too-many")

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(LONG))
            if self._at(code) is None:
                return code

    async def _go_in(self, guest: Guest, there: OpenRoom, holder: str, known: int) -> None:
        if guest not in self._guests:  # they left while they waited
            return
        if guest.at is not there and len(there.guests) >= self.limits.in_a_room:
            raise Refused("too-many")
        before = self._go_out(guest)
        if there.room.turn == there.room.seat_of(holder) and not there.has(holder):
            there.turned = self._clock()  # they have as long as anybody else in turn
        guest.at, guest.holder, guest.known = there, holder, known
        there.guests.add(guest)
        if before and before is not there:
            self._tell_all(before)
        try:
            if line := deeds.back(there.room, holder):
                await self._write(there.room.code, line)
                there.room = after(there.room, line)
        finally:
            self._tell_all(there)
            self._let_bots_drive(there)

    def _at(self, code: str) -> OpenRoom | None:
        """The room of a code, read from its file where nobody is in it yet."""
        if code not in self._open and (room := self.files.read(code)):
            self._open[code] = OpenRoom(room, self._clock(), turned=self._clock())
        return self._open.get(code)

    # -- Doing something there -----------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _one_deed(self, there: OpenRoom) -> AsyncIterator[None]:
        """Do something in a room while nothing else is done there. Meanwhile it stays open, even if all leave."""
        there.deeds += 1
        try:
            async with there.deed:
                yield
        finally:
            there.deeds -= 1
            self._close_unused(there)

    def _close_unused(self, there: OpenRoom) -> None:
        """Forget a room in which nobody is: it is in its file."""
        code = there.room.code
        if self._open.get(code) is there and not there.is_used:
            del self._open[code]
            if not there.room.number:
                self.files.deserted(code)

    async def _do(self, guest: Guest, said: dict[str, Any]) -> None:
        if guest.at is None:
            raise Refused("no-room")
        async with self._one_deed(there := guest.at):
            if guest.at is there:  # else they left while they waited
                await self._change(there, self._line(guest, there, said))

    def _line(self, guest: Guest, there: OpenRoom, said: dict[str, Any]) -> Plain:
        """The line that a deed comes to."""
        room, holder = there.room, guest.holder
        match said["do"]:
            case "sit":
                return deeds.sat(room, holder, said.get("name"))
            case "rise":
                return deeds.left(room, holder)
            case "begin":
                return deeds.begun(room, holder)
            case "move":
                return deeds.moved(room, holder, said.get("number"), said.get("move"))
            case "relieve":
                seat = said.get("seat")
                return deeds.relieved(room, holder, seat, is_left=type(seat) is int and self.is_left(there, seat))
            case "back":
                return deeds.taken_back(room, holder)
            case _:
                raise Refused("no-text")

    def is_left(self, there: OpenRoom, seat: int) -> bool:
        """Whether somebody who holds a seat has left it for long, or is in turn and does nothing for longer."""
        if not 0 <= seat < len(there.room.seats) or there.room.seats[seat].level != PERSON:
            return False
        now, holder = self._clock(), there.room.seats[seat].holder
        if there.has(holder):
            return seat == there.room.turn and now - there.turned >= self.limits.idle
        return now - there.left.get(holder, there.since) >= self.limits.gone

    async def _change(self, there: OpenRoom, line: Plain) -> None:
        """Write a line, and only then be another room and tell of it."""
        room = after(there.room, line)
        await self._write(room.code, line)
        if room.turn != there.room.turn:
            there.turned = self._clock()
        there.room = room
        self._tell_all(there)
        self._let_bots_drive(there)

    async def _write(self, code: str, line: Plain) -> None:
        try:
            await asyncio.to_thread(self.files.write, code, line)
        except OSError:
            raise Refused("not-written") from None

    # -- Telling -------------------------------------------------------------------------------------------------------

    def _tell_all(self, there: OpenRoom) -> None:
        for guest in [*there.guests]:
            self._tell(guest, there)
        self._close_unused(there)
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
        """Have bots decide until it is a person's turn. What is in the way is told once, and it is tried again."""
        told: tuple[int, str] | None = None
        try:
            while there.room.waits_for_bot and there.guests:
                number = there.room.number
                try:
                    found = await self._decide(there.room)
                    async with self._one_deed(there):
                        if line := deeds.moved_by_bot(there.room, number, found):
                            await self._change(there, line)
                except Exception as problem:
                    is_disk = isinstance(problem, Refused) and problem.key == "not-written"
                    why = number, "not-written" if is_disk else "bot-failed"
                    if told != why:
                        told = why
                        if not is_disk:
                            logger.exception("the bot in turn in a room could not decide")
                        for guest in [*there.guests]:
                            guest.tell({"refused": why[1]})
                    await asyncio.sleep(self.limits.again)
        finally:
            there.thinking = None
            self._close_unused(there)

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
