"""The spare wheel."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.classic.books import INFERRED, cite
from rallyman_tutor.games.classic.moments import DECISIONS, is_foreign
from rallyman_tutor.games.classic.state import VALUES, Attack, State, Word
from rallyman_tutor.games.classic.step import Step

WHEEL_SECONDS: int = VALUES["cards.wheel_seconds"]


@rule(
    "CL-SPARE-01",
    cite("Rueda de repuesto", "10"),
    Word.WHEEL,
    ok=("s14 | A@s1 p2 :: wheel 1",),
    broken=(
        "s14 | A@s1 g2 p1 :: wheel",
        "s14 | A@s1 :: wheel",
    ),
)
def wheel_at_the_wrong_moment(state: State, word: Word) -> Facts | None:
    car = state.car
    if state.turn.phase == "roll" and not state.turn.used and car.gear > 1:
        return {"case": "gear"}
    return {"case": "whole"} if not car.punctures and state.turn.phase != "tyres" else None


@rule(
    "CL-SPARE-02",
    cite("Rueda de repuesto", "10, 12"),
    Word.ACCEPT,
    kind=Kind.UNWISE,
    ok=("s14 | A p1 finished | A phase=gap :: wheel",),
    broken=("s14 | A p1 finished | A phase=gap :: accept",),
)
def wheel_kept_for_the_stage(state: State, word: Word) -> Facts | None:
    """Changing the wheel is free between two stages; during the next stage it costs a card."""
    car = state.car
    if state.turn.phase != "gap" or not car.punctures or not car.wheel:
        return None
    return {"costs": WHEEL_SECONDS}


@rule(
    "CL-SPARE-03",
    cite("Rueda de repuesto", "10, 12"),
    *DECISIONS,
    ok=("s14 | A p1 finished | A phase=gap :: wheel",),
    broken=(
        "s14 | A p1 finished | A phase=gap :: 1",
        "s14 | A p1 finished | A phase=gap :: stop",
        "s14 | A | A phase=tyres | weather=fixed :: wheel",
    ),
)
def wheel_where_service_mends(state: State, move: object) -> Facts | None:
    """Between two stages only the wheel can be decided; when tyres are chosen, nothing is left to mend."""
    if move is Word.WHEEL:
        return {"case": "service"} if state.turn.phase == "tyres" else None
    if not is_foreign(state, move, "gap"):
        return None
    return {"case": "gap" if isinstance(move, Step | Attack) else "other"}


@rule(
    "CL-SPARE-04",
    cite("Rueda de repuesto", "10, 12"),
    Word.NEW_WHEEL,
    Word.WHEEL,
    ok=("s14 | A@s1 p1 :: wheel 1",),
    broken=(
        "s14 | A@s1 p1 :: new-wheel",
        "s14 | A@s1 p1 no-wheel :: wheel",
    ),
)
def second_spare_wheel(state: State, word: Word) -> Facts | None:
    if word is Word.WHEEL:
        return {"case": "none"} if not state.car.wheel else None
    return {"case": "default"}


@rule(
    "CL-SPARE-06",
    cite("Rueda de repuesto", "5"),
    Word.WHEEL,
    ok=("s14 | A@s1 g1 p1 :: wheel 1",),
    broken=("s14 | A@s1 g1 p1 :: 1 wheel",),
)
def wheel_in_the_middle_of_a_turn(state: State, word: Word) -> Facts | None:
    return {} if state.turn.phase != "gap" and (state.turn.used or state.turn.rolled) else None


RULES = (
    wheel_at_the_wrong_moment,
    wheel_kept_for_the_stage,
    wheel_where_service_mends,
    second_spare_wheel,
    fact(
        "CL-SPARE-05",
        "you-may-stop-after-the-change",
        cite("Rueda de repuesto", "10, 12", INFERRED, ruling="R-32"),
        ok=("s14 | A@s1 g1 p1 :: wheel stop",),
    ),
    wheel_in_the_middle_of_a_turn,
)
