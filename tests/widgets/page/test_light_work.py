"""The browser's work after a click, in counts that no busy machine changes: only what is new is laid out and styled.

A trace of the browser tells it: how many objects were laid out at once, which scripts had the page laid out before it
was painted, and which part of the page was styled anew as a whole.
"""

from __future__ import annotations

import json
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Page, expect

from tests.pages.visits import Open
from tests.some import some
from tests.widgets.page.hands import hears

TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline.invalidationTracking"]
MOST_LAID_OUT = 60
"""Objects, when a die is laid: its row, the words of the co-driver, the tray. Were the name of every space laid out,
it would be 165 in DIRT."""

Trace: TypeAlias = list[dict[str, Any]]


def lay_traced(page: Page) -> Trace:
    """The work of the browser from when a die is laid until its row is painted."""
    page.keyboard.press("1")
    hears(page, "in hand")
    page.wait_for_function("() => document.querySelector('.rt-spaces path.legal')")
    browser = page.context.browser
    assert browser
    browser.start_tracing(page=page, categories=TRACED)
    page.keyboard.press("1")
    expect(page.locator(".rt-draft li")).to_have_count(1)
    page.evaluate("() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))")
    events: Trace = json.loads(browser.stop_tracing())["traceEvents"]
    return events


def named(trace: Trace, name: str) -> Trace:
    return [event for event in trace if event["name"] == name]


@pytest.mark.parametrize("notebook", ["drive", "dirt-drive"])
def test_a_die_that_is_laid_has_only_what_is_new_laid_out_and_styled(opened: Open, notebook: str) -> None:
    trace = lay_traced(opened(notebook))
    for layout in some(named(trace, "Layout")):
        assert layout["args"]["beginData"]["dirtyObjects"] <= MOST_LAID_OUT
    reasons = [event["args"]["data"] for event in named(trace, "StyleInvalidatorInvalidationTracking")]
    assert reasons
    anew = [reason["nodeName"] for reason in reasons if "invalidates subtree" in reason["reason"]]
    assert [name for name in anew if "rt-away" in name or "rt-inside" in name] == []


def test_no_script_has_the_page_laid_out_before_it_is_painted(opened: Open) -> None:
    trace = lay_traced(opened("drive"))
    scripts = [(event["ts"], event["ts"] + event["dur"]) for event in named(trace, "FunctionCall")]
    assert scripts
    for layout in some(named(trace, "Layout")):
        assert not [1 for start, end in scripts if start < layout["ts"] < end], layout
