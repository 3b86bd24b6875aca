"""Kernels that are forked from one warm process, as a kernel provisioner of Jupyter's. `warm` is that process.

The server's own pages use it where the system can fork. Any kernel of the same Python may: a `kernel.json` whose
metadata says `"kernel_provisioner": {"provisioner_name": "rallyman-tutor"}` has it. Where a kernel cannot be forked it
is started as Jupyter starts kernels.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from jupyter_client.provisioning.local_provisioner import LocalProvisioner

MODULE = ["-m", "ipykernel_launcher"]
"""The arguments that start a kernel of Python."""
WARM = "rallyman_tutor.pages.server.warm"
CAN_FORK = sys.platform == "linux"
"""Other systems lack the kind of socket, or have libraries that do not survive a fork."""
LONGEST = 64  # bytes of a message on a line
PATIENCE = 30.0
"""Seconds that a fork may take, with the start of the warm process where it is the first one."""


class Forked(LocalProvisioner):
    """Has a kernel forked, and watches over it as Jupyter watches over one that it has started."""

    process: Any

    async def launch_kernel(self, cmd: list[str], **asked: Any) -> Any:
        if can_fork(cmd):
            folder = asked.get("cwd") or str(Path.cwd())
            with suppress(OSError):
                arguments = cmd[cmd.index(MODULE[1]) + 1 :]
                self.process = await warm().fork(arguments, asked.get("env") or os.environ, folder)
                self.pid, self.cwd = self.process.pid, folder
                return self.connection_info
            self.log.warning("a kernel could not be forked, and is started instead")
        return await super().launch_kernel(cmd, **asked)


def can_fork(cmd: list[str]) -> bool:
    """Whether this is the command of a kernel of this very Python, on a system that can fork it."""
    return CAN_FORK and cmd[0] == sys.executable and [word for word in cmd[1:4] if word[:2] != "-X"][:2] == MODULE


class Warm:
    """The process that kernels are forked from. It ends with this object, and with the process that has it."""

    def __init__(self) -> None:
        self._door, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._door.setblocking(False)
        with there:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", WARM, str(there.fileno())],
                pass_fds=[there.fileno()],
                stdin=subprocess.DEVNULL,
                # No threads for matrices, since who has threads cannot fork; and one heap for all others saves memory.
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"},
                start_new_session=True,
            )

    def close(self) -> None:
        """End it, and all that it has forked."""
        self._door.close()
        self._process.wait()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_there(self) -> bool:
        return self._process.poll() is None

    async def fork(self, arguments: list[str], env: Mapping[str, str], folder: str) -> Child:
        """A new kernel. An OSError says that there is none."""
        child, job = await self._fork({"arguments": arguments, "env": {**env}, "folder": folder})
        job.close()
        return child

    async def draw(self, at: str, language: str) -> bytes:
        """The first picture of a place in a language, packed; nothing where there is none. An OSError says that
        none was drawn."""
        child, job = await self._fork({"draw": at, "language": language})
        with job:
            drawn = bytearray()
            while some := await asyncio.get_running_loop().sock_recv(job, 2**16):
                drawn += some
        while child.poll() is None:
            await asyncio.sleep(0.01)
        if child.returncode:
            raise OSError("no picture was drawn")
        return bytes(drawn)

    async def _fork(self, task: Mapping[str, object]) -> tuple[Child, socket.socket]:
        """A new process that does this, and the socket over which it was told to."""
        loop = asyncio.get_running_loop()
        with ExitStack() as stack:
            line, line_there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            stack.enter_context(line)
            job, job_there = socket.socketpair()
            stack.enter_context(job)
            line.setblocking(False)
            job.setblocking(False)
            async with asyncio.timeout(PATIENCE):
                with job_there, line_there:
                    socket.send_fds(self._door, [b"fork"], [job_there.fileno(), line_there.fileno()])
                await loop.sock_sendall(job, json.dumps(task).encode())
                job.shutdown(socket.SHUT_WR)
                pid = await loop.sock_recv(line, LONGEST)
            if not pid:
                raise OSError("no process was forked")
            stack.pop_all()
        return Child(int(pid), line), job


class Child:
    """A forked process, with what Jupyter's provisioner asks of a process that it has started."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int, line: socket.socket) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._line = line

    def poll(self) -> int | None:
        """Its exit status; None while it runs."""
        if self.returncode is None:
            with suppress(BlockingIOError):
                self._ends()
        return self.returncode

    def wait(self) -> int:
        while self.poll() is None:
            select.select([self._line], [], [])
        return self.returncode or 0

    def send_signal(self, signum: int) -> None:
        """Send a signal to it and to all that it has started."""
        if self.poll() is None:
            with suppress(OSError):  # it is just ending
                self._line.send(b"%d" % signum)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def _ends(self) -> None:
        try:
            said = self._line.recv(LONGEST)
        except ConnectionError:
            said = b""
        self.returncode = int(said or -signal.SIGKILL)  # without the process that forked it, it ends too
        self._line.close()


_warm: list[Warm] = []


def warm() -> Warm:
    """The warm process, started when it is needed first and when it has ended."""
    if not _warm or not _warm[0].is_there:
        _warm[:] = [Warm()]
    return _warm[0]
