"""Chances in words: each names what it is the chance of, be it control lost or the end of the rally."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.tutor.words.words import shared_words


def in_words(game: AnyGame, lost: Fraction, out: Fraction, figure: Callable[[Fraction], str]) -> str:
    """The dangers, and how likely they are; nothing if none."""
    if not lost and not out:
        return ""
    name = "chance" if not out else "chance-both" if lost else "chance-out"
    return str(shared_words(game.key, "page")[name]).format(chance=figure(lost), out=figure(out))
