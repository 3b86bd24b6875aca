"""The messages to a canvas: few commands, small ones, and all of them or none. No browser is needed here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from math import pi
from typing import Any

import numpy as np
import pytest
from ipycanvas import Canvas, hold_canvas
from ipycanvas.canvas import COMMANDS

from rallyman_tutor.games.classic import GAME
from rallyman_tutor.scene.palette import PALETTES, TEXTURES
from rallyman_tutor.scene.shapes import Circle, Group, Polygon, Scene, Shape, Text, box, oval
from rallyman_tutor.widgets import paint as painting
from rallyman_tutor.widgets import runs as reckoned
from rallyman_tutor.widgets.paint import canvas_for, one_message, paint

SHORT = "s3 R3/4x3K4 s2 j4 L2/3x2 s1"
LONG = "START L0, L1-C7-C6-L2-L3-V2-V3-C5, FINISH C4"
NAMES = {number: name for name, number in COMMANDS.items()}
DTYPES = {"int16": np.int16, "uint16": np.uint16, "uint8": np.uint8, "float32": np.float32}
Command = tuple[str, list[Any]]


class Recorder:
    """A record of the messages to a canvas, one by one."""

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
    reckoned._layers.held.clear()
    reckoned._stamps.held.clear()
    yield
    manager = Canvas(width=1, height=1)._canvas_manager
    assert not manager._caching, "a test left the canvas manager waiting"


def scene(*shapes: Shape, left: float = 0.0, top: float = 0.0) -> Scene:
    return Scene(100, 50, (("ground", shapes), ("cars", ())), left, top)


def stage(text: str) -> Scene:
    drawn: Scene = GAME.draw(GAME.read(f"{text} | A@s1 g3"), (), ())
    return drawn


# -- The canvas -------------------------------------------------------------------------------------------------------


def test_a_canvas_has_twice_the_pixels_of_its_table() -> None:
    canvas = canvas_for(scene())
    assert (canvas.width, canvas.height) == (200, 100)
    assert (canvas.layout.width, canvas.layout.max_width, canvas.layout.height) == ("100px", "100%", "auto")


def test_a_large_canvas_has_as_many_pixels_as_a_phone_can_bear() -> None:
    canvas = canvas_for(Scene(2200, 2200, ()), ratio=3)
    assert 11_900_000 < canvas.width * canvas.height <= 12_000_000
    assert canvas.layout.width == "2200px"


# -- Holding ----------------------------------------------------------------------------------------------------------


Holding = Callable[[Canvas], AbstractContextManager[None]]


def draws_after_a_failure(canvas: Canvas, holding: Holding, sent: Recorder) -> bool:
    with pytest.raises(ZeroDivisionError), holding(canvas):
        canvas.fill_rect(0, 0, 1, 1)
        raise ZeroDivisionError
    sent.messages.clear()
    canvas.fill_rect(2, 2, 2, 2)
    return bool(sent.named("fillRect"))


def test_after_a_failure_a_canvas_still_draws(sent: Recorder) -> None:
    assert draws_after_a_failure(Canvas(), one_message, sent)


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
    with one_message(canvas):
        paint(canvas, scene(Circle(1, 1, 1, "roof")))
        paint(other, scene(Circle(1, 1, 1, "roof")))
    assert len(sent.messages) == 1
    assert len(sent.named("switchCanvas")) == 2


# -- Commands ---------------------------------------------------------------------------------------------------------


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
    pattern = painting._PATTERNS["tarmac", "light", "", 192]
    assert styles == f"IPY_MODEL_{pattern.model_id}"
    assert pattern.image.format == "svg+xml"
    assert bytes(pattern.image.value).count(b"<circle") == len(TEXTURES["tarmac"])
    assert sent.named("setTransform")[0] == [1, 0, 0, 1, 20, 0]
    alphas = [args[1] for args in sent.named("set") if args[0] == Canvas.ATTRS["global_alpha"]]
    assert alphas == [1, 0.5, 1]
    paint(canvas_for(drawn), drawn)
    assert painting._PATTERNS["tarmac", "light", "", 192] is pattern
    pattern.close()
    paint(canvas_for(drawn), drawn)
    assert painting._PATTERNS["tarmac", "light", "", 192] is not pattern


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


# -- How much it is ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "size", "commands"), [(SHORT, 400_000, 400), (LONG, 3_000_000, 3_500)])
def test_a_stage_is_one_message_of_few_commands(sent: Recorder, text: str, size: int, commands: int) -> None:
    drawn = stage(text)
    with one_message(canvas := canvas_for(drawn)):
        paint(canvas, drawn)
    assert len(sent.messages) == 1
    assert sent.bytes < size
    assert len(sent.messages[0]) < commands


def test_another_theme_is_only_sent(sent: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = stage(SHORT)
    canvas = canvas_for(drawn)
    paint(canvas, drawn)
    monkeypatch.setattr(reckoned, "_Pen", None)
    paint(canvas, drawn, theme="dark")
    light, dark = ([args for name, args in told if name == "fillStyledPolygons"] for told in sent.messages)
    assert len(light) == len(dark)
    for one, other in zip(light, dark, strict=True):
        assert all(np.array_equal(one[n], other[n]) for n in (1, 2, 4))
    assert any(not np.array_equal(one[3], other[3]) for one, other in zip(light, dark, strict=True))
