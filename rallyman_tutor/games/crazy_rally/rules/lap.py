"""Phase 2: the test lap shows the course once."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.crazy_rally.books import RULING, cite
from rallyman_tutor.games.crazy_rally.state import State, Word


@rule(
    "CR-LAP-01",
    cite("Fase 2"),
    Word.GO,
    Word.LOOK,
    ok=("C07 C02 C09 | A | look 2 :: look go", "rest | A | look 13 :: look go"),
    broken=("C07 C02 C09 | A | look 2 :: go", "C07 C02 C09 | A | look 3 :: look"),
)
def not_each_card_once(state: State, word: Word) -> Facts | None:
    if state.phase != "look":
        return None
    left = len(state.course) - state.looked
    if word is Word.GO:
        return {"case": "early", "left": left} if left > 0 else None
    return None if left > 0 else {"case": "again"}


@rule(
    "CR-LAP-02",
    cite("Fase 2"),
    Word.REORDER,
    ok=("rest | A | look 3 :: look",),
    broken=("rest | A | look 3 :: reorder",),
)
def stack_mixed_up(state: State, word: Word) -> Facts | None:
    return {} if state.phase == "look" else None


@rule(
    "CR-LAP-03",
    cite("Fase 2"),
    Word.NOTE,
    ok=("rest | A | look 3 | notes :: note",),
    broken=("rest | A | look 3 :: note", "C09 rest | A B01 | choose :: note"),
)
def course_written_down(state: State, word: Word) -> Facts | None:
    return None if state.options.notes else {}


RULES = (
    not_each_card_once,
    stack_mixed_up,
    course_written_down,
    fact(
        "CR-LAP-04",
        "tutors-aids",
        cite(basis=RULING),
        ok=("C09 rest | A B01 | choose | practice :: peek play B01+ => practice ; event A",),
    ),
)
