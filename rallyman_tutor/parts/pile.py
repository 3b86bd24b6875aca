"""A pile of gear cards with the newest on top: the gear large, the seconds below it.

The cards below lie a little askew, as cards do; a turned card, the one for a lost car, shows a spin instead of a gear.
"""

from __future__ import annotations

from rallyman_tutor.parts.dice import gear_ink
from rallyman_tutor.scene.shapes import Circle, Group, Line, Polygon, Shape, Text, box


def pile(gear: str, seconds: str) -> Group:
    """Cards on a pile; no gear is a turned card."""
    below: list[Shape] = [
        Group((Polygon(box(0.8, 1.6, 25, 33, 3.5), "shadow", soft=1.6, opacity=0.45),)),
        *(
            Group((Polygon(box(0, 0, 25, 33, 3.5), "paint-deep", stroke="post", width=0.5),), x, y, angle)
            for x, y, angle in ((-0.8, 0.8, -0.1), (0.9, 0.4, 0.07), (0.0, 0.5, -0.03))
        ),
        Polygon(box(0, 0, 25, 33, 3.5), "paint", stroke="post", width=0.6),
        Polygon(box(0, -5.5, 20.5, 18, 2.5), "die"),
    ]
    if gear:
        below.append(Text(0, -5.3, gear, 19, gear_ink(gear)))
    else:
        turn = tuple(
            (5.5 * x, -5.5 + 5.5 * y)
            for x, y in ((0.9, -0.4), (0.2, -1.0), (-0.8, -0.6), (-1, 0.3), (-0.2, 1), (0.8, 0.6))
        )
        below += [Line(turn, "hazard", 2.2, smooth=True), Circle(4.9, -2.0, 2.0, "hazard")]
    return Group((*below, Text(0, 10.4, seconds, 11, "black")))
