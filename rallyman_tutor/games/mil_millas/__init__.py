"""Mil Millas, a card game of kilometres."""

from rallyman_tutor.games.mil_millas.game import GAME

__all__ = ["GAME"]
