"""The worth of a card: how far it takes the car on the stages that may come, and the car's figures after that.

Hundreds of races are simulated with this, so it works with the three figures that change and not with whole states.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

from rallyman_tutor.coach.crazy_rally.memory import Level, coming_cards
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

WORTH_OF_SYMBOL = MappingProxyType({"T": 0.3, "W": 0.75, "N": 0.9})
"""The distance of a race that one symbol on the car adds, by simulated races."""
WORTH_IN_HAND = 0.2
"""The worth of each point printed on a card while it is in the hand."""
WORTH_HANDLING, WORTH_STRENGTH, WORTH_SPEED = 1.2, 2.0, 0.5
"""The worth of a point of each in distance while the finish is far; at the finish handling and strength are worth
nothing."""
FADING_STAGES = 5
"""Over so many stages before the finish the worth of handling and strength fades to nothing."""
CRASH, LOST = 12.0, 60.0
"""The cost of a crash beside the distance, and the cost of not finishing."""


class CarFigures(NamedTuple):
    """The figures of a car that change from stage to stage; a speed of -1: the car is out."""

    speed: int
    handling: int
    strength: int


def figures_of(car: Car) -> CarFigures:
    """The figures of a car as it stands."""
    return CarFigures(car.speed, car.handling, car.strength)


def after_card(car: Car, figures: CarFigures, card: str, way: str) -> CarFigures:
    """The figures after an adjustment card, as `step.play_card` has them; a test holds the two equal."""
    faster, slower, _ = CARDS[card]
    speed, handling, strength = figures
    if card[0] == PURPLE:
        strength -= 1
        if strength <= 0:
            return CarFigures(-1, handling, strength)
    speed = max(0, speed + faster if way == FASTER else speed - slower)
    if speed > car.top:
        speed, strength = car.top, strength - 1
    return CarFigures(speed if strength > 0 else -1, handling, strength)


def speed_missed(figures: CarFigures, card: str) -> int:
    """By how much the speed misses what a course card allows; 0: it fits."""
    _, minimum, limit, *_ = COURSE[card]
    return max(0, limit - figures.speed if minimum else figures.speed - limit)


def after_stage(car: Car, figures: CarFigures, card: str) -> tuple[CarFigures, bool]:
    """The figures after a course card, and whether the car crashed, as `step.pass_stage` has them."""
    _, minimum, limit, difficulty, damage, _ = COURSE[card]
    speed, handling, strength = figures
    by = limit - speed if minimum else speed - limit
    if by <= 0:
        return figures, False
    handling -= difficulty + by
    if handling >= 0:
        return CarFigures(min(limit, car.top) if minimum else limit, handling, strength), False
    strength -= damage
    return CarFigures(0 if strength > 0 else -1, car.fresh, strength), True


def worth(car: Car, figures: CarFigures, cards: Sequence[str], left: int) -> float:
    """The worth of the next stage with these figures: its distance, and the car's figures for later stages."""
    if figures.speed < 0:
        return -LOST
    share = min(1.0, left / FADING_STAGES)
    total = 0.0
    for card in cards:
        after, crash = after_stage(car, figures, card)
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
    """Every card of the hand, faster and slower, with its worth: the best first, equal ones in the order of the
    hand."""
    car = state.car
    figures = figures_of(car)
    cards, left = coming_cards(state, memory), STAGES - state.stage
    hand = adjustments(car.hand)
    found = []
    for card in dict.fromkeys(hand):
        for way in (FASTER, SLOWER):
            after = after_card(car, figures, card, way)
            value = worth(car, after, cards, left)
            if level.ahead and left and after.speed >= 0:
                value += _best_next(state, car, after, cards, [other for other in hand if other != card], memory, left)
            found.append((value, Play(card, way)))
    return sorted(found, key=lambda one: -one[0])


def _best_next(
    state: State, car: Car, figures: CarFigures, cards: Sequence[str], hand: list[str], memory: Sequence[str], left: int
) -> float:
    """The best worth of the stage after the next with the cards left in hand; 0 where the road is not known that
    far."""
    later = coming_cards(state, memory, skip=1)
    if len(cards) > 1 or len(later) > 1 or not hand:
        return 0.0
    then, _ = after_stage(car, figures, cards[0])
    if then.speed < 0:
        return 0.0
    return max(
        worth(car, after_card(car, then, card, way), later, left - 1) for card in hand for way in (FASTER, SLOWER)
    )
