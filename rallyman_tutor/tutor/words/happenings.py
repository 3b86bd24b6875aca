"""The events of moves, line by line, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.replay import PastMove
from rallyman_tutor.tutor.words.words import words


class Happening(TypedDict):
    """Something that would happen, and the rule by which it would."""

    text: str
    code: str


def happenings(game: AnyGame, past: Iterable[PastMove[AnyState, AnyMove]]) -> list[Happening]:
    """The events, line by line, each with its rule."""
    language = words(game.key)
    found: list[Happening] = []
    for one in past:
        for event in one.events:
            what, facts = game.describe_event(one.state, event)
            found.append({"text": language.phrase("events", what, facts), "code": event.code})
    return found
