"""The words of the stage editor: parts of a road, refusals, figures; all of them from `[editor]` of the tutor's
texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.notation import Misread, Refused
from rallyman_tutor.games.classic.spaces import Item
from rallyman_tutor.games.dirt.tiles import Tile
from rallyman_tutor.tutor.building.kit import CannotLie, RoadFault
from rallyman_tutor.tutor.words.explain import explain_refusal
from rallyman_tutor.tutor.words.words import text_tables, words


class WhyNot(TypedDict):
    """Something that cannot lie so: what, why, and what to do instead; the code of a rule, where one says so."""

    title: str
    said: str
    why: str
    fix: str
    code: str
    at: int  # the number of the part where that shows, from 0; -1: of none


def text(group: str, key: str, facts: Mapping[str, object] | None = None) -> str:
    """A sentence of the editor."""
    found = text_tables("tutor")["editor"][group][key]
    return str(found).format_map({name: str(fact) for name, fact in (facts or {}).items()})


def labels() -> dict[str, str]:
    """The words on buttons and headings."""
    return {key: str(told) for key, told in text_tables("tutor")["editor"]["labels"].items()}


def why_not(game: AnyGame, problem: Refused) -> WhyNot:
    """Why a change of the road was refused."""
    if isinstance(problem, CannotLie):
        return fault_told(game, problem.fault)
    if isinstance(problem, Misread) or not problem.key.startswith("editor-"):
        said, fix = explain_refusal(game, problem), text("fix", "unread")
        return {"title": text("refused", "unread"), "said": said, "why": "", "fix": fix, "code": "", "at": -1}
    return fault_told(game, RoadFault(problem.key, problem.facts))


def fault_told(game: AnyGame, fault: RoadFault) -> WhyNot:
    """A fault of a road: by the rule that it breaks, or by the editor's own words."""
    if not fault.key.startswith("editor-"):
        language = words(game.key)
        title, said, why, fix = (
            language.text(fault.key, part, fault.facts) for part in ("title", "said", "why", "fix")
        )
        return {"title": title, "said": said, "why": why, "fix": fix, "code": fault.key, "at": fault.at}
    key = fault.key.removeprefix("editor-")
    said, fix = text("refused", key, fault.facts), text("fix", key, fault.facts)
    return {"title": said, "said": "", "why": "", "fix": fix, "code": "", "at": fault.at}


def in_short(why: WhyNot) -> str:
    """A refusal in one breath, for ears and for whoever points at a part."""
    return " ".join(part for part in (why["said"] or why["title"], why["why"], why["fix"]) if part)


def name_of(part: Any) -> str:
    """A part of the road as people call it."""
    return ", ".join(_tile(part) if isinstance(part, Tile) else _item(part))


def _item(item: Item) -> Sequence[str]:
    if item.kind == "straight":
        return [text("parts", "straight")]
    if item.kind == "jump":
        return [text("parts", "jump", {"note": item.note})]
    found = [text("parts", "bend-left" if item.turn == "L" else "bend-right", {"note": item.line})]
    if item.drifts:
        found.append(text("parts", "drift", {"n": item.drifts, "note": item.drift}))
    if item.cut:
        found.append(text("parts", "cut", {"note": item.cut}))
    return found


def _tile(tile: Tile) -> Sequence[str]:
    side = tile.side
    if side.service:
        return [side.code, text("parts", "service")]
    found = [side.code]
    found += [text("parts", name) for name, line in (("start", side.start), ("finish", side.finish)) if line >= 0]
    found.append(text("calls", tile.call))
    for row in tile.rows:
        if row.kind == "bend":
            found.append(text("parts", "notes", {"line": row.line, "drift": row.drift}))
        if row.jump:
            found.append(text("parts", "jump", {"note": row.jump}))
        if row.ford:
            found.append(text("parts", "ford"))
        if row.cut:
            found.append(text("parts", "cut", {"note": row.cut}))
    return [*found, words("dirt").fact("danger", side.danger)]


def ground_name(item: Item) -> str:
    """The ground of a part, where it is not plain."""
    found = [text("parts", "snow")] if item.snow else []
    if (item.left, item.right) != ("grass", "grass"):
        found.append(text("parts", "beside", {"left": terrain(item.left), "right": terrain(item.right)}))
    return ", ".join(found)


def terrain(name: str) -> str:
    """The terrain beside the road, as people call it."""
    return words("classic").fact("terrain", name)


def way_of(tile: Tile) -> str:
    """How a tile is laid: at which edge the road comes in, and at which it leaves."""
    if tile.side.service:
        return ""
    entry, exit_ = (tile.side.links[at] for at in ((0, -1) if tile.backwards else (-1, 0)))
    return text("parts", "way", {"entry": entry, "exit": exit_})
