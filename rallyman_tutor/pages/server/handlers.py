"""The request handlers: a notebook's page, the list of pages, whether a kernel still lives, and how the server is.

A page asks about its kernel over its connection, and here while it has none. The server answers, not the kernel: a
kernel that is busy for a minute lives, and its page must not be told that it is lost.
"""

from __future__ import annotations

import asyncio
import base64
import errno
import json
import sqlite3
from collections.abc import AsyncIterator, Mapping
from http import HTTPStatus
from typing import Any, cast

from jinja2.bccache import Bucket, BytecodeCache
from jupyter_core.utils import ensure_async
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import APIHandler, JupyterHandler
from markupsafe import Markup
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, RedirectHandler, authenticated
from voila import handler
from voila.execute import VoilaExecutor
from voila.notebook_renderer import NotebookRenderer
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from rallyman_tutor.pages.server.connection import life_of
from rallyman_tutor.pages.server.executing import Executor
from rallyman_tutor.pages.server.figures import CONTENT_TYPE
from rallyman_tutor.pages.server.pictures import FirstPictures, folder, parts, place_of
from rallyman_tutor.pages.server.visitors import AGAIN, SPOKEN_THERE, Full, Seats
from rallyman_tutor.pages.server.words import ASKED as LANG
from rallyman_tutor.pages.server.words import CHOSEN, language_for, words
from rallyman_tutor.scene.palette import PALETTES
from rallyman_tutor.tutor.words.language import known, speaking

ROOM = "room"
"""The request of a line to a room."""
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)


def cannot_write(error: object) -> bool:
    """Whether the error means that nothing can be written on this computer: its disk is full, or we may not write."""
    return (isinstance(error, OSError) and error.errno in UNWRITABLE) or isinstance(error, sqlite3.OperationalError)


class Worded(JupyterHandler):
    """Hands our words and colours to the templates, and says when to come back where every seat is taken."""

    @property
    def template_namespace(self) -> dict[str, Any]:
        return {**super().template_namespace, "words": words(self.language), "colours": PALETTES}

    @property
    def language(self) -> str:
        """The language of whoever asks."""
        told = self.get_cookie(CHOSEN) or "", self.request.headers.get("Accept-Language", "")
        return language_for(self.get_query_argument(LANG, ""), *told)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        error = kwargs.get("exc_info", (None, None))[1]
        if isinstance(error, Full):
            self.set_header("Retry-After", AGAIN)
        if cannot_write(error):
            status_code = HTTPStatus.INSUFFICIENT_STORAGE
            self.set_status(status_code)
        super().write_error(status_code, **kwargs)


class Read(JupyterHandler):
    """Answers what a page's scripts ask for by themselves. Nothing is changed by asking. A hub would know whose script
    asks only by a token, which the page has not."""

    def check_xsrf_cookie(self) -> None:
        """No token is needed."""


BROKEN = "<script>window.dispatchEvent(new CustomEvent('rallyman:broken'))</script>"
"""Tells a page that no more of it will come."""
SO_FAR = "<!-- so far -->"
"""Stands in a page where what comes next takes a while: what is there is sent. Voila would send some hundred pieces."""


class Compiled(BytecodeCache):
    """Templates as they were compiled first: Voila compiles them anew for every page, a fifth of a second long."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


class Renderer(NotebookRenderer):
    """Voila's renderer, made to end a page that cannot be made: Voila alone would send signs of life for ever."""

    async def initialize(self, **asked: Any) -> None:
        await super().initialize(**asked)
        self.exporter.environment.bytecode_cache = COMPILED
        self.resources |= {**self.request_handler.resources, "so_far": Markup(SO_FAR)}

    async def _jinja_kernel_start(self, nb: Any, kernel_id: str, kernel_future: Any) -> str:
        started: str = await super()._jinja_kernel_start(nb, kernel_id, kernel_future)
        theirs: VoilaExecutor = self.executor  # type: ignore[has-type]  # theirs is untyped
        self.executor = Executor.instead_of(theirs, nb, words(self.request_handler.language))
        return started

    async def _jinja_cell_generator(self, nb: Any, kernel_id: str) -> AsyncIterator[Any]:
        async for cell in super()._jinja_cell_generator(nb, kernel_id):
            yield self.executor.without_prefix(cell)

    async def generate_content_generator(self, kernel_id: str, kernel: Any) -> AsyncIterator[tuple[str, Any]]:
        self.request_handler.kernel_id = kernel_id
        so_far: list[str] = []
        try:
            async for piece, resources in super().generate_content_generator(kernel_id, kernel):
                so_far.append(piece)
                if piece.strip() == SO_FAR:
                    yield "".join(so_far), resources
                    so_far.clear()
            yield "".join(so_far), None
        except Exception:
            self.log.exception("a page could not be made")
            await self.request_handler.let_go()
            yield "".join([*so_far, BROKEN]), None


def renderer(**asked: Any) -> NotebookRenderer:
    """Our renderer for a page of ours; Voila's own for somebody else's dashboard on the same server."""
    return (Renderer if isinstance(asked["request_handler"], Page) else NotebookRenderer)(**asked)


handler.NotebookRenderer = renderer  # Voila looks its renderer up by this name


def seats_of(door: JupyterHandler) -> Seats:
    """Who keeps the seats behind a door of ours."""
    seats: Any = door.kernel_manager
    return cast(Seats, seats)


def pictures_of(door: JupyterHandler) -> FirstPictures:
    """Who has first pictures drawn behind a door of ours."""
    return cast(FirstPictures, door.settings["rallyman_pictures"])


class Page(Worded, TornadoVoilaHandler):
    """A notebook, rendered. One that opens the tutor is there before its kernel: its beginning is sent at once."""

    kernel_id = ""
    first: Mapping[str, str] | None = None
    """Where its first picture and its scripts are; None for a notebook of somebody else's."""
    is_open = False
    """Whether the beginning is sent already."""

    @property
    def resources(self) -> dict[str, Any]:
        """The facts that the page's template is told besides Voila's."""
        told = {"first": self.first, "is_open": self.is_open, "words": words(self.language)}
        return {**told, "rooms": self.rooms}

    @property
    def rooms(self) -> str:
        """The address at which a page finds rooms; nothing where none are kept."""
        return f"{self.settings['rallyman_asked_at']}{ROOM}" if self.settings["rallyman_rooms"] else ""

    @authenticated
    async def get(self, path: str | None = None) -> None:
        """Send the page; whoever leaves before it is made ends its kernel. Voila would keep the kernel, and write for
        ever."""
        clock, kernels = asyncio.get_running_loop(), seats_of(self)
        begun = clock.time()
        SPOKEN_THERE.set(self.language)
        try:
            await self._open(path or "")
            async for html in self.get_generator(path=path):
                self.write(html)
                await self.flush()
        except StreamClosedError:
            await self.let_go()
        except Exception:
            if not self.is_open:
                raise
            self.log.exception("a page that was begun could not be made")
            await self.let_go()
            self.finish(BROKEN)  # it starts afresh, and is told why
        if self.kernel_id in kernels:
            kernels.figures.made(clock.time() - begun)

    async def _open(self, path: str) -> None:
        """Send the beginning of a notebook that opens the tutor, unless its kernel may not come: then the answer waits,
        for its status says why."""
        title, at = await self._title_and_place(path)
        kernels = seats_of(self)
        if not at:
            return
        asked = self.settings["rallyman_asked_at"]
        place, pictures = f"{asked}page/{folder()}/", pictures_of(self)
        pictures.begin(at, self.language)
        there = base64.b64encode(pictures.there(at, self.language)).decode()  # then the page need not ask for it
        address = f"{place}first/{at}.bin?{LANG}={self.language}"
        picture = f"data:application/octet-stream;base64,{there}" if there else address
        self.first = {"at": at, "folder": place, "picture": picture}
        if kernels.has_failed or kernels.taken >= kernels.seats:
            return
        _ = self.xsrf_token  # as `admit` does, which is called too late for a cookie
        self.set_header("Content-Type", "text/html")
        self.set_header("Cache-Control", "no-cache, no-store, must-revalidate")
        opening = self.get_template("opening.html.j2")  # type: ignore[no-untyped-call]  # theirs is untyped
        told = {
            **self.template_namespace,
            "title": title,
            "first": self.first,
            "base": self.base_url,
            "rooms": self.rooms,
        }
        self.write(opening.render(**told))
        self.is_open = True
        await self.flush()

    async def _title_and_place(self, path: str) -> tuple[str, str]:
        """The title of a notebook, and the place at which it opens the tutor; no place where it does something else."""
        there: Any = self.contents_manager
        if not path.endswith(".ipynb") or not await ensure_async(there.file_exists(path)):
            return "", ""
        model = await ensure_async(there.get(path, type="file", format="text"))
        try:
            notebook = json.loads(model["content"])
            code = [
                "".join(cell["source"])
                for cell in notebook["cells"]
                if cell["cell_type"] == "code" and "lab" not in cell["metadata"].get("tags", ())
            ]
            return str(notebook["metadata"].get("title", "")), place_of(code[0]) if len(code) == 1 else ""
        except (ValueError, LookupError, TypeError, AttributeError):  # Voila says what is wrong with it
            return "", ""

    async def let_go(self) -> None:
        """Stop the kernel of a page that will never be shown."""
        if self.kernel_id in self.kernel_manager:
            await ensure_async(self.kernel_manager.shutdown_kernel(self.kernel_id, now=True))  # type: ignore[no-untyped-call]  # theirs is untyped

    def check_xsrf_cookie(self) -> None:
        """No token is needed to ask whether the page is there, as its scripts do; see `Read`."""
        if self.request.method != "HEAD":
            super().check_xsrf_cookie()

    @authenticated
    async def head(self, path: str | None = None) -> None:
        """Say whether there is such a page, without starting a kernel."""
        there = self.contents_manager.file_exists(self.notebook_path or path or "")  # type: ignore[no-untyped-call]  # theirs is untyped
        if not await ensure_async(there):
            raise HTTPError(HTTPStatus.NOT_FOUND)
        self.set_header("Content-Type", "text/html")
        self.set_header("Cache-Control", "no-store")


class Parts(Read):
    """The scripts and the style of a page that is shown before its kernel is there. They never change: another version
    has another folder."""

    @authenticated
    def get(self, name: str) -> None:
        if name not in parts():
            raise HTTPError(HTTPStatus.NOT_FOUND)
        kind, packed = parts()[name]
        self.set_header("Content-Type", kind)
        self.set_header("Content-Encoding", "gzip")
        self.set_header("Cache-Control", "public, max-age=31536000, immutable")
        self.finish(packed)


class First(Read, Worded):
    """The first picture of a page that was opened a moment ago. The page unpacks it, as the static edition does."""

    @authenticated
    async def get(self, at: str) -> None:
        picture = await pictures_of(self).of(at, self.language)
        if not picture:
            raise HTTPError(HTTPStatus.NOT_FOUND)
        self.set_header("Content-Type", "application/octet-stream")
        self.set_header("Cache-Control", "no-store")
        self.finish(picture)


class Pages(Worded, TornadoVoilaTreeHandler):
    """The list of notebooks."""

    @authenticated
    async def head(self, path: str = "") -> None:
        await ensure_async(self.get(path))  # what it writes is not sent


class Opening(RedirectHandler):
    """Leads to the page that opens first."""

    def head(self, *path: str | None) -> None:
        self.get(*path)


class Printed(Worded):
    """The quick reference of a game, to be printed. It needs no kernel."""

    @authenticated
    def get(self, key: str, language: str | None = None) -> None:
        from rallyman_tutor.games import SHELF  # only here does a server need the games themselves
        from rallyman_tutor.pages.printed import sheet
        from rallyman_tutor.tutor.learner.addresses import address_in_game, page_of

        if key not in SHELF or (language and not known(language)):
            raise HTTPError(HTTPStatus.NOT_FOUND)
        map_of_game = page_of(address_in_game("home", key))
        with speaking(known(language or "") or self.language):
            self.finish(sheet(SHELF[key], back=f"{map_of_game}.ipynb"))

    head = get


class Missing(Worded, TornadoVoilaTreeHandler):
    """Answers every address that there is not, with a page of ours."""

    async def prepare(self) -> None:  # type: ignore[override]  # not awaitable by its type, though Tornado awaits it
        await super().prepare()
        raise HTTPError(404)


class Alive(Read, APIHandler):
    """Says whether a kernel lives, and in which process: a restarted kernel knows nothing of its page."""

    _track_activity = False  # a page that is only left open does not count as activity

    @authenticated
    async def get(self, kernel_id: str) -> None:
        seats_of(self).notice(kernel_id)
        there = kernel_id in self.kernel_manager
        life = await life_of(self.kernel_manager.get_kernel(kernel_id), kernel_id) if there else None
        self.set_header("Cache-Control", "no-store")
        self.finish({"alive": life is not None, "life": life})


class Health(Read, Worded):
    """Says, for whoever watches over the server, that it answers, and how many of its seats are taken."""

    _track_activity = False

    @allow_unauthenticated
    def get(self) -> None:
        self.set_header("Cache-Control", "no-store")
        self.answer(seats_of(self))

    def answer(self, kernels: Seats) -> None:
        self.finish({"status": "ok", "visitors": kernels.taken, "waiting": kernels.waiting, "seats": kernels.seats})

    head = get


class Metrics(Health):
    """Says to Prometheus how many visitors there are and were, and how long their pages took."""

    def answer(self, kernels: Seats) -> None:
        self.set_header("Content-Type", CONTENT_TYPE)
        self.finish(kernels.figures.text(kernels.taken, kernels.waiting, kernels.seats))


WATCHED: dict[str, type[JupyterHandler]] = {"health": Health, "metrics": Metrics}
"""The requests of those who watch over a server."""
ASKED = {
    r"alive/(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)": Alive,
    r"page/\w+/first/(?P<at>[\w/-]+)\.bin": First,
    r"page/\w+/(?P<name>\w+\.\w+)": Parts,
    **WATCHED,
}
"""The requests of pages, and of those who watch over a server."""
