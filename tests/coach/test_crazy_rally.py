"""Drivers of Crazy Rally know what their seat sees, say why, and drive the better the more they remember; advice is
ranked by simulated races, with its error, and beats chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, product
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

import pytest

from rallyman_tutor.coach.crazy_rally import advise_for, play_for
from rallyman_tutor.coach.crazy_rally.advice import advice
from rallyman_tutor.coach.crazy_rally.choosing import SECRETS, after_event, choose
from rallyman_tutor.coach.crazy_rally.dealing import deal_unseen
from rallyman_tutor.coach.crazy_rally.memory import LEVELS, Level, coming_cards, remember
from rallyman_tutor.coach.crazy_rally.weighing import CarFigures, after_card, after_stage, weigh
from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import (
    CARDS,
    COURSE,
    DECK,
    FLAGGED_ON_TOP,
    HIDDEN,
    STAGES,
    Car,
    Event,
    Move,
    Play,
    State,
    Use,
)
from rallyman_tutor.games.crazy_rally.step import BY_EVENT, drive_by, finished, pass_stage, play_card, winners
from rallyman_tutor.tutor.intents import Act, Draft
from rallyman_tutor.tutor.log import log
from rallyman_tutor.tutor.session import update
from rallyman_tutor.tutor.words import words
from tests.games.crazy_rally.races import drive
from tests.games.crazy_rally.test_races import permuted
from tests.games.crazy_rally.test_remedies import own_car, roads
from tests.games.opened import choose as choose_for_tutor
from tests.games.opened import opened, sit_down
from tests.some import some

Driver = Callable[[State, tuple[str, ...], Random], Move]


def by_level(name: str) -> Driver:
    if name == "random":
        return by_chance
    return lambda seen, memory, rng: choose(seen, LEVELS[name], memory, rng).move


def by_chance(seen: State, memory: tuple[str, ...], rng: Random) -> Move:
    return rng.choice(GAME.moves(seen))


def by_advice(seen: State, memory: tuple[str, ...], rng: Random) -> Move:
    """The best card by advice that remembers nothing; everything else at random, so that the cards make the difference."""
    if seen.phase != "choose":
        return by_chance(seen, memory, rng)
    best: Move = max(advice(seen, rng.random().hex(), 3), key=lambda row: row.mean).move
    return best


def race(drivers: list[Driver], seed: int, recalls: list[str] | None = None) -> State:
    """A whole race; each driver gets what their seat sees and what they recall of the test lap."""
    rng, luck, state = Random(seed), Seeded(seed), GAME.new(GAME.demo_game(len(drivers)))
    lap: list[Event] = []
    memories: list[tuple[str, ...]] = [()] * len(drivers)
    while not state.over:
        seen = GAME.seen_by(state, state.seat)
        move = drivers[state.seat](seen, memories[state.seat], rng)
        state, events = GAME.play(state, move, luck)
        lap += events
        if recalls and any(event.code == "CR-RACE-02" for event in events):
            memories = [remember(lap, LEVELS[name], Random(f"{seed}:{n}")) for n, name in enumerate(recalls)]
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


def test_a_driver_remembers_by_his_level_and_only_what_the_lap_has_shown() -> None:
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
    """With three cards left to come, who remembers the middle one alone does not know the next one, and the other way round."""
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


class Chosen(NamedTuple):
    """A decision of a driver, in the race it was taken in."""

    state: State
    level: str
    memory: tuple[str, ...]
    decision: Decision[Move]


def decisions(seeds: Iterable[int], levels: Sequence[str] = tuple(LEVELS)) -> Iterator[Chosen]:
    """What drivers of all levels do in races of their own, with what they remember of the test lap."""
    for seed in seeds:
        count = 3 + seed % 4
        state, luck = GAME.new({**GAME.demo_game(count), "options": {"practice": seed % 5 == 0}}), Seeded(seed)
        names = [levels[(seed + seat) % len(levels)] for seat in range(count)]
        lap: list[Event] = []
        while not state.over:
            level = names[state.seat]
            own = Random(f"{state.seat}:{''.join(event.facts['card'] for event in lap)}")
            made = play_for(state, lap, level, Random(f"{seed}:{len(lap)}:{state.stage}"))
            yield Chosen(state, level, remember(lap, LEVELS[level], own), made)
            state, events = GAME.play(state, made.move, luck)
            lap += [event for event in events if event.code == "CR-LAP-01"]


def said(decision: Decision[Move]) -> str:
    return words("crazy_rally").phrase("bots", decision.reason, decision.facts)


# Reasons are true


NAMES = {course.name: card for card, course in COURSE.items()}


def off(speed: int, card: str) -> int:
    """By how much a speed misses a course card, by the sheet."""
    _, minimum, limit, *_ = COURSE[card]
    return max(0, limit - speed) if minimum else max(0, speed - limit)


def may_come(chosen: Chosen) -> list[str]:
    """The course cards that the test lap leaves possible for the next stage: what is remembered elsewhere is not next."""
    state, memory = chosen.state, chosen.memory
    anybody = roads(state)
    known = memory[state.driven : state.driven + 1]
    if known and known[0] != HIDDEN:
        return [known[0]]
    return [card for card in anybody if card not in memory[state.driven :]] or anybody


def untrue(chosen: Chosen) -> str:
    """What is wrong with the reason of a decision, reckoned by the sheet and not by the coach; nothing if it is true."""
    state, (made, reason, facts, *_) = chosen.state, chosen.decision
    move = opened(made)
    speed, strength = own_car(state, made) if state.phase in ("choose", "event") else (0, 0)
    anybody = roads(state) if state.phase in ("choose", "event") else []
    true = False
    if reason in ("known", "known-off", "remembered", "remembered-off"):
        card = NAMES[str(facts["card"])]
        true = [card] == (anybody if reason.startswith("known") else may_come(chosen)) and card == state.course[
            state.driven
        ]
        true &= strength > 0 and facts["now"] == speed and facts["by"] == off(speed, card)
        true &= bool(facts["by"]) == reason.endswith("-off") and (len(anybody) == 1) == reason.startswith("known")
    elif reason in ("expected", "gamble"):
        share = Fraction(sum(not off(speed, card) for card in anybody), len(anybody))
        true = (
            strength > 0
            and facts == {"share": share, "now": speed}
            and (share < Fraction(1, 2)) == (reason == "gamble")
        )
    elif reason == "out":
        true = strength <= 0 and facts["card"] == move.card
    elif reason == "keep":
        true = any(card[0] == "E" for card in state.car.hand) and facts["bonus"] == 2
    elif reason == "refill":
        count = sum(card[0] != "E" for card in state.car.hand)
        true = facts["count"] == count < 2 and move.effect == "two"
    elif reason == "last-strength":
        other = next(car for car in state.cars if car.name == facts["name"])
        true = (other.strength, other.speed) == (1, other.top) and move == Use("faster", other.name)
    elif reason in ("save", "save-some"):
        card, way = NAMES[str(facts["card"])], 1 if move.effect == "faster" else -1
        was, now = off(state.car.speed, card), off(speed, card)
        true = [card] == may_come(chosen) and (facts["was"], facts["now"]) == (was, now) and was - now == 1
        true &= facts["way"] == move.effect and (reason == "save") == (not now) and way in (1, -1)
    elif reason == "hinder":
        card = NAMES[str(facts["card"])]
        other = next(car for car in state.cars if car.name == facts["name"])
        changed = max(0, min(other.top, other.speed + (1 if move.effect == "faster" else -1)))
        lost = [off(speed, card) and off(speed, card) + COURSE[card].difficulty for speed in (other.speed, changed)]
        true = [card] == may_come(chosen) and lost[0] <= other.handling < lost[1]
        true &= facts["way"] == move.effect and move.to == other.name
    elif reason == "tune":
        kept = next(card for card in state.car.drawn if card != facts["card"])
        worths = [
            sum({"T": 3, "W": 7.5, "N": 9}[one] for one in CARDS[card].symbols) / 10 - sum(CARDS[card][:2]) / 5
            for card in (move.cards[0], kept)
        ]
        told = [float(str(facts[name])) for name in ("gain", "lost")]
        true = all(abs(one - other) < 0.06 for one, other in zip(told, worths, strict=True)) and facts["other"] == kept
    return "" if true else f"{reason} {dict(facts)}: {GAME.write_move(move)} in {GAME.write(state)}"


def false_reasons(seeds: Iterable[int]) -> Counter[str]:
    """How often each reason is given; every one of them is true."""
    given = Counter[str]()
    for chosen in decisions(seeds):
        state, made = chosen.state, chosen.decision
        assert not GAME.judge(state, (made.move,))
        if made.reason:
            given[made.reason] += 1
            assert not untrue(chosen), untrue(chosen)
            assert said(made).endswith(".") and "{" not in said(made)
        else:
            assert len(GAME.moves(state)) == 1 or chosen.level == "novice"  # a slip has no reason
    return given


RARE = {"save-some", "last-strength", "out", "hinder", "gamble"}


def test_every_reason_is_true_where_it_is_given() -> None:
    given = false_reasons(range(45))
    assert set(given) >= set(words("crazy_rally").group("bots")) - RARE, given


@pytest.mark.wide
@pytest.mark.parametrize("first", range(1000, 3000, 500))
def test_every_reason_is_true_in_hundreds_of_races(first: int) -> None:
    given = false_reasons(range(first, first + 500))
    assert set(given) == set(words("crazy_rally").group("bots")), given


def test_whoever_goes_out_by_any_card_of_theirs_does_not_praise_it() -> None:
    state = GAME.read(
        "C10 C12 > C01 rest | Ana m9 v9 h1/9 s1 d90 P01 P02 ; Ben v5 d82 B02 Y07 ; Cleo v6 d70 B03 B04 | choose Ana"
    )
    made = play_for(state, (), "works", Random(1))
    assert isinstance(made.move, Play)
    assert (made.reason, said(made)) == ("out", f"{made.move.card} takes my last strength.")


@pytest.mark.parametrize(("level", "move"), [("novice", "pass"), ("club", "pass"), ("works", "event faster>B")])
def test_only_masters_play_events_while_they_are_worth_it(level: str, move: str) -> None:
    state = GAME.read("C09 rest | A d5 E2 ; B d9 s1 m9 v9 E1 ; C d12 | event A")
    assert GAME.write_move(play_for(state, (), level, Random(1)).move) == move


TEN = "C06 C05 C12 C04 C08 C10 C14 C07 C02 C11"
"""Course cards of the first ten stages of fourteen."""


@pytest.mark.parametrize(
    ("position", "move"),
    [
        # A rival at their top speed has one point of strength left, or not quite.
        ("C06 rest | A B01 B02 E2 ; B d9 s1 m9 v9 ; C d12 s1 m9 v9 | event A", "event faster>C"),
        ("C06 rest | A B01 B02 E2 ; B d9 s1 m9 v8 ; C d12 s2 m9 v9 | event A", "pass"),
        # Cards are left for fewer than two stages, and there are more than two to come, or not.
        (f"{TEN} > C09 rest | A B01 E2 ; B ; C | event A", "event two"),
        (f"{TEN} > C09 rest | A B01 B02 E2 ; B ; C | event A", "pass"),
        (f"{TEN} C01 > C09 rest | A B01 E2 ; B ; C | event A", "pass"),
        # This car misses a known card, and that costs more than the bonus, or not.
        ("C06 rest | A m9 v8 h7 B01 B02 E2 ; B ; C | event A | practice", "event slower>A"),
        (f"{TEN} > C01 rest | A m11 v11 h7 B01 B02 E2 ; B ; C | event A | practice", "pass"),
        ("C14 rest | A m9 v6 h7 B01 B02 E2 ; B m9 v8 ; C m9 v8 | event A | practice", "event faster>A"),
        # A rival would miss it and crash, or only miss it, or crashes anyway.
        ("C06 rest | A B01 B02 E2 ; B d9 m9 v7 h1/7 ; C d12 m9 v7 h1/7 | event A | practice", "event faster>C"),
        ("C06 rest | A B01 B02 E2 ; B d9 m9 v7 h1/7 ; C d12 m9 v7 h2/7 | event A | practice", "event faster>B"),
        ("C06 rest | A B01 B02 E2 ; B d9 m9 v7 h2/7 ; C d12 m9 v8 h1/7 | event A | practice", "pass"),
        ("C14 rest | A m9 v8 B01 B02 E2 ; B d9 m9 v7 h1/9 ; C m9 v8 | event A | practice", "event slower>B"),
    ],
)
def test_a_master_plays_an_event_only_where_it_does_more_than_its_bonus_at_the_finish(position: str, move: str) -> None:
    assert GAME.write_move(play_for(GAME.read(position), (), "works", Random(1)).move) == move


def test_nobody_remembers_what_lies_open() -> None:
    state = GAME.read("C06 rest | Ana B01 Y01 ; Ben B02 ; Cleo B03 | choose Ana | practice")
    made = play_for(state, (), "works", Random(1))
    assert said(made) == "Anybody could know that village street is next. Speed 7 fits it."


# Nothing hidden leaks


def told_behind(made: Decision[Move]) -> str:
    """What the others hear of a decision while the race goes on, and behind which event."""
    return "" if made.reason in SECRETS or not made.reason else f"{made.after}: {said(made)}"


def test_what_is_told_of_a_decision_hangs_on_nothing_that_is_hidden_then() -> None:
    """In another world that looks the same to a rival, the same deed has the same words. What lies open once they are told is
    the same in both worlds, too: the card that was played, and the road of this stage."""
    rng, compared = Random(5), 0
    for state, level, memory, made in decisions(range(20), ("club", "works")):
        if state.phase not in ("choose", "event") or state.options.practice or rng.random() < 0.5:
            continue
        for _ in range(4):
            other = permuted(state, (state.seat + 1) % len(state.cars), rng)
            ahead = list(other.course)
            at = ahead.index(state.course[state.driven])
            ahead[at], ahead[state.driven] = ahead[state.driven], ahead[at]
            other = other._replace(course=tuple(ahead))
            recalled = tuple(HIDDEN if card == HIDDEN else ahead[n] for n, card in enumerate(memory))
            if not GAME.judge(other, (made.move,)):
                again = choose(GAME.seen_by(other, other.seat), LEVELS[level], recalled, Random(1))
                if again.move == made.move:
                    compared += 1
                    assert told_behind(again) == told_behind(made), GAME.write(state)
    assert compared > 100


def test_a_reason_is_told_only_when_what_it_speaks_of_lies_open() -> None:
    """At the table of a learner: no choice has words before the course card of its stage is turned up; what somebody holds, and
    which card they kept while tuning, has none before the end."""
    heard = Counter[str]()
    for seed in range(2):
        session = sit_down(GAME, "race", ("You", "Ben", "Cleo"), frozenset({1, 2}), str(seed), "works")
        rng = Random(seed)
        while not session.game.over(session.state):
            ends = list(accumulate(len(past.events) for past in session.replay.past))
            made_at = {
                ends[at] - 1: (opened(session.replay.past[at - 1].state).stage, made) for at, made in session.thoughts
            }
            for line in log(session):
                if line["thought"]:
                    stage, made = made_at[line["line"]]
                    heard[made.reason] += 1
                    assert made.reason == "last-strength" or (not made.secret and stage < opened(session.state).stage)
            move = session.game.write_move(rng.choice(session.game.moves(session.state)))
            session = update(update(session, Draft((move,))), Act(move))
        assert any(line["thought"] for line in log(session))
    assert heard["expected"] and heard["remembered"] and not set(heard) & SECRETS, heard


def test_who_tunes_does_not_tell_what_they_kept() -> None:
    state = GAME.read("rest | A E1 (B01 B12) ; B E2 (B03 B04) ; C E3 (B05 B06) | tune A")
    made = choose_for_tutor(GAME, state, (), "works", Random(1))
    assert made.reason == "tune" and made.secret


def test_a_driver_who_remembers_drives_to_the_limit() -> None:
    state = GAME.seen_by(GAME.read("C01 C02 > C11 C12 rest | A v6 B10 Y07 ; B B01 | choose"), 0)
    choice = choose(state, LEVELS["works"], ("C01", "C02", "C11"), Random(1))
    assert str(choice.move) == "B10-" and choice.reason == "remembered" and choice.facts["card"] == "bridge"
    assert coming_cards(state, ("C01", "C02", "C11")) == ["C11"] and len(coming_cards(state)) == 12


# Three levels are three strengths


def duel(better: str, worse: str, count: int) -> tuple[float, float]:
    """The share of races that one level wins, two cars against two, and half of its 95 % interval. A race shared between the
    two, or without a winner, is half a win."""
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
def test_each_level_beats_the_one_below_and_the_lowest_beats_chance(better: str, worse: str) -> None:
    share, half = duel(better, worse, 100)
    assert share - half > 0.5, (share, half)


@pytest.mark.wide
@pytest.mark.parametrize(("better", "worse"), STRENGTHS)
def test_each_level_beats_the_one_below_in_a_thousand_races(better: str, worse: str) -> None:
    share, half = duel(better, worse, 1000)
    print(f"{better} against {worse}: {100 * share:.1f} ± {100 * half:.1f} %")
    assert share - half > 0.6, (share, half)


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
    assert {row.move for row in rows} == set(GAME.moves(state)) and all(row.tries >= 3 for row in rows)


def test_a_deal_looks_like_what_is_seen_and_has_every_card_once() -> None:
    rng = Random(3)
    for seed in range(12):
        states = (decision.before for decision in drive(seed))
        for state in some(state for state in states if state.phase != "deal" and rng.random() > 0.8):
            seen = GAME.seen_by(state, state.seat)
            deal = deal_unseen(seen, rng)
            again = GAME.seen_by(deal, state.seat)._replace(races=seen.races)
            assert again == seen
            cards = [*deal.supply, *deal.discard]
            for car in deal.cars:
                cards += [*car.hand, *car.drawn, *car.tabled, *(card.rstrip("+-") for card in car.played)]
            assert sorted(cards) == sorted(DECK) and sorted(deal.course) == sorted(COURSE)
            assert all(COURSE[card].flag for card in deal.course[:FLAGGED_ON_TOP])


def test_advice_ranks_every_card_in_hand_with_its_error() -> None:
    state = next(at_choice(range(1, 5)))
    rows = advice(GAME.seen_by(state, state.seat), 1, 6)
    assert {row.move for row in rows} == set(GAME.moves(state))
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    assert all(row.error >= 0 and row.tries >= 6 for row in rows)


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
    states = (decision.before for decision in drive(3))
    for state in some(state for state in states if state.phase != "deal" and rng.random() < 0.1):
        assert len(advice(GAME.seen_by(state, state.seat), 1, 1)) == len(GAME.moves(state))


def test_advice_sees_a_crash_coming_where_the_course_lies_open() -> None:
    state = GAME.read("C01 C02 > C12 rest | A s2 h2/7 v6 B10 P01 Y07 ; B B01 ; C B02 | choose A | practice")
    rows = sorted(advice(GAME.seen_by(state, 0), 1, 12), key=lambda row: -row.mean)
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
