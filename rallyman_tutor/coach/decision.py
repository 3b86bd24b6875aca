"""What every coach answers with: a decision with its reason, and every move with how far it is behind the best.

Advice is a comparison. A coach plays all moves out in the same imagined worlds, so what luck does to all of them alike
cancels out, and `compared` looks at the differences only:

* a difference is told from chance where it is `CLEAR` times as large as its own standard error;
* moves that cannot be told apart share a rank, and stand in the order in which they were given, so nothing is ranked
  that is not known to differ; "too close to call" is what the page says of several at rank 1;
* as long as there are several at rank 1 that differ at all, it thinks on with those, up to `most` worlds;
* moves that came out the same in every world mean the same: they have one figure, and nobody thinks longer for them.

Figures are in the unit of the coach: the page words of the game say which (`advice-head`), and `advice-how` what is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf, sqrt
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

Move = TypeVar("Move")
NO_FACTS: Mapping[str, object] = MappingProxyType({})
CLEAR = 3.0
"""How many standard errors a difference has to measure before one move is called better than another."""


class Decision(NamedTuple, Generic[Move]):
    """A move, and why: a key of the game's words under `bots`, with facts; nothing where there is nothing to explain."""

    move: Move
    reason: str = ""
    facts: Mapping[str, object] = NO_FACTS
    secret: bool = False  # the reason tells what the others may not know before the game is over
    after: str = ""  # and if no secret, the kind of event that opens what it tells: it is not told before


class Advised(NamedTuple, Generic[Move]):
    """A move with its worth against the best one, so 0 or less, and how sure that is."""

    move: Move
    mean: float
    error: float  # the standard error of the mean: of a difference to the best move, world by world
    tries: int  # worlds in which it was played out
    rank: int = 1  # moves of one rank cannot be told apart


def compared(
    moves: Sequence[Move], play_out: Callable[[int, Sequence[Move]], Sequence[float]], tries: int, most: int
) -> tuple[Advised[Move], ...]:
    """Every move by its rank. `play_out` gives the worth of some moves in the world of a number."""
    worths: dict[Move, list[float]] = {move: [] for move in moves}
    open_, done = list(moves), 0
    while True:
        for number in range(done, tries):
            for move, worth in zip(open_, play_out(number, open_), strict=True):
                worths[move].append(worth)
        done = tries
        best = max(open_, key=lambda move: sum(worths[move]))
        ranks = _ranks(worths, best)
        open_ = [move for move in open_ if move in ranks[0]]
        if done >= most or all(worths[move] == worths[best] for move in open_):
            return tuple(_rows(worths, best, ranks))
        tries = min(2 * done, most)


def _ranks(worths: Mapping[Move, list[float]], best: Move) -> list[list[Move]]:
    """The moves by rank. A rank begins where every move above it is told apart from every move below."""
    order = sorted(worths, key=lambda move: (move != best, _difference(worths[best], worths[move])[0]))
    ranks: list[list[Move]] = [[]]
    for at, move in enumerate(order, 1):
        ranks[-1].append(move)
        if at < len(order) and all(_apart(worths[one], worths[other]) for one in ranks[-1] for other in order[at:]):
            ranks.append([])
    return [[move for move in worths if move in rank] for rank in ranks]


def _rows(worths: Mapping[Move, list[float]], best: Move, ranks: Sequence[Sequence[Move]]) -> Iterator[Advised[Move]]:
    above = 0
    for rank in ranks:
        for move in rank:
            behind, error = _difference(worths[best], worths[move])
            yield Advised(move, 0.0 - behind, error, len(worths[move]), above + 1)
        above += len(rank)


def _apart(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether the first is surely better."""
    behind, error = _difference(one, other)
    return behind > 0 and behind >= CLEAR * error


def _difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """By how much the first is better in the worlds both were tried in, and the standard error of that."""
    values = [a - b for a, b in zip(one, other, strict=False)]
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, inf
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(spread / len(values))
