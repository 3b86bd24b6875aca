"""The process in which bots of rooms decide: it decides, and it is gone when its server is, however that ended."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.pages.server import room_line
from tests.page.room_told import begun

ROOT = Path(__file__).parents[2]
SERVER = """
import asyncio, os, signal
from rallyman_tutor.pages.server.room_line import Deciders
from rallyman_tutor.rally import room as rooms
from tests.page.room_told import begun

async def decide():
    room, deciders = begun(), Deciders()
    room = rooms.after(room, rooms.relieved(room, room.seats[1].holder, 0, is_left=True))
    print(await deciders.decide(room), *deciders._pool._processes, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(decide())
"""


def test_a_server_that_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER, encoding="utf-8")
    with (tmp_path / "told").open("w") as told:
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run([sys.executable, str(script)], stdout=told, env=env, timeout=120, check=False)
    assert done.returncode == -signal.SIGKILL
    move, number = (tmp_path / "told").read_text().split()
    assert move
    end = time.monotonic() + 30
    while is_running(int(number)) and time.monotonic() < end:
        time.sleep(0.1)
    assert not is_running(int(number))


class Dying(Executor):
    """A process that ends before it has answered."""

    started = 0

    def __init__(self, *asked: object) -> None:
        Dying.started += 1

    def submit(self, *asked: Any, **more: Any) -> Any:
        raise BrokenProcessPool


def test_a_process_that_ends_is_started_once_again_and_then_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_line, "ProcessPoolExecutor", Dying)
    with ThreadPoolExecutor(1) as apart, pytest.raises(BrokenProcessPool):  # a browser's loop may run in this thread
        apart.submit(asyncio.run, room_line.Deciders().decide(begun())).result(60)
    assert Dying.started == 2


def is_running(pid: int) -> bool:
    """Whether a process is there, and has not just ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"
