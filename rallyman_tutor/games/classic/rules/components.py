"""The contents of the box: drivers, dice, cards."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import RULING, cite
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.state import GEAR_DICE, VALUES, Sheet, State, Stop, Word
from rallyman_tutor.games.classic.step import Step

MOST_DRIVERS: int = VALUES["rally.most_drivers"]


@rule(
    "CL-COMP-01",
    cite("Componentes", "1"),
    Sheet,
    ok=("sheet Ana Ben ; START J1, FINISH J4 * ; START J1, FINISH J4 * ; START J1, FINISH J4",),
    broken=("sheet A B C D E ; START J1, FINISH J4 ; START J1, FINISH J4 ; START J1, FINISH J4",),
)
def wrong_number_of_drivers(state: State | None, sheet: Sheet) -> Facts | None:
    count = len(sheet.drivers)
    return None if 1 <= count <= MOST_DRIVERS else {"count": count}


@rule(
    "CL-COMP-02",
    cite("Conduciendo el Micro Rally Car", "3"),
    Step,
    ok=("s14 | A@s1 g4 :: 5",),
    broken=("s14 | A@s1 g5 :: 6",),
)
def no_such_die(state: State, step: Step) -> Facts | None:
    return {"die": step.roll.die} if step.roll.die > GEAR_DICE else None


@rule(
    "CL-COMP-03", cite("Fase 3", "3, 7"), Stop, ok=("s14 | A@s1 g3 :: 4 stop:4",), broken=("s14 | A@s1 g3 :: 4 stop:5",)
)
def card_of_another_deck(state: State, stop: Stop) -> Facts | None:
    due = state.car.gear
    return None if stop.card in (-1, due) else {"due": due, "card": stop.card}


@rule(
    "CL-COMP-04",
    cite("Preparar", "1"),
    Word.SISU,
    Word.ACCEPT,
    ok=("s14 | A@s1 g2 :: 3! sisu 4",),
    broken=("s14 | A@s1 g2 | A | edition=de :: 3! sisu", "s14 | A@s1 g2 | A | edition=de :: 3! accept"),
)
def no_such_card(state: State, word: Word) -> Facts | None:
    """Without Sisu cards there is nothing to accept but lost control and, between two stages, the spare wheel."""
    if state.options.sisu:
        return None
    if word is Word.SISU:
        return {"case": "default"}
    return {"case": "accept"} if decision_due(state) not in ("lost", "gap") else None


@rule("CL-COMP-07", cite("", "13"), Step, ok=("s14 | A@s1 g2 s1 :: 3$",), broken=("s14 | A@s1 g2 :: 3$",))
def no_seconds_at_all(state: State, step: Step) -> Facts | None:
    return {} if step.roll.pay and state.car.seconds == 0 else None


RULES = (
    wrong_number_of_drivers,
    no_such_die,
    card_of_another_deck,
    no_such_card,
    fact(
        "CL-COMP-05",
        "k-cards",
        cite("Por el atajo", "5"),
        ok=(
            "s1 R3K4 R3K4 R3K4 s5 | A@s1 g1 | A | k 1-1-1 :: 1>k{good} w>k{dirty} w>k{puncture} => k 0-0-0[gdp] ; A@b3.cut p1 ; dirt b2:1",
        ),
    ),
    fact(
        "CL-COMP-06",
        "markers-sheet-panels",
        cite("Componentes", "1, 4, 11"),
        ok=("s4 R3/4x3K4 s5 | A@s4 g3 ; B@s5 g2 :: 3>k{dirty} => dirt b1:1 ; A@b1.cut ; B@s5",),
    ),
    no_seconds_at_all,
    fact(
        "CL-COMP-08",
        "supplies-never-limit-play",
        cite(basis=RULING, ruling="R-45"),
        ok=(
            "s4 R3/4x3K4 s5 | A@s4 g3 | A | k 0-0-0[ggd] :: 3>k{dirty} => k 2-0-0[d] ; A@b1.cut",
            "s14 | A@s1 g2 no-sisu | A | back4 0-0-0[slr] :: 3! 4! w! => back4 0-1-1[s] ; A@s4 c60",
        ),
    ),
)
