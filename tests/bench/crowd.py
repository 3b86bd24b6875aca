"""Crowds: many visitors open the same page in the same second, again and again, on a machine that is busy.

    make crowd                            a thousand page loads in crowds of ten under a load of ten, crowds of twenty,
                                          and kernels killed while their pages load
    make crowd LOADS=100                  the same with fewer

For each way it says how many pages stayed blank, how many needed a second start, what the first of them said, and the
seconds until a page was there. It takes about a minute for ten loads under a load of ten on two cores.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from playwright.sync_api import Browser, Error, Page, sync_playwright

from rallyman_tutor.pages.doctor import CHROMIUM
from rallyman_tutor.pages.server.visitors import SETTING
from tests.conftest import FLAGS
from tests.pages.servers import ROOT, Server, alone, until

PATIENCE = 180  # seconds after which a page counts as blank
READY = """() => document.querySelector(".rt-list li") && document.querySelector(".rt-ground canvas")
  && !document.querySelector("#rallyman-start")"""


class Load(NamedTuple):
    """How one page came: after so many seconds (None: never), at which start, its words when it stayed blank, and how
    many processes wanted to run meanwhile, as the system counts them over a minute."""

    seconds: float | None
    start: int
    said: str = ""
    load: float = 0.0


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keeps the machine busy with so many programs that do nothing but reckon."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def crowd(browser: Browser, server: Server, visitors: int, kills: int) -> list[Load]:
    """Load a page for every visitor at once, each with their own browser cache, and kill some kernels meanwhile."""
    contexts = [browser.new_context(viewport={"width": 1280, "height": 800}) for _ in range(visitors)]
    pages = [context.new_page() for context in contexts]
    starts = [0] * visitors

    def counts(number: int) -> Callable[[Page], None]:
        def count(page: Page) -> None:
            starts[number] += page.url.startswith("http")

        return count

    for number, page in enumerate(pages):
        page.on("domcontentloaded", counts(number))
    begun, address = time.monotonic(), server.page("drive")
    for page in pages:
        page.evaluate("address => { setTimeout(() => { location = address; }) }", address)
    for _ in range(kills):
        with suppress(OSError):
            if kernels := until(lambda: list(server.kernels().values()), 60):
                os.kill(random.choice(kernels), signal.SIGKILL)
        pages[0].wait_for_timeout(500)
    waiting, loads = dict(enumerate(pages)), dict[int, Load]()
    while waiting and time.monotonic() - begun < PATIENCE:
        for number, page in list(waiting.items()):
            if is_there(page):
                loads[number] = Load(time.monotonic() - begun, max(1, starts[number]))
                del waiting[number]
        pages[0].wait_for_timeout(100)
    for number, page in waiting.items():
        loads[number] = Load(None, starts[number], looks(page))
    for page, context in zip(pages, contexts, strict=True):
        with suppress(Error):
            page.goto("about:blank")
        context.close()
    with suppress(OSError):  # a server that is too busy to answer ends its kernels all the same
        server.clear()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0  # not on Windows
    return [one._replace(load=load) for one in loads.values()]


def is_there(page: Page) -> bool:
    with suppress(Error):  # a page that is just being loaded again
        return bool(page.evaluate(READY))
    return False


def looks(page: Page) -> str:
    """The visible part of a page that stayed blank, and how far it came."""
    with suppress(Error):
        far = page.evaluate(
            "() => [location.href, document.readyState, document.documentElement.outerHTML.length].join(' ')"
        )
        return f"{page.inner_text('body')[:200]!r} {far}".replace("\n", " | ")
    return "it does not even answer"


def report(title: str, loads: list[Load]) -> None:
    came = sorted(load.seconds for load in loads if load.seconds is not None)
    blank = [load for load in loads if load.seconds is None]
    later = [load for load in loads if load.seconds is not None and load.start > 1]
    average = statistics.quantiles([one.load for one in loads], n=100)
    print(f"\n{title}: {len(loads)} loads, {len(blank)} blank, {len(later)} at a later start", flush=True)
    print(
        f"  at a load of {average[49]:.0f}, rarely below {average[4]:.0f} (the minute's average behind each crowd: median, 5 of 100)"
    )
    if came:
        late = came[max(0, len(came) * 95 // 100 - 1)]
        print(
            f"  there after {statistics.median(came):.1f} s (median), {late:.1f} s (95 of 100), {came[-1]:.1f} s (last)"
        )
    for load in blank[:5]:
        print(f"  blank at start {load.start}: {load.said}")


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--loads", type=int, default=1000)
    ask.add_argument("--busy", type=int, default=10, help="programs that reckon meanwhile")
    asked = ask.parse_args()
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert found, "Pages are opened in Chromium: install the system package chromium."
    ways = {  # visitors at once, kernels killed in each crowd, the part of the loads
        "crowds of ten": (10, 0, 1.0),
        "crowds of twenty": (20, 0, 0.1),
        "crowds of ten, two kernels killed while pages load": (10, 2, 0.1),
    }
    server, blank = alone(ROOT / "notebooks", env={SETTING: "64"}), 0
    try:
        with sync_playwright() as driver, busy(asked.busy):
            browser = driver.chromium.launch(executable_path=found, args=list(FLAGS))
            for title, (visitors, kills, part) in ways.items():
                loads: list[Load] = []
                while len(loads) < max(visitors, asked.loads * part):
                    loads += crowd(browser, server, visitors, kills)
                    if (
                        len(loads) % 100 < visitors
                    ):  # told on the way, so that a run that is ended early is not for nothing
                        report(f"{title}, beside {asked.busy} programs that reckon", loads)
                blank += sum(load.seconds is None for load in loads)
            browser.close()
    finally:
        server.stop()
    return int(blank > 0)


if __name__ == "__main__":
    sys.exit(main())
