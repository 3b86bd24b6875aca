"""Rallyman (2009), the dice game on a road of boards."""

from rallyman_tutor.games.classic.game import GAME

__all__ = ["GAME"]
