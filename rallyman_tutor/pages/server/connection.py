"""The line between a page and its kernel: small messages leave at once, and nothing that a visitor sends holds up the others.

A visitor may write what they like on the line. How many parts a message says it has is checked against its length before
anybody counts them; who sends more than a hand can is read more slowly, which only they feel; who holds too many lines open
gets no further one. What cannot be read closes the line with 1002, which says "protocol error".
"""

from __future__ import annotations

import asyncio
import json
import struct
from http import HTTPStatus
from math import inf
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.connection.base import deserialize_binary_message
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado.web import HTTPError
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

NEWER = "v1.kernel.websocket.jupyter.org"
QUESTION = "rallyman?"
"""What a page sends to learn whether its kernel lives; the answer is this too, and which process it is."""
MALFORMED = 1002
MOST_PARTS = 256
MOST_LINES = 8
"""Of one kernel; a page holds one, and for a moment two."""
RATE, BURST = 200, 1000
"""What one line may send a second, and at once, in messages; a long message counts for each of its pieces."""
PIECE = 8192  # bytes
LONGEST = 2**20
"""Bytes of a message; the longest of ours brings back what a learner has learned, and has a tenth of it."""


class PromptConnection(ZMQChannelsWebsocketConnection):
    """Jupyter's own connection, with TCP_NODELAY (without it a click may wait 40 ms for an acknowledgement) and on its guard."""

    async def prepare(self) -> None:
        if self.multi_kernel_manager._kernel_connections.get(self.kernel_id, 0) >= MOST_LINES:
            raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "too many lines to one kernel")
        await super().prepare()  # type: ignore[no-untyped-call]  # theirs has none

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        self.websocket_handler.on_message = self.hear  # type: ignore[method-assign]  # of this line only
        self._allowance = Allowance()
        return super().connect()

    async def hear(self, message: str | bytes) -> None:
        """Take one message from the visitor. The next one is read when this has returned."""
        await self._slow_down(1 + len(message) // PIECE)
        if message == QUESTION:
            await self._answer()
            return
        try:
            if not is_whole(message, newer=self.subprotocol == NEWER):
                raise ValueError
            self.handle_incoming_message(message)  # type: ignore[arg-type]  # theirs comes in bytes, too
        except Exception:  # whatever is wrong with it, it is the visitor's
            self.log.info("a visitor sent what cannot be read", exc_info=True)
            self.websocket_handler.close(MALFORMED, "this cannot be read")

    async def _slow_down(self, cost: int) -> None:
        if wait := self._allowance.wait(cost, asyncio.get_running_loop().time()):
            await asyncio.sleep(wait)
        while any(stream.sending() for stream in self.channels.values() if not stream.closed()):
            await asyncio.sleep(0.05)  # the kernel has more to read than it can hold

    async def _answer(self) -> None:
        life = await life_of(self.kernel_manager, self.kernel_id)
        if self.websocket_handler.ws_connection:
            self.write_message(QUESTION + json.dumps({"alive": life is not None, "life": life}))


class Allowance:
    """How many messages one visitor may send: so many at once, and then so many a second."""

    def __init__(self) -> None:
        self._paid_until = -inf

    def wait(self, cost: int, now: float) -> float:
        """The seconds to wait before more is read than what has come at this time."""
        self._paid_until = max(self._paid_until, now - BURST / RATE) + cost / RATE
        return max(0.0, self._paid_until - now)


async def life_of(kernel: Any, kernel_id: str) -> Any:
    """What tells this process of a kernel from another one, started in its place; None when it does not run."""
    if await ensure_async(kernel.is_alive()):
        return getattr(kernel.provisioner, "pid", None) or kernel_id
    return None


def is_whole(message: str | bytes, *, newer: bool) -> bool:
    """Whether a message has the parts that it says it has. In text there are none to count."""
    if isinstance(message, str):
        return not newer
    width, order = (8, "<Q") if newer else (4, "!I")
    least = 6 if newer else 1  # channel, header, parent, metadata, content, and where they end
    if len(message) < width:
        return False
    (parts,) = struct.unpack_from(order, message)
    begin = width * (parts + 1)
    if not least <= parts <= MOST_PARTS or begin > len(message):
        return False
    offsets = struct.unpack_from(f"{order[0]}{parts}{order[1]}", message, width)
    return offsets[0] >= begin and list(offsets) == sorted(offsets) and offsets[-1] <= len(message)


class Channels(VoilaKernelWebsocketHandler):
    """Voila's door to a kernel, which keeps the source of cells to itself. It looks for it in every message as the newer
    protocol writes them, and would count for ever in those of a visitor who has asked for no protocol."""

    def write_message(self, message: Any, binary: bool = False) -> Any:
        if isinstance(message, bytes) and not self.selected_subprotocol:
            if deserialize_binary_message(message)["header"]["msg_type"] == "execute_input":  # type: ignore[no-untyped-call]  # theirs has none
                return None
            return KernelWebsocketHandler.write_message(self, message, binary)
        return super().write_message(message, binary)
