"""How well a bot drives, and what it can know of the road ahead.

A bot remembers a part of the test lap. Functions take that memory as an argument of its own, beside what the seat sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from rallyman_tutor.games.crazy_rally.coming import possible
from rallyman_tutor.games.crazy_rally.state import COURSE, FLAGGED_ON_TOP, HIDDEN, Event, State


class Level(NamedTuple):
    """How well a bot drives: what it remembers of the test lap, and how it uses that."""

    memory: float  # the chance to remember each course card
    slips: float = 0.0  # the chance to take any card, without weighing them
    ahead: bool = False  # looks at the stage after the next, too
    events: bool = False  # plays events where they are worth it


LEVELS: Mapping[str, Level] = MappingProxyType({
    "novice": Level(0.0, slips=0.3),
    "club": Level(0.4),
    "works": Level(0.9, ahead=True, events=True),
})  # fmt: skip

SIMPLE = Level(0.0)
"""The level of every driver in simulated races."""


def remember(events: Iterable[Event], level: Level, rng: Random) -> tuple[str, ...]:
    """The course as a bot remembers it from the newest test lap; `?` is a forgotten card."""
    course: list[str] = []
    for event in events:
        if event.code == "CR-LAP-01":
            course = [*course[: event.facts["n"] - 1], event.facts["card"]]
    return tuple(card if rng.random() < level.memory else HIDDEN for card in course)


def coming_cards(state: State, memory: Sequence[str] = (), skip: int = 0) -> list[str]:
    """The course cards that may come next (or after `skip` more stages), for somebody with this memory."""
    at = state.driven + skip
    if at >= len(state.course):
        return []
    if state.options.practice and state.course[at] != HIDDEN:
        return [state.course[at]]
    if at < len(memory) and memory[at] != HIDDEN:
        return [memory[at]]
    if skip:
        unseen = [card for card in COURSE if card not in state.course[: state.driven]]
        cards = [card for card in unseen if COURSE[card].flag or state.stage + skip > FLAGGED_ON_TOP]
    else:
        cards = possible(state)
    left = [card for card in cards if card not in memory[state.driven :]]
    return left or cards
