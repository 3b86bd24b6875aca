"""A driver may be called like a word of the game, "start" or "two": whatever is told of them, they keep their name."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.explain import explain
from rallyman_tutor.tutor.words.words import words
from tests.games.driving import at_random
from tests.games.phases import TRIED
from tests.games.random_games import RANDOM

SEATS = 3
DECISIONS, DECISIONS_IN_A_WIDE_RUN = 8, 60
TRIED_AT_ONCE = 4


def possible_names(key: str) -> list[str]:
    """The words of a game that may be somebody's name there, too."""
    game = SHELF[key]

    def possible(name: str) -> bool:
        try:
            return bool(game.read(game.write(begun(key, (name, "Bea", "Cid")))))
        except Refused:
            return False

    return [word for word in words(key).group("names") if len(word) > 1 and possible(word)]


def begun(key: str, names: tuple[str, ...]) -> Any:
    return SHELF[key].new({**SHELF[key].demo_game(SEATS), "drivers": list(names)})


def told(key: str, names: tuple[str, ...], seed: int, decisions: int) -> Iterator[str]:
    """All sentences about the first decisions of a random game, and about its players' possible tries."""
    game, language, rng = SHELF[key], words(key), random.Random(seed)
    spec = {**game.demo_game(SEATS), "drivers": list(names)}
    for number, decision in enumerate(at_random(game, spec, RANDOM[key].choose, seed)):
        if number == decisions:
            return
        for event in decision.events:
            what, facts = game.describe_event(decision.after, event)
            yield language.phrase("events", what, {"driver": "", **facts})
        tried = list(dict.fromkeys(TRIED[key].tries(decision.before, random.Random(seed + number))))
        for move in rng.sample(tried, min(TRIED_AT_ONCE, len(tried))):
            for violation in game.judge(decision.before, (move,))[:1]:
                found = explain(game, decision.before, (move,), violation)
                yield f"{found.said} {found.fix}"
        for stand in game.desk(decision.after, ()).standings:
            yield language.fact("driver", stand.name)


@pytest.mark.usefixtures("without_costs")
@pytest.mark.parametrize("key", SHELF)
def test_nobody_is_told_by_a_word_instead_of_their_name(key: str, wide: bool) -> None:
    """In a wide run each game goes on for longer."""
    decisions = DECISIONS_IN_A_WIDE_RUN if wide else DECISIONS
    collide = possible_names(key)
    assert len(collide) > 8
    plain = ("Xavier", "Yolanda", "Zebedee")
    for seed, at in enumerate(range(0, len(collide), SEATS)):
        names = tuple(collide[at : at + SEATS] + collide[: max(0, at + SEATS - len(collide))])
        expected = []
        for line in told(key, plain, seed, decisions):
            for one, other in zip(plain, names, strict=True):
                line = line.replace(one, f"\0{other}\0")
            expected.append(line.replace("\0", ""))
        assert list(told(key, names, seed, decisions)) == expected
