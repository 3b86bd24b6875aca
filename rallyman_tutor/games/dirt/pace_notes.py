"""The road ahead in pace notes, for whoever hears it: rows, jumps, fords and bends, with the limits that hold now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rallyman_tutor.core.stretch import BendWay, Stretch, steps_to
from rallyman_tutor.games.dirt.spaces import Space, Zone
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.games.dirt.step import limit_left, limit_of

TURNS: Mapping[str, str] = {"L": "left", "R": "right"}
ALONE = ("bend", "jump", "ford")
"""Kinds of which each row is read out by itself."""


def road_ahead(state: State, place: str = "") -> list[Stretch]:
    """The road from a space on, up to the finish; without a space, from the car of whoever is in turn, or from the
    start line where it waits."""
    road = state.road
    here = road.place.get(place, state.car.place if state.car.place >= 0 else road.starts[0] if road.starts else 0)
    steps = steps_to(road.next, here)
    found = list(_rest_of_way(state, here))
    zones = [(zone, tuple(_left(state, zone, here))) for zone in road.zones[road.spaces[here].zone :]]
    ahead = [(zone, spaces) for zone, spaces in zones if spaces and not (found and zone is zones[0][0])]
    for (kind, _), group in groupby(ahead, key=lambda one: _alike(*one)):
        rows = tuple(group)
        spaces = [space for _, those in rows for space in those]
        before = min((steps[space.place] for space in spaces if space.place in steps), default=1) - 1
        found.append(_stretch(state, here, kind, rows, before))
    beyond = [space for space in road.spaces if road.past[space.place] and space.place in steps]
    if beyond and not road.past[here]:
        before = min(steps[space.place] for space in beyond) - 1
        found.append(Stretch("finish", {}, tuple(space.key for space in beyond), before))
    return found


def _left(state: State, zone: Zone, here: int) -> Iterator[Space]:
    """The spaces of a zone that lie ahead, up to the finish line."""
    road = state.road
    for at in zone.spaces:
        if road.spaces[at].start >= road.spaces[here].front and not road.past[at]:
            yield road.spaces[at]


def _alike(zone: Zone, spaces: Sequence[Space]) -> tuple[str, object]:
    """The kind of a row, and what it shares with others of one stretch."""
    first = spaces[0]
    if zone.kind == "bend":
        kind = "bend"
    elif first.jump or first.ford:
        kind = "jump" if first.jump else "ford"
    elif first.limit is not None:
        kind = "limited"
    else:
        kind = "straight" if zone.kind in ("lanes", "zigzag") else zone.kind
    return kind, zone.start if kind in ALONE else (zone.kind == "full", first.limit)


def _rest_of_way(state: State, here: int) -> Iterator[Stretch]:
    """The rest of the line, the drift or the shortcut on which a car is."""
    space = state.road.spaces[here]
    if space.kind not in ("line", "drift", "shortcut"):
        return
    zone = state.road.zones[space.zone]
    spaces = [state.road.spaces[at] for at in zone.spaces]
    left = [other for other in spaces if other.kind == space.kind and other.part > space.part]
    if left:
        limit = limit_of(state, left[0].place, here)
        facts = {"way": space.kind, "limit": limit, "count": len(left), "danger": (space.danger,)}
        yield Stretch("rest-of-way", facts, tuple(other.key for other in left), 0)


def _stretch(state: State, here: int, kind: str, rows: Sequence[tuple[Zone, Sequence[Space]]], before: int) -> Stretch:
    spaces = [space for _, those in rows for space in those]
    first = spaces[0]
    facts: dict[str, object] = {"danger": tuple(dict.fromkeys(space.danger for space in spaces)), "n": first.tile + 1}
    keys = tuple(space.key for space in spaces)
    if kind == "bend":
        bend = next(bend for bend in state.road.bends if first.place in (*bend.line, *bend.drift, *bend.shortcut))
        facts["turn"] = TURNS[bend.turn]
        return Stretch(kind, facts, keys, before, tuple(_ways(state, here, bend.line, bend.drift, bend.shortcut)))
    facts |= {"limit": first.limit, "jump": first.jump, "count": sum(_count(*row) for row in rows)}
    return Stretch(kind, facts, keys, before)


def _count(zone: Zone, spaces: Sequence[Space]) -> int:
    """How many rows are left of a zone; where they run into one another, in the lane that has fewer."""
    if zone.kind != "zigzag":
        return zone.rows
    return min(sum(space.lane == lane for space in spaces) for lane in "LR")


def _ways(state: State, here: int, *ways: Sequence[int]) -> Iterator[BendWay]:
    for places in ways:
        if places:
            yield BendWay(state.road.spaces[places[0]].kind, {"limit": _limit(state, places[0], here)}, len(places))


def _limit(state: State, place: int, here: int) -> int | str:
    """The limit of a bend as it is for the car in turn: gravel lowers it, or closes the bend."""
    road, space = state.road, state.road.spaces[place]
    is_next = any(road.spaces[at].bend == space.bend for at in road.next[here])
    return (limit_of(state, place, here) if is_next else limit_left(state, place)) or "closed"
