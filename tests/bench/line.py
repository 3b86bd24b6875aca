"""A visitor's line and phone, as slow as asked: a server here as a phone on a mobile network would see it.

with line(port, Pace(9, 100)) as address:    an address whose bytes come with so many Mbit/s, and so many ms there and
                                             back
with slowed(4):                              the pages of our browsers run a quarter of the time
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.pages.servers import HOST

TICK = 0.01
"""Seconds that a slowed page may run at once."""


class Pace(NamedTuple):
    """How fast a line is."""

    megabits: float
    milliseconds: float  # there and back


@contextmanager
def line(port: int, pace: Pace) -> Iterator[str]:
    """The address of a server at the end of such a line."""
    found: list[int] = []
    began, ended = threading.Event(), threading.Event()

    async def run() -> None:
        free_at = 0.0

        async def meets(near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
            await asyncio.sleep(pace.milliseconds / 1000)  # a connection is made: there and back
            far, to = await asyncio.open_connection(HOST, port)
            await asyncio.gather(carries(near, to, slow=False), carries(far, back, slow=True))

        async def carries(of: asyncio.StreamReader, to: asyncio.StreamWriter, *, slow: bool) -> None:
            nonlocal free_at
            arriving: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

            async def arrive() -> None:
                while (one := await arriving.get())[1]:
                    await asyncio.sleep(max(0.0, one[0] - time.monotonic()))
                    to.write(one[1])
                    await to.drain()
                to.close()

            landing = asyncio.create_task(arrive())
            with suppress(ConnectionError):
                while part := await of.read(8192):
                    now = time.monotonic()
                    if slow:  # all connections share the line
                        free_at = max(now, free_at) + len(part) / (pace.megabits * 125_000)
                        await asyncio.sleep(max(0.0, free_at - now))
                    arriving.put_nowait((time.monotonic() + pace.milliseconds / 2000, part))
            arriving.put_nowait((0.0, b""))
            with suppress(ConnectionError):
                await landing

        server = await asyncio.start_server(meets, HOST, 0)
        found.append(server.sockets[0].getsockname()[1])
        began.set()
        while not ended.is_set():
            await asyncio.sleep(0.1)
        server.close()

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    began.wait()
    try:
        yield f"http://{HOST}:{found[0]}/"
    finally:
        ended.set()


@contextmanager
def slowed(times: int) -> Iterator[None]:
    """Let the processes that show our browsers' pages, workers and all, run only every so many ticks."""
    if times <= 1:
        yield
        return
    ended = threading.Event()

    def run() -> None:
        pages, looked = list[int](), 0.0
        while not ended.is_set():
            if time.monotonic() > looked + 0.2:
                pages, looked = renderers(), time.monotonic()
            send(pages, signal.SIGSTOP)
            time.sleep(TICK * (times - 1))
            send(pages, signal.SIGCONT)
            time.sleep(TICK)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def send(processes: list[int], what: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)


def renderers() -> list[int]:
    """The processes that show pages of the browsers that this one has started."""
    found, todo = list[int](), [os.getpid()]
    while todo:
        of = todo.pop()
        for task in Path(f"/proc/{of}/task").glob("*/children"):
            with suppress(OSError):
                todo += map(int, task.read_text("ascii").split())
        with suppress(OSError):
            if b"--type=renderer" in Path(f"/proc/{of}/cmdline").read_bytes():
                found.append(of)
    return found
