"""How many learners may be in at once. Every one of them has a Python process of their own, and memory is what runs out.

Counted are the kernels that run and those that are being started, not those that are about to go. On a server that is somebody's
own, Lab or a hub's, their notebooks need no seat, and are not ended when nobody looks at them. Whoever is too many waits a moment at the door, since a
reloaded page knocks before its old kernel has left, and is then told so by a page with status 503.
"""

from __future__ import annotations

import asyncio
import os
from http import HTTPStatus
from pathlib import Path
from typing import Any

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import HTTPError
from traitlets import Bool, Float, Integer, List, Set, Unicode, default
from voila.utils import ENV_VARIABLE

SETTING = "RALLYMAN_TUTOR_VISITORS"
KERNEL = 64 * 2**20  # bytes; measured: 53 MB at a table, 61 on the longest stage of DIRT
FEWEST, MOST = 2, 200
FOR_PAGES = [
    "--IPKernelApp.kernel_class=rallyman_tutor.pages.server.kernel.PageKernel",
    "--HistoryManager.enabled=False",
]
AGAIN = 20  # seconds until it is worth knocking again

LIMIT_OF_THE_CONTAINER = Path("/sys/fs/cgroup/memory.max")


def memory() -> int:
    """The bytes this server may use: what the hub or the container allows, or all there is."""
    known = [os.environ.get("MEM_LIMIT", "")]
    if LIMIT_OF_THE_CONTAINER.is_file():
        known.append(LIMIT_OF_THE_CONTAINER.read_text(encoding="ascii").strip())
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
    """Starts kernels as long as there are seats, those of pages lighter than those of Lab."""

    seats = Integer(config=True, help="how many kernels may run at once")
    patience = Float(2.0, config=True, help="how many seconds one waits at the door for a seat")
    arguments: List[str] = List(Unicode(), config=True, help="what kernels are told on their command line")
    shares = Bool(False, config=True, help="only kernels of pages need a seat")
    spares = Bool(False, config=True, help="only kernels of pages are ended once they are deserted")
    arriving = Integer(0)
    leaving = Set()
    shown = Set(help="the kernels of pages")

    @default("seats")
    def _default_seats(self) -> int:
        return room_for()

    async def start_kernel(self, **asked: Any) -> str:  # type: ignore[override]  # theirs is not awaited, by type
        is_page = ENV_VARIABLE.VOILA_REQUEST_URL in (asked.get("env") or {})
        if self.shares and not is_page:
            return await super().start_kernel(extra_arguments=self.arguments, **asked)
        await self._wait_for_a_seat()
        self.arriving += 1
        try:
            more = FOR_PAGES if is_page else []
            started: str = await super().start_kernel(extra_arguments=[*self.arguments, *more], **asked)
        finally:
            self.arriving -= 1
        self.shown = (self.shown & set(self.list_kernel_ids())) | ({started} if is_page else set())
        return started

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        if kernel_id in self.shown or not self.spares:
            await super().cull_kernel_if_idle(kernel_id)  # type: ignore[no-untyped-call]  # theirs has none

    @property
    def taken(self) -> int:
        """Seats on which somebody sits, or will in a moment."""
        there = set(self.list_kernel_ids()) - self.leaving
        return len(there & self.shown if self.shares else there) + self.arriving

    async def shutdown_kernel(self, kernel_id: str, *args: Any, **asked: Any) -> Any:  # type: ignore[override]  # the same
        self.leaving |= {kernel_id}  # one that is busy takes seconds to go, and its page may be back by then
        try:
            return await super().shutdown_kernel(kernel_id, *args, **asked)  # type: ignore[no-untyped-call]  # theirs has none
        finally:
            self.leaving -= {kernel_id}

    async def _wait_for_a_seat(self) -> None:
        clock = asyncio.get_running_loop()
        end = clock.time() + self.patience
        while self.taken >= self.seats:
            if clock.time() >= end:
                raise Full
            await asyncio.sleep(0.05)
