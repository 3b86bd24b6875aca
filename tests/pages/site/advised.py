"""The coach's words on decisions on solved stages: asked where the tests run and in Pyodide, to compare the two."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from rallyman_tutor.coach import ghost, racing
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.draft_worth import weigh
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.coach.what_if import tried
from rallyman_tutor.core import replay
from rallyman_tutor.games import SHELF

STAGES = {"classic": ("winter", "first", "bends", "jumps", "forest", "short"), "dirt": ("R4-SS1", "R1-SS1", "R2-SS3")}
"""Some that are solved."""
BEST = 20


def advised(key: str, stages: int, turns: int) -> str:
    """By position: the costs of the best decisions in the first turns of a ghost's drive, the worth of the best draft,
    also with another mix of cards, and the choices of rivals of every level."""
    mix = tuple(share.least for share in RACES[key]().shares())
    found = {}
    for name in STAGES[key][:stages]:
        for written, state in _driven(key, name, turns):
            hand = RACES[key]().at_hand(state)
            costs = [(round(cost, 6), str(move)) for cost, move in hand.best.costs(state)[:BEST]]
            worth = weigh(SHELF[key], state, ())
            other = to_the_end(tried(SHELF[key], state, worth.best_draft, mix).go_on())
            found[f"{name} {written}"] = [
                hand.is_exact,
                costs,
                worth.best and round(worth.best, 6),
                repr(worth.best_draft),
                [round(other.best, 6), round(other.advised, 6), repr(other.draft)],
                [str(racing.play_for(SHELF[key], state, level).move) for level in racing.LEVELS],
            ]
    return json.dumps(found)


def _driven(key: str, name: str, turns: int) -> Iterator[tuple[str, Any]]:
    game: Any = SHELF[key]
    begun = replay.begin(game, game.spec(game.ready_tables[name], ("A",)))
    for state in islice(ghost.drive(game, ghost.legs(game, begun, 0)[0].start, "seed"), turns):
        if not game.over(state):
            yield game.write(state), state
