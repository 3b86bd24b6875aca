"""Works out the tables of stages that lie in the package: those that are missing, or were worked out from something else; and
writes what is told of these stages."""

from __future__ import annotations

import json
import sys

from rallyman_tutor.coach import solver
from rallyman_tutor.coach.solver import classic, tables
from rallyman_tutor.games.classic.game import GAME
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.state import State
from tests.tutor.lessons_at_hand import FOLDERS, lesson_in


def main(asked: list[str]) -> None:
    """Ship the tables of these stages, or of all. A table that fits is kept; one that fits no stage is deleted."""
    known = stages()
    named = {tables.name(classic.about(classic.task_of(stage, {}))) for stage in known.values()}
    for file in tables.SHIPPED.glob("*.table"):
        if file.stem not in named:
            file.unlink()
    for name in asked or known:
        solved = solver.solution("classic", known[name], {})
        if data := tables.stored(solved.name):
            tables.store(solved.name, data, tables.SHIPPED)
        print(f"{name:22} {solved.states:8} states {solved.bytes:8} bytes   {solved.par['expected']:.2f} s", flush=True)
    solver.TOLD.write_text(json.dumps(told_stages(), indent=1) + "\n", "utf-8")


def stages() -> dict[str, str]:
    """The stages whose tables are shipped: all ready ones, and those of lessons on which a car drives to the finish as it could
    from the start, by the names of the lessons."""
    found = dict(solver.ready("classic"))
    for folder in FOLDERS:
        lesson = lesson_in(folder)
        for step in lesson.steps if lesson.game.key == "classic" else ():
            if step.par and "|" in step.start:
                state = GAME.read(step.start)
                whole = classic.task_of(state.stage.text, {})
                if decision_due(state) == "roll" and classic.own_turn(state).alone == whole:
                    found[folder.name] = state.stage.text
    return found


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
