"""The film of a rally as an animated picture: a GIF, which plays wherever pictures are shown, in chats and mails,
too.

The ground of a stage is painted once, twice as large, and made small. On it lie the cars of each picture, and below it
a strip with everybody's number, name and time. A picture holds only what has changed since the last one: so a film of
six drivers and five stages is small enough to send.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from math import atan2, pi
from typing import NamedTuple
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from PIL.GifImagePlugin import getdata

from rallyman_tutor.parts.car import car
from rallyman_tutor.rally.film import CAR, CAR_LONG, END, TITLE, Film, FilmShot, FilmStage, along
from rallyman_tutor.rally.sheet import RallySheet
from rallyman_tutor.scene.palette import palette
from rallyman_tutor.scene.shapes import Scene, Shape
from rallyman_tutor.tutor.learner.rally_podium import podium_of
from rallyman_tutor.tutor.learner.rally_sheet import number_of
from rallyman_tutor.tutor.words.words import text_tables
from rallyman_tutor.widgets.outlines import Points
from rallyman_tutor.widgets.runs import COLOURS, Fills, Surface, Word, runs_of

WIDE, HIGHEST = 600, 460
"""The picture's width, and the most of its height, in pixels, without the strip below."""
STRIP, ROWS = 24, 2
"""The height of a row of the strip, and how many there are besides the one with the stage."""
FINE = 2
"""How much larger everything is painted before it is made small."""
A_SECOND = 6
"""Pictures in a second."""
GROUND_COLOURS = 110
"""How many colours the ground of a stage has."""
CLEAR = 255
"""The colour of what has not changed."""
TURNS = 24
"""Directions in which a car is drawn."""
PLAIN = {
    "Æ": "AE", "æ": "ae", "Ð": "D", "ð": "d", "Đ": "D", "đ": "d", "Ħ": "H", "ħ": "h", "ı": "i", "Ł": "L", "ł": "l",
    "Ŋ": "N", "ŋ": "n", "Ø": "O", "ø": "o", "Œ": "OE", "œ": "oe", "ß": "ss", "Þ": "Th", "þ": "th", "Ŧ": "T", "ŧ": "t",
}  # fmt: skip
"""Letters that are no plain letter with a mark, and what stands for them where the font lacks them."""

Pixels = NDArray[np.uint8]


class _Look(NamedTuple):
    """The size of a stage's picture, and how the scene lies in it."""

    wide: int
    high: int
    scale: float  # pixels for a unit of the scene


def animated(film: Film, sheet: RallySheet) -> bytes:
    """The film as the bytes of a GIF. Stages that nobody drove are left out."""
    high = max(_look(stage.scene).high for stage in film.stages) + STRIP * (ROWS + 1)
    written = [_head(WIDE, high)]
    driven = [stage for stage in film.stages if stage.shots]
    for number, stage in enumerate(driven, 1):
        ground = _ground(stage.scene, high)
        indexed = _indexed(ground)
        before: Pixels | None = None
        for picture, seconds in _pictures(film, sheet, stage, ground, is_last=number == len(driven)):
            now = np.array(picture.quantize(palette=indexed, dither=Image.Dither.NONE))
            written.append(_frame(now, before, indexed, seconds))
            before = now
    return b"".join((*written, b";"))


def _indexed(ground: Image.Image) -> Image.Image:
    """A picture with the colours of a stage: those of its ground as far as they go, and those of cars and words."""
    few = ground.quantize(GROUND_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    own = (few.getpalette() or [])[: 3 * GROUND_COLOURS]
    colours = palette("light")
    others = [_rgb(colours[name]) for name in ("ink", "muted", "paper", *(f"car{number}" for number in range(6)))]
    others += [(_paler(red), _paler(green), _paler(blue)) for red, green, blue in others]  # at the edges of figures
    found = Image.new("P", (1, 1))
    found.putpalette([*own, *(part for colour in others for part in colour)])
    return found


def _paler(part: int) -> int:
    return (2 * part + 251) // 3


# -- The pictures -----------------------------------------------------------------------------------------------------


def _pictures(
    film: Film, sheet: RallySheet, stage: FilmStage, ground: Image.Image, *, is_last: bool
) -> Iterator[tuple[Image.Image, float]]:
    """The pictures of a stage, each with the seconds it is shown."""
    title = _titled(film, stage)
    yield _with_strip(film, ground, title, [0] * len(film.drivers)), TITLE
    look = _look(stage.scene)
    many = max(1, round(film.shot * A_SECOND))
    for shot in stage.shots:
        below = _with_strip(film, ground, title, shot.sums)
        is_still = all(len(way) < 2 for way in shot.ways)
        for step in range(1, (1 if is_still else many) + 1):
            picture = below.copy()
            _lay_cars(picture, stage.scene, look, shot, step / (1 if is_still else many))
            yield picture, film.shot if is_still else film.shot / many
    if is_last:
        yield _podium(picture, film, sheet), END


def _lay_cars(picture: Image.Image, scene: Scene, look: _Look, shot: FilmShot, share: float) -> None:
    scale = CAR * WIDE / CAR_LONG
    left, top = _corner(look, picture.height)
    for seat, way in enumerate(shot.ways):
        if way:
            (x, y), (dx, dy) = along(way, share)
            turn = round(atan2(dy, dx) / (2 * pi) * TURNS) % TURNS
            sprite = _sprite(seat, turn, scale)
            at = (left + round((x - scene.left) * look.scale), top + round((y - scene.top) * look.scale))
            picture.paste(sprite, (at[0] - sprite.width // 2, at[1] - sprite.height // 2), sprite)


@lru_cache(maxsize=512)
def _sprite(seat: int, turn: int, scale: float) -> Image.Image:
    """A car, driving in one of the directions."""
    side = 48.0
    size = round(side * scale * FINE)
    found = Image.new("RGBA", (size, size))
    shape = car(seat, seat + 1, side / 2, side / 2, turn / TURNS * 2 * pi)
    _paint(found, (*shape.shapes[1:],), "", scale * FINE, complex(side / 2, side / 2))
    return found.resize((size // FINE, size // FINE), Image.Resampling.LANCZOS)


def _look(scene: Scene) -> _Look:
    scale = min(WIDE / scene.width, HIGHEST / scene.height)
    return _Look(round(scene.width * scale), round(scene.height * scale), scale)


def _corner(look: _Look, high: int) -> tuple[int, int]:
    """Where the ground begins in the picture: it lies in the middle."""
    return (WIDE - look.wide) // 2, (high - STRIP * (ROWS + 1) - look.high) // 2


def _ground(scene: Scene, high: int) -> Image.Image:
    """The ground of a stage, above an empty strip."""
    look = _look(scene)
    large = Image.new("RGB", (look.wide * FINE, look.high * FINE), palette("light", scene.season)["grass"])
    for _, shapes in scene.layers:
        _paint(large, shapes, scene.season, look.scale * FINE, complex(-scene.left, -scene.top))
    found = Image.new("RGB", (WIDE, high), palette("light")["paper"])
    found.paste(large.resize((look.wide, look.high), Image.Resampling.LANCZOS), _corner(look, high))
    return found


def _paint(picture: Image.Image, shapes: Sequence[Shape], season: str, scale: float, corner: complex) -> None:
    """Paint shapes, textures as plain surfaces."""
    colours = palette("light", season)
    names = [*COLOURS]
    draw = ImageDraw.Draw(picture, "RGBA")
    for run in runs_of(tuple(shapes)):
        match run:
            case Fills():
                at = 0
                for count, colour, alpha in zip(run.counts.tolist(), run.colours, run.alphas, strict=True):
                    _polygon(draw, (run.points[at : at + count] + corner) * scale, colours[names[colour]], float(alpha))
                    at += count
            case Surface():
                points = (run.points * run.turn + run.move + corner) * scale
                _polygon(draw, points, colours[run.texture], run.alpha)
            case Word():
                spot = (run.at * run.turn + run.move + corner) * scale
                size = run.size * abs(run.turn) * scale
                _write(draw, (spot.real, spot.imag), run.text, size, _rgb(colours[run.colour]), "ms")


def _polygon(draw: ImageDraw.ImageDraw, points: Points, colour: str, alpha: float) -> None:
    if len(points) > 2:
        draw.polygon([(point.real, point.imag) for point in points.tolist()], fill=(*_rgb(colour), round(255 * alpha)))


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# -- Words in the pictures --------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: float,
    colour: tuple[int, int, int],
    anchor: str,
) -> None:
    if round(size) >= 4:
        draw.text(at, text, font=_font(round(size)), fill=colour, anchor=anchor)


@lru_cache(maxsize=512)
def _can_write(letter: str) -> bool:
    """Whether the font has a letter."""
    font = _font(16)
    return bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


def name_written(name: str) -> str:
    """A name as the font can write it: a letter that it lacks loses its marks, and one of another script is left out.
    Where nothing is left, the number of the car stands alone."""
    return "".join(letter if _can_write(letter) else _plain(letter) for letter in normalize("NFC", name)).strip("- ")


def _plain(letter: str) -> str:
    """The plain letters in place of one with marks; nothing where there are none."""
    return "".join(part for part in normalize("NFKD", PLAIN.get(letter, letter)) if part.isascii())


def _titled(film: Film, stage: FilmStage) -> str:
    named = str(text_tables("tutor")["rally"]["parts"][film.counts]).format(n=stage.number)
    return f"{named} / {len(film.stages)}"


def _with_strip(film: Film, ground: Image.Image, title: str, sums: Sequence[int]) -> Image.Image:
    """The ground with the stage, and everybody's number, name, and time or distance, below it."""
    found = ground.copy()
    draw = ImageDraw.Draw(found)
    ink, muted = (_rgb(palette("light")[name]) for name in ("ink", "muted"))
    top = found.height - STRIP * (ROWS + 1)
    draw.rectangle((0, top, found.width, found.height), fill=_rgb(palette("light")["paper"]))
    _write(draw, (10, top + STRIP / 2), title, 15, ink, "lm")
    each = -(-len(film.drivers) // ROWS)
    for seat, name in enumerate(film.drivers):
        x, y = 10 + (seat % each) * (WIDE - 10) / each, top + STRIP * (1.5 + seat // each)
        _badge(draw, seat, (x + 9, y))
        _write(
            draw,
            (x + 24, y),
            f"{name_written(name)[:12]} {number_of(sums[seat], film.counts)}".strip(),
            14,
            muted,
            "lm",
        )
    return found


def _badge(draw: ImageDraw.ImageDraw, seat: int, at: tuple[float, float]) -> None:
    x, y = at
    draw.ellipse((x - 9, y - 9, x + 9, y + 9), fill=_rgb(palette("light")[f"car{seat % 6}"]))
    draw.ellipse((x - 6, y - 6, x + 6, y + 6), fill=(251, 248, 241))
    _write(draw, (x, y), str(seat + 1), 11, (29, 33, 38), "mm")


def _podium(below: Image.Image, film: Film, sheet: RallySheet) -> Image.Image:
    """The last picture: everybody by place."""
    found = below.copy()
    draw = ImageDraw.Draw(found, "RGBA")
    podium = podium_of(sheet)
    rows = [one for step in podium["steps"] for one in step] + podium["others"]
    high, left = 30, WIDE / 2 - 150
    top = (found.height - STRIP * (ROWS + 1)) / 2 - high * len(rows) / 2
    draw.rounded_rectangle((left - 14, top - 12, left + 314, top + high * len(rows) + 8), 12, fill=(250, 247, 242, 240))
    for at, one in enumerate(rows):
        y = top + high * (at + 0.5)
        _write(draw, (left, y), f"{one['place']}." if one["place"] else "–", 18, (29, 33, 38), "lm")
        _badge(draw, one["seat"], (left + 42, y))
        _write(draw, (left + 60, y), name_written(one["name"]), 18, (29, 33, 38), "lm")
        _write(draw, (left + 300, y), one["sum"], 18, (29, 33, 38), "rm")
    return found


# -- The file ---------------------------------------------------------------------------------------------------------


def _head(wide: int, high: int) -> bytes:
    """The beginning of a GIF of this size, which is played again and again."""
    size = wide.to_bytes(2, "little") + high.to_bytes(2, "little")
    return b"GIF89a" + size + b"\x70\x00\x00" + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def _frame(now: Pixels, before: Pixels | None, indexed: Image.Image, seconds: float) -> bytes:
    """A picture as a part of a GIF: only the box in which something has changed, and in it only what has."""
    left, top, right, low = 0, 0, now.shape[1], now.shape[0]
    shown = now
    if before is not None:
        changed = now != before
        if changed.any():
            rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
            top, low, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
        else:
            low, right = 1, 1
        shown = np.where(changed, now, CLEAR)[top:low, left:right].astype(np.uint8)
    picture = Image.fromarray(shown, "P")
    picture.putpalette(indexed.getpalette() or [])
    written = BytesIO()
    for part in getdata(
        picture,
        (int(left), int(top)),
        duration=round(seconds * 1000),
        disposal=1,
        transparency=CLEAR,
        include_color_table=True,
    ):
        written.write(part)
    return written.getvalue()
