"""Dealing out at random what a seat cannot see: cards and roads."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rallyman_tutor.coach.crazy_rally.memory import SIMPLE
from rallyman_tutor.coach.crazy_rally.weighing import weigh
from rallyman_tutor.games.crazy_rally.state import (
    COLOURS,
    COURSE,
    DECK,
    EVENT,
    FLAGGED_ON_TOP,
    HIDDEN,
    STAGES,
    State,
    colour_due,
)


def deal_unseen(seen: State, rng: Random) -> State:
    """A complete state that agrees with the seen one: unseen cards and unseen roads are dealt out at random."""
    state = _cards_dealt(seen, rng)._replace(races=len(seen.results) + 1)
    state = state._replace(course=_road_dealt(state, rng))
    for seat, car in enumerate(state.cars):
        if car.sealed == HIDDEN:
            if state.phase == "tune":
                sealed = rng.choice(car.drawn)
            else:
                own = hide_road(state._replace(seat=seat))
                best = weigh(own, SIMPLE, ())
                sealed = str(best[0][1]) if best else ""
            state = state._replace(cars=(*state.cars[:seat], car._replace(sealed=sealed), *state.cars[seat + 1 :]))
    return state


def hide_road(state: State) -> State:
    """The state without the road ahead: simulated drivers may not read the course that was dealt for them."""
    if state.options.practice:
        return state
    return state._replace(course=(*state.course[: state.driven], *(HIDDEN,) * len(state.ahead)))


def _road_dealt(state: State, rng: Random) -> tuple[str, ...]:
    course = list(state.course)
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
    """The state with its unseen cards dealt out. Before the race everybody knows the backs of all cards; in the race
    any card may be anywhere, except that while cards are chosen every hand holds one that can be chosen."""
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
