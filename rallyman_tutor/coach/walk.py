"""The walk through everything that can happen to a draft, until the turn is over.

What comes of it is a tally: for each thing that is counted its average over all ways chance can go, in exact fractions.
How likely control is lost or the draft arrives is not counted here: `Game.chances` tells it. A state from which the
rest of the draft has been counted once is not counted again.

A walk can be long, so it is taken in steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import inf
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from rallyman_tutor.coach.steps import Steps
from rallyman_tutor.core.game import Chances, Events
from rallyman_tutor.core.luck import Luck, Prompted, every_outcome
from rallyman_tutor.core.notation import ScriptedDraft

State = TypeVar("State")
Move = TypeVar("Move")
Tally: TypeAlias = dict[tuple[str, object], Fraction]
"""Averages by what is counted and where: "" for everywhere, the key of a space, or where a driver `Stopped`."""

NEVER, ALWAYS = Fraction(0), Fraction(1)


class ToldMove(NamedTuple, Generic[Move]):
    """A move of a draft, and what its dice and cards show, as far as that is told."""

    move: Move
    shown: tuple[str, ...] = ()


Left: TypeAlias = tuple[ToldMove[Move], ...]
"""The rest of a draft."""


class Stopped(NamedTuple, Generic[State, Move]):
    """Where a driver stops early, and what is then left of the draft."""

    state: State
    left: Left[Move]


class DraftDriving(Protocol[State, Move]):
    """All that must be known of a game to drive one draft to the end, from the state in which it was laid."""

    def draft(self, laid: ScriptedDraft[Move]) -> Left[Move]:
        """A draft as the moves by which it is driven."""
        ...

    def play(self, state: State, move: Move, luck: Luck) -> tuple[State, Events]: ...

    def goes_on(self, before: State, after: State) -> bool:
        """Whether it is still the same turn."""
        ...

    def next(self, state: State, left: Left[Move]) -> tuple[Sequence[Move], Left[Move]]:
        """The moves open now, and the rest of the draft behind them: one move, or several with the same chances. No
        move: the rest can be driven no more."""
        ...

    def left_after(self, move: Move, left: Left[Move]) -> Left[Move]:
        """The rest of the draft after a move that it does not lay next."""
        ...

    def end(self, state: State) -> Move:
        """The move that ends a turn."""
        ...

    def may_stop(self, state: State) -> bool:
        """Whether the driver may end the turn here instead of rolling on."""
        ...

    def can_be_saved(self, state: State) -> bool:
        """Whether control is lost, and Sisu would undo it."""
        ...

    def chances(self, state: State, left: Left[Move]) -> Chances:
        """Everything that may come of what is left of the draft, each with its chance."""
        ...

    def counted(self, before: State, after: State, events: Events) -> Tally:
        """The events of one move, as they are counted: lost control as 1, seconds and tokens as they are."""
        ...


Also: TypeAlias = Callable[[State, State], Fraction]
"""Something more to be counted of every move, from the states before and after it."""


class TooMany(Exception):
    """A draft in which more can happen than was to be followed."""


def walk(
    driving: DraftDriving[State, Move],
    state: State,
    draft: Left[Move],
    also: Also[State] | None = None,
    most: float = inf,
    *,
    stops: bool = False,
) -> Steps[Tally]:
    """The average result of a draft. `also` is counted as "also"; at most so many moves are followed. Where a driver
    `stops`, they do so after any die from where less of `also` comes than if they rolled on."""
    return _Walk(driving, also, most, state if stops else None).comes_to(state, draft)


class Drives(Generic[State, Move]):
    """Drives of one draft, each with dice that fall once; where a driver has a choice, it is the one of the walk."""

    def __init__(self, driving: DraftDriving[State, Move]) -> None:
        self._driving = driving
        self._walk = _Walk(driving, None, inf, None)

    def drive(self, state: State, draft: Left[Move], luck: Luck) -> Steps[tuple[State, Tally]]:
        """One drive to the end of the turn: how it stands then, and what was counted on the way."""
        driving, left, counted = self._driving, draft, Tally()
        while True:
            moves, rest = driving.next(state, left)
            move, shown = (driving.end(state), ()) if not moves else (moves[0], _shown(moves[0], left, rest))
            if len(moves) > 1:
                move, _ = yield from self._walk.chosen(state, moves, left, rest)
            if rest == left:
                rest = driving.left_after(move, rest)
            before, (state, events) = state, driving.play(state, move, Prompted(shown, luck))
            left = rest if moves else left
            for what, much in driving.counted(before, state, events).items():
                counted[what] = counted.get(what, NEVER) + much
            if not driving.goes_on(before, state):
                return state, counted


class _Walk(Generic[State, Move]):
    """One walk. It keeps what each position comes to, since the same position is reached in many ways."""

    def __init__(
        self, driving: DraftDriving[State, Move], also: Also[State] | None, most: float, stops_after: State | None
    ) -> None:
        self._driving = driving
        self._also = also
        self._left = most
        self._stops_after = stops_after
        self._known: dict[tuple[State, Left[Move]], Tally] = {}

    def comes_to(self, state: State, left: Left[Move]) -> Steps[Tally]:
        """The results from here to the end of the turn."""
        known = self._known.get((state, left))
        if known is None:
            known = self._known[state, left] = yield from self._best(state, left)
        return known

    def _best(self, state: State, left: Left[Move]) -> Steps[Tally]:
        moves, rest = self._driving.next(state, left)
        if not moves:
            return (yield from self._played(state, self._driving.end(state), left))
        _, goes_on = yield from self.chosen(state, moves, left, rest)
        if self._stops_after in (None, state) or not self._driving.may_stop(state):
            return goes_on
        stops = yield from self._played(state, self._driving.end(state), ())
        stops["stops", Stopped(state, left)] = ALWAYS
        stops |= {("stops at", where): share for (what, where), share in stops.items() if what == "ends at"}
        return min(goes_on, stops, key=lambda tally: tally["also", ""])

    def chosen(
        self, state: State, moves: Sequence[Move], left: Left[Move], rest: Left[Move]
    ) -> Steps[tuple[Move, Tally]]:
        """The move with which a draft goes on, the cheapest of these, and its tally; `rest` is left of it then."""
        ways = []
        for move in moves:
            behind = self._driving.left_after(move, rest) if rest == left else rest
            way = yield from self._played(state, move, behind, _shown(move, left, rest))
            ways.append((move, way))
        return min(ways, key=lambda one: _cost(one[1])) if len(ways) > 1 else ways[0]

    def _played(self, state: State, move: Move, left: Left[Move], shown: tuple[str, ...] = ()) -> Steps[Tally]:
        """The tally of one move, over everything that chance can make of it."""
        driving, total = self._driving, Tally()
        self._left -= 1
        if self._left < 0:
            raise TooMany
        play = partial(driving.play, state, move)
        for chance, _, (after, events) in every_outcome(lambda luck: play(Prompted(shown, luck) if shown else luck)):
            yield
            parts = [driving.counted(state, after, events)]
            if self._also is not None:
                parts.append({("also", ""): self._also(state, after)})
            if driving.goes_on(state, after):
                behind = yield from self.comes_to(after, left)
                parts.append(behind)
            for part in parts:
                for what, share in part.items():
                    total[what] = total.get(what, NEVER) + chance * share
        if driving.can_be_saved(state):
            total["saved", ""] = ALWAYS
        return total


def _shown(move: Move, left: Left[Move], rest: Left[Move]) -> tuple[str, ...]:
    """The faces told of a move with which a draft goes on: it is the last that is left no more, unless nothing of the
    draft is made."""
    at = len(left) - len(rest) - 1
    return left[at].shown if at >= 0 and left[at].move == move else ()


def _cost(tally: Tally) -> tuple[Fraction, ...]:
    """How bad a way to go on is, of several with the same chances: by time, then by damage."""
    clock, seconds, damage, punctures = (
        tally.get((what, ""), NEVER) for what in ("clock", "seconds", "damage", "punctures")
    )
    return clock - seconds, damage + punctures


# -- What both games count alike --------------------------------------------------------------------------------------


def as_script(left: Left[Move]) -> ScriptedDraft[Move]:
    """The rest of a draft as a script."""
    return ScriptedDraft(tuple(one.move for one in left), tuple(one.shown for one in left))


def tallied(events: Events, seat: int, *, over: bool, stands: str, is_out: bool = False) -> Tally:
    """The tally of the events of one move for one driver; and where the car stands, if the turn is over."""
    found = Tally()
    is_out = is_out or any(event.what == "out" and event.seat == seat for event in events)

    def count(what: str, much: int, where: str = "") -> None:
        if much:
            found[what, where] = found.get((what, where), NEVER) + much

    for event in events:
        if event.seat != seat:
            continue
        facts = event.facts
        if event.what == "puncture":
            count("punctures", 1)
        elif event.what == "secured":
            count("seconds", -facts["cost"])
        elif event.what == "seconds":
            count("seconds", facts["count"])
        elif event.what == "moved":
            stands = facts["space"]
        if event.what in ("card", "blocked"):
            count("clock", facts.get("seconds", 0))
        if event.what == "lost" and not is_out:  # whoever is out has nothing else to lose
            count("lost at", 1, stands)
    if over:
        count("ends at", 1, stands)
    return found
