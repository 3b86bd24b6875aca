"""The board as it is seen: a picture for every move, its spaces, and what lies on it as stamps and places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import degrees
from zlib import crc32

from rallyman_tutor.core.game import AnyDraft, AnyState
from rallyman_tutor.page.wire import Piece, Pieces, Stage
from rallyman_tutor.scene.shapes import Group, Scene, Shape
from rallyman_tutor.scene.svg import fragment
from rallyman_tutor.tutor.choices import spaces_of
from rallyman_tutor.tutor.session import PRESENT, Session

MOVING_LAYERS = ("cars", "draft", "overlay")
MOST_PICTURES = 40
"""Pictures between two decisions; where other cars made more moves, the first ones are passed over."""
MOVES_OF_A_TURN = 14
"""Moves of the past that can belong to one turn."""


def pictures(session: Session, before: Session | None, is_tall: bool) -> tuple[Scene, ...]:
    """The board as a picture for every move made since `before`, and the present one."""
    past, viewer = session.replay.past, session.viewing_seat

    def draw(state: AnyState, draft: AnyDraft, moves: int) -> Scene:
        """A state with a draft, and what has happened in the turn up to so many moves."""
        events = [event for one in past[max(0, moves - MOVES_OF_A_TURN) : moves] for event in one.events]
        return session.game.draw(session.game.seen_by(state, viewer), draft, events, is_tall)

    if session.viewed_event != PRESENT:
        at = session.move_of_event(session.viewed_event)
        return (draw(past[at].state, (), at + 1),)
    known = len(before.replay.past) if before else len(past)
    between = range(max(known, len(past) - MOST_PICTURES), len(past) - 1)
    return (*(draw(past[at].state, (), at + 1) for at in between), draw(session.state, session.draft, len(past)))


def is_same_layer(layer: str, one: Scene | None, other: Scene) -> bool:
    """Whether a layer looks the same in two pictures. Comparing takes a twentieth of the time that painting takes."""
    return one is not None and one.layer(layer) == other.layer(layer)


def stage_of(session: Session, is_tall: bool, scene: Scene, last: Scene | None, before: Stage | None) -> Stage:
    """The spaces of a picture, or `before` where nothing has changed. Names of spaces may change with the state: cards on a
    pile, dirt on a bend."""
    if before is not None and is_same_layer("road", last, scene):
        if not session.game.has_hidden_hands and is_same_layer("marks", last, scene):
            return before
        now = spaces_of(session, is_tall)
        return before if now == before["places"] else {**before, "places": now}
    frame = (scene.left, scene.top, scene.width, scene.height)
    return {"frame": frame, "places": spaces_of(session, is_tall), "table": session.table}


def moving_pieces(scenes: Sequence[Scene]) -> Pieces:
    """What moves, as stamps and the places where they lie in each picture."""
    stamps: dict[str, str] = {}
    frames: list[list[Piece]] = []
    for scene in scenes:
        frame: list[Piece] = []
        for shape in (shape for layer in MOVING_LAYERS for shape in scene.layer(layer)):
            group = shape if isinstance(shape, Group) else Group((shape,))
            name, markup = _stamp(group.shapes)
            stamps[name] = markup
            x, y, angle = round(group.x, 1), round(group.y, 1), round(degrees(group.angle), 1)
            frame.append((group.key, name, x, y, angle, group.scale, group.opacity))
        frames.append(frame)
    return {"stamps": stamps, "frames": frames}


@lru_cache(maxsize=256)
def _stamp(shapes: tuple[Shape, ...]) -> tuple[str, str]:
    """Shapes as markup, named by what they look like. Cars and dice look alike in both themes."""
    defs, markup = fragment(shapes, "light")
    markup = f"<defs>{defs}</defs>{markup}"
    return f"p{crc32(markup.encode()):08x}", markup


def faces(groups: Mapping[str, Group]) -> dict[str, str]:
    """What lies in the tray, as pictures by name."""
    return {
        name: f'<svg viewBox="-17 -17 36 40" aria-hidden="true">{_stamp((group,))[1]}</svg>'
        for name, group in groups.items()
    }
