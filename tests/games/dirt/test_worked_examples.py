"""Every worked example of the rulebook, as the catalogue lists them.

The edge cases are ours; these are the author's own. Where the rulebook shows a driver, a throw or a sum, it is here
under its number and the driver's name. What only stood in a picture is lost; such a gear, a space or a die is completed
as the catalogue does. One sum is printed wrong, and is shown here as what it is.
"""

from __future__ import annotations

import pytest

from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.generate import next_steps
from rallyman_tutor.games.dirt.play import totals
from rallyman_tutor.games.dirt.road import named_stages, read_tiles
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.games.dirt.step import caps, limit_of
from rallyman_tutor.games.dirt.tile_lists import arrange
from tests.games.dirt.roads import (
    begin,
    broken,
    can,
    drive,
    facts,
    finish,
    happened,
    order,
    place,
    rally,
    refused,
    warned,
    whereabouts,
)
from tests.games.driving import codes, with_car

MARTA = "6>L2 5>L3 4>L4 2b>d1 w>d2 3>L6"


# Order of play, the start


def test_ex_01_distance_then_speed_then_the_inner_lane() -> None:
    ahead = "FX-C | Red@L9 g2 ; Green@L7 g2 ; Blue@R4 g{} #2 ; Yellow@L4 g{} #1 ; Late@L1 g1 | Late then -"
    state, _ = drive(begin(ahead.format(3, 4)), "go 1>L2")
    assert order(state) == "Red Green Yellow Blue Late"
    state, _ = drive(begin(ahead.format(3, 3)), "go 1>L2")
    assert order(state) == "Red Green Blue Yellow Late"


def test_ex_02_four_drivers_start_one_by_one() -> None:
    state = rally("A B C D", ["FX-S"])
    played = [""] * 5
    while state.round <= 5:
        played[state.round - 1] += state.car.name
        state, _ = drive(state, "go 1" if state.car.gear == 0 else "go w" if can(state, "w") else "go o")
    assert ["".join(sorted(names)) for names in played] == ["A", "AB", "ABC", "ABCD", "ABCD"]
    assert [names[-1] for names in played[:4]] == ["A", "B", "C", "D"]


# Gear, gas, leader and brake dice


def test_ex_03_crisleyton_begins_with_the_1() -> None:
    state = begin("FX-S | A@L0")
    assert [refused(state, draft) for draft in ("1 2", "w", "2", "3")] == [
        ("", 0), ("DI-GAS-03", 1), ("DI-GEAR-05", 1), ("DI-GEAR-05", 1),
    ]  # fmt: skip
    assert whereabouts(drive(state, "go 1 2")[0]) == "L2 2"
    assert can(begin("FX-S | A@L0 | A | quickstart=on"), "2")


def test_ex_04_alain_goes_down_through_the_gears() -> None:
    draft = "5>L2 4>L3 3>L4 2>line1"
    assert warned(begin("FX-C | A@L1 g4"), draft) == []
    state, events = drive(begin("FX-C | A@L1 g4"), f"go {draft}")
    assert whereabouts(state) == "line1 2"
    assert facts(events, "card")["gear"] == 2


def test_ex_05_casas_drifts_on_gas() -> None:
    state, events = drive(begin("FX-C | A@L4 g3"), "go w>d1 w>d2")
    assert (whereabouts(state), facts(events, "card")["gear"]) == ("d2 3", 3)
    assert "DI-END-02" in codes(events)


def test_ex_06_casas_leads_and_drifts_on_leader_dice() -> None:
    start = "FX-C | A@L4 g3 | A leader A"
    state, _ = drive(begin(start), "go o>d1 o>d2")
    assert whereabouts(state) == "d2 3"
    assert refused(begin(start), "w>d1") == ("DI-LEAD-02", 1)


def test_ex_07_manu_brakes_past_the_3() -> None:
    state, events = drive(begin("FX-C | A@L3 g5"), "go 4>L4 2b>line1")
    assert (whereabouts(state), facts(events, "card")["gear"]) == ("line1 2", 2)


def test_ex_08_marta_uses_all_at_once() -> None:
    state, events = drive(begin("FX-C | A@L1 g5"), f"go {MARTA}")
    assert (whereabouts(state), facts(events, "card")["gear"]) == ("L6 3", 3)
    assert happened(events).count("moved") == 6
    state, events = drive(begin("FX-C | A@L1 g5"), f"flat {MARTA}")
    assert (whereabouts(state), state.cars[0].seconds) == ("L6 3", 6)


def test_ex_08b_without_the_brake_marta_has_no_second_3() -> None:
    assert refused(begin("FX-C | A@L1 g5"), "6>L2 5>L3 4>L4 3>d1 2>d2 3>L6") == ("DI-TURN-03", 6)


# Limits


def test_ex_09_javi_accelerates_out_of_the_bend() -> None:
    draft = "3>line1 4>R6"
    assert warned(begin("FX-C | A@L4 g4"), draft) == []
    assert whereabouts(drive(begin("FX-C | A@L4 g4"), f"go {draft}")[0]) == "R6 4"


def test_ex_09b_on_gas_javi_loses_control() -> None:
    state = begin("FX-C | A@L4 g4")
    assert broken(state, "w>line1") == []
    state, events = drive(state, "go w>line1")
    assert (facts(events, "lost")["cause"], facts(events, "card")["deck"]) == ("limit", 4)
    assert whereabouts(state) == "line1 0"


# Overtaking, blocked


@pytest.mark.parametrize("gear", [1, 2, 3, 4, 5, 6])
def test_ex_10_who_comes_alongside_is_as_fast_or_faster(gear: int) -> None:
    state = begin(f"FX-S | A@R3 g3 ; B@L4 g{gear}")
    assert refused(state, "w>R4") == (("", 0) if gear <= 3 else ("DI-PASS-01", 1))


def test_ex_11_red_passes_blue_and_yellow_and_slows_down() -> None:
    state = begin("FX-S | Red@R3 g4 ; Blue@L4 g5 ; Yellow@R5 g6")
    state, _ = drive(state, "go 5>R4 6>L5 4b>L6")
    assert whereabouts(state) == "L6 4"


def test_ex_11b_on_gas_red_is_too_slow_for_yellow() -> None:
    state = begin("FX-S | Red@R3 g4 ; Blue@L4 g5 ; Yellow@R5 g6")
    assert refused(state, "5>R4 w>L5") == ("DI-PASS-01", 2)


def test_ex_12_yellow_is_blocked_before_it_moves() -> None:
    state = begin("FX-S | Yellow@R4 g3 ; Blue@L5 g3 ; Green@R5 g3 | Yellow then -")
    assert next_steps(state) == []
    state, events = drive(state, "blocked")
    assert (whereabouts(state), facts(events, "card")["gear"]) == ("R4 3", 3)
    assert "rolled" not in happened(events)


def test_ex_13_red_is_blocked_after_a_space() -> None:
    state = begin("FX-S | Red@R3 g3 ; Orange@R5 g6 | Red then -")
    assert refused(state, "4>R4 5>L5") == ("DI-PASS-01", 2)
    assert refused(state, "4>R4 5>R5") == ("DI-MOVE-01", 2)
    state, events = drive(state, "go 4>R4")
    assert (whereabouts(state), facts(events, "card")["gear"]) == ("R4 4", 4)


# Flat out


def antonio() -> State:
    """Antonio's flat out has failed: the 4 and both gas dice show a hazard, the 5 does not."""
    return drive(begin("FX-A | A@L4 g3"), "flat 4>L5! 5>L6. w>d1! w>d2!")[0]


def test_ex_14_antonio_chooses_the_yellow_tile_and_4th() -> None:
    state, events = drive(antonio(), "arrange 4>L5 5>L6 w>d1 w>d2")
    assert (whereabouts(state), facts(events, "card")["deck"], state.cars[0].seconds) == ("d2 0", 5, 4)
    assert state.road.spaces[place(state, "d2")].danger == "red"
    state, events = drive(antonio(), "arrange 4>L5 w>h1 w>h2")
    assert (whereabouts(state), facts(events, "card")["deck"], state.cars[0].seconds) == ("h2 0", 4, 4)
    assert state.road.spaces[place(state, "h2")].danger == "yellow"


def test_ex_15_antonio_may_break_a_limit_instead() -> None:
    state, events = drive(antonio(), "arrange 4>L5 w>L6 5>line1")
    assert (facts(events, "lost")["cause"], facts(events, "card")["deck"]) == ("limit", 5)
    assert (whereabouts(state), state.cars[0].seconds) == ("line1 0", 4)


def test_ex_15b_antonio_may_not_dodge_it() -> None:
    assert refused(antonio(), "arrange 4>L5 5>L6 w>d1")[0] == "DI-REARR-03"


# Seconds


def test_ex_16_javier_secures_a_gear_with_two_brakes() -> None:
    state, events = drive(begin("FX-S | A@L1 g5 s6 | A | brakes=2"), "go 2bb>L2$")
    assert (facts(events, "secured")["cost"], state.cars[0].seconds) == (6, 0)


@pytest.mark.parametrize(("secured", "cost"), [(1, 9), (2, 12)])
def test_ex_16b_every_die_secured_before_makes_it_dearer(secured: int, cost: int) -> None:
    state = begin(f"FX-S | A@L2 g5 s{cost} | A {'w ' * secured}${secured} left[2bb>L3] | brakes=2")
    state, events = drive(state, "2bb>L3$")
    assert (facts(events, "secured")["cost"], state.cars[0].seconds) == (cost, 0)


# Losing control, damage


def test_ex_17_rosita_spins() -> None:
    state, events = drive(begin("FX-C | A@L4 g4 ; B@L1 g1 | A then B"), "go w>line1{spin}")
    car = state.cars[0]
    assert (whereabouts(state), car.spun, car.beside, car.clock) == ("line1 0", True, False, 60)
    assert (car.gears, car.brakes, car.gas, car.flags) == (0, 0, 0, 0)
    assert "damage" not in happened(events)


def test_ex_18_rosita_crashes_and_draws_three_tokens() -> None:
    state, events = drive(begin("FX-A | A@R6 g4 ; B@L1 g1 | A then B"), "go w>line1{hard}{flag}{flag}{gear}")
    car = state.cars[0]
    assert (facts(events, "card")["deck"], car.beside, car.gear) == (4, True, 0)
    assert happened(events).count("damage") == 3
    assert (car.gears, car.flags) == (1, 2)


def test_ex_19_unna_has_five_gear_dice_and_no_brake() -> None:
    state = begin("FX-S | A@L3 g6 G1 B1")
    assert caps(state) == (5, 2, 0)
    assert refused(state, "4b>L4") == ("DI-POOL-01", 1)


# The rally sheet


def test_ex_20_the_printed_sum_is_eight_seconds_short() -> None:
    """2:55 and 4:32 make 7:27. The sheet in the book says 7:19, which no penalty explains: they only add, and in
    fives."""
    first, second, printed = 2 * 60 + 55, 4 * 60 + 32, 7 * 60 + 19
    (total,) = totals([(first,), (second,)], 1)
    assert total == 447 == 7 * 60 + 27
    assert total - printed == 8
    state = rally("A", ["FX-F", "FX-F"])
    state = finish(finish(state, first), second)
    assert list(GAME.result(state)["sums"]) == [447]


def test_ex_21_rosita_starts_second_with_a_gas_damage_and_a_wheel() -> None:
    state = finish(rally("Ana Rosita", ["FX-F", "FX-F", "FX-F"]), 200, 100)
    state = with_car(state, 1, gas=1)
    state = finish(state, 100, 250)
    assert (state.turn.phase, state.car.name) == ("gap", "Rosita")
    state, _ = drive(state, "accept")
    assert [state.cars[seat].name for seat in state.order] == ["Ana", "Rosita"]
    rosita = state.cars[1]
    assert (rosita.gas, rosita.wheel, rosita.status) == (1, True, "waiting")
    state, _ = drive(state, "go 1")
    while state.car.name != "Rosita":
        state, _ = drive(state, "go 2")
    assert caps(state)[1] == 1


def test_ex_22_the_stage_of_the_setup_picture() -> None:
    listed = named_stages()["lists"]["EX-22"]
    tiles = read_tiles(listed)
    assert [tile.side.code for tile in tiles] == listed.split()
    assert len({tile.side.piece for tile in tiles}) == len(tiles) == 11
    found = arrange(listed)
    assert found.stage is not None
    assert not found.stage.service


def test_ex_23_damage_is_noted_when_there_is_no_service_park() -> None:
    state = with_car(rally("A", ["FX-F", "FX-F"]), gas=1)
    state, _ = drive(finish(state, 100), "accept")
    assert " W1 " in GAME.write(state)
    assert GAME.read(GAME.write(state)).cars == state.cars
    assert (state.cars[0].gears, state.cars[0].gas, state.cars[0].brakes, state.cars[0].wheel) == (0, 1, 0, True)


# Jumps, gravel


@pytest.mark.parametrize(
    ("gear", "draft", "there", "face", "lost"),
    [
        (3, "2>L4", "L4 2", ".", False),
        (3, "3>L4>L5", "L5 3", "!", False),
        (3, "3>L4>R5", "R5 3", "!", False),
        (3, "4>L4>L6", "L6 4", ".", False),
        (3, "4>L4>R6", "R6 4", ".", False),
        (3, "4>L4>L6", "L6 0", "!", True),
        (4, "5>L4>L6", "L6 0", ".", True),
        (4, "5>L4>R6", "R6 0", ".", True),
    ],
)
def test_ex_24_the_faster_over_a_jump_the_further(gear: int, draft: str, there: str, face: str, lost: bool) -> None:
    state, events = drive(begin(f"FX-J | A@L3 g{gear}"), f"go {draft}{face}")
    assert (whereabouts(state), "lost" in happened(events)) == (there, lost)


def test_ex_25_gravel_takes_one_from_every_limit_of_its_bend() -> None:
    state = begin("FX-SL | A@L4 g1 | A | gravel 1:3")
    assert {name: limit_of(state, place(state, name), state.car.place) for name in ("line1", "d1", "d2", "k1")} == {
        "line1": 0, "d1": 1, "d2": 1, "k1": 2,
    }  # fmt: skip
    assert refused(state, "1>line1") == ("DI-LIMIT-05", 1)


# All of them


def test_every_worked_example_has_its_test() -> None:
    numbers = {name.split("_")[2] for name in globals() if name.startswith("test_ex_")}
    assert numbers == {f"{n:02}" for n in range(1, 26)} | {"08b", "09b", "11b", "15b", "16b"}
