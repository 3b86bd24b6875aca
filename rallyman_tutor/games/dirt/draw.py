"""The picture of a rally on dirt: tiles on a table, the cars on them, and the dice laid ahead.

The table is lit from the top left. What does not change during a stage is drawn once and kept; what moves has layers of
its own. `scenery.py` draws country and signs, `surface.py` the road; here is where cars and dice stand.
`ground.survey(stage)` tells where each space lies (`shapes`) and where it is pointed at (`grips`).
"""

from __future__ import annotations

import cmath
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import atan2, cos, pi, sin
from typing import NamedTuple, TypeAlias

from rallyman_tutor.core.notation import ScriptedDraft, as_scripted
from rallyman_tutor.games.dirt import scenery, surface
from rallyman_tutor.games.dirt.drafts import die_text
from rallyman_tutor.games.dirt.ground import LANE, Ground, joined, survey, whole
from rallyman_tutor.games.dirt.road import Stage, named_stages
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    CLEAN,
    GAS,
    GEARS,
    HAZARD,
    LEADER,
    SECONDS,
    Arrange,
    Draft,
    Drive,
    Event,
    FlatOut,
    Move,
    Roll,
    State,
)
from rallyman_tutor.games.dirt.step import aim, move
from rallyman_tutor.parts.car import car, dust
from rallyman_tutor.parts.dice import die
from rallyman_tutor.parts.pile import pile
from rallyman_tutor.parts.roadway import between
from rallyman_tutor.parts.seasons import CLOTHES, dressed, roadside, seen
from rallyman_tutor.parts.seasons import named as seasons_of
from rallyman_tutor.scene import shapes as art
from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, Scene, Text

Art: TypeAlias = tuple[art.Shape, ...]

CAR = 1.2
"""How much larger a car is here than in `parts`: it fills its lane."""
DIE = 30.0

_KINDS = {GAS: "gas", LEADER: "leader", BRAKE: "brake"}


class CarMark(NamedTuple):
    """A car as it is drawn."""

    name: str
    number: int
    colour: int  # 0 to 5; each has a livery of its own
    place: int  # -1: it waits for the start
    beside: bool = False
    backwards: bool = False
    arrived: bool = False  # it has finished and left the road
    turn: int = 0  # its turn in this round, from 1; 0: none


class DieMark(NamedTuple):
    """A die as it is drawn on a space, with its brake dice. It is matt until it is rolled."""

    face: str  # "1" to "6"; the others have none
    place: int
    kind: str = "gear"  # "gear", "gas", "leader" or "brake"
    hazard: bool = False
    rolled: bool = False
    secured: bool = False
    number: int = 0  # its number in the draft, from 1
    played: bool = False  # rolled in this turn already: it is no longer part of a draft
    brakes: tuple[bool, ...] = ()  # brake dice beside it, and whether they show a hazard


def draw(state: State, draft: Draft | ScriptedDraft[Move] = (), events: Sequence[Event] = ()) -> Scene:
    """The table: the dice of a draft, or else of the draft that is being driven, on the spaces they lead to; and the
    dice already rolled in this turn, known from `events`, where they carried the car."""
    dice = [*played_marks(state, events), *die_marks(state, draft)]
    return picture(state.stage, car_marks(state), dice, state.gravel)


def picture(
    stage: Stage, cars: Sequence[CarMark] = (), dice: Sequence[DieMark] = (), gravel: Sequence[int] = ()
) -> Scene:
    """The table with everything on it. `gravel` lies on the road's bends, a number for each."""
    left, top, width, height = scenery.frame(stage)
    ground, season = survey(stage), season_of(stage)
    still = _still(stage, tuple(gravel) if any(gravel) else ())
    layers = (
        *zip(("ground", "road", "marks"), still, strict=True),
        ("cars", tuple(_cars(stage, ground, cars, CLOTHES[season].lamps))),
        ("draft", seen(_dice(stage, ground, dice, cars), season)),
        ("overlay", ()),
    )
    return Scene(width, height, layers, left, top, season)


@lru_cache(maxsize=64)
def season_of(stage: Stage) -> str:
    """The season in which a stage is shown, as `seasons.toml` has it; "" in summer."""
    seasons = seasons_of(__package__)
    own = {
        text: seasons["stages"].get(name) or seasons["rallies"].get(name.partition("-")[0], "")
        for name, text in named_stages()["official"].items()
    }
    return own.get(stage.text, "")


@lru_cache(maxsize=16)
def _still(stage: Stage, gravel: tuple[int, ...]) -> tuple[Art, Art, Art]:
    """The layers under the cars, which do not move."""
    if gravel:
        land, paved, marks = _still(stage, ())
        return land, paved, (*marks, *surface.gravel(stage, gravel))
    season, ground = season_of(stage), survey(stage)
    roads = [whole(zone, stage, ground) for zone in stage.road.zones]
    road = joined(roads)
    edges = [(road.left[::4], -1), (road.right[::4], 1)]
    beside_it = roadside(edges, [shape.outline for shape in (*roads, *ground.shapes)], season)
    return (
        dressed(scenery.country(stage), season),
        (*surface.surface(stage), *beside_it),
        (*surface.marks(stage), *scenery.signs(stage)),
    )


def faces() -> dict[str, Group]:
    """The pieces beside the road: the dice, by their names in notation (with a hazard: `3!`), and a pile with the card
    of each gear on top."""
    dice = {
        f"{die_text(value)}{'!' if hazard else ''}": die(
            str(value) if value > 0 else "", _KINDS.get(value, "gear"), hazard, 0, 0, rolled=True
        )
        for value in (*range(1, GEARS + 1), GAS, LEADER, BRAKE)
        for hazard in (False, True)
    }
    piles = {f"card:{gear}": pile(str(gear) if gear else "", str(seconds)) for gear, seconds in enumerate(SECONDS)}
    return {**dice, **piles}


# -- What is to be seen. -----------------------------------------------------------------------------------------------


def car_marks(state: State) -> list[CarMark]:
    """The cars to draw, in the order in which they arrived, without those out of the stage; cars that wait are in the
    order of the start."""
    turns = {seat: n for n, seat in enumerate((state.turn.seat, *state.queue), 1)} if not state.over else {}
    seats = sorted(dict.fromkeys((*state.order, *range(len(state.cars)))), key=lambda seat: state.cars[seat].stamp)
    marks = []
    for seat in seats:
        one = state.cars[seat]
        if one.status == "out":
            continue
        through = one.status == "finished"
        waits = one.status == "waiting"
        marks.append(
            CarMark(
                one.name, seat + 1, seat, -1 if waits else one.place, one.beside, one.spun, through,
                0 if through or waits else turns.get(seat, 0),
            )
        )  # fmt: skip
    return marks


def die_marks(state: State, draft: Draft | ScriptedDraft[Move] = ()) -> list[DieMark]:
    """The dice of a draft where they lead, with their faces where a script tells them. One that leads nowhere lies
    where it was laid, if it was laid on a space."""
    steps = [step for one, shown in as_scripted(draft).shown_moves for step in _steps(one, shown)]
    thrown = () if steps else state.turn.faces
    steps = steps or [(roll, thrown[at] if at < len(thrown) else ()) for at, roll in enumerate(state.turn.draft)]
    hand = [] if thrown else list(state.turn.hand)
    marks = []
    now = state
    for number, (roll, faces) in enumerate(steps, 1):
        step = aim(now, roll)
        place = step.to if step.to >= 0 else step.named
        if step.to >= 0:
            now = move(now, step)
        if place < 0:
            continue
        shown = list(faces)
        if hand:  # the dice lie rolled already, and are laid once more
            for one in roll.dice:
                held = [pair for pair in hand if pair[0] == one and (one != roll.die or roll.hazard in (None, pair[1]))]
                shown.append(held[-1][1] if held else False)
                if held:
                    hand.remove(held[-1])
        rolled = bool(shown)
        brakes = tuple(shown[1:]) if rolled else (False,) * roll.brakes
        marks.append(_mark(roll, place, any(shown[:1]), rolled, number, brakes))
    return marks


def _steps(move: object, shown: tuple[str, ...]) -> Iterator[tuple[Roll, tuple[bool, ...]]]:
    """The dice of a move, each with its brake dice; and whether they show hazards, where that is told."""
    faces = [face == HAZARD for face in shown if face in (HAZARD, CLEAN)]
    for roll in (
        (move,) if isinstance(move, Roll) else move.steps if isinstance(move, Drive | FlatOut | Arrange) else ()
    ):
        yield roll, tuple(faces[: len(roll.dice)])
        del faces[: len(roll.dice)]


def _mark(
    roll: Roll, place: int, hazard: bool, rolled: bool, number: int, brakes: tuple[bool, ...], played: bool = False
) -> DieMark:
    face = str(roll.die) if roll.die > 0 else ""
    return DieMark(
        face, place, _KINDS.get(roll.die, "gear"), hazard, rolled, bool(roll.pay), number, played=played, brakes=brakes
    )


def played_marks(state: State, events: Sequence[Event]) -> list[DieMark]:
    """The dice rolled in this turn so far, with their faces, where each carried the car."""
    marks: list[DieMark] = []
    last: Event | None = None
    for event in events:
        if event.what in ("rolled", "secured"):
            last = event
        elif event.what == "moved" and last is not None:
            value, brakes = last.facts["die"], last.facts.get("brakes", 0)
            shown = tuple(last.facts.get("faces", ())) or (False,) * (1 + brakes)
            roll = Roll(value, brakes=brakes, pay=int(last.what == "secured"))
            marks.append(_mark(roll, event.facts["to"], shown[0], True, len(marks) + 1, shown[1:], played=True))
            last = None
    left = list(state.turn.used)
    kept: list[DieMark] = []
    for mark in reversed(marks):  # of the turn in progress: as many as it has used
        if len(left) < 1 + len(mark.brakes):
            break
        del left[-1 - len(mark.brakes) :]
        kept.append(mark)
    return [mark._replace(number=n) for n, mark in enumerate(reversed(kept), 1)]


# -- Where cars and dice stand. ----------------------------------------------------------------------------------------


def _cars(stage: Stage, ground: Ground, cars: Sequence[CarMark], lamps: bool) -> Iterator[art.Shape]:
    """Every car where it stands, with a flag that tells when it plays; the car in turn is lit."""
    waiting = [mark for mark in cars if mark.place < 0]
    arrived = [mark for mark in cars if mark.arrived]
    stood: dict[int, int] = defaultdict(int)
    many = sum(mark.turn > 0 for mark in cars)
    for mark in cars:
        if mark.arrived or mark.place < 0:
            line = arrived if mark.arrived else waiting
            x, y, heading = waiting_position(ground, line.index(mark), mark.arrived)
        else:
            rank = 0
            if mark.beside:
                rank, stood[mark.place] = stood[mark.place], stood[mark.place] + 1
            x, y, heading = car_position(stage, ground, mark, rank)
            if stage.road.spaces[mark.place].kind in ("drift", "half") and not mark.beside and not mark.backwards:
                yield from dust(x, y, heading)
        own = car(mark.colour, mark.number, x, y, heading, f"car:{mark.name}", CAR, lamps)
        if mark.turn and many > 1:
            light = (Circle(0, 0, 23, "light", soft=4, opacity=0.55),) if mark.turn == 1 else ()
            own = replace(own, shapes=(*light, *own.shapes, Group(_turn_tag(mark.turn), -14, -13)))
        yield own


@lru_cache(maxsize=16)
def _turn_tag(turn: int) -> Art:
    """A small flag with the number of a car's turn in this round."""
    return (
        Line(((-5, 8.5), (-5, -7)), "post", 1.6),
        Polygon(((-5, -8.5), (8.5, -8.5), (6, -2), (8.5, 4.5), (-5, 4.5)), "black", stroke="paint", width=1),
        Text(0.6, -1.8, str(turn), 11.5, "paint"),
    )


def car_position(stage: Stage, ground: Ground, mark: CarMark, rank: int = 0) -> tuple[float, float, float]:
    """Middle and heading of a car on the road, or of number `rank`, from 0, of the cars beside the same space."""
    shape = ground.shapes[mark.place]
    (x, y), heading = shape.middle, shape.heading
    if mark.beside:
        side, along = _side_off_the_road(stage, mark.place), _along(ground, mark.place)
        edge = shape.right if side > 0 else shape.left
        x, y = edge[len(edge) // 2]
        aside, back = 20 * side, 44 * rank
        x, y = x - aside * sin(along) - back * cos(along), y + aside * cos(along) - back * sin(along)
        heading = along + 0.5 * side
    return round(x, 2), round(y, 2), heading + (pi if mark.backwards else 0.0)


def _side_off_the_road(stage: Stage, place: int) -> int:
    """To which side a car leaves the road here: 1 right, -1 left. From a lane to that lane's side; elsewhere to the
    inside of the turn from a line or a shortcut, and to the outside from other spaces."""
    space = stage.road.spaces[place]
    if space.lane:
        return 1 if space.lane == "R" else -1
    zone = stage.road.zones[space.zone]
    turn = zone.turn if space.bend >= 0 else stage.road.inside[place]
    inward = 1 if turn == "R" else -1
    return inward if space.kind in ("line", "shortcut") else -inward


def _along(ground: Ground, place: int) -> float:
    """The direction of the road at a space, whichever way a car on it faces."""
    shape = ground.shapes[place]
    half = len(shape.left) // 2
    (ax, ay), (bx, by) = shape.left[max(half - 1, 0)], shape.left[min(half + 1, len(shape.left) - 1)]
    (cx, cy), (dx, dy) = shape.right[max(half - 1, 0)], shape.right[min(half + 1, len(shape.right) - 1)]

    return atan2(by - ay + dy - cy, bx - ax + dx - cx)


def waiting_position(ground: Ground, rank: int, arrived: bool) -> tuple[float, float, float]:
    """Where a car waits for the start, or stands after the finish: in rows of two beyond the end of the road."""
    roads = [patch for patch in ground.patches if not patch.placed.tile.side.service]
    path = roads[-1].path[-2:] if arrived else roads[0].path[1::-1]
    way = (path[1] - path[0]) / abs(path[1] - path[0])
    at = path[1] + way * (27 + 46 * (rank // 2) + 6 * (rank % 2)) + 1j * way * (LANE / 2) * (1 if rank % 2 else -1)

    return round(at.real, 2), round(at.imag, 2), cmath.phase(way if arrived else -way)


def _rest(stage: Stage, ground: Ground, place: int) -> Point:
    """Where a die lies: in the middle of its space. The halves of a slide are short: one lies left, one right."""
    space, shape = stage.road.spaces[place], ground.shapes[place]
    if space.kind != "half":
        return shape.middle
    at = len(shape.left) // 2
    return between(shape.left[at : at + 1], shape.right[at : at + 1], 0.3 if space.part == 1 else 0.7)[0]


def _dice(stage: Stage, ground: Ground, dice: Sequence[DieMark], cars: Sequence[CarMark]) -> Iterator[art.Shape]:
    """Dice in the middle of their spaces, moved on where a car stands and where another die lies already."""
    taken = {mark.place for mark in cars if not mark.beside and not mark.arrived}
    lying: dict[int, int] = defaultdict(int)
    for number, mark in enumerate(dice, start=1):
        x, y = _rest(stage, ground, mark.place)
        if mark.place in taken:
            along = _along(ground, mark.place)
            x, y = x + 20 * cos(along), y + 20 * sin(along)
        x, y = x + 11 * lying[mark.place], y + 9 * lying[mark.place]
        lying[mark.place] += 1
        beside = tuple(
            die("", "brake", hazard, 20 + 9 * n, 6 + 5 * n, size=0.78 * DIE, rolled=mark.rolled, secured=mark.secured)
            for n, hazard in reversed([*enumerate(mark.brakes)])
        )
        own = die(mark.face, mark.kind, mark.hazard, 0, 0, size=DIE, rolled=mark.rolled, secured=mark.secured)
        key = f"{'played' if mark.played else 'die'}:{mark.number or number}"
        yield Group((*beside, own), round(x, 2), round(y, 2), key=key)
