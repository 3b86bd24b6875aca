"""The table a learner sits at: the drawn stage under the hands of the browser, and the session behind it.

The country and the road are painted by ipycanvas; what moves (cars, dice) and what the hand does (dragging, pointing,
keys) live in an SVG over it, because a canvas tells the kernel every movement of the mouse and tells a screen reader
nothing. The browser sends what the learner did, once it is done; the kernel answers with `view`, at once, and then with
`choices`, what every die would mean on every space, so that dragging needs no answers. No trait is ever read back:
whatever a visitor writes into one changes his own page and nothing else.
"""

from __future__ import annotations

import asyncio
import ctypes
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib.resources import files
from math import degrees
from typing import Any
from zlib import crc32

import traitlets
from ipywidgets import DOMWidget, Widget, widget_serialization

from rallyman_tutor.core.game import AnyDraft, AnyState
from rallyman_tutor.parts.car import LIVERIES
from rallyman_tutor.scene.palette import PALETTES, Theme
from rallyman_tutor.scene.shapes import Group, Scene, Shape
from rallyman_tutor.scene.svg import fragment
from rallyman_tutor.tutor import session as tables
from rallyman_tutor.tutor.choices import choices, places
from rallyman_tutor.tutor.session import Session
from rallyman_tutor.tutor.words import tables as words_of
from rallyman_tutor.widgets.modules import page_script

MOVING = ("cars", "draft", "overlay")
MOST_FRAMES = 40
"""Pictures between two decisions; where other cars made more moves, the first ones are passed over."""
BREATH = 0.004
"""Seconds in which an answer leaves the kernel."""
REST = 1.0
"""Seconds after a painting in which nobody waits for anything any more."""
TURN = 14
"""Moves of the past that can belong to one turn."""


def _page(name: str) -> str:
    return files(__package__).joinpath("page", name).read_text("utf-8")


def _colours() -> str:
    """The page's colours, from the palette that paints the board."""
    names = (
        "paper",
        "ink",
        "muted",
        "legal",
        "price",
        "refused",
        "rally",
        "grass",
        "tarmac",
        "paint",
        "brick",
        "rust",
        "plum",
        "pine",
        *(f"car{number}" for number in range(len(LIVERIES))),
    )
    return "".join(
        f".rt[data-theme={theme}]{{{''.join(f'--{name}:{palette[name]};' for name in names)}}}\n"
        for theme, palette in PALETTES.items()
    )


ANYWIDGET = "*"
"""The versions of anywidget whose script may run ours: all that a browser may have got, since what ours asks of it
(`render`, and a model that is read, heard and written to) is the same in each. A range that is too narrow shows nothing."""


class Table(DOMWidget):
    """A board on the page, as it is shown. What is sat down at, and what is done there, is told by `app`.

    In the browser it is anywidget's; its Python, which also watches files and signals, is not asked to come along: that
    saves every visitor's kernel more than a megabyte and a sixteenth of a second.
    """

    _model_name = traitlets.Unicode("AnyModel").tag(sync=True)
    _model_module = traitlets.Unicode("anywidget").tag(sync=True)
    _model_module_version = traitlets.Unicode(ANYWIDGET).tag(sync=True)
    _view_name = traitlets.Unicode("AnyView").tag(sync=True)
    _view_module = traitlets.Unicode("anywidget").tag(sync=True)
    _view_module_version = traitlets.Unicode(ANYWIDGET).tag(sync=True)
    _anywidget_id = traitlets.Unicode("rallyman_tutor.table").tag(sync=True)
    _esm = traitlets.Unicode(page_script()).tag(sync=True)
    _css = traitlets.Unicode(_colours() + _page("table.css")).tag(sync=True)

    canvas = traitlets.Instance(Widget, allow_none=True).tag(sync=True, **widget_serialization)
    stage = traitlets.Dict().tag(sync=True)  # the spaces, and what of the table is shown
    view = traitlets.Dict().tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)
    pieces = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    faces = traitlets.Dict().tag(sync=True)  # what lies in the tray, as pictures
    answer = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self._theme: Theme | None = None  # nobody looks before the page has said hello
        self._scene: Scene | None = None
        self._is_tall = False  # the frame of a phone
        self._count = 0
        self._waits: asyncio.TimerHandle | None = None
        super().__init__(**traits)

    def __repr__(self) -> str:  # what stands in a notebook that is read without a kernel; the traits are a whole page
        return str(words_of("tutor")["page"]["still"])

    def _tell(self, text: str, **more: Any) -> None:
        """An answer that is no part of the game. The count makes two equal ones differ."""
        self._count += 1
        self.answer = {"text": text, "n": self._count, **more}

    # -- What the browser is shown ----------------------------------------------------------------------------------

    def _show(self, session: Session, before: Session | None, view: Mapping[str, Any], **more: Any) -> None:
        """First what was asked for, in one message; then what the next question may need."""
        self._count += 1
        scenes = _scenes(session, before, self._look(session))
        if not self.faces:
            self.faces = {key: _face(group) for key, group in session.game.faces().items()}
        marks = self._scene is not None and self._scene.layer("marks") is not scenes[-1].layer("marks")
        if self._scene is None or self._scene.layer("road") is not scenes[-1].layer("road"):
            self._lay_out(scenes[-1], session)
            marks = False
        elif (session.game.hides or marks) and (now := places(session, **self._look(session))) != self.stage["places"]:
            self.stage = {
                **self.stage,
                "places": now,
            }  # they tell how things stand there: cards on a pile, dirt on a bend
        self._scene = scenes[-1]
        with self.hold_sync():
            self.pieces = _pieces(scenes)
            for name, value in more.items():
                setattr(self, name, value)
            self.view = {**view, "n": self._count}
        if marks:
            self._paint()
        self._later(lambda: self._foresee(session))

    def _look(self, session: Session) -> Mapping[str, bool]:
        """How a game is asked to draw its table: those that can draw it for a phone are told where it is to be."""
        return {"tall": self._is_tall} if session.game.tall else {}

    def _foresee(self, session: Session) -> None:
        """What the next question may need."""
        self.choices = {**choices(session), "n": self._count}

    def _later(self, act: Callable[[], None]) -> None:
        """Do it once the answer is on its way, which reckoning on at once would keep back; only the latest counts."""
        if self._waits is not None:
            self._waits.cancel()
        try:
            self._waits = asyncio.get_running_loop().call_later(BREATH, act)
        except RuntimeError:  # nobody waits where nothing runs: in tests, and while a notebook's cell is being made
            act()

    def _lay_out(self, scene: Scene, session: Session) -> None:
        """Another stage: another canvas under the hand."""
        from rallyman_tutor.widgets.paint import canvas_for  # pages without a board need not wait for the paint

        old, self._scene = self.canvas, scene
        canvas = canvas_for(scene)
        with self.hold_sync():
            self.canvas = canvas
            self.stage = {
                "frame": [scene.left, scene.top, scene.width, scene.height],
                "places": places(session, **self._look(session)),
                "table": session.table,
            }
        self._paint()
        if old is not None:
            old.layout.close()
            old.close()

    def _paint(self) -> None:
        if self._scene is not None and self._theme is not None:
            from rallyman_tutor.widgets.paint import paint

            paint(self.canvas, self._scene, theme=self._theme)
            with suppress(RuntimeError):  # nobody waits where nothing runs
                asyncio.get_running_loop().call_later(REST, _give_back)


def _give_back() -> None:
    """Painting a stage needs megabytes for a moment, which the process would keep, and every visitor has one. Only the C
    library of GNU can be asked to give them back."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)


def _scenes(session: Session, before: Session | None, look: Mapping[str, bool]) -> list[Scene]:
    """What is to be seen, picture by picture: one for every move that was made since."""
    past, viewer = session.replay.past, session.viewer

    def draw(state: AnyState, draft: AnyDraft, events: Any) -> Scene:
        scene: Scene = session.game.draw(session.game.seen_by(state, viewer), draft, events, **look)
        return scene

    known = len(before.replay.past) if before else len(past)
    if session.look != tables.PRESENT:
        at = session.moment(session.look)
        return [draw(past[at].state, (), _events(session, at + 1))]
    first = max(known, len(past) - MOST_FRAMES)
    between = [draw(past[at].state, (), _events(session, at + 1)) for at in range(first, len(past) - 1)]
    return [*between, draw(session.state, session.draft, _events(session, len(past)))]


def _events(session: Session, moves: int) -> list[Any]:
    """What happened in the last of so many moves."""
    return [event for past in session.replay.past[max(0, moves - TURN) : moves] for event in past.events]


def _pieces(scenes: Sequence[Scene]) -> dict[str, Any]:
    """What moves, as stamps and the places where they lie in each picture."""
    stamps: dict[str, str] = {}
    frames = []
    for scene in scenes:
        frame = []
        for shape in (shape for layer in MOVING for shape in scene.layer(layer)):
            group = shape if isinstance(shape, Group) else Group((shape,))
            name, markup = _stamp(group.shapes)
            stamps[name] = markup
            frame.append(
                [
                    group.key,
                    name,
                    round(group.x, 1),
                    round(group.y, 1),
                    round(degrees(group.angle), 1),
                    group.scale,
                    group.opacity,
                ]
            )
        frames.append(frame)
    return {"stamps": stamps, "frames": frames}


@lru_cache(maxsize=256)
def _stamp(shapes: tuple[Shape, ...]) -> tuple[str, str]:
    """Shapes as markup, named by what they look like. Cars and dice look alike in both themes."""
    defs, markup = fragment(shapes, "light")
    markup = f"<defs>{defs}</defs>{markup}"
    return f"p{crc32(markup.encode()):08x}", markup


def _face(group: Group) -> str:
    return f'<svg viewBox="-17 -17 36 40" aria-hidden="true">{_stamp((group,))[1]}</svg>'
