"""A page comes to life, whenever its kernel is ready; one that does not notices by itself, says so, and starts afresh.

Here with a true server, kernel and line. What is wide here is shown without them in test_watch.py, case by case.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from rallyman_tutor.pages.server.words import words
from tests.pages.servers import NOTEBOOKS, Firewall, Server, alone, until
from tests.pages.visits import ONE_SERVER

BANNER = "#rallyman-banner > div"
WAITING = "#rallyman-waiting"
CONNECTS = "window.jupyterapp?.widgetManager?.kernel"
CONNECTED = f"{CONNECTS}?.connectionStatus === 'connected'"
AFRESH = """if (location.protocol !== "about:")
  sessionStorage['rallyman:afresh'] ??= JSON.stringify(Array.from({{ length: {} }}, () => Date.now()))"""

# The kernel's messages come through so many ms after the page has made itself known, when it looks for its widgets.
HELD = """
if (location.protocol !== "about:") window.WebSocket = class extends WebSocket {{
  constructor(...asked) {{
    super(...asked);
    const kept = [];
    let free = false;
    this.addEventListener("message", (event) => {{
      if (free || event.again) return;
      event.stopImmediatePropagation();
      kept.push(event.data);
    }});
    const release = () => {{
      free = true;
      for (const data of kept.splice(0)) this.dispatchEvent(Object.assign(new MessageEvent("message", {{ data }}), {{ again: true }}));
    }};
    const look = setInterval(() => {{
      if (!window.jupyterapp) return;
      clearInterval(look);
      setTimeout(release, {});
    }}, 1);
  }}
}};
"""


@pytest.mark.wide
@pytest.mark.parametrize("held", [0, 1_000, 1_900, 1_950, 2_000, 2_050, 2_100, 3_000, 6_000])
def test_a_page_comes_whenever_its_kernel_speaks(voila_server: Server, context: BrowserContext, held: int) -> None:
    """In milliseconds. ipywidgets by itself gives a model up about two seconds after the kernel is there."""
    page, loads = context.new_page(), []
    page.add_init_script(HELD.format(held))
    page.on("load", lambda loaded: loads.append(loaded.url))
    page.goto(voila_server.page("button"))
    expect(page.get_by_role("button", name="count")).to_be_visible(timeout=60_000)
    expect(page.locator("#rallyman-start")).to_have_count(0)
    assert len(loads) == 1, "it came at the second start only"
    page.goto("about:blank")


@pytest.mark.wide
def test_the_tutor_comes_when_its_kernel_speaks_late(jupyter_server: Server, context: BrowserContext) -> None:
    """ipywidgets looks for a model for two seconds, every tenth of one, and a model that came just then was lost to
    it."""
    page, loads = context.new_page(), []
    page.add_init_script(HELD.format(2_000))
    page.on("load", lambda loaded: loads.append(loaded.url))
    page.goto(jupyter_server.page("drive"))
    expect(page.locator(".rt-list li").first).to_be_attached(timeout=60_000)
    expect(page.locator("#rallyman-start")).to_have_count(0)
    assert len(loads) == 1
    page.goto("about:blank")


@ONE_SERVER
@pytest.mark.wide
@pytest.mark.parametrize("when", ["while it starts", "while scripts load"])
def test_a_kernel_killed_while_its_page_loads_is_told_and_replaced(server: Server, page: Page, when: str) -> None:
    server.clear()
    assert server.alone()
    old: set[int] = set()

    def kill() -> None:
        old.update(until(lambda: set(server.kernels().values()), 30))
        for pid in old:
            os.kill(pid, signal.SIGKILL)

    def first(asked: Route) -> None:
        if not old:
            kill()
        asked.continue_()

    if when == "while scripts load":
        page.route("**/voila.js", first)
    page.goto(server.page("button"), wait_until="commit")
    if when == "while it starts":
        kill()
    expect(page.locator(BANNER)).to_contain_text("again", timeout=30_000)
    page.wait_for_function(CONNECTED, timeout=60_000)
    expect(page.get_by_role("button", name="count")).to_be_visible()
    expect(page.locator(BANNER)).to_have_count(0)
    assert until(lambda: len(server.kernels()) == 1), "the one that was killed has not come back for nobody"
    assert not old & set(server.kernels().values())


@pytest.fixture
def firewall(voila_server: Server, request: pytest.FixtureRequest) -> Iterator[Firewall]:
    made = Firewall(voila_server, refuses=request.param)
    yield made
    made.cut()


def told(page: Page, text: str, once: str = CONNECTED) -> None:
    """Time passes until the banner says so: in its own pace until the page has come so far, and then quickly. Answers
    come in true time."""
    page.wait_for_function(f"{once} || document.querySelector('{BANNER}')", timeout=60_000)
    for _ in range(200):
        page.clock.run_for(500)  # less than the banner stands before the page is loaded again
        page.wait_for_timeout(10)
        if text in "".join(page.locator(BANNER).all_inner_texts()):
            return
    raise AssertionError(page.locator("body").inner_text())


def reloads(page: Page) -> None:
    """The page is loaded again, as the banner says."""
    page.evaluate("window.old = true")
    page.clock.run_for(10_000)
    page.wait_for_function("!window.old && document.readyState === 'complete'", timeout=60_000)


def gives_up(page: Page) -> None:
    """Time passes, and the page stays as it is."""
    page.evaluate("window.old = true")
    page.clock.run_for(30_000)
    page.wait_for_timeout(1_000)
    assert page.evaluate("window.old"), "three times are enough"


@pytest.mark.wide
@pytest.mark.parametrize("firewall", [True, False], ids=["refuses", "swallows"], indirect=True)
def test_a_websocket_that_never_opens_is_told(voila_server: Server, firewall: Firewall, timed: Page) -> None:
    page = timed
    page.add_init_script(AFRESH.format(2))
    page.goto(voila_server.page("button", firewall.address))
    told(page, "line to the tutor does not open. It tries again", once=CONNECTS)
    reloads(page)
    told(page, "often a firewall or a proxy", once=CONNECTS)
    gives_up(page)
    page.goto("about:blank")
    voila_server.clear()


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Notebooks whose widget is nowhere, or faulty, or long in coming."""
    folder = tmp_path_factory.mktemp("odd")
    empty = json.loads((NOTEBOOKS / "empty.ipynb").read_text("utf-8"))
    sources = {
        "nowhere": "from IPython.display import display\n"
        "display({'application/vnd.jupyter.widget-view+json': {'model_id': 'nowhere', 'version_major': 2, 'version_minor': 0},"
        " 'text/plain': ''}, raw=True)",
        "failing": "raise RuntimeError",
        "faulty": "from ipywidgets import Label\nLabel(_view_name='NowhereView')",
        "long": "import time\ntime.sleep(5)",
        "unheard": "get_ipython().kernel.iopub_socket.send_multipart = lambda *told, **more: None",
    }
    for name, source in sources.items():
        empty["cells"][0]["source"] = source
        Path(folder / f"{name}.ipynb").write_text(json.dumps(empty), "utf-8")
    server = alone(folder, VoilaExecutor={"iopub_timeout": 1})
    yield server
    server.stop()


@pytest.mark.wide
@pytest.mark.parametrize("notebook", ["faulty", "nowhere", "failing", "unheard"])
def test_a_page_whose_widget_never_comes_starts_afresh_and_then_asks(odd: Server, timed: Page, notebook: str) -> None:
    page = timed
    page.add_init_script(AFRESH.format(2))
    page.goto(odd.page(notebook))
    told(page, "does not come to life. Your game")
    expect(page.locator(BANNER)).to_contain_text("does not come to life")
    reloads(page)
    told(page, "Reload the page in a while")
    gives_up(page)
    page.get_by_role("button", name="Reload").click()
    page.wait_for_function("!window.old")


def test_a_cell_that_is_not_heard_in_time_says_so_in_words(odd: Server) -> None:
    _, _, text = odd.get("voila/render/unheard.ipynb")
    odd.clear()
    assert text.count(words()["start"]["slow"]) == 2, "among the words of the page, and as what the cell shows"


@pytest.mark.wide
def test_a_page_that_waits_says_so_and_ends_it(voila_server: Server, timed: Page) -> None:
    """The line holds the script back, and not the browser: one that tests look into forgets a page's last words."""
    voila_server.clear()  # what other tests may have left
    page = timed
    line = Firewall(voila_server, refuses=False, stops="GET /voila/static/voila.js")
    page.goto(voila_server.page("button", line.address), wait_until="commit")
    expect(page.locator(WAITING)).to_have_text("The board is being laid out …")
    page.wait_for_function("document.querySelector('#jupyter-config-data')")
    page.clock.run_for(7_000)
    expect(page.locator(WAITING)).to_contain_text("still being laid out")
    expect(page.locator(BANNER)).to_have_count(0)
    told(page, "does not come to life. Your game", once="true")
    page.goto("about:blank")
    assert voila_server.alone(20), "the kernel of a page that never came is let go"
    line.cut()


def test_whoever_leaves_before_the_page_is_made_takes_the_kernel_along(odd: Server, page: Page) -> None:
    """Of whoever leaves a moment later, when all is sent and nothing read, no goodbye is heard; see test_line.py."""
    odd.clear()
    page.goto(odd.page("long"), wait_until="commit")
    assert until(lambda: len(odd.kernels()) == 1)
    page.goto("about:blank")
    assert odd.alone(20)
