"""Whole rallies of bots: the sheet against an adding machine, the same seed, and every rally read back."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random

import pytest

from rallyman_tutor.coach.bots import LEVELS
from rallyman_tutor.games import SHELF
from rallyman_tutor.rally import rally as rallies
from rallyman_tutor.rally.box import DIFFICULTIES, LENGTHS
from rallyman_tutor.rally.boxes import box_of
from rallyman_tutor.rally.rally import Rally, begin, driven, driving
from rallyman_tutor.rally.setup import Entry, RallySetup, drawn, levels_of
from rallyman_tutor.rally.sheet import gaps_of, places_of, sheet_of
from tests.rally.adding_machine import added
from tests.some import some

FEW, MANY = 3, 200
GAMES = tuple(SHELF)


def some_setup(key: str, number: int) -> RallySetup:
    """A rally by lot: drivers, stages of the box or drawn, rules. Drivers of a level that reckon for long are rare."""
    game, rng = SHELF[key], Random(f"{key} {number}")
    box, levels = box_of(game), levels_of(game)
    usual = levels[:1] if key in ("classic", "dirt") else levels
    seats = rng.choice([seats for seats in game.seats if seats > 1])
    at_hand = levels if number % 20 == 7 else usual
    entries = tuple(
        Entry(name, rng.choice(at_hand)) for name in ("Ana", "Ben", "Çelik", "Дан", "Eva", "f2", "G", "H", "I")[:seats]
    )
    agreed = box.rules[rng.choice([*box.rules])]
    if box.draw is None:
        return RallySetup(entries, (), rng.choice(box.counts[:4]), agreed, str(number))
    if number % 2:
        stages = box.rallies[rng.choice([*box.rallies])]
    else:
        length = rng.choice(LENGTHS[:2])
        stages = drawn(game, rng.choice(box.counts[:2]), length, rng.choice(DIFFICULTIES), str(number))
    return RallySetup(entries, stages, 0, agreed, str(number))


@cache
def some_rally(key: str, number: int) -> Rally:
    return driven(begin(SHELF[key], some_setup(key, number)))


def told_by_hand(rally: Rally) -> None:
    """Hold a sheet against the adding machine."""
    sheet = sheet_of(rally.game, rally.state)
    sides = rally.game.result(rally.state).get("sides", range(len(rally.levels)))
    machine = added(rally.game.key, len(set(sides)), [past.events for past in rally.replay.past])

    def by_seat(column: list[int | None]) -> tuple[int | None, ...]:
        return tuple(column[side] for side in sides)  # partners read one column

    assert sheet.rows == tuple(map(by_seat, machine.rows))
    assert sheet.sums == by_seat(machine.sums)
    if rally.game.key != "crazy_rally":  # there a crash on the last stage, or speed, tells equal cars apart
        assert sheet.places == by_seat(machine.places)
        assert sheet.gaps == by_seat(machine.gaps)
    assert [places for places, _ in zip(sheet.orders, sheet.rows, strict=True)][-1] == sheet.places


@pytest.mark.parametrize("number", range(1, FEW + 1))
@pytest.mark.parametrize("key", GAMES)
def test_a_sheet_is_what_an_adding_machine_makes_of_the_log(key: str, number: int) -> None:
    told_by_hand(some_rally(key, number))


@pytest.mark.parametrize("key", GAMES)
def test_the_same_seed_makes_the_same_rally_and_another_seed_another_one(key: str) -> None:
    setup = some_setup(key, 1)
    again, other = driven(begin(SHELF[key], setup)), driven(begin(SHELF[key], setup._replace(seed="other")))
    assert again.replay.code() == some_rally(key, 1).replay.code() != other.replay.code()


@pytest.mark.parametrize("key", GAMES)
def test_a_rally_that_is_read_back_is_the_same_and_has_the_same_sheet(key: str) -> None:
    rally = some_rally(key, 2)
    again = rallies.load(SHELF[key], rallies.save(rally))
    assert again == rally and sheet_of(again.game, again.state) == sheet_of(rally.game, rally.state)


@pytest.mark.parametrize("key", GAMES)
def test_a_rally_that_is_left_anywhere_goes_on_as_if_it_had_not_been(key: str) -> None:
    whole = some_rally(key, 3)
    *_, part = islice(driving(begin(SHELF[key], some_setup(key, 3))), len(whole.replay.past) // 2)
    back = driven(rallies.load(SHELF[key], rallies.save(part)))
    assert len(part.replay.past) < len(whole.replay.past) and back == whole


@pytest.mark.wide
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("key", GAMES)
def test_two_hundred_rallies_a_game_are_added_up_again_and_read_back(key: str, part: int) -> None:
    for number in some(range(part * MANY // 10, (part + 1) * MANY // 10)):
        rally = driven(begin(SHELF[key], some_setup(key, number)))
        told_by_hand(rally)
        back = rallies.load(SHELF[key], rallies.save(rally))
        assert sheet_of(back.game, back.state) == sheet_of(rally.game, rally.state), number


def test_a_sheet_has_a_row_for_each_stage_that_is_over() -> None:
    rows = []
    for rally in driving(begin(SHELF["classic"], some_setup("classic", 1))):
        rows.append(len(sheet_of(rally.game, rally.state).rows))
    assert rows[0] == 0 and rows[-1] == 3 and rows == sorted(rows) and set(rows) == {0, 1, 2, 3}


def test_before_the_first_stage_is_over_nobody_has_a_place() -> None:
    sheet = sheet_of(SHELF["dirt"], begin(SHELF["dirt"], some_setup("dirt", 1)).state)
    assert sheet.rows == () and set(sheet.places) == {None} and set(sheet.gaps) == {None}


def test_places_and_gaps_by_hand() -> None:
    assert places_of((70, 60, None, 60), "seconds") == (3, 1, None, 1)
    assert places_of((70, 60, 60), "points") == (1, 2, 2)
    assert places_of((60, 70, 60, 70), "points", (0, 1, 0, 1)) == (2, 1, 2, 1), "partners are counted once"
    assert gaps_of((70, 60, None, 60), (3, 1, None, 1), "seconds") == (10, 0, None, 0)
    assert gaps_of((90, 95, 80), (1, 3, 2), "distance") == (0, None, 10), (
        "who has driven more and crashed is not behind"
    )
    assert gaps_of((None, None), (None, None), "seconds") == (None, None)


def test_levels_are_those_of_the_bots() -> None:
    assert levels_of(SHELF["dirt"])[1:] == LEVELS == levels_of(SHELF["mil_millas"])
