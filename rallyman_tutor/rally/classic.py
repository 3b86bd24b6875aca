"""Rallyman (2009): the rally of the German book's course sheet, and routes over the zone boards drawn by chance.

The book's rally has three stages. A single one is for practice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from rallyman_tutor.core.game import Spec
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games.classic import routes
from rallyman_tutor.games.classic.desk import DEMO_STAGES
from rallyman_tutor.games.classic.road import READY
from rallyman_tutor.games.classic.state import VALUES
from rallyman_tutor.rally.box import NOTHING_AGREED, USUAL, Box, Difficulty, Length, Settings

STAGES: int = VALUES["rally.stages"]
BOARDS: Mapping[Length, range] = MappingProxyType({"short": range(1, 2), "medium": range(2, 3), "long": range(3, 5)})
"""How many boards are crossed."""
HARD: Mapping[Difficulty, tuple[float, float]] = MappingProxyType(
    {"easy": (0.0, 0.3), "medium": (0.3, 0.36), "hard": (0.36, 1.0)}
)
"""The share of bends and jumps among all places of the road."""
EXITS = tuple(exit for zone in routes.ZONES for exit in routes.board(zone).exits)
SERVICE = "service"
"""Where service is: `on`, `off`, or the numbers of the stages after which it is."""


def draw(rng: Random, length: Length, difficulty: Difficulty, last: bool) -> str:
    """A route over the zone boards, of this length and difficulty; the last stage of a rally is as the others."""
    least, most = HARD[difficulty]
    while True:
        route = _route(rng, rng.choice(BOARDS[length]))
        if route is not None and least <= share_of_notes(route) < most:
            return routes.write_route(route)


def share_of_notes(route: routes.Route) -> float:
    """How many of all places of a road are bends and jumps."""
    items = routes.items(route)
    return sum(item.kind != "straight" for item in items) / len(items)


def _route(rng: Random, boards: int) -> routes.Route | None:
    """A route that crosses so many boards; None where the boards laid so far leave no room for another one."""
    route = routes.Route(())
    for _ in range(boards):
        onward = (
            routes.Route((*route.exits, exit, rng.choice(routes.reach(exit))))
            for exit in rng.sample(EXITS, len(EXITS))
            if routes.reach(exit)
        )
        longer = next((one for one in onward if routes.fault_of(one) is None), None)
        if longer is None:
            return None
        route = longer
    return route


def spec(drivers: Sequence[str], stages: Sequence[str], many: int, agreed: Settings) -> Spec:
    """The course sheet as plain data."""
    options = {name: value for name, value in agreed.items() if name != SERVICE}
    service = _service(agreed.get(SERVICE, "on"), len(stages) - 1)
    return {
        "drivers": list(drivers), "stages": [READY.get(stage, stage) for stage in stages], "service": service,
        "options": options,
    }  # fmt: skip


def _service(written: str, gaps: int) -> list[bool]:
    """Whether there is service after each stage but the last."""
    if written in ("on", "off"):
        return [written == "on"] * gaps
    numbers = written.split(",")
    possible = [str(number) for number in range(1, gaps + 1)]
    if not set(numbers) <= set(possible):
        raise Refused("setting", {"name": SERVICE, "found": written, "list": ("on", "off", *possible)})
    return [number in numbers for number in possible]


BOX = Box(
    rallies=MappingProxyType({"R1": DEMO_STAGES}),
    counts=(STAGES, 1),
    rules=MappingProxyType(
        {
            USUAL: NOTHING_AGREED,
            "basic": MappingProxyType({"attack": "off", "seconds": "off"}),
            "advanced": MappingProxyType({"weather": "variable"}),
            "es": MappingProxyType({"edition": "es"}),
            "de": MappingProxyType({"edition": "de"}),
        }
    ),
    draw=draw,
    spec=spec,
)
