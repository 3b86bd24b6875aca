"""Principles of playing cards: each is told where it is true, and nowhere else."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rallyman_tutor.coach import bots
from rallyman_tutor.coach.card_review import LOOKS, TRIES, CardDecision, WeighedDecision
from rallyman_tutor.coach.decision import CLEAR_ERRORS, CardPart, difference
from rallyman_tutor.coach.principles import CARD_PRINCIPLES
from rallyman_tutor.coach.principles.card_principle import AnyCardPrinciple, named
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.card_why_view import card_why_in_words
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.some import some

ALL = [(key, principle) for key, principles in CARD_PRINCIPLES.items() for principle in principles.all]
EACH = pytest.mark.parametrize(("key", "principle"), ALL, ids=[principle.code for _, principle in ALL])
MOST_WORDS = 25
EITHER_WAY = ("MMD-STOP-03", "CRD-HAND-01")
"""Principles of two moves that look alike: which of them is better, only playing them out tells."""


def read(key: str, example: str) -> tuple[Any, Any, Any]:
    """The position of an example, the move that was made, and the better one."""
    game: Any = SHELF[key]
    position, _, moves = example.partition(" :: ")
    made, better = (game.read_draft(move).moves[0] for move in moves.split(" / "))
    return game.read(position), made, better


def mistake(key: str, example: str, part: str) -> WeighedDecision:
    """A mistake that cost 30, all of it by one part."""
    state, made, better = read(key, example)
    return WeighedDecision(CardDecision(0, 1, state, made), better, 30.0, 4.0, TRIES, (CardPart(part, 30.0, 4.0),))


def code(key: str, one: WeighedDecision) -> str:
    found = named(CARD_PRINCIPLES[key], one.met.state, one.met.move, one.other, one.largest_part)
    return found.principle.code if found else ""


@pytest.mark.parametrize("key", CARD_PRINCIPLES)
def test_each_principle_and_each_part_has_words_and_nothing_else_has(key: str) -> None:
    codes = [principle.code for principle in CARD_PRINCIPLES[key].all]
    tables = text_tables(f"games.{key}")["words"]
    assert len(codes) == len(set(codes)) and set(codes) == set(tables["driving"])
    assert set(tables["card-parts"]) == set().union(*(principle.claims for principle in CARD_PRINCIPLES[key].all))


@EACH
def test_a_principle_is_told_of_its_examples_and_of_no_other_part_and_not_the_other_way_round(
    key: str, principle: AnyCardPrinciple
) -> None:
    for example in some(principle.holds):
        told = {
            part: code(key, mistake(key, example, part)) for part in text_tables(f"games.{key}")["words"]["card-parts"]
        }
        assert principle.code in told.values()
        assert all(part in principle.claims for part, by in told.items() if by == principle.code)
        state, made, better = read(key, example)
        assert {made, better} <= {*SHELF[key].moves(state)}
        assert principle.speaks(state, better, made) == (principle.code in EITHER_WAY)


@EACH
def test_what_is_said_is_two_short_sentences_with_the_cards_named(key: str, principle: AnyCardPrinciple) -> None:
    for example in some(principle.holds):
        one = mistake(
            key,
            example,
            next(part for part in principle.claims if code(key, mistake(key, example, part)) == principle.code),
        )
        said = card_why_in_words(SHELF[key], one)
        sentences = re.split(r"(?<=\.) ", said)
        assert len(sentences) == 2 and all(len(sentence.split()) <= MOST_WORDS for sentence in sentences), said
        assert "30" in said and "give or take 4" in said and not re.search(r"[{}]", said)
        assert all(len(words(key).driving(principle.code)[name].split()) <= MOST_WORDS for name in ("name", "why"))


def test_nothing_is_said_where_the_error_drowns_the_largest_part() -> None:
    key, (principle, *_) = "mil_millas", CARD_PRINCIPLES["mil_millas"].all
    one = mistake(key, principle.holds[0], "rival")
    assert code(key, one) == principle.code
    assert not code(key, one._replace(parts=(CardPart("rival", 30.0, 30.0 / CLEAR_ERRORS + 0.1),)))
    assert not code(key, one._replace(behind=10.0)), "and where the decision was not surely worse"
    assert card_why_in_words(SHELF[key], one._replace(behind=10.0)) == ""


@pytest.mark.wide
@pytest.mark.parametrize(
    ("key", "principle"), [one for one in ALL if one[1].not_so], ids=lambda one: getattr(one, "code", one)
)
def test_where_it_only_looks_so_the_other_move_is_worse_in_other_imagined_games(
    key: str, principle: AnyCardPrinciple
) -> None:
    for example in some(principle.not_so):
        state, made, other = read(key, example)
        assert principle.speaks(state, made, other)
        play_out = bots.taken_apart(SHELF[key], state, "other luck")
        worths = [[sum(one.values()) for one in play_out(number, (made, other))] for number in range(LOOKS + 2 * TRIES)]
        behind, error = difference([own for own, _ in worths], [of_other for _, of_other in worths])
        assert behind > 0 and behind >= CLEAR_ERRORS * error


@pytest.mark.wide
@EACH
def test_what_an_example_claims_holds_in_other_imagined_games(key: str, principle: AnyCardPrinciple) -> None:
    """The better move is better there, too, and by the part that is claimed."""
    for example in some(principle.holds):
        state, made, better = read(key, example)
        play_out = bots.taken_apart(SHELF[key], state, "other luck")
        worths = [play_out(number, (made, better)) for number in range(LOOKS + 4 * TRIES)]
        parts = {
            what: difference([other[what] for _, other in worths], [own[what] for own, _ in worths])
            for what in worths[0][0]
        }
        largest = max(parts, key=lambda what: parts[what][0])
        assert largest in principle.claims and parts[largest][0] >= CLEAR_ERRORS * parts[largest][1]
        assert sum(behind for behind, _ in parts.values()) > 0
