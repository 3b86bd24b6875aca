"""Open and hidden information, and how it is told."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.crazy_rally.books import RULING, cite
from rallyman_tutor.games.crazy_rally.state import State, Word


@rule(
    "CR-INFO-01",
    cite(basis=RULING, ruling="CR-A-31"),
    Word.PEEK,
    ok=("C09 rest | A B08 | choose | practice :: peek",),
    broken=("C09 rest | A B08 | choose :: peek", "rest | A | look 3 :: peek"),
)
def looked_ahead(state: State, word: Word) -> Facts | None:
    return None if state.options.practice else {}


RULES = (
    looked_ahead,
    fact(
        "CR-INFO-02",
        "trace",
        cite(basis=RULING),
        ok=("C10 rest | A s8 h9 v6 P01 E1 | choose :: play P01+ event slower>A => A s6 h6/9 d5",),
    ),
    fact(
        "CR-INFO-03",
        "accessible-play",
        cite(basis=RULING),
        ok=("C14 rest | A B08 Y01 P01 E1 | draw | supply Y02 rest :: draw => A B08 Y01 P01 E1 Y02",),
    ),
)
