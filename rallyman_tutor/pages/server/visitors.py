"""The most learners there may be at once. Each has a Python process of their own, and memory runs out first.

A kernel has a seat from when it is being started until it is being stopped. A page that finds no free seat waits a
moment, since a page that is loaded again comes before its old kernel has stopped; then it is refused with status 503.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextvars import Context, ContextVar
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any, Literal

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import HTTPError
from traitlets import Bool, Float, Instance, Integer, List, Set, Unicode, default

from rallyman_tutor.pages.server.figures import Figures
from rallyman_tutor.pages.server.forked import CAN_FORK, Forked
from rallyman_tutor.tutor.words.language import EXPECTED

SETTING = "RALLYMAN_TUTOR_VISITORS"
KERNEL = (40 if CAN_FORK else 64) * 2**20
"""Bytes that a kernel takes. Measured, forked and not: 30 and 53 MB at a table, 41 and 61 on DIRT's longest stage."""
FEWEST, MOST = 2, 200
FOR_PAGES = [
    "--IPKernelApp.kernel_class=rallyman_tutor.pages.server.kernel.PageKernel",
    "--HistoryManager.enabled=False",
]
LONGEST_NAME = 90
"""How many bytes the name of a kernel's file may have, so that sockets of a name a little longer can lie beside it."""
AGAIN = 20  # seconds after which somebody who was refused should try again
SPOKEN_THERE: ContextVar[str] = ContextVar("spoken-there", default="")
"""The language of whoever asks for the page that a kernel is started for."""

GROUPS = Path("/proc/self/cgroup")
"""Where Linux lists the groups of processes that this one is in."""
LIMITS = Path("/sys/fs/cgroup")
"""Where it keeps the limits of each."""


def limits_of_groups() -> Iterator[str]:
    """The limits of memory of a container, of a service, of a pod, as they are written."""
    for line in GROUPS.read_text("utf-8").splitlines() if GROUPS.is_file() else ():
        _, kinds, place = line.split(":", 2)
        if kinds in ("", "memory"):  # in groups of the second version all kinds are one
            root, name = (LIMITS / kinds, "memory.limit_in_bytes" if kinds else "memory.max")
            inner = root / place.strip("/")
            for folder in (inner, *inner.parents):
                if folder.is_relative_to(root) and (folder / name).is_file():
                    yield (folder / name).read_text("ascii").strip()


def memory() -> int:
    """The bytes this server may use: what the hub, the container or the service allows, or all there is."""
    known = [os.environ.get("MEM_LIMIT", ""), *limits_of_groups()]
    limits = [int(limit) for limit in known if limit.isdecimal()]
    if hasattr(os, "sysconf"):  # not on Windows
        limits.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    return min(limits, default=4 * 2**30)


def room_for() -> int:
    """How many visitors are let in: what the setting says, or as many as half the memory holds."""
    asked = os.environ.get(SETTING, "")
    return int(asked) if asked.isdecimal() else max(FEWEST, min(MOST, memory() // 2 // KERNEL))


class Full(HTTPError):
    """Every seat is taken."""

    def __init__(self) -> None:
        super().__init__(HTTPStatus.SERVICE_UNAVAILABLE, "every seat is taken")


class Seats(AsyncMappingKernelManager):
    """Starts kernels for pages, lighter than those of notebooks, as long as there are seats."""

    seats = Integer(config=True, help="how many kernels may run at once")
    patience = Float(2.0, config=True, help="how many seconds one waits at the door for a seat")
    arguments: List[str] = List(Unicode(), config=True, help="what kernels are told on their command line")
    unheard = Float(30.0, config=True, help="after how many seconds a kernel is stopped that no page has asked about")
    unmet = Float(180.0, config=True, help="after how many seconds a kernel is stopped to which no page ever connected")
    arriving = Integer(0)
    leaving = Set()
    waiting = Integer(0)
    has_failed = Bool(False, help="whether the kernel that was asked for last could not be started")
    figures = Instance(Figures, ())
    heard = Set(help="kernels that a page has asked about: it is there, however slowly the rest of it may load")
    met = Set(help="kernels to which a page has connected")

    @default("seats")
    def _default_seats(self) -> int:
        return room_for()

    async def start_kernel(self, **asked: Any) -> str:  # type: ignore[override]  # not awaitable by its type
        asked["env"] = {**(asked.get("env") or os.environ), EXPECTED: SPOKEN_THERE.get()}
        await self._wait_for_a_seat()
        self.arriving += 1
        try:
            kernel_id = await super().start_kernel(extra_arguments=[*self.arguments, *FOR_PAGES], **asked)
            self.has_failed = False
        except Exception:
            self.has_failed = True
            raise
        finally:
            self.arriving -= 1
        self.figures.started += 1
        clock = asyncio.get_running_loop()
        empty = Context()  # else it kept the page
        clock.call_later(self.unheard, self._stop_unless, "heard", kernel_id, context=empty)
        clock.call_later(self.unmet, self._stop_unless, "met", kernel_id, context=empty)
        return kernel_id

    def pre_start_kernel(self, name: str | None, asked: Any) -> Any:
        kernel, name, kernel_id = super().pre_start_kernel(name, asked)
        if len(os.fsencode(kernel.connection_file)) > LONGEST_NAME:
            kernel.transport = "tcp"
        kernel.provisioner = Forked(kernel_id=kernel_id, kernel_spec=kernel.kernel_spec, parent=kernel)
        used: Any = kernel
        used.last_activity = datetime.now(UTC)  # Jupyter notes it only after the kernel can be looked at
        return kernel, name, kernel_id

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """Stop a deserted kernel. It may be gone by now: stopping others may have taken seconds."""
        if kernel_id in self and kernel_id not in self.leaving:
            await super().cull_kernel_if_idle(kernel_id)  # type: ignore[no-untyped-call]  # theirs is untyped

    def notice(self, kernel_id: str) -> None:
        """A page has asked about its kernel."""
        if kernel_id in self:
            self.heard |= {kernel_id}

    def notify_connect(self, kernel_id: str) -> None:
        self.heard |= {kernel_id}
        self.met |= {kernel_id}
        super().notify_connect(kernel_id)  # type: ignore[no-untyped-call]  # theirs is untyped

    def remove_kernel(self, kernel_id: str) -> Any:
        self.figures.ended += 1
        return super().remove_kernel(kernel_id)

    def _stop_unless(self, known: Literal["heard", "met"], kernel_id: str) -> None:
        """Stop a kernel whose page was left before it could connect, or even say goodbye: nobody else knows of it."""
        if kernel_id in self and kernel_id not in getattr(self, known):
            self._stopping = asyncio.ensure_future(self.shutdown_kernel(kernel_id, now=True))

    @property
    def taken(self) -> int:
        """How many seats are taken: by kernels that run or are being started, but not by those being stopped."""
        there = set(self.list_kernel_ids()) - self.leaving
        return len(there) + self.arriving

    async def shutdown_kernel(self, kernel_id: str, *args: Any, **asked: Any) -> Any:  # type: ignore[override]  # not awaitable by its type
        self.leaving |= {kernel_id}  # a busy kernel takes seconds to stop, and its page may be loaded again by then
        try:
            return await super().shutdown_kernel(kernel_id, *args, **asked)  # type: ignore[no-untyped-call]  # theirs is untyped
        finally:
            self.leaving -= {kernel_id}
            self.heard -= {kernel_id}
            self.met -= {kernel_id}

    async def _wait_for_a_seat(self) -> None:
        clock = asyncio.get_running_loop()
        end = clock.time() + self.patience
        self.waiting += 1
        try:
            while self.taken >= self.seats:
                if clock.time() >= end:
                    self.figures.refused += 1
                    raise Full
                await asyncio.sleep(0.05)
        finally:
            self.waiting -= 1
