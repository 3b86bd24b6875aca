"""Faults in the texts of another language, each with its line: a file that cannot be read, keys that English has not,
parts of another kind, and sentences with a fault. None of them ends a page, which speaks English there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from rallyman_tutor.tutor.words.language import ENGLISH
from rallyman_tutor.tutor.words.sentence_faults import sentence_faults
from rallyman_tutor.tutor.words.texts import GRAMMAR, OWN_LENGTH, grammar_of, room_texts

NOT_USED = ("unknown-key",)
"""Faults in what nobody tells: every sentence is told as it would be without them."""


class TextFault(NamedTuple):
    """A fault: its file and line, the key, and why, by its name under `[text-faults]`, with facts."""

    file: Path
    line: int
    key: str
    why: str
    facts: Mapping[str, object] = {}


def text_file(room: str, language: str) -> Path:
    """The file of a room's texts in a language."""
    return Path(str(files(f"rallyman_tutor.{room}").joinpath(f"texts/{language}.toml")))


def faults_in(room: str, language: str) -> Iterator[TextFault]:
    """The faults of one file; none where there is no file. Forms cannot be looked up where the tutor's file, which
    tells them, cannot be read."""
    file = text_file(room, language)
    if not file.is_file():
        return
    if broken := unreadable(room, language):
        yield broken
        return
    text = file.read_text("utf-8")
    own = tomllib.loads(text)
    own.pop(GRAMMAR, None)
    knows_forms = not unreadable("tutor", language)
    for key, why, facts in _compared(room_texts(room, ENGLISH).tables, own, grammar_of(language).forms, ""):
        if why != "unknown-form" or knows_forms:
            yield TextFault(file, _line_of(text, key), key, why, facts)


def unreadable(room: str, language: str) -> TextFault | None:
    """The fault for which a file cannot be read at all; None where it can, or where there is none."""
    file, text = text_file(room, language), ""
    try:
        text = file.read_text("utf-8")
        tomllib.loads(text)
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        return TextFault(file, error.object[: error.start].count(b"\n") + 1, "", "encoding")
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = map(int, at.groups()) if at else (text.count("\n") + 1, 1)
        return TextFault(file, line, "", "not-toml", {"column": column})
    return None


def _compared(
    english: object, own: object, forms: Mapping[str, object], name: str
) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    if isinstance(english, dict) and isinstance(own, dict):
        for key, one in own.items():
            where = f"{name}.{key}".removeprefix(".")
            if key in english:
                yield from _compared(english[key], one, forms, where)
            else:
                yield where, "unknown-key", {}
    elif isinstance(english, list) and isinstance(own, list) and all(isinstance(one, str) for one in own):
        if len(own) == len(english):
            for ours, one in zip(english, own, strict=True):
                yield from _of_sentence(str(ours), one, forms, name)
        elif not name.startswith(OWN_LENGTH):
            yield name, "wrong-length", {"count": len(own), "of": len(english)}
    elif isinstance(english, str) and isinstance(own, str):
        yield from _of_sentence(english, own, forms, name)
    elif type(english) is not type(own):
        yield name, "wrong-shape", {}


def _of_sentence(
    english: str, own: str, forms: Mapping[str, object], name: str
) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    for why, facts in sentence_faults(english, own, forms, name):
        yield name, why, facts


def _line_of(text: str, key: str) -> int:
    """The line of a key; of one in an inline table, the line of that."""
    *tables, last = key.split(".")
    lines = text.splitlines()
    heads = [line.replace('"', "") for line in lines]
    for depth in range(len(tables), -1, -1):
        head = f"[{'.'.join(tables[:depth])}]"
        begins = heads.index(head) + 1 if head in heads else 0 if not depth else -1
        wanted = [*tables, last][depth] if begins >= 0 else ""
        for number in range(begins, len(lines)) if begins >= 0 else ():
            if number > begins and lines[number].startswith("["):
                break
            if re.match(rf'"?{re.escape(wanted)}"?\s*=', lines[number]):
                return number + 1
    return 1


def sheet(room: str) -> str:
    """The file of a language that has no texts yet: every sentence in English behind #, below the comments of the
    English file. Whoever has told one takes the # away."""
    english = text_file(room, ENGLISH).read_text("utf-8")
    entry = re.compile(r"""(?m)^(?:"[^"]*"|[\w-]+) = (?:'''(?s:.*?)'''|.*)$""")
    return entry.sub(lambda match: re.sub("(?m)^", "#: ", match[0]), english)
