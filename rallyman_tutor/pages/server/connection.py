"""The line between a page and its kernel: small messages leave at once."""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class PromptConnection(ZMQChannelsWebsocketConnection):
    """Jupyter's own connection, with TCP_NODELAY: without it a click may wait 40 ms for an acknowledgement."""

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        return super().connect()
