"""A plain adding machine: the sheet of a rally once more, from nothing but the log, as somebody beside the table adds
it up with a pencil.

It knows none of the engine's sums. `card` is a time card on a pile, and so is `blocked` with
its seconds; `seconds` and `secured` are tokens taken and paid,
`distance` and `bonus` are what a car drove, and a name that begins with `points-` is a line of the score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rallyman_tutor.core.game import Event
from rallyman_tutor.core.rule import Facts

Numbers = list[int | None]
RETIRED = {"classic": None, "dirt": 60}
"""The seconds behind the slowest that a driver gets who did not finish; None: no time, and no place."""


class AddingMachine:
    """Rows, sums, places and gaps of one rally."""

    def __init__(self, game: str, seats: int, events: Iterable[Event]) -> None:
        """`seats`: how many write on the sheet; where teams play, how many teams."""
        self.game, self.seats = game, seats
        self.rows: list[Numbers] = []
        self._clean()
        for event in events:
            self._hear(event.what, event.seat, event.facts)
        if any(self.pile):  # a single stage of DIRT ends without a word on the rally
            self._close()

    def _clean(self) -> None:
        self.pile, self.extra, self.finished = [0] * self.seats, [0] * self.seats, set[int]()

    def _hear(self, what: str, seat: int, facts: Facts) -> None:
        if what in ("card", "blocked"):
            self.pile[seat] += _number(facts, "seconds")
        elif what == "seconds":
            self.pile[seat] -= _number(facts, "count")
        elif what == "secured":
            self.pile[seat] += _number(facts, "cost")
        elif what == "finish":
            self.finished.add(seat)
        elif what == "penalty":
            self.extra[seat] += _number(facts, "seconds")
        elif what in ("distance", "bonus"):
            self.pile[seat] += _number(facts, "by")
        elif what.startswith("points-"):
            self.pile[seat] += _number(facts, "count")
        if what in ("next-stage", "winners", "no-winner", "anew", "next-round", "match", "round-over"):
            self._close()

    def _close(self) -> None:
        if self.game in RETIRED:
            more = RETIRED[self.game]
            slowest = max([self.pile[seat] for seat in self.finished] or self.pile)
            late = None if more is None else slowest + more
            row: Numbers = [
                self._with_penalty(seat, self.pile[seat] if seat in self.finished else late)
                for seat in range(self.seats)
            ]
            self.rows.append(row)
        else:
            self.rows.append([*self.pile])
        self._clean()

    def _with_penalty(self, seat: int, time: int | None) -> int | None:
        return None if time is None else time + self.extra[seat]

    @property
    def sums(self) -> Numbers:
        found: Numbers = []
        for seat in range(self.seats):
            own = [row[seat] for row in self.rows]
            found.append(None if None in own else sum(number for number in own if number is not None))
        return found

    @property
    def places(self) -> Numbers:
        """Sorted by hand: how many are better than this one, and one more."""
        sums, found = self.sums, Numbers()
        for own in sums:
            better = 0
            for other in sums:
                if own is not None and other is not None:
                    better += other < own if self.game in RETIRED else other > own
            found.append(None if own is None else better + 1)
        return found

    @property
    def gaps(self) -> Numbers:
        classed = [own for own in self.sums if own is not None]
        if not classed:
            return [None] * self.seats
        best = min(classed) if self.game in RETIRED else max(classed)
        return [None if own is None else abs(own - best) for own in self.sums]


def added(game: str, seats: int, pasts: Sequence[Iterable[Event]]) -> AddingMachine:
    """The machine after all that happened, move by move."""
    return AddingMachine(game, seats, (event for events in pasts for event in events))


def _number(facts: Facts, name: str) -> int:
    """The number of this name; 0 where there is none: a shortcut card has no seconds."""
    found = facts.get(name, 0)
    assert isinstance(found, int)
    return found
