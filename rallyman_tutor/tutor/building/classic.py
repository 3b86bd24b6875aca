"""The kit of Rallyman (2009): pace notes, part by part, each with the ground that it lies on and lies beside.

Any part joins any other. The table has no box that could run out: the spaces of pace notes are nobody's cardboard.
"""

from __future__ import annotations

from collections.abc import Sequence

from rallyman_tutor.core.notation import Misread, Refused
from rallyman_tutor.games.classic.road import LONGEST, boards, read_stage
from rallyman_tutor.games.classic.spaces import Item
from rallyman_tutor.tutor.building.kit import RoadFault

PLAIN = Item("straight")


class ClassicKit:
    """Pace notes."""

    key = "classic"

    def read(self, text: str) -> tuple[Item, ...]:
        stage = read_stage(text)
        if boards(stage):
            raise Refused("editor-route")
        return stage.road.items

    def write(self, parts: Sequence[Item]) -> str:
        """The shortest text: ground is told where it changes, straight spaces are counted."""
        words: list[str] = []
        last, straights = PLAIN, 0
        for item in parts:
            changes = list(_changes(last, item))
            if straights and (changes or item.kind != "straight"):
                words.append(f"s{straights}")
                straights = 0
            words += changes
            if item.kind == "straight":
                straights += 1
            else:
                words.append(note_of(item))
            last = item
        return " ".join([*words, f"s{straights}"] if straights else words)

    def made(self, word: str) -> tuple[Item, ...]:
        try:
            items = self.read(word)
        except Misread as error:
            raise Refused("editor-no-part", {"found": word[:40]}) from error
        if len(items) != 1:
            raise Refused("editor-no-part", {"found": word[:40]})
        return items

    def fault(self, parts: Sequence[Item]) -> RoadFault | None:
        return RoadFault("editor-longest", {"most": LONGEST}, LONGEST) if len(parts) > LONGEST else None

    def lacking(self, parts: Sequence[Item]) -> RoadFault | None:
        return None if parts else RoadFault("editor-nothing-laid")

    def turned(self, part: Item) -> Item | None:
        """A bend to the other side."""
        return part._replace(turn="L" if part.turn == "R" else "R") if part.turn else None

    def tray(self, parts: Sequence[Item], at: int, *, instead: bool) -> list[tuple[Item, RoadFault | None]]:
        return []


def note_of(item: Item) -> str:
    """A part as pace notes call it, without its ground: `s1`, `j3`, `R3/4x3K4`."""
    if item.kind == "straight":
        return "s1"
    if item.kind == "jump":
        return f"j{item.note}"
    drift = f"/{item.drift}x{item.drifts}" if item.drifts else ""
    return f"{item.turn}{item.line}{drift}{f'K{item.cut}' if item.cut else ''}"


def ground_of(item: Item) -> str:
    """The ground of a part in notation: `snow forest/rock`."""
    return f"{'snow' if item.snow else 'dry'} {item.left}/{item.right}"


def _changes(last: Item, item: Item) -> list[str]:
    """The ground of an item, as far as it differs from that of the item before it."""
    return [
        *([f"c{item.capacity}"] if item.capacity != last.capacity else []),
        *(["snow" if item.snow else "dry"] if item.snow != last.snow else []),
        *([f"{item.left}/{item.right}"] if (item.left, item.right) != (last.left, last.right) else []),
    ]
