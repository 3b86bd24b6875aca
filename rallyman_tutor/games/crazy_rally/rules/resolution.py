"""The course card is turned up, and every car is compared with it."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.crazy_rally.books import INFERRED, RULING, TEXT, cite
from rallyman_tutor.games.crazy_rally.state import CARDS, COURSE, HIDDEN, Car, Course, Play, State
from rallyman_tutor.games.crazy_rally.step import play_card, speed_missed


def ahead(state: State, play: Play) -> tuple[Course, Car, int] | None:
    """At a practice table, what a choice leads to: the next course card, the car as it would get there, and by how much
    it is too fast or too slow. None if the card is not known, the choice is no card with a direction, or the car is
    out."""
    if not state.options.practice or not state.ahead or state.ahead[0] == HIDDEN:
        return None
    if play.card not in CARDS or not play.way:
        return None
    car, _ = play_card(state.car, state.seat, play.card, play.way, state.stage)
    return None if car.out else (COURSE[state.ahead[0]], car, speed_missed(car, state.ahead[0]))


@rule(
    "CR-RES-03",
    cite("Fase 3"),
    Play,
    kind=Kind.UNWISE,
    ok=("C10 rest | A v6 B01 | choose | practice :: play B01-",),
    broken=("C10 rest | A v6 B01 | choose | practice :: play B01+",),
)
def too_fast(state: State, play: Play) -> Facts | None:
    found = ahead(state, play)
    if found is None or found[0].minimum or not found[2]:
        return None
    course, car, missed = found
    return {"wanted": car.speed, "limit": course.limit, "loss": course.difficulty + missed}


@rule(
    "CR-RES-05",
    cite("Fase 3", TEXT, "CR-A-06"),
    Play,
    kind=Kind.UNWISE,
    ok=("C10 rest | A h6/7 v6 B01 | choose | practice :: play B01+",),
    broken=(
        "C10 rest | A h3/7 v6 B01 | choose | practice :: play B01+",
        "C10 rest | A s3 h3/7 v6 B01 | choose | practice :: play B01+",
        "C14 rest | A h1/7 v3 B07 | choose | practice :: play B07-",
    ),
)
def would_crash(state: State, play: Play) -> Facts | None:
    found = ahead(state, play)
    if found is None or not found[2]:
        return None
    course, car, missed = found
    loss, left = course.difficulty + missed, car.strength - course.damage
    if car.handling >= loss:
        return None
    return {"case": "default" if left > 0 else "last", "loss": loss, "damage": course.damage, "left": left}


RULES = (
    fact("CR-RES-01", "turn-up-and-compare", cite("Fase 3"), ok=("C06 rest | A B08 | choose :: play B08+ pass",)),
    fact(
        "CR-RES-02",
        "within-the-maximum",
        cite("Fase 3"),
        ok=("C06 rest | A B08 | choose :: play B08+ pass", "C06 rest | A v6 B08 | choose :: play B08+ pass"),
    ),
    too_fast,
    fact(
        "CR-RES-04",
        "handling-0-is-enough",
        cite("Fase 3"),
        ok=("C10 rest | A m9 h5/8 v7 B08 | choose :: play B08+ pass",),
    ),
    would_crash,
    fact(
        "CR-RES-06",
        "damage-only-at-a-crash",
        cite("Fase 3", RULING, "CR-A-04"),
        ok=("C10 rest | A m9 s8 h8 v7 B08 | choose :: play B08+ pass => A m9 s8 h3/8 d5",),
    ),
    fact(
        "CR-RES-07",
        "distance-after-an-offence",
        cite("Fase 3", RULING, "CR-A-03"),
        ok=("C10 rest | A m9 h8 v7 B07 | choose :: play B07+ pass",),
    ),
    fact(
        "CR-RES-08",
        "after-a-crash",
        cite("Fase 3", INFERRED),
        ok=("C10 C06 rest | A m9 h4/8 v7 B07 | choose :: play B07+ pass",),
    ),
)
