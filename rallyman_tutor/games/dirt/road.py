"""A stage of tiles, unrolled into spaces: where each lies, and where a car can go from it. All is worked out once.

    stage = read_stage("202a< 210b:L2 205a 203a")     or by a name of stages.toml: "R1-SS1", "FX-SL"
    road = stage.road
    at = road.place["205a#3.L2"]                      spaces are numbered; nearly everything is a tuple by that number
    road.spaces[at].limit, road.next[at], road.find("3.L2")

The text of a stage is its tiles in driving order. `<` is a tile driven from the first of its edges; a tile that turns
the heading tells the same by its turn, `210b:L2`. Behind the finish may lie the service park.

A space is called by its tile, that tile's place in the stage, and the space on it as the driver sees them:

    219a#3.L2  R2      left, right lane; the number is the row's on this tile (on our own stretches it goes on)
    .f2                a space as wide as the road, in row 2
    .line1             the line of a bend     .d1 .d2 …  its drift
    .h1 .h2            the halves of a slide  .k1         a shortcut

Line, drift, halves and shortcuts are counted on from bend to bend of one tile. Where a name is that of one space only,
`find` takes it shortened: `3.L2`, `L2`.

Each tile is 1 long along the middle of the road, its rows in equal parts of that; `start` and `front` are exact, and of
two cars the one with the greater front is ahead. Everything here follows from the tiles alone: other cars, closed
spaces, and what a driver has chosen before are not known here.

`next`       the spaces to which one die can lead. In a zone with two ways (line and drift, lane and slide) `Space.way`
             tells which this is; from inside, `next` keeps to it; from outside it offers all.
`landings`   of a space, by how many spaces one flies (1 or 2): where a jump from it can come down.
`alongside`  spaces of the other lane that overlap it, or the shortcut and the spaces in contact with it: whoever stands
             there is level. Never a space of a bend.
`clashes`    spaces that share its room: the halves of a slide, and the lane spaces under them.
`room`       the space itself and those of `clashes`: the room a car on it takes; as a set in one number, see `bits`.
`around`     where a car on a space can matter to others: there, where it takes room, beside it, and in its bend; as a
             set in one number.
`reach`      the greatest rank of these: it does not matter to a car of that rank or a greater one.
`gravelled`  by bend, where gravel on it lies: its line and drift, as a set in one number.
`named_next` the spaces of `next` that are no jumps, by their short names.
`inside`     the side to which the nearest limited curve turns, its own included: the inner lane. "" where none comes.
`outer`      whether the space is not on that side, where one comes.
`ranks`      the fronts counted from behind: they order cars as the fronts do, and are quicker to compare.
`past`       whether the space lies behind the finish line.

Whether tiles may lie so is told by the rules in `layout.py`, where every space lies on the table by
`ground.survey(stage)`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib import resources

from rallyman_tutor.core.notation import Misread, Reader, Refused
from rallyman_tutor.games.dirt.spaces import Bend, Space, Zone, unroll
from rallyman_tutor.games.dirt.tiles import Tile, sides

LONGEST = 60
"""Tiles of the longest stage: far more than a box holds."""


def bits(places: Iterable[int]) -> int:
    """A set of spaces as one number with a bit for each: `&` tells at once whether two sets have a space in common."""
    return sum(1 << place for place in set(places))


class Road:
    """The spaces of a stage in order, and how they are connected. Built once, then only read."""

    def __init__(self, tiles: Sequence[Tile]) -> None:
        self.tiles = tuple(tiles)
        spaces: list[Space] = []
        zones: list[Zone] = []
        bends: list[Bend] = []
        lines: dict[str, list[Fraction]] = {"start": [], "finish": []}
        for at, tile in enumerate(self.tiles):
            for name, row in (("start", tile.start), ("finish", tile.finish)):
                if row >= 0:
                    lines[name].append(at + Fraction(row, len(tile.rows)))
            unroll(at, tile, spaces, zones, bends)
        self.spaces = tuple(spaces)
        self.zones = tuple(zones)
        self.bends = tuple(bends)
        self.place: Mapping[str, int] = {space.key: space.place for space in spaces}
        self.start_line = lines["start"][0] if lines["start"] else None
        self.finish_line = lines["finish"][-1] if lines["finish"] else None
        self.starts = tuple(space.place for space in spaces if space.front == self.start_line and space.lane)
        self.past = tuple(self.finish_line is not None and space.start >= self.finish_line for space in spaces)
        contacts = self._contacts()
        fronts = sorted({space.front for space in spaces})
        self.ranks = tuple(fronts.index(space.front) for space in spaces)
        self.contacts = tuple(tuple(sorted(contacts.get(at, ()))) for at in range(len(spaces)))
        self.next = tuple(tuple(sorted(self._next(space))) for space in spaces)
        self.alongside = tuple(tuple(sorted(self._alongside(space))) for space in spaces)
        self.clashes = tuple(tuple(self._clashes(space)) for space in spaces)
        self.room = tuple(bits((at, *clashes)) for at, clashes in enumerate(self.clashes))
        self.inside = tuple(self._inside())
        self.outer = tuple(inside not in ("", space.lane) for inside, space in zip(self.inside, spaces, strict=True))
        around = [self._around(space) for space in spaces]
        self.around = tuple(bits(places) for places in around)
        self.reach = tuple(max(self.ranks[at] for at in places) for places in around)
        self.gravelled = tuple(bits((*bend.line, *bend.drift)) for bend in bends)
        named: dict[str, list[int]] = {}
        for space in spaces:
            code, _, rest = space.key.partition("#")
            for name in {space.key, rest, f"#{rest}", space.name, f"{code}.{space.name}"}:
                named.setdefault(name, []).append(space.place)
        self.names: Mapping[str, tuple[int, ...]] = {name: tuple(places) for name, places in named.items()}
        self._plain = all(len(self.names[space.name]) == 1 for space in spaces)
        self.named_next: tuple[Mapping[str, int], ...] = tuple(
            {self.short(at): at for at in ahead if not spaces[at].jump} for ahead in self.next
        )

    def find(self, name: str) -> int | None:
        """The space of this name, in full or shortened; None where there is none, or more than one."""
        places = self.names.get(name, ())
        return places[0] if len(places) == 1 else None

    def landings(self, at: int, flown: int) -> tuple[int, ...]:
        """The spaces on which a jump from `at` can land: `flown` 1 the next ones, 2 the ones after those."""
        if flown == 1:
            return self.next[at]
        return tuple(sorted({further for space in self.next[at] for further in self.next[space]}))

    def short(self, at: int) -> str:
        """A space's short name, which `find` takes: `3.L2`, or `L2` where no two tiles share a name, as on one tile."""
        name = self.spaces[at].name
        return name if self._plain else f"{self.spaces[at].tile + 1}.{name}"

    def entries(self, zone: int) -> tuple[int, ...]:
        """The spaces by which a zone is entered from the zone before it."""
        if zone >= len(self.zones):
            return ()
        return tuple(
            at
            for at in self.zones[zone].spaces
            if self.spaces[at].start == self.zones[zone].start and self.spaces[at].kind != "shortcut"
        )

    def _next(self, space: Space) -> Iterator[int]:
        for at in self.contacts[space.place]:
            if self.spaces[at].front > space.front and (at != space.place):
                yield at
        if space.kind == "shortcut":
            return
        zone = self.zones[space.zone]
        if space.front == zone.front:
            yield from self.entries(space.zone + 1)
        elif space.lane:  # a zone that ends further on has lanes that overlap
            for at in zone.spaces:
                other = self.spaces[at]
                straight = other.lane == space.lane and other.start == space.front
                if straight or (other.lane != space.lane and other.start <= space.front < other.front):
                    yield at
        else:
            for at in zone.spaces:
                if self.spaces[at].way == space.way and self.spaces[at].start == space.front:
                    yield at

    def _contacts(self) -> dict[int, set[int]]:
        """Each shortcut space with the spaces it touches, and each of those with it. Spaces of a bend touch no
        shortcut."""
        found: dict[int, set[int]] = {}
        for bend in self.bends:
            for part, at in enumerate(bend.shortcut):
                near = set()
                if part == 0:
                    near |= self._beside(bend, bend.zone - 1)
                if at == bend.shortcut[-1]:
                    near |= self._beside(bend, bend.zone + 1)
                else:
                    near.add(bend.shortcut[part + 1])
                for other in near:
                    found.setdefault(at, set()).add(other)
                    found.setdefault(other, set()).add(at)
        return found

    def _beside(self, bend: Bend, zone: int) -> set[int]:
        """The spaces of a neighbouring zone that a shortcut inside this bend touches: the inner lane, and any that span
        the road."""
        if not 0 <= zone < len(self.zones) or self.zones[zone].kind == "bend":
            return set()
        edge = self.zones[zone].front if zone < bend.zone else self.zones[zone].start
        return {
            at
            for at in self.zones[zone].spaces
            if (space := self.spaces[at]).kind == "half"
            or (space.lane in ("", bend.turn) and space.kind != "shortcut" and edge in (space.start, space.front))
        }

    def _alongside(self, space: Space) -> Iterator[int]:
        for at in self.contacts[space.place]:
            if self.spaces[at].kind != "shortcut" or space.kind != "shortcut":
                yield at
        if space.lane:
            for at in self.zones[space.zone].spaces:
                other = self.spaces[at]
                if other.lane not in ("", space.lane) and other.start < space.front and space.start < other.front:
                    yield at

    def _clashes(self, space: Space) -> Iterator[int]:
        if self.zones[space.zone].kind == "slide" and space.kind != "shortcut":
            for at in self.zones[space.zone].spaces:
                if self.spaces[at].way not in ("", space.way):
                    yield at

    def _around(self, space: Space) -> set[int]:
        bend = self.zones[space.zone].spaces if space.way in ("line", "drift") else ()
        return {space.place, *self.clashes[space.place], *self.alongside[space.place], *bend}

    def _inside(self) -> Iterator[str]:
        end = self.finish_line
        for space in self.spaces:
            yield next(
                (
                    zone.turn
                    for zone in self.zones[space.zone :]
                    if zone.turn and (end is None or zone.start < end) and zone.front > space.start
                ),
                "",
            )


class Stage:
    """One timed stage. Stages with the same text are equal."""

    def __init__(self, tiles: Iterable[Tile]) -> None:
        every = tuple(tiles)
        self.text = " ".join(tile.word for tile in every)
        self.tiles = tuple(tile for tile in every if not tile.side.service)
        self.all_tiles = every
        self._hash = hash(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stage) and other.text == self.text

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Stage({self.text!r})"

    @property
    def service(self) -> bool:
        """Whether a service park lies after the finish."""
        return len(self.all_tiles) > len(self.tiles)

    @cached_property
    def road(self) -> Road:
        """Its road, unrolled when it is first asked for."""
        return Road(self.tiles)


@lru_cache(maxsize=1)
def named_stages() -> Mapping[str, Mapping[str, str]]:
    """The stages of stages.toml: family, name, text."""
    return tomllib.loads((resources.files(__package__) / "stages.toml").read_text("utf-8"))


OFFICIAL: tuple[str, ...] = tuple(named_stages()["official"])
"""The names of the official stages: R1-SS1, R1-SS2 …"""


@lru_cache(maxsize=1)
def _names() -> Mapping[str, str]:
    return {name: text for family in named_stages().values() for name, text in family.items()}


def spelled(text: str) -> str:
    """The tiles of a stage that is given by its name; any other text as it is."""
    return _names().get(text.strip(), text)


def read_stage(text: str) -> Stage:
    """A stage from its text. Cached."""
    return _stage(read_tiles(text))


@lru_cache(maxsize=512)
def _stage(tiles: tuple[Tile, ...]) -> Stage:
    return Stage(tiles)


@lru_cache(maxsize=512)
def read_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a stage. Only what cannot be read is refused here: whether the tiles may lie so is for the rules.
    Cached."""
    reader = Reader(spelled(text))
    found: list[Tile] = []
    while not reader.done:
        at = reader.at
        word = reader.expect(r"([\w-]+)(?::([SLR][0-3]))?(<?)(?!\S)", "tile")
        code, call, mark = word.groups()
        side = sides().get(code) or sides().get(code.lower()) or sides().get(code.upper())
        if side is None:
            raise Misread(reader.text, at + 1, "known-tile", {"found": code})
        tile = Tile(side, mark == "<")
        if call and not side.service and tile.call != call:
            other = Tile(side, backwards=True)
            if mark or other.call != call:
                calls = tuple(dict.fromkeys(Tile(side, way).call for way in (False, True)))
                raise Misread(reader.text, at + 1, "turn-of-tile", {"found": call, "tile": code, "list": calls})
            tile = other
        found.append(Tile(side) if side.service else tile)
        if len(found) > LONGEST:
            raise Misread(reader.text, at + 1, "fewer-tiles", {"most": LONGEST})
    if not any(not tile.side.service for tile in found):
        raise Refused("stage") if not reader.text.strip() else Misread(reader.text, 1, "tile")
    return tuple(found)
