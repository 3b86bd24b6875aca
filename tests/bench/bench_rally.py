"""Speed and weight of a rally of six drivers and five stages of DIRT: its first stage, and its last one, with all that
was played before, beside a stage alone and a bare button in the same run.

Absolute times mean nothing on a shared machine; ratios in one run do. Nothing here asserts a time.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from rallyman_tutor.games import SHELF
from rallyman_tutor.page.browser_save import save_table
from rallyman_tutor.page.show import patches
from rallyman_tutor.page.update import hear
from rallyman_tutor.rally.boxes import box_of
from rallyman_tutor.rally.rally import Rally, begin, driving
from rallyman_tutor.rally.setup import RallySetup, entries
from rallyman_tutor.tutor.session.playing import of_rally
from tests.bench.bench_pages import BUTTON, COMPILED, FRAME, READY, click, lay, memory, newest, visitor
from tests.bench.taking import Figures, rounds
from tests.page.host import Visit
from tests.pages.servers import Server, alone

ROUNDS = rounds(21)
GAME, AT = SHELF["dirt"], "rally/dirt"
DRIVERS, STAGES, MIDDLE = 6, 5, 6
TABLES = ("a stage alone", "first stage of five", "last stage of five")
BENCH = Path(__file__).parent / "notebooks"
KEEP = "kept => localStorage.setItem('rallyman-tutor:kept:rally/dirt', kept)"
TAKE_THE_SCREEN = ".rt-rally .rt-primary:not([type=submit])"  # not that of the set-up, which may be there before
BOARD = ".rt-spaces path"


@cache
def at_tables() -> dict[str, Rally]:
    """Three times Ana is in the middle of a stage; all others are careful bots."""
    rally = [stage for stages in box_of(GAME).rallies.values() for stage in stages][:STAGES]
    many, (one,) = (tuple(in_the_middle(tuple(stages))) for stages in (rally, rally[-1:]))
    return dict(zip(TABLES, (one, many[0], many[-1]), strict=True))


def in_the_middle(stages: tuple[str, ...]) -> Iterator[Rally]:
    """The rally on these stages, in each of them as soon as Ana can roll the 1 behind the sixth round: by then the log
    is as long as it gets."""
    rally = begin(GAME, RallySetup(entries(DRIVERS, "careful"), stages))
    seen: set[int] = set()
    for now in driving(rally):
        state: Any = now.state
        number = len(state.rally.times)
        is_hers = not now.is_over and GAME.turn(state) == 0 and state.turn.phase == "draft" and state.round > MIDDLE
        if is_hers and number not in seen and any(GAME.write_move(move)[:2] == "1>" for move in GAME.moves(state)):
            seen.add(number)
            yield replace(now, levels=("", *now.levels[1:]))


def kept(table: str) -> str:
    return json.dumps(save_table(AT, of_rally(at_tables()[table])))


# -- Without a browser ------------------------------------------------------------------------------------------------


def test_kernel_time_of_a_click(capsys: pytest.CaptureFixture[str]) -> None:
    row, saved, sent = Figures(*TABLES), Figures(*TABLES), Figures(*TABLES)
    visits = {table: at_board(table) for table in TABLES}
    for n in range(10 * ROUNDS):
        for table, visit in visits.items():
            before, state = visit.page, visit.page.session
            assert state is not None
            draft = [] if n % 2 else [GAME.write_move(GAME.moves(state.state)[0])]
            begins = time.process_time()
            visit.page = hear(before, {"do": "draft", "moves": draft}, visit.lessons, visit.now)
            letters = 0
            for patch in patches(before, visit.page):
                letters += len(json.dumps(patch.wire))
                if "view" in patch.wire:
                    row.note(table, 1e6 * (time.process_time() - begins))
                    sent.note(table, letters)
            saved.note(table, 1e6 * (time.process_time() - begins))
    row.say(capsys, "kernel's processor time from a click to the answer with its row", "us", TABLES[-1], skip=2)
    saved.say(capsys, "  until the browser has all that it keeps, too", "us", TABLES[-1], skip=2)
    sent.say(capsys, "letters of the answer with its row", "", TABLES[-1], skip=2)


def at_board(table: str) -> Visit:
    visit = Visit("home")
    visit.says(do="go", to=AT, kept=json.loads(kept(table)))
    visit.says(do="ready")
    return visit


# -- In a browser -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("notebooks")
    for name in ("dirt-rally", "button"):
        source = BENCH / f"{name}.ipynb"
        shutil.copy(source if source.exists() else BENCH.parents[1] / f"pages/notebooks/{name}.ipynb", folder)
    server = alone(folder, env=COMPILED)
    yield server
    server.stop()


def seated(page: Page, server: Server, table: str) -> None:
    """Opens a rally that this browser kept, and takes the screen."""
    page.goto(server.page("dirt-rally"), wait_until="commit", timeout=120_000)
    page.evaluate(KEEP, kept(table))
    page.goto("about:blank")
    page.goto(server.page("dirt-rally"), wait_until="commit", timeout=120_000)
    page.wait_for_selector(TAKE_THE_SCREEN, timeout=120_000)
    page.click(TAKE_THE_SCREEN)
    page.wait_for_selector(BOARD, state="attached", timeout=120_000)


def test_click_to_row_and_memory(browser: Browser, server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    known, shown, weight = Figures(*TABLES, "button"), Figures(*TABLES, "button"), Figures(*TABLES)
    for table in (*TABLES, "button"):
        with visitor(browser) as context, shown.take(table):
            page = context.new_page()
            if table == "button":
                page.goto(server.page(table), wait_until="commit", timeout=120_000)
                page.wait_for_function(READY, timeout=120_000)
            else:
                seated(page, server, table)
                page.wait_for_timeout(2_000)
                weight.note(table, memory(newest(server)))
            for n in range(ROUNDS):
                act = (lambda page, pause: click(page, pause, BUTTON)) if table == "button" else lay
                act(page, 0)
                times = act(page, FRAME * n / ROUNDS)
                known.note(table, times[0])
                shown.note(table, times[1])
            page.goto("about:blank")
        server.clear()
    shown.say(capsys, f"click to the picture with its row, medians of {ROUNDS}", "ms", TABLES[-1])
    known.say(capsys, "  of these, until the page has the answer", "ms", TABLES[-1])
    weight.say(capsys, "kernel memory (PSS)", "MB", TABLES[-1])
