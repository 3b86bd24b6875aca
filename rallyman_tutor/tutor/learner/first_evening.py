"""The lesson for whoever explains a game to three others tonight, and the place it leads to.

Every game has one, and it is known by its chapter. The set-up of a rally leads to it; behind it comes the rally.
"""

from __future__ import annotations

from collections.abc import Iterable

from rallyman_tutor.tutor.learner import addresses
from rallyman_tutor.tutor.lesson.lesson_folders import Cover

CHAPTER = "at-the-table"


def of_game(covers: Iterable[Cover], key: str) -> str:
    """The name of a game's lesson; empty where there is none."""
    return next((one.name for one in covers if (one.key, one.chapter) == (key, CHAPTER)), "")


def place_behind(cover: Cover) -> str:
    """The place that comes behind such a lesson; empty behind all others."""
    return addresses.address_in_game(addresses.RALLY, cover.key) if cover.chapter == CHAPTER else ""
