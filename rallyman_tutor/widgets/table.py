"""The table a learner sits at: the drawn stage under the hands of the browser, and the session behind it.

The country and the road are painted by ipycanvas; what moves (cars, dice) and what the hand does (dragging, pointing,
keys) live in an SVG over it, because a canvas tells the kernel every movement of the mouse and tells a screen reader
nothing. The browser sends what the learner did, once it is done; the kernel answers with `view`, at once, and then with
`choices`, what every die would mean on every space, so that dragging needs no answers. No trait is ever read back:
whatever a visitor writes into one changes his own page and nothing else.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from math import degrees
from typing import Any
from zlib import crc32

import anywidget
import traitlets
from ipywidgets import Widget, widget_serialization

from rallyman_tutor.core.game import Game
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.scene.palette import PALETTES
from rallyman_tutor.scene.shapes import Group, Scene, Shape
from rallyman_tutor.scene.svg import fragment
from rallyman_tutor.tutor import session as tables
from rallyman_tutor.tutor import view as shown
from rallyman_tutor.tutor.session import Session
from rallyman_tutor.widgets.paint import canvas_for, paint

STILL = ("ground", "road", "marks")
MOVING = ("cars", "draft", "overlay")
MOST_FRAMES = 40
"""Pictures between two decisions; where other cars made more moves, the first ones are passed over."""
TURN = 14
"""Moves of the past that can belong to one turn."""
SCRIPTS = ("board.js", "hand.js", "panel.js", "table.js")
"""One module in four files, put together in this order: a widget's script cannot import its neighbours."""

logger = logging.getLogger(__name__)


def _page(name: str) -> str:
    return files(__package__).joinpath("page", name).read_text("utf-8")


def _colours() -> str:
    """The page's colours, from the palette that paints the board."""
    names = ("paper", "ink", "muted", "legal", "price", "refused", "rally", "grass")
    return "".join(
        f".rt[data-theme={theme}]{{{''.join(f'--{name}:{palette[name]};' for name in names)}}}\n"
        for theme, palette in PALETTES.items()
    )


class Table(anywidget.AnyWidget):
    """A game on the page."""

    _esm = "\n".join(map(_page, SCRIPTS))
    _css = _colours() + _page("table.css")

    canvas = traitlets.Instance(Widget, allow_none=True).tag(sync=True, **widget_serialization)
    stage = traitlets.Dict().tag(sync=True)  # the spaces, and what of the table is shown
    view = traitlets.Dict().tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)
    pieces = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    faces = traitlets.Dict().tag(sync=True)  # what lies in the tray, as pictures
    kept = traitlets.Dict().tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)

    def __init__(self, game: Game[Any, Any], table: str, name: str, cars: int = 1, seed: str = "1") -> None:
        self._game, self._name, self._theme = game, name, "light"
        self._scene: Scene | None = None
        self._count = 0
        self._setup = {"table": table, "cars": cars, "bots": True, "seed": seed}
        self._session = self._begin(self._setup)
        super().__init__(words=dict(shown.page_words(game)) | {"key": f"rallyman-tutor:{name}"})
        self.faces = {key: _face(group) for key, group in game.faces().items()}
        self._show(None)
        self.on_msg(self._heard)

    # -- What the browser says --------------------------------------------------------------------------------------

    def _heard(self, _: Any, intent: Any, __: Any) -> None:
        """Every message from the page comes through here; whatever goes wrong is shown, and the page lives on."""
        try:
            self._do(intent if isinstance(intent, dict) else {})
        except Exception as error:
            logger.exception("a message from the page could not be carried out")
            self._tell(shown.trouble(type(error).__name__))

    def _do(self, intent: Mapping[str, Any]) -> None:
        match intent.get("do"):
            case "hello":
                self._theme = "dark" if intent.get("theme") == "dark" else "light"
                self._put_back(intent.get("kept"))
            case "theme":
                self._theme = "dark" if intent.get("theme") == "dark" else "light"
                self._paint()
            case "new":
                self._new(intent)
            case _:
                before = self._session
                self._session, problem = tables.attempt(before, intent)
                self._show(before, problem)

    def _put_back(self, kept: Any) -> None:
        """The page is there: put back what this browser kept, if it can be, and paint."""
        problem = ""
        if kept:
            try:
                self._session = tables.restore(self._game, kept)
            except (Refused, Illegal) as refused:
                problem = shown.not_kept(self._session, refused)
        self._show(None)
        self._paint()
        if problem:
            self._tell(problem, aside=True)

    def _new(self, setup: Mapping[str, Any]) -> None:
        cars = setup.get("cars")
        wanted = {
            "table": str(setup.get("table", ""))[: tables.MOST_LETTERS] or self._setup["table"],
            "cars": cars if type(cars) is int and 1 <= cars <= 4 else 1,
            "bots": bool(setup.get("bots")),
            "seed": str(setup.get("seed", "1"))[:40],
        }
        try:
            session = self._begin(wanted)
        except (Refused, Illegal) as refused:
            self._tell(shown.unusable(self._session, refused), field="table")
            return
        self._setup, self._session = wanted, session
        self._show(None)
        self._tell("", field="started")

    def _begin(self, setup: Mapping[str, Any]) -> Session:
        drivers = shown.drivers(setup["cars"])
        bots = frozenset(range(1, len(drivers))) if setup["bots"] else frozenset()
        return tables.begin(self._game, setup["table"], drivers, bots, setup["seed"])

    def _tell(self, text: str, **more: Any) -> None:
        """An answer that is no part of the game. The count makes two equal ones differ."""
        self._count += 1
        self.answer = {"text": text, "n": self._count, **more}

    # -- What the browser is shown ----------------------------------------------------------------------------------

    def _show(self, before: Session | None, problem: Refused | Illegal | None = None) -> None:
        """First what was asked for, in one message; then what the next question may need."""
        session = self._session
        self._count += 1
        scenes = _scenes(session, before)
        if self._scene is None or self._scene.layer("road") is not scenes[-1].layer("road"):
            self._lay_out(scenes[-1])
        marks = self._scene is not None and self._scene.layer("marks") is not scenes[-1].layer("marks")
        self._scene = scenes[-1]
        with self.hold_sync():
            self.pieces = _pieces(scenes)
            self.view = shown.view(session, before, problem) | {"n": self._count}
        self.choices = shown.choices(session) | {"n": self._count}
        self.kept = tables.save(session)
        if marks:
            self._paint()

    def _lay_out(self, scene: Scene) -> None:
        """Another stage: another canvas under the hand."""
        old, self._scene = self.canvas, scene
        canvas = canvas_for(scene)
        with self.hold_sync():
            self.canvas = canvas
            self.stage = {
                "frame": [scene.left, scene.top, scene.width, scene.height],
                "places": shown.places(self._session),
                "table": self._session.table,
            }
        self._paint()
        if old is not None:
            old.layout.close()
            old.close()

    def _paint(self) -> None:
        assert self._scene is not None
        paint(self.canvas, self._scene, STILL, self._theme)  # type: ignore[arg-type]


def _scenes(session: Session, before: Session | None) -> list[Scene]:
    """What is to be seen, picture by picture: one for every move that was made since."""
    draw, past = session.game.draw, session.replay.past
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


def drive(table: str = "first", game: Game[Any, Any] | None = None, **setup: Any) -> Table:
    """Free driving: what the page `drive.ipynb` shows."""
    if game is None:
        from rallyman_tutor.games.classic import GAME

        game = GAME
    return Table(game, table, "drive", **setup)
