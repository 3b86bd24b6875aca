"""The chance that a choice brings the car into a stage at a speed its course card does not allow.

Of the course only what has been turned up is known: every card not yet turned is equally likely to be next, but for the
first two, which carry the flag. Who remembers the test lap knows better; this is the chance for all others. Events of
rivals are not foreseen.
"""

from __future__ import annotations

from fractions import Fraction

from rallyman_tutor.games.crazy_rally.state import (
    CARDS,
    COURSE,
    FASTER,
    FLAGGED_ON_TOP,
    SLOWER,
    Draft,
    Play,
    State,
)
from rallyman_tutor.games.crazy_rally.step import offence, play_card


def possible(state: State) -> list[str]:
    """The course cards that may be turned up next, as far as everybody knows."""
    if state.options.practice and state.ahead:
        return [state.ahead[0]]
    unseen = [card for card in COURSE if card not in state.course[: state.driven]]
    return [card for card in unseen if COURSE[card].flag] if state.stage <= FLAGGED_ON_TOP else unseen


def risk(state: State, draft: Draft) -> list[Fraction]:
    """Of each move of a draft: the chance of an offence, or of being out before the course card is seen."""
    return [_of(state, move) if isinstance(move, Play) else Fraction(0) for move in getattr(draft, "moves", draft)]


def _of(state: State, play: Play) -> Fraction:
    if play.card not in CARDS or play.way not in (FASTER, SLOWER):
        return Fraction(0)
    car, _ = play_card(state.car, state.seat, play.card, play.way, state.stage)
    cards = possible(state)
    if car.out:
        return Fraction(1)
    return Fraction(sum(offence(car, card) > 0 for card in cards), len(cards)) if cards else Fraction(0)
