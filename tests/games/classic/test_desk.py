"""All that lies before the driver: dice, dials, and the decisions of the moment with the numbers on their buttons."""

from __future__ import annotations

import random

import pytest

from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.notation import read_position, write_position
from rallyman_tutor.tutor.words.words import words
from tests.games.classic.rallies import drive

WORDS = words("classic")


def offers(position: str, draft: str = "") -> dict[str, dict[str, object]]:
    """The decisions on the desk with a draft laid, in their order, with the facts of each."""
    state = read_position(position)
    found = GAME.desk(state, tuple(GAME.read_moves(state, draft))).offers
    return {offer.name: dict(offer.facts) for offer in found}


@pytest.mark.parametrize(
    ("position", "draft", "cost"),
    [
        ("s14 | A@s1 g3 s6", "3$", 1),
        ("s14 | A@s2 g3 s6 | A 3 $1", "4$", 2),
        ("s14 | A@s3 g4 s6 | A 3 4 $2", "5$", 3),
    ],
)
def test_a_button_takes_the_seconds_that_it_tells(position: str, draft: str, cost: int) -> None:
    state = read_position(position)
    offer = next(iter(GAME.desk(state, tuple(GAME.read_moves(state, draft))).offers))
    after, _ = GAME.play(state, offer.move, Seeded(1))
    assert offer.name == "secure"
    assert offer.facts["cost"] == state.car.seconds - after.cars[0].seconds == cost


def test_every_offer_on_the_desk_is_legal_and_has_its_words() -> None:
    rng = random.Random(9)
    asked = 0
    for seed in range(340, 352):
        for decision in drive(seed):
            if rng.random() > 0.15:
                continue
            asked += 1
            state = decision.before
            desk = GAME.desk(state, ())
            for offer in desk.offers:
                assert not GAME.judge(state, (offer.move,)), (write_position(state), offer)
                assert WORDS.phrase("offers", offer.name, offer.facts), (write_position(state), offer)
    assert asked > 80


@pytest.mark.parametrize(
    ("position", "draft", "names"),
    [
        ("s14 | A@s1 g3", "", "retire"),
        ("s14 | A@s1 g3", "3 4", "roll attack retire"),
        ("s14 | A@s1 g3", "A[3 4 5]", "attack retire"),
        ("s14 | A@s2 g3 | A 3", "", "stop"),
        ("s14 | A@s2 g3 | A 3!", "4", "roll stop sisu"),
        ("s14 | A@s2 g3 s1 | A 3", "4$ 5", "secure stop"),
        ("s14 | A@s4 g4 | A 3 4 w !!! phase=sisu ended=hazards", "", "sisu accept"),
        ("s14 | A p1 finished | A phase=gap", "", "wheel-gap accept-gap"),
        ("s14 | A | A phase=tyres | weather=fixed", "", "summer winter"),
    ],
)
def test_the_decisions_of_a_moment_stand_in_their_order(position: str, draft: str, names: str) -> None:
    assert " ".join(offers(position, draft)) == names


def test_a_button_tells_the_die_the_gear_and_the_card() -> None:
    found = offers("s14 | A@s2 g3 | A 3!", "4")
    assert found["roll"] == {"die": 4, "cost": 1} and found["stop"] == {"gear": 3, "seconds": 30}
    assert offers("s14 | A@s1 g3", "3 4 5")["attack"] == offers("s14 | A@s1 g3", "A[3 4 5]")["attack"] == {"count": 3}


def test_an_attack_that_is_refused_is_not_offered() -> None:
    assert "attack" in offers("s14 | A@s1 g3", "A[3 4]")
    for refused in ("A[1 2]", "A[3 w w w]", "A[3 5]"):
        assert "attack" not in offers("s14 | A@s1 g3" if refused != "A[1 2]" else "s14 | A@s1 g5", refused)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (
            "s14 | A@s5 g4 c120 s6 d1 p1 no-wheel ; B@s1 g1 | A 4 !",
            {
                "driver": "A", "gear": 4, "clock": 120, "seconds": 6, "damage": 1, "punctures": 1, "wheel": False, "sisu": True,
                "tyres": "", "hazards": 1, "limit": 3, "phase": "roll", "used": 1, "round": 2,
                "cards": (60, 50, 40, 30, 20, 10), "then": 4,
            },
        ),
        (
            "s14 | A ; B@s1 g2 winter no-sisu | B r5 | weather=fixed",
            {
                "driver": "B", "gear": 2, "clock": 0, "seconds": 0, "damage": 0, "punctures": 0, "wheel": True, "sisu": False,
                "tyres": "winter", "hazards": 0, "used": 0, "round": 5,
            },
        ),
    ],
)  # fmt: skip
def test_the_desk_tells_how_the_driver_stands(position: str, told: dict[str, object]) -> None:
    facts: dict[str, object] = {**GAME.desk(read_position(position), ()).facts}
    assert {name: facts[name] for name in told} == told


def test_who_is_out_is_told_to_be_out() -> None:
    stands = GAME.desk(read_position("s14 | A@s5 g3 ; B finished ; C out | A"), ()).standings
    assert [(one.name, one.still_in, one.car) for one in stands] == [("A", True, 0), ("B", True, 1), ("C", False, 2)]


def dials(position: str, draft: str = "") -> str:
    state = read_position(position)
    return " ".join(one.name for one in GAME.desk(state, tuple(GAME.read_moves(state, draft))).readouts)


def test_gear_clock_and_hazards_are_told_always_and_the_rest_where_there_is_something_to_tell() -> None:
    assert dials("s14 | A@s1 g3") == "gear clock hazards"
    assert dials("s14 | A@s1 g3", "3 4") == "gear clock hazards then"
    assert dials("s14 | A@s2 g3 p1 c10 s2 d1 | A 3!") == "pile gear clock hazards seconds damage punctures wheel sisu"
    assert dials("s14 | A@s1 g3 no-wheel no-sisu | A | weather=fixed") == "gear clock hazards tyres no-wheel"


def test_what_is_left_of_each_die_is_what_was_neither_driven_nor_laid() -> None:
    def left(position: str, draft: str = "") -> str:
        state = read_position(position)
        pieces = GAME.desk(state, tuple(GAME.read_moves(state, draft))).pieces
        return " ".join(f"{piece.face}x{piece.left}" for piece in pieces)

    assert left("s14 | A@s1 g3") == "1x1 2x1 3x1 4x1 5x1 wx2"
    assert left("s14 | A@s2 g3 p1 | A 3", "4") == "1x1 2x1 3x0 4x0 5x1 wx1"
    assert left("s14 | A@s3 g3 | A 3 w", "w") == "1x1 2x1 3x0 4x1 5x1 wx0"
    assert left("s14 | A@s1 g3 | A attack3[w 3 4!]", "3") == "1x0 2x0 3x0 4!x1 5x0 wx1"


def test_a_space_is_told_by_its_number_its_bend_and_its_note() -> None:
    state = read_position("s4 R3/4x3K4 s2 L2 | A@s4 g4 | A | dirt b1:2")
    told = {
        place.key: tuple(place.facts[name] for name in ("n", "nth", "turn", "note")) for place in GAME.places(state)
    }
    assert told["s4"] == ("4", 0, "", 0) and told["s5"] == ("5", 0, "", 0)
    assert told["b1.line"] == ("1", 0, "R", 1) and told["b1.d3"] == ("1", 3, "R", 2)
    assert told["b1.cut"] == ("1", 0, "R", 4) and told["b2.line"] == ("2", 0, "L", 2)
