"""The Python process behind a learner's page.

It has neither debugger nor history, which saves a sixth of its memory and leaves no file of what a visitor did. Kernels
of Lab's notebooks keep both.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from threading import current_thread, main_thread
from typing import Any

sys.modules["debugpy"] = None  # type: ignore[assignment]  # makes `import debugpy` fail; ipykernel does without it

from ipykernel.ipkernel import IPythonKernel  # noqa: E402  # it must not find the debugger

MOST = 2**30
"""Bytes of memory that one visitor's kernel may take, twenty times what a page needs. More is refused by the system."""

if find_spec("resource"):  # not on Windows
    resource = import_module("resource")
    # And where a kernel crashes, nothing of what a visitor did is left in a file.
    for limited, most in ((resource.RLIMIT_DATA, MOST), (resource.RLIMIT_CORE, 0)):
        with suppress(ValueError, OSError):  # the limit may be lower already
            resource.setrlimit(limited, (most, resource.getrlimit(limited)[1]))

LOADS = ("rallyman_tutor.pages.app", "rallyman_tutor.widgets.paint")
"""The modules that nearly every page needs, in the order in which it needs them."""


class PageKernel(IPythonKernel):
    """A kernel that runs a page and does nothing else.

    One that was forked (`warm`) has loaded LOADS before. Any other one loads them when it has answered that it is
    there, one module at a time, so that the page's code waits for one module at most.
    """

    async def kernel_info_request(self, stream: Any, ident: Any, parent: Any) -> None:
        await super().kernel_info_request(stream, ident, parent)  # type: ignore[no-untyped-call]  # theirs is untyped
        if LOADS[0] not in sys.modules and current_thread() is main_thread():  # the control channel may ask first
            asyncio.get_running_loop().call_soon(_load, LOADS)

    def do_shutdown(self, restart: bool) -> Any:
        """A kernel that ends closes its lines while the last message is still being answered. What is said of that
        would stand on the host's terminal."""
        logging.getLogger("tornado.general").disabled = True
        return super().do_shutdown(restart)  # type: ignore[no-untyped-call]  # theirs is untyped

    def pre_handler_hook(self) -> None:
        """Nobody interrupts a page: its kernel does not listen for that while it works. Jupyter interrupts every kernel
        that it stops, and one that is just at work would write so on the host's terminal."""

    def post_handler_hook(self) -> None:
        """There is nothing to be put back."""


def _load(names: Sequence[str]) -> None:
    import_module(names[0])
    if names[1:]:
        asyncio.get_running_loop().call_soon(_load, names[1:])
