"""The connection between a page and its kernel: small messages leave at once, and no visitor can hold up the others.

A visitor can send anything. The number of parts that a message claims is checked against its length before the parts
are read. Whoever sends faster than a person can is read more slowly, which delays nobody else. Whoever has too many
connections to one kernel gets no further one. A message that cannot be read closes the connection with 1002, "protocol
error", and one that no kernel will ever take with 1001, "going away": Tornado sees that a visitor has left only when it
reads on, so a connection that waits for ever would keep a seat for ever.
"""

from __future__ import annotations

import asyncio
import json
import struct
from http import HTTPStatus
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.connection.base import deserialize_binary_message
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado.web import HTTPError
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from rallyman_tutor.pages.server.allowance import Allowance

NEWER = "v1.kernel.websocket.jupyter.org"
QUESTION = "rallyman?"
"""The words with which a page asks whether its kernel lives. The answer is these too, and behind them the facts as
JSON."""
GONE, MALFORMED = 1001, 1002
MOST_PARTS = 256
MOST_LINES = 8
"""How many connections one kernel may have. A page has one, and for a moment two."""
RATE, BURST = 200, 1000
"""The most messages of a connection each second, and at once. A long one counts once more for each PIECE."""
PIECE = 8192  # bytes
PATIENCE = 60.0
"""For how many seconds a kernel may take nothing of what it is sent."""
LONGEST = 2**20
"""How many bytes a message may have. Our longest one carries a learner's saved progress and has a tenth of that."""

PACKED = {"compression_level": 1, "mem_level": 4}
"""How messages are packed, by zlib: the picture of a road has a quarter of its bytes then, after 4 ms of a processor,
and a line takes 180 KB of memory. More work saves little more."""


class PromptConnection(ZMQChannelsWebsocketConnection):
    """Jupyter's own connection, with limits, and with TCP_NODELAY: without it a click may wait 40 ms."""

    async def prepare(self) -> None:
        if self.multi_kernel_manager._kernel_connections.get(self.kernel_id, 0) >= MOST_LINES:
            raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "too many lines to one kernel")
        await super().prepare()  # type: ignore[no-untyped-call]  # theirs is untyped

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        self.websocket_handler.on_message = self.hear  # type: ignore[method-assign]  # for this connection only
        self._allowance = Allowance(RATE, BURST)
        return super().connect()

    async def hear(self, message: str | bytes) -> None:
        """Take one message from the visitor. The next one is read when this has returned."""
        is_taken = await self._slow_down(1 + len(message) // PIECE)
        if message == QUESTION:
            await self._answer()
            return
        if not is_taken:
            self.websocket_handler.close(GONE, "no kernel takes this")
            return
        try:
            if not is_whole(message, newer=self.subprotocol == NEWER):
                raise ValueError
            self.handle_incoming_message(message)  # type: ignore[arg-type]  # it takes bytes, too
        except Exception:  # whatever fails here is the fault of the message
            self.log.info("a visitor sent what cannot be read", exc_info=True)
            self.websocket_handler.close(MALFORMED, "this cannot be read")

    async def _slow_down(self, cost: int) -> bool:
        """Wait until the next message may be handled. False when there is no kernel to take it."""
        clock = asyncio.get_running_loop()
        if wait := self._allowance.wait(cost, clock.time()):
            await asyncio.sleep(wait)
        end = clock.time() + PATIENCE
        while self.kernel_id in self.multi_kernel_manager and clock.time() < end:
            if not any(stream.sending() for stream in self.channels.values() if not stream.closed()):
                return True
            await asyncio.sleep(0.05)  # the kernel has more to read than it can hold
        return False

    async def _answer(self) -> None:
        life = await life_of(self.kernel_manager, self.kernel_id)
        if self.websocket_handler.ws_connection:
            self.write_message(QUESTION + json.dumps({"alive": life is not None, "life": life}))


async def life_of(kernel: Any, kernel_id: str) -> Any:
    """The process number of a kernel, or its id where there is no number; None when the kernel does not run."""
    if await ensure_async(kernel.is_alive()):
        return getattr(kernel.provisioner, "pid", None) or kernel_id
    return None


def is_whole(message: str | bytes, *, newer: bool) -> bool:
    """Whether a message has the parts that it says it has. Text has no parts, and the newer protocol has no text."""
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
    """Voila's handler of connections, which never sends the source of a cell. To find it, Voila reads every message as
    the newer protocol writes it, and would never finish with one of the older protocol; those are read here."""

    def write_message(self, message: Any, binary: bool = False) -> Any:
        if isinstance(message, bytes) and not self.selected_subprotocol:
            if deserialize_binary_message(message)["header"]["msg_type"] == "execute_input":  # type: ignore[no-untyped-call]  # theirs is untyped
                return None
            return KernelWebsocketHandler.write_message(self, message, binary)
        return super().write_message(message, binary)
