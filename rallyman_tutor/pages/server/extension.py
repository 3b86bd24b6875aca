"""Voila as an extension of a Jupyter server: Lab, a hub, Binder.

There it is Jupyter that starts Voila, so our settings must be in before it does. Jupyter links its extensions, makes its
managers, then loads the extensions, each time in the order of their names; ours comes before `voila.server_extension`, and
of two doors with the same address the first one opens. What somebody has set himself is left as it is.
"""

from __future__ import annotations

from jupyter_server.serverapp import ServerApp
from jupyter_server.utils import url_path_join
from tornado.web import Application
from traitlets.config import Config
from voila.configuration import VoilaConfiguration
from voila.paths import collect_template_paths

from rallyman_tutor.pages.server.handlers import ASKED, Page, Pages
from rallyman_tutor.pages.server.settings import TEMPLATE, settings, show_our_template


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "rallyman_tutor.pages.server.extension"}]


def _link_jupyter_server_extension(server: ServerApp) -> None:
    show_our_template()
    ours = settings()
    ours.ServerApp = Config(
        kernel_manager_class="rallyman_tutor.pages.server.visitors.Seats",
        kernel_websocket_connection_class="rallyman_tutor.pages.server.connection.PromptConnection",
    )
    # The notebooks of whoever has this server are theirs: they need no seat, and die of idleness only where the owner says so.
    spares = "cull_idle_timeout" not in server.config.get("MappingKernelManager", {})
    ours.Seats = Config(shares=True, spares=spares)
    ours.merge(server.config)
    server.update_config(ours)


def _load_jupyter_server_extension(server: ServerApp) -> None:
    voila = {"voila_configuration": VoilaConfiguration(parent=server)}
    page = {
        **voila,
        "config": server.config,
        "template_paths": collect_template_paths(["voila", "nbconvert"], TEMPLATE),
    }
    doors = [
        *((path, door, {}) for path, door in ASKED.items()),
        (r"/voila/render/(.*)", Page, page),
        (r"/voila/?", Pages, voila),
        (r"/voila/tree(?P<path>(?:(?:/[^/]+)+|/?))", Pages, voila),
    ]
    base = server.web_app.settings["base_url"]
    web: Application = server.web_app
    web.add_handlers(".*$", [(url_path_join(base, path), door, more) for path, door, more in doors])
