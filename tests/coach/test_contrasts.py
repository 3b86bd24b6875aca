"""A decision that a principle of DIRT sets beside another differs from it in just one respect."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from rallyman_tutor.coach.principles.dirt import contrasts


class Drive(NamedTuple):
    """A decision to drive dice, with the seconds paid to secure one of them."""

    dice: str
    pays: int


@pytest.mark.parametrize(("contrast", "now", "then"), [("secured", 0, 1), ("unsecured", 1, 0)])
def test_only_whether_a_die_is_secured_differs_and_the_dice_are_the_same(
    contrast: str, now: int, then: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contrasts, "_pays", lambda move: move.pays)
    monkeypatch.setattr(contrasts, "laid", lambda seen, move: move.dice)
    better = [(1.0, Drive("4", then)), (2.0, Drive("3 4", now)), (3.0, Drive("3", then)), (4.0, Drive("3", now))]
    seen: Any = SimpleNamespace(move=Drive("3", now), cost=9.0, better=better)
    assert list(getattr(contrasts, contrast)(seen)) == [Drive("3", then)]
    seen.move = Drive("3", then)
    assert list(getattr(contrasts, contrast)(seen)) == []
