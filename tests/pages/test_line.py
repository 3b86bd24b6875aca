"""The line between page and kernel: it ends with the page, and tells the learner when it is lost.

Here with a true server, kernel and line. What is wide here is shown without them in test_watch.py, case by case.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocket, expect

from rallyman_tutor.pages.server.connection import QUESTION
from tests.conftest import PATIENCE
from tests.pages.servers import Line, Server, alone, free_port, until
from tests.pages.visits import ONE_SERVER

BANNER = "#rallyman-banner > div"
SOON = 2_000
"""Milliseconds that a learner may wait without a word, by the page's own clock: a busy machine's delays do not
count."""


class Asked(list[str]):
    """The messages and requests of a page from now on; data that it holds itself is not asked for."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._page, self._open = page, 0
        page.on("request", lambda request: self.append(request.url) if request.url.startswith("http") else None)
        page.on("websocket", self._follow)

    def _follow(self, line: WebSocket) -> None:
        def sends(frame: str | bytes) -> None:
            self._open += frame == QUESTION
            self.append(str(frame))

        def hears(frame: str | bytes) -> None:
            self._open -= isinstance(frame, str) and frame.startswith(QUESTION)

        line.on("framesent", sends)
        line.on("framereceived", hears)

    @property
    def questions(self) -> int:
        """How often the page has asked whether its kernel lives."""
        return sum(what == QUESTION or "/alive/" in what for what in self)

    def wait(self) -> None:
        """Wait until every question has its answer."""
        for _ in range(PATIENCE // 10):
            if not self._open:
                return
            self._page.wait_for_timeout(10)
        raise AssertionError(f"{self._open} questions have no answer")


def kill(pid: int) -> None:
    """End a kernel, and wait until it is gone."""
    os.kill(pid, signal.SIGKILL)
    assert until(lambda: is_gone(pid))


def is_gone(pid: int) -> bool:
    """Whether a process has ended. It may do so while its state is read."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("ascii")
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state.rpartition(")")[2].split()[0] == "Z"


def stands_still(page: Page) -> None:
    """From here on time passes on the page only when it is told to."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 0.1"))


def open_button(page: Page, server: Server, address: str = "") -> None:
    page.goto(server.page("button", address))
    page.wait_for_function("window.jupyterapp?.widgetManager?.kernel?.connectionStatus === 'connected'")
    expect(page.get_by_role("button", name="count")).to_be_visible()


def counts(page: Page, to: int) -> None:
    page.get_by_role("button", name="count").click()
    expect(page.locator("main .widget-label")).to_have_text(str(to))


@pytest.fixture
def line(voila_server: Server) -> Iterator[Line]:
    made = Line(voila_server)
    yield made
    made.cut()


@ONE_SERVER
def test_reloading_and_closing_a_tab_leaves_no_kernel_behind(server: Server, context: BrowserContext) -> None:
    server.clear()  # what other tests may have left
    assert server.alone()
    page = context.new_page()
    open_button(page, server)
    page.reload()
    page.wait_for_function("window.jupyterapp?.widgetManager?.kernel?.connectionStatus === 'connected'")
    assert until(lambda: len(server.kernels()) == 1), server.kernels()
    page.close(run_before_unload=True)
    assert server.alone(), server.kernels()


def test_deserted_kernels_are_stopped_in_time(server: Server) -> None:
    assert 60 <= server.seen()["culls_after"] <= 3600


def test_tabs_that_crashed_free_their_kernels() -> None:
    """One of them lives on, and one is dead."""
    server = alone(MappingKernelManager={"cull_idle_timeout": 4, "cull_interval": 1})
    try:
        for _ in range(2):
            status, _, _ = server.get("voila/render/empty.ipynb")  # never connects and never says goodbye
            assert status == 200
        kill(next(iter(server.kernels().values())))
        assert server.alone(30)
    finally:
        server.stop()


def test_a_kernel_is_stopped_that_no_page_asks_about_or_later_that_none_reached() -> None:
    server = alone(Seats={"unheard": 2, "unmet": 6})
    try:
        for _ in range(2):
            status, _, _ = server.get("voila/render/empty.ipynb")  # left before it could connect
            assert status == 200
        asked, left = server.kernels()
        server.get(f"{server.address}rallyman/alive/{asked}")
        assert until(lambda: left not in server.kernels(), 30)
        assert asked in server.kernels()
        assert server.alone(30)
    finally:
        server.stop()


@ONE_SERVER
def test_a_tab_that_is_closed_without_a_question_leaves_no_kernel_behind(
    server: Server, context: BrowserContext
) -> None:
    """As phones close tabs: all that a page hears is that it is hidden."""
    server.clear()
    assert server.alone()
    page = context.new_page()
    open_button(page, server)
    assert len(server.kernels()) == 1
    page.close()
    assert server.alone(), server.kernels()


def test_goodbye_is_heard_from_whoever_was_given_the_token(server: Server) -> None:
    """As the page says it: see `test_goodbye_is_said_once_with_the_token_that_allows_it`."""
    server.clear()
    jar = CookieJar()
    browser = build_opener(HTTPCookieProcessor(jar))
    with browser.open(server.page("empty"), timeout=60) as page:
        text = page.read().decode()
    (kernel,) = server.kernels()
    base = json.loads(text.partition('id="jupyter-config-data" type="application/json">')[2].partition("</script>")[0])
    address = urljoin(server.address, f"{base['baseUrl']}voila/api/shutdown/{kernel}")
    token = next(cookie.value for cookie in jar if cookie.name == "_xsrf")
    for said, is_heard in (("another", False), (token, True)):
        try:
            browser.open(address, urlencode({"_xsrf": said}).encode(), timeout=20).close()
        except HTTPError as refused:
            with refused:
                assert refused.code == 403 and not is_heard
        assert (kernel in server.kernels()) != is_heard


def test_a_kernel_that_was_killed_is_dead_to_whoever_asks_and_does_not_come_back(server: Server) -> None:
    server.clear()
    assert server.get("voila/render/empty.ipynb")[0] == 200
    ((kernel, pid),) = server.kernels().items()

    def lives(kernel: str) -> bool:
        _, _, answer = server.get(f"{server.asked_at}alive/{kernel}")
        return bool(json.loads(answer)["alive"])

    assert lives(kernel)
    kill(pid)
    assert until(lambda: not lives(kernel))
    assert not lives("0-0-0-0-0"), "as after the server was started again"
    assert not server.seen()["restarts"], "it would come back for nobody"
    server.clear()


@pytest.mark.wide
@ONE_SERVER
def test_a_killed_kernel_is_told_and_replaced(server: Server, page: Page) -> None:
    server.clear()  # what other tests may have left
    assert server.alone()
    open_button(page, server)
    page.evaluate("window.old = true")
    (first,) = server.kernels().values()
    kill(first)
    expect(page.locator(BANNER)).to_contain_text("engine has stopped")
    page.wait_for_function("!window.old && window.jupyterapp?.widgetManager?.kernel?.connectionStatus === 'connected'")
    counts(page, 1)
    expect(page.locator(BANNER)).to_have_count(0)
    assert until(lambda: len(server.kernels()) == 1), "the dead one has not come back, for nobody"
    assert first not in server.kernels().values()


def test_a_line_cut_for_four_seconds_is_told_and_goes_on_where_it_was(
    voila_server: Server, line: Line, context: BrowserContext
) -> None:
    page = context.new_page()
    asked = Asked(page)
    open_button(page, voila_server, line.address)
    counts(page, 1)
    before = asked.questions
    line.cut()
    expect(page.locator(BANNER)).to_contain_text("the line is slow or cut")
    assert asked.questions <= before + 3, "the last on the line, and the first that is refused"
    page.wait_for_timeout(4_000)
    expect(page.locator(BANNER)).to_be_visible()
    line.mend()
    expect(page.locator(BANNER)).to_have_count(0)
    counts(page, 2)


@pytest.mark.wide
def test_a_line_that_lets_nothing_through_is_told(voila_server: Server, line: Line, timed: Page) -> None:
    page = timed
    asked = Asked(page)
    open_button(page, voila_server, line.address)
    expect(page.locator("#rallyman-start")).to_have_count(0)
    stands_still(page)
    asked.wait()
    line.freeze()
    page.clock.run_for(SOON)
    expect(page.get_by_text("waiting for an answer …")).to_be_visible()
    expect(page.locator(BANNER)).to_have_count(0)  # it may be the machine that is busy
    page.clock.run_for(8_000)
    expect(page.locator(BANNER)).to_contain_text("the line is slow or cut")
    line.mend()
    page.clock.resume()
    expect(page.locator(BANNER)).to_have_count(0)
    expect(page.get_by_text("waiting for an answer …")).to_have_count(0)
    counts(page, 1)


@pytest.mark.wide
@pytest.mark.parametrize(("does", "least", "most"), [(True, 100, 140), (False, 4, 10)], ids=["something", "nothing"])
def test_in_a_minute_a_page_asks_at_every_look_or_six_times_and_never_by_a_request(
    voila_server: Server, timed: Page, does: bool, least: int, most: int
) -> None:
    page = timed
    asked = Asked(page)
    open_button(page, voila_server)
    expect(page.locator("#rallyman-start")).to_have_count(0)
    stands_still(page)
    page.clock.run_for(40_000)
    asked.wait()
    asked.clear()
    for _ in range(60 * 5):
        if does:
            page.keyboard.press("Shift")
        page.clock.run_for(200)
        asked.wait()
    assert set(asked) == {QUESTION}
    assert least <= len(asked) <= most


@pytest.mark.wide
@ONE_SERVER
def test_a_busy_kernel_thinks_and_is_not_lost(server: Server, page: Page) -> None:
    open_button(page, server)
    page.evaluate(
        """() => { window.told = [];
                  for (const what of ["rallyman-banner", "rallyman-thinking"]) {
                    const place = document.getElementById(what);
                    new MutationObserver(() => told.push(place.textContent)).observe(place, { childList: true });
                  } }"""
    )
    page.get_by_role("button", name="think").click()  # for three seconds
    page.get_by_role("button", name="count").click()
    expect(page.locator("main .widget-label")).to_have_text("1")
    expect(page.get_by_text("thinking …")).to_have_count(0)
    assert page.evaluate("told") == ["thinking …", ""]


@pytest.mark.wide
def test_a_server_that_was_started_again_gets_a_new_page(page: Page) -> None:
    server = alone(port=free_port())
    try:
        open_button(page, server)
        page.evaluate("window.old = true")
        server.stop()
        expect(page.locator(BANNER)).to_contain_text("the line is slow or cut")
        server.start()
        page.wait_for_function(
            "!window.old && window.jupyterapp?.widgetManager?.kernel?.connectionStatus === 'connected'"
        )
        counts(page, 1)
    finally:
        server.stop()
