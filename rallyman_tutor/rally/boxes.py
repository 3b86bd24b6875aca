"""The boxes there are, one a game, listed by hand; each is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.rally.box import Box

BOXES = ("classic", "dirt", "crazy_rally", "mil_millas")


def box_of(game: AnyGame) -> Box:
    """The box of a game."""
    assert game.key in BOXES
    found: Box = import_module(f"{__package__}.{game.key}").BOX
    return found
