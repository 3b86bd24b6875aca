"""Words of a page in plain letters, though all texts are in brackets: they did not come out of a file of texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rallyman_tutor.tutor.words.pseudo import CLOSE, OPEN

WORD = re.compile(r"[^\W\d_]{2,}")
MARKUP = re.compile(r"<(?:style|script)\b.*?</(?:style|script)>|<[^>]*>", re.DOTALL)


def outside(text: str) -> str:
    """The parts of a text that stand in no brackets."""
    told, depth = "", 0
    for sign in text:
        depth += sign == OPEN
        told += "" if depth else sign
        depth -= sign == CLOSE
    return told


def plain_words(text: str) -> list[str]:
    """The words in plain letters."""
    return WORD.findall(MARKUP.sub(" ", outside(text)))


def strings(part: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text of plain data, with the keys that lead to it; places in a list count as one."""
    if isinstance(part, str):
        yield name, part
    elif isinstance(part, Mapping):
        for key, one in part.items():
            yield from strings(one, f"{name}.{key}".removeprefix("."))
    elif isinstance(part, list | tuple):
        for one in part:
            yield from strings(one, f"{name}.*")


PLAIN = re.compile(r"[^\W_]+(?:[.#@>:-][^\W_]+)*")
HAVE_ACCENTS = frozenset("aceinosuyzACEINOSUYZ")


def raw_words(text: str) -> list[str]:
    """The words in plain letters wherever they stand: those of a fact stand inside the brackets of its sentence, and
    are told from its words by letters that lack their accents."""
    return [word for word in PLAIN.findall(MARKUP.sub(" ", text)) if HAVE_ACCENTS & set(word) and word.isascii()]
