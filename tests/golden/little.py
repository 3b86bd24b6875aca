"""Little pictures of boards, for a page that lies in the repository: the part of a road where cars and dice are, on a
plain meadow. What cannot be made out in such a picture is left out: grains, gleams and soft shadows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from rallyman_tutor.page.pictures import pictures
from rallyman_tutor.pages.docs.boards import Frame, around_pieces, whole
from rallyman_tutor.scene.shapes import Circle, Group, Line, Polygon, Scene, Shape, Text, placed
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.session.session import Session

WIDE = 300
"""How many pixels a picture is wide."""
LEFT_OUT = ("ground", "overlay")
PATTERN = re.compile(r'<pattern id="(\w+)".*?<path d="[^"]*" fill="(#\w+)"/>.*?</pattern>')
FAINT = 0.3
"""A shape that lets more of what is under it through is left out."""
KEY = re.compile(r' data-(?:key|layer)="[^"]*"')
SIZE = re.compile(r' width="([\d.]+)" height="([\d.]+)"')
WAY = re.compile(r' d="[^"]*"')
FIGURE = re.compile(r"(\d*)\.(\d)\d*")


def little(session: Session, title: str) -> str:
    """The board of a table as a small SVG document."""
    scene = pictures(session, None, False)[-1]
    shown = whole(scene) if session.game.has_hidden_hands else around_pieces(scene)
    left, top, width, height = shown
    part = replace(scene, left=left, top=top, width=width, height=height, layers=tuple(_layers(scene, shown)))
    return _in_few_bytes(svg(part, title=title))


def _layers(scene: Scene, shown: Frame) -> Iterator[tuple[str, tuple[Shape, ...]]]:
    left, top, width, height = shown
    land = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    yield "ground", (Polygon(land, fill="grass"),)
    for name, shapes in scene.layers:
        if name not in LEFT_OUT:
            yield name, tuple(shape for shape in _plain_shapes(shapes) if _is_seen(shape, shown))


def _plain_shapes(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """The shapes that can be made out in a little picture, those in groups too. Stamps stay shared."""
    return tuple(
        replace(shape, shapes=_of_stamp(shape.shapes)) if isinstance(shape, Group) else shape
        for shape in shapes
        if not _is_faint(shape)
    )


@cache
def _of_stamp(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    return _plain_shapes(shapes)


def _is_faint(shape: Shape) -> bool:
    """Whether a shape is a soft shadow, a gleam, or only there to be pointed at."""
    match shape:
        case Polygon() | Circle():
            return shape.soft > 0 or shape.opacity < FAINT or not (shape.fill or shape.stroke)
        case Line():
            return shape.opacity < FAINT or not shape.stroke
    return False


def _is_seen(shape: Shape, shown: Frame) -> bool:
    points = list(_corners((shape,)))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top, width, height = shown
    return bool(points) and max(xs) > left and min(xs) < left + width and max(ys) > top and min(ys) < top + height


def _corners(shapes: Iterable[Shape]) -> Iterator[tuple[float, float]]:
    for shape in shapes:
        match shape:
            case Polygon() | Line():
                yield from shape.points
            case Circle():
                yield from ((shape.x + side, shape.y + side) for side in (-shape.radius, shape.radius))
            case Text():
                yield shape.x, shape.y
            case Group():
                yield from (placed(shape, point) for point in _corners(shape.shapes))


def _in_few_bytes(picture: str) -> str:
    """A picture of that width, with plain colours for textures and without the keys by which scripts find shapes."""
    for name, colour in PATTERN.findall(picture):
        picture = picture.replace(f"url(#{name})", colour)
    picture = SIZE.sub(_sized, PATTERN.sub("", KEY.sub("", picture)), count=1)
    return WAY.sub(lambda way: FIGURE.sub(_rounded, way[0]), picture)


def _sized(size: re.Match[str]) -> str:
    return f' width="{WIDE}" height="{WIDE * float(size[2]) / float(size[1]):.0f}"'


def _rounded(figure: re.Match[str]) -> str:
    """A coordinate to a whole unit; on a small shape of less than ten units to a tenth."""
    return f"{float(figure[0]):.0f}" if len(figure[1]) > 1 else f"{float(figure[0]):.1f}"
