"""The doors: a notebook's page, the list of pages, and the question whether a kernel still lives.

The page asks that question about once a second. It is answered by the server, not by the kernel: a kernel that thinks for a
minute lives, and its page must not be told that it is lost.
"""

from __future__ import annotations

from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.base.handlers import APIHandler, JupyterHandler
from tornado.web import HTTPError, authenticated
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from rallyman_tutor.pages.server.visitors import AGAIN, Full
from rallyman_tutor.pages.server.words import words
from rallyman_tutor.scene.palette import PALETTES

ALIVE = r"/rallyman/alive/(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"


class _Worded(JupyterHandler):
    """Hands our words and colours to the templates, and tells whoever finds the house full when to come back."""

    @property
    def template_namespace(self) -> dict[str, Any]:
        return {**super().template_namespace, "words": words(), "colours": PALETTES}

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        if isinstance(kwargs.get("exc_info", (None, None))[1], Full):
            self.set_header("Retry-After", AGAIN)
        super().write_error(status_code, **kwargs)


class Page(_Worded, TornadoVoilaHandler):
    """A notebook, rendered."""


class Pages(_Worded, TornadoVoilaTreeHandler):
    """The notebooks there are."""


class Missing(_Worded, TornadoVoilaTreeHandler):
    """Whatever is not there: a page of ours says so."""

    async def prepare(self) -> None:  # type: ignore[override]  # theirs is not awaited by type, though it is by Tornado
        await super().prepare()
        raise HTTPError(404)


class Alive(APIHandler):
    """Does this kernel live, and is it still the same process? A restarted one has forgotten its page."""

    _track_activity = False  # a page left open is no visitor

    @authenticated
    async def get(self, kernel_id: str) -> None:
        life = None
        if kernel_id in self.kernel_manager:
            kernel = self.kernel_manager.get_kernel(kernel_id)
            if await ensure_async(kernel.is_alive()):
                life = getattr(kernel.provisioner, "pid", None) or kernel_id
        self.set_header("Cache-Control", "no-store")
        self.finish({"alive": life is not None, "life": life})
