"""Cases of this game that random games seldom meet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from rallyman_tutor.core.notation import Refused, ScriptedDraft
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.generate import attacks
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.state import GAS, GEAR_DICE, Attack, Give, Move, Roll, State, Word
from tests.games.classic.rallies import an_attack, choose
from tests.laws.cases import a_script

HELD: frozenset[int] = frozenset({1, 2, 3, 4, 5})
"""The numbers of the laws that hold of this game. In the end these are all."""


def positions(rng: random.Random) -> Iterator[Any]:
    """A car right before bends and jumps: too fast or not, hurt or not, with hazards shown, with a second car, with
    dirt."""
    for _ in range(2):
        try:
            yield GAME.read(f"{_road(rng)} | {_cars(rng)} | {_turn(rng)} | {_table(rng)}")
        except Refused:  # nothing leads there
            continue
    yield GAME.read(_too_fast(rng))


def _too_fast(rng: random.Random) -> str:
    """A car with flat tyres that may lose control whatever it does, before a bend with a shortcut."""
    bend = f"{rng.choice('LR')}{rng.randint(1, 2)}{rng.choice(('', '/2x3', '/3x2'))}K{rng.randint(1, 4)}"
    return f"s4 {bend} s5 | A@s4 g{rng.randint(3, 5)} p{rng.randint(1, 2)}"


def _road(rng: random.Random) -> str:
    ground = rng.choice(("", "", "forest/rock ", "rock/rock ", "snow "))
    pieces = [f"s{rng.randint(2, 4)}"]
    for _ in range(rng.randint(1, 3)):
        pieces.append(rng.choice((_bend, _bend, _jump))(rng))
        if rng.random() < 0.6:
            pieces.append(f"s{rng.randint(1, 3)}")
    return f"{ground}{' '.join(pieces)} s{rng.randint(1, 6)}"


def _bend(rng: random.Random) -> str:
    line = rng.randint(1, 4)
    drift = f"/{rng.randint(line, 5)}x{rng.randint(2, 3)}" if rng.random() < 0.7 else ""
    cut = f"K{rng.randint(1, 5)}" if rng.random() < 0.6 else ""
    return f"{rng.choice('LR')}{line}{drift}{cut}"


def _jump(rng: random.Random) -> str:
    return f"j{rng.randint(1, 5)}"


def _cars(rng: random.Random) -> str:
    spots = ("s1", "s2", "s2", "s3", "s3", "s4", "b1.line", "b1.d1", "b1.d2", "b1.cut")
    words = [f"A@{rng.choice(spots)}", f"g{rng.randint(1, 5)}"]
    for word, share in (
        ("no-sisu", 0.4), ("winter", 0.2), (f"p{rng.randint(1, 2)}", 0.5), (f"d{rng.randint(1, 4)}", 0.3),
        (f"s{rng.randint(1, 5)}", 0.4),
    ):  # fmt: skip
        if rng.random() < share:
            words.append(word)
    other = f" ; B@{rng.choice(spots)} g{rng.randint(1, 5)}" if rng.random() < 0.2 else ""
    return " ".join(words) + other


def _turn(rng: random.Random) -> str:
    if rng.random() < 0.6:
        return "A"
    used = rng.sample("12345", rng.randint(1, 2)) + ["w"] * rng.randint(0, 1)
    return f"A {' '.join(used)} {'!' * rng.randint(0, min(2, len(used)))}".strip()


def _table(rng: random.Random) -> str:
    options = "edition=" + rng.choice(("classic", "classic", "es", "de"))
    return f"dirt b1:{rng.randint(1, 3)} ; {options}" if rng.random() < 0.2 else options


def drafts(state: Any, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Dice that are laid without asking whether they may be, one to three of them; a near one on a shortcut; and
    attacks, driven in some order."""
    if decision_due(state) == "drive":
        yield tuple(Roll(die) for die in rng.sample([die for die, _ in state.turn.hand], len(state.turn.hand)))
    if decision_due(state) != "roll":
        return
    for _ in range(2):
        yield tuple(_die(rng) for _ in range(rng.randint(1, 3)))
    near = [die for die in range(state.car.gear - 1, state.car.gear + 2) if 0 < die <= GEAR_DICE]
    yield (Roll(rng.choice([*near, GAS]), "k"),)
    if rng.random() < 0.3 and not state.turn.used:
        found = [dice for dice in islice(attacks(state), 60) if len(dice) <= 4]
        for dice in rng.sample(found, min(1, len(found))):
            yield (Attack(dice), *(Roll(die, rng.choice(("", "", "k"))) for die in rng.sample(dice, len(dice))))


def _die(rng: random.Random) -> Roll:
    die = rng.choice((1, 2, 3, 4, 5, GAS, GAS))
    return Roll(die, rng.choice(("", "", "", "l", "d", "k")), rng.random() < 0.15)


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
    """Seldom met positions: Sisu to decide on the finish, a wheel to change, a puncture in an attack, cars off the
    road."""
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
