"""Random faulty drafts, such as learners lay, press and say when they do not know the rules yet.

A draft may begin with legal dice; then random dice, cards, targets or words follow. It is kept when some rule refuses
it or warns of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import generate as classic_steps
from rallyman_tutor.games.classic.judging import follow
from rallyman_tutor.games.classic.state import Roll
from rallyman_tutor.games.classic.step import aim
from tests.games.dirt import rallies as dirt
from tests.games.phases import TRIED, met, said, written

State = Any
Draft = tuple[Any, ...]
A_PIECE = ("Roll", "Drive", "FlatOut", "Play", "Table", "Lay", "Discard", "Use")
"""Moves that lay something: tried more often than words."""


def faulty(
    key: str, seeds: Iterable[int], of_each: int = 3, most: int = 2, decisions: int = 60
) -> Iterator[tuple[State, Draft]]:
    """Positions as their player sees them, each with some drafts that break or strain a rule."""
    for state in met(key, seeds, most, decisions):
        yield from faulty_in(key, state, of_each, random.Random(SHELF[key].write(state)))


def faulty_in_written(key: str, of_each: int) -> Iterator[tuple[State, Draft]]:
    for state in written(key):
        yield from faulty_in(key, state, of_each, random.Random(SHELF[key].write(state)))


def faulty_in(key: str, state: State, of_each: int, rng: random.Random) -> Iterator[tuple[State, Draft]]:
    game = SHELF[key]
    seen = game.seen_by(state, game.turn(state))
    pool = list(dict.fromkeys([*TRIED[key].tries(seen, rng), *said(key, seen)]))
    pieces = [move for move in pool if type(move).__name__ in A_PIECE]
    found = 0
    allowed = game.moves(seen) or pool
    for _ in range(6 * of_each):
        tried = allowed if rng.random() < 0.25 else pieces if pieces and rng.random() < 0.7 else pool
        draft = (*begun(key, seen, rng), *(rng.choice(tried) for _ in range(rng.choice((0, 1, 1, 1, 2)))))
        if key in ("mil_millas", "crazy_rally"):  # where one card is laid at a time
            draft = draft[:1]
        if any(type(move).__name__ not in A_PIECE and at + 1 < len(draft) for at, move in enumerate(draft)):
            continue  # behind a decision nothing is laid
        if game.judge(seen, draft) or game.advise(seen, draft):
            yield state, draft
            found += 1
        if found == of_each:
            return


def begun(key: str, state: State, rng: random.Random) -> Draft:
    """Some legal dice before the fault."""
    many = rng.choice((0, 0, 1, 2, 3))
    if key == "dirt":
        return dirt.draft(state, rng)[:many] if state.turn.phase == "draft" else ()
    if key != "classic":
        return ()
    begun: tuple[Roll, ...] = ()
    now: State | None = state
    while now is not None and len(begun) < many and (steps := classic_steps.next_steps(now)):
        begun = (*begun, rng.choice(steps))
        now = follow(now, aim(now, begun[-1]))
    return begun
