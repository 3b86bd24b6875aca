"""Drivers of three levels: what they reckon among others, how strong they are, and that nothing they say is untrue."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from statistics import mean, stdev
from typing import Any

import pytest

from rallyman_tutor.coach import bots, racing
from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from rallyman_tutor.coach.classic.solver import solver as classic
from rallyman_tutor.coach.classic.solver.best import Best
from rallyman_tutor.coach.classic.solver.rough import A_SPACE
from rallyman_tutor.coach.classic.solver.sweep import Sweep
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.coach.drivers import random_move
from rallyman_tutor.coach.racing import LEVELS, Driver
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.core.luck import Seeded, every_outcome
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.alone import every_move, outcomes, solo, spent
from rallyman_tutor.games.classic.game import GAME
from rallyman_tutor.games.classic.state import Move, State
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.coach.solver.expectimax import CLASSIC_REDRAWN, Expectimax
from tests.games.opened import choose, drive, opened
from tests.some import some

MISTAKES = ("greed", "no-look-ahead", "never-attack", "always-attack")
DRIVERS = {driver.mistake or "works": driver for drivers in LEVELS.values() for driver in drivers}
ROAD = "s1 R2/3x2 s1"
ALONE = (
    *(f"{ROAD} | {car}" for car in ("A d2 no-sisu", "A@s1 g3 d2 s3", "A@s1 g2 d2", "A@b1.d2 g3 d2 no-sisu | A 2 3 !!")),
    f"{ROAD} | A@b1.d1 g3 d2 | A 3 !",
)
AMONG = (
    # a full straight; a line, a drift and a shortcut that are taken; a jump without room; a car that spun; one that
    # left the road
    "s4 | A@s1 g2 d3 no-sisu ; B@s3 g1 ; C@s3 g1 | A",
    f"{ROAD} | A@s1 g2 d3 no-sisu ; B@b1.line g1 | A",
    f"{ROAD} | A@s1 g3 d3 no-sisu s3 ; B@b1.d2 g3 | A",
    f"{ROAD} | A@b1.d1 g3 d3 no-sisu ; B@b1.d2 spun | A",
    f"{ROAD} | A@s1 g3 d3 ; B@b1.line g0 off-left | A",
    "s1 R2/3x2K3 s1 | A@s1 g3 d3 no-sisu ; B@b1.cut g2 | A",
    "s1 R2/3x2K3 s1 | A@s1 g3 d3 no-sisu ; B@b1.d1 g3 | A | dirt b1:1",
    "s1 j2 s2 | A@s1 g2 d3 no-sisu ; B@s3 g1 ; C@s3 g1 | A",
    "s1 j2 s2 | A@s1 g4 d3 no-sisu ; B@j1 g1 ; C@s2 g1 | A",
    f"{ROAD} | A@b1.line g2 d3 no-sisu ; B@b1.line g2 #1 | A | bend_share=capacity",
    # nobody else, and dirt: before the bend, and in it
    "s1 R2/3x2K1 s1 | A@s1 g3 d3 no-sisu | A | dirt b1:1",
    "s1 R2/3x3K1 s1 | A@b1.d1 g2 d3 no-sisu met1 | A | dirt b1:1",
)


# -- What is reckoned among others ------------------------------------------------------------------------------------


class OneTurn:
    """The plainest way to reckon a turn among others: every move of the engine, and alone from the end of the turn
    on."""

    def __init__(self, start: State, behind: Any = None) -> None:
        self._turn = start.turn.seat, start.round
        self._seat = start.turn.seat
        self._alone = behind or Expectimax(CLASSIC_REDRAWN, ELIMINATION)
        self._known: dict[State, float] = {}

    def after(self, state: State, move: Move) -> float:
        return sum(
            float(chance) * (spent(state, after) + self._value(after._replace(backs=state.backs)))
            for chance, after, _ in outcomes(state, move)
        )

    def _value(self, state: State) -> float:
        if state.cars[self._seat].status == "finished":
            return 0.0
        if (state.turn.seat, state.round) != self._turn:
            return self._alone.value(solo(state, self._seat) if len(state.cars) > 1 else state)
        if state not in self._known:
            self._known[state] = min(self.after(state, move) for move in every_move(state))
        return self._known[state]


def test_a_turn_among_others_is_reckoned_as_every_move_and_every_outcome_come_to(wide: bool) -> None:
    for position in some(AMONG if wide else (*AMONG[3:-2:3], *AMONG[-2:])):
        state = GAME.read(position)
        turn = classic.own_turn(state)
        plain, found = OneTurn(state), Best(turn.task, Sweep(turn.alone).solve()).costs(state)
        assert {move for _, move in found} == set(every_move(state))
        for cost, move in some(found):
            assert cost == pytest.approx(plain.after(state, move), abs=1e-9), (position, GAME.write_move(move))


@pytest.mark.parametrize("used", ["", "1 ", "1 2 "])
def test_a_car_that_waits_at_the_start_changes_no_cost(used: str) -> None:
    """Not even where a shortcut is taken with others behind it: its drawn card does not come back for the second
    car."""
    road, car = "START C8, C3-J6-J5-C4, FINISH C5", "A@s1 g1" if used != "1 2 " else "A@b1.line g2"
    alone, among = (
        GAME.read(f"{road} | {others}") for others in (f"{car} | A {used}r1", f"{car} ; B | A {used}r1 then -")
    )
    one, two = (CLASSIC_COACH.at_hand(state).best for state in (alone, among))
    costs = {move: cost for cost, move in one.costs(alone)}
    assert {move: cost for cost, move in two.costs(among)} == pytest.approx(costs, abs=1e-9)
    for cost, move in two.costs(among)[:6]:
        assert two.followed(among, [move], two) == pytest.approx(cost, abs=1e-9), GAME.write_move(move)


def test_other_cars_and_dirt_far_away_change_nothing() -> None:
    state = GAME.read("s14 R2/3x2K1 s3 | A@s1 g2 ; B@b1.line g2 | A | dirt b1:1")
    alone, among = classic.own_turn(state).alone.leads, classic.own_turn(state).task.leads
    assert alone[:6] == among[:6]
    near = GAME.read("s14 R2/3x2K1 s3 | A@s13 g2 ; B@b1.line g2 | A | dirt b1:1")
    assert classic.own_turn(near).task.leads != alone


# -- What is said -----------------------------------------------------------------------------------------------------


class NoRoad:
    """Behind a turn, so many seconds for each space to the finish, whatever lies there."""

    def value(self, state: State) -> float:
        (car,) = state.cars
        front = state.road.spaces[car.place].front
        return ELIMINATION if car.status == "out" else A_SPACE * float(state.road.spaces[-1].front - front)


def by_this_turn_alone(state: State) -> dict[Move, float]:
    """The worth of every decision to whoever does not look at the road behind this turn."""
    turn = OneTurn(state, NoRoad())
    return {move: turn.after(state, move) for move in every_move(state)}


def counts_this_turn_alone(state: State, move: Move, driver: Driver) -> bool:
    """Whether nothing looks better by this turn alone; who never attacks compares with nothing at once."""
    near = by_this_turn_alone(state)
    others = {
        other: cost for other, cost in near.items() if driver.mistake != "greed" or attacks(move) or not attacks(other)
    }
    return near[move] <= min(others.values()) + 1e-6


def attacks(move: Move) -> bool:
    return GAME.write_move(move).startswith("A[")


def may_keep_control(state: State, move: Move) -> bool:
    """Whether there are faces of the dice with which nothing is lost."""
    ways = every_outcome(partial(GAME.play, state, move))
    return any(not {event.what for event in events} & {"lost", "failed", "out"} for _, _, (_, events) in ways)


def told_again(state: State, made: Decision[Any]) -> str:
    """The reason in words, by the notation of the decision; what would be better, and how much, is checked apart."""
    kinds = {"A[": "attack", "stop": "stop", "sisu": "sisu", "accept": "accept", "wheel": "wheel"}
    told = GAME.write_move(made.move)
    kind = next((kind for start, kind in kinds.items() if told.startswith(start)), "secure" if "$" in told else "on")
    bots, names = (text_tables("games.classic")["words"][group] for group in ("bots", "names"))
    road = names["road-shared" if ";" in GAME.write(state).split(" | ")[1] else "road-free"]
    text = bots[made.reason if made.reason in MISTAKES else kind]
    return str(text).format(instead=names[made.facts["instead"]], by=made.facts["by"], road=road)


def is_true(state: State, made: Decision[Any], driver: Driver, costs: dict[Move, float]) -> bool:
    """A reason, found again from what every move costs, reckoned plainly."""
    kinds = {move: CLASSIC_COACH.kind(move)[0] for move in costs}
    own, best = costs[made.move], min(costs, key=costs.__getitem__)
    told, kind = float(str(made.facts["by"])), kinds[made.move]
    others = {move: cost for move, cost in costs.items() if kinds[move] != kind}
    if made.reason == kind:
        instead = min(others, key=others.__getitem__)
        return own <= min(costs.values()) + 0.15 and _is_told(made, kinds[instead], others[instead] - own, told)
    alike = "fewer" if kind == "attack" else "other"
    truth = {
        "greed": kind == "on" and may_keep_control(state, made.move),
        "no-look-ahead": not driver.looks_ahead and counts_this_turn_alone(state, made.move, driver),
        "never-attack": kind != "attack" and kinds[best] == "attack",
        "always-attack": kind == "attack",
    }
    return truth[made.reason] and _is_told(made, alike if kinds[best] == kind else kinds[best], own - costs[best], told)


def _is_told(made: Decision[Any], instead: str, by: float, told: float) -> bool:
    """The number is right: tables keep hundredths, and what is shown is rounded."""
    return abs(by - told) < 0.07 and made.facts["instead"] == f"way-{instead}"


def reasons(state: State, plain: Any) -> Iterator[str]:
    """The reasons that all drivers give in a position; each is checked."""
    costs = {move: plain.after(state, move) for move in every_move(state)}
    for driver in some(DRIVERS.values()):
        made = drive(GAME, state, driver)
        assert not GAME.judge(state, (made.move,)), GAME.write(state)
        if made.reason:
            assert is_true(state, made, driver, costs), (GAME.write(state), made, costs)
            assert words("classic").phrase("bots", made.reason, made.facts) == told_again(state, made)
            yield made.reason


def wander(position: str, seed: int) -> Iterator[State]:
    """Positions on the way from this one, as dice and a driver without a plan have them."""
    state, rng, luck = GAME.read(position), random.Random(seed), Seeded(seed)
    while not GAME.over(state) and state.turn.seat == 0:
        yield state
        state, _ = GAME.play(state, rng.choice(every_move(state)), luck)


def test_every_reason_of_a_lone_driver_is_true(own_tables: None, wide: bool) -> None:
    CLASSIC_COACH.solution(ROAD, {})
    plain, given = Expectimax(CLASSIC_REDRAWN, ELIMINATION), Counter[str]()
    for position in some(ALONE if wide else ALONE[-1:]):
        for seed in range(60 if wide else 6):
            for state in wander(position, seed):
                given.update(reasons(state, plain))
    assert set(given) >= {"on", "attack", "greed", *(["never-attack", "sisu"] if wide else [])}, given


def test_every_reason_among_others_is_true(own_tables: None, wide: bool) -> None:
    CLASSIC_COACH.solution(ROAD, {})
    given = Counter[str]()
    among = [position for position in AMONG if position.startswith(f"{ROAD} |") and "share" not in position]
    for position in some(among if wide else among[1:2]):
        for seed in range(30 if wide else 1):
            for state in wander(position, seed):
                given.update(reasons(state, OneTurn(state)))
    assert given, "some position has something to tell"


class OnTable:
    """Behind a turn, what the table of a ready stage says."""

    def value(self, state: State) -> float:
        (car,) = state.cars
        if car.status != "road":
            return ELIMINATION if car.status == "out" else 0.0
        return CLASSIC_COACH.at_hand(state).best.value(state)


ON_TABLES = (
    ("short", "A@s3 g5 #5 | A 1 2 3 4 5 !!"),
    ("short", "A@b2.line g4 #4 | A 1 2 3 4 !!! phase=sisu ended=hazards"),
    ("bends", "A@s5 g5 no-sisu #6 | A 1 2 3 w 4 5 dry1"),
    ("bends", "A@s8 g5 c20 s6 #11 | A 3 w 4 5 w !! dry2 r2"),
    ("jumps", "A@s10 g5 c30 s3 no-sisu #10 | A w ! dry1 r3 | k 9-6-4[g]"),
    ("jumps", "A@s14 g4 c50 s2 no-sisu #16 | A 3 w w 4 !! dry2 r4 | k 9-6-4[g]"),
    ("forest", "A@s6 g5 c30 #7 | A 4 w w 5 !!! dry2 phase=sisu ended=hazards r2"),
    ("valley", "A@b3.d1 c90 d3 p1 no-sisu #5 | A r3 | k 10-6-3[p]"),
    ("short", "A@s5 g5 c10 s7 no-sisu #7 | A r2"),
)
"""Positions on ready stages, with reasons that short roads never bring; to reckon the last one takes long."""


def test_every_reason_on_a_ready_stage_is_true(wide: bool) -> None:
    """The turn is reckoned by every move and every outcome, the road behind it by the table."""
    given = Counter[str]()
    for name, position in some(ON_TABLES[: None if wide else -1]):
        state = GAME.read(f"{GAME.ready_tables[name]} | {position}")
        given.update(reasons(state, OneTurn(state, OnTable())))
    assert set(given) >= {"greed", "no-look-ahead", "always-attack", "stop", "sisu", "accept", "wheel", "on", "secure"}


IN_DIRT = (
    ("R5-SS1", "A@4.L4 g1 c60 W2 F1 #6 | A 1 phase=wheel leader A r3", "wheel", "wheel", "keep it"),
    ("R6-SS1", "A@8.L4 g1 c520 s21 G4 W1 #34 | A 1 $1 phase=wheel leader A r13", "accept", "accept", "change a wheel"),
)
"""Cars in 1st with a flat tyre, what the best driver does about it and why, and the other way."""


@pytest.mark.parametrize(("name", "position", "decision", "reason", "instead"), IN_DIRT)
def test_who_may_change_a_wheel_in_dirt_says_what_it_saves(
    name: str, position: str, decision: str, reason: str, instead: str
) -> None:
    game = SHELF["dirt"]
    state = game.read(f"{game.ready_tables[name]} | {position}")
    hand = RACES["dirt"]().at_hand(state)
    costs = {game.write_move(move): hand.best.cost_of(state, move) for move in game.moves(state)}
    made = drive(game, state, DRIVERS["works"])
    assert hand.is_exact and set(costs) == {"wheel", "accept"} and min(costs, key=costs.__getitem__) == decision
    assert game.write_move(made.move) == decision and made.reason == reason
    by, does = (
        f"{max(costs.values()) - min(costs.values()):.1f}",
        {"wheel": "I change a wheel.", "accept": "I keep it for later."},
    )
    told = words("dirt").phrase("bots", made.reason, made.facts)
    assert told == f"{does[decision]} It is better than to {instead}: {by} s on average."


def test_who_never_attacks_is_not_called_greedy_where_every_die_loses_control(own_tables: None) -> None:
    """In 6th gear before a bend every draft rolled one by one is lost for certain, and all at once costs less."""
    game = SHELF["dirt"]
    state = game.read(game.ready_tables["R3-SS1"] + " | A@4.L1 g6 c10 O1 #9 | A leader A r2")
    ways = RACES["dirt"]().at_hand(state).best.costs(state)
    made = drive(game, state, DRIVERS["greed"])
    assert RACES["dirt"]().kind(ways[0][1])[0] == "attack" and game.form(made.move).kind == "draft"
    assert all(
        sum(game.risk(state, (move,))) == 1 for _, move in ways if RACES["dirt"]().kind(move)[0] in ("on", "draft")
    )
    (own,) = [cost for cost, move in ways if move == made.move]
    assert made.reason == "never-attack"
    assert made.facts == {"by": f"{own - ways[0][0]:.1f}", "instead": "way-attack", "road": "road-free"}


def test_without_a_table_nothing_is_claimed(own_tables: None) -> None:
    for state in some(wander(ALONE[1], 1)):
        assert not any(drive(GAME, state, driver).reason for driver in DRIVERS.values())


def way(kind: str, cost: float, dice: int = 1) -> racing.CostedDecision:
    return racing.CostedDecision(cost, opened(f"{kind} {cost}"), kind, dice)


def test_who_always_attacks_takes_most_dice_among_attacks_hardly_worse_than_the_best() -> None:
    state: Any = GAME.read("s8 | A@s1 g2")
    best, other, large, too_large = (way("attack", cost, dice) for cost, dice in ((10, 3), (12, 3), (14, 4), (16, 5)))
    on, accept = way("on", 11), way("accept", 20)
    every = [best, on, other, large, too_large, accept]
    assert racing.largest_attack(SHELF["classic"], state, every)[0] == large
    assert racing.largest_attack(SHELF["classic"], state, [on, best])[0] == best
    assert racing.largest_attack(SHELF["classic"], state, [on, accept]) == [on, accept]
    assert racing.ways_without_attack(SHELF["classic"], state, every) == [on, accept]


def test_every_reason_has_words_and_every_word_a_reason() -> None:
    told = words("classic")
    mistakes = {driver.mistake for driver in DRIVERS.values()} - {""}
    assert set(told.group("bots")) == mistakes | set(racing.TOLD) - {"draft"}  # which are laid whole in DIRT
    said = told.phrase("bots", "stop", {"by": "2.3", "instead": "way-on", "road": "road-shared"})
    assert said == (
        "I stop here. It is better than to roll one more die: 2.3 s on average, with the others where they are."
    )


# -- How strong they are ----------------------------------------------------------------------------------------------


def times(stages: Sequence[str], drivers: Sequence[Driver | None], seeds: range) -> list[int]:
    """The times of lone drives, over stages and drivers in turn; without a driver, moves by lot."""
    found = []
    for seed in seeds:
        driver = drivers[seed % len(drivers)]
        table = CLASSIC_COACH.ready[stages[seed // len(drivers) % len(stages)]]
        state, luck, rng = GAME.new(GAME.spec(table, ("A",))), Seeded(seed), random.Random(seed)
        while not GAME.over(state):
            move = drive(GAME, state, driver).move if driver else opened(random_move)(GAME, state, rng)
            state, _ = GAME.play(state, move, luck)
        (total,) = GAME.result(state)["sums"]
        found.append(int(ELIMINATION) if total is None else total)
    return found


def are_ordered(stages: Sequence[str], many: int) -> None:
    """Each level is faster than the one below it, by three standard errors, and moves by lot are slower than them
    all."""
    each = {"random": [None], **LEVELS}
    ranked = [(name, times(stages, drivers, range(many))) for name, drivers in each.items()]
    for name, found in some(ranked):
        print(f"{name:8} {mean(found):7.2f} s, give or take {1.96 * stdev(found) / many**0.5:.2f}")
    for (below, slow), (above, fast) in some(pairwise(ranked)):
        error = (stdev(slow) ** 2 + stdev(fast) ** 2) ** 0.5 / many**0.5
        assert mean(slow) - mean(fast) > 3 * error, (below, mean(slow), above, mean(fast), error)


def test_every_level_is_faster_than_the_one_below_it() -> None:
    are_ordered(("first",), 12)


@pytest.mark.wide
def test_every_level_is_faster_than_the_one_below_it_over_2000_drives() -> None:
    are_ordered(("first", "bends", "jumps", "forest", "winter", "short"), 2000)


# -- At the table -----------------------------------------------------------------------------------------------------


def race(table: str, cars: int, seed: int, levels: Sequence[str], **agreed: str) -> int:
    """A race among bots of these levels, every move judged; how many decisions it took."""
    spec = dict(GAME.spec(table, tuple("ABCDEFGH"[:cars])))
    state, luck, count = GAME.new({**spec, "options": agreed}), Seeded(seed), 0
    while not GAME.over(state):
        level = levels[state.turn.seat % len(levels)]
        made = choose(GAME, state, (), level, random.Random(f"{seed}:{count}"))
        assert not GAME.judge(state, (made.move,)), (GAME.write(state), made)
        state, _ = GAME.play(state, made.move, luck)
        count += 1
    return count


def test_bots_race_on_a_road_without_a_table_and_break_no_rule(own_tables: None) -> None:
    for seed in range(3):
        assert race("s2 R2/3x2 j3 s2 L1K2 s1", 4, seed, [*LEVELS, ""]) > 20


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(40))
def test_bots_break_no_rule_whatever_is_agreed(seed: int) -> None:
    editions = ("classic", "es", "de")
    road = ("snow s3 R3/4x3K4 dry s2 j3 s2 L2/3x2K2 s3", "bends", "J1 | J4", "winter")[seed % 4]
    table = GAME.ready_tables.get(road, "START J1, FINISH J4" if "|" in road else road)
    agreed = {"edition": editions[seed % 3], "bend_share": ("closed", "capacity")[seed % 2]}
    weathers = ("off", "variable", "fixed")[
        : 2 if agreed["edition"] == "de" else 3
    ]  # the German text has no fixed weather
    agreed["weather"] = weathers[seed // 3 % len(weathers)]
    assert race(table, 2 + seed % 3, seed, [*LEVELS], **agreed) > 20


def test_in_lessons_the_others_drive_whatever_the_tables_say() -> None:
    assert bots.level_in_lessons(SHELF["classic"]) not in bots.LEVELS
    assert bots.level_in_lessons(SHELF["mil_millas"]) in bots.LEVELS
