"""Words of the games, each told in a sentence, and the signs of the box: all of them read, and only the box's
numbers."""

from __future__ import annotations

import re
from functools import cache

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.state import VALUES as CLASSIC
from rallyman_tutor.games.crazy_rally.state import VALUES as CRAZY
from rallyman_tutor.games.dirt.state import VALUES as DIRT
from rallyman_tutor.tutor.lesson.prose import count_sentences
from rallyman_tutor.tutor.words.page_words import glossary
from rallyman_tutor.tutor.words.rulebook import legend
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.some import some
from tests.tutor.lessons_at_hand import ROOT

NEEDED = {
    "classic": ["secure", "attack", "Sisu", "K4", "hazards", "dirty", "spare wheel", "gas", "drift", "neutral"],
    "dirt": [
        "secure",
        "flat out",
        "Sisu",
        "hazards",
        "spare wheel",
        "token",
        "limit",
        "slide",
        "leader",
        "danger level",
    ],
    "crazy_rally": ["handling", "strength", "turbo", "event"],
    "mil_millas": ["attack", "cure", "immunity", "trick"],
}


@cache
def read_by_learners(key: str) -> str:
    """Everything a game says to learners in running text."""
    told = [file.read_text("utf-8") for file in (ROOT / key).rglob("en.md")]
    told += [str(text_tables(f"games.{key}")[rule.code]) for rule in SHELF[key].rules()]
    return "\n".join(told).lower()


@pytest.mark.parametrize("key", SHELF)
def test_every_word_is_told_shortly_and_is_met_somewhere(key: str) -> None:
    for forms, told in some(words(key).glossary().items()):
        assert told.endswith(".") and count_sentences(told) <= 2 and len(told.split()) <= 26, told
        met = [
            form for form in forms.split("|") if re.search(rf"(?<![\w-]){form.lower()}(?![\w-])", read_by_learners(key))
        ]
        assert met, forms


@pytest.mark.parametrize("key", SHELF)
def test_no_word_has_two_meanings(key: str) -> None:
    forms = [form.lower() for entry in words(key).glossary() for form in entry.split("|")]
    assert len(set(forms)) == len(forms)
    assert set(NEEDED[key]) <= set(glossary(key))


@pytest.mark.parametrize("key", SHELF)
def test_the_legend_shows_faces_that_there_are(key: str) -> None:
    shown = legend(SHELF[key])
    assert all(one["text"].endswith(".") and "{" not in one["text"] for one in shown)
    dice = {face for face in SHELF[key].faces() if face.endswith("!") and face[0] in "wob"}
    assert dice | ({"1", "1!"} if dice else set()) <= {one["face"] for one in shown}


def test_the_faces_with_a_triangle_are_those_of_the_box() -> None:
    told = {one["sign"]: one["text"] for one in legend(SHELF["classic"])}
    assert f"{CLASSIC['dice.gear_hazards']} of {CLASSIC['dice.faces']}" in told["1!"]
    assert f"{CLASSIC['dice.gas_hazards']} of {CLASSIC['dice.faces']}" in told["w!"]
    told = {one["sign"]: one["text"] for one in legend(SHELF["dirt"])}
    assert ", ".join(map(str, DIRT["dice.gear_hazards"])) in told["1!"]
    assert f"{DIRT['dice.leader_hazards']} of {DIRT['dice.faces']}" in told["o!"]


def test_every_kind_of_card_and_every_sign_on_it_is_explained() -> None:
    told = {one["sign"]: one["text"] for one in legend(SHELF["crazy_rally"])}
    assert {face[0] for face in SHELF["crazy_rally"].faces()} == {sign[0] for sign in told if sign[0].isupper()}
    assert (
        f"{CRAZY['cards.turbo']} points" in told["P01"] and f"for {CRAZY['car.turbo_strength']} strength" in told["P01"]
    )
    for sign in ("tyre", "steering wheel", "nut"):
        assert f"rises by {CRAZY['tuning.symbol']}." in told[sign]
    assert f"the first {CRAZY['race.flagged_on_top']} have" in told["chequered flag"]
