"""Drafts that are sure to keep control: they are offered whole to drivers who do not lay their dice one by one.

They are built step by step as in `generate.py`, but without making the state after each step, which would take far
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
"""The steps of the longest draft that is offered; a learner may lay longer ones."""


def safe_drafts(state: State, view: View) -> tuple[Move, ...]:
    """A safe draft and its beginnings of at least two steps, each to be driven one by one and flat out."""
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
    """The safe draft in the highest gears; if it has fewer than `LIMIT` steps and the one in the lowest gears is
    longer, that one."""
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
    """On a clear road: the safe draft, its beginnings, the draft in the highest gears, and what these depend on."""

    steps: tuple[Ahead, ...]
    drafts: tuple[Move, ...]
    fast: tuple[Ahead, ...]
    needed: Needed


@lru_cache(maxsize=1 << 13)
def _clear(road: Road, box: Box, here: int, gear: int, used: tuple[int, ...]) -> _Clear:
    """The safe drafts of a clear road, cached. They hold wherever no car or gravel is at their steps, for those only
    take steps away."""
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
    """A safe draft, each step in the highest gear possible, or the lowest if not `eager`. It follows `known`, the draft
    of a clear road, as long as that is open."""
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
    """Whether a step that is safe on a clear road is safe on this one too."""
    allowed = admitted(view, here, passed, one)
    return allowed is not None and not allowed.lost


def _best(
    view: View, here: int, gear: int, used: tuple[int, ...], passed: tuple[int, ...], eager: bool
) -> Ahead | None:
    """In the highest gear possible, or the lowest if not `eager`, the safe step that leads furthest."""
    for die, brakes in _by_gear(view.box, gear, used, eager):
        for one in _safe(view.road, here, gear, die, brakes):
            if _is_safe(view, here, passed, one):
                return one
    return None


@lru_cache(maxsize=1 << 12)
def _by_gear(box: Box, gear: int, used: tuple[int, ...], eager: bool) -> tuple[tuple[int, int], ...]:
    """The dice that can be next, by the gear they lead to, the highest or the lowest first."""
    dice = dice_in_gear(box, gear, used)
    up = [by for by in dice if by[0] > gear]
    same = [by for by in dice if by[0] == gear or by[0] < 0]
    down = [by for by in dice if 0 < by[0] < gear]
    return (*reversed(up), *same, *down) if eager else (*reversed(down), *same, *up)


@lru_cache(maxsize=1 << 13)
def _safe(road: Road, here: int, gear: int, die: int, brakes: int) -> tuple[Ahead, ...]:
    """The steps of a die on a clear road that do not risk control by speed, the furthest first."""
    safe = [one for one in leads(road, here, gear, die, brakes) if not one.lost and one.over <= 0]
    return tuple(sorted(safe, key=lambda one: -road.ranks[one.place]))
