"""Remedies as they are told and pressed: a label each, a warning where there is one, and what the button sends."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from rallyman_tutor.core.remedy import Price, Remedy
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.state import Move, Roll, Stop
from rallyman_tutor.tutor.session.intents import Act, Draft
from rallyman_tutor.tutor.words import remedies
from rallyman_tutor.tutor.words.explain import Explanation
from rallyman_tutor.tutor.words.remedies import intent_of
from rallyman_tutor.tutor.words.sentence import Grammar, Sentence
from tests.games.opened import explain

OR = Sentence.of("Or {it:_}.", Grammar("en"), "")
WORDS = {
    "lay": "Lay {die} on {space}", "stop": "Stop here", "first": "{it}.", "or": OR,
    "risks-control": "{it} ({chance} to lose control)",
}  # fmt: skip


def told(monkeypatch: pytest.MonkeyPatch, *found: Remedy[Move], why: Mapping[str, object] | None = None) -> Explanation:
    """A broken rule of a game that finds these remedies."""
    words = {"remedies": WORDS, "stuck": {"held": "{driver} holds you up."}}
    monkeypatch.setattr(remedies, "shared_words", lambda game, group: words[group])
    remedies._found.cache_clear()  # other tests have asked about this position
    monkeypatch.setattr(GAME, "remedies", lambda *asked: found)
    monkeypatch.setattr(GAME, "why_stuck", lambda *asked: why or {})
    state, draft = GAME.read("s14 | A@s1 g3"), (Roll(5, "s2"),)
    return explain(GAME, state, draft, GAME.judge(state, draft)[0])


def test_all_remedies_are_told_in_a_row_each_with_its_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    lay: Remedy[Move] = Remedy("lay", (Roll(4, "s2"),), facts={"die": 4, "space": "s2"})
    risky = lay._replace(price=Price.RISKS_CONTROL, facts={**lay.facts, "chance": Fraction(1, 4)})
    said = told(monkeypatch, risky, Remedy("stop", (), Stop(), Price.COSTS_TIME))
    assert said.fix.endswith("Lay the 4 on space 2 (25 % to lose control). Or stop here.")
    assert [one.price for one in said.remedies] == ["risks-control", "costs-time"]


def test_a_button_lays_the_dice_or_takes_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    lay, stop = told(
        monkeypatch, Remedy("lay", (Roll(4, "s2"),), facts={"die": 4, "space": "s2"}), Remedy("stop", (), Stop())
    ).remedies
    assert intent_of(lay) == Draft(("4>s2",))
    assert intent_of(stop) == Act("stop")


def test_where_nothing_is_open_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said = told(monkeypatch, why={"case": "held", "driver": "Ben"})
    assert said.fix.endswith("Ben holds you up.")
    assert said.remedies == ()
