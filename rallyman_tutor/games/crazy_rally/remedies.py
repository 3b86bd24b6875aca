"""What could be done instead of a refused or unwise move, with what it costs.

Every remedy is a move that `generate` lists and that the rules allow in this position. Its price is reckoned from what
everybody knows of the course: a move that puts the car out ends the rally, a certain crash loses control, a possible
course card that does not allow the speed is a risk, and lost strength or handling is a cost.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from rallyman_tutor.core.remedy import Price, Remedy, rank
from rallyman_tutor.core.rule import Facts, Kind, Violation
from rallyman_tutor.games.crazy_rally.generate import moves
from rallyman_tutor.games.crazy_rally.judging import is_legal, unfold
from rallyman_tutor.games.crazy_rally.risk import possible
from rallyman_tutor.games.crazy_rally.rules import BOOK
from rallyman_tutor.games.crazy_rally.state import (
    CARDS,
    FASTER,
    Draft,
    Move,
    Play,
    Speak,
    State,
    Table,
    Use,
    Word,
)
from rallyman_tutor.games.crazy_rally.step import after, by_card, pass_stage, speed_missed

COSTS = {(False, False): "", (True, False): "-strength", (False, True): "-handling", (True, True): "-both"}
"""How the key of a remedy ends, by whether strength and whether handling is lost for certain."""


class Cost(NamedTuple):
    """What a move is expected to cost, so that remedies can be compared."""

    price: Price
    chance: Fraction  # that the next course card does not allow the speed
    strength: int  # lost for certain
    handling: int


def remedies(state: State, draft: Draft, violation: Violation) -> tuple[Remedy[Move], ...]:
    """What could be done instead of one move of a draft, the cheapest and nearest first."""
    found = _meant(state, draft, violation)
    if found is None:
        return ()
    now, move = found
    before = tuple(draft[: violation.at])
    proven = [other for other in _wanted(now, move, violation) if is_legal(state, (*before, other))]
    proposed = [_remedy(now, before, other) for other in _alike(now, move, violation, proven)]
    return rank(proposed, lambda one: _distance(now, move, one.moves[-1], violation.code))


def why_stuck(state: State, draft: Draft, violation: Violation) -> Facts:
    """Why there is no remedy: a `case` of the texts, and its facts."""
    found = _meant(state, draft, violation)
    if found is None:
        return {"case": "nothing-works"}
    now, move = found
    if now.over:
        return {"case": "over"}
    if isinstance(move, Speak):
        return {"case": "turn", "driver": now.car.name}
    return {"case": "no-better"}


def _meant(state: State, draft: Draft, violation: Violation) -> tuple[State, Move] | None:
    """The move that breaks the rule, and the state it is made in. A card on the player's own car is given without its
    name."""
    for at, now, move in unfold(state, tuple(draft)):
        if at == violation.at:
            if isinstance(move, Play) and move.to == now.car.name:
                return now, replace(move, to="")
            return now, move
    return None


def _wanted(now: State, move: Move, violation: Violation) -> list[Move]:
    """The moves worth proposing: for a refused move all others; for an unwise one those that cost less, or as much
    without breaking that rule; for a driver who is not in turn none."""
    if isinstance(move, Speak):
        return []
    others = [other for other in moves(now) if other != move]
    if BOOK[violation.code].kind is Kind.ILLEGAL:
        return others
    limit = cost(now, move)
    return [other for other in others if (cost(now, other), _breaks(now, other, violation.code)) < (limit, True)]


def _breaks(now: State, move: Move, code: str) -> bool:
    return any(broken.code == code for broken in BOOK.judge(now, move, 0, Kind.UNWISE))


def _alike(now: State, move: Move, violation: Violation, others: list[Move]) -> list[Move]:
    """For a refused move those with the same card or effect, unless all of them put the car out; otherwise all
    moves."""
    if BOOK[violation.code].kind is not Kind.ILLEGAL:
        return others
    same: list[Move] = []
    if isinstance(move, Play):
        same += [other for other in others if isinstance(other, Play) and other.card == move.card]
    elif isinstance(move, Use):
        same += [other for other in others if isinstance(other, Use) and other.effect == move.effect]
    return same if any(cost(now, other).price < Price.ENDS_THE_RALLY for other in same) else others


def _distance(now: State, move: Move, other: Move, code: str) -> tuple[object, ...]:
    """How far another move is from what was meant: by the broken rule, then speed, card, effect, car and cost."""
    card = getattr(move, "card", "") != getattr(other, "card", "")
    target = getattr(move, "to", "") != getattr(other, "to", "")
    effect = getattr(move, "effect", "") != getattr(other, "effect", "")
    speed = abs(_wished(now, move) - after(now, other).speed)
    return _breaks(now, other, code), speed, card, effect, target, cost(now, other)


def _wished(now: State, move: Move) -> int:
    """The speed that a move was meant to bring, even if its card cannot be played."""
    if isinstance(move, Play) and move.card in CARDS and move.way:
        return max(0, min(now.car.top, now.car.speed + by_card(move.card, move.way)))
    return after(now, move).speed


# -- What a move costs ------------------------------------------------------------------------------------------------


def cost(now: State, move: Move) -> Cost:
    """What is to be expected of a legal move."""
    car = after(now, move)
    strength = now.car.strength - car.strength
    if car.out:
        return Cost(Price.ENDS_THE_RALLY, Fraction(1), strength, 0)
    if now.phase not in ("choose", "event"):
        return Cost(Price.HARMLESS, Fraction(0), 0, 0)
    roads = possible(now)
    ends = [pass_stage(car, now.seat, card, now.stage)[0] for card in roads]
    missed = [card for card in roads if speed_missed(car, card)]
    chance = Fraction(len(missed), len(roads)) if roads else Fraction(0)
    handling = min((car.handling - end.handling for end in ends), default=0) if chance == 1 else 0
    if ends and all(end.out for end in ends):
        return Cost(Price.ENDS_THE_RALLY, chance, strength, 0)
    if ends and all(end.crashed == now.stage for end in ends):
        return Cost(Price.LOSES_CONTROL, chance, strength, 0)
    if chance and (chance < 1 or any(end.crashed == now.stage for end in ends)):
        return Cost(Price.RISKS_CONTROL, chance, strength, 0)
    return Cost(Price.COSTS_TIME if strength or handling else Price.HARMLESS, chance, strength, handling)


# -- What a remedy says -----------------------------------------------------------------------------------------------


def _remedy(now: State, before: tuple[Move, ...], move: Move) -> Remedy[Move]:
    """A move as a remedy: a card is laid, to be played with a button afterwards; a move without a card is a button
    itself."""
    found = cost(now, move)
    facts = {
        **_named(now, move),
        "now": after(now, move).speed,
        "chance": found.chance,
        "strength": found.strength,
        "handling": found.handling,
    }
    do = _kind(now, move)
    if do in ("play", "own-event") and found.price == Price.ENDS_THE_RALLY:
        do += "-out"
    elif do in ("play", "own-event", "event", "two", "pass"):
        do += COSTS[found.strength > 0, found.handling > 0]
    if isinstance(move, Play | Table | Use):
        return Remedy(do, (*before, move), None, found.price, facts)
    return Remedy(do, before, move, found.price, facts)


def _kind(now: State, move: Move) -> str:
    if isinstance(move, Use):
        return "two" if move.effect == "two" else "own-event" if move.to == now.car.name else "event"
    return move.value if isinstance(move, Word) else type(move).__name__.lower()


def _named(now: State, move: Move) -> Facts:
    if isinstance(move, Play):
        return {"card": move.card, "way": "faster" if move.way == FASTER else "slower"}
    if isinstance(move, Table):
        return {"card": move.cards[0]}
    if isinstance(move, Use):
        return {"way": move.effect, "name": move.to}
    return {}
