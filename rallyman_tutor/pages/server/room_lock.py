"""One server at a time keeps the rooms of a folder: two would write their lines into one file.

The system holds the lock for the process, and lets go of it however the process ends. In the file stands only the
number of the process, for whoever comes second.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from rallyman_tutor.pages.sentences import say

NAME = "kept-by"
BUSY = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
FAR = 2**30  # where Windows locks a byte: the text before it can be read by others


class NoRooms(Exception):
    """Rooms cannot be kept in this folder. The sentence says why, and what to do."""


def hold(folder: Path) -> None:
    """Keep the rooms of a folder until this process ends; NoRooms where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o600)  # stays open: closing it would let go
    except OSError as error:
        raise NoRooms(say("serve.rooms-unwritable", folder=folder, why=error.strerror)) from None
    try:
        _lock(file)
    except OSError as error:
        if error.errno in BUSY:
            process = os.read(file, 40).decode("ascii", "replace").strip()
            os.close(file)
            raise NoRooms(say("serve.rooms-held", folder=folder, process=process)) from None
        # else this file system has no locks
    os.ftruncate(file, 0)
    os.write(file, f"{os.getpid()}\n".encode("ascii"))


def _lock(file: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
