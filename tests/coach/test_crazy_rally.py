"""Drivers of Crazy Rally know what their seat sees, say why, and drive the better the more they remember; advice is
ranked by simulated races, with its error, and beats chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from rallyman_tutor.coach.crazy_rally import advise_for, play_for
from rallyman_tutor.coach.crazy_rally.advice import advice
from rallyman_tutor.coach.crazy_rally.choosing import choose
from rallyman_tutor.coach.crazy_rally.dealing import dealt
from rallyman_tutor.coach.crazy_rally.memory import LEVELS, coming, remembered
from rallyman_tutor.coach.crazy_rally.weighing import Wheels, changed, passed
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import CARDS, COURSE, DECK, HIDDEN, Car, Event, Move, State
from rallyman_tutor.games.crazy_rally.step import finished, pass_stage, play_card, winners
from rallyman_tutor.tutor.words import words
from tests.games.crazy_rally.races import drive
from tests.games.crazy_rally.test_races import permuted

Driver = Callable[[State, tuple[str, ...], Random], Move]


def by_level(name: str) -> Driver:
    return lambda seen, memory, rng: choose(seen, LEVELS[name], memory, rng).move


def by_chance(seen: State, memory: tuple[str, ...], rng: Random) -> Move:
    return rng.choice(GAME.moves(seen))


def by_advice(seen: State, memory: tuple[str, ...], rng: Random) -> Move:
    """The best card by advice that remembers nothing; everything else at random, so that the cards make the difference."""
    return advice(seen, rng.random().hex(), 3)[0].move if seen.phase == "choose" else by_chance(seen, memory, rng)


def race(drivers: list[Driver], seed: int, recalls: list[str] | None = None) -> State:
    """A whole race; each driver gets what his seat sees and what he recalls of the test lap."""
    rng, luck, state = Random(seed), Seeded(seed), GAME.new(GAME.demo(len(drivers)))
    lap: list[Event] = []
    memories: list[tuple[str, ...]] = [()] * len(drivers)
    while not state.over:
        seen = GAME.seen_by(state, state.seat)
        move = drivers[state.seat](seen, memories[state.seat], rng)
        state, events = GAME.play(state, move, luck)
        lap += events
        if recalls and any(event.code == "CR-RACE-02" for event in events):
            memories = [remembered(lap, LEVELS[name], Random(f"{seed}:{n}")) for n, name in enumerate(recalls)]
    return state


def outcome(state: State, seat: int) -> float:
    car = state.cars[seat]
    return car.distance if finished(state, car) else car.distance / 2


def at_choice(seeds: range, share: float = 0.1) -> Iterator[State]:
    rng = Random(seeds.start)
    for seed in seeds:
        for decision in drive(seed):
            if decision.before.phase == "choose" and rng.random() < share:
                yield decision.before


def test_the_quick_sums_are_those_of_the_game() -> None:
    for speed, handling, strength, top in product((0, 2, 5, 7, 9), (0, 3, 8), (1, 2, 6), (7, 9)):
        car = Car("A", top, strength, handling, 8, min(speed, top))
        wheels = Wheels(car.speed, handling, strength)
        for card, way in product(CARDS, "+-"):
            after, _ = play_card(car, 0, card, way, 1)
            told = changed(car, wheels, card, way)
            assert (told.speed < 0) == bool(after.out)
            assert after.out or told == (after.speed, after.handling, after.strength)
        for card in COURSE:
            after, events = pass_stage(car, 0, card, 1)
            told, crash = passed(car, wheels, card)
            assert crash == any(event.what == "crash" for event in events) and (told.speed < 0) == bool(after.out)
            assert after.out or told == (after.speed, after.handling, after.strength)


def test_a_driver_remembers_by_his_level_and_only_what_the_lap_has_shown() -> None:
    lap = [Event("shown", "CR-LAP-01", -1, {"card": card, "n": n}) for n, card in enumerate(COURSE, 1)]
    assert set(remembered(lap, LEVELS["novice"], Random(1))) == {HIDDEN}
    kept = [sum(card != HIDDEN for card in remembered(lap, LEVELS["works"], Random(n))) for n in range(200)]
    assert 12 < mean(kept) < 13.2
    for n in range(20):
        assert all(
            card in (HIDDEN, told)
            for card, told in zip(remembered(lap, LEVELS["club"], Random(n)), COURSE, strict=True)
        )


def test_a_newer_test_lap_replaces_the_older_one() -> None:
    old = [Event("shown", "CR-LAP-01", -1, {"card": card, "n": n}) for n, card in enumerate(COURSE, 1)]
    new = [Event("shown", "CR-LAP-01", -1, {"card": card, "n": n}) for n, card in enumerate(reversed(list(COURSE)), 1)]
    assert remembered([*old, *new], LEVELS["club"]._replace(memory=1.0), Random(1)) == tuple(reversed(list(COURSE)))


@pytest.mark.parametrize("level", LEVELS)
def test_every_choice_is_legal_and_says_why(level: str) -> None:
    rng = Random(7)
    for seed in range(25):
        state, luck = GAME.new(GAME.demo(3 + seed % 4)), Seeded(seed)
        memory: tuple[str, ...] = ()
        while not state.over:
            choice = choose(GAME.seen_by(state, state.seat), LEVELS[level], memory, rng)
            assert not GAME.judge(state, (choice.move,))
            said = words("crazy_rally").phrase("bots", choice.reason, choice.facts)
            assert said.endswith(".") and "{" not in said
            state, _ = GAME.play(state, choice.move, luck)
            memory = state.course if seed % 2 else ()


def test_every_reason_that_has_words_is_given() -> None:
    given: set[str] = set()
    rng = Random(8)
    for seed in range(60):
        state, luck = GAME.new(GAME.demo(4)), Seeded(seed)
        while not state.over:
            level = LEVELS["novice"] if seed % 5 == 0 else LEVELS["works"]
            memory = state.course if seed % 2 else ()
            choice = choose(GAME.seen_by(state, state.seat), level, memory, rng)
            given.add(choice.reason)
            state, _ = GAME.play(state, choice.move, luck)
    assert given == set(words("crazy_rally").group("bots"))


def test_a_driver_who_remembers_drives_to_the_limit() -> None:
    state = GAME.seen_by(GAME.read("C01 C02 > C11 C12 rest | A v6 B10 Y07 ; B B01 | choose"), 0)
    choice = choose(state, LEVELS["works"], ("C01", "C02", "C11"), Random(1))
    assert str(choice.move) == "B10-" and choice.reason == "remembered" and choice.facts["card"] == "C11"
    assert coming(state, ("C01", "C02", "C11")) == ["C11"] and len(coming(state)) == 12


def test_memory_is_the_main_skill() -> None:
    names = ["novice", "club", "works"]
    ends = [race([by_level(name) for name in names], seed, names) for seed in range(40)]
    novice, club, works = ([outcome(end, seat) for end in ends] for seat in range(3))
    assert mean(novice) + 10 < mean(club) < mean(works)


def test_a_bot_plays_by_what_was_shown_and_says_nothing_where_there_is_nothing_to_choose() -> None:
    state, luck, lap = GAME.new(GAME.demo(3)), Seeded(3), list[Event]()
    while not state.over:
        choice = play_for(state, lap, "works", Random(1))
        assert choice.reason == "" or choice.reason in words("crazy_rally").group("bots")
        assert (choice.reason == "") == (state.phase in ("deal", "look", "draw", "exchange"))
        state, events = GAME.play(state, choice.move, luck)
        lap += events
    assert mean(car.distance for car in state.cars) > 70


def test_with_the_house_deck_good_drivers_mostly_finish_and_nobody_runs_away() -> None:
    """The reconstructed cards make races like those the catalogue simulated: about 87 far, few cars lost, close ends."""
    ends = [race([by_level("works")] * 4, seed, ["works"] * 4) for seed in range(50)]
    distances = [car.distance for end in ends for car in end.cars if finished(end, car)]
    assert 80 < mean(distances) < 100
    assert sum(bool(car.out) for end in ends for car in end.cars) / 200 < 0.15
    assert sum(bool(winners(end)[0]) for end in ends) >= 49
    margins = [
        one - two for end in ends for one, two, *_ in [sorted((outcome(end, n) for n in range(4)), reverse=True)]
    ]
    assert mean(margins) < 8


# Advice


def test_the_tutor_gets_every_move_with_mean_error_and_tries() -> None:
    state = next(at_choice(range(1, 5)))
    rows = advise_for(state, (), "x", 3)
    assert {move for move, _, _, _ in rows} == set(GAME.moves(state)) and {tries for _, _, _, tries in rows} == {3}


def test_a_deal_looks_like_what_is_seen_and_has_every_card_once() -> None:
    rng = Random(3)
    for seed in range(12):
        for decision in drive(seed):
            state = decision.before
            if state.phase == "deal" or rng.random() < 0.8:
                continue
            seen = GAME.seen_by(state, state.seat)
            deal = dealt(seen, (), rng)
            again = GAME.seen_by(deal, state.seat)._replace(races=seen.races)
            assert again == seen
            cards = [*deal.supply, *deal.discard]
            for car in deal.cars:
                cards += [*car.hand, *car.drawn, *car.tabled, *(card.rstrip("+-") for card in car.played)]
            assert sorted(cards) == sorted(DECK) and sorted(deal.course) == sorted(COURSE)


def test_advice_ranks_every_card_in_hand_with_its_error() -> None:
    state = next(at_choice(range(1, 5)))
    rows = advice(GAME.seen_by(state, state.seat), 1, 6)
    assert {row.move for row in rows} == set(GAME.moves(state))
    assert [row.mean for row in rows] == sorted((row.mean for row in rows), reverse=True)
    assert all(row.error >= 0 and row.tries == 6 for row in rows)


def test_advice_is_the_same_for_the_same_seed() -> None:
    for state in list(at_choice(range(2, 8)))[:3]:
        seen = GAME.seen_by(state, state.seat)
        assert advice(seen, 5, 3) == advice(seen, 5, 3)


def test_permuting_unseen_cards_leaves_advice_unchanged() -> None:
    rng, tried = Random(4), 0
    for state in list(at_choice(range(9, 20)))[:8]:
        if state.options.practice:
            continue
        other = permuted(state, state.seat, rng)
        tried += other != state
        one, two = (advice(GAME.seen_by(which, state.seat), 3, 2) for which in (state, other))
        assert one == two
    assert tried > 4


def test_advice_is_given_at_every_decision() -> None:
    rng = Random(6)
    for decision in drive(3):
        state = decision.before
        if state.phase != "deal" and rng.random() < 0.1:
            assert len(advice(GAME.seen_by(state, state.seat), 1, 1)) == len(GAME.moves(state))


def test_advice_sees_a_crash_coming_where_the_course_is_remembered() -> None:
    state = GAME.seen_by(GAME.read("C01 C02 > C12 rest | A s2 h2/7 v6 B10 P01 Y07 ; B B01 ; C B02 | choose A"), 0)
    rows = advice(state, 1, 12, ("C01", "C02", "C12"))
    assert str(rows[0].move) == "P01-" and {str(row.move) for row in rows[-4:]} & {"P01+", "B10+"}


MARGIN = 12.0
"""By how much distance advice has to beat chance: the whole interval of confidence lies above it."""


def beats(seeds: range) -> tuple[float, float]:
    """How much further advised cards go than random ones on the same deals, and the half of the 95 % interval."""
    gains = [
        outcome(race([by_advice, by_chance, by_chance], seed), 0)
        - outcome(race([by_chance, by_chance, by_chance], seed), 0)
        for seed in seeds
    ]
    return mean(gains), 1.96 * stdev(gains) / sqrt(len(gains))


def test_advice_beats_chance() -> None:
    gain, half = beats(range(100, 110))
    assert gain - half > MARGIN, (gain, half)


@pytest.mark.wide
def test_advice_beats_chance_in_many_races() -> None:
    gain, half = beats(range(1000, 1150))
    assert gain - half > MARGIN and half < 5, (gain, half)
