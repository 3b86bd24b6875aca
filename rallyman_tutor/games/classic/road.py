"""A stage from its text: pace notes, or a route over the zone boards. All of it is worked out once.

The top of `notation.py` shows how a stage looks. `state.Stage` is what is read here, `spaces.py` unrolls it into
spaces.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from rallyman_tutor.core.notation import Misread, Reader
from rallyman_tutor.games.classic import routes
from rallyman_tutor.games.classic.spaces import Item
from rallyman_tutor.games.classic.state import VALUES, Stage

TERRAIN = tuple(value.name.split(".")[1] for value in VALUES if value.name.startswith("terrain."))
MOST_CARS: int = VALUES["rally.most_drivers"]
LONGEST = 400
"""The most items (straight spaces, jumps and bends) a stage may have."""
READY: Mapping[str, str] = MappingProxyType(
    tomllib.loads(files(__package__).joinpath("stages.toml").read_text("utf-8"))
)
"""The stages to sit down at, by name."""


class NoRoad(Misread):
    """A route whose exits can be read, and which nobody can drive: its boards or its roads do not join."""


@lru_cache(maxsize=256)
def read_stage(text: str) -> Stage:
    """A stage from its text. Cached."""
    reader = Reader(text)
    if reader.take(r"(?i)START\b(?=\s+[A-Z]\d)") or reader.take(r"(?=[A-Z]\d\s*(?:[-–—|,~]|/\s*(?:[A-Z]|[-–—])))"):
        return _read_route(text)
    items: list[Item] = []
    words = []
    settings: dict[str, Any] = {"capacity": VALUES["road.straight_capacity"]}
    while not reader.done:
        start = reader.at
        if match := reader.take(r"s(\d{1,4})(?!\S)"):
            items += [Item("straight", **settings)] * int(match[1])
        elif match := reader.take(r"j([1-5])(?!\S)"):
            items.append(Item("jump", note=int(match[1]), **settings))
        elif match := reader.take(r"([RL])([1-5])(?:/([1-5])x([2-4]))?(?:K([1-5]))?(?!\S)"):
            turn, line, drift, drifts, cut = match.groups(default="0")
            items.append(Item("bend", 0, turn, int(line), int(drift), int(drifts), int(cut), **settings))
        elif match := reader.take(r"c(\d)(?!\S)"):
            settings["capacity"] = int(match[1])
            if not 0 < settings["capacity"] <= MOST_CARS:
                reader.refuse("capacity", {"most": MOST_CARS}, start)
        elif match := reader.take(r"(snow|dry)(?!\S)"):
            settings["snow"] = match[1] == "snow"
        elif match := reader.take(r"([a-z]+)/([a-z]+)"):
            for terrain in match.groups():
                if terrain not in TERRAIN:
                    reader.refuse("terrain", {"list": TERRAIN}, start)
            settings["left"], settings["right"] = match.groups()
        else:
            reader.refuse("road")
        words.append(text[start : reader.at].strip())
        if len(items) > LONGEST:
            reader.refuse("shorter-stage", {"most": LONGEST}, start)
    if not items:
        reader.refuse("stage")
    return Stage(" ".join(words), tuple(items), {"": {name: VALUES[f"terrain.{name}"] for name in TERRAIN}})


def _read_route(text: str) -> Stage:
    route_text, _, zones = text.partition(" snow ")
    route = routes.read_route(route_text)
    snow = frozenset(zones.split())
    if (fault := routes.fault_of(route)) is not None:
        raise NoRoad(text, routes.columns(route_text)[fault.number], fault.key, fault.facts)
    known = {exit_[0] for exit_ in route.exits}
    for zone in zones.split():
        if zone not in known:
            at = text.index(zone, len(route_text))
            raise Misread(text, at + 1, "snow-zone", {"list": sorted(known)})
    return route_stage(route, snow)


@lru_cache(maxsize=256)
def route_stage(route: routes.Route, snow: frozenset[str]) -> Stage:
    """A stage over the zone boards, some of them on their snow face."""
    zones = sorted({exit_[0] for exit_ in route.exits})
    text = routes.write_route(route) + (f" snow {' '.join(sorted(snow))}" if snow else "")
    return Stage(text, routes.items(route, snow), {zone: routes.legend(zone, zone in snow) for zone in zones})


def at_snow(stage: Stage, snow: frozenset[str]) -> Stage:
    """A stage over zone boards, with these boards on their snow face."""
    return route_stage(routes.read_route(stage.text.partition(" snow ")[0]), snow)


def boards(stage: Stage) -> tuple[str, ...]:
    """The zone boards of a stage in the order of their first crossing; none for pace notes."""
    return tuple(dict.fromkeys(item.legend for item in stage.road.items if item.legend))
