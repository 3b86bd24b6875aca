"""Stages for tests: every one legal, each drawn from the box by a seed."""

from __future__ import annotations

from random import Random

from rallyman_tutor.games.dirt.road import Stage
from rallyman_tutor.games.dirt.tile_lists import need_stage, sort_out
from rallyman_tutor.games.dirt.tiles import sides

PIECES = sorted({side.piece for side in sides().values() if side.piece} - {"201", "202", "203"})


def random_stage(luck: Random, tiles: int = 10) -> Stage:
    """A stage of so many tiles of the box that may lie so, sometimes with a service park."""
    between = [piece + luck.choice("ab") for piece in luck.sample(PIECES, tiles - 2)]
    ends = [f"202{luck.choice('ab')}", f"203{luck.choice('ab')}"]
    park = [f"201{luck.choice('ab')}"] if luck.random() < 0.5 else []
    return need_stage(sort_out([*ends, *between, *park], luck))
