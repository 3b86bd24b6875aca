"""The end of the race: who has won."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.crazy_rally.books import RULING, TEXT, cite

RULES = (
    fact(
        "CR-END-01",
        "winner",
        cite("Einde van de race"),
        ok=("C06 | A d81 v4 B07 ; B d76 v6 B08 | choose :: play B07+ play B08+ pass pass",),
    ),
    fact(
        "CR-END-02",
        "unused-events",
        cite("Gebeurteniskaarten", TEXT, "CR-A-18"),
        ok=("C06 | A d73 v4 B07 E1 E2 ; B d76 v6 B08 | choose :: play B07+ play B08+ pass pass",),
    ),
    fact(
        "CR-END-03",
        "tie",
        cite("Einde van de race"),
        ok=("C06 | A d78 v6 B07 ; B d80 v4 B08 | choose :: play B07+ play B08+ pass pass",),
    ),
    fact(
        "CR-END-04",
        "still-tied",
        cite(basis=RULING, ruling="CR-A-20"),
        ok=("C06 | A d78 B07 ; B d78 B08 | choose :: play B07+ play B08+ pass pass",),
    ),
    fact(
        "CR-END-05",
        "only-finishers-win",
        cite("Einde van de race"),
        ok=("C10 | A m9 h3/9 v7 d90 B07 ; B d76 v4 B08 | choose :: play B07+ play B08- pass pass",),
    ),
    fact(
        "CR-END-06",
        "no-finisher",
        cite(basis=RULING, ruling="CR-A-21"),
        ok=("C10 | A m9 h3/9 v7 d90 B07 | choose :: play B07+ pass",),
    ),
    fact(
        "CR-END-07",
        "ranking",
        cite(basis=RULING),
        ok=("C06 | A d80 B07 ; B d76 B08 | choose :: play B07+ play B08+ pass pass",),
    ),
)
