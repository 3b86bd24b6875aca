"""The plainest way to the best driving: every move of the engine, every outcome, to the end of the stage.

Slow, and obviously right; for stages of a few spaces.

    Expectimax(CLASSIC, 1000).value(state)      with the engine's own decks and bag
    Expectimax(CLASSIC_REDRAWN, 1000)           where everything that is drawn goes back at once
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from rallyman_tutor.core.game import Events
from rallyman_tutor.core.luck import Luck, Odds, outcomes_of
from rallyman_tutor.games.classic import alone as classic
from rallyman_tutor.games.classic import state as classic_state
from rallyman_tutor.games.dirt import alone as dirt
from rallyman_tutor.games.dirt import state as dirt_state
from rallyman_tutor.games.dirt.play import play as play_dirt


class Position(Protocol):
    """The fields read of a position."""

    @property
    def cars(self) -> Sequence[Any]: ...

    @property
    def over(self) -> bool: ...


State = TypeVar("State", bound=Position)
Move = TypeVar("Move")
Outcome = tuple[Fraction, State, Events]


class Alone(NamedTuple, Generic[State, Move]):
    """The answers of a game about a lone car: `alone.py` of its room."""

    every_move: Callable[[State], list[Move]]
    outcomes: Callable[[State, Move], list[Outcome[State]]]
    key: Callable[[State], State]
    spent: Callable[[State, State], int]


class Expectimax(Generic[State, Move]):
    """The least expected time to the finish, by position; who is out of the rally counts `out` seconds."""

    def __init__(self, alone: Alone[State, Move], out: float) -> None:
        self.known: dict[State, float] = {}
        self._alone = alone
        self._out = out

    def value(self, state: State) -> float:
        """The average growth of the driver's time from here on."""
        if state.cars[0].status == "out":
            return self._out
        if state.over:
            return 0.0
        state = self._alone.key(state)
        if state not in self.known:
            self.known[state] = min(self.after(state, move) for move in self._alone.every_move(state))
        return self.known[state]

    def after(self, state: State, move: Move) -> float:
        """The expected result when this move is made."""
        return sum(
            float(chance) * (self._alone.spent(state, after) + self.value(after))
            for chance, after, _ in self._alone.outcomes(state, move)
        )


class Luckiest(Expectimax[State, Move]):
    """The least time to the finish there can be: whatever is drawn or rolled suits the driver."""

    def after(self, state: State, move: Move) -> float:
        """The result when this move is made and all turns out well."""
        return min(
            self._alone.spent(state, after) + self.value(after) for _, after, _ in self._alone.outcomes(state, move)
        )


# -- Rallyman (2009) --------------------------------------------------------------------------------------------------


def _deck_put_back(
    state: classic_state.State, move: classic_state.Move
) -> list[tuple[Fraction, classic_state.State, Events]]:
    """The outcomes of a move, the gear card that was turned being back in its deck."""
    return [
        (chance, after._replace(backs=state.backs), events) for chance, after, events in classic.outcomes(state, move)
    ]


CLASSIC = Alone(classic.every_move, classic.outcomes, classic.key, classic.spent)
CLASSIC_REDRAWN = CLASSIC._replace(outcomes=_deck_put_back)


# -- DIRT -------------------------------------------------------------------------------------------------------------

FULL_BAG: dict[str, Odds] = {
    "damage token": tuple(zip(dirt_state.DAMAGES, dirt_state.VALUES["bag.damage"], strict=True)),
    "shortcut token": tuple(zip(dirt_state.SHORTCUTS, dirt_state.VALUES["bag.shortcut"], strict=True)),
}


class FullBag:
    """Luck by which every token is drawn from a full bag."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck

    def pick(self, what: str, odds: Odds) -> str:
        return self._luck.pick(what, FULL_BAG.get(what, odds))


def played_and_put_back(state: dirt_state.State, move: dirt_state.Move, luck: Luck) -> tuple[dirt_state.State, Events]:
    """The result of a move when every token is drawn from a full bag, and when afterwards the time card that was turned
    is back in its deck, and every token that does nothing back in the bag."""
    after, events = play_dirt(state, move, FullBag(luck))
    cars = tuple(car._replace(flags=0, fine=0) for car in after.cars)
    turn = after.turn._replace(gravel=())
    return after._replace(backs=state.backs, gravel=state.gravel, cars=cars, turn=turn), events


def _all_put_back(state: dirt_state.State, move: dirt_state.Move) -> list[tuple[Fraction, dirt_state.State, Events]]:
    return outcomes_of(partial(played_and_put_back, state, move))


DIRT = Alone(dirt.every_move, dirt.outcomes, dirt.key, dirt.spent)
DIRT_REDRAWN = DIRT._replace(outcomes=_all_put_back)
