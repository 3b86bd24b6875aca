"""The plainest way to the best driving: every move of the engine, everything that may come of it, to the end of the stage.

Slow, and obviously right; for stages of a few spaces.
"""

from __future__ import annotations

from rallyman_tutor.games.classic.alone import every_move, key, outcomes, spent
from rallyman_tutor.games.classic.state import Move, State


class Expectimax:
    """The least expected time to the finish, by position; who is out of the rally counts `out` seconds.

    `redrawn`: every gear card that was turned goes back into its deck at once."""

    def __init__(self, out: float, *, redrawn: bool) -> None:
        self.known: dict[State, float] = {}
        self._out = out
        self._redrawn = redrawn

    def value(self, state: State) -> float:
        """What the driver's time grows by from here on, on average."""
        car = state.cars[0]
        if car.status == "out":
            return self._out
        if state.over:
            return 0.0
        state = key(state)
        if state not in self.known:
            self.known[state] = min(self.after(state, move) for move in every_move(state))
        return self.known[state]

    def after(self, state: State, move: Move) -> float:
        """The expected result when this move is made."""
        total = 0.0
        for chance, after, _ in outcomes(state, move):
            if self._redrawn:
                after = after._replace(backs=state.backs)
            total += float(chance) * (spent(state, after) + self.value(after))
        return total
