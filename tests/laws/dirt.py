"""Cases of this game that random games seldom meet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rallyman_tutor.core.luck import Luck, Odds, Recorded
from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.state import (
    CLEAN,
    HAZARD,
    Arrange,
    Drive,
    Enter,
    FlatOut,
    Move,
    Penalty,
    State,
    Stop,
    TakeTurn,
    Word,
)
from tests.games.dirt import rallies
from tests.laws import cases

HELD = frozenset({4})
"""The numbers of the laws that hold of this game. In the end these are all."""


def positions(rng: random.Random) -> Iterator[Any]:
    """Positions that are seldom met."""
    return iter(())


def drafts(state: Any, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Drafts that are seldom laid."""
    return iter(())


# -- Scripts ------------------------------------------------------------------------------------------------------------

SAID: tuple[Move, ...] = (
    Word.SISU, Word.ACCEPT, Word.WHEEL, Word.BLOCKED, Word.BACK, Word.LATE_SECOND, Stop(), Stop(3), Enter("R0"), Penalty(5),
)  # fmt: skip
LONGEST = 12


def scripts(state: State, rng: random.Random) -> Iterator[ScriptedDraft[Any]]:
    """Scripts that are seldom written: drives with many hazards, dice laid in a row and dice laid again, each with what is said
    next, at the right moment or not, and the drive that comes after it."""
    yield _at_a_table(state, rng, hazards=0.75)
    yield _at_a_table(state, rng, hazards=0.3)


class _Rough:
    """Luck that shows so large a part of hazards, and any card or token."""

    def __init__(self, rng: random.Random, hazards: float) -> None:
        self._rng, self._hazards = rng, hazards

    def pick(self, what: str, odds: Odds) -> str:
        if odds[0][0] == HAZARD:
            return HAZARD if self._rng.random() < self._hazards else CLEAN
        return self._rng.choice([outcome for outcome, weight in odds if weight])


def _at_a_table(state: State, rng: random.Random, hazards: float) -> ScriptedDraft[Any]:
    """What is done and said, one thing after the other; it goes on behind what is not allowed."""
    moves: list[Move] = []
    shown: list[tuple[str, ...]] = []
    luck, now = _Rough(rng, hazards), state
    while len(moves) < LONGEST and not now.over and rng.random() < 0.85:
        for written, played in _next(now, rng):
            told, now = _played(now, played, luck, rng)
            moves.append(written)
            shown.append(told)
    return ScriptedDraft(tuple(moves), tuple(shown))


def _next(state: State, rng: random.Random) -> list[tuple[Move, Move | None]]:
    """What may come next: moves as they are written, each with the one that is played for it."""
    phase = state.turn.phase
    if phase == "arrange" and rng.random() < 0.8:
        row = rng.choice(arrangements(state)).steps
        again = Arrange(row)
        return [(again, again)] if rng.random() < 0.5 else [*((roll, None) for roll in row[:-1]), (row[-1], again)]
    if phase == "draft" and rng.random() < 0.8 and (steps := rallies.draft(state, rng)):
        if rng.random() < 0.3:
            flat = FlatOut(tuple(roll._replace(pay=0) for roll in steps))
            return [(flat, flat)]
        drive, later = Drive(steps), [(roll, roll) for roll in steps[1:]]
        if rng.random() < 0.4:
            return [(steps[0], drive), *later]
        return [(drive, drive), *later[: rng.randint(0, len(later))]]
    word = rng.choice((*SAID, TakeTurn(rng.choice(state.cars).name), *GAME.moves(state)))
    return [(word, word)]


def _played(state: State, move: Move | None, luck: Luck, rng: random.Random) -> tuple[tuple[str, ...], State]:
    """What a move shows, all of it told, a part or nothing, and the state after it; the same state where it is not allowed."""
    if move is None or not GAME.is_legal(state, (move,)):
        return (), state
    recorded = Recorded(luck)
    after = GAME.play(state, move, recorded)[0]
    if rng.random() < 0.8:
        return tuple(recorded.shown), after
    told = tuple(recorded.shown[: rng.randint(0, len(recorded.shown))])
    return told, cases.as_told(GAME.key, state, move, told)
