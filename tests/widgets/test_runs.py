"""The runs of shapes: strokes, dashes, blurs and textures cover the same area as the picture of the scene."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, pi

import numpy as np
import pytest

from rallyman_tutor.scene.palette import TILE
from rallyman_tutor.scene.shapes import Circle, Group, Line, Polygon, Shape, Text, box, flat, inside, oval, placed
from rallyman_tutor.widgets import runs as reckoned
from rallyman_tutor.widgets.outlines import PRECISION, Points, area, outline, shared
from rallyman_tutor.widgets.runs import Blur, Fills, Surface, Word
from tests.some import some


def runs(*shapes: Shape) -> tuple[reckoned.Run, ...]:
    return reckoned._runs(shapes)


def outlines(fills: reckoned.Run) -> list[tuple[tuple[float, float], ...]]:
    assert isinstance(fills, Fills)
    pieces = np.split(fills.points, np.cumsum(fills.counts)[:-1])
    return [tuple((float(point.real), float(point.imag)) for point in piece) for piece in pieces]


def covered(outline: tuple[tuple[float, float], ...]) -> float:
    ring = np.array([complex(*point) for point in outline])
    return abs(area(ring))


def test_groups_lie_where_the_picture_has_them() -> None:
    stamp = (Polygon(((0, 0), (3, 0), (0, 2)), "roof", opacity=0.5),)
    groups = [Group(stamp, x=7.0 * n, y=-3, angle=n, scale=0.5 + n, opacity=0.5) for n in range(3)]
    (fills,) = runs(*groups)
    assert isinstance(fills, Fills)
    assert fills.alphas.tolist() == [0.25] * 3
    for group, drawn in zip(groups, outlines(fills), strict=True):
        assert np.allclose(drawn, [placed(group, point) for point in ((0, 0), (3, 0), (0, 2))], atol=1e-4)


def test_groups_within_groups_lie_where_the_picture_has_them() -> None:
    inner = Group((Polygon(((0, 0), (3, 0), (0, 2)), "roof"), Text(0, 0, "1", 5)), x=4, angle=0.3, scale=2)
    outer = Group((inner,), y=9, angle=1.2)
    fills, word = runs(outer)
    there = [placed(outer, placed(inner, point)) for point in ((0, 0), (3, 0), (0, 2))]
    assert np.allclose(outlines(fills)[0], there, atol=1e-4)
    assert isinstance(word, Word)
    assert complex(word.at - 1.75j) * word.turn + word.move == pytest.approx(complex(*there[0]))


def test_a_stamp_is_reckoned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    reckon = reckoned._stamp_runs

    def recorded(shapes: tuple[Shape, ...]) -> tuple[reckoned.Run, ...]:
        asked.append(shapes)
        return reckon(shapes)

    monkeypatch.setattr(reckoned, "_stamp_runs", recorded)
    stamp = (Circle(0, 0, 3, "forest-lit"),)
    (fills,) = runs(*(Group(stamp, x=n) for n in range(50)))
    assert len(outlines(fills)) == 50
    assert asked == [stamp]


def test_what_is_kept_is_kept_with_its_shapes_and_not_without_end() -> None:
    kept = reckoned._Kept(3)
    for n in range(50):
        shapes = (Circle(n, 0, 1, "grass-lit"),)
        (fills,) = kept(shapes, reckoned._runs)
        assert outlines(fills)[0][0][0] == pytest.approx(n + 1, abs=0.3)  # never another one's with the same identity
        assert kept(shapes, lambda _: pytest.fail("it was there")) == (fills,)
    assert len(kept.held) == 3


@pytest.mark.parametrize("radius", [0.4, 1.5, 12, 150])
def test_a_circle_covers_what_it_should(radius: float) -> None:
    (outline,) = outlines(runs(Circle(5, -3, radius, "roof"))[0])
    assert covered(outline) == pytest.approx(pi * radius**2, rel=1e-3)
    assert all(abs(hypot(x - 5, y + 3) - radius) < 0.15 for x, y in outline)


@pytest.mark.parametrize("points", [oval(0, 0, 14, 9), oval(0, 0, 300, 200), ((0, 0), (9, 2), (3, 30))])
@pytest.mark.parametrize("closed", [True, False])
def test_a_curve_is_flattened_finely(points: tuple[tuple[float, float], ...], closed: bool) -> None:
    coarse = outline(points, smooth=True, closed=closed)
    chain = np.append(coarse, coarse[:1]) if closed else coarse
    for x, y in some(flat(points, closed, steps=40)):
        way = chain[1:] - chain[:-1]
        along = np.clip(((complex(x, y) - chain[:-1]) * way.conj()).real / np.abs(way) ** 2, 0, 1)
        assert np.abs(chain[:-1] + along * way - complex(x, y)).min() < PRECISION


def near(points: tuple[tuple[float, float], ...], x: float, y: float) -> float:
    """How far a point is from a plain line."""
    gaps = []
    for (ax, ay), (bx, by) in pairwise(points):
        share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
        share = min(1, max(0, share))
        gaps.append(hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y))
    return min(gaps)


def winding(outline: tuple[tuple[float, float], ...], x: float, y: float) -> int:
    """How often an outline runs round a point: a canvas fills what it runs round at all."""
    ring = np.array([complex(*point) for point in outline]) - complex(x, y)
    return round(float(np.angle(np.roll(ring, -1) / ring).sum()) / (2 * pi))


@pytest.mark.parametrize(
    "points",
    [((0, 0), (20, 0)), ((0, 0), (20, 0), (20, 15)), ((0, 0), (10, 1), (0, 2)), ((0, 0), (9, 2), (18, 1), (22, 8)),
     ((0, 0), (0, 0), (15, 15), (15, 15.00001)), ((0, 0), (20, 12), (2, 14), (22, 2))],
)  # fmt: skip
@pytest.mark.parametrize("width", [1.0, 4.0])
@pytest.mark.parametrize("closed", [True, False])
def test_a_stroke_covers_what_is_near_its_line(
    points: tuple[tuple[float, float], ...], width: float, closed: bool
) -> None:
    shape = Polygon(points, stroke="roof", width=width) if closed else Line(points, "roof", width)
    (outline,) = outlines(runs(shape)[0])
    line = tuple(point for n, point in enumerate(points) if not n or point != points[n - 1])
    line = (*line, line[0]) if closed else line
    for x in np.arange(-4.03, 28, 0.77):
        for y in np.arange(-4.01, 20, 0.81):
            gap = near(line, float(x), float(y))
            if abs(gap - width / 2) > 0.25:
                assert (winding(outline, x, y) != 0) == (gap < width / 2), (x, y)


def test_a_curve_with_a_soft_edge_is_flattened_less_finely() -> None:
    points = oval(0, 0, 300, 200)
    sizes = []
    for soft, most in ((0.0, PRECISION), (8.0, 8 / 6)):
        (run,) = runs(Polygon(points, "roof", smooth=True, soft=soft))
        assert isinstance(run, Fills | Blur)
        ring = [(float(point.real), float(point.imag)) for point in run.points]
        assert max(near((*ring, ring[0]), x, y) for x, y in flat(points, closed=True)) < most
        sizes.append(len(ring))
    assert sizes[0] > 2 * sizes[1]


def test_a_curved_line_does_not_go_back_to_where_it_began() -> None:
    points = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0))
    (stroke,) = outlines(runs(Line(points, "roof", 1, smooth=True))[0])
    assert all(near(flat(points, closed=False), x, y) < 0.6 for x, y in stroke)


def test_a_stroke_in_the_colour_of_its_fill_only_makes_it_larger() -> None:
    (both,) = outlines(runs(Circle(0, 0, 10, "roof", stroke="roof", width=4))[0])
    assert covered(both) == pytest.approx(pi * 12**2, rel=1e-2)


def test_a_dot_is_a_stroke_too() -> None:
    (outline,) = outlines(runs(Line(((3, 3), (3, 3)), "roof", 2))[0])
    assert covered(outline) == pytest.approx(pi, rel=1e-3)


def test_a_dashed_line_is_one_stroke_for_every_dash() -> None:
    dashes = outlines(runs(Line(((0, 0), (10, 0), (10, 12)), "roof", 1, dash=(4, 3)))[0])
    spans = [(round(min(x + y for x, y in dash) + 0.5), round(max(x + y for x, y in dash) - 0.5)) for dash in dashes]
    assert spans == [(0, 4), (7, 11), (14, 18), (21, 22)]


def test_a_stroke_does_not_shine_through_itself() -> None:
    """Half of a stroke lies on the fill: where both are thin, the fill ends where the stroke begins."""
    fill, ring = outlines(runs(Polygon(box(0, 0, 20, 20), "roof", stroke="roof-deep", width=4, opacity=0.5))[0])
    assert covered(fill) == pytest.approx(16**2)
    assert winding(ring, 0, 7.9) == 0
    assert winding(ring, 0, 8.1) != 0


def test_a_blurred_edge_adds_up_to_what_it_blurs() -> None:
    shadow = Polygon(oval(0, 0, 12, 12), "shadow", smooth=True, soft=1.6, opacity=0.4)
    (fills,) = runs(shadow)
    assert isinstance(fills, Fills)
    rings = outlines(fills)

    def strength(x: float) -> float:
        left = 1.0
        for ring, alpha in zip(rings, fills.alphas, strict=True):
            left *= 1 - float(alpha) * inside(ring, x, 0)
        return 1 - left

    assert strength(0) == pytest.approx(0.4, abs=0.01)
    assert strength(12) == pytest.approx(0.2, abs=0.06)
    assert strength(16) == 0


def test_a_wide_blur_and_a_wide_surface_are_placed_with_their_group() -> None:
    shapes = (Polygon(box(0, 0, 200, 90), "grass"), Polygon(box(0, 0, 9, 9), "shadow", soft=8))
    surface, blur = runs(Group(shapes, x=5, y=6, angle=pi / 2, scale=2, opacity=0.5))
    assert isinstance(surface, Surface)
    assert isinstance(blur, Blur)
    for run in (surface, blur):
        assert run.turn == pytest.approx(2j)
        assert (run.move, run.alpha) == (5 + 6j, 0.5)


@pytest.mark.parametrize("left", [-TILE / 2, 1.0, TILE / 2, TILE + 1, 9.2 * TILE])
@pytest.mark.parametrize("top", [-TILE / 2, 1.0, TILE / 2])
def test_a_small_texture_has_every_mark_wherever_it_lies(left: float, top: float) -> None:
    """However many tiles of its texture it lies on."""
    corners = ((left, top), (left + 0.9 * TILE, top), (left + 0.9 * TILE, top + 0.9 * TILE), (left, top + 0.9 * TILE))
    (fills,) = reckoned._stamp_runs((Polygon(corners, "gravel"),))
    marks, *_ = reckoned._marks("gravel")
    body = np.array([complex(*point) for point in corners])
    tiles = [TILE * complex(left // TILE + column, row) for column in range(-1, 3) for row in range(-2, 4)]
    pieces = [shared(body, mark + tile) for tile in tiles for mark, *_ in marks]
    there = [abs(area(piece)) for piece in pieces if len(piece) > 2]
    assert sorted(map(covered, outlines(fills)[1:])) == pytest.approx(sorted(there), rel=1e-3, abs=1e-2)


def test_marks_of_a_texture_that_shines_through_are_as_faint_as_it_is() -> None:
    """Opacities are 256ths."""
    plain, faint = (
        reckoned._stamp_runs((Polygon(box(20, 20, 90, 90), "gravel", opacity=alpha),)) for alpha in (1, 0.5)
    )
    assert isinstance(plain[0], Fills) and isinstance(faint[0], Fills)
    assert faint[0].alphas == pytest.approx(plain[0].alphas / 2, abs=1 / 256)


def test_only_marks_of_a_texture_that_may_lie_on_a_surface_are_cut_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """To cut is the costly part of it."""
    cut: list[tuple[complex, ...]] = []

    def recorded(outline: Points, mark: Points) -> Points:
        cut.append(tuple(mark))
        return shared(outline, mark)

    monkeypatch.setattr(reckoned, "shared", recorded)
    reckoned._stamp_runs((Polygon(box(TILE, TILE, 30, 20), "gravel"),))
    for mark in some(cut):
        for low, high, middle, wide in (
            (min(z.real for z in mark), max(z.real for z in mark), TILE, 30),
            (min(z.imag for z in mark), max(z.imag for z in mark), TILE, 20),
        ):
            assert low <= middle + wide / 2 and high >= middle - wide / 2


@pytest.mark.parametrize("texture", ["forest", "rock", "snow", "gravel"])
def test_a_small_texture_is_drawn_out_and_stays_inside(texture: str) -> None:
    body = Polygon(((-30, -30), (0, -12), (30, -30), (30, 30), (-30, 30)), texture)
    (fills,) = runs(Group((body,)))
    ground, *marks = outlines(fills)
    assert len(marks) > 5
    wider = tuple((1.001 * x, 1.001 * y) for x, y in ground)
    for mark in marks:
        assert all(inside(wider, x, y) or near((*ground, ground[0]), x, y) < 1e-3 for x, y in mark)
