"""The signs of each language: its quotation marks, and in French the space before a colon and what follows it."""

from __future__ import annotations

import re

import pytest

from rallyman_tutor.tutor.words.language import LANGUAGES
from rallyman_tutor.tutor.words.texts import ROOMS, room_texts, sentences_in
from tests.some import some

MARKS = {"en": "“”‘’", "es": "«»", "de": "„“‚‘", "nl": "“”‘’", "fr": "«»"}
"""The quotation marks; ’ is an apostrophe everywhere, and " stands around what is typed."""
ALL = "“”„«»‚‘"
TIGHT = re.compile(r"«(?![\u00a0\u202f])|(?<![\u00a0\u202f])»|([^\W\d_]|\}):? [:?!](?!:)(\s|$)")
"""French without its space, or with one at which a line may break."""
NOTATION = {"pages.commands:below.judge", "games.dirt:reading.faces"}
"""Texts in which a sign stands alone as it is typed."""


def texts(language: str) -> dict[str, str]:
    return {
        f"{room}:{name}": str(text) for room in ROOMS for name, text in sentences_in(room_texts(room, language).tables)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_its_own_quotation_marks(language: str) -> None:
    foreign = re.compile(f"[{re.escape(''.join(set(ALL) - set(MARKS[language])))}]")
    assert [name for name, text in some(texts(language).items()) if foreign.search(text)] == []


def test_french_has_its_spaces() -> None:
    assert [name for name, text in some(texts("fr").items()) if TIGHT.search(text) and name not in NOTATION] == []
    assert TIGHT.search("Ana : sortie") and TIGHT.search("«Paso»") and not TIGHT.search("Ana\u00a0: «\u202fPaso\u202f»")
