"""How long a stage takes to be painted on a canvas, beside writing the same scene as SVG, in the same run.

Nothing here asserts a time.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.widgets import runs as reckoned
from rallyman_tutor.widgets.paint import canvas_for, paint

ROUNDS = 9
STAGES = {
    "short": ("classic", "s3 R3/4x3K4 s2 j4 L2/3x2 s1"),
    "night": ("classic", "s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4"),
    "longest": ("classic", "START L0, L1-C7-C6-L2-L3-V2-V3-C5, FINISH C4"),
    "dirt": ("dirt", "R2-SS1"),
}


def taken(work: Callable[[], object]) -> float:
    """Seconds that something takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


@pytest.mark.parametrize("name", STAGES)
def test_painting_a_stage(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    key, text = STAGES[name]
    game = SHELF[key]
    scene = game.draw(game.read(f"{text} | A"))
    canvas = canvas_for(scene)
    times: dict[str, list[float]] = {"canvas": [], "svg": []}
    for _ in range(ROUNDS):
        reckoned._layers.held.clear()  # as the first visitor of a stage finds it
        reckoned._stamps.held.clear()
        times["canvas"].append(taken(lambda: paint(canvas, scene)))
        times["svg"].append(taken(lambda: svg(scene)))
    canvas_time, svg_time = (statistics.median(times[name]) for name in ("canvas", "svg"))
    with capsys.disabled():
        print(
            f"\npainted in {canvas_time * 1e3:.0f} ms = {canvas_time / svg_time:.2f}x its SVG ({svg_time * 1e3:.0f} ms)"
        )
