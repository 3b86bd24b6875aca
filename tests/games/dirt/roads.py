"""Driving for tests: the catalogue's stretches of road stand in `tiles.toml` under their own names (FX-S, FX-C …).

The catalogue calls the spaces of a bend i1, o1, o2, those of a second one j1, p1, p2, the halves of a slide S1 to S4
and the shortcut K. Here they have the names of the road: line1, d1, d2, line2, d3, d4, h1 to h4, k1. Lane spaces are
called alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.state import Events, State
from tests.games.driving import by_script, refusal, with_car


def begin(text: str) -> State:
    """The state of a position."""
    return GAME.read(text)


def rally(drivers: str, stages: Sequence[str], **options: object) -> State:
    """The beginning of a rally."""
    return GAME.new({"drivers": drivers.split(), "stages": list(stages), "options": options})


def drive(state: State, draft: str, *outcomes: str) -> tuple[State, Events]:
    """Play a draft move by move, each of them legal; a stroke parts one turn from the next. Luck shows what the draft
    tells, else nothing bad; or, where outcomes are given, exactly these."""
    return by_script(GAME, state, draft, outcomes)


def whereabouts(state: State, seat: int = 0) -> str:
    """Where a car stands, and in which gear."""
    car = state.cars[seat]
    return f"{state.road.short(car.place)} {car.gear}"


def refused(state: State, draft: str) -> tuple[str, int]:
    """The first rule a draft breaks, and at which of its steps, counted from 1; ("", 0) if it breaks none."""
    return refusal(GAME, state, draft)


def broken(state: State, draft: str) -> list[str]:
    """All rules a draft breaks."""
    return [violation.code for violation in GAME.judge(state, GAME.read_draft(draft))]


def warned(state: State, draft: str) -> list[str]:
    """All rules that warn of a draft: it is legal, but unwise."""
    return [violation.code for violation in GAME.advise(state, GAME.read_draft(draft))]


def happened(events: Events) -> list[str]:
    """The events, by their words."""
    return [event.what for event in events]


def facts(events: Events, what: str) -> dict[str, Any]:
    """The facts of the only event of its kind."""
    (found,) = (event.facts for event in events if event.what == what)
    return dict(found)


def can(state: State, move: str) -> bool:
    """Whether a move may be made now."""
    return refused(state, move) == ("", 0)


def order(state: State) -> str:
    """Who plays in this round, from the driver in turn on."""
    return " ".join(state.cars[seat].name for seat in (state.turn.seat, *state.queue))


def place(state: State, name: str) -> int:
    """The number of a space."""
    found = state.road.find(name)
    assert found is not None
    return found


def finish(state: State, *times: int) -> State:
    """The state after this stage: each driver is put on its last space, drives over the line in 5th, and gets this
    time."""
    number = state.rally.number if state.rally else 0
    last = max(at for at, past in enumerate(state.road.past) if not past and state.road.spaces[at].lane == "L")
    while state.rally and state.rally.number == number and state.turn.phase == "draft":
        seat = state.turn.seat
        state = with_car(state, seat, place=last, status="road", gear=5, clock=times[seat] - 15)
        state, _ = drive(state, "go 5")
    return state
