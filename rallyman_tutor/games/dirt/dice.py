"""Which dice a driver may lay next: what gear box, dashboard and box allow, on whichever space.

A part of `generate.py`: nothing here asks the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rallyman_tutor.games.dirt.state import BRAKE, GAS, GAS_CAP, GEAR_CAP, GEARS, LEADER, LEADER_CAP, State
from rallyman_tutor.games.dirt.step import quick_planned


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """The dice a driver has this turn. `box_of` gives the same object for the same dice, and no other is equal: values
    kept by box are found more quickly so."""

    gears: int
    pushes: int
    brakes: int
    push: int  # gas, or leader dice instead
    quick: bool  # 2nd is open from a standstill
    red: bool  # a brake die alone holds 6th


_box = lru_cache(maxsize=1 << 10)(Box)


def box_of(state: State) -> Box:
    """The dice of the driver in turn."""
    options, cars, seat = state.options, state.cars, state.turn.seat
    car = cars[seat]
    leads = state.leader == seat and options.leader and "finished" not in [one.status for one in cars]
    gears, brakes = GEAR_CAP - car.gears, options.brakes - car.brakes
    pushes = (LEADER_CAP if leads else GAS_CAP) - car.gas - car.punctures
    quick = options.quickstart and not state.turn.used
    return _box(
        gears if gears > 0 else 0, pushes if pushes > 0 else 0, brakes if brakes > 0 else 0,
        LEADER if leads else GAS, quick, options.redzone,
    )  # fmt: skip


@lru_cache(maxsize=1 << 13)
def dice_in_gear(box: Box, gear: int, used: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The dice that can be next in this gear after those `used`, each with its number of brake dice."""
    if not gear:
        if 1 in used or box.gears < 1:
            return ()
        return ((1, 0), (2, 0)) if box.quick else ((1, 0),)
    braked = used.count(BRAKE)
    pushed = used.count(box.push)
    found = []
    if len(used) - braked - pushed < box.gears:
        for die in (gear - 1, gear, gear + 1):
            if 0 < die <= GEARS and die not in used:
                found.append((die, 0))
        for brakes in range(1, min(box.brakes - braked, gear - 2) + 1):
            if (die := gear - 1 - brakes) not in used:
                found.append((die, brakes))
    if pushed < box.pushes:
        found.append((box.push, 0))
    if gear == GEARS and box.red and braked < box.brakes:
        found.append((BRAKE, 0))
    return tuple(found)


def rolled_dice(state: State) -> list[tuple[int, int]]:
    """The rolled dice in hand that can be laid next, each with its number of brake dice."""
    gear = state.car.gear
    hand = [die for die, _ in state.turn.hand]
    brakes = hand.count(BRAKE)
    found = []
    if gear:
        found += [(die, 0) for die in (gear - 1, gear, gear + 1) if die in hand and die > 0]
        found += [(gear - 1 - many, many) for many in range(1, min(brakes, gear - 2) + 1) if gear - 1 - many in hand]
        found += [(die, 0) for die in (GAS, LEADER) if die in hand]
        if gear == GEARS and state.options.redzone and brakes:
            found.append((BRAKE, 0))
    elif quick_planned(state):
        found.append((2, 0))
    elif 1 in hand:
        found.append((1, 0))
    return found
