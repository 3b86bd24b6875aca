"""Routes over the four zone boards: reading and writing them, laying the boards out, unrolling the road they follow.

A board is a drawing in data (`boards/*.toml`): segments of road between exits and junctions, what grows beside them,
and for each pair of exits the one road that joins them. A route names exits only, as a course sheet does; which way it
takes at a junction follows from them. The seams fix how the boards lie: the first board stays as it is drawn, and every
seam turns and shifts the next one into place, or cannot.

Faults of a route are returned as facts, for rules to cite. Text that is no route raises, and so does unrolling or
laying out a route with a fault.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

from rallyman_tutor.core.game import Plain
from rallyman_tutor.core.notation import Misread, Reader, Refused
from rallyman_tutor.core.rule import Facts
from rallyman_tutor.games.classic.spaces import Item
from rallyman_tutor.scene.shapes import Point

ZONES = ("C", "J", "L", "V")

_EDGES = ("north", "east", "south", "west")  # clockwise, so that a quarter turn is the next one
_JOIN = r"[|/]\s*[-–—]\s*[|/]|[-–—|/,~]"
_NOTE = (
    r"s(?P<straights>\d*)|j(?P<jump>\d)|(?P<turn>[LR])(?P<line>\d)(?:/(?P<drift>\d)x(?P<drifts>\d))?(?:K(?P<cut>\d))?"
)
_MIRROR = {"L": "R", "R": "L", "": ""}


class Route(NamedTuple):
    """The exits of a stage in driving order; they pair up: in and out of one board, then the next."""

    exits: tuple[str, ...]

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The crossings of boards: where each begins and ends."""
        return tuple(zip(self.exits[::2], self.exits[1::2], strict=False))

    @property
    def zones(self) -> tuple[str, ...]:
        """The boards used, in the order in which they are first crossed."""
        return tuple(dict.fromkeys(exit[0] for exit in self.exits))


class Exit(NamedTuple):
    """Where a road leaves a board."""

    edge: str
    at: float  # as a part of the side, from the left or from the top


class Segment(NamedTuple):
    """Road between two ends, each an exit or an arm of a junction, as its items on the dry face."""

    ends: tuple[str, str]
    items: tuple[Item, ...]
    dry: frozenset[int]  # numbers of the items that stay dry on the snow face


class Patch(NamedTuple):
    """Something drawn on a board: an area of terrain, or the places of trees, houses or boulders."""

    kind: str
    points: tuple[Point, ...]
    zone: str
    ground: bool = False  # the whole board


class Sign(NamedTuple):
    """An exit on the table, and which way the board lies from there."""

    exit: str
    at: Point
    inward: Point


class RouteFault(NamedTuple):
    """A reason why nobody can drive a route: its words, the number of the exit that is at fault, and its facts."""

    key: str
    number: int
    facts: Facts


class BoardPlacement(NamedTuple):
    """How a board lies on the table: the place of its upper left corner, after `turns` quarter turns to the right."""

    x: float
    y: float
    turns: int
    side: float

    def point(self, point: Point) -> Point:
        """Where a point of the board comes to lie on the table."""
        x, y = point
        for _ in range(self.turns):
            x, y = self.side - y, x
        return x + self.x, y + self.y

    def edge(self, edge: str) -> str:
        """The side to which an edge of the board comes to lie."""
        return _EDGES[(_EDGES.index(edge) + self.turns) % 4]


class Board(NamedTuple):
    """One zone board, both faces: they differ in snow only."""

    zone: str
    side: float
    ground: str
    white: Mapping[str, str]  # terrain that snow turns into another
    exits: Mapping[str, Exit]
    segments: Mapping[str, Segment]
    roads: Mapping[tuple[str, str], tuple[str, ...]]
    legend: Mapping[str, Plain]
    scenery: tuple[Patch, ...]

    def road(self, start: str, end: str) -> tuple[tuple[str, bool], ...] | None:
        """The segments from one exit to another, and which are driven backwards; None if no road joins them."""
        if (names := self.roads.get((start, end))) is not None:
            return tuple((name.lstrip("!"), name.startswith("!")) for name in names)
        if (names := self.roads.get((end, start))) is not None:
            return tuple((name.lstrip("!"), not name.startswith("!")) for name in reversed(names))
        return None

    def spot(self, exit: str) -> Point:
        """Where an exit is on the board."""
        edge, at = self.exits[exit]
        along = at * self.side
        return {"north": (along, 0.0), "east": (self.side, along), "south": (along, self.side), "west": (0.0, along)}[
            edge
        ]


def read_route(text: str) -> Route:
    """The route written as on a course sheet, with START and FINISH or with bars or dashes alone."""
    reader = Reader(text)
    sheet = bool(reader.take(r"(?i:START)\b"))
    exits = [_exit(reader)]
    finish = False
    while not finish and not (reader.done and len(exits) > 1):
        if not sheet:
            reader.expect(_JOIN, "next-exit")
        elif not reader.take(_JOIN):
            reader.expect(r"(?=(?i:FINISH)\b)", "next-or-finish")
        finish = sheet and bool(reader.take(r"(?i:FINISH)\b"))
        exits.append(_exit(reader))
        if sheet and not finish and reader.done:
            reader.refuse("last-exit")
    if not reader.done:
        reader.refuse("route-end")
    return Route(tuple(exits))


def columns(text: str) -> tuple[int, ...]:
    """The column of each exit in the text of a route."""
    return tuple(match.start() + 1 for match in re.finditer(r"(?i)[a-z]\d", text))


def write_route(route: Route) -> str:
    """The route as a course sheet has it: start, crossings, finish."""
    first, *between, last = route.exits
    return ", ".join(part for part in (f"START {first}", "-".join(between), f"FINISH {last}") if part)


def exit_without_partner(exits: Sequence[str]) -> Facts | None:
    """The first exit without a partner in its own zone."""
    if (number := _lonely(exits)) is None:
        return None
    exit = exits[number]
    return {"exit": exit, "zone": exit[0], "list": ", ".join(reach(exit))}


def _lonely(exits: Sequence[str]) -> int | None:
    """The number of the first exit without a partner in its own zone."""
    for number in range(0, len(exits), 2):
        pair = exits[number : number + 2]
        if len(pair) < 2 or pair[0][0] != pair[1][0]:
            return number
    return None


def crossing_without_road(exits: Sequence[str]) -> Facts | None:
    """The first pair of one zone that no road joins, and where one can go instead."""
    if (number := _unjoined(exits)) is None:
        return None
    start, end = exits[number - 1 : number + 1]
    return {"from": start, "to": end, "zone": start[0], "list": ", ".join(reach(start))}


def _unjoined(exits: Sequence[str]) -> int | None:
    """The number of the first exit to which no road leads from its partner on the same board."""
    for pair, (start, end) in enumerate(Route(tuple(exits)).pairs):
        if start[0] == end[0] and board(start[0]).road(start, end) is None:
            return 2 * pair + 1
    return None


def impossible_seam(exits: Sequence[str]) -> Facts | None:
    """The first seam at which a board cannot lie, given the seams before it, and the exits that would fit there.

    The exits are of the wanted board if it has any, else of any board; the list is empty if nothing fits.
    """
    if (number := _unlaid(exits)) is None:
        return None
    start, end, onward = exits[number - 1], exits[number], exits[number + 1 : number + 2]
    fitting = [
        exit
        for zone in ZONES
        for exit in board(zone).exits
        if _lay((*exits[:number], exit)) is not None
        and all(further in reach(exit) for further in onward if further[0] == zone)
    ]
    own = [exit for exit in fitting if exit[0] == end[0]]
    return {"from": start, "to": end, "list": ", ".join(own or fitting)}


def _unlaid(exits: Sequence[str]) -> int | None:
    """The number of the first exit at which its board cannot lie, given the boards before it."""
    return next((number for number in range(2, len(exits), 2) if _lay(exits[: number + 1]) is None), None)


def start_at_finish(exits: Sequence[str]) -> Facts | None:
    """A stage that would end where it starts."""
    return {"exit": exits[0]} if exits and exits[0] == exits[-1] else None


def fault_of(route: Route) -> RouteFault | None:
    """The first reason why nobody can drive a route; none if it can be driven."""
    exits = route.exits
    if (facts := start_at_finish(exits)) is not None:
        return RouteFault("same-ends", len(exits) - 1, {**facts, "found": exits[-1]})
    if (facts := exit_without_partner(exits)) is not None:
        return RouteFault("partner", _lonely(exits) or 0, {**facts, "found": facts["exit"]})
    if (facts := crossing_without_road(exits)) is not None:
        return RouteFault("no-road", _unjoined(exits) or 0, {**facts, "found": facts["to"]})
    if (facts := impossible_seam(exits)) is not None:
        facts = {**facts, "found": facts["to"]}
        return RouteFault("seam" if facts["list"] else "no-seam", _unlaid(exits) or 0, facts)
    return None


def reach(exit: str) -> tuple[str, ...]:
    """The exits of the same board to which a road leads from here."""
    own = board(exit[0])
    return tuple(other for other in own.exits if own.road(exit, other) is not None)


def layout(route: Route) -> Mapping[str, BoardPlacement]:
    """How the boards of a route lie, the leftmost and uppermost at 0. The route must be free of faults."""
    placed = _lay(route.exits)
    if placed is None:
        fault = fault_of(route)
        assert fault is not None, f"{write_route(route)}: boards that cannot be laid always have a first that cannot"
        raise Refused(fault.key, fault.facts)
    left, top = min(p.x for p in placed.values()), min(p.y for p in placed.values())
    return {zone: p._replace(x=p.x - left, y=p.y - top) for zone, p in placed.items()}


@lru_cache(maxsize=64)
def items(route: Route, snow: frozenset[str] = frozenset()) -> tuple[Item, ...]:
    """The road of a route, item by item, drawn where its boards lie; `snow` names the zones on their snow face."""
    if (fault := fault_of(route)) is not None:
        raise Refused(fault.key, fault.facts)
    placed = layout(route)
    found: list[Item] = []
    for start, end in route.pairs:
        own = board(start[0])
        for name, backwards in own.road(start, end) or ():
            run = _segment(own, name, placed[own.zone], own.zone in snow)
            found += (_turned(item) for item in reversed(run)) if backwards else run
    return tuple(found)


@lru_cache(maxsize=64)
def unused_roads(route: Route, snow: frozenset[str] = frozenset()) -> tuple[Item, ...]:
    """The road on the boards of a route that the route leaves aside, to be drawn only."""
    driven = {item.home for item in items(route, snow)}
    return tuple(
        item
        for zone, placement in layout(route).items()
        for name in board(zone).segments
        for item in _segment(board(zone), name, placement, zone in snow)
        if item.home not in driven
    )


def legend(zone: str, snow: bool = False) -> Mapping[str, int]:
    """The cost of leaving the road, by the terrain that can lie beside it on this face."""
    own = board(zone)
    covered = set(own.white) if snow else set()
    return {kind: entry["value"] for kind, entry in own.legend.items() if kind not in covered}


@lru_cache(maxsize=64)
def scenery(route: Route, snow: frozenset[str] = frozenset()) -> tuple[Patch, ...]:
    """The patches on the boards of a route, from the ground up."""
    patches = []
    for zone, placement in layout(route).items():
        own = board(zone)
        white = own.white if zone in snow else {}
        corners = ((0.0, 0.0), (own.side, 0.0), (own.side, own.side), (0.0, own.side))
        for patch in (Patch(own.ground, corners, zone, ground=True), *own.scenery):
            points = tuple(placement.point(point) for point in patch.points)
            patches.append(patch._replace(kind=white.get(patch.kind, patch.kind), points=points))
    return tuple(patches)


def signs(route: Route) -> tuple[Sign, ...]:
    """Every exit of the boards of a route, where it lies."""
    found = []
    for zone, placement in layout(route).items():
        for exit, (edge, _) in board(zone).exits.items():
            inward = {"north": (0.0, 1.0), "east": (-1.0, 0.0), "south": (0.0, -1.0), "west": (1.0, 0.0)}
            found.append(Sign(exit, placement.point(board(zone).spot(exit)), inward[placement.edge(edge)]))
    return tuple(found)


@lru_cache(maxsize=len(ZONES))
def board(zone: str) -> Board:
    """A zone board, read once."""
    text = (resources.files(__package__) / "boards" / f"{zone}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return Board(
        zone=zone,
        side=float(data["side"]),
        ground=data["ground"],
        white=data["white"],
        exits={name: Exit(**entry) for name, entry in data["exits"].items()},
        segments={entry["name"]: _read_segment(zone, entry) for entry in data["segments"]},
        roads={(pair.split("-")[0], pair.split("-")[1]): tuple(names) for pair, names in data["roads"].items()},
        legend=data["legend"],
        scenery=tuple(Patch(entry["kind"], _points(entry["points"]), zone) for entry in data["scenery"]),
    )


def _exit(reader: Reader) -> str:
    at = reader.at
    name = reader.expect(f"(?i:[{''.join(ZONES)}])\\d\\b", "exit").group().upper()
    known = board(name[0]).exits
    if name not in known:
        raise Misread(reader.text, at + 1, "exit-of-board", {"list": tuple(known)})
    return name


def _points(listed: list[list[float]]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in listed)


def _read_segment(zone: str, entry: Plain) -> Segment:
    calls = _calls(entry["notes"])
    joints = entry["joints"]
    narrow = entry.get("narrow", ())
    sides = zip(entry["left"].split(), entry["right"].split(), strict=True)
    found = [
        item._replace(
            capacity=1 if number in narrow else item.capacity,
            left=left,
            right=right,
            legend=zone,
            home=f"{zone}.{entry['name']}.{number}",
            path=_curve(joints[number - 1], joints[number], item.turn),
        )
        for number, (item, (left, right)) in enumerate(zip(calls, sides, strict=True), 1)
    ]
    return Segment((entry["ends"][0], entry["ends"][1]), tuple(found), frozenset(entry.get("dry", ())))


def _calls(notes: str) -> list[Item]:
    """The items that pace notes call, still without a place."""
    reader = Reader(notes)
    found: list[Item] = []
    while not reader.done:
        note = reader.expect(_NOTE, "note")
        if note["turn"]:
            line, drift, drifts, cut = (int(note[key] or 0) for key in ("line", "drift", "drifts", "cut"))
            found.append(Item("bend", turn=note["turn"], line=line, drift=drift, drifts=drifts, cut=cut))
        elif note["jump"]:
            found.append(Item("jump", note=int(note["jump"])))
        else:
            found += [Item("straight")] * int(note["straights"] or 1)
    return found


def _curve(start: Sequence[float], end: Sequence[float], turn: str) -> tuple[Point, ...]:
    """The road from joint to joint: points of one cubic curve, close to a circular arc with the same turn."""
    angle = (end[2] - start[2] + 180) % 360 - 180
    if turn == "R" and angle < -90:
        angle += 360  # a hairpin may turn by more than half a circle
    elif turn == "L" and angle > 90:
        angle -= 360
    handle = math.dist(start[:2], end[:2]) / (3 * math.cos(math.radians(angle) / 4) ** 2)
    (x0, y0, first), (x3, y3, last) = ((float(x), float(y), math.radians(heading)) for x, y, heading in (start, end))
    x1, y1 = x0 + handle * math.cos(first), y0 + handle * math.sin(first)
    x2, y2 = x3 - handle * math.cos(last), y3 - handle * math.sin(last)
    steps = 12 if turn else 6
    inner = []
    for number in range(1, steps):
        t = number / steps
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        inner.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return ((x0, y0), *inner, (x3, y3))


def _segment(own: Board, name: str, placement: BoardPlacement, snow: bool) -> list[Item]:
    """The items of a segment as they lie on the table, on the face that shows."""
    segment = own.segments[name]
    white = own.white if snow else {}
    return [
        item._replace(
            snow=snow and number not in segment.dry,
            left=white.get(item.left, item.left),
            right=white.get(item.right, item.right),
            path=tuple(placement.point(point) for point in item.path),
        )
        for number, item in enumerate(segment.items, 1)
    ]


def _turned(item: Item) -> Item:
    """A piece of road driven the other way."""
    return item._replace(
        turn=_MIRROR[item.turn],
        left=item.right,
        right=item.left,
        backwards=not item.backwards,
        path=item.path[::-1],
    )


def _lay(exits: Sequence[str]) -> dict[str, BoardPlacement] | None:
    """How boards lie so that all these seams close; None if they cannot."""
    placed = {exits[0][0]: BoardPlacement(0.0, 0.0, 0, board(exits[0][0]).side)}
    for out, into in zip(exits[1::2], exits[2::2], strict=False):
        if out[0] == into[0] or out[0] not in placed:
            return None
        if into[0] not in placed:
            placed[into[0]] = _beside(placed[out[0]], out, into)
            if not _fits(into[0], placed):
                return None
        elif not _meet(placed, out, into):
            return None
    return placed


def _beside(there: BoardPlacement, out: str, into: str) -> BoardPlacement:
    """The one place for a board where its exit meets that exit of a board already laid."""
    own = board(into[0])
    facing = _EDGES.index(there.edge(board(out[0]).exits[out].edge)) + 2
    turned = BoardPlacement(0.0, 0.0, (facing - _EDGES.index(own.exits[into].edge)) % 4, own.side)
    (x, y), (dx, dy) = there.point(board(out[0]).spot(out)), turned.point(own.spot(into))
    return turned._replace(x=x - dx, y=y - dy)


def _fits(zone: str, placed: Mapping[str, BoardPlacement]) -> bool:
    """Whether a board lies in the grid of half sides and on no other board."""
    here = placed[zone]
    if here.x % (here.side / 2) or here.y % (here.side / 2):
        return False
    others = (other for name, other in placed.items() if name != zone)
    return not any(abs(here.x - other.x) < here.side and abs(here.y - other.y) < here.side for other in others)


def _meet(placed: Mapping[str, BoardPlacement], out: str, into: str) -> bool:
    """Whether two exits of boards already laid are the same place, and face each other."""
    spots = [placed[exit[0]].point(board(exit[0]).spot(exit)) for exit in (out, into)]
    edges = [_EDGES.index(placed[exit[0]].edge(board(exit[0]).exits[exit].edge)) for exit in (out, into)]
    return spots[0] == spots[1] and (edges[0] - edges[1]) % 4 == 2
