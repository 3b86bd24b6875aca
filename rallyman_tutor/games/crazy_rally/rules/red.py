"""The two course cards with a red figure: a minimum speed."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.crazy_rally.books import RULING, TEXT, cite
from rallyman_tutor.games.crazy_rally.rules.resolution import ahead
from rallyman_tutor.games.crazy_rally.state import Play, State


@rule(
    "CR-RED-02",
    cite("Bijzondere parcourskaarten"),
    Play,
    kind=Kind.UNWISE,
    ok=("C13 rest | A B01 | choose | practice :: play B01+",),
    broken=("C13 rest | A B01 | choose | practice :: play B01-",),
)
def too_slow(state: State, play: Play) -> Facts | None:
    found = ahead(state, play)
    if found is None or not found[0].minimum or not found[2]:
        return None
    course, car, missed = found
    return {"wanted": car.speed, "limit": course.limit, "loss": course.difficulty + missed}


RULES = (
    fact(
        "CR-RED-01",
        "red-is-a-minimum",
        cite("Bijzondere parcourskaarten", TEXT, "CR-A-05"),
        ok=("C13 rest | A v4 B08 | choose :: play B08+ pass", "C13 rest | A v7 B08 | choose :: play B08- pass"),
    ),
    too_slow,
    fact(
        "CR-RED-03",
        "crash-on-a-red-card",
        cite("Bijzondere parcourskaarten", RULING, "CR-A-07"),
        ok=("C14 rest | A h3/8 v4 B07 | choose :: play B07- pass",),
    ),
    fact(
        "CR-RED-04",
        "not-above-the-own-maximum",
        cite(basis=RULING, ruling="CR-A-29"),
        ok=("C14 rest | A m6 h9 v3 B07 | choose :: play B07+ pass",),
    ),
)
