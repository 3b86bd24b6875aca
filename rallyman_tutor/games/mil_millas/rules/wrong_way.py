"""The variant with the wrong way."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.mil_millas.books import RULING, WRONG, cite
from rallyman_tutor.games.mil_millas.state import DISTANCES, WRONG_WAY, Lay, State


@rule(
    "MM-WRONG-01",
    cite(WRONG, RULING, "MM-A-29"),
    Lay,
    ok=("A ; B | A wrong 25x6 | A | wrong-way=on :: lay wrong>B",),
    broken=("A ; B | A 25x7 :: lay wrong>B", "A ; B | A 25x7 :: lay endwrong"),
)
def no_such_card(state: State, lay: Lay) -> Facts | None:
    return {"card": lay.card} if lay.card in WRONG_WAY and not state.options.wrong_way else None


@rule(
    "MM-WRONG-04",
    cite(WRONG, RULING, "MM-A-23"),
    Lay,
    ok=("A 50 go wrong ; B | A 50 75 redx5 | A | wrong-way=on :: lay 50",),
    broken=("A 50 go wrong ; B | A 50 75 redx5 | A | wrong-way=on :: lay 75",),
)
def behind_the_start(state: State, lay: Lay) -> Facts | None:
    side = state.side
    if lay.card not in DISTANCES or not side.wrong or int(lay.card) <= side.km:
        return None
    return {"km": side.km, "value": int(lay.card)}


@rule(
    "MM-WRONG-06",
    cite(basis=RULING),
    Lay,
    kind=Kind.UNWISE,
    ok=("A 50 go ; B | A 50 75 redx5 | A | wrong-way=on :: lay 50",),
    broken=("A 300 go wrong ; B | A 100 75 redx5 | A | wrong-way=on :: lay 100",),
)
def further_from_the_goal(state: State, lay: Lay) -> Facts | None:
    side = state.side
    if lay.card not in DISTANCES or not side.wrong:
        return None
    return {"km": side.km - int(lay.card), "value": int(lay.card)}


RULES = (
    no_such_card,
    fact(
        "MM-WRONG-02",
        "at-any-time",
        cite(WRONG),
        ok=(
            "A ; B | A wrong 25x6 | A | wrong-way=on :: lay wrong>B",
            "A ; B flat | A wrong 25x6 | A | wrong-way=on :: lay wrong>B => B flat wrong",
        ),
    ),
    fact(
        "MM-WRONG-03",
        "backwards",
        cite(WRONG),
        ok=(
            "A 300 go wrong ; B | A 100 25x6 | A | wrong-way=on :: lay 100",
            "A 600 go wrong longest1 ; B | A 200 25x6 | A | wrong-way=on :: lay 200 => A 400 go wrong longest2",
        ),
    ),
    behind_the_start,
    fact(
        "MM-WRONG-05",
        "end-of-wrong-way",
        cite(WRONG),
        ok=(
            "A 25 wrong ; B | A endwrong 25x6 | A | wrong-way=on :: lay endwrong",
            "A 300 go wrong ; B | A ace 100 25x5 | A | wrong-way=on :: lay ace draw lay 100 => A 400 go +ace",
        ),
    ),
    further_from_the_goal,
)
