"""The answers to questions: each names rules that there are, and what it says of a position the engine says too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.docs.writing import BY_HAND, CODE
from rallyman_tutor.parts import values
from rallyman_tutor.tutor.words.explain import judge_example
from tests.some import some


class Answer(NamedTuple):
    """One answer: the rules it names, and what it says of positions."""

    key: str
    question: str
    codes: tuple[str, ...]
    leads_on: bool  # to a page of the tutor that answers
    says: tuple[tuple[str, str], ...]  # allowed, refused or costs; and an example in notation


def answers(file: Path, key: str) -> list[Answer]:
    found = []
    for part in file.read_text("utf-8").split("\n## ")[1:]:
        question, _, text = part.partition("\n")
        says = re.findall(r"^% (allowed|refused|costs) (.+)$", text, re.MULTILINE)
        codes = tuple(code for code in CODE.findall(re.sub(r"^%.*$", "", text, flags=re.MULTILINE)))
        found.append(Answer(key, question, codes, "](tutor/" in text, tuple(says)))
    return found


EVERY = [one for file in sorted((BY_HAND / "questions").glob("*.md")) for one in answers(file, file.stem)]
TAUGHT = [one for one in answers(BY_HAND / "fifteen-minutes.md", "classic") if one.says]
"""The words said to a friend."""
CODES = {rule.code for game in SHELF.values() for rule in game.rules()}


def test_every_game_has_questions() -> None:
    assert {one.key for one in EVERY} == set(SHELF)


@pytest.mark.parametrize("answer", EVERY + TAUGHT, ids=lambda one: f"{one.key}: {one.question}")
def test_an_answer_stands_on_rules_and_says_what_the_engine_says(answer: Answer) -> None:
    game = SHELF[answer.key]
    assert answer.codes or answer.leads_on
    assert set(answer.codes) <= CODES
    for verdict, example in answer.says:
        (_, _, refused), (_, _, unwise) = judge_example(game, example)
        broken = {one.code for one in refused}
        if verdict == "refused":
            assert broken & set(answer.codes), (example, broken)
        else:
            assert not broken, (example, broken)
            costs = {one.code for one in unwise} & set(answer.codes)
            assert bool(costs) == (verdict == "costs"), (example, unwise)


def test_most_answers_are_shown_by_a_position() -> None:
    for key in some(SHELF):
        shown = [bool(one.says) for one in EVERY if one.key == key]
        assert sum(shown) > len(shown) / 2, key


def test_the_boxes_are_told_apart_by_the_numbers_that_their_games_are_played_with() -> None:
    table = (BY_HAND / "which.md").read_text("utf-8").partition("## What differs")[2]
    rows = {cells[1].strip(): cells for line in table.split("\n") if len(cells := line.split("|")) == 7}
    of = {"classic": 2, "dirt": 5}  # which column is whose
    for key, column in some(of.items()):
        game, numbers = SHELF[key], values.read(f"rallyman_tutor.games.{key}")
        figures = {name: re.findall(r"\d+", cells[column]) for name, cells in rows.items()}
        assert figures["drivers"] == [str(game.seats[0]), str(game.seats[-1])]
        gears = [die for die in game.faces() if die.isdigit()]
        assert figures["gears"] == [gears[0], gears[-1]]
        limits = [value.value for value in numbers if value.name.partition(".")[2].startswith("hazard_limit")]
        assert figures["triangles that cost control"] == [str(limit) for limit in limits]
