"""The hosted demo, as Binder starts it: Lab on the repository under a base URL, the links to it, its weight."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from tests.pages.learner import to_the_map
from tests.pages.servers import HOST, ROOT, TOKEN, Server, free_port, guest_of

BASE = "/user/rallyman-tutor-x1/"
MOST = 1024  # MB, for server and learner together
LINKS = re.findall(
    r"https://mybinder\.org/v2/gh/OWNER/NAME/HEAD\?urlpath=([^)\s]+)",
    (ROOT / "docs" / "releasing.md").read_text("utf-8"),
)


@pytest.fixture(scope="module")
def hosted() -> Iterator[Server]:
    port = free_port()
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--ip={HOST}", f"--port={port}"),
        *(f"--ServerApp.base_url={BASE}", f"--IdentityProvider.token={TOKEN}", "--ServerApp.port_retries=0"),
        "--ServerApp.jpserver_extensions={'tests.pages.observe': True}",
    ]
    server = guest_of(command, f"http://{HOST}:{port}{BASE}")
    yield server
    server.stop()


def weight(pid: int) -> float:
    """The weight of a process and all that it has started, in MB: their own memory, and their share of shared
    memory."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    own = next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))
    children = Path(f"/proc/{pid}/task").glob("*/children")
    return own + sum(weight(int(child)) for file in children for child in file.read_text("ascii").split())


def test_there_is_a_link_for_the_pages_and_one_for_lab() -> None:
    assert LINKS == ["rallyman%2F", "lab%2Ftree%2Fnotebooks"]


@pytest.mark.parametrize("urlpath", LINKS)
def test_where_a_link_leads_something_is_there(hosted: Server, urlpath: str) -> None:
    status, _, text = hosted.get(f"{hosted.jupyter}{unquote(urlpath)}")
    assert status == 200
    assert "<title>Rallyman Tutor</title>" in text or "<title>JupyterLab</title>" in text
    hosted.clear()


def test_the_home_page_opens_with_all_remedies_and_is_light(hosted: Server, page: Page) -> None:
    page.goto(f"{hosted.jupyter}voila/render/notebooks/index.ipynb?token={TOKEN}")
    to_the_map(page)
    page.locator(".rt-map button").first.click()
    expect(page).to_have_url(re.compile(r"/rallyman/voila/render/notebooks/classic-01-first-die\.ipynb$"))
    seen = hosted.seen()
    assert len(seen["kernels"]) == 1
    assert seen["seats"] and seen["culls_after"] == 600
    assert seen["nodelay"] and all(seen["nodelay"])
    found = weight(hosted.process.pid)
    print(f"server and one learner: {found:.0f} MB")
    assert found < MOST
    page.goto("about:blank")
    assert hosted.alone()


def test_the_environment_is_one_that_the_package_can_live_in() -> None:
    binder = ROOT / "binder"
    python = (binder / "runtime.txt").read_text("ascii").strip().removeprefix("python-")
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    least = pyproject["requires-python"].removeprefix(">=")
    assert [int(n) for n in python.split(".")] >= [int(n) for n in least.split(".")]
    pinned = {line.split("==")[0].lower() for line in (binder / "requirements.txt").read_text("ascii").split()}
    assert {re.split(r"\W", need)[0].lower() for need in pyproject["dependencies"]} <= pinned


def test_the_last_step_of_the_build_can_be_run() -> None:
    step = ROOT / "binder/postBuild"
    assert os.access(step, os.X_OK)
    subprocess.run(["bash", "-n", str(step)], check=True)
    assert "--no-deps ." in step.read_text("ascii")
