"""Cases of this game that random games seldom meet."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from typing import Any

from rallyman_tutor.core.luck import Recorded
from rallyman_tutor.core.notation import Refused, ScriptedDraft
from rallyman_tutor.core.rule import Violation
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.generate import attacks, next_steps
from rallyman_tutor.games.classic.judging import follow
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.state import GAS, GAS_DICE, GEAR_DICE, Attack, Give, Move, Roll, State, Stop, Word
from rallyman_tutor.games.classic.step import aim
from rallyman_tutor.tutor.words.explain import explain
from tests.games.classic.rallies import an_attack, choose
from tests.games.driving import driven
from tests.games.phases import Unkind
from tests.laws.cases import a_script

GAME: Any = SHELF["classic"]

HELD: frozenset[int] = frozenset({1, 2, 3, 4, 5, 7})
"""The numbers of the laws that hold of this game. In the end these are all."""


def positions(rng: random.Random) -> Iterator[Any]:
    """A car right before bends and jumps: too fast or not, hurt or not, with hazards shown, with a second car, with
    dirt."""
    for _ in range(2):
        try:
            yield GAME.read(f"{_road(rng)} | {_cars(rng)} | {_turn(rng)} | {_table(rng)}")
        except Refused:  # nothing leads there
            continue
    for _ in range(4):
        yield GAME.read(_too_fast(rng))
        yield GAME.read(_before_the_finish(rng))


def _too_fast(rng: random.Random) -> str:
    """A car before a bend, so fast that it may lose control whatever it does, or leave the rally: with flat tyres or
    not, with a shortcut or not, with seconds or not."""
    cut, hurt = rng.choice(("", f"K{rng.randint(1, 4)}")), rng.choice(("", "p1", "p2", "p2"))
    bend = f"{rng.choice('LR')}{rng.randint(1, 2)}{rng.choice(('', '', '/2x3', '/3x2'))}{cut}"
    seconds = f"s{rng.randint(1, 5)}" if rng.random() < 0.5 else ""
    return f"s4 {bend} s5 | A@s4 g{rng.choice((3, 4, 5, 5))} {hurt} {seconds}"


def _before_the_finish(rng: random.Random) -> str:
    """A car that a few dice take across the finish, with or without a bend before it, or a jump of about its gear."""
    gear, place = rng.randint(2, GEAR_DICE), rng.randint(1, 2)
    jump = f"j{max(1, min(GEAR_DICE, gear + rng.choice((-1, 0, 0, 1))))}"
    last = rng.choice(("", jump, jump, _bend(rng)))
    edition = rng.choice(("classic", "es", "de"))
    return f"s{place + rng.randint(0, 1)} {last} s1 | A@s{place} g{gear} s{rng.randrange(4)} | A | edition={edition}"


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
    """Dice that are laid without asking whether they may be, one to three of them; a near one on a shortcut, and one
    that is paid for; and attacks, with dice of about this gear that may be too many, and driven in some order, with
    dice that are paid for."""
    if decision_due(state) == "drive":
        yield tuple(Roll(die) for die in rng.sample([die for die, _ in state.turn.hand], len(state.turn.hand)))
    if decision_due(state) != "roll":
        return
    for _ in range(2):
        yield tuple(_die(rng) for _ in range(rng.randint(1, 3)))
    near = [die for die in range(state.car.gear - 1, state.car.gear + 2) if 0 < die <= GEAR_DICE]
    yield (Roll(rng.choice([*near, GAS]), "k"),)
    yield (Roll(rng.choice([*near, GAS]), rng.choice(("", "l", "d")), pay=True),)
    if rng.random() < 0.5 and not state.turn.used:
        yield (Attack((*near, *(GAS,) * rng.randint(0, GAS_DICE))),)
        yield (Attack((*sorted(rng.sample(near, min(2, len(near)))), *(GAS,) * rng.randint(1, GAS_DICE))),)
        found = [dice for dice in islice(attacks(state), 60) if len(dice) <= 4]
        for dice in rng.sample(found, min(1, len(found))):
            order = rng.sample(dice, len(dice))
            yield (Attack(dice), *(Roll(die, rng.choice(("", "", "k")), rng.random() < 0.3) for die in order))


def _die(rng: random.Random) -> Roll:
    die = rng.choice((1, 2, 3, 4, 5, GAS, GAS))
    return Roll(die, rng.choice(("", "", "", "l", "d", "k")), rng.random() < 0.15)


def scripts(state: Any, rng: random.Random) -> Iterator[ScriptedDraft[Any]]:
    """Scripts that are seldom written: of wheels, Sisu, secured dice and attacks, one after the other; and drafts with
    what came of them."""
    yield a_script("classic", state, rng, choose_what_is_rare)
    if decision_due(state) == "roll":
        yield _as_meant(state, rng)


def _as_meant(state: State, rng: random.Random) -> ScriptedDraft[Any]:
    """Dice as they were laid, or as an attack was to be driven, with what they then showed; they go on where control is
    lost, and a word may follow."""
    meant: tuple[Move, ...] = ()
    attack = an_attack(state, rng) if not state.turn.used and rng.random() < 0.3 else None
    if attack:
        meant = (attack, *(Roll(die) for die in rng.sample(attack.dice, len(attack.dice))))
    laid: State | None = None if attack else state
    while laid is not None and len(meant) < rng.randint(2, 5) and (steps := next_steps(laid)):
        die = rng.choice(steps)._replace(pay=False)
        meant, laid = (*meant, die), follow(laid, aim(laid, die))
    if rng.random() < 0.5:
        meant = (*meant, rng.choice((Word.SISU, Word.ACCEPT, Stop(), Roll(rng.randint(1, GEAR_DICE)))))
    luck, now, shown = Unkind(rng.randrange(10**6), GAME.harmless_luck), state, list[tuple[str, ...]]()
    for move in meant:
        recorded = Recorded(luck)
        if GAME.is_legal(now, (move,)):
            now = GAME.play(now, move, recorded)[0]
        shown.append(tuple(recorded.shown))
    return ScriptedDraft(meant, tuple(shown))


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


# -- What is said is so ------------------------------------------------------------------------------------------------


ABOUT_PAYING = ("CL-SEC-", "CL-COMP-07", "CL-TRAIN-02")
"""The rules of paying for a die, by how their codes begin."""


def what_is_said_is_so(key: str, state: Any, draft: tuple[Any, ...]) -> Iterator[str]:
    """Sentences speak of no seconds that are not there and of no smaller attack than they offer, and a die that is
    paid for breaks no rule because of that but those of paying."""
    for violation in (*GAME.judge(state, draft), *GAME.advise(state, draft)):
        told = explain(GAME, state, draft, violation)
        labels = [one.label for one in told.remedies]
        now, _ = driven(GAME, state, draft[: violation.at])
        if now is not None and not now.car.seconds and any("your seconds" in label for label in labels):
            yield f"{violation.code}: there are no seconds: {labels}"
        if violation.code == "CL-ATK-05":
            yield from _enough(state, draft, violation, int(str(violation.facts["needed"])), told.said)
    for at, move in enumerate(draft):
        if isinstance(move, Roll) and move.pay:
            unpaid = {code for code, _ in _broken_at(state, (*draft[:at], move._replace(pay=False)))}
            for code, said in _broken_at(state, draft[: at + 1]):
                if code not in unpaid and not code.startswith(ABOUT_PAYING):
                    yield f"{code} of {GAME.write_move(move)}, only because it is paid for: {said}"


def _broken_at(state: Any, draft: tuple[Any, ...]) -> list[tuple[str, str]]:
    """The rules that the last step of a draft breaks, and how each is told."""
    broken = [one for one in GAME.judge(state, draft) if one.at == len(draft) - 1]
    return [(one.code, explain(GAME, state, draft, one).said) for one in broken]


def _enough(state: State, draft: tuple[Any, ...], violation: Violation, needed: int, said: str) -> Iterator[str]:
    """The number of dice that cross the finish, told of an attack with too many."""
    dice: tuple[int, ...] = draft[violation.at].dice
    ways = [one.draft[-1] for one in GAME.remedies(state, draft, violation) if one.draft]
    offered = [len(move.dice) for move in ways if isinstance(move, Attack)]
    if f"only {needed}" in said and max(offered, default=0) > needed:
        yield f"{said} And then one of {max(offered)} is told to do instead."
    if f"{needed} will do" in said and not any(
        _crosses(state, state.turn.seat, some) for some in set(permutations(dice, needed))
    ):
        yield f"{said} No order of so many crosses it."


def _crosses(state: State, seat: int, order: Sequence[int]) -> bool:
    """Whether a driver crosses the finish with these dice, all clean and each on some space, in this order."""
    if state.cars[seat].status == "finished" or not order or state.turn.seat != seat:
        return state.cars[seat].status == "finished"
    ways = [move for move in GAME.moves(state) if isinstance(move, Roll) and move.die == order[0] and not move.pay]
    return any(_crosses(GAME.play(state, move, GAME.harmless_luck)[0], seat, order[1:]) for move in ways)


OWN_LAWS = ((7, "What a sentence says of seconds and attacks is so.", what_is_said_is_so),)
"""Laws of this game alone, tried on drafts: the number, the law, and what is wrong with the answer to one case."""
