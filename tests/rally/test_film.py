"""The film of a rally: short, each car where it was driven, each round behind the last."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.games import SHELF
from rallyman_tutor.rally import film as films
from rallyman_tutor.rally.boxes import box_of
from rallyman_tutor.rally.film import Film, along, film
from rallyman_tutor.rally.rally import Rally, begin, driven
from rallyman_tutor.rally.setup import RallySetup, entries
from rallyman_tutor.rally.sheet import sheet_of
from tests.some import some

LEVELS = {"classic": "careful", "dirt": "careful", "crazy_rally": "novice", "mil_millas": "novice"}


def over(key: str, seats: int = 3) -> Rally:
    box = box_of(SHELF[key])
    stages = next(iter(box.rallies.values()), ())
    many = 0 if stages else min(3, *(count for count in box.counts if count > 1))
    return driven(begin(SHELF[key], RallySetup(entries(seats, LEVELS[key]), stages, many, box.rules["usual"])))


@pytest.fixture(scope="module", params=SHELF)
def filmed(request: pytest.FixtureRequest) -> tuple[Rally, Film]:
    rally = over(request.param)
    return rally, to_the_end(film(rally.replay))


def test_a_film_has_a_stage_for_each_row_of_the_sheet_and_takes_less_than_a_minute(
    filmed: tuple[Rally, Film],
) -> None:
    rally, found = filmed
    sheet = sheet_of(rally.game, rally.state)
    assert [stage.number for stage in found.stages] == [*range(1, len(sheet.rows) + 1)]
    assert found.drivers == sheet.drivers and 10 < found.seconds < 60


def test_every_car_goes_on_from_where_it_was(filmed: tuple[Rally, Film]) -> None:
    _, found = filmed
    far = [
        dist(one.ways[seat][-1], other.ways[seat][0])
        for stage in found.stages
        for one, other in pairwise(stage.shots)
        for seat in range(len(found.drivers))
        if one.ways[seat] and other.ways[seat]
    ]
    assert len(far) > 20 and max(far) < 1e-9


def test_every_car_is_within_the_picture(filmed: tuple[Rally, Film]) -> None:
    _, found = filmed
    points = [
        (stage.scene, point) for stage in found.stages for shot in stage.shots for way in shot.ways for point in way
    ]
    for scene, (x, y) in some(points):
        assert scene.left <= x <= scene.left + scene.width and scene.top <= y <= scene.top + scene.height


def test_all_that_happened_is_told_once(filmed: tuple[Rally, Film]) -> None:
    rally, found = filmed
    told = [one.event for stage in found.stages for shot in stage.shots for one in shot.happened]
    events = [event for past in rally.replay.past for event in past.events]
    assert len(told) == len({id(event) for event in told}) and {id(event) for event in told} <= set(map(id, events))
    finished = [event for event in events if event.what in ("finish", "crash", "win", "spin")]
    assert finished and {id(event) for event in finished} <= set(map(id, told))


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_after_a_round_each_car_stands_where_the_engine_says_and_has_its_time(key: str) -> None:
    rally = over(key)
    game, found, at = rally.game, to_the_end(film(rally.replay)), 0
    for stage in found.stages:
        for shot in stage.shots:
            at += len({id(one.state) for one in shot.happened})
    last = found.stages[-1].shots[-1]
    stands = [race_coach(game).standing(rally.state, seat) for seat in range(3)]
    spots = {place.key: place for place in game.places(rally.state)}
    for seat, (stand, way) in enumerate(zip(stands, last.ways, strict=True)):
        aside = (seat - 1) * films.APART * found.stages[-1].scene.width
        assert way[-1] == pytest.approx((spots[stand.place].x + aside, spots[stand.place].y + aside))
    assert last.sums == tuple(stand.time for stand in stands)
    assert at == len([past for past in rally.replay.past if past.events])


def test_in_crazy_rally_the_lanes_add_up_to_the_sheet() -> None:
    rally = over("crazy_rally")
    found, sheet = to_the_end(film(rally.replay)), sheet_of(rally.game, rally.state)
    assert [stage.shots[-1].sums for stage in found.stages] == [*sheet.rows]


def test_in_mil_millas_a_lane_is_as_long_as_the_road() -> None:
    found = to_the_end(film(over("mil_millas").replay))
    ends = {
        (far, round(way[-1][0], 3))
        for stage in found.stages
        for shot in stage.shots
        for far, way in zip(shot.sums, shot.ways, strict=True)
    }
    assert ends and ends == {
        (far, round(films.ROOM + far / 1000 * (films.LANE_WIDE - 2 * films.ROOM), 3)) for far, _ in ends
    }


def test_a_game_that_is_not_over_is_filmed_as_far_as_it_was_played() -> None:
    rally = begin(SHELF["classic"], RallySetup(entries(2, "careful"), box_of(SHELF["classic"]).rallies["R1"]))
    assert to_the_end(film(rally.replay)).stages == ()
    part = driven(rally).replay
    shown = to_the_end(film(part.undo(len(part.past) - 40)))
    assert len(shown.stages) == 1 and shown.stages[0].shots


def test_a_share_of_a_way_is_measured_along_it() -> None:
    way = ((0.0, 0.0), (10.0, 0.0), (10.0, 30.0))
    assert along(way, 0)[0] == (0, 0) and along(way, 1)[0] == (10, 30)
    assert along(way, 0.25) == ((10, 0), (10, 0)) and along(way, 0.5) == ((10, 10), (0, 30))
    assert along(((3.0, 4.0),), 0.7) == ((3, 4), (0, 0))
