"""The co-driver's figures on little stages: par, every value of their tables summed up by gear, and the best decisions,
part by part.

Tests beside the coach hold the same figures to the engine, on fewer cars. Here stands how they were, so that whoever
makes reckoning faster sees that they stay. `make golden` writes the file anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.games import SHELF

FILE = Path(__file__).parent / "reckoned.txt"
STAGES = {
    "classic": (
        "s2 R1/3x2K2 s2 | A@s1 g2 s2",
        "snow s1 j2 s2 | A | A | attack_finish=spaces",
        "snow s1 L2/3x3 dry s2 | A@s1 g3 d3 p1 winter | A | edition=es",
        "water/rock s1 L1/4x4 s1 | A@s1 g4 d3 p1 no-sisu | A | drift_reentry=same",
    ),
    "dirt": (
        "202a 203a< | A@1.L3 g3 G4 W1 | A | quickstart=on sisu=stage",
        "202a 204b 203a< | A@2.L1 g3 G4 W2 s1",
    ),
}
WITH_PAR = ("classic",)
"""Games whose pars are reckoned as well: in DIRT that takes as long as all the rest."""


def reckoned(key: str, position: str) -> Iterator[str]:
    """The figures of one stage, line by line."""
    game, coach = SHELF[key], RACES[key]()
    state, solver = game.read(position), coach.solver()
    task = coach.task_in(state)
    yield position
    if key in WITH_PAR:
        par = solver.solve(task, lambda share: None).par
        yield f"  par {' '.join(f'{name} {_figure(value, 3)}' for name, value in par._asdict().items())}"
    found = solver.sweep(task, lambda share: None)
    tables: Mapping[str, Any] = {"values": found, "rough": solver.rough(task), "flat": solver.flat(task)}
    for name, values in tables.items():
        sums = [float(np.sum(values[place])) for place in sorted(values)]
        yield f"  {name} {' '.join(_figure(one, 1) for one in sums)}"
    best = solver.best(task, found)
    for one in best.ranked(state, 6):
        yield f"  {game.write_move(one.move)}: {' '.join(_figure(part, 3) for part in (one.cost, *one.parts))}"
        yield f"    then {' '.join(map(game.write_move, best.line(state, one.move)))}"


def _figure(value: float, places: int) -> str:
    """A number, never less than nothing by a hair."""
    return f"{round(value, places) + 0.0:.{places}f}"


def told() -> str:
    """The file of all stages."""
    return "".join(f"{line}\n" for key, positions in STAGES.items() for one in positions for line in reckoned(key, one))
