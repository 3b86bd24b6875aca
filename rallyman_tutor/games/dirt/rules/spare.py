"""The spare wheel: once, for a gas damage or a puncture, after a turn in first or between two stages."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, RULING, TEXT, cite
from rallyman_tutor.games.dirt.state import State, Word

BOOK = "La rueda de repuesto"


@rule(
    "DI-SPARE-01",
    cite(BOOK, TEXT, "R-58"),
    Word.WHEEL,
    ok=("FX-S | A@L3 g1 W1 :: go w>L4 :: wheel",),
    broken=(
        "FX-S | A@L3 g2 W1 :: go w>L4 :: wheel",
        "FX-S | A@L3 g1 :: go w>L4 :: wheel",
        "FX-S | A@L3 g1 | A phase=wheel :: wheel",
    ),
)
def no_wheel_now(state: State, word: Word) -> Facts | None:
    car, phase = state.car, state.turn.phase
    if phase == "gap":
        return None
    if car.gas + car.punctures == 0:
        return {"case": "none"}
    if car.gear != 1:
        return {"case": "gear", "due": car.gear}
    return None if phase == "wheel" else {"case": "late"}


@rule(
    "DI-SPARE-05",
    cite(BOOK),
    Word.WHEEL,
    ok=("FX-S | A@L3 g1 W2 :: go 1>L4 :: wheel",),
    broken=("FX-S | A@L3 g1 W2 no-wheel :: wheel",),
)
def wheel_used(state: State, word: Word) -> Facts | None:
    return None if state.car.wheel else {}


@rule(
    "DI-SPARE-07",
    cite("Rueda de repuesto (p. 21)"),
    Word.WHEEL,
    ok=(
        "sheet A ; FX-SL ; FX-S :: go 1>L1 2>L2 o>L3 o>R4 go 1>k1{puncture} accept go 2>R6 3>R7 4>R8 5>R9 6>R10 :: wheel",
    ),
    broken=("FX-S | A@L3 g3 no-wheel | A phase=gap :: wheel", "FX-S | A@L3 g3 | A phase=gap :: wheel"),
)
def no_wheel_between_stages(state: State, word: Word) -> Facts | None:
    car = state.car
    if state.turn.phase != "gap":
        return None
    if not car.wheel:
        return {"case": "used"}
    return None if car.gas + car.punctures else {"case": "none"}


RULES = (
    no_wheel_now,
    fact("DI-SPARE-02", "a-wheel-changed", cite(BOOK, TEXT, "R-58"), ok=("FX-S | A@L3 g1 W1 :: go w>L4 wheel",)),
    fact(
        "DI-SPARE-03",
        "gas-damage-from-either-face",
        cite(BOOK, RULING, "R-32"),
        ok=("FX-S | A@L3 g1 K1 :: go w>L4 wheel",),
    ),
    fact(
        "DI-SPARE-04", "back-where-it-ended", cite(BOOK), ok=("FX-S | A@L3 g1 W1 :: go w>L4 wheel go 1>L5 => A@L5 g1",)
    ),
    wheel_used,
    fact(
        "DI-SPARE-06",
        "beside-the-road-meanwhile",
        cite(BOOK, INFERRED),
        ok=("FX-S | A@L3 g1 W1 ; B@R3 g2 | A :: go w>L4 wheel 3>L4 => B@L4",),
    ),
    no_wheel_between_stages,
)
