"""Paints a scene as one self-contained SVG: for notebooks, documents, print and tests; or a few shapes as a fragment.

Keys become `data-key`, so that a page's own script can find what was pointed at. Stamps, textures and blurs are named
by their content: many pictures can share a page, and none takes another's colours. Writing numbers is most of the work:
what a stamp or a texture looks like is therefore written once in a painting, however often it is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape  # the one in `xml` brings a web client along
from math import degrees
from zlib import crc32

from rallyman_tutor.scene.palette import TEXTURES, TILE, Theme, palette
from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, Scene, Shape, Text, curves, walk

FONT = "'Barlow Condensed','Roboto Condensed','Liberation Sans Narrow','Arial Narrow','Helvetica Neue',Arial,sans-serif"

LOOK = f'font-family="{FONT}" font-weight="700" text-anchor="middle" stroke-linecap="round" stroke-linejoin="round"'
"""The attributes of an element around a fragment, with which its lines and figures look as in a picture."""
STYLE = f"font-family: {FONT}; font-weight: 700; text-anchor: middle; stroke-linecap: round; stroke-linejoin: round;"
"""The same for a style sheet."""


def svg(scene: Scene, theme: Theme = "light", title: str = "") -> str:
    """The scene as an SVG document. The title is what a screen reader says of it."""
    painter = _Painter((shape for _, shapes in scene.layers for shape in shapes), theme, scene.season)
    layers = [f'<g data-layer="{name}">{painter.paint(shapes)}</g>' for name, shapes in scene.layers]
    name = f"<title>{escape(title)}</title>" if title else ""
    role = f'role="img" aria-label={_quoted(title)}' if title else 'role="img"'
    size = f'width="{_n(scene.width)}" height="{_n(scene.height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {role} {size}'
        f' viewBox="{_numbers(scene.left, scene.top, scene.width, scene.height)}"'
        f" {LOOK}>"
        f"{name}<defs>{''.join(painter.defs.values())}</defs>\n" + "\n".join(layers) + "\n</svg>\n"
    )


def fragment(shapes: Sequence[Shape], theme: Theme = "light", season: str = "") -> tuple[str, str]:
    """The definitions that a few shapes refer to, for a `<defs>`, and their markup, for an element with the attributes
    of LOOK.

    For small things that a page moves by itself, a car or a die. One fragment's `<defs>` may stand beside another's.
    """
    painter = _Painter(shapes, theme, season)
    markup = painter.paint(shapes)
    return "".join(painter.defs.values()), markup


class _Painter:
    """Paints shapes with the colours of a theme and a season, and remembers what they refer to."""

    def __init__(self, shapes: Iterable[Shape], theme: Theme, season: str) -> None:
        self.colours = palette(theme, season)
        self.defs: dict[str, str] = {}
        self.stamps = _stamps(shapes)
        self.names: dict[int | str, str] = {}  # of stamps (by the identity of their shapes) and of textures

    def paint(self, shapes: Iterable[Shape]) -> str:
        return "".join(self._one(shape) for shape in shapes)

    def _one(self, shape: Shape) -> str:
        match shape:
            case Polygon():
                return f'<path d="{_path(shape.points, shape.smooth, closed=True)}"{self._look(shape)}/>'
            case Line():
                return f'<path d="{_path(shape.points, shape.smooth, closed=False)}"{self._look(shape)}/>'
            case Circle():
                return f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"{self._look(shape)}/>'
            case Text():
                at = f'x="{_n(shape.x)}" y="{_n(shape.y + 0.35 * shape.size)}" font-size="{_n(shape.size)}"'
                return f"<text {at}{self._look(shape)}>{escape(shape.text)}</text>"
            case Group():
                return self._group(shape)

    def _group(self, group: Group) -> str:
        moves = [f"translate({_numbers(group.x, group.y)})" if group.x or group.y else ""]
        moves += [f"rotate({_n(degrees(group.angle))})" if group.angle else ""]
        moves += [f"scale({_n(group.scale)})" if group.scale != 1 else ""]
        move = "".join(moves)
        extra = (f' transform="{move}"' if move else "") + _common(group)
        if id(group.shapes) not in self.stamps:
            return f"<g{extra}>{self.paint(group.shapes)}</g>"
        if id(group.shapes) not in self.names:
            self.names[id(group.shapes)] = self._define(self.paint(group.shapes), "<g", "</g>")
        return f'<use href="#{self.names[id(group.shapes)]}"{extra}/>'

    def _look(self, shape: Polygon | Line | Circle | Text) -> str:
        look = ""
        fill = "" if isinstance(shape, Line) else shape.fill
        if not isinstance(shape, Text) and not fill:
            look += ' fill="none"'
        elif fill:
            look += f' fill="{self._fill(fill)}"'
        if not isinstance(shape, Text):
            if shape.stroke:
                look += f' stroke="{self.colours[shape.stroke]}" stroke-width="{_n(shape.width)}"'
            if isinstance(shape, Line) and shape.dash:
                look += f' stroke-dasharray="{_numbers(*shape.dash)}"'
        if isinstance(shape, Polygon | Circle) and shape.soft:
            look += f' filter="url(#{self._blur(shape.soft)})"'
        return look + _common(shape)

    def _fill(self, name: str) -> str:
        if name not in TEXTURES:
            return self.colours[name]
        if name not in self.names:
            ground = f'<path d="M0 0H{_n(TILE)}V{_n(TILE)}H0Z" fill="{self.colours[name]}"/>'
            tile = f' width="{_n(TILE)}" height="{_n(TILE)}" patternUnits="userSpaceOnUse"'
            self.names[name] = self._define(ground + self.paint(TEXTURES[name]), "<pattern", "</pattern>", tile)
        return f"url(#{self.names[name]})"

    def _blur(self, soft: float) -> str:
        room = ' x="-50%" y="-50%" width="200%" height="200%"'
        return self._define(f'<feGaussianBlur stdDeviation="{_n(soft)}"/>', "<filter", "</filter>", room)

    def _define(self, content: str, opening: str, closing: str, extra: str = "") -> str:
        name = f"{opening[1]}{crc32(content.encode()):08x}"
        self.defs.setdefault(name, f'{opening} id="{name}"{extra}>{content}{closing}')
        return name


def _stamps(shapes: Iterable[Shape]) -> frozenset[int]:
    """The shapes that serve more than one group, by identity."""
    uses = Counter(id(shape.shapes) for shape in walk(shapes) if isinstance(shape, Group))
    return frozenset(shapes for shapes, count in uses.items() if count > 1)


def _quoted(text: str) -> str:
    return f'"{escape(text)}"'


def _common(shape: Shape) -> str:
    look = f' opacity="{_n(shape.opacity)}"' if shape.opacity != 1 else ""
    return look + (f" data-key={_quoted(shape.key)}" if shape.key else "")


def _path(points: Sequence[Point], smooth: bool, closed: bool) -> str:
    start = f"M{_numbers(*points[0])}"
    if smooth:
        way = "".join(f"C{_numbers(*one, *two, *end)}" for one, two, end in curves(points, closed))
    else:
        way = "L" + " ".join(_numbers(*point) for point in points[1:])
    return start + way + ("Z" if closed else "")


def _numbers(*values: float) -> str:
    return " ".join(map(_n, values))


def _n(value: float) -> str:
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short
