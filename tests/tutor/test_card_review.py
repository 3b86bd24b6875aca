"""A game of cards looked back at: all figures are the weighing's, every mistake can be tried again, its answer
hidden."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from rallyman_tutor.coach import card_review
from rallyman_tutor.coach.card_review import CardReview, SeatGame, WeighedDecision, weigh_all
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.card_retry_view import _told, compared_cards
from rallyman_tutor.tutor.advice.card_review_view import weighed
from rallyman_tutor.tutor.advice.retry_view import ComparedShown
from rallyman_tutor.tutor.session.intents import Act, Clear, Draft, Refute, Retry, Return, Review
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.words import shared_words
from tests.some import some
from tests.tutor.test_commands import said
from tests.tutor.test_session import does

GAME = SHELF["mil_millas"]


@cache
def over() -> Session:
    """A short game whose first decision is a mistake: the drawn fuel tanker is kept in hand; and 75 comes before 25."""
    session = begin(GAME, "You 900 go ; Ana 300 | You 100 75 25 25 red flat", (), frozenset({1}), "51")
    for move in ("lay 75", "lay 25"):
        session = does(session, Act("draw"), Draft((move,)), Act(move))
    return session


def looked_back() -> tuple[Session, CardReview]:
    """A short game that was looked back at and played out, and its weighing, which is done once unless it was
    forgotten."""
    session = [*filter(None, weighed(update(over(), Review())))][-1]
    assert isinstance(session.looking_back.review, SeatGame)
    return session, weigh_all(session.looking_back.review)


def tried(*moves: str) -> tuple[Session, ComparedShown]:
    """Its mistake, tried again so; and what is told of that."""
    session = update(looked_back()[0], Retry(0))
    for move in moves:
        session = does(session, Draft((move,)), Act(move))
    (shown,) = filter(None, compared_cards(session))
    return session, shown


def test_a_game_of_cards_is_looked_back_at_once_it_is_over() -> None:
    at_start = begin(GAME, "duel", ("You", "Ana"), frozenset({1}), "1")
    assert not view(at_start)["reviews"]
    with pytest.raises(Refused, match="nothing-to-review"):
        update(at_start, Review())
    assert [door["label"] for door in view(over())["reviews"]] == ["Look back at this game"]


def test_what_is_told_are_the_figures_of_the_weighing() -> None:
    session, found = looked_back()
    told = view(session, over())
    shown = told["review"]
    assert shown and told["say"] == shown["said"] and not shown["waits"]
    assert [int(figure) for _, figure in shown["figures"]] == [
        len(found.weighed),
        sum(one.is_mistake for one in found.weighed),
        sum(one.is_clear and not one.is_mistake for one in found.weighed),
        sum(not one.is_clear for one in found.weighed),
    ]
    for row, one in some(zip(shown["rows"], found.weighed, strict=True)):
        is_told = re.fullmatch(r"[\d.]+ (behind|ahead)", row[3])
        assert bool(is_told) == one.is_clear and row[0] == str(one.met.at)
        if is_told:
            assert float(row[3].split()[0]) == pytest.approx(abs(one.behind), abs=0.5)
            assert is_told[1] == ("behind" if one.behind > 0 else "ahead")
    (mistake,) = found.mistakes
    assert f"It cost {mistake.behind:.0f} points, give or take {mistake.error:.0f}." in shown["mistakes"][0]
    sentences = [*shown["mistakes"], *shown["notes"], *shown["how"], shown["said"]]
    assert not [one for one in sentences if re.search(r"[{}]|None|  ", one)]


def test_the_answer_of_a_mistake_is_not_told_before_something_else_was_tried() -> None:
    session = update(looked_back()[0], Retry(0))
    told = view(session)
    assert isinstance(session.looking_back.tried, WeighedDecision) and len(session.replay.past) == 1
    assert told["retry"] and "75 on road 1" in told["retry"]["said"] and "tanker" not in told["retry"]["said"]
    assert not [*compared_cards(session)] and not told["advice"]["rows"]
    assert update(session, Return()) == looked_back()[0]
    with pytest.raises(Refused, match="nothing-to-refute"):
        update(session, Refute())


def test_what_is_tried_stands_beside_the_best_and_beside_what_was_chosen() -> None:
    mistake = looked_back()[1].mistakes[0]
    cost = f"{mistake.behind:.0f}"
    session, best = tried("lay tanker")
    assert best["verdict"] == "Nothing better was found" and f"{cost} points better" in best["notes"][0]
    assert best["shade"] == 0 and [row[1] for row in best["rows"]] == [cost, "0"]
    assert GAME.write_move(mistake.other) == "lay tanker" and len(session.replay.past) == 1
    _, again = tried("lay 75")
    assert again["verdict"].startswith(f"{cost} points behind the best") and again["shade"] > 0
    is_told = f"That is told give or take {mistake.error:.0f}."
    assert again["notes"] == [is_told, "It is what you chose in the game."]
    assert is_told in again["said"] and "The best: fuel tanker on road 1." in again["said"]
    _, other = tried("lay 25")
    assert [row[0] for row in other["rows"]] == ["fuel tanker on road 1", "75 on road 1", "25 on road 1"]
    assert update(session, Clear()).looking_back.retried is None, "and can be tried once more"
    assert update(replace(session, drafts=Drafts()), Clear()).looking_back.retried is None, (
        "also where a button was pressed and nothing lies"
    )
    assert len(update(session, Act("lay tanker")).replay.past) == 2, "or gone on with"


def test_a_difference_within_its_error_is_said_to_be_none() -> None:
    texts = shared_words("mil_millas", "card-retry")
    for figures, case in (((8.0, 3.0), "alike"), ((9.0, 3.0), "worse"), ((-9.0, 3.0), "better"), ((0.0, 0.0), "alike")):
        for what in ("best", "drive"):
            facts = {"cost": "9 points", "error": "3"}
            assert _told(GAME, texts, what, *figures) == texts[f"{what}-{case}"].format(**facts)


def test_a_review_is_told_decision_by_decision_until_all_of_it_is_there() -> None:
    known = looked_back()[0]
    assert [*weighed(known)] == [] and update(known, Review()) == known, "what was weighed once is not weighed again"
    card_review._weighing.cache_clear()
    session = update(over(), Review())
    waits = view(session)["review"]
    assert waits and waits["waits"] == "Your decisions are played out: 0 of 2." and not waits["mistakes"]
    with pytest.raises(Refused, match="review-not-done"):
        update(session, Retry(0))
    assert "0 of 2" in said(session, "mistakes")
    steps = [*weighed(session)]
    shown = [view(one)["review"] for one in steps if one]
    assert len(steps) > 100, "it can be left after each imagined game"
    assert [one and one["waits"][-7:] for one in shown] == ["1 of 2.", "", ""]
    assert shown[-1] == shown[1] == view(known)["review"] and shown[-1]
    assert view(session)["review"] == waits, "a view follows from its session alone, whatever was reckoned meanwhile"
    assert [one for one in steps if one][-1] == known


def test_each_of_several_learners_looks_back_at_their_own_decisions_and_sees_their_hand_again() -> None:
    both = replace(over(), bots=frozenset[int]())
    assert [door["label"] for door in view(both)["reviews"]] == ["Look back: You", "Look back: Ana"]
    session = update(both, Review("You"))
    (*_, session) = filter(None, weighed(session))
    assert session.looking_back.review == looked_back()[0].looking_back.review
    again = update(session, Retry(0))
    assert not again.covered and view(again)["pieces"], "nobody has to hand the table over for that"
    other = update(both, Review("Ana")).looking_back.review
    assert isinstance(other, SeatGame) and other.seat == 1 and all(GAME.turn(one.state) == 1 for one in other.met)
