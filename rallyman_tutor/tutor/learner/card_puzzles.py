"""Puzzles about the principles of playing cards: positions of imagined evenings, each with a mistake that goes against
one.

They are kept as mistakes of a learner are, with what was found of every move: playing out takes longer than a page may.
`tests/coach/card_evenings.py` finds them. `puzzles.py` asks them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rallyman_tutor.tutor.learner import past_decisions
from rallyman_tutor.tutor.learner.past_decisions import PastDecision

SHIPPED = Path(__file__).with_name("card_puzzles.json")


@cache
def puzzles(key: str) -> tuple[PastDecision, ...]:
    """All puzzles of a game at cards; of each principle the costliest mistake first."""
    kept = json.loads(SHIPPED.read_text("utf-8"))
    return tuple(past_decisions.read(one, SHIPPED.name) for one in kept if one["game"] == key)


def of_principle(key: str, code: str) -> Mapping[int, PastDecision]:
    """The puzzles about a principle, by their numbers from 1."""
    return {number: one for number, one in enumerate(puzzles(key), 1) if one.principle == code}
