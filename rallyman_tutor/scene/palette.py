"""Colours by name for a light and a dark room, and the textures of surfaces.

Pictures name what a thing is; only this module knows how it looks. Of everything that has a body there is a `-lit` and
a `-deep` shade too, for light from the top left. A texture is a small tile of shapes that a painter repeats over the
surface's colour. Colours are chosen to be told apart by colour-blind eyes, and never carry a meaning alone.

A season gives land and roads other colours; pages, cars and dice keep theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Literal, NamedTuple

from rallyman_tutor.scene.shapes import Circle, Line, Polygon, Shape

Theme = Literal["light", "dark"]

_PAGE = {
    "light": {"paper": "#faf7f2", "ink": "#1d2126", "muted": "#5a616b", "legal": "#1b6e45", "price": "#8a5600",
              "refused": "#a3221b", "rally": "#b3261e"},
    "dark": {"paper": "#14171b", "ink": "#eceff2", "muted": "#a7b0ba", "legal": "#6fd6a0", "price": "#f2b84b",
             "refused": "#ff8a7a", "rally": "#ff8a7a"},
}  # fmt: skip
_SURFACES = {"tarmac": "#43474e", "gravel": "#b48f5a", "snow": "#e9eff4", "earth": "#826043"}
_LAND = {
    "grass": "#8fae6b", "forest": "#4c7a52", "fir": "#3a6650", "autumn": "#87913f", "rock": "#9a958e",
    "water": "#6aa9cf", "village": "#cfae95", "sand": "#dfcfa3", "roof": "#b65a3c", "slate": "#6d7480",
    "straw": "#c99b4e", "flower": "#f3e3a0", "poppy": "#cf5c47", "heath": "#76894c", "scree": "#68655f",
}  # fmt: skip
_CARS = ("#0072b2", "#d55e00", "#009e73", "#f0e442", "#cc79a7", "#56b4e9")
_THINGS = {
    "paint": "#f7f4ea", "drift": "#ffd56b", "icepaint": "#2d4560", "shadow": "#16211c", "light": "#ffffff",
    "glass": "#1f2b36", "tyre": "#17191c", "lamp": "#fff2c2", "tail": "#d23a30", "start": "#b2261e",
    "finish": "#f0c02d", "post": "#5d5a55", "black": "#17191c", "hazard": "#f6b91d",
    "die": "#24272c", "gas": "#f4f1ea", "leader": "#e27a2c", "brake": "#b8322b",
    "brick": "#8f2a22", "rust": "#7a4a1f", "plum": "#4b3b78", "pine": "#1f5c55",
    "gear1": "#8fd4ff", "gear2": "#93e38d", "gear3": "#ffe169", "gear4": "#ffb057", "gear5": "#ff8f80", "gear6": "#d7b4ff",
}  # fmt: skip


class Season(NamedTuple):
    """The colours of land and roads in a season, where they are not the usual ones; and the colour of its light, with
    how much of it there is."""

    colours: Mapping[str, str]
    light: tuple[str, float] = ("#fff6dd", 0.22)


SEASONS: Mapping[str, Season] = {
    "": Season({}),
    "dry": Season({
        "grass": "#d3b56c", "forest": "#8d9a68", "fir": "#6f7f55", "autumn": "#b9a152", "rock": "#bfa58a",
        "water": "#74aebb", "village": "#e6d2b8", "sand": "#ecdcb4", "roof": "#c2663f", "straw": "#e0bf63",
        "flower": "#f0e2b8", "heath": "#ad8a4a", "scree": "#866d58", "gravel": "#c09a66", "earth": "#8c5d3a", "tarmac": "#4a4644",
    }),
    "wet": Season({
        "grass": "#668c62", "forest": "#33604b", "fir": "#295145", "autumn": "#6c7a3e", "rock": "#7c8486",
        "water": "#4f86a6", "village": "#ab9683", "sand": "#a08f6d", "roof": "#93503c", "straw": "#a2864f",
        "flower": "#d9d6b4", "poppy": "#b6523f", "heath": "#4c6a44", "scree": "#4c5356", "gravel": "#8d7654", "earth": "#5c4735", "tarmac": "#363d46",
    }, ("#e6f1f4", 0.2)),
    "night": Season({
        "grass": "#2f434b", "forest": "#22363d", "fir": "#1d2f38", "autumn": "#39443f", "rock": "#4c535d",
        "water": "#274a66", "village": "#4d4951", "sand": "#57544c", "roof": "#56383a", "slate": "#373e4b",
        "straw": "#5d5647", "flower": "#8f8c72", "poppy": "#70464a", "heath": "#223230", "scree": "#4a4f5a", "gravel": "#6a5a45", "earth": "#382d28",
        "tarmac": "#20242c", "snow": "#bdc9d8", "light": "#94a5bb", "shadow": "#05090d",
    }, ("#9db6da", 0.16)),
}  # fmt: skip
"""The seasons by name; "" is summer with its greens."""


def contrast(one: str, two: str) -> float:
    """How well two colours are told apart, from 1 to 21 (WCAG 2)."""
    lighter, darker = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in _parts(colour)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with so much of another in it."""
    return "#" + "".join(
        f"{round(a + (b - a) * share):02x}" for a, b in zip(_parts(colour), _parts(other), strict=True)
    )


@lru_cache(maxsize=2 * len(SEASONS))
def palette(theme: Theme, season: str = "") -> Mapping[str, str]:
    """Every colour by its name, in a light or a dark room, in a season."""
    own, (light, share) = SEASONS[season]
    dark = theme == "dark"
    bodies = {name: mixed(own.get(name, colour), "#000000", 0.12 * dark) for name, colour in _SURFACES.items()}
    bodies |= {name: mixed(own.get(name, colour), "#000000", 0.25 * dark) for name, colour in _LAND.items()}
    bodies |= {f"car{number}": colour for number, colour in enumerate(_CARS)}
    bodies |= {name: own.get(name, colour) for name, colour in _THINGS.items()}
    colours = {**_PAGE[theme], **bodies}
    for name, colour in bodies.items():
        tint, much = (light, share) if name in _LAND or name in _SURFACES else SEASONS[""].light
        colours[f"{name}-lit"] = mixed(colour, tint, much)
        colours[f"{name}-deep"] = mixed(colour, "#10202a", 0.25)
    for number, colour in enumerate(_CARS):
        marks = (_THINGS["paint"], _THINGS["black"])
        colours[f"car{number}-mark"] = max(marks, key=lambda mark: contrast(colour, mark))
    return colours


PALETTES: Mapping[Theme, Mapping[str, str]] = {"light": palette("light"), "dark": palette("dark")}
"""The colours of pages, and of pictures in summer."""

TILE = 96.0
"""The side of a texture's tile."""


def _sprinkled(seed: int, count: int) -> list[tuple[float, float, float]]:
    """Places on a tile, off its edges, each with a number of its own between 0 and 1."""
    luck = Random(seed)
    return [(luck.uniform(4, TILE - 4), luck.uniform(4, TILE - 4), luck.random()) for _ in range(count)]


def _grain(seed: int, light: str, deep: str, count: int, size: float, opacity: float) -> tuple[Shape, ...]:
    return tuple(
        Circle(round(x, 1), round(y, 1), round(size * (0.4 + r), 2), light if n % 2 else deep, opacity=opacity)
        for n, (x, y, r) in enumerate(_sprinkled(seed, count))
    )


def _stones(seed: int, name: str, count: int) -> tuple[Shape, ...]:
    return tuple(
        Polygon(
            ((x - s, y), (x - s / 3, y - s), (x + s, y - s / 2), (x + s / 2, y + s)),
            f"{name}-{'lit' if n % 3 else 'deep'}", smooth=True, opacity=0.7,
        )
        for n, (x, y, r) in enumerate(_sprinkled(seed, count))
        for s in (0.7 + 1.5 * r * r,)
    )  # fmt: skip


def _tufts() -> tuple[Shape, ...]:
    return tuple(
        Line(
            ((x - 2.2, y - 2.5), (x, y), (x + 1.8, y - 3)), "grass-lit" if r > 0.45 else "grass-deep", 0.9, opacity=0.55
        )
        for x, y, r in _sprinkled(5, 34)
    )


def _bracken() -> tuple[Shape, ...]:
    """Tussocks: dark ones and red ones, each of three blades."""
    return tuple(
        Line(((x, y + 2), (x + dx, y - 2.4 + abs(dx) * 0.3)), "autumn" if r > 0.6 else "heath-deep", 1.4, opacity=0.8)
        for x, y, r in _sprinkled(17, 44)
        for dx in (-2.4, 0.0, 2.4)
    )


def _rubble() -> tuple[Shape, ...]:
    """Broken stones with a lit and a dark side."""
    return tuple(
        Polygon(((x - s, y), (x - s / 3, y - s), (x + s, y - s / 2), (x + s / 2, y + s)), name, opacity=0.75)
        for x, y, r in _sprinkled(19, 40)
        for s, name in ((1.2 + 2.6 * r, "scree-deep"), (0.8 + 1.7 * r, "rock-lit"))
    )


def _crystals() -> tuple[Shape, ...]:
    return tuple(
        Line(((x - dx, y - dy), (x + dx, y + dy)), "light" if r > 0.4 else "snow-deep", 0.7, opacity=0.75)
        for x, y, r in _sprinkled(11, 26)
        for dx, dy in ((1.6, 0.0), (0.8, 1.4), (-0.8, 1.4))
    )


def _ripples() -> tuple[Shape, ...]:
    return tuple(
        Line(
            ((x - 8, y), (x - 4, y - 1.8), (x, y), (x + 4, y - 1.8), (x + 8, y)),
            "water-lit",
            1.1,
            smooth=True,
            opacity=0.6,
        )
        for x, y, _ in ((20, 16, 0), (66, 34, 0), (30, 58, 0), (78, 78, 0), (14, 88, 0))
    )


TEXTURES: Mapping[str, tuple[Shape, ...]] = {
    "tarmac": _grain(1, "tarmac-lit", "tarmac-deep", 170, 0.7, 0.6),
    "gravel": _stones(2, "gravel", 80),
    "earth": _stones(3, "earth", 60),
    "snow": _crystals(),
    "grass": _tufts(),
    "heath": _bracken(),
    "scree": _rubble(),
    "forest": _grain(4, "forest-lit", "forest-deep", 60, 2.2, 0.25),
    "rock": _stones(6, "rock", 40),
    "water": _ripples(),
    "village": _grain(7, "village-lit", "village-deep", 70, 1.0, 0.5),
}


def darkened() -> dict[str, str]:
    """Each colour's dark one, in every season. Names that share a colour in the light share one in the dark."""
    pairs = [(palette("light", season), palette("dark", season)) for season in SEASONS]
    return {light[name]: dark[name] for light, dark in pairs for name in light if light[name] != dark[name]}
