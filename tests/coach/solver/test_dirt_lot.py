"""DIRT, solved and reckoned plainly, on stages and cars drawn by lot, and where decks and bag remember their draws."""

from __future__ import annotations

import random
import re

import pytest

from rallyman_tutor.coach.dirt.solver.best import Best
from rallyman_tutor.coach.dirt.solver.par import HIGH, LOW, swept
from rallyman_tutor.coach.dirt.solver.sweep import Sweep
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.games.dirt.alone import every_move
from rallyman_tutor.games.dirt.game import GAME
from rallyman_tutor.games.dirt.notation import fresh_backs
from rallyman_tutor.games.dirt.road import Stage, read_stage
from rallyman_tutor.games.dirt.state import Car, Move, State
from rallyman_tutor.games.dirt.tiles import Tile, read_side
from tests.coach.solver.expectimax import DIRT, DIRT_REDRAWN, Expectimax
from tests.sampled import sampled
from tests.some import some

# -- By lot -----------------------------------------------------------------------------------------------------------

TILES = (
    "204b", "205b", "206b", "207b", "207b<", "208b:L1", "209b:R1", "210a:L2", "211b:R2", "212b:L2", "213a:R2", "213b:L2", "214b",
    "216b:R2", "217b:L1", "218b:R1", "219b:L2", "220b:R2", "221a:R1", "222b:L1", "224b:R1", "225b:L1", "228b:R1", "229b:L1",
    "230b:R1", "231a", "231b", "T06b", "T10b", "T11b", "T12b", "T15b:L2",
)  # fmt: skip
AGREED = (
    "",
    "",
    "",
    "leader=off",
    "quickstart=on",
    "redzone=on",
    "sisu=stage",
    "sisu=stage quickstart=on",
    "brakes=2",
    "brakes=0",
)
DAMAGED = ("G5 W2", "G5 W2", "G5 W1", "G5 K1", "G4 W2", "G4 W1 K1")


def any_position(rng: random.Random) -> str:
    """A tile and the finish, and a car on one of the last spaces with few dice left: small enough to reckon plainly."""
    stage = f"202a {rng.choice(TILES)} 203a<"
    road = read_stage(stage).road
    fronts = sorted({space.front for space in road.spaces if not road.past[space.place]})
    place = rng.choice([space.place for space in road.spaces if fronts[-5:][0] <= space.front <= fronts[-1]])
    words = [word for word in ("no-wheel", "no-wheel", "B1") if rng.random() < 0.4] + [f"s{rng.randint(0, 3)}"]
    car = f"A@{road.short(place)} g{rng.randint(0, 6)} {rng.choice(DAMAGED)} {' '.join(dict.fromkeys(words))}"
    agreed = rng.choice(AGREED)
    turn = "A" if agreed == "leader=off" else "A leader A"
    return f"{stage} | {car.strip()} | {turn} | {agreed}".rstrip(" |")


def whatever_jump(move: Move) -> str:
    """A decision in words; those over other jumps to the same landings are called alike, as one of them is listed."""
    return re.sub(r">[^> ]+(?=>)", ">", GAME.write_move(move))


def agree(position: str) -> int:
    """Both ways to reckon: in every position that is met on the way, within turns as well, and some decisions."""
    state = GAME.read(position)
    plain = Expectimax(DIRT_REDRAWN, ELIMINATION)
    plain.value(state)
    task = Task(state.stage, state.options)
    best = Best(task, Sweep(task).solve(down_to=state.car.place))
    known = list(plain.known.items())
    for here, value in some(known):
        assert best.value(here) == pytest.approx(value, abs=1e-9), GAME.write(here)
    for here, _ in some(known[:: max(1, len(known) // 4)]):
        truth = {move: plain.after(here, move) for move in every_move(here)}
        found = {whatever_jump(move): cost for cost, move in best.all_costs(here)}
        assert {whatever_jump(move) for move in truth} == found.keys(), GAME.write(here)
        assert [found[whatever_jump(move)] for move in truth] == pytest.approx([*truth.values()], abs=1e-9)
        best_move = best.choice(here)
        assert truth[best_move] == pytest.approx(min(truth.values()), abs=1e-9), GAME.write(here)
        assert best.cost_of(here, best_move) == pytest.approx(truth[best_move], abs=1e-9), GAME.write(here)
    return len(plain.known)


CHOSEN = (
    "202a 204b 203a< | A@2.R2 g3 G5 K1 | A leader A | sisu=stage",
    "202a 217b:L1 203a< | A@2.d3 g4 G5 W2 B1 s3 | A leader A | sisu=stage quickstart=on",
    "202a 225b:L1 203a< | A@2.d3 g4 G4 W2 no-wheel s1 | A leader A",
    "202a 211b:R2 203a< | A@2.h4 g5 G5 K1 no-wheel s3 | A leader A | redzone=on",
    "202a T15b:L2 203a< | A@2.k1 g2 G5 W1 s2 | A leader A | brakes=0",
    "202a T12b 203a< | A@2.R2 g4 G5 W2 s2 | A leader A | brakes=2",
    "202a T10b 203a< | A@2.line2 g0 G4 W1 K1 no-wheel B1 | A leader A | sisu=stage",
    "202a 231a 203a< | A@2.L3 g4 G4 W1 K1 no-wheel s2 | A leader A | sisu=stage quickstart=on",
    "202a 216b:R2 203a< | A@2.d1 g0 G5 W1 | A leader A | sisu=stage redzone=on",
)
"""Drawn by lot, and chosen as those that come to most of what a turn can be, for the time they take: jumps, shortcuts,
bends, damage, seconds, the token, and whatever is agreed."""


@pytest.mark.parametrize("position", sampled(CHOSEN, CHOSEN[1::2]))
def test_positions_and_decisions_are_worth_what_every_move_and_every_outcome_come_to(position: str) -> None:
    assert agree(position) > 10


@pytest.mark.wide
def test_the_sweep_finds_it_on_many_stages_drawn_by_lot() -> None:
    rng = random.Random("by lot")
    assert sum(agree(any_position(rng)) for _ in range(40)) > 10_000


# -- Decks and bag ----------------------------------------------------------------------------------------------------


def one_lane(rows: str, danger: str) -> Stage:
    """A road one space wide, which keeps drafts few; it lies on one tile that is in no box."""
    return Stage([Tile(read_side(rows, danger, "AD", f"S |START| {rows} |FINISH| S", first=0))])


def whole_car(stage: Stage, space: str, gear: int, agreed: str) -> State:
    """A car without damage on one of the last spaces; nothing was drawn yet."""
    state = GAME.read(f"FX-S | A@L1 g{gear} | A leader A | {agreed}")
    place = stage.road.find(space)
    assert place is not None
    return state._replace(stage=stage, gravel=(), cars=(state.car._replace(place=place),))


def is_new(state: State) -> bool:
    """Whether this is the start of a turn of a whole car, and nothing was drawn yet."""
    car, turn = state.car, state.turn
    whole = car._replace(place=0, gear=0, seconds=0) == Car("A", 0, status="road")
    return whole and state.backs == fresh_backs() and turn.phase == "draft" and not (turn.used or turn.fresh)


@pytest.mark.parametrize(
    ("rows", "danger", "gear"),
    [
        ("L3 L1", "orange", 5),
        pytest.param("L3 L1", "red", 5, marks=pytest.mark.wide),
        pytest.param("L3 L1 U", "orange", 5, marks=pytest.mark.wide),
        pytest.param("L3 L1 L1", "orange", 5, marks=pytest.mark.wide),  # control may be lost three times
    ],
)
def test_the_true_value_lies_between_the_bounds(rows: str, danger: str, gear: int) -> None:
    """The engine remembers which cards and tokens were drawn; the sweep does not, and says how much that can be."""
    stage = one_lane(rows, danger)
    state = whole_car(stage, "L0", gear, "brakes=0")
    plain = Expectimax(DIRT, ELIMINATION)
    plain.value(state)
    task = Task(stage, state.options)

    bounds = swept(task, down_to=state.car.place).bounds
    apart = 0
    for here, value in some((here, value) for here, value in plain.known.items() if is_new(here)):
        car = here.car
        least, most = (
            bounds.values[car.place, car.gear][bounds.carried.row(False, 0, 0, 0, True, car.seconds, bound)]
            for bound in (LOW, HIGH)
        )
        assert least - 1e-9 <= value <= most + 1e-9, GAME.write(here)
        apart += most > least + 1e-9
    assert apart, "the bounds are put to the test"
