"""The end of a stage."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import cite
from rallyman_tutor.games.dirt.state import State, Word

BOOK = "Fin del Tramo (p. 20)"


@rule(
    "DI-STG-01",
    cite(BOOK),
    Word.CLOSE,
    ok=("FX-F | A finished ; B out :: close",),
    broken=("FX-F | A finished ; B@L3 g3 | B :: close",),
)
def stage_closed_too_early(state: State, word: Word) -> Facts | None:
    names = [car.name for car in state.cars if car.status in ("waiting", "road")]
    return {"names": names} if names else None


RULES = (
    stage_closed_too_early,
    fact("DI-STG-02", "winner-of-the-stage", cite(BOOK), ok=("FX-F | A@L6 g4 :: go 5>L7",)),
)
