"""Who starts when, and where."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import TEXT, cite
from rallyman_tutor.games.dirt.rivals import free_starts, occupant, start_order
from rallyman_tutor.games.dirt.state import Enter, Lineup, State, TakeTurn

BOOK = "La salida"


@rule(
    "DI-START-01",
    cite(BOOK),
    TakeTurn,
    ok=("FX-S | A@L3 g3 ; B | B r2 :: B:",),
    broken=("FX-S | A ; B | A r1 then - :: B:",),
)
def before_their_start(state: State, claim: TakeTurn) -> Facts | None:
    for place, seat in enumerate(start_order(state), 1):
        car = state.cars[seat]
        if car.name == claim.name and car.status == "waiting" and place > state.round:
            return {"car": car.name, "starts": place, "round": state.round}
    return None


@rule(
    "DI-START-02",
    cite(BOOK, TEXT, "R-53"),
    Enter,
    ok=("FX-S | A :: at R0", "FX-S | B@L0 ; A | A :: at R0"),
    broken=(
        "FX-S | A :: at L1",
        "FX-S | A@L3 g3 :: at L0",
        "FX-S | A :: at X7",
        "FX-S | B@L0 ; A | A :: at L0",
        "FX-S | A :: at R0 :: at L0",
    ),
)
def not_behind_the_line(state: State, enter: Enter) -> Facts | None:
    place, car, turn = state.road.find(enter.to), state.car, state.turn
    if place is None:
        return {"case": "nowhere"}
    target = {"target": state.road.spaces[place].key}
    is_new = not (turn.used or car.clock) and car.place in state.road.starts  # whoever has had a turn has a card
    if not is_new:
        return {"case": "started", **target}
    if place not in state.road.starts:
        return target
    if place not in free_starts(state):
        return {"case": "taken", "car": state.cars[occupant(state, place)].name, **target}
    if turn.fresh or place == car.place:
        return None
    return {"case": "chosen", "space": state.road.spaces[car.place].key, **target}


@rule(
    "DI-START-03",
    cite(BOOK),
    Lineup,
    ok=("FX-S | A@L3 g3 ; B ; C | A r1 then - :: lineup A B C",),
    broken=("FX-S | A@L3 g3 ; B ; C | A r1 then - :: lineup A C B",),
)
def waiting_drivers_swapped(state: State, lineup: Lineup) -> Facts | None:
    if all(car.status == "waiting" or car.place in state.road.starts for car in state.cars):
        return None
    waiting = [state.cars[seat].name for seat in state.order if state.cars[seat].status == "waiting"]
    named = [name for name in lineup.names if name in waiting]
    for due, name in zip(waiting, named, strict=False):
        if due != name:
            return {"car": name, "next": due}
    return None


RULES = (
    before_their_start,
    not_behind_the_line,
    waiting_drivers_swapped,
    fact(
        "DI-START-04",
        "ranked-once-on-the-road",
        cite(BOOK),
        ok=("FX-S | A ; B | A r1 then - :: go 1>L1 go 2>L2 go 1>L1 => A@L2 ; B@L1",),
    ),
)
