"""The road ahead in pace notes, for whoever hears it: straights, jumps and bends, with the notes as they hold now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rallyman_tutor.core.stretch import BendWay, Stretch, steps_to
from rallyman_tutor.games.classic.spaces import Bend, Space
from rallyman_tutor.games.classic.state import State
from rallyman_tutor.games.classic.step import notes

TURNS: Mapping[str, str] = {"L": "left", "R": "right"}


def road_ahead(state: State, place: str = "") -> list[Stretch]:
    """The road from a space on, up to the finish; without a space, from the car of whoever is in turn."""
    road = state.road
    here = road.place.get(place, state.car.place)
    steps = steps_to(road.ahead, here)
    found = list(_rest_of_drift(state, here))
    ahead = [space for space in road.spaces if space.item > road.spaces[here].item]
    for _, group in groupby(ahead, key=_alike):
        spaces = tuple(group)
        before = min(steps[road.place[space.key]] for space in spaces if road.place[space.key] in steps) - 1
        found.append(_stretch(state, spaces, before))
    return found


def _alike(space: Space) -> tuple[object, ...]:
    """The common mark of the spaces of one stretch: a straight has one surface, everything else is one item of the
    road."""
    return ("straight", space.snow) if space.kind == "straight" else ("item", space.item)


def _rest_of_drift(state: State, here: int) -> Iterator[Stretch]:
    """The rest of the drift in which a car is."""
    space = state.road.spaces[here]
    if space.kind == "drift":
        left = [at for at in state.road.bends[space.bend].drift_at if at > here]
        note = _note(notes(state, state.car, space.bend).drift)
        if left:
            spaces = [state.road.spaces[at] for at in left]
            facts = {**_surroundings(spaces), "note": note, "count": len(left)}
            yield Stretch("rest-of-drift", facts, tuple(one.key for one in spaces), 0)


def _stretch(state: State, spaces: Sequence[Space], before: int) -> Stretch:
    first = spaces[0]
    facts = _surroundings(spaces)
    keys = tuple(space.key for space in spaces)
    if first.bend >= 0:
        bend = state.road.bends[first.bend]
        facts |= {"n": bend.name[1:], "turn": TURNS[bend.turn]}
        return Stretch("bend", facts, keys, before, tuple(_ways(state, bend, first.bend)))
    if first.kind == "jump":
        facts |= {"n": first.key[1:], "note": first.note}
    return Stretch(first.kind, {**facts, "count": len(spaces)}, keys, before)


def _surroundings(spaces: Sequence[Space]) -> dict[str, object]:
    """The surface of a stretch, and the terrain beside it, of which nothing is known beyond the finish."""
    sides = dict.fromkeys((*(space.left for space in spaces), *(space.right for space in spaces)))
    known = () if spaces[0].kind == "finish" else tuple(side for side in sides if side not in ("cut", "road"))
    return {"surface": "snow" if spaces[0].snow else "dry", "beside": known}


def _ways(state: State, bend: Bend, number: int) -> Iterator[BendWay]:
    """The ways through a bend that it has, with their notes for the car in turn."""
    now = notes(state, state.car, number)
    if bend.line:
        yield BendWay("line", {"note": _note(now.line)}, 1)
    if bend.drift:
        yield BendWay("drift", {"note": _note(now.drift)}, len(bend.drift_at))
    if bend.cut:
        yield BendWay("cut", {"note": _note(now.cut)}, 1)


def _note(note: int) -> int | str:
    return note if note > 0 else "closed"
