"""The risk shown to learners, checked by another method: every throw of the dice, played out."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from rallyman_tutor.core.luck import every_outcome
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.notation import read_draft, read_position
from rallyman_tutor.games.classic.state import Attack, Roll, State, Stop


def played_out(state: State, moves: tuple[Roll, ...]) -> list[Fraction]:
    """Where along a draft control is lost, by listing what all dice can show."""
    lost = [Fraction(0)] * len(moves)
    open_ends = [(Fraction(1), state, 0)]
    while open_ends:
        share, now, at = open_ends.pop()
        if at == len(moves):
            continue
        for chance, _, (after, events) in every_outcome(partial(GAME.play, now, moves[at])):
            what = {event.what for event in events}
            if "lost" in what or "out" in what or after.turn.phase == "sisu":
                lost[at] += share * chance
            elif after.turn.seat == now.turn.seat and after.turn.used:
                open_ends.append((share * chance, after, at + 1))
    return lost


DRAFTS = (
    ("s14 | A@s1 g2 no-sisu", "3 4 w"),
    ("s14 | A no-sisu", "1 2 3 4 5 w w"),
    ("s14 | A@s1 g3 no-sisu s3", "3 4$ 5 w"),
    ("snow s14 | A@s1 g3 no-sisu", "3 4 5 w"),
    ("s3 snow s11 | A@s1 g2 no-sisu", "3 4 w 5"),
    ("s3 j3 s9 | A@s2 g3 no-sisu", "3 4 w"),
    ("s4 R3/4x3 s5 | A@s3 g4 no-sisu", "5 4>d w w"),
    ("s14 | A@s1 g3 | A | training=on", "3 4 5 w w"),
    ("s14 | A@s2 g4 no-sisu | A 4 !", "5 w w"),
    ("s14 | A@s1 g3 no-sisu | A attack3[3 4! 5]", "3 4 5"),
    ("s14 | A@s1 g3 no-sisu | A attack5[3! 4! 5 w w!]", "3 4 w w 5"),
    ("snow s14 | A@s1 g3 no-sisu | A attack3[3 4! 5!]", "3 4 5"),
)


@pytest.mark.parametrize(("position", "plan"), DRAFTS)
def test_the_risk_of_a_draft_is_what_comes_of_all_throws(position: str, plan: str) -> None:
    state, draft = read_position(position), read_draft(plan)
    moves = tuple(move for move in draft.moves if isinstance(move, Roll))
    assert list(GAME.risk(state, draft)) == played_out(state, moves)


PUBLISHED = (
    ("1 2 3", 3, Fraction(1, 27)),
    ("1 2 3 4", 3, Fraction(1, 9)),
    ("1 2 3 4 5", 3, Fraction(17, 81)),
    ("1 2 3 4 5 w", 3, Fraction(193, 729)),
    ("1 2 3 4 5 w w", 3, Fraction(233, 729)),
    ("1 2 3", 2, Fraction(7, 27)),
    ("1 2 3 4", 2, Fraction(11, 27)),
    ("1 2 3 4 5", 2, Fraction(131, 243)),
    ("1 2 3 4 5 w", 2, Fraction(433, 729)),
    ("1 2 3 4 5 w w", 2, Fraction(469, 729)),
)


@pytest.mark.parametrize(("plan", "limit", "chance"), PUBLISHED)
def test_the_known_chances_to_lose_control_come_out(plan: str, limit: int, chance: Fraction) -> None:
    state = read_position("s14 | A" if limit == 3 else "snow s14 | A")
    assert sum(GAME.risk(state, read_draft(plan))) == chance


def test_too_fast_for_a_bend_is_certain() -> None:
    state = read_position("s4 R1/2x3 s5 | A@s4 g4")
    assert list(GAME.risk(state, read_draft("4"))) == [1]


@pytest.mark.parametrize(
    ("position", "plan", "chances"),
    [
        ("s14 | A@s1 g3", "A[3 4 5] 3 4 5", "1/27 0 0 0"),
        ("snow s14 | A@s1 g3", "A[3 4 5] 3 4 5", "7/27 0 0 0"),
        ("s14 | A@s1 g3", "A[3! 4! 5] 3 4 5", "0 0 0 0"),
        ("s14 | A@s1 g3", "A[3! 4! 5!] 3 4 5 accept", "1 0 0 0 0"),
        ("s4 R1/2x3 s5 | A@s3 g3", "A[3 4] 3 4 accept", "1 0 0 0"),
    ],
)
def test_what_an_attack_has_lost_is_not_lost_again_behind_it(position: str, plan: str, chances: str) -> None:
    found = GAME.risk(read_position(position), read_draft(plan))
    assert " ".join(map(str, found)) == chances and sum(found) <= 1


def test_a_gas_die_that_a_puncture_takes_is_not_rolled() -> None:
    """Both cars have shown two hazards. A card in five is a puncture, and with another one the second gas die is
    gone."""
    state, hurt = (read_position(f"s4 R3/4x3K4 s5 | A@s4 g4{p} no-sisu | A 3 4 !!") for p in ("", " p1"))
    roll = read_draft("w>b1.cut w")
    alone = read_draft("w>b1.cut")
    first, second = GAME.risk(state, roll)
    assert first == sum(GAME.risk(hurt, alone)) == Fraction(1, 6)
    assert second == (1 - first) * Fraction(16, 20) * Fraction(1, 6)


def test_a_die_that_is_not_in_the_hand_of_an_attack_risks_nothing() -> None:
    state = read_position("s4 R3/4x3K4 s5 | A@s4 g3 | A 3 attack3[4 w!]")
    assert sum(GAME.risk(state, read_draft("2>k").moves)) == 0


def test_dice_that_lie_rolled_are_no_longer_chance() -> None:
    state = read_position("s14 | A@s1 g3")
    draft = (Attack((3, 4)), Roll(3), Roll(4), Stop())
    assert len(GAME.risk(state, draft)) == 4
    rolled = read_position("s14 | A@s1 g3 | A attack3[3! 4! 5!]")
    assert list(GAME.risk(rolled, (Roll(3), Roll(4), Roll(5)))) == [0, 0, 1]


def test_a_puncture_on_a_shortcut_that_only_the_draft_takes_leaves_its_last_die_behind() -> None:
    """A card in five is a puncture, and takes the second gas die; driven otherwise, no die would come near the
    shortcut."""
    state = read_position("s4 R3/4x3K4 s5 | A@s4 g1")
    found = GAME.chances(state, read_draft("A[2. w. w.] w>k w"))
    assert found.short == Fraction(1, 5) and found.arrive == Fraction(4, 5)


def test_a_deck_that_goes_on_in_its_own_order_is_warned_of_by_its_next_card() -> None:
    """All shortcut cards have been seen, and go back under the deck: the puncture comes first or it does not."""
    cards = {first: "".join(sorted("g" * 10 + "d" * 6 + "p" * 4, key=lambda card: card != first)) for first in "gp"}
    for first, chance in (("g", 0), ("p", 1)):
        state = read_position(f"s4 R3/4x3K4 s5 | A@s4 g4 p2 | A | k 0-0-0[{cards[first]}] ; edition=de")
        told = [one.facts["chance"] for one in GAME.advise(state, read_draft("4>k")) if one.code == "CL-PUNC-03"]
        assert told == [1] * chance and list(GAME.risk(state, read_draft("4>k"))) == [chance]
