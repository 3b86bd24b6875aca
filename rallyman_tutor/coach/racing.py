"""Drivers worth racing, at three levels, in the games that are solved.

All of them know the road by the same values, those of `coach/solver`. The best driver takes what costs least on
average. The others drive so, too, but for one mistake each, of those that learners make:

    greed             one more die as long as it loses nothing for certain; never an attack; no look ahead. In DIRT,
                      where a draft is laid whole, as far as its dice can be laid
    no-look-ahead     this turn as well as can be, and no look at the road behind it
    never-attack      one die after the other, always
    always-attack     all at once whenever it can be, and rather with more dice than fewer

A mistake has a name, and the driver tells it where it costs time. A reason is a key of the game's words under `bots`,
with facts. Its number is the difference between two averages, so it is given only where the values come from a table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.coach.solver.garbage import garbage_waits
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState

LEAST = 0.1
"""Differences of fewer seconds are not worth a word."""
HARDLY = 5.0
"""By how many seconds an attack may be worse than the best one, to a driver who likes to roll many dice."""
TOLD = ("on", "draft", "attack", "secure", "stop", "sisu", "accept", "wheel")
"""The kinds of decisions that a driver gives a reason for."""
ONE_BY_ONE = ("on", "draft")
"""Those that roll one die after the other: the next one, or a draft that is laid whole."""


LOST = ("lost", "failed", "out")
"""Events after which a driver has lost control, or is out."""


class CostedDecision(NamedTuple):
    """Something that may be decided now, of which kind it is, and what the stage costs from here if it is."""

    cost: float
    move: AnyMove
    kind: str
    dice: int  # rolled


Keep: TypeAlias = Callable[[AnyGame, AnyState, Sequence[CostedDecision]], Sequence[CostedDecision]]


class Driver(NamedTuple):
    """A driver: the name of their mistake, whether they see the road behind this turn, and which ways they look at."""

    mistake: str
    looks_ahead: bool
    keep: Keep


# -- Mistakes ---------------------------------------------------------------------------------------------------------


class Costing(Protocol):
    """The costs of decisions, by the values of a road."""

    def costs(self, state: AnyState, /) -> Sequence[tuple[float, AnyMove]]:
        """The open decisions, the best first."""
        ...


def all_ways(game: AnyGame, state: AnyState, ways: Sequence[CostedDecision]) -> Sequence[CostedDecision]:
    return ways


def greedy_ways(game: AnyGame, state: AnyState, ways: Sequence[CostedDecision]) -> Sequence[CostedDecision]:
    """As many dice as can be rolled one by one without losing control for certain."""
    for dice in sorted({way.dice for way in ways}, reverse=True):
        if found := [way for way in ways if way.dice == dice and _is_open(game, state, way)]:
            return found
    return ways_without_attack(game, state, ways)


def _is_open(game: AnyGame, state: AnyState, way: CostedDecision) -> bool:
    """Whether a decision rolls one by one, and is not sure to lose control: a draft by all of its dice, one die by its
    own effect, whatever the rest of an attack will do."""
    if way.kind not in ONE_BY_ONE:
        return False
    if sum(game.risk(state, (way.move,))) < 1:
        return True
    if way.kind != "on":
        return False
    _, events = game.play(state, way.move, game.harmless_luck)
    return not any(event.what in LOST for event in events)


def ways_without_attack(game: AnyGame, state: AnyState, ways: Sequence[CostedDecision]) -> Sequence[CostedDecision]:
    return [way for way in ways if way.kind != "attack"]


def largest_attack(game: AnyGame, state: AnyState, ways: Sequence[CostedDecision]) -> Sequence[CostedDecision]:
    """The attack with most dice among those that look hardly worse than the best attack."""
    attacks = [way for way in ways if way.kind == "attack"]
    near = [way for way in attacks if way.cost <= attacks[0].cost + HARDLY]
    return sorted(near, key=lambda way: -way.dice) or ways


LEVELS: Mapping[str, Sequence[Driver]] = MappingProxyType(
    {
        "novice": (Driver("greed", False, greedy_ways), Driver("no-look-ahead", False, all_ways)),
        "club": (Driver("never-attack", True, ways_without_attack), Driver("always-attack", True, largest_attack)),
        "works": (Driver("", True, all_ways),),
    }
)
"""The drivers of each level; those of one race take turns among them, by their seat."""


# -- Deciding ---------------------------------------------------------------------------------------------------------


def play_for(game: AnyGame, state: AnyState, level: str) -> Decision[AnyMove]:
    """The decision of a driver of this level where somebody drives, and why."""
    drivers = LEVELS[level]
    return drive(game, state, drivers[game.turn(state) % len(drivers)])


def drive(game: AnyGame, state: AnyState, driver: Driver) -> Decision[AnyMove]:
    """This driver's decision, and why."""
    with garbage_waits():
        return _drive(game, state, driver)


def _drive(game: AnyGame, state: AnyState, driver: Driver) -> Decision[AnyMove]:
    hand = race_coach(game).at_hand(state)
    ways = _ways(game, hand.best, state)
    seen = ways if driver.looks_ahead else _ways(game, race_coach(game).without_look_ahead(state), state)
    kept = driver.keep(game, state, seen)
    made = next((way for way in ways if way.move == kept[0].move), None)
    if made is None:  # of very many drafts only the best are listed, and what is best depends on who looks
        made = kept[0]._replace(cost=hand.best.cost_of(state, kept[0].move))
    return _with_reason(game, state, driver, made, ways) if hand.is_exact and len(ways) > 1 else Decision(made.move)


def _ways(game: AnyGame, worth: Costing, state: AnyState) -> list[CostedDecision]:
    """Everything that may be decided, the best first."""
    return [CostedDecision(cost, move, *race_coach(game).kind(move)) for cost, move in worth.costs(state)]


def _with_reason(
    game: AnyGame, state: AnyState, driver: Driver, made: CostedDecision, ways: Sequence[CostedDecision]
) -> Decision[AnyMove]:
    """A decision with its reason: the mistake, where it costs time; else the best way of another kind, and how much
    worse."""
    road = "road-shared" if len(game.result(state)["drivers"]) > 1 else "road-free"
    best, other = ways[0], next((way for way in ways if way.kind != made.kind), None)
    if made.cost - best.cost >= LEAST:
        reason = _mistake(game, state, driver, made, best)
        return _because(made, reason, best, road) if reason else Decision(made.move)
    if other is None or made.kind not in TOLD or other.cost - made.cost < LEAST:
        return Decision(made.move)
    return _because(made, made.kind, other, road)


def _mistake(game: AnyGame, state: AnyState, driver: Driver, made: CostedDecision, best: CostedDecision) -> str:
    """The name of the mistake that was made; a driver with no look ahead may make it in several ways."""
    if driver.looks_ahead:
        return driver.mistake
    if driver.mistake == "greed" and _is_open(game, state, made):
        return "greed"
    if driver.mistake == "greed" and best.kind == "attack":
        return "never-attack"
    return "no-look-ahead"


def _because(made: CostedDecision, reason: str, instead: CostedDecision, road: str) -> Decision[AnyMove]:
    """A decision with a reason, and what else might have been done."""
    alike = "way-fewer" if made.kind == "attack" else "way-other"
    facts = {
        "by": f"{abs(instead.cost - made.cost):.1f}",
        "instead": alike if instead.kind == made.kind else f"way-{instead.kind}",
        "road": road,
    }
    return Decision(made.move, reason, facts)
