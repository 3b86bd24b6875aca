"""A true JupyterHub on this machine: its proxy, its single-user servers, two people who play.

What it needs beyond the other tests is put in by `make test WIDE=1`: JupyterHub as pinned in
`binder/requirements-hub.txt`, and its proxy, a program of Node's, as pinned in `binder/package.json`. Where something
is missing the test fails and says what.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from rallyman_tutor.tutor.lesson.sitting import sit_down
from tests.pages.learner import Learner, shows, to_the_map
from tests.pages.servers import HOST, ROOT, free_port, until
from tests.tutor.lessons_at_hand import FOLDERS, lesson_in

pytestmark = pytest.mark.wide

PROXY = ROOT / ".venv/hub/node_modules/.bin/configurable-http-proxy"
BANNER = "#rallyman-banner > div"
FIRST = lesson_in(FOLDERS[0])
CONFIG = """
load_subconfig("{root}/deploy/jupyterhub_config.py")
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.JupyterHub.bind_url = "http://{host}:{port}"
c.JupyterHub.hub_bind_url = "http://{host}:{hub}"
c.JupyterHub.db_url = "sqlite:///{folder}/hub.sqlite"
c.JupyterHub.cookie_secret_file = "{folder}/secret"
c.ConfigurableHTTPProxy.api_url = "http://{host}:{api}"
c.ConfigurableHTTPProxy.command = ["{proxy}"]
c.ConfigurableHTTPProxy.pid_file = "{folder}/proxy.pid"
c.Spawner.cmd = ["{python}", "-m", "jupyterhub.singleuser"]
c.Spawner.args = ["--allow-root", "--ServerApp.root_dir={root}"]
c.Spawner.environment = {{"PYTHONPATH": "{root}", "HOME": "{folder}", "JUPYTER_CONFIG_DIR": "{folder}/config"}}
c.Spawner.http_timeout = c.Spawner.start_timeout = 180
"""


@pytest.fixture(scope="module")
def hub() -> Iterator[str]:
    """The hub's address."""
    assert find_spec("jupyterhub"), "JupyterHub is missing: run `make .venv/hub`."
    assert shutil.which("node"), "The hub's proxy runs on Node: install the system package nodejs (20 or later)."
    assert PROXY.exists(), "The hub's proxy is missing: run `make .venv/hub`."
    folder, port = tempfile.mkdtemp(), free_port()
    config = Path(folder, "jupyterhub_config.py")
    names = {"host": HOST, "port": port, "hub": free_port(), "api": free_port(), "folder": folder, "proxy": PROXY}
    config.write_text(CONFIG.format(**names, python=sys.executable, root=ROOT), "utf-8")
    env = {
        key: value for key, value in os.environ.items() if not key.startswith(("JUPYTER", "RALLYMAN", "CONFIGPROXY"))
    }
    log, address = Path(folder, "log"), f"http://{HOST}:{port}/"
    with log.open("wb") as written:
        command = [sys.executable, "-m", "jupyterhub", "-f", str(config)]
        process = subprocess.Popen(command, cwd=folder, env=env, stdout=written, stderr=written)

    def answers() -> bool:
        assert process.poll() is None, log.read_text("utf-8")
        with suppress(OSError), urllib.request.urlopen(f"{address}hub/login", timeout=10):
            return True
        return False

    try:
        assert until(answers, 120), log.read_text("utf-8")
        yield address
    finally:
        process.send_signal(signal.SIGINT)  # with its proxy and everybody's server
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def enters(page: Page, hub: str, name: str) -> None:
    page.goto(hub)
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("rally")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**/user/{name}/rallyman/voila/render/index.ipynb*", timeout=180_000)
    to_the_map(page)


def test_two_people_play_on_one_hub(hub: str, browser: Browser) -> None:
    with closing(browser.new_context()) as ana, closing(browser.new_context()) as ben:
        people = {"ana": ana.new_page(), "ben": ben.new_page()}
        banners: dict[str, list[str]] = {name: [] for name in people}
        for name, page in people.items():
            page.expose_function("rallymanTold", lambda text, told=banners[name]: told.append(text))
            page.add_init_script(
                "addEventListener('DOMContentLoaded', () => { const banner = document.querySelector('#rallyman-banner');"
                " if (banner) new MutationObserver(() => banner.textContent && rallymanTold(banner.textContent))"
                ".observe(banner, { childList: true, subtree: true }); })"
            )
            enters(page, hub, name)
        for page in people.values():
            page.locator(".rt-first").click()
            shows(page, sit_down(FIRST))
        for page in people.values():
            Learner(page).solves(FIRST, 0)
        for name, page in people.items():
            page.locator(".rt-next-step").click()
            shows(page, sit_down(FIRST, 1))
            asked = f"fetch(`/user/{name}/rallyman/alive/${{jupyterapp.widgetManager.kernel.id}}`).then(answer => answer.json())"
            assert page.evaluate(asked)["alive"], "the sign of life needs no token of the hub's"
            page.wait_for_timeout(5_000)
        assert banners == {"ana": [], "ben": []}
        page = people["ana"]
        page.evaluate("window.old = true")
        page.evaluate(
            "fetch(`/user/ana/rallyman/api/kernels/${jupyterapp.widgetManager.kernel.id}`, { method: 'DELETE',"
            " headers: { 'X-XSRFToken': document.cookie.match(/_xsrf=([^;]*)/)[1] } }).then(answer => answer.status)"
        )
        page.wait_for_function("!window.old", timeout=60_000)
        shows(page, sit_down(FIRST, 1))
        assert "engine has stopped" in banners["ana"][0] and not banners["ben"]
        with pytest.raises(urllib.error.HTTPError) as refused:  # who has not signed in asks in vain
            urllib.request.urlopen(f"{hub}user/ana/rallyman/alive/0-0-0-0-0", timeout=20)
        refused.value.close()
        assert refused.value.code == 403
        for page in people.values():
            page.goto("about:blank")
