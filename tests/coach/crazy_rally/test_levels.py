"""Drivers of Crazy Rally know what their seat sees, and drive the better the more they remember."""

from __future__ import annotations

from itertools import product
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from rallyman_tutor.coach.crazy_rally.choosing import after_event, choose
from rallyman_tutor.coach.crazy_rally.memory import LEVELS, Level, coming_cards, remember
from rallyman_tutor.coach.crazy_rally.weighing import CarFigures, after_card, after_stage, weigh
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import (
    CARDS,
    COURSE,
    FLAGGED_ON_TOP,
    HIDDEN,
    STAGES,
    Car,
    Event,
)
from rallyman_tutor.games.crazy_rally.step import BY_EVENT, drive_by, finished, pass_stage, play_card, winners
from tests.coach.crazy_rally.races import by_level, outcome, race
from tests.games.crazy_rally.races import drive
from tests.some import some


def test_the_quick_sums_are_those_of_the_game() -> None:
    for speed, handling, strength, top in product((0, 2, 5, 7, 9), (0, 3, 8), (1, 2, 6), (7, 9)):
        car = Car("A", top, strength, handling, 8, min(speed, top))
        wheels = CarFigures(car.speed, handling, strength)
        for card, way in product(CARDS, "+-"):
            after, _ = play_card(car, 0, card, way, 1)
            told = after_card(car, wheels, card, way)
            assert (told.speed == -1) == bool(after.out)
            assert after.out or told == (after.speed, after.handling, after.strength)
        for effect, by in BY_EVENT.items():
            after = drive_by(car, 0, by, 1, [])
            told = after_event(car, effect)
            assert (told.speed == -1) == bool(after.out)
            assert after.out or told == (after.speed, after.handling, after.strength)
        for card in COURSE:
            after, events = pass_stage(car, 0, card, 1)
            told, crash = after_stage(car, wheels, card)
            assert crash == any(event.what == "crash" for event in events) and (told.speed == -1) == bool(after.out)
            assert after.out or told == (after.speed, after.handling, after.strength)


def test_a_driver_remembers_by_their_level_and_only_what_the_lap_has_shown() -> None:
    lap = [Event("shown", "CR-LAP-01", -1, {"card": card, "n": n}) for n, card in enumerate(COURSE, 1)]
    for level, share in (("novice", 0.0), ("club", 0.4), ("works", 0.9)):
        kept = [sum(card != HIDDEN for card in remember(lap, LEVELS[level], Random(n))) for n in range(200)]
        assert mean(kept) == pytest.approx(share * STAGES, abs=0.5)
    for n in range(20):
        assert all(
            card in (HIDDEN, told) for card, told in zip(remember(lap, LEVELS["club"], Random(n)), COURSE, strict=True)
        )


def test_a_newer_test_lap_replaces_the_older_one() -> None:
    old = [Event("shown", "CR-LAP-01", -1, {"card": card, "n": n}) for n, card in enumerate(COURSE, 1)]
    new = [Event("shown", "CR-LAP-01", -1, {"card": card, "n": n}) for n, card in enumerate(reversed(list(COURSE)), 1)]
    assert remember([*old, *new], LEVELS["club"]._replace(memory=1.0), Random(1)) == tuple(reversed(list(COURSE)))


def test_a_driver_who_looks_two_stages_ahead_expects_only_cards_that_can_lie_there() -> None:
    """The first cards of the road all have a flag, and what was driven does not come again."""
    for state in some(decision.before for decision in drive(4) if decision.before.phase == "choose"):
        at = state.driven + 1
        expected = coming_cards(GAME.seen_by(state, state.seat), (), skip=1)
        if at < len(state.course):
            assert state.course[at] in expected and not {*expected} & {*state.course[: state.driven]}
            begins_with_flags = STAGES - len(state.course) + at < FLAGGED_ON_TOP
            assert all(COURSE[card].flag for card in expected) == begins_with_flags
        else:
            assert expected == []


@pytest.mark.parametrize(("forgotten", "looks"), [((2,), True), ((0, 2), False), ((1, 2), False)])
def test_a_driver_looks_two_stages_ahead_only_where_they_know_both(forgotten: tuple[int, ...], looks: bool) -> None:
    """With three cards left to come, remembering only the middle one leaves the next unknown, and the other way
    round."""
    differs = []
    states = (decision.before for seed in range(9) for decision in drive(seed) if decision.before.phase == "choose")
    for state in some(one for one in states if len(one.course) - one.driven == 3 and not one.options.practice):
        memory = [HIDDEN] * state.driven + list(state.course[state.driven :])
        for at in forgotten:
            memory[state.driven + at] = HIDDEN
        seen = GAME.seen_by(state, state.seat)
        far, near = (weigh(seen, Level(1.0, ahead=ahead), memory) for ahead in (True, False))
        differs.append(far != near)
    assert any(differs) == looks


def test_a_driver_who_remembers_drives_to_the_limit() -> None:
    state = GAME.seen_by(GAME.read("C01 C02 > C11 C12 rest | A v6 B10 Y07 ; B B01 | choose"), 0)
    choice = choose(state, LEVELS["works"], ("C01", "C02", "C11"), Random(1))
    assert str(choice.move) == "B10-" and choice.reason == "remembered" and choice.facts["card"] == "bridge"
    assert coming_cards(state, ("C01", "C02", "C11")) == ["C11"] and len(coming_cards(state)) == 12


def duel(better: str, worse: str, count: int) -> tuple[float, float]:
    """The share of races that one level wins, two cars against two, and half of its 95 % interval. A race shared
    between the two, or without a winner, is half a win."""
    points = []
    for seed in range(count):
        names = [better, worse, better, worse] if seed % 2 else [worse, better, worse, better]
        drivers = [by_level(name) for name in names]
        end = race(drivers, seed, [name if name in LEVELS else "novice" for name in names])
        won = {names[seat] for seat in winners(end)[0]}
        points.append(0.5 if len(won) != 1 else float(won == {better}))
    return mean(points), 1.96 * stdev(points) / sqrt(count)


STRENGTHS = [("novice", "random"), ("club", "novice"), ("works", "club")]


@pytest.mark.parametrize(("better", "worse"), STRENGTHS)
def test_each_level_beats_the_one_below_and_the_lowest_beats_chance(better: str, worse: str, wide: bool) -> None:
    share, half = duel(better, worse, 100 if wide else 60)
    assert share - half > 0.5, (share, half)


@pytest.mark.wide
@pytest.mark.parametrize(("better", "worse"), STRENGTHS)
def test_each_level_beats_the_one_below_in_a_thousand_races(better: str, worse: str) -> None:
    share, half = duel(better, worse, 1000)
    print(f"{better} against {worse}: {100 * share:.1f} ± {100 * half:.1f} %")
    assert share - half > 0.6, (share, half)


def test_with_the_house_deck_good_drivers_mostly_finish_and_nobody_runs_away() -> None:
    """The reconstructed cards make races like those that the catalogue simulated: 87 far, few cars lost, close ends."""
    ends = [race([by_level("works")] * 4, seed, ["works"] * 4) for seed in range(50)]
    distances = [car.distance for end in ends for car in end.cars if finished(end, car)]
    assert 80 < mean(distances) < 100
    assert sum(bool(car.out) for end in ends for car in end.cars) / 200 < 0.15
    assert sum(bool(winners(end)[0]) for end in ends) >= 49
    margins = [
        one - two for end in ends for one, two, *_ in [sorted((outcome(end, n) for n in range(4)), reverse=True)]
    ]
    assert mean(margins) < 8
