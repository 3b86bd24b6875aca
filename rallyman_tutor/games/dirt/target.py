"""Which space a driver means by a name, and why no die leads to it. Known from the road alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from rallyman_tutor.games.dirt.road import Road

Nowhere: TypeAlias = Literal[
    "",
    "behind",
    "elsewhere",
    "far",
    "half",
    "landing",
    "no-way",
    "not-started",
    "shortcut",
    "slide",
    "unknown",
    "unnamed",
    "way",
]
"""Why a die leads nowhere; "" where it leads somewhere."""
_WAYS = {"l": "line", "d": "drift", "h": "half", "k": "shortcut", "f": "full"}


def _straight(road: Road, place: int, among: Sequence[int]) -> int:
    """The space straight on among those that follow; -1 where a driver has to say which."""
    lane = road.spaces[place].lane
    same = [at for at in among if road.spaces[at].lane == lane and road.spaces[at].way != "slide"] if lane else []
    if len(same) == 1:
        return same[0]
    return among[0] if len(among) == 1 else -1


def pick(road: Road, name: str, among: Sequence[int], here: int) -> tuple[int, Nowhere]:
    """The space that a name means among those that can follow. Otherwise why there is none, with a space elsewhere that
    has this name, or -1."""
    if not name:
        at = _straight(road, here, among)
        return at, "" if at >= 0 else "unnamed"
    kind = _WAYS.get(name)
    if kind or name in ("L", "R"):
        for at in among:
            if (road.spaces[at].kind == kind) if kind else (road.spaces[at].lane == name):
                return at, ""
        return -1, "no-way"
    places = road.names.get(name, ())
    for at in places:
        if at in among:
            return at, ""
    if not places:
        return -1, "unknown"
    front = road.spaces[here].front
    ahead = [at for at in places if road.spaces[at].front > front]
    return (ahead[0] if ahead else places[-1]), "elsewhere"


def why_nowhere(road: Road, here: int, target: int) -> Nowhere:
    """Why no die leads from one space to another."""
    one, other = road.spaces[here], road.spaces[target]
    if "shortcut" in (one.kind, other.kind) and other.front > one.front:
        return "shortcut"
    if one.zone == other.zone and one.way and other.way and one.way != other.way and one.start < other.front:
        return "slide" if one.way in ("lane", "slide") else "way"
    if other.front <= one.front:
        return "behind"
    return "half" if other.kind == "half" and other.part > 1 and road.zones[one.zone].front <= other.start else "far"
