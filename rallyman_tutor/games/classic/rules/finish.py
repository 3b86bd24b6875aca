"""The finish."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule, warn_of
from rallyman_tutor.games.classic.books import INFERRED, cite
from rallyman_tutor.games.classic.moments import DECISIONS, is_foreign
from rallyman_tutor.games.classic.state import VALUES, Attack, State
from rallyman_tutor.games.classic.step import Step, limit

ON_THE_LINE: int = VALUES["damage.on_the_finish_line"]


@rule(
    "CL-FIN-04",
    cite("Fin del juego", "11"),
    Step,
    kind=Kind.UNWISE,
    ok=("s5 | A@s4 g3 :: 3 4",),
    broken=("s5 | A@s3 g3 :: 3! 4! 5", "s3 j2 | A@s3 g4 :: 4"),
)
def losing_it_on_the_line(state: State, step: Step) -> Facts | None:
    if step.to != state.road.finish or state.turn.rolled:
        return None
    if step.over >= 2:
        return {"case": "certain", "count": ON_THE_LINE}
    if state.options.training:
        return None
    near = state.turn.hazards >= limit(state, state.car, step.to) - 1
    if step.roll.pay or not (near or step.over == 1):
        return None
    return warn_of(step.hazard, count=ON_THE_LINE)


@rule(
    "CL-FIN-06",
    cite("Fin del juego", "11", INFERRED),
    *DECISIONS,
    ok=("s5 | A@s4 g3 :: 3 4",),
    broken=("s5 | A@s4 g3 :: 3 4 5", "s5 | A@s4 g3 :: 3 4 stop"),
)
def driving_on_behind_the_finish(state: State, move: object) -> Facts | None:
    if state.turn.ended != "finish" or not is_foreign(state, move, "finished"):
        return None
    return {"case": "default" if isinstance(move, Step | Attack) else "other"}


RULES = (
    fact("CL-FIN-01", "crossing", cite("Fin del juego", "11"), ok=("s4 | A@s4 g3 :: 3",)),
    fact("CL-FIN-02", "last-card", cite("Fin del juego", "11", INFERRED), ok=("s4 | A@s4 g3 :: 4",)),
    fact("CL-FIN-03", "stage-time", cite("Fin del juego", "11, 13"), ok=("s4 | A@s4 g3 c120 s5 :: 3",)),
    losing_it_on_the_line,
    fact(
        "CL-FIN-05",
        "that-damage-stays-without-service",
        cite("Fin del juego", "11"),
        ok=("sheet A ; s2 ; s9 ; s9 :: 1! w! w! accept 1 => A@s1 d1",),
    ),
    driving_on_behind_the_finish,
)
