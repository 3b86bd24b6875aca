"""The laws of `laws.py` hold on some hundred cases of every game, and in a wide run on many thousands."""

from __future__ import annotations

from importlib import import_module

import pytest

from rallyman_tutor.games import SHELF
from tests.laws.laws import LAWS, Law, own_laws, tried

MANY, MANY_WIDE = 150, 20_000


EVERY = [(law, key) for key in SHELF for law in (*LAWS, *own_laws(key))]


@pytest.mark.parametrize(("law", "key"), EVERY, ids=lambda one: f"law-{one.number}" if isinstance(one, Law) else one)
def test_a_law_holds(law: Law, key: str, wide: bool) -> None:
    if law.number not in import_module(f"tests.laws.{key}").HELD:
        pytest.skip("not yet")
    found = [case for case in tried(law, key, seed=0, many=MANY_WIDE if wide else MANY) if case.faults]
    assert not found, "\n".join(f"{case.line}: {case.faults}" for case in found[:10])
