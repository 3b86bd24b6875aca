"""Who plays next."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import TEXT, cite
from rallyman_tutor.games.dirt.rivals import start_order
from rallyman_tutor.games.dirt.state import State, TakeTurn

BOOK = "Orden de juego (p. 6)"


@rule(
    "DI-ORD-01",
    cite("El juego; Rondas"),
    TakeTurn,
    ok=("FX-S | A@L3 g3 ; B@L2 g4 | A :: A:",),
    broken=("FX-S | A@L3 g3 ; B@L2 g4 | A :: B:",),
)
def out_of_turn(state: State, claim: TakeTurn) -> Facts | None:
    for place, seat in enumerate(start_order(state), 1):
        car = state.cars[seat]
        if car.name == claim.name and seat != state.turn.seat:
            started = car.status == "road" or (car.status == "waiting" and place <= state.round)
            return {"car": car.name, "next": state.car.name} if started else None
    return None


@rule(
    "DI-ORD-06",
    cite("Rondas; Fin del Tramo (p. 20)"),
    TakeTurn,
    ok=("FX-S | A finished ; B@L2 g3 | B :: B:",),
    broken=("FX-S | A finished ; B@L2 g3 | B :: A:", "FX-S | A out ; B@L2 g3 | B :: A:"),
)
def stage_is_over_for_this_car(state: State, claim: TakeTurn) -> Facts | None:
    gone = any(car.name == claim.name and car.status in ("finished", "out") for car in state.cars)
    return {"car": claim.name} if gone else None


def _next_round(cars: str) -> tuple[str, ...]:
    return (f"{cars} ; Z@L0 g1 | Z then - :: go w>L1",)


RULES = (
    out_of_turn,
    fact("DI-ORD-02", "distance-first", cite(BOOK), ok=_next_round("FX-S | A@L4 g2 ; B@L5 g1")),
    fact("DI-ORD-03", "then-speed", cite(BOOK), ok=_next_round("FX-S | A@L5 g2 ; B@R5 g3")),
    fact("DI-ORD-04", "then-the-inner-lane", cite(BOOK, TEXT, "R-51"), ok=_next_round("FX-C | A@L3 g2 ; B@R3 g2")),
    fact("DI-ORD-05", "road-before-roadside", cite(BOOK), ok=_next_round("FX-S | A@L5 off ; B@R5 g1")),
    stage_is_over_for_this_car,
)
