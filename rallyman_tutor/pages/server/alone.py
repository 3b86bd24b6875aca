"""Voila as a server of its own."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from jupyter_server.utils import url_path_join
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.iostream import IOStream
from tornado.netutil import bind_sockets
from traitlets import Bool, Integer, Unicode, default
from voila.app import Voila
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from rallyman_tutor.pages.sentences import say
from rallyman_tutor.pages.server import origins
from rallyman_tutor.pages.server.addresses import own_address
from rallyman_tutor.pages.server.connection import LONGEST, PACKED, Channels
from rallyman_tutor.pages.server.evening import DOOR, Door, Evening, Tables
from rallyman_tutor.pages.server.forked import CAN_FORK, warm
from rallyman_tutor.pages.server.handlers import ASKED, ROOM, WATCHED, Missing, Opening, Page, Pages, Printed
from rallyman_tutor.pages.server.pictures import FirstPictures, parts
from rallyman_tutor.pages.server.room_line import RoomLine, rooms_in
from rallyman_tutor.pages.server.room_lock import hold
from rallyman_tutor.pages.server.rooms import Rooms
from rallyman_tutor.pages.server.shares import LIMITS
from rallyman_tutor.tutor.words.language import spoken

OURS = {TornadoVoilaHandler: Page, TornadoVoilaTreeHandler: Pages, VoilaKernelWebsocketHandler: Channels}


ROOMS_VARIABLE = "RALLYMAN_TUTOR_ROOMS"
"""The environment variable with the folder in which rooms are kept; without one there are no rooms."""
EVERYWHERE = ("", "0.0.0.0", "::")


class Discreet(HTTPServer):
    """A server that does not know where its visitors are, and so writes it into no log. It only knows which of them
    come from one place."""

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        origins.note(stream, str(address[0]))
        super().handle_stream(stream, ("somewhere", 0))


class Tutor(Voila):
    """Voila with our request handlers, on the first free port."""

    port: int
    opening = Unicode("", config=True, help="the notebook that / leads to; without one, / lists them")
    evening = Bool(False, config=True, help="whether there is a page for the host of an evening")
    rooms = Unicode(config=True, help="the folder in which rooms are kept; without one there are no rooms")

    rooms_each = Integer(LIMITS.rooms_each, config=True, help="how many rooms one address may open within a day")
    devices_each = Integer(LIMITS.guests_each, config=True, help="how many devices of one address may be in rooms")
    behind_proxy = Bool(False, config=True, help="whether the web server in front tells the addresses of visitors")

    @default("rooms")
    def _default_rooms(self) -> str:
        return os.environ.get(ROOMS_VARIABLE, "")

    def init_settings(self) -> dict[str, Any]:
        wide = {"voila_configuration": self.voila_configuration}
        return {
            **super().init_settings(),
            "default_handler_class": Missing,
            "default_handler_args": wide,
            "websocket_max_message_size": LONGEST,
            "websocket_compression_options": PACKED,
            "rallyman_asked_at": self.asked_at,
            "rallyman_pictures": FirstPictures(),
            "rallyman_rooms": self.kept_rooms(),
            "rallyman_behind_proxy": self.behind_proxy,
        }

    def kept_rooms(self) -> Rooms | None:
        """The rooms of the folder; NoRooms where they cannot be kept."""
        if not self.rooms:
            return None
        hold(Path(self.rooms))
        limits = LIMITS._replace(rooms_each=self.rooms_each, guests_each=self.devices_each)
        return rooms_in(Path(self.rooms), limits)

    @property
    def asked_at(self) -> str:
        """The address below which pages ask whether their kernel lives, and watchers ask how the server is."""
        return str(url_path_join(self.base_url, "rallyman/"))

    def init_handlers(self) -> list[Any]:
        doors = [(path, OURS.get(door, door), *more) for path, door, *more in super().init_handlers()]
        ours: list[Any] = [(url_path_join(self.asked_at, path), door) for path, door in ASKED.items()]
        ours += [(url_path_join(self.server_url, path), door) for path, door in WATCHED.items()]
        ours.append(
            (
                url_path_join(self.base_url, r"voila/render/(?:.*/)?(?P<key>\w+)-sheet(?:\.(?P<language>\w+))?\.html"),
                Printed,
            )
        )
        if self.rooms:
            page = url_path_join(self.base_url, "voila/render/index.ipynb")
            ours.append((url_path_join(self.asked_at, ROOM), RoomLine))
            ours.append((url_path_join(self.base_url, DOOR), Door, {"page": page}))
        if self.rooms and self.evening:
            ours.append((url_path_join(self.base_url, "evening"), Evening))
            ours.append((url_path_join(self.base_url, "evening/tables"), Tables))
        if self.opening:
            opening = url_path_join(self.base_url, "voila/render", self.opening)
            ours.append((self.server_url, Opening, {"url": opening, "permanent": False}))
        return ours + doors

    @property
    def _is_for_all(self) -> bool:
        return self.ip in EVERYWHERE

    @property
    def display_url(self) -> str:
        """The address to type on this machine: `localhost` where the server listens to everybody, since a machine need
        not know its own name."""
        return str(self._url("localhost")) if self._is_for_all else str(super().display_url)

    @property
    def connection_url(self) -> str:
        """The address that is opened in the browser."""
        address = self.display_url if self._is_for_all else str(super().connection_url)
        return str(url_path_join(address, "evening")) if self.evening else address

    def listen(self) -> None:
        for port in self._ports():
            try:
                sockets = bind_sockets(port, self.ip)
            except OSError as error:
                if error.errno in (errno.EADDRINUSE, errno.EACCES):
                    continue
                raise
            break
        else:
            way = say("top.try", it=f"rallyman-tutor serve --port {self.port + 1000}")
            sys.stderr.write(f"{say('serve.no-port', port=self.port)}\n{way}\n")
            raise SystemExit(1)
        self.port = sockets[0].getsockname()[1]
        Discreet(self.app, max_body_size=LONGEST).add_sockets(sockets)
        self.ioloop = IOLoop.current()
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else nobody is to hear Ctrl+C
            # Python's own handler raises an exception, which is lost where nobody may raise one.
            signal.signal(signal.SIGINT, self._handle_signal_stop)
        try:  # somebody who reads the line below may press Ctrl+C at once
            print(say("serve.at", url=self.display_url), flush=True)
            if self._is_for_all:
                print(say("serve.others", url=self._url(own_address())), flush=True)
            if self.evening:
                print(say("serve.evening", url=url_path_join(self.display_url, "evening")), flush=True)
            if CAN_FORK:
                warm()  # before the first visitor comes
            self.ioloop.add_callback(parts)
            if self.opening:
                first = partial(self.app.settings["rallyman_pictures"].begin, "home", spoken())  # which most open first
                self.ioloop.add_callback(first)
            if self.open_browser:
                threading.Thread(target=webbrowser.open, args=(self.connection_url,), daemon=True).start()
            self.ioloop.start()
        finally:
            if signal.getsignal(signal.SIGINT) == self._handle_signal_stop:
                signal.signal(signal.SIGINT, signal.default_int_handler)  # who presses it twice does not wait
            self.stop()

    def _ports(self) -> Iterator[int]:
        return iter(range(self.port, self.port + self.port_retries + 1) if self.port else (0,))
