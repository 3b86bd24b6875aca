"""Reading a lesson: two files of text become a value, or a list of everything that is wrong with them.

Reading never raises: a teacher who has made three mistakes wants to see three faults, each with file, line, key and
remedy. What a step of a kind needs is read in `kinds/`. What only playing can show, `proof.py` proves.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any

from rallyman_tutor.core.game import AnyGame, AnyState, Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson import lesson_pictures
from rallyman_tutor.tutor.lesson.faults import Fault
from rallyman_tutor.tutor.lesson.kinds.reader import ID, LESSON_FILE, Keys, LessonFile, StepReader, is_of
from rallyman_tutor.tutor.lesson.kinds.registry import KINDS
from rallyman_tutor.tutor.lesson.lesson_languages import first_language
from rallyman_tutor.tutor.lesson.lessons import SAME, AnyStep, Lesson
from rallyman_tutor.tutor.lesson.prose import Prose, decode, read_prose
from rallyman_tutor.tutor.words.words import text_tables

LONG_NUMBER = re.compile(r"\d{1000}")
"""A number that TOML may have, and Python does not read."""
FOLDER_NAME = re.compile(r"\d+-[a-z0-9]+(-[a-z0-9]+)*")
"""The possible names of a lesson's folder."""
CURLY = "“”„‟‘’‚‛«»´`"
"""Quotation marks as a word processor sets them."""


def read(folder: Path, language: str = "") -> tuple[Lesson | None, tuple[Fault, ...]]:
    """The lesson in a language, or in its first one; None where anything is wrong with it. And everything that is
    wrong."""
    reading = _Reading(folder.resolve(), language or first_language(folder))
    lesson = reading.lesson()
    return (None if reading.faults else lesson), tuple(reading.faults)


COMMON_KEYS = Keys(("id", "kind", "start"), ("rule",))
TOP_KEYS = Keys(("game", "teaches", "steps"), ("chapter",))


class _Reading(LessonFile):
    """One lesson being read, in a language."""

    def __init__(self, folder: Path, language: str) -> None:
        super().__init__(folder)
        self.language = language

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
        self.check_keys(table, TOP_KEYS, -1)
        game = self._game(table)
        if game is None or words_of is None:
            return None
        name = self.folder.name
        if not FOLDER_NAME.fullmatch(name):
            self.fault("folder-name", "folder", found=name)
        if self.folder.parent.name != game.key:
            self.fault("other-game", "game", found=self.folder.parent.name, game=game.key)
        chapters = text_tables("tutor")["page"]["chapters"]
        if is_of("text", chapter := table.get("chapter")) and chapter and chapter not in chapters:
            self.fault("no-such-chapter", "chapter", found=chapter, list=tuple(chapters))
        teaches = self.codes(table.get("teaches"), game, "teaches", -1)
        listed: Any = table.get("steps")
        steps = self._steps(listed if is_of("tables", listed) else [], game, words_of)
        if listed == []:
            self.fault("empty-list", "steps")
        return Lesson(
            f"{game.key}/{name}", self.file(LESSON_FILE), game.key, words_of.title, words_of.about, teaches, steps, self.language
        )  # fmt: skip

    def _pictures(self, prose: Prose, file: str) -> None:
        """Tells the faults of the pictures that the words name."""
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
        stands = "".join(self.lines[line - 1 : line])
        if re.match(f"[{CURLY}]", stands[column - 1 :]):
            self.faults.append(Fault(self.file(LESSON_FILE), line, LESSON_FILE, "curly-quotes"))
        else:
            self.faults.append(Fault(self.file(LESSON_FILE), line, LESSON_FILE, "not-toml", {"column": column}))

    def _game(self, table: Plain) -> AnyGame | None:
        key = table.get("game")
        if isinstance(key, str) and key not in SHELF:
            self.fault("no-such-game", "game", found=key, list=tuple(SHELF))
        return SHELF.get(key) if isinstance(key, str) else None

    # -- Steps --------------------------------------------------------------------------------------------------------

    def _steps(self, listed: list[Plain], game: AnyGame, prose: Prose) -> tuple[AnyStep, ...]:
        steps: list[AnyStep] = []
        ids: list[str] = []
        state = None
        for at, table in enumerate(listed):
            kind = table.get("kind")
            if not isinstance(kind, str) or kind not in KINDS:
                self.check_keys({k: v for k, v in table.items() if k in COMMON_KEYS.need}, COMMON_KEYS, at)
                if isinstance(kind, str):
                    near = difflib.get_close_matches(kind, KINDS, 1) or tuple(KINDS)
                    self.fault("no-such-kind", "kind", at, found=kind, list=near)
                continue
            keys = KINDS[kind].keys
            whole = Keys((*COMMON_KEYS.need, *keys.need), (*COMMON_KEYS.may, *keys.may), keys.types)
            self.check_keys(table, whole, at, of=kind)
            id_ = table.get("id")
            if isinstance(id_, str):
                if not ID.fullmatch(id_):
                    self.fault("bad-id", "id", at, found=id_)
                if id_ in ids:
                    self.fault("id-twice", "id", at, found=id_)
                ids.append(id_)
            state = self._start(table.get("start"), game, at, state)
            steps.append(KINDS[kind].read(StepReader(self, table, game, at, state, prose, self.language)))
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
