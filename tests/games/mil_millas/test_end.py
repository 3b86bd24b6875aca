"""How a round ends: an empty hand is told of whoever has it, and a turn that has begun is played to its end."""

from __future__ import annotations

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.state import Events
from tests.games.mil_millas.rounds import at, drive, play

LAST_OF_THE_PILE = "A 25 go ; B | A 25x2 ; B petrol | B | deck - ; reshuffle=on"


def emptied(events: Events) -> list[int]:
    return [event.seat for event in events if event.code == "MM-END-02"]


def test_who_has_drawn_the_last_card_plays_before_the_round_ends() -> None:
    state, events = play(LAST_OF_THE_PILE, "discard petrol draw{petrol}")
    assert not state.over and emptied(events) == [] and GAME.moves(state)


def test_an_empty_hand_is_told_of_whoever_has_it() -> None:
    state, events = play(LAST_OF_THE_PILE, "discard petrol draw{petrol} lay 25")
    assert state.over and emptied(events) == [1] and state.hands[1] == ()


def test_an_immunity_laid_in_that_turn_goes_on_with_it() -> None:
    state, events = play(
        "A 25 go ; B | A 25 ace ; B petrol | B | deck - ; reshuffle=on", "discard petrol draw{petrol} lay ace lay 25"
    )
    assert state.over and emptied(events) == [1]


def test_in_random_games_an_empty_hand_is_always_told_of_somebody_who_has_none() -> None:
    told = 0
    for seed in range(0, 88, 2):
        for decision in drive(seed):
            for event in decision.events:
                if event.code in ("MM-END-02", "MM-END-04"):
                    told += 1
                    hands = (
                        decision.before.hands
                        if "next-round" in {one.what for one in decision.events}
                        else decision.after.hands
                    )
                    card = getattr(decision.move, "card", "")
                    left = hands[event.seat]
                    assert not left or (hands is decision.before.hands and left in ((card,), ())), (
                        event,
                        GAME.write(decision.before),
                    )
    assert told > 15


def test_somebody_to_play_without_a_card_and_without_a_deck_is_no_position() -> None:
    with pytest.raises(Refused):
        at("A ; B | A - ; B 25x2 | A | deck -")
    assert at("A ; B | A 25 ; B - | A | deck -").hands[1] == ()
