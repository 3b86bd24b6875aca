"""The words of the pages before and around the tutor: while it starts, if its line is lost, if all seats are taken.

All of it is in `texts/<language>.toml`, one table a place on the page; the templates and the page's script only ask for
it.
"""

from __future__ import annotations

from rallyman_tutor.core.game import Plain
from rallyman_tutor.tutor.words.language import ENGLISH
from rallyman_tutor.tutor.words.texts import room_texts

LANGUAGE = ENGLISH


def words(language: str = LANGUAGE) -> Plain:
    """Every word of the pages' frame, by table and key."""
    return room_texts("pages", language).tables
