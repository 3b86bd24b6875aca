"""A driver may be called "you", and no sentence then says "You passes" or "on You": where a name is more than a
heading, the text has a branch or a form for it, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson.sitting import sit_down
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.desk_view import result_shown
from rallyman_tutor.tutor.words.language import LANGUAGES, speaking
from rallyman_tutor.tutor.words.sentence import Sentence, places_in
from rallyman_tutor.tutor.words.texts import grammar_of, room_texts, sentences_in
from rallyman_tutor.tutor.words.words import YOU, words
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, lesson_in

PERSON = ("driver", "car", "next", "whom", "side", "name")
"""Facts that may be the name of a driver."""
GROUPS = (
    "page.",
    "rally.",
    "words.remedies.",
    "words.stuck.",
    "words.events.",
    "words.bots.",
    "words.spots.",
    "words.offers.",
)
"""Groups of texts that name drivers, beside those of rules."""
NEVER_BY_ROOM = {
    "tutor": "page.car-here rally.box",
    "games.classic": "words.remedies.wait-behind CL-JUMP-07.said CL-LOC-14.said CL-PASS-05.said CL-PASS-06.said",
    "games.dirt": """DI-SET-06.said DI-START-02.said.taken DI-MOVE-01.said DI-MOVE-02.said.default DI-SLIDE-06.said
        DI-SHORT-09.said DI-JUMP-04.said.default DI-JUMP-06.said.default DI-JUMP-08.said.pass
        DI-JUMP-08.said.way DI-PASS-01.said DI-CAR-01.said.default DI-CAR-01.said.line DI-CAR-01.said.drift
        DI-CAR-03.said""",
    "games.crazy_rally": """words.spots.faster words.spots.slower CR-RACE-03.said.nobody CR-PLAY-04.said.nobody
        CR-EVT-08.said.unknown CR-EVT-09.said.default CR-OUT-02.said.default""",
    "games.mil_millas": """words.remedies.lay-attack words.offers.attack words.bots.attack-near MM-ATT-01.said.unknown
        MM-ATT-03.said MM-ATT-05.said MM-ATT-06.said.default MM-ATT-06.said.red MM-DEF-01.said.default
        MM-DEF-01.said.unknown""",
}
"""Sentences in which the driver is somebody else: whoever is in the way of the one who reads this; a name that nobody
has, names of other things; and what is said alike to both."""
NEVER_YOU = {f"{room}:{name}" for room, names in NEVER_BY_ROOM.items() for name in names.split()}
VERB = re.compile(r"^\{driver\}: (\w+s)\b")
NOUNS = {"cards"}


def named(room: str, language: str) -> Iterator[tuple[str, str]]:
    """The sentences of a room in which somebody may be named, by their names."""
    for name, text in sentences_in(room_texts(room, language).tables):
        if name.startswith(GROUPS) or re.match("[A-Z]{2}-", name):
            yield name, str(text)


def is_heading(before: str, after: str) -> bool:
    """Whether a name stands for itself: before a colon, or alone behind one or in brackets."""
    return bool(re.match(r"[\u00a0 ]?:", after)) or bool(
        re.search(r"(:[\u00a0 ]|\()$", before) and re.match(r"[.,;)]|$", after)
    )


def bare(text: str, you: str, forms: frozenset[str]) -> list[str]:
    """The names in a text that are told as they are, and are no headings."""
    for fact in PERSON:  # a sentence with a branch for "you" is told of nobody else in its other branches
        text = re.sub(rf"\{{{fact}:(?:[^{{}}|]*\|)?{you}=(?:[^{{}}]|\{{[^{{}}]*\}})*\}}", "", text)
    found = []
    for match in re.finditer(rf"\{{({'|'.join(PERSON)})(?::([^{{}}]*))?\}}", text):
        if (match[2] or "").strip("+^_") not in forms and not is_heading(text[: match.start()], text[match.end() :]):
            found.append(match[0])
    return found


def forms_of_you(language: str) -> frozenset[str]:
    """The forms that make another word of "you"."""
    grammar, you = grammar_of(language), you_in(language)
    return frozenset(name for name, form in grammar.forms.items() if you in form)


def you_in(language: str) -> str:
    return str(room_texts("tutor", language).tables["page"]["you"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_names_a_driver_has_a_way_to_say_you(language: str) -> None:
    you, forms = you_in(language), forms_of_you(language)
    rooms = ("tutor", *(f"games.{key}" for key in SHELF))
    texts = [(f"{room}:{name}", text) for room in rooms for name, text in named(room, language)]
    found = {name: bare(text, you, forms) for name, text in some(texts)}
    assert {name: those for name, those in found.items() if those and name not in NEVER_YOU} == {}


def test_what_has_no_way_to_say_you_is_found() -> None:
    assert bare("{name} goes", "You", frozenset()) == ["{name}"]
    assert bare("Lay it on {whom:wen}.", "Du", frozenset({"wem"})) == ["{whom:wen}"]
    assert not bare("{driver}: {card} on {side:You=you|{side}}, {name:You=you go|{name} goes}", "You", frozenset())
    assert not bare("In turn now: {name}. Safe ({car}).", "You", frozenset())


def test_no_english_event_has_a_verb_of_somebody_behind_a_name_that_may_be_you() -> None:
    events = {name: text for key in SHELF for name, text in named(f"games.{key}", "en") if "events" in name}
    verbs = {match[1] for text in some(events.values()) if (match := VERB.match(text))}
    assert verbs <= NOUNS


@pytest.mark.parametrize(
    ("language", "room", "name", "told"),
    [
        ("en", "games.crazy_rally", "passed", ("You pass.", "Ana passes.")),
        ("de", "games.dirt", "waits", ("Du wartest hinter der Startlinie.", "Ana wartet hinter der Startlinie.")),
        ("es", "games.classic", "waits", ("Tú esperas.", "Ana espera.")),
        ("nl", "games.crazy_rally", "passed", ("Jij past.", "Ana past.")),
        ("fr", "games.dirt", "beside", ("Tu attends à côté de la route.", "Ana attend à côté de la route.")),
    ],
)
def test_you_and_somebody_do_a_thing_in_their_own_forms(
    language: str, room: str, name: str, told: tuple[str, str]
) -> None:
    text = room_texts(room, language).tables["words"]["events"][name]
    assert isinstance(text, Sentence) and {place for place, _ in places_in(text)} == {"driver"}
    assert tuple(text.format(driver=who) for who in (you_in(language), "Ana")) == told


@pytest.mark.parametrize("key", SHELF)
def test_a_car_that_is_called_you_in_a_lesson_is_called_so_in_every_language(key: str) -> None:
    folder = next(one for one in FOLDERS if one.parent.name == key and YOU in (one / "lesson.toml").read_text("utf-8"))
    told = {}
    for language in (one for one in LANGUAGES if one != "en"):
        with speaking(language):
            session = sit_down(lesson_in(folder), 0).session
            told[language] = view(session)["say"], [name for _, name, _ in result_shown(session)["rows"]]
            named = words(key).fact("names", [YOU, "Ana"])
            assert you_in(language) in named and "Ana" in named
    assert [language for language, text in told.items() if re.search(rf"\b{YOU}\b", str(text))] == [] != [*told]
