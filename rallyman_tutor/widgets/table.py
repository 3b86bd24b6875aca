"""The tutor's page in Jupyter: a widget that carries messages between a browser and a page, and paints the ground.

The country and the road are painted by ipycanvas; what moves (cars, dice) and what the hand does (dragging, pointing,
keys) live in an SVG over it, because a canvas tells the kernel every movement of the mouse and tells a screen reader
nothing. The browser sends what the learner did, once it is done. No trait is ever read back: whatever a visitor writes
into one changes their own page and nothing else.
"""

from __future__ import annotations

import asyncio
import ctypes
from contextlib import suppress
from itertools import islice

import traitlets
from anywidget import AnyWidget
from ipywidgets import Widget, widget_serialization

from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.show import Patch
from rallyman_tutor.page.visit import Visit
from rallyman_tutor.scene.shapes import Scene
from rallyman_tutor.tutor.words.language import expected, speaking
from rallyman_tutor.tutor.words.words import text_tables
from rallyman_tutor.widgets.modules import page_script
from rallyman_tutor.widgets.style import page_style

ANSWER_FIRST = 0.004
"""Seconds after which an answer has left the kernel."""
IDLE_BEFORE_FREEING = 1.0
"""Idle seconds after a painting before its memory is given back."""
ANYWIDGET = "*"
"""The versions of anywidget that may run our script: every one, since the script needs only parts that are alike in
each (`render`, and a model to read, to listen to and to write to). A page whose browser has no version in the range
stays empty."""


class Table(AnyWidget):
    """One visitor's page. In the browser it is an anywidget."""

    _model_module_version = traitlets.Unicode(ANYWIDGET).tag(sync=True)
    _view_module_version = traitlets.Unicode(ANYWIDGET).tag(sync=True)
    _esm = traitlets.Unicode(page_script()).tag(sync=True)
    _css = traitlets.Unicode(page_style()).tag(sync=True)

    canvas = traitlets.Instance(Widget, allow_none=True).tag(sync=True, **widget_serialization)
    # What is shown, as `page/wire.py` says.
    place = traitlets.Dict().tag(sync=True)
    stage = traitlets.Dict().tag(sync=True)
    ground = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)
    behind = traitlets.Dict().tag(sync=True)
    pieces = traitlets.Dict().tag(sync=True)
    sheet = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    faces = traitlets.Dict().tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)
    kept = traitlets.Dict().tag(sync=True)
    progress = traitlets.Dict().tag(sync=True)

    def __init__(self, lessons: Lessons, at: str = "home", table: str = "") -> None:
        with speaking(expected()):
            self._visit = Visit(lessons, at, table)
        self._waits: asyncio.TimerHandle | None = None
        super().__init__()
        self._answer(self._visit.opening)
        self.on_msg(self._hear)

    def __repr__(self) -> str:  # shown in a notebook that is read without a kernel, in place of all traits
        return str(text_tables("tutor")["page"]["still"])

    def _hear(self, _: object, raw: object, __: object) -> None:
        """Takes every message from the browser; whatever goes wrong is told, and the page stays as it was."""
        try:
            self._answer(self._visit.hears(raw))
        except Exception as error:
            self._answer(self._visit.fails(error))

    def _answer(self, answer: list[Patch]) -> None:
        for patch in answer:
            self._carry(patch)
        self._later()

    def _carry(self, patch: Patch) -> None:
        """A patch, in one message."""
        old = self.canvas
        with self.hold_sync():
            if patch.board is not None:
                from rallyman_tutor.widgets.paint import canvas_for  # pages without a board need not wait for the paint

                self.canvas = canvas_for(patch.board)
            for name, value in patch.wire.items():
                setattr(self, name, value)
        if patch.board is not None and old is not None:
            old.layout.close()
            old.close()
        if patch.paint is not None:
            self._paint(patch.paint)

    def _later(self) -> None:
        """Go on with what comes behind the answer once that has left, since working it out first would delay it."""
        if self._waits is not None:
            self._waits.cancel()
        try:
            self._waits = asyncio.get_running_loop().call_later(ANSWER_FIRST, self._take_step)
        except RuntimeError:  # no event loop runs, as in tests: nobody waits for an answer
            self._take_rest()

    def _take_rest(self) -> None:
        for patch in filter(None, self._visit.later):
            self._carry(patch)

    def _take_step(self) -> None:
        """One step of what comes behind the answer. Between two of them the page hears what was done meanwhile."""
        for patch in islice(self._visit.later, 1):
            if patch:
                self._carry(patch)
            self._later()

    def _paint(self, scene: Scene) -> None:
        from rallyman_tutor.widgets.paint import paint

        paint(self.canvas, scene, theme=self._visit.page.looks.theme or "light")
        with suppress(RuntimeError):  # no event loop runs, as in tests
            asyncio.get_running_loop().call_later(IDLE_BEFORE_FREEING, _free_memory)


def _free_memory() -> None:
    """Gives freed memory back to the system, for every visitor has a process. Only the C library of GNU can do so."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
