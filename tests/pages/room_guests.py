"""Rooms of a server without a server: guests who say something, and what they are told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from rallyman_tutor.pages.server.rooms import Guest, Rooms, bot_move
from rallyman_tutor.pages.server.shares import LIMITS
from rallyman_tutor.rally import rally as rallies
from rallyman_tutor.rally.room import Room

SHORT = {"stages": "R1", "rules": "", "many": ""}
LUCK = 0


async def decided_here(room: Room) -> str:
    """A bot's decision, found in this very process."""
    assert room.rally
    return bot_move(room.game.key, rallies.save(room.rally))


@dataclass
class Clock:
    """The time of a server, as the tests want it."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


STAGES: list[Stage] = []
"""All that are to be ended behind a test."""


class Stage(Rooms):
    """Rooms, and a thread in which they do what they are told: a browser's loop may run in that of the tests. The luck
    of their rallies is the same in each run, so that a test that fails fails again."""

    def __init__(self, *asked: Any) -> None:
        super().__init__(*asked)
        drawn = Random(LUCK)
        self.luck = lambda: f"{drawn.getrandbits(128):032x}"
        self._runner = asyncio.Runner()
        self._apart = ThreadPoolExecutor(1)
        STAGES.append(self)

    def does(self, deed: Coroutine[Any, Any, None]) -> None:
        self._apart.submit(self._runner.run, deed).result(60)

    def end(self) -> None:
        self._apart.submit(self._runner.close).result(60)
        self._apart.shutdown()


@dataclass
class Device:
    """A browser in a room: what it was told last, and all moves that it heard."""

    rooms: Stage
    sign: str  # its secret is this, over and over
    told: list[dict[str, Any]] = field(default_factory=list)
    moves: list[list[str]] = field(default_factory=list)
    guest: Guest | None = None
    origin: str = ""

    def __post_init__(self) -> None:
        self.guest = self.rooms.arrive(self._take, self.origin)

    def _take(self, told: dict[str, Any]) -> None:
        told = json.loads(json.dumps(told))
        self.told.append(told)
        if room := told.get("room"):
            assert room["from"] <= len(self.moves)
            self.moves = [*self.moves[: room["from"]], *room["moves"]]

    @property
    def secret(self) -> str:
        return self.sign * 32

    @property
    def room(self) -> dict[str, Any]:
        """The room as it was told last."""
        found: dict[str, Any] = next(told["room"] for told in reversed(self.told) if "room" in told)
        return found

    @property
    def refused(self) -> str:
        """Why the last thing was refused, if it was."""
        return next((str(told["refused"]) for told in reversed(self.told) if "refused" in told), "")

    def text(self, text: object) -> str:
        """Send any text; gives why it was refused."""
        assert self.guest
        before = len(self.told)
        self.rooms.does(self.rooms.hear(self.guest, text))
        return next((str(told["refused"]) for told in self.told[before:] if "refused" in told), "")

    def say(self, do: str, **more: Any) -> str:
        return self.text(json.dumps({"do": do, **more}))

    def open(self, name: str = "Ana", game: str = "classic", levels: tuple[str, ...] = (), **more: str) -> str:
        """Open a room; gives its code."""
        self.say("open", secret=self.secret, game=game, name=name, levels=[*levels], **{**SHORT, **more})
        return str(self.room["code"])

    def enter(self, code: str, known: int = 0) -> str:
        return self.say("enter", secret=self.secret, code=code, known=known)

    def move(self, text: str, number: int | None = None) -> str:
        return self.say("move", number=len(self.moves) if number is None else number, move=text)

    def leave(self) -> None:
        assert self.guest
        self.rooms.leave(self.guest)


def rooms_at(folder: Path, clock: Clock | None = None, **limits: Any) -> Stage:
    """Rooms in this folder, with other limits where some are named."""
    return Stage(folder, decided_here, LIMITS._replace(**limits), clock or Clock())


def settled(rooms: Stage) -> None:
    """Wait until no bot thinks."""

    async def wait() -> None:
        while any(there.thinking for there in rooms._open.values()):
            await asyncio.sleep(0)

    rooms.does(wait())


def first_move(rooms: Stage, code: str) -> str:
    """The first move that is allowed."""
    room = rooms.files.read(code)
    assert room and room.rally
    return room.game.write_move(room.game.moves(room.rally.state)[0])
