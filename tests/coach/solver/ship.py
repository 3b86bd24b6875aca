"""Works out the tables of stages in the package that are missing, or were worked out from something else, with the
charges of each; and writes the figures told of these stages."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from math import prod
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from rallyman_tutor.coach.classic.solver import solver as classic
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.dirt.solver import solver as dirt
from rallyman_tutor.coach.race_coach import COURSE, TOLD, ToldStage
from rallyman_tutor.coach.solver import table_files, tables
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.parts.geometry import fitted
from rallyman_tutor.tutor.lesson.grading import drives_from
from rallyman_tutor.tutor.lesson.kinds.reader import LESSON_FILE
from tests.games.opened import opened
from tests.tutor.lessons_at_hand import FOLDERS

ROOMS: Mapping[str, Any] = {"classic": classic, "dirt": dirt}
"""The room of each solved game."""
LISTED = Path(__file__).parents[3] / "docs" / "tables.md"
LISTED_HEAD = """\
# Stages that are solved in the package

One car alone, whole, from the start, driven as well as can be; seconds, but for the size and the number of turn starts of its table.
Lessons are called by their folders; two with the same road and options share a table. `make tables` writes this file, and
[reckoning.md](reckoning.md) tells what the figures mean.

| stage | turn starts | bytes | par | no less than | no more than | without Sisu | all luck | loses control |
|---|---|---|---|---|---|---|---|---|
"""


class Shipped(NamedTuple):
    """A stage whose table is shipped."""

    game: str
    task: Any  # the game's `Task`
    table: str  # the name of its table


def main(asked: list[str]) -> None:
    """Ship the tables of these stages, or of all. A table that fits is kept; one that fits no stage is deleted."""
    known = stages()
    named = {one.table for one in known.values()}
    for file in table_files.SHIPPED.iterdir():
        if file.suffix in (".table", ".charges") and file.stem not in named:
            file.unlink()
    for name, one in known.items():
        if not asked or name in asked or name.partition("/")[2] in asked:
            solved = RACES[one.game]().solution_of(one.task)
            if data := table_files.read(solved.name):
                table_files.keep(solved.name, data, table_files.SHIPPED)
            charges = table_files.read(solved.name, "charges") or RACES[one.game]().weighed(one.task)
            table_files.keep(solved.name, charges, table_files.SHIPPED, "charges")
            print(
                f"{name:28} {solved.states:8} states {solved.bytes:8} bytes   {solved.par['expected']:.2f} s",
                flush=True,
            )
    told = {game: told_stages(game) for game in RACES}
    TOLD.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    LISTED.write_text(listed(), "utf-8")


def listed() -> str:
    """All tables in the package in one table."""
    rows = [LISTED_HEAD]
    for name, one in stages().items():
        file = table_files.SHIPPED / f"{one.table}.table"
        if file.exists():
            par, size = tables.read_told(file.read_bytes(), one.table), file.stat().st_size
            states = sum(prod(shape) for _, shape in ROOMS[one.game].shapes(one.task))
            figures = (par[figure] for figure in ("expected", "low", "high", "without_sisu", "lucky"))
            seconds = " | ".join(f"{figure:.2f}" for figure in figures)
            rows.append(f"| {name} | {states} | {size} | {seconds} | {par['loses']:.2%} |\n")
    return "".join(rows)


@cache
def stages() -> Mapping[str, Shipped]:
    """The stages whose tables are shipped: all ready ones, and those of lessons that are driven to the finish, a
    rally's too, or on which drafts are compared by their cost, by the names of the lessons."""
    ready = {f"{game}/{name}": (game, RACES[game]().task_of(stage)) for game, name, stage in ready_stages()}
    found = ready | dict(_of_lessons())
    return {name: Shipped(game, task, RACES[game]().name_of(task)) for name, (game, task) in found.items()}


def ready_stages() -> Iterator[tuple[str, str, str]]:
    """The ready stages of solved games, one by one: the game, the name and the stage."""
    for game in RACES:
        for name, stage in RACES[game]().ready.items():
            if ";" not in stage:
                yield game, name, stage


def _of_lessons() -> Iterator[tuple[str, tuple[str, Any]]]:
    """Stages of lesson files: a lesson that compares costs is none before its table is there. Where only costs are
    compared, a task is listed once, under its first lesson."""
    known: list[Any] = []
    for folder in FOLDERS:
        game, found = folder.parent.name, list[Any]()
        steps = tomllib.loads((folder / LESSON_FILE).read_text("utf-8"))["steps"] if game in RACES else ()
        for step in steps:
            if "par" in step and step["start"].startswith("sheet "):
                state = opened(SHELF[game].new(SHELF[game].spec(step["start"], ())))
                options = ROOMS[game].own_turn(state).alone.options
                rally = (
                    ROOMS[game].task_of(stage.strip(" *"), {})
                    for stage in step["start"].split(";")[1:]
                    if "=" not in stage
                )
                found += [replace(task, options=options) for task in rally]
            elif "|" in step["start"] and ("par" in step or step.get("by") == "cost" or step["kind"] == "decide"):
                starts = drives_from(SHELF[game], opened(SHELF[game].read(step["start"])))
                tasks = (ROOMS[game].own_turn(start).alone for start in starts)
                found += [task for task in tasks if task not in (found if "par" in step else [*known, *found])]
        known += found
        for at, task in enumerate(found):
            yield f"{game}/{folder.name}" + (f" {at + 1}" if at else ""), (game, task)


def told_stages(game: str) -> dict[str, dict[str, object]]:
    """The figures told of a game's ready stages whose tables lie in the package."""
    told = {}
    for key, name, stage in ready_stages():
        named = stages()[f"{key}/{name}"].table
        file = table_files.SHIPPED / f"{named}.table"
        if key == game and file.exists():
            par, state = tables.read_told(file.read_bytes(), named), SHELF[key].new(SHELF[key].spec(stage, ("A",)))
            one = ToldStage(
                LENGTHS[key](opened(state).road),
                round(par["expected"], 2),
                round(par["loses"], 4),
                course(key, opened(state)),
            )
            told[name] = one._asdict()
    return told


def _fewest_spaces(road: Road) -> int:
    """How many spaces a car of DIRT drives over at least to cross the finish, without a shortcut."""
    many, here = 0, set(road.starts)
    while not any(road.past[place] for place in here):
        here = {there for place in here for there in road.next[place] if road.spaces[there].kind != "shortcut"}
        many += 1
    return many


LENGTHS: dict[str, Callable[[Any], int]] = {"classic": lambda road: len(road.items) + 1, "dirt": _fewest_spaces}
"""By game: how many spaces a road has from the start to the finish."""
ASIDE = {"drift", "cut", "half", "shortcut"}
"""The kinds of spaces that are left out of the line of a road."""


def course(game: str, state: Any) -> str:
    """The road of a stage as a line that fills its box and keeps its shape: through the middle of adjacent spaces."""
    rows: dict[Any, list[tuple[float, float]]] = {}
    for place, space in zip(SHELF[game].places(state), state.road.spaces, strict=True):
        if space.kind not in ASIDE:
            rows.setdefault(space.front, []).append((place.x, place.y))
    points = [(fmean(x for x, _ in row), fmean(y for _, y in row)) for _, row in sorted(rows.items())]
    return fitted([points], *COURSE)[0]


if __name__ == "__main__":
    main(sys.argv[1:])
