"""Static sites for tests: written once, and served as plain servers do, with or without the headers the site asks
for."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

from playwright.sync_api import Browser, BrowserContext

from rallyman_tutor.pages.site import writing

ROOT = Path(__file__).parents[3]
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"  # where a system keeps it out of everybody's way
TOOLS = writing.Tools(ROOT / ".venv/pyodide/node_modules/pyodide", str(Path(sys.executable).parent / "node"))


class _Plain(SimpleHTTPRequestHandler):
    """Serves files below a path, and says nothing."""

    headers_asked: dict[str, str]
    prefix: str
    engine: Event

    def do_GET(self) -> None:
        if self.path.endswith("/engine.bin"):
            self.engine.wait()
        super().do_GET()

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(self.prefix) if path.startswith(self.prefix) else "/nowhere")

    def end_headers(self) -> None:
        for name, value in self.headers_asked.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path, prefix: str = "", *, strictly: bool = True, engine: Event | None = None) -> Iterator[str]:
    """The address of a folder that is served below a path; strictly: with the policy that the site asks servers for.
    Python's engine comes once `engine` is set."""
    asked = re.findall(r"^  (Content-Security-Policy): (.*)", (folder / "_headers").read_text("utf-8"), re.MULTILINE)
    if engine is None:
        engine = Event()
        engine.set()
    own = {"headers_asked": dict(asked if strictly else ()), "prefix": prefix, "engine": engine}
    kind = type("Own", (_Plain,), own)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(kind, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{prefix}/"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def at_peace(
    browser: Browser, wide: int = 1280, has_touch: bool = False, locale: str = "en-GB"
) -> Iterator[BrowserContext]:
    """A new visitor's browser. In the end nothing in it has complained, and no other host was asked."""
    context = browser.new_context(viewport={"width": wide, "height": 900}, has_touch=has_touch, locale=locale)
    trouble: list[str] = []
    context.on("console", lambda said: trouble.append(said.text) if said.type == "error" else None)
    context.on("weberror", lambda error: trouble.append(str(error.error)))
    context.on("request", lambda asked: None if "//127.0.0.1:" in asked.url else trouble.append(asked.url))
    yield context
    context.close()
    assert not trouble, trouble  # this file is no test's, so pytest would not show it
