"""Makes the pictures of README.md from the real page: a film of a die that is laid, refused and mended, and a table of
each game.

    python -m tests.widgets.page.readme_pictures
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.doctor import CHROMIUM
from rallyman_tutor.scene.svg import svg
from tests.conftest import FLAGS
from tests.pages.visits import Open
from tests.widgets.page.host import Devices, answered, visits

PICTURES = Path(__file__).parents[3] / "notebooks" / "pictures"
FILM = PICTURES / "play.gif"
WIDE = 640
TABLES = {"classic": "winter", "dirt": "R1-SS1", "crazy_rally": "", "mil_millas": ""}
"""The table of each game that is shown; "" for its first one."""
SMALL = """<style>body { margin: 0; background: #faf7f2 }
svg { display: block; margin: auto; max-width: 420px; max-height: 260px; width: auto; height: auto }</style>"""
FRAMES = (("", 1200), ("1", 900), ("3", 3200), ("mend", 1400), ("roll", 2600))
"""Each picture of the film: the press before it, and how long it is shown, in thousandths of a second."""


def film(open_page: Open) -> Iterator[tuple[Image.Image, int]]:
    """The pictures of the film, each with its time."""
    page = open_page("drive", 820, drawn=True, reduced_motion="reduce")
    for press, time in FRAMES:
        match press:
            case "":
                pass
            case "mend":
                page.locator(".rt-remedies .rt-try").first.click()
            case "roll":
                page.get_by_role("button", name=re.compile("^Roll")).first.click()
            case die:
                page.locator(f".rt-die[data-piece='{die}']").dblclick()
        answered(page)
        page.wait_for_timeout(300)
        yield picture(page), time


def picture(page: Page) -> Image.Image:
    """The page as it is, in small."""
    whole = Image.open(BytesIO(page.screenshot())).convert("RGB")
    return whole.resize((WIDE, round(whole.height * WIDE / whole.width)), Image.Resampling.LANCZOS)


def table(key: str, named: str) -> str:
    """The picture of a table of a game before its first move."""
    game = SHELF[key]
    start = game.ready_tables[named] if named else next(iter(game.ready_tables.values()))
    state = game.new(game.spec(start, ("You", "Ana", "Ben")[: max(2, game.seats[0])]))
    return svg(game.draw(state, (), (), False))


def main() -> None:
    """Make all pictures anew."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, CHROMIUM))), args=list(FLAGS)
        )
        with visits(Devices(browser)) as open_page:
            pictures, times = zip(*film(open_page), strict=True)
        first, *others = (one.quantize(128, method=Image.Quantize.MEDIANCUT) for one in pictures)
        first.save(FILM, save_all=True, append_images=others, duration=list(times), loop=0, optimize=True)
        page = browser.new_page(viewport={"width": 420, "height": 260}, device_scale_factor=2)
        for key, named in TABLES.items():
            page.set_content(SMALL + table(key, named))
            small = Image.open(BytesIO(page.screenshot())).convert("RGB").quantize(192)
            small.save(PICTURES / f"{key}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
