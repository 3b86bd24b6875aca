"""Drafts that are sure to keep control: they are offered whole to drivers who do not lay their dice one by one.

They are built step by step as in `generate.py`, but without making the state after each step, which would take far
longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rallyman_tutor.games.dirt.dice import Box, dice_in_gear
from rallyman_tutor.games.dirt.generate import StepAhead, View, admitted, all_spaces, leads
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.state import LIMIT, Drive, FlatOut, Move, State

LONGEST = 6
"""The steps of the longest draft that is offered; a learner may lay longer ones."""


def safe_drafts(state: State, view: View) -> tuple[Move, ...]:
    """A safe draft and its beginnings of at least two steps, each to be driven one by one and flat out."""
    return () if state.turn.ended else _offered(longest(state, view))


@lru_cache(maxsize=1 << 12)
def _offered(steps: tuple[StepAhead, ...]) -> tuple[Move, ...]:
    """The moves that drive a draft or its beginnings. Cached: the same drafts come again and again."""
    draft = tuple(one.roll for one in steps)
    return tuple(kind(draft[:dice]) for dice in range(2, len(draft) + 1) for kind in (Drive, FlatOut))


def longest(state: State, view: View) -> tuple[StepAhead, ...]:
    """The safe draft in the highest gears; if it has fewer than `LIMIT` steps and the one in the lowest gears is
    longer, that one."""
    turn = state.turn
    car = state.cars[turn.seat]
    fast = grow(view, car.place, car.gear, turn.used, turn.passed, True)
    if len(fast) >= LIMIT:
        return fast
    return max(fast, grow(view, car.place, car.gear, turn.used, turn.passed, False), key=len)


def grow(
    view: View, here: int, gear: int, used: tuple[int, ...], passed: tuple[int, ...], eager: bool
) -> tuple[StepAhead, ...]:
    """A safe draft, each step in the highest gear possible, or the lowest if not `eager`. It follows the draft of a
    clear road as long as that is open."""
    near, taken = view.near, view.taken
    clear, spaces = _clear(view.road, view.box, here, gear, used, eager)
    if not spaces & near:
        return clear
    steps: list[StepAhead] = []
    for one in clear:
        if one.spaces & near and (one.spaces & taken or not _is_safe(view, here, passed, one)):
            break
        steps.append(one)
        here, gear, used, passed = one.place, one.gear, used + one.dice, _passed(view, passed, one)
    return _grown(view, steps, here, gear, used, passed, eager)


@lru_cache(maxsize=1 << 14)
def _clear(
    road: Road, box: Box, here: int, gear: int, used: tuple[int, ...], eager: bool
) -> tuple[tuple[StepAhead, ...], int]:
    """The safe draft of a clear road, and the spaces it depends on. Cached. It holds wherever no car or gravel is on
    these spaces, for those only take steps away."""
    steps = _grown(View(road, box, ()), [], here, gear, used, (), eager)
    return steps, all_spaces(steps)


def _grown(
    view: View,
    steps: list[StepAhead],
    here: int,
    gear: int,
    used: tuple[int, ...],
    passed: tuple[int, ...],
    eager: bool,
) -> tuple[StepAhead, ...]:
    """A safe draft that begins with these steps, which lead to `here`."""
    near, taken, past = view.near, view.taken, view.road.past
    while len(steps) < LONGEST and not (steps and past[here]):
        for one in _choices(view.road, here, gear, _by_gear(view.box, gear, used, eager)):
            if not one.spaces & near or (not one.spaces & taken and _is_safe(view, here, passed, one)):
                break
        else:
            break
        steps.append(one)
        here, gear, used, passed = one.place, one.gear, used + one.dice, _passed(view, passed, one)
    return tuple(steps)


def _passed(view: View, passed: tuple[int, ...], one: StepAhead) -> tuple[int, ...]:
    """The seats that a car has been level with after one step more."""
    if not one.spaces & view.near:
        return passed
    beside = view.road.alongside[one.place]
    return (*passed, *[seat for seat, rival in view.rivals if rival.place in beside]) if beside else passed


def _is_safe(view: View, here: int, passed: Sequence[int], one: StepAhead) -> bool:
    """Whether a step that is safe on a clear road is safe on this one too."""
    allowed = admitted(view, here, passed, one)
    return allowed is not None and not allowed.lost


@lru_cache(maxsize=1 << 13)
def _by_gear(box: Box, gear: int, used: tuple[int, ...], eager: bool) -> tuple[tuple[int, int], ...]:
    """The dice that can be next, by the gear they lead to, the highest or the lowest first."""
    dice = dice_in_gear(box, gear, used)
    up = [by for by in dice if by[0] > gear]
    same = [by for by in dice if by[0] == gear or by[0] < 0]
    down = [by for by in dice if 0 < by[0] < gear]
    return (*reversed(up), *same, *down) if eager else (*reversed(down), *same, *up)


@lru_cache(maxsize=1 << 13)
def _choices(road: Road, here: int, gear: int, dice: tuple[tuple[int, int], ...]) -> tuple[StepAhead, ...]:
    """The steps of these dice on a clear road that do not risk control by speed, the furthest of each die first."""
    found: list[StepAhead] = []
    for die, brakes in dice:
        safe = [one for one in leads(road, here, gear, die, brakes) if not one.lost and one.over <= 0]
        found += sorted(safe, key=lambda one: -road.ranks[one.place])
    return tuple(found)
