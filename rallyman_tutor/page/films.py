"""The film of a rally as a page plays it: the ground of each stage, the ways of its cars round by round, and in words
what happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from rallyman_tutor.parts.car import car
from rallyman_tutor.rally.film import CAR, CAR_LONG, TITLE, Film, FilmShot, FilmStage, film
from rallyman_tutor.rally.rally import Rally, code
from rallyman_tutor.scene.palette import Theme
from rallyman_tutor.scene.shapes import Shape
from rallyman_tutor.scene.svg import fragment
from rallyman_tutor.tutor.learner.rally_sheet import number_of
from rallyman_tutor.tutor.words.words import Words, text_tables, words

TOLD = frozenset({
    "spin", "off", "crash", "puncture", "finish", "out", "retired", "no-finish", "win", "trick", "closed",
})  # fmt: skip
"""The events that are told of a film: those that one speaks of afterwards."""


class FilmShotShown(TypedDict):
    """A round: its name, the way of each car by seat, x and y in turn; the sums after it; what happened in it."""

    name: str
    ways: list[list[float]]
    sums: list[str]
    happened: list[str]


class FilmStageShown(TypedDict):
    """One stage of a film, of how many, and all that is needed to play it."""

    number: int
    of: int
    name: str
    labels: dict[str, str]
    code: str  # of the rally, with the first stage
    drivers: list[str]
    title: float  # seconds before the first round
    seconds: float  # of a round
    frame: tuple[float, float, float, float]
    ground: str
    cars: list[str]  # the picture of each car, its nose to the right
    scale: float  # of the cars
    shots: list[FilmShotShown]


def shown(rally: Rally, theme: Theme) -> Iterator[FilmStageShown | None]:
    """Each stage of a film, once it is made; before that nothing, once for every step."""
    found = yield from film(rally.replay)
    for stage in found.stages:
        yield _stage(rally, found, stage, theme)


def _stage(rally: Rally, found: Film, stage: FilmStage, theme: Theme) -> FilmStageShown:
    texts, scene = text_tables("tutor")["rally-film"], stage.scene
    shapes: tuple[Shape, ...] = tuple(shape for _, layer in scene.layers for shape in layer)
    defs, ground = fragment(shapes, theme, scene.season)
    cars = [fragment(car(seat, seat + 1, 0, 0, 0).shapes[1:2], theme) for seat in range(len(found.drivers))]
    named = str(text_tables("tutor")["rally"]["parts"][found.counts]).format(n=stage.number)
    return {
        "number": stage.number,
        "of": len(found.stages),
        "name": str(texts["stage"]).format(name=named, of=len(found.stages)),
        "labels": {name: str(text) for name, text in texts["labels"].items()},
        "code": code(rally) if rally.is_over and stage is found.stages[0] else "",
        "drivers": [*found.drivers],
        "title": TITLE,
        "seconds": round(found.shot, 3),
        "frame": (scene.left, scene.top, scene.width, scene.height),
        "ground": f"<defs>{defs}</defs>{ground}",
        "cars": [f"<defs>{defs}</defs>{markup}" for defs, markup in cars],
        "scale": round(CAR * scene.width / CAR_LONG, 3),
        "shots": [_shot(words(rally.game.key), rally, found, shot) for shot in stage.shots],
    }


def _shot(language: Words, rally: Rally, found: Film, shot: FilmShot) -> FilmShotShown:
    happened = []
    for state, event in shot.happened:
        what, facts = rally.game.describe_event(state, event)
        if what in TOLD:
            happened.append(language.phrase("events", what, facts))
    return {
        "name": str(text_tables("tutor")["rally-film"]["round"]).format(n=shot.round),
        "ways": [[round(part, 1) for point in way for part in point] for way in shot.ways],
        "sums": [number_of(one, found.counts) for one in shot.sums],
        "happened": happened,
    }
