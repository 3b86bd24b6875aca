"""Steps worked out once for a clear road are those worked out anew, with cars and gravel anywhere."""

from __future__ import annotations

import random
from dataclasses import astuple

import pytest

from rallyman_tutor.games.dirt import dice, generate, safe
from rallyman_tutor.games.dirt.drafts import die_text
from rallyman_tutor.games.dirt.generate import next_steps
from rallyman_tutor.games.dirt.notation import read_position, write_position
from rallyman_tutor.games.dirt.rivals import on_road
from rallyman_tutor.games.dirt.road import OFFICIAL, bits, read_stage
from rallyman_tutor.games.dirt.state import LIMIT, Drive, FlatOut, State
from rallyman_tutor.games.dirt.step import aim, follow
from tests.games.dirt.rallies import drive


def drafting(seeds: range, share: float) -> list[State]:
    """Positions out of random rallies in which a draft is to be laid."""
    rng = random.Random(seeds.start)
    before = [decision.before for seed in seeds for decision in drive(seed)]
    return [state for state in before if state.turn.phase == "draft" and not state.turn.ended and rng.random() < share]


def test_what_is_remembered_of_a_clear_road_is_what_is_found_anew() -> None:
    crowded = gravelled = other = 0
    for state in drafting(range(300, 330), 0.3):
        view, car, turn = generate.view_of(state), state.car, state.turn
        anew = [
            told
            for die, brakes in dice.dice_in_gear(view.box, car.gear, turn.used)
            for one in generate.leads(view.road, car.place, car.gear, die, brakes)
            if (told := generate.admitted(view, car.place, turn.passed, one))
        ]
        assert list(map(astuple, generate.steps_ahead(state, view))) == list(map(astuple, anew)), write_position(state)
        longest = tuple(one.roll for one in safe.longest(state, view))
        offered = safe.safe_drafts(state, view)
        whole = [
            draft for size in range(2, len(longest) + 1) for draft in (Drive(longest[:size]), FlatOut(longest[:size]))
        ]
        assert list(offered) == whole, write_position(state)
        crowded += bool(view.rivals)
        gravelled += bool(view.gravel)
        other += offered != safe.safe_drafts(state, view._replace(rivals=(), gravel=(), near=0, taken=0))
    assert crowded > 200 and gravelled > 20 and other > 20


def test_cars_left_out_of_the_view_have_no_say() -> None:
    """Every car on the road is put back into the view, and every space under its eyes."""
    left_out = 0
    for state in drafting(range(300, 330), 0.3):
        view, road = generate.view_of(state), state.road
        every = [(seat, car) for seat, car in enumerate(state.cars) if on_road(state, seat)]
        taken = bits(at for _, car in every for at in (car.place, *road.clashes[car.place]))
        full = view._replace(rivals=tuple(every), near=bits(range(len(road.spaces))), taken=taken)
        assert next_steps(state, full) == next_steps(state, view), write_position(state)
        assert safe.longest(state, full) == safe.longest(state, view), write_position(state)
        left_out += len(every) > len(view.rivals)
    assert left_out > 100


def test_a_safe_draft_is_made_of_legal_steps_and_never_loses_control() -> None:
    longest = 0
    for state in drafting(range(330, 345), 0.3):
        now = state
        for one in (steps := safe.longest(state, generate.view_of(state))):
            assert one.roll in next_steps(now), write_position(state)
            step = aim(now, one.roll)
            assert not step.lost and step.over <= 0, write_position(state)
            now = follow(now, one.roll)
        assert not now.turn.ended or now.turn.ended == "finish"
        longest = max(longest, len(steps))
    assert longest == safe.LONGEST


@pytest.mark.parametrize(
    ("position", "draft"),
    [
        ("FX-S | A@L1 g6", "6 w w 5 4 3"),
        ("FX-S | A@L1 g6 W2", "6 5 4 3 2 1"),
        ("FX-S | A@L1 g3", "4 5 6 w w"),
        ("FX-S | A@L1 g1", "2 3 4 5 6 w"),
        ("FX-C | A@L2 g4", "5 6 4b w w 3"),
        ("FX-C | A@L1 g2", "3 4 5"),
    ],
)
def test_a_safe_draft_takes_the_highest_gear_first_then_the_same_then_a_lower_one(position: str, draft: str) -> None:
    state = read_position(position)
    steps = [one.roll for one in safe.longest(state, generate.view_of(state))]
    assert " ".join(die_text(roll.die) + "b" * roll.brakes for roll in steps) == draft


def test_a_safe_draft_slows_down_where_the_fast_one_would_soon_end() -> None:
    slower = 0
    for state in drafting(range(345, 365), 1.0):
        view, car, turn = generate.view_of(state), state.car, state.turn
        fast = safe.grow(view, car.place, car.gear, turn.used, turn.passed, True)
        steps = safe.longest(state, view)
        assert len(steps) >= len(fast) and (steps == fast or len(fast) < LIMIT), write_position(state)
        slower += len(steps) > len(fast)
    assert slower > 2


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("FX-S | A@L3 g3", ""),
        ("FX-W | A@L3 g4 W2", "ford"),
        ("FX-W | A@L3 g4 W2 ; B@L5 g4 | A", "ford"),  # the other car takes nothing away
        ("FX-S | A@L3 g3 ; B@L4 g3 ; C@R4 g3 | A", "cars"),
    ],
)
def test_what_stops_a_car_is_the_other_cars_only_where_it_could_go_on_without_them(position: str, why: str) -> None:
    assert generate.stopped_by(read_position(position)) == why


def test_ranks_order_the_spaces_of_every_official_stage_as_their_fronts_do() -> None:
    for name in OFFICIAL:
        road = read_stage(name).road
        by_front = sorted(road.spaces, key=lambda space: space.front)
        assert [road.ranks[space.place] for space in by_front] == sorted(road.ranks)
        fronts = {rank: {s.front for s in road.spaces if road.ranks[s.place] == rank} for rank in set(road.ranks)}
        assert all(len(same) == 1 for same in fronts.values())
