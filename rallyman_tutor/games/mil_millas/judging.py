"""Judging drafts: a draft holds one move, and a key is judged as the move it stands for."""

from __future__ import annotations

from collections.abc import Iterator

from rallyman_tutor.core.judging import Shown, allowed, judged
from rallyman_tutor.core.notation import ScriptedDraft, moves_of
from rallyman_tutor.core.rule import Facts, Kind, Violation
from rallyman_tutor.games.mil_millas.rules import BOOK, discard
from rallyman_tutor.games.mil_millas.state import (
    GOAL,
    GUARD,
    KIND,
    Discard,
    Draft,
    Lay,
    Move,
    Press,
    Second,
    State,
    Trick,
    Word,
)
from rallyman_tutor.games.mil_millas.step import acting, closed, next_seat, shuts, side_of


def move_of_key(state: State, move: Move) -> Move:
    """The move behind a key: Enter deals before a round, answers an attack, or lays the card that is selected, on the
    only target if there is but one; Delete throws it away. If no card is selected, the move names an empty card."""
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
    if KIND[card] == "attack" and not move.on and turn.phase == "turn":
        targets = discard.playable(state, card)
        return Lay(card, targets[0]) if len(targets) == 1 else Lay(card)
    return Lay(card, move.on)


def unfold(state: State, draft: Draft | ScriptedDraft[Move]) -> Iterator[tuple[int, State, Move | Second]]:
    """The moves of a draft, each with its number and the state it is judged in. A draft may hold one move; every later
    one is a `Second`, which a rule refuses."""
    moves = moves_of(draft)
    for at, move in enumerate(moves):
        if at:
            yield at, state, Second(move, move_of_key(state, moves[0]))
        else:
            move = move_of_key(state, move)
            yield at, closed(state) if shuts(state, move) else state, move


def judge(state: State, draft: Draft | ScriptedDraft[Move], kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule this draft breaks; never raises."""
    return judged(BOOK, unfold(state, draft), kind)


def is_legal(state: State, draft: Draft | ScriptedDraft[Move]) -> bool:
    """Whether `judge` finds nothing; it is told sooner."""
    return allowed(BOOK, unfold(state, draft))


def complete_script(state: State, move: Move, shown: Shown) -> tuple[Move, Shown]:
    """What a move of a script means in this state, and what cards then show: a key stands for a move."""
    return move_of_key(state, move), shown


def message_facts(state: State, draft: Draft | ScriptedDraft[Move], at: int) -> Facts:
    """What any message about a move may mention: which card, on whom, and how far."""
    move = move_of_key(state, moves_of(draft)[at])
    now = closed(state) if shuts(state, move) else state
    seat = acting(now, move)
    side = now.sides[side_of(now, seat if seat >= 0 else now.turn.seat)]
    return {
        "card": getattr(move, "card", ""),
        "whom": getattr(move, "on", ""),
        "km": side.km,
        "left": GOAL - side.km,
    }
