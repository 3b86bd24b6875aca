"""The home page as plain data: the course as a road with stars, where to go on, due practice, and the learning so
far."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NotRequired, TypedDict

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.games import NAMES, SHELF
from rallyman_tutor.tutor.building.kits import KITS
from rallyman_tutor.tutor.learner import (
    addresses,
    comparison,
    daily,
    doors,
    memory,
    own_best,
    past_decisions,
    placement,
    practice,
    puzzles,
    run,
)
from rallyman_tutor.tutor.learner.doors import Attainment, OpenDoor
from rallyman_tutor.tutor.learner.progress import Progress, cards_due, lesson_stars, licence
from rallyman_tutor.tutor.lesson.lesson_folders import Cover
from rallyman_tutor.tutor.words.explain import citation, rule_title
from rallyman_tutor.tutor.words.figures import decimal
from rallyman_tutor.tutor.words.language import spoken
from rallyman_tutor.tutor.words.page_words import page_words
from rallyman_tutor.tutor.words.words import text_tables, words


class LessonShown(TypedDict):
    """A lesson on the map: its stars, and how many of its steps are done."""

    name: str
    title: str
    about: str
    stars: int
    done: int
    of: int
    chapter: str  # of the map, by its key in the words of the page
    known: bool  # behind which the placement found the learner to begin
    language: NotRequired[str]  # where it is not the page's


class LessonAhead(TypedDict):
    """A lesson that is not done, and the rules that it teaches."""

    name: str
    title: str
    teaches: list[str]


class Continue(TypedDict):
    """Where to go on; without a title it is a drive."""

    name: str
    title: str


class GameToChoose(TypedDict):
    """A game, and where its map is."""

    at: str
    key: str
    name: str


class GameOnShelf(GameToChoose):
    """A game as it stands on the shelf: how many of its lessons are done."""

    done: int
    of: int
    now: bool


class PuzzleDoor(TypedDict):
    """Where the puzzle of the day is, and whether the learner has solved it."""

    at: str
    solved: bool


class DailyDoor(TypedDict):
    """Where the stage of the day is, its name among the stages, and what it is called."""

    at: str
    key: str
    stage: str
    best: str  # the learner's best time there; nothing before the first


class Home(TypedDict):
    """The map of a course, and the doors beside it."""

    lessons: list[LessonShown]
    next: Continue
    number: int  # of the lesson to go on with, as it is counted on the map; 0 for a drive
    begun: bool
    doors: list[OpenDoor]
    games: list[GameOnShelf]
    drive: str
    run: str  # against the clock
    rally: str  # a whole evening
    editor: str  # a stage of one's own; empty where stages are not drawn
    letter: str  # by letter; nothing where hands of cards are hidden
    room: str  # a rally at several devices
    placement: str  # where to find out which lesson to begin with; nothing once the course is begun
    coming: bool
    book: str
    puzzle: NotRequired[PuzzleDoor]  # where the game is solved
    daily: NotRequired[DailyDoor]  # likewise
    due: int  # rules to practise today
    decisions: int  # and decisions of one's own drives
    waiting: int  # besides those whose stage has no table here
    rules: int
    licence: str


class RuleLearned(TypedDict):
    """A rule that one has learned."""

    code: str
    title: str
    why: str
    cite: str


class LessonLearned(TypedDict):
    """A lesson that is done, with the rules it teaches."""

    title: str
    stars: int
    rules: list[RuleLearned]


class GameLearned(TypedDict):
    """The learning so far in a game."""

    name: str
    licence: str
    lessons: list[LessonLearned]


class Summary(TypedDict):
    """The learning so far, and how long one remembers it."""

    games: list[GameLearned]
    practice: str


def stars_of(lesson: Cover, progress: Progress) -> int:
    """The stars that a learner has earned in a lesson."""
    return lesson_stars(progress, lesson.name, lesson.steps)


def _listed(one: Cover, progress: Progress, chapter: str, *, is_known: bool) -> LessonShown:
    shown: LessonShown = {
        "name": one.name,
        "title": one.title,
        "about": one.about,
        "stars": stars_of(one, progress),
        "done": sum(step in progress.stars.get(one.name, {}) for step in one.steps),
        "of": len(one.steps),
        "chapter": chapter,
        "known": is_known,
    }
    if one.language != spoken():
        shown["language"] = one.language
    return shown


def home(covers: Sequence[Cover], progress: Progress, game: AnyGame, now: datetime) -> Home:
    """Everything the home page shows: the shelf of games, and the course of one of them."""
    lessons = [one for one in covers if one.key == game.key]
    known = _lessons_known(lessons, progress, game.key)
    listed = [
        _listed(one, progress, chapter, is_known=at < known)
        for at, (one, chapter) in enumerate(zip(lessons, _chapters(lessons), strict=True))
    ]
    onward = next((one for one in listed if one["name"] == progress.last and not one["stars"]), None)
    onward = onward or next((one for one in listed if not one["stars"] and not one["known"]), None)
    onward = onward or next((one for one in listed if not one["stars"]), listed[-1] if listed else None)
    is_begun = game.key in progress.placed or any(one.name in progress.stars for one in lessons)
    drive, due = addresses.address_in_game("drive", game.key), cards_due(progress, now)
    decisions = [progress.decisions[name] for name in due if name in progress.decisions]
    waiting = sum(map(past_decisions.lacks_table, decisions))
    due_rules = sum(
        practice.game_of(SHELF, name, game.key) is not None for name in due if name not in progress.decisions
    )
    due_decisions = len(decisions) - waiting
    licensed = licence(progress, {one.name: one.steps for one in lessons})
    attained = Attainment(
        done=sum(one["stars"] > 0 for one in listed),
        is_begun=is_begun,
        has_rules=bool(listed) and all(one["stars"] or one["known"] for one in listed if one["chapter"] == "rules"),
        can_be_placed=bool(placement.askable(covers, game.key)),
        licence=licensed,
        due=_due_in_words(game, due_rules, due_decisions),
    )
    found: Home = {
        "lessons": listed,
        "next": {"name": onward["name"], "title": onward["title"]} if onward else {"name": drive, "title": ""},
        "number": listed.index(onward) + 1 if onward else 0,
        "begun": is_begun,
        "doors": doors.open_doors(game, progress, attained, now),
        "games": [_box(key, covers, progress, game) for key in NAMES],
        "drive": drive,
        "run": run.address(game.key),
        "rally": addresses.address_in_game(addresses.RALLY, game.key),
        "editor": addresses.address_in_game(addresses.EDITOR, game.key) if game.key in KITS else "",
        "letter": "" if game.has_hidden_hands else addresses.address_in_game(addresses.LETTER, game.key),
        "room": addresses.address_in_game(addresses.ROOM, game.key),
        "placement": placement.address(game) if attained.can_be_placed and not is_begun else "",
        "coming": game.key == comparison.TO and bool(comparison.differences_of(covers)),
        "book": addresses.address_in_game("rules", game.key),
        "due": due_rules,
        "decisions": due_decisions,
        "waiting": waiting,
        "rules": len(game.rules()),
        "licence": licensed,
    }
    if at := puzzles.address(game):
        solved = puzzles.is_solved(progress, game.key, puzzles.number_at(at, now.date()))
        found["puzzle"] = {"at": at, "solved": solved}
        stage = daily.of_day(game.key, now.date()).stage
        ready, bests = page_words(game)["ready"], own_best.times_told(game, progress.times)
        found["daily"] = {
            "at": f"{addresses.DAILY}/{game.key}",
            "key": stage,
            "stage": ready.get(stage, stage),
            "best": bests.get(stage, ""),
        }
    return found


def _due_in_words(game: AnyGame, rules: int, decisions: int) -> str:
    """The practice of today, in words; nothing where none is due."""
    said, counts = page_words(game), {"due-rules": rules, "due-decisions": decisions}
    parts = [str(said[name]).format(n=n) for name, n in counts.items() if n]
    return str(said["due"]).format(list=", ".join(parts)) if parts else ""


def _chapters(lessons: Sequence[Cover]) -> list[str]:
    """The chapter of each lesson. One that names none is about the rules, or behind other chapters simply one more."""
    found: list[str] = []
    for one in lessons:
        found.append(one.chapter or ("more" if {*found} - {"rules"} else "rules"))
    return found


def _lessons_known(lessons: Sequence[Cover], progress: Progress, key: str) -> int:
    """How many of a game's lessons come before the one at which the placement found the learner to begin; if it was
    none, all up to the last that teaches a rule, for no other is asked about."""
    begin_at = progress.placed.get(key)
    if begin_at is None:
        return 0
    names = [one.name for one in lessons]
    last = max((at for at, one in enumerate(lessons, 1) if one.teaches), default=0)
    return names.index(begin_at) if begin_at in names else 0 if begin_at else last


def _box(key: str, covers: Sequence[Cover], progress: Progress, game: AnyGame) -> GameOnShelf:
    """A game as it stands on the shelf."""
    lessons = [one for one in covers if one.key == key]
    done = sum(stars_of(one, progress) > 0 for one in lessons)
    at = addresses.address_in_game("home", key)
    return {"at": at, "key": key, "name": NAMES[key], "done": done, "of": len(lessons), "now": key == game.key}


def lessons_ahead(covers: Sequence[Cover], progress: Progress, key: str) -> list[LessonAhead]:
    """The lessons about rules of a game that the learner has neither done nor been found to know."""
    lessons = [one for one in covers if one.key == key]
    open_ones = lessons[_lessons_known(lessons, progress, key) :]
    return [
        {"name": one.name, "title": one.title, "teaches": list(one.teaches)}
        for one in open_ones
        if one.teaches and not stars_of(one, progress)
    ]


def builds_on(covers: Sequence[Cover], progress: Progress, lesson: Cover) -> Continue | None:
    """The first of the lessons on which one builds that is neither done nor known, where that lesson is new to the
    learner; None where there is none. Every lesson builds on those about the rules that come before it."""
    if progress.stars.get(lesson.name):
        return None
    lessons = [one for one in covers if one.key == lesson.key]
    before = lessons[: next((at for at, one in enumerate(lessons) if one.name == lesson.name), 0)]
    known = _lessons_known(lessons, progress, lesson.key)
    for at, (one, chapter) in enumerate(zip(before, _chapters(before), strict=True)):
        if chapter == "rules" and at >= known and not stars_of(one, progress):
            return {"name": one.name, "title": one.title}
    return None


def next_lesson(lessons: Sequence[Cover], name: str) -> str:
    """The lesson that follows this one in the same game; empty after the last."""
    names = [one.name for one in lessons if one.name.partition("/")[0] == name.partition("/")[0]]
    at = names.index(name) + 1 if name in names else len(names)
    return names[at] if at < len(names) else ""


def summary(lessons: Sequence[Cover], progress: Progress) -> Summary:
    """The rules a learner has learned, game by game and lesson by lesson, for one printed page."""
    learned = [one for one in lessons if stars_of(one, progress)]
    return {
        "games": [
            {
                "name": NAMES[key],
                "licence": licence(progress, {one.name: one.steps for one in lessons if one.key == key}),
                "lessons": [_learned(one, progress) for one in learned if one.key == key],
            }
            for key in dict.fromkeys(one.key for one in learned)
        ],
        "practice": _pace(progress),
    }


def _pace(progress: Progress) -> str:
    """How long the learner remembers, in a sentence; or how many answers it takes to know."""
    page, pace = text_tables("tutor")["page"], memory.pace(progress.diary)
    facts = {"n": len(memory.telling_answers(progress.diary)), "of": memory.ENOUGH_ANSWERS, "pace": decimal(pace or 1)}
    return str(page["pace" if pace else "pace-unknown"]).format(**facts)


def _learned(cover: Cover, progress: Progress) -> LessonLearned:
    """A lesson that is done, with the rules it teaches."""
    game, language = SHELF[cover.key], words(cover.key)
    rules: list[RuleLearned] = [
        {
            "code": code,
            "title": rule_title(game, code),
            "why": language.text(code, "why", {}),
            "cite": citation(game, code),
        }
        for code in cover.teaches
    ]
    return {"title": cover.title, "stars": stars_of(cover, progress), "rules": rules}
