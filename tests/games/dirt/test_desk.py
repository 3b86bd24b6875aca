"""All that lies before the driver: dice and decisions, and the list of cars as it is read and heard.

Of every car gear and clock are told always, the rest as soon as it is true of somebody.
"""

from __future__ import annotations

import random

import pytest

from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.desk import RALLIES, STAGES, frozen_draft
from rallyman_tutor.games.dirt.notation import read_position, write_position
from rallyman_tutor.games.dirt.state import LIMIT, Roll
from rallyman_tutor.tutor.words.words import words
from tests.games.dirt.rallies import draft, drive
from tests.games.dirt.roads import finish, rally

WORDS = words("dirt")


def told(position: str) -> list[dict[str, str]]:
    """The cars of a position in words, a line each."""
    stands = GAME.desk(GAME.read(position), ()).standings
    return [{name: WORDS.fact(name, value) for name, value in stand.facts.items()} for stand in stands]


def test_a_fresh_start_tells_gear_clock_and_place_only() -> None:
    ana, ben = told("R3-SS1 | Ana@1.L1 ; Ben | Ana")
    assert list(ana) == list(ben) == ["gear", "clock", "at"]
    assert (ana["gear"], ana["clock"], ana["at"]) == ("neutral", "0:00", "row 1 left on tile 1")
    assert ben["at"] == "before the start"


def test_seconds_damage_and_the_wheel_are_told_of_all_as_soon_as_one_has_something_to_tell() -> None:
    ana, ben = told("R3-SS1 | Ana@3.R1 g3 s4 ; Ben@3.L1 g3 W1 G1 B1 no-wheel | Ana")
    assert (ana["seconds"], ana["damage"], ana["wheel"]) == ("4", "0", "aboard")
    assert (ben["seconds"], ben["damage"], ben["wheel"]) == ("0", "3", "used")


def test_who_is_finished_or_out_stands_nowhere() -> None:
    cars = told("FX-S | Ana@L5 g3 ; Ben finished ; Cleo out | Ana")
    assert [car["at"] for car in cars] == ["row 5 left on tile 1", "finished", "out"]
    stands = GAME.desk(GAME.read("FX-S | Ana@L5 g3 ; Ben finished ; Cleo out | Ana"), ()).standings
    assert [(one.name, one.still_in, one.car) for one in stands] == [
        ("Ana", True, 0),
        ("Ben", True, 1),
        ("Cleo", False, 2),
    ]


def test_every_column_has_a_title() -> None:
    stands = GAME.desk(GAME.read("R3-SS1 | Ana@3.R1 g3 s4 ; Ben@3.L1 g3 W1 no-wheel | Ana"), ()).standings
    assert {len(stand.facts) for stand in stands} == {6}
    assert set(stands[0].facts) <= set(WORDS.group("readouts"))


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (
            "FX-D | A@L8 g4 c120 s6 G1 B1 W1 K1 F2 no-wheel ; B@L1 g1 | A 4 ! left[5>L9] leader A r4 | sisu=stage",
            {
                "driver": "A", "gear": 4, "then": 4, "clock": 120, "seconds": 6, "damage": 4, "gears": 1, "brakes": 1, "gas": 1,
                "flags": 2, "punctures": 1, "wheel": False, "sisu": True, "leader": True, "hazards": 1, "limit": 3,
                "phase": "roll", "used": 1, "round": 4, "cards": (60, 50, 40, 30, 20, 15, 10),
            },
        ),
        (
            "FX-S | B@L3 g3 ; A | B",
            {
                "driver": "B", "gear": 3, "clock": 0, "seconds": 0, "damage": 0, "gears": 0, "brakes": 0, "gas": 0, "flags": 0,
                "punctures": 0, "wheel": True, "sisu": False, "leader": False, "hazards": 0, "used": 0,
            },
        ),
    ],
)  # fmt: skip
def test_the_desk_tells_how_the_driver_stands(position: str, told: dict[str, object]) -> None:
    facts: dict[str, object] = {**GAME.desk(GAME.read(position), ()).facts}
    assert {name: facts[name] for name in told} == told


@pytest.mark.parametrize(
    ("position", "draft", "told"),
    [
        ("FX-S | A@L3 g3", "", "1:1/1 2:1/1 3:1/1 4:1/1 5:1/1 6:1/1 w:2/2 b:1/1"),
        ("FX-S | A@L3 g5 W1", "4 w 2b", "1:1/1 2:0/1 3:1/1 4:0/1 5:1/1 6:1/1 w:0/1 b:0/1"),
        ("FX-S | A@L3 g3 | A rolled[4>L4! 2b>L5!! w>L6.]", "", "1:0/0 2!:1/1 3:0/0 4!:1/1 5:0/0 6:0/0 w:1/1 b!:1/1"),
    ],
)
def test_every_piece_tells_how_many_are_left_of_how_many(position: str, draft: str, told: str) -> None:
    pieces = GAME.desk(GAME.read(position), GAME.read_draft(draft).moves if draft else ()).pieces
    assert " ".join(f"{piece.face}:{piece.left}/{piece.total}" for piece in pieces) == told


def test_what_is_said_in_a_draft_has_no_piece_and_a_die_laid_behind_it_keeps_its_own() -> None:
    laid = GAME.desk(GAME.read("FX-S | A@L3 g3"), GAME.read_draft("stop 4>L4").moves).laid
    assert [(one.piece, one.place) for one in laid] == [("", ""), ("4", "")]


def ends(position: str, draft: str = "") -> object:
    """The gear of the card that a draft would come to, or what is left of the one that is driven."""
    state = GAME.read(position)
    kept = GAME.frozen_draft(state)
    return GAME.desk(state, tuple(GAME.read_moves(state, draft) if kept is None else kept)).facts["then"]


def test_the_dial_tells_in_which_gear_a_draft_would_end_and_what_is_left_of_it_too() -> None:
    assert ends("FX-C | A@L2 g4 | A | leader=off", "4>L3 5>L4") == 5
    assert ends("T01a T03a T02a | A@1.L2 g1 | A 1 left[2>1.L3 3>2.L1] | leader=off") == 3
    assert ends("T01a T03a T02a | A@1.L2 g1 | A 1 left[2>1.L3] | leader=off") == 2


def test_a_draft_that_is_certain_to_lose_control_would_end_in_neutral() -> None:
    assert ends("FX-C | A@L4 g4 | A | leader=off", "4>line1") == 0
    assert ends("FX-C | A@L3 g4 | A w left[5>L4 4>line1] | leader=off") == 0


def test_every_offer_on_the_desk_is_legal_and_every_piece_has_a_verdict_on_every_near_space() -> None:
    rng = random.Random(9)
    asked = 0
    for seed in range(340, 352):
        for decision in drive(seed):
            if rng.random() > 0.15:
                continue
            asked += 1
            state = decision.before
            laid = draft(state, rng)[:3] if state.turn.phase == "draft" else frozen_draft(state) or ()
            desk = GAME.desk(state, laid)
            assert desk.offers, write_position(state)
            for offer in desk.offers:
                assert not GAME.judge(state, (offer.move,)), (write_position(state), offer)
                assert WORDS.phrase("offers", offer.name, offer.facts), (write_position(state), offer)
            assert len(desk.laid) == len(laid) and all(step.place for step in desk.laid)
            for hold in GAME.placements(state, laid):
                assert bool(hold.refused) == bool(
                    [v for v in GAME.judge(state, (*laid, hold.move)) if v.at == len(laid)]
                ), (write_position(state), hold.move)
    assert asked > 80


@pytest.mark.parametrize(
    ("position", "draft"),
    [
        ("FX-S | A@L3 g3 s6", "4>L4$ 5>L5"),
        ("FX-C | A@L4 g5 s6", "3b>line1$"),
        ("FX-S | A@L5 g4 s6 #2 | A 4 w !! left[w>L6]", ""),
    ],
)
def test_a_button_takes_the_seconds_that_it_tells(position: str, draft: str) -> None:
    state = read_position(position)
    laid = tuple(GAME.read_moves(state, draft)) or tuple(frozen_draft(state) or ())
    offer = next(offer for offer in GAME.desk(state, laid).offers if offer.name == "secure")
    after, _ = GAME.play(state, offer.move, Seeded(1))
    assert offer.facts["cost"] == state.car.seconds - after.cars[0].seconds > 0


def test_a_time_control_offers_to_take_none_five_or_ten_seconds() -> None:
    offers = GAME.desk(finish(rally("A", ["FX-F", "FX-F"], timecontrol="on"), 100), ()).offers
    assert [(WORDS.phrase("offers", one.name, one.facts), GAME.write_move(one.move)) for one in offers] == [
        ("Take no penalty", "penalty 0"), ("Take 5 s", "penalty 5"), ("Take 10 s", "penalty 10"),
    ]  # fmt: skip


def test_a_piece_laid_in_a_lower_gear_takes_its_brakes_along() -> None:
    state = read_position("FX-C | A@L4 g5")
    hold = next(hold for hold in GAME.placements(state, ()) if hold.piece == "3" and hold.place.endswith("line1"))
    assert hold.move == Roll(3, "FX-C#1.line1", 1) and not hold.refused
    assert GAME.desk(state, (hold.move,)).laid[0].piece == "3+b"


def test_the_desk_tells_what_is_left_of_a_frozen_draft() -> None:
    state = read_position("FX-S | A@L3 g3 s3")
    drive_on = GAME.read_draft("go 4>L4 (w>L5 5>L6)").moves[0]
    after, _ = GAME.play(state, drive_on, Seeded(1))
    assert [GAME.write_move(move) for move in frozen_draft(after) or ()] == ["w>L5", "5>L6"]
    offers = [offer.name for offer in GAME.desk(after, frozen_draft(after) or ()).offers]
    assert offers[:2] == ["roll", "secure"] and "stop" in offers


def test_a_failed_flat_out_shows_its_dice_with_their_faces() -> None:
    state = read_position("FX-S | A@L3 g3 | A rolled[4>L4! 2b>L5!! w>L6.]")
    faces = {piece.key: (piece.face, piece.left) for piece in GAME.desk(state, ()).pieces}
    assert faces["4"] == ("4!", 1) and faces["b"] == ("b!", 1) and faces["w"] == ("w", 1) and faces["3"][1] == 0
    assert sum(map(sum, state.turn.faces)) == LIMIT


def test_dice_can_be_secured_while_they_are_laid_and_not_when_they_lie_rolled() -> None:
    def variants(position: str) -> list[list[str]]:
        state = read_position(position)
        laid = GAME.desk(state, tuple(GAME.read_moves(state, "4>L4"))).laid
        return [[offer.name for offer in step.variants] for step in laid]

    assert variants("FX-S | A@L3 g3 s5") == [["secure"]]
    assert variants("FX-S | A@L3 g3") == [[]]
    assert variants("FX-S | A@L3 g3 s5 | A rolled[4>L4! 5>L5! w>L6!]") == [[]]


def test_all_official_stages_and_rallies_can_be_sat_down_at() -> None:
    assert len(STAGES) == 18 and len(RALLIES) == 6
    for name in (*STAGES, *RALLIES):
        state = GAME.new(GAME.spec(GAME.ready_tables[name], ("A", "B")))
        assert state.rally is not None and len(state.rally.stages) == (3 if name in RALLIES else 1)


def test_an_order_of_play_is_called_only_while_somebody_waits() -> None:
    orders = {
        cars: [one.name for one in GAME.claims(GAME.read(f"FX-S | {cars}"))].count("lineup")
        for cars in ("A ; B ; C", "A@L2 g2 ; B", "A", "A@L1 g1 ; B@L2 g2", "A@L5 g3 ; B finished")
    }
    assert list(orders.values()) == [6, 2, 0, 0, 0]


def test_a_space_behind_the_start_line_is_offered_until_a_die_is_laid() -> None:
    state = GAME.read("FX-S | A ; B")
    for laid, offered in (((), True), (GAME.read_draft("1>L1").moves, False)):
        assert ("enter" in [one.name for one in GAME.desk(state, laid).offers]) is offered


def test_the_name_of_a_space_tells_the_limit_that_gravel_leaves() -> None:
    def told(gravel: str) -> list[object]:
        places = GAME.places(read_position(f"202a T15a 210a 203a | A@1.L1 g2 | A{gravel}"))
        return [place.facts["limit"] for place in places if place.kind == "drift"]

    assert told("") == [2, 2, 2, 2, 2, 2]
    assert told(" | gravel 2:1") == [1, 1, 1, 2, 2, 2]
    assert told(" | gravel 2:4") == ["closed", "closed", "closed", 2, 2, 2]
