"""Who starts when, and how."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import INFERRED, RULING, cite
from rallyman_tutor.games.classic.state import Lineup, State, TakeTurn


@rule("CL-START-02", cite("Orden de salida", "4.2"), Lineup)
def not_by_classification(state: State, lineup: Lineup) -> Facts | None:
    """In the first stage the drivers agree on any order; a position without a course sheet is a first stage."""
    if not state.rally or not state.rally.number:
        return None
    due = tuple(state.cars[seat].name for seat in state.order)
    return None if lineup.names == due else {"list": due}


@rule(
    "CL-START-03",
    cite("Procedimiento de inicio", "4.3"),
    TakeTurn,
    ok=("s14 | A@s3 g3 ; B | B r2 :: B:",),
    broken=("s14 | A@s3 g3 ; B | A r1 :: B:",),
)
def before_his_start(state: State, claim: TakeTurn) -> Facts | None:
    for place, seat in enumerate(state.order, 1):
        car = state.cars[seat]
        if car.name == claim.name and car.status == "waiting" and place > state.round:
            return {"car": car.name, "round": place}
    return None


RULES = (
    fact("CL-START-01", "order-of-stage-1", cite("Orden de salida", "4.2")),
    not_by_classification,
    before_his_start,
    fact("CL-START-04", "state-at-the-start", cite("Fase 1", "3", INFERRED)),
    fact("CL-START-05", "the-newcomer-plays-last-in-his-first-round", cite("Comenzando", "4", INFERRED, ruling="R-34")),
    fact("CL-START-06", "newcomer-without-room", cite("Comenzando", "4", RULING, ruling="R-30")),
    fact("CL-START-07", "fewer-drivers-gaps", cite("Comenzando", "4", INFERRED)),
)
