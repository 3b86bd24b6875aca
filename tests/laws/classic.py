"""Cases of this game that random games seldom meet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.state import Give, Move, Roll, State, Word
from tests.games.classic.rallies import an_attack, choose
from tests.laws.cases import a_script

HELD: frozenset[int] = frozenset({4, 5})
"""The numbers of the laws that hold of this game. In the end these are all."""


def positions(rng: random.Random) -> Iterator[Any]:
    """Positions that are seldom met."""
    return iter(())


def drafts(state: Any, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Drafts that are seldom laid."""
    return iter(())


def scripts(state: Any, rng: random.Random) -> Iterator[ScriptedDraft[Any]]:
    """Scripts that are seldom written: of wheels, Sisu, secured dice and attacks, one after the other."""
    yield a_script("classic", state, rng, choose_what_is_rare)


RARE = (Word.WHEEL, Word.SISU, Word.ACCEPT, Word.BLOCKED)


def choose_what_is_rare(state: State, rng: random.Random) -> Move:
    """A legal move, most often one of those that random drivers seldom take."""
    if state.turn.phase == "roll" and not state.turn.used and rng.random() < 0.5 and (attack := an_attack(state, rng)):
        return attack
    moves = GAME.moves(state)
    rare = [move for move in moves if move in RARE or isinstance(move, Give) or (isinstance(move, Roll) and move.pay)]
    return rng.choice(rare) if rare and rng.random() < 0.6 else choose(state, rng)


def rare_positions(rng: random.Random) -> Iterator[State]:
    """Positions that are seldom met: Sisu to decide on the finish, a wheel to change, a puncture in an attack, cars off the road."""
    hazards, gear = rng.choice((2, 3)), rng.randint(2, 5)
    last = f"{gear - 1} w {gear}" if hazards == 3 else f"{gear - 1} {gear}"
    sisu = f"phase=sisu ended=hazards | weather={rng.choice(('off', 'fixed'))}"
    length, seconds, punctures = rng.randint(4, 8), rng.randrange(4), rng.randrange(3)
    snow = "snow " if hazards == 2 else ""
    for text in (
        f"{snow}s{length} | A@finish g{gear} road s{seconds} | A {last} {'!' * hazards} {sisu}",
        f"{snow}s{length} | A@s4 g{gear} s{seconds} ; B@s{rng.randint(1, 4)} off-left | A {last} {'!' * hazards} {sisu}",
        f"s9 | A@s{rng.randint(1, 5)} g{rng.choice((0, 1))} p{punctures} s{seconds} ; B@s2 d{rng.randrange(6)} spun | A",
        f"s4 R3/4x3K4 s5 | A@s4 g{gear} p{punctures} s{seconds} | A",
        "s4 R3/4x3K4 s5 | A@b1.cut g4 p1 | A 4 attack3[w w!] phase=give",
        f"s9 | A p1 finished ; B p{1 + punctures % 2} finished | A phase=gap then B",
        f"c1 s6 | A@s3 off-left d{rng.randrange(5)} ; B@s3 spun | A",
    ):
        yield GAME.read(text)
