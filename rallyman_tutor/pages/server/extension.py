"""The tutor as a guest of a Jupyter server: Lab's, Notebook's, a hub's, Binder's.

Everything of the tutor's is below the address `rallyman/`: its kernels and their number, its connections, handlers and
templates. The owner's notebooks and dashboards stay as they were; only a notebook of ours that is asked for at Voila's
address is redirected here. The server decides who may come in. `Inside` is a whole Tornado application; the server
hands on to it every request below that address.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.extension.application import ExtensionApp
from jupyter_server.serverapp import ServerApp
from jupyter_server.services.contents.largefilemanager import LargeFileManager
from jupyter_server.utils import url_path_join
from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher, Rule
from tornado.web import Application, authenticated
from traitlets.config import Config
from voila.configuration import VoilaConfiguration

from rallyman_tutor.pages import shipped
from rallyman_tutor.pages.server.alone import Tutor
from rallyman_tutor.pages.server.room_lock import NoRooms
from rallyman_tutor.pages.server.rooms import Rooms
from rallyman_tutor.pages.server.settings import our_template_shown, settings

CORNER = "rallyman/"
OWN = (
    *("base_url", "server_url", "kernel_manager", "kernel_spec_manager", "contents_manager", "config_manager"),
    *("kernel_websocket_connection_class", "voila_jinja2_env", "mathjax_config", "mathjax_url"),
    *("default_handler_class", "default_handler_args", "websocket_max_message_size", "websocket_compression_options"),
    *("rallyman_asked_at", "rallyman_pictures", "rallyman_rooms", "rallyman_behind_proxy"),
)
"""Settings that differ from the host server's. Cookies, tokens, logs and the like are the host's."""


def _jupyter_server_extension_points() -> list[dict[str, Any]]:
    return [{"module": __name__, "app": Guest}]


class Notebooks(LargeFileManager):
    """The owner's notebooks. A notebook of the tutor's that is not among them is taken from those that came with it."""

    def __init__(self, **asked: Any) -> None:
        super().__init__(**asked)
        self._brought = LargeFileManager(root_dir=str(shipped.folder("notebooks")), log=self.log)

    def _is_brought(self, path: str) -> bool:
        name = path.strip("/")
        if not name.endswith(".ipynb") or not self._brought.file_exists(name):
            return False
        return not shipped.is_ours(Path(self.root_dir, name))

    def file_exists(self, path: str) -> bool:
        return self._is_brought(path) or bool(super().file_exists(path))

    def get(self, path: str, *args: Any, **asked: Any) -> Any:
        if self._is_brought(path):
            return self._brought.get(path, *args, **asked)  # type: ignore[no-untyped-call]  # theirs is untyped
        return super().get(path, *args, **asked)  # type: ignore[no-untyped-call]  # theirs is untyped


class _Corner(Application):
    """An application within another one. Jupyter checks that every handler says who may use it; this one has no methods
    to check, and the handlers in it say so themselves."""

    SUPPORTED_METHODS = ()


class Inside(Tutor):
    """The tutor's server without an address of its own."""

    opening = "index.ipynb"

    def __init__(self, server: ServerApp) -> None:
        ours = settings()
        ours.merge(Config({name: server.config[name] for name in ("Seats",) if name in server.config}))
        base = url_path_join(server.base_url, CORNER)
        super().__init__(config=ours, log=server.log, base_url=base, root_dir=server.root_dir)
        self.server = server
        self.connection_dir = server.runtime_dir
        self.voila_configuration = VoilaConfiguration(parent=self)
        self.setup_template_dirs()
        self.app = _Corner(**self.init_settings())
        self.app.add_handlers(".*$", self.init_handlers())

    @property
    def asked_at(self) -> str:
        return str(self.base_url)

    def kept_rooms(self) -> Rooms | None:
        """The rooms of the folder. Where they cannot be kept the owner's server starts all the same, without rooms."""
        try:
            return super().kept_rooms()
        except NoRooms as why:
            self.log.warning(str(why))
            self.rooms = ""
            return None

    def init_settings(self) -> dict[str, Any]:
        ours = super().init_settings()
        ours["contents_manager"] = Notebooks(parent=self)
        return {**self.server.web_app.settings, **{name: ours[name] for name in OWN}, "autoreload": False}


class OfOurs(Matcher):
    """Matches a notebook of ours that is asked for at Voila's address."""

    def __init__(self, door: str, root: Path) -> None:
        self._door, self._root = door, root.resolve()

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        if not request.path.startswith(self._door):
            return None
        file = (self._root / unquote(request.path.removeprefix(self._door))).resolve()
        return {} if file.is_relative_to(self._root) and shipped.is_ours(file) else None


class Moved(JupyterHandler):
    """Redirects to the tutor's address of a page."""

    def initialize(self, old: str, new: str) -> None:
        self._old, self._new = old, new

    @authenticated
    def get(self) -> None:
        query = f"?{self.request.query}" if self.request.query else ""
        self.redirect(f"{self._new}{self.request.path.removeprefix(self._old)}{query}")

    head = get


class Guest(ExtensionApp):
    """The tutor as the server knows it: its address, whether pages are open, and the things to stop when the server
    stops."""

    name = "rallyman_tutor"
    extension_url = f"/{CORNER}"

    def initialize_handlers(self) -> None:
        server = self.serverapp
        assert isinstance(server, ServerApp)
        with our_template_shown():
            self.inside = Inside(server)
        corner, voila = self.inside.base_url, "voila/render/"
        bare, old = corner.rstrip("/"), url_path_join(server.base_url, voila)
        server.web_app.add_handlers(  # type: ignore[no-untyped-call]  # theirs is untyped
            ".*$",
            [
                (f"{corner}.*", self.inside.app),
                (bare, Moved, {"old": bare, "new": corner}),
                Rule(OfOurs(old, Path(server.root_dir)), Moved, {"old": old, "new": url_path_join(corner, voila)}),
            ],
        )
        self.inside.kernel_manager.observe(self._remember, "last_kernel_activity")

    def _remember(self, change: Any) -> None:
        """Note when a kernel was last used: a hub stops servers on which nobody does anything."""
        assert isinstance(self.serverapp, ServerApp)
        self.serverapp.web_app.settings["last_activity_times"][self.name] = change.new

    def current_activity(self) -> bool:
        return len(self.inside.kernel_manager) > 0

    async def stop_extension(self) -> None:
        await self.inside.kernel_manager.shutdown_all(now=True)
