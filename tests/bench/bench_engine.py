"""Speed of the engine, side by side with engines of other games in the same run.

Absolute times mean nothing on a shared machine; ratios in one run do. Each engine plays random games in turn, round
by round, and the medians are printed. Nothing here asserts a time.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import pytest

from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import judging
from rallyman_tutor.games.classic.notation import read_position

ROUNDS = 9
SECONDS = 0.4


def games(key: str) -> Callable[[random.Random], int]:
    """Whole games of three players, every decision drawn from all legal ones; nobody retires who can go on."""
    game = SHELF[key]

    def play(rng: random.Random) -> int:
        luck = Seeded(rng.random().hex())
        state = game.new(game.demo_game(3))
        decisions = 0
        while not game.over(state):
            moves = game.moves(state)
            move = rng.choice(moves)
            while game.form(move).ends == "game" and len(moves) > 1:
                moves.remove(move)
                move = rng.choice(moves)
            state, _ = game.play(state, move, luck)
            decisions += 1
        return decisions

    return play


def chess_game(rng: random.Random) -> int:
    """A random game of chess on python-chess."""
    import chess

    board = chess.Board()
    moves = 0
    while moves < 300 and (legal := list(board.legal_moves)):
        board.push(rng.choice(legal))
        moves += 1
    return moves


def uno() -> Callable[[random.Random], int]:
    """Random games of uno on rlcard's environment."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno")
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def game(rng: random.Random) -> int:
        trajectories, _ = env.run()
        return sum(len(t) // 2 for t in trajectories)

    return game


def rate(play: Callable[[random.Random], int], rng: random.Random) -> float:
    """Decisions a second of one engine over a short while."""
    done = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        done += play(rng)
    return done / spent


def test_random_decisions_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    engines = {**{key: games(key) for key in SHELF}, "python-chess": chess_game, "rlcard uno": uno()}
    rates: dict[str, list[float]] = {name: [] for name in engines}
    rng = random.Random(1)
    for name in list(engines) * (ROUNDS + 1):
        rates[name].append(rate(engines[name], rng))
    medians = {name: statistics.median(found[1:]) for name, found in rates.items()}
    with capsys.disabled():
        print("\nrandom decisions a second, one core, medians of", ROUNDS)
        for name, found in medians.items():
            ratios = "".join(f"{found / medians[peer]:>8.2f} x {peer}" for peer in ("python-chess", "rlcard uno"))
            print(f"  {name:<14}{found:>10,.0f}{ratios}")
    assert all(found > 0 for found in medians.values())


POSITIONS = {
    "straight": "s14 | A@s1 g3 s3",
    "bend with shortcut, another car": "s4 R3/4x3K4 s5 | A@s4 g4 ; B@b1.line g3 | A",
    "jump into a bend, four cars": "s3 j3 R2/4x3K3 s8 | A@s3 g4 s2 ; B@s4 g4 ; C@b1.d1 g2 ; D@s5 g3 | A",
    "a route over the boards": "START L0, L1-C7-C6-L2-L3-V2-V3-C5, FINISH C4 | A@s12 g3 s4 ; B@s14 g3 | A",
}


DIRT = {  # the longest official stage: 14 tiles and the service park
    "DIRT, at the start": "R3-SS1 | A ; B",
    "DIRT, before a slide, another car": "R3-SS1 | A@3.R1 g3 s4 ; B@3.L1 g3 | A",
    "DIRT, before the finish": "R3-SS1 | A@11.L1 g4 | A",
}


def test_what_every_die_would_mean_on_every_near_space(capsys: pytest.CaptureFixture[str]) -> None:
    game = SHELF["dirt"]
    with capsys.disabled():
        print("\nDIRT: every die on every near space, median of 100")
        for name, text in DIRT.items():
            state = game.read(text)
            spent = []
            for _ in range(100):
                start = time.perf_counter()
                held = game.placements(state, ())
                spent.append(time.perf_counter() - start)
            print(f"  {name:<34}{len(held):>4} answers{1000 * statistics.median(spent):>8.2f} ms")
            assert len(held) > 20


def test_a_full_why_not_table(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print("\nevery die on every space ahead, median of 200")
        for name, text in POSITIONS.items():
            state = read_position(text)
            spent = []
            for _ in range(200):
                start = time.perf_counter()
                table = judging.why_not_table(state)
                spent.append(time.perf_counter() - start)
            print(f"  {name:<34}{len(table):>4} answers{1000 * statistics.median(spent):>8.2f} ms")
            assert len(table) > 20
