"""The class of bots: each has answered as it decides, and its mistakes cost what the puzzles say."""

from __future__ import annotations

import csv
import io

from rallyman_tutor.coach.puzzles import SIMPLE, puzzles
from rallyman_tutor.tutor.learner.sample_class import sample_class
from tests.some import some

ROWS = list(csv.DictReader(io.StringIO(sample_class("classic", 12)["csv"])))


def test_every_bot_has_answered_every_puzzle() -> None:
    assert {row["pupil"] for row in ROWS} == {bot.mistake for bot in SIMPLE}
    assert len(ROWS) == 12 * len(SIMPLE)


def test_an_answer_costs_what_the_puzzle_says_of_it() -> None:
    for row in some(ROWS):
        puzzle = puzzles("classic")[int(row["what"].partition("#")[2]) - 1]
        chosen = (
            next(answer for answer in puzzle.answers if row["pupil"] in answer.drivers)
            if int(row["wrong tries"])
            else puzzle.answers[0]
        )
        assert float(row["cost"]) == round(chosen.cost - puzzle.answers[0].cost, 2)
        assert bool(float(row["cost"])) == (row["pupil"] in puzzle.missed)
