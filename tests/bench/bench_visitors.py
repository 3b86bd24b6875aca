"""As many visitors as a small server carries, each with a page, who lay dice and take them back: how soon they are
answered.

There is no browser: they speak to the server as a browser's page does, so that the machine does the server's work
alone.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from rallyman_tutor.pages.server.visitors import SETTING
from tests.bench.bench_pages import COMPILED, memory
from tests.bench.taking import rounds, say
from tests.pages.servers import ROOT, Server, alone
from tests.pages.test_sent import message

VISITORS = 40
CLICKS = rounds(20)
THOUGHT = 3.0
"""Seconds between two clicks of a visitor, on average."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = alone(ROOT / "notebooks", env={SETTING: str(VISITORS), **COMPILED})
    yield server
    server.stop()


async def says(line: ClientConnection, model: str, **intent: str) -> float:
    """Say something to the page; the milliseconds until what changes is told."""
    told = message("comm_msg", {"comm_id": model, "data": {"method": "custom", "content": intent}})
    begun = time.monotonic()
    await line.send(json.dumps(told))
    while True:
        answer = await line.recv()
        heard = json.loads(answer) if isinstance(answer, str) else {}
        if heard.get("msg_type") == "comm_msg" and "view" in heard["content"]["data"].get("state", {}):
            return (time.monotonic() - begun) * 1000


async def visits(server: Server, chance: random.Random) -> tuple[float, list[float]]:
    """Load a page, and play: the seconds until the page is made, and the time of each click."""
    begun = time.monotonic()
    status, _, text = await asyncio.to_thread(server.get, "voila/render/drive.ipynb")
    came = time.monotonic() - begun
    assert status == 200
    kernel, model = (re.findall(rf'"{name}": ?"([\w-]+)"', text)[0] for name in ("kernelId", "model_id"))
    address = f"{server.address.replace('http', 'ws')}api/kernels/{kernel}/channels?session_id={kernel}"
    times = []
    async with connect(address, max_size=None, open_timeout=120) as line:
        for click in range(CLICKS):
            await asyncio.sleep(chance.uniform(0, 2 * THOUGHT))
            times.append(await says(line, model, **({"do": "take"} if click % 2 else {"do": "lay", "piece": "1"})))
    return came, times


def test_forty_visitors_are_answered(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(1)

    async def crowd() -> tuple[Any, ...]:
        playing = asyncio.gather(*(visits(server, chance) for _ in range(VISITORS)))
        return tuple(await playing)

    found = asyncio.run(crowd())
    kernels = list(server.kernels().values())
    parents = {int(Path(f"/proc/{pid}/stat").read_text("ascii").split()[3]) for pid in kernels} - {server.process.pid}
    weight = sum(memory(pid) for pid in (*kernels, *parents)) / max(1, len(kernels))
    clicks = sorted(one for _, times in found for one in times)
    say(
        capsys,
        f"{VISITORS} visitors who came at once, {CLICKS} clicks each, one in {THOUGHT:.0f} s",
        [
            f"a page was made after {statistics.median(came for came, _ in found):.1f} s (median), the last {max(came for came, _ in found):.1f} s",
            f"a click was answered after {statistics.median(clicks):.0f} ms (median), {clicks[len(clicks) * 95 // 100]:.0f} ms (95 of 100)",
            f"a visitor's memory with their share of the warm process: {weight:.0f} MB (PSS); the server's {memory(server.process.pid):.0f} MB",
        ],
    )
