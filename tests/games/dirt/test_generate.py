"""What is worked out once for a clear road is what would be worked out anew, with cars and gravel anywhere."""

from __future__ import annotations

import random

from rallyman_tutor.games.dirt import generate
from rallyman_tutor.games.dirt.generate import follow, next_steps, safe_draft
from rallyman_tutor.games.dirt.notation import write_position
from rallyman_tutor.games.dirt.road import OFFICIAL, read_stage
from rallyman_tutor.games.dirt.state import LIMIT, State
from rallyman_tutor.games.dirt.step import aim
from tests.games.dirt.rallies import drive

MOST = 6


def drafting(seeds: range, share: float) -> list[State]:
    """Positions out of random rallies in which a draft is to be laid."""
    rng = random.Random(seeds.start)
    before = [decision.before for seed in seeds for decision in drive(seed)]
    return [state for state in before if state.turn.phase == "draft" and not state.turn.ended and rng.random() < share]


def test_what_is_remembered_of_a_clear_road_is_what_is_found_anew() -> None:
    crowded = gravelled = 0
    for state in drafting(range(300, 330), 0.3):
        traffic, car, box = generate._traffic(state), state.car, generate._box(state)
        way = generate._Way(state.road, state.gravel, traffic)
        dice = generate._dice(box, car.gear, state.turn.used)
        anew = generate._onward(way, car.place, car.gear, state.turn.passed, dice)
        assert list(generate.ahead(state, traffic)) == anew, write_position(state)
        longest, _ = generate._longest(way, box, car.place, car.gear, state.turn.used, state.turn.passed, MOST)
        assert safe_draft(state, MOST) == longest, write_position(state)
        crowded += bool(traffic.rivals)
        gravelled += any(state.gravel)
    assert crowded > 200 and gravelled > 20


def test_a_safe_draft_is_made_of_legal_steps_and_never_loses_control() -> None:
    longest = 0
    for state in drafting(range(330, 345), 0.3):
        now = state
        for roll in (steps := safe_draft(state, MOST)):
            assert roll in next_steps(now), write_position(state)
            step = aim(now, roll)
            assert not step.lost and step.over <= 0, write_position(state)
            now = follow(now, roll)
        assert not now.turn.ended or now.turn.ended == "finish"
        longest = max(longest, len(steps))
    assert longest == MOST


def test_a_safe_draft_slows_down_where_the_fast_one_would_soon_end() -> None:
    slower = 0
    for state in drafting(range(345, 365), 1.0):
        way = generate._Way(state.road, state.gravel, generate._traffic(state))
        car, turn, box = state.car, state.turn, generate._box(state)
        fast, _ = generate._grow(way, box, car.place, car.gear, turn.used, turn.passed, True, MOST)
        steps = safe_draft(state, MOST)
        assert len(steps) >= len(fast) and (steps == fast or len(fast) < LIMIT), write_position(state)
        slower += len(steps) > len(fast)
    assert slower > 2


def test_ranks_order_the_spaces_of_every_official_stage_as_their_fronts_do() -> None:
    for name in OFFICIAL:
        road = read_stage(name).road
        by_front = sorted(road.spaces, key=lambda space: space.front)
        assert [road.ranks[space.place] for space in by_front] == sorted(road.ranks)
        fronts = {rank: {s.front for s in road.spaces if road.ranks[s.place] == rank} for rank in set(road.ranks)}
        assert all(len(same) == 1 for same in fronts.values())
