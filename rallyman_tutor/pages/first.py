"""The first picture of a page: what its browser is told before Python is there, as it would tell it.

python -m rallyman_tutor.pages.first PLACE      writes it, packed, where no process can be forked that draws it
"""

from __future__ import annotations

import gzip
import json
import sys

from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.visit import Visit
from rallyman_tutor.pages.site.visitor import as_told
from rallyman_tutor.scene.svg import svg


def first_picture(at: str, lessons: Lessons) -> dict[str, object]:
    """All that a page is told at a place; the ground in the colours of the light."""
    visit = Visit(lessons, at)
    told: dict[str, object] = {}
    for patch in (*visit.opening, *filter(None, visit.later)):
        told |= as_told(patch)
    if visit.page.board.pictures:
        told["ground"] = {"svg": svg(visit.page.board.pictures[-1].still())}
    return told


def packed_picture(at: str) -> bytes:
    """The first picture of a page of a server, with all lessons that this has; nothing where there is no such place."""
    from rallyman_tutor.pages.app import lessons_at_hand, place_at_hand

    lessons = lessons_at_hand()
    place = place_at_hand(lessons, at)
    if not lessons.knows(place):
        return b""
    return gzip.compress(json.dumps(first_picture(place, lessons)).encode(), 6, mtime=0)


if __name__ == "__main__":
    sys.stdout.buffer.write(packed_picture(sys.argv[1]))
