"""Every number and name of a refusal or a warning is found again by another way: from the cards and the sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from rallyman_tutor.core.rule import JudgedStep, Violation, kind_of
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import CARDS, COURSE, EFFECTS, Car, Play, Speak, State, Table, Use, Word
from tests.games.crazy_rally.races import drive
from tests.games.crazy_rally.test_remedies import faulty, own_car, roads
from tests.games.opened import opened, reason

STEPS = {
    "deal": "dealing", "tune": "tuning", "look": "the test lap", "draw": "drawing a card",
    "exchange": "exchanging the hand", "choose": "choosing a card", "event": "events", "over": "the finish",
}  # fmt: skip
PARTS = {"deal": "the set-up", "tune": "tuning", "look": "the test lap"}
BELONGS: dict[JudgedStep, str] = {
    Word.DEAL: "the set-up",
    Table: "tuning",
    Word.LOOK: "the test lap",
    Word.GO: "the test lap",
}
COLOURS = ("blue", "yellow", "purple")


def named(state: State, name: str) -> Car:
    return next(car for car in state.cars if car.name == name)


def of_the_course(state: State, move: Any) -> tuple[int, int, int]:
    """Where the course lies open: the speed there, what is lost of handling, and the strength behind a crash."""
    speed, strength = own_car(state, move)
    _, minimum, limit, difficulty, damage, _ = COURSE[state.course[state.driven]]
    return speed, difficulty + (limit - speed if minimum else speed - limit), strength - damage


def expected(state: State, move: Any, code: str) -> tuple[object, ...]:
    """The numbers and names for the sentence, in its order."""
    car, open_card = state.car, COURSE.get(state.course[state.driven] if state.driven < len(state.course) else "")
    if code in ("CR-TURBO-01", "CR-MAX-01"):
        speed, strength = own_car(state, move)
        gone = ("your car is out",) if (car.strength - 1 if code == "CR-TURBO-01" else strength) <= 0 else ()
        if code == "CR-TURBO-01":
            return (move.card, *(gone or (car.strength - 1,)))
        by = CARDS[move.card].faster if hasattr(move, "card") else 1
        assert speed == car.top or strength <= 0
        return (car.speed + by, car.top, *(gone or ("one strength",)))
    if code in ("CR-RES-03", "CR-RED-02"):
        assert open_card is not None and open_card.minimum == (code == "CR-RED-02")
        speed, loss, _ = of_the_course(state, move)
        return speed, open_card.limit, loss
    if code == "CR-RES-05":
        assert open_card is not None
        _, loss, left = of_the_course(state, move)
        assert loss > car.handling
        return loss, open_card.damage, left if left > 0 else "your car is out"
    if code == "CR-LAP-01":
        left = len(state.course) - state.looked
        return (left,) if left else ("every card was shown",)
    if code == "CR-GOAL-02":
        told = (BELONGS.get(kind_of(move), "the race"), PARTS.get(state.phase, "the race"))
        return told if state.phase != "over" else ("the race is over",)
    if code == "CR-TUNE-02":
        due = len(car.tabled)
        return next(card for card in move.cards if card[0] != "BYP"[due]), COLOURS[due]
    if code == "CR-PLAY-04":
        return (move.card, move.to, *(("no driver here",) if all(one.name != move.to for one in state.cars) else ()))
    if code == "CR-PLAY-01" and hasattr(move, "card") and not move.also:
        return (move.card, "is an event" if move.card[0] == "E" else "not in your hand")
    if code == "CR-HAND-02":
        return (next(card for card in car.hand if card[0] != "E"),)
    if code == "CR-SPD-03":
        whose = getattr(move, "effect", "") and move.to != car.name
        assert (named(state, move.to) if whose else car).speed == 0
        return (move.to,) if whose else ("You brake",)
    if code == "CR-EVT-03":
        other = named(state, move.name)
        assert other.distance >= car.distance
        return move.name, car.name, "as far" if other.distance == car.distance else "less"
    if code == "CR-EVT-08" and move.to:
        known = next((one for one in state.cars if one.name == move.to), None)
        case = "" if move.effect == "two" else "is called" if known is None else "is out of the race"
        if case == "is called":
            return case, move.to
        return move.to, case
    found: tuple[object, ...] = BY_CODE.get(code, lambda state, move: ())(state, move)
    return found


BY_CODE: Mapping[str, Any] = {
    "CR-COMP-05": lambda state, move: ("hold no event" if move.effect in EFFECTS else move.effect,),
    "CR-TUNE-03": lambda state, move: (move.card, "a second time" if move.card in state.car.tabled else "does not lie"),
    "CR-PLAY-02": lambda state, move: (move.card,),
    "CR-EVT-09": lambda state, move: (move.name,),
    "CR-EVT-10": lambda state, move: (2,),
    "CR-OUT-02": lambda state, move: (named(state, move.name).out, move.name),
    "CR-RACE-03": lambda state, move: (move.name if isinstance(move, Speak) else STEPS[state.phase],),
}
SILENT = {"CR-TUNE-01", "CR-LAP-02", "CR-LAP-03", "CR-SETUP-04", "CR-INFO-01", "CR-HAND-01", "CR-PLAY-01", "CR-PLAY-03"}
SILENT |= {"CR-EVT-01", "CR-EVT-02", "CR-EVT-08"}
"""Rules whose sentence may name no number, no card and nobody."""


def check(state: State, move: Any, violation: Violation) -> None:
    said = reason(GAME, state, (move,), violation).said
    at = 0
    own = isinstance(move, Speak) and move.name == state.car.name and not state.over
    told = expected(state, move.move if own else move, violation.code)
    assert told or violation.code in SILENT, violation.code
    for one in map(str, told):
        found = said.find(one, at)
        assert found >= 0, f"{one!r} is not in {said!r}: {GAME.write_move(move)} in {GAME.write(state)}"
        at = found + len(one)


def sweep(seed: int, count: int) -> Counter[str]:
    met = Counter[str]()
    for laid, violation in faulty(seed, count):
        met[violation.code] += 1
        check(opened(laid.state), opened(laid.draft[0]), violation)
    return met


def test_what_random_refusals_and_warnings_name_is_found_again() -> None:
    met = sweep(5, 600)
    assert len(met) > 18, met


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(30, 34))
def test_what_thousands_of_refusals_and_warnings_name_is_found_again(seed: int) -> None:
    assert len(sweep(seed, 3000)) > 22


BROKEN = [(rule.code, text) for rule in GAME.rules() for text in rule.broken if "sheet" not in text]
OF_ONE_MOVE = [one for one in BROKEN if len(GAME.read_draft(one[1].partition(" :: ")[2]).moves) == 1]


@pytest.mark.parametrize(("code", "text"), OF_ONE_MOVE, ids=[code for code, _ in OF_ONE_MOVE])
def test_what_every_broken_example_names_is_found_again(code: str, text: str) -> None:
    position, _, draft = text.partition(" :: ")
    state, moves = GAME.read(position), GAME.read_draft(draft).moves
    told = (*GAME.judge(state, moves), *GAME.advise(state, moves))
    assert code in {violation.code for violation in told}
    for violation in told:
        check(state, moves[0], violation)


@pytest.mark.parametrize("seed", range(6))
def test_a_card_that_offends_no_course_is_within_every_one_that_may_come(seed: int) -> None:
    """The page says so of every card whose chance is 0 and of which no rule complains."""
    found = 0
    for decision in drive(seed):
        state, move = decision.before, decision.move
        if not isinstance(move, Play | Use) or GAME.advise(state, (move,)) or any(GAME.risk(state, (move,))):
            continue
        speed, _ = own_car(state, move)
        limits = [COURSE[card] for card in roads(state)]
        assert all(speed >= course.limit if course.minimum else speed <= course.limit for course in limits)
        found += 1
    assert found > 5
