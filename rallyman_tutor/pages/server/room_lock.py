"""One server at a time keeps the rooms of a folder: two would write their lines into one file."""

from __future__ import annotations

from pathlib import Path

from rallyman_tutor.core import file_lock
from rallyman_tutor.pages.sentences import say

NAME = "kept-by"


class NoRooms(Exception):
    """Rooms cannot be kept in this folder. The sentence says why, and what to do."""


def hold(folder: Path) -> None:
    """Keep the rooms of a folder until this process ends; NoRooms where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file_lock.hold(folder / NAME)  # never closed: that would let go
    except file_lock.Held as held:
        raise NoRooms(say("serve.rooms-held", folder=folder, process=held.text)) from None
    except OSError as error:
        raise NoRooms(say("serve.rooms-unwritable", folder=folder, why=error.strerror)) from None
