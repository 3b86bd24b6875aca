"""Which places the tutor has, and which game is played at each; a place is named as `tutor/places.py` says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor import coming, places
from rallyman_tutor.tutor.explain import refused, title
from rallyman_tutor.tutor.shelf import Cover
from rallyman_tutor.tutor.words import tables
from rallyman_tutor.widgets import setups


@dataclass(frozen=True, slots=True)
class Atlas:
    """The games and the lessons that there are."""

    games: Mapping[str, AnyGame]
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

    def near(self, at: str) -> list[str]:
        """A few places that there are, those first whose names are most like this one."""
        rooms = [*places.SHARED, *(places.of_game(room, key) for room in places.OF_A_GAME for key in self.games)]
        known = [*rooms, *self.lessons]
        return [
            *dict.fromkeys([*get_close_matches(at, known, 4, 0.5), "home", "drive", "rules", *list(self.lessons)[:1]])
        ]


def not_there(games: Mapping[str, AnyGame], lessons: Sequence[Cover], at: str, table: str) -> str:
    """Why the tutor cannot open at this place or table, in a sentence; nothing where it can."""
    said, atlas = tables("tutor")["page"], Atlas(games, {lesson.name: lesson for lesson in lessons})
    if not atlas.knows(at):
        return str(said["no-place"]).format(place=at, list=", ".join(atlas.near(at)))
    if not table:
        return ""
    room, game = at.partition("/")[0], games[atlas.game_at(at, "")]
    if room != "drive":
        return str(said["no-table-there"]).format(place=at)
    try:
        setups.begin(game, setups.first(game, table))
    except Refused as problem:
        why = refused(game, problem)
    except Illegal as problem:
        why = title(game, problem.violations[0].code)
    else:
        return ""
    return str(said["no-table"]).format(game=game.name, table=table, why=why, list=", ".join(game.ready))
