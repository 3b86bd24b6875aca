"""What is sent to a canvas: few commands, small ones, and all of it or nothing. No browser is needed here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from itertools import pairwise
from math import hypot, pi
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from ipycanvas import Canvas, hold_canvas
from ipycanvas.canvas import COMMANDS

from rallyman_tutor.games.classic import GAME
from rallyman_tutor.scene.palette import PALETTES, TEXTURES
from rallyman_tutor.scene.shapes import (
    Circle,
    Group,
    Line,
    Polygon,
    Scene,
    Shape,
    Text,
    box,
    flat,
    inside,
    oval,
    placed,
)
from rallyman_tutor.widgets import paint as painting
from rallyman_tutor.widgets.outlines import FINE, area, outline
from rallyman_tutor.widgets.paint import STILL, Blur, Fills, Surface, Word, canvas_for, hold, paint

SHORT = "s3 R3/4x3K4 s2 j4 L2/3x2 s1"
LONG = "START L0, L1-C7-C6-L2-L3-V2-V3-C5, FINISH C4"
NAMES = {number: name for name, number in COMMANDS.items()}
DTYPES = {"int16": np.int16, "uint16": np.uint16, "uint8": np.uint8, "float32": np.float32}

Command = tuple[str, list[Any]]


class Recorder:
    """What arrives at a canvas, message by message."""

    def __init__(self) -> None:
        self.messages: list[list[Command]] = []
        self.bytes = 0

    def __call__(self, content: object, buffers: list[memoryview]) -> None:
        self.bytes += sum(memoryview(buffer).nbytes for buffer in buffers)
        told, rest = json.loads(bytes(buffers[0])), buffers[1:]
        commands: list[Command] = []
        for number, *more in told if isinstance(told[0], list) else [told]:
            args = [self._value(arg, rest) for arg in more[0]] if more else []
            rest = rest[more[1] :] if len(more) > 1 else rest
            commands.append((NAMES[number], args))
        self.messages.append(commands)

    @staticmethod
    def _value(arg: Any, buffers: list[memoryview]) -> Any:
        return np.frombuffer(buffers[arg["idx"]], DTYPES[arg["dtype"]]) if isinstance(arg, dict) else arg

    def named(self, name: str) -> list[list[Any]]:
        return [args for message in self.messages for command, args in message if command == name]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    recorder = Recorder()
    monkeypatch.setattr(Canvas(width=1, height=1)._canvas_manager, "send", recorder)
    return recorder


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    painting._layers.held.clear()
    painting._stamps.held.clear()
    yield
    manager = Canvas(width=1, height=1)._canvas_manager
    assert not manager._caching, "a test left the canvas manager waiting"


def scene(*shapes: Shape, left: float = 0.0, top: float = 0.0) -> Scene:
    return Scene(100, 50, (("ground", shapes), ("cars", ())), left, top)


def stage(text: str) -> Scene:
    drawn: Scene = GAME.draw(GAME.read(f"{text} | A@s1 g3"), (), ())
    return drawn


def runs(*shapes: Shape) -> tuple[painting.Run, ...]:
    return painting._runs(shapes)


def outlines(fills: painting.Run) -> list[tuple[tuple[float, float], ...]]:
    assert isinstance(fills, Fills)
    pieces = np.split(fills.points, np.cumsum(fills.counts)[:-1])
    return [tuple((float(point.real), float(point.imag)) for point in piece) for piece in pieces]


def covered(outline: tuple[tuple[float, float], ...]) -> float:
    ring = np.array([complex(*point) for point in outline])
    return abs(area(ring))


# -- The canvas. -------------------------------------------------------------------------------------------------------


def test_a_canvas_has_twice_the_pixels_of_its_table() -> None:
    canvas = canvas_for(scene())
    assert (canvas.width, canvas.height) == (200, 100)
    assert (canvas.layout.width, canvas.layout.max_width, canvas.layout.height) == ("100px", "100%", "auto")


def test_a_large_canvas_has_as_many_pixels_as_a_phone_can_bear() -> None:
    canvas = canvas_for(Scene(2200, 2200, ()), ratio=3)
    assert 11_900_000 < canvas.width * canvas.height <= 12_000_000
    assert canvas.layout.width == "2200px"


# -- Holding. ----------------------------------------------------------------------------------------------------------

Holding = Callable[[Canvas], AbstractContextManager[None]]


def draws_after_a_failure(canvas: Canvas, holding: Holding, sent: Recorder) -> bool:
    with pytest.raises(ZeroDivisionError), holding(canvas):
        canvas.fill_rect(0, 0, 1, 1)
        raise ZeroDivisionError
    sent.messages.clear()
    canvas.fill_rect(2, 2, 2, 2)
    return bool(sent.named("fillRect"))


def test_after_a_failure_a_canvas_still_draws(sent: Recorder) -> None:
    assert draws_after_a_failure(Canvas(), hold, sent)


def test_that_is_why_we_do_not_hold_as_ipycanvas_does(sent: Recorder) -> None:
    canvas = Canvas()
    assert not draws_after_a_failure(canvas, lambda _: hold_canvas(), sent)
    canvas._canvas_manager._caching = False
    canvas._canvas_manager._commands_cache.clear()
    canvas._canvas_manager._buffers_cache.clear()


def test_a_failure_sends_nothing_of_what_was_begun(sent: Recorder) -> None:
    with pytest.raises(KeyError):
        paint(Canvas(), scene(Circle(1, 1, 1, "roof"), Circle(1, 1, 1, "mauve")))
    assert sent.messages == []


def test_holds_within_a_hold_are_sent_together(sent: Recorder) -> None:
    canvas, other = Canvas(), Canvas()
    with hold(canvas):
        paint(canvas, scene(Circle(1, 1, 1, "roof")))
        paint(other, scene(Circle(1, 1, 1, "roof")))
    assert len(sent.messages) == 1
    assert len(sent.named("switchCanvas")) == 2


# -- Commands. ---------------------------------------------------------------------------------------------------------


def test_every_painting_names_its_canvas_and_starts_from_nothing(sent: Recorder) -> None:
    canvas = canvas_for(scene())
    for _ in range(2):
        paint(canvas, scene(Circle(1, 1, 1, "roof")))
    assert len(sent.messages) == 2
    for message in sent.messages:
        names = [name for name, _ in message]
        assert names[:2] == ["switchCanvas", "resetTransform"]
        assert names.index("clearRect") < names.index("fillStyledPolygons")
    assert sent.named("clearRect")[0] == [0, 0, 200, 100]


def test_only_the_layers_asked_for_are_painted_in_the_order_of_the_scene(sent: Recorder) -> None:
    layers = (("ground", (Circle(1, 1, 1, "roof"),)), ("road", (Circle(1, 1, 1, "tarmac-lit"),)), ("cars", ()))
    canvas = Canvas(width=10, height=10)
    paint(canvas, Scene(10, 10, layers), ["road", "ground"])
    colours = [tuple(args[3]) for args in sent.named("fillStyledPolygons")]
    assert colours == [painting._rgb(PALETTES["light"][name]) for name in ("roof", "tarmac-lit")]
    sent.messages.clear()
    paint(canvas, Scene(10, 10, layers), ["cars"])
    assert not sent.named("fillStyledPolygons")


def test_shapes_of_all_colours_share_one_command(sent: Recorder) -> None:
    drawn = scene(
        Polygon(((10, 20), (30, 20), (20, 40)), "grass-lit", opacity=0.5),
        Polygon(((-5, 7.25), (3, 20), (20, 40), (1, 1)), "rally"),
        left=-10,
        top=5,
    )
    paint(canvas_for(drawn), drawn, theme="dark")
    ((count, points, counts, colours, alphas),) = sent.named("fillStyledPolygons")
    assert (count, counts.tolist()) == (2, [3, 4])
    assert colours.reshape(-1, 3).tolist() == [
        list(painting._rgb(PALETTES["dark"][name])) for name in ("grass-lit", "rally")
    ]
    assert alphas.tolist() == [0.5, 1.0]
    # Pixels are half a unit of the table, and there are eight steps in a pixel.
    assert points.reshape(-1, 2)[:4].tolist() == [[320, 240], [640, 240], [480, 560], [80, 36]]
    assert sent.named("setTransform")[-1] == [0.125, 0, 0, 0.125, 0, 0]


def test_points_far_outside_stay_outside(sent: Recorder) -> None:
    drawn = scene(Polygon(((-1e5, 0), (1e5, 0), (0, 1e5)), "grass-lit"))
    paint(canvas_for(drawn), drawn)
    assert sent.named("fillStyledPolygons")[0][1].tolist() == [-32768, 0, 32767, 0, 0, 32767]


def test_a_texture_is_an_image_that_repeats_from_the_corner_of_the_table(sent: Recorder) -> None:
    drawn = scene(Polygon(box(50, 25, 90, 40), "tarmac", opacity=0.5), left=-10)
    paint(canvas_for(drawn), drawn)
    (styles,) = [args[1] for args in sent.named("set") if str(args[1]).startswith("IPY_MODEL_")]
    pattern = painting._PATTERNS["tarmac", "light", 192]
    assert styles == f"IPY_MODEL_{pattern.model_id}"
    assert pattern.image.format == "svg+xml"
    assert bytes(pattern.image.value).count(b"<circle") == len(TEXTURES["tarmac"])
    assert sent.named("setTransform")[0] == [1, 0, 0, 1, 20, 0]
    alphas = [args[1] for args in sent.named("set") if args[0] == Canvas.ATTRS["global_alpha"]]
    assert alphas == [1, 0.5, 1]
    paint(canvas_for(drawn), drawn)
    assert painting._PATTERNS["tarmac", "light", 192] is pattern
    pattern.close()
    paint(canvas_for(drawn), drawn)
    assert painting._PATTERNS["tarmac", "light", 192] is not pattern


def test_a_number_is_written_where_the_picture_has_it(sent: Recorder) -> None:
    drawn = scene(Group((Text(1, 2, "K4", 10, "paint", opacity=0.5),), x=20, y=10, angle=pi / 2, scale=1.5))
    paint(canvas_for(drawn), drawn)
    assert sent.named("fillText") == [["K4", 1, 5.5]]
    assert sent.named("setTransform")[-1] == pytest.approx([0, 3, -3, 0, 40, 20])
    said = [args[1] for args in sent.named("set")]
    assert "rgba(247, 244, 234, 0.5)" in said
    assert any(str(what).startswith("700 10px 'Barlow Condensed'") for what in said)


def test_a_wide_blur_is_a_shadow_of_something_beside_the_canvas(sent: Recorder) -> None:
    drawn = scene(Polygon(oval(50, 25, 20, 20), "shadow", smooth=True, soft=10, opacity=0.4))
    canvas = canvas_for(drawn)
    paint(canvas, drawn)
    told = {name: args[1] for args in sent.named("set") for name, at in Canvas.ATTRS.items() if at == args[0]}
    assert (told["shadow_blur"], told["shadow_offset_x"]) == (40, 400)
    assert sent.named("setTransform")[-1][4] == -400
    assert told["shadow_color"] == "rgba(0, 0, 0, 0)"  # the last word: nothing else throws a shadow


# -- What shapes look like. --------------------------------------------------------------------------------------------


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
    reckon = painting._stamp_runs

    def recorded(shapes: tuple[Shape, ...]) -> tuple[painting.Run, ...]:
        asked.append(shapes)
        return reckon(shapes)

    monkeypatch.setattr(painting, "_stamp_runs", recorded)
    stamp = (Circle(0, 0, 3, "forest-lit"),)
    (fills,) = runs(*(Group(stamp, x=n) for n in range(50)))
    assert len(outlines(fills)) == 50
    assert asked == [stamp]


def test_what_is_kept_is_kept_with_its_shapes_and_not_without_end() -> None:
    kept = painting._Kept(3)
    for n in range(50):
        shapes = (Circle(n, 0, 1, "grass-lit"),)
        (fills,) = kept(shapes, painting._runs)
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
    for x, y in flat(points, closed, steps=40):
        way = chain[1:] - chain[:-1]
        along = np.clip(((complex(x, y) - chain[:-1]) * way.conj()).real / np.abs(way) ** 2, 0, 1)
        assert np.abs(chain[:-1] + along * way - complex(x, y)).min() < FINE


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


@pytest.mark.parametrize("texture", ["forest", "rock", "snow", "gravel"])
def test_a_small_texture_is_drawn_out_and_stays_inside(texture: str) -> None:
    body = Polygon(((-30, -30), (0, -12), (30, -30), (30, 30), (-30, 30)), texture)
    (fills,) = runs(Group((body,)))
    ground, *marks = outlines(fills)
    assert len(marks) > 5
    wider = tuple((1.001 * x, 1.001 * y) for x, y in ground)
    for mark in marks:
        assert all(inside(wider, x, y) or near((*ground, ground[0]), x, y) < 1e-3 for x, y in mark)


# -- How much it is. ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seconds", "size", "commands"), [(SHORT, 0.06, 400_000, 400), (LONG, 0.5, 3_000_000, 3_500)]
)
def test_a_stage_is_soon_painted(sent: Recorder, text: str, seconds: float, size: int, commands: int) -> None:
    drawn = stage(text)
    canvas = canvas_for(drawn)
    times = []
    for _ in range(3):
        painting._layers.held.clear()
        painting._stamps.held.clear()
        sent.messages, sent.bytes = [], 0
        with hold(canvas):  # what the recorder takes is not what painting takes
            start = perf_counter()
            paint(canvas, drawn, STILL)
            times.append(perf_counter() - start)
    assert len(sent.messages) == 1
    assert sent.bytes < size
    assert len(sent.messages[0]) < commands
    assert min(times) < seconds


def test_another_theme_is_only_sent(sent: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = stage(SHORT)
    canvas = canvas_for(drawn)
    paint(canvas, drawn)
    monkeypatch.setattr(painting, "_Pen", None)
    paint(canvas, drawn, theme="dark")
    light, dark = ([args for name, args in told if name == "fillStyledPolygons"] for told in sent.messages)
    assert len(light) == len(dark)
    for one, other in zip(light, dark, strict=True):
        assert all(np.array_equal(one[n], other[n]) for n in (1, 2, 4))
    assert any(not np.array_equal(one[3], other[3]) for one, other in zip(light, dark, strict=True))
