"""The line between a page and its room: a websocket on which texts go to and fro.

It is opened where rooms are kept, by pages of this very server only. Whoever sends faster than a person can is read
more slowly, as at the line to a kernel. A line on which nobody comes into a room is closed after some seconds, and one
on which more comes than a room can read at once.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import connection
from pathlib import Path
from typing import Any

from jupyter_server.auth.decorator import ws_authenticated
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.base.websocket import WebSocketMixin
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from rallyman_tutor.core.game import Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.pages.server import origins
from rallyman_tutor.pages.server.rooms import Guest, Rooms, bot_move
from rallyman_tutor.pages.server.shares import LIMITS, Limits
from rallyman_tutor.rally import rally as rallies
from rallyman_tutor.rally.room import Room

NOBODY = 1000  # "normal closure": nobody came into a room
FULL = 1013  # "try again later"
WIDEST = 4  # bytes of a letter


class Deciders:
    """The process in which bots of rooms decide, so that the server itself never waits for one. It is started when it
    is needed first, and once again where it was ended."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def decide(self, room: Room) -> str:
        """The decision of the bot in turn, as text."""
        assert room.rally is not None
        saved = rallies.save(room.rally)
        with suppress(BrokenProcessPool):
            return await self._found(room, saved)
        return await self._found(room, saved)

    async def _found(self, room: Room, saved: Plain) -> str:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), end_with_the_server)
        pool, loop = self._pool, asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, bot_move, room.game.key, saved)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise


def end_with_the_server() -> None:
    """End this process when the one that started it is gone, however that ended."""
    server = multiprocessing.parent_process()
    assert server is not None

    def watch() -> None:
        connection.wait([server.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def rooms_in(folder: Path, limits: Limits = LIMITS) -> Rooms:
    """The rooms that are kept in a folder."""
    return Rooms(folder, Deciders().decide, limits, clock=time.monotonic)


class RoomLine(WebSocketMixin, WebSocketHandler, JupyterHandler):
    """One page's line."""

    guest: Guest | None = None
    is_heard = False
    """Whether a message is being carried out."""

    @property
    def max_message_size(self) -> int:
        """The bytes of a message: one that is longer is not even received."""
        return WIDEST * self._rooms.limits.letters

    def set_default_headers(self) -> None:
        """Those of pages make no sense here."""

    @ws_authenticated
    async def get(self, *args: Any, **asked: Any) -> None:
        await super().get(*args, **asked)

    def open(self, *args: Any, **asked: Any) -> None:
        super().open(*args, **asked)
        self.set_nodelay(True)
        try:
            self.guest = self._rooms.arrive(self._tell, self._origin)
        except Refused as refused:
            self._tell({"refused": refused.key})
            self.close(FULL, "too many are here")
        else:
            self._look_later()

    async def on_message(self, message: str | bytes) -> None:  # Tornado waits for it
        """Take one message. The next one is read when this has returned."""
        if self.guest is None:
            return
        if wait := self._rooms.wait(self.guest):
            await asyncio.sleep(wait)
        self.is_heard = True
        try:
            await self._rooms.hear(self.guest, message)
        finally:
            self.is_heard = False

    def on_close(self) -> None:
        if self.guest is not None:
            self._rooms.leave(self.guest)

    def _look_later(self) -> None:
        asyncio.get_running_loop().call_later(self._rooms.limits.entering, self._close_if_nobody_came)

    def _close_if_nobody_came(self) -> None:
        if self.guest is None or self.guest.at is not None or self.ws_connection is None:
            return
        if self.is_heard:  # whoever tries a code may be kept waiting
            self._look_later()
        else:
            self.close(NOBODY, "nobody came into a room")

    @property
    def _origin(self) -> str:
        """From where this line comes: as the web server in front tells, if it is to be believed."""
        if self.settings["rallyman_behind_proxy"] and (told := origins.forwarded(self.request.headers)):
            return told
        connection: Any = self.ws_connection
        return origins.noted(connection.stream) or origins.origin_of(self.request.remote_ip or "")

    @property
    def _rooms(self) -> Rooms:
        rooms: Rooms = self.settings["rallyman_rooms"]
        return rooms

    def _tell(self, told: dict[str, Any]) -> None:
        with suppress(WebSocketClosedError):  # the guest is just leaving
            self.write_message(told).add_done_callback(lambda sent: sent.exception())  # or left while it was sent
