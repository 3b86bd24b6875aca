"""The moves and outcomes of a lone car, as they are handed to those who reckon."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

import pytest

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.core.luck import Prompted, Scripted
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.alone import (
    every_draft,
    every_move,
    is_behind,
    key,
    leads,
    outcomes,
    spent,
    thrown,
)
from rallyman_tutor.games.dirt.generate import next_steps
from rallyman_tutor.games.dirt.play import play
from rallyman_tutor.games.dirt.road import OFFICIAL, read_stage
from rallyman_tutor.games.dirt.state import (
    GEARS,
    Arrange,
    Car,
    Drive,
    Enter,
    FlatOut,
    Move,
    Options,
    Roll,
    State,
    Stop,
    Word,
)
from rallyman_tutor.games.dirt.step import HARMLESS_LUCK, aim, follow
from tests.games.dirt.rallies import STRETCHES, choose, spec
from tests.games.dirt.roads import begin, finish, rally
from tests.games.driving import Decision, at_random, with_car
from tests.some import some

SMALL = (
    "202a 203a< | A",
    "FX-SL | A@L3 g3 G4 W2 s2 B1",
    "FX-SL | A@R4 g3 G4 W1",
    "FX-S | A@L3 g3 | A 2 3 left[w>L4 4>L5] ! | sisu=stage",
    "FX-J | A@L3 g3 G4 W1 | A | sisu=stage",
    "FX-W | A@L3 g4 W2",
    "FX-F | A@L6 g1 W1 | A phase=wheel",
    "FX-A | A@L4 g3 | A rolled[4>L5! 5>L6. w>d1! w>d2!]",
    "FX-S | A@L0 | A leader A rolled[2>L1. 3>L2! 4>L3! o>L4!] | quickstart=on",
)

ROLLED = (
    "FX-A | A@L4 g3 | A rolled[4>L5! 5>L6. w>d1! w>d2!]",
    "FX-SL | A@L3 g3 | A rolled[3>R4! 2>k1! w>R6. 1>L7!]",
    "FX-SL | A@L3 g2 | A leader A rolled[2>h1! 3>h2. o>line1! o>h3! 1b>h4.!]",
    "FX-JJ | A@L3 g3 | A rolled[4>L4>L6! 3>L7! w>L8! 2>L9!]",
    "202a 207b 203a< | A@1.L3 g4 | A rolled[3>2.L1! w>2.L2! w>2.L3. 2>2.L4!] | rally=on",
)


def alone(seeds: range) -> Iterator[Decision[State, Move]]:
    """Random rallies of one driver."""
    return (decision for seed in seeds for decision in alone_by(seed))


def alone_by(seed: int) -> Iterator[Decision[State, Move]]:
    return at_random(GAME, {**spec(seed), "drivers": ["A"]}, choose, seed)


# -- Moves ------------------------------------------------------------------------------------------------------------


def test_every_whole_draft_is_listed_each_way_of_driving_it_and_with_its_first_die_secured() -> None:
    found = every_move(begin("FX-S | A@L9 g3 s1"))
    draft = (Roll(4, "L10"), Roll(5, "R11"), Roll(-1, "R12"))
    assert {Drive(draft), Drive((draft[0]._replace(pay=1), *draft[1:])), FlatOut(draft)} <= set(found)
    assert len(set(found)) == len(found) and Word.RETIRE not in found and Word.SISU not in found
    assert Enter("R0") in every_move(begin("FX-S | A G5 W2"))


@pytest.mark.parametrize("position", SMALL)
def test_every_move_listed_is_one_that_the_rules_allow(position: str) -> None:
    state = begin(position)
    for move in some(every_move(state)):
        assert not GAME.judge(state, (move,)), move


def test_whatever_a_driver_alone_does_is_listed() -> None:
    """Later dice of a draft are listed unsecured, and one way to lay dice again for all that come to the same."""
    seen = set()
    for decision in some(alone(range(12))):
        state, move = decision.before, decision.move
        if state.turn.phase == "draft" and len(list(islice(every_draft(state), 200))) == 200:
            continue  # the list is long
        if isinstance(move, Roll) and state.turn.phase == "draft":
            move = Drive((move,))
        if isinstance(move, Drive):
            move = Drive((move.steps[0], *(roll._replace(pay=0) for roll in move.steps[1:])))
        if isinstance(move, Arrange):
            ends = [after for other in every_move(state) for _, after, _ in outcomes(state, other)]
            assert key(decision.after) in map(key, ends)
        else:
            assert move in every_move(state), GAME.write(state)
        seen.add(type(move))
    assert {Drive, FlatOut, Arrange, Stop, Roll, Word} <= seen


def test_the_ways_to_lay_dice_again_come_to_all_that_any_order_of_the_dice_comes_to() -> None:
    def orders(state: State) -> Iterator[tuple[Roll, ...]]:
        for roll in next_steps(state):
            after = follow(state, roll)
            if after.turn.ended not in ("", "finish"):
                yield (roll,)
            elif not after.turn.ended:
                yield from ((roll, *rest) for rest in orders(after))

    for position in ROLLED:
        state = begin(position)
        told, found = (
            {(chance, key(after)) for move in moves for chance, after, _ in outcomes(state, move)}
            for moves in (every_move(state), [Arrange(steps) for steps in orders(state)])
        )
        assert told == found and len(found) > 5, position


# -- Outcomes ---------------------------------------------------------------------------------------------------------


def test_outcomes_that_are_the_same_are_joined_and_their_chances_add_up_to_one() -> None:
    for position in SMALL:
        state = begin(position)
        for move in every_move(state)[:40]:
            found = outcomes(state, move)
            assert sum(chance for chance, _, _ in found) == 1
            assert len({after for _, after, _ in found}) == len(found)
    gas = outcomes(begin("FX-S | A@L3 g3"), Drive((Roll(-1, "L4"), Roll(3, "L5"))))
    assert sorted(chance for chance, _, _ in gas) == [Fraction(1, 6), Fraction(5, 6)]


def test_what_a_driver_spends_is_what_the_sheet_says_in_the_end() -> None:
    for seed in range(10):
        decisions = list(alone_by(seed))
        written = decisions[-1].after.rally
        assert written is not None
        assert sum(spent(d.before, d.after) for d in decisions) == sum(row[0] for row in written.times)


def test_how_a_driver_stands_is_told_of_everybody_at_the_table() -> None:
    state = begin("FX-S | A@L2 g3 c40 s2 ; B@L1 g1 ; C | B r3")
    assert [race_coach(GAME).standing(state, seat) for seat in range(3)] == [
        (0, 38, "road", 3, "FX-S#1.L2", 3, 2, False), (0, 0, "road", 3, "FX-S#1.L1", 1, 0, True), (0, 0, "waiting", 3, "", 0, 0, False),
    ]  # fmt: skip
    later = finish(rally("A B", ["FX-F", "FX-F", "FX-F"]), 100, 90)
    assert [race_coach(GAME).standing(later, seat)[:3] for seat in range(2)] == [(1, 100, "waiting"), (1, 90, "road")]
    over = finish(finish(later, 40, 50), 10, 20)
    assert [race_coach(GAME).standing(over, seat)[:3] for seat in range(2)] == [
        (2, 150, "finished"),
        (2, 160, "finished"),
    ]
    choosing = finish(rally("A", ["FX-F", "FX-F"], timecontrol="on"), 100)
    assert not race_coach(GAME).standing(choosing, 0)[-1]  # which penalty to take is no driving


# -- The key ----------------------------------------------------------------------------------------------------------


def test_a_key_leads_where_the_position_leads_at_the_same_cost() -> None:
    """Whatever is shown: what a key leaves out makes no difference ahead."""
    phases = set()
    for decision in some(alone(range(90, 110))):
        state, move = decision.before, decision.move
        after, _ = play(key(state), move, Scripted(decision.shown))
        assert key(after) == key(decision.after), GAME.write(state)
        assert spent(key(state), after) == spent(state, decision.after)
        phases.add(state.turn.phase)
    assert phases == {"draft", "roll", "sisu", "arrange", "wheel", "gap", "penalty"}


def test_a_key_leaves_the_driver_the_same_moves() -> None:
    for position in SMALL:
        assert every_move(key(begin(position))) == every_move(begin(position))
    for decision in some(d for d in alone(range(60, 80)) if d.before.turn.phase != "draft"):
        assert every_move(key(decision.before)) == every_move(decision.before), GAME.write(decision.before)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("FX-S | A@L5 g3 c40 s2", "FX-S | A@L5 g3 c90 s2 #4"),
        ("FX-S | A@L5 g3 | A 4 3 left[w>L6]", "FX-S | A@L5 g3 | A 2 3 w left[w>L6]"),
        (
            "FX-S | A@L5 g3 no-sisu | A 4 3 !! safe left[w>L6] | sisu=stage",
            "FX-S | A@L5 g3 no-sisu | A 4 3 safe left[w>L6] | sisu=stage",
        ),
        ("FX-S | A@L5 g3 | A | back3 15-14-0-1[si]", "FX-S | A@L5 g3 | A | back3 15-14-0-1[is]"),
        ("FX-SL | A@L6 g3 O1 | A | gravel 1:2", "FX-SL | A@L6 g3 O3"),
        (
            "FX-S | A@L0 g1 | A rolled[1>L1! 2>L2! 3>L3! w>L4.]",
            "FX-S | A@L0 g1 | A rolled[w>R1. 1>L2! 2>R3! 3>L4!]",
        ),
    ],
)
def test_a_key_leaves_out_what_changes_nothing_ahead(one: str, other: str) -> None:
    assert key(begin(one)) == key(begin(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("FX-S | A@L5 g3 s2", "FX-S | A@L5 g3 s3"),
        ("FX-S | A@L5 g3 F1", "FX-S | A@L5 g3"),
        ("FX-S | A@L5 g3 W1", "FX-S | A@L5 g3 K1"),
        ("FX-SL | A@L4 g3 O2", "FX-SL | A@L4 g3 | A | gravel 1:2"),
        ("FX-SL | A@L6 g3 O23 | A | gravel 1:2", "FX-SL | A@L6 g3 O24 | A | gravel 1:1"),
        ("FX-S | A@L5 g4 | A 4 left[w>L6 3>L7]", "FX-S | A@L5 g4 | A 4 left[w>L6]"),
        ("FX-S | A@L5 g3 | A leader A", "FX-S | A@L5 g3 | A"),
        (
            "FX-S | A@L0 | A leader A rolled[2>L1. 1>L2! o>L3! o>L4!] | quickstart=on",
            "FX-S | A@L0 | A leader A rolled[1>L1! 2>L2. o>L3! o>L4!] | quickstart=on",
        ),
    ],
)
def test_a_key_keeps_what_matters(one: str, other: str) -> None:
    assert key(begin(one)) != key(begin(other))


def test_gravel_lies_behind_whoever_has_passed_its_bend_or_passes_it_by_the_shortcut() -> None:
    road = read_stage("FX-SL").road
    behind = {road.short(at) for at in range(len(road.spaces)) if is_behind(road, 0, at)}
    assert behind == {"L6", "R6", "h3", "h4", "k1", "L7", "R7", "L8", "R8", "L9", "R9", "L10", "R10"}


# -- Tables -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*STRETCHES, *OFFICIAL[::5]])
def test_the_table_of_leads_tells_where_every_legal_die_leads(name: str) -> None:
    stage = read_stage(name)
    road, rng = stage.road, random.Random(name)
    table = leads(road)
    sample = rng.sample(range(len(road.spaces)), min(30, len(road.spaces)))
    asked = [(place, gear) for place in sample if not road.past[place] for gear in range(1, GEARS + 1)]
    for place, gear in some(asked):
        start = begin(f"{stage.text} | A@{road.short(place)} g{gear} | A | redzone=on brakes=3")
        found: dict[tuple[int, int], set[tuple[object, ...]]] = {}
        for roll in next_steps(start):
            step = aim(start, roll)
            told = (step.to, step.over == 1 and not step.lost, bool(step.lost), draws(start, step.to))
            found.setdefault((roll.die, roll.brakes), set()).add(told)
        for die in range(-3, GEARS + 1):
            for brakes in range(4):
                own = table[place][die if die > 0 else gear]
                crossing = not brakes and die <= 1
                may = die and (die, brakes) in open_dice(gear)
                expected = {(to, *rest[:2], rest[3]) for to, *rest in own if may and (crossing or not rest[2])}
                assert found.get((die, brakes), set()) == expected, (road.spaces[place].key, gear, die, brakes)


def open_dice(gear: int) -> set[tuple[int, int]]:
    """The dice of an undamaged car with three brake dice and the red zone, at the start of a turn in this gear."""
    dice = {(die, 0) for die in (gear - 1, gear, gear + 1) if 0 < die <= GEARS} | {(-1, 0)}
    dice |= {(gear - 1 - brakes, brakes) for brakes in (1, 2, 3) if gear - 1 - brakes > 0}
    return dice | ({(-3, 0)} if gear == GEARS else set())


def draws(state: State, to: int) -> bool:
    here, there = state.road.spaces[state.car.place], state.road.spaces[to]
    return there.kind == "shortcut" and (here.kind, here.bend) != ("shortcut", there.bend)


def test_nothing_leads_on_in_gear_0_or_behind_the_finish() -> None:
    road = read_stage("202a 203b").road
    table = leads(road)
    assert all(row[0] == () for row in table)
    assert [place for place, row in enumerate(table) if not any(row)] == [
        at for at, past in enumerate(road.past) if past
    ]


@pytest.mark.parametrize("rally", [False, True])
def test_where_lost_control_ends_is_what_the_engine_plays(rally: bool) -> None:
    stage = read_stage("202a 213b:L2 203a<")
    options = Options(rally=rally, sisu="stage")
    table = thrown(stage, options)
    for space in some(stage.road.spaces):
        for gear in range(1, GEARS + 1):
            lost = begin(
                f"{stage.text} | A@{stage.road.short(space.place)} g{gear} road | A {gear} phase=sisu ended=limit | sisu=stage"
            )
            lost = lost._replace(options=options)
            decks = lost.backs[gear - 1].unseen
            for (back, cards), told in zip(decks, table[space.place][gear], strict=True):
                if cards:
                    after, _ = play(lost, Word.ACCEPT, Prompted((back,), HARMLESS_LUCK))
                    assert ending(lost, after) == told, (space.key, gear, back)
        assert table[space.place][0] == ()


def ending(before: State, after: State) -> tuple[int, int, int]:
    was, now = before.cars[0], after.cars[0]
    return now.gear, now.clock - was.clock, tokens(now) - tokens(was)


def tokens(car: Car) -> int:
    return car.gears + car.brakes + car.gas + car.flags


# -- What a lone car never meets ---------------------------------------------------------------------------------------


def test_nothing_but_water_stops_a_lone_car_and_only_in_a_gear(wide: bool) -> None:
    """So it never waits twice in one place: each wait at a ford costs a gear."""
    for name in (*OFFICIAL[:: 1 if wide else 6], *STRETCHES):
        stage = read_stage(name)
        start = begin(f"{stage.text} | A@{stage.road.short(stage.road.starts[0])} G5 W2 B1")
        ahead = [(place, nexts) for place, nexts in enumerate(stage.road.next) if not stage.road.past[place]]
        for place, nexts in some(ahead):
            for gear in range(GEARS + 1):
                wet = gear > 2 and all(stage.road.spaces[at].ford for at in nexts)
                assert bool(next_steps(with_car(start, 0, place=place, gear=gear))) != wet, (place, gear)
