"""Speed of what the co-driver reckons, side by side with the plainest way to reckon the same in the same run.

Absolute times mean nothing on a shared machine; ratios in one run do. Medians are printed. Nothing here asserts a time.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from itertools import islice

import pytest

from rallyman_tutor.coach import race_coach, racing
from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from rallyman_tutor.coach.classic.solver.sweep import Sweep
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.contract import Best, silent
from rallyman_tutor.coach.odds import odds
from rallyman_tutor.coach.principles.principle import LEAST
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.coach.why import why_decided
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.state import Move, State
from tests.bench.taking import rounds, say
from tests.coach.odds.test_odds import TURN, laid
from tests.coach.solver.expectimax import CLASSIC_REDRAWN, Expectimax
from tests.coach.weak_drives import HELD_APART, TUNED, weak_decisions

ROUNDS = rounds(5)
DRAFTS = 20
ROLLS = 200
ERROR = 0.001
WHYS = 200
FASTER_AIM, STAGE_AIM, START_AIM, WITHIN_AIM, DECISION_AIM, WHY_AIM = 300, 30, 100, 5, 50, 50

PLAIN = ("s2 R2/3x2 s1 | A no-sisu", "forest/rock s1 R2/3x2K3 s1 | A@s1 no-sisu", "s2 snow R3/4x2 s1 | A no-sisu")
"""Stages that are short enough to be reckoned plainly."""
STAGES = {"classic": ("short", "valley", "long"), "dirt": ("R5-SS3", "R4-SS1")}
DRIVES = {
    "straight": "s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A@s1 g3 s2",
    "bends": "s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A@s2 g3",
    "a whole car at the start": "START J1, FINISH J4 | A",
    "the longest route": "START L0, L1-C7-C6-L2-L3-V2-V3-C5, FINISH C4 | A@s12 g3 s4",
}
"""Starts of turns on stages that are solved already, if their tables are there."""


def taken(work: Callable[..., object], *given: object) -> float:
    """Processor seconds that something takes."""
    start = time.process_time()
    work(*given)
    return time.process_time() - start


def sweep_of(position: str) -> Sweep:
    state = GAME.read(position)
    return Sweep(Task(state.stage, state.options))


def is_turn_start(state: State) -> bool:
    return state.turn.phase == "roll" and not state.turn.used


def test_a_stage_beside_every_move_and_every_outcome(capsys: pytest.CaptureFixture[str]) -> None:
    lines = []
    for position in PLAIN:
        state = GAME.read(position)
        plain = Expectimax(CLASSIC_REDRAWN, ELIMINATION)
        slow = taken(plain.value, state) / sum(map(is_turn_start, plain.known))
        times = []
        for _ in range(ROUNDS):
            sweep = sweep_of(position)
            took = taken(sweep.solve)
            times.append(took / sum(array.size for array in sweep.values.values()))
        fast = statistics.median(times)
        lines.append(f"{position:<46}{1e6 * fast:>7.1f} us, plainly {1e6 * slow:>9.0f} us: {slow / fast:>8.0f}x")
        assert fast > 0
    say(capsys, f"a start of a turn, medians of {ROUNDS} (aim: {FASTER_AIM}x)", lines)


@pytest.mark.parametrize("key", STAGES)
def test_a_whole_stage(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    coach, times = RACES[key](), dict[str, float]()
    for name in STAGES[key]:
        times[name] = taken(coach.solver().sweep, coach.task_of(coach.ready[name]), silent)
    lines = [f"{name:<8}{took:>6.2f} s" for name, took in times.items()]
    say(capsys, f"{SHELF[key].name}: the values of a stage (aim: less than {STAGE_AIM} s)", lines)
    assert min(times.values()) > 0


@pytest.mark.parametrize("key", RACES)
def test_odds_beside_rolling_until_they_are_sure(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    """How many rolls an error of 0.001 in the chance to arrive takes is known from that chance."""
    game = SHELF[key]
    exact, rolled = [], []
    for number, (state, draft) in enumerate(laid(key, DRAFTS)):
        exact.append(taken(odds, game, state, draft))
        arrive = float(odds(game, state, draft).arrive)
        if 0 < arrive < 1:
            times = [taken(TURN[key], state, draft, Seeded(f"{number}:{at}")) for at in range(ROLLS)]
            rolled.append(statistics.fmean(times) * arrive * (1 - arrive) / ERROR**2)
    assert rolled
    fast, slow = statistics.median(exact), statistics.median(rolled)
    line = f"{1000 * fast:.2f} ms exactly, {slow:.0f} s by rolling to an error of {ERROR}: {slow / fast:,.0f}x"
    say(capsys, f"{game.name}: odds of a draft, medians of {DRAFTS}", [line])


def test_decisions_on_a_solved_stage(capsys: pytest.CaptureFixture[str]) -> None:
    """The first hint on a stage, hints along a drive, at starts of a turn and within turns, and all decisions with
    parts."""
    lines = []
    for name, position in DRIVES.items():
        state = GAME.read(position)
        first = taken(CLASSIC_COACH.best(state, {}).costs, state)
        starts, within, parts = followed(CLASSIC_COACH.best(state, {}), state)
        lines.append(
            f"{name:<26} first {1000 * first:>6.1f}, then {told(starts)}; within a turn {told(within)};"
            f" with parts {told(parts)}"
        )
    say(capsys, f"a hint, ms (aim: {START_AIM} at the start of a turn, {WITHIN_AIM} within)", lines)


def test_decisions_of_drivers(capsys: pytest.CaptureFixture[str]) -> None:
    """Races on each game's longest stage: drivers of three levels by turns, with reasons; and one of the best alone."""
    lines = []
    for key, stage in (("classic", "long"), ("dirt", "R3-SS1")):
        for drivers, levels in (("ABCD", ["works", "club", "novice", "works"]), ("A", ["works"])):
            game, luck, times = SHELF[key], Seeded("a race"), list[float]()
            state = game.new(game.spec(RACES[key]().ready[stage], tuple(drivers)))
            while not game.over(state):
                level, start = levels[game.turn(state)], time.process_time()
                if RACES[key]().is_driven(state):
                    move = racing.play_for(game, state, level).move
                    times.append(time.process_time() - start)
                else:
                    move = game.moves(state)[0]
                state, _ = game.play(state, move, luck)
            late = sorted(times)[int(0.95 * len(times))]
            lines.append(f"{game.name}, {len(drivers)} cars: {told(times)}; 95 of 100 less than {1000 * late:.1f}")
    say(capsys, f"a decision of a driver, ms (aim: {DECISION_AIM})", lines)


@pytest.mark.parametrize("key", HELD_APART)
def test_why_a_decision_costs_more(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Decisions of weak drives on ready stages, beside what each decision there costs, which is found before."""
    game, coach, reasons, floors = SHELF[key], RACES[key](), list[float](), list[float]()
    stages = (*TUNED[key], *(stage for stage in HELD_APART[key] if "|" not in stage))
    decisions = (one for one in weak_decisions(key, stages, 5) if one.loss >= LEAST)
    for one in islice(decisions, WHYS):
        race_coach._in_turn.cache_clear()
        best = coach.at_hand(one.state).best
        floors.append(taken(best.costs, one.state))
        reasons.append(taken(why_decided, game, one.state, one.move))
    both, lines = [sum(times) for times in zip(floors, reasons, strict=True)], []
    for name, times in (("all costs there", floors), ("why", reasons), ("both together", both)):
        late = sorted(times)[int(0.95 * len(times))]
        lines.append(f"{name:<16}{told(times)}; 95 of 100 less than {1000 * late:.1f}")
    say(capsys, f"{game.name}: why a decision costs more, ms (aim: 95 of 100 less than {WHY_AIM})", lines)
    assert min(reasons) > 0


def told(times: list[float]) -> str:
    return f"{1000 * statistics.median(times):.2f} (at most {1000 * max(times):.1f})" if times else "never"


def followed(best: Best[State, Move], state: State) -> tuple[list[float], list[float], list[float]]:
    """The time of hints along one drive of the best driving, at starts of turns and within them; and with parts, at
    starts."""
    starts, within, parts = list[float](), list[float](), list[float]()
    luck = Seeded("a drive")
    while not state.over and state.car.status in ("waiting", "road"):
        if is_turn_start(state):
            starts.append(taken(best.costs, state))
            parts.append(taken(best.ranked, state))
        else:
            within.append(taken(best.costs, state))
        state, _ = GAME.play(state, best.choice(state), luck)
    return starts, within, parts
