"""The files of rooms: a line of JSON for all that happens in one, written before anybody is told of it.

A process that is killed loses no line that was written. The last line may have been cut off while it was written;
nobody was told of it, and it is dropped when the file is read again.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Container, Iterator
from pathlib import Path

from rallyman_tutor.core.game import Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.rally.room import Room, after, code_of

ENDING = ".room"
OLD = 7 * 24 * 3600  # seconds without a line after which a room is forgotten


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
        """Add a line; the first one opens the room. An OSError says that it could not be written; then the file is as
        it was before."""
        written = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        first = os.O_CREAT | os.O_EXCL if "open" in line else 0
        file = os.open(self._path(code), os.O_WRONLY | os.O_APPEND | first, 0o600)
        try:
            end = os.fstat(file).st_size
            if os.write(file, written) != len(written):
                os.ftruncate(file, end)
                raise OSError("a line was written in part")
        finally:
            os.close(file)

    def forget_old(self, but: Container[str] = ()) -> None:
        """Delete the rooms in which nothing has happened for long, but none of these."""
        for path in self.folder.glob(f"*{ENDING}"):
            if path.stem not in but and time.time() - path.stat().st_mtime > OLD:
                path.unlink(missing_ok=True)
                self._read.pop(path.stem, None)

    def _path(self, code: str) -> Path:
        return self.folder / f"{code}{ENDING}"


def _lines(path: Path) -> Iterator[dict[str, Plain]]:
    """The whole lines of a file. A last one that was cut off is taken out of the file, so that the next one stands
    alone."""
    written = path.read_bytes()
    whole = written[: written.rfind(b"\n") + 1]
    if len(whole) < len(written):
        os.truncate(path, len(whole))
    for line in whole.splitlines():
        yield json.loads(line)
