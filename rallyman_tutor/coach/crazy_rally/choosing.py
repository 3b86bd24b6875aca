"""What a driver of some level does, and why: a key of the words under `bots`, with its facts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from rallyman_tutor.coach.crazy_rally.memory import Level, coming
from rallyman_tutor.coach.crazy_rally.weighing import WORTH, Wheels, changed, passed, weigh, wheels_of, worth
from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import (
    BONUS,
    CARDS,
    STAGES,
    Car,
    Pass,
    Play,
    State,
    Table,
    Use,
    adjustments,
    is_event,
)

SECRETS = frozenset({"remembered", "pays", "save", "hinder"})
"""Reasons that tell what somebody remembers of the course."""


def choose(seen: State, level: Level, memory: Sequence[str], rng: Random) -> Decision:
    """What a driver of this level does now, and why; from what his seat sees and what he remembers."""
    moves = GAME.moves(seen)
    if seen.phase == "tune" and level.thinks:
        return tune(seen)
    if seen.phase == "choose" and level.thinks:
        return _explained(seen, weigh(seen, level, memory), memory)
    if seen.phase == "event":
        return (level.events and _event(seen, level, memory)) or Decision(Pass(), "keep", {"bonus": BONUS})
    if len(moves) == 1:
        return Decision(moves[0], "only")
    return Decision(rng.choice(moves), "any")


def tune(seen: State) -> Decision:
    """The card that the car gains more from. What is kept is driven with, so strong figures stay in hand."""

    def gain(card: str) -> float:
        faster, slower, symbols = CARDS[card]
        return sum(WORTH[symbol] for symbol in symbols) - 0.2 * (faster + slower)

    best, other = sorted(seen.car.drawn, key=gain, reverse=True)
    return Decision(Table((best,)), "tune", {"gain": f"{gain(best):.1f}", "other": f"{gain(other):.1f}"})


def _explained(seen: State, weighed: list[tuple[float, Play]], memory: Sequence[str]) -> Decision:
    play = weighed[0][1]
    car, cards = seen.car, coming(seen, memory)
    wheels = changed(car, wheels_of(car), play.card, play.way)
    wrong = sum(passed(car, wheels, card)[0] != wheels for card in cards)
    now = max(0, wheels.speed)
    if len(cards) == 1:
        return Decision(play, "pays" if wrong else "remembered", {"card": cards[0], "now": now})
    share = Fraction(wrong, len(cards)) if cards else Fraction(0)
    if share <= Fraction(1, 2):
        return Decision(play, "expected", {"share": 1 - share, "now": now})
    return Decision(play, "gamble", {"share": share, "now": now})


def _event(seen: State, level: Level, memory: Sequence[str]) -> Decision | None:
    """An event where it is worth more than it is at the finish: to save the own car, to throw a rival off, to refill."""
    held = [card for card in seen.car.hand if is_event(card)]
    cards, left = coming(seen, memory), STAGES - seen.stage
    if not held:
        return None
    if len(cards) == 1:
        card = cards[0]
        stay = worth(seen.car, wheels_of(seen.car), cards, left)
        for effect in ("slower", "faster"):
            if worth(seen.car, _nudged(seen.car, effect), cards, left) > stay + BONUS:
                return Decision(Use(effect, seen.car.name), "save", {"card": card})
        for car in sorted(seen.cars, key=lambda car: -car.distance):
            if car.name == seen.car.name or car.out:
                continue
            for effect in ("faster", "slower"):
                calm = passed(car, wheels_of(car), card)[1]
                if not calm and passed(car, _nudged(car, effect), card)[1]:
                    return Decision(Use(effect, car.name), "hinder", {"card": card, "name": car.name})
    if left > 2 and len(adjustments(seen.car.hand)) < 2:
        return Decision(Use("two"), "refill")
    return None


def _nudged(car: Car, effect: str) -> Wheels:
    """The wheels after an event."""
    if effect == "slower":
        return Wheels(max(0, car.speed - 1), car.handling, car.strength)
    if car.speed < car.top:
        return Wheels(car.speed + 1, car.handling, car.strength)
    return Wheels(car.top if car.strength > 1 else -1, car.handling, car.strength - 1)
