"""Works out the tables of stages that lie in the package: those that are missing, or were worked out from something else; and
writes what is told of these stages."""

from __future__ import annotations

import json
import sys

from rallyman_tutor.coach import solver
from rallyman_tutor.coach.solver import classic, tables
from rallyman_tutor.games.classic.game import GAME
from rallyman_tutor.games.classic.state import State


def main(stages: list[str]) -> None:
    """Ship the tables of these stages, or of all ready ones. A table that fits is kept; one that fits no stage is deleted."""
    ready = solver.ready("classic")
    named = {name: tables.name(classic.about(classic.task_of(stage, {}))) for name, stage in ready.items()}
    for file in tables.SHIPPED.glob("*.table"):
        if file.stem not in named.values():
            file.unlink()
    for name in stages or ready:
        solved = solver.solution("classic", ready[name], {})
        if data := tables.stored(solved.name):
            tables.store(solved.name, data, tables.SHIPPED)
        print(f"{name:8} {solved.states:8} states {solved.bytes:8} bytes   {solved.par['expected']:.2f} s", flush=True)
    solver.TOLD.write_text(json.dumps(told_stages(), indent=1) + "\n", "utf-8")


def told_stages() -> dict[str, dict[str, dict[str, object]]]:
    """What is told of the ready stages whose tables lie in the package."""
    told = {}
    for name, stage in solver.ready("classic").items():
        named = tables.name(classic.about(classic.task_of(stage, {})))
        file = tables.SHIPPED / f"{named}.table"
        if file.exists():
            par, state = tables.read_told(file.read_bytes(), named), GAME.new(GAME.spec(stage, ("A",)))
            one = solver.ToldStage(
                len(state.road.items) + 1, round(par["expected"], 2), round(par["loses"], 4), course(state)
            )
            told[name] = one._asdict()
    return {GAME.key: told}


def course(state: State) -> str:
    """The road of a stage as a line that fills its box and keeps its shape."""
    places = zip(GAME.places(state), state.road.spaces, strict=True)
    points = [(place.x, place.y) for place, space in places if space.kind not in ("drift", "cut")]
    left, top = (min(point[axis] for point in points) for axis in (0, 1))
    wide, high = (max(point[axis] for point in points) - least for axis, least in ((0, left), (1, top)))
    scale = min(solver.COURSE[0] / max(wide, 1), solver.COURSE[1] / max(high, 1))
    aside = [(full - scale * own) / 2 for full, own in zip(solver.COURSE, (wide, high), strict=True)]
    return " ".join(f"{aside[0] + scale * (x - left):.0f},{aside[1] + scale * (y - top):.0f}" for x, y in points)


if __name__ == "__main__":
    main(sys.argv[1:])
