"""The kit of a game: the parts that its stages are built of, and what of them cannot lie where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from rallyman_tutor.core.notation import NO_FACTS, Refused
from rallyman_tutor.core.rule import Facts

Part = TypeVar("Part")


class RoadFault(NamedTuple):
    """A reason why parts cannot lie so: the code of a rule, or a key of the editor's texts; and the number of the part
    where that shows, counted from 0."""

    key: str
    facts: Facts = NO_FACTS
    at: int = -1


class CannotLie(Refused):
    """A change of the road that the game does not allow."""

    def __init__(self, fault: RoadFault) -> None:
        super().__init__(fault.key, fault.facts)
        self.fault = fault


class Kit(Protocol[Part]):
    """The parts of one game."""

    @property
    def key(self) -> str:
        """The key of the game."""
        ...

    def read(self, text: str) -> tuple[Part, ...]:
        """The parts of a stage from its text; what cannot be read is refused with its column."""
        ...

    def write(self, parts: Sequence[Part]) -> str:
        """The text of a stage of these parts; nothing where there are none."""
        ...

    def made(self, word: str) -> tuple[Part, ...]:
        """The part of this word, in each direction in which it can lie; refused where there is no such part."""
        ...

    def fault(self, parts: Sequence[Part]) -> RoadFault | None:
        """Why parts cannot lie so, whatever is laid behind them; None where they can."""
        ...

    def lacking(self, parts: Sequence[Part]) -> RoadFault | None:
        """Why a road without faults cannot be driven yet; None where it can."""
        ...

    def turned(self, part: Part) -> Part | None:
        """The part the other way round; None where that is the same."""
        ...

    def tray(self, parts: Sequence[Part], at: int, *, instead: bool) -> list[tuple[Part, RoadFault | None]]:
        """All parts of the box as they would lie in front of number `at`, or in its stead, and why one cannot. None
        where any part can lie anywhere: then its word is made up by whoever builds."""
        ...
