"""Players for Mil Millas at three levels, and advice: the worth of each card in hand, played out many times.

A bot knows only what its seat sees: it chooses from the state that `seen_by` gives. The best one follows rules of
thumb, the others do so with mistakes now and then. Advice plays every move out in imagined worlds, with hands and a
deck that fit what is known, and everybody playing by rules of thumb. All moves are tried in the same worlds, so luck
that meets them alike cancels out, and a few worlds are enough. Bots themselves play nothing out: where it was tried,
they played no better than by rules of thumb, and took a hundred times as long. Every choice has its reason: a key of
the texts, with facts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from rallyman_tutor.coach.decision import Advice, Decision, PlayOutInParts, compare
from rallyman_tutor.core.luck import Luck, Seeded
from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.generate import moves, taken_by
from rallyman_tutor.games.mil_millas.play import play
from rallyman_tutor.games.mil_millas.state import (
    CURED,
    GOAL,
    GUARD,
    HIDDEN,
    KIND,
    SLOW,
    Discard,
    Draw,
    Event,
    Lay,
    Move,
    Pass,
    Side,
    State,
    Trick,
    Word,
)
from rallyman_tutor.games.mil_millas.step import (
    attacked,
    is_rolling,
    is_useless,
    left,
    ordered,
    protected,
    side_named,
    side_of,
    total,
)

TRIES, MOST_TRIES = 24, 192
"""Worlds that are imagined for advice: at first, and at most, where the first ones do not tell the moves apart."""
HORIZON = 6
"""Turns of each player after which playing out stops and the table is valued as it stands: further on, luck outweighs
the first move."""
SLIPS: Mapping[str, int] = MappingProxyType({"novice": 2, "club": 5})
"""By level: one choice in so many is a mistake, any legal move."""
LATE = 12
"""With so many cards left in the deck or fewer, an immunity is not kept any longer."""
NEAR_GOAL = 250
"""With so many kilometres to go or fewer, somebody is about to arrive."""
SECRETS = frozenset({"pass", "spare-double", "backwards", "attack-idle", "endlimit-idle", "immunity-least"})
"""Reasons that give away a hand: they are told when the game is over."""


Player: TypeAlias = Callable[[State, random.Random], Decision[Move]]
"""A bot: it takes a state and a random generator, and gives a decision."""


# -- Rules of thumb ---------------------------------------------------------------------------------------------------


def random_move(state: State, rng: random.Random) -> Decision[Move]:
    """Any legal move."""
    options = moves(_seen_by_decider(state))
    return Decision(rng.choice(options), "random" if len(options) > 1 else "only")


def sensible_move(state: State, rng: random.Random) -> Decision[Move]:
    """The best move by rules of thumb."""
    seen = _seen_by_decider(state)
    return _with_reason(seen, _best(seen))


def slipping_move(state: State, rng: random.Random, slips: int) -> Decision[Move]:
    """The best move by rules of thumb; one time in `slips` any legal move."""
    return sensible_move(state, rng) if rng.randrange(slips) else random_move(state, rng)


LEVELS: Mapping[str, Player] = MappingProxyType(
    {**{level: partial(slipping_move, slips=slips) for level, slips in SLIPS.items()}, "works": sensible_move}
)


def play_for(state: State, events: Iterable[Event], level: str, rng: random.Random) -> Decision[Move]:
    """The move of a bot of this level for the player in turn; without a reason where there is no choice. It needs no
    past events: all that still matters lies on the table."""
    decision = LEVELS[level](state, rng)
    return decision._replace(reason="") if decision.reason in ("only", "draw", "deal") else decision


def advise_for(
    state: State, events: Iterable[Event], seed: float | str, tries: int = TRIES
) -> tuple[Advice[Move], ...]:
    """Every move of the player in turn with its rank."""
    return advice(state, seed, tries)


def dealt(seen: State, rng: random.Random) -> State:
    """A whole game that fits the view of the player in turn."""
    return imagine_world(seen, rng)


def can_be_weighed(_: State) -> bool:
    """Whether playing out tells what a decision of this moment cost: of every one here."""
    return True


def _seen_by_decider(state: State) -> State:
    """The state as the player who decides can know it."""
    return GAME.seen_by(state, state.turn.seat)


def _best(state: State) -> Move:
    options = moves(state)
    if len(options) == 1:
        return options[0]
    return max(options, key=lambda move: _rate(state, move)[0])


def _with_reason(state: State, move: Move) -> Decision[Move]:
    """A move with the reason that the rules of thumb give for it."""
    if len(moves(state)) == 1 and move is not Word.DEAL and not isinstance(move, Draw | Pass):
        return Decision(move, "only")
    card = getattr(move, "card", "") or (GUARD[state.turn.attack] if isinstance(move, Trick) else state.turn.attack)
    facts: dict[str, object] = {"card": card, "whom": getattr(move, "on", "")}
    if KIND.get(card) == "distance":
        facts["value"] = int(card)
    if card in CURED:
        facts["problem"] = CURED[card]
    reason = _rate(state, move)[1]
    if reason == "pass" and HIDDEN in state.hand:
        reason = ""  # nobody knows yet what is in that hand
    return Decision(move, reason, facts)


def _rate(state: State, move: Move) -> tuple[float, str]:
    """How good a move looks, and why, by what the player can see."""
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
    arriving = hand.count(str(to_go)) - (to_go == value)  # cards that would arrive then, without this one
    closes = 12 if arriving else -15 if to_go < SLOW else 0
    return 42 + value / 5 + closes, "creep" if side.limited else "drive"


def _rate_attack(state: State, card: str, on: str) -> tuple[float, str]:
    """The worth of an attack, and why: most if it keeps somebody from arriving; a speed limit is idle close to the
    goal."""
    victim = state.sides[side_named(state, on)]
    to_go = GOAL - victim.km
    if card == "limit" and to_go <= SLOW:
        return 5, "attack-idle"
    strength = {"limit": 40, "wrong": 62}.get(card, 58 if card == "red" else 64)
    reason = {"limit": "attack-slow", "wrong": "attack-back"}.get(card, "attack-leader")
    if _arrives(victim) and not _arrives(attacked(victim, card)):
        return 96 + victim.km / 500, "attack-near"
    return (96 if to_go <= NEAR_GOAL else strength) + victim.km / (500 if to_go <= NEAR_GOAL else 40), reason


def _arrives(side: Side) -> bool:
    """Whether a side could reach the goal with one card, if it holds that card."""
    return str(GOAL - side.km) in taken_by(side) and not side.wrong


def _rate_defence(side: Side, card: str, hand: tuple[str, ...]) -> tuple[float, str]:
    if card == "green":
        return 92, "green"
    if card == "endlimit":
        if GOAL - side.km <= SLOW:
            return 5, "endlimit-idle"
        fast = any(KIND.get(other) == "distance" and int(other) > SLOW for other in hand)
        return (66 if fast else 44), "unlimited"
    if card == "endwrong":
        return (97 if is_rolling(side) else 90), "turn-round"
    return 90, "repair"


def _rate_immunity(state: State, card: str) -> tuple[float, str]:
    side = state.side
    if protected(side, card)._replace(immunities=side.immunities) != side:
        return 99, "immunity-cure"
    late = left(state) <= LATE or any(GOAL - other.km <= NEAR_GOAL for other in state.sides)
    return (98, "immunity-late") if late else (8, "immunity-least")


def _rate_discard(state: State, card: str) -> tuple[float, str]:
    """How good it looks to throw a card away, and why: the less the card can still do, the better."""
    kind = KIND[card]
    if is_useless(state, card):
        return 40, "spare-useless"
    if state.hand.count(card) > 1:
        return {"distance": 12, "attack": 14}.get(kind, 30 if card != "green" else 22), "spare-double"
    if kind == "distance":
        return 10, "spare-least"
    if kind == "defence":
        return (4 if card == "green" else 15), "spare-least"
    return 16, "spare-least"


# -- Playing out ------------------------------------------------------------------------------------------------------


def imagine_world(state: State, rng: random.Random) -> State:
    """A world that fits what is known: the unknown cards of all hands are dealt from the unseen ones."""
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


def advice(state: State, seed: float | str, tries: int = TRIES, most: int = MOST_TRIES) -> tuple[Advice[Move], ...]:
    """Every legal move compared with the best one, in points, by what the player who decides can know."""
    seen = _seen_by_decider(state)
    options = moves(seen)
    if len(options) < 2:
        return tuple(Advice(move, 0.0, 0.0, 0) for move in options)
    return compare(options, taken_apart(seen, seed), tries, most)


def taken_apart(seen: State, seed: float | str) -> PlayOutInParts[Move]:
    """The worth of moves in each imagined world that fits the view of the player who decides: how far their side is
    ahead of the best other one. Its parts: what their side has, what holds it up, and both of the other side."""
    own = side_of(seen, seen.turn.seat)

    def play_out(number: int, some: Sequence[Move]) -> list[Mapping[str, float]]:
        world = imagine_world(seen, random.Random(f"{seed}:{number}"))
        return [_worth_in_world(world, move, own, Seeded(f"{seed}:{number}")) for move in some]

    return play_out


def _worth_in_world(world: State, move: Move, own: int, luck: Luck) -> Mapping[str, float]:
    """The worth of a move in one world, where everybody goes on by rules of thumb."""
    rounds, turns = len(world.points), HORIZON * len(world.names)
    state, _ = play(world, move, luck)
    while (turns := turns - _ends_turn(move)) > 0 and len(state.points) == rounds:
        move = _best(state)
        state, _ = play(state, move, luck)
    return _worth(state, own, rounds)


def _ends_turn(move: Move) -> bool:
    return isinstance(move, Discard) or (isinstance(move, Lay) and KIND[move.card] != "immunity")


def _worth(state: State, own: int, rounds: int) -> Mapping[str, float]:
    """How far a side is ahead of the best other one: in points once the round is over, before that by how all stand."""
    if len(state.points) > rounds:
        stand = [(float(points), 0.0) for points in state.points[-1]]
    else:
        stand = [(total(state, number) + _arrival(side), _held_up(side)) for number, side in enumerate(state.sides)]
    has, held = stand.pop(own)
    rival_has, rival_held = max(stand, key=lambda one: one[0] - one[1])
    return {"own": has, "held": -held, "rival": -rival_has, "rival-held": rival_held}


def _arrival(side: Side) -> float:
    """The points that a side can expect for arriving."""
    return 300 * (side.km / GOAL) ** 2


def _held_up(side: Side) -> float:
    """The points that a side can expect to lose by what stands in its way."""
    return 60.0 * len(side.problems) + 40 * (not is_rolling(side)) + 25 * side.limited + 60 * side.wrong
