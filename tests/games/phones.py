"""How large the figures of a picture are on a phone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rallyman_tutor.scene.shapes import Group, Scene, Shape, Text

PHONE = 0.62
"""How many CSS pixels a table unit has at least, where a table of cards is looked at 390 pixels wide."""


def figures(scene: Scene) -> Iterator[tuple[str, float]]:
    """All figures with their sizes in units of the table, except those on the roofs of cars, which also stand beside
    the road, and the letters on a card that is being laid, which is shown larger in the tray."""
    for name, shapes in scene.layers:
        for text, size in _sized(shapes):
            if name != "draft" or not text.isalpha():
                yield text, size


def _sized(shapes: Iterable[Shape], scale: float = 1.0) -> Iterator[tuple[str, float]]:
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape.text, shape.size * scale
        elif isinstance(shape, Group) and not shape.key.startswith("car:"):
            yield from _sized(shape.shapes, scale * shape.scale)
