"""Files that one process at a time holds. The system lets go of them when the process ends, however it ends."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

BUSY = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
FAR = 2**30  # where Windows locks a byte: the text before it can be read by others


class Held(Exception):
    """Another process, or this one, holds the file. `text` is what it has written there."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def hold(path: Path) -> int:
    """Hold a file until its number, which is given, is closed; Held where it is held already. The number of this
    process is written there. An OSError says that the file cannot be made. Where the system has no locks, nobody is
    kept out."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        _lock(file)
    except OSError as error:
        if error.errno in BUSY:
            text = os.read(file, 40).decode("ascii", "replace").strip()
            os.close(file)
            raise Held(text) from None
    except ImportError:  # Python in a browser
        pass
    os.ftruncate(file, 0)
    os.write(file, f"{os.getpid()}\n".encode("ascii"))
    return file


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
