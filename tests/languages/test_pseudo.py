"""A page told in English with accents and in brackets: every word in plain letters is one that did not come out of a
file of texts.

What is known to be in plain letters is listed, with the reason. The lists can only become shorter: a name that is met
nowhere has to go, and a new one is a sentence that escaped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache

from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.printed import sheet
from rallyman_tutor.tutor.words.language import PSEUDO, speaking
from tests.languages.escaped import plain_words, strings
from tests.page.host import Visit
from tests.page.rallies import rally_that_is_over
from tests.page.test_retry import saved
from tests.some import some

SCRIPTS = [
    "*.at",
    "*.do",
    "*.move",
    "*.name",
    "*.kind",
    "*.key",
    "*.face",
    "*.id",
    "*.code",
    "*.place",
    "*.chapter",
    "*.daily.key",
    "kept.*",
    "progress.*",
    "answer.kind",
    "behind.*",
    "choices.best.*",
    "choices.of.*",
    "pieces.*",
    "stage.*.key",
    "stage.table",
    "view.messages.*.remedies.*.price",
    "place.home.lessons.*.language",
    "place.map",
    "place.page",
    "place.next",
    "place.coming.next",
    "place.home.book",
    "place.home.drive",
    "place.home.letter",
    "place.home.licence",
    "place.home.placement",
    "place.home.rally",
    "place.home.room",
    "place.home.editor",
    "place.home.run",
    "place.rule.kind_shown",
    "place.rally.phase",
    "place.rally.setup.*.level",
    "place.rally.setup.evening",
    "place.rally.setup.questions.*.field",
    "place.run.phase",
    "sheet.lesson",
    "sheet.wants",
    "sheet.steps.*",
    "*.draft.*.verdict",
    "view.help",
    "view.cloud",
    "view.log.*.sound",
    "view.review.places.*",
    "words.away",
    "words.cited-in",
    "words.game",
]
"""Entries that only scripts read, by their last keys: names of things, and notation."""

SHOWN: Mapping[str, str] = {
    "answer.start.line": "a position in notation",
    "*.about": "a lesson has files of its own",
    "*.title": "a lesson has files of its own",
    "place.ahead.*.teaches.*": "codes of rules",
    "place.coming.sides.*.game": "a game is called as its box is",
    "place.coming.sides.*.verdict": "a name that a script reads",
    "place.coming.text.*": "the comparison has a file of its own",
    "place.home.games.*.name": "a game is called as its box is",
    "sheet.goal": "a lesson has files of its own",
    "sheet.hints.*.text": "a lesson has files of its own",
    "sheet.say": "a lesson has files of its own",
    "sheet.text.*": "a lesson has files of its own",
    "place.rally.setup.names.*": "drivers have names",
    "place.rally.sheet.rows.*.*": "drivers have names, and the rest are figures",
    "place.rally.sheet.csv": "drivers have names, and the rest are figures",
    "view.driver": "drivers have names",
    "view.result.rows.*.*": "drivers have names",
    "view.say": "a lesson has files of its own",
    "words.language*": "a language has a name, and calls itself by another one",
    "words.names.*": "drivers have names",
    "words.you": "a driver's name, too",
}


def said(visit: Visit, **intent: object) -> Visit:
    visit.says(**intent)
    return visit


def visits() -> Iterator[Visit]:
    """Visits to all places, after each thing that is done there."""
    for at in (
        "home",
        "rules",
        "rules/CL-GEAR-02",
        "insight",
        "summary",
        "puzzles",
        "run",
        "coming",
        "placement",
        "risk",
    ):
        yield said(Visit(at), do="hello", theme="light")
    for at in ("drive", "drive/dirt", "drive/crazy_rally", "drive/mil_millas"):
        visit = said(Visit(at), do="hello", theme="light")
        for die in ("5", "1"):
            yield said(visit, do="lay", piece=die)
        yield said(visit, do="advise")
        for about in ("now", "road", "dials", "field", "bend", "gear", "clock"):
            yield said(visit, do="tell", about=about)
        for line in ("help", "why", "nonsense"):
            yield said(visit, do="command", line=line)
        yield said(visit, do="share")
        yield said(visit, do="swing")
    visit = said(Visit("rally/mil_millas"), do="hello", theme="light")
    yield visit
    yield said(visit, do="rally", names=["Ana", "Ben"], levels=["", "works"])
    yield said(visit, do="go", to="rally", kept=json.loads(json.dumps(rally_that_is_over())))
    visit = said(Visit("drive"), do="hello", at="drive", theme="light", kept=json.loads(saved()))
    yield said(visit, do="review")
    yield said(visit, do="retry", at=0)
    said(visit, do="lay", piece="5")
    yield said(visit, do="act", move=visit.view["offers"][0]["move"])
    yield said(visit, do="refute")
    visit = said(Visit("classic/01-first-die"), do="hello", theme="light")
    yield said(visit, do="hint")
    yield said(visit, do="lay", piece="5")


@cache
def escaped() -> Mapping[str, str]:
    """Every entry with words in plain letters, and one of its texts."""
    found: dict[str, str] = {}
    with speaking(PSEUDO):
        for visit in visits():
            for name, text in (*strings(visit.wire), *strings({"behind": visit.behind})):
                if plain_words(text):
                    found.setdefault(name, text)
    return found


def test_all_that_a_page_tells_comes_out_of_files_of_texts() -> None:
    patterns = (*SCRIPTS, *SHOWN)
    found = escaped()
    assert {name: text for name, text in found.items() if not any(fnmatchcase(name, one) for one in patterns)} == {}


def test_what_is_known_to_be_in_plain_letters_is_met() -> None:
    assert [one for one in (*SCRIPTS, *SHOWN) if not any(fnmatchcase(name, one) for name in escaped())] == []


def test_the_printed_page_of_a_game_comes_out_of_files_of_texts() -> None:
    with speaking(PSEUDO):
        pages = {key: sheet(game) for key, game in SHELF.items()}
    for key, page in some(pages.items()):
        assert [word for word in plain_words(page) if word not in SHELF[key].name] == []
