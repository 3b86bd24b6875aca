"""Truths about every game, asked of random games of each: they replay, are written and read back, chances are whole.

What must hold in one game only is asked beside its other tests: in `test_rallies.py`, `test_races.py`,
`test_rounds.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from rallyman_tutor.core.luck import Scripted, Seeded, every_outcome
from rallyman_tutor.core.replay import begin, load, load_code
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from tests.games.random_games import RANDOM, decisions, seeds
from tests.some import some


def alone(state: Any) -> Any:
    """A state as a position tells it: without the sheet of the rally it is a part of."""
    return state._replace(rally=None) if hasattr(state, "rally") else state


def test_games_are_for_as_many_as_their_rulebooks_say_and_cards_are_held_in_hands() -> None:
    assert {key: (min(game.seats), max(game.seats), game.has_hidden_hands) for key, game in SHELF.items()} == {
        "classic": (1, 4, False),
        "dirt": (1, 6, False),
        "crazy_rally": (3, 6, True),
        "mil_millas": (2, 9, True),
    }


@pytest.mark.parametrize("key", SHELF)
def test_a_game_begins_with_as_many_players_as_it_says_and_with_no_fewer_or_more(key: str) -> None:
    game = SHELF[key]
    for count in some(game.seats):
        assert len(game.result(game.new(game.demo_game(count)))["drivers"]) == count
    names = [f"P{number}" for number in range(max(game.seats) + 1)]
    for wrong in (min(game.seats) - 1, len(names)):
        with pytest.raises(Illegal):
            game.new({**game.demo_game(min(game.seats)), "drivers": names[:wrong]})


@seeds(classic=range(48, 72), dirt=range(48, 60), crazy_rally=range(12), mil_millas=range(0, 88, 4))
def test_what_was_shown_replays_the_same_game(key: str, seed: int) -> None:
    for decision in some(decisions(key, seed)):
        luck = Scripted(decision.shown)
        assert SHELF[key].play(decision.before, decision.move, luck) == (decision.after, decision.events)
        assert luck.leftover() == []


@seeds(every=2, classic=range(72, 84), dirt=range(300, 309), crazy_rally=range(12, 18), mil_millas=range(0, 88, 8))
def test_every_position_can_be_written_and_read_back(key: str, seed: int) -> None:
    game = SHELF[key]
    for decision in some(decisions(key, seed)):
        for seen in (decision.after, game.seen_by(decision.after, game.turn(decision.after))):
            state = alone(seen)
            text = game.write(state)
            again = game.read(text)
            assert again == state, text
            assert hash(again) == hash(state) and game.write(again) == text


@seeds(classic=range(12), dirt=range(60, 72), crazy_rally=range(12), mil_millas=range(12))
def test_every_move_can_be_written_and_read_back(key: str, seed: int) -> None:
    game = SHELF[key]
    for decision in some(decisions(key, seed)):
        text = game.write_move(decision.move)
        assert list(game.read_moves(decision.before, text)) == [decision.move], text


@seeds(classic=range(4), dirt=range(4), crazy_rally=range(4), mil_millas=range(3, 88, 9))
def test_a_game_is_saved_and_loaded_and_shared_move_by_move(key: str, seed: int) -> None:
    game, luck = SHELF[key], Seeded(seed)
    replay = begin(game, RANDOM[key].spec(seed))
    for decision in decisions(key, seed):
        replay = replay.play(decision.move, luck)
    again = load(game, json.loads(json.dumps(replay.save())))
    assert again.state == replay.state and again.past == replay.past
    assert load_code(game, replay.code()).state == replay.state
    assert replay.undo(5).state == replay.past[-6].state
    assert len(replay.code()) < 12_000


@pytest.mark.parametrize(
    ("key", "some", "step", "most"),
    [
        ("classic", range(6), 12, 9),
        ("dirt", range(6), 9, 7),
        ("mil_millas", [11], 1, 2),
    ],
)
def test_the_chances_of_one_decision_sum_to_one(key: str, some: Iterable[int], step: int, most: int) -> None:
    """Of every so many decisions one, where no more than so many dice and cards are shown. Crazy Rally only shuffles,
    and in more ways than can be counted."""
    tried = 0
    for seed in some:
        for decision in list(decisions(key, seed))[::step]:
            if 0 < len(decision.shown) <= most:
                tried += 1
                ways = list(every_outcome(partial(SHELF[key].play, decision.before, decision.move)))
                assert sum((chance for chance, _, _ in ways), Fraction(0)) == 1
                assert len({shown for _, shown, _ in ways}) == len(ways)
    assert tried > 20
