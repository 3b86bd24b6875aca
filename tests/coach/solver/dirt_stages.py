"""Little stages of DIRT, small enough to reckon plainly. Between them they use every rule that touches a lone car; most
cars have few dice left, which keeps drafts few."""

from __future__ import annotations

from pathlib import Path

from rallyman_tutor.coach.dirt.solver import solver as dirt
from rallyman_tutor.coach.dirt.solver.sweep import Sweep
from rallyman_tutor.coach.solver import table_files, tables

LITTLE = (
    # straights: the start, gas and leader dice, flat out, the wheel, the finish
    "202a 203a< | A G4 W2",
    "202a 203a< | A G4 W1 B1 | A | leader=off",
    "FX-F | A@L5 g4 G3 W1",
    "FX-F | A@L5 g6",
    "FX-F | A@L5 g3 G4 W1 F3 O5",
    "T01a T12a 203a< | A@2.L2 g3 G4 W1",
    "T01a T11a 203a< | A@2.R3 g3 G5",
    "202a 203b | A@2.L1 g6 G3 W2 | A | brakes=3",
    # seconds
    "FX-F | A@L4 g1 G4 W1 s3",
    "202a 221a:L1 203a< | A@2.h3 g3 G3 s3 W1",
    # what can be agreed: quick start, red zone, SISU, a rally
    "202a 203a< | A@1.L3 G3 W1 s2 | A | quickstart=on",
    "202a 203a< | A G4 W1 | A leader A | quickstart=on",
    "202a 203a< | A@1.L2 c60 s1 G5 W1 | A | quickstart=on sisu=stage",
    "202a 203a< | A G4 W1 | A leader A | sisu=stage",
    "FX-F | A@L4 g5 G3 W2 | A | redzone=on",
    "202a 203a< | A@1.L3 g6 G3 W1 s1 | A | redzone=on brakes=2 sisu=rally",
    "202a 203a | A@1.L3 g4 G3 W1 | A | rally=on timecontrol=on",
    # jumps, and onto what they come down
    "202a 204b 203a< | A@1.L3 g3 G4 W2",
    "202a 204b 203a< | A@2.L1 g3 G4 W1 | A | sisu=stage",
    "202a 204b 203a< | A@2.L1 g6 G5 W1 no-wheel",
    "202a 205b 203a< | A@2.L1 g4 G4 W2 no-wheel",
    "FX-JJ | A@L9 g4 G4 W2 no-wheel",
    "202a 204b 216a:L2 203a< | A@2.L1 g3 G5 W2 no-wheel",
    "202a 207b 203a< | A@2.R1 g5 G4 W2 B1 no-wheel",
    # fords
    "202a 208b:L1 203a< | A@1.L3 g4 G4 W2",
    "202a 207b< 203a< | A@2.L1 g3 G4 W2 no-wheel",
    "FX-WW | A@L4 g2 G5 W2 no-wheel",
    # limits, bends by every way, slides
    "202a 231b 203a< | A@2.L1 g5 G5 W2 s1 no-wheel",
    "T01a T06a 203a< | A@2.L1 g5 G4 W2 no-wheel",
    "202a 210b:L2 203a< | A@1.L3 g2 G4 W2",
    "202a 216a:L2 203a< | A@1.L3 g3 G4 W2 no-wheel",
    "T01a T10a 203a< | A@2.line1 g3 G4 W2 no-wheel",
    "202a 225b:R1 203a< | A@2.line1 g3 G4 W1",
    "202a 220b:R2 203a< | A@2.d3 g3 G4 W1 no-wheel",
    "202a 229b:R1 203a< | A@1.L3 g4 G4 W2 no-wheel",
    # shortcuts, their tokens, the wheel for a puncture
    "202a 217b:L1 203a< | A@2.h2 g5 G5 W1 no-wheel",
    "202a 212b:L2 203a< | A@2.L1 g2 G5 W2 no-wheel",
    "202a 224b:R1 203a< | A@2.k1 g5 G5 W1 no-wheel",
    "202a 213b:L2 203a< | A@2.k1 g3 G4 K1",
    # damage, out
    "202a 221a:L1 203a< | A@2.d1 g4 G5 W2 no-wheel",
    "202a 230b:R1 203a< | A@2.d2 g6 G5 W2 no-wheel",
)
EMPTY_BAG = "202a 213a:L2 203a< | A@2.d1 g3 G5 B6 W7 F24 K6 no-wheel"
"""A stage on which the engine's own bag matters: it is empty."""


def keep_table(stage: str, cache: Path) -> str:
    """Solve a stage, and keep its table in this cache folder of a user; gives the table's name. Its par is kept as
    exact."""
    task = dirt.task_of(stage, {})
    named, values = table_files.name(dirt.about(task)), Sweep(task).solve()
    told = dict.fromkeys(("low", "expected", "high"), 0.0)
    table_files.keep(
        named, tables.pack(named, told, values, list(dirt.shapes(task))), cache / "rallyman-tutor" / "tables"
    )
    return named
