"""Drafts, sheets and positions as text: no loss on the way there and back, and what goes without saying is left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.notation import Misread, Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.drafts import read_draft, write_draft
from rallyman_tutor.games.crazy_rally.notation import read_position, read_sheet, write_position, write_sheet
from rallyman_tutor.games.crazy_rally.state import (
    COURSE,
    DECK,
    HIDDEN,
    Claim,
    Move,
    Options,
    Play,
    Sheet,
    Speak,
    Table,
    Use,
    Word,
)

names = st.from_regex(r"[A-Z][a-z]{0,6}", fullmatch=True)
cards = st.sampled_from(DECK)
ways = st.sampled_from(["", "+", "-"])
plain: st.SearchStrategy[Move] = st.one_of(
    st.sampled_from(
        [Word.DEAL, Word.LOOK, Word.GO, Word.DRAW, Word.EXCHANGE, Word.PASS, Word.REORDER, Word.NOTE, Word.PEEK]
    ),
    st.builds(Claim, cards),
    st.builds(Table, st.lists(cards, max_size=3).map(tuple)),
    st.builds(
        Play, cards, ways, names | st.just(""), st.lists(st.builds(str.__add__, cards, ways), max_size=2).map(tuple)
    ),
    st.builds(Use, st.sampled_from(["faster", "slower", "two", "red"]), names | st.just("")),
)
moves = plain | st.builds(Speak, names, plain)


@given(st.lists(moves, max_size=6).map(tuple))
def test_a_draft_reads_back_as_it_was_written(draft: tuple[Move, ...]) -> None:
    assert read_draft(write_draft(draft)).moves == draft


@pytest.mark.parametrize(
    "text",
    [
        "go{B01 Y02}",
        "deal{C07 C03} table B05",
        "draw{Y01} play B08+ pass",
        "Ben: event two{B01 E2}",
        "event faster>Ana",
    ],
)
def test_a_script_reads_back_with_what_it_shows(text: str) -> None:
    plan = read_draft(text)
    assert write_draft(plan) == text and plan.tells_outcomes == ("{" in text)


sheets = st.builds(
    lambda drivers, races, options, deck: Sheet(tuple(drivers), races, races > 1, options, deck),
    st.lists(names, min_size=1, max_size=7, unique=True), st.integers(1, 9), st.builds(Options, st.booleans(), st.booleans()),
    st.just(()) | st.tuples(*[st.integers(0, 20)] * 5),
)  # fmt: skip


@given(sheets)
def test_a_sheet_reads_back_as_it_was_written(sheet: Sheet) -> None:
    assert read_sheet(write_sheet(sheet)) == sheet
    try:
        state = GAME.new(GAME.spec(write_sheet(sheet), ()))
    except Illegal as illegal:
        assert illegal.violations
    else:
        assert (state.options, state.races) == (sheet.options, sheet.races)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("race", "sheet"),
        ("sheet A B C ; race ; deck 15 15 12 14 8 ; practice", "sheet-drivers"),
        ("sheet A B, C ; race", "sheet-drivers"),
        ("sheet A B C ; dance", "terms"),
        ("sheet A B C ; race alone", "terms"),
        ("sheet A B C ; race ; deck 15 15 12 14", "deck"),
        ("sheet A A B", "other-names"),
    ],
)
def test_what_is_no_sheet_is_refused_and_says_what_was_expected(text: str, key: str) -> None:
    with pytest.raises(Misread) as caught:
        read_sheet(text)
    assert caught.value.key == key


def test_what_goes_without_saying_is_left_out() -> None:
    assert write_position(read_position("rest | A ; B ; C")) == "rest | A ; B ; C"
    assert read_position("rest | A").course == tuple(COURSE) and read_position("rest | A").supply == DECK
    text = "C07 C01 > C09 rest | Ana m9 s8 h4/9 v7 d20 B01 E1 <Y03-> ; Ben s0 out1 | event Ana | discard P09 ; practice"
    assert write_position(read_position(text)) == text


def test_a_short_course_ends_with_the_last_stage() -> None:
    assert read_position("C09 C06 | A B01").stage == 13
    assert read_position("C01 > C09 rest | A B01").stage == 2


def test_hidden_cards_are_counted() -> None:
    state = read_position("C01 > ?13 | A B01 ; B ?3 {?} | choose A | supply ?40")
    assert state.cars[1].hand == (HIDDEN,) * 3 and len(state.ahead) == 13 and len(state.supply) == 40
    assert write_position(state) == "C01 > ?13 | A B01 ; B ?3 {?} | choose A | supply ?40"
    between = "C01 > ?13 | A B03 ; B B01 ?3 B02 ?12 E1 ? | choose A | supply ?30"
    assert read_position(between).cars[1].hand == ("B01", *"???", "B02", *"?" * 12, "E1", "?")
    assert write_position(read_position(between)) == between


def test_the_rows_before_the_results_are_held_to_the_drivers() -> None:
    state = read_position("C09 rest | A d84 ; B d80 | draw | races 3 ; results 84/80")
    assert state.results == ((84, 80),) and state.races == 3


# Positions there can be


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("rest | A (B01 B02) ; B (B03 B04) | tune B", "unsealed"),
        ("C09 rest | A B01 ; B B02 | choose B", "unsealed"),
        ("C09 rest | A B01 {B01+} ; B B02 | choose A", "sealed-held"),
        ("C09 rest | A B01 ; B B02 {B02} | choose A", "sealed"),
        ("rest | A (Y01 Y02) | tune A", "drawn"),
        ("rest | A [Y01] (Y02 Y03) | tune A", "drawn"),
        ("rest | A (B01 B02) | tune A | supply -", "supply-to-tune"),
        ("- | A (B01 B02) | tune A", "course"),
        ("C01 > C02 | A | look 1", "course"),
        ("C01 C02 | A | deal", "course-early"),
        ("- | A E1 | deal", "cards-early"),
        ("- | A | deal | supply B01", "cards-early"),
        ("C09 | A B01 E1 | exchange A", "hand-to-exchange"),
        ("C09 | A | exchange A", "hand-to-exchange"),
        ("C09 rest | A v9 B01 | choose", "car-limits"),
        ("C09 rest | A h9/7 B01 | choose", "car-limits"),
        ("C09 rest | A s5 out3 B01 ; B B02 | choose", "strength"),
        ("rest | A s0 out2 ; B | look 1", "car-out"),
        ("C09 rest | A s0 out15 ; B B01 | draw", "car-out"),
        ("C09 rest | A B01 crash14 | choose", "car-crashed"),
        ("C09 rest | A B01 <B05+> | choose", "car-played"),
        ("C09 rest | A <E1 B05+> | event", "car-played"),
        ("C09 rest | A <E1+> | event", "car-played"),
        ("C09 rest | A <B05+ E1-> | event", "car-played"),
        ("C09 rest | A (B01 B02) | draw", "car-tuned"),
        ("C09 rest | A E1 ; B E2 | event A : A", "order"),
        ("C09 rest | A d5 E1 ; B E2 | event A : A B", "order"),
        ("C09 rest | A d5 B01 | choose | results 5", "races"),
        ("C09 rest | A m30 B01 | choose", "car-tuned-so"),
        ("C09 rest | A m13 h13 B01 | choose", "car-tuned-so"),
        ("C09 rest | A s14 B01 | choose", "car-tuned-so"),
        ("rest | A m8 (B01 B02) | tune", "car-tuned-so"),
        ("rest | A m8 [B07] (Y01 Y02) | tune", "car-tuned-so"),
        ("C01 rest | A d500 B01 | draw", "distance"),
        ("rest | A d5 (B01 B02) | tune", "distance"),
        ("C09 rest | A d80 B01 | draw | races 3 ; results 84", "distance"),
        ("C09 rest | A ?3 ; B B01 ?3 | choose A", "own-hand"),
        ("C09 rest | A B01 ? | choose A", "own-hand"),
        ("rest | A (? ?) ; B (B01 B02) | tune A", "own-hand"),
        ("C09 rest | A ? ; B B01 | event A : A B", "own-hand"),
        ("C09 rest | A B01 ; A B02 | choose A", "other-names"),
        ("C09 rest | A B01 | choose | races 2", "races"),
        ("C09 rest | A B01 | choose | races 0", "races"),
    ],
)
def test_a_position_that_cannot_be_is_refused_and_says_what_is_wrong_with_it(text: str, key: str) -> None:
    with pytest.raises(Misread) as caught:
        read_position(text)
    assert caught.value.key == key


@pytest.mark.parametrize(
    "text",
    [
        "C09 rest | A B01 ; B ?3 | choose A", "?14 | A B01 | choose", "C09 rest | A B01 | draw | supply ?5",
        "rest | A (B01 B02) ; B (? ?) | tune A", "C09 rest | A B01 ; B B02 ? {?} | choose A",
    ],
)  # fmt: skip
def test_hidden_cards_are_judged_and_never_played(text: str) -> None:
    """A hand nobody knows would play no card, and the race would go on as if nothing was missing."""
    seen = read_position(text)
    move = GAME.moves(seen)[0]
    assert not GAME.judge(seen, (move,))
    assert {violation.at for violation in GAME.judge(seen, (move, Word.DEAL, Word.DEAL))} <= {
        0
    }  # what follows nobody knows
    with pytest.raises(Refused) as caught:
        GAME.new({"position": text})
    assert caught.value.key == "unseen-cards"


def test_who_has_chosen_already_is_not_asked_again() -> None:
    state = GAME.read("C09 rest | A B01 ; B B02 {B02-} ; C B03 | choose A")
    state, _ = GAME.play(state, Play("B01", "+"), Seeded(1))
    assert state.car.name == "C"
    state, _ = GAME.play(state, Play("B03", "+"), Seeded(1))
    assert state.phase == "event" and state.cars[1].played == ("B02-",)


def test_nobody_speaks_for_somebody_who_speaks_however_often() -> None:
    for text in ("Ana: Ben: pass", "Ana: " * 5000 + "pass"):
        with pytest.raises(Misread):
            read_draft(text)
