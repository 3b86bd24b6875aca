"""A car before the start has no place on the road, and no table of the road is asked about it.

Its place is -1, which Python takes for the last space of a table, behind the finish. So the tables of these roads
refuse -1: whoever plays, judges, advises, draws or reads aloud with them must not ask.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, SupportsIndex

import pytest

from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.notation import Misread
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.state import START, State
from tests.games.dirt import rallies
from tests.games.dirt.test_legality import asked
from tests.games.driving import at_random
from tests.games.opened import explain


class Strict(tuple[Any, ...]):
    """A table of a road that has no place before its first."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, SupportsIndex) and at.__index__() < 0:
            raise AssertionError("a table of the road is asked about a car before the start")
        return super().__getitem__(at)


def make_strict(road: Road) -> list[str]:
    """Makes every table of a road that is indexed by a place refuse -1; gives their names."""
    tables = [name for name, value in vars(road).items() if isinstance(value, tuple) and len(value) == len(road.spaces)]
    for name in tables:
        setattr(road, name, Strict(getattr(road, name)))
    return tables


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Roads that are read from here on have strict tables."""
    made = Road.__init__

    def init(self: Road, *parts: Any, **named: Any) -> None:
        made(self, *parts, **named)
        make_strict(self)

    monkeypatch.setattr(Road, "__init__", init)


def positions(seed: int) -> Iterator[State]:
    """Positions of a rally of which some cars have not started."""
    spec = {**rallies.spec(seed), "drivers": list("ABCDEF")}
    for decision in islice(at_random(GAME, spec, rallies.choose, seed, Seeded(seed)), 24):
        yield decision.before


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("seed", (0, 3, 8, 13))
def test_no_table_of_the_road_is_asked_about_a_car_before_the_start(seed: int) -> None:
    rng, waiting = random.Random(seed), 0
    for state in positions(seed):
        waiting += any(car.place == START for car in state.cars)
        GAME.draw(state), GAME.desk(state, ()), GAME.road_ahead(state), GAME.claims(state), GAME.places(state)
        GAME.read(GAME.write(state))
        for move in rng.sample(asked(state), 3):
            for violation in GAME.judge(state, (move,)):
                explain(GAME, state, (move,), violation)
    assert waiting > 10


def test_the_tables_are_those_that_the_road_has() -> None:
    road = GAME.read("FX-S | A").road
    kept = {name: value for name, value in vars(road).items() if isinstance(value, tuple)}
    assert {"past", "spaces", "next", "ranks", "clashes", "alongside"} <= {
        name for name, value in kept.items() if len(value) == len(road.spaces)
    }


def test_whoever_is_in_turn_stands_on_the_road_or_the_position_is_not_read() -> None:
    for taken in ("A@L0 ; B@R0 ; C", "A@L0 ; B@R0 ; C ; D"):
        with pytest.raises(Misread) as caught:
            GAME.read(f"FX-S | {taken} | C")
        assert caught.value.key == "start-taken"
    assert GAME.read("FX-S | A@L0 ; B ; C | B").car.place != START


def test_whoever_finds_no_free_start_waits_for_the_next_round_and_keeps_their_place_in_the_order() -> None:
    state = GAME.read("FX-S | A@L0 g0 #1 ; B@R0 g0 #2 ; C | B r2 then C")
    state, events = GAME.play(state, GAME.read_draft("blocked").moves[0], GAME.harmless_luck)
    assert ("waits", 2) in [(event.what, event.seat) for event in events] or state.cars[2].place != START
