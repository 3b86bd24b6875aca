"""The parts of a picture: frozen shapes in named layers.

Shapes name their colours (`tarmac`, `legal`) and never hold them, so one scene serves every theme. A shape that people
can point at or speak of carries a key (`space:s4`, `car:A`, `die:2`); the same keys serve mouse, keyboard and screen
reader. Layers are painted from first to last; a painter repaints only the layers whose shapes are not those of before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import TypeAlias

Point = tuple[float, float]

LAYERS = ("ground", "road", "marks", "cars", "draft", "overlay")


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed area. A smooth one curves through its points; `soft` blurs its edge by that much, as a shadow's."""

    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    smooth: bool = False
    soft: float = 0.0
    opacity: float = 1.0
    key: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """An open stroke with round ends, dashed if `dash` is given."""

    points: tuple[Point, ...]
    stroke: str = ""
    width: float = 1.0
    smooth: bool = False
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    key: str = ""


@dataclass(frozen=True, slots=True)
class Circle:
    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    soft: float = 0.0
    opacity: float = 1.0
    key: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A number, a letter or a sign, centred on a point. Words belong to the page, not to the picture."""

    x: float
    y: float
    text: str
    size: float
    fill: str = "ink"
    opacity: float = 1.0
    key: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes drawn elsewhere: scaled, turned by `angle` (radians), then moved. Many groups may share their shapes."""

    shapes: tuple[Shape, ...]
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    scale: float = 1.0
    opacity: float = 1.0
    key: str = ""


Shape: TypeAlias = Polygon | Line | Circle | Text | Group


STILL = ("ground", "road", "marks")
"""The layers under the cars: what does not change while a stage is driven."""


@dataclass(frozen=True, slots=True, repr=False)
class Scene:
    """A picture: what of the table it shows, its layers, and the season whose colours its land has."""

    width: float
    height: float
    layers: tuple[tuple[str, tuple[Shape, ...]], ...]
    left: float = 0.0
    top: float = 0.0
    season: str = ""

    def __repr__(self) -> str:
        layers = ", ".join(f"{name} {len(shapes)}" for name, shapes in self.layers)
        return f"<Scene {self.width:g} x {self.height:g}, shapes: {layers}>"

    def layer(self, name: str) -> tuple[Shape, ...]:
        return next((shapes for layer, shapes in self.layers if layer == name), ())

    def still(self) -> Scene:
        """Only what does not change while a stage is driven: the layers under the cars."""
        return replace(self, layers=tuple(layer for layer in self.layers if layer[0] in STILL))

    def having(self, name: str, shapes: Iterable[Shape]) -> Scene:
        """The picture with other shapes in one layer."""
        new = tuple(shapes)
        return replace(self, layers=tuple((layer, new if layer == name else old) for layer, old in self.layers))


def walk(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """All shapes, those in groups too."""
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from walk(shape.shapes)


def curves(points: Sequence[Point], closed: bool) -> Iterator[tuple[Point, Point, Point]]:
    """A smooth way through the points: two handles and an end for every stretch (Catmull-Rom as Bézier curves)."""
    last = len(points) - 1
    for n in range(len(points) if closed else last):
        if closed:
            before, start, end, after = (
                points[n - 1],
                points[n],
                points[(n + 1) % (last + 1)],
                points[(n + 2) % (last + 1)],
            )
        else:
            before, start, end, after = points[max(n - 1, 0)], points[n], points[n + 1], points[min(n + 2, last)]
        yield (
            (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6),
            (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6),
            end,
        )


def flat(points: Sequence[Point], closed: bool, steps: int = 6) -> tuple[Point, ...]:
    """A smooth line as a plain one with many points."""
    line = [points[0]]
    for one, two, end in curves(points, closed):
        start = line[-1]
        for t in (n / steps for n in range(1, steps + 1)):
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            line.append((
                a * start[0] + b * one[0] + c * two[0] + d * end[0],
                a * start[1] + b * one[1] + c * two[1] + d * end[1],
            ))  # fmt: skip
    return tuple(line)


def placed(group: Group, point: Point) -> Point:
    """Where a point of a group's shapes lies in the picture."""
    x, y, c, s = point[0] * group.scale, point[1] * group.scale, cos(group.angle), sin(group.angle)
    return x * c - y * s + group.x, x * s + y * c + group.y


def unplaced(group: Group, point: Point) -> Point:
    """Where a point of the picture lies among a group's shapes."""
    x, y, c, s = (
        (point[0] - group.x) / group.scale,
        (point[1] - group.y) / group.scale,
        cos(group.angle),
        sin(group.angle),
    )
    return x * c + y * s, y * c - x * s


def inside(points: Sequence[Point], x: float, y: float) -> bool:
    """Whether a point lies in a closed outline."""
    odd = False
    ax, ay = points[-1]
    for bx, by in points:
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
        ax, ay = bx, by
    return odd


def oval(x: float, y: float, wide: float, high: float) -> tuple[Point, ...]:
    """Points of an ellipse, for a smooth polygon."""
    return tuple((x + wide * cos(n * pi / 4), y + high * sin(n * pi / 4)) for n in range(8))


def box(x: float, y: float, wide: float, high: float, corner: float = 0.0) -> tuple[Point, ...]:
    """Points of a rectangle around a middle, its corners rounded."""
    right, low = wide / 2 - corner, high / 2 - corner
    if not corner:
        return ((x - right, y - low), (x + right, y - low), (x + right, y + low), (x - right, y + low))
    quarters = ((right, low, 0), (-right, low, 1), (-right, -low, 2), (right, -low, 3))
    return tuple(
        (x + cx + corner * cos(pi / 2 * (q + t / 4)), y + cy + corner * sin(pi / 2 * (q + t / 4)))
        for cx, cy, q in quarters
        for t in range(5)
    )
