"""Where a driver stands in a drive, alike for all race games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class DriveProgress(NamedTuple):
    """Where a driver stands in a drive."""

    stage: int  # of the rally, from 0
    time: int  # seconds so far, of all stages
    status: str  # "waiting", "road", "finished" or "out"
    round: int
    place: str  # the key of a space; nothing before the start
    gear: int
    seconds: int  # in hand
    drives: bool  # whether they are in turn, and something is to be driven


class _Space(Protocol):
    @property
    def key(self) -> str: ...


class _Road(Protocol):
    @property
    def spaces(self) -> Sequence[_Space]: ...


class _Car(Protocol):
    @property
    def place(self) -> int: ...
    @property
    def status(self) -> str: ...
    @property
    def gear(self) -> int: ...
    @property
    def seconds(self) -> int: ...


class _Turn(Protocol):
    @property
    def seat(self) -> int: ...


class _Rally(Protocol):
    @property
    def number(self) -> int: ...


class RaceState(Protocol):
    """The parts read of a position of a race game."""

    @property
    def rally(self) -> _Rally | None: ...
    @property
    def cars(self) -> Sequence[_Car]: ...
    @property
    def turn(self) -> _Turn: ...
    @property
    def round(self) -> int: ...
    @property
    def road(self) -> _Road: ...


def standing_of(state: RaceState, seat: int, time: int, *, drives: bool) -> DriveProgress:
    """The standing of a driver whose time is known; `drives`: whether whoever is in turn has to drive now."""
    car = state.cars[seat]
    return DriveProgress(
        stage=state.rally.number if state.rally else 0,
        time=time,
        status=car.status,
        round=state.round,
        place=state.road.spaces[car.place].key if car.place >= 0 else "",
        gear=car.gear,
        seconds=car.seconds,
        drives=state.turn.seat == seat and drives,
    )
