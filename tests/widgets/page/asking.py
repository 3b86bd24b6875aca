"""A page is asked: what its session told it, what it has sent, where it is, and its buttons by their names."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

from tests.widgets.page.host import answered, sent


def session(page: Page, part: str) -> Any:
    """A part of what the session told the page."""
    answered(page)
    return page.evaluate("(part) => host.model.get(part)", part)


def button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def last(page: Page) -> dict[str, Any]:
    """The message that the scripts sent last."""
    answered(page)
    return sent(page)[-1]


def at(page: Page) -> str:
    return str(session(page, "place")["at"])
