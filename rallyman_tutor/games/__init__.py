"""The shelf: one room a game. Games share parts, never rules."""

from __future__ import annotations

from typing import Any

from rallyman_tutor.core.game import Game
from rallyman_tutor.games.classic import GAME as CLASSIC

SHELF: dict[str, Game[Any, Any]] = {game.key: game for game in (CLASSIC,)}
