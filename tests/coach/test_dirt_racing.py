"""Drivers of three levels in DIRT: their reckoning among others, the truth of all they say, and the worth of a
draft."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.coach import racing, tournament
from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.coach.dirt.coach import COACH as DIRT_COACH
from rallyman_tutor.coach.dirt.solver import solver as dirt
from rallyman_tutor.coach.dirt.solver.best import Best
from rallyman_tutor.coach.dirt.solver.rough import A_SPACE
from rallyman_tutor.coach.dirt.solver.sweep import Sweep
from rallyman_tutor.coach.draft_worth import weigh
from rallyman_tutor.coach.drivers import drive_game
from rallyman_tutor.coach.odds import odds
from rallyman_tutor.coach.race_coach import forget
from rallyman_tutor.coach.racing import LEVELS, ONE_BY_ONE, Driver
from rallyman_tutor.coach.review import review
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.core.luck import Scripted, Seeded, every_outcome
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.dirt.alone import every_move, solo
from rallyman_tutor.games.dirt.game import GAME
from rallyman_tutor.games.dirt.state import Drive, FlatOut, Move, Roll, State, Stop
from rallyman_tutor.games.dirt.step import follow
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.coach.solver.dirt_stages import keep_table
from tests.coach.solver.expectimax import DIRT_REDRAWN, Expectimax
from tests.games.opened import choose, drive, opened
from tests.some import some

MISTAKES = ("greed", "no-look-ahead", "never-attack", "always-attack")
DRIVERS = {driver.mistake or "works": driver for drivers in LEVELS.values() for driver in drivers}
ROAD = "202a 203a<"
ALONE = (f"{ROAD} | A@1.L3 g3 G4 W1 no-wheel s1 | A leader A", f"{ROAD} | A@2.L1 g2 G4 W1 no-wheel | A leader A")
AMONG = (
    # too fast beside another car, and past it; cars that leave only a loss; one in the way of a jump
    f"{ROAD} | A@1.L3 g3 G4 W1 ; B@2.L1 g2 | A leader A",
    f"{ROAD} | A@1.L3 g3 G4 W2 s1 ; B@2.R1 g4 | A leader A",
    f"{ROAD} | A@2.L1 g2 G4 W1 ; B@2.L3 g5 ; C@2.R2 g5 | A leader B",
    "202a 204b 203a< | A@2.L1 g3 G5 W2 no-wheel ; B@3.L1 g2 | A",
    # one's way through a bend that another car has taken; gravel in it, with a car beyond
    "202a 210b:L2 203a< | A@1.L3 g3 G4 W2 no-wheel ; B@2.d2 g1 | A",
    "202a 224b:R1 203a | A@1.L3 g2 G4 W2 no-wheel | A leader A | gravel 2:1",
    "202a 224b:R1 203a | A@1.L3 g2 G4 W2 no-wheel ; B@3.L1 g3 | A | gravel 2:1",
    # at the start, where another space may be chosen; a SISU token
    f"{ROAD} | A G5 W2 no-wheel ; B | A leader A",
    f"{ROAD} | A@1.L3 g4 G4 W2 no-wheel ; B@2.L2 g2 | A leader A | sisu=stage",
    # others drive behind this turn, which may end here; they are in the way
    "202a 203a< | A@2.L1 g3 G5 W2 no-wheel ; B@2.R1 g3 G3 W1 #1 no-wheel | B 3 level A left[4>2.L2] then A",
    "FX-F | A@L4 g3 G3 ; B@L5 g3 ; C@R5 g3 | A",
)


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the table of one little stage."""
    folder = tmp_path_factory.mktemp("solved")
    keep_table(ROAD, folder)
    return folder


@pytest.fixture
def table(solved: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only the little stage has a table on this machine."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(solved))
    forget()
    yield
    forget()


class OneTurn:
    """The plainest way to reckon a turn among others: every move of the engine, and alone from the end of the turn
    on."""

    def __init__(self, start: State, behind: Any = None) -> None:
        self._turn = start.turn.seat, start.round
        self._alone = behind or Expectimax(DIRT_REDRAWN, ELIMINATION)
        self._known: dict[State, float] = {}

    def after(self, state: State, move: Move) -> float:
        return sum(
            float(chance) * (DIRT_REDRAWN.spent(state, after) + self.behind(after))
            for chance, after, _ in DIRT_REDRAWN.outcomes(state, move)
        )

    def value(self, state: State) -> float:
        return min(self.after(state, move) for move in every_move(state))

    def behind(self, state: State) -> float:
        car = state.cars[self._turn[0]]
        if car.status in ("finished", "out"):
            return ELIMINATION if car.status == "out" else 0.0
        if (state.turn.seat, state.round) != self._turn:
            return self._alone.value(solo(state, self._turn[0]))
        if state not in self._known:
            self._known[state] = self.value(state)
        return self._known[state]


def best_of(state: State) -> Best:
    turn = dirt.own_turn(state)
    return Best(turn.task, Sweep(turn.alone).solve(down_to=state.car.place))


# -- What is reckoned among others ------------------------------------------------------------------------------------


def test_a_turn_among_others_is_reckoned_as_every_move_and_every_outcome_come_to(wide: bool) -> None:
    for position in some(AMONG if wide else (AMONG[2], AMONG[7], *AMONG[-2:])):
        state = GAME.read(position)
        plain, best = OneTurn(state), best_of(state)
        for move in some(every_move(state)):
            assert best.cost_of(state, move) == pytest.approx(plain.after(state, move), abs=1e-9), (position, move)
        assert best.costs(state)[0][0] == pytest.approx(plain.value(state), abs=1e-9), position


# -- What is said -----------------------------------------------------------------------------------------------------


class NoRoad:
    """Behind a turn, so many seconds for each row to the finish, whatever lies there."""

    def value(self, state: State) -> float:
        road = state.road
        end = min(rank for rank, past in zip(road.ranks, road.past, strict=True) if past)
        return A_SPACE * (end - road.ranks[state.car.place])


class OnTable:
    """Behind a turn, what the table of a ready stage says."""

    def value(self, state: State) -> float:
        return float(DIRT_COACH.at_hand(state).best.value(state))


def counts_this_turn_alone(state: State, move: Move, driver: Driver) -> bool:
    """Whether nothing looks better by this turn alone; who never drives flat out compares with nothing at once."""
    turn = OneTurn(state, NoRoad())
    near = {other: turn.after(state, other) for other in every_move(state)}
    never = driver.mistake == "greed" and not isinstance(move, FlatOut)
    others = [cost for other, cost in near.items() if not never or not isinstance(other, FlatOut)]
    return near[move] <= min(others) + 1e-6


def may_keep_control(state: State, move: Move) -> bool:
    """Whether there are faces of the dice with which nothing is lost."""
    ways = every_outcome(partial(GAME.play, state, move))
    return any(not {event.what for event in events} & {"lost", "failed", "out"} for _, _, (_, events) in ways)


def told_again(state: State, made: Decision[Any]) -> str:
    """The reason in words, by the notation of the decision; what would be better, and how much, is checked apart."""
    told = GAME.write_move(made.move)
    (first, *_) = told.replace("go ", "").replace("(", "").split()
    word = (
        "attack" if told.startswith("flat") else "secure" if "$" in first else "draft" if told.startswith("go") else ""
    )
    kind = word or ("on" if ">" in told else told)
    bots, names = (text_tables("games.dirt")["words"][group] for group in ("bots", "names"))
    road = names["road-shared" if ";" in GAME.write(state).split("|")[1] else "road-free"]
    text = bots[made.reason if made.reason in MISTAKES else kind]
    return str(text).format(instead=names[made.facts["instead"]], by=made.facts["by"], road=road)


def is_true(state: State, made: Decision[Any], driver: Driver, costs: dict[Move, float]) -> bool:
    """A reason, found again from what every decision costs, reckoned plainly."""
    kinds = {move: DIRT_COACH.kind(move)[0] for move in costs}
    own, best = costs[made.move], min(costs, key=costs.__getitem__)
    told, kind = float(str(made.facts["by"])), kinds[made.move]
    others = {move: cost for move, cost in costs.items() if kinds[move] != kind}
    if made.reason == kind:
        instead = min(others, key=others.__getitem__)
        return own <= costs[best] + 0.15 and _is_told(made, kinds[instead], others[instead] - own, told)
    alike = "fewer" if kind == "attack" else "other"
    truth = {
        "greed": kind in ONE_BY_ONE and is_furthest(state, made.move, costs) and may_keep_control(state, made.move),
        "no-look-ahead": not driver.looks_ahead and counts_this_turn_alone(state, made.move, driver),
        "never-attack": kind != "attack" and kinds[best] == "attack",
        "always-attack": kind == "attack",
    }
    return truth[made.reason] and _is_told(made, alike if kinds[best] == kind else kinds[best], own - costs[best], told)


def is_furthest(state: State, move: Move, costs: dict[Move, float]) -> bool:
    """Whether every draft that leads further loses control for certain; in a draft that is driven, whether it goes
    on."""
    if state.turn.phase != "draft":
        return True
    drafts = [one.steps for one in costs if isinstance(one, Drive) and sum(GAME.risk(state, (one,))) < 1]
    return isinstance(move, Drive) and reached(state, move.steps) == max(reached(state, steps) for steps in drafts)


def reached(state: State, steps: tuple[Roll, ...]) -> int:
    for roll in steps:
        state = follow(state, roll)
    return state.road.ranks[state.car.place]


def _is_told(made: Decision[Any], instead: str, by: float, told: float) -> bool:
    """The number is right: tables keep hundredths, and what is shown is rounded."""
    return abs(by - told) < 0.07 and made.facts["instead"] == f"way-{instead}"


def wander(position: str, seed: int) -> Iterator[State]:
    """Positions on the way from this one, as dice and a driver without a plan have them."""
    state, rng, luck = GAME.read(position), random.Random(seed), Seeded(seed)
    while not GAME.over(state) and state.turn.seat == 0:
        yield state
        state, _ = GAME.play(state, rng.choice(every_move(state)), luck)


def reasons(state: State, behind: Any = None) -> Iterator[str]:
    """The reasons that all drivers give in a position; each is checked."""
    plain = OneTurn(state, behind)
    costs = {move: plain.after(state, move) for move in every_move(state)}
    for driver in some(DRIVERS.values()):
        made = drive(GAME, state, driver)
        assert not GAME.judge(state, (made.move,)), GAME.write(state)
        if made.reason:
            assert is_true(state, made, driver, costs), (GAME.write(state), made, costs[made.move])
            assert words("dirt").phrase("bots", made.reason, made.facts) == told_again(state, made), made
            yield made.reason


def test_every_reason_is_true(table: None, wide: bool) -> None:
    given = Counter[str]()
    among = [position for position in AMONG if position.startswith(f"{ROAD} |") and "sisu" not in position]
    for position in some((*ALONE, *among) if wide else (ALONE[0], among[1])):
        for seed in range(40 if wide else 2):
            for state in wander(position, seed):
                given.update(reasons(state))
    assert set(given) >= {"attack", "greed", "never-attack"}, given


ON_TABLES = (
    "A@5.k1 g5 c30 s13 O1 #15 | A 5 left[o>5.k2 6>5.L3 4b>6.L1 3>6.line1 2>6.L3 1>7.L1 o>7.f2] leader A r3",
    "A@5.L3 g6 c30 s13 O1 #17 | A 5 o 6 left[4b>6.L1 3>6.line1 2>6.L3 1>7.L1 o>7.f2] leader A r3",
    "A@5.k1 g5 c70 s7 O1 #13 | A 1 2 3 4 5 !! left[o>5.k2 6>5.L3 o>6.L1] leader A r3 | back4 13-8-8-2[s]",
    "A@5.L3 g6 c70 s4 O1 #15 | A 1 2 3 4 5 o 6 !! $2 left[o>6.L1] leader A r3 | back4 13-8-8-2[s]",
    "A@4.L1 g4 c40 #12 | A rolled[2b>4.L2.! 3>5.L1. 4>5.d1. o>5.d2! o>5.d3! 5>5.L3! 6>6.R1.] leader A r3",
)
"""Positions on a ready stage, with reasons that the little stage never brings."""


def test_every_reason_on_a_ready_stage_is_true() -> None:
    """The turn is reckoned by every move and every outcome, the road behind it by the table."""
    given = Counter[str]()
    for position in some(ON_TABLES):
        given.update(reasons(GAME.read(f"{DIRT_COACH.ready['R4-SS1']} | {position}"), OnTable()))
    assert set(given) >= {"on", "greed", "stop", "secure", "no-look-ahead"}, given


def test_without_a_table_drivers_race_on_and_claim_nothing(own_tables: None) -> None:
    for position in (*ALONE, AMONG[0]):
        for driver in some(DRIVERS.values()):
            assert not drive(GAME, GAME.read(position), driver).reason


def test_every_reason_has_words_and_every_word_a_reason() -> None:
    mistakes = {driver.mistake for driver in DRIVERS.values()} - {""}
    told = words("dirt")
    assert set(told.group("bots")) == mistakes | set(racing.TOLD)
    said = told.phrase("bots", "attack", {"by": "2.3", "instead": "way-draft", "road": "road-shared"})
    assert said == "Flat out. It is better than to drive one by one: 2.3 s on average, with the others where they are."


def test_bots_race_on_a_road_without_a_table_and_break_no_rule(own_tables: None) -> None:
    spec = {**GAME.spec("202a 204b 210b:L2 203a<", tuple("ABCD")), "options": {"sisu": "stage"}}
    state, luck, count = GAME.new(spec), Seeded(7), 0
    while not GAME.over(state):
        level = (*LEVELS, "")[state.turn.seat]
        made = choose(GAME, state, (), level, random.Random(f"7:{count}"))
        assert not GAME.judge(state, (made.move,)), (GAME.write(state), made)
        state, _ = GAME.play(state, made.move, luck)
        count += 1
    assert count > 10


# -- What a draft is worth --------------------------------------------------------------------------------------------

DRAFTS = (
    (ALONE[0], "3>2.L1"),
    (ALONE[0], "3>2.L1 o>2.L2"),
    (ALONE[0], "3>2.L1$ 4>2.L2"),
    (AMONG[0], "4>2.R1"),
)
"""Alone and among others: with one die, one by one and flat out, the first die secured, with leader dice."""


class Driven:
    """A draft driven one by one as it was laid, to its end or to where a stop costs less, and from then on at its
    best."""

    def __init__(self, behind: Callable[[State], float], stops: bool = False) -> None:
        self._behind = behind
        self._stops = stops

    def cost(self, state: State, move: Move) -> float:
        on = self._after(state, move)
        if self._stops and state.turn.phase == "roll" and not GAME.judge(state, (Stop(),)):
            return min(on, self._after(state, Stop()))
        return on

    def _after(self, state: State, move: Move) -> float:
        total = 0.0
        for chance, after, _ in DIRT_REDRAWN.outcomes(state, move):
            same = (after.turn.seat, after.round) == (state.turn.seat, state.round)
            goes_on = same and after.turn.phase == "roll"
            behind = self.cost(after, after.turn.draft[0]) if goes_on else self._behind(after)
            total += float(chance) * (DIRT_REDRAWN.spent(state, after) + behind)
        return total


def test_a_draft_costs_what_its_dice_and_the_best_driving_behind_them_cost(table: None) -> None:
    for position, text in some(DRAFTS):
        state = GAME.read(position)
        draft = tuple(move for move in GAME.read_draft(text).moves if isinstance(move, Roll))
        assert not GAME.judge(state, draft), (position, text)
        worth = opened(weigh)(GAME, state, draft)
        behind = OneTurn(state).behind
        plain, stopping = Driven(behind), Driven(behind, stops=True)
        tolerance = worth.sure + 0.005  # what a table keeps
        one_by_one, *flat_out = worth.ways  # no stop saves time here
        assert one_by_one.cost == pytest.approx(stopping.cost(state, Drive(draft)), abs=tolerance), (position, text)
        assert one_by_one.cost == pytest.approx(plain.cost(state, Drive(draft)), abs=tolerance), (position, text)
        assert one_by_one.odds == odds(GAME, state, draft)
        for way in flat_out:
            move = FlatOut(tuple(roll._replace(pay=0) for roll in draft))
            assert way.how == "at-once" and way.cost == pytest.approx(OneTurn(state).after(state, move), abs=tolerance)
        assert worth.best == pytest.approx(OneTurn(state).value(state), abs=tolerance)
        assert all(worth.best <= way.cost + 1e-9 for way in worth.ways)
        assert not GAME.judge(state, worth.best_draft[:1]), position


def test_a_stop_where_it_saves_time_is_told() -> None:
    state = GAME.read(f"{DIRT_COACH.ready['R4-SS1']} | A@4.L1 g4 c40 #12 | A leader A r3")
    read = GAME.read_draft("4>4.L2 5>5.L1 o>5.k1 o>5.k2 6>5.L3").moves
    draft = tuple(move for move in read if isinstance(move, Roll))
    worth = opened(weigh)(GAME, state, draft)
    one_by_one, stopping, flat_out = worth.ways
    assert (one_by_one.how, stopping.how, flat_out.how) == ("one-by-one", "stopping", "at-once")
    behind = DIRT_COACH.at_hand(state).best.value
    for way, stops in ((one_by_one, False), (stopping, True)):
        assert way.cost == pytest.approx(Driven(behind, stops).cost(state, Drive(draft)), abs=0.01)
    assert worth.best < flat_out.cost < stopping.cost < one_by_one.cost
    assert sum(stopping.odds.stops_at.values()) == stopping.odds.stops > 0 == one_by_one.odds.stops
    instead = opened(weigh)(GAME, state, (FlatOut(draft),)).ways
    assert [(way.how, way.cost) for way in instead] == [(way.how, way.cost) for way in worth.ways], "whichever was laid"


def test_dice_to_be_laid_again_are_not_weighed_but_the_best_way_is_told(table: None) -> None:
    state = GAME.read(f"{ROAD} | A@1.L2 g2 G3 W1 no-wheel | A leader A")
    state, _ = GAME.play(state, GAME.read_draft("flat 2>1.L3 3>2.L1 o>2.L2").moves[0], Scripted("!!!"))
    assert state.turn.phase == "arrange"
    worth = opened(weigh)(GAME, state, GAME.frozen_draft(state))
    assert worth.ways == () and worth.best == pytest.approx(OneTurn(state).value(state), abs=worth.sure + 0.005)


def test_on_a_road_without_a_table_only_odds_are_told(own_tables: None) -> None:
    state, draft = GAME.read(ALONE[0]), GAME.read_draft("3>2.L1 4>2.L2").moves
    worth = opened(weigh)(GAME, state, draft)
    assert worth.best is None and worth.best_draft == ()
    assert [(way.how, way.cost) for way in worth.ways] == [("one-by-one", None), ("at-once", None)]


def test_what_a_drive_lost_by_decisions_and_by_luck_adds_up(table: None) -> None:
    game = SHELF["dirt"]
    driven = drive_game(game, game.spec(ROAD, ("Ana", "Ben")), Seeded(3), 3).replay
    found = review(game, driven, 0)
    assert found.decisions + found.luck == pytest.approx(found.time - found.par)
    assert found.time == game.result(driven.state)["sums"][0] and found.turns


# -- How strong they are ----------------------------------------------------------------------------------------------


@pytest.mark.wide
def test_every_level_is_faster_than_the_one_below_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By three standard errors, on a stage with four bends; moves by lot are slower than them all."""
    stage, many = "202a 210b:L2 205a 227a:R1 213a:R2 203a<", 300
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    named = keep_table(stage, tmp_path)
    forget()
    lots = tournament.lots("dirt", stage, ("random", *LEVELS), many)
    found = tournament.strengths({lot: tournament.drive(lot, named, b"") for lot in lots})
    assert list(found) == ["works", "club", "novice", "random"]
    for faster, slower in some(pairwise(found.values())):
        print(f"{faster.seconds:.2f} s, give or take {faster.give_or_take:.2f}, of {faster.drives}")
        error = (faster.give_or_take**2 + slower.give_or_take**2) ** 0.5 / tournament.SURE
        assert slower.seconds - faster.seconds > 3 * error
