"""The words of a run against the clock are told twice: a test counts what it has answered. See
`tests/tutor/told_twice.py`."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.pages.learner import all_that_is_here
from tests.pages.visits import Open
from tests.tutor.told_twice import Twice
from tests.widgets.page.asking import at, button, session
from tests.widgets.page.courses import home
from tests.widgets.page.hands import hears
from tests.widgets.page.host import answered

pytestmark = pytest.mark.usefixtures("same_tables")


def test_a_run_counts_what_was_answered(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("index", at="run/classic")
    strip, begin = page.locator(".rt-run-strip"), page.locator(".rt-run .rt-primary")
    lengths = [int(number) for number in re.findall(r"\d+", tell("run-more"))]
    expect(page.locator(".rt-run-lengths label")).to_have_text([tell("run-minutes", n=n) for n in lengths])
    expect(page.locator(".rt-run-scores .rt-quiet")).to_have_text([tell("run-none")] * len(lengths))
    expect(begin).to_have_text(tell("run-start"))
    page.get_by_label(tell("run-name"), exact=True).fill("Ana")
    begin.click()
    expect(strip.get_by_role("timer")).to_have_text(f"{lengths[0]}:00")
    right, wrong, told, shown = 0, 0, [], []
    while wrong < 3:
        expect(page.locator(".rt-answer:enabled").first).to_be_visible()
        page.locator(".rt-answer:enabled").first.click()
        is_right = not session(page, "sheet")["done"]
        right, wrong = right + is_right, wrong + (not is_right)
        told.append(tell("run-right", n=right) if is_right else "")
        said = page.locator(".rt-ears[aria-live]").inner_text()
        shown.append(said[: len(told[-1])])
        names = [strip.locator(f".rt-run-{what}").get_attribute("aria-label") for what in ("right", "wrong")]
        told.append(f"{tell('run-score', n=right)} {tell('run-mistakes', n=wrong, of=3)}")
        shown.append(" ".join(map(str, names)))
        if not is_right:
            told.append(tell("missed"))
            shown.append(page.locator(".rt-well b").first.inner_text())
            page.locator(".rt-next-step").click()
            answered(page)
    assert shown == told and right > 0
    expect(page.locator(".rt-run h3").first).to_have_text(tell("run-missed"))
    expect(page.locator(".rt-run li")).to_have_count(wrong)
    expect(page.locator(".rt-run-scores .rt-mine").first).to_have_text(f"1Ana{right}")
    heads = page.locator(".rt-run-scores table").first.locator("th[scope=col]")
    expect(heads).to_have_text(tell.texts["run-head"])
    expect(begin).to_have_text(tell("run-again"))
    begin.click()
    expect(strip).to_be_visible()
    page.evaluate("() => { document.querySelector('.rt-run-strip i').getAnimations()[0].currentTime = 120_500; }")
    hears(page, tell("run-seconds", n=60))
    home(page)
    expect(strip).to_be_hidden()
    all_that_is_here(page).locator(".rt-door", has=page.get_by_text(tell("run"), exact=True)).click()
    button(page.locator(".rt-run"), tell("to-map")).click()
    assert at(page) == "home"
