"""A stage as it is being built: a value with its parts, the part that is chosen, and all roads before and after it.

Every change gives another value or is refused, and a refusal leaves everything as it was: so a road never has a fault,
it can only lack something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.building.kit import CannotLie, Kit, RoadFault
from rallyman_tutor.tutor.session.laying import MOST_LETTERS

AnyKit: TypeAlias = Kit[Any]
Parts: TypeAlias = tuple[Any, ...]
REMEMBERED = 200
"""How many roads can be gone back to."""


@dataclass(frozen=True, slots=True)
class Building:
    """A road and its history; `at` is the number of the chosen part, or how many there are: the end."""

    parts: Parts = ()
    at: int = 0
    past: tuple[Parts, ...] = ()
    undone: tuple[Parts, ...] = ()

    @property
    def is_at_end(self) -> bool:
        """Whether no part is chosen, so that the next one comes to the end."""
        return self.at == len(self.parts)


def opened(kit: AnyKit, text: str) -> Building:
    """A stage from its text; one with a fault is refused."""
    return replace(_with_parts(kit, Building(), _read(kit, text)), past=())


def with_text(kit: AnyKit, building: Building, text: str) -> Building:
    """Another stage on the table; what lay there can be gone back to."""
    return _with_parts(kit, building, _read(kit, text))


def emptied(kit: AnyKit, building: Building) -> Building:
    """An empty table."""
    if not building.parts:
        raise Refused("editor-empty")
    return _with_parts(kit, building, ())


def chosen(building: Building, at: int) -> Building:
    """The building with another part chosen; any number outside is the end."""
    return replace(building, at=at if 0 <= at < len(building.parts) else len(building.parts))


def laid(kit: AnyKit, building: Building, word: str, *, instead: bool = False) -> Building:
    """One part more: in front of the chosen one, in its stead, or at the end. Of the directions in which it can lie the
    first that fits is taken."""
    before, behind = building.parts[: building.at], building.parts[building.at + instead :]
    ways = kit.made(word)
    roads = [(*before, part, *behind) for part in ways]
    fitting = next((road for road in roads if kit.fault(road) is None), roads[0])
    is_end = building.is_at_end
    after = _with_parts(kit, building, fitting)
    return after if is_end else replace(after, at=building.at + (not instead))


def removed(kit: AnyKit, building: Building) -> Building:
    """The road without the chosen part; at the end, without the last one."""
    if not building.parts:
        raise Refused("editor-empty")
    at = min(building.at, len(building.parts) - 1)
    after = _with_parts(kit, building, (*building.parts[:at], *building.parts[at + 1 :]))
    return after if building.is_at_end else replace(after, at=min(at, len(after.parts)))


def turned(kit: AnyKit, building: Building) -> Building:
    """The road with the chosen part the other way round; at the end, the last one."""
    if not building.parts:
        raise Refused("editor-empty")
    at = min(building.at, len(building.parts) - 1)
    other = kit.turned(building.parts[at])
    if other is None:
        raise Refused("editor-same-way")
    after = _with_parts(kit, building, (*building.parts[:at], other, *building.parts[at + 1 :]))
    return after if building.is_at_end else replace(after, at=building.at)


def undone(building: Building) -> Building:
    """The road before the last change."""
    if not building.past:
        raise Refused("editor-nothing-to-undo")
    *past, parts = building.past
    return Building(parts, len(parts), tuple(past), (*building.undone, building.parts))


def redone(building: Building) -> Building:
    """The road before it was taken back."""
    if not building.undone:
        raise Refused("editor-nothing-to-redo")
    *undone, parts = building.undone
    return Building(parts, len(parts), (*building.past, building.parts), tuple(undone))


def fault_of(kit: AnyKit, parts: Sequence[Any]) -> RoadFault | None:
    """Why parts cannot lie so; the text of a stage has an end as well."""
    if len(kit.write(parts)) > MOST_LETTERS:
        return RoadFault("editor-too-long", {"most": MOST_LETTERS}, len(parts) - 1)
    return kit.fault(parts)


def _read(kit: AnyKit, text: str) -> Parts:
    if len(text) > MOST_LETTERS:
        raise Refused("editor-too-long", {"most": MOST_LETTERS})
    return kit.read(text)


def _on_the_table(lying: Parts, wanted: Parts, at: int) -> int:
    """The number on the table of a part of a road that was refused; -1 where it does not lie there."""
    if lying[:at] == wanted[:at] and (lying[at : at + 1] == wanted[at : at + 1] or lying[at + 1 :] == wanted[at + 1 :]):
        return at if at < len(lying) else -1
    behind = len(wanted) - at
    return len(lying) - behind if behind <= len(lying) and lying[-behind:] == wanted[at:] else -1


def _with_parts(kit: AnyKit, building: Building, parts: Parts) -> Building:
    """The building with other parts; the end is chosen."""
    if (fault := fault_of(kit, parts)) is not None:
        raise CannotLie(fault._replace(at=_on_the_table(building.parts, parts, fault.at)))
    if parts == building.parts:
        return replace(building, at=len(parts))
    return Building(parts, len(parts), (*building.past, building.parts)[-REMEMBERED:])
