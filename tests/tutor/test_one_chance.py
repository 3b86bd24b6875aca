"""A chance comes from one function: where that tells another one, everybody who tells chances does."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from rallyman_tutor.coach.draft_worth import weigh
from rallyman_tutor.coach.odds import odds
from rallyman_tutor.core.game import Chances
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import draws as classic
from rallyman_tutor.games.dirt import draws as dirt
from rallyman_tutor.games.dirt.state import GAS
from rallyman_tutor.pages.cli import main
from rallyman_tutor.tutor.advice.worth_view import worth_shown
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.explain import explain
from rallyman_tutor.tutor.words.words import words

LAST_DIE = {
    "classic": ("s14 | A@s4 g4 s3 no-sisu | A 3 4 !!", "5"),
    "dirt": ("FX-S | A@L5 g4 | A 4 w !! left[w>L6]", "w>L6"),
}
"""By game: two hazards lie on the table, and one more die is laid."""
TOLD = {"classic": Fraction(1, 3), "dirt": Fraction(1, 6)}
COIN = (("!", 3), (".", 3))


def told_of_drafts(key: str, capsys: pytest.CaptureFixture[str]) -> Mapping[str, str]:
    """By who tells it: the sentences in which the chance to lose control of the last die stands."""
    game, (position, text) = SHELF[key], LAST_DIE[key]
    state, draft = game.read(position), game.read_draft(text).moves
    before = Session(Replay(game, {}, state), handed_to=game.turn(state))
    page: Any = view(Session(before.replay, drafts=Drafts(draft), handed_to=before.handed_to), before, speech="full")
    told = {
        "page": page["risk"]["told"],
        "die on the page": page["draft"][0]["chance"],
        "announcement": page["say"],
        "advice": str(worth_shown(game, words(key), state, weigh(game, state, draft))),
    }
    for command in ("judge", "odds"):
        main([command, key, position, text])
        told[command] = capsys.readouterr().out
    return told


def told_by_rules(key: str) -> Mapping[str, str]:
    """The warnings of the rules, by their codes."""
    game, (position, text) = SHELF[key], LAST_DIE[key]
    state, draft = game.read(position), game.read_draft(text).moves
    return {one.code: explain(game, state, draft, one).said for one in game.advise(state, draft)}


def tells(said: str, chance: Fraction) -> bool:
    """Whether a chance stands in a sentence or a table, be it in whole percent or in tenths."""
    return any(f"{float(chance):.{digits}%}".replace("%", " %") in said for digits in (0, 1))


@pytest.mark.parametrize("key", LAST_DIE)
def test_all_who_tell_what_comes_of_a_draft_ask_the_game(
    key: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [who for who, said in told_of_drafts(key, capsys).items() if not tells(said, TOLD[key])] == []
    other = Fraction(77, 100)
    made_up = Chances((other,), (Fraction(0),), Fraction(0), 1 - other)
    monkeypatch.setattr(type(SHELF[key]), "chances", staticmethod(lambda state, draft: made_up))
    assert [who for who, said in told_of_drafts(key, capsys).items() if not tells(said, other)] == []


@pytest.mark.parametrize("key", LAST_DIE)
def test_the_sentence_of_a_rule_and_the_odds_of_a_draft_ask_the_same_die(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, (position, text) = SHELF[key], LAST_DIE[key]
    state, draft = game.read(position), game.read_draft(text).moves
    told = told_by_rules(key)
    assert told and all(tells(said, TOLD[key]) for said in told.values())
    monkeypatch.setattr(classic, "GEAR_ODDS", COIN)
    monkeypatch.setitem(dirt.ODDS, GAS, COIN)
    told = told_by_rules(key)
    assert told and all(tells(said, Fraction(1, 2)) for said in told.values())
    found = odds(game, state, draft)
    assert game.chances(state, draft).lose == found.lose == sum(found.where.values()) == Fraction(1, 2)
