"""Works out the tables of stages that lie in the package: those that are missing, or were worked out from something else."""

from __future__ import annotations

import sys

from rallyman_tutor.coach import solver
from rallyman_tutor.coach.solver import classic, tables


def main(stages: list[str]) -> None:
    """Ship the tables of these stages, or of all ready ones. A table that fits is kept; one that fits no stage is deleted."""
    ready = solver.ready("classic")
    named = {name: tables.name(classic.about(classic.task_of(stage, {}))) for name, stage in ready.items()}
    for file in tables.SHIPPED.iterdir():
        if file.stem not in named.values():
            file.unlink()
    for name in stages or ready:
        solved = solver.solution("classic", ready[name], {})
        if data := tables.stored(solved.name):
            tables.store(solved.name, data, tables.SHIPPED)
        print(f"{name:8} {solved.states:8} states {solved.bytes:8} bytes   {solved.par['expected']:.2f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
