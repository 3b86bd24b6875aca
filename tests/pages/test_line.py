"""The line between page and kernel: it is prompt, ends with the page, and tells the learner when it is lost."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from rallyman_tutor.pages.server.connection import QUESTION
from tests.pages.servers import Line, Server, alone, free_port, until

BANNER = "#rallyman-banner > div"
AFRESH_THRICE = "sessionStorage['rallyman:afresh'] = JSON.stringify([Date.now(), Date.now(), Date.now()])"
SOON = 2_000  # ms: what a learner may be left in the dark


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


def test_small_messages_leave_at_once(server: Server, page: Page) -> None:
    open_button(page, server)
    counts(page, 1)
    lines = server.seen()["nodelay"]
    assert lines and all(lines)


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


def test_a_tab_that_crashed_frees_its_kernel() -> None:
    server = alone(MappingKernelManager={"cull_idle_timeout": 4, "cull_interval": 1})
    try:
        status, _, _ = server.get("voila/render/empty.ipynb")  # never connects and never says goodbye
        assert status == 200
        assert server.alone(15)
    finally:
        server.stop()


def test_a_killed_kernel_is_told_and_the_page_starts_again_three_times_at_most(server: Server, page: Page) -> None:
    server.clear()  # what other tests may have left
    assert server.alone()
    begun = time.monotonic()
    open_button(page, server)
    back = max(5.0, 2.5 + time.monotonic() - begun)  # a crowded machine opens pages slowly, this one too
    page.evaluate("window.old = true")
    (pid,) = server.kernels().values()
    os.kill(pid, signal.SIGKILL)
    killed = time.monotonic()
    expect(page.locator(BANNER)).to_contain_text("engine has stopped", timeout=SOON)
    page.wait_for_function("!window.old && window.jupyterapp?.widgetManager?.kernel?.connectionStatus === 'connected'")
    assert time.monotonic() - killed < back
    counts(page, 1)
    expect(page.locator(BANNER)).to_have_count(0)

    page.evaluate(AFRESH_THRICE)
    page.evaluate("window.old = true")
    (pid,) = until(lambda: set(server.kernels().values()) - {pid})
    os.kill(pid, signal.SIGKILL)
    expect(page.locator(BANNER)).to_contain_text("Reload the page", timeout=SOON)
    page.wait_for_timeout(2_000)
    assert page.evaluate("window.old"), "it has done so often enough"
    page.get_by_role("button", name="Reload").click()
    page.wait_for_function("!window.old && window.jupyterapp?.widgetManager?.kernel?.connectionStatus === 'connected'")
    counts(page, 1)


def test_a_line_cut_for_four_seconds_is_told_and_goes_on_where_it_was(
    voila_server: Server, line: Line, page: Page
) -> None:
    open_button(page, voila_server, line.address)
    counts(page, 1)
    line.cut()
    expect(page.locator(BANNER)).to_contain_text("the line is slow or cut", timeout=SOON)
    page.wait_for_timeout(4_000)
    expect(page.locator(BANNER)).to_be_visible()
    line.mend()
    expect(page.locator(BANNER)).to_have_count(0, timeout=5_000)
    counts(page, 2)


def test_a_line_that_lets_nothing_through_is_told(voila_server: Server, line: Line, page: Page) -> None:
    open_button(page, voila_server, line.address)
    expect(page.locator("#rallyman-start")).to_have_count(0)
    line.freeze()
    expect(page.get_by_text("waiting for an answer …")).to_be_visible(timeout=SOON)
    expect(page.locator(BANNER)).to_have_count(0)  # it may be the machine that is busy
    expect(page.locator(BANNER)).to_contain_text("the line is slow or cut", timeout=15_000)
    line.mend()
    expect(page.locator(BANNER)).to_have_count(0)
    expect(page.get_by_text("waiting for an answer …")).to_have_count(0)
    counts(page, 1)


def test_whoever_does_nothing_is_asked_about_six_times_a_minute_and_never_by_a_request(
    voila_server: Server, page: Page
) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.on("websocket", lambda line: line.on("framesent", lambda frame: sent.append(str(frame))))
    page.clock.install()
    open_button(page, voila_server)
    expect(page.locator("#rallyman-start")).to_have_count(0)
    page.clock.run_for(40_000)
    sent.clear()
    for _ in range(60):  # the answers come in true time
        page.clock.run_for(1_000)
        page.wait_for_timeout(20)
    assert {what for what in sent if not what.startswith("data:")} == {QUESTION}
    assert 4 <= len(sent) <= 10


def test_a_busy_kernel_thinks_and_is_not_lost(server: Server, page: Page) -> None:
    open_button(page, server)
    page.evaluate(
        "new MutationObserver(() => window.told = true).observe(document.querySelector('#rallyman-banner'), {childList: true})"
    )
    page.get_by_role("button", name="think").click()
    expect(page.get_by_text("thinking …")).to_be_visible(timeout=1_500)
    page.wait_for_timeout(2_000)
    expect(page.get_by_text("thinking …")).to_be_visible()
    expect(page.get_by_text("thinking …")).to_have_count(0, timeout=3_000)
    assert not page.evaluate("window.told")


def test_a_server_that_was_started_again_gets_a_new_page(page: Page) -> None:
    server = alone(port=free_port())
    try:
        open_button(page, server)
        page.evaluate("window.old = true")
        server.stop()
        expect(page.locator(BANNER)).to_contain_text("the line is slow or cut", timeout=SOON)
        server.start()
        page.wait_for_function(
            "!window.old && window.jupyterapp?.widgetManager?.kernel?.connectionStatus === 'connected'"
        )
        counts(page, 1)
    finally:
        server.stop()
