"""Practice: fresh positions in which exactly one rule is broken, and what is named is what breaks it."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner.practice import NEVER_ASKED, Exercise, as_lesson, exercise
from rallyman_tutor.tutor.learner.practice.multiple_choice import (
    LAID,
    PRESSED,
    AnswerChoice,
    choose_among_answers,
    find_odd_one_out,
)
from rallyman_tutor.tutor.learner.practice.positions import positions_met
from rallyman_tutor.tutor.lesson.lesson_view import lesson_and_table, lesson_view
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.session import intents
from tests.some import some
from tests.tutor.lessons_at_hand import parts, refuted

ALL = [
    (key, rule.code)
    for key, game in SHELF.items()
    for rule in game.rules()
    if rule.kind is not Kind.FACT and rule.code not in NEVER_ASKED
]
CODES = [code for _, code in ALL]
CARDS = [(key, code) for key, code in ALL if SHELF[key].has_hidden_hands]
NEVER_ALONE = {"MM-WRONG-01", "MM-DISC-03", "CR-RES-05"}
"""A card not in the pack is not in hand; where all can be played, this one can; whoever crashes was too fast."""
RARELY_MET = {"MM-END-05", "MM-DIST-04", "MM-DIST-05", "MM-DISC-03", "MM-WRONG-04", "MM-WRONG-06", "CR-RED-02"}
"""Rules so rarely at issue that an example may be asked instead."""
OFTEN = [
    ("classic", "CL-GEAR-02"), ("classic", "CL-GEAR-03"), ("classic", "CL-TURN-03"), ("classic", "CL-BEND-05"),
    ("classic", "CL-ORDER-01"), ("classic", "CL-RALLY-02"), ("classic", "CL-TURN-06"), ("classic", "CL-ATK-09"),
    ("dirt", "DI-GEAR-02"), ("dirt", "DI-MOVE-03"), ("dirt", "DI-ORD-01"), ("dirt", "DI-MOVE-07"), ("dirt", "LAY-01"),
    ("mil_millas", "MM-ATT-03"), ("mil_millas", "MM-DIST-02"), ("mil_millas", "MM-COUP-02"), ("mil_millas", "MM-DISC-02"),
    ("mil_millas", "MM-TEAM-01"), ("crazy_rally", "CR-PLAY-04"), ("crazy_rally", "CR-MAX-01"), ("crazy_rally", "CR-OUT-02"),
    ("crazy_rally", "CR-EVT-03"), ("crazy_rally", "CR-INFO-01"), ("crazy_rally", "CR-SER-01"),
]  # fmt: skip


@cache
def asked(key: str, code: str, seed: str) -> Exercise:
    found = exercise(SHELF[key], code, seed)
    assert found is not None
    return found


def broken_by(game: Any, start: str, text: str) -> set[str]:
    """The rules that object to an answer, or else those that warn of it, as the learner's seat sees the table."""
    if text in {one.text for one in game.sheets}:
        return {one.code for one in game.judge_sheet(text, Kind.ILLEGAL) or game.judge_sheet(text, Kind.UNWISE)}
    state = game.read(start)
    seen, moves = game.seen_by(state, game.turn(state)), game.read_draft(text).moves
    return {one.code for one in game.judge(seen, moves) or game.advise(seen, moves)}


@pytest.mark.parametrize(("key", "code"), ALL, ids=CODES)
def test_every_rule_that_can_be_broken_has_an_exercise_that_the_engine_proves(key: str, code: str, wide: bool) -> None:
    """One die breaks the rule and no other die any; or one answer does; or one is allowed and free, and none of the
    others. In a wide run four exercises of each rule."""
    game = SHELF[key]
    for seed in some("1234" if wide else "1"):
        found = asked(key, code, seed)
        assert found.fresh or code in RARELY_MET or not game.has_hidden_hands
        if len(found.answers) == 1:
            state, moves = game.read(found.start), game.read_draft(found.draft).moves
            broken = [*game.judge(state, moves), *game.advise(state, moves)]
            assert len(moves) > 1
            assert {violation.at for violation in broken} == {found.wrong - 1}
            assert code in {violation.code for violation in broken}
            assert not found.fresh or len({violation.code for violation in broken}) == 1
            continue
        step = as_lesson(game, found).steps[0]
        assert len({one.text for one in step.words.answers}) == len(found.answers)
        by_answer = [broken_by(game, found.start, text) for text in found.answers]
        one = by_answer.pop(found.wrong - 1)
        assert 3 <= len(found.answers) <= 4 and len(set(found.answers)) == len(found.answers)
        assert (not one and all(by_answer)) if found.is_allowed else one and not any(by_answer)
        assert any(code in codes for codes in (one, *by_answer))


@pytest.mark.parametrize(("key", "code"), ALL, ids=CODES)
def test_an_exercise_is_a_lesson_that_can_be_passed(key: str, code: str) -> None:
    """Its answers are words, all different; the right one is taken, and every other refuted by the rule."""
    found = asked(key, code, "1")
    start = sit_down(as_lesson(SHELF[key], found))
    if len(found.answers) == 1:
        for at in range(len(lesson_and_table(start)[1]["draft"])):
            assert update(start, intents.Point(at)).done is (at == found.wrong - 1)
        return
    answers = parts(lesson_view(start))["answers"]
    assert len({answer["text"] for answer in answers}) == len(answers)
    assert not any("{" in answer["text"] or ">" in answer["text"] for answer in answers)
    for id_ in [answer["id"] for answer in answers]:
        after = update(start, intents.Answer(id_))
        assert after.done is (id_ == str(found.wrong))
        told = lesson_view(after, start)
        assert told["after"] if after.done else refuted(told)["rules"][0]["code"] == code


@pytest.mark.parametrize(("key", "code"), OFTEN)
def test_what_is_met_often_comes_fresh_and_in_many_ways(key: str, code: str) -> None:
    found = [asked(key, code, seed) for seed in "1234"]
    assert all(one.fresh for one in found)
    assert len({(one.start, one.draft) for one in found}) > 2


@pytest.mark.parametrize(("key", "code"), [("classic", "CL-GEAR-01"), ("classic", "CL-GAS-03"), ("dirt", "DI-GEAR-05")])
def test_a_rule_of_the_first_die_is_asked_where_drivers_meet_it(key: str, code: str) -> None:
    found = asked(key, code, "1")
    assert found.fresh and len(found.answers) > 1


@pytest.mark.parametrize(
    ("key", "code", "answers"),
    [
        ("classic", "CL-GEAR-01", r"(Gear die \d|Gas die) on space \d+"),
        ("dirt", "DI-GEAR-05", r"Gear die \d on .*"),
        ("crazy_rally", "CR-PLAY-04", r"[BYP]\d\d: \w+, (faster|slower)"),
    ],
)
def test_an_answer_names_its_die_and_of_a_card_only_what_its_corner_says(key: str, code: str, answers: str) -> None:
    (step,) = as_lesson(SHELF[key], asked(key, code, "1")).steps
    assert step.words.answers and all(re.fullmatch(answers, told.text) for told in step.words.answers)


@pytest.mark.parametrize(
    ("key", "code", "agreed"),
    [("classic", "CL-SEC-01", "seconds=off"), ("dirt", "DI-LEAD-06", "leader=off"), ("classic", "CL-GEAR-03", "")],
)
def test_a_rule_of_an_option_is_looked_for_where_drivers_have_agreed_on_it(key: str, code: str, agreed: str) -> None:
    met = SHELF[key].write(next(positions_met(SHELF[key], code, "1")).state)
    assert [word for word in met.split() if "=" in word] == agreed.split()


def test_a_die_that_an_example_lays_is_no_second_answer_on_the_space_it_takes() -> None:
    """The 2 of the example goes to space 1 by itself."""
    game = SHELF["classic"]
    spots = [(game.read("s8 | A"), "2")]
    found = [choose_among_answers(game, "CL-GEAR-01", spots, Random(seed)) for seed in range(24)]
    texts = {text for one in found if one for text in one.answers}
    assert {"1>s1", "2", "2>s2"} <= texts and "2>s1" not in texts


@pytest.mark.parametrize("key", SHELF)
def test_it_is_the_learners_turn_wherever_the_position_is_fresh(key: str) -> None:
    """Else two cars would be called after the learner."""
    game = SHELF[key]
    exercises = (asked(key, code, "1") for of, code in ALL if of == key)
    for found in some(one for one in exercises if one.fresh):
        state = game.read(found.start)
        assert game.over(state) or game.turn(state) == 0


def test_the_same_seed_is_the_same_exercise() -> None:
    game = SHELF["classic"]
    assert exercise(game, "CL-GEAR-03", "7") == exercise(game, "CL-GEAR-03", "7")


def test_what_is_never_asked_has_no_exercise() -> None:
    """Else the list would hide that it can be asked by now."""
    for code in NEVER_ASKED:
        game = SHELF["classic" if code.startswith("CL") else "dirt"]
        assert exercise(game, code, "1") is None


def test_to_ask_how_things_stand_is_no_answer_to_choose() -> None:
    """It is allowed at any time, and would give itself away."""
    game = SHELF["mil_millas"]
    state = game.new(game.spec("You 100 go ; Ben 75 go | You 50 75 100 red fuel petrol spare", ()))
    fine = [
        AnswerChoice("lay 50", "50", LAID, ()),
        AnswerChoice("discard red", "red", LAID, ()),
        AnswerChoice("I", "own-side", PRESSED, ()),
    ]
    wrong = AnswerChoice("draw", "draw", PRESSED, ("MM-TURN-03",))
    texts = {text for seed in range(40) for text in asked_among(game, state, [wrong, *fine], seed)}
    assert texts == {"draw", "lay 50", "discard red"}


def test_beside_a_card_to_choose_stand_cards_as_long_as_there_are_any() -> None:
    game = SHELF["mil_millas"]
    state = game.new(game.spec("You 100 go ; Ben 75 go | You 50 75 100 red fuel petrol spare", ()))
    cards = [AnswerChoice(f"lay {card}", card, LAID, ("MM-TURN-03",)) for card in ("50", "75", "100")]
    word = AnswerChoice("draw", "draw", PRESSED, ("MM-WRONG-01",))
    fine = AnswerChoice("discard red", "red", LAID, ())
    texts = {text for seed in range(20) for text in asked_among(game, state, [word, *cards, fine], seed)}
    assert texts == {"discard red", *(one.text for one in cards)}


BY_NO_OTHER = ("MM-TURN-03",)
FIRST_BY_IT, FIRST_BY_ANOTHER = ("MM-TURN-03", "MM-DISC-02"), ("MM-WRONG-01", "MM-TURN-03")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (("50", LAID, FIRST_BY_IT), ("red", LAID, FIRST_BY_ANOTHER)),
        (("50", LAID, FIRST_BY_IT), ("draw", PRESSED, BY_NO_OTHER)),
        (("50", LAID, BY_NO_OTHER), ("red", LAID, FIRST_BY_IT)),
        (("draw", PRESSED, FIRST_BY_IT), ("red", LAID, FIRST_BY_ANOTHER)),
    ],
)
def test_the_answer_to_find_is_the_clearest_one(
    better: tuple[str, int, tuple[str, ...]], worse: tuple[str, int, tuple[str, ...]]
) -> None:
    """Better is to break the rule first, not another before it; then a piece; then to break no other."""
    game = SHELF["mil_millas"]
    state = game.new(game.spec("You 100 go ; Ben 75 go | You 50 75 100 red fuel petrol spare", ()))
    wrong = [AnswerChoice(f"wrong {about}", about, by, broken) for about, by, broken in (worse, better)]
    fine = [AnswerChoice(f"fine {card}", card, LAID, ()) for card in ("75", "100", "fuel")]
    for seed in range(12):
        texts = asked_among(game, state, [*wrong, *fine], seed)
        assert wrong[1].text in texts and wrong[0].text not in texts


def asked_among(game: Any, state: Any, answers: list[AnswerChoice], seed: int) -> tuple[str, ...]:
    found = find_odd_one_out(game, "MM-TURN-03", state, answers, Random(seed))
    assert found
    return found.answers


def is_alone(key: str, code: str) -> bool:
    """Whether in one of the first questions about a rule some answer breaks this rule and no other."""
    return any(
        broken_by(SHELF[key], found.start, text) == {code}
        for seed in "123"
        for found in (asked(key, code, seed),)
        for text in found.answers
    )


def test_the_rule_alone_is_broken_wherever_it_can_be() -> None:
    """Else one learns another rule than the one that is due."""
    assert {code for key, code in CARDS if not is_alone(key, code)} <= NEVER_ALONE


@pytest.mark.parametrize("seed", ["1", "2", "3"])
@pytest.mark.parametrize("code", ["MM-TURN-01", "MM-DIST-02", "MM-COUP-02", "MM-DISC-02"])
def test_to_ask_is_no_answer_while_there_is_more_to_do(code: str, seed: str) -> None:
    """It is always allowed, and would give itself away."""
    one = asked("mil_millas", code, seed)
    assert not SHELF["mil_millas"].over(SHELF["mil_millas"].read(one.start))
    assert not set(one.answers) & set(SHELF["mil_millas"].questions)
