"""Crazy Rally (2003), a card game of speeds."""

from rallyman_tutor.games.crazy_rally.game import GAME

__all__ = ["GAME"]
