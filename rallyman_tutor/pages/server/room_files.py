"""The files of rooms: a line of JSON for all that happens in one, written before anybody is told of it.

A process that is killed loses no line that was written, nor does a machine that loses its power, as far as its disk
keeps what it says it has. The last line may have been cut off while it was written; nobody was told of it, and it is
dropped when the file is read again.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Container, Iterator
from contextlib import suppress
from pathlib import Path

from rallyman_tutor.core.game import Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.rally.room import Room, after, code_of

ENDING = ".room"
OLD = 7 * 24 * 3600  # seconds without a line after which a room is forgotten
DESERTED = 1800  # and one in which nobody has driven, since the last one left it
JUST_LEFT = 60  # seconds for which such a room makes way for no other
MOVE = b'{"move":'  # how the line of a move begins


class RoomFiles:
    """The files of all rooms, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, tuple[int, Room]] = {}  # with the size of its file, which only grows
        folder.mkdir(parents=True, exist_ok=True)

    def codes(self) -> list[str]:
        """The codes of all rooms that are kept, the newest last."""
        files = sorted(self.folder.glob(f"*{ENDING}"), key=lambda file: file.stat().st_mtime)
        return [file.stem for file in files if code_of(file.stem) == file.stem]

    def read(self, code: str) -> Room | None:
        """The room as it was written; None where there is none, or none that can be read."""
        path = self._path(code)
        if not path.is_file():
            return None
        size, known = self._read.get(code, (0, None))
        if known and size == path.stat().st_size:
            return known
        room: Room | None = None
        try:
            for line in _lines(path):
                room = after(room, line)
        except (Refused, Illegal, ValueError, TypeError, LookupError):
            return None
        if room:
            self._read[code] = path.stat().st_size, room
        return room

    def write(self, code: str, line: Plain) -> None:
        """Add a line; the first one opens the room. It returns once the disk has it: that takes milliseconds, so call
        it in a thread. An OSError says that it could not be written; then the file is as it was before."""
        written = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        path, is_first = self._path(code), "open" in line
        file = os.open(path, os.O_WRONLY | os.O_APPEND | (os.O_CREAT | os.O_EXCL if is_first else 0), 0o600)
        end = os.fstat(file).st_size
        try:
            if os.write(file, written) != len(written):
                raise OSError("a line was written in part")
            os.fsync(file)
            if is_first:
                _keep_names(self.folder)
        except OSError:
            os.ftruncate(file, end)
            if is_first:
                path.unlink()
            raise
        finally:
            os.close(file)

    def deserted(self, code: str) -> None:
        """Note that the last one left a room in which nobody has driven. The time of its file tells since when."""
        with suppress(OSError):
            os.utime(self._path(code))

    def is_driven(self, code: str) -> bool:
        """Whether anybody has driven in a room."""
        with self._path(code).open("rb") as file:
            return any(line.startswith(MOVE) for line in file)

    def forget_old(self, but: Container[str] = ()) -> None:
        """Delete the rooms in which nothing has happened for long, and those that were left without a move for not so
        long, but none of these."""
        for code in self.codes():
            age = self._age(code)
            if code not in but and (age > OLD or (age > DESERTED and not self.is_driven(code))):
                self.forget(code)

    def makes_way(self, among: Container[str], but: Container[str]) -> bool:
        """Delete one of these rooms in which nobody has driven, and in which nobody is: those are named by `but`.
        False where there is none."""
        for code in self.codes():
            if code in among and code not in but and self._age(code) > JUST_LEFT and not self.is_driven(code):
                self.forget(code)
                return True
        return False

    def forget(self, code: str) -> None:
        """Delete a room."""
        self._path(code).unlink(missing_ok=True)
        self._read.pop(code, None)

    def _age(self, code: str) -> float:
        return time.time() - self._path(code).stat().st_mtime

    def _path(self, code: str) -> Path:
        return self.folder / f"{code}{ENDING}"


def _keep_names(folder: Path) -> None:
    """Have the disk keep which files a folder has. Windows does so by itself."""
    if os.name != "nt":
        names = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(names)
        finally:
            os.close(names)


def _lines(path: Path) -> Iterator[dict[str, Plain]]:
    """The whole lines of a file. A last one that was cut off is taken out of the file, so that the next one stands
    alone."""
    written = path.read_bytes()
    whole = written[: written.rfind(b"\n") + 1]
    if len(whole) < len(written):
        os.truncate(path, len(whole))
    for line in whole.splitlines():
        yield json.loads(line)
