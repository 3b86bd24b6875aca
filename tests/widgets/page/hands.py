"""The hands and ears of tests of the scripts: dice by mouse and finger, drafts, the live region."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def middle(page: Page, place: str) -> tuple[float, float]:
    """Where a space is on the screen."""
    x, y = page.evaluate(
        """place => { const path = document.querySelector(`[data-place='${place}']`), box = path.getBoundingClientRect();
                      return [box.x + box.width / 2, box.y + box.height / 2]; }""",
        place,
    )
    return x, y


def die(page: Page, piece: str) -> tuple[float, float]:
    box = page.locator(f"[data-piece='{piece}']").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def still(page: Page) -> None:
    """Wait until nothing on the board moves any more."""
    page.wait_for_function("() => !document.querySelector('.rt-board').getAnimations({ subtree: true }).length")


def lays(page: Page, *names: str) -> None:
    expect(page.locator(".rt-draft .rt-what")).to_have_text(list(names))


def spoken(page: Page) -> str:
    return str(page.evaluate("() => document.querySelector('[aria-live]').textContent.trim()"))


def hears(page: Page, *words: str) -> str:
    """Wait until the live region says these words."""
    for word in words:
        expect(page.locator(".rt-ears[aria-live]")).to_contain_text(word)
    return spoken(page)


def at_cursor(page: Page) -> str:
    """The screen reader's words on the space of the cursor."""
    return str(
        page.evaluate(
            """() => { const at = document.querySelector('.rt-list').getAttribute('aria-activedescendant');
                       return document.getElementById(at)?.ariaLabel ?? ''; }"""
        )
    )


def touches(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger goes down, moves and leaves."""
    line = page.context.new_cdp_session(page)
    way = [(start[0] + (end[0] - start[0]) * n / 12, start[1] + (end[1] - start[1]) * n / 12) for n in range(13)]
    for kind, points in (("touchStart", way[:1]), *(("touchMove", [point]) for point in way[1:]), ("touchEnd", [])):
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
        page.wait_for_timeout(16)
