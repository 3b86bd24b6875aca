"""A game of cards looked back at: a loss that is told is a loss with other luck too, and nothing else is ranked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from rallyman_tutor.coach import bots, card_review
from rallyman_tutor.coach.card_review import (
    CardDecision,
    CardReview,
    SeatGame,
    WeighedDecision,
    as_played,
    beside,
    going_on,
    review,
    weigh_all,
)
from rallyman_tutor.coach.decision import CLEAR_ERRORS, PlayOutInParts, difference
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.replay import Replay, begin
from rallyman_tutor.games import SHELF
from tests.some import some

GAMES = ("crazy_rally", "mil_millas")
LATE = {"crazy_rally": slice(-3, None), "mil_millas": slice(15, 18)}


@cache
def played(key: str, seed: int = 1) -> Replay[AnyState, AnyMove]:
    """A game of three, begun and ended like beginners, and by lot between that for whoever sits first."""
    game: AnyGame = SHELF[key]
    replay, rng = begin(game, game.spec(next(iter(game.ready_tables.values())), ("You", "Ana", "Ben"))), Random(seed)
    while not game.over(replay.state):
        state = replay.state
        by_lot = game.turn(state) == 0 and rng.random() < 0.5
        move = rng.choice(game.moves(state)) if by_lot else bots.choose(game, state, (), "works", rng).move
        replay = replay.play(move, Seeded(f"{seed}:{len(replay.past)}"))
    return replay


def some_met(key: str) -> SeatGame:
    """The last few decisions of it, which are played out quickly."""
    whole = as_played(SHELF[key], played(key), 0)
    return whole._replace(met=whole.met[LATE[key]])


@pytest.mark.parametrize("key", GAMES)
def test_decisions_are_those_of_the_seat_with_a_choice_as_it_saw_them(key: str) -> None:
    game, replay = SHELF[key], played(key)
    states = [replay.start, *(past.state for past in replay.past)]
    met = as_played(game, replay, 0).met
    assert [one.at for one in met] == [*range(1, len(met) + 1)]
    for one in some(met):
        assert game.turn(states[one.number]) == 0 and replay.past[one.number].move == one.move
        assert one.state == game.seen_by(states[one.number], 0) and len(game.moves(one.state)) > 1


@pytest.mark.parametrize("key", GAMES)
def test_what_is_told_holds_in_other_imagined_games_as_well(key: str, wide: bool) -> None:
    game = SHELF[key]
    whole = as_played(game, played(key), 0)
    found = weigh_all(whole if wide else some_met(key))
    for one in some([one for one in found.weighed if one.is_clear]):
        play_out = bots.taken_apart(game, one.met.state, "other luck")
        worths = [play_out(number, (one.other, one.met.move)) for number in range(1500 if wide else 100)]
        best, own = ([sum(parts.values()) for parts in column] for column in zip(*worths, strict=True))
        behind, error = difference(best, own)
        assert abs(behind - one.behind) <= 4 * (error**2 + one.error**2) ** 0.5 + 1e-9
        assert (behind > 0) == one.is_mistake, "and which is better is told truly"


@pytest.mark.parametrize("key", GAMES)
def test_the_parts_of_a_difference_add_up_to_it(key: str) -> None:
    found = [one for one in weigh_all(some_met(key)).weighed if one.tries > card_review.LOOKS]
    for one in some(found):
        assert sum(part.behind for part in one.parts) == pytest.approx(one.behind, abs=1e-9)
        largest = max(one.parts, key=lambda part: part.behind)
        is_sure = one.is_mistake and largest.behind > 0 and largest.behind >= CLEAR_ERRORS * largest.error
        assert one.largest_part == (largest if is_sure else None)


@pytest.mark.parametrize("key", GAMES)
def test_the_same_game_has_always_the_same_review(key: str) -> None:
    first = some_met(key).met[1]
    found = to_the_end(card_review.weighing(key, first).go_on())
    card_review._weighing.cache_clear()
    again = weigh_all(SeatGame(key, 0, (first,)))
    assert again.weighed == (found,) and again == review(SeatGame(key, 0, (first,), again.weighed))
    assert review(SeatGame(key, 0, (first,))) is None, "before it was weighed there, wherever else it was"


def test_what_is_found_of_a_game_is_one_decision_more_at_a_time_and_then_one_mistake_more() -> None:
    key = "mil_millas"
    whole = some_met(key)
    found = [one for one in going_on(whole) if one]
    mistakes = weigh_all(whole).mistakes
    assert mistakes and [len(one.weighed) for one in found] == [
        *range(1, len(whole.met)),
        *[len(whole.met)] * (len(mistakes) + 1),
    ]
    assert [len(one.compared) for one in found][-len(mistakes) :] == [*range(1, len(mistakes) + 1)]
    assert [one[0].move for one in found[-1].compared] == [one.best for one in mistakes]
    assert all(one.is_same_game(whole) for one in found) and not whole.is_same_game(whole._replace(seat=1))
    assert [one for one in going_on(found[0]) if one] == found[1:], "and is gone on with where it was left"


def test_what_is_tried_instead_is_compared_in_the_games_that_told_what_it_cost() -> None:
    key = "mil_millas"
    mistake = next(one for one in weigh_all(some_met(key)).weighed if one.is_mistake)
    again = to_the_end(beside(key, mistake, mistake.met.move).go_on())
    assert again.best == (mistake.behind, mistake.error) and again.mistake == (0, 0)
    better = to_the_end(beside(key, mistake, mistake.other).go_on())
    assert better.best == (0, 0) and better.mistake == (-mistake.behind, mistake.error)


def weighed(*figures: tuple[float, float]) -> CardReview:
    """A review in which decisions were behind by so much, give or take that."""
    first = as_played(SHELF["mil_millas"], played("mil_millas"), 0).met[0]
    return CardReview(
        tuple(
            WeighedDecision(CardDecision(at, at, first.state, first.move), first.move, *one, 128)
            for at, one in enumerate(figures, 1)
        )
    )


def numbers(found: Sequence[WeighedDecision]) -> list[int]:
    return [one.met.at for one in found]


def test_nothing_is_ranked_that_cannot_be_told_apart() -> None:
    found = weighed((10, 4), (90, 5), (40, 5), (50, 5), (0, 0), (-12, 5), (-30, 5), (45, 5))
    assert numbers(found.mistakes) == [2, 4, 8], "those within three errors of nothing cost nothing"
    assert [numbers(group) for group in found.unordered] == [[3, 4, 8]], "one of which is not among the three"
    assert found.finest and found.finest.met.at == 7
    assert weighed((100, 5), (50, 5)).unordered == ()
    assert weighed((5, 2), (0, 0), (-5, 2)).mistakes == () and weighed((5, 2), (-5, 2)).finest is None
    assert weighed((1, 0)).mistakes, "what is worse in every game is so without a doubt"


def test_a_decision_that_is_as_good_as_another_is_seldom_told_to_be_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(5)

    def by_luck_alone(game: AnyGame, seen: AnyState, seed: str) -> PlayOutInParts[AnyMove]:
        return lambda _, moves: [{"luck": rng.gauss(0, 30)} for _ in moves]

    monkeypatch.setattr(bots, "taken_apart", by_luck_alone)
    met, told = some_met("mil_millas").met[0], 0
    for _ in range(120):
        one = to_the_end(card_review._weighed(SHELF["mil_millas"], met))
        told += one.is_clear
        assert abs(one.behind) < 5 * one.error, f"{CLEAR_ERRORS} errors are seldom passed, five never"
    assert told <= 2


def test_events_are_left_out_since_playing_out_cannot_weigh_them() -> None:
    whole = as_played(SHELF["crazy_rally"], played("crazy_rally"), 0)
    states: list[Any] = [one.state for one in whole.met]
    assert {state.phase for state in states} == {"tune", "choose"}


def test_a_difference_that_is_the_same_in_every_imagined_game_is_counted_in_all_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has no error, and is a difference all the same."""
    key = "mil_millas"
    (met, *_) = some_met(key).met

    def parts_of(game: AnyGame, seen: AnyState, moves: Sequence[AnyMove], numbers: range) -> Any:
        yield
        return [[{"all": 10.0 if move == met.move else 14.0} for _ in numbers] for move in moves]

    monkeypatch.setattr(card_review, "parts_of", parts_of)
    found = to_the_end(card_review._weighed(SHELF[key], met))
    assert (found.behind, found.error, found.tries) == (4.0, 0.0, card_review.TRIES) and found.is_mistake
