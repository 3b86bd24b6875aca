"""How a sweep takes chance: as it is, by all luck, or as well or as badly as cards and tokens can be at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from rallyman_tutor.coach.dirt.solver.carried import Array, LoadAxes

Values: TypeAlias = dict[tuple[int, int], Array]
"""By space and gear: what a turn that starts there costs until the finish."""
KNOWN = 3
"""How many cards that were turned before are followed, until any deck and any bag are taken to be possible."""


class ValuesBeyond(NamedTuple):
    """The values of turns that begin after control was lost, from another sweep."""

    values: Values
    carried: LoadAxes
    chance: int = 0  # which of its ways to take chance


@dataclass(frozen=True, eq=False)
class Chance:
    """How chance is taken."""

    lucky: bool = False  # everything falls as it suits the driver
    decks: Literal["fair", "best", "worst"] = "fair"  # decks and bag: full ones, or the best or worst there can be
    turned: int = (
        0  # for the best and the worst: how often control was lost before; more than `KNOWN` times, any decks at all
    )
    unlimited: bool = False  # who has as many seconds as are told apart never runs out of them
    fine: float = 0.0  # what is charged for losing control before the finish
    where: frozenset[int] | None = None  # the spaces on which it is charged; None: on all
    then: ValuesBeyond | int | None = (
        None  # turns after control is lost: of another sweep, or of another chance in this one
    )

    def fined(self, place: int) -> float:
        """The charge for losing control on a space."""
        return self.fine if self.where is None or place in self.where else 0.0


FAIR = Chance()


def picked(chance: Chance, arrays: Sequence[Array] | Array) -> Array:
    """The best or the worst of several arrays, number by number; of a fair one there is but one."""
    return reduce(np.maximum if chance.decks == "worst" else np.minimum, arrays)
