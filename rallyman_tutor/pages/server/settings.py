"""The settings of Voila and Jupyter, the same in both ways of serving.

Each of them mends something that goes wrong with the default; `tests/pages` checks them.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from traitlets.config import Config
from voila.paths import collect_static_paths

from rallyman_tutor.pages.server.words import LANGUAGE, words
from rallyman_tutor.scene.palette import PALETTES

SHARE = Path(__file__).parents[1] / "share"
TEMPLATE = "rallyman"
SCRIPT = "voila.js"
HEARD = 20  # seconds within which a cell's output must arrive once the kernel says that it is done
SOON, LATE = 30, 600  # seconds: how often kernels are looked at, and after how long a deserted one is stopped

EXTENSIONS = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget", "ipycanvas"]


@contextmanager
def our_template_shown() -> Iterator[None]:
    """While this lasts, Jupyter finds our templates in the package; a checkout needs no installing. Afterwards its
    search path is as before, since every process that is started inherits it."""
    paths = os.environ.get("JUPYTER_PATH")
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(SHARE), paths]))
    try:
        yield
    finally:
        if paths is None:
            del os.environ["JUPYTER_PATH"]
        else:
            os.environ["JUPYTER_PATH"] = paths


def admit(request: Any, notebook: Any, cwd: str) -> None:
    """Called before a page is made. Reading the token sets its cookie; without that cookie a page that is closed is not
    allowed to end its kernel."""
    _ = request.xsrf_token


def offline(page: dict[str, Any], settings: Mapping[str, Any], **_: Any) -> dict[str, Any]:
    """A page's settings without scripts for formulas from other servers, and with the address at which it asks whether
    its kernel lives."""
    return {**page, "mathjaxConfig": None, "fullMathjaxUrl": None, "rallymanAsked": settings["rallyman_asked_at"]}


def scripts() -> list[str]:
    """The files of Voila's script. It loads its pieces only when the kernel is ready; named at the top of the page,
    they load while the kernel starts."""
    for folder in map(Path, collect_static_paths(["voila"], TEMPLATE)):
        if (folder / SCRIPT).is_file():
            named = re.findall(r"\.e\((\d+)\)", (folder / SCRIPT).read_text(encoding="utf-8"))
            pieces = [f"{name}.{SCRIPT}" for name in dict.fromkeys(named)]
            return [SCRIPT, *(piece for piece in pieces if (folder / piece).is_file())]
    return []


def settings() -> Config:
    """All settings except the address."""
    start = words()["start"]
    return Config(
        {
            "VoilaConfiguration": {
                "template": TEMPLATE,
                "allow_template_override": "NO",
                "allow_theme_override": "NOTEBOOK",  # by ?theme= anything could be written into the page
                "classic_tree": True,  # the other one needs scripts to show a list
                "extension_allowlist": EXTENSIONS,
                "extension_denylist": [],
                "prelaunch_hook": admit,
                "page_config_hook": offline,
                "progressive_rendering": False,  # canvases stay blank with it
                "preheat_kernel": False,
                "show_tracebacks": False,
                "multi_kernel_manager_class": "rallyman_tutor.pages.server.visitors.Seats",
                "resources": {"words": words(), "colours": PALETTES, "scripts": scripts()},
            },
            "Voila": {
                "kernel_websocket_connection_class": "rallyman_tutor.pages.server.connection.PromptConnection",
            },
            "VoilaExecutor": {
                "cell_error_instruction": start["cell"],
                "cell_timeout_instruction": start["slow"],
                "iopub_timeout": HEARD,
                "raise_on_iopub_timeout": True,  # otherwise a page without the tutor would come, and stay empty
            },
            "HTMLExporter": {"language_code": LANGUAGE},
            # Not by TCP: a port is chosen before the kernel takes it, and if another kernel takes it in between, one
            # dies.
            # No restart: a new process knows nothing of the page, which starts afresh by itself. It could not end a
            # kernel
            # that is just being restarted, and that kernel would keep a seat for nobody.
            "AsyncKernelManager": {"client_class": "rallyman_tutor.pages.server.client.PromptClient"},
            "KernelManager": {"transport": "ipc" if hasattr(socket, "AF_UNIX") else "tcp", "autorestart": False},
            "MappingKernelManager": {
                "cull_idle_timeout": LATE,  # a tab that crashes does not end its kernel
                "cull_interval": SOON,
                "cull_connected": False,
                "cull_busy": True,  # a kernel that died at work counts as busy for ever, as does endless work
            },
        }
    )
