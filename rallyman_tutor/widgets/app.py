"""The tutor as one page: the course as a map, lessons, free driving, practice and the rulebook, swapped in place.

Every notebook starts it at a place of its own; what is sat down at next comes into the same page, from the same kernel. A
place is named as `tutor/places.py` says.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal

import traitlets

from rallyman_tutor.core.game import AnyGame, AnyMove
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import is_packed, is_plain
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.page.intents import OfPage, parse
from rallyman_tutor.tutor import coming, course, home, page, places, practice, progress, rulebook, sheet
from rallyman_tutor.tutor import session as tables
from rallyman_tutor.tutor.course import Sitting
from rallyman_tutor.tutor.intents import AtTable
from rallyman_tutor.tutor.reading import read
from rallyman_tutor.tutor.session import Session
from rallyman_tutor.tutor.shelf import Cover
from rallyman_tutor.tutor.view import view
from rallyman_tutor.widgets import kept, setups
from rallyman_tutor.widgets.atlas import Atlas
from rallyman_tutor.widgets.setups import Setup
from rallyman_tutor.widgets.table import Table

MOST_TRIES = 8
"""How often another exercise is thought out before one is asked a second time."""

logger = logging.getLogger(__name__)


class App(Table):
    """The whole tutor on one page."""

    place = traitlets.Dict().tag(sync=True)  # where the learner is, and what that screen shows besides the board
    sheet = traitlets.Dict().tag(sync=True)  # the lesson, where there is one
    progress = traitlets.Dict().tag(sync=True)
    kept = traitlets.Dict().tag(sync=True)  # the table itself, to be put back after a reload

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        lessons: Sequence[Cover] = (),
        own: frozenset[str] = frozenset(),
        at: str = "home",
        table: str = "",
    ) -> None:
        self._own = own  # lessons that no notebook of ours opens
        self._lessons = {lesson.name: lesson for lesson in lessons}
        self._progress = progress.Progress()
        self._session: Session | None = None
        self._sitting: Sitting | None = None
        self._atlas = Atlas(games, self._lessons)
        self._key = ""
        self._first, self._brought = at, table  # what the notebook asks for
        self._is_own = True  # whether the drive on the table was begun by whoever sits here, and not brought to them
        self._setups: dict[str, Setup] = {}  # what was last sat down at in each game
        if table:
            key = self._atlas.game_at(at, "")
            self._setups[key] = setups.first(games[key], table)
        self._exercises: list[tuple[str, str]] = []  # road and draft of those asked already
        super().__init__()
        self.on_msg(self._heard)
        self._go(at)

    # -- What the page says -----------------------------------------------------------------------------------------

    def _heard(self, _: Any, intent: Any, __: Any) -> None:
        """Every message from the page comes through here; whatever goes wrong is shown, and the page lives on."""
        try:
            self._do(intent if isinstance(intent, dict) and is_plain(intent) else {})
        except Exception as error:
            logger.exception("a message from the page could not be carried out")
            self._tell(page.trouble(type(error).__name__))

    def _do(self, intent: Mapping[str, Any]) -> None:
        match intent.get("do"):
            case "hello":
                self._hello(intent)
            case "frame":
                self._is_tall = intent.get("tall") is True
                self._look_again()
            case "theme":
                self._theme = _theme(intent)
                self._paint()
                if self._is_side_by_side(self.place["at"]):
                    self._go(self.place["at"])
            case "go" if self._atlas.knows(str(intent.get("to"))):
                self._go(str(intent.get("to", "")), intent.get("kept"))
            case "bring":
                self._bring(intent.get("progress"))
            case "join":
                self._join_progress(intent.get("progress"))
            case "new" if self.place["at"].partition("/")[0] == "drive":
                self._new(intent)
            case "share" if self._session is not None:
                self._tell(tables.share(self._session), field="share")
            case "example":
                self._example(intent)
            case _ if self._sitting is not None:
                self._learn(self._sitting, intent)
            case _ if self._session is not None:
                before = self._session
                self._session, problem = self._tried(before, intent)
                self._lapsed(before, self._session)
                self._tabled(before, problem)
                self.progress = {**progress.plain(self._progress)}

    def _tried(self, before: Session, intent: Mapping[str, Any]) -> tuple[Session, Refused | Illegal | None]:
        try:
            done = parse(intent)
        except Refused as refused:
            return before, refused
        return tables.attempt(before, done) if isinstance(done, AtTable) else (before, Refused("unknown-intent"))

    def _hello(self, intent: Mapping[str, Any]) -> None:
        """The page is there: put back what its browser kept, and paint."""
        self._theme = _theme(intent)
        turned = self._is_tall is not (intent.get("tall") is True)
        self._is_tall = intent.get("tall") is True
        if told := intent.get("progress"):
            try:
                self._progress = progress.read(told)
            except Refused as refused:
                self._tell(self._why_not(refused), aside="progress")
        asked = str(intent.get("at"))
        at = asked if self._atlas.knows(asked) else self.place["at"]
        if self._first == "practice" and at == self.place["at"]:  # only the page knows what is due
            at = self._first
        self._first = ""
        back = intent.get("kept")
        if self._brought and kept.table_of(back) != self._brought:
            back = None  # the notebook asks for another table than the one that was kept
        if at != self.place["at"] or back or told or self._is_side_by_side(at):
            self._go(at, back)
        elif turned:
            self._look_again()
        if code := intent.get("game"):
            self._join(str(code))
        self._paint()

    def _look_again(self) -> None:
        """The same table in another frame, where the game draws it anew for that."""
        if self._session is None or not self._session.game.tall:
            return
        if self._sitting is not None:
            self._taught(None, None)
        else:
            self._tabled(None, None)

    # -- Places -----------------------------------------------------------------------------------------------------

    def _go(self, to: str, told: Any = None) -> None:
        """Another place in the same page."""
        room, _, which = to.partition("/")
        key = self._atlas.game_at(to, self._key)
        if key == self._key:
            self._enter(room, which, to, told)
        else:
            with self.hold_sync():  # the page changes its words, its pieces and what is on it at once
                self._turn_to(key)
                self._enter(room, which, to, told)
        self.progress = {**progress.plain(self._progress)}

    @property
    def _game(self) -> AnyGame:
        return self._atlas.games[self._key]

    @property
    def _setup(self) -> Setup:
        return self._setups.setdefault(self._key, setups.first(self._game))

    def _turn_to(self, key: str) -> None:
        """Another game on the same table."""
        self._key = key
        self._session = self._sitting = None
        self.words = dict(page.page_words(self._game))
        self.faces = {}

    def _enter(self, room: str, which: str, to: str, told: AnyMove) -> None:
        if to in self._lessons:
            self._sit(self._lessons[to], told)
        elif room == "rules":
            self._read(which)
        elif room == "practice":
            self._practise()
        elif room == "drive":
            self._drive(told)
        elif room == places.COMING:
            self._set_side_by_side(which)
        else:
            self._leave(room if room == "summary" else "home")

    def _leave(self, at: str) -> None:
        """A screen without a board."""
        self._session = self._sitting = None
        lessons, now = tuple(self._lessons.values()), progress.today()
        data = (
            home.summary(lessons, self._progress)
            if at == "summary"
            else home.home(lessons, self._progress, self._game, now)
        )
        self.place = self._at(places.of_game(at, self._key) if at == "home" else at, "", **{at: data})

    def _is_side_by_side(self, at: str) -> bool:
        """Whether pictures stand there that are no board, and are drawn anew for another theme."""
        return at.partition("/")[0] == places.COMING

    def _set_side_by_side(self, which: str) -> None:
        """One position under two games."""
        self._session = self._sitting = None
        told = coming.page(coming.of(tuple(self._lessons.values())), which, self._theme or "light")
        at = f"{places.COMING}/{told['id']}" if which else places.COMING
        self.place = self._at(at, self.words["coming"], coming=told)

    def _drive(self, told: Any = None) -> None:
        problem = ""
        self._sitting = None
        self._session = setups.begin(self._game, self._setup)
        at = places.of_game("drive", self._key)
        self._is_own = self._setup.table != self._brought
        if kept.is_of(told, at):
            try:
                self._session = tables.restore(self._game, told.get("table"))
                self._is_own = not told.get("brought")
            except (Refused, Illegal) as refused:
                problem = page.not_kept(self._session, refused)
        self._tabled(None, None, place=self._at(at, self._title(self._session.table)))
        if problem:
            self._tell(problem, aside=at)

    def _sit(self, cover: Cover, told: Any = None) -> None:
        lesson, faults = read(cover.folder)
        if lesson is None:
            self._leave("home")
            self._tell(str(self.words["lesson-broken"]).format(title=cover.title, many=len(faults)))
            return
        done = self._progress.stars.get(cover.name, {})
        earned = [done.get(step, 0) for step in cover.steps]
        at = next((at for at, stars in enumerate(earned) if not stars), 0)
        back = kept.is_of(told, cover.name) and told.get("step") in cover.steps
        self._sitting = course.sit(lesson, cover.steps.index(told["step"]) if back else at, earned)
        if back:
            self._sitting = kept.drafted(self._sitting, told)
        self._progress = replace(self._progress, last=lesson.name)
        self._taught(
            None,
            None,
            place=self._at(lesson.name, lesson.title, next=home.after(tuple(self._lessons.values()), lesson.name)),
        )

    def _read(self, code: str) -> None:
        """The rulebook, open at a rule or at its contents."""
        self._sitting = None
        at, rule = places.of_game("rules", self._key), None
        if code and code in self._game.book:
            rule = rulebook.page(self._game, code)
            kind: Literal["ok", "broken"] = "broken" if rule["broken"] else "ok"
            if rule[kind]:
                self._show_example(rule, kind, 0)
                return
            at = f"rules/{code}"
        self._session = setups.begin(self._game, self._setup)  # and not what was open before
        self._tabled(
            None,
            None,
            place=self._at(
                at,
                self.words["rulebook"],
                rules=rulebook.contents(self._game),
                rule=rule,
                legend=rulebook.legend(self._game),
            ),
        )

    def _example(self, intent: Mapping[str, Any]) -> None:
        code, number = str(intent.get("code"))[:40], intent.get("n")
        kind = "ok" if intent.get("kind") == "ok" else "broken"
        try:
            self._show_example(rulebook.page(self._game, code), kind, number if type(number) is int else -1)
        except Refused as refused:
            self._tell(self._why_not(refused))

    def _show_example(self, rule: Mapping[str, Any], kind: str, number: int) -> None:
        session = rulebook.shown(self._game, rule["code"], kind, number)
        self._sitting, self._session = None, session
        rule = {**rule, "kind_shown": kind, "n": number}
        contents = rulebook.contents(self._game)
        self._tabled(
            None, None, place=self._at(f"rules/{rule['code']}", self.words["rulebook"], rules=contents, rule=rule)
        )

    def _practise(self) -> None:
        """A fresh position for the rule that is due longest; for any that was broken, where none is due."""
        now = progress.today()
        codes = [*progress.due(self._progress, now), *sorted(self._progress.cards)]
        for code in dict.fromkeys(codes):
            game = practice.game_of(self._atlas.games, code, self._key)
            key = game.key if game else ""
            found = self._fresh_exercise(key, code, f"{now:%Y%m%d%H%M}") if game else None
            if found:
                if key != self._key:
                    self._turn_to(key)
                lesson = practice.as_lesson(self._game, found)
                self._sitting = course.sit(lesson)
                self._taught(None, None, place=self._at("practice", lesson.title, next="practice"))
                return
        self._leave("home")
        self._tell(str(self.words["practice-none"]))

    def _fresh_exercise(self, key: str, code: str, seed: str) -> practice.Exercise | None:
        """An exercise that was not asked this evening; where all are alike, one that was."""
        found = None
        for number in range(MOST_TRIES):
            found = practice.exercise(self._atlas.games[key], code, f"{seed}{len(self._exercises)}:{number}")
            if found is None or (found.start.partition("|")[0], found.draft) not in self._exercises:
                break
        if found:
            self._exercises.append((found.start.partition("|")[0], found.draft))
        return found

    def _at(self, at: str, title: str, **more: Any) -> dict[str, Any]:
        """A place, and the page that opens there."""
        return {
            "at": at,
            "title": title,
            "page": places.page(at, self._own),
            "map": places.of_game("home", self._key),
            **more,
        }

    def _title(self, table: str) -> str:
        return str(self.words["ready"].get(table, self.words["free-drive"]))

    # -- A drive ----------------------------------------------------------------------------------------------------

    def _new(self, intent: Mapping[str, Any]) -> None:
        if is_packed(str(intent.get("table"))):
            self._join(str(intent["table"]), field="table")
            return
        wanted = setups.asked(self._game, intent, self._setup)
        try:
            session = setups.begin(self._game, wanted)
        except (Refused, Illegal) as refused:
            self._tell(self._why_not(refused), field="table")
            return
        self._setups[self._key], self._session, self._is_own = wanted, session, True
        self._tabled(None, None, place=self._at(places.of_game("drive", self._key), self._title(session.table)))
        self._tell("", field="started")

    def _join(self, code: str, **where: str) -> None:
        """Sit down at a table that somebody shared, whichever game it is."""
        try:
            session = tables.shared(self._atlas.games, code)
        except (Refused, Illegal) as refused:
            self._tell(self._why_not(refused), **where)
            return
        key = session.game.key
        with self.hold_sync():
            if key != self._key:
                self._turn_to(key)
            self._session, self._sitting, self._is_own = session, None, False
            self._tabled(None, None, place=self._at(places.of_game("drive", key), self._title(session.table)))
        self._tell("", field="started")

    def _tabled(self, before: Session | None, problem: Refused | Illegal | None, **more: Any) -> None:
        assert self._session is not None
        at = more.get("place", self.place)["at"]
        if at.partition("/")[0] == "drive":
            more["kept"] = kept.of_table(at, self._session, self._is_own)
        self._show(self._session, before, view(self._session, before, problem), **more, sheet={})

    # -- A lesson ---------------------------------------------------------------------------------------------------

    def _learn(self, before: Sitting, intent: Mapping[str, Any]) -> None:
        if intent.get("do") == "next" and self.place["at"] == "practice":
            self._practise()
            return
        try:
            done = parse(intent)
            if isinstance(done, OfPage):
                raise Refused("unknown-intent")
            self._sitting, problem = course.attempt(before, done)
        except Refused as refused:
            self._sitting, problem = before, refused
        if self._sitting.done and not before.done:
            self._passed(self._sitting)
        elif self._sitting.lesson.name in self._lessons:
            self._lapsed(before.session, self._sitting.session, self._sitting)
        self._taught(before, problem)
        self.progress = {**progress.plain(self._progress)}  # behind the answer: it is long once much was practised

    def _passed(self, sitting: Sitting) -> None:
        before = sitting.tries[sitting.at], sitting.hints[sitting.at]
        if self.place["at"] == "practice":
            self._progress = progress.practised(self._progress, sitting.step.breaks[0], *before, progress.today())
        else:
            self._progress = progress.stepped(
                self._progress, sitting.lesson.name, sitting.step.id, course.earned(sitting), *before, progress.today()
            )

    def _lapsed(self, before: Session, now: Session, sitting: Sitting | None = None) -> None:
        """A die laid against a rule is remembered, and the rule comes back; unless that was the task."""
        if len(now.draft) <= len(before.draft) or (sitting and (sitting.step.kind == "break" or sitting.done)):
            return
        broken = [one for one in now.game.judge(now.state, now.draft) if one.at == len(now.draft) - 1]
        if broken and practice.game_of(self._atlas.games, broken[0].code, self._key):
            self._progress = progress.broke(self._progress, broken[0].code, progress.today())

    def _taught(self, before: Sitting | None, problem: Refused | Illegal | None, **more: Any) -> None:
        assert self._sitting is not None
        told, view = sheet.lesson_and_table(self._sitting, before, problem)
        self._session = self._sitting.session
        follows = before.session if before is not None and before.at == self._sitting.at else None
        self._show(
            self._session,
            follows,
            view,
            sheet=told,
            kept=kept.of_lesson(self._sitting),
            **more,
        )

    # -- Progress ---------------------------------------------------------------------------------------------------

    def _bring(self, told: Any) -> None:
        """Progress from a file; a wrong one changes nothing."""
        try:
            self._progress = progress.read(told)
        except Refused as refused:
            self._tell(self._why_not(refused))
            return
        self._go("home")
        self._tell(str(self.words["brought"]))

    def _join_progress(self, told: Any) -> None:
        """Another tab of this browser has noted something; what is no progress is that tab's to tell."""
        with suppress(Refused):
            self._progress = progress.joined(self._progress, progress.read(told))
            self.progress = {**progress.plain(self._progress)}

    def _why_not(self, problem: Refused | Illegal) -> str:
        return page.unusable(self._session or setups.begin(self._game, self._setup), problem)


def _theme(intent: Mapping[str, Any]) -> Any:
    return "dark" if intent.get("theme") == "dark" else "light"
