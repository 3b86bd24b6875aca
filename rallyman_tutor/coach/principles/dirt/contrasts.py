"""Ways in which two decisions of Rallyman: DIRT can differ: for a decision that was made, the best other that differs
from it in one respect.

At the start of a turn a decision is a draft, with how it is driven; later it is whether the next die of that draft is
rolled, or secured, or the turn is ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from rallyman_tutor.coach.principles.principle import Seen
from rallyman_tutor.games.dirt.state import Arrange, Drive, FlatOut, Move, Roll, State, Stop, Word
from rallyman_tutor.games.dirt.step import aim, draws_token
from rallyman_tutor.games.dirt.step import move as moved

DirtSeen: TypeAlias = Seen[State, Move]
NEARLY = 0.75
"""A decision saves nearly as much as another one, if it saves this share of it."""


class LaidDraft(NamedTuple):
    """Dice as they are laid, where they lead, and what is certain about them."""

    dice: tuple[int, ...]
    brakes: tuple[int, ...]  # how many brake dice lie beside each of them
    places: tuple[int, ...]
    gear: int  # at the end
    enters_shortcut: bool
    is_lost: bool  # at a limit or a jump, whatever the dice show


def steps_of(move: Move) -> tuple[Roll, ...]:
    """The dice that a move lays."""
    match move:
        case Drive(steps) | FlatOut(steps):
            return steps
        case Roll():
            return (move,)
    return ()


def laid(seen: DirtSeen, move: Move) -> LaidDraft:
    """Where the dice of a move lead."""
    return seen.once(_led, move)


def _led(seen: DirtSeen, move: Move) -> LaidDraft:
    state, steps = seen.state, steps_of(move)
    places, enters_shortcut, is_lost = list[int](), False, False
    for roll in steps:
        step = aim(state, roll)
        places.append(step.to)
        enters_shortcut |= draws_token(state.road, state.car.place, step.to)
        is_lost |= bool(step.lost)
        state = moved(state, step)
    dice, brakes = tuple(roll.die for roll in steps), tuple(roll.brakes for roll in steps)
    return LaidDraft(dice, brakes, tuple(places), int(state.car.gear), enters_shortcut, is_lost)


def _best(
    seen: DirtSeen, is_one: Callable[[Move], bool], unless: Callable[[Move], bool] = lambda move: False
) -> Iterator[Move]:
    """The best of the better decisions that are of some kind; none where one of another kind saves nearly as much."""
    better = list(seen.better)
    for cost, move in better:
        if is_one(move):
            nearly = seen.cost - NEARLY * (seen.cost - cost)
            if not any(unless(other) for cost, other in better if cost <= nearly):
                yield move
            return


def _of_drafts(seen: DirtSeen, is_one: Callable[[LaidDraft, LaidDraft], bool]) -> Iterator[Move]:
    """The best of the better drafts that are driven in the same manner and differ from the one that was laid in where
    they lead."""
    if isinstance(seen.move, Drive | FlatOut):
        own, kind = laid(seen, seen.move), type(seen.move)
        yield from _best(seen, lambda move: isinstance(move, kind) and is_one(laid(seen, move), own))


# -- How a draft is driven ---------------------------------------------------------------------------------------------


def flat_out(seen: DirtSeen) -> Iterator[Move]:
    """Flat out, where a draft was driven one by one."""
    return _other_manner(seen, Drive, FlatOut)


def one_by_one(seen: DirtSeen) -> Iterator[Move]:
    """One by one, where a draft was driven flat out."""
    return _other_manner(seen, FlatOut, Drive)


def _other_manner(seen: DirtSeen, own: type[Move], other: type[Move]) -> Iterator[Move]:
    """The best draft that is driven in another manner, unless another draft in the same manner saves nearly as much."""
    if isinstance(seen.move, own):
        yield from _best(seen, lambda move: isinstance(move, other), unless=lambda move: isinstance(move, own))


def drive_on(seen: DirtSeen) -> Iterator[Move]:
    """The next die of the draft rolled, where the turn was ended."""
    if isinstance(seen.move, Stop):
        yield from _best(seen, lambda move: isinstance(move, Roll) and not move.pay)


def drive_on_secured(seen: DirtSeen) -> Iterator[Move]:
    """The next die of the draft secured, where the turn was ended."""
    if isinstance(seen.move, Stop):
        yield from _best(seen, lambda move: isinstance(move, Roll) and move.pay > 0)


def stop_here(seen: DirtSeen) -> Iterator[Move]:
    """The end of the turn, where one more die was driven."""
    if isinstance(seen.move, Roll):
        yield from _best(seen, lambda move: isinstance(move, Stop))


# -- Which draft is laid -----------------------------------------------------------------------------------------------


def within_limits(seen: DirtSeen) -> Iterator[Move]:
    """A draft that may keep control, where the one that was laid loses it for certain."""
    yield from _of_drafts(seen, lambda other, own: own.is_lost and not other.is_lost)


def more_brakes(seen: DirtSeen) -> Iterator[Move]:
    """A draft with more brake dice beside the first die that differs."""
    yield from _of_drafts(seen, lambda other, own: _brakes_apart(other, own) > 0)


def fewer_brakes(seen: DirtSeen) -> Iterator[Move]:
    """A draft with fewer brake dice beside the first die that differs."""
    yield from _of_drafts(seen, lambda other, own: _brakes_apart(other, own) < 0)


def _brakes_apart(other: LaidDraft, own: LaidDraft) -> int:
    """How many more brake dice lie beside the first die in which two drafts differ."""
    for one, two in zip(zip(*other[:3], strict=True), zip(*own[:3], strict=True), strict=False):
        if one != two:
            return one[1] - two[1]
    return 0


def by_shortcut(seen: DirtSeen) -> Iterator[Move]:
    """A draft through a shortcut, where the one that was laid takes none."""
    yield from _of_drafts(seen, lambda other, own: other.enters_shortcut and not own.enters_shortcut)


def by_road(seen: DirtSeen) -> Iterator[Move]:
    """A draft that stays on the road, where the one that was laid takes a shortcut."""
    yield from _of_drafts(seen, lambda other, own: own.enters_shortcut and not other.enters_shortcut)


def longer(seen: DirtSeen) -> Iterator[Move]:
    """A draft of more dice."""
    yield from _of_drafts(seen, lambda other, own: len(other.dice) > len(own.dice))


def shorter(seen: DirtSeen) -> Iterator[Move]:
    """A draft of fewer dice."""
    yield from _of_drafts(seen, lambda other, own: len(other.dice) < len(own.dice))


def higher(seen: DirtSeen) -> Iterator[Move]:
    """A draft that ends in a higher gear."""
    yield from _of_drafts(seen, lambda other, own: other.gear > own.gear)


def other_draft(seen: DirtSeen) -> Iterator[Move]:
    """Another draft."""
    yield from _of_drafts(seen, lambda other, own: other != own)


# -- Whether a die is secured ------------------------------------------------------------------------------------------


def secured(seen: DirtSeen) -> Iterator[Move]:
    """The dice that were laid with those of the first step secured, where these were rolled."""
    if _pays(seen.move) == 0:
        yield from _best(seen, lambda move: _pays(move) > 0 and laid(seen, move) == laid(seen, seen.move))


def unsecured(seen: DirtSeen) -> Iterator[Move]:
    """The dice that were laid with those of the first step rolled, where these were secured."""
    if _pays(seen.move) > 0:
        yield from _best(seen, lambda move: _pays(move) == 0 and laid(seen, move) == laid(seen, seen.move))


def _pays(move: Move) -> int:
    """How many dice of its first step a move secures; -1 where none can be secured."""
    return steps_of(move)[0].pay if isinstance(move, Drive | Roll) else -1


# -- What else is decided ----------------------------------------------------------------------------------------------


def plays_sisu(seen: DirtSeen) -> Iterator[Move]:
    """Sisu, where control was lost without it."""
    yield from _best(seen, lambda move: move is Word.SISU)


def keeps_sisu(seen: DirtSeen) -> Iterator[Move]:
    """Control lost, where Sisu was played."""
    if seen.move is Word.SISU:
        yield from _best(seen, lambda move: move is not Word.SISU)


def keeps_wheel(seen: DirtSeen) -> Iterator[Move]:
    """The spare wheel kept, where it was used."""
    if seen.move is Word.WHEEL:
        yield from _best(seen, lambda move: move is not Word.WHEEL)


def other_arrangement(seen: DirtSeen) -> Iterator[Move]:
    """The rolled dice laid again in another way."""
    if isinstance(seen.move, Arrange):
        yield from _best(seen, lambda move: isinstance(move, Arrange))
