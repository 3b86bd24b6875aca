"""Reading the tables of a lesson's file: the values of a key, where it stands, and its faults.

A `LessonFile` knows the lines of the file and collects the faults; a `StepReader` is one of its steps, from which a
kind takes what it needs.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict

from rallyman_tutor.core.game import AnyGame, AnyState, Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.lesson import goals
from rallyman_tutor.tutor.lesson.faults import Fault
from rallyman_tutor.tutor.lesson.goals import Goal
from rallyman_tutor.tutor.lesson.grading import MEASURES, can_be_measured, why_not_measured
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, SAME, Choice, Lines, Mistake, StepText
from rallyman_tutor.tutor.lesson.prose import Prose

LESSON_FILE = "lesson.toml"
Told: TypeAlias = Literal["never", "may", "must"]
"""Whether the words of a step have what comes of the right answer."""


class Keys(NamedTuple):
    """The needed keys of a table, its optional keys, and the types of its own."""

    need: tuple[str, ...]
    may: tuple[str, ...] = ()
    types: Mapping[str, str] = {}


TYPES: Mapping[str, str] = {
    "game": "text", "teaches": "texts", "steps": "tables", "id": "text", "kind": "text", "start": "text",
    "goals": "texts", "solution": "text", "mistakes": "tables", "dice": "text", "claims": "tables", "draft": "text",
    "breaks": "texts", "warns": "texts", "answers": "tables", "drafts": "tables",
    "rule": "text", "when": "text", "move": "text", "chapter": "text",
}  # fmt: skip
"""The types of keys that more than one table may have; those of only one kind stand with its `Keys`."""
MAY_BE_EMPTY = ("teaches",)
"""Lists that may be empty."""
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def is_of(type_: str, value: object) -> bool:
    """Whether a value is of a type of `TYPES`."""
    if type_ == "text":
        return isinstance(value, str)
    if type_ == "number":
        return type(value) is int and value > 0
    if type_ == "seconds":
        return isinstance(value, int | float) and type(value) is not bool and 0.1 <= value <= 10
    of = str if type_ == "texts" else dict
    return isinstance(value, list) and all(isinstance(one, of) for one in value)


def codes_of(game: AnyGame) -> tuple[str, ...]:
    return tuple(rule.code for rule in game.book)


class LessonFile:
    """The lines of a lesson's file, where its tables begin, and the faults so far."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
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

    def check_keys(self, table: Plain, keys: Keys, at: int, inner: str = "", of: str = "") -> None:
        """Tells missing keys, unknown ones, and those not of their type."""
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
            type_ = keys.types.get(key) or TYPES[key]
            if not is_of(type_, value):
                self.fault("wrong-type", line or key, at, key if inner else "", name=key, type=type_)
            elif value in ([], "") and key not in MAY_BE_EMPTY:
                self.fault("empty-list", line or key, at, key if inner else "", name=key)

    def codes(self, value: object, game: AnyGame, key: str, at: int) -> tuple[str, ...]:
        """The codes of a list, and what is wrong with them."""
        codes = [code for code in value if isinstance(code, str)] if isinstance(value, list) else []
        for code in codes:
            if code not in game.book:
                near = difflib.get_close_matches(code, codes_of(game), 3) or codes_of(game)[:1]
                self.fault("no-such-rule", key, at, found=code, list=near)
        if len(set(codes)) != len(codes):
            self.fault("twice", key, at, list=sorted({code for code in codes if codes.count(code) > 1}))
        return tuple(codes)


class Common(TypedDict):
    """The fields of every step."""

    id: str
    start: str
    rule: str
    words: StepText
    lines: Lines


@dataclass(frozen=True, slots=True)
class StepReader:
    """One step as it stands in the file. What a kind takes from it is checked on the way."""

    file: LessonFile
    table: Plain
    game: AnyGame
    at: int
    state: AnyState | None  # in which it starts; of `same`, one on the same road; None where that is not known
    prose: Prose
    language: str

    def get(self, key: str, type_: str) -> Any:
        """The value of a key; an empty one where it is missing, or not of its type."""
        value = self.table.get(key)
        return value if is_of(type_, value) else {"text": "", "number": 0}.get(type_, [])

    def text(self, key: str) -> str:
        """A text."""
        return str(self.get(key, "text"))

    def number(self, key: str) -> int:
        """A number."""
        return int(self.get(key, "number"))

    def fault(self, why: str, key: str, inner: str = "", **facts: object) -> None:
        """Something wrong at a key."""
        self.file.fault(why, key, self.at, inner, **facts)

    def draft(self, key: str) -> str:
        """A draft in notation."""
        text = self.text(key)
        self._check_draft(text, key)
        return text

    def count(self, draft: str) -> int:
        """How many moves a draft has; none where it cannot be read."""
        try:
            return len(self.game.read_draft(draft).moves)
        except Refused:
            return 0

    def codes(self, key: str) -> tuple[str, ...]:
        """The codes of rules."""
        return self.file.codes(self.get(key, "texts"), self.game, key, self.at)

    def rule(self) -> str:
        """The rule that the step names."""
        rule = self.text("rule")
        self.file.codes([rule] if rule else [], self.game, "rule", self.at)
        return rule

    def dice(self) -> tuple[str, ...]:
        """The outcomes of the dice."""
        dice = tuple(self.text("dice").split())
        for outcome in dice:
            if outcome not in self.game.outcomes:
                self.fault("no-such-outcome", "dice", found=outcome, list=self.game.outcomes)
        return dice

    def goals(self) -> tuple[Goal, ...]:
        """The goals to be reached."""
        if self.state is None:
            return ()
        found = []
        for text in self.get("goals", "texts"):
            try:
                found.append(goals.read(self.game, self.state, text))
            except Refused as error:
                self.fault("bad-goal", "goals", goal=text, cause=error)
        return tuple(found)

    def mistakes(self) -> tuple[Mistake, ...]:
        """The drafts of beginners."""
        found = []
        for number, table in enumerate(self.get("mistakes", "tables"), 1):
            self.file.check_keys(table, Keys(("draft",), ("breaks", "warns")), self.at, "mistakes")
            if ("breaks" in table) == ("warns" in table):
                self.fault("breaks-or-warns", "mistakes", number=number)
            codes = {
                key: self.file.codes(table[key], self.game, "mistakes", self.at)
                if is_of("texts", table.get(key))
                else ()
                for key in ("breaks", "warns")
            }
            if isinstance(table.get("draft"), str):
                self._check_draft(table["draft"], "mistakes", "draft")
                found.append(Mistake(table["draft"], **codes))
        return tuple(found)

    def claims(self) -> tuple[Choice, ...]:
        """The possible claims: a move each."""
        if "claims" not in self.table:
            return ()
        found = self._choices("claims", "move")
        for one in found:
            if self.count(one.text) > 1:
                self.fault("one-move", "claims", found=one.text)
        return found

    def drafts(self, least: int = 2) -> tuple[Choice, ...]:
        """Drafts to be compared, at least so many."""
        return self._choices("drafts", "draft", least)

    def _choices(self, key: str, inner: str, least: int = 1) -> tuple[Choice, ...]:
        found = self.tables_of_two(key, inner)
        for one in found:
            self._check_draft(one.text, key, inner)
        self.check_ids([one.id for one in found], key, len(self.get(key, "tables")), least)
        return found

    def tables_of_two(self, key: str, inner: str) -> tuple[Choice, ...]:
        """A list of tables with an id and one more key each."""
        found = []
        for one in self.get(key, "tables"):
            self.file.check_keys(one, Keys(("id", inner)), self.at, key)
            if isinstance(one.get("id"), str) and isinstance(one.get(inner), str):
                found.append(Choice(one["id"], one[inner]))
        return tuple(found)

    def check_ids(self, ids: list[str], key: str, many: int, least: int) -> None:
        """Tells the faults of the ids of so many things to choose from."""
        if 0 < many < least:
            self.fault("too-few", key, least=least)
        for id_ in dict.fromkeys(ids):
            if not ID.fullmatch(id_):
                self.fault("bad-id", key, found=id_)
            if ids.count(id_) > 1:
                self.fault("id-twice", key, found=id_)

    def check_measure(self, by: str, is_laid: bool = False) -> None:
        """Tells the faults of the measure by which drafts are compared."""
        if self.state is None:
            if by not in MEASURES:
                self.fault("no-such-by", "by", found=by, list=MEASURES)
        elif why := why_not_measured(self.game, self.state, by, is_laid):
            known = [one for one in MEASURES if can_be_measured(self.game, self.state, one)]
            key = "by" if not is_laid else "kind" if why == "no-costs" else "start"
            start = self.text("start")
            position = self.game.write(self.state) if start == SAME else start
            self.fault(why, key, found=by, list=known, game=self.game.key, position=position)

    def common(self, ids: tuple[Choice, ...] = (), after: Told = "never", tells: bool = False) -> Common:
        """The fields of every step; its words answer to these ids, may have some that come `after`, and some told to
        wrong answers."""
        return {
            "id": self.text("id"),
            "start": self.text("start"),
            "rule": self.rule(),
            "words": self._words([one.id for one in ids], after, tells),
            "lines": (("", self.file.line("", self.at)), *((key, self.file.line(key, self.at)) for key in self.table)),
        }

    def _words(self, ids: list[str], after: Told, tells: bool) -> StepText:
        """The section of a step; what it answers must be what the step asks."""
        file, id_, faults = self.file.file(f"{self.language}.md"), self.text("id"), self.file.faults
        if id_ not in self.prose.steps:
            if id_:
                faults.append(Fault(file, self.prose.last, id_, "missing-section", {"found": id_}))
            return NO_TEXT
        section, line = self.prose.steps[id_]
        answered = [choice.id for choice in section.answers]
        for missing in (one for one in ids if one not in answered):
            faults.append(Fault(file, line, id_, "missing-answer", {"found": missing}))
        for extra in (one for one in answered if one not in ids):
            faults.append(Fault(file, line, id_, "extra-answer", {"found": extra, "list": ids or "-"}))
        if section.after and after == "never":
            faults.append(Fault(file, line, id_, "after-nothing"))
        if after == "must" and not section.after:
            faults.append(Fault(file, line, id_, "no-after"))
        if section.told and not tells:
            faults.append(Fault(file, line, id_, "told-nothing"))
        return section

    def _check_draft(self, text: str, key: str, inner: str = "") -> None:
        try:
            self.game.read_draft(text)
        except Refused as error:
            self.fault("bad-draft", key, inner, cause=error, text=text)
