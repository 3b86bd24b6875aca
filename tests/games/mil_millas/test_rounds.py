"""Random games from the first deal to the last card: nothing that must hold is ever broken on the way."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rallyman_tutor.core.luck import Scripted, Seeded, every
from rallyman_tutor.core.replay import begin, load, load_code
from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.state import FULL, GOAL, HAND, IMMUNITIES, Discard, Draw, Lay, State
from rallyman_tutor.games.mil_millas.step import can_draw, members
from tests.games.mil_millas.rounds import FORMS, OPTIONS, Decision, drive, everything, name, spec, whole


def check_state(state: State) -> None:
    assert everything(state) == whole(state), GAME.write(state)
    for side in state.sides:
        assert 0 <= side.km <= GOAL and side.km % 25 == 0
        assert side.tricks <= len(side.immunities) <= len(IMMUNITIES)
        assert 0 <= side.longest <= 2 and (side.drove or side.km == 0)
        assert not ("priority" in side.immunities and (side.stopped or side.limited))
        assert state.options.stacking or len(side.problems) <= 1
        assert not side.wrong or state.options.wrong_way
    laid = [card for side in state.sides for card in side.immunities]
    assert len(laid) == len(set(laid))
    assert all(len(hand) <= FULL for hand in state.hands)
    assert all(count >= 0 for _, count in state.deck)


def check_turn(decision: Decision) -> None:
    """A turn ends with six cards unless the deck is empty, and passes to the next seat unless a trick comes between."""
    before, after = decision.before, decision.after
    seat = before.turn.seat
    ended = isinstance(decision.move, Discard) or (
        isinstance(decision.move, Lay) and decision.move.card not in IMMUNITIES
    )
    if ended and before.turn.phase == "turn" and after.turn.phase in ("turn", "window"):
        assert len(after.hands[seat]) == HAND or not can_draw(before), GAME.write(before)
        if after.turn.phase == "turn":
            assert after.turn.seat == (seat + 1) % len(after.names)
        else:
            assert after.turn.seat in members(after, after.turn.seat % len(after.sides)) and after.turn.by == seat


def check_game(seed: int) -> None:
    decisions = list(drive(seed))
    for decision in decisions:
        check_state(decision.after)
        check_turn(decision)
    end = decisions[-1].after
    assert end.over and GAME.moves(end) == []
    assert len(end.points) == end.round
    assert sum(side.km == GOAL for side in end.sides) <= 1
    rounds = [d for d in decisions if any(event.what == "sum" for event in d.events)]
    assert len(rounds) == end.round
    for decision, row in zip(rounds, end.points, strict=True):
        assert row == tuple(event.facts["count"] for event in decision.events if event.what == "sum")
        assert max(row) <= 4000 and min(row) >= 0


@pytest.mark.parametrize("first", range(0, 264, 22))
def test_random_games_of_every_form_with_every_option_keep_every_card(first: int) -> None:
    for seed in range(first, first + 22):
        check_game(seed)


@pytest.mark.wide
@pytest.mark.parametrize("first", range(10_000, 13_520, 88))
def test_thousands_of_random_games_keep_every_card(first: int) -> None:
    for seed in range(first, first + 88):
        check_game(seed)


def test_the_random_games_are_of_every_form_with_every_option() -> None:
    seen = {
        (len(s["drivers"]), s["teams"], *sorted(set(s["options"]) - {"rounds", "target"})) for s in map(spec, range(88))
    }
    assert len(seen) == len(FORMS) * len(OPTIONS)


@pytest.mark.parametrize("seed", range(0, 88, 4))
def test_what_was_shown_replays_the_same_game(seed: int) -> None:
    for decision in drive(seed):
        luck = Scripted(decision.shown)
        assert GAME.play(decision.before, decision.move, luck) == (decision.after, decision.events)
        assert luck.leftover() == []


@pytest.mark.parametrize("seed", range(0, 88, 4))
def test_every_position_of_a_game_can_be_written_and_read_back(seed: int) -> None:
    for decision in drive(seed):
        for state in (decision.after, GAME.seen_by(decision.after, decision.after.turn.seat)):
            text = GAME.write(state)
            assert GAME.read(text) == state, text
            assert hash(GAME.read(text)) == hash(state)


@pytest.mark.parametrize("seed", range(3, 88, 9))
def test_a_saved_game_is_played_again_move_by_move(seed: int) -> None:
    replay = begin(GAME, spec(seed))
    luck = Seeded(seed)
    for decision in drive(seed):
        replay = replay.play(decision.move, luck)
    again = load(GAME, json.loads(json.dumps(replay.save())))
    assert again.state == replay.state and again.past == replay.past
    assert load_code(GAME, replay.code()).state == replay.state
    assert replay.undo(5).state == replay.past[-6].state


def test_the_chances_of_one_draw_sum_to_one() -> None:
    for decision in drive(11):
        if isinstance(decision.move, Draw):
            ways = list(every(lambda luck, d=decision: GAME.play(d.before, d.move, luck)))  # type: ignore[misc]
            assert sum((chance for chance, _, _ in ways), Fraction(0)) == 1
            assert len({shown for _, shown, _ in ways}) == len(ways)


def test_every_player_of_a_round_comes_to_play() -> None:
    for seed in (0, 4, 9):
        assert {name(d.before) for d in drive(seed)} == set(spec(seed)["drivers"])
