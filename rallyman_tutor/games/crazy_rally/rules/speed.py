"""The speed: it is kept, it has a floor, and a card may do nothing."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.crazy_rally.books import INFERRED, RULING, cite
from rallyman_tutor.games.crazy_rally.state import SLOWER, Play, State, Use


@rule(
    "CR-SPD-03",
    cite(basis=RULING),
    Play,
    Use,
    kind=Kind.UNWISE,
    ok=("C09 rest | A v1 B08 | choose :: play B08-",),
    broken=("C09 rest | A v0 B08 | choose :: play B08-", "C09 rest | A E1 ; B v0 | event A : A B :: event slower>B"),
)
def changes_nothing(state: State, move: Play | Use) -> Facts | None:
    if isinstance(move, Play):
        return {"case": "own", "name": state.car.name} if move.way == SLOWER and not state.car.speed else None
    standing = any(car.name == move.to and not car.speed for car in state.cars)
    case = "own" if move.to == state.car.name else "default"
    return {"case": case, "name": move.to} if move.effect == "slower" and standing else None


RULES = (
    fact(
        "CR-SPD-01",
        "speed-carries-over",
        cite("Fase 3", INFERRED),
        ok=("C01 C02 rest | A v6 B08 Y07 | choose :: play B08+ pass draw play Y07- pass => A v6 d13",),
    ),
    fact(
        "CR-SPD-02",
        "floor",
        cite(basis=RULING, ruling="CR-A-10"),
        ok=("C01 rest | A v1 B10 | choose :: play B10- pass",),
    ),
    changes_nothing,
)
