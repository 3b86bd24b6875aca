"""How chance may be taken: as it is, with one card of gear backs as likely as in a fresh deck; as the best or the worst
of all decks that are possible after so many cards; or as the kindest that can happen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True)
class Chance:
    """How chance is taken."""

    lucky: bool = False  # everything falls as it suits the driver
    decks: str = "fresh"  # the backs of gear cards: "fresh", or the "best" or "worst" deck there can be
    turned: int = 0  # how many cards may be missing from the decks; more than `KNOWN`: any deck at all
    unlimited: bool = False  # who has as many seconds as are told apart never runs out of them


FRESH = Chance()
KNOWN = 1
"""How many turned cards are followed before any deck is taken to be possible."""


def left_of(counts: Sequence[int], turned: int) -> Iterator[list[int]]:
    """Every deck that may be left of this one when so many cards are missing from all decks; beyond `KNOWN` any at
    all."""
    if turned > KNOWN:
        for at, count in enumerate(counts):
            if count:
                yield [int(other == at) for other in range(len(counts))]
        return
    for gone in product(*(range(min(count, turned) + 1) for count in counts)):
        if sum(gone) <= turned and sum(gone) < sum(counts):
            yield [count - less for count, less in zip(counts, gone, strict=True)]
