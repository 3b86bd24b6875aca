"""The nodes of a stage and the steps between them as flat arrays, for loops that are compiled.

`nodes.py` tells which dice can be next and where one leads; here all of it is followed once, from every space on which a turn
can start, and numbered. Nodes stand in the order of the road, so every step leads to a higher number.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple, TypeAlias

import numpy as np

from rallyman_tutor.coach.dirt.solver.nodes import Nodes
from rallyman_tutor.coach.solver.compiled import Flags, Ints, compiled
from rallyman_tutor.games.dirt.state import GEARS

Rows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]


class Graph(NamedTuple):
    """All nodes, one number each; a node at which control is lost stands apart, and no step leads on from it."""

    place: Ints
    gear: Ints
    dice: Ints  # the gear dice laid, as bits
    pushes: Ints
    brakes: Ints
    tokens: Ints
    lost: Flags
    first: Ints  # where the steps from each node begin; one more at the end
    starts: Ints  # by space and gear: the node at which a turn starts; -1 behind the finish
    # By step:
    to: Ints
    die: Ints
    beside: Ints  # brake dice
    hard: Flags
    quick: Flags
    token: Flags


class _Laid(NamedTuple):
    """A gear and the dice laid so far, as in a node."""

    gear: int
    dice: int = 0
    pushes: int = 0
    brakes: int = 0


_Move: TypeAlias = tuple[int, int, bool]
"""A next die, brake dice beside it, and whether it is a quick start."""


def graph_of(nodes: Nodes) -> Graph:
    """All nodes and steps of a stage, for a car that is alone on it."""
    road, gears = nodes.task.stage.road, range(GEARS + 1)
    laid, moves, following = _dice(nodes)
    in_gear = {(laid[one].gear, move) for one, steps in enumerate(following) for move, _ in steps}
    led = [
        nodes.led(place, gear, (), *move) if (gear, number) in in_gear and not road.past[place] else []
        for place in range(len(road.spaces))
        for gear in gears
        for number, move in enumerate(moves)
    ]
    shape = len(road.spaces), len(laid), sum(bool(bend.shortcut) for bend in road.bends) + 1, 2
    keys, first, steps = connect(
        np.array(road.past),
        np.argsort(road.ranks),
        np.zeros(shape, np.bool_),
        np.array([laid.index(_Laid(gear)) for gear in gears]),
        np.array([one.gear for one in laid]),
        _bounds(following),
        np.array([step for steps in following for step in steps]),
        _bounds(led),
        np.array(
            [(step.to.place, step.lost, step.hard, step.token) for steps in led for step in steps], dtype=np.int64
        ),
        len(moves),
    )
    place, which, tokens, lost = np.unravel_index(keys, shape)
    gear, dice, pushes, brakes = np.array(laid)[which].T
    starts = np.full((len(road.spaces), GEARS + 1), -1)
    start = (dice == 0) & (pushes == 0) & (brakes == 0)
    starts[place[start], gear[start]] = np.flatnonzero(start)
    numbers = np.zeros(prod(shape), np.int32)
    numbers[keys] = np.arange(len(keys))
    to, move, hard, token = steps.T
    die, beside, quick = np.array(moves).T
    return Graph(
        place=_short(place),
        gear=_short(gear),
        dice=_short(dice),
        pushes=_short(pushes),
        brakes=_short(brakes),
        tokens=_short(tokens),
        lost=lost.astype(bool),
        first=first,
        starts=starts,
        to=numbers[to],
        die=die[move],
        beside=beside[move],
        hard=hard.astype(bool),
        quick=quick[move].astype(bool),
        token=token.astype(bool),
    )


def _dice(nodes: Nodes) -> tuple[list[_Laid], list[_Move], list[list[tuple[int, int]]]]:
    """All that can be laid on the way, each next die there is, and for each of the first: with which of the second it comes to which
    of the first."""
    laid, moves, following = [_Laid(gear) for gear in range(GEARS + 1)], list[_Move](), []
    for one in laid:  # it grows
        steps = []
        for die, beside, quick, *then in nodes.next_dice(*one):
            move, after = (die, beside, quick), _Laid(die if die > 0 else one.gear, *then)
            if move not in moves:
                moves.append(move)
            if after not in laid:
                laid.append(after)
            steps.append((moves.index(move), laid.index(after)))
        following.append(steps)
    return laid, moves, following


def _short(numbers: Ints) -> Ints:
    return numbers.astype(np.int16)


def _bounds(rows: Sequence[Sequence[object]]) -> Ints:
    """Where each of some rows begins if they stand one after the other; and where the last one ends."""
    return np.cumsum([0, *map(len, rows)])


@compiled
def longer(some: Rows) -> Rows:
    """Rows with as many again after them."""
    found = np.empty((2 * len(some), some.shape[1]), np.int64)
    found[: len(some)] = some
    return found


@compiled
def connect(
    past: Flags,  # by space
    order: Ints,  # the spaces in the order of the road
    met: Flags,  # by space, dice laid, tokens and whether control is lost: no node was met yet
    starts: Ints,  # by gear: the number of no dice laid
    gears: Ints,  # by number of dice laid: the gear
    next_first: Ints,  # by number of dice laid: where the dice that can be next begin
    next_dice: Ints,  # the number of each, and of the dice laid then
    led_first: Ints,  # by space, gear and number of a next die: where the spaces begin that it leads to
    led: Ints,  # each of these, whether control is lost, by a hazard of the die itself, and whether a token is drawn
    moves: int,  # how many next dice there are
) -> tuple[Ints, Ints, Ints]:
    """All nodes in the order of the road, as places in `met`; where the steps of each begin; and of each step the node it leads to, its
    next die, whether a hazard of that die loses control, and whether a token is drawn."""
    _, laid_many, tokens_many, _ = met.shape
    keys, first, steps = np.empty((1000, 2), np.int64), 0, np.empty((1000, 4), np.int64)
    nodes = 0
    for place in order:
        if not past[place]:
            for start in starts:
                met[place, start, 0, 0] = True
        for laid in range(laid_many):
            for tokens in range(tokens_many):
                for lost in range(2):
                    if not met[place, laid, tokens, lost]:
                        continue
                    if nodes + 1 >= len(keys):
                        keys = longer(keys)
                    keys[nodes, 0] = ((place * laid_many + laid) * tokens_many + tokens) * 2 + lost
                    keys[nodes, 1] = first
                    nodes += 1
                    if lost or past[place]:
                        continue
                    for one in range(next_first[laid], next_first[laid + 1]):
                        move, after = next_dice[one]
                        way = (place * len(starts) + gears[laid]) * moves + move
                        for number in range(led_first[way], led_first[way + 1]):
                            to, is_lost, hard, token = led[number]
                            if tokens + token >= tokens_many:
                                raise ValueError("more shortcut tokens are drawn in a turn than there are shortcuts")
                            met[to, after, tokens + token, is_lost] = True
                            if first == len(steps):
                                steps = longer(steps)
                            steps[first, 0] = ((to * laid_many + after) * tokens_many + tokens + token) * 2 + is_lost
                            steps[first, 1], steps[first, 2], steps[first, 3] = move, hard, token
                            first += 1
    keys[nodes, 1] = first
    return keys[:nodes, 0], keys[: nodes + 1, 1], steps[:first]
