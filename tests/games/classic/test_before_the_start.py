"""A car before the start stands on the start line, place 0, the first of every table of the road; and no table is asked
about -1.

A step that leads nowhere has the place -1, a space outside bends the bend -1, which Python takes for the last of a
table. So the tables of these roads refuse -1: whoever plays, judges, advises, draws or reads aloud with them must not
ask.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, SupportsIndex

import pytest

from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games.classic import GAME, road
from rallyman_tutor.games.classic.desk import DEMO_STAGES
from rallyman_tutor.games.classic.notation import read_position
from rallyman_tutor.games.classic.spaces import START, Road
from rallyman_tutor.games.classic.state import State
from tests.games.classic import rallies
from tests.games.classic.test_legality import asked
from tests.games.driving import at_random
from tests.games.opened import explain
from tests.sampled import sampled


class Strict(tuple[Any, ...]):
    """A table of a road that has no place before its first."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, SupportsIndex) and at.__index__() < 0:
            raise AssertionError("a table of the road is asked about no place")
        return super().__getitem__(at)


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Roads that are read from here on have strict tables, of places and of bends."""
    made = Road.__init__
    caches = (road.read_stage, road.route_stage, read_position)

    def init(self: Road, *parts: Any, **named: Any) -> None:
        made(self, *parts, **named)
        for name, value in vars(self).items():
            if isinstance(value, tuple) and name != "items":  # these are asked for no place
                setattr(self, name, Strict(value))

    monkeypatch.setattr(Road, "__init__", init)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


def positions(seed: int) -> Iterator[State]:
    """Positions of a rally of which some cars have not started."""
    spec = {**rallies.spec(seed), "drivers": list("ABCD")}
    for decision in islice(at_random(GAME, spec, rallies.choose, seed, Seeded(seed)), 24):
        yield decision.before


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("seed", sampled((1, 2, 7, 9), (1, 7)))
def test_no_table_of_the_road_is_asked_about_no_place(seed: int) -> None:
    rng, waiting = random.Random(seed), 0
    for state in positions(seed):
        assert isinstance(state.road.spaces, Strict)
        waiting += any(car.place == START for car in state.cars)
        GAME.draw(state), GAME.desk(state, ()), GAME.road_ahead(state), GAME.claims(state), GAME.places(state)
        GAME.read(GAME.write(state))
        for move in rng.sample(asked(state), 3):
            GAME.draw(state, (move,)), GAME.desk(state, (move,))
            for violation in GAME.judge(state, (move,)):
                explain(GAME, state, (move,), violation)
    assert waiting > 10


def test_the_start_line_is_a_place_of_its_own_that_no_die_leads_to() -> None:
    for text in (rallies.TWISTY, rallies.NARROW, *DEMO_STAGES):
        stage = road.read_stage(text)
        assert stage.road.spaces[START].kind == "start" and stage.road.ranks[START] == 0
        assert not any(START in ahead for ahead in stage.road.ahead)
        assert all(bend.line_at > START for bend in stage.road.bends), "a car that is pushed onto the line finds one"


def test_a_car_before_the_start_holds_nobody_up_and_takes_no_room() -> None:
    state = GAME.read("c1 s4 | A ; B ; C | A")
    assert state.road.around[START] == {START}
    state = GAME.play(state, GAME.read_draft("1").moves[0], GAME.harmless_luck)[0]
    assert not GAME.judge(state, GAME.read_draft("2").moves)
