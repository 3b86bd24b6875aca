"""Rallyman: DIRT: the six rallies of the book, and stages of tiles drawn by chance.

A stage has as many tiles as the book's sizes. How difficult it is follows from the colours printed on its tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from statistics import mean
from types import MappingProxyType

from rallyman_tutor.core.game import Spec
from rallyman_tutor.games.dirt import desk
from rallyman_tutor.games.dirt.rules.formats import SIZES
from rallyman_tutor.games.dirt.tile_lists import sort_out
from rallyman_tutor.games.dirt.tiles import DANGERS, Side, sides
from rallyman_tutor.rally.box import LENGTHS, NOTHING_AGREED, USUAL, Box, Difficulty, Length, Settings

TILES: Mapping[Length, int] = MappingProxyType(dict(zip(LENGTHS, SIZES, strict=True)))
HARD: Mapping[Difficulty, tuple[float, float]] = MappingProxyType(
    {"easy": (0.0, 0.5), "medium": (0.5, 0.8), "hard": (0.8, 2.0)}
)
"""The mean danger of the tiles: 0 for yellow, 1 for orange, 2 for red."""
MOST_STAGES = 9
SHUFFLES = 20
"""How often the tiles of a stage are shuffled before others are drawn."""


PRINTED = tuple(side for side in sides().values() if side.family == "box")
STARTS = tuple(side for side in PRINTED if side.start >= 0)
FINISHES = tuple(side for side in PRINTED if side.finish >= 0)
PARK = next(side.code for side in PRINTED if side.service)
BETWEEN: Mapping[str, tuple[Side, ...]] = MappingProxyType(
    {
        piece: tuple(side for side in PRINTED if side.piece == piece)
        for piece in dict.fromkeys(
            side.piece for side in PRINTED if not side.service and side not in (*STARTS, *FINISHES)
        )
    }
)
"""The pieces that lie between start and finish, each with its two sides."""


def draw(rng: Random, length: Length, difficulty: Difficulty, last: bool) -> str:
    """A stage of this length and difficulty, with a service park behind it unless it is the last of its rally."""
    least, most = HARD[difficulty]
    while True:
        pieces = rng.sample([*BETWEEN], TILES[length] - 2)
        tiles = [rng.choice(STARTS), *(rng.choice(BETWEEN[piece]) for piece in pieces), rng.choice(FINISHES)]
        if least <= danger(tiles) < most:
            codes = [*(side.code for side in tiles), *(() if last else (PARK,))]
            if stage := sort_out(codes, rng, SHUFFLES).stage:
                return stage.text


def danger(tiles: Iterable[Side]) -> float:
    """The mean danger of some tiles."""
    return mean(DANGERS.index(side.danger) for side in tiles)


def spec(drivers: Sequence[str], stages: Sequence[str], many: int, agreed: Settings) -> Spec:
    """The rally sheet as plain data. Tiles that are only listed are laid out."""
    return {**desk.spec(" ; ".join(stages), drivers), "options": dict(agreed)}


BOX = Box(
    rallies=MappingProxyType({name: tuple(text.split(" ; ")) for name, text in desk.RALLIES.items()}),
    counts=(3, *(count for count in range(1, MOST_STAGES + 1) if count != 3)),
    rules=MappingProxyType(
        {
            USUAL: NOTHING_AGREED,
            "basic": NOTHING_AGREED,
            "advanced": MappingProxyType({"quickstart": "on", "redzone": "on", "timecontrol": "on", "sisu": "stage"}),
        }
    ),
    draw=draw,
    spec=spec,
)
