"""The watch over a page, with neither server nor kernel: the page comes to life, or says why not, and is left in order.

That a true line, a true kernel and Voila behave as they do here is tested in test_coming.py and test_line.py.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from rallyman_tutor.pages.server.words import words
from tests.conftest import PATIENCE
from tests.pages import frame as frames
from tests.pages.frame import ADDRESS, BUTTON, KERNEL, Frame, Open
from tests.pages.servers import Server
from tests.pages.visits import violations

DEAD = {"alive": False, "life": None}
WAITING = "#rallyman-waiting"
THINKING = "#rallyman-thinking"
READING = 900
"""Milliseconds a banner stands before the page is loaded again; three times as long the next time."""


@pytest.fixture(scope="module")
def html(voila_server: Server) -> str:
    """The page as the server sends it."""
    _, _, text = voila_server.get("voila/render/button.ipynb")
    voila_server.clear()
    return frames.without_hints(text)


@pytest.fixture
def opened(browser: Browser, html: str) -> Iterator[Open]:
    with frames.visits(browser, html) as open_frame:
        yield open_frame


def gives_up(frame: Frame) -> None:
    """Time passes, and the page stays as it is, until somebody presses its button."""
    assert frame.stays(30_000), "three times are enough"
    with frame.page.expect_event("load", timeout=PATIENCE):
        frame.page.get_by_role("button", name="Reload").click()


# -- Coming to life ---------------------------------------------------------------------------------------------------


def test_a_widget_is_given_whenever_it_comes(opened: Open) -> None:
    """ipywidgets looks for a model for two seconds, every tenth of one, and a model that came just then was lost to
    it."""
    frame = opened()
    asks = "id => { window.got = []; jupyterapp.widgetManager.get_model(id).then((model) => got.push(model)); }"
    for held in (0, 1_900, 2_000, 2_100, 6_000):
        frame.page.evaluate(asks, f"late by {held}")
        frame.passes(held)
        assert frame.page.evaluate("() => got") == []
        frame.page.evaluate("id => frame.registers(id, 'the model')", f"late by {held}")
        assert frame.page.evaluate("() => got") == ["the model"]
        assert frame.page.evaluate("id => jupyterapp.widgetManager.get_model(id)", f"late by {held}") == "the model"


def test_the_server_learns_at_once_that_the_page_is_there(opened: Open) -> None:
    """Also while nobody sees it, and all of Voila is still to come: its kernel is stopped otherwise."""
    frame = opened(has_script=None, hidden=True)
    assert frame.page.evaluate("() => document.hidden")
    for _ in range(100):  # the tests hear of a request a moment after it was made
        if not any("/alive/" in path for path in frame.asked):
            frame.page.wait_for_timeout(20)
    assert sum("/alive/" in path for path in frame.asked) == 1


def test_a_still_picture_stands_there_until_the_tutor_is_painted(opened: Open) -> None:
    frame = opened(output="<div class='rt'></div>")
    frame.passes(10_000)
    expect(frame.start).to_be_visible()
    frame.lives()
    expect(frame.start).to_have_class("leaving")
    frame.passes(500)
    expect(frame.start).to_have_count(0)


def test_the_still_picture_goes_by_itself_from_a_page_without_a_tutor(opened: Open) -> None:
    frame = opened()
    frame.passes(5_000)
    expect(frame.start).to_have_count(0)
    assert not frame.told


def test_a_click_goes_through_the_still_picture(opened: Open) -> None:
    frame = opened(output="<button style='margin: 200px' onclick='this.textContent = 1'>count</button>")
    expect(frame.start).to_be_visible()
    frame.page.get_by_role("button", name="count").click()
    expect(frame.at("main button")).to_have_text("1")


def test_a_websocket_that_never_opens_is_told(opened: Open) -> None:
    """Whether it is refused at once or never answered."""
    frame = opened(line="silent")
    for again, line in enumerate(("refused", "silent", "refused")):
        frame.is_told("line to the tutor does not open. It tries again", 40_000)
        assert frame.stays(READING * 3**again - 500)
        frame.wishes(line=line)
        frame.reloads(1_000)
    frame.is_told("often a firewall or a proxy", 40_000)
    gives_up(frame)


SLOW = ("is nowhere", "is still awaited")
FAULTS = {
    "is nowhere": None,
    "is still awaited": "Loading widget...",
    "has a faulty model": "<div class='jupyter-widgets-error-widget'></div>",
    "cannot be shown": "Error displaying widget: model not found",
    "has a script that fails": "Javascript Error: x is not a function",
    "is of a cell that failed": words()["start"]["cell"],
    "is of a cell that took too long": words()["start"]["slow"],
}


def test_a_page_with_a_widget_that_fails_in_any_way_starts_afresh(opened: Open) -> None:
    """How it goes on from there is the same for all of them, and followed to its end below."""
    frame = opened()
    for what, output in FAULTS.items():
        frame.wishes(output=output)
        frame.page.evaluate("() => sessionStorage.removeItem('rallyman:afresh')")
        frame.loads()
        frame.passes(500)
        assert bool(frame.told) == (what not in SLOW), what
        frame.is_told("does not come to life. Your game", 40_000)
        frame.reloads(1_000)


def test_a_page_that_never_comes_starts_afresh_three_times_and_then_asks(opened: Open) -> None:
    frame = opened(output=FAULTS["cannot be shown"])
    for again in range(3):
        frame.is_told("does not come to life. Your game", 1_000)
        assert frame.stays(READING * 3**again - 500)
        frame.reloads(1_000)
    frame.is_told("Reload the page in a while", 1_000)
    gives_up(frame)
    frame.is_told("does not come to life. Your game", 1_000)


def test_a_server_that_does_not_answer_is_waited_for_before_a_page_is_loaded_again(opened: Open) -> None:
    """Or else the browser's own error page would stand there for good."""
    frame = opened(output=FAULTS["cannot be shown"])
    frame.is_told("does not come to life. Your game", 1_000)
    frame.answers = False
    assert frame.stays(4_000)
    frame.is_told("the line is slow or cut", 1_000)
    frame.answers = True
    frame.reloads(3_000)


def test_a_script_that_cannot_be_loaded_starts_the_page_afresh(opened: Open) -> None:
    frame = opened(has_script=False)
    frame.is_told("does not come to life. Your game", 1_000)
    frame.has_script = True
    frame.reloads(1_000)
    expect(frame.page.get_by_role("button", name="count")).to_be_visible()
    assert not frame.told


def test_a_page_that_waits_says_so_and_says_goodbye(opened: Open) -> None:
    frame = opened(has_script=None)
    expect(frame.at(WAITING)).to_have_text("The board is being laid out …")
    frame.passes(7_000)
    expect(frame.at(WAITING)).to_contain_text("still being laid out")
    assert not frame.told
    frame.is_told("does not come to life. Your game", 60_000)
    frame.page.evaluate("() => dispatchEvent(new Event('beforeunload'))")
    assert [token for _, token in frame.goodbyes] == ["token"]


def test_a_kernel_that_dies_while_its_page_comes_is_told_and_replaced(opened: Open) -> None:
    frame = opened(output=None)
    frame.passes(1_000)
    frame.wishes(kernel=DEAD)
    frame.is_told("The page starts it again", 1_000)
    frame.wishes(kernel=KERNEL | {"life": "2"}, output=BUTTON)
    frame.reloads(1_000)
    frame.passes(1_000)
    expect(frame.page.get_by_role("button", name="count")).to_be_visible()
    assert not frame.told


# -- The line and the kernel ------------------------------------------------------------------------------------------


def test_a_kernel_that_is_gone_is_told_and_the_page_starts_again_three_times_at_most(opened: Open) -> None:
    """Dead, or another process. The first question asked after it tells; in this moment one is asked at every look."""
    frame = opened().lives()
    for again, gone in enumerate((DEAD, KERNEL | {"life": "2"}, DEAD)):
        frame.passes(1_000)
        assert not frame.told
        before = frame.page.evaluate("() => frame.questions")
        frame.wishes(kernel=gone)
        frame.is_told("The page starts it again", 1_000)
        assert frame.page.evaluate("() => frame.questions") <= before + 2
        frame.wishes(kernel=KERNEL)
        assert frame.stays(READING * 3**again - 500)
        frame.reloads(1_000)
        frame.lives()
    frame.passes(1_000)
    frame.wishes(kernel=DEAD)
    frame.is_told("Reload the page", 1_000)
    gives_up(frame)


def test_a_line_that_is_cut_is_told_and_goes_on_where_it_was(opened: Open) -> None:
    frame = opened().lives()
    frame.passes(1_000)
    frame.answers = False
    frame.wishes(line="refused")
    frame.page.evaluate("() => frame.lines.at(-1).ends()")
    frame.is_told("the line is slow or cut", 2_000)
    frame.passes(4_000)
    assert "the line is slow or cut" in frame.told
    frame.answers = True
    frame.wishes(line="open")
    frame.passes(10_000)
    assert not frame.told
    assert not frame.page.evaluate("() => window.old"), "the page is the same"


def test_a_line_that_lets_nothing_through_is_told_and_another_one_is_tried(opened: Open) -> None:
    frame = opened().lives()
    frame.passes(1_000)
    frame.answers = False
    frame.wishes(answers=False)
    frame.passes(2_000)
    expect(frame.at(THINKING)).to_have_text("waiting for an answer …")
    assert not frame.told, "it may be the machine that is busy"
    frame.passes(8_000)
    assert "the line is slow or cut" in frame.told
    lines = frame.page.evaluate("() => frame.lines.length")
    frame.answers = True
    frame.wishes(answers=True)
    frame.passes(10_000)
    assert not frame.told
    expect(frame.at(THINKING)).to_have_text("")
    assert frame.page.evaluate("() => frame.lines.length") > lines


def test_what_is_told_of_a_line_leaves_the_board_in_sight_on_a_phone(opened: Open) -> None:
    frame = opened({"viewport": {"width": 390, "height": 780}}).lives()
    frame.answers = False
    frame.wishes(answers=False)
    frame.is_told("the line is slow or cut", 12_000)
    box = frame.banner.bounding_box()
    assert box and box["y"] + box["height"] < 780 / 7, box


def test_in_a_minute_a_page_asks_six_times_or_at_every_look_and_never_by_a_request(opened: Open) -> None:
    """Six times where nobody does anything, and at every look where somebody does."""
    frame = opened().lives()
    frame.passes(40_000)
    for does, least, most in ((False, 4, 10), (True, 100, 140)):
        frame.asked.clear()
        before = frame.page.evaluate("() => frame.questions")
        for _ in range(60):
            if does:
                frame.page.keyboard.press("Shift")
            frame.page.clock.run_for(1_000)
        assert least <= frame.page.evaluate("() => frame.questions") - before <= most
        assert frame.asked == []


def test_a_busy_kernel_thinks_and_is_not_lost(opened: Open) -> None:
    frame = opened().lives()
    frame.page.evaluate("() => frame.becomes('busy')")
    frame.page.clock.run_for(300)
    expect(frame.at(THINKING)).to_have_text("")
    frame.passes(20_000)
    expect(frame.at(THINKING)).to_have_text("thinking …")
    assert not frame.told
    frame.page.evaluate("() => frame.becomes('idle')")
    expect(frame.at(THINKING)).to_have_text("")


def test_after_another_language_was_chosen_the_page_says_in_it_that_its_kernel_thinks(opened: Open) -> None:
    frame = opened().lives()
    frame.page.evaluate("() => { document.documentElement.lang = 'de'; frame.becomes('busy'); }")
    frame.passes(20_000)
    expect(frame.at(THINKING)).to_have_text(words("de")["banner"]["thinking"])
    assert words("de")["banner"]["thinking"] != words("en")["banner"]["thinking"]


# -- Leaving ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("has_script", "events", "said"),
    [
        (None, ["beforeunload", "pagehide"], 1),
        (True, ["beforeunload", "pagehide"], 0),
        (True, ["pagehide", "pagehide"], 1),
    ],
    ids=["before Voila's scripts are there", "when Voila says it", "as phones close tabs"],
)
def test_goodbye_is_said_once_with_the_token_that_allows_it(
    opened: Open, has_script: bool | None, events: list[str], said: int
) -> None:
    frame = opened(has_script=has_script)
    for event in events:
        frame.page.evaluate("event => dispatchEvent(new Event(event))", event)
    kernel = frame.page.evaluate(
        "() => JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId"
    )
    assert frame.goodbyes == [[f"/voila/api/shutdown/{kernel}", "token"]] * said


def test_a_page_that_comes_back_after_its_goodbye_is_loaded_again(opened: Open) -> None:
    frame = opened()
    frame.page.evaluate("() => { window.old = true; dispatchEvent(new Event('pagehide')); }")
    frame.page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    frame.page.wait_for_function("() => !window.old")


# -- Looks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("theme", "paper"), [("light", "rgb(250, 247, 242)"), ("dark", "rgb(20, 23, 27)")])
def test_the_page_has_the_colour_of_the_theme_from_the_start_and_can_be_read_by_everybody(
    opened: Open, theme: str, paper: str
) -> None:
    """At every width; the banner as well."""
    frame = opened({"color_scheme": theme}, has_script=None)
    look = "() => ['body', '#rallyman-start'].map((part) => getComputedStyle(document.querySelector(part)).backgroundColor)"
    assert frame.page.evaluate(look) == [paper] * 2
    findings = []
    for width in (1280, 390):
        frame.page.set_viewport_size({"width": width, "height": 844})
        assert frame.page.evaluate("() => document.documentElement.scrollWidth") <= width
    frame.page.clock.resume()
    for _ in range(2):
        findings += [found["id"] for found in violations(frame.page)]
        frame.answers = False
        expect(frame.banner).to_be_visible()
    assert set(findings) <= {"page-has-heading-one"}, "that is for the notebook to mend"


def test_without_scripts_the_page_says_what_it_needs(browser: Browser, html: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.route(
        "**/*", lambda route: route.fulfill(body=html if route.request.url == ADDRESS else "", content_type="text/html")
    )
    page.goto(ADDRESS)
    expect(page.locator("noscript p")).to_be_visible()  # by its place: Playwright reads no text there
    expect(page.locator("noscript p")).to_contain_text("needs JavaScript")
    expect(page.locator("#rallyman-start")).to_be_hidden()
    context.close()
