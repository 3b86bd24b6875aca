"""The quick reference: its faces are those that the game rolls, its facts those that a driver needs at the table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

import pytest

from rallyman_tutor.core.luck import every_outcome
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.explain import rule_title
from rallyman_tutor.tutor.words.quick_reference import FACTS, HAZARD, quick_reference
from tests.some import some

ROLLS: Mapping[str, tuple[str, str]] = {
    "classic": ("s14 | A@s3 g3", "{die}>s4"),
    "dirt": ("202a 203a< | A@1.L2 g2 G3 | A leader A", "go {die}>1.L3"),
}
"""Where any die may be rolled alone, whatever the rules say to it."""


@pytest.mark.parametrize("key", ROLLS)
def test_the_faces_of_the_dice_are_those_that_the_game_rolls(key: str) -> None:
    game, (position, script) = SHELF[key], ROLLS[key]
    state = game.read(position)
    for faces in some(quick_reference(game).dice):
        die = "2b" if faces[0] == "b" else faces[0]  # a brake goes with a gear die, and is rolled behind it
        (move,) = game.read_draft(script.format(die=die)).moves
        bad = sum(
            chance for chance, shown, _ in every_outcome(partial(game.play, state, move)) if shown[len(die) - 1] == "!"
        )
        assert Fraction(sum(face.endswith(HAZARD) for face in faces), len(faces)) == bad, die
        assert set(faces) <= set(game.faces())


@pytest.mark.parametrize("key", ROLLS)
def test_it_tells_what_an_attack_earns_a_jump_does_and_lost_control_costs(key: str) -> None:
    game = SHELF[key]
    lines = [line.title for lines in quick_reference(game).rules.values() for line in lines if line.tells]
    facts = [rule_title(game, code) for code in FACTS[key]]
    assert sorted(lines) == sorted(facts) and all(game.book[code].kind is Kind.FACT for code in FACTS[key])
