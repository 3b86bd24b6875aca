"""Practice: fresh positions in which exactly one rule is broken, and the die named is the one that breaks it."""

from __future__ import annotations

import pytest

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.tutor.practice import exercise

OFTEN = ("CL-GEAR-02", "CL-GEAR-03", "CL-TURN-03", "CL-BEND-05", "CL-BEND-08", "CL-JUMP-03")


@pytest.mark.parametrize("code", [rule.code for rule in GAME.rules() if rule.kind is not Kind.FACT])
def test_an_exercise_breaks_its_rule_where_it_says(code: str) -> None:
    found = exercise(GAME, code, "1")
    if found is None:
        return
    state, plan = GAME.read(found.start), GAME.read_draft(found.draft)
    broken = [*GAME.judge(state, plan), *GAME.advise(state, plan)]
    assert broken[0].code == code or not found.fresh
    assert code in {violation.code for violation in broken}
    assert found.wrong == broken[0].at + 1
    if found.fresh:
        assert {violation.code for violation in broken} == {code}


@pytest.mark.parametrize("code", OFTEN)
def test_what_is_met_often_comes_fresh_every_time(code: str) -> None:
    found = [exercise(GAME, code, str(seed)) for seed in range(4)]
    assert all(one and one.fresh for one in found)
    assert len({(one.start, one.draft) for one in found if one}) >= 3


def test_the_same_seed_is_the_same_exercise() -> None:
    assert exercise(GAME, "CL-GEAR-03", "7") == exercise(GAME, "CL-GEAR-03", "7")
