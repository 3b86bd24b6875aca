"""Players for Mil Millas at three levels, and advice: what each card in hand is worth, played out many times.

A player sees what his seat sees and nothing else: every question begins with `seen_by`. `novice` picks any legal move,
`steady` follows rules of thumb, `careless` does so with slips. Advice plays every move out: it imagines hands and deck
that fit what is known, goes on by rules of thumb for everybody, and compares moves in the same imagined worlds: what luck
does to all of them alike then cancels out, and few worlds tell much. No player plays out what he does: where it was
tried, that was not seen to be better than the rules of thumb it rests on, and took a hundred times as long. A choice says
why it was made, as a key of the texts with facts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from types import MappingProxyType
from typing import TypeAlias

from rallyman_tutor.coach.decision import Advised, Decision
from rallyman_tutor.core.luck import Luck, Seeded
from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.generate import moves
from rallyman_tutor.games.mil_millas.play import play
from rallyman_tutor.games.mil_millas.state import (
    CURED,
    GOAL,
    GUARD,
    HIDDEN,
    KIND,
    LONGEST,
    MOST_LONGEST,
    SLOW,
    Deal,
    Discard,
    Draw,
    Event,
    Lay,
    Move,
    Pass,
    Side,
    State,
    Trick,
)
from rallyman_tutor.games.mil_millas.step import is_rolling, left, ordered, side_named, side_of, total

TRIES = 24
"""Worlds that are imagined for an advice."""
HORIZON = 24
"""Decisions after which playing out stops, and what stands on the table is valued as it is: further on, luck drowns what
the first move has done."""
SLIPS = 4
"""One choice in so many is a slip of a careless player."""
HURRY = 12
"""Cards left in the deck at which an immunity is not kept any longer."""
NEAR = 250
"""Kilometres to go at which somebody is about to arrive."""
SECRETS = frozenset({"pass", "spare-double"})
"""Reasons that tell what is held, or not held: nobody may hear them before the game is over."""


Player: TypeAlias = Callable[[State, random.Random], Decision]
"""A player: from a state and his own chance to a decision."""


# -- Rules of thumb ---------------------------------------------------------------------------------------------------


def novice(state: State, rng: random.Random) -> Decision:
    """Any legal move."""
    options = moves(_own(state))
    return Decision(rng.choice(options), "random" if len(options) > 1 else "only")


def steady(state: State, rng: random.Random) -> Decision:
    """What most people would do."""
    seen = _own(state)
    return _told(seen, _best(seen))


def careless(state: State, rng: random.Random) -> Decision:
    """What most people would do, but for a slip now and then."""
    return steady(state, rng) if rng.randrange(SLIPS) else novice(state, rng)


LEVELS: Mapping[str, Player] = MappingProxyType({"novice": novice, "club": careless, "works": steady})


def play_for(state: State, events: Iterable[Event], level: str, rng: random.Random) -> Decision:
    """What a bot of this level does for the player in turn; where there is nothing to choose, without a reason. All that
    happened and still matters lies on the table, so nobody has to remember it."""
    decision = LEVELS[level](state, rng)
    return decision._replace(reason="") if decision.reason in ("only", "draw", "deal") else decision


def advise_for(state: State, events: Iterable[Event], seed: float | str, tries: int = TRIES) -> tuple[Advised, ...]:
    """Every move of the player in turn, the best first."""
    return advice(state, seed, tries)


def _own(state: State) -> State:
    """All that the player who decides can know."""
    return GAME.seen_by(state, state.turn.seat)


def _best(state: State) -> Move:
    options = moves(state)
    if len(options) == 1:
        return options[0]
    return max(options, key=lambda move: _rate(state, move)[0])


def _told(state: State, move: Move) -> Decision:
    """A move by rule of thumb with its reason."""
    if len(moves(state)) == 1 and not isinstance(move, Draw | Deal | Pass):
        return Decision(move, "only")
    card = getattr(move, "card", "") or (GUARD[state.turn.attack] if isinstance(move, Trick) else state.turn.attack)
    facts: dict[str, object] = {"card": card, "target": getattr(move, "on", "")}
    if KIND.get(card) == "distance":
        facts["value"] = int(card)
    return Decision(move, _rate(state, move)[1], facts)


def _rate(state: State, move: Move) -> tuple[float, str]:
    """How good a move looks, and why. Only what the player himself can see is looked at."""
    match move:
        case Lay(card, on):
            side = state.side
            kind = KIND[card]
            if kind == "distance":
                return _rate_distance(side, int(card), state.hand)
            if kind == "attack":
                return _rate_attack(state, card, on)
            return _rate_defence(side, card, state.hand) if kind == "defence" else _rate_immunity(state, card)
        case Discard(card):
            return _rate_discard(state, card)
        case Trick():
            return 1000, "trick"
        case Pass():
            return 500, "pass"
        case Draw():
            return 400, "draw"
        case _:
            return 400, "deal"


def _rate_distance(side: Side, value: int, hand: tuple[str, ...]) -> tuple[float, str]:
    if side.wrong:
        return -60 - value / 10, "backwards"
    to_go = GOAL - side.km - value
    if not to_go:
        return 900, "arrive"
    closes = 12 if str(to_go) in hand else -15 if 0 < to_go < SLOW and str(to_go) not in hand else 0
    return 42 + value / 5 + closes, "creep" if side.limited else "drive"


def _rate_attack(state: State, card: str, on: str) -> tuple[float, str]:
    victim = state.sides[side_named(state, on)]
    if GOAL - victim.km <= NEAR:
        return 96 + victim.km / 500, "attack-near"
    strength = {"limit": 40, "wrong": 62}.get(card, 58 if card == "red" else 64)
    own = side_of(state, state.turn.seat)
    ahead = victim.km == max(other.km for side, other in enumerate(state.sides) if side != own)
    return strength + victim.km / 40, "attack-leader" if ahead else "attack-other"


def _rate_defence(side: Side, card: str, hand: tuple[str, ...]) -> tuple[float, str]:
    if card == "green":
        return 92, "green"
    if card == "endlimit":
        fast = any(KIND.get(other) == "distance" and int(other) > SLOW for other in hand)
        return (66 if fast else 44), "unlimited"
    return (97 if card == "endwrong" and is_rolling(side) else 90), "repair"


def _rate_immunity(state: State, card: str) -> tuple[float, str]:
    side = state.side
    cures = any(GUARD[problem] == card for problem in side.problems)
    if cures or (card == "priority" and (side.stopped or side.limited)) or (card == "ace" and side.wrong):
        return 99, "immunity"
    late = left(state) <= HURRY or any(GOAL - other.km <= NEAR for other in state.sides)
    return (98 if late else 8), "immunity"


def _rate_discard(state: State, card: str) -> tuple[float, str]:
    """The less a card can still do, the rather it goes."""
    side, kind = state.side, KIND[card]
    if state.hand.count(card) > 1:
        return {"distance": 12, "attack": 14}.get(kind, 30 if card != "green" else 22), "spare-double"
    if kind == "distance":
        spent = card == LONGEST and side.longest >= MOST_LONGEST
        return (38, "spare-useless") if spent or int(card) > GOAL - side.km else (10, "spare-least")
    if kind == "defence":
        if GUARD[CURED[card]] in side.immunities:
            return 40, "spare-useless"
        return (4 if card == "green" else 15), "spare-least"
    return 16, "spare-least"


# -- Playing out ------------------------------------------------------------------------------------------------------


def imagine(state: State, rng: random.Random) -> State:
    """A world that fits what is known: unknown cards in hands are dealt from all that are unseen."""
    unseen = [card for card, count in state.deck for _ in range(count)]
    rng.shuffle(unseen)
    hands = []
    for hand in state.hands:
        known = [card for card in hand if card != HIDDEN]
        hands.append(ordered([*known, *(unseen.pop() for _ in range(len(hand) - len(known)))]))
    counts = dict.fromkeys((card for card, _ in state.deck), 0)
    for card in unseen:
        counts[card] += 1
    return state._replace(hands=tuple(hands), deck=tuple(counts.items()))


def advice(state: State, seed: float | str, tries: int = TRIES) -> tuple[Advised, ...]:
    """Every legal move with its worth against the average of all, in points, best first; from what the player who decides can know."""
    seen = _own(state)
    options = moves(seen)
    if len(options) < 2:
        return tuple(Advised(move, 0.0, 0.0, 0) for move in options)
    worths = _worths(seen, options, seed, tries)
    average = [sum(world) / len(world) for world in zip(*worths, strict=True)]
    weighed = [
        Advised(move, *_mean([a - b for a, b in zip(worth, average, strict=True)]), tries)
        for move, worth in zip(options, worths, strict=True)
    ]
    return tuple(sorted(weighed, key=lambda one: -one.mean))


def _worths(seen: State, options: list[Move], seed: float | str, tries: int) -> list[list[float]]:
    """For every move its worth in each of the same imagined worlds."""
    own = side_of(seen, seen.turn.seat)
    worths: list[list[float]] = [[] for _ in options]
    for number in range(tries):
        world = imagine(seen, random.Random(f"{seed}:{number}"))
        for worth, move in zip(worths, options, strict=True):
            worth.append(_play_out(world, move, own, Seeded(f"{seed}:{number}")))
    return worths


def _mean(values: list[float]) -> tuple[float, float]:
    """The mean of some values and its standard error."""
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values) / max(1, count - 1)
    return mean, sqrt(spread / count)


def _play_out(world: State, move: Move, own: int, luck: Luck) -> float:
    """The worth of a move in one world: everybody goes on by rules of thumb."""
    rounds = len(world.points)
    state, _ = play(world, move, luck)
    for _ in range(HORIZON):
        if len(state.points) > rounds:
            break
        state, _ = play(state, _best(state), luck)
    return _worth(state, own, rounds)


def _worth(state: State, own: int, rounds: int) -> float:
    """How far a side is ahead of the best of the others: in points once the round is over, else by how all stand."""
    ended = len(state.points) > rounds
    worth = [
        float(state.points[-1][side]) if ended else total(state, side) + _prospect(one)
        for side, one in enumerate(state.sides)
    ]
    return worth[own] - max(value for side, value in enumerate(worth) if side != own)


def _prospect(side: Side) -> float:
    """What a standing promises beyond its points."""
    arrival = 300 * (side.km / GOAL) ** 2
    held_up = 60 * len(side.problems) + 40 * (not is_rolling(side)) + 25 * side.limited + 60 * side.wrong
    return arrival - held_up
