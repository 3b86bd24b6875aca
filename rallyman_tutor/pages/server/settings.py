"""What Voila and Jupyter are told, the same in both ways of serving.

Each line is the remedy of something that was measured to go wrong with the defaults; `tests/pages` holds them.
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
HEARD = 20  # seconds in which what a kernel shows must be heard, once it says that it is done
SOON, LATE = 30, 600  # seconds: how often kernels are looked at, and after how long a deserted one is stopped

EXTENSIONS = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget", "ipycanvas"]


@contextmanager
def our_template_shown() -> Iterator[None]:
    """Jupyter looks for templates on a path, which all that it starts inherits. Ours lie in the package, so that a checkout needs no
    installing."""
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
    """Called before a page is made. Asking for the token sets its cookie, without which the page may not say goodbye
    to its kernel when it is closed, and the kernel would stay."""
    _ = request.xsrf_token


def offline(page: dict[str, Any], settings: Mapping[str, Any], **_: Any) -> dict[str, Any]:
    """Formulas are set by what Voila brings along, never by a script from elsewhere. And a page is told where to ask whether its
    kernel lives."""
    return {**page, "mathjaxConfig": None, "fullMathjaxUrl": None, "rallymanAsked": settings["rallyman_asked_at"]}


def scripts() -> list[str]:
    """The pieces of Voila's script. It names them itself, and asks for them when the kernel is ready and no sooner;
    named at the top of the page they come while the kernel starts."""
    for folder in map(Path, collect_static_paths(["voila"], TEMPLATE)):
        if (folder / SCRIPT).is_file():
            named = re.findall(r"\.e\((\d+)\)", (folder / SCRIPT).read_text(encoding="utf-8"))
            pieces = [f"{name}.{SCRIPT}" for name in dict.fromkeys(named)]
            return [SCRIPT, *(piece for piece in pieces if (folder / piece).is_file())]
    return []


def settings() -> Config:
    """Everything but the address."""
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
                "raise_on_iopub_timeout": True,  # a page without its tutor would come, and stay empty
            },
            "HTMLExporter": {"language_code": LANGUAGE},
            # Ports are chosen before a kernel takes them, and a crowd takes some of them in between: such a kernel dies.
            # One that has died stays dead: another process has forgotten the page, which starts afresh by itself, and whose
            # goodbye to a kernel that is just being started again is refused: it would keep its seat, for nobody.
            "KernelManager": {"transport": "ipc" if hasattr(socket, "AF_UNIX") else "tcp", "autorestart": False},
            "MappingKernelManager": {
                "cull_idle_timeout": LATE,  # a tab that crashes says no goodbye
                "cull_interval": SOON,
                "cull_connected": False,
                "cull_busy": True,  # one that died at work is busy for good, and so is one that never ends its work
            },
        }
    )
