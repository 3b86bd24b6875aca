"""The process that visitors' kernels are forked from: it has loaded everything for a page, and does nothing but fork.

A process is forked as well to draw a page's first picture: it answers with the picture, and ends. A kernel that is
forked shares the memory of what was loaded before with all others, and is there at once. Nothing of one visitor is ever
seen by another:

* This process hears nothing of visitors. For each kernel it is handed two sockets. The first, the job, is read by the
  kernel alone: its command, folder and environment never come into the memory that later kernels are copies of. The
  second, the line, carries numbers: the kernel's process, then signals for it, in the end its exit status.
* It has one thread and no connection but these. A kernel closes those of the others before it reads its job.
* What is drawn by chance is drawn anew in each kernel. Only the seed of Python's hashes, and so the order of a set of
  words, is the same in all kernels of one server; nothing is decided by it.

A kernel ends with its line: when the server lets go of it, when the server ends, and soon after this process ends.
"""

from __future__ import annotations

import gc
import json
import os
import selectors
import signal
import socket
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

from ipykernel.kernelapp import IPKernelApp
from ipywidgets import Widget, register_comm_target
from ipywidgets.widgets.widget import _instances as instances

from rallyman_tutor.page.visit import Visit
from rallyman_tutor.pages.app import lessons_at_hand
from rallyman_tutor.pages.first import packed_picture
from rallyman_tutor.pages.server.kernel import LOADS  # before ipykernel: without a debugger
from rallyman_tutor.tutor.words.language import offered, speaking

LONGEST = 64  # bytes of a message
LOADED_LATER = (
    *("IPython.core.completerlib", "IPython.core.debugger", "IPython.core.logger", "IPython.extensions.storemagic"),
    *(
        "ipykernel.debugger",
        "pdb",
        "runpy",
        "tornado.platform.asyncio",
        "tornado.queues",
        "unicodedata",
        "zmq.utils.garbage",
    ),
)
"""The modules that kernels load when they start, as far as the versions at hand have them."""
PLACES = ("home", "drive")
"""Pages that are opened once in every language and forgotten: then all that they load and work out for everybody is
there."""
FIRST_TO_GO = 500
"""How much sooner than the server the system ends a kernel when no memory is left, on a scale that ends at 1000."""


def main(door: socket.socket) -> None:
    here, widgets = os.getpid(), load()
    with Forks(door).wait() as job:
        with job.makefile("rb") as written:
            task = json.load(written)
        if "draw" in task:
            with speaking(task["language"]):
                job.sendall(packed_picture(task["draw"]))
            return
    become_kernel(task, here, widgets)


def load() -> list[Widget]:
    """Load all that kernels need, and keep the collector of unused memory away: any memory it looks at is copied. Gives
    the widgets that libraries make of themselves when they are loaded; they are opened where there is a kernel."""
    gc.disable()
    for name in (*LOADS, *LOADED_LATER):
        with suppress(ImportError):
            import_module(name)
    widgets = [*instances.values()]
    Widget.close_all()
    for language, place in product(offered(), PLACES):
        with speaking(language), suppress(Exception):  # what cannot be opened says so on its page
            Visit(lessons_at_hand(), place)
    gc.freeze()
    gc.enable()
    return widgets


class Forks:
    """Forks a kernel each time that the server asks for one."""

    def __init__(self, door: socket.socket) -> None:
        self._door = door
        self._lines: dict[int, socket.socket] = {}
        """The line of each kernel that has not ended, by its process."""
        self._ended, self._tell = socket.socketpair()
        self._tell.setblocking(False)
        self._wait = selectors.PollSelector()  # the one that is no open file, and so is not shared
        self._wait.register(door, selectors.EVENT_READ)
        self._wait.register(self._ended, selectors.EVENT_READ)

    def wait(self) -> socket.socket:
        """Come back in the kernels only, with their jobs; here it ends with the server."""
        signal.signal(signal.SIGCHLD, lambda *_: None)  # else the next line would not be told
        signal.set_wakeup_fd(self._tell.fileno(), warn_on_full_buffer=False)
        while True:
            for key, _ in self._wait.select():
                if key.fileobj is self._door:
                    if job := self._fork():
                        return job
                elif key.fileobj is self._ended:
                    self._ended.recv(4096)
                    self._reap()
                elif key.data in self._lines:  # else it was reaped just now
                    self._hear(key.data)

    def _fork(self) -> socket.socket | None:
        """Fork a kernel, and come back in it with its job."""
        asked, given, *_ = socket.recv_fds(self._door, LONGEST, 2)
        if not asked:  # the server has ended
            for pid in self._lines:
                send(pid, signal.SIGKILL)
            sys.exit()
        job, line = (socket.socket(fileno=number) for number in given)
        try:
            pid = os.fork()
        except OSError:  # there is no room for one more process; the server learns it from the line's end
            line.close()
        else:
            if not pid:
                self._forget(line)
                return job
            self._lines[pid] = line
            self._wait.register(line, selectors.EVENT_READ, pid)
            with suppress(OSError):  # the server has left, and its end is heard next
                line.send(b"%d" % pid)
        job.close()
        return None

    def _forget(self, line: socket.socket) -> None:
        """In a kernel: close everything but the job."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for there in (line, self._door, self._ended, self._tell, *self._lines.values()):
            there.close()

    def _reap(self) -> None:
        """Take note of the kernels that have ended, and tell how."""
        with suppress(ChildProcessError):  # there is none
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                pid, status = found
                if pid in self._lines:
                    with suppress(OSError):  # the server may have left
                        self._lines[pid].send(b"%d" % os.waitstatus_to_exitcode(status))
                    self._hang_up(pid)

    def _hear(self, pid: int) -> None:
        """A signal for a kernel; the end of its line is its end."""
        said = b""
        with suppress(OSError):
            said = self._lines[pid].recv(LONGEST)
        send(pid, int(said or signal.SIGKILL))
        if not said:
            self._hang_up(pid)

    def _hang_up(self, pid: int) -> None:
        line = self._lines.pop(pid)
        self._wait.unregister(line)
        line.close()


def send(pid: int, signum: int) -> None:
    """Send a signal to a kernel that is not reaped yet, and to what it has started."""
    try:
        os.killpg(pid, signum)
    except ProcessLookupError:  # it is too young to have a group of its own
        os.kill(pid, signum)


def become_kernel(task: Mapping[str, Any], parent: int, widgets: Iterable[Widget]) -> None:
    """Do the job, as a process of its own would: with its session, folder and environment."""
    os.setsid()
    os.environ.clear()
    os.environ.update(task["env"])
    os.chdir(task["folder"])
    if numbers := sys.modules.get("numpy.random"):
        numbers.seed()  # Python's own are drawn anew by themselves
    score = Path("/proc/self/oom_score_adj")
    with suppress(OSError, ValueError):
        score.write_text(str(min(1000, int(score.read_text("ascii")) + FIRST_TO_GO)), "ascii")
    app = IPKernelApp.instance()
    app.initialize([*task["arguments"], f"--IPKernelApp.parent_handle={parent}"])  # type: ignore[no-untyped-call]  # theirs is untyped
    register_comm_target()  # which widgets do by themselves only where they are loaded by a kernel
    for widget in widgets:
        widget._model_id = None  # every visitor has an own one
        widget.open()
    app.start()  # type: ignore[no-untyped-call]  # theirs is untyped


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
