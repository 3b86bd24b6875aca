"""The next course card, as far as everybody knows it, and all that may come of a car that meets it as it is.

At a practice table the next card is known. Elsewhere every card not yet turned up is equally likely to be next, except
that the first two carry the flag; what a player may remember of the test lap is not counted. Nor are later events of
rivals. Chances, what remedies cost, rules that look ahead and the reasons of bots are all taken from here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from rallyman_tutor.games.crazy_rally.state import COURSE, FLAGGED_ON_TOP, HIDDEN, Car, State
from rallyman_tutor.games.crazy_rally.step import pass_stage, speed_missed


class Ends(NamedTuple):
    """The chance of each end that the next course card can bring to a car; each one includes those before it."""

    out: Fraction  # the car is out, by the card or before it
    crash: Fraction  # out or crashed
    offence: Fraction  # out, crashed, or at a speed that the card does not allow


def possible(state: State) -> list[str]:
    """The course cards that may be turned up next, as far as everybody knows."""
    if state.options.practice and state.ahead and state.ahead[0] != HIDDEN:
        return [state.ahead[0]]
    unseen = [card for card in COURSE if card not in state.course[: state.driven]]
    return [card for card in unseen if COURSE[card].flag] if state.stage <= FLAGGED_ON_TOP else unseen


def ends(state: State, seat: int, car: Car) -> Ends:
    """The chances of each end for the car of this seat, if the next course card finds it as it is now."""
    if car.out:
        return Ends(Fraction(1), Fraction(1), Fraction(1))
    cards = possible(state)
    passed = [pass_stage(car, seat, card, state.stage)[0] for card in cards]

    def share(many: int) -> Fraction:
        return Fraction(many, len(cards)) if cards else Fraction(0)

    return Ends(
        share(sum(one.out > 0 for one in passed)),
        share(sum(one.crashed == state.stage for one in passed)),
        share(sum(speed_missed(car, card) > 0 for card in cards)),
    )


def is_surely_lost(state: State, seat: int, car: Car) -> bool:
    """Whether a car, as it is now, crashes or is out whichever course card comes next."""
    return ends(state, seat, car).crash == 1
