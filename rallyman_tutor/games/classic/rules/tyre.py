"""Tyres: what they do on which ground."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule, warn_of
from rallyman_tutor.games.classic.books import RULING, cite
from rallyman_tutor.games.classic.moments import DECISIONS, is_foreign
from rallyman_tutor.games.classic.state import GAS, Attack, State, Tyres, Word
from rallyman_tutor.games.classic.step import GAS_WINTER_ON_DRY, LIMIT, Step, limit


@rule(
    "CL-TYRE-01",
    cite("Elección de neumáticos", "15"),
    *DECISIONS,
    ok=("s14 | A | A phase=tyres | weather=fixed :: tyres summer",),
    broken=(
        "s14 | A :: tyres winter",
        "s14 | A | A phase=tyres | weather=fixed :: 1",
        "s14 | A | A phase=tyres | weather=fixed :: stop",
    ),
)
def no_tyres_to_choose(state: State, move: object) -> Facts | None:
    if isinstance(move, Tyres):
        return {"case": "off"} if state.options.weather == "off" and state.turn.phase != "tyres" else None
    if move is Word.WHEEL or not is_foreign(state, move, "tyres"):  # CL-SPARE-03 speaks of the wheel
        return None
    return {"case": "first" if isinstance(move, Step | Attack) else "other"}


@rule(
    "CL-TYRE-03",
    cite("Pérdida de control", "15"),
    Step,
    kind=Kind.UNWISE,
    ok=(
        "snow s14 | A@s1 g2 :: 3 4",
        "s3 snow R1/2x3 s5 | A@s3 g3 | A 3 ! :: 4>l",
        "s3 snow s1 | A@s4 g2 | A 2 ! :: 3",
    ),
    broken=("snow s14 | A@s1 g2 :: 3! 4",),
)
def summer_tyres_on_snow(state: State, step: Step) -> Facts | None:
    if step.to < 0 or step.roll.pay or state.turn.rolled or step.lost or step.to == state.road.finish:
        return None
    most = limit(state, state.car, step.to)
    count = state.turn.hazards
    return warn_of(step.hazard, count=count, limit=most) if count == most - 1 and most < LIMIT else None


@rule(
    "CL-TYRE-04",
    cite("Tiempo de ataque, nota 1", "15"),
    Step,
    ok=("s3 snow s5 | A@s2 g3 winter :: w w",),
    broken=("s14 | A@s2 g3 winter :: w w",),
)
def second_gas_die_on_dry_road(state: State, step: Step) -> Facts | None:
    if step.to < 0 or step.roll.die != GAS or not state.car.winter or state.road.spaces[step.to].snow:
        return None
    return {"count": GAS_WINTER_ON_DRY} if state.turn.gas_on_dry >= GAS_WINTER_ON_DRY else None


@rule(
    "CL-TYRE-07",
    cite("Elección de neumáticos", "15", RULING, ruling="R-16"),
    Step,
    kind=Kind.UNWISE,
    ok=(
        "s3 snow s5 | A@s2 g2 :: 3! 4",
        "s3 snow R1/2x3 s5 | A@s3 g3 | A 2 3 !! :: 4>l",
        "s3 snow s1 | A@s4 g2 | A 1 2 !! :: 3",
    ),
    broken=("s3 snow s5 | A@s1 g2 :: 3! 4! w",),
)
def hazards_carried_onto_snow(state: State, step: Step) -> Facts | None:
    if step.to < 0 or step.roll.pay or state.turn.rolled or step.lost or step.to == state.road.finish:
        return None
    most = limit(state, state.car, step.to)
    count = state.turn.hazards
    return warn_of(step.hazard, count=count) if count >= most and most < LIMIT else None


RULES = (
    no_tyres_to_choose,
    fact(
        "CL-TYRE-02",
        "right-tyre",
        cite("Elección de neumáticos", "15"),
        ok=(
            "snow s14 | A@s1 g2 winter no-sisu :: 3! 4! w w => A@s5 g4 ; A 3 4 w !!",
            "s14 | A@s1 g2 no-sisu :: 3! 4! w w => A@s5 g4 ; A 3 4 w !!",
        ),
    ),
    summer_tyres_on_snow,
    second_gas_die_on_dry_road,
    fact(
        "CL-TYRE-05",
        "winter-and-punctures",
        cite("", "15", ruling="R-17"),
        ok=(
            "snow s14 | A@s1 g3 winter p1 :: w => no w",
            "s3 snow s5 | A@s2 g3 winter p1 :: w => no w",
            "snow s14 | A@s1 g3 winter p2 :: 3 => no w",
        ),
    ),
    fact(
        "CL-TYRE-06",
        "surface-of-a-space",
        cite("", "15"),
        ok=(
            "s3 snow s5 | A@s1 g2 no-sisu :: 3! 4! => A@s3 g4 ; A 3 4 !!",
            "s3 snow s5 | A@s2 g2 no-sisu :: 3! 4! => A@s4 c60",
            "snow s5 | A@s4 g2 no-sisu :: 3! 4! => A d1 finished",
        ),
    ),
    hazards_carried_onto_snow,
)
