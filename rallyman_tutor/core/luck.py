"""Luck: who decides what dice and cards show.

There is one question, `pick`: which of these weighted outcomes comes up? A die is a pick among its faces, a deck a pick
among its unseen cards. Games ask in the order in which players would roll and draw, and never roll by themselves; so
a game is its start, its moves and its outcomes, and odds can be counted by trying every answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

from rallyman_tutor.core.notation import Refused

T = TypeVar("T")
E = TypeVar("E")
Odds = Sequence[tuple[str, int]]
"""Outcomes with their weights, for instance (("!", 2), (".", 4)) for a die with two hazards on six faces."""


class Luck(Protocol):
    def pick(self, what: str, odds: Odds) -> str:
        """One of the outcomes in `odds`. `what` names the die or deck, for messages about a script."""
        ...


class OutOfLuck(Refused):
    """A script ran out of outcomes, or showed one that cannot happen there."""


class Seeded:
    """Random outcomes that a seed repeats."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed).random

    def pick(self, what: str, odds: Odds) -> str:
        total = 0
        for _, weight in odds:
            total += weight
        rest = self._random() * total
        for outcome, weight in odds:
            rest -= weight
            if rest < 0:
                return outcome
        return odds[-1][0]


class Scripted:
    """Outcomes in a fixed order; when they run out, `rest` decides, and without it `OutOfLuck` is raised."""

    def __init__(self, outcomes: Iterable[str] = (), rest: Luck | None = None) -> None:
        self._script = iter(outcomes)
        self._rest = rest

    def pick(self, what: str, odds: Odds) -> str:
        outcome = next(self._script, None)
        if outcome is None:
            if self._rest is None:
                raise OutOfLuck("script-ends", {"what": what})
            return self._rest.pick(what, odds)
        possible = tuple(face for face, weight in odds if weight)
        if outcome not in possible:
            raise OutOfLuck("cannot-show", {"what": what, "found": outcome, "list": possible})
        return outcome

    def leftover(self) -> list[str]:
        """The outcomes that were not asked for."""
        return list(self._script)


class Prompted:
    """Outcomes told in advance, of which each question takes the first that is possible for it; where none is, `rest`
    decides. So a card that is told for a shortcut waits until a shortcut is driven."""

    def __init__(self, outcomes: Iterable[str], rest: Luck) -> None:
        self._told = list(outcomes)
        self._rest = rest

    def pick(self, what: str, odds: Odds) -> str:
        possible = {outcome for outcome, weight in odds if weight}
        for at, outcome in enumerate(self._told):
            if outcome in possible:
                return self._told.pop(at)
        return self._rest.pick(what, odds)


class Likeliest:
    """The likeliest bad luck: the most frequent outcome that harmless luck would not choose; of equal ones the last."""

    def __init__(self, calm: Luck) -> None:
        self._calm = calm

    def pick(self, what: str, odds: Odds) -> str:
        calm = self._calm.pick(what, odds)
        ill = [(weight, at, outcome) for at, (outcome, weight) in enumerate(odds) if weight and outcome != calm]
        return max(ill)[2] if ill else calm


class Harmless:
    """The first possible one of the outcomes listed as harmless; if none is possible, the first possible outcome.
    Judging assumes this luck for everything not yet rolled."""

    def __init__(self, harmless: Iterable[str]) -> None:
        self._harmless = tuple(harmless)

    def pick(self, what: str, odds: Odds) -> str:
        for outcome in self._harmless:
            for possible, weight in odds:
                if possible == outcome and weight:
                    return outcome
        return next(outcome for outcome, weight in odds if weight)


class Recorded:
    """Another luck, with a list of what it has shown."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck
        self.shown: list[str] = []

    def pick(self, what: str, odds: Odds) -> str:
        outcome = self._luck.pick(what, odds)
        self.shown.append(outcome)
        return outcome


def chance_of(outcome: str, odds: Odds, told: Iterable[str] = ()) -> Fraction:
    """The chance that a pick among these comes up so: every chance of one die or card is taken from here. Of outcomes
    that are told the first that is possible is certain."""
    possible = {one: weight for one, weight in odds if weight}
    shown = next((one for one in told if one in possible), None)
    if shown is not None:
        return Fraction(shown == outcome)
    return Fraction(possible.get(outcome, 0), sum(possible.values()))


class _Path:
    """One way chance can go: the outcomes given, and after them always the first possible one. `untried` lists where
    other ways begin."""

    def __init__(self, prefix: tuple[str, ...], unordered: Iterable[str]) -> None:
        self.shown = list(prefix)
        self.untried: list[tuple[str, ...]] = []
        self._ways, self._of = 1, 1
        self._asked = 0
        self._lots: dict[str, list[str]] = {what: [] for what in unordered}

    @property
    def chance(self) -> Fraction:
        return Fraction(self._ways, self._of)

    def pick(self, what: str, odds: Odds) -> str:
        possible = {outcome: weight for outcome, weight in odds if weight}
        lot = self._lots.get(what)
        if self._asked == len(self.shown):
            open_, so_far = [*possible], tuple(self.shown)
            if lot:
                open_ = open_[open_.index(lot[-1]) :]
            self.untried += [(*so_far, outcome) for outcome in open_[1:]]
            self.shown.append(open_[0])
        outcome = self.shown[self._asked]
        self._asked += 1
        self._ways *= possible[outcome]
        self._of *= sum(possible.values())
        if lot is not None:  # so many orders of this lot come to the same
            lot.append(outcome)
            self._ways *= len(lot)
            self._of *= lot.count(outcome)
        return outcome


def every_outcome(
    run: Callable[[Luck], T], unordered: Collection[str] = ()
) -> Iterator[tuple[Fraction, tuple[str, ...], T]]:
    """Every way chance can go in `run`: its probability, all that was shown, the result. The probabilities sum to
    one. The order of `unordered` picks may not matter, and each of them has to have the same odds: of those that show
    the same, only one order is tried, with the probability of all."""
    untried: list[tuple[str, ...]] = [()]
    while untried:
        path = _Path(untried.pop(), unordered)
        result = run(path)
        untried += path.untried
        yield path.chance, tuple(path.shown), result


def outcomes_of(run: Callable[[Luck], tuple[T, E]], unordered: Collection[str] = ()) -> list[tuple[Fraction, T, E]]:
    """Everything that may come of `run`, equal results joined: how likely each is, and the events on one way to it.
    `unordered` as in `every_outcome`."""
    found: dict[T, tuple[Fraction, E]] = {}
    for chance, _, (result, events) in every_outcome(run, unordered):
        before = found.get(result)
        found[result] = (chance + before[0], before[1]) if before else (chance, events)
    return [(chance, result, events) for result, (chance, events) in found.items()]
