"""The task: a stage of Rallyman: DIRT under some options, with one car on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rallyman_tutor.coach.solver.costs import CAP, ELIMINATION
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.dirt.draws import chance
from rallyman_tutor.games.dirt.road import Stage
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    GAS,
    GAS_CAP,
    GEAR_CAP,
    GEARS,
    LEADER,
    LEADER_CAP,
    SECONDS,
    VALUES,
    Options,
    State,
)

NO_OPTIONS = Options()
BACKS_OF_CARDS = tuple(tuple(counts) for counts in VALUES["cards.backs"])
SHORTCUT_TOKENS = tuple(VALUES["bag.shortcut"])


@dataclass(frozen=True)
class Task:
    """One stage to be solved."""

    stage: Stage
    options: Options = NO_OPTIONS
    backs: tuple[tuple[int, ...], ...] = BACKS_OF_CARDS  # by gear from 1: cards of a full deck with each of the backs
    tokens: tuple[int, ...] = SHORTCUT_TOKENS  # of a full bag: harmless, puncture, gravel
    elimination: float = ELIMINATION
    cap: int = CAP
    now: State | None = None  # in this turn other cars and gravel are in the way as they are in this position

    def __post_init__(self) -> None:
        if self.stage.road.finish_line is None:
            raise Unsolvable("no-finish")

    @property
    def card(self) -> tuple[int, ...]:
        """By gear: the seconds of its card."""
        return SECONDS

    @property
    def push(self) -> int:
        """The die that holds the gear: a car that is alone sweeps the road with leader dice."""
        return LEADER if self.options.leader else GAS

    @cached_property
    def hazard(self) -> dict[int, float]:
        """By die: the chance of a hazard."""
        return {die: float(chance(die)) for die in (*range(1, GEARS + 1), GAS, LEADER, BRAKE)}

    @cached_property
    def puncture(self) -> float:
        """The chance that a shortcut token is a puncture, from a full bag."""
        return self.tokens[1] / sum(self.tokens)

    @property
    def pushes(self) -> int:
        """Dice of a whole car that hold the gear."""
        return LEADER_CAP if self.options.leader else GAS_CAP

    @property
    def brakes(self) -> int:
        """Brake dice of a whole car."""
        return self.options.brakes

    @property
    def gears(self) -> int:
        """Gear dice of a whole car; who loses all of them is out."""
        return GEAR_CAP

    @property
    def has_sisu(self) -> bool:
        return self.options.sisu != "off"
