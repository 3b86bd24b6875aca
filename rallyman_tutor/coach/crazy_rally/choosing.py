"""The moves of a bot of a given level and their reasons, each a key of the words under `bots`, with its facts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from rallyman_tutor.coach.crazy_rally.memory import Level, coming_cards
from rallyman_tutor.coach.crazy_rally.weighing import (
    WORTH_IN_HAND,
    WORTH_OF_SYMBOL,
    CarFigures,
    after_card,
    after_stage,
    figures_of,
    speed_missed,
    weigh,
    worth,
)
from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.coming import possible
from rallyman_tutor.games.crazy_rally.risk import chances
from rallyman_tutor.games.crazy_rally.state import (
    BONUS,
    CARDS,
    COURSE,
    STAGES,
    Car,
    Move,
    Play,
    State,
    Table,
    Use,
    Word,
    adjustments,
)

SECRETS = frozenset({"tune", "keep", "refill"})
"""Reasons that give away a hand: they are told when the game is over."""
TOLD_AFTER = "turned"
"""All other reasons are told after this event, when the course card, the played card and the road lie open."""


def choose(seen: State, level: Level, memory: Sequence[str], rng: Random) -> Decision[Move]:
    """The move of a bot of this level now, and its reason; from the view of its seat and what it remembers.

    A reason states a fact that was checked in this position. A move made by mistake has no reason.
    """
    moves = GAME.moves(seen)
    if len(moves) == 1:
        return Decision(moves[0])
    if seen.phase == "event":
        return choose_event(seen, memory) if level.events else _kept()
    if rng.random() < level.slips:
        return Decision(rng.choice(moves))
    if seen.phase == "tune":
        return choose_tuning(seen)
    return _with_reason(seen, weigh(seen, level, memory)[0][1], memory)


def choose_tuning(seen: State) -> Decision[Move]:
    """Put the card on the car that gains more there; the other one stays in hand, where its figures count."""
    best, other = sorted(seen.car.drawn, key=gain_on_car, reverse=True)
    return Decision(
        Table((best,)),
        "tune",
        {"card": best, "gain": f"{gain_on_car(best):.1f}", "other": other, "lost": f"{gain_on_car(other):.1f}"},
    )


def gain_on_car(card: str) -> float:
    """The gain of a race's distance by a card on the car, minus the worth of its figures in hand."""
    faster, slower, symbols = CARDS[card]
    return sum(WORTH_OF_SYMBOL[symbol] for symbol in symbols) - WORTH_IN_HAND * (faster + slower)


def _with_reason(seen: State, play: Play, memory: Sequence[str]) -> Decision[Move]:
    """A card with its reason: whether it fits the next stage, if that is known; else how many of the possible
    stages."""
    car, known = seen.car, coming_cards(seen, memory)
    figures = after_card(car, figures_of(car), play.card, play.way)
    if figures.speed < 0:
        return Decision(play, "out", {"card": play.card}, after=TOLD_AFTER)
    anybody = possible(seen)
    if len(known) == 1:
        who = "known" if len(anybody) == 1 else "remembered"
        by = speed_missed(figures, known[0])
        facts = {"card": COURSE[known[0]].name, "now": figures.speed, "by": by}
        return Decision(play, f"{who}-off" if by else who, facts, after=TOLD_AFTER)
    share = chances(seen, (play,)).arrive
    reason = "expected" if share >= Fraction(1, 2) else "gamble"
    return Decision(play, reason, {"share": share, "now": figures.speed}, after=TOLD_AFTER)


def _kept() -> Decision[Move]:
    """Keep every event for its bonus at the finish."""
    return Decision(Word.PASS, "keep", {"bonus": BONUS})


def choose_event(seen: State, memory: Sequence[str]) -> Decision[Move]:
    """An event that is worth more now than its bonus at the finish: to save this car, throw a rival off, or draw cards.
    Where there is none they are kept."""
    cards, left = coming_cards(seen, memory), STAGES - seen.stage
    rivals = [car for car in sorted(seen.cars, key=lambda car: -car.distance) if car != seen.car and not car.out]
    for car in rivals:
        if after_event(car, "faster").speed < 0:
            return Decision(Use("faster", car.name), "last-strength", {"name": car.name})
    if len(cards) == 1 and (found := _on_a_known_road(seen, cards[0], left, rivals)):
        return found
    if left > 2 and (count := len(adjustments(seen.car.hand))) < 2:
        return Decision(Use("two"), "refill", {"count": count})
    return _kept()


def _on_a_known_road(seen: State, card: str, left: int, rivals: Sequence[Car]) -> Decision[Move] | None:
    """Save this car where that is worth the event; else throw off the rival farthest ahead among those who can be."""
    car, road = seen.car, {"card": COURSE[card].name, "who": "who-anybody" if len(possible(seen)) == 1 else "who-lap"}
    stay = worth(car, figures_of(car), [card], left)
    for effect in ("slower", "faster"):
        then, was = after_event(car, effect), speed_missed(figures_of(car), card)
        now = speed_missed(then, card)
        if now < was and worth(car, then, [card], left) > stay + BONUS:
            facts = {**road, "way": effect, "was": was, "now": now}
            return Decision(Use(effect, car.name), "save-some" if now else "save", facts, after=TOLD_AFTER)
    for other in rivals:
        for effect in ("faster", "slower"):
            calm = not after_stage(other, figures_of(other), card)[1]
            if calm and after_stage(other, after_event(other, effect), card)[1]:
                facts = {**road, "way": effect, "name": other.name}
                return Decision(Use(effect, other.name), "hinder", facts, after=TOLD_AFTER)
    return None


def after_event(car: Car, effect: str) -> CarFigures:
    """The figures of a car after an event, as `step.drive_by` has them; a test holds the two equal."""
    if effect == "slower":
        return CarFigures(max(0, car.speed - 1), car.handling, car.strength)
    if car.speed < car.top:
        return CarFigures(car.speed + 1, car.handling, car.strength)
    return CarFigures(car.top if car.strength > 1 else -1, car.handling, car.strength - 1)
