"""The first picture of a page: what its browser is told before Python is there, as it would tell it."""

from __future__ import annotations

from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.visit import Visit
from rallyman_tutor.pages.site.visitor import as_told
from rallyman_tutor.scene.palette import SEASONS, palette
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


def darkened() -> dict[str, str]:
    """Each colour's dark one, in every season. Names that share a colour in the light share one in the dark."""
    pairs = [(palette("light", season), palette("dark", season)) for season in SEASONS]
    return {light[name]: dark[name] for light, dark in pairs for name in light if light[name] != dark[name]}
