"""Positions, drafts and tables as text: no loss on the way there and back, a column and a key for what is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from rallyman_tutor.core.luck import Scripted
from rallyman_tutor.core.notation import Misread, Refused
from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas import notation as n
from rallyman_tutor.games.mil_millas.state import (
    ATTACKS,
    CARDS,
    HIDDEN,
    IMMUNITIES,
    PROBLEMS,
    Bonus,
    Change,
    Discard,
    Draw,
    Lay,
    Move,
    Options,
    Pass,
    Press,
    Sheet,
    Trick,
    Word,
)
from rallyman_tutor.games.mil_millas.step import left
from rallyman_tutor.tutor.words.words import words
from tests.games.mil_millas.rounds import at, everything, whole

names = st.from_regex(r"[A-Za-zé][A-Za-z0-9_-]{0,9}", fullmatch=True).filter(lambda name: name not in CARDS)
cards = st.sampled_from(CARDS)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Draw, st.just("") | names),
    st.builds(Lay, st.sampled_from(ATTACKS), st.just("") | names, st.just("") | names),
    st.builds(Lay, cards, st.just("")),
    st.builds(Discard, cards, st.just("") | names),
    st.builds(Trick, st.just("") | st.sampled_from(IMMUNITIES), st.just("") | names),
    st.builds(Pass, st.just("") | names),
    st.builds(Press, st.sampled_from(["Enter", "Delete"]), cards),
    st.sampled_from(Word),
    st.sampled_from([Change("stacking", "on"), Bonus("extension"), Press("Enter")]),
)
sides = st.builds(
    lambda km, words, held: " ".join([*([str(25 * km)] if km else []), *words, *(f"+{card}" for card in held)]),
    st.integers(0, 40),
    st.lists(st.sampled_from(["go", "limit", "wrong", "tricks1", "longest1", "drove", *PROBLEMS]), unique=True, max_size=4),
    st.lists(st.sampled_from(IMMUNITIES), unique=True, max_size=2),
)  # fmt: skip
hands = st.lists(cards.filter(lambda card: card not in IMMUNITIES), max_size=7, unique=True)


@given(st.lists(moves, max_size=8).map(tuple))
def test_a_draft_reads_back_as_it_was_written(draft: tuple[Move, ...]) -> None:
    assert n.read_draft(n.write_draft(draft)).moves == draft


@given(sides, sides, hands, st.sampled_from(["A", "B", "A deal", "B over"]), st.integers(0, 2))
def test_a_position_reads_back_as_it_was_written(one: str, two: str, hand: list[str], turn: str, vain: int) -> None:
    held = " ".join(hand) or "-"
    text = f"A {one} ; B {two.replace('+', '')} | A {held} ; B 25x2 | {turn} | vain {vain} ; wrong-way=on reshuffle=on"
    text = " ".join(word for word in text.split() if word not in IMMUNITIES)
    try:
        state = n.read_position(text)
    except Misread:
        reject()  # a side or a hand that cannot be
    assert n.read_position(n.write_position(state)) == state
    assert n.write_position(n.read_position(n.write_position(state))) == n.write_position(state)


SCRIPTS = ("draw{100}", "draw{100 25} lay 100", "lay red>B pass draw{25}", "B:trick proof draw{25 50}", "deal{A 25 50}")


@pytest.mark.parametrize("text", SCRIPTS)
def test_a_script_reads_back_with_what_it_shows(text: str) -> None:
    plan = n.read_draft(text)
    assert plan.tells_outcomes and n.write_draft(plan) == text


@pytest.mark.parametrize(
    "sheet",
    [
        Sheet(("Ana", "Ben")),
        Sheet(tuple("ABCD"), 2, Options(stacking=True, wrong_way=True)),
        Sheet(("A", "B", "C"), 0, Options(reshuffle=True, rounds=3, target=5000), 106),
    ],
)
def test_a_table_reads_back_as_it_was_written(sheet: Sheet) -> None:
    assert n.read_sheet(n.write_sheet(sheet)) == sheet


def test_a_position_needs_only_its_sides() -> None:
    state = at("Ana ; Ben")
    assert state.hands == ((HIDDEN,) * 6,) * 2 and state.turn.seat == 0 and left(state) == 106 - 12
    assert everything(state) == whole(state)


def test_cards_that_are_not_told_are_unseen() -> None:
    state = at("A 400 go longest2 +ace ; B flat | A 25 50 | A | pile red")
    counts = dict(state.deck)
    assert counts["200"] == 2 and counts["ace"] == 0 and counts["flat"] == 2 and counts["red"] == 4
    assert state.out == ("200", "200", "flat", "ace")


def test_partners_are_told_together_and_sit_apart() -> None:
    state = at("A+C+E ; B+D+F 25")
    assert state.names == tuple("ABCDEF") and len(state.sides) == 2 and state.sides[1].km == 25


def test_in_a_window_the_side_has_been_struck() -> None:
    assert at("A ; B 25 go | | B window flat by A") == at("A ; B 25 flat | | B window flat by A")
    assert at("A ; B | | B window flat by A | stacking=on").turn.still
    assert at("A ; B 25 go | | B window limit by A").sides[1].limited


def test_space_draws_and_enter_lays() -> None:
    assert n.read_draft("Space").moves == (Draw(),)
    state = at("A ; B go | A red green 25x5")
    assert GAME.read_moves(state, "Enter red") == [Lay("red", "B")]
    assert GAME.read_moves(state, "Enter green") == [Lay("green")]
    assert GAME.read_moves(state, "Delete 25") == [Discard("25")]


WRONG = [
    ("", 1, "side-name"),
    ("7 ; B", 1, "side-name"),
    ("red ; B", 1, "name"),
    ("A ; A", 5, "other-name"),
    ("A+C ; B", 1, "even-teams"), ("duelo", 6, "other-side"), ("A+C | A 25", 5, "other-side"),
    ("A 1025 ; B", 3, "km"),
    ("A fast ; B", 3, "side-word"),
    ("A +siren ; B", 4, "immunity"),
    ("A ; B | A 30", 11, "card"),
    ("A ; B | A hearts", 11, "card"),
    ("A ; B | Z 25", 9, "player"),
    ("A ; B | A acex2", 16, "too-many"),
    ("A ; B | | Z", 11, "player"),
    ("A ; B | | B window hearts by A", 20, "attack"),
    ("A ; B | | B window flat", 24, "attacker"),
    ("A ; B | | B window flat by B", 28, "attacker"),
    ("A ; B | | A asleep", 13, "turn-word"),
    ("A ; B | | A | points 300", 25, "points"),
    ("A ; B | | A | hearts", 15, "clause"),
    ("A ; B | | A | colour=red", 15, "option"),
    ("A ; B | | A | stacking=perhaps", 24, "setting"),
    ("A ; B | | A | rounds=many", 22, "setting"),
    ("A ; B | | A | vain 1 2", 22, "clause-end"),
    ("A ; B | A ?x7", 9, "own-hand"),
    ("A ; B | A 25 | A | deck 25", 27, "unknown-cards"),
    ("A 37 ; B", 1, "km-step"),
    ("A 1000 go ; B | A 25x6", 1, "arrived"),
    ("A 1000 go ; B 1000 | | A over", 13, "arrived"),
    ("A ; B +tanker fuel", 5, "guarded"),
    ("A ; B +priority limit", 5, "guarded"),
    ("A go flat ; B", 1, "go-broken"),
    ("A fuel flat ; B", 1, "one-problem"),
    ("A wrong ; B | | A | deck 25x20", 1, "wrong-way"),
    ("A tricks1 ; B", 1, "tricks"),
    ("A 600 longest3 ; B", 1, "longest"),
    ("A 100 longest1 ; B", 1, "drove"),
    ("A drove ; B", 1, "drove"),
    ("A ; B | A 25x8", 9, "most-cards"),
    ("A ; B | B 25x7", 9, "most-cards"),
    ("A ; B ; C ; D ; E ; F ; G", 25, "seats"),
    ("A ; B +proof | | B window flat by A", 5, "guarded"),
    ("A ; B +priority | | B window red by A", 21, "guarded"),
    ("A ; B | | B window flat by A", 11, "struck-once"),
    ("A ; B | | A | vain 1", 15, "vain"),
    ("A ; B | | A | vain 3 ; reshuffle=on", 15, "vain"),
    ("A ; B | | A | round 0", 15, "round"),
    ("A ; B | | A | pile - | more", 23, "sections"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "column", "key"), WRONG, ids=[f"{row[2]}: {row[0]}" for row in WRONG])
def test_what_is_no_position_is_refused_with_its_column(text: str, column: int, key: str) -> None:
    with pytest.raises(Misread) as refused:
        n.read_position(text)
    assert (refused.value.key, refused.value.column) == (key, column)
    assert words("mil_millas").expected(key, refused.value.facts)


@pytest.mark.parametrize(
    "text", ["sheet A B colour=red", "sheet A B stacking=perhaps", "table A B", "sheet A B teams=two"]
)
def test_what_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        n.read_sheet(text)


@pytest.mark.parametrize(
    ("table", "option"), [("fuel crash", "stacking"), ("fuel wrong", "wrong-way"), ("75 flat crash limit", "stacking")]
)
def test_what_lies_there_between_two_rounds_is_not_held_against_options_that_change(table: str, option: str) -> None:
    state = n.read_position(f"A {table} ; B | | A deal | {option}=on")
    (change,) = GAME.read_moves(state, f"change {option}=off")
    after, _ = GAME.play(state, change, Scripted(()))
    assert n.read_position(n.write_position(after)) == after
    with pytest.raises(Misread):
        n.read_position(f"A {table} ; B | | A")
