"""Events: when, in which order, on whom, and what they do."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.crazy_rally.books import INFERRED, RULING, cite
from rallyman_tutor.games.crazy_rally.rules.race import nothing_to_decide
from rallyman_tutor.games.crazy_rally.state import BONUS, EFFECTS, IN_RACE, Move, Speak, State, Use, is_event


@rule(
    "CR-EVT-01",
    cite("Gebeurteniskaarten"),
    Use,
    ok=("C09 rest | A B08 E1 | choose :: play B08+ event faster>A",),
    broken=(
        "C09 rest | A B08 E1 | choose :: event faster>A",
        "C09 C10 rest | A B08 E1 E2 | choose :: play B08+ pass event slower>A",
    ),
)
def outside_the_window(state: State, use: Use) -> Facts | None:
    if state.phase not in IN_RACE or state.phase == "event":
        return None
    return {"case": "late" if state.phase == "draw" and state.driven else "early"}


@rule(
    "CR-EVT-02",
    cite("Gebeurteniskaarten"),
    Use,
    Speak,
    ok=("C09 rest | A E1 ; B E2 | event A : A B :: event faster>A event faster>A",),
    broken=(
        "C09 rest | A E1 E2 ; B E3 | event A : A B :: event faster>A A: event faster>A",
        "C09 rest | A B01 ; B E3 | event A : A B :: event faster>A",
    ),
)
def second_event(state: State, move: Move) -> Facts | None:
    if isinstance(move, Speak):
        return {"case": "again"} if nothing_to_decide(state, move) == "CR-EVT-02" else None
    if state.phase != "event" or any(map(is_event, state.car.hand)):
        return None
    return {"case": "none"}


@rule(
    "CR-EVT-03",
    cite("Gebeurteniskaarten"),
    Speak,
    ok=("C09 rest | A d20 E1 ; B d12 E2 ; C d15 | event B :: event faster>B pass pass",),
    broken=(
        "C09 rest | A d20 E1 ; B d12 E2 ; C d15 | event B :: A: event faster>A",
        "C09 rest | A d12 E1 ; B d12 E2 ; C d15 | event A :: B: event faster>A",
    ),
)
def too_early_in_the_order(state: State, speak: Speak) -> Facts | None:
    if nothing_to_decide(state, speak) != "CR-EVT-03":
        return None
    level = next(car for car in state.cars if car.name == speak.name).distance == state.car.distance
    return {"case": "level" if level else "default", "name": speak.name}


@rule(
    "CR-EVT-08",
    cite("Gebeurteniskaarten", INFERRED),
    Use,
    ok=("C09 rest | A E1 ; B | event A : A B :: event slower>B",),
    broken=(
        "C09 rest | A E1 ; B s0 out3 | event A :: event slower>B",
        "C09 rest | A E1 ; B | event A : A B :: event slower",
        "C09 rest | A E1 ; B | event A : A B :: event slower>Zoe",
        "C09 rest | A E1 ; B | event A : A B :: event two>B",
    ),
)
def no_car_to_act_on(state: State, use: Use) -> Facts | None:
    if state.phase != "event" or use.effect not in EFFECTS:
        return None
    if use.effect == "two":
        return {"case": "cards", "name": use.to} if use.to else None
    if not use.to:
        return {"case": "nobody"}
    car = next((car for car in state.cars if car.name == use.to), None)
    if car is None:
        return {"case": "unknown", "name": use.to}
    return {"name": use.to} if car.out else None


@rule(
    "CR-EVT-09",
    cite(basis=RULING, ruling="CR-A-15"),
    Speak,
    ok=("C09 rest | A E1 ; B E2 | event A : A B :: pass pass",),
    broken=("C09 rest | A E1 ; B E2 | event A : A B :: pass A: event faster>A",),
)
def back_after_passing(state: State, speak: Speak) -> Facts | None:
    return {"name": speak.name} if nothing_to_decide(state, speak) == "CR-EVT-09" else None


@rule(
    "CR-EVT-10",
    cite("Gebeurteniskaarten"),
    Use,
    kind=Kind.UNWISE,
    ok=("C09 rest | A E1 | event A :: pass",),
    broken=("C09 rest | A E1 | event A :: event faster>A",),
)
def bonus_given_up(state: State, use: Use) -> Facts | None:
    return {"bonus": BONUS} if state.phase == "event" else None


RULES = (
    outside_the_window,
    second_event,
    too_early_in_the_order,
    fact(
        "CR-EVT-04",
        "equal-distances",
        cite(basis=RULING, ruling="CR-A-14"),
        ok=(
            "C09 rest | A v6 B08 ; B v4 B09 | choose :: play B08+ play B09+ => event B",
            "C09 rest | A v4 B08 ; B v4 B09 | choose :: play B08+ play B09+ => event A",
        ),
    ),
    fact(
        "CR-EVT-05",
        "faster",
        cite("Gebeurteniskaarten"),
        ok=(
            "C09 rest | A E1 ; B v7 | event A : A B :: event faster>B => B v7 s6",
            "C09 rest | A E1 ; B | event A : A B :: event faster>B",
        ),
    ),
    fact(
        "CR-EVT-06",
        "slower",
        cite("Gebeurteniskaarten"),
        ok=("C09 rest | A E1 ; B | event A : A B :: event slower>B",),
    ),
    fact(
        "CR-EVT-07",
        "two-cards",
        cite("Gebeurteniskaarten"),
        ok=(
            "C09 rest | A E1 ; B | event A : A B | supply B01 E5 rest :: event two",
            "C09 rest | A E1 ; B | event A : A B | supply B01 E5 rest :: event two => A B01 E5 <E1>",
        ),
    ),
    no_car_to_act_on,
    back_after_passing,
    bonus_given_up,
)
