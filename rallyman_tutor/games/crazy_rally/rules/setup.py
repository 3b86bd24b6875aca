"""Setting up: cars, cards, the course."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.crazy_rally.books import cite
from rallyman_tutor.games.crazy_rally.state import State, Word


@rule(
    "CR-SETUP-04",
    cite("Fase 2"),
    Word.REORDER,
    ok=("C09 rest | A B01 | choose :: play B01+",),
    broken=("C09 rest | A B01 | choose :: reorder", "rest | A (B01 B02) | tune A :: reorder"),
)
def course_reordered(state: State, word: Word) -> Facts | None:
    return None if state.phase == "look" else {}


RULES = (
    fact("CR-SETUP-01", "seven-each", cite("Wageneigenschappen"), ok=("sheet A B C :: deal",)),
    fact("CR-SETUP-02", "sort-and-deal", cite("Voorbereiding"), ok=("sheet A B C :: deal => A E1 (B01 B02) ; C E3",)),
    fact(
        "CR-SETUP-03",
        "build-the-course",
        cite("Voorbereiding"),
        ok=(
            "sheet A B C :: deal{C07 C03}",
            "sheet A B C :: deal{C07 C03} => C07 C03 rest",
        ),
    ),
    course_reordered,
)
