"""Practice: fresh positions in which exactly one rule is broken, and the die named is the one that breaks it."""

from __future__ import annotations

import pytest

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.tutor.course import sit, update
from rallyman_tutor.tutor.goals import objections
from rallyman_tutor.tutor.practice import as_lesson, exercise
from rallyman_tutor.tutor.sheet import sheet

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


CARDS = [
    ("mil_millas", "MM-ATT-03"), ("mil_millas", "MM-DIST-02"), ("mil_millas", "MM-LIM-02"), ("mil_millas", "MM-DISC-02"),
    ("mil_millas", "MM-TURN-02"), ("crazy_rally", "CR-PLAY-04"), ("crazy_rally", "CR-MAX-01"), ("crazy_rally", "CR-EVT-01"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "code"), CARDS)
def test_of_several_cards_in_hand_just_one_is_different(key: str, code: str) -> None:
    """One breaks the rule and the others none; or one breaks none, and of the others each breaks one."""
    game, asked = SHELF[key], set()
    for seed in "1234":
        found = exercise(game, code, seed)
        assert found is not None
        state, moves = game.read(found.start), game.read_draft(found.draft).moves
        broken = [{one.code for one in objections(game, state, (move,))} for move in moves]
        one = broken.pop(found.wrong - 1)
        assert 3 <= len(moves) <= 4 and len(set(moves)) == len(moves)
        assert (
            (not one and all(broken) and any(code in one for one in broken))
            if found.is_allowed
            else code in one and not any(broken)
        )
        asked.add(found.draft)
    assert len(asked) > 2


@pytest.mark.parametrize(("key", "code"), CARDS)
def test_of_several_cards_the_right_one_is_chosen_and_every_other_is_refuted(key: str, code: str) -> None:
    game = SHELF[key]
    found = exercise(game, code, "5")
    assert found is not None
    start = sit(as_lesson(game, found))
    answers = [answer["id"] for answer in sheet(start)["answers"]]
    for id_ in answers:
        after = update(start, {"do": "answer", "id": id_})
        assert after.done is (id_ == str(found.wrong))
        told = sheet(after, start)
        assert told["after"] if after.done else told["refutation"]["rules"][0]["code"] == code
