"""Every text that learners read of an example has been read by somebody before them."""

from __future__ import annotations

import re
from difflib import unified_diff
from functools import cache

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.language import ENGLISH, LANGUAGES, speaking
from rallyman_tutor.tutor.words.texts import room_texts
from tests.golden import reckoned, refusals
from tests.golden.golden import file_of, golden, golden_in, told_in
from tests.some import some

OTHERS = LANGUAGES[1:]
MOST_BYTES = 1_050_000
"""Of all little boards together."""
FIGURES = re.compile(r"(?<![A-Za-z])[A-Z]?\d+(?:\.\d+)?")


@pytest.mark.parametrize("key", SHELF)
def test_every_example_is_told_as_it_was_read(key: str) -> None:
    read = file_of(key).read_text(encoding="utf-8")
    told = golden(key)
    diff = "\n".join(
        unified_diff(read.splitlines(), told.splitlines(), "as it was read", "as it is told now", "", "", 2, "")
    )
    assert read == told, f"explanations have changed: read them, then `make golden`\n{diff}"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("key", SHELF)
def test_every_example_is_told_in_every_language_as_it_was_read(key: str, language: str) -> None:
    read = file_of(key, language).read_text(encoding="utf-8")
    told = golden_in(key, language)
    diff = "\n".join(
        unified_diff(read.splitlines(), told.splitlines(), "as it was read", "as it is told now", "", "", 2, "")
    )
    assert read == told, f"explanations have changed: read them, then `make golden`\n{diff}"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("key", SHELF)
def test_every_language_tells_the_figures_dice_and_notation_of_english(key: str, language: str) -> None:
    both = zip(told_in(key, ENGLISH), told_in(key, language), strict=True)
    other = [
        (english, own) for english, own in some(both) if signs(*english, ENGLISH, key) != signs(*own, language, key)
    ]
    assert other == []


def signs(code: str, line: str, is_button: bool, language: str, key: str) -> object:
    """The rule, and all figures and codes of notation in a line; of a button how often each, and its dice without a
    number. A sentence may say twice what another language says once, and 1 in a word."""
    figures = FIGURES.findall(re.sub(r"(?<=\d),(?=\d)", ".", line))
    if not is_button:
        return code, {*figures} - {"1"}
    return code, sorted([*figures, *(die for die, name in dice(language, key) for _ in name.findall(line))])


@cache
def dice(language: str, key: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The names of dice without a number, as they stand in any case, by the die: without their article."""
    with speaking(language):
        names = room_texts(f"games.{key}", language).tables["words"]["unnumbered"]
    return tuple((die, re.compile(rf"\b{re.escape(name.partition(' ')[2])}\b")) for die, name in names.items())


@pytest.mark.parametrize("key", SHELF)
def test_one_thing_is_never_told_as_many_nor_a_number_below_0_with_a_hyphen(key: str) -> None:
    told = (line for line in golden(key).splitlines() if "::" not in line)
    odd = re.compile(r"(?<![\d:.])1 (cards|dice|hazards|points|seconds|spaces|tokens|drivers|races|stages)\b|\s-\d")
    assert [line for line in told if odd.search(line.partition("   [")[0])] == []


def test_every_figure_of_little_stages_is_as_it_was() -> None:
    assert reckoned.told().splitlines() == reckoned.FILE.read_text(encoding="utf-8").splitlines()


def test_the_page_of_refusals_in_five_languages_is_as_it_is_told() -> None:
    assert refusals.PAGE.read_text(encoding="utf-8") == refusals.page(), "read it, then `make golden`"


def test_every_refusal_on_that_page_but_those_of_sheets_has_its_board_beside_it_in_few_bytes() -> None:
    lying = {file.name: file.read_text(encoding="utf-8") for file in refusals.BOARDS.iterdir()}
    assert lying == refusals.boards(), "look at them, then `make golden`"
    page = refusals.PAGE.read_text(encoding="utf-8")
    assert sorted(re.findall(r"\(boards/(.*?)\)", page)) == sorted(lying)
    assert [one.text for one in refusals.drawn() if not one.board and "::" in one.text] == []
    assert max(map(len, lying.values())) < 70_000 and sum(map(len, lying.values())) < MOST_BYTES


def test_a_little_board_has_the_cars_and_dice_of_its_position_and_no_texture() -> None:
    picture = refusals.boards()["board-CL-COMP-02-1.svg"]
    assert re.findall(r">(\w+)</text>", picture) == ["1", "6"]  # the car's number, and the die that is no die
    assert not re.search("<pattern|url\\(#p|data-key|data-layer", picture)
