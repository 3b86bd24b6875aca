"""Many rallies, counted."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.rally.many import AT_ONCE, EndOfRally, counted, drive, lots, tables_of
from rallyman_tutor.rally.setup import RallySetup, entries

SETUP = RallySetup(entries(2, "works"), many=1, seed="7")


def test_lots_have_every_number_once() -> None:
    numbers = [number for lot in lots("mil_millas", SETUP, 2 * AT_ONCE + 3) for number in lot.numbers]
    assert numbers == list(range(2 * AT_ONCE + 3))


def test_drivers_move_on_by_one_place_of_the_start() -> None:
    (lot,) = lots("mil_millas", SETUP, 3)
    ends = drive(lot, {})
    assert [end.names for end in ends] == [("Ana", "Ben"), ("Ben", "Ana"), ("Ana", "Ben")]
    assert len({end.sums for end in ends}) == 3 and drive(lot, {}) == ends


def test_rallies_are_counted_by_driver_and_by_place() -> None:
    ends = (
        EndOfRally(("Ana", "Ben"), (60, 70), (1, 2)),
        EndOfRally(("Ben", "Ana"), (50, 80), (1, 2)),
        EndOfRally(("Ana", "Ben"), (None, 90), (None, 1)),
        EndOfRally(("Ben", "Ana"), (66, 66), (1, 1)),
    )
    found = counted(SETUP, ends)
    ana, ben = found.drivers["Ana"], found.drivers["Ben"]
    assert (found.rallies, found.won_from) == (4, (0.75, 0.5))
    assert (ana.mean, ana.spread) == pytest.approx((mean((60, 80, 66)), stdev((60, 80, 66))))
    assert (ana.won, ana.out, ben.won, ben.out) == (0.5, 0.25, 0.75, 0.0)
    assert ben.error == pytest.approx(1.96 * stdev((70, 50, 90, 66)) / 2)


def test_a_driver_who_was_out_of_all_rallies_has_no_mean() -> None:
    found = counted(RallySetup(entries(1, "works")), [EndOfRally(("Ana",), (None,), (None,))])
    assert found.drivers["Ana"] == (0.0, 0.0, 0.0, 0.0, 1.0)


def test_tables_come_along_as_far_as_stages_are_solved(own_tables: None) -> None:
    solved = RallySetup(entries(1, "works"), ("s4 R3 s3 L3 s3", "s1 R1 s1 L4 s1"))
    assert len(tables_of(SHELF["classic"], solved)) == 1 and tables_of(SHELF["mil_millas"], SETUP) == {}
