"""The places that can be opened: games, lessons and others; `tutor/learner/addresses.py` says how a place is named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import NAMES, SHELF
from rallyman_tutor.page import setups
from rallyman_tutor.rally.room import code_of
from rallyman_tutor.tutor.advice import handbook
from rallyman_tutor.tutor.building.kits import KITS
from rallyman_tutor.tutor.learner import addresses, comparison, puzzles
from rallyman_tutor.tutor.lesson.lesson_folders import Cover, covers, retold
from rallyman_tutor.tutor.words.explain import explain_refusal, rule_title
from rallyman_tutor.tutor.words.language import ENGLISH, spoken
from rallyman_tutor.tutor.words.words import text_tables


@dataclass(frozen=True, slots=True)
class Lessons:
    """All lessons by name, in order, and the names of a teacher's own, which no notebook of ours opens."""

    in_english: Mapping[str, Cover]
    teachers_own: frozenset[str] = frozenset()
    _retold: dict[str, Mapping[str, Cover]] = field(default_factory=dict, compare=False, repr=False)
    """All of them by language: reading them takes as long as an answer may."""

    @property
    def named(self) -> Mapping[str, Cover]:
        """Every lesson by its name, called as in the language that is spoken."""
        if spoken() == ENGLISH:
            return self.in_english
        if spoken() not in self._retold:
            self._retold[spoken()] = {name: retold(cover) for name, cover in self.in_english.items()}
        return self._retold[spoken()]

    @property
    def covers(self) -> tuple[Cover, ...]:
        return tuple(self.named.values())

    def knows(self, at: str) -> bool:
        """Whether there is such a place."""
        room, _, which = at.partition("/")
        if room in addresses.ROOMS_OF_A_GAME:
            return not which or which in NAMES or room == "rules"
        if room == addresses.PUZZLES:
            return puzzles.is_there(at)
        if room in (addresses.RISK, addresses.DAILY):
            return (which or addresses.FIRST_GAME) in RACES
        if room == addresses.EDITOR:
            return (which or addresses.FIRST_GAME) in KITS
        if room in (addresses.RUN, addresses.RALLY, addresses.LETTER, addresses.PLACEMENT):
            return (which or addresses.FIRST_GAME) in NAMES
        if room == addresses.ROOM:
            return (which or addresses.FIRST_GAME) in NAMES or bool(which and code_of(which) == which)
        if room == addresses.COMING:
            return comparison.TO in NAMES and bool(comparison.differences_of(self.covers))
        return at in self.in_english or at in addresses.SHARED_ROOMS

    def game_at(self, to: str, now: str) -> str:
        """The game that is played at a place. Where the place leaves it open, it is `now`, the game on the table."""
        room, _, which = to.partition("/")
        if to in self.in_english:
            return self.in_english[to].key
        if room == addresses.COMING:
            return comparison.TO
        if room == addresses.ROOM and which and which not in NAMES:
            return now or addresses.FIRST_GAME  # the room will say which
        if room in (*addresses.WITH_A_GAME, addresses.ROOM):
            return which.partition("/")[0] or addresses.FIRST_GAME
        if room in addresses.SHARED_ROOMS:
            return now or addresses.FIRST_GAME
        if room == "rules" and which not in NAMES:
            return game_of(which, now)
        return which if which in NAMES else addresses.FIRST_GAME

    def similar_places(self, at: str) -> list[str]:
        """A few places whose names are similar to this one, and then the most common ones."""
        rooms = [
            *addresses.SHARED_ROOMS,
            *(addresses.address_in_game(room, key) for room in addresses.ROOMS_OF_A_GAME for key in NAMES),
        ]
        known = [*rooms, *self.in_english]
        first = list(self.in_english)[:1]
        return [*dict.fromkeys([*get_close_matches(at, known, 4, 0.5), "home", "drive", "rules", *first])]


def lessons_in(built_in: Path | None, own: Iterable[Path] = (), *, have_pages: bool = False) -> Lessons:
    """The built-in lessons, in their folder, followed by a teacher's own, or these alone. Where one of them has the
    name of a built-in one, the built-in one is taken. Those of a teacher have pages of their own where `have_pages`
    says so."""
    named = {lesson.name: lesson for lesson in covers(built_in)} if built_in is not None else {}
    brought = {lesson.name: lesson for folder in own for lesson in covers(folder) if lesson.name not in named}
    if built_in is None:  # their roads on the map are not called after chapters of a course that is not there
        brought = {name: lesson._replace(chapter=lesson.chapter or "more") for name, lesson in brought.items()}
    return Lessons({**named, **brought}, frozenset() if have_pages else frozenset(brought))


def game_of(code: str, now: str) -> str:
    """The game that a rule, or a principle of driving, belongs to; the one on the table, where none has it."""
    near = [now, *(key for key in NAMES if key != now)] if now else list(NAMES)
    return next((key for key in near if code and (code in SHELF[key].book or handbook.has(SHELF[key], code))), near[0])


def why_not_there(lessons: Lessons, at: str, table: str) -> str:
    """Why the tutor cannot open at this place or table, in a sentence; nothing where it can."""
    said = text_tables("tutor")["page"]
    if not lessons.knows(at):
        return str(said["no-place"]).format(place=at, list=", ".join(lessons.similar_places(at)))
    if not table:
        return ""
    game = SHELF[lessons.game_at(at, "")]
    if addresses.room_of(at) != "drive":
        return str(said["no-table-there"]).format(place=at)
    try:
        setups.begin_drive(game, setups.default_setup(game, table))
    except Refused as problem:
        why = explain_refusal(game, problem)
    except Illegal as problem:
        why = rule_title(game, problem.violations[0].code)
    else:
        return ""
    return str(said["no-table"]).format(game=game.name, table=table, why=why, list=", ".join(game.ready_tables))
