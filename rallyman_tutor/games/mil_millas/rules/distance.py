"""Distance: who may drive, how far, and how many 200s."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import COURSE, GOAL, RULING, cite
from rallyman_tutor.games.mil_millas.state import CURE, DISTANCES, LONGEST, MOST_LONGEST, Lay, State
from rallyman_tutor.games.mil_millas.state import GOAL as ROAD
from rallyman_tutor.games.mil_millas.step import is_rolling, missing


@rule(
    "MM-DIST-03",
    cite(GOAL),
    Lay,
    ok=("A +priority ; B | A 100 redx5 fuel :: lay 100",),
    broken=("A 50 flat ; B | A 100 redx5 fuel :: lay 100", "A 50 flat +priority ; B | A 100 redx5 fuel :: lay 100"),
)
def problem_is_open(state: State, lay: Lay) -> Facts | None:
    side = state.side
    if lay.card not in DISTANCES or not side.problems:
        return None
    return {"problem": side.problems[0], "needs": CURE[side.problems[0]]}


@rule(
    "MM-DIST-02",
    cite(f"{GOAL}; {COURSE}"),
    Lay,
    ok=("A go ; B | A 100 redx5 fuel :: lay 100",),
    broken=("A ; B | A 100 redx5 fuel :: lay 100", "A 300 ; B | A 25 redx5 fuel :: lay 25"),
)
def no_green_light(state: State, lay: Lay) -> Facts | None:
    side = state.side
    stopped = side.stopped and not is_rolling(side)
    return {"km": side.km, "needs": missing(side)} if lay.card in DISTANCES and stopped else None


@rule(
    "MM-DIST-05",
    cite(GOAL, RULING, "MM-A-02"),
    Lay,
    ok=("A 200 go longest1 ; B | A 200 redx5 fuel :: lay 200",),
    broken=("A 400 go longest2 ; B | A 200 redx5 fuel :: lay 200",),
)
def third_longest(state: State, lay: Lay) -> Facts | None:
    spent = lay.card == LONGEST and state.side.longest >= MOST_LONGEST
    return {"count": state.side.longest, "value": int(LONGEST)} if spent else None


@rule(
    "MM-DIST-04",
    cite(GOAL),
    Lay,
    ok=("A 950 go ; B | A 50 75 redx5 :: lay 50",),
    broken=("A 950 go ; B | A 50 75 redx5 :: lay 75",),
)
def beyond_the_goal(state: State, lay: Lay) -> Facts | None:
    side = state.side
    if lay.card not in DISTANCES or side.wrong or side.km + int(lay.card) <= ROAD:
        return None
    return {"km": side.km, "value": int(lay.card), "left": ROAD - side.km}


RULES = (
    fact(
        "MM-DIST-01",
        "advance",
        cite(GOAL),
        ok=("A 75 go ; B | A 100 redx5 fuel :: lay 100",),
    ),
    no_green_light,
    problem_is_open,
    beyond_the_goal,
    third_longest,
    fact(
        "MM-DIST-06",
        "first-things-first",
        cite(basis=RULING),
        ok=(
            "A 900 flat limit longest2 ; B | A 200 spare green endlimit redx3 ; B 25x6 :: "
            "lay spare draw{25} discard 25 draw{75} lay green draw{25} discard 25 => A 900 go limit longest2 ; no lay 200",
        ),
    ),
)
