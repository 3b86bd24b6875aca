"""The end of a turn: the time card."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import cite
from rallyman_tutor.games.dirt.state import PUSHES, State, Stop

BOOK = "Final del turno (p. 18)"


def _claimed(state: State, stop: Stop) -> Facts | None:
    """Facts about a stop that names another card than the one that is due."""
    gear = state.car.gear
    return None if stop.card in (-1, gear) or not state.turn.used else {"card": stop.card, "due": gear}


@rule(
    "DI-END-01",
    cite(BOOK),
    Stop,
    ok=("FX-S | A@L3 g3 :: go 4>L4 (5>L5) stop:4",),
    broken=("FX-S | A@L3 g3 :: go 4>L4 (5>L5) :: stop:5",),
)
def another_card(state: State, stop: Stop) -> Facts | None:
    return None if all(die in PUSHES for die in state.turn.used) else _claimed(state, stop)


@rule(
    "DI-END-02",
    cite(BOOK),
    Stop,
    ok=("FX-S | A@L3 g3 :: go w>L4 (4>L5) stop:3",),
    broken=("FX-S | A@L3 g3 :: go w>L4 (4>L5) :: stop:4",),
)
def another_card_on_gas(state: State, stop: Stop) -> Facts | None:
    return _claimed(state, stop) if all(die in PUSHES for die in state.turn.used) else None


RULES = (
    another_card,
    another_card_on_gas,
    fact(
        "DI-END-03", "the-card-on-top-is-the-gear", cite(BOOK), ok=("FX-S | A@L3 g3 :: go 4>L4 => A@L4 g4 ; no 2>L5",)
    ),
    fact("DI-END-04", "all-cards-add-up", cite(BOOK), ok=("FX-S | A@L3 g3 :: go 4>L4 go 5>L5 go 6>L6 => A@L6 c45",)),
    fact("DI-END-05", "the-next-driver", cite("Rondas"), ok=("FX-S | A@L3 g3 ; B@R1 g2 | A :: go 4>L4 => B ; no A:",)),
    fact(
        "DI-END-06",
        "what-ends-a-turn",
        cite(BOOK),
        ok=(
            "FX-S | A@L3 g3 ; B@R1 g2 | A :: go 4>L4 (5>L5) stop B: => B",
            "FX-S | A@L3 g3 ; B@L4 g4 ; C@R4 g4 | A then B C :: blocked B: => A@L3 c30 ; B",
            "FX-S | A@L3 g3 ; B@R1 g2 | A :: go 4>L4! 5>L5! w>L6!{spin} B: => A@L6 c60 ; B",
        ),
    ),
)
