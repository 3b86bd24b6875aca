"""Rallyman: DIRT, the dice game on tiles."""

from rallyman_tutor.games.dirt.game import GAME

__all__ = ["GAME"]
