"""Phases times kinds of moves: each kind is tried in each phase of each game, in random and in written positions.

What `judge` allows is what `moves` lists, or one of a few reasons says why it is not listed; what is allowed and played
leaves every card, every token and every clock in order; and a save holds what was allowed, and nothing else.
"""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from rallyman_tutor.core.luck import Likeliest, Recorded, Scripted, Seeded
from rallyman_tutor.core.replay import BadSave, begin, load
from rallyman_tutor.core.rule import Illegal, JudgedStep, kind_of
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.explain import explain_refusal
from tests.games.phases import TRIED, met, phase_of, said, written
from tests.games.test_random_games import alone
from tests.some import some

State = Any
Move = Any
OF_ONE_KIND = 3
"""Of each kind of move, so many are played in one position."""


of_every_game = pytest.mark.parametrize("key", TRIED)


@lru_cache(maxsize=4)
def positions(key: str, wide: bool) -> tuple[State, ...]:
    seeds, most, decisions = (range(100, 160), 6, 400) if wide else (range(2), 2, 60)
    return (*written(key), *met(key, seeds, most, decisions))


def tried(key: str, state: State, number: int) -> Iterator[tuple[Move, bool]]:
    """Every move somebody may think of in a position, each once, and whether it is allowed."""
    game = SHELF[key]
    for move in dict.fromkeys([*game.moves(state), *TRIED[key].tries(state, random.Random(number)), *said(key, state)]):
        yield move, game.is_legal(state, (move,))


@of_every_game
def test_every_kind_of_move_is_tried_in_every_phase(key: str) -> None:
    assert list(TRIED) == list(SHELF)
    for phase in TRIED[key].phases:
        there = [state for state in written(key) if phase_of(state) == phase]
        assert there, f"no position is written in which {phase} is decided"
        kinds = {kind_of(move) for state in there for move, _ in tried(key, state, 0)}
        assert kinds <= TRIED[key].kinds
        missing = sorted(str(kind) for kind in TRIED[key].kinds - kinds)
        assert not missing or phase == "over", (phase, missing)


@of_every_game
def test_a_move_without_fields_is_a_word(key: str) -> None:
    assert [
        kind for kind in TRIED[key].kinds if isinstance(kind, type) and not inspect.signature(kind).parameters
    ] == []


@of_every_game
def test_what_is_listed_is_allowed_and_what_is_allowed_is_listed_or_a_reason_says_why_not(key: str, wide: bool) -> None:
    game, reasons = SHELF[key], TRIED[key].unlisted
    given = Counter[str]()
    for number, state in enumerate(positions(key, wide)):
        listed = game.moves(state)
        for move, allowed in tried(key, state, number):
            told = game.write(state), game.write_move(move)
            assert allowed or move not in listed, f"{told[1]} is listed and refused in {told[0]}"
            if allowed and move not in listed:
                why = next((reason for reason, holds in reasons.items() if holds(state, move)), "")
                assert why, f"{told[1]} is allowed and not listed in {told[0]}"
                given[why] += 1
    assert set(given) == set(reasons), "a reason that no move needs"


@of_every_game
def test_what_is_allowed_and_played_leaves_everything_in_order(key: str, wide: bool) -> None:
    played = Counter[JudgedStep]()
    for number, state in enumerate(positions(key, wide)):
        done = Counter[JudgedStep]()
        for move, allowed in tried(key, state, number):
            done[kind_of(move)] += allowed
            if allowed and done[kind_of(move)] <= OF_ONE_KIND:
                play_and_check(key, state, move, number)
        played += done
    assert sum(played.values()) > 50 and len(played) > 3, played


def play_and_check(key: str, state: State, move: Move, seed: int) -> None:
    """Played with fair luck, and with the worst that is likely."""
    game, here = SHELF[key], TRIED[key]
    for luck in (Seeded(seed), Likeliest(game.harmless_luck)):
        told = game.write(state), game.write_move(move)
        noted = Recorded(luck)
        after, events = game.play(state, move, noted)
        here.check(after)
        if phase_of(state) != "deal":  # which takes the cards out of the box
            assert here.treasure(after) == here.treasure(state), told
        assert all(now >= before for now, before in zip(here.clocks(after), here.clocks(state), strict=True)), told
        exact = Scripted(noted.shown)
        assert game.play(state, move, exact) == (after, events) and not exact.leftover(), told
        assert game.read(game.write(alone(after))) == alone(after), told
        assert game.moves(after) or game.over(after), told
        for seat in range(len(here.clocks(after))):
            game.desk(game.seen_by(after, seat), ())


def _some(moves: list[tuple[Move, bool]], allowed: bool) -> list[tuple[Move, bool]]:
    return [pair for pair in moves if pair[1] == allowed][:12]


@of_every_game
def test_a_save_holds_what_was_allowed_and_nothing_else(key: str, wide: bool) -> None:
    game = SHELF[key]
    held = 0
    for number, state in enumerate(written(key)):
        replay = begin(game, game.spec(game.write(state), ()))
        moves = list(tried(key, replay.state, number))
        random.Random(number).shuffle(moves)
        for move, allowed in moves if wide else (*_some(moves, True), *_some(moves, False)):
            noted = Recorded(Seeded(number))
            if allowed:
                game.play(replay.state, move, noted)
            saved = {**replay.save(), "moves": [[game.write_move(move), *noted.shown]]}
            if allowed:
                held += 1
                assert load(game, saved).past[0].shown == tuple(noted.shown)
                continue
            with pytest.raises(BadSave) as told:
                load(game, saved)
            assert isinstance(told.value.__cause__, Illegal | ValueError)
            sentence = explain_refusal(game, told.value)
            assert "{" not in sentence and f"'{game.write_move(move)}'" in sentence and len(sentence.split()) > 8
    assert held > 10


@pytest.mark.wide
@of_every_game
@pytest.mark.parametrize("first", range(1000, 1300, 50))
def test_every_kind_of_move_in_hundreds_of_random_games(key: str, first: int) -> None:
    game, reasons = SHELF[key], TRIED[key].unlisted
    for number, state in some(enumerate(met(key, range(first, first + 50), 8, 400))):
        listed, done = game.moves(state), Counter[JudgedStep]()
        for move, allowed in some(tried(key, state, number)):
            told = game.write(state), game.write_move(move)
            assert allowed or move not in listed, told
            if allowed:
                assert move in listed or any(holds(state, move) for holds in reasons.values()), told
                done[kind_of(move)] += 1
                if done[kind_of(move)] <= OF_ONE_KIND:
                    play_and_check(key, state, move, number)
