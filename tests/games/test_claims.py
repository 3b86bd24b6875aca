"""What a player may say or press, and the tables somebody may ask for, as practice offers them: each has words."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.practice.positions import example_positions
from rallyman_tutor.tutor.words import words


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_every_claim_and_every_sheet_has_words_and_every_word_a_claim(game: Any) -> None:
    language, met = words(game.key), set()
    for one in game.sheets:
        met.add(one.name)
        assert not re.search(r"{|\b1 [a-z]+s\b", language.phrase("claims", one.name, one.facts)), one
    for rule in game.rules():
        for state, _ in example_positions(game, rule.code, Random(0)):
            claims = game.claims(state)
            met.update(one.name for one in claims)
            told = [language.phrase("claims", one.name, one.facts) for one in claims]
            assert len(set(told)) == len(told) and not any("{" in one for one in told)
            assert all(game.read_draft(one.text).moves for one in claims)
    assert met == set(language.group("claims"))
