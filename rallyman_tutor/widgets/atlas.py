"""Which places the tutor has, and which game is played at each; a place is named as `tutor/places.py` says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rallyman_tutor.core.game import Game
from rallyman_tutor.tutor import coming, places
from rallyman_tutor.tutor.shelf import Cover


@dataclass(frozen=True, slots=True)
class Atlas:
    """The games and the lessons that there are."""

    games: Mapping[str, Game[Any, Any]]
    lessons: Mapping[str, Cover]

    def knows(self, at: str) -> bool:
        """Whether there is such a place."""
        room, _, which = at.partition("/")
        if room in places.OF_A_GAME:
            return not which or which in self.games or room == "rules"
        if room == places.COMING:
            return coming.TO in self.games and bool(coming.of(tuple(self.lessons.values())))
        return at in self.lessons or at in places.SHARED

    def game_at(self, to: str, now: str) -> str:
        """The game that is played at a place, when that of `now` is on the table."""
        room, _, which = to.partition("/")
        if to in self.lessons:
            return self.lessons[to].key
        if room == places.COMING:
            return coming.TO
        if room in places.SHARED:
            return now or places.FIRST
        if room == "rules" and which not in self.games:
            return self.game_of(which, now)
        return which if which in self.games else places.FIRST

    def game_of(self, code: str, now: str) -> str:
        """The game that a rule belongs to; the one on the table, where none has it."""
        near = [now, *(key for key in self.games if key != now)] if now else list(self.games)
        return next((key for key in near if code and code in self.games[key].book), near[0])
