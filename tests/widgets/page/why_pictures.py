"""Makes the pictures of docs/why.md from the real page: a puzzle that is answered wrong, and then right.

python -m tests.widgets.page.why_pictures
"""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from rallyman_tutor.coach.puzzles import puzzles
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.doctor import CHROMIUM
from rallyman_tutor.tutor.learner.puzzles import as_lesson
from tests.conftest import FLAGS
from tests.widgets.page.host import Devices, answered, visits

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
KEY, NUMBER = "classic", 3
PART = (560, 46, 1280, 606)
"""The part of the page that is shown: the end of the road, and the sheet beside it."""
COLOURS = 80


def picture(page: Page, named: str) -> None:
    """Keep the page as it is, in few colours."""
    whole = Image.open(BytesIO(page.screenshot())).convert("RGB").crop(PART)
    few = whole.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{named}.png", optimize=True)


def main() -> None:
    """Make both pictures anew."""
    shown = [choice.id for choice in as_lesson(SHELF[KEY], NUMBER).steps[0].choices]
    answers = enumerate(puzzles(KEY)[NUMBER - 1].answers, 1)
    named = next(number for number, answer in answers if answer.principle)  # a wrong one, with its reason
    wrong, right = shown.index(str(named)), shown.index("1")
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, CHROMIUM))), args=list(FLAGS)
        )
        with visits(Devices(browser)) as open_page:
            page = open_page("index", at=f"puzzles/{KEY}/{NUMBER}", drawn=True, reduced_motion="reduce")
            for answer, name in ((wrong, "wrong-answer"), (right, "right-answer")):
                page.locator(".rt-answer").nth(answer).click()
                answered(page)
                page.mouse.move(1, 1)
                page.wait_for_timeout(400)
                picture(page, name)
        browser.close()


if __name__ == "__main__":
    main()
