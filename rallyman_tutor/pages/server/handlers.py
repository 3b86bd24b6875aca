"""The doors: a notebook's page, the list of pages, the question whether a kernel still lives, and the one after the server.

A page asks after its kernel on its line to it, and here as long as there is none. It is answered by the server, not by the
kernel: a kernel that thinks for a minute lives, and its page must not be told that it is lost.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import APIHandler, JupyterHandler
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, RedirectHandler, authenticated
from voila import handler
from voila.notebook_renderer import NotebookRenderer
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from rallyman_tutor.pages.server.connection import life_of
from rallyman_tutor.pages.server.visitors import AGAIN, Full
from rallyman_tutor.pages.server.words import words
from rallyman_tutor.scene.palette import PALETTES

UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)


def cannot_write(error: object) -> bool:
    """Whether something could not be kept on this computer: its disk is full, or closed to us."""
    return (isinstance(error, OSError) and error.errno in UNWRITABLE) or isinstance(error, sqlite3.OperationalError)


class _Worded(JupyterHandler):
    """Hands our words and colours to the templates, and tells whoever finds the house full when to come back."""

    @property
    def template_namespace(self) -> dict[str, Any]:
        return {**super().template_namespace, "words": words(), "colours": PALETTES}

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        error = kwargs.get("exc_info", (None, None))[1]
        if isinstance(error, Full):
            self.set_header("Retry-After", AGAIN)
        if cannot_write(error):
            status_code = HTTPStatus.INSUFFICIENT_STORAGE
            self.set_status(status_code)
        super().write_error(status_code, **kwargs)


class Renderer(NotebookRenderer):
    """Voila's own, which ends a page that it cannot make: Voila would send signs of life for ever."""

    async def generate_content_generator(self, kernel_id: str, kernel: Any) -> AsyncIterator[tuple[str, Any]]:
        self.request_handler.kernel_id = kernel_id
        try:
            async for piece in super().generate_content_generator(kernel_id, kernel):
                yield piece
        except Exception:
            self.log.exception("a page could not be made")
            await self.request_handler.let_go()
            yield "<script>window.dispatchEvent(new CustomEvent('rallyman:broken'))</script>", None


def renderer(**asked: Any) -> NotebookRenderer:
    """Ours for a page of ours; of a dashboard on the same server, which is somebody else's, Voila's own."""
    return (Renderer if isinstance(asked["request_handler"], Page) else NotebookRenderer)(**asked)


handler.NotebookRenderer = renderer  # Voila makes one by this name


class Page(_Worded, TornadoVoilaHandler):
    """A notebook, rendered."""

    kernel_id = ""

    @authenticated
    async def get(self, path: str | None = None) -> None:
        """Whoever leaves before the page is made takes its kernel along; Voila would keep it, and write for ever."""
        try:
            async for html in self.get_generator(path=path):
                self.write(html)
                await self.flush()
        except StreamClosedError:
            await self.let_go()

    async def let_go(self) -> None:
        """No page will come for this kernel."""
        if self.kernel_id in self.kernel_manager:
            await ensure_async(self.kernel_manager.shutdown_kernel(self.kernel_id, now=True))  # type: ignore[no-untyped-call]  # theirs has none

    @authenticated
    async def head(self, path: str | None = None) -> None:
        """Whether there is such a page; its kernel is not started for that."""
        there = self.contents_manager.file_exists(self.notebook_path or path or "")  # type: ignore[no-untyped-call]  # theirs has none
        if not await ensure_async(there):
            raise HTTPError(HTTPStatus.NOT_FOUND)
        self.set_header("Content-Type", "text/html")
        self.set_header("Cache-Control", "no-store")


class Pages(_Worded, TornadoVoilaTreeHandler):
    """The notebooks there are."""

    @authenticated
    async def head(self, path: str = "") -> None:
        await ensure_async(self.get(path))  # what it writes is not sent


class Opening(RedirectHandler):
    """Leads to the page that opens first."""

    def head(self, *path: str | None) -> None:
        self.get(*path)


class Missing(_Worded, TornadoVoilaTreeHandler):
    """Whatever is not there: a page of ours says so."""

    async def prepare(self) -> None:  # type: ignore[override]  # theirs is not awaited by type, though it is by Tornado
        await super().prepare()
        raise HTTPError(404)


class Alive(APIHandler):
    """Does this kernel live, and is it still the same process? A restarted one has forgotten its page."""

    _track_activity = False  # a page left open is no visitor

    def check_xsrf_cookie(self) -> None:
        """Nothing is changed by asking, and under a hub the page has no token for it."""

    @authenticated
    async def get(self, kernel_id: str) -> None:
        there = kernel_id in self.kernel_manager
        life = await life_of(self.kernel_manager.get_kernel(kernel_id), kernel_id) if there else None
        self.set_header("Cache-Control", "no-store")
        self.finish({"alive": life is not None, "life": life})


class Health(_Worded):
    """For whoever watches over the server: it answers, and how many of its seats are taken."""

    _track_activity = False

    def check_xsrf_cookie(self) -> None:
        """Nothing is changed by asking."""

    @allow_unauthenticated
    def get(self) -> None:
        kernels = self.kernel_manager
        self.set_header("Cache-Control", "no-store")
        self.finish(
            {
                "status": "ok",
                "visitors": getattr(kernels, "taken", len(kernels)),
                "seats": getattr(kernels, "seats", None),
            }
        )

    head = get


ASKED = {r"alive/(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)": Alive, "health": Health}
"""What pages and keepers of servers ask."""
