"""Every example of every rule shows what it claims.

An example is a promise to whoever reads the rule: this is fine, this breaks it, this is what happens. The tutor shows
them, so every one is run here, as `core/rule.py` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rallyman_tutor.core.rule import Illegal, Kind, Rule
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.rules import BOOK
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.tutor.explain import judged, played

AnyRule = Rule[Any, Any]


def examples(which: str) -> Iterator[tuple[AnyRule, str]]:
    for rule in BOOK:
        yield from ((rule, example) for example in getattr(rule, which))


OK = [(rule, example) for rule, example in examples("ok") if rule.kind is not Kind.FACT]
BROKEN = list(examples("broken"))
SEEN = [(rule, example) for rule, example in examples("ok") if rule.kind is Kind.FACT]


def breaks(example: str) -> list[str]:
    """The rules an example breaks: what is illegal in it, then what is unwise."""
    return [violation.code for _, _, violations in judged(GAME, example) for violation in violations]


def stands(state: State, this: str) -> bool:
    """Whether words stand together in one part of a position; or, behind a `no`, whether a move is refused."""
    first, _, move = this.partition(" ")
    if first == "no":
        return GAME.judge(state, GAME.read_draft(move)) != []
    return any(set(this.split()) <= set(part.split()) for part in re.split("[|;]", GAME.write(state)))


def named(listed: list[tuple[AnyRule, str]]) -> list[str]:
    return [f"{rule.code}: {example}" for rule, example in listed]


@pytest.mark.parametrize(("rule", "example"), OK, ids=named(OK))
def test_an_example_that_is_fine_breaks_nothing(rule: AnyRule, example: str) -> None:
    refused, unwise = judged(GAME, example)
    if rule.code.startswith("DI-"):  # an example of a lay-out shows its own rule and no other
        assert refused[2] == []
    assert rule.code not in [violation.code for violation in refused[2]]
    assert rule.code not in [violation.code for violation in unwise[2]]


@pytest.mark.parametrize(("rule", "example"), BROKEN, ids=named(BROKEN))
def test_an_example_that_is_broken_breaks_its_rule(rule: AnyRule, example: str) -> None:
    assert rule.code in breaks(example)


@pytest.mark.parametrize(("rule", "example"), SEEN, ids=named(SEEN))
def test_an_example_of_a_fact_shows_it_happen(rule: AnyRule, example: str) -> None:
    moments = played(GAME, example)
    _, _, told = example.partition(" => ")
    if told:
        assert [this for this in told.split(" ; ") if not stands(moments[-1].state, this)] == []
    else:
        assert rule.code in [event.code for moment in moments for event in moment.events]


@pytest.mark.parametrize(
    "example",
    [
        "FX-S | A@L3 g3 :: go 3>L4 => A@L4 g4",
        "FX-S | A@L3 g3 :: go 3>L4 => A@L4 c40",
        "FX-S | A@L3 g3 :: go 3>L4 => no o>L5",
        "FX-S | A@L3 g3 ; B@R3 :: go 3>L4 => A@L4 B@R3",
    ],
)
def test_an_example_that_claims_what_is_not_so_is_found_out(example: str) -> None:
    state = played(GAME, example)[-1].state
    assert not stands(state, example.partition(" => ")[2])


def test_an_example_drives_no_illegal_move_and_tells_no_card_too_many() -> None:
    with pytest.raises(Illegal, match="DI-GEAR-02"):
        played(GAME, "FX-S | A@L3 g3 :: go 5>L4")
    with pytest.raises(ValueError, match="than"):
        played(GAME, "FX-S | A@L3 g3 :: go 3>L4{ok}")
