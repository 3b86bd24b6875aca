"""Gas dice: one space on, in the gear one has."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, cite
from rallyman_tutor.games.dirt.state import PUSHES, State
from rallyman_tutor.games.dirt.step import Step

GAS = "Los dados: Gas (p. 8)"


@rule(
    "DI-GAS-03",
    cite(GAS),
    Step,
    ok=("FX-S | A@L0 :: 1>L1 w>L2 w>L3",),
    broken=("FX-S | A@L0 :: w>L1",),
)
def gas_in_neutral(state: State, step: Step) -> Facts | None:
    return {} if step.roll.die in PUSHES and not state.car.gear else None


RULES = (
    fact("DI-GAS-01", "gas-holds-the-gear", cite(GAS), ok=("FX-S | A@L3 g3 :: go w>L4!",)),
    fact(
        "DI-GAS-02",
        "gas-anywhere",
        cite(GAS),
        ok=(
            "FX-S | A@L3 g3 :: go w>L4 3>L5 w>L6 => A@L6 g3",
            "FX-S | A@L3 g3 :: go w>L4 w>L5 => A@L5 g3",
        ),
    ),
    gas_in_neutral,
    fact(
        "DI-GAS-04",
        "gas-counts-as-the-gear",
        cite(GAS, INFERRED, "R-07"),
        ok=(
            "FX-J | A@L3 g3 :: go w>L4>L5 => A@L5 g3",
            "FX-S | A@L3 g4 ; B@R4 g4 :: go w>L4 => A@L4 g4",
        ),
    ),
)
