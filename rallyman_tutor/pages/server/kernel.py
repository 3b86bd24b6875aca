"""The Python process behind a learner's page.

Nobody debugs there and nobody asks for last week's commands, so it brings neither debugger nor history: a sixth of its memory,
and no file of what a visitor did. Kernels of Lab's notebooks keep both.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from threading import current_thread, main_thread
from typing import Any

sys.modules["debugpy"] = None  # type: ignore[assignment]  # Python's way to say that there is none; ipykernel does without

from ipykernel.ipkernel import IPythonKernel  # noqa: E402  # it must not find the debugger

MOST = 2**30
"""Bytes of memory one visitor may take, twenty times what a page needs: who asks for more is told that it is too much."""

if find_spec("resource"):  # not on Windows
    resource = import_module("resource")
    with suppress(ValueError, OSError):  # it may be lower already
        resource.setrlimit(resource.RLIMIT_DATA, (MOST, resource.getrlimit(resource.RLIMIT_DATA)[1]))

LOADS = ("rallyman_tutor.pages.app", "rallyman_tutor.widgets.paint")
"""What nearly every page needs, in the order in which it does."""


class PageKernel(IPythonKernel):
    """A kernel that runs a page and does nothing else.

    Once it has told that it is there, its server listens for 0.2 s whether it has more to say, and sends it the page only
    then. In this time the kernel loads, one thing after the other so that the page is never kept waiting for the next.
    """

    async def kernel_info_request(self, stream: Any, ident: Any, parent: Any) -> None:
        await super().kernel_info_request(stream, ident, parent)  # type: ignore[no-untyped-call]  # theirs has none
        if LOADS[0] not in sys.modules and current_thread() is main_thread():  # the control channel may ask first
            asyncio.get_running_loop().call_soon(_load, LOADS)


def _load(names: Sequence[str]) -> None:
    import_module(names[0])
    if names[1:]:
        asyncio.get_running_loop().call_soon(_load, names[1:])
