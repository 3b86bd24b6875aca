"""Defences: each against its own attack, and the green light last."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import DEFENCE, INFERRED, cite
from rallyman_tutor.games.mil_millas.state import ATTACKS, CURE, CURED, Lay, State
from rallyman_tutor.games.mil_millas.step import called, has, side_named, side_of


@rule(
    "MM-DEF-01",
    cite(DEFENCE),
    Lay,
    ok=("A ; B | A green 25x6 :: lay green", "A flat ; B | A spare 25x6 :: lay spare"),
    broken=("A ; B fuel | A petrol 25x6 :: lay petrol>B", "A ; B fuel | A petrol 25x6 :: lay petrol>Zoe"),
)
def laid_on_another_side(state: State, lay: Lay) -> Facts | None:
    if lay.card in ATTACKS or not lay.on or side_named(state, lay.on) == side_of(state, state.turn.seat):
        return None
    side = side_named(state, lay.on)
    return {"card": lay.card, "whom": called(state, side)} if side >= 0 else {"case": "unknown", "whom": lay.on}


@rule(
    "MM-DEF-02",
    cite(DEFENCE, INFERRED),
    Lay,
    ok=("A fuel ; B | A petrol 25x6 :: lay petrol",),
    broken=(
        "A go ; B | A petrol 25x6 :: lay petrol",
        "A go ; B | A endlimit 25x6 :: lay endlimit",
        "A flat ; B | A repair 25x6 :: lay repair",
    ),
)
def nothing_to_solve(state: State, lay: Lay) -> Facts | None:
    problem = CURED.get(lay.card, "red")
    return None if problem == "red" or has(state.side, problem) else {"card": lay.card, "problem": problem}


@rule(
    "MM-DEF-04",
    cite(DEFENCE),
    Lay,
    ok=("A ; B | A green 25x6 :: lay green",),
    broken=(
        "A flat ; B | A green 25x6 :: lay green",
        "A fuel flat ; B | A green 25x6 | A | stacking=on :: lay green",
    ),
)
def green_before_the_repair(state: State, lay: Lay) -> Facts | None:
    side = state.side
    if lay.card != "green" or not side.problems or "priority" in side.immunities:
        return None
    return {"problem": side.problems[0], "needs": CURE[side.problems[0]]}


@rule(
    "MM-DEF-03",
    cite(DEFENCE, INFERRED),
    Lay,
    ok=("A 25 ; B | A green 25x6 :: lay green",),
    broken=("A 25 go ; B | A green 25x6 :: lay green",),
)
def green_while_rolling(state: State, lay: Lay) -> Facts | None:
    side = state.side
    rolling = not side.stopped and not side.problems and "priority" not in side.immunities
    return {} if lay.card == "green" and rolling else None


RULES = (
    laid_on_another_side,
    nothing_to_solve,
    green_while_rolling,
    green_before_the_repair,
    fact(
        "MM-DEF-05",
        "stopped-after-a-repair",
        cite(DEFENCE),
        ok=(
            "A 25 crash ; B | A repair 25x6 :: lay repair",
            "A 25 fuel ; B | A petrol 25x6 :: lay petrol => A 25",
        ),
    ),
    fact(
        "MM-DEF-06",
        "end-of-limit-stands-alone",
        cite(DEFENCE, INFERRED),
        ok=(
            "A 25 limit ; B | A endlimit 25x6 :: lay endlimit",
            "A 25 go limit ; B | A endlimit 25x6 :: lay endlimit => A 25 go",
        ),
    ),
)
