"""Drivers for Crazy Rally that explain themselves, and advice on the cards in hand.

Both know only what their seat sees: the state they get is the one `seen_by` gives, in which unseen cards are `?`. What
remains of the test lap is an argument of its own, the memory: each driver keeps of the course what his head can hold.
A choice carries a reason, a key of the words under `bots`, with its facts.

Advice is simulation: the unseen cards are dealt out at random in a way that fits what is seen, the race is driven to its
end by simple drivers, and that many times; each card in hand is tried on the same deals, so that luck favours none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from rallyman_tutor.core.luck import Odds
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.risk import possible
from rallyman_tutor.games.crazy_rally.state import (
    BONUS,
    CARDS,
    COLOURS,
    COURSE,
    DECK,
    EVENT,
    FASTER,
    FLAGGED_ON_TOP,
    HIDDEN,
    PURPLE,
    SLOWER,
    STAGES,
    Car,
    Event,
    Move,
    Pass,
    Play,
    State,
    Table,
    Use,
    adjustments,
    colour_due,
    is_event,
)
from rallyman_tutor.games.crazy_rally.step import finished

NO_FACTS: Mapping[str, Any] = MappingProxyType({})
SECRETS = frozenset({"remembered", "pays", "save", "hinder"})
"""Reasons that tell what somebody remembers of the course."""


class Choice(NamedTuple):
    """A move, and why."""

    move: Move
    reason: str
    facts: Mapping[str, Any] = NO_FACTS


class Level(NamedTuple):
    """How well somebody drives: what he remembers of the test lap, and how he uses it."""

    memory: float  # the chance to remember each course card
    thinks: bool = True  # weighs his cards at all
    ahead: bool = False  # looks at the stage after the next, too
    events: bool = False  # plays events where they are worth it


LEVELS: Mapping[str, Level] = MappingProxyType({
    "novice": Level(0.0, thinks=False),
    "club": Level(0.4),
    "works": Level(0.9, ahead=True, events=True),
})  # fmt: skip

WORTH = MappingProxyType({"T": 0.3, "W": 0.75, "N": 0.9})
"""What one symbol on the car adds to the distance of a race, by simulated races."""
WORTH_HANDLING, WORTH_STRENGTH, WORTH_SPEED = 1.2, 2.0, 0.5
"""What a point of each is worth in distance while the finish is far; handling and strength save nothing at the finish."""
FADES = 5
"""The stages before the finish over which that worth fades away."""
CRASH, LOST = 12.0, 60.0
"""What a crash costs beside the distance, and what it costs not to finish."""


# -- Memory -----------------------------------------------------------------------------------------------------------


def remembered(events: Iterable[Event], level: Level, rng: Random) -> tuple[str, ...]:
    """What a driver keeps of the course, from what the newest test lap has shown to everybody; `?` is forgotten."""
    course: list[str] = []
    for event in events:
        if event.code == "CR-LAP-01":
            course = [*course[: event.facts["n"] - 1], event.facts["card"]]
    return tuple(card if rng.random() < level.memory else HIDDEN for card in course)


def coming(state: State, memory: Sequence[str] = (), skip: int = 0) -> list[str]:
    """The course cards that may come next (or after `skip` stages), as far as somebody with this memory can know."""
    at = state.driven + skip
    if at >= len(state.course):
        return []
    if state.course[at] != HIDDEN and (state.options.practice or at < state.driven):
        return [state.course[at]]
    if at < len(memory) and memory[at] != HIDDEN:
        return [memory[at]]
    if skip:
        unseen = [card for card in COURSE if card not in state.course[: state.driven]]
        cards = [card for card in unseen if COURSE[card].flag or state.stage + skip > FLAGGED_ON_TOP]
    else:
        cards = possible(state)
    left = [card for card in cards if card not in memory[state.driven :]]
    return left or cards


# -- Weighing a card --------------------------------------------------------------------------------------------------


class Wheels(NamedTuple):
    """Of a car, what changes from stage to stage; quicker to work with than the whole car. Speed -1: out."""

    speed: int
    handling: int
    strength: int


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


def passed(car: Car, wheels: Wheels, card: str) -> tuple[Wheels, bool]:
    """After a course card, and whether it was a crash; by the same rules as `step.pass_stage`."""
    _, minimum, limit, difficulty, damage, _ = COURSE[card]
    speed, handling, strength = wheels
    missed = limit - speed if minimum else speed - limit
    if missed <= 0:
        return wheels, False
    handling -= difficulty + missed
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
    wheels = Wheels(car.speed, car.handling, car.strength)
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


# -- Drivers ----------------------------------------------------------------------------------------------------------


def choose(seen: State, level: Level, memory: Sequence[str], rng: Random) -> Choice:
    """What a driver of this level does now, and why; from what his seat sees and what he remembers."""
    moves = GAME.moves(seen)
    if seen.phase == "tune" and level.thinks:
        return _tune(seen)
    if seen.phase == "choose" and level.thinks:
        return _explained(seen, weigh(seen, level, memory), memory)
    if seen.phase == "event":
        return (level.events and _event(seen, level, memory)) or Choice(Pass(), "keep", {"bonus": BONUS})
    if len(moves) == 1:
        return Choice(moves[0], "only")
    return Choice(rng.choice(moves), "any")


def _tune(seen: State) -> Choice:
    """The card that the car gains more from. What is kept is driven with, so strong figures stay in hand."""

    def gain(card: str) -> float:
        faster, slower, symbols = CARDS[card]
        return sum(WORTH[symbol] for symbol in symbols) - 0.2 * (faster + slower)

    best, other = sorted(seen.car.drawn, key=gain, reverse=True)
    return Choice(Table((best,)), "tune", {"gain": f"{gain(best):.1f}", "other": f"{gain(other):.1f}"})


def _explained(seen: State, weighed: list[tuple[float, Play]], memory: Sequence[str]) -> Choice:
    play = weighed[0][1]
    car, cards = seen.car, coming(seen, memory)
    wheels = changed(car, Wheels(car.speed, car.handling, car.strength), play.card, play.way)
    wrong = sum(passed(car, wheels, card)[0] != wheels for card in cards)
    now = max(0, wheels.speed)
    if len(cards) == 1:
        return Choice(play, "pays" if wrong else "remembered", {"card": cards[0], "now": now})
    share = Fraction(wrong, len(cards)) if cards else Fraction(0)
    if share <= Fraction(1, 2):
        return Choice(play, "expected", {"share": 1 - share, "now": now})
    return Choice(play, "gamble", {"share": share, "now": now})


def _event(seen: State, level: Level, memory: Sequence[str]) -> Choice | None:
    """An event where it is worth more than it is at the finish: to save the own car, to throw a rival off, to refill."""
    held = [card for card in seen.car.hand if is_event(card)]
    cards, left = coming(seen, memory), STAGES - seen.stage
    if not held:
        return None
    if len(cards) == 1:
        card = cards[0]
        stay = worth(seen.car, Wheels(*_dials(seen.car)), cards, left)
        for effect in ("slower", "faster"):
            if worth(seen.car, _nudged(seen.car, effect), cards, left) > stay + BONUS:
                return Choice(Use(effect, seen.car.name), "save", {"card": card})
        for car in sorted(seen.cars, key=lambda car: -car.distance):
            if car.name == seen.car.name or car.out:
                continue
            for effect in ("faster", "slower"):
                calm = passed(car, Wheels(*_dials(car)), card)[1]
                if not calm and passed(car, _nudged(car, effect), card)[1]:
                    return Choice(Use(effect, car.name), "hinder", {"card": card, "name": car.name})
    if left > 2 and len(adjustments(seen.car.hand)) < 2:
        return Choice(Use("two"), "refill")
    return None


def _dials(car: Car) -> tuple[int, int, int]:
    return car.speed, car.handling, car.strength


def _nudged(car: Car, effect: str) -> Wheels:
    """The wheels after an event."""
    if effect == "slower":
        return Wheels(max(0, car.speed - 1), car.handling, car.strength)
    if car.speed < car.top:
        return Wheels(car.speed + 1, car.handling, car.strength)
    return Wheels(car.top if car.strength > 1 else -1, car.handling, car.strength - 1)


def play_for(state: State, events: Iterable[Event], level: str, rng: Random) -> Choice:
    """What a bot does for the player in turn; where there is nothing to choose, without a reason.

    What he remembers hangs on his seat and on the lap he saw, so he does not forget one card and recall it later.
    """
    lap = tuple(event for event in events if event.code == "CR-LAP-01")
    shown = "".join(event.facts["card"] for event in lap[-STAGES:])
    memory = remembered(lap, LEVELS[level], Random(f"{state.seat}:{shown}"))
    choice = choose(GAME.seen_by(state, state.seat), LEVELS[level], memory, rng)
    return choice._replace(reason="") if choice.reason == "only" else choice


def advise_for(
    state: State, events: Iterable[Event], seed: int | str, tries: int
) -> tuple[tuple[Move, float, float, int], ...]:
    """Every move of the player in turn with mean, standard error and tries, the best first. The coach recalls nothing of
    the test lap: remembering it is the player's own game."""
    return tuple((one.move, one.mean, one.error, tries) for one in advice(GAME.seen_by(state, state.seat), seed, tries))


# -- Advice -----------------------------------------------------------------------------------------------------------


class Advised(NamedTuple):
    """A move with what came of it in simulated races: distance at the end, half of it where the finish was not reached."""

    move: Move
    mean: float
    error: float  # the standard error of the mean
    wins: float  # the share of races won, shared ones in part
    reason: str
    facts: Mapping[str, Any]


def advice(seen: State, seed: int | str, tries: int = 32, memory: Sequence[str] = ()) -> list[Advised]:
    """The moves of the player in turn by how simulated races end, the best first; from what this seat sees alone."""
    moves = GAME.moves(seen)
    seat = seen.seat
    ends: dict[Move, list[tuple[float, float]]] = {move: [] for move in moves}
    for number in range(tries):
        deal = dealt(seen, memory, Random(f"{seed}:{number}"))
        for move in moves:
            ends[move].append(_driven(deal, move, seat, memory, Random(f"{seed}:{number}:on")))
    rows = []
    for move, found in ends.items():
        distances = [distance for distance, _ in found]
        mean = sum(distances) / len(distances)
        spread = sum((distance - mean) ** 2 for distance in distances) / max(1, len(distances) - 1)
        rows.append((mean, sqrt(spread / len(distances)), sum(won for _, won in found) / len(found), move))
    rows.sort(key=lambda row: -row[0])
    return [_told(row, rows[0], ends) for row in rows]


Row = tuple[float, float, float, Move]


def _told(row: Row, first: Row, ends: Mapping[Move, list[tuple[float, float]]]) -> Advised:
    """One row in words: close to the best one where the same deals do not tell them apart."""
    mean, error, wins, move = row
    facts = {"mean": f"{mean:.1f}", "error": f"{error:.1f}", "less": f"{first[0] - mean:.1f}"}
    if row is first:
        return Advised(move, mean, error, wins, "best", facts)
    gaps = [best[0] - own[0] for best, own in zip(ends[first[3]], ends[move], strict=True)]
    gap = first[0] - mean
    spread = sum((one - gap) ** 2 for one in gaps) / max(1, len(gaps) - 1)
    close = gap <= 2 * sqrt(spread / len(gaps))
    return Advised(move, mean, error, wins, "close" if close else "behind", facts)


class _Quick:
    """A luck that takes any outcome alike, without adding up weights: shuffling is all that is asked of it."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def pick(self, what: str, odds: Odds) -> str:
        return odds[int(self._random() * len(odds))][0]


SIMPLE = Level(0.0)
"""How everybody drives in simulated races."""


def _driven(state: State, move: Move, seat: int, memory: Sequence[str], rng: Random) -> tuple[float, float]:
    """A race driven to its end after this move: the own distance, half without finishing, and the share of the victory."""
    luck = _Quick(rng)
    state, _ = GAME.play(state, move, luck)
    while not state.over:
        phase = state.phase
        if phase == "choose":
            hidden = _road_hidden(state)
            move = weigh(hidden, SIMPLE, memory if state.seat == seat else ())[0][1]
        elif phase == "tune":
            move = _tune(state).move
        elif phase == "event":
            move = Pass()
        else:
            move = GAME.moves(state)[0]
        state, _ = GAME.play(state, move, luck)
    car = state.cars[seat]
    winners = GAME.result(state)["winners"]
    return (car.distance if finished(state, car) else car.distance / 2), (car.name in winners) / max(1, len(winners))


def _road_hidden(state: State) -> State:
    """Simulated drivers may not read the course that was dealt for them."""
    if state.options.practice:
        return state
    return state._replace(course=(*state.course[: state.driven], *(HIDDEN,) * len(state.ahead)))


def dealt(seen: State, memory: Sequence[str], rng: Random) -> State:
    """A state that looks like the seen one: unseen cards and unseen roads are dealt out at random."""
    state = _cards_dealt(seen, rng)._replace(races=len(seen.results) + 1)
    state = state._replace(course=_road_dealt(state, memory, rng))
    for seat, car in enumerate(state.cars):
        if car.sealed == HIDDEN:
            if state.phase == "tune":
                sealed = rng.choice(car.drawn)
            else:
                own = _road_hidden(state._replace(seat=seat))
                best = weigh(own, SIMPLE, ())
                sealed = str(best[0][1]) if best else ""
            state = state._replace(cars=(*state.cars[:seat], car._replace(sealed=sealed), *state.cars[seat + 1 :]))
    return state


def _road_dealt(state: State, memory: Sequence[str], rng: Random) -> tuple[str, ...]:
    course = list(state.course)
    for at in range(len(course)):
        if course[at] == HIDDEN and at < len(memory):
            course[at] = memory[at]
    left = [card for card in COURSE if card not in course]
    rng.shuffle(left)
    begins = STAGES - len(course)
    for at in range(len(course)):
        if course[at] == HIDDEN:
            flagged = begins + at < FLAGGED_ON_TOP
            card = next((card for card in left if COURSE[card].flag or not flagged), left[0])
            left.remove(card)
            course[at] = card
    return tuple(course)


def _cards_dealt(seen: State, rng: Random) -> State:
    """Before the race everybody knows the backs of all cards; in the race any card may be anywhere, but while cards are
    chosen every hand has one to choose."""
    known = [*seen.supply, *seen.discard]
    for car in seen.cars:
        known += [*car.hand, *car.drawn, *car.tabled, *(card.rstrip("+-") for card in car.played)]
    left = [card for card in DECK if card not in known]
    rng.shuffle(left)
    early = seen.phase in ("tune", "look")

    def fill(cards: tuple[str, ...], kinds: Sequence[str]) -> tuple[str, ...]:
        found = []
        for n, card in enumerate(cards):
            if card == HIDDEN:
                card = next((c for c in left if n >= len(kinds) or c[0] in kinds[n]), left[0])
                left.remove(card)
            found.append(card)
        return tuple(found)

    due = colour_due(seen)
    backs = (EVENT, *COLOURS) if early else ("".join(COLOURS),) if seen.phase == "choose" else ()
    cars = tuple(car._replace(hand=fill(car.hand, backs), drawn=fill(car.drawn, (due, due))) for car in seen.cars)
    discard = fill(seen.discard, ())
    order = (*COLOURS, EVENT)
    supply = sorted(left, key=lambda card: order.index(card[0])) if early else left
    return seen._replace(cars=cars, supply=tuple(supply[: len(seen.supply)]), discard=discard)
