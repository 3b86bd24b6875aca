"""Reading a lesson: two files of text become a value, or a list of everything that is wrong with them.

Reading never raises: a teacher who has made three mistakes wants to see three faults, each with file, line, key and
remedy. What only playing can show, `proof.py` proves.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rallyman_tutor.coach.review import GOOD_ENOUGH
from rallyman_tutor.core.game import AnyGame, AnyState, Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor import goals, lesson_pictures
from rallyman_tutor.tutor.faults import Fault
from rallyman_tutor.tutor.goals import Goal
from rallyman_tutor.tutor.grading import MEASURES, can_be_measured, why_not_measured
from rallyman_tutor.tutor.lessons import (
    JUDGED_KINDS,
    SAME,
    Choice,
    Lesson,
    LessonStep,
    Mistake,
    StepText,
    expected_goal,
)
from rallyman_tutor.tutor.prose import Prose, decode, read_prose
from rallyman_tutor.tutor.words import LANGUAGES, text_tables

LESSON_FILE = "lesson.toml"
LONG_NUMBER = re.compile(r"\d{1000}")
"""A number that TOML may have, and Python does not read."""
FOLDER_NAME = re.compile(r"\d+-[a-z0-9]+(-[a-z0-9]+)*")
"""What a lesson's folder may be called."""
CURLY = "“”„‟‘’‚‛«»´`"
"""Quotation marks as a word processor sets them."""


def read(folder: Path, language: str = LANGUAGES[0]) -> tuple[Lesson | None, tuple[Fault, ...]]:
    """A lesson, unless anything is wrong with it; and all that is."""
    reading = _Reading(folder.resolve(), language)
    lesson = reading.lesson()
    return (None if reading.faults else lesson), tuple(reading.faults)


def codes_of(game: AnyGame) -> tuple[str, ...]:
    return tuple(rule.code for rule in game.book)


# -- What stands in lesson.toml ---------------------------------------------------------------------------------------


class Keys(NamedTuple):
    """What a step of one kind needs, and what else it may have."""

    need: tuple[str, ...]
    may: tuple[str, ...] = ()


KINDS: Mapping[str, Keys] = {
    "goal": Keys(("goals", "solution"), ("mistakes", "dice", "claims")),
    "roll": Keys(("goals", "solution"), ("mistakes", "dice", "claims")),
    "break": Keys(("goals", "solution"), ("claims",)),
    "find": Keys(("draft", "wrong", "breaks")),
    "predict": Keys(("draft", "answers")),
    "choose": Keys(("drafts", "by")),
    "decide": Keys(("drafts",), ("within",)),
    "quiz": Keys(("answers", "right")),
    "drive": Keys(("goals", "solution", "par"), ("dice", "claims")),
}
COMMON_KEYS = Keys(("id", "kind", "start"), ("rule",))
TOP_KEYS = Keys(("game", "teaches", "steps"), ("chapter",))

ANSWERED_KINDS = tuple(kind for kind in JUDGED_KINDS if kind != "find")
"""Kinds whose answers have words of their own."""

TYPES: Mapping[str, str] = {
    "game": "text", "teaches": "texts", "steps": "tables", "id": "text", "kind": "text", "start": "text",
    "goals": "texts", "solution": "text", "mistakes": "tables", "dice": "text", "claims": "tables", "draft": "text",
    "wrong": "number", "breaks": "texts", "warns": "texts", "answers": "tables", "drafts": "tables", "by": "text",
    "right": "text", "rule": "text", "par": "number", "when": "text", "move": "text", "chapter": "text",
    "within": "seconds",
}  # fmt: skip
MAY_BE_EMPTY = ("teaches",)
"""Lists that may be empty."""


def _is(type_: str, value: object) -> bool:
    if type_ == "text":
        return isinstance(value, str)
    if type_ == "number":
        return type(value) is int and value > 0
    if type_ == "seconds":
        return isinstance(value, int | float) and type(value) is not bool and 0.1 <= value <= 10
    of = str if type_ == "texts" else dict
    return isinstance(value, list) and all(isinstance(one, of) for one in value)


class _Reading:
    """One lesson being read: its text, where its tables begin, and the faults so far."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder, self.language = folder, language
        self.faults: list[Fault] = []
        self.lines: list[str] = []
        self.heads: list[int] = []  # the lines of [[steps]], from 0

    def fault(self, why: str, key: str, at: int = -1, inner: str = "", **facts: object) -> None:
        """Something wrong at a key, of the lesson or of its n-th step."""
        name = f"steps[{at + 1}].{key}" if at >= 0 and key else f"steps[{at + 1}]" if at >= 0 else key
        self.faults.append(
            Fault(self.file(LESSON_FILE), self.line(key, at), f"{name}.{inner}" if inner else name, why, facts)
        )

    def file(self, name: str) -> str:
        return str(self.folder / name)

    def line(self, key: str, at: int = -1) -> int:
        """The line of a key, inside its n-th table; where it is missing, where that table begins."""
        ends = [*self.heads, len(self.lines)]
        first, last = (ends[at], ends[at + 1]) if 0 <= at < len(self.heads) else (0, ends[0])
        pattern = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=]|\s*\[\[?\s*{re.escape(key)}\b")
        numbers = range(first, last if at >= 0 else len(self.lines))
        return next((number + 1 for number in numbers if key and pattern.match(self.lines[number])), first + 1)

    def text(self, name: str) -> str | None:
        """The text of a file, or a fault that says why there is none."""
        path = self.folder / name
        try:
            raw = path.read_bytes()
        except OSError:
            self.faults.append(Fault(str(path), 1, name, "no-file"))
            return None
        try:
            return decode(raw)
        except UnicodeDecodeError as error:
            line = raw[: error.start].count(b"\n") + 1
            self.faults.append(Fault(str(path), line, name, "encoding"))
            return None

    def lesson(self) -> Lesson | None:
        text = self.text(LESSON_FILE)
        file = f"{self.language}.md"
        spoken = self.text(file)
        words_of = None if spoken is None else read_prose(spoken, self.file(file), self.faults)
        if words_of:
            self._pictures(words_of, self.file(file))
        if text is None:
            return None
        self.lines = text.split("\n")
        self.heads = [n for n, line in enumerate(self.lines) if re.match(r"\s*\[\[\s*[\"']?steps[\"']?\s*\]\]", line)]
        try:
            table = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # some numbers of TOML are too long for Python
            self._not_toml(str(error))
            return None
        self._keys(table, TOP_KEYS, -1)
        game = self._game(table)
        if game is None or words_of is None:
            return None
        name = self.folder.name
        if not FOLDER_NAME.fullmatch(name):
            self.fault("folder-name", "folder", found=name)
        if self.folder.parent.name != game.key:
            self.fault("other-game", "game", found=self.folder.parent.name, game=game.key)
        chapters = text_tables("tutor")["page"]["chapters"]
        if _is("text", chapter := table.get("chapter")) and chapter and chapter not in chapters:
            self.fault("no-such-chapter", "chapter", found=chapter, list=tuple(chapters))
        teaches = self._codes(table.get("teaches"), game, "teaches", -1)
        listed: Any = table.get("steps")
        steps = self._steps(listed if _is("tables", listed) else [], game, words_of)
        if listed == []:
            self.fault("empty-list", "steps")
        return Lesson(
            f"{game.key}/{name}", self.file(LESSON_FILE), game.key, words_of.title, words_of.about, teaches, steps, self.language
        )  # fmt: skip

    def _pictures(self, prose: Prose, file: str) -> None:
        """What is wrong with the pictures that the words name."""
        named = [(id_, one) for id_, (text, _) in prose.steps.items() for one in text.pictures]
        for id_, one in named:
            if why := lesson_pictures.why_unfit(self.folder, one.file):
                most = lesson_pictures.MOST_BYTES // 1000
                self.faults.append(Fault(file, one.line, id_, why, {"found": one.file, "most": most}))
        if named and not self.faults:
            most = lesson_pictures.MOST_BYTES_IN_ALL
            if lesson_pictures.size(self.folder, (one.file for _, one in named)) > most:
                self.faults.append(
                    Fault(file, named[-1][1].line, named[-1][0], "pictures-large", {"most": most // 1000})
                )

    def _not_toml(self, error: str) -> None:
        match = re.search(r"\(at line (\d+), column (\d+)\)", error)
        numbers = ((n, one.start() + 1) for n, text in enumerate(self.lines, 1) if (one := LONG_NUMBER.search(text)))
        line, column = map(int, match.groups()) if match else next(numbers, (len(self.lines), 1))
        stands = self.lines[line - 1 :][:1]
        if stands and re.match(f"[{CURLY}]", stands[0][column - 1 :]):
            self.faults.append(Fault(self.file(LESSON_FILE), line, LESSON_FILE, "curly-quotes"))
        else:
            self.faults.append(Fault(self.file(LESSON_FILE), line, LESSON_FILE, "not-toml", {"column": column}))

    def _game(self, table: Plain) -> AnyGame | None:
        key = table.get("game")
        if isinstance(key, str) and key not in SHELF:
            self.fault("no-such-game", "game", found=key, list=tuple(SHELF))
        return SHELF.get(key) if isinstance(key, str) else None

    def _keys(self, table: Plain, keys: Keys, at: int, inner: str = "", of: str = "") -> None:
        """What is missing, what is unknown, and what is not of its type."""
        line = inner or ""
        for key in keys.need:
            if key not in table:
                self.fault("missing-key", line or key, at, key if inner else "", name=key, of=of)
        for key, value in table.items():
            if key not in (*keys.need, *keys.may):
                known = sorted({*keys.need, *keys.may})
                near = difflib.get_close_matches(key, known, 1) or known
                self.fault("unknown-key", line or key, at, key if inner else "", name=key, list=near)
                continue
            type_ = "texts" if key == "answers" and of == "quiz" else TYPES[key]
            if not _is(type_, value):
                self.fault("wrong-type", line or key, at, key if inner else "", name=key, type=type_)
            elif value in ([], "") and key not in MAY_BE_EMPTY:
                self.fault("empty-list", line or key, at, key if inner else "", name=key)

    def _codes(self, value: object, game: AnyGame, key: str, at: int) -> tuple[str, ...]:
        codes = [code for code in value if isinstance(code, str)] if isinstance(value, list) else []
        for code in codes:
            if code not in game.book:
                near = difflib.get_close_matches(code, codes_of(game), 3) or codes_of(game)[:1]
                self.fault("no-such-rule", key, at, found=code, list=near)
        if len(set(codes)) != len(codes):
            self.fault("twice", key, at, list=sorted({code for code in codes if codes.count(code) > 1}))
        return tuple(codes)

    # -- Steps --------------------------------------------------------------------------------------------------------

    def _steps(self, listed: list[Plain], game: AnyGame, prose: Prose) -> tuple[LessonStep, ...]:
        steps = []
        ids: list[str] = []
        state = None
        for at, table in enumerate(listed):
            kind = table.get("kind")
            if not isinstance(kind, str) or kind not in KINDS:
                self._keys({k: v for k, v in table.items() if k in COMMON_KEYS.need}, COMMON_KEYS, at)
                if isinstance(kind, str):
                    near = difflib.get_close_matches(kind, KINDS, 1) or tuple(KINDS)
                    self.fault("no-such-kind", "kind", at, found=kind, list=near)
                continue
            keys = KINDS[kind]
            self._keys(table, Keys((*COMMON_KEYS.need, *keys.need), (*COMMON_KEYS.may, *keys.may)), at, of=kind)
            id_ = table.get("id")
            if isinstance(id_, str):
                if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id_):
                    self.fault("bad-id", "id", at, found=id_)
                if id_ in ids:
                    self.fault("id-twice", "id", at, found=id_)
                ids.append(id_)
            state = self._start(table.get("start"), game, at, state)
            steps.append(self._step(table, kind, game, at, state, prose))
        for section, (_, line) in prose.steps.items():
            if section not in ids and listed and not self._half_read(listed):
                file = self.file(f"{self.language}.md")
                self.faults.append(Fault(file, line, section, "extra-section", {"found": section, "list": ids}))
        return tuple(steps)

    def _half_read(self, listed: list[Plain]) -> bool:
        """Whether ids are missing anyway, so that sections without a step say nothing new."""
        return any(not isinstance(table.get("id"), str) or str(table.get("kind")) not in KINDS for table in listed)

    def _start(self, text: object, game: AnyGame, at: int, before: AnyState | None) -> AnyState | None:
        """The state a step starts in; of `same`, one on the same road."""
        if not isinstance(text, str) or not text:
            return before
        if text == SAME:
            if before is None:
                self.fault("nothing-before", "start", at)
            return before
        try:
            return game.new(game.spec(text, ()))
        except (Refused, Illegal) as error:
            self.fault("bad-start", "start", at, cause=error)
        return None

    def _step(
        self, table: Plain, kind: str, game: AnyGame, at: int, state: AnyState | None, prose: Prose
    ) -> LessonStep:
        def of(key: str, type_: str) -> Any:
            value = table.get(key)
            return value if _is(type_, value) else {"text": "", "number": 0}.get(type_, [])

        for key in ("solution", "draft"):
            if key in KINDS[kind].need:
                self._draft(of(key, "text"), game, key, at)
        rule = of("rule", "text")
        self._codes([rule] if rule else [], game, "rule", at)
        by = "cost" if kind == "decide" else of("by", "text")
        if kind in ("choose", "decide") and by:
            self._measured(by, kind, game, at, state, of("start", "text"))
        if kind == "find" and of("draft", "text") and of("wrong", "number"):
            count = self._count(of("draft", "text"), game)
            if count and of("wrong", "number") > count:
                self.fault("no-such-die-there", "wrong", at, found=of("wrong", "number"), count=count)
        choices = self._choices(table, kind, game, at, state)
        claims = self._claims(of("claims", "tables"), game, at, "claims", "move") if "claims" in table else ()
        id_ = of("id", "text")
        numbers = {key: self.line(key, at) for key in table}
        return LessonStep(
            id=id_,
            kind=kind,
            start=of("start", "text"),
            goals=self._aims(of("goals", "texts"), game, at, state, kind) if "goals" in KINDS[kind].need else (),
            solution=of("solution", "text"),
            dice=self._dice(of("dice", "text"), game, at) if "dice" in KINDS[kind].may else (),
            mistakes=self._mistakes(of("mistakes", "tables"), game, at) if "mistakes" in KINDS[kind].may else (),
            draft=of("draft", "text"),
            wrong=of("wrong", "number"),
            breaks=self._codes(of("breaks", "texts"), game, "breaks", at),
            choices=choices,
            by=by,
            right=of("right", "text"),
            rule=rule,
            par=of("par", "number"),
            within=table["within"] if _is("seconds", table.get("within")) else GOOD_ENOUGH,
            claims=claims,
            words=self._words(prose, id_, kind, at, [choice.id for choice in (*choices, *claims)]),
            lines=(("", self.line("", at)), *numbers.items()),
        )

    def _measured(self, by: str, kind: str, game: AnyGame, at: int, state: AnyState | None, start: str) -> None:
        """What is wrong with the measure by which drafts are compared."""
        if state is None:
            if by not in MEASURES:
                self.fault("no-such-by", "by", at, found=by, list=MEASURES)
        elif why := why_not_measured(game, state, by, kind):
            known = [one for one in MEASURES if can_be_measured(game, state, one)]
            key = "by" if kind == "choose" else "kind" if why == "no-costs" else "start"
            position = game.write(state) if start == SAME else start
            facts = {"found": by, "list": known, "game": game.key, "position": position}
            self.faults.append(Fault(self.file(LESSON_FILE), self.line(key, at), f"steps[{at + 1}].{key}", why, facts))

    def _count(self, draft: str, game: AnyGame) -> int:
        try:
            return len(game.read_draft(draft).moves)
        except Refused:
            return 0

    def _draft(self, text: str, game: AnyGame, key: str, at: int, inner: str = "") -> None:
        try:
            game.read_draft(text)
        except Refused as error:
            self.fault("bad-draft", key, at, inner, cause=error, text=text)

    def _dice(self, text: str, game: AnyGame, at: int) -> tuple[str, ...]:
        dice = tuple(text.split())
        for outcome in dice:
            if outcome not in game.outcomes:
                self.fault("no-such-outcome", "dice", at, found=outcome, list=game.outcomes)
        return dice

    def _aims(self, listed: list[str], game: AnyGame, at: int, state: AnyState | None, kind: str) -> tuple[Goal, ...]:
        if state is None:
            return ()
        found = []
        for text in listed:
            try:
                found.append(goals.read(game, state, text))
            except Refused as error:
                self.fault("bad-goal", "goals", at, goal=text, cause=error)
        if kind == "break" and found and [aim.name for aim in found] != ["breaks"]:
            self.fault("break-goal", "goals", at)
        return tuple(found)

    def _mistakes(self, listed: list[Plain], game: AnyGame, at: int) -> tuple[Mistake, ...]:
        found = []
        for number, table in enumerate(listed, 1):
            self._keys(table, Keys(("draft",), ("breaks", "warns")), at, "mistakes")
            if ("breaks" in table) == ("warns" in table):
                self.fault("breaks-or-warns", "mistakes", at, number=number)
            codes = {
                key: self._codes(table[key], game, "mistakes", at) if _is("texts", table.get(key)) else ()
                for key in ("breaks", "warns")
            }
            if isinstance(table.get("draft"), str):
                self._draft(table["draft"], game, "mistakes", at, "draft")
                found.append(Mistake(table["draft"], **codes))
        return tuple(found)

    def _choices(self, table: Plain, kind: str, game: AnyGame, at: int, state: AnyState | None) -> tuple[Choice, ...]:
        if kind == "quiz":
            ids = table["answers"] if _is("texts", table.get("answers")) else []
            self._ids(ids, "answers", at, len(ids), least=2)
            if ids and isinstance(table.get("right"), str) and table["right"] not in ids:
                self.fault("right-is-none", "right", at, found=table["right"], list=ids)
            return tuple(Choice(id_) for id_ in ids)
        if kind in ("choose", "decide") and _is("tables", table.get("drafts")):
            return self._claims(table["drafts"], game, at, "drafts", "draft", least=2)
        if kind != "predict" or not _is("tables", table.get("answers")):
            return ()
        found = []
        for one in table["answers"]:
            self._keys(one, Keys(("id", "when")), at, "answers")
            if isinstance(one.get("id"), str) and isinstance(one.get("when"), str):
                found.append(Choice(one["id"], one["when"]))
                try:
                    if state is not None:
                        expected_goal(game, state, one["when"])
                except Refused as error:
                    self.fault("bad-when", "answers", at, when=one["when"], cause=error)
        self._ids([choice.id for choice in found], "answers", at, len(table["answers"]), least=2)
        return tuple(found)

    def _claims(
        self, listed: list[Plain], game: AnyGame, at: int, key: str, inner: str, least: int = 1
    ) -> tuple[Choice, ...]:
        found = []
        for one in listed:
            self._keys(one, Keys(("id", inner)), at, key)
            if isinstance(one.get("id"), str) and isinstance(one.get(inner), str):
                found.append(Choice(one["id"], one[inner]))
                self._draft(one[inner], game, key, at, inner)
                if key == "claims" and self._count(one[inner], game) > 1:
                    self.fault("one-move", key, at, found=one[inner])
        self._ids([choice.id for choice in found], key, at, len(listed), least)
        return tuple(found)

    def _ids(self, ids: list[str], key: str, at: int, many: int, least: int) -> None:
        """What is wrong with the ids of so many things to choose from."""
        if 0 < many < least:
            self.fault("too-few", key, at, least=least)
        for id_ in dict.fromkeys(ids):
            if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id_):
                self.fault("bad-id", key, at, found=id_)
            if ids.count(id_) > 1:
                self.fault("id-twice", key, at, found=id_)

    def _words(self, prose: Prose, id_: str, kind: str, at: int, ids: list[str]) -> StepText:
        """The section of a step; what it answers must be what the step asks."""
        file = self.file(f"{self.language}.md")
        if id_ not in prose.steps:
            if id_:
                self.faults.append(Fault(file, prose.last, id_, "missing-section", {"found": id_}))
            return StepText()
        section, line = prose.steps[id_]
        answered = [choice.id for choice in section.answers]
        for missing in (one for one in ids if one not in answered):
            self.faults.append(Fault(file, line, id_, "missing-answer", {"found": missing}))
        for extra in (one for one in answered if one not in ids):
            self.faults.append(Fault(file, line, id_, "extra-answer", {"found": extra, "list": ids or "-"}))
        if section.after and kind not in (*JUDGED_KINDS, "drive"):
            self.faults.append(Fault(file, line, id_, "after-nothing"))
        if kind == "quiz" and not section.after:
            self.faults.append(Fault(file, line, id_, "no-after"))
        if section.told and kind not in ANSWERED_KINDS:
            self.faults.append(Fault(file, line, id_, "told-nothing"))
        return section
