"""Little stages drawn by lot, each solved, and driven once by every simple driver with the same dice.

    python -m tests.coach.by_lot dirt 2000 FILE     how much slower simple drivers are than better ones

What is driven is kept in the file, a line a stage; the same command goes on with what is left.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any, NamedTuple

from rallyman_tutor.coach import batch, racing
from rallyman_tutor.coach.classic.solver import solver as classic
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.dirt.solver import solver as dirt
from rallyman_tutor.coach.race_coach import forget
from rallyman_tutor.coach.racing import LEVELS, Driver
from rallyman_tutor.coach.solver import table_files, tables
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.dirt.road import Stage
from rallyman_tutor.games.dirt.tiles import DANGERS, Tile, read_side

SURE = 2.576
"""Standard errors within which the true mean lies 99 times in 100."""


# -- Stages -----------------------------------------------------------------------------------------------------------


def _classic(rng: Random) -> str:
    """Pace notes: a straight, then three times a bend or a jump before a straight, some of it perhaps on snow."""
    words = [f"s{rng.randint(2, 3)}"]
    for _ in range(3):
        line = rng.randint(1, 4)
        drift = f"/{line + 1}x{rng.randint(2, 3)}" if rng.random() < 0.6 else ""
        cut = f"K{rng.randint(1, 5)}" if rng.random() < 0.2 else ""
        words += [rng.choice(("snow", "dry"))] * (rng.random() < 0.2)
        words += [f"j{rng.randint(2, 5)}" if rng.random() < 0.3 else f"{rng.choice('LR')}{line}{drift}{cut}"]
        words += [f"s{rng.randint(1, 2)}"]
    return " ".join(words)


KINDS = (*("bend",) * 9, "slide", "J", "J", "W", "W", "L", "L")
"""The sections of a stage of DIRT, some more often than others."""
AGREED = (*("brakes=0",) * 5, "brakes=0 quickstart=on", "brakes=0 leader=off", "")


def _dirt(rng: Random) -> str:
    """One tile with fewer spaces than any in the box: most rows are one space wide, and three times comes a bend, with
    slides or without, a jump, a ford or a limit. And the agreements."""
    rows, bends, cut = list[str](), "", ""
    for _ in range(3):
        kind, line = rng.choice(KINDS), rng.randint(1, 4)
        row = "W" if kind == "W" else f"{kind}{line + 1}"
        if kind in ("bend", "slide"):
            row = f"B{line}/{line + 1}*{rng.randint(2, 3)}"
            cut = cut or f" K{line + 1}" * (rng.random() < 0.3)  # inside the first bend
        bends += rng.choice("LR") if kind in ("bend", "slide", "L") else ""
        rows += ["~", row, "~"] if kind == "slide" else [row, "U"]
    return f"{rng.choice(DANGERS)}; {bends}; U |START| U {' '.join(rows)} |FINISH| U U{cut}; {rng.choice(AGREED)}"


def stages(game: str, many: int) -> list[str]:
    """So many different stages."""
    rng, found = Random(game), dict[str, None]()
    while len(found) < many:
        found[_classic(rng) if game == "classic" else _dirt(rng)] = None
    return list(found)


def start(game: str, stage: str) -> Any:
    """The position before the start of a stage."""
    if game == "classic":
        return SHELF[game].read(f"{stage} | A")
    danger, bends, rows, agreed = stage.split("; ")
    laid = Stage([Tile(read_side(stage, danger, "AD", rows, bends, first=0))])
    state: Any = SHELF[game].read(f"FX-S | A | A | {agreed}".rstrip(" |"))
    return state._replace(stage=laid, gravel=(0,) * len(laid.road.bends))


# -- Drives -----------------------------------------------------------------------------------------------------------

DRIVERS: Mapping[str, Driver] = {driver.mistake or "works": driver for drivers in LEVELS.values() for driver in drivers}


class Part(NamedTuple):
    """A stage that everybody drives once."""

    game: str
    stage: str


Times = Mapping[str, float]
"""The seconds of each driver, and what the stage takes on average that is driven as well as can be (`par`)."""


def driven(part: Part) -> Times:
    """The time of each driver for a stage; a driver out of the rally is charged as in the solver."""
    game, before = SHELF[part.game], start(*part)
    _solve(part.game, before)
    at_hand = RACES[part.game]().at_hand(before)
    assert at_hand.is_exact, "the table is found"
    times = {"par": at_hand.best.value(before)}
    return times | {name: _time(game, before, driver, part.stage) for name, driver in DRIVERS.items()}


def _solve(game: str, state: AnyState) -> None:
    """Let drivers know the stage of a position by its table, without the bounds of its par, and no other stage."""
    own: Any = {"classic": classic, "dirt": dirt}[game]
    task = own.own_turn(state).alone
    named = table_files.name(own.about(task))
    values = own.Sweep(task).solve()
    told = dict.fromkeys(("low", "expected", "high"), 0.0)
    data = tables.pack(named, told, values, list(own.shapes(task)))
    table_files.ELSEWHERE[:] = [{f"{named}.table": data}.get]
    forget()


def _time(game: AnyGame, state: Any, driver: Driver, seed: str) -> float:
    luck = Seeded(seed)
    while not game.over(state):
        state, _ = game.play(state, racing.drive(game, state, driver).move, luck)
    (car,) = state.cars
    return float(car.clock - car.seconds + (ELIMINATION if car.status == "out" else 0))


# -- How far apart they are -------------------------------------------------------------------------------------------


class Interval(NamedTuple):
    """A mean over stages; the true one lies within `give_or_take` of it, 99 times in 100."""

    mean: float
    give_or_take: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.give_or_take:.2f}"


def interval(found: Sequence[float]) -> Interval:
    return Interval(mean(found), SURE * stdev(found) / len(found) ** 0.5)


def level(times: Times, name: str) -> float:
    """The time of a level for a stage: the mean of its drivers."""
    return mean(times[driver.mistake or name] for driver in LEVELS[name])


def levels_apart(found: Sequence[Times]) -> dict[str, Interval]:
    """By level: how much slower it is than the one above it, on the same stage with the same dice."""
    return {
        f"{below} than {above}": interval([level(one, below) - level(one, above) for one in found])
        for below, above in pairwise(LEVELS)
    }


def mistakes_cost(found: Sequence[Times]) -> dict[str, Interval]:
    """By mistake: how much slower its drivers are than those who make none; and those than the time by the values."""
    costs = {name: interval([one[name] - one["works"] for one in found]) for name in DRIVERS if name != "works"}
    return costs | {"none": interval([one["works"] - one["par"] for one in found])}


def drives(game: str, many: int, kept: Path | None = None, processes: int = 1) -> list[Times]:
    """Everybody's times for so many stages."""
    known = dict[str, Times]()
    if kept and kept.exists():
        known = dict(map(json.loads, kept.read_text("utf-8").splitlines()))

    def keep(part: Part, times: Times) -> None:
        if kept:
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps([part.stage, times]) + "\n")

    parts = [Part(game, stage) for stage in stages(game, many)]
    return [
        times
        for _, times in batch.done(
            driven, parts, known=lambda part: known.get(part.stage), keep=keep, processes=processes
        )
    ]


def tell(found: Sequence[Times]) -> None:
    """Print what everybody takes, and how far apart they are."""
    for name in ("par", *DRIVERS):
        print(f"{name:32} {interval([one[name] for one in found])}")
    for name, apart in (levels_apart(found) | mistakes_cost(found)).items():
        print(f"{name:32} {apart}")


if __name__ == "__main__":
    game, many, file = sys.argv[1:]
    tell(drives(game, int(many), Path(file)))
