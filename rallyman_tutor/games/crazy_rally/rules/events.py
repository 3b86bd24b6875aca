"""Events: when, in which order, on whom, and what they do."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.crazy_rally.books import INFERRED, RULING, cite
from rallyman_tutor.games.crazy_rally.coming import is_surely_lost
from rallyman_tutor.games.crazy_rally.rules.race import nothing_to_decide
from rallyman_tutor.games.crazy_rally.state import (
    BONUS,
    EFFECTS,
    EVENT_CARDS,
    IN_RACE,
    STAGES,
    Speak,
    State,
    Use,
    adjustments,
)
from rallyman_tutor.games.crazy_rally.step import BY_EVENT, drive_by


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
    Speak,
    ok=("C09 rest | A E1 ; B E2 | event A : A B :: event faster>A event faster>A",),
    broken=("C09 rest | A E1 E2 ; B E3 | event A : A B :: event faster>A A: event faster>A",),
)
def second_event(state: State, speak: Speak) -> Facts | None:
    return {} if nothing_to_decide(state, speak) == "CR-EVT-02" else None


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
    ok=(
        "C09 rest | A E1 | event A :: pass",
        "C09 rest | A v5 B08 E1 ; B m8 v8 s1 E2 | event A : A B :: event faster>B",
        "C09 rest | A E1 B08 B09 ; B h1 v6 | event A : A B | practice :: event faster>B",
        "C09 rest | A h1 v7 E1 B08 B09 ; B | event A : A B | practice :: event slower>A",
        "C09 rest | A E1 B08 ; B | event A : A B :: event two",
    ),
    broken=(
        "C09 rest | A E1 | event A :: event faster>A",
        "C09 rest | A E1 B08 B09 ; B h1 v6 | event A : A B :: event faster>B",
        "C09 rest | A E1 B08 B09 ; B | event A : A B :: event two",
    ),
)
def bonus_given_up(state: State, use: Use) -> Facts | None:
    return {"bonus": BONUS} if state.phase == "event" and not _wins_more(state, use) else None


def _wins_more(state: State, use: Use) -> bool:
    """Whether an event surely wins more than it is worth at the finish: it puts a rival out, makes one crash whatever
    may be turned up, keeps its own car from either, or fills a hand that is nearly empty."""
    if use.effect == "two":
        piles, left = len(state.supply) + len(state.discard), STAGES - state.stage
        return len(adjustments(state.car.hand)) < EVENT_CARDS <= piles and left > EVENT_CARDS
    seat = next((seat for seat, car in enumerate(state.cars) if car.name == use.to and not car.out), -1)
    if use.effect not in BY_EVENT or seat < 0:
        return False
    car = state.cars[seat]
    stays = is_surely_lost(state, seat, car)
    goes = is_surely_lost(state, seat, drive_by(car, seat, BY_EVENT[use.effect], state.stage, []))
    return stays > goes if seat == state.seat else goes > stays


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
