"""The picture of a rally: its country or its boards, the road with its notes, the cars on it and the dice laid ahead.

The table is lit from the top left. What does not change during a stage is drawn once and kept; what moves has layers of
its own. `parts` draws cars, dice and landscapes; here is what only this game has: the ways of a bend, notes, jumps,
dirt, and where cars and dice stand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import atan2, cos, pi, sin
from typing import NamedTuple

from rallyman_tutor.core.notation import ScriptedDraft, as_scripted
from rallyman_tutor.games.classic import country, judging, routes, scenery
from rallyman_tutor.games.classic.ground import survey
from rallyman_tutor.games.classic.road import READY
from rallyman_tutor.games.classic.road import boards as boards_of
from rallyman_tutor.games.classic.spaces import Bend, Road
from rallyman_tutor.games.classic.state import GAS, GEAR_DICE, HAZARD, SECONDS, Draft, Event, Move, Roll, Stage, State
from rallyman_tutor.games.classic.step import Step
from rallyman_tutor.games.classic.surface import ends, fronts, paint, polish, road_edge, stands, surface, tracks
from rallyman_tutor.parts.car import car, dust
from rallyman_tutor.parts.dice import die
from rallyman_tutor.parts.geometry import Shape
from rallyman_tutor.parts.pile import pile
from rallyman_tutor.parts.roadway import Art, beside, between, crest, length, within
from rallyman_tutor.parts.seasons import CLOTHES, dressed, roadside, seen
from rallyman_tutor.parts.seasons import named as seasons_of
from rallyman_tutor.parts.stamps import GRAVEL
from rallyman_tutor.scene import shapes as art
from rallyman_tutor.scene.shapes import Group, Line, Scene, Text

PROPS = ("tree", "house", "boulder")
"""Kinds of scenery that a board places one by one; all other kinds are areas."""


class CarMark(NamedTuple):
    """A car as it is drawn."""

    name: str
    number: int
    colour: int  # 0 to 5; each has a livery of its own
    place: int
    beside: str = ""  # "left" or "right" of the road
    backwards: bool = False
    drifting: bool = False


class DieMark(NamedTuple):
    """A die as it is drawn on a space. It is matt until it is rolled."""

    face: str  # "1" to "5"; a gas die has none
    place: int
    kind: str = "gear"  # "gear", "gas", "leader" or "brake"
    hazard: bool = False
    rolled: bool = False
    secured: bool = False
    number: int = 0  # its number in the draft, from 1; 0: its number among the dice drawn
    played: bool = False  # rolled in this turn already: it is no longer part of a draft


class Still(NamedTuple):
    """The part of the table that is shown, and the layers under the cars, which do not move."""

    frame: tuple[float, float, float, float]
    ground: Art
    road: Art
    marks: Art


def draw(state: State, draft: Draft | ScriptedDraft[Move] = (), events: Sequence[Event] = ()) -> Scene:
    """The table: the dice of a draft on the spaces they lead to, and the dice already rolled in this turn, known from
    `events`, where they carried the car."""
    road = state.road
    dirt = tuple(state.dirt[bend.dirt] for bend in road.bends)
    dice = [*played_marks(state, events), *die_marks(state, draft)]
    season = season_of(state.stage)
    return picture(road, shapes_of(road), car_marks(state), dice, table_of(state.stage), dirt, season)


@lru_cache(maxsize=64)
def season_of(stage: Stage) -> str:
    """The season in which a stage is shown, as `seasons.toml` has it; "" in summer, and where snow lies."""
    if any(item.snow for item in stage.road.items):
        return ""
    seasons = seasons_of(__package__)
    own = {READY[name]: season for name, season in seasons["stages"].items()}
    return own.get(stage.text) or seasons["boards"].get(stage.road.items[0].legend, "")


def picture(
    road: Road,
    shapes: tuple[Shape, ...],
    cars: Sequence[CarMark] = (),
    dice: Sequence[DieMark] = (),
    table: scenery.Table | None = None,
    dirt: tuple[int, ...] = (),
    season: str = "",
) -> Scene:
    """The table with everything on it. `dirt` lies on the road's bends, a number for each."""
    (left, top, width, height), *still = _still(road, shapes, table, dirt if any(dirt) else (), season)
    layers = (
        *zip(("ground", "road", "marks"), still, strict=True),
        ("cars", tuple(_cars(road, shapes, cars, CLOTHES[season].lamps))),
        ("draft", seen(_dice(road, shapes, dice, cars), season)),
        ("overlay", ()),
    )
    return Scene(width, height, layers, left, top, season)


def faces() -> dict[str, Group]:
    """The pieces beside the road: the dice, by their names in notation (with a hazard: `3!`), and a pile with the card
    of each gear on top."""
    dice = {
        f"{name}{'!' if hazard else ''}": die(
            name.strip("w"), "gas" if name == "w" else "gear", hazard, 0, 0, rolled=True
        )
        for name in (*map(str, range(1, GEAR_DICE + 1)), "w")
        for hazard in (False, True)
    }
    piles = {f"card:{gear}": pile(str(gear) if gear else "", str(seconds)) for gear, seconds in enumerate(SECONDS)}
    return {**dice, **piles}


@lru_cache(maxsize=32)
def shapes_of(road: Road) -> tuple[Shape, ...]:
    """The shapes of a road, surveyed once."""
    return survey(road)


@lru_cache(maxsize=16)
def table_of(stage: Stage) -> scenery.Table | None:
    """The zone boards of a stage as they lie; None for a stage that is given by pace notes only."""
    if not boards_of(stage):
        return None
    route_text, _, zones = stage.text.partition(" snow ")
    route, snow = routes.read_route(route_text), frozenset(zones.split())
    found = []
    patches = routes.scenery(route, snow)
    for zone, placed in routes.layout(route).items():
        own = [patch for patch in patches if patch.zone == zone]
        wood = "snowforest" if zone in snow else "forest"
        found.append(
            scenery.Board(
                placed.x,
                placed.y,
                placed.side,
                next(patch.kind for patch in own if patch.ground),
                tuple((p.kind.replace("forest", wood), p.points) for p in own if p.kind not in PROPS and not p.ground),
                tuple((p.kind, point) for p in own if p.kind in PROPS for point in p.points),
            )
        )
    aside = groupby(routes.unused_roads(route, snow), key=lambda item: item.home.rpartition(".")[0])
    byways = tuple((road, survey(road)) for road in (Road(run) for _, run in aside))
    return scenery.Table(tuple(found), byways, tuple(scenery.Exit(*sign) for sign in routes.signs(route)))


def car_marks(state: State) -> list[CarMark]:
    """The cars to draw, in the order in which they arrived, without those out of the rally."""
    spaces = state.road.spaces
    marks = []
    for seat in sorted(dict.fromkeys((*state.order, *range(len(state.cars)))), key=lambda seat: state.cars[seat].stamp):
        one = state.cars[seat]
        if one.status != "out":
            drifting = spaces[one.place].kind == "drift" and not one.beside
            marks.append(CarMark(one.name, seat + 1, seat, one.place, one.beside, one.spun, drifting))
    return marks


def die_marks(state: State, draft: Draft | ScriptedDraft[Move]) -> list[DieMark]:
    """The dice of a draft where they lead, with their faces where a script tells them. One that leads nowhere lies
    where it was laid, if it was laid on a space."""
    steps = {at: (now, step) for at, now, step in judging.unfold(state, draft)}
    marks = []
    for at, (roll, shown) in enumerate(as_scripted(draft).shown_moves):
        if not isinstance(roll, Roll):
            continue
        now, step = steps.get(at, (state, None))
        place = step.to if isinstance(step, Step) and step.to >= 0 else state.road.place.get(roll.to, -1)
        if place < 0:
            continue
        hand = now.turn.hand if state.turn.rolled else ()
        lies = [hazard for held, hazard in hand if held == roll.die and roll.hazard in (None, hazard)]
        lies = lies or [face == HAZARD for face in shown]
        face, kind = ("", "gas") if roll.die == GAS else (str(roll.die), "gear")
        marks.append(DieMark(face, place, kind, any(lies[:1]), bool(lies), roll.pay, at + 1))
    return marks


def played_marks(state: State, events: Sequence[Event]) -> list[DieMark]:
    """The dice rolled in this turn so far, with their faces, where each carried the car."""
    marks: list[DieMark] = []
    last: Event | None = None
    for event in events:
        if event.what in ("rolled", "moved-with", "secured"):
            last = event
        elif event.what == "moved" and last is not None:
            die, hazard = last.facts["die"], last.facts.get("hazard", False)
            face, kind = ("", "gas") if die == GAS else (str(die), "gear")
            secured = last.what == "secured"
            marks.append(DieMark(face, event.facts["to"], kind, hazard, True, secured, len(marks) + 1, played=True))
            last = None
    many = len(state.turn.used)
    return [mark._replace(number=n) for n, mark in enumerate(marks[-many:], 1)] if many else []


@lru_cache(maxsize=16)
def _still(
    road: Road, shapes: tuple[Shape, ...], table: scenery.Table | None, dirt: tuple[int, ...], season: str
) -> Still:
    if dirt:
        clean = _still(road, shapes, table, (), season)
        return clean._replace(marks=(*clean.marks, *_dirt(road, shapes, dirt)))
    edges = [(road_edge(road, shapes, side), away) for side, away in (("left", -1), ("right", 1))]
    beside_it = roadside(edges, [shape.outline for shape in shapes], season)
    if table is None:
        return Still(
            country.frame(shapes),
            dressed(country.country(road, shapes), season),
            (*surface(road, shapes), *beside_it),
            tuple(_marks(road, shapes)),
        )
    return Still(
        scenery.frame(table),
        dressed(scenery.ground(table, road, shapes), season),
        (*scenery.side_roads(table, road, shapes), *surface(road, shapes), *beside_it),
        (*_marks(road, shapes), *scenery.edges(table), *scenery.signs(table, road, shapes)),
    )


# -- How the road is marked. -------------------------------------------------------------------------------------------


def _marks(road: Road, shapes: tuple[Shape, ...]) -> Iterator[art.Shape]:
    edges = [(road_edge(road, shapes, side), away) for side, away in (("left", 1), ("right", -1))]
    for edge, away in edges:
        yield Line(beside(edge, 3.5 * away), "shadow", 8, opacity=0.13)
    yield from polish(road, shapes)
    yield from tracks(road, shapes)
    for bend in road.bends:
        yield from _skids(bend, shapes)
        yield from _lanes(bend, road, shapes)
    yield from _cut_tracks(road, shapes)
    yield from fronts(road, shapes)
    for edge, away in edges:
        yield Line(beside(edge, 2.6 * away), "paint", 1.5, opacity=0.85)
    yield from ends(road, shapes)
    for space, shape in zip(road.spaces, shapes, strict=True):
        if space.kind == "jump":
            yield from crest(shape)
    yield from _notes(road, shapes)
    yield from stands(road, shapes)


def _skids(bend: Bend, shapes: Sequence[Shape]) -> Iterator[art.Shape]:
    """Tyre marks in the drift of a bend."""
    if not bend.drift_at:
        return
    lefts = [point for at in bend.drift_at for point in shapes[at].left]
    rights = [point for at in bend.drift_at for point in shapes[at].right]
    within, without = (lefts, rights) if bend.turn == "L" else (rights, lefts)
    steps = len(within) - 1
    for base, sway, first, last in (
        (0.22, 0.10, 0.0, 1.0),
        (0.52, 0.13, 0.08, 0.96),
        (0.38, 0.2, 0.3, 0.8),
        (0.72, 0.1, 0.25, 0.85),
    ):
        points = tuple(
            between(within[n : n + 1], without[n : n + 1], base + sway * sin(pi * n / steps))[0]
            for n in range(steps + 1)
            if first <= n / steps <= last
        )
        yield Line(points[::2], "tyre", 2.8, smooth=True, opacity=0.26)
        yield Line(points[len(points) // 4 : -len(points) // 5 : 2], "tyre", 2.0, smooth=True, opacity=0.3)


def _lanes(bend: Bend, road: Road, shapes: Sequence[Shape]) -> Iterator[art.Shape]:
    """The painted lines between line and drift, and between drift spaces."""
    if not bend.drift_at:
        return
    snow = road.spaces[bend.drift_at[0]].snow
    for at in bend.drift_at:
        shape = shapes[at]
        within, without = (shape.left, shape.right) if bend.turn == "L" else (shape.right, shape.left)
        if bend.line_at:
            yield Line(within, paint(snow), 1.2, dash=(5, 5), opacity=0.75)
        if at != bend.drift_at[-1]:
            yield Line(
                between(within[-1:], without[-1:], 0.0) + between(within[-1:], without[-1:], 0.86),
                paint(snow),
                1.3,
                opacity=0.8,
            )


def _cut_tracks(road: Road, shapes: Sequence[Shape]) -> Iterator[art.Shape]:
    """Ruts and stones on the bare earth of a cut."""
    for bend in road.bends:
        if not bend.cut_at:
            continue
        shape = shapes[bend.cut_at]
        for share in (0.36, 0.64):
            rut = between(shape.left, shape.right, share)
            yield Line(rut[1:-1], "earth-deep", 3.2, smooth=True, opacity=0.5)
            yield Line(beside(rut[1:-1], -1.2), "earth-lit", 0.8, smooth=True, opacity=0.4)


def _notes(road: Road, shapes: Sequence[Shape]) -> Iterator[art.Shape]:
    """Notes painted on the road, upright to the reader. A road that is driven twice has them once."""
    painted: set[int] = set()
    for space, shape in zip(road.spaces, shapes, strict=True):
        if not space.note or space.room in painted:
            continue
        painted.add(space.room)
        # Near the entry, so that a car or a die in the middle of the space does not hide it.
        size, share = {"line": (25.0, 0.24), "jump": (26.0, 0.22), "drift": (19.0, 0.24), "cut": (17.0, 0.3)}[
            space.kind
        ]
        x, y = within(shape, min(share, 20 / length(shape)) if space.kind == "line" else share)
        text = f"K{space.note}" if space.kind == "cut" else str(space.note)
        snow = space.snow and space.kind != "cut"  # a cut is bare earth in winter too
        yield Text(x + 0.9, y + 1.2, text, size, "light" if snow else "black", opacity=0.55)
        yield Text(x, y, text, size, "drift" if space.kind == "drift" and not snow else paint(snow))


def _dirt(road: Road, shapes: Sequence[Shape], dirt: Sequence[int]) -> Iterator[art.Shape]:
    """Heaps of gravel on a bend, one for each dirt marker, where line and drift meet: dirt counts for both."""
    once = {bend.dirt: (bend, many) for bend, many in zip(road.bends, dirt, strict=True)}
    for bend, many in once.values():
        shape = shapes[bend.line_at or bend.drift_at[0]]
        inner, outer = (shape.left, shape.right) if bend.turn == "L" else (shape.right, shape.left)
        row = between(outer, inner, 0.3 if bend.line_at else 0.7)
        for n in range(many):
            x, y = row[round((len(row) - 1) * (0.46, 0.64, 0.82, 0.28)[n % 4])]
            yield Group(GRAVEL, round(x + 2 * (n // 4), 1), round(y + 2 * (n // 4), 1), 0.6 * n)


# -- Where cars and dice stand. ----------------------------------------------------------------------------------------


def _cars(road: Road, shapes: Sequence[Shape], cars: Sequence[CarMark], lamps: bool) -> Iterator[art.Shape]:
    """Every car where it stands. Cars on one space stand side by side; those at the start wait in two rows."""
    company: dict[tuple[int, str], list[CarMark]] = defaultdict(list)
    for mark in cars:
        company[road.spaces[mark.place].room, mark.beside].append(mark)
    for mark in cars:
        group = company[road.spaces[mark.place].room, mark.beside]
        x, y, heading = car_position(road, shapes, mark, group.index(mark), len(group))
        if mark.drifting:
            yield from dust(x, y, heading)
        waits = road.spaces[mark.place].kind in ("start", "finish") and not mark.beside
        yield car(mark.colour, mark.number, x, y, heading, f"car:{mark.name}", 0.88 if waits else 1.12, lamps)


def car_position(
    road: Road, shapes: Sequence[Shape], mark: CarMark, rank: int = 0, many: int = 1
) -> tuple[float, float, float]:
    """Middle and heading of a car: number `rank`, from 0, of `many` in the same place."""
    space, shape = road.spaces[mark.place], shapes[mark.place]
    along = _along(road, shape, mark.place)
    ahead, aside, tilt = 0.0, 0.0, 0.0
    if mark.beside:
        side = 1 if mark.beside == "right" else -1
        ahead, aside, tilt = 6.0 - 34 * rank, side * (_to_edge(road, shapes, mark.place, along, side) + 20), 0.45 * side
    elif space.kind in ("start", "finish"):
        ahead = (20 + 31 * (rank // 2) + 5 * (rank % 2)) * (-1 if space.kind == "start" else 1)
        aside = 10.5 * (-1 if rank % 2 else 1)
    elif many > 1:
        ahead, aside = (9 - 18 * (rank % 2), 10.5 - 21 * (rank % 2)) if space.bend < 0 else (14.0 - 28 * rank, 0.0)
        if road.items[space.item].backwards:
            ahead, aside = -ahead, -aside
    if mark.drifting and space.kind != "drift":
        tilt = -0.6 if space.bend >= 0 and road.bends[space.bend].turn == "L" else 0.6
    x = shape.middle[0] + ahead * cos(along) - aside * sin(along)
    y = shape.middle[1] + ahead * sin(along) + aside * cos(along)
    return x, y, (along if mark.beside else shape.heading) + tilt + (pi if mark.backwards else 0.0)


def _to_edge(road: Road, shapes: Sequence[Shape], place: int, along: float, side: int) -> float:
    """The distance from the middle of a space to the edge of the road, across the other ways of a bend."""
    space, (x, y) = road.spaces[place], shapes[place].middle
    ways: tuple[int, ...] = (place,)
    if space.bend >= 0:
        bend = road.bends[space.bend]
        ways = (place, *((bend.line_at,) if bend.line_at else ()), *bend.drift_at)
    near = ((px - x, py - y) for way in ways for px, py in shapes[way].outline)
    return max(
        side * (dy * cos(along) - dx * sin(along)) for dx, dy in near if abs(dx * cos(along) + dy * sin(along)) < 32
    )


def _along(road: Road, shape: Shape, place: int) -> float:
    """The direction of the road at a space, whichever way a car on it faces."""
    if road.spaces[place].kind != "drift":
        return shape.heading
    left, right = shape.left, shape.right
    a, b = (len(left) - 1) // 2, len(left) // 2 + 1
    one, two = between(left[a - 1 : a], right[a - 1 : a], 0.5)[0], between(left[b : b + 1], right[b : b + 1], 0.5)[0]
    return atan2(two[1] - one[1], two[0] - one[0])


def _dice(road: Road, shapes: Sequence[Shape], dice: Sequence[DieMark], cars: Sequence[CarMark]) -> Iterator[art.Shape]:
    """Dice in the middle of their spaces, moved aside where a car stands and where another die lies already."""
    taken = {road.spaces[mark.place].room for mark in cars if not mark.beside}
    lying: dict[int, int] = defaultdict(int)
    for number, mark in enumerate(dice, start=1):
        shape = shapes[mark.place]
        x, y = within(shape, 0.58)
        if road.spaces[mark.place].room in taken:
            x, y = x + 21 * sin(shape.heading), y - 21 * cos(shape.heading)
        x, y = x + 11 * lying[mark.place], y + 9 * lying[mark.place]
        lying[mark.place] += 1
        yield die(
            mark.face, mark.kind, mark.hazard, x, y,
            size=24, rolled=mark.rolled, secured=mark.secured,
            key=f"{'played' if mark.played else 'die'}:{mark.number or number}",
        )  # fmt: skip
