"""A server's knowledge of itself, told to the tests at `<base>/observe`: its kernels, and the sockets of its
websockets.

It runs in the server's process: as an extension of a Jupyter server, or beside Voila when this file is started as a
program (a folder, and the settings of `serve` as JSON).
"""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, RequestHandler

from rallyman_tutor.pages.serve import serve
from rallyman_tutor.pages.server import alone


class Observe(RequestHandler):
    """Everything at once, as JSON; `?end` ends all kernels first."""

    async def get(self) -> None:
        kernels, server = self.settings["kernel_manager"], self.settings.get("serverapp")
        while "end" in self.request.query and kernels.list_kernel_ids():
            with suppress(HTTPError):  # one of them has just ended with its page
                await kernels.shutdown_all(now=True)
        self.finish(
            {
                "kernels": dict(self._processes(kernels)),
                "restarts": any(kernels.get_kernel(key).autorestart for key in kernels.list_kernel_ids()),
                "culls_after": kernels.cull_idle_timeout,
                "seats": getattr(kernels, "seats", None),
                "active": sorted(self.settings.get("last_activity_times", ())),
                "host": self._host(),
                "host_culls_after": server.kernel_manager.cull_idle_timeout if server else None,
                "lines": len(ZMQChannelsWebsocketConnection._open_sockets),
                "nodelay": [bool(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)) for line in self._lines()],
            }
        )

    def _processes(self, kernels: Any) -> Iterator[tuple[str, int]]:
        """The kernels that run: one that is just being started or ended has no process."""
        for key in kernels.list_kernel_ids():
            provisioner = kernels.get_kernel(key).provisioner
            if provisioner is not None and provisioner.pid is not None:
                yield key, provisioner.pid

    def _host(self) -> list[str]:
        """The modules of the kernel manager and the connection that the Jupyter server uses for its own notebooks."""
        server = self.settings.get("serverapp")
        used = (type(server.kernel_manager), server.kernel_websocket_connection_class) if server else ()
        return [kind.__module__ for kind in used]

    def _lines(self) -> Iterator[socket.socket]:
        """The sockets of visitors. A line whose visitor has left may be read on for a while and has none."""
        for connection in ZMQChannelsWebsocketConnection._open_sockets:
            line: Any = connection.websocket_handler.ws_connection
            if line and line.stream.socket:
                yield line.stream.socket


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "tests.pages.observe"}]


def _load_jupyter_server_extension(server: Any) -> None:
    (guest,) = server.extension_manager.extension_apps["rallyman_tutor.pages.server.extension"]
    guest.inside.app.add_handlers(".*$", [(url_path_join(guest.inside.base_url, "observe"), Observe)])


def main(folder: str, settings: str) -> int:
    class Observed(alone.Tutor):
        """The tutor's server with `Observe` as one more handler."""

        name = "tutor"

        def init_handlers(self) -> list[Any]:
            return [(url_path_join(self.server_url, "observe"), Observe), *super().init_handlers()]

    alone.Tutor = Observed  # type: ignore[misc]  # a class is no variable by type; here it is exchanged for our own
    return serve(browser=False, folder=Path(folder), **json.loads(settings))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
