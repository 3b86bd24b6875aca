"""Moves to make instead of a refused or unwise move, with their costs.

Every remedy is a move that `generate` lists and that the rules allow in this position. What a move costs is reckoned
from what everybody knows of the course, in this order: the chance that the car is out, that it crashes, that it offends
the course; strength and handling that are surely lost; the distance that an event would be worth at the finish, unless
it surely wins more. Remedies stand in the order of what they cost, and none that is told of an unwise move costs more
than that move.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from rallyman_tutor.core.luck import Recorded
from rallyman_tutor.core.remedy import MOST_REMEDIES, Price, Remedy, rank
from rallyman_tutor.core.rule import Facts, Kind, Violation
from rallyman_tutor.games.crazy_rally.coming import ends, possible
from rallyman_tutor.games.crazy_rally.generate import moves
from rallyman_tutor.games.crazy_rally.judging import is_legal, unfold
from rallyman_tutor.games.crazy_rally.play import play
from rallyman_tutor.games.crazy_rally.rules import BOOK
from rallyman_tutor.games.crazy_rally.state import (
    BONUS,
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
from rallyman_tutor.games.crazy_rally.step import HARMLESS_LUCK, after, by_card, pass_stage

COSTS = {(False, False): "", (True, False): "-strength", (False, True): "-handling", (True, True): "-both"}
"""How the key of a remedy ends, by whether strength and whether handling is lost for certain."""
GIVEN_UP = "CR-EVT-10"
"""The rule that warns of an event which would be worth more at the finish."""


class Cost(NamedTuple):
    """The cost of a legal move for the driver who makes it, in the order in which it weighs."""

    out: Fraction  # chances: that the car is out,
    crash: Fraction  # out or crashed,
    offence: Fraction  # or at a speed that the next course card does not allow
    strength: int  # lost for certain
    handling: int
    bonus: int  # of an event that is given up for less; below 0 if it wins more

    @property
    def price(self) -> Price:
        """The price that goes with it. An offence whose loss of handling is known is no risk."""
        if self.out == 1:
            return Price.ENDS_THE_RALLY
        if self.crash == 1:
            return Price.LOSES_CONTROL
        if self.offence and not self.handling:
            return Price.RISKS_CONTROL
        return Price.COSTS_TIME if self.strength or self.handling else Price.HARMLESS


def remedies(state: State, draft: Draft, violation: Violation) -> tuple[Remedy[Move], ...]:
    """Moves to make instead of one move of a draft, the cheapest first, and of equal ones the nearest."""
    found = _meant(state, draft, violation)
    if found is None:
        return ()
    now, move = found
    before = tuple(draft[: violation.at])
    proven = [other for other in _wanted(now, move, violation) if is_legal(state, (*before, other))]
    known = [other for other in proven if _is_known(state, before, now, other)]

    def near(one: Remedy[Move]) -> tuple[object, ...]:
        return _distance(now, move, one.moves[-1], violation.code)

    def dear(one: Remedy[Move]) -> tuple[object, ...]:
        return cost(now, one.moves[-1]), near(one)

    proposed = [_remedy(now, before, other) for other in _alike(now, move, violation, known)]
    if BOOK[violation.code].kind is Kind.ILLEGAL:
        return tuple(sorted(rank(proposed, near), key=dear))
    milder = [one for one in proposed if one.price < Price.ENDS_THE_RALLY]
    return tuple(sorted(milder or proposed, key=dear)[:MOST_REMEDIES])


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
    if not all(_is_known(state, draft[: violation.at], now, other) for other in _wanted(now, move, violation)):
        return {"case": "untold"}
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


def _is_known(state: State, before: Draft, now: State, move: Move) -> bool:
    """Whether the card of a move is in the driver's hand for certain: not if only calm luck has shuffled it there."""
    card = move.card if isinstance(move, Play) else move.cards[0] if isinstance(move, Table) else ""
    car = state.cars[now.seat]
    return not card or card in (*car.hand, *car.drawn) or not _shuffles(state, before)


def _shuffles(state: State, draft: Draft) -> bool:
    """Whether cards are shuffled on the way."""
    luck, now = Recorded(HARMLESS_LUCK), state
    for move in draft:
        now, _ = play(now, move, luck)
    return bool(luck.shown)


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
    """The cost to be expected of a legal move."""
    car = after(now, move)
    strength = now.car.strength - car.strength
    bonus = 0 if not isinstance(move, Use) else BONUS if _breaks(now, move, GIVEN_UP) else -BONUS
    roads = possible(now) if now.phase in ("choose", "event") else []
    if not roads:
        return Cost(Fraction(0), Fraction(0), Fraction(0), 0, 0, 0)
    found = ends(now, now.seat, car)
    is_known = len(roads) == 1 and not found.crash
    handling = car.handling - pass_stage(car, now.seat, roads[0], now.stage)[0].handling if is_known else 0
    return Cost(*found, strength, handling, bonus)


# -- What a remedy says -----------------------------------------------------------------------------------------------


def _remedy(now: State, before: tuple[Move, ...], move: Move) -> Remedy[Move]:
    """A move as a remedy: a card is laid, to be played with a button afterwards; a move without a card is a button
    itself."""
    found = cost(now, move)
    facts = {
        **_named(now, move),
        "now": after(now, move).speed,
        "out": found.out,
        "chance": found.offence - found.out,
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
