"""Practice: fresh positions in which exactly one rule is broken, and the die named is the one that breaks it."""

from __future__ import annotations

from typing import Any

import pytest

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.tutor.course import sit, update
from rallyman_tutor.tutor.practice import as_lesson, exercise
from rallyman_tutor.tutor.sheet import sheet
from rallyman_tutor.tutor.words import words

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


# -- At a table of cards ----------------------------------------------------------------------------------------------

CARDS = [
    (game, rule.code) for game in SHELF.values() if game.hides for rule in game.rules() if rule.kind is not Kind.FACT
]
NEVER_ALONE = {"MM-WRONG-01", "MM-DISC-03", "CR-RES-05"}
"""A card that is not in the pack is not in the hand; where all cards can be played, this one can; who crashes was too fast."""
RARELY_MET = {"MM-END-05", "MM-DIST-04", "MM-DIST-05", "MM-DISC-03", "MM-WRONG-04", "MM-WRONG-06", "CR-RED-02"}
"""What takes so much to come about that an example may be asked instead."""
OFTEN_OF_CARDS = [
    ("mil_millas", "MM-ATT-03"), ("mil_millas", "MM-DIST-02"), ("mil_millas", "MM-COUP-02"), ("mil_millas", "MM-DISC-02"),
    ("mil_millas", "MM-TEAM-01"), ("crazy_rally", "CR-PLAY-04"), ("crazy_rally", "CR-MAX-01"), ("crazy_rally", "CR-OUT-02"),
    ("crazy_rally", "CR-EVT-03"), ("crazy_rally", "CR-INFO-01"), ("crazy_rally", "CR-SER-01"),
]  # fmt: skip


def broken_by(game: Any, start: str, text: str) -> set[str]:
    """The rules that object to an answer, or else those that warn of it, as the learner's seat sees the table."""
    if text.startswith("sheet "):
        return {one.code for one in game.judge_sheet(text, Kind.ILLEGAL)}
    state = game.read(start)
    seen, moves = game.seen_by(state, game.turn(state)), game.read_draft(text).moves
    return {one.code for one in game.judge(seen, moves) or game.advise(seen, moves)}


@pytest.mark.parametrize(("game", "code"), CARDS, ids=[code for _, code in CARDS])
def test_every_rule_of_a_card_game_has_an_exercise_that_the_engine_proves(game: Any, code: str) -> None:
    """One answer breaks the rule and the others none; or one is allowed and free, and none of the others."""
    for seed in "1234":
        found = exercise(game, code, seed)
        assert found is not None
        assert found.fresh or code in RARELY_MET
        broken = [broken_by(game, found.start, text) for text in found.answers]
        one = broken.pop(found.wrong - 1)
        assert 3 <= len(found.answers) <= 4 and len(set(found.answers)) == len(found.answers)
        assert (not one and all(broken)) if found.is_allowed else not any(broken)
        assert any(code in codes for codes in (one, *broken))


@pytest.mark.parametrize(("game", "code"), CARDS, ids=[code for _, code in CARDS])
def test_an_exercise_with_cards_is_a_lesson_that_can_be_passed(game: Any, code: str) -> None:
    """Its answers are words, all different; the right one is taken, and every other refuted by the rule."""
    found = exercise(game, code, "5")
    assert found is not None
    start = sit(as_lesson(game, found))
    answers = sheet(start)["answers"]
    assert len({answer["text"] for answer in answers}) == len(answers)
    assert not any("{" in answer["text"] or ">" in answer["text"] for answer in answers)
    for id_ in [answer["id"] for answer in answers]:
        after = update(start, {"do": "answer", "id": id_})
        assert after.done is (id_ == str(found.wrong))
        told = sheet(after, start)
        assert told["after"] if after.done else told["refutation"]["rules"][0]["code"] == code


@pytest.mark.parametrize(("key", "code"), OFTEN_OF_CARDS)
def test_a_rule_of_cards_is_asked_in_many_ways(key: str, code: str) -> None:
    found = [exercise(SHELF[key], code, seed) for seed in "1234"]
    assert len({(one.start, one.draft) for one in found if one}) > 2


def test_the_rule_alone_is_broken_wherever_it_can_be() -> None:
    """Else one learns another rule than the one that is due."""
    alone = {
        code
        for game, code in CARDS
        for seed in "12"
        if (found := exercise(game, code, seed))
        and any(broken_by(game, found.start, text) == {code} for text in found.answers)
    }
    assert {code for _, code in CARDS} - alone <= NEVER_ALONE


@pytest.mark.parametrize("game", [game for game in SHELF.values() if game.hides], ids=lambda game: game.key)
def test_every_claim_and_every_sheet_has_words_and_every_word_a_claim(game: Any) -> None:
    language, met = words(game.key), set()
    for one in game.sheets:
        met.add(one.name)
        assert "{" not in language.phrase("claims", one.name, one.facts)
    for rule in game.rules():
        for text in rule.broken:
            start = text.split(" :: ")[0]
            for one in () if start.startswith("sheet") else game.claims(game.read(start)):
                met.add(one.name)
                assert "{" not in language.phrase("claims", one.name, one.facts)
                assert game.read_draft(one.text).moves
    assert met == set(language.group("claims"))
