"""The board as it is seen: a picture for every move, its spaces, and what lies on it as stamps and places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, degrees, dist, sin, sqrt
from zlib import crc32

from rallyman_tutor.coach.cloud import End
from rallyman_tutor.core.game import AnyDraft, AnyGame, AnyState
from rallyman_tutor.page.wire import Piece, Pieces, Stage
from rallyman_tutor.parts.car import heading_of, pale
from rallyman_tutor.scene.shapes import Group, Point, Scene, Shape
from rallyman_tutor.scene.svg import fragment
from rallyman_tutor.tutor.session.session import PRESENT, Session
from rallyman_tutor.tutor.table.choices import spaces_of

MOVING_LAYERS = ("cars", "draft", "overlay")
MOST_PICTURES = 40
"""Pictures between two decisions; where other cars made more moves, the first ones are passed over."""
MOVES_OF_A_TURN = 14
"""Moves of the past that can belong to one turn."""
GHOST = "ghost"
"""The key of the ghost's car."""
DRIVES_A_CAR = 100
"""Of a thousand drives, how many one pale car stands for."""
SPREAD, GOLDEN, FAINT = 5.0, 2.39996, 0.42
"""The distance between cars of one space, the angle, and how faint each is: where many lie, it grows darker."""
ASIDE = 17.0
"""How far the ghost stands beside a car, so that both are seen."""


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
    """The spaces of a picture, or `before` where nothing has changed. Names of spaces may change with the state: cards
    on a pile, dirt on a bend."""
    if before is not None and is_same_layer("road", last, scene):
        if not session.game.has_hidden_hands and is_same_layer("marks", last, scene):
            return before
        now = spaces_of(session, is_tall)
        return before if now == before["places"] else {**before, "places": now}
    frame = (scene.left, scene.top, scene.width, scene.height)
    return {"frame": frame, "places": spaces_of(session, is_tall), "table": session.table}


def moving_pieces(scenes: Sequence[Scene]) -> Pieces:
    """The moving pieces, as stamps and the places where they lie in each picture."""
    stamps: dict[str, str] = {}
    frames: list[list[Piece]] = []
    for scene in scenes:
        frame: list[Piece] = []
        for shape in (shape for layer in MOVING_LAYERS for shape in scene.layer(layer)):
            group = shape if isinstance(shape, Group) else Group((shape,))
            name, markup = _stamp(group.shapes, scene.season)
            stamps[name] = markup
            x, y, angle = round(group.x, 1), round(group.y, 1), round(degrees(group.angle), 1)
            frame.append((group.key, name, x, y, angle, group.scale, group.opacity))
        frames.append(frame)
    return {"stamps": stamps, "frames": frames}


def ghost_piece(game: AnyGame, state: AnyState, board: Scene, is_tall: bool) -> tuple[Piece, str] | None:
    """The ghost's car in a position of its own, as a piece with its picture; where a car stands on the board, or a die
    that was rolled lies, beside it. None where it is out."""
    car = next(iter(_keyed(game.draw(state, (), (), is_tall), "cars", "car:")), None)
    if car is None:
        return None
    name, markup = _stamp(pale(car).shapes)
    taken = [(one.x, one.y) for one in (*_keyed(board, "cars", "car:"), *_keyed(board, "draft", "played:"))]
    x, y = _free_spot(car, taken, [(place.x, place.y) for place in game.places(state, is_tall)])
    return (GHOST, name, round(x, 1), round(y, 1), 0.0, car.scale, car.opacity), markup


def cloud_pieces(game: AnyGame, ends: Sequence[End], driver: str, is_tall: bool) -> tuple[list[Piece], dict[str, str]]:
    """The drives of a draft as a crowd of pale cars, more of them where more drives end; and their pictures."""
    found: list[Piece] = []
    stamps: dict[str, str] = {}
    for end in ends:
        car = next(iter(_keyed(game.draw(end.state, (), (), is_tall), "cars", f"car:{driver}")), None)
        if car is None:
            continue
        name, markup = _stamp(pale(car).shapes[:1])  # the body alone: letters of many would be noise
        stamps[name] = markup
        for at in range(max(1, round(end.many / DRIVES_A_CAR))):
            x, y = (car.x + SPREAD * sqrt(at) * cos(GOLDEN * at), car.y + SPREAD * sqrt(at) * sin(GOLDEN * at))
            found.append((f"cloud:{end.place}:{at}", name, round(x, 1), round(y, 1), 0.0, car.scale, FAINT))
    return found, stamps


def _free_spot(car: Group, taken: Sequence[Point], road: Sequence[Point]) -> Point:
    """Where a car can be seen beside those already there: on its own spot, or on the side where the road is nearer."""
    heading = heading_of(car)
    sides = [(car.x - way * sin(heading), car.y + way * cos(heading)) for way in (ASIDE, -ASIDE)]
    sides.sort(key=lambda side: min(round(dist(side, middle)) for middle in road))
    spots = [(car.x, car.y), *sides]
    return next((spot for spot in spots if all(dist(spot, other) > ASIDE - 1 for other in taken)), sides[0])


def _keyed(scene: Scene, layer: str, key: str) -> list[Group]:
    """The groups in a layer of a picture whose keys begin with `key`."""
    return [one for one in scene.layer(layer) if isinstance(one, Group) and one.key.startswith(key)]


@lru_cache(maxsize=256)
def _stamp(shapes: tuple[Shape, ...], season: str = "") -> tuple[str, str]:
    """Shapes as markup, named by what they look like. Cars and dice look alike in both themes."""
    defs, markup = fragment(shapes, "light", season)
    markup = f"<defs>{defs}</defs>{markup}"
    return f"p{crc32(markup.encode()):08x}", markup


def faces(groups: Mapping[str, Group]) -> dict[str, str]:
    """The pieces in the tray, as pictures by name."""
    return {
        name: f'<svg viewBox="-17 -17 36 40" aria-hidden="true">{_stamp((group,))[1]}</svg>'
        for name, group in groups.items()
    }
