"""The charges of a drive, in every solved game: values of ours, the parts of a cost, how each part is found, and a
stage's figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple, TypeVar, cast

from rallyman_tutor.core.game import Events
from rallyman_tutor.parts import values

AnyTask = TypeVar("AnyTask")
AnyMove = TypeVar("AnyMove")
AnyState = TypeVar("AnyState")

_VALUES = values.read("rallyman_tutor.coach.solver")
ELIMINATION: float = _VALUES["cost.elimination"]
CAP: int = _VALUES["reckoning.seconds"]
SETTINGS: Mapping[str, str] = {value.name.split(".")[1]: value.source for value in _VALUES}
"""The settings that can be changed, and what each of them means."""
FINE = 1e-5
"""Seconds charged for losing control, to see how often that happens: the expected time grows by its chance of them."""
NUDGE = 1e-6
"""By how much more a cost is charged to see how much of it there is."""
ALIKE = 1e-9
"""Seconds: what differs by less was added up in another order."""


class Weight(NamedTuple):
    """How much of each cost of a turn is charged: all of it, or a little more to find out how much of it there is."""

    card: float = 1.0
    earned: float = 1.0
    spent: float = 1.0
    out: float = 1.0
    gears: tuple[float, ...] = (1.0,) * 7  # of `card`, by gear; 0 is the card that is turned when control is lost
    wheel: float = 1.0  # of `card`, where a wheel is put on

    def more(self, cost: str, by: float) -> Weight:
        """This weight, where one cost counts more by a share."""
        changed: dict[str, Any] = {cost: getattr(self, cost) * (1 + by)}
        return self._replace(**changed)

    def of_card(self, gear: int, seconds: float) -> float:
        """The charge for a card of so many seconds."""
        return self.card * self.gears[gear] * seconds

    def of_wheel(self, seconds: float) -> float:
        """The charge for a wheel that takes so many seconds."""
        return self.card * self.wheel * seconds


WHOLE = Weight()
COSTS = ("card", "earned", "spent", "out")
"""The costs that a decision is taken apart into, in the order of `Parts`."""


class Parts(NamedTuple):
    """Where a cost comes from. This turn: gear cards, seconds earned and spent, being out; then what is to go."""

    card: float
    earned: float
    spent: float
    out: float
    to_go: float


class RankedDecision(NamedTuple, Generic[AnyMove]):
    """A decision, the cost of the stage from here with it and the best driving after it, and the parts of that."""

    move: AnyMove
    cost: float
    parts: Parts


def with_parts(move: AnyMove, costs: Sequence[float]) -> RankedDecision[AnyMove]:
    """A decision with its parts, from its cost by `WHOLE` and by each weight nudged, in their order."""
    cost, *nudged = costs
    card, earned, spent, out = ((more - cost) / NUDGE for more in nudged)
    return RankedDecision(move, cost, Parts(card, earned, spent, out, cost - card - earned - spent - out))


class Outcome(NamedTuple, Generic[AnyState]):
    """One of the results of a move."""

    chance: float
    after: AnyState
    events: Events


class Par(NamedTuple):
    """A stage from its start, with a whole car. All but `loses` are seconds."""

    expected: float
    without_sisu: float
    lucky: float  # if everything falls as it suits the driver
    low: float  # the true expected time is no less than this
    high: float  # the true expected time is no more than this
    loses: float  # the chance to lose control at least once; in DIRT before the finish


class QuickBounds(NamedTuple):
    """Bounds of a stage's par that are certain and take no solving, in seconds."""

    low: float
    high: float  # endless where no careful driver comes to the finish
    stops_at: str  # the name of the furthest space that such a driver comes to; nothing where that is the finish


class Solved(NamedTuple):
    """A stage, its par, and the value of every start of a turn."""

    par: Par
    values: Any  # by the keys of the game


def changed(task: AnyTask, settings: Mapping[str, float]) -> AnyTask:
    """A task of any solved game with these settings."""
    known = {"elimination": "elimination", "seconds": "cap"}
    changes = {known[name]: type(getattr(task, known[name]))(value) for name, value in settings.items()}
    found: AnyTask = replace(cast(Any, task), **changes)
    return found
