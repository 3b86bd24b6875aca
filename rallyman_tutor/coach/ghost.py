"""A ghost: a car that drives a stage alone, as well as can be, beside somebody who plays, with dice of its own.

    legs(GAME, replay, seat)            where it begins each stage, and how many turns this seat's driver has had there
    drive(GAME, leg.start, "seed")      where it stands after each of its turns

It is no part of the game, and blocks nobody: it begins a stage with the car of the driver as they began it, alone.
Where it then is follows from that start and a seed. So nothing of it has to be kept, and it is the same after going
back or after a reload.

It decides by the tables of `coach/solver`; on a stage without one there is no ghost.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.standing import DriveProgress
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.luck import Luck, Seeded
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.games import SHELF

SEAT = 0
"""The ghost's seat in the positions of its own drive, in which there is nobody else."""


class Leg(NamedTuple):
    """One stage of a drive, beside which a ghost can drive: where it begins, and the driver's turns and time since."""

    start: AnyState  # the ghost's
    turns: int  # that the driver has ended
    time: int  # seconds that the driver has taken


class NoGhost(Exception):
    """The stage has no table."""


def legs(game: AnyGame, replay: Replay[AnyState, AnyMove], seat: int) -> list[Leg]:
    """The stages that the driver of this seat has begun, in order."""
    states = [replay.start, *(past.state for past in replay.past)]
    stands = [race_coach(game).standing(state, seat) for state in states]
    begun: dict[int, tuple[AnyState, int]] = {}
    rounds: dict[int, set[int]] = {}
    for state, now in zip(states, stands, strict=True):
        if now.drives:
            begun.setdefault(now.stage, (state, now.time))
            rounds.setdefault(now.stage, set()).add(now.round)
    last, found = stands[-1], []
    for stage, (state, time) in begun.items():
        ended = len(rounds[stage]) - (last.drives and last.stage == stage)
        end = next((now.time for now in stands if now.stage > stage), last.time)
        found.append(Leg(race_coach(game).own_start(state), ended, end - time))
    return found


def drive(game: AnyGame, start: AnyState, seed: str) -> Iterator[AnyState]:
    """Where the ghost stands at its start and after each of its turns, to the end of its drive: positions of its own.
    Each turn is worked out when it is asked for, and remembered."""
    turns, state = 0, start
    yield state
    while not game.over(state):
        turns += 1
        state = _after(game.key, start, seed, turns)
        yield state


@lru_cache(maxsize=128)
def _after(key: str, start: AnyState, seed: str, turns: int) -> AnyState:
    """Where the ghost stands after so many turns."""
    before = _after(key, start, seed, turns - 1) if turns > 1 else start
    return _driven(SHELF[key], before, Seeded(f"{seed}:{turns}"))


def _driven(game: AnyGame, start: AnyState, luck: Luck) -> AnyState:
    """One turn, driven as well as can be."""
    replay, begun = Replay(game, {}, start), stands(game, start).round
    while not game.over(replay.state) and stands(game, replay.state).round == begun:
        hand = race_coach(game).at_hand(replay.state)
        if not hand.is_exact:
            raise NoGhost
        replay = replay.play(hand.best.choice(replay.state), luck)
    return replay.state


def stands(game: AnyGame, state: AnyState) -> DriveProgress:
    """How the ghost stands in a position of its own; its time is that of the clock, which it may have begun with."""
    return race_coach(game).standing(state, SEAT)
