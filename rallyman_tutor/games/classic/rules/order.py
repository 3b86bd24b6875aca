"""Who plays next."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import INFERRED, RULING, cite
from rallyman_tutor.games.classic.moments import DECISIONS, is_foreign
from rallyman_tutor.games.classic.state import State, TakeTurn


@rule(
    "CL-ORDER-01",
    cite("Procedimiento de inicio", "4.4"),
    TakeTurn,
    ok=("s14 | A@s3 g3 ; B@s2 g4 :: A:",),
    broken=("s14 | A@s3 g3 ; B@s2 g4 :: B:",),
)
def out_of_turn(state: State, claim: TakeTurn) -> Facts | None:
    for place, seat in enumerate(state.order, 1):
        car = state.cars[seat]
        if car.name == claim.name and seat != state.turn.seat:
            started = car.status == "road" or (car.status == "waiting" and place <= state.round)
            return {"car": car.name, "next": state.car.name} if started else None
    return None


@rule(
    "CL-ORDER-05",
    cite("Procedimiento de inicio", "4", INFERRED),
    TakeTurn,
    *DECISIONS,
    ok=("s5 | A finished ; B@s2 g3 | B :: B:",),
    broken=("s5 | A finished ; B@s2 g3 | B :: A:", "s5 | A finished | A phase=over :: stop"),
)
def stage_is_over_for_this_car(state: State, move: object) -> Facts | None:
    if isinstance(move, TakeTurn):
        gone = next((car for car in state.cars if car.name == move.name and car.status in ("finished", "out")), None)
        return {"car": gone.name} if gone else None
    return {"car": state.car.name} if not state.turn.ended and is_foreign(state, move, "finished") else None


RULES = (
    out_of_turn,
    fact(
        "CL-ORDER-02",
        "same-space-higher-gear-first",
        cite("Procedimiento de inicio", "4"),
        ok=("s9 | A@s4 g2 ; B@s3 g3 | B then - :: 4 stop B: 5 => A@s4 ; B@s5",),
    ),
    fact(
        "CL-ORDER-03",
        "same-space-and-gear-first-to-arrive-plays-first",
        cite("Procedimiento de inicio", "4"),
        ok=("s9 | A@s3 g2 ; B@s4 g3 | A then - :: 3 stop B: 4 => A@s4 g3 ; B@s5",),
    ),
    fact(
        "CL-ORDER-04",
        "car-off-the-road",
        cite("Procedimiento de inicio", "4", RULING, ruling="R-01"),
        ok=(
            "s9 | A@s5 off-left ; B@s4 g2 | B then - :: 3 stop B: 4 => B@s6",
            "s9 | A@s5 off-left ; B@s3 g2 | B then - :: 3 stop A: 1 => A@s6 g1",
        ),
    ),
    stage_is_over_for_this_car,
    fact(
        "CL-ORDER-06",
        "the-clock-decides-not-the-order-on-the-road",
        cite("Orden de salida", "4"),
        ok=("sheet A B ; s2 ; s2 ; s2 :: A: 1 stop A: w w B: 1 2 w => order B A",),
    ),
    fact(
        "CL-ORDER-07",
        "places-inside-a-bend",
        cite("Procedimiento de inicio", "4", RULING, ruling="R-33"),
        ok=(
            "s4 R3/4x3K4 s5 | A@b1.cut g2 ; B@b1.d1 g4 | B then - :: w stop A: 3 => A@s5 ; B@b1.d2",
            "s4 R3/4x3K4 s5 | A@b1.cut g2 ; B@b1.d1 g4 | B then - :: w w stop B: 5 => A@b1.cut ; B@s5",
        ),
    ),
)
