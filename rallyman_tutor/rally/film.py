"""A rally from above, in less than a minute: the ground of each stage, and shot by shot where each car was driven.

    film(replay)          all of it, in steps: a step for each move

A shot is a round, in which all cars drive at once: in a game with dice on the road of the stage, in a game of cards on
a lane of its own for each driver, as far as it has come. Times are shared out so that the whole film is short.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import dist
from typing import NamedTuple

from rallyman_tutor.coach.coaches import has_race_coach, race_coach
from rallyman_tutor.coach.steps import Steps
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Event
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.rally.box import Lanes
from rallyman_tutor.rally.boxes import box_of
from rallyman_tutor.rally.sheet import Counted, counted
from rallyman_tutor.scene.shapes import Line, Point, Polygon, Scene, Shape

SECONDS = 56.0
"""The longest film."""
TITLE, END = 1.2, 3.0
"""Seconds at the start of each stage, and at the end of the film."""
LONGEST_SHOT = 0.9
APART = 0.011
"""How far cars of one space are drawn apart, as a share of the picture's width."""
CAR = 0.05
"""How long a car is drawn, as a share of the picture's width."""
CAR_LONG = 34.4
"""The length of a car as it is drawn for boards."""
LANE_WIDE, LANE_HIGH, ROOM = 1000.0, 90.0, 70.0


class FilmEvent(NamedTuple):
    """Something that happened, and the position after it."""

    state: AnyState
    event: Event


class FilmShot(NamedTuple):
    """A round: where each car is driven, by seat, and nothing for one that is not on the road; each driver's time or
    distance after it; and what happened in it."""

    round: int
    ways: tuple[tuple[Point, ...], ...]
    sums: tuple[int, ...]
    happened: tuple[FilmEvent, ...]


class FilmStage(NamedTuple):
    """A stage, a race or a hand: its ground, and its shots."""

    number: int  # from 1
    scene: Scene
    shots: tuple[FilmShot, ...]


class Film(NamedTuple):
    """A rally from above, and how long each shot takes, in seconds."""

    drivers: tuple[str, ...]
    counts: Counted
    stages: tuple[FilmStage, ...]
    shot: float

    @property
    def has_shots(self) -> bool:
        """Whether anybody drove."""
        return any(stage.shots for stage in self.stages)

    @property
    def seconds(self) -> float:
        """The length of the whole film."""
        return TITLE * len(self.stages) + self.shot * sum(len(stage.shots) for stage in self.stages) + END


def film(replay: Replay[AnyState, AnyMove]) -> Steps[Film]:
    """The film of a game as far as it was played."""
    game = replay.game
    result = game.result(replay.start)
    drivers, counts = tuple(result["drivers"]), counted(result)
    stages = yield from (_on_roads if has_race_coach(game) else _on_lanes)(game, replay, len(drivers))
    shots = sum(len(stage.shots) for stage in stages)
    left = max(SECONDS - END - TITLE * len(stages), 1.0)
    return Film(drivers, counts, stages, min(LONGEST_SHOT, left / max(shots, 1)))


# -- Games with dice --------------------------------------------------------------------------------------------------


class _Moment(NamedTuple):
    """A position of a game with dice: its stage and round, and the place, the status and the time of each driver."""

    stage: int
    round: int
    places: tuple[str, ...]
    times: tuple[int, ...]


def _moment(game: AnyGame, state: AnyState, seats: int) -> _Moment:
    stands = [race_coach(game).standing(state, seat) for seat in range(seats)]
    places = tuple(one.place if one.status in ("road", "finished") else "" for one in stands)
    return _Moment(stands[0].stage, stands[0].round, places, tuple(one.time for one in stands))


def _on_roads(game: AnyGame, replay: Replay[AnyState, AnyMove], seats: int) -> Steps[tuple[FilmStage, ...]]:
    states = [replay.start, *(past.state for past in replay.past)]
    moments = list[_Moment]()
    for state in states:
        moments.append(_moment(game, state, seats))
        yield
    found = list[FilmStage]()
    numbers = range(len(replay.past))
    for stage, own in groupby(numbers, lambda number: moments[number].stage):
        moves = [*own]
        first = states[moves[0]]
        scene = game.draw(first, (), (), False).still()
        spots = {place.key: (place.x, place.y) for place in game.places(first)}
        yield
        shots = tuple(_rounds(replay, states, moments, moves, spots, scene.width))
        found.append(FilmStage(stage + 1, scene, tuple(shot for shot in shots if any(shot.ways))))
    return tuple(found)


def _rounds(
    replay: Replay[AnyState, AnyMove],
    states: Sequence[AnyState],
    moments: Sequence[_Moment],
    moves: Sequence[int],
    spots: dict[str, Point],
    wide: float,
) -> Iterator[FilmShot]:
    """The rounds of a stage. A move that ends the stage leaves every car where it was."""
    seats = len(moments[0].places)
    stage = moments[moves[0]].stage
    for number, own in groupby(moves, lambda move: moments[move].round):
        in_round = [*own]
        stands = [moments[in_round[0]], *(moments[move + 1] for move in in_round if moments[move + 1].stage == stage)]
        ways = tuple(
            _way([one.places[seat] for one in stands], spots, _aside(seat, seats, wide)) for seat in range(seats)
        )
        happened = tuple(FilmEvent(states[move + 1], event) for move in in_round for event in replay.past[move].events)
        yield FilmShot(number, ways, moments[in_round[-1] + 1].times, happened)


def _way(keys: Sequence[str], spots: dict[str, Point], aside: float) -> tuple[Point, ...]:
    """The way over some places, each once; nothing where a car was on none of them."""
    points = [spots[key] for key, _ in groupby(keys) if key in spots]
    return tuple((x + aside, y + aside) for x, y in points)


def _aside(seat: int, seats: int, wide: float) -> float:
    return (seat - (seats - 1) / 2) * APART * wide


# -- Games of cards ---------------------------------------------------------------------------------------------------


def _on_lanes(game: AnyGame, replay: Replay[AnyState, AnyMove], seats: int) -> Steps[tuple[FilmStage, ...]]:
    lanes = box_of(game).lanes
    assert lanes is not None
    moments = list[Lanes]()
    for state in (replay.start, *(past.state for past in replay.past)):
        moments.append(lanes(state))
        yield
    found = list[FilmStage]()
    scene = _lanes_drawn(seats)
    for row, own in groupby(range(len(replay.past)), lambda number: moments[number].row):
        moves = [*own]
        seen = moments[moves[0] : moves[-1] + 2]
        most = max(1, seen[0].long, *(far for one in seen for far in (*one.far, *one.done)))
        found.append(FilmStage(row + 1, scene, tuple(_laps(game, replay, moments, moves, most))))
        yield
    return tuple(found)


def _laps(
    game: AnyGame, replay: Replay[AnyState, AnyMove], moments: Sequence[Lanes], moves: Sequence[int], most: int
) -> Iterator[FilmShot]:
    """Each time that everybody was in turn, if anybody came on or anything is told of it."""
    row, lap, happened = moments[moves[0]].row, 0, list[FilmEvent]()
    far = moments[moves[0]].far
    turns = [game.turn(replay.past[move - 1].state if move else replay.start) for move in moves]
    for at, move in enumerate(moves):
        past = replay.past[move]
        happened += [FilmEvent(past.state, event) for event in past.events]
        is_last = at == len(moves) - 1
        if not is_last and turns[at + 1] >= turns[at]:
            continue
        later = moments[move + 1]
        now = later.far if later.row == row else later.done or moments[move].far
        if now != far or is_last:
            lap += 1
            yield FilmShot(
                lap,
                tuple(_on_lane(seat, (far[seat], now[seat]), most) for seat in range(len(now))),
                now,
                tuple(happened),
            )
            happened = []
            far = now


def _on_lane(seat: int, far: tuple[int, int], most: int) -> tuple[Point, ...]:
    y = LANE_HIGH * (seat + 0.5)
    points = [(ROOM + one / most * (LANE_WIDE - 2 * ROOM), y) for one in far]
    return tuple(points) if far[0] != far[1] else (points[0],)


def _lanes_drawn(seats: int) -> Scene:
    """A lane for each driver, from the start on the left to the farthest on the right."""
    high = LANE_HIGH * seats
    shapes: list[Shape] = [Polygon(_box(0, 0, LANE_WIDE, high), "grass")]
    for seat in range(seats):
        top = LANE_HIGH * seat + 20
        shapes.append(Polygon(_box(16, top, LANE_WIDE - 16, top + LANE_HIGH - 40), "tarmac"))
        middle = top + (LANE_HIGH - 40) / 2
        shapes.append(Line(((ROOM, middle), (LANE_WIDE - ROOM, middle)), "paint", 2.0, dash=(14.0, 18.0), opacity=0.5))
    for x in (ROOM, LANE_WIDE - ROOM):
        shapes.append(Line(((x, 12.0), (x, high - 12.0)), "paint", 5.0))
    return Scene(LANE_WIDE, high, (("ground", tuple(shapes)),))


def _box(left: float, top: float, right: float, low: float) -> tuple[Point, ...]:
    return ((left, top), (right, top), (right, low), (left, low))


# -- Where a car is while it is driven --------------------------------------------------------------------------------


def along(way: Sequence[Point], share: float) -> tuple[Point, Point]:
    """The spot after a share of a way, from 0 to 1, and the way ahead there, as a step; (0, 0) where it has none."""
    if len(way) == 1:
        return way[0], (0.0, 0.0)
    far = share * sum(dist(one, other) for one, other in pairwise(way))
    for one, other in pairwise(way):
        long = dist(one, other)
        if far <= long or other is way[-1]:
            t = min(far / long, 1.0) if long else 0.0
            step = (other[0] - one[0], other[1] - one[1])
            return (one[0] + t * step[0], one[1] + t * step[1]), step
        far -= long
    raise AssertionError("a way has two ends")
