"""Kills pages, kernels and servers of rooms at random moments, and looks whether anything is lost that was shown.

    python -m tests.pages.room_kills 1000

A server is a process of its own that is forked for this, with true files and bots, and ends by SIGKILL at a moment that
nobody chose. A page is a browser's line with all that it has heard; a kernel is what plays it again for the board. What
a browser, its kernel and a Jupyter server do in one piece is tried in `test_in_room.py`, for few kills.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.pages.server.room_files import RoomFiles
from rallyman_tutor.pages.server.rooms import Rooms
from rallyman_tutor.pages.server.shares import LIMITS
from rallyman_tutor.tutor.learner import room_view
from rallyman_tutor.tutor.session.session import Session
from tests.pages.room_guests import SHORT, decided_here

FAST = LIMITS._replace(rate=1e6, burst=10**6, opening=0.001, opened=10**6, rooms=10**6, gone=0.0)
SIGNS = "abc"
A_RALLY = 50  # kills; then another rally is begun


class Killed(NamedTuple):
    """How many were killed of each kind, the moves that were shown in all, and the seconds from a move to another page
    where nothing was killed meanwhile."""

    kinds: Counter[str]
    moves: int
    rallies: int
    waits: list[float]


# -- The server --------------------------------------------------------------------------------------------------------


def serve(door: socket.socket, folder: Path) -> None:
    """Serve rooms until somebody kills this process."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        guest = rooms.arrive(lambda told: writer.write(json.dumps(told).encode() + b"\n"))
        with suppress(ConnectionError):
            while line := await reader.readline():
                await rooms.hear(guest, line.decode())
        rooms.leave(guest)
        writer.close()

    async def run() -> None:
        await asyncio.start_unix_server(talk, sock=door, limit=2**24)
        await asyncio.Event().wait()

    rooms = Rooms(folder, decided_here, FAST, time.monotonic)
    asyncio.run(run())


class Hosting:
    """A server that is killed and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.address = folder, str(folder / "door")
        self.pid = 0

    def start(self) -> None:
        Path(self.address).unlink(missing_ok=True)
        door = socket.socket(socket.AF_UNIX)
        door.bind(self.address)
        door.listen(16)
        self.pid = os.fork()
        if not self.pid:
            try:
                serve(door, self.folder)
            finally:
                os._exit(1)
        door.close()

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


# -- Pages -------------------------------------------------------------------------------------------------------------


class Page:
    """A browser in a room, and the kernel behind it. `shown` is all that it ever had on its board."""

    def __init__(self, sign: str, hosting: Hosting) -> None:
        self.sign, self.hosting = sign, hosting
        self.line: socket.socket | None = None
        self.shown: list[list[str]] = []
        self.forget()

    def forget(self) -> None:
        """The page is killed: its kernel and all that it has heard go with it."""
        self.hang_up()
        self.heard: list[list[str]] = []
        self.room: dict[str, Any] = {}
        self.session: Session | None = None

    def hang_up(self) -> None:
        if self.line:
            self.line.close()
        self.line, self.buffer = None, b""

    def call(self, code: str) -> None:
        if self.line is None:
            self.line = socket.socket(socket.AF_UNIX)
            self.line.connect(self.hosting.address)
            self.line.setblocking(False)
            if code:
                self.say(do="enter", secret=self.sign * 32, code=code, known=len(self.heard))

    def say(self, **said: Any) -> None:
        try:
            assert self.line
            self.line.sendall(json.dumps(said).encode() + b"\n")
        except OSError:
            self.hang_up()

    def listen(self) -> None:
        """Take in what came, and have the kernel play it again."""
        try:
            while self.line:
                came = self.line.recv(2**20)
                if not came:
                    self.hang_up()
                    break
                self.buffer += came
        except BlockingIOError:
            pass
        except OSError:
            self.hang_up()
        *lines, self.buffer = self.buffer.split(b"\n")
        for line in lines:
            if room := json.loads(line).get("room"):
                self.heard = [*self.heard[: room["from"]], *room["moves"]]
                self.room = room
        self.play()

    def play(self) -> None:
        """The kernel plays what it does not know. Whatever is on the board was shown before, and more behind it."""
        if not self.room.get("start"):
            return
        told = {**self.room, "from": 0, "moves": self.heard}
        heard = room_view.read(told)
        self.session = room_view.with_moves(self.session or room_view.begun(heard), heard)
        shown = [[self.session.game.write_move(past.move), *past.shown] for past in self.session.replay.past]
        assert shown[: len(self.shown)] == self.shown or self.shown[: len(shown)] == shown, "a board has forgotten"
        if len(shown) > len(self.shown):
            self.shown = shown

    @property
    def seat(self) -> int:
        return next((at for at, one in enumerate(self.room.get("seats", ())) if one["mine"]), -1)

    def moves(self, rng: random.Random) -> bool:
        """Make a move, if it is one's turn."""
        if self.session is None or self.seat < 0 or self.session.game.over(self.session.state):
            return False
        game, state = self.session.game, self.session.state
        if game.turn(state) != self.seat or len(self.heard) != len(self.session.replay.past):
            return False
        move = rng.choice(
            [move for move in game.moves(state) if game.form(move).ends != "game"] or [*game.moves(state)]
        )
        self.say(do="move", number=len(self.heard), move=game.write_move(move))
        return True


# -- The killing -------------------------------------------------------------------------------------------------------


def kills(many: int, seed: int = 1) -> Killed:
    """Kill so many. An AssertionError says what was lost."""
    rng, kinds, waits = random.Random(seed), Counter[str](), list[float]()
    moves = rallies = 0
    with tempfile.TemporaryDirectory() as folder:
        hosting = Hosting(Path(folder))
        hosting.start()
        try:
            while sum(kinds.values()) < many:
                moves += _rally(hosting, rng, kinds, waits, many, "dirt" if rallies % 4 == 3 else "classic")
                rallies += 1
        finally:
            hosting.kill()
    return Killed(kinds, moves, rallies, waits)


def _rally(hosting: Hosting, rng: random.Random, kinds: Counter[str], waits: list[float], many: int, game: str) -> int:
    """Drive one rally with two persons, a bot and one who looks on, and kill meanwhile; gives the moves of it."""
    pages = [Page(sign, hosting) for sign in SIGNS]
    try:
        return _driven(hosting, pages, rng, kinds, waits, many, game)
    finally:
        for page in pages:
            page.hang_up()


def _driven(
    hosting: Hosting,
    pages: list[Page],
    rng: random.Random,
    kinds: Counter[str],
    waits: list[float],
    many: int,
    game: str,
) -> int:
    code = _begun(pages, game)
    stop = sum(kinds.values()) + A_RALLY
    files, sent, next_kill = RoomFiles(hosting.folder), 0.0, time.monotonic() + rng.uniform(0, 0.05)
    while True:
        if sum(kinds.values()) < many and time.monotonic() > next_kill:
            kinds[kind := _kill(hosting, pages, rng)] += 1
            sent, next_kill = 0.0, time.monotonic() + rng.uniform(0, 0.2)
            if kind == "server":
                lines = _lines(files, code)
                assert all(page.shown == lines[: len(page.shown)] for page in pages), "what was shown is in the file"
        before = [len(page.shown) for page in pages]
        for page in pages:
            page.call(code)
            page.listen()
        if sent and len(pages[2].shown) > before[2]:
            waits.append(time.monotonic() - sent)
            sent = 0.0
        if not sent and any(page.moves(rng) for page in pages[:2]):
            sent = time.monotonic()
        elif sent and time.monotonic() - sent > 5:
            sent = 0.0  # the server was killed before it heard of the move
        room = files.read(code) if all(page.room.get("phase") == "over" for page in pages) else None
        if room:
            lines = _lines(files, code)
            assert all(page.shown == lines for page in pages), "everybody has seen all of the rally"
            assert [page.seat for page in pages[:2]] == [0, 1], "and everybody has their seat"
            return len(lines)
        if sum(kinds.values()) >= min(many, stop):
            lines = _lines(files, code)
            assert all(page.shown == lines[: len(page.shown)] for page in pages)
            return len(lines)
        time.sleep(0.0005)


def _begun(pages: list[Page], game: str) -> str:
    """Open a room, have everybody sit down and begin; gives its code."""
    ana, ben, cleo = pages

    def until(page: Page, is_so: Any) -> None:
        end = time.monotonic() + 10
        while not is_so():
            page.listen()
            assert time.monotonic() < end and page.line
            time.sleep(0.001)

    ana.call("")
    ana.say(do="open", secret=ana.sign * 32, game=game, name="Zoe", levels=["careful"], **SHORT)
    until(ana, lambda: ana.room)
    code = str(ana.room["code"])
    for page in (ben, cleo):
        page.call(code)
        until(page, lambda page=page: page.room)
    ben.say(do="sit", name="Yan")
    until(ben, lambda: ben.seat == 1)
    ana.say(do="begin")
    until(ana, lambda: ana.room.get("start"))
    return code


def _kill(hosting: Hosting, pages: list[Page], rng: random.Random) -> str:
    """Kill something; gives which kind it was."""
    kind = rng.choice(("page", "kernel", "server"))
    one = rng.choice(pages)
    if kind == "page":
        one.forget()
    elif kind == "kernel":
        one.session = None
    else:
        hosting.kill()
        for page in pages:
            page.listen()  # what was on its way was shown
            page.hang_up()
        hosting.start()
    return kind


def _lines(files: RoomFiles, code: str) -> list[list[str]]:
    """The moves that are in the file."""
    try:
        room = files.read(code)
    except Refused as refused:
        raise AssertionError("the file cannot be read") from refused
    assert room and room.rally
    return [[room.game.write_move(past.move), *past.shown] for past in room.rally.replay.past]


if __name__ == "__main__":
    started = time.process_time()
    found = kills(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    print(f"killed: {dict(found.kinds)}; rallies: {found.rallies}; moves: {found.moves}; nothing was lost")
    if found.waits:
        worst = sorted(found.waits)[int(len(found.waits) * 0.95)]
        print(
            f"from a move to another page: median {1000 * median(found.waits):.1f} ms, 95 % within {1000 * worst:.1f} ms"
        )
    print(f"CPU of this process: {time.process_time() - started:.1f} s")
