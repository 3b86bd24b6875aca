"""Dice as they lie on a table: rounded cubes seen slightly from above.

A gear die shows its number, gas a diamond, a leader die two arrows, a brake die a disc, or each the warning triangle:
what it is and shows is told by shapes and not by a colour. Laid but not rolled it is matt, rolled it shines, secured it
wears a padlock.
"""

from __future__ import annotations

from rallyman_tutor.scene.shapes import Circle, Group, Line, Polygon, Shape, Text, box

_INKS = {"gas": "black", "leader": "black", "brake": "paint"}
_GEARS = {str(gear): f"gear{gear}" for gear in range(1, 7)}
_COATS = {"gear": "die", "gas": "gas", "leader": "leader", "brake": "brake"}


def gear_ink(gear: str) -> str:
    """The colour of a gear's number, on dice and on cards."""
    return _GEARS.get(gear, "paint")


def die(
    face: str, kind: str, hazard: bool, x: float, y: float, *,
    size: float = 27.0, rolled: bool = False, secured: bool = False, key: str = "",
) -> Group:  # fmt: skip
    """A rounded cube seen slightly from above, showing its face."""
    coat = _COATS[kind]
    ink = gear_ink(face) if kind == "gear" else _INKS.get(kind, "paint")
    parts: list[Shape] = [
        Polygon(box(3.2, 7.5, 27, 26, 7), "shadow", soft=2.4, opacity=0.5),
        Polygon(box(0, 4.2, 27, 27, 6.5), f"{coat}-deep", stroke="black", width=0.6),
        Polygon(box(0, 0, 27, 26, 6.5), coat, stroke=f"{coat}-deep", width=0.7),
    ]
    if rolled:
        parts += [
            Polygon(box(0, 0, 24.4, 23.4, 5.5), stroke=f"{coat}-lit", width=1.2, opacity=0.9),
            Polygon(
                ((-11, -6), (-8.5, -10), (3, -10.6), (9, -10.4), (-4, -3.5), (-11, 1)),
                "light",
                smooth=True,
                opacity=0.2,
            ),
        ]
    if hazard:
        parts += [
            Polygon(((0, -10.5), (11, 8.6), (-11, 8.6)), "hazard", stroke="hazard", width=2.4),
            Polygon(((0, -9.6), (10.2, 8.1), (-10.2, 8.1)), stroke="black", width=1.3),
            Line(((0, -4), (0, 2.4)), "black", 2.6),
            Circle(0, 5.8, 1.5, "black"),
        ]
    elif kind == "gas":
        parts += [
            Polygon(((0, -8), (7.5, 0), (0, 8), (-7.5, 0)), stroke=ink, width=2.2),
            Polygon(((0, -3.6), (3.4, 0), (0, 3.6), (-3.4, 0)), ink),
        ]
    elif kind == "leader":
        parts += [Line(((-7, y + 5.5), (0, y - 1), (7, y + 5.5)), ink, 2.6) for y in (-5.5, 0.5)]
    elif kind == "brake":
        parts += [Circle(0, 0, 7.6, stroke=ink, width=2.4), Circle(0, 0, 2.6, ink)]
    elif face:
        parts.append(Text(0, 0.2, face, 21, ink))
    if not rolled:  # the rim parts a black die from dark tarmac
        parts += [
            Polygon(box(0, 0, 27, 26, 6.5), "slate", opacity=0.2),
            Polygon(box(0, 0, 26, 25, 6), stroke="light", width=1, opacity=0.38),
        ]
    if secured:
        parts.append(Group(_PADLOCK, 11.5, 11.5))
    return Group(tuple(parts), round(x, 2), round(y, 2), scale=round(size / 27, 3), key=key)


_PADLOCK: tuple[Shape, ...] = (
    Circle(0.6, 1, 8, "shadow", soft=1, opacity=0.5),
    Circle(0, 0, 7.6, "paint", stroke="black", width=0.8),
    Line(((-2.4, -0.4), (-2.4, -2.6), (0, -4.6), (2.4, -2.6), (2.4, -0.4)), "black", 1.5, smooth=True),
    Polygon(box(0, 1.9, 7.6, 5.4, 1), "black"),
    Circle(0, 1.7, 1, "hazard"),
)
