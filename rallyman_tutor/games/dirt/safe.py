"""Drafts that are sure to keep control: they are offered whole to drivers who do not lay their dice one by one.

They are built step by step as `generate.py` finds next steps, but without the state after each step: that would take far
longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rallyman_tutor.games.dirt.dice import Box, dice_in_gear
from rallyman_tutor.games.dirt.generate import Ahead, Needed, View, admitted, leads, needed_by
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.state import LIMIT, Drive, FlatOut, Move, State

LONGEST = 6
"""Dice of the longest draft that is offered; a learner may lay longer ones."""


def safe_drafts(state: State, view: View) -> tuple[Move, ...]:
    """A safe draft and its beginnings, of two dice at least, one by one and flat out."""
    turn = state.turn
    if turn.ended:
        return ()
    car = state.cars[turn.seat]
    known = _clear(view.road, view.box, car.place, car.gear, turn.used)
    if view.leaves(known.needed):
        return known.drafts
    steps = longest(state, view, known.fast)
    return known.drafts if steps == known.steps else _beginnings(steps)


def longest(state: State, view: View, known: Sequence[Ahead] = ()) -> tuple[Ahead, ...]:
    """The draft itself: always in the highest gear, or where that soon ends, being too fast for what comes, in the lowest."""
    car, turn = state.cars[state.turn.seat], state.turn
    fast = grow(view, car.place, car.gear, turn.used, turn.passed, True, known)
    if len(fast) >= LIMIT:
        return fast
    return max(fast, grow(view, car.place, car.gear, turn.used, turn.passed, False), key=len)


def _beginnings(steps: Sequence[Ahead]) -> tuple[Move, ...]:
    draft = tuple(one.roll for one in steps)
    drafts = [draft[:dice] for dice in range(2, len(draft) + 1)]
    return tuple(way(draft) for draft in drafts for way in (Drive, FlatOut))


class _Clear(NamedTuple):
    """The draft on a clear road, its beginnings, the one in the highest gears, and what both need."""

    steps: tuple[Ahead, ...]
    drafts: tuple[Move, ...]
    fast: tuple[Ahead, ...]
    needed: Needed


@lru_cache(maxsize=1 << 13)
def _clear(road: Road, box: Box, here: int, gear: int, used: tuple[int, ...]) -> _Clear:
    """Cars and gravel only take steps away. So where none is at a step of these drafts, nothing better appears and they are the
    ones; a road never changes, and they are worked out once."""
    view = View(road, box, ())
    fast = grow(view, here, gear, used, (), True)
    slow = () if len(fast) >= LIMIT else grow(view, here, gear, used, (), False)
    steps = max(fast, slow, key=len)
    return _Clear(steps, _beginnings(steps), fast, needed_by((*fast, *slow)))


def grow(
    view: View,
    here: int,
    gear: int,
    used: tuple[int, ...],
    passed: tuple[int, ...],
    eager: bool,
    known: Sequence[Ahead] = (),
) -> tuple[Ahead, ...]:
    """One in the highest gears, or the lowest. It goes along the one known for a clear road as far as that is open."""
    road, rivals = view.road, view.rivals
    steps: list[Ahead] = []
    while len(steps) < LONGEST and not (steps and road.past[here]):
        best = known[len(steps)] if len(steps) < len(known) else None
        if best is None or not _is_safe(view, here, passed, best):
            known = ()
            best = _best(view, here, gear, used, passed, eager)
        if best is None:
            break
        steps.append(best)
        here, gear, used = best.place, best.gear, (*used, *best.roll.dice)
        if here in view.near:
            beside = road.alongside[here]
            passed = (*passed, *[seat for seat, rival in rivals if rival.place in beside])
    return tuple(steps)


def _is_safe(view: View, here: int, passed: Sequence[int], one: Ahead) -> bool:
    """Whether a step that is safe on a clear road is so on this one."""
    told = admitted(view, here, passed, one)
    return told is not None and not told.lost


def _best(
    view: View, here: int, gear: int, used: tuple[int, ...], passed: tuple[int, ...], eager: bool
) -> Ahead | None:
    """The safe step in the highest gear, or the lowest, that leads furthest."""
    for die, brakes in _by_gear(view.box, gear, used, eager):
        for one in _safe(view.road, here, gear, die, brakes):
            if _is_safe(view, here, passed, one):
                return one
    return None


@lru_cache(maxsize=1 << 12)
def _by_gear(box: Box, gear: int, used: tuple[int, ...], eager: bool) -> tuple[tuple[int, int], ...]:
    """The dice that can be next, by the gear they lead to, the highest or the lowest first: the same on every space."""
    dice = dice_in_gear(box, gear, used)
    up = [by for by in dice if by[0] > gear]
    same = [by for by in dice if by[0] == gear or by[0] < 0]
    down = [by for by in dice if 0 < by[0] < gear]
    return (*reversed(up), *same, *down) if eager else (*reversed(down), *same, *up)


@lru_cache(maxsize=1 << 13)
def _safe(road: Road, here: int, gear: int, die: int, brakes: int) -> tuple[Ahead, ...]:
    """Where a die leads for sure on a clear road, the furthest first."""
    safe = [one for one in leads(road, here, gear, die, brakes) if not one.lost and one.over <= 0]
    return tuple(sorted(safe, key=lambda one: -road.ranks[one.place]))
