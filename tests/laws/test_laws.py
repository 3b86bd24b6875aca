"""The laws of `laws.py` hold on some dozens of cases of every game, and in a wide run on many thousands."""

from __future__ import annotations

from importlib import import_module
from itertools import islice

import pytest

from rallyman_tutor.games import SHELF
from tests.laws import cases
from tests.laws.laws import LAWS, Law, own_laws, tried

MANY, MANY_WIDE = 60, 20_000


EVERY = [(law, key) for key in SHELF for law in (*LAWS, *own_laws(key))]


@pytest.mark.parametrize(("law", "key"), EVERY, ids=lambda one: f"law-{one.number}" if isinstance(one, Law) else one)
def test_a_law_holds(law: Law, key: str, wide: bool) -> None:
    if law.number not in import_module(f"tests.laws.{key}").HELD:
        pytest.skip("not yet")
    found = [case for case in tried(law, key, seed=0, many=MANY_WIDE if wide else MANY) if case.faults]
    assert not found, "\n".join(f"{case.line}: {case.faults}" for case in found[:10])


def test_cases_of_dirt_have_sisu_open_behind_the_finish_line() -> None:
    """The next decision is then made by a car that stands where nobody drives any more."""
    states = islice(cases.states("dirt", 0), 1000)
    assert sum(one.turn.phase == "sisu" and one.road.past[one.car.place] for one in states) >= 2
