"""No rule lacks anything, and a rule that does is told all that it lacks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rallyman_tutor.core.rule import Cite, Kind, Rule
from rallyman_tutor.games import SHELF
from tests.games.missing import known, missing, of_rule


@pytest.mark.parametrize("key", SHELF)
def test_no_rule_lacks_anything(key: str) -> None:
    assert list(missing(SHELF[key])) == []


def test_a_new_rule_is_told_every_place_it_is_to_stand_in() -> None:
    new = Rule("CL-GEAR-99", "reversing", Cite(()), Kind.ILLEGAL)
    told = " ".join(of_rule("classic", new, known("classic")))
    for place in ("ok=", "broken=", "`title`", "`said`", "`why`", "tests/data/classic_codes.txt", "CHANGELOG.md"):
        assert place in told
    examples = replace(new, ok=("s14 | A@s1 g3 :: 3",), broken=("s14 | A@s1 g3 :: 3 5",))
    assert "make golden" in " ".join(of_rule("classic", examples, known("classic")))


def test_what_only_happens_needs_advice_and_no_broken_example() -> None:
    told = " ".join(of_rule("classic", Rule("CL-GEAR-99", "it-happens", Cite(())), known("classic")))
    assert "`fix`" in told and "broken=" not in told
