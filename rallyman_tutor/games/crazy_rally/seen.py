"""The knowledge of one player: own cards, all that lies open, and how many cards the others hold.

Views, advice and bots get only such a state. Hidden cards are `?`, so it can be drawn and written like any other; two
states that differ only in hidden cards look the same in it.
"""

from __future__ import annotations

from rallyman_tutor.games.crazy_rally.state import HIDDEN, Car, Move, Play, State, Table, Use, Word, adjustments


def seen_by(state: State, seat: int) -> State:
    """The state as the player of this seat sees it. Seat -1 is an onlooker, who sees no hand."""
    shown = state.looked - 1 if state.phase == "look" else -1
    return state._replace(
        cars=tuple(car if own == seat else _from_outside(car) for own, car in enumerate(state.cars)),
        course=tuple(
            card if n < state.driven or n == shown or state.options.practice else HIDDEN
            for n, card in enumerate(state.course)
        ),
        supply=(HIDDEN,) * len(state.supply),
        discard=(HIDDEN,) * (len(state.discard) - 1) + state.discard[-1:],
    )


def _from_outside(car: Car) -> Car:
    return car._replace(
        hand=(HIDDEN,) * len(car.hand), drawn=(HIDDEN,) * len(car.drawn), sealed=HIDDEN if car.sealed else ""
    )


def reveals(state: State, move: Move) -> bool:
    """Whether this move shows somebody a card that was hidden, so that it cannot be undone.

    The last choice turns up all choices, the last decision about events the course card. At a practice table every move
    can be undone."""
    if state.options.practice:
        return False
    if isinstance(move, Play | Table):
        return not any(_chooses(state, car) for car in state.cars[state.seat + 1 :])
    if move is Word.PASS or (isinstance(move, Use) and move.effect != "two"):
        later = state.order[state.order.index(state.seat) + 1 :] if state.seat in state.order else ()
        return all(state.cars[seat].out for seat in later)
    return isinstance(move, Use) or move in (Word.DEAL, Word.LOOK, Word.DRAW, Word.EXCHANGE)


def _chooses(state: State, car: Car) -> bool:
    """Whether a driver has yet to choose; a hidden hand is taken to have an adjustment card."""
    return not car.sealed and bool(
        state.phase == "tune" or (not car.out and (HIDDEN in car.hand or adjustments(car.hand)))
    )
