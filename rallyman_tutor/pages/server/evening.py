"""The pages of an evening's host: the address with its QR code and all tables, for a projector; and the short way in.

The page asks once a second for the tables. It knows of them what anybody in the hall may know.
"""

from __future__ import annotations

from jupyter_server.utils import url_path_join
from tornado.httputil import split_host_and_port
from tornado.web import RequestHandler, authenticated

from rallyman_tutor.pages import qr
from rallyman_tutor.pages.evening import TableShown, table
from rallyman_tutor.pages.server.addresses import own_address
from rallyman_tutor.pages.server.handlers import Worded
from rallyman_tutor.pages.server.rooms import Rooms
from rallyman_tutor.rally.room import code_of
from rallyman_tutor.tutor.words.language import speaking

HERE = ("localhost", "127.0.0.1", "::1")
"""Names of this machine that nobody else can use."""
DOOR = r"room(?:/(?P<code>[^/]{1,40}))?/?"
"""The address to type: it leads to the door of rooms, or with a code into a room."""


class Evening(Worded):
    """The page for the projector."""

    @authenticated
    def get(self) -> None:
        address = self._address()
        try:
            grid = qr.code(address)
        except qr.TooLong:  # then it is only written out
            grid = []
        self.set_header("Cache-Control", "no-store")
        told = {**self.template_namespace, "address": address, "size": len(grid), "drawn": qr.svg_path(grid)}
        self.finish(self.settings["voila_jinja2_env"].get_template("evening.html.j2").render(**told))

    head = get

    def _address(self) -> str:
        """The address of the door, as others in the network reach this machine."""
        name, port = split_host_and_port(self.request.host.lower())
        host = self.request.host
        if name.strip("[]") in HERE:
            host = f"{own_address()}:{port}" if port else own_address()
        return f"{self.request.protocol}://{host}{url_path_join(self.base_url, 'room')}"


class Tables(Worded):
    """All tables as the page shows them."""

    _track_activity = False

    @authenticated
    def get(self) -> None:
        rooms: Rooms = self.settings["rallyman_rooms"]
        with speaking(self.language):
            shown: list[TableShown] = [table(room, self.language) for room in rooms.all()]
        self.set_header("Cache-Control", "no-store")
        self.finish({"tables": shown})


class Door(RequestHandler):
    """Leads from the short address to the page of rooms."""

    def initialize(self, page: str) -> None:
        self._page = page

    def get(self, code: str | None = None) -> None:
        known = code_of(code)
        self.redirect(f"{self._page}?at=room{'/' if known else ''}{known}")

    head = get
