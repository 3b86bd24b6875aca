"""A painted scene is sound XML, says what it is, and takes its colours from the palette."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from rallyman_tutor.scene import svg as painter
from rallyman_tutor.scene.palette import PALETTES, Theme
from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, Scene, Shape, Text, box
from rallyman_tutor.scene.svg import LOOK, fragment, svg

SVG = "{http://www.w3.org/2000/svg}"
SHAPES: tuple[Shape, ...] = (
    Polygon(box(10, 10, 20, 20), "tarmac", stroke="paint", key='space:"s1" <&>'),
    Polygon(box(40, 10, 20, 20, 4), "snow", smooth=True, soft=2, opacity=0.5),
    Line(((0, 0), (10, 5), (20, 0)), "legal", 2, smooth=True, dash=(4, 2)),
    Circle(5, 5, 2, "grass", key="dot"),
    Text(10, 10, "K4", 12, "paint"),
)
SCENE = Scene(100, 60, (("ground", SHAPES), ("cars", (Group(SHAPES[3:], x=7, angle=1, key="car:A"),))), left=-5)


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> Theme:
    return "dark" if request.param == "dark" else "light"


def test_a_picture_parses_and_says_what_it_is(theme: Theme) -> None:
    root = ElementTree.fromstring(svg(SCENE, theme, title="Two cars & a <bend>"))
    assert root.get("role") == "img"
    assert root.get("aria-label") == "Two cars & a <bend>"
    assert root.findtext(f"{SVG}title") == "Two cars & a <bend>"
    assert root.get("viewBox") == "-5 0 100 60"


def test_keys_and_layers_can_be_found_in_the_picture(theme: Theme) -> None:
    root = ElementTree.fromstring(svg(SCENE, theme))
    assert [g.get("data-layer") for g in root if g.get("data-layer")] == ["ground", "cars"]
    keys = [element.get("data-key") for element in root.iter() if element.get("data-key")]
    assert keys == ['space:"s1" <&>', "dot", "car:A", "dot"]


def test_every_colour_comes_from_the_palette(theme: Theme) -> None:
    used = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]+)"', svg(SCENE, theme)))
    assert used <= set(PALETTES[theme].values())
    assert used


def test_the_themes_differ_in_colours_only() -> None:
    light, dark = (re.sub(r"#[0-9a-f]{6}|[pgf][0-9a-f]{8}", "", svg(SCENE, theme)) for theme in PALETTES)
    assert light == dark


def test_every_reference_is_defined(theme: Theme) -> None:
    text = svg(SCENE, theme)
    assert set(re.findall(r'(?:url\(|href=")#(\w+)', text)) <= set(re.findall(r'id="(\w+)"', text))


def test_what_is_stamped_often_is_written_once() -> None:
    stamp = (Circle(0, 0, 3, "forest-deep"), Circle(-1, -1, 2, "forest-lit"))
    scene = Scene(100, 100, (("ground", tuple(Group(stamp, x=n * 10) for n in range(9))),))
    text = svg(scene)
    assert text.count("<circle") == 2
    assert text.count("<use") == 9


def test_an_unknown_colour_is_our_mistake() -> None:
    with pytest.raises(KeyError):
        svg(Scene(1, 1, (("ground", (Circle(0, 0, 1, "mauve"),)),)))


def test_a_fragment_is_what_the_picture_shows_of_these_shapes(theme: Theme) -> None:
    defs, markup = fragment(SHAPES, theme)
    picture = svg(Scene(9, 9, (("cars", SHAPES),)), theme)
    assert f"<defs>{defs}</defs>" in picture
    assert f'<g data-layer="cars">{markup}</g>' in picture
    assert f" {LOOK}>" in picture
    ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg" {LOOK}><defs>{defs}</defs>{markup}</svg>')


def test_a_stamp_is_reckoned_once_in_a_painting(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    path = painter._path

    def recorded(points: Sequence[Point], smooth: bool, closed: bool) -> str:
        asked.append(points)
        return path(points, smooth, closed)

    monkeypatch.setattr(painter, "_path", recorded)
    stamp = (Polygon(box(0, 0, 2, 2), "roof"),)
    svg(Scene(100, 100, (("ground", tuple(Group(stamp, x=n * 10) for n in range(50))),)))
    assert len(asked) == 1
