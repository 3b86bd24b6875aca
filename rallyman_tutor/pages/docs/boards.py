"""Pictures for the documentation. A board is a few pictures that lie on each other, since most examples of a game share
their road: each is written once, under a name made of its content."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from rallyman_tutor.page.pictures import pictures
from rallyman_tutor.scene.palette import PALETTES
from rallyman_tutor.scene.shapes import LAYERS, Group, Scene, Shape
from rallyman_tutor.scene.svg import STYLE as AS_PAINTED
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.session.session import Session

FOLDER = "_static/boards"
SHARED = (LAYERS[:2], LAYERS[2:3], LAYERS[3:])
"""Which layers go into one picture: road and country, what is painted on them, what moves."""
Layers = tuple[tuple[str, tuple[Shape, ...]], ...]


ROOM = (250.0, 150.0)
"""How much of a road is shown on each side of what lies on it."""
EDGE = 10.0
"""The border of a picture, which a part of it leaves out."""
Frame = tuple[float, float, float, float]


class Board(NamedTuple):
    """The pictures of one board, from the lowest to the topmost, by the names of their files; the whole and the shown
    part."""

    whole: Frame
    shown: Frame
    files: tuple[str, ...]


class Pictures:
    """All pictures of the documentation, each once."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self._known: dict[tuple[int, ...], tuple[str, Layers]] = {}

    def board(self, session: Session, is_tall: bool) -> Board:
        """The board of a table as its player sees it, for a wide or a narrow page."""
        scene = pictures(session, None, is_tall)[-1]
        shown = whole(scene) if session.game.has_hidden_hands else around_pieces(scene)
        files = (self._file(scene, group) for group in SHARED)
        return Board(whole(scene), shown, tuple(filter(None, files)))

    def _file(self, scene: Scene, group: tuple[str, ...]) -> str:
        layers = tuple(layer for layer in scene.layers if layer[0] in group and layer[1])
        if not layers:
            return ""
        same = tuple(id(shapes) for _, shapes in layers)  # most games keep a road that they have drawn
        if same not in self._known:
            picture = svg(replace(scene, layers=layers))
            name = f"{FOLDER}/{sha256(picture.encode()).hexdigest()[:12]}.svg"
            self.files[name] = picture
            self._known[same] = name, layers
        return self._known[same][0]


def whole(scene: Scene) -> Frame:
    """All of a picture: left, top, width, height."""
    return scene.left, scene.top, scene.width, scene.height


def around_pieces(scene: Scene) -> Frame:
    """The part of a road where its cars and dice are, with some road around it."""
    pieces = [piece for layer in ("cars", "draft") for piece in scene.layer(layer) if isinstance(piece, Group)]
    if not pieces:
        return whole(scene)
    xs, ys = [piece.x for piece in pieces], [piece.y for piece in pieces]
    left, width = _part(min(xs), max(xs), ROOM[0], scene.left + EDGE, scene.width - 2 * EDGE)
    top, height = _part(min(ys), max(ys), ROOM[1], scene.top + EDGE, scene.height - 2 * EDGE)
    return left, top, width, height


def _part(first: float, last: float, room: float, start: float, length: float) -> tuple[float, float]:
    size = round(min(last - first + 2 * room, length))
    middle = (first + last) / 2
    return round(min(max(middle - size / 2, start), start + length - size)), size


def colours() -> str:
    """The colours of the tutor as a style sheet, for a light and a dark room; and how the faces of dice are painted."""
    light, dark = ("".join(f" --{name}: {PALETTES[theme][name]};" for name in _NAMES) for theme in ("light", "dark"))
    themes = f":root {{{light} }}\n@media (prefers-color-scheme: dark) {{ :root {{{dark} }} }}\n"
    return f"{themes}.face {{ {AS_PAINTED} }}\n"


_NAMES = ("paper", "ink", "muted", "legal", "price", "refused", "rally", "grass")


def inline(faces: Mapping[str, str]) -> dict[str, str]:
    """Faces of dice as they stand in a line of text."""
    return {name: picture.replace("<svg ", '<svg class="face" ', 1) for name, picture in faces.items()}
