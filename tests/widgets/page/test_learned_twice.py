"""The words of the summary and of what costs most are told twice: each page is filled, printed and left by its buttons.
See `tests/tutor/told_twice.py`."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rallyman_tutor.tutor.learner import progress
from tests.page.host import NOON, as_sent
from tests.pages.learner import all_that_is_here
from tests.pages.visits import Open
from tests.tutor.test_insight import LOST, drives
from tests.tutor.told_twice import Twice
from tests.widgets.page.asking import button, session
from tests.widgets.page.courses import FIRST, by_heart

pytestmark = pytest.mark.usefixtures("same_tables")


def test_what_was_learned_is_printed_and_leads_to_what_it_cost(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("index")
    empty = page.locator(".rt-summary")
    all_that_is_here(page).locator(".rt-door", has=page.get_by_text(tell("summary"), exact=True)).click()
    expect(empty.locator("h2")).to_have_text(tell("summary"))
    expect(empty).to_contain_text(tell("summary-none"))
    page.evaluate("() => { window.print = () => { window.printed = (window.printed ?? 0) + 1; }; }")
    button(empty, tell("print")).click()
    assert page.evaluate("() => window.printed") == 1
    button(empty, tell("insight")).click()
    insight = page.locator(".rt-insight")
    expect(insight.locator("h2")).to_have_text(tell("insight"))
    expect(insight.locator(".rt-quiet").first).to_have_text(tell("insight-empty"))
    assert session(page, "place")["insight"]["empty"] is True and not session(page, "progress").get("log")
    button(insight, tell("summary")).click()
    button(empty, tell("to-map")).click()
    kept = progress.with_broken_rule(by_heart(FIRST), "CL-GEAR-03", NOON)
    page.evaluate("(progress) => host.model.send({ do: 'bring', progress })", progress.plain(kept))
    expect(page.locator(".rt-home p[role=status]")).to_have_text(tell("brought"))
    all_that_is_here(page).locator(".rt-door", has=page.get_by_text(tell("summary"), exact=True)).click()
    expect(empty).not_to_contain_text(tell("summary-none"))
    expect(empty.locator("h3").first).to_contain_text(FIRST.title)
    page.evaluate("(progress) => host.model.send({ do: 'bring', progress })", as_sent(progress.plain(drives(LOST))))
    all_that_is_here(page).locator(".rt-door", has=page.get_by_text(tell("insight"), exact=True)).click()
    expect(insight.locator(".rt-quiet").first).to_have_text(tell("insight-more"))
    assert len(session(page, "progress")["log"]) == len(LOST), "the diary that the browser is given to keep"
    insight.get_by_text(tell("insight-table"), exact=True).first.click()
    expect(insight.locator("details table").first).to_be_visible()
