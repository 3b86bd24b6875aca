"""Every number and name that a broken rule of Rallyman: DIRT tells, found in its example; see
`tests/games/facts.py`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files

from rallyman_tutor.games.dirt.state import VALUES
from tests.games.facts import (
    RACE_FACTS,
    Case,
    Derived,
    chance,
    gear,
    left_of_seconds,
    others,
    price,
)

STAGES: Mapping[str, str] = tomllib.loads(
    files("rallyman_tutor.games.dirt").joinpath("stages.toml").read_text("utf-8")
)["official"]

DASHBOARD = {"w": ("gas", "W"), "o": ("leader", "W"), "b": ("brakes", "B")}
LIMITS = {"FX-LS": 4, "FX-C": 3, "FX-J": 3, "202a 210b:L2 203a": 1}
"""The limit printed on the space of the example."""
LANES = {"T01a": (0, 2), "T12a": (2, 1), "T02a": (2, 0)}
"""How wide the roads of these tiles are where they begin and where they end."""


def kind(case: Case) -> tuple[int, int]:
    """For the kind of die of which this step has too many: how many a dashboard has, and how many of these are
    damaged."""
    letter = "b" if "b" in case.token else case.token[0]
    name, damage = DASHBOARD.get(letter, ("gears", "G"))
    return int(case.option("brakes") or VALUES[f"dashboard.{name}"]), case.number(damage)


def sent_to(case: Case, at: int | None = None) -> str:
    """The last space that a step names; for a jump this is where it lands."""
    told = re.split(r"[> ]", case.tokens[case.at if at is None else at])[-1]
    return re.sub(r"[!.]*(\$\d?)?[!.]*$", "", told)


def _in_hand(case: Case) -> list[str]:
    return re.findall(r"[\dwob]\S*", re.findall(r"rolled\[(.*?)\]", case.start)[0])


def shown_until(case: Case, limit: int = 99) -> tuple[int, str, str]:
    """Lay the rolled dice as arranged until `limit` hazards lie: how many, the space of the last die, the die after
    it."""
    left = _in_hand(case)
    hazards, where = 0, ""
    for token in case.tokens[1:]:
        if hazards >= limit:
            return hazards, where, token[0]
        one = next(die for die in left if die[0] == token[0])
        left.remove(one)
        hazards, where = hazards + one.count("!"), token.partition(">")[2]
    return hazards, where, ""


def tiles(case: Case) -> list[str]:
    return [tile.partition(":")[0].rstrip("<") for tile in case.start.rpartition(";")[2].split()]


def doubled(case: Case) -> list[int]:
    """The numbers, from 1, of the two tiles of a stage that are sides of one piece."""
    pieces = [tile.rstrip("ab") for tile in tiles(case)]
    (twice,) = {piece for piece in pieces if pieces.count(piece) > 1}
    return [n for n, piece in enumerate(pieces, 1) if piece == twice]


def unmet(case: Case) -> int:
    """The number, from 0, of the first tile whose road does not meet the tile before: that is a park, or ends in other
    lanes."""
    found = tiles(case)
    if case.code == "LAY-02":
        return next(n for n in range(1, len(found)) if found[n - 1].startswith("201"))
    return next(n for n in range(1, len(found)) if lanes(case, n)[0] != lanes(case, n - 1)[1])


def lanes(case: Case, at: int) -> tuple[int, ...]:
    told = case.start.split()[at]
    return LANES[told.rstrip("<")][:: -1 if told.endswith("<") else 1]


def odd_tile(case: Case) -> str:
    """The tile that is no start at the start, no finish at the end, or one of both in between."""
    found = tiles(case)
    starts, finishes = ("202", "T01"), ("203", "T02")
    if not found[0].startswith(starts):
        return found[0]
    for tile in found[1:-1]:
        if tile.startswith((*starts, *finishes)):
            return tile
    return found[-1]


def swapped(case: Case) -> tuple[str, str]:
    """The first driver of a line-up that is out of order, and the driver who is due there."""
    waiting = [name for name in case.names if "@" not in case.car(name)]
    told = [name for name in case.token.split()[1:] if name in waiting]
    return next((name, due) for due, name in zip(waiting, told, strict=True) if due != name)


FACTS: Derived = {
    **RACE_FACTS,
    "DI-BLOCK-02.names": others,
    "slowest": lambda case: case.number("g", others(case)[0]),
    "limit": lambda case: 3,
    "base": lambda case: kind(case)[0],
    "cap": lambda case: VALUES["dashboard.gears"] - case.number("G"),
    "needed": lambda case: gear(case) - int(case.token[0]) - 1,
    "cost": price,
    "have": left_of_seconds,
    "car": lambda case: others(case)[0],
    "target": sent_to,
    "space": lambda case: sent_to(case, case.at - 1) if case.at else case.place(case.driver),
    "at": lambda case: case.place(others(case)[0]),
    "round": lambda case: 1,
    "starts": lambda case: case.names.index(case.token[:-1]) + 1,
    "mode": lambda case: "flat-out" if "rolled[" in case.start else "one-by-one",
    "seconds": lambda case: int(case.token.split()[1]),
    "cause": lambda case: case.option("ended") or "limit",
    "top": lambda case: LIMITS[case.sections[0]],
    "name": lambda case: next(name for name in case.parts[0].split() if case.parts[0].split().count(name) > 1),
    "tile": odd_tile,
    "before": lambda case: tiles(case)[unmet(case) - 1],
    "lanes": lambda case: lanes(case, unmet(case))[0],
    "lanes_before": lambda case: lanes(case, unmet(case) - 1)[1],
    "n": lambda case: tiles(case).index(odd_tile(case)) + 1,
    "m": lambda case: doubled(case)[0],
    "other": lambda case: tiles(case)[0],
    "DI-POOL-01.count": lambda case: kind(case)[1],
    "DI-LEAD-05.cap": lambda case: VALUES["dashboard.leader"] - case.number("W"),
    "DI-COMP-08.count": lambda case: len(case.parts[0].split()) - 1,
    "DI-FMT-01.count": lambda case: len(STAGES[case.parts[1]].split()),
    "DI-BRAKE-03.count": lambda case: case.token.count("b"),
    "DI-SECURE-03.count": lambda case: 1 + case.token.count("b"),
    "DI-SECURE-03.have": lambda case: case.number("s"),
    "DI-REARR-03.count": lambda case: shown_until(case)[0],
    "DI-REARR-04.space": lambda case: shown_until(case, 3)[1],
    "DI-REARR-04.die": lambda case: int(shown_until(case, 3)[2]),
    "DI-RET-04.count": lambda case: VALUES["dashboard.gears"] - case.number("G"),
    "DI-PLAN-04.chance": lambda case: 1 - chance("!")(case),
    "DI-START-01.car": lambda case: case.token[:-1],
    "DI-ORD-01.car": lambda case: case.token[:-1],
    "DI-ORD-06.car": lambda case: case.token[:-1],
    "DI-START-03.car": lambda case: swapped(case)[0],
    "DI-START-03.next": lambda case: swapped(case)[1],
    "DI-FLAT-07.target": lambda case: case.place(case.driver),
    "DI-FLAT-07.at": lambda case: _in_hand(case)[-1].partition(">")[2].rstrip("!."),
    "DI-COMP-06.tile": lambda case: tiles(case)[doubled(case)[1] - 1].rstrip("ab"),
    "DI-SET-01.tile": odd_tile,
    "LAY-02.tile": lambda case: tiles(case)[unmet(case)],
    "LAY-03.tile": lambda case: tiles(case)[3],
    "LAY-03.n": lambda case: 4,
    "LAY-04.tile": lambda case: tiles(case)[doubled(case)[1] - 1],
    "LAY-04.n": lambda case: doubled(case)[1],
    "LAY-05.tile": lambda case: tiles(case)[unmet(case)],
    "LAY-06.tile": lambda case: next(tile for tile in tiles(case) if tile in ("T13a", "T14a")),
    "LAY-07.at": lambda case: "2.k1",
    "LAY-08.count": lambda case: sum(tile.startswith("201") for tile in tiles(case)),
}
