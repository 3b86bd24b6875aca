"""A class that never was: what the tutor's bots answer to puzzles, as the files that pupils take along.

A teacher can try the table of a class by it, and reckon with it in a notebook, before there are pupils. Each bot drives
well but for one mistake, after which it is called.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from rallyman_tutor.coach.puzzles import SIMPLE, Puzzle, puzzles
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import addresses, progress
from rallyman_tutor.tutor.learner.classroom import ClassTable, class_table
from rallyman_tutor.tutor.learner.progress import Progress

MOST_STARS = 3
BEGIN = datetime(2026, 9, 7, 9, tzinfo=UTC)
A_PUZZLE = timedelta(minutes=2)


def sample_class(key: str = "classic", many: int = 24) -> ClassTable:
    """The table of a class of bots, each of which has answered so many puzzles of a game."""
    asked = puzzles(key)[:: max(1, len(puzzles(key)) // many)][:many]
    numbers = {one: number for number, one in enumerate(puzzles(key), 1)}
    files = [[bot.mistake, _answered(bot.mistake, [(numbers[one], one) for one in asked])] for bot in SIMPLE]
    return class_table(SHELF[key], files)


def _answered(mistake: str, asked: list[tuple[int, Puzzle]]) -> dict[str, object]:
    """A pupil's file, after the bot has decided every puzzle in its own way and, where that was wrong, anew."""
    held = Progress()
    for at, (number, puzzle) in enumerate(asked):
        wrong = next((answer for answer in puzzle.answers[1:] if mistake in answer.drivers), None)
        held = progress.with_step(
            held,
            f"{addresses.PUZZLES}/{puzzle.game}",
            str(number),
            MOST_STARS - (wrong is not None),
            int(wrong is not None),
            0,
            BEGIN + at * A_PUZZLE,
            wrong.cost - puzzle.answers[0].cost if wrong else 0,
        )
    return {**progress.plain(held), "name": mistake}
