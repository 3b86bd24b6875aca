"""What a card is worth: where it takes the car on the stages that may come, and what it leaves of it.

Races are simulated with this by the hundred, so it works with the three figures that change and not with whole states.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

from rallyman_tutor.coach.crazy_rally.memory import Level, coming
from rallyman_tutor.games.crazy_rally.state import (
    CARDS,
    COURSE,
    FASTER,
    PURPLE,
    SLOWER,
    STAGES,
    Car,
    Play,
    State,
    adjustments,
)

WORTH = MappingProxyType({"T": 0.3, "W": 0.75, "N": 0.9})
"""What one symbol on the car adds to the distance of a race, by simulated races."""
FIGURE = 0.2
"""What a point on either end of a card is worth in the hand."""
WORTH_HANDLING, WORTH_STRENGTH, WORTH_SPEED = 1.2, 2.0, 0.5
"""What a point of each is worth in distance while the finish is far; handling and strength save nothing at the finish."""
FADES = 5
"""The stages before the finish over which that worth fades away."""
CRASH, LOST = 12.0, 60.0
"""What a crash costs beside the distance, and what it costs not to finish."""


class Wheels(NamedTuple):
    """Of a car, what changes from stage to stage; quicker to work with than the whole car. Speed -1: out."""

    speed: int
    handling: int
    strength: int


def wheels_of(car: Car) -> Wheels:
    """Of this car, as it stands."""
    return Wheels(car.speed, car.handling, car.strength)


def changed(car: Car, wheels: Wheels, card: str, way: str) -> Wheels:
    """After an adjustment card, by the same rules as `step.play_card`; a test holds them equal."""
    faster, slower, _ = CARDS[card]
    speed, handling, strength = wheels
    if card[0] == PURPLE:
        strength -= 1
        if strength <= 0:
            return Wheels(-1, handling, strength)
    speed = max(0, speed + faster if way == FASTER else speed - slower)
    if speed > car.top:
        speed, strength = car.top, strength - 1
    return Wheels(speed if strength > 0 else -1, handling, strength)


def missed(wheels: Wheels, card: str) -> int:
    """By how much the speed misses what a course card allows; 0 is clean."""
    _, minimum, limit, *_ = COURSE[card]
    return max(0, limit - wheels.speed if minimum else wheels.speed - limit)


def passed(car: Car, wheels: Wheels, card: str) -> tuple[Wheels, bool]:
    """After a course card, and whether it was a crash; by the same rules as `step.pass_stage`."""
    _, minimum, limit, difficulty, damage, _ = COURSE[card]
    speed, handling, strength = wheels
    by = limit - speed if minimum else speed - limit
    if by <= 0:
        return wheels, False
    handling -= difficulty + by
    if handling >= 0:
        return Wheels(min(limit, car.top) if minimum else limit, handling, strength), False
    strength -= damage
    return Wheels(0 if strength > 0 else -1, car.fresh, strength), True


def worth(car: Car, wheels: Wheels, cards: Sequence[str], left: int) -> float:
    """What the next stage is worth with these wheels: its distance, and what is left of the car for the stages after."""
    if wheels.speed < 0:
        return -LOST
    share = min(1.0, left / FADES)
    total = 0.0
    for card in cards:
        after, crash = passed(car, wheels, card)
        if after.speed < 0 or (crash and not left):
            total -= LOST
            continue
        total += after.speed * (1 + WORTH_SPEED * min(1, left)) + share * (
            WORTH_HANDLING * after.handling + WORTH_STRENGTH * after.strength
        )
        if crash:
            total -= CRASH
    return total / len(cards) if cards else 0.0


def weigh(state: State, level: Level, memory: Sequence[str]) -> list[tuple[float, Play]]:
    """Every card of the hand both ways, with its worth, the best first; ties keep the order of the hand."""
    car = state.car
    wheels = wheels_of(car)
    cards, left = coming(state, memory), STAGES - state.stage
    hand = adjustments(car.hand)
    found = []
    for card in dict.fromkeys(hand):
        for way in (FASTER, SLOWER):
            after = changed(car, wheels, card, way)
            value = worth(car, after, cards, left)
            if level.ahead and left and after.speed >= 0:
                value += _best_next(state, car, after, cards, [other for other in hand if other != card], memory, left)
            found.append((value, Play(card, way)))
    return sorted(found, key=lambda one: -one[0])


def _best_next(
    state: State, car: Car, wheels: Wheels, cards: Sequence[str], hand: list[str], memory: Sequence[str], left: int
) -> float:
    """What the stage after the next can be worth with the cards then left in hand; on a road that is known only."""
    later = coming(state, memory, skip=1)
    if len(cards) > 1 or len(later) > 1 or not hand:
        return 0.0
    then, _ = passed(car, wheels, cards[0])
    if then.speed < 0:
        return 0.0
    return max(worth(car, changed(car, then, card, way), later, left - 1) for card in hand for way in (FASTER, SLOWER))
