"""Servers to look at: Voila alone, Voila in a Jupyter server, and a line between server and browser that can be cut.

Every server is a process of its own on a free port, with a home of its own, so that no setting of the machine's owner
and no other test can be felt.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).parents[2]
NOTEBOOKS = Path(__file__).parent / "notebooks"
SPARED = Path(__file__).parent / "spared"
"""Modules that Jupyter's servers are spared of, since they take seconds to load."""
TOKEN = "rally"
LIBC, PR_SET_PDEATHSIG = ctypes.CDLL(None), 1
HOST = "127.0.0.1"

T = TypeVar("T")


def until(ask: Callable[[], T], seconds: float = 10.0) -> T:
    """Ask again and again until the answer is yes, or time is up; gives the last answer."""
    end = time.monotonic() + seconds
    while not (answer := ask()) and time.monotonic() < end:
        time.sleep(0.05)
    return answer


def free_port() -> int:
    with socket.create_server((HOST, 0)) as door:
        return int(door.getsockname()[1])


def _end_with_the_tests() -> None:
    """Asks Linux to stop this process when the one that started it ends: a test run that is broken off by Ctrl+C takes
    down nothing by itself."""
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Server:
    """A running server of the tutor. `page("button")` is where a notebook is; `seen()` is the server's knowledge of
    itself. `jupyter` is the address of the host server, and empty for a server of its own."""

    command: list[str]
    address: str
    token: str = ""
    jupyter: str = ""
    env: Mapping[str, str] = field(default_factory=dict)
    log: Path = field(default_factory=lambda: Path(tempfile.mkstemp(suffix=".log")[1]))
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self, seconds: float = 120.0) -> Server:
        home = tempfile.mkdtemp()
        env = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("JUPYTER", "RALLYMAN"))},
            "HOME": home,
            "PYTHONPATH": f"{SPARED}{os.pathsep}{ROOT}",
            "JUPYTER_CONFIG_DIR": home,
            **self.env,
        }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env=env,
                stdout=log,
                stderr=log,
                preexec_fn=_end_with_the_tests,  # noqa: PLW1509  one call of the C library, which takes no lock
            )
        if not until(self._answers, seconds):
            self.stop()
            raise AssertionError(f"the server did not start:\n{self.log.read_text()}")
        return self

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    @property
    def asked_at(self) -> str:
        """The address below which the server is asked how it is."""
        return f"{self.jupyter or self.address}rallyman/"

    def page(self, notebook: str, address: str = "") -> str:
        token = f"?token={self.token}" if self.token else ""
        return f"{address or self.address}voila/render/{notebook}.ipynb{token}"

    def seen(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.address}observe", timeout=5) as answer:
            return dict(json.load(answer))

    def kernels(self) -> dict[str, int]:
        """The process of every kernel there is."""
        return dict(self.seen()["kernels"])

    def clear(self) -> None:
        """End every kernel, whoever may have left it behind."""
        urllib.request.urlopen(f"{self.address}observe?end", timeout=20).close()

    def alone(self, seconds: float = 10.0) -> bool:
        """Wait until no kernel is left."""
        return until(lambda: not self.kernels(), seconds)

    def get(self, path: str, **headers: str) -> tuple[int, Mapping[str, str], str]:
        """Status, headers and text of a page, as a browser without scripts and cookies would get them."""
        url = path if path.startswith("http") else f"{self.address}{path}"
        if self.token:
            headers = {"Authorization": f"token {self.token}", **headers}
        try:
            answer = urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=60)
        except urllib.error.HTTPError as refused:
            answer = refused
        with answer:
            parts, end = [], time.monotonic() + 60
            while part := answer.read1():  # a page whose kernel hangs sends a sign of life for ever
                assert time.monotonic() < end, f"{url} takes too long"
                parts.append(part)
            return answer.status or 0, dict(answer.headers), b"".join(parts).decode()

    def _answers(self) -> bool:
        if self.process.poll() is not None:
            raise AssertionError(f"the server ended:\n{self.log.read_text()}")
        with contextlib.suppress(OSError):
            return bool(self.seen())
        return False


def alone(
    folder: Path = NOTEBOOKS, base_url: str = "/", port: int = 0, env: Mapping[str, str] | None = None, **more: Any
) -> Server:
    """Voila as `rallyman-tutor` starts it; `more` are settings by section, on top."""
    port = port or free_port()
    settings = json.dumps({"port": port, "ip": HOST, "base_url": base_url, "more": more})
    command = [sys.executable, "-m", "tests.pages.observe", str(folder), settings]
    return Server(command, f"http://{HOST}:{port}{base_url}", env=env or {}).start()


def in_jupyter(
    folder: Path = NOTEBOOKS, base_url: str = "/hub/user/ana/", env: Mapping[str, str] | None = None, *more: str
) -> Server:
    """A Jupyter server under a base URL and behind a token, as on a hub. Only its installation makes us its guest."""
    port = free_port()
    command = [
        *(sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root", f"--ip={HOST}", f"--port={port}"),
        *(f"--ServerApp.base_url={base_url}", f"--ServerApp.root_dir={folder}", f"--IdentityProvider.token={TOKEN}"),
        *("--ServerApp.jpserver_extensions={'tests.pages.observe': True}", "--ServerApp.port_retries=0", *more),
    ]
    return guest_of(command, f"http://{HOST}:{port}{base_url}", env)


def guest_of(command: list[str], jupyter: str, env: Mapping[str, str] | None = None) -> Server:
    """A Jupyter server with the tutor in it."""
    return Server(command, f"{jupyter}rallyman/", TOKEN, jupyter, env or {}).start()


class Line:
    """A line to a server that can be cut (calls are refused) and frozen (nothing comes through), and mended."""

    def __init__(self, server: Server) -> None:
        self._far = int(server.address.split(":")[2].split("/")[0])
        self.port = free_port()
        self.address = server.address.replace(f":{self._far}/", f":{self.port}/")
        self._flows = threading.Event()
        self._open: list[socket.socket] = []
        self._door: socket.socket | None = None
        self.mend()

    def mend(self) -> None:
        self._flows.set()
        if self._door is None:
            self._door = socket.create_server((HOST, self.port))
            threading.Thread(target=self._serve, args=(self._door,), daemon=True).start()

    def freeze(self) -> None:
        self._flows.clear()

    def cut(self) -> None:
        door, self._door = self._door, None
        for line in [*([door] if door else []), *self._open]:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()
        self._open.clear()

    def _serve(self, door: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = door.accept()
                try:
                    far = socket.create_connection((HOST, self._far))
                except OSError:  # the server is just being started again
                    near.close()
                    continue
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _takes(self, some: bytes, line: socket.socket) -> bool:
        """Whether this is let through."""
        return True

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while some := one.recv(65536):
                self._flows.wait()
                if not self._takes(some, one):
                    return
                other.sendall(some)
            other.shutdown(socket.SHUT_WR)


class Firewall(Line):
    """A line that stops one kind of request, usually those for websockets: it refuses them, or never answers them."""

    def __init__(self, server: Server, *, refuses: bool, stops: str = "upgrade: websocket") -> None:
        self._refuses = refuses
        self._stops = stops.lower().encode()
        super().__init__(server)

    def _takes(self, some: bytes, line: socket.socket) -> bool:
        if self._stops not in some.lower():
            return True
        if self._refuses:
            line.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            line.close()
        return False
