"""Keys: the move that each stands for, with the card that is selected."""

from __future__ import annotations

from rallyman_tutor.games.mil_millas.rules import discard
from rallyman_tutor.games.mil_millas.state import (
    GUARD,
    KIND,
    Discard,
    Lay,
    Move,
    Press,
    State,
    Trick,
    Word,
)
from rallyman_tutor.games.mil_millas.step import called, closed, next_seat, shuts, side_of


def move_of_key(state: State, move: Move) -> Move:
    """The move behind a key: Enter deals before a round, answers an attack, or lays the card that is selected, on its
    only target; Delete throws it away. If no card is selected, the move names an empty card."""
    if not isinstance(move, Press):
        return move
    card, turn = move.card, state.turn
    if move.key == "Delete":
        return Discard(card)
    if not card and turn.phase == "deal":
        return Word.DEAL
    if not card:
        return Lay(card)
    if (
        turn.phase == "window"
        and KIND[card] == "immunity"
        and (card == GUARD[turn.attack] or turn.seat != next_seat(state))
    ):
        return Trick(card)
    if KIND[card] == "attack" and not move.on:
        return Lay(card, _only_target(closed(state) if shuts(state, Lay(card)) else state, card))
    return Lay(card, move.on)


def _only_target(state: State, card: str) -> str:
    """The only side that takes an attack. Where none does, the next one, to be told why not; where several do, none:
    the player has to say which."""
    takes = discard.playable(state, card)
    own, sides = side_of(state, state.turn.seat), len(state.sides)
    return called(state, (own + 1) % sides) if not takes else takes[0] if len(takes) == 1 else ""
