"""Random races from dealing to the finish: nothing that must hold is ever broken on the way."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.notation import write_position
from rallyman_tutor.games.crazy_rally.state import BASE, COURSE, DECK, STAGES, Play, State
from rallyman_tutor.games.crazy_rally.step import finished, racing, ranks, winners
from tests.games.crazy_rally.races import Decision, drive
from tests.sampled import sampled
from tests.some import some


def everywhere(state: State) -> list[str]:
    """Every card of the game, wherever it lies."""
    cards = [*state.supply, *state.discard]
    for car in state.cars:
        cards += [*car.hand, *car.drawn, *car.tabled, *(card.rstrip("+-") for card in car.played)]
    return cards


def check_state(state: State) -> None:
    assert sorted(everywhere(state)) == sorted(DECK), write_position(state)
    assert not state.course or sorted(state.course) == sorted(COURSE)
    assert 0 <= state.driven <= STAGES and 0 <= state.looked <= STAGES
    for car in state.cars:
        assert 0 <= car.speed <= car.top and car.top >= BASE
        assert 0 <= car.handling <= car.fresh
        assert (car.strength <= 0) == bool(car.out)
        assert car.sealed == "" or state.phase in ("tune", "choose")
        assert car.played == () or state.phase == "event"
        assert not (car.out and car.hand) or state.phase == "event"
    assert state.over or not state.car.out
    assert (state.order != ()) == (state.phase == "event")
    assert not state.over or len(state.results) == state.races


def distance_of(decisions: list[Decision], seat: int) -> int:
    """The distance of a driver, added up from the events alone."""
    return sum(
        event.facts["by"]
        for decision in decisions
        for event in decision.events
        if event.seat == seat and event.what in ("distance", "bonus")
    )


def check_race(seed: int) -> None:
    decisions = list(drive(seed))
    for decision in decisions:
        check_state(decision.after)
        for old, new in zip(decision.before.cars, decision.after.cars, strict=True):
            assert new.distance >= old.distance
    end = decisions[-1].after
    assert end.over and [distance_of(decisions, seat) for seat in range(len(end.cars))] == list(end.results[-1])
    assert end.driven == STAGES or not racing(end)
    won, code = winners(end)
    assert all(finished(end, end.cars[seat]) for seat in won) and bool(won) == (code != "CR-END-06")
    ranked = ranks(end)
    assert min(ranked) == 1 and (not won or {seat for seat, place in enumerate(ranked) if place == 1} == set(won))
    result = GAME.result(end)
    assert result["sums"] == list(end.results[-1]) and json.dumps(dict(result))


@pytest.mark.parametrize("first", sampled(range(0, 300, 50), range(0, 100, 50)))
def test_fifty_random_races_end_with_every_card_accounted_for(first: int) -> None:
    for seed in some(range(first, first + 50)):
        check_race(seed)


@pytest.mark.wide
@pytest.mark.parametrize("first", range(2000, 7000, 250))
def test_thousands_of_random_races_end_with_every_card_accounted_for(first: int) -> None:
    for seed in some(range(first, first + 250)):
        check_race(seed)


def test_a_rally_of_three_races_carries_the_distance_and_nothing_else() -> None:
    decisions = list(drive(5))
    starts = [d.after for d in decisions if any(event.code == "CR-SER-03" for event in d.events)]
    assert len(starts) == 2
    for number, start in enumerate(starts, 1):
        assert len(start.results) == number and start.phase == "deal" and start.supply == DECK
        assert tuple(car.distance for car in start.cars) == start.results[-1]
        assert {(car.top, car.strength, car.handling, car.out, car.crashed) for car in start.cars} == {(7, 7, 7, 0, 0)}


# Secrets


def permuted(state: State, seat: int, rng: random.Random) -> State:
    """A state that this seat cannot tell from the given one: whatever it has not seen lies elsewhere."""
    hands = [car.hand for own, car in enumerate(state.cars) if own != seat]
    pool = [card for hand in hands for card in hand] + list(state.supply) + list(state.discard[:-1])
    rng.shuffle(pool)
    cars = []
    for own, car in enumerate(state.cars):
        if own != seat:
            hand, pool = tuple(pool[: len(car.hand)]), pool[len(car.hand) :]
            car = car._replace(hand=hand, sealed=f"{hand[0]}+" if car.sealed and hand else car.sealed)
        cars.append(car)
    supply, discard = tuple(pool[: len(state.supply)]), tuple(pool[len(state.supply) :])
    ahead = list(state.course[state.driven :])
    rng.shuffle(ahead)
    course = (*state.course[: state.driven], *ahead)
    return state._replace(cars=tuple(cars), supply=supply, discard=(*discard, *state.discard[-1:]), course=course)


def moments(seeds: range, phases: tuple[str, ...]) -> Iterator[State]:
    rng = random.Random(seeds.start)
    for seed in seeds:
        for decision in drive(seed):
            if decision.before.phase in phases and rng.random() < 0.2 and not decision.before.options.practice:
                yield decision.before


def test_permuting_unseen_cards_changes_nothing_of_what_a_seat_is_told() -> None:
    rng, tried = random.Random(8), 0
    for state in moments(range(40, 60), ("draw", "choose", "event")):
        other = permuted(state, state.seat, rng)
        tried += other != state
        seen = GAME.seen_by(state, state.seat)
        assert seen == GAME.seen_by(other, state.seat)
        assert GAME.moves(state) == GAME.moves(other)
        assert GAME.desk(state, ()) == GAME.desk(other, ())
        assert GAME.placements(state, ()) == GAME.placements(other, ())
        for move in GAME.moves(state):
            assert GAME.advise(state, (move,)) == GAME.advise(other, (move,))
            assert GAME.risk(state, (move,)) == GAME.risk(other, (move,))
    assert tried > 100


def test_what_is_seen_answers_like_the_whole() -> None:
    """Pages may ask everything of what a seat sees: cards, decisions, reasons and risks are the same."""
    for state in some(moments(range(60, 70), ("tune", "look", "draw", "choose", "event"))):
        seen = GAME.seen_by(state, state.seat)
        assert GAME.desk(seen, ()) == GAME.desk(state, ()) and GAME.moves(seen) == GAME.moves(state)
        assert GAME.placements(seen, ()) == GAME.placements(state, ())


def test_the_test_lap_shows_one_card_at_a_time() -> None:
    for state in some(moments(range(70, 80), ("look",))):
        course = GAME.seen_by(state, 0).course
        assert [n for n, card in enumerate(course, 1) if card != "?"] == ([state.looked] if state.looked else [])


def test_there_is_no_way_back_behind_a_card_that_was_seen() -> None:
    """A move that does not reveal anything leaves what every other seat sees as it was."""
    free = 0
    for seed in range(30, 45):
        for decision in drive(seed):
            state, after = decision.before, decision.after
            if state.options.practice:
                assert not GAME.reveals(state, decision.move)
            elif not GAME.reveals(state, decision.move):
                free += 1
                assert (after.course[: after.driven], after.phase == "over") == (state.course[: state.driven], False)
                for old, new in zip(state.cars, after.cars, strict=True):
                    assert new.tabled == old.tabled or state.phase == "look"
                    assert set(new.hand) <= {*old.hand, *old.drawn}
            elif isinstance(decision.move, Play):
                assert after.phase != "choose"
    assert free > 100


# Nothing but a refusal


def test_silly_texts_raise_nothing_but_refusals() -> None:
    rng = random.Random(9)
    letters = "ABC09 rest|;>[](){}<>?+-xyz:play event draw E1 B08 v9 m-1 look 14 supply discard results 1/2 sheet rally"
    words = letters.split(" ") + list("|;>[](){}<>?+-:")
    refused = 0
    for _ in range(4000):
        text = " ".join(rng.choice(words) for _ in range(rng.randint(1, 12)))
        for read in (GAME.read, GAME.read_draft, lambda text: GAME.new(GAME.spec(text, ("A", "B", "C")))):
            try:
                read(text)
            except (Refused, Illegal):
                refused += 1
    assert 1000 < refused < 12_000


def test_a_position_that_can_be_read_can_be_played_on() -> None:
    rng = random.Random(10)
    cars = ("A B01 E1", "B Y01 P01", "C s1 P02 B02", "D s0 out2", "E v0 h0/7 E2 E3 Y03")
    courses = ("rest", "C09", "C01 C02 > C10 C14", "C12 C13 C14")
    tables = ("", "supply -", "supply - ; discard B05", "discard Y09 B07", "practice ; notes", "races 3")
    played = 0
    for _ in range(150):
        phase = rng.choice(("draw", "choose", "event", "look 2", "over"))
        row = rng.sample(cars, rng.randint(2, 4))
        text = f"{rng.choice(courses)} | {' ; '.join(row)} | {phase} | {rng.choice(tables)}"
        try:
            state = GAME.read(text)
        except Refused:
            continue
        played += 1
        for _ in range(60):
            if state.over:
                break
            state = GAME.play(state, rng.choice(GAME.moves(state)), Seeded(rng.random().hex()))[0]
            assert GAME.read(GAME.write(state)) == state
    assert played > 50


# What is told


def test_every_change_of_a_car_is_told_with_its_rule() -> None:
    """Speed, handling, strength and distance after a move are those that its events end with; each says what it was."""
    for seed in range(12):
        told_of = (d for d in drive(seed) if d.before.phase in ("choose", "event") and d.after.phase != "deal")
        for decision in some(told_of):
            for seat, (old, new) in some(enumerate(zip(decision.before.cars, decision.after.cars, strict=True))):
                told = {
                    "speed": old.speed,
                    "handling": old.handling,
                    "strength": old.strength,
                    "distance": old.distance,
                }
                for event in decision.events:
                    facts = event.facts
                    if event.what in ("faster", "slower") and facts["name"] == old.name:
                        assert facts["was"] == told["speed"]
                        told["speed"] = facts["now"]
                    if event.seat != seat:
                        continue
                    if event.what == "card":
                        assert facts["was"] == told["speed"]
                        told["speed"] = facts["now"]
                    elif event.what == "floor":
                        told["speed"] = facts["now"]
                    elif event.what == "turbo":
                        assert facts["was"] == told["strength"]
                        told["strength"] = facts["now"]
                    elif event.what == "capped":
                        told |= {"speed": facts["now"], "strength": facts["strength"]}
                    elif event.what in ("fast", "slow"):
                        assert (facts["was"], facts["speed"]) == (told["handling"], told["speed"])
                        told |= {"handling": facts["now"], "speed": facts["limit"]}
                    elif event.what == "held":
                        told["speed"] = facts["now"]
                    elif event.what == "crash":
                        told |= {"speed": 0, "handling": facts["handling"], "strength": facts["strength"]}
                    elif event.what in ("distance", "bonus"):
                        assert facts["was"] == told["distance"]
                        told["distance"] = facts["now"]
                assert told == {name: getattr(new, name) for name in told}, (old, new, decision.events)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (
            "C01 C02 > C06 | A d78 B07 ; B d80 B08 | choose | races 3 ; results 50/60 ; practice",
            {
                "drivers": ["A", "B"], "stages": ["C01", "C02"], "distances": [[50, 60]], "sums": [78, 80],
                "counts": "distance", "places": [2, 1], "winners": [], "practice": True,
            },
        ),
        (
            "C09 C06 > | A d86 v5 ; B s0 d40 out1 | over | results 86/40",
            {"stages": ["C09", "C06"], "distances": [[86, 40]], "places": [1, 2], "winners": ["A"], "practice": False},
        ),
        ("C09 > | A d40 v5 ; B d40 v5 | over | notes", {"places": [1, 1], "winners": ["A", "B"], "practice": True}),
    ],
)  # fmt: skip
def test_the_result_tells_what_was_driven_who_leads_and_at_the_end_who_won(
    position: str, told: dict[str, object]
) -> None:
    result: dict[str, object] = {**GAME.result(GAME.read(position))}
    assert {name: result[name] for name in told} == told
