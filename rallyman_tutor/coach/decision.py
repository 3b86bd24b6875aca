"""The answers of every coach: a decision with its reason, and every move with its distance from the best.

Advice compares moves. A coach plays all of them out in the same imagined worlds, so luck that helps or hurts all of
them alike cancels out. `compare` looks at the differences only:

* a difference counts as real where it is at least `CLEAR_ERRORS` times its own standard error;
* moves with no real difference share a rank and stay in the order in which they were given; where several share rank 1,
  the page says that it is too close to call;
* as long as moves at rank 1 differ at all, they are tried in more worlds, up to `most`;
* moves with the same result in every world are equal, and are not tried any further.

Each coach has a unit of its own: the page words of its game name it (`advice-head`) and say what is counted
(`advice-how`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf, sqrt
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeAlias, TypeVar

Move = TypeVar("Move")
NO_FACTS: Mapping[str, object] = MappingProxyType({})
CLEAR_ERRORS = 3.0
"""How many standard errors a difference has to measure before one move is called better than another."""


PlayOutInParts: TypeAlias = Callable[[int, Sequence[Move]], Sequence[Mapping[str, float]]]
"""Takes the number of a world and some moves, and gives what the worth of each there is made of."""


class Decision(NamedTuple, Generic[Move]):
    """A move and its reason: a key of the game's words under `bots`, with facts. An empty one: nothing to explain."""

    move: Move
    reason: str = ""
    facts: Mapping[str, object] = NO_FACTS
    secret: bool = False  # the reason tells what the others may not know before the game is over
    after: str = ""  # otherwise: the reason is told once an event of this kind has happened; "": at once


class CardPart(NamedTuple):
    """One part of the difference between two moves at cards: how much of it there is, and the standard error of
    that."""

    what: str
    behind: float
    error: float


class Advice(NamedTuple, Generic[Move]):
    """One move: how much worse than the best it is (0 or less), and how sure that is."""

    move: Move
    mean: float
    error: float  # the standard error of the mean difference from the best move, world by world
    tries: int  # worlds in which it was played out
    rank: int = 1  # moves of one rank cannot be told apart
    part: CardPart | None = None  # the largest part of that difference, if it is surely there


def sums(parts: Sequence[Mapping[str, float]]) -> list[float]:
    """Worths that are told in parts, each in one figure."""
    return [sum(one.values()) for one in parts]


def parts_behind(best: Sequence[Mapping[str, float]], own: Sequence[Mapping[str, float]]) -> tuple[CardPart, ...]:
    """By how much a move is behind another one, part by part, by the worths of both in the same worlds."""
    return tuple(
        CardPart(what, *difference([one[what] for one in best], [one[what] for one in own])) for what in own[0]
    )


def largest_part(behind: float, error: float, parts: Iterable[CardPart]) -> CardPart | None:
    """The largest part of what makes one move worse than another; None where the move is not surely worse, or that part
    is not surely there."""
    largest = max(parts, key=lambda part: part.behind, default=None)
    is_told = largest is not None and is_surely_worse(behind, error) and is_surely_worse(largest.behind, largest.error)
    return largest if is_told else None


def is_surely_worse(behind: float, error: float) -> bool:
    """Whether what was found to be so much behind is surely worse."""
    return is_clear(behind, error) and behind > 0


def is_clear(behind: float, error: float) -> bool:
    """Whether a difference is surely one."""
    return behind != 0 and abs(behind) >= CLEAR_ERRORS * error


def compare(moves: Sequence[Move], play_out: PlayOutInParts[Move], tries: int, most: int) -> tuple[Advice[Move], ...]:
    """Every move with its rank."""
    parts: dict[Move, list[Mapping[str, float]]] = {move: [] for move in moves}
    open_, done = list(moves), 0
    while True:
        for number in range(done, tries):
            for move, worth in zip(open_, play_out(number, open_), strict=True):
                parts[move].append(worth)
        worths = {move: sums(of) for move, of in parts.items()}
        done = tries
        best = max(open_, key=lambda move: sum(worths[move]))
        ranks = _ranks(worths, best)
        open_ = [move for move in open_ if move in ranks[0]]
        if done >= most or all(worths[move] == worths[best] for move in open_):
            return tuple(_advice(worths, parts, best, ranks))
        tries = min(2 * done, most)


def _ranks(worths: Mapping[Move, list[float]], best: Move) -> list[list[Move]]:
    """The moves by rank. A new rank begins where every move above is surely better than every move below."""
    order = sorted(worths, key=lambda move: (move != best, difference(worths[best], worths[move])[0]))
    ranks: list[list[Move]] = [[]]
    for at, move in enumerate(order, 1):
        ranks[-1].append(move)
        if at < len(order) and all(
            _is_surely_better(worths[one], worths[other]) for one in ranks[-1] for other in order[at:]
        ):
            ranks.append([])
    return [[move for move in worths if move in rank] for rank in ranks]


def _advice(
    worths: Mapping[Move, list[float]],
    parts: Mapping[Move, list[Mapping[str, float]]],
    best: Move,
    ranks: Sequence[Sequence[Move]],
) -> Iterator[Advice[Move]]:
    above = 0
    for rank in ranks:
        for move in rank:
            behind, error = difference(worths[best], worths[move])
            part = largest_part(behind, error, parts_behind(parts[best], parts[move]))
            yield Advice(move, 0.0 - behind, error, len(worths[move]), above + 1, part)
        above += len(rank)


def _is_surely_better(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether the first row of results is surely better than the second."""
    return is_surely_worse(*difference(one, other))


def difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The average lead of the first row in the worlds both were tried in; and the standard error of that."""
    values = [a - b for a, b in zip(one, other, strict=False)]
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, inf
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(spread / len(values))
