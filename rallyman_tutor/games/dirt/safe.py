"""Drafts that are sure to keep control: they are offered whole to drivers who do not lay their dice one by one.

They are built step by step as in `generate.py`, but without making the state after each step, which would take far
longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rallyman_tutor.games.dirt.dice import Box, dice_in_gear
from rallyman_tutor.games.dirt.generate import Ahead, View, admitted, all_spaces, leads
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.state import LIMIT, Drive, FlatOut, Move, State

LONGEST = 6
"""The steps of the longest draft that is offered; a learner may lay longer ones."""


def safe_drafts(state: State, view: View) -> list[Move]:
    """A safe draft and its beginnings of at least two steps, each to be driven one by one and flat out."""
    if state.turn.ended:
        return []
    draft = tuple([one.roll for one in longest(state, view)])
    found: list[Move] = []
    for dice in range(2, len(draft) + 1):
        beginning = draft[:dice]
        found += Drive(beginning), FlatOut(beginning)
    return found


def longest(state: State, view: View) -> tuple[Ahead, ...]:
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
) -> tuple[Ahead, ...]:
    """A safe draft, each step in the highest gear possible, or the lowest if not `eager`. It is the draft of a clear road
    as long as that is open; where it is not, it goes round, and on as on a clear road from there."""
    road, box, _, rivals, near, _ = view
    clear, spaces = _clear(road, box, here, gear, used, eager)
    if not spaces & near:
        return clear
    steps: list[Ahead] = []
    ahead = iter(clear)
    while len(steps) < LONGEST and not (steps and road.past[here]):
        one = next(ahead, None)
        if one is None or (one.spaces & near and not _is_safe(view, here, passed, one)):
            laid = tuple(
                sorted([*used, *[die for step in steps for die in step.roll.dice]])
            )  # their order is no matter
            one = _best(view, here, gear, laid, passed, eager)
            if one is None:
                break
            ahead = iter(_clear(road, box, one.place, one.gear, tuple(sorted((*laid, *one.roll.dice))), eager)[0])
        steps.append(one)
        here, gear = one.place, one.gear
        if one.spaces & near:
            beside = road.alongside[here]
            passed = (*passed, *[seat for seat, rival in rivals if rival.place in beside])
    return tuple(steps)


@lru_cache(maxsize=1 << 15)
def _clear(
    road: Road, box: Box, here: int, gear: int, used: tuple[int, ...], eager: bool
) -> tuple[tuple[Ahead, ...], int]:
    """The safe draft of a clear road, and the spaces it depends on. Cached. It holds wherever no car or gravel is on these
    spaces, for those only take steps away."""
    view = View(road, box, ())
    steps: list[Ahead] = []
    while len(steps) < LONGEST and (one := _best(view, here, gear, used, (), eager)):
        steps.append(one)
        here, gear, used = one.place, one.gear, (*used, *one.roll.dice)
        if road.past[here]:
            break
    return tuple(steps), all_spaces(steps)


def _is_safe(view: View, here: int, passed: Sequence[int], one: Ahead) -> bool:
    """Whether a step that is safe on a clear road is safe on this one too."""
    if not one.spaces & view.near:
        return True
    allowed = admitted(view, here, passed, one)
    return allowed is not None and not allowed.lost


def _best(
    view: View, here: int, gear: int, used: tuple[int, ...], passed: tuple[int, ...], eager: bool
) -> Ahead | None:
    """In the highest gear possible, or the lowest if not `eager`, the safe step that leads furthest."""
    for one in _safe(view.road, here, gear, _by_gear(view.box, gear, used, eager)):
        if _is_safe(view, here, passed, one):
            return one
    return None


@lru_cache(maxsize=1 << 13)
def _by_gear(box: Box, gear: int, used: tuple[int, ...], eager: bool) -> tuple[tuple[int, int], ...]:
    """The dice that can be next, by the gear they lead to, the highest or the lowest first."""
    dice = dice_in_gear(box, gear, used)
    up = [by for by in dice if by[0] > gear]
    same = [by for by in dice if by[0] == gear or by[0] < 0]
    down = [by for by in dice if 0 < by[0] < gear]
    return (*reversed(up), *same, *down) if eager else (*reversed(down), *same, *up)


@lru_cache(maxsize=1 << 13)
def _safe(road: Road, here: int, gear: int, dice: tuple[tuple[int, int], ...]) -> tuple[Ahead, ...]:
    """The steps of these dice on a clear road that do not risk control by speed, those of one die the furthest first."""
    return tuple(
        one
        for die, brakes in dice
        for one in sorted(leads(road, here, gear, die, brakes), key=lambda one: -road.ranks[one.place])
        if not one.lost and one.over <= 0
    )
