"""The legal moves, found without the rules: one function for each phase. A test compares them with those the rules
allow."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rallyman_tutor.games.crazy_rally.state import (
    COLOURS,
    EVENT,
    FASTER,
    SLOWER,
    STAGES,
    Move,
    Play,
    State,
    Table,
    Use,
    Word,
)


def moves(state: State) -> list[Move]:
    """Every legal move of the player whose decision it is."""
    return list(_LISTED[state.phase](state))


def _tune(state: State) -> Iterator[Move]:
    for card in dict.fromkeys(state.cars[state.seat].drawn):
        if card[0] in COLOURS:
            yield Table((card,))


def _look(state: State) -> Iterator[Move]:
    yield Word.LOOK if state.looked < min(STAGES, len(state.course)) else Word.GO


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
    yield Word.PASS


_LISTED: dict[str, Callable[[State], Iterator[Move]]] = {
    "deal": lambda state: iter((Word.DEAL,)),
    "tune": _tune,
    "look": _look,
    "draw": lambda state: iter((Word.DRAW,)),
    "exchange": lambda state: iter((Word.EXCHANGE,)),
    "choose": _choose,
    "event": _event,
    "over": lambda state: iter(()),
}
