"""Weather: which boards lie under snow."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import RULING, cite
from rallyman_tutor.games.classic.moments import DECISIONS, is_foreign
from rallyman_tutor.games.classic.state import Attack, State, Word
from rallyman_tutor.games.classic.step import Step


@rule(
    "CL-WX-02",
    cite("Clima variable", "15"),
    *DECISIONS,
    ok=("START J1, FINISH J4 | A | A phase=weather | weather=variable :: weather",),
    broken=(
        "s14 | A@s1 g3 :: weather",
        "START J1, FINISH J4 | A | A phase=weather | weather=variable :: 1",
        "START J1, FINISH J4 | A | A phase=weather | weather=variable :: stop",
    ),
)
def weather_at_the_wrong_moment(state: State, move: object) -> Facts | None:
    if move is Word.WEATHER:
        return {"case": "late"} if state.turn.phase != "weather" else None
    if not is_foreign(state, move, "weather"):
        return None
    return {"case": "first" if isinstance(move, Step | Attack) else "other"}


RULES = (
    fact(
        "CL-WX-01",
        "fixed-weather",
        cite("Clima fijo"),
        ok=("START J1, FINISH J4 snow J | A | A phase=tyres | weather=fixed :: tyres winter 1 => snow J ; no weather",),
    ),
    weather_at_the_wrong_moment,
    fact(
        "CL-WX-03",
        "one-die-per-board",
        cite("Condiciones climáticas", "15", RULING, ruling="R-35"),
        ok=("START C8, C3-J6-J5-C4, FINISH C5 | A | A phase=weather | weather=variable :: weather",),
    ),
)
