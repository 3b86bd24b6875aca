"""A thousand visits, and nothing of them is left: no process, no memory of the server, no file, no seat.

The visitors are no browsers, but say what a browser's page says: they load a page, open a line to its kernel, lay a
die, and leave in each of the ways in which visitors leave.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.pages.servers import ROOT, Server, alone, until
from tests.pages.test_sent import message

VISITS, AT_ONCE, FIRST = 1000, 10, 200
"""How many visits, how many at a time, and after how many the server has what it keeps for good."""
SHORT = 60
"""Seconds after which a deserted kernel is stopped here, and one to which nobody came; a host waits for minutes."""
A_WHILE = 65
"""Seconds for which Jupyter remembers a line that is closed."""
WAYS = ("says goodbye", "says goodbye", "says goodbye", "vanishes", "never opens a line", "loses the kernel")


@pytest.fixture
def files() -> Iterator[Path]:
    """Where the server keeps its files; by a short name, since sockets lie there."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture
def server(files: Path) -> Iterator[Server]:
    served = alone(
        ROOT / "notebooks",
        env={"RALLYMAN_TUTOR_VISITORS": "40", "TMPDIR": str(files)},
        MappingKernelManager={"cull_idle_timeout": SHORT, "cull_interval": 1},
        Seats={"unmet": SHORT, "patience": 60.0},
    )
    yield served
    served.stop()


class Visitor:
    """Somebody with a jar of cookies, who loads a page."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.jar = CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.kernel = self.model = ""

    def comes(self) -> None:
        found: list[str] = []
        while len(found) < 2:  # a page that could not be made in time is loaded again, as the page itself would do
            with self.browser.open(f"{self.server.address}voila/render/drive.ipynb", timeout=240) as answer:
                found = re.findall(r'"(?:kernelId|model_id)": ?"([\w-]+)"', answer.read().decode())
        self.kernel, self.model = found

    def says_goodbye(self) -> None:
        token = next(cookie.value for cookie in self.jar if cookie.name == "_xsrf")
        told = urllib.parse.urlencode({"_xsrf": token}).encode()
        self.browser.open(f"{self.server.address}voila/api/shutdown/{self.kernel}", told, timeout=120).close()

    async def lays_a_die(self, line: ClientConnection) -> None:
        content = {"method": "custom", "content": {"do": "lay", "piece": "1"}}
        await line.send(json.dumps(message("comm_msg", {"comm_id": self.model, "data": content})))
        while '"draft"' not in str(await line.recv()):
            pass

    async def visits(self, way: str) -> None:
        await asyncio.to_thread(self.comes)
        if way == "never opens a line":
            return
        address = (
            f"{self.server.address.replace('http', 'ws')}api/kernels/{self.kernel}/channels?session_id={self.kernel}"
        )
        async with connect(address, max_size=None, open_timeout=120) as line:
            await asyncio.wait_for(self.lays_a_die(line), 120)
            if way == "loses the kernel":
                kernels = await asyncio.to_thread(self.server.kernels)
                os.kill(kernels[self.kernel], signal.SIGKILL)
            elif way == "vanishes":
                line.transport.abort()
        if way == "says goodbye":
            await asyncio.to_thread(self.says_goodbye)


async def crowd(server: Server, visits: range) -> None:
    """So many visits, some at a time."""
    todo = iter(visits)

    async def one_after_the_other() -> None:
        for number in todo:
            with suppress(ConnectionClosed):
                await Visitor(server).visits(WAYS[number % len(WAYS)])

    await asyncio.gather(*(one_after_the_other() for _ in range(AT_ONCE)))


def kept(server: Server, files: Path) -> dict[str, int]:
    """The server's state a while after the last visitor: open files, threads, processes, files on the disk, memory in
    KB."""
    assert until(lambda: not server.kernels() and server.seen()["lines"] == 0, 240), server.seen()
    time.sleep(A_WHILE)
    pid = server.process.pid
    processes = descendants(pid)
    lines = [
        line for one in (pid, *processes) for line in Path(f"/proc/{one}/smaps_rollup").read_text("ascii").splitlines()
    ]
    return {
        "open files": sum(len(list(Path(f"/proc/{one}/fd").iterdir())) for one in (pid, *processes)),
        "threads": sum(len(list(Path(f"/proc/{one}/task").iterdir())) for one in (pid, *processes)),
        "processes": len(processes),
        "files": len(list(files.rglob("*"))),
        "memory": sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")),
    }


def descendants(pid: int) -> list[int]:
    children = [
        int(child) for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text("ascii").split()
    ]
    return [*children, *(one for child in children for one in descendants(child))]


@pytest.mark.wide
def test_nothing_of_a_thousand_visits_is_left(server: Server, files: Path) -> None:
    asyncio.run(crowd(server, range(FIRST)))
    before = kept(server, files)
    asyncio.run(crowd(server, range(FIRST, VISITS)))
    after = kept(server, files)
    print(before, after)
    status, _, told = server.get("health")
    assert (status, json.loads(told)["visitors"]) == (200, 0)
    assert (
        int(re.findall(r"^rallyman_kernels_started_total (\d+)", server.get("metrics")[2], re.MULTILINE)[0]) >= VISITS
    )
    assert after["processes"] <= before["processes"]
    assert after["threads"] <= before["threads"]
    assert after["open files"] <= before["open files"] + 2
    assert after["files"] <= before["files"]
    assert after["memory"] < before["memory"] * 1.1
