"""The cost of a page in each language, beside English: languages take turns, round by round. Times are the processor's,
and the ratio of two medians counts. Nothing here asserts a time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rallyman_tutor.pages.server.visitors import SETTING
from rallyman_tutor.tutor.words.language import ENGLISH, LANGUAGES
from tests.bench.bench_pages import newest
from tests.bench.speaker import memory
from tests.bench.taking import Figures, rounds
from tests.pages.servers import ROOT, Server, alone

ROUNDS = rounds(21)
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}  # a learner's Python compiles a module once, whatever this machine is told
QUIET = 1_500  # ms after which what comes behind the first answer is done
READY = "language => document.querySelector('.rt-ground canvas')?.width && document.documentElement.lang === language"


@pytest.fixture(scope="module")
def served() -> Iterator[Server]:
    server = alone(ROOT / "notebooks", env={SETTING: "64", **COMPILED})
    yield server
    server.stop()


def in_turn() -> Iterator[str]:
    """Every language so many times, and once more at first, which fills caches."""
    for _ in range(ROUNDS + 1):
        yield from LANGUAGES


def speaker(*asked: str) -> str:
    """A process of its own, and the figures that it tells."""
    command = [sys.executable, "-m", "tests.bench.speaker", *asked]
    return subprocess.run(command, env=os.environ | COMPILED, check=True, capture_output=True, text=True).stdout


def test_processes_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    start, weight = Figures(*LANGUAGES), Figures(*LANGUAGES)
    for language in in_turn():
        for figures, figure in zip((start, weight), json.loads(speaker("start", language)), strict=True):
            figures.note(language, figure)
    start.say(capsys, f"a drive in a process of its own, CPU, medians of {ROUNDS}", "ms", ENGLISH, skip=1)
    weight.say(capsys, f"its memory (PSS), medians of {ROUNDS}", "MB", ENGLISH, skip=1)


def test_a_laid_die(capsys: pytest.CaptureFixture[str]) -> None:
    figures = Figures(*LANGUAGES)
    for language, laid in json.loads(speaker("die")).items():
        figures.note(language, laid)
    figures.say(capsys, "a die is laid, CPU, medians of hundreds", "µs", ENGLISH)


def test_served_kernels(browser: Browser, served: Server, capsys: pytest.CaptureFixture[str]) -> None:
    start, weight = Figures(*LANGUAGES), Figures(*LANGUAGES)
    with closing(browser.new_context(viewport={"width": 1280, "height": 800})) as context:
        for language in in_turn():
            served.clear()
            with start.take(language), closing(context.new_page()) as page:
                page.goto(f"{served.page('drive')}?lang={language}", timeout=120_000)
                page.wait_for_function(READY, arg=language, timeout=120_000)
                page.wait_for_timeout(QUIET)
                kernel = newest(served)
                start.note(language, worked(kernel))
                weight.note(language, memory(kernel))
                page.goto("about:blank")
    start.say(capsys, f"a served kernel and its page, CPU, medians of {ROUNDS}", "ms", ENGLISH, skip=1)
    weight.say(capsys, f"its memory (PSS), medians of {ROUNDS}", "MB", ENGLISH, skip=1)


def worked(process: int) -> float:
    """CPU milliseconds of all threads of a process so far."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text("ascii").split()[0]) for thread in threads) / 1e6
