"""Who starts when, and how."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import INFERRED, RULING, cite
from rallyman_tutor.games.classic.state import Lineup, State, TakeTurn


@rule(
    "CL-START-02",
    cite("Orden de salida", "4.2"),
    Lineup,
    ok=(
        "sheet A B ; s1 ; s2 ; s3 :: A: 1 stop A: w B: 1 w :: lineup B A",
        "s14 | A ; B :: lineup B A",
    ),
    broken=("sheet A B ; s1 ; s2 ; s3 :: A: 1 stop A: w B: 1 w :: lineup A B",),
)
def not_by_classification(state: State, lineup: Lineup) -> Facts | None:
    """In the first stage the drivers may agree on any order. A position without a course sheet is a first stage."""
    if not state.rally or not state.rally.number:
        return None
    due = tuple(state.cars[seat].name for seat in state.order)
    return None if lineup.names == due else {"names": ", ".join(due)}  # an order, not a choice


@rule(
    "CL-START-03",
    cite("Procedimiento de inicio", "4.3"),
    TakeTurn,
    ok=("s14 | A@s3 g3 ; B | B r2 :: B:",),
    broken=("s14 | A@s3 g3 ; B | A r1 then - :: B:",),
)
def before_their_start(state: State, claim: TakeTurn) -> Facts | None:
    for place, seat in enumerate(state.order, 1):
        car = state.cars[seat]
        if car.name == claim.name and car.status == "waiting" and place > state.round:
            return {"car": car.name, "round": place}
    return None


RULES = (
    fact(
        "CL-START-01",
        "order-of-stage-1",
        cite("Orden de salida", "4.2"),
        ok=("s9 | A ; B | B r1 then - | order B A :: lineup A B lineup B A 1 stop B: 2 stop A: 1 => A@s1 ; B@s2",),
    ),
    not_by_classification,
    before_their_start,
    fact(
        "CL-START-04",
        "state-at-the-start",
        cite("Fase 1", "3", INFERRED),
        ok=(
            "s9 | A :: 1 stop => A@s1 g1 c50",
            "s9 | A :: A: => no 2",
        ),
    ),
    fact(
        "CL-START-05",
        "the-newcomer-plays-last-in-their-first-round",
        cite("Comenzando", "4", INFERRED, ruling="R-34"),
        ok=("s9 | A ; B | A r1 then - :: 1 stop A: 2 stop B: 1 => A@s2 ; B@s1",),
    ),
    fact(
        "CL-START-06",
        "newcomer-without-room",
        cite("Comenzando", "4", RULING, ruling="R-30"),
        ok=(
            "c1 s9 | A@s1 g1 p1 ; B | A then B :: wheel stop",
            "c1 s9 | A@s1 g1 ; B | B :: blocked",
        ),
    ),
    fact(
        "CL-START-07",
        "fewer-drivers-gaps",
        cite("Comenzando", "4", INFERRED),
        ok=("s9 | A ; B ; C | A r1 then - :: retire B: 1 stop B: 2 stop C: 1 => A out ; C@s1 ; C 1",),
    ),
)
