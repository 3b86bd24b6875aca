"""Ways in which two decisions of Rallyman (2009) can differ: for a decision that was made, the others that differ
from it in one respect, the best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

from rallyman_tutor.coach.principles.principle import Seen
from rallyman_tutor.games.classic.state import GAS, Attack, Give, Move, Roll, State, Stop, Word

ClassicSeen: TypeAlias = Seen[State, Move]
Contrast: TypeAlias = Callable[[ClassicSeen], Iterator[Move]]


def _others(seen: ClassicSeen, is_one: Callable[[Move], bool]) -> Iterator[Move]:
    """The best of the better decisions that are of some kind."""
    yield from (move for _, move in list(seen.better) if is_one(move))


def _first(found: Iterator[Move]) -> Iterator[Move]:
    for move in found:
        yield move
        return


def gear_of(seen: ClassicSeen, die: int) -> int:
    """The gear in which a die drives."""
    return int(seen.state.car.gear) if die == GAS else die


def at_once(seen: ClassicSeen) -> Iterator[Move]:
    """Several dice at once, where one die was rolled or the turn ended."""
    if not isinstance(seen.move, Attack):
        yield from _first(_others(seen, lambda move: isinstance(move, Attack)))


def one_by_one(seen: ClassicSeen) -> Iterator[Move]:
    """One die, where several were rolled at once."""
    if isinstance(seen.move, Attack):
        yield from _first(_others(seen, lambda move: isinstance(move, Roll)))


def more_dice(seen: ClassicSeen) -> Iterator[Move]:
    """All the dice that were rolled at once, and others with them."""
    if isinstance(seen.move, Attack):
        own = Counter(seen.move.dice)
        yield from _first(_others(seen, lambda move: isinstance(move, Attack) and own < Counter(move.dice)))


def fewer_dice(seen: ClassicSeen) -> Iterator[Move]:
    """Fewer of the same dice at once."""
    if isinstance(seen.move, Attack):
        own = Counter(seen.move.dice)
        yield from _first(_others(seen, lambda move: isinstance(move, Attack) and Counter(move.dice) < own))


def other_dice(seen: ClassicSeen) -> Iterator[Move]:
    """Other dice at once."""
    if isinstance(seen.move, Attack):
        yield from _first(_others(seen, lambda move: isinstance(move, Attack)))


def drive_on(seen: ClassicSeen) -> Iterator[Move]:
    """One more die, where the turn was ended."""
    if isinstance(seen.move, Stop):
        yield from _first(_others(seen, lambda move: isinstance(move, Roll)))


def stop_here(seen: ClassicSeen) -> Iterator[Move]:
    """The end of the turn, where one more die was driven."""
    if isinstance(seen.move, Roll):
        yield from _first(_others(seen, lambda move: isinstance(move, Stop)))


def secured(seen: ClassicSeen) -> Iterator[Move]:
    """The die that was rolled, secured where it lies."""
    if isinstance(seen.move, Roll) and not seen.move.pay:
        own = seen.move._replace(pay=True)
        yield from _others(seen, lambda move: move == own)


def unsecured(seen: ClassicSeen) -> Iterator[Move]:
    """The die that was secured, rolled where it lies."""
    if isinstance(seen.move, Roll) and seen.move.pay:
        own = seen.move._replace(pay=False)
        yield from _others(seen, lambda move: move == own)


def higher(seen: ClassicSeen) -> Iterator[Move]:
    """A die that drives in a higher gear."""
    if isinstance(seen.move, Roll):
        own = gear_of(seen, seen.move.die)
        yield from _first(_others(seen, lambda move: isinstance(move, Roll) and gear_of(seen, move.die) > own))


def lower(seen: ClassicSeen) -> Iterator[Move]:
    """A die that drives in a lower gear."""
    if isinstance(seen.move, Roll):
        own = gear_of(seen, seen.move.die)
        yield from _first(_others(seen, lambda move: isinstance(move, Roll) and gear_of(seen, move.die) < own))


def gas_instead(seen: ClassicSeen) -> Iterator[Move]:
    """A gas die instead of the gear die of the same gear."""
    if isinstance(seen.move, Roll) and seen.move.die != GAS:
        own = seen.move.die
        yield from _first(
            _others(seen, lambda move: isinstance(move, Roll) and move.die == GAS and gear_of(seen, GAS) == own)
        )


def gear_instead(seen: ClassicSeen) -> Iterator[Move]:
    """The gear die of the same gear instead of a gas die."""
    if isinstance(seen.move, Roll) and seen.move.die == GAS:
        own = gear_of(seen, GAS)
        yield from _first(_others(seen, lambda move: isinstance(move, Roll) and move.die == own))


def other_space(seen: ClassicSeen) -> Iterator[Move]:
    """The die that was driven, on another space."""
    if isinstance(seen.move, Roll):
        own = seen.move
        yield from _first(
            _others(seen, lambda move: isinstance(move, Roll) and move.die == own.die and move.to != own.to)
        )


def keeps_sisu(seen: ClassicSeen) -> Iterator[Move]:
    """Anything else, where Sisu was played."""
    if seen.move is Word.SISU:
        yield from _first(_others(seen, lambda move: move is not Word.SISU))


def plays_sisu(seen: ClassicSeen) -> Iterator[Move]:
    """Sisu, where it was not played."""
    yield from _others(seen, lambda move: move is Word.SISU)


def changes_wheel(seen: ClassicSeen) -> Iterator[Move]:
    """The spare wheel put on, where it was not."""
    yield from _others(seen, lambda move: move is Word.WHEEL)


def drives_flat(seen: ClassicSeen) -> Iterator[Move]:
    """A drive with the puncture, where a wheel was put on."""
    if seen.move is Word.WHEEL:
        yield from _first(_others(seen, lambda move: move is not Word.WHEEL))


def other_gift(seen: ClassicSeen) -> Iterator[Move]:
    """The other gas die handed over after a puncture."""
    if isinstance(seen.move, Give):
        yield from _others(seen, lambda move: isinstance(move, Give))
