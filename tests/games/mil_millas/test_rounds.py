"""Random games from the first deal to the last card: nothing that must hold is ever broken on the way."""

from __future__ import annotations

import pytest

from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.state import FULL, GOAL, HAND, IMMUNITIES, Discard, Lay, State
from rallyman_tutor.games.mil_millas.step import can_draw, members
from tests.games.driving import codes
from tests.games.mil_millas.rounds import FORMS, OPTIONS, Decision, drive, everything, name, spec, whole
from tests.sampled import sampled
from tests.some import some


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
        if "MM-RESH-03" not in codes(decision.events):  # a draw in vain shows no card
            assert GAME.reveals(decision.before, decision.move) == bool(decision.shown)
    end = decisions[-1].after
    assert end.over and GAME.moves(end) == []
    assert len(end.points) == end.round
    assert sum(side.km == GOAL for side in end.sides) <= 1
    rounds = [d for d in decisions if any(event.what == "sum" for event in d.events)]
    assert len(rounds) == end.round
    for decision, row in zip(rounds, end.points, strict=True):
        assert row == tuple(event.facts["count"] for event in decision.events if event.what == "sum")
        assert max(row) <= 4000 and min(row) >= 0


@pytest.mark.parametrize("first", sampled(range(0, 264, 22), range(0, 88, 22)))
def test_random_games_of_every_form_with_every_option_keep_every_card(first: int) -> None:
    for seed in some(range(first, first + 22)):
        check_game(seed)


@pytest.mark.wide
@pytest.mark.parametrize("first", range(10_000, 13_520, 88))
def test_thousands_of_random_games_keep_every_card(first: int) -> None:
    for seed in some(range(first, first + 88)):
        check_game(seed)


def test_the_random_games_are_of_every_form_with_every_option() -> None:
    seen = {
        (len(s["drivers"]), s["teams"], *sorted(set(s["options"]) - {"rounds", "target"})) for s in map(spec, range(88))
    }
    assert len(seen) == len(FORMS) * len(OPTIONS)


def test_every_player_of_a_round_comes_to_play() -> None:
    for seed in (0, 4, 9):
        assert {name(d.before) for d in drive(seed)} == set(spec(seed)["drivers"])
