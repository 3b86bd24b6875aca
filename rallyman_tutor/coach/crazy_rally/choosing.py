"""What a driver of some level does, and why: a key of the words under `bots`, with its facts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from rallyman_tutor.coach.crazy_rally.memory import Level, coming
from rallyman_tutor.coach.crazy_rally.weighing import (
    FIGURE,
    WORTH,
    Wheels,
    changed,
    missed,
    passed,
    weigh,
    wheels_of,
    worth,
)
from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.risk import possible
from rallyman_tutor.games.crazy_rally.state import (
    BONUS,
    CARDS,
    COURSE,
    STAGES,
    Car,
    Move,
    Pass,
    Play,
    State,
    Table,
    Use,
    adjustments,
)

SECRETS = frozenset({"tune", "keep", "refill"})
"""Reasons that tell what somebody holds: they are told when the game is over."""
OPENS = "turned"
"""All others tell what lies open once the course card of the stage is turned up: the card that was played, and the road."""


def choose(seen: State, level: Level, memory: Sequence[str], rng: Random) -> Decision[Move]:
    """What a driver of this level does now, and why; from what their seat sees and what they remember.

    A reason is a fact that holds in this position, and no praise: what is not checked is not said. Who slips has none.
    """
    moves = GAME.moves(seen)
    if len(moves) == 1:
        return Decision(moves[0])
    if seen.phase == "event":
        return (level.events and _event(seen, level, memory)) or Decision(Pass(), "keep", {"bonus": BONUS})
    if rng.random() < level.slips:
        return Decision(rng.choice(moves))
    if seen.phase == "tune":
        return tune(seen)
    return _explained(seen, weigh(seen, level, memory)[0][1], memory)


def tune(seen: State) -> Decision[Move]:
    """The card that the car gains more from. What is kept is driven with, so strong figures stay in hand."""
    best, other = sorted(seen.car.drawn, key=gain, reverse=True)
    return Decision(
        Table((best,)),
        "tune",
        {"card": best, "gain": f"{gain(best):.1f}", "other": other, "lost": f"{gain(other):.1f}"},
    )


def gain(card: str) -> float:
    """What a card on the car adds to the distance of a race, less what its figures would be worth in hand."""
    faster, slower, symbols = CARDS[card]
    return sum(WORTH[symbol] for symbol in symbols) - FIGURE * (faster + slower)


def _explained(seen: State, play: Play, memory: Sequence[str]) -> Decision[Move]:
    """A card with what can be said of it: whether it fits the next stage, where that is known, or how many of those that may
    come."""
    car, known = seen.car, coming(seen, memory)
    wheels = changed(car, wheels_of(car), play.card, play.way)
    if wheels.speed < 0:
        return Decision(play, "out", {"card": play.card}, after=OPENS)
    anybody = possible(seen)
    if len(known) == 1:
        who = "known" if len(anybody) == 1 else "remembered"
        by = missed(wheels, known[0])
        facts = {"card": COURSE[known[0]].name, "now": wheels.speed, "by": by}
        return Decision(play, f"{who}-off" if by else who, facts, after=OPENS)
    share = Fraction(sum(not missed(wheels, card) for card in anybody), len(anybody))
    reason = "expected" if share >= Fraction(1, 2) else "gamble"
    return Decision(play, reason, {"share": share, "now": wheels.speed}, after=OPENS)


def _event(seen: State, level: Level, memory: Sequence[str]) -> Decision[Move] | None:
    """An event where it is worth more than it is at the finish: to save the own car, to throw a rival off, to refill."""
    cards, left = coming(seen, memory), STAGES - seen.stage
    rivals = [car for car in sorted(seen.cars, key=lambda car: -car.distance) if car != seen.car and not car.out]
    for car in rivals:
        if _nudged(car, "faster").speed < 0:
            return Decision(Use("faster", car.name), "last-strength", {"name": car.name})
    if len(cards) == 1 and (found := _on_a_known_road(seen, cards[0], left, rivals)):
        return found
    if left > 2 and (count := len(adjustments(seen.car.hand))) < 2:
        return Decision(Use("two"), "refill", {"count": count})
    return None


def _on_a_known_road(seen: State, card: str, left: int, rivals: Sequence[Car]) -> Decision[Move] | None:
    """Save the own car where that is worth the event; else throw off the rival who is farthest ahead of all that can be."""
    car, course = seen.car, COURSE[card].name
    stay = worth(car, wheels_of(car), [card], left)
    for effect in ("slower", "faster"):
        then, was = _nudged(car, effect), missed(wheels_of(car), card)
        now = missed(then, card)
        if now < was and worth(car, then, [card], left) > stay + BONUS:
            facts = {"card": course, "way": effect, "was": was, "now": now}
            return Decision(Use(effect, car.name), "save-some" if now else "save", facts, after=OPENS)
    for other in rivals:
        for effect in ("faster", "slower"):
            calm = not passed(other, wheels_of(other), card)[1]
            if calm and passed(other, _nudged(other, effect), card)[1]:
                facts = {"card": course, "way": effect, "name": other.name}
                return Decision(Use(effect, other.name), "hinder", facts, after=OPENS)
    return None


def _nudged(car: Car, effect: str) -> Wheels:
    """The wheels after an event."""
    if effect == "slower":
        return Wheels(max(0, car.speed - 1), car.handling, car.strength)
    if car.speed < car.top:
        return Wheels(car.speed + 1, car.handling, car.strength)
    return Wheels(car.top if car.strength > 1 else -1, car.handling, car.strength - 1)
