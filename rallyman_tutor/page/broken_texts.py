"""A file of texts that cannot be read, or has sentences with faults: the page goes on in English there, and says once
which file, which line, and what to do.

Of several sentences it names the first; `rallyman-tutor language` names each of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.tutor.words.cldr import NAMES
from rallyman_tutor.tutor.words.language import ENGLISH, PSEUDO, spoken
from rallyman_tutor.tutor.words.text_faults import NOT_USED, TextFault, faults_in, unreadable
from rallyman_tutor.tutor.words.texts import room_texts
from rallyman_tutor.tutor.words.words import text_tables


def broken_texts(game: AnyGame) -> str:
    """The sentence about the texts of the language that is spoken which this page needs and cannot tell; nothing where
    it can tell all."""
    return " ".join(_broken(("tutor", f"games.{game.key}"), spoken()))


def _broken(rooms: tuple[str, ...], language: str) -> Iterator[str]:
    texts = text_tables("tutor")
    for room in rooms if language not in (ENGLISH, PSEUDO) else ():
        name, fault = "language-broken", None
        told = room_texts(room, language)
        if told.in_english and told.many == len(told.in_english):
            fault = unreadable(room, language)
        elif told.faulty:
            name, fault = "sentences-broken", _first_of_sentences(room, language)
        if fault:
            why = str(texts["text-faults"][fault.why]).format_map({"key": fault.key, **fault.facts})
            where = f"rallyman_tutor/{room.replace('.', '/')}/texts/{fault.file.name}"
            facts = {"language": NAMES[language], "file": where, "line": fault.line, "why": why}
            yield str(texts["page"][name]).format(n=len(told.faulty), **facts)


def _first_of_sentences(room: str, language: str) -> TextFault | None:
    """The first fault for which a sentence is told in English."""
    return next((fault for fault in faults_in(room, language) if fault.why not in NOT_USED), None)
