"""Drawing: what it closes, and what happens when there is nothing left to draw."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import COURSE, TRICKS, cite
from rallyman_tutor.games.mil_millas.state import FULL, Draw, State
from rallyman_tutor.games.mil_millas.step import can_draw


@rule(
    "MM-DRAW-03",
    cite(COURSE),
    Draw,
    ok=("A ; B | A 25 50 green redx2 fuel ; B 25x6 | A | deck 75 :: draw",),
    broken=("A ; B | A 25 50 green redx2 fuel ; B 25x6 | A | deck - :: draw",),
)
def nothing_to_draw(state: State, draw: Draw) -> Facts | None:
    short = state.turn.phase == "turn" and len(state.hand) < FULL
    return {} if short and not can_draw(state) else None


RULES = (
    fact(
        "MM-DRAW-01",
        "drawing-closes-the-window",
        cite(TRICKS),
        ok=("A ; B go | A 25x6 flat ; B proof 50x5 :: lay flat>B draw",),
    ),
    fact(
        "MM-DRAW-02",
        "empty-deck",
        cite(COURSE),
        ok=(
            "A ; B | A 25x6 ; B 25x6 | A | deck 75 :: draw",
            "A ; B | A 25x4 ; B 25x4 | A | deck - :: discard 25 discard 25 => A 25x3 ; B 25x3",
        ),
    ),
    nothing_to_draw,
)
