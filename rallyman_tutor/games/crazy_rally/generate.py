"""What may be done now, found without the rules: each phase lists its moves by itself. A test holds both to the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rallyman_tutor.games.crazy_rally.state import (
    COLOURS,
    EVENT,
    FASTER,
    SLOWER,
    STAGES,
    Deal,
    Draw,
    Exchange,
    Go,
    Look,
    Move,
    Pass,
    Play,
    State,
    Table,
    Use,
)


def moves(state: State) -> list[Move]:
    """Every legal move of the player whose decision it is."""
    return list(_LISTED[state.phase](state))


def _tune(state: State) -> Iterator[Move]:
    for card in dict.fromkeys(state.cars[state.seat].drawn):
        if card[0] in COLOURS:
            yield Table((card,))


def _look(state: State) -> Iterator[Move]:
    yield Look() if state.looked < min(STAGES, len(state.course)) else Go()


def _choose(state: State) -> Iterator[Move]:
    for card in dict.fromkeys(state.cars[state.seat].hand):
        if card[0] in COLOURS:
            yield Play(card, FASTER)
            yield Play(card, SLOWER)


def _event(state: State) -> Iterator[Move]:
    if any(card[0] == EVENT for card in state.cars[state.seat].hand):
        for car in state.cars:
            if not car.out:
                yield Use("faster", car.name)
                yield Use("slower", car.name)
        yield Use("two")
    yield Pass()


_LISTED: dict[str, Callable[[State], Iterator[Move]]] = {
    "deal": lambda state: iter((Deal(),)),
    "tune": _tune,
    "look": _look,
    "draw": lambda state: iter((Draw(),)),
    "exchange": lambda state: iter((Exchange(),)),
    "choose": _choose,
    "event": _event,
    "over": lambda state: iter(()),
}
