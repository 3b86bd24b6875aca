"""Spaces lie on the table side by side, and never on one another."""

from __future__ import annotations

from cmath import phase
from collections.abc import Sequence
from itertools import pairwise
from math import cos, degrees, hypot, radians, remainder, sin
from random import Random

import pytest

from rallyman_tutor.games.classic.ground import LENGTH, WIDTH, layout, survey
from rallyman_tutor.games.classic.spaces import Item, Road
from rallyman_tutor.parts.geometry import Shape, bounds
from rallyman_tutor.scene.shapes import Point, inside
from tests.parts.overlaps import overlaps, shared
from tests.sampled import sampled
from tests.some import some


def straight(count: int = 1) -> list[Item]:
    return [Item("straight")] * count


def bend(turn: str, line: int, drift: int = 0, drifts: int = 0, cut: int = 0) -> Item:
    return Item("bend", turn=turn, line=line, drift=drift, drifts=drifts, cut=cut)


STAGES = {
    "s14": straight(14),
    "one bend": [*straight(4), bend("R", 3, 4, 3), *straight(5)],
    "cut": [*straight(4), bend("R", 3, 4, 3, cut=4), *straight(5)],
    "hairpin with cut": [*straight(2), bend("L", 1, 2, 3, cut=2), *straight(2)],
    "wide cut": [*straight(2), bend("L", 5, 6, 4, cut=6), *straight(2)],
    "drift only": [*straight(2), bend("L", 0, 3, 4), *straight(2)],
    "readme": [
        *straight(3), bend("R", 3, 4, 3, cut=4), *straight(2), Item("jump", note=4), *straight(3), bend("L", 2, 3, 2),
        *straight(2),
    ],
    "zigzag": [bend("LR"[n % 2], 1 + n % 5, 3, n % 4) for n in range(20)],
}  # fmt: skip


def random_stage(seed: int) -> list[Item]:
    luck = Random(seed)
    items: list[Item] = []
    while len(items) < 40:
        items += straight(luck.randint(0, 4))
        line, drifts = luck.randint(1, 5), luck.choice([0, 2, 3, 4])
        items.append(bend(luck.choice("LR"), line, line + 1 if drifts else 0, drifts, luck.choice([0, 0, line + 1])))
    return items[:40]


@pytest.fixture(params=STAGES)
def road(request: pytest.FixtureRequest) -> Road:
    return Road(STAGES[request.param])


def test_every_place_has_a_shape(road: Road) -> None:
    assert len(survey(road)) == len(road.spaces)


def test_no_space_lies_on_another(road: Road) -> None:
    pairs = overlaps(survey(road))
    assert [(road.spaces[a].key, road.spaces[b].key) for a, b in pairs] == []


@pytest.mark.parametrize("seed", sampled(range(12), range(4)))
def test_a_long_stage_keeps_off_itself(seed: int) -> None:
    assert overlaps(survey(Road(random_stage(seed)))) == ()


def test_a_stage_that_winds_one_way_is_unwound() -> None:
    assert overlaps(survey(Road([*straight(2), bend("R", 2, 3, 3)] * 10))) == ()


def test_a_stage_that_cannot_be_untangled_is_still_laid_out() -> None:
    road = Road([bend("R", 1, 2, 3)] * 6)
    assert len(survey(road)) == len(road.spaces)


def test_middles_lie_inside(road: Road) -> None:
    for space, shape in some(zip(road.spaces, survey(road), strict=True)):
        assert inside(shape.outline, *shape.middle), space.key


def test_a_space_ends_where_the_next_begins(road: Road) -> None:
    shapes = survey(road)
    pairs = [(place, ahead) for place, behind in enumerate(road.ahead) for ahead in behind]
    for place, ahead in some(pairs):
        one, next_one = shapes[place], shapes[ahead]
        ends, begins = (one.left[-1], one.right[-1]), (next_one.left[0], next_one.right[0])
        nearest = min(hypot(a[0] - b[0], a[1] - b[1]) for a in ends for b in begins)
        is_sideways = (road.spaces[place].kind, road.spaces[ahead].kind) == ("drift", "line")  # as one leaves a drift
        assert is_sideways or nearest < 1, (road.spaces[place].key, road.spaces[ahead].key)


def test_line_and_drift_share_the_road() -> None:
    road = Road(STAGES["one bend"])
    shapes = survey(road)
    bend = road.bends[0]
    drifts = [shapes[at] for at in bend.drift_at]
    within = [point for shape in drifts for point in shape.right]
    assert all(min(hypot(x - a, y - b) for a, b in within) < 0.1 for x, y in shapes[bend.line_at].left)


def test_a_cut_lies_inside_the_bend_and_off_the_road() -> None:
    road = Road(STAGES["cut"])
    shapes = survey(road)
    bend = road.bends[0]
    line, cut, drift = shapes[bend.line_at], shapes[bend.cut_at], shapes[bend.drift_at[1]]

    def gap(one: Shape, two: Shape) -> float:
        return hypot(one.middle[0] - two.middle[0], one.middle[1] - two.middle[1])

    assert gap(line, cut) < gap(drift, cut)
    assert cut.left == line.right
    assert shared(cut.outline, line.outline) < 1


@pytest.mark.parametrize(("turn", "sign"), [("L", -1), ("R", 1)])
def test_a_bend_turns_to_its_side_and_a_drifting_car_even_more(turn: str, sign: int) -> None:
    road = Road([*straight(2), bend(turn, 3, 4, 3), *straight(2)])
    shapes = survey(road)
    place = road.place

    def turned(one: str, two: str) -> float:
        return sign * remainder(shapes[place[two]].heading - shapes[place[one]].heading, radians(360))

    assert turned("s2", "s3") > radians(40)
    assert degrees(turned("b1.line", "b1.d2")) == pytest.approx(50, abs=1)


def around(path: Sequence[Point]) -> float:
    """By what a stretch of road turns."""
    legs = [complex(*b) - complex(*a) for a, b in pairwise(path)]
    return sum(phase(b / a) for a, b in pairwise(legs)) * len(legs) / (len(legs) - 1)


def test_a_lower_note_turns_further() -> None:
    def turn(note: int) -> float:
        shapes = survey(Road([*straight(1), bend("R", note), *straight(1)]))
        return remainder(shapes[3].heading - shapes[1].heading, radians(360))

    turns = [turn(note) for note in range(1, 6)]
    assert turns == sorted(turns, reverse=True)
    for drift in range(2, 7):  # where there is only a drift, it is one above the line it goes with
        (angle,) = (around(path) for path in layout((bend("R", 0, drift, 3),)))
        assert angle == pytest.approx(around(layout((bend("R", drift - 1),))[0]), abs=0.03)


def test_a_straight_space_has_the_printed_size() -> None:
    shape = survey(Road(straight(1)))[1]
    (ax, ay), (bx, by), (cx, cy) = shape.left[0], shape.right[0], shape.left[-1]
    assert hypot(ax - bx, ay - by) == pytest.approx(WIDTH, abs=0.5)
    assert hypot(ax - cx, ay - cy) == pytest.approx(LENGTH, abs=4)


def test_a_drift_space_is_longer_than_a_car(road: Road) -> None:
    for space, shape in some(zip(road.spaces, survey(road), strict=True)):
        middle = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(shape.left, shape.right, strict=True)]
        assert space.kind != "drift" or sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(middle)) > 34


def test_start_and_finish_are_thin_bands_before_and_behind_the_road() -> None:
    road = Road(straight(3))
    shapes = survey(road)
    for at in (0, -1):
        assert (
            hypot(shapes[at].left[0][0] - shapes[at].left[-1][0], shapes[at].left[0][1] - shapes[at].left[-1][1]) < 10
        )
        middle = (sum(x for x, _ in shapes[at].outline) / 4, sum(y for _, y in shapes[at].outline) / 4)
        assert shapes[at].middle == pytest.approx(middle, abs=0.01)
    assert shapes[0].left[-1] == shapes[1].left[0]
    assert shapes[-1].left[0] == shapes[-2].left[-1]


def test_a_board_keeps_its_own_middle_line() -> None:
    corner = tuple((100 + 80 * sin(radians(a)), 80 - 80 * cos(radians(a))) for a in range(0, 91, 5))
    items = [
        Item("straight", path=((40.0, 0.0), (100.0, 0.0))),
        bend("R", 3, 4, 2)._replace(path=corner),
        Item("straight", path=((180.0, 80.0), (180.0, 140.0))),
    ]
    shapes = survey(Road(items))
    assert shapes[1].middle == pytest.approx((70, 0), abs=0.5)
    assert shapes[-2].middle == pytest.approx((180, 110), abs=0.5)
    assert overlaps(shapes) == ()


def test_every_note_is_an_arc_and_a_straight_is_as_long_as_its_print(road: Road) -> None:
    for item, path in some(zip(road.items, layout(tuple(road.items)), strict=True)):
        legs = [complex(*b) - complex(*a) for a, b in pairwise(path)]
        lengths, ways = [abs(leg) for leg in legs], [phase(b / a) for a, b in pairwise(legs)]
        assert max(lengths) - min(lengths) < 0.05 and max(ways) - min(ways) < 0.02  # points are rounded
        assert sum(lengths) == pytest.approx(LENGTH, abs=0.2) or item.kind == "bend"


def test_a_layout_is_the_same_every_time() -> None:
    items = tuple(random_stage(3))
    first = layout(items)
    layout.cache_clear()
    assert layout(items) == first


def test_a_long_stage_fits_a_wide_table() -> None:
    left, top, right, bottom = bounds(survey(Road(straight(14))))
    assert right - left > bottom - top
