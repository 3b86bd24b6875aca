"""A file of texts that cannot be read: the page goes on in English, and says once which file, which line, and what to do.

A single sentence with a fault is told in English as well; `rallyman-tutor language` names each of these.
"""

from __future__ import annotations

from collections.abc import Iterator

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.tutor.words.cldr import NAMES
from rallyman_tutor.tutor.words.language import ENGLISH, PSEUDO, spoken
from rallyman_tutor.tutor.words.text_faults import unreadable
from rallyman_tutor.tutor.words.texts import room_texts
from rallyman_tutor.tutor.words.words import text_tables


def broken_texts(game: AnyGame) -> str:
    """The sentence about the texts of the language that is spoken which this page needs and cannot read; nothing where
    it reads all."""
    return " ".join(_broken(("tutor", f"games.{game.key}"), spoken()))


def _broken(rooms: tuple[str, ...], language: str) -> Iterator[str]:
    texts = text_tables("tutor")
    for room in rooms if language not in (ENGLISH, PSEUDO) else ():
        told = room_texts(room, language)
        fault = unreadable(room, language) if told.many == len(told.in_english) else None
        if fault:
            why = str(texts["text-faults"][fault.why]).format_map(fault.facts)
            where = f"rallyman_tutor/{room.replace('.', '/')}/texts/{fault.file.name}"
            facts = {"language": NAMES[language], "file": where, "line": fault.line, "why": why}
            yield str(texts["page"]["language-broken"]).format(**facts)
