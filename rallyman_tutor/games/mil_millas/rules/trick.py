"""The trick: an attack answered at once with the immunity against it."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import COUNT, INFERRED, RULING, TRICKS, cite
from rallyman_tutor.games.mil_millas.state import GUARD, Pass, State, Trick
from rallyman_tutor.games.mil_millas.step import acting, called, side_of


@rule(
    "MM-COUP-02",
    cite(TRICKS, RULING, "MM-A-11, MM-A-12"),
    Trick,
    Pass,
    ok=("A ; B ; C go | A flat 25x6 ; C proof 50x5 :: lay flat>C",),
    broken=(
        "A ; B ; C flat | A 25x6 ; B 50x6 ; C proof 75x5 | B :: C:trick",
        "A ; B go | A 25x5 greenx2 ; B 50x6 :: trick",
        "A ; B go | A 25x5 greenx2 ; B 50x6 :: pass",
    ),
)
def too_late(state: State, move: Trick | Pass) -> Facts | None:
    if state.turn.phase != "turn":
        return None
    return {"case": "pass" if isinstance(move, Pass) else "default", "name": state.names[state.turn.seat]}


@rule(
    "MM-COUP-01",
    cite(TRICKS, ruling="MM-A-15"),
    Trick,
    ok=(
        "A ; B go ; C | A 25x6 ; B proof 50x5 | B window flat by A :: trick",
        "A ; B ; C go | A 25x6 ; C proof 50x5 | C window flat by A :: trick proof",
    ),
    broken=(
        "A ; B go ; C | A 25x6 ; B ace 50x5 | B window flat by A :: trick ace",
        "A ; B go ; C | A 25x6 ; B 50x6 | B window flat by A :: trick",
        "A ; B go ; C | A 25x6 ; B 50x6 ; C proof 75x5 | B window flat by A :: C:trick",
        "A ; B go ; C | A 25x6 ; B 50x6 | B window flat by A :: Zoe:trick",
    ),
)
def no_answer(state: State, trick: Trick) -> Facts | None:
    turn = state.turn
    if turn.phase != "window":
        return None
    seat, guard = acting(state, trick), GUARD[turn.attack]
    target = side_of(state, turn.seat)
    facts = {"attack": turn.attack, "needs": guard, "name": called(state, target)}
    if seat < 0 or side_of(state, seat) != target:
        return {"case": "unknown" if seat < 0 else "side", **facts}
    if trick.card not in ("", guard):
        return {"case": "card", "card": trick.card, **facts}
    return None if guard in state.hands[seat] else {"case": "default", **facts}


RULES = (
    no_answer,
    too_late,
    fact(
        "MM-COUP-03",
        "as-if-nothing-had-been",
        cite(TRICKS, ruling="MM-A-16"),
        ok=(
            "A ; B 25 go | A flat 25x6 ; B proof 50x5 :: lay flat>B trick",
            "A ; B 25 go limit | A flat 25x6 ; B proof 50x5 :: lay flat>B trick => B 25 go limit +proof tricks1 ; pile flat",
            "A ; B limit | A 25x6 ; B priority 50x5 | B window limit by A :: trick => B +priority tricks1 ; pile limit",
        ),
    ),
    fact(
        "MM-COUP-04",
        "reward",
        cite(f"{TRICKS}; {COUNT}"),
        ok=("A ; B 25 go | A flat 25x6 ; B proof 50x5 :: lay flat>B trick",),
    ),
    fact(
        "MM-COUP-05",
        "turn-passes",
        cite(TRICKS, RULING, "MM-A-13, MM-A-14"),
        ok=(
            "A ; B ; C 25 go | A flat 25x6 ; C proof 50x5 :: lay flat>C trick draw{75 100} lay 75 => A ; C 100 go +proof tricks1",
        ),
    ),
    fact(
        "MM-COUP-06",
        "too-late-is-not-lost",
        cite(TRICKS, INFERRED),
        ok=("A ; B 25 go ; C | A flat 25x6 ; B proof 50x5 :: lay flat>B draw{25} lay proof => B 25 +proof",),
    ),
)
