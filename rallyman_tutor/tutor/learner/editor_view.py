"""The stage editor as a page shows it: the road part by part, the tray, what the road lacks, what was refused; and
behind it its par, as far as that is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, inf, pi, sin
from statistics import mean
from typing import Any, TypedDict

from rallyman_tutor.coach import stage_figures
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.coach.stage_figures import Share, StageFigures, Waits
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.games.classic.road import TERRAIN
from rallyman_tutor.games.classic.road import read_stage as read_notes
from rallyman_tutor.games.classic.spaces import Item
from rallyman_tutor.games.dirt.road import Stage as TileStage
from rallyman_tutor.games.dirt.road import read_stage as read_tiles
from rallyman_tutor.games.dirt.tiles import Tile
from rallyman_tutor.rally import classic as classic_box
from rallyman_tutor.rally import dirt as dirt_box
from rallyman_tutor.scene.shapes import Point, Scene
from rallyman_tutor.tutor.building.building import AnyKit, Building
from rallyman_tutor.tutor.building.classic import ground_of, note_of
from rallyman_tutor.tutor.building.shared_line import shared_line
from rallyman_tutor.tutor.learner import editor_words
from rallyman_tutor.tutor.learner.editor_words import WhyNot
from rallyman_tutor.tutor.words.explain import not_reckoned
from rallyman_tutor.tutor.words.figures import decimal, percent
from rallyman_tutor.tutor.words.words import span_in_words, words

NO_FRAME = (0.0, 0.0, 100.0, 60.0)
WHOLE_PERCENT = 0.1
"""A greater chance than this is told without tenths."""
TOLD_EVERY = 0.05
"""How much more of the work must be done until it is told again."""


class EditorPart(TypedDict):
    """A part of the road: its word in notation, its name, its ground in notation; its outline on the table, and where
    it is pointed at; and how it lies, for whoever lays it out of a box."""

    word: str
    name: str
    ground: str
    outline: str
    x: float
    y: float
    way: str


class EditorOffer(TypedDict):
    """A tile in the tray: how it would lie, as a line through a hexagon 100 wide; its signs; and why it cannot lie
    there."""

    word: str
    name: str
    group: str
    danger: str
    path: str
    bends: list[str]
    jumps: list[str]
    cuts: list[str]
    ford: bool
    refused: str


class EditorShown(TypedDict):
    """The editor."""

    n: int  # the number of this road: figures that come behind belong to one
    game: str
    frame: tuple[float, float, float, float]
    parts: list[EditorPart]
    at: int  # the chosen part; as many as there are: the end
    instead: bool  # whether what is laid takes the place of the chosen part, or comes before it
    tray: list[EditorOffer]
    terrain: list[list[str]]  # of Rallyman (2009): each ground in notation, and its name
    text: str
    line: str  # to be sent
    lacking: str  # why it cannot be driven yet; nothing where it can
    lacks_at: int
    length: str
    hard: str
    tight: str
    undo: bool
    redo: bool
    turns: bool
    why: WhyNot | None
    said: str
    labels: dict[str, str]


class EditorFigures(TypedDict):
    """The knowledge of a road so far, in words: its par or the bounds of it, and where control is lost most often."""

    par: str
    sure: str
    hard: str  # from 1 to 5; nothing before par is known
    hurts: str
    hurts_at: int  # the number of that part, from 0; -1: none
    work: str  # what goes on
    said: str  # to be read out; nothing where it was said before


def shown(
    game: AnyGame, kit: AnyKit, building: Building, number: int, said: str, why: WhyNot | None = None, *, instead: bool
) -> EditorShown:
    """The editor with a road; `instead`: what is laid takes the place of the chosen part."""
    parts, text = building.parts, kit.write(building.parts)
    lacking = kit.lacking(parts)
    return {
        "n": number,
        "game": game.key,
        "frame": frame_of(game.key, text),
        "parts": _parts(game.key, parts, text),
        "at": building.at,
        "instead": instead,
        "tray": _tray(game, kit, building, instead=instead),
        "terrain": [[one, editor_words.terrain(one)] for one in TERRAIN] if game.key == "classic" else [],
        "text": text,
        "line": shared_line(game.key, text) if text else "",
        "lacking": editor_words.text("refused", lacking.key.removeprefix("editor-")) if lacking else "",
        "lacks_at": lacking.at if lacking else -1,
        "length": _length(game.key, parts),
        "hard": _hard(game.key, parts),
        "tight": _tight(game.key, parts),
        "undo": bool(building.past),
        "redo": bool(building.undone),
        "turns": _can_turn(kit, building),
        "why": why,
        "said": said,
        "labels": editor_words.labels(),
    }


def picture(key: str, text: str) -> Scene | None:
    """The road as the board shows it; None where nothing lies. What draws is imported only when it is wanted."""
    if not text:
        return None
    if key == "classic":
        from rallyman_tutor.games.classic import draw as classic_draw

        stage = read_notes(text)
        road = stage.road
        return classic_draw.picture(road, classic_draw.shapes_of(road), season=classic_draw.season_of(stage))
    from rallyman_tutor.games.dirt import draw as dirt_draw

    return dirt_draw.picture(read_tiles(text))


def frame_of(key: str, text: str) -> tuple[float, float, float, float]:
    """The part of the table that is shown."""
    scene = picture(key, text)
    return NO_FRAME if scene is None else (scene.left, scene.top, scene.width, scene.height)


def figures(game: AnyGame, kit: AnyKit, building: Building) -> Iterator[EditorFigures | None]:
    """All that can be told of a road that can be driven: bounds of its par, par, and where control is lost."""
    if kit.lacking(building.parts):
        return
    text = kit.write(building.parts)
    told: EditorFigures = {
        "par": "", "sure": "", "hard": "", "hurts": "", "hurts_at": -1, "said": "",
        "work": editor_words.text("figures", "begins"),
    }  # fmt: skip
    try:
        steps = stage_figures.bounds(game, text)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                bounds = end.value
                break
            yield None
        told = {**told, "par": _bounds(bounds.low, bounds.high)}
        if bounds.stops_at:
            place = words(game.key).place(bounds.stops_at)
            told["hurts"] = editor_words.text("figures", "stops", {"place": place})
            told["hurts_at"] = _part_at(game.key, text, bounds.stops_at)
        yield told
        yield from _exact(game, text, building, told)
    except Unsolvable as error:
        yield {**told, "work": not_reckoned(error)}


def _exact(game: AnyGame, text: str, building: Building, told: EditorFigures) -> Iterator[EditorFigures | None]:
    last = 0.0
    try:
        for found in stage_figures.figures(game, text, _spaces_by_part(game.key, text)):
            match found:
                case StageFigures():
                    told, last = _told(building, found, told), 0.0
                    yield told
                case Waits():
                    last = -1.0  # its first share is told
                    told = {**told, "work": editor_words.text("figures", "waits"), "said": ""}
                    yield told
                case Share(done) if done >= last + TOLD_EVERY or done < last:
                    last = done
                    work = "hurting" if told["sure"] else "works"
                    told = {**told, "work": editor_words.text("figures", work, {"share": percent(done)}), "said": ""}
                    yield told
                case _:
                    yield None
    except Unsolvable as error:
        yield {**told, "work": not_reckoned(error), "said": ""}


def _told(building: Building, found: StageFigures, before: EditorFigures) -> EditorFigures:
    par = found.par
    low, expected, high = (decimal(par[name], 2) for name in ("low", "expected", "high"))
    key = "exact" if low == high else "between"
    told: EditorFigures = {
        **before,
        "par": editor_words.text("figures", "par", {"par": span_in_words(par["expected"]), "exact": expected}),
        "sure": editor_words.text("figures", key, {"low": low, "high": high}),
        "hard": str(found.harder),
        "hurts": "",
        "hurts_at": -1,
        "work": "" if found.is_whole else editor_words.text("figures", "hurting", {"share": percent(0.0)}),
    }
    if found.hurts is not None:
        part = building.parts[found.hurts.part]
        facts = {
            "n": found.hurts.part + 1,
            "part": editor_words.name_of(part),
            "chance": percent(found.hurts.chance, 0 if found.hurts.chance >= WHOLE_PERCENT else 1),
        }
        told |= {"hurts": editor_words.text("figures", "hurts", facts), "hurts_at": found.hurts.part}
    elif found.is_whole:
        told["hurts"] = editor_words.text("figures", "nowhere")
    told["said"] = " ".join(filter(None, (told["par"], told["hurts"])))
    return told


def _bounds(low: float, high: float) -> str:
    if high == inf:
        return editor_words.text("figures", "least", {"low": span_in_words(max(low, 0))})
    return editor_words.text("figures", "bounds", {"low": span_in_words(max(low, 0)), "high": span_in_words(high)})


# -- Parts of the road ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _spaces_by_part(key: str, text: str) -> tuple[frozenset[int], ...]:
    """The spaces of each part that has some, in the order of the parts."""
    road: Any = read_notes(text).road if key == "classic" else read_tiles(text).road
    many = len(road.items) if key == "classic" else len(road.tiles)
    owner = [space.item if key == "classic" else space.tile for space in road.spaces]
    return tuple(frozenset(place for place, own in enumerate(owner) if own == at) for at in range(many))


def _part_at(key: str, text: str, space: str) -> int:
    road: Any = read_notes(text).road if key == "classic" else read_tiles(text).road
    place = road.place[space]
    return next((at for at, own in enumerate(_spaces_by_part(key, text)) if place in own), -1)


def _parts(key: str, parts: Sequence[Any], text: str) -> list[EditorPart]:
    if not parts:
        return []
    return _items(parts, text) if key == "classic" else _tiles(parts, text)


def _items(items: Sequence[Item], text: str) -> list[EditorPart]:
    from rallyman_tutor.games.classic import draw as classic_draw

    road = read_notes(text).road
    shapes = classic_draw.shapes_of(road)
    found: list[EditorPart] = []
    for item, places in zip(items, _spaces_by_part("classic", text), strict=True):
        own = [shapes[place] for place in sorted(places)]
        x, y = own[len(own) // 2].middle
        ground = editor_words.ground_name(item)
        name = editor_words.name_of(item)
        found.append({
            "word": note_of(item), "name": f"{name}, {ground}" if ground else name, "ground": ground_of(item),
            "outline": " ".join(_outline(shape.outline) for shape in own), "x": round(x), "y": round(y), "way": "",
        })  # fmt: skip
    return found


def _tiles(tiles: Sequence[Tile], text: str) -> list[EditorPart]:
    from rallyman_tutor.games.dirt.ground import survey

    patches = survey(read_tiles(text)).patches
    return [
        {
            "word": tile.side.code, "name": editor_words.name_of(tile), "ground": "", "outline": _outline(patch.outline),
            "x": round(patch.middle[0]), "y": round(patch.middle[1]), "way": editor_words.way_of(tile),
        }
        for tile, patch in zip(tiles, patches, strict=True)
    ]  # fmt: skip


def _outline(points: Sequence[Point]) -> str:
    return f"M{' '.join(f'{x:.0f},{y:.0f}' for x, y in points)}Z"


def _can_turn(kit: AnyKit, building: Building) -> bool:
    if not building.parts:
        return False
    return kit.turned(building.parts[min(building.at, len(building.parts) - 1)]) is not None


# -- The tray ---------------------------------------------------------------------------------------------------------


def _tray(game: AnyGame, kit: AnyKit, building: Building, *, instead: bool) -> list[EditorOffer]:
    at = building.at
    offers = kit.tray(building.parts, at, instead=instead and not building.is_at_end)
    return [_offer(game, part, fault) for part, fault in offers]


def _offer(game: AnyGame, tile: Tile, fault: Any) -> EditorOffer:
    rows = tile.rows
    return {
        "word": tile.side.code,
        "name": editor_words.name_of(tile),
        "group": _group(tile),
        "danger": tile.side.danger,
        "path": _path(tile),
        "bends": [f"{row.line}/{row.drift}" for row in rows if row.kind == "bend"],
        "jumps": [str(row.jump) for row in rows if row.jump],
        "cuts": [str(row.cut) for row in rows if row.cut],
        "ford": any(row.ford for row in rows),
        "refused": editor_words.in_short(editor_words.fault_told(game, fault)) if fault else "",
    }


def _group(tile: Tile) -> str:
    """The heading under which a tile lies in the tray."""
    if tile.side.service or tile.side.start >= 0 or tile.side.finish >= 0:
        return "ends"
    if tile.call in ("S0", "L0", "R0"):
        return "straight" if tile.call == "S0" else "winding"
    return "hairpins" if tile.call in ("L2", "R2") else "curves"


@lru_cache(maxsize=256)
def _path(tile: Tile) -> str:
    """The road of a tile that is entered from below, in a box 100 wide around its middle."""
    from rallyman_tutor.games.dirt.ground import survey

    patch = survey(TileStage((tile,))).patches[0]
    middle, turn = complex(*patch.middle), (3 - patch.placed.entry) * pi / 3
    scale = 50 / max(abs(complex(*corner) - middle) for corner in patch.outline)
    points = [(point - middle) * scale * complex(cos(turn), sin(turn)) for point in patch.path]
    thin = points[:: max(1, len(points) // 14)]
    return f"M{' '.join(f'{p.real:.0f},{p.imag:.0f}' for p in [*thin, points[-1]])}"


# -- What is known at once --------------------------------------------------------------------------------------------


def _length(key: str, parts: Sequence[Any]) -> str:
    if key == "classic":
        return editor_words.text("figures", "spaces", {"n": len(parts)})
    return editor_words.text("figures", "tiles", {"n": sum(not tile.side.service for tile in parts)})


def _hard(key: str, parts: Sequence[Any]) -> str:
    """How hard it is by its looks, as stages are sorted that are drawn by chance."""
    if key == "classic":
        share = mean(item.kind != "straight" for item in parts) if parts else 0.0
        levels = classic_box.HARD
    else:
        tiles = [tile.side for tile in parts if not tile.side.service]
        share, levels = (dirt_box.danger(tiles) if tiles else 0.0), dirt_box.HARD
    found = next((level for level, (least, most) in levels.items() if least <= share < most), "hard")
    return editor_words.text("hard", found) if parts else ""


def _tight(key: str, parts: Sequence[Any]) -> str:
    """The bend that asks for the lowest gear."""
    notes = [
        (min(row.line for row in part.rows if row.kind == "bend"), at) if key == "dirt" else (part.line, at)
        for at, part in enumerate(parts)
        if (any(row.kind == "bend" for row in part.rows) if key == "dirt" else part.kind == "bend")
    ]
    if not notes:
        return ""
    note, at = min(notes)
    return editor_words.text("figures", "tight", {"n": at + 1, "note": note})
