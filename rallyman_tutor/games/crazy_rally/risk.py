"""The chance that a card or an event brings the own car into a stage at a speed its course card does not allow.

At a practice table the next course card is known. Elsewhere every card not yet turned up is equally likely to be next,
except that the first two carry the flag; what a player may remember of the test lap is not counted. Nor are later
events of rivals.
"""

from __future__ import annotations

from fractions import Fraction

from rallyman_tutor.core.notation import ScriptedDraft, moves_of
from rallyman_tutor.games.crazy_rally.state import (
    CARDS,
    COURSE,
    FASTER,
    FLAGGED_ON_TOP,
    SLOWER,
    Car,
    Draft,
    Move,
    Play,
    State,
    Use,
    Word,
)
from rallyman_tutor.games.crazy_rally.step import after, pass_stage, speed_missed


def possible(state: State) -> list[str]:
    """The course cards that may be turned up next, as far as everybody knows."""
    if state.options.practice and state.ahead:
        return [state.ahead[0]]
    unseen = [card for card in COURSE if card not in state.course[: state.driven]]
    return [card for card in unseen if COURSE[card].flag] if state.stage <= FLAGGED_ON_TOP else unseen


def offence(state: State, car: Car) -> Fraction:
    """The chance that the next course card does not allow the speed of a car; 1 if the car is out before."""
    cards = possible(state)
    if car.out:
        return Fraction(1)
    return Fraction(sum(speed_missed(car, card) > 0 for card in cards), len(cards)) if cards else Fraction(0)


def is_surely_lost(state: State, seat: int, car: Car) -> bool:
    """Whether a car that comes so to the next course card is out, or crashes whichever card that is."""
    ends = [pass_stage(car, seat, card, state.stage)[0] for card in possible(state)]
    return bool(car.out) or (bool(ends) and all(end.crashed == state.stage for end in ends))


def risk(state: State, draft: Draft | ScriptedDraft[Move]) -> list[Fraction]:
    """For each move of a draft, the chance that the course card does not allow the speed; 1 if the car is out before.

    Only the first move is reckoned. Later moves, which stand only in examples, are another driver's or belong to a
    later state; their chance is given as 0."""
    return [_of(state, move) if not at else Fraction(0) for at, move in enumerate(moves_of(draft))]


def _of(state: State, move: Move) -> Fraction:
    drives = isinstance(move, Play) and move.card in CARDS and move.way in (FASTER, SLOWER)
    waits = (isinstance(move, Use) or move is Word.PASS) and state.phase == "event"
    return offence(state, after(state, move)) if drives or waits else Fraction(0)
