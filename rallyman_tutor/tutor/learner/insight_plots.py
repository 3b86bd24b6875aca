"""The pictures of the page of insight, from roads, cars and wheels, whose figures stand beside them in words and
tables."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, ceil, sqrt

from rallyman_tutor.parts.car import car
from rallyman_tutor.scene.shapes import Circle, Line, Point, Polygon, Scene, Shape, Text, box
from rallyman_tutor.tutor.learner.estimates import BOUNDS, RANGES
from rallyman_tutor.tutor.words.figures import above, below, between

BAR_WIDE, BAR_HIGH = 300.0, 34.0
CELL_WIDE, CELL_HIGH, ASIDE, BELOW = 54.0, 46.0, 56.0, 26.0
"""Of the grid of guesses: its cells, and the room for figures beside and below it."""
PLOT_WIDE, PLOT_HIGH, PLOT_LEFT, PLOT_TOP = 340.0, 190.0, 34.0, 12.0
FIGURE = 16.0
"""How large figures are; a picture is shown at its own size on a phone."""
STEPS = (2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
"""Seconds between two lines of a plot: the least of these with which there are no more than so many lines."""
MOST_LINES = 4
CHECK = 6.0
"""The side of a square of the finish line."""


def road_bar(share: float, figure: int) -> Scene:
    """A piece of road as long as this share of the longest, with a wheel at its end that has a figure on it."""
    radius = BAR_HIGH / 2 - 1
    end, middle = 2 * radius + (BAR_WIDE - 4 * radius) * share, BAR_HIGH / 2
    shapes: list[Shape] = [
        Polygon(box(end / 2, middle, end, 21, 7), "price", opacity=0.3),
        Polygon(box(end / 2, middle, end - 2, 16, 5), "tarmac"),
    ]
    if end > 60:
        shapes.append(Line(((10, middle), (end - radius, middle)), "paint", 1.4, dash=(7, 9), opacity=0.85))
    return Scene(BAR_WIDE, BAR_HIGH, (("cars", (*shapes, *_wheel(end, middle, radius, figure))),))


def guess_grid(counts: Sequence[Sequence[int]]) -> Scene:
    """Wheels on a grid, the larger the more often: across the guess, upwards the truth. Where both are the same runs a
    green way."""
    most = max((count for row in counts for count in row), default=0) or 1
    shapes: list[Shape] = []
    for said in range(RANGES):
        x = ASIDE + CELL_WIDE * (said + 0.5)
        shapes += [Text(x, CELL_HIGH * RANGES + BELOW / 2 + 2, range_in_figures(said), FIGURE, "muted")]
        shapes += [Text(ASIDE / 2 - 4, _row(said), range_in_figures(said), FIGURE, "muted")]
        for true in range(RANGES):
            look, opacity = ("legal", 0.28) if said == true else ("muted", 0.13)
            shapes.append(Polygon(box(x, _row(true), CELL_WIDE - 4, CELL_HIGH - 4, 7), look, opacity=opacity))
    for said, row in enumerate(counts):
        for true, count in enumerate(row):
            if count:
                radius = 10 + 11 * sqrt(count / most)
                shapes += _wheel(ASIDE + CELL_WIDE * (said + 0.5), _row(true), radius, count)
    return Scene(ASIDE + CELL_WIDE * RANGES, CELL_HIGH * RANGES + BELOW, (("cars", tuple(shapes)),))


def _row(true: int) -> float:
    """How low the middle of a row lies: the most dangerous one is highest."""
    return CELL_HIGH * (RANGES - true - 0.5)


def range_in_figures(number: int) -> str:
    """A range of chances in per cent."""
    bounds = [round(100 * bound) for bound in BOUNDS]
    if number == 0:
        return below(bounds[0])
    if number == len(bounds):
        return above(bounds[-1])
    return between(bounds[number - 1], bounds[number])


def _wheel(x: float, y: float, radius: float, count: int) -> tuple[Shape, ...]:
    return (
        Circle(x + 1.2, y + 1.8, radius, "shadow", soft=1.5, opacity=0.35),
        Circle(x, y, radius, "tyre", stroke="muted", width=1.2),
        Circle(x, y, radius * 0.64, "paint"),
        Text(x, y, str(count), min(FIGURE, radius * (0.95 if count < 100 else 0.7)), "black"),
    )


def losses(lost: Sequence[float], averages: Sequence[float]) -> Scene:
    """Seconds lost, stage by stage, each a stone beside the road; the road is their average, and the car is where it is
    now. The line of the finish, at no seconds, is the best driving."""
    step, top = _scale(max([*lost, 1.0]))
    shapes: list[Shape] = [*_finish_line()]
    for mark in range(0, top + 1, step):
        y = _high(mark, top)
        if mark:
            shapes.append(Line(((PLOT_LEFT, y), (PLOT_WIDE - 6, y)), "muted", 0.8, opacity=0.4))
        shapes.append(Text(PLOT_LEFT / 2 - 2, y, str(mark), FIGURE, "muted"))
    spots = [(_across(at, len(lost)), _high(seconds, top)) for at, seconds in enumerate(averages)]
    shapes += _road(spots)
    for at, seconds in enumerate(lost):
        shapes.append(Circle(_across(at, len(lost)), _high(seconds, top), 4.2, "gravel", stroke="paper", width=1.4))
    heading = atan2(spots[-1][1] - spots[-2][1], spots[-1][0] - spots[-2][0]) if len(spots) > 1 else 0.0
    shapes.append(car(0, 1, *spots[-1], heading, scale=0.8))
    return Scene(PLOT_WIDE, PLOT_HIGH, (("cars", tuple(shapes)),))


def _scale(most: float) -> tuple[int, int]:
    """The seconds from line to line, and those at the upper edge."""
    step = next((step for step in STEPS if most <= step * MOST_LINES), STEPS[-1])
    return step, step * ceil(most / step)


def _high(seconds: float, top: int) -> float:
    low = PLOT_HIGH - 3 * CHECK
    return low - (low - PLOT_TOP) * seconds / top


def _across(at: int, many: int) -> float:
    left, right = PLOT_LEFT + 14, PLOT_WIDE - 24
    return (left + right) / 2 if many == 1 else left + (right - left) * at / (many - 1)


def _road(spots: Sequence[Point]) -> list[Shape]:
    if len(spots) < 2:
        return []
    way = tuple(spots)
    return [
        Line(way, "price", 15, smooth=True, opacity=0.3),
        Line(way, "tarmac", 11, smooth=True),
        Line(way, "paint", 1.2, smooth=True, dash=(5, 6), opacity=0.8),
    ]


def _finish_line() -> list[Shape]:
    """The chequered line at no seconds."""
    left, low = PLOT_LEFT, PLOT_HIGH - 3 * CHECK
    many = int((PLOT_WIDE - 6 - left) / CHECK)
    strip = Polygon(box(left + CHECK * many / 2, low + CHECK, CHECK * many, 2 * CHECK), "black")
    squares = (
        Polygon(box(left + CHECK * (n + 0.5), low + CHECK * (n % 2 + 0.5), CHECK, CHECK), "paint") for n in range(many)
    )
    return [strip, *squares]
