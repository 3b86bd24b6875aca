"""The tutor as a guest of a Jupyter server: its pages are its own, and all the owner's stay as Jupyter makes them."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.serverapp import ServerWebApplication
from playwright.sync_api import Page, expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from rallyman_tutor.pages import shipped
from rallyman_tutor.pages.server import connection, extension, handlers, visitors
from rallyman_tutor.pages.server.alone import ROOMS_VARIABLE
from rallyman_tutor.pages.server.connection import QUESTION
from rallyman_tutor.pages.server.forked import WARM
from tests.pages.servers import NOTEBOOKS, TOKEN, Server, in_jupyter, until
from tests.pages.test_sent import line, message, round_trip, told

GATE = "--ServerApp.allow_unauthenticated_access=False"
OURS = 'id="rallyman-start"'


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one seat for the tutor, and notebooks of its owner's: dashboards, and a copy of one of ours."""
    folder = tmp_path_factory.mktemp("theirs")
    for mine in ("index", "dashboard"):  # the owner's start page is called like ours
        (folder / f"{mine}.ipynb").write_bytes((NOTEBOOKS / "kernel.ipynb").read_bytes())
    (folder / "my-course").mkdir()
    (folder / "my-course" / "drive.ipynb").write_bytes((shipped.folder("notebooks") / "drive.ipynb").read_bytes())
    env = {visitors.SETTING: "1", ROOMS_VARIABLE: str(tmp_path_factory.mktemp("rooms"))}
    server = in_jupyter(folder, "/hub/user/ana/", env, GATE)
    yield server
    server.stop()


def asked(host: Server, path: str, **more: Any) -> Any:
    """The answer of the host's own service."""
    request = urllib.request.Request(f"{host.jupyter}{path}", headers={"Authorization": f"token {TOKEN}"}, **more)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def command_of(kernel: str) -> str:
    """How the process of a kernel was started."""
    lines = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    return next(line.decode() for line in lines if kernel.encode() in line)


def test_a_notebook_of_the_owner_keeps_jupyters_kernel_manager_and_line(host: Server) -> None:
    modules = ["jupyter_server.services.kernels.kernelmanager", "jupyter_server.services.kernels.connection.channels"]
    assert host.seen()["host"] == modules
    assert host.seen()["host_culls_after"] == 0, "idle kernels live on, as without us"
    started = [asked(host, "api/kernels", data=b"{}")["id"] for _ in range(2)]  # more than there are seats
    assert {kernel["id"] for kernel in asked(host, "api/kernels")} >= set(started)
    assert not host.kernels()
    for kernel in started:
        command = command_of(kernel)
        assert "PageKernel" not in command and "HistoryManager" not in command  # who works there may debug
    for kernel in started:
        request = urllib.request.Request(f"{host.jupyter}api/kernels/{kernel}", method="DELETE")
        request.add_header("Authorization", f"token {TOKEN}")
        urllib.request.urlopen(request, timeout=60).close()


def test_a_dashboard_of_the_owner_keeps_its_template_and_its_kernel(host: Server) -> None:
    before = {kernel["id"] for kernel in asked(host, "api/kernels")}
    status, _, text = host.get(f"{host.jupyter}voila/render/dashboard.ipynb")
    assert status == 200 and OURS not in text and "allyman" not in text.replace("rallyman-tutor", "")
    (kernel,) = {kernel["id"] for kernel in asked(host, "api/kernels")} - before
    assert "PageKernel" not in command_of(kernel) and not host.kernels()
    assert OURS not in host.get(f"{host.jupyter}voila/tree")[2]
    assert OURS not in host.get(f"{host.jupyter}voila/render/nowhere.ipynb")[2]


def test_a_server_without_our_notebooks_has_them_all_the_same(host: Server, page: Page) -> None:
    """As behind an installed wheel: nothing lies in the owner's folder."""
    page.goto(f"{host.address}?token={TOKEN}")
    expect(page.locator(".rt-list li").first).to_be_attached(timeout=60_000)
    assert page.url.startswith(f"{host.address}voila/render/index.ipynb")
    ((kernel, process),) = host.kernels().items()
    assert WARM in Path(f"/proc/{process}/cmdline").read_text("utf-8")
    assert not any(known["id"] == kernel for known in asked(host, "api/kernels"))
    noted = until(lambda: host.seen()["active"])  # once its first word has come, behind the picture of the page
    assert noted == ["rallyman_tutor"], "a hub ends servers on which nobody does anything"
    assert host.get("voila/render/drive.ipynb")[0] == 503  # the one seat is taken
    page.goto("about:blank")
    assert host.alone()


def test_a_page_that_is_only_left_open_keeps_no_server_awake_and_what_is_done_on_it_does(host: Server) -> None:
    """A hub ends servers on which nothing was done for a while, and asks each of them when something was."""

    def is_noted(deed: Callable[[], object]) -> bool:
        before = asked(host, "api/status")["last_activity"]
        deed()
        return bool(asked(host, "api/status")["last_activity"] != before)

    host.clear()
    kernel = re.search(r'"kernelId": "([\w-]+)"', host.get("voila/render/drive.ipynb")[2])
    assert kernel
    with line(host, kernel[1]) as there:

        def looks() -> None:
            there.send(QUESTION)
            while not str(there.recv(timeout=60)).startswith(QUESTION):
                pass
            for door in (f"alive/{kernel[1]}", "health"):
                assert host.get(f"{host.asked_at}{door}")[0] == 200

        def clicks() -> None:
            there.send(told(message("comm_msg", {"comm_id": "nobody", "data": {}})))
            round_trip(there)

        round_trip(there)
        assert any(not is_noted(looks) for _ in range(20)), "once the kernel is quiet"
        assert is_noted(clicks)
    host.clear()


def test_who_has_the_key_finds_rooms_on_a_server_whose_owner_keeps_them(host: Server) -> None:
    room = f"{host.asked_at.replace('http', 'ws')}room"
    with connect(f"{room}?token={TOKEN}") as line:
        line.send(json.dumps({"do": "open", "secret": "a" * 32, "game": "dirt", "name": "Ana", "levels": []}))
        assert json.loads(line.recv(30))["room"]["seats"][0]["mine"]
    with pytest.raises(InvalidStatus, match="403"):
        connect(room)


def test_a_copy_of_ours_leads_to_our_corner_whoever_asks_at_voilas_address(host: Server) -> None:
    status, _, text = host.get(f"{host.jupyter}voila/render/my-course/drive.ipynb")
    assert status == 200 and OURS in text and "/hub/user/ana/rallyman/" in text
    host.clear()


@pytest.mark.parametrize("path", ["voila/render/drive.ipynb", "voila/tree", "alive/0-0-0-0-0", "api/kernels/0-0-0-0-0"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_who_has_no_key_to_the_server_comes_through_no_door_of_ours(host: Server, path: str, method: str) -> None:
    try:
        with urllib.request.urlopen(
            urllib.request.Request(f"{host.address}{path}", method=method), timeout=20
        ) as answer:
            assert "/login?next=" in answer.url
    except urllib.error.HTTPError as refused:
        with refused:
            assert refused.code in (403, 405) or "/login" in refused.url
    assert not host.kernels()


def test_each_door_says_who_may_use_it(host: Server) -> None:
    """By Jupyter's own check, which is on in this server."""
    doors = [
        door
        for module in (connection, extension, handlers)
        for door in vars(module).values()
        if isinstance(door, type) and issubclass(door, JupyterHandler) and door.__module__ == module.__name__
    ]
    assert len(doors) > 7
    check: Any = ServerWebApplication._check_handler_auth
    assert [found for door in doors for found in check(None, "", door)] == []
    assert "without @allow_unauthenticated" not in host.log.read_text("utf-8").partition("voila.server_extension | ")[0]
