"""The road: a stage unrolled into spaces, and which space leads to which.

A stage is told as a list of items in driving order: a straight space, a jump, a bend. A bend unrolls into its ways: the
line, the spaces of the drift, the cut. Place 0 is the start line and the last place the finish line, so a car always
stands somewhere and a move always leads somewhere. Every space has an exact front edge along the middle of the road:
order of play compares fronts, never counts of spaces. `ranks` numbers the fronts from behind: they order cars as the
fronts do, and are quicker to compare.

A road that is driven twice in one stage is two runs of spaces. Both runs name the same `home`, and so share their room
(cars of either run are in each other's way) and their dirt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from rallyman_tutor.scene.shapes import Point

START = 0
FURTHEST = 4
"""As many spaces on a single die leads at most: one to a jump, and three more."""


class Item(NamedTuple):
    """One piece of road as the pace notes call it: a straight space, a jump or a whole bend."""

    kind: str  # "straight", "jump" or "bend"
    note: int = 0  # of a jump
    turn: str = ""  # of a bend: "L" or "R"
    line: int = 0  # notes of a bend's ways; 0 where the bend has no such way
    drift: int = 0
    drifts: int = 0  # how many drift spaces
    cut: int = 0
    capacity: int = 2
    snow: bool = False
    left: str = "grass"  # terrain beside the road, seen in driving direction
    right: str = "grass"
    legend: str = ""  # which board's table says what that terrain costs
    home: str = ""  # the place on a board; equal for every run over it
    backwards: bool = False  # driven against the direction in which the board lists it
    path: tuple[Point, ...] = ()  # the middle of the road; empty: `ground.py` lays it out


class Space(NamedTuple):
    """One place a car can be. `left` and `right` name the ground beside the road there: terrain, cut or road."""

    key: str  # "s5", "j1", "b2.line", "b2.d1", "b2.cut": what people, keyboard and screen reader call it
    kind: str  # "start", "straight", "jump", "line", "drift", "cut", "finish"
    item: int
    nth: int  # 1, 2 … along a drift, else 0
    front: Fraction
    note: int = 0
    bend: int = -1  # which of the road's bends this is part of
    capacity: int = 2
    snow: bool = False
    left: str = "grass"
    right: str = "grass"
    legend: str = ""
    room: int = 0  # spaces with the same number are the same piece of board


class Bend(NamedTuple):
    """One bend of a road: its printed notes, and where its ways lie (0 where there is none)."""

    name: str
    turn: str
    line: int
    drift: int
    cut: int
    line_at: int
    drift_at: tuple[int, ...]
    cut_at: int
    exit: int
    dirt: int  # its number among the bends that can get dirty; shared by all runs over it
    front: Fraction  # where the bend begins


class Road:
    """Spaces in order, and the moves between them. Built once, then only read."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.items = tuple(items)
        self.bends: tuple[Bend, ...] = ()
        self._rooms: dict[tuple[str, str, int], int] = {}
        self._dirts: dict[str, int] = {}
        self._counts = {"straight": 0, "jump": 0, "bend": 0}
        spaces = [
            Space(
                key="start",
                kind="start",
                item=-1,
                nth=0,
                front=Fraction(0),
                room=self._room("start", "", 0),
                capacity=99,
            )
        ]
        entries: list[tuple[int, ...]] = []  # per item: the places at which it can be entered
        bends: list[Bend] = []
        for number, item in enumerate(self.items):
            first = len(spaces)
            if item.kind == "bend":
                spaces += self._bend(number, item, len(bends))
                bends.append(self._ways(number, item, spaces[first:], first))
                entries.append(
                    tuple(place for place in (bends[-1].line_at, *bends[-1].drift_at[:1], bends[-1].cut_at) if place)
                )
            else:
                spaces.append(self._plain(number, item))
                entries.append((first,))
        last = self.items[-1] if self.items else Item("straight")
        end = Fraction(len(self.items) + 1)
        # Beyond the finish the surface is that of the last space.
        spaces.append(
            Space(
                key="finish",
                kind="finish",
                item=len(self.items),
                nth=0,
                front=end,
                snow=last.snow,
                room=self._room("finish", "", 0),
                capacity=99,
            )
        )
        entries.append((len(spaces) - 1,))
        self.spaces = tuple(spaces)
        self.finish = len(spaces) - 1
        self.bends = tuple(bend._replace(exit=entries[spaces[_any(bend)].item + 1][0]) for bend in bends)
        self.ahead = tuple(self._ahead(place, entries) for place in range(len(spaces)))
        self.place = {space.key: number for number, space in enumerate(spaces)}
        self.dirts = len(self._dirts)
        self.around = self._around()
        self.dirts_near = tuple(self._dirts_near(place) for place in range(len(spaces)))
        ranks = {front: rank for rank, front in enumerate(sorted({space.front for space in spaces}))}
        self.ranks = tuple(ranks[space.front] for space in spaces)

    def _room(self, home: str, kind: str, index: int) -> int:
        return self._rooms.setdefault((home, kind, index), len(self._rooms))

    def _plain(self, number: int, item: Item) -> Space:
        key = self._name(item)
        return Space(
            key=key,
            kind=item.kind,
            item=number,
            nth=0,
            front=Fraction(number + 1),
            note=item.note,
            bend=-1,
            capacity=item.capacity,
            snow=item.snow,
            left=item.left,
            right=item.right,
            legend=item.legend,
            room=self._room(item.home or key, "", 0),
        )

    def _name(self, item: Item) -> str:
        self._counts[item.kind] += 1
        return f"{item.kind[0]}{self._counts[item.kind]}"

    def _bend(self, number: int, item: Item, bend: int) -> list[Space]:
        name = self._name(item)
        home = item.home or name
        inside = item.left if item.turn == "L" else item.right
        outside = item.right if item.turn == "L" else item.left
        beside_road = "cut" if item.cut else inside

        def space(way: str, index: int, front: Fraction, note: int, inner: str, outer: str) -> Space:
            left, right = (inner, outer) if item.turn == "L" else (outer, inner)
            kind = {"d": "drift"}.get(way[0], way) if index else way
            # Driven backwards, the last drift space comes first: spaces are counted from the same end as forwards.
            counted = item.drifts + 1 - index if item.backwards and index else index
            room = self._room(home, kind, counted)
            return Space(
                key=f"{name}.{way}",
                kind=kind,
                item=number,
                nth=index,
                front=front,
                note=note,
                bend=bend,
                capacity=1,
                snow=item.snow,
                left=left,
                right=right,
                legend=item.legend,
                room=room,
            )

        spaces = []
        end = Fraction(number + 1)
        if item.line:
            spaces.append(space("line", 0, end, item.line, beside_road, outside))
        for index in range(1, item.drifts + 1):
            spaces.append(
                space(f"d{index}", index, number + Fraction(index, item.drifts), item.drift, beside_road, outside)
            )
        if item.cut:
            spaces.append(space("cut", 0, end, item.cut, inside, "road"))
        return spaces

    def _ways(self, number: int, item: Item, spaces: Sequence[Space], first: int) -> Bend:
        at = {
            kind: [first + i for i, space in enumerate(spaces) if space.kind == kind]
            for kind in ("line", "drift", "cut")
        }
        name = spaces[0].key.split(".")[0]
        dirt = self._dirts.setdefault(item.home or name, len(self._dirts))
        return Bend(
            name=name,
            turn=item.turn,
            line=item.line,
            drift=item.drift,
            cut=item.cut,
            line_at=(at["line"] or [0])[0],
            drift_at=tuple(at["drift"]),
            cut_at=(at["cut"] or [0])[0],
            exit=0,
            dirt=dirt,
            front=Fraction(number),
        )

    def _ahead(self, place: int, entries: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        space = self.spaces[place]
        if space.kind == "finish":
            return ()
        if space.kind == "drift":
            bend = self.bends[space.bend]
            if place != bend.drift_at[-1]:
                return (place + 1, bend.line_at) if bend.line_at else (place + 1,)
        return entries[space.item + 1]

    def _around(self) -> tuple[frozenset[int], ...]:
        """By place, the places where a car can be in the way of another one there: in the same bend, on any run over
        it, or else in the same room."""
        shared = [
            ("bend", self.bends[space.bend].dirt) if space.bend >= 0 else ("room", space.room) for space in self.spaces
        ]
        places: dict[tuple[str, int], list[int]] = {}
        for place, what in enumerate(shared):
            places.setdefault(what, []).append(place)
        found = {what: frozenset(those) for what, those in places.items()}
        return tuple(found[what] for what in shared)

    def _dirts_near(self, place: int) -> tuple[int, ...]:
        """The numbers, as `Bend.dirt` has them, of the bends that a die from here can come to: a space, and as many
        more as a jump flies over."""
        reached = {place}
        for _ in range(FURTHEST):
            reached |= {ahead for at in reached for ahead in self.ahead[at]}
        return tuple(sorted({self.bends[self.spaces[at].bend].dirt for at in reached if self.spaces[at].bend >= 0}))


def _any(bend: Bend) -> int:
    return bend.line_at or bend.cut_at or bend.drift_at[0]
