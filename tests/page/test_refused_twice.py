"""Refusals of a drive and of a lesson are told twice: a test names what was asked in vain, and does what the sentence
advises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.page.host import Visit
from tests.tutor import told_twice as twice

Deed = Mapping[str, Any]
FIRST: Deed = {"do": "lay", "piece": "1", "place": "s1"}
ASKED: list[tuple[str, str, list[Deed], Deed, Deed]] = [
    ("no-such-piece", "drive", [], {"do": "lay", "piece": "9", "place": "s1"}, FIRST),
    ("no-such-place", "drive", [], {"do": "lay", "piece": "1", "place": "nowhere"}, FIRST),
    ("not-offered", "drive", [FIRST], {"do": "act", "move": "stop"}, {"do": "act", "move": "{button}"}),
    ("no-such-die", "drive", [FIRST], {"do": "take", "at": 5}, {"do": "take", "at": 0}),
    ("nothing-to-undo", "drive", [], {"do": "undo"}, FIRST),
    ("piece-laid", "drive", [FIRST], FIRST, {"do": "lay", "piece": "2", "place": "s2"}),
    ("no-such-moment", "drive", [], {"do": "look", "at": 99}, FIRST),
    ("not-done-yet", "classic/01-first-die", [], {"do": "next"}, {"do": "hint"}),
    ("not-done-yet", "classic/01-first-die", [], {"do": "next"}, {"do": "step", "at": 1}),
    ("no-such-step", "classic/01-first-die", [], {"do": "step", "at": 99}, {"do": "step", "at": 1}),
]


@pytest.mark.parametrize(("name", "at", "before", "asked", "advised"), ASKED)
def test_a_refusal_is_told_again_and_what_it_advises_is_done(
    name: str, at: str, before: list[Deed], asked: Deed, advised: Deed
) -> None:
    tell, visit = twice.Twice("classic", "refused"), Visit(at)
    for deed in before:
        assert "problem" not in visit.says(**deed)
    found = visit.says(**asked)
    assert found["problem"] == tell(name)
    button = found["offers"][0]["move"] if found["offers"] else ""
    told = {key: button if value == "{button}" else value for key, value in advised.items()}
    assert "problem" not in visit.says(**told)
