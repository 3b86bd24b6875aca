"""How the server waits for a new kernel before it sends a page's code."""

from __future__ import annotations

import asyncio
from queue import Empty

from jupyter_client.asynchronous.client import AsyncKernelClient

ANSWER = 1.0
"""Seconds to wait for an answer before asking again."""
ECHO = 0.02
"""Seconds to wait for the echo of an answer that is there."""


class PromptClient(AsyncKernelClient):
    """Jupyter's client. Theirs waits another 0.2 s and longer, for messages that nobody will read."""

    async def wait_for_ready(self, timeout: float | None = None) -> None:
        """Ask the kernel who it is until its answer comes, and with it the echo that all clients hear. A RuntimeError
        says that it does not come."""
        try:
            async with asyncio.timeout(timeout):
                while not await self._is_ready():
                    if not await self.is_alive():
                        raise RuntimeError("the kernel died before it answered")
        except TimeoutError:
            raise RuntimeError(f"the kernel did not answer in {timeout} seconds") from None

    async def _is_ready(self) -> bool:
        self.kernel_info()
        try:
            answer = await self.shell_channel.get_msg(timeout=ANSWER)
            await self.iopub_channel.get_msg(timeout=ECHO)
        except Empty:
            return False
        if answer["msg_type"] != "kernel_info_reply":
            return False
        self._handle_kernel_info_reply(answer)
        return True
