"""Attacks: on whom, when, and what they do."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import ATTACK, DEFENCE, RULING, SAFE, TEAMS, WRONG, cite
from rallyman_tutor.games.mil_millas.state import ATTACKS, GUARD, PROBLEMS, Lay, State
from rallyman_tutor.games.mil_millas.step import called, has, is_rolling, side_named, side_of


def victim(state: State, lay: Lay) -> int:
    """The side an attack is laid on; -1 where there is none, or where no attack is laid."""
    return side_named(state, lay.on) if lay.card in ATTACKS and lay.on else -1


def _own(state: State) -> int:
    return side_of(state, state.turn.seat)


@rule(
    "MM-ATT-01",
    cite(ATTACK),
    Lay,
    ok=("A ; B go ; C go | A flat 25x6 :: lay flat>C",),
    broken=("A ; B go ; C go | A flat 25x6 :: lay flat", "A ; B go ; C go | A flat 25x6 :: lay flat>Z"),
)
def no_target(state: State, lay: Lay) -> Facts | None:
    if lay.card not in ATTACKS or victim(state, lay) >= 0:
        return None
    return {"case": "unknown" if lay.on else "default", "card": lay.card, "whom": lay.on}


@rule(
    "MM-ATT-02",
    cite(TEAMS),
    Lay,
    ok=("A+C go ; B+D go | A limit 25x6 :: lay limit>B",),
    broken=("A+C go ; B+D go | A limit 25x6 :: lay limit>C", "A go ; B go | A limit 25x6 :: lay limit>A"),
)
def own_side_attacked(state: State, lay: Lay) -> Facts | None:
    return {"card": lay.card} if victim(state, lay) == _own(state) else None


@rule(
    "MM-ATT-05",
    cite(f"{SAFE}; {WRONG}"),
    Lay,
    ok=("A ; B go +tanker | A flat 25x6 :: lay flat>B",),
    broken=(
        "A ; B go +tanker | A fuel 25x6 :: lay fuel>B",
        "A ; B +priority | A limit 25x6 :: lay limit>B",
        "A ; B +ace | A wrong 25x6 | A | wrong-way=on :: lay wrong>B",
    ),
)
def target_is_immune(state: State, lay: Lay) -> Facts | None:
    side = victim(state, lay)
    if side < 0 or side == _own(state) or GUARD[lay.card] not in state.sides[side].immunities:
        return None
    return {"name": called(state, side), "immunity": GUARD[lay.card], "card": lay.card}


@rule(
    "MM-ATT-06",
    cite(basis=RULING, ruling="MM-A-25"),
    Lay,
    ok=("A ; B go limit | A red 25x6 :: lay red>B", "A ; B flat | A fuel 25x6 | A | stacking=on :: lay fuel>B"),
    broken=(
        "A ; B go limit | A limit 25x6 :: lay limit>B",
        "A ; B flat | A flat 25x6 | A | stacking=on :: lay flat>B",
        "A ; B | A red 25x6 | A | stacking=on :: lay red>B",
    ),
)
def already_suffered(state: State, lay: Lay) -> Facts | None:
    side = victim(state, lay)
    if side < 0 or side == _own(state) or not has(state.sides[side], lay.card):
        return None
    if lay.card in ("red", *PROBLEMS) and not state.options.stacking:
        return None  # refused because the side stands still
    return {"case": "red" if lay.card == "red" else "default", "name": called(state, side), "card": lay.card}


@rule(
    "MM-ATT-03",
    cite(ATTACK, RULING, "MM-A-05"),
    Lay,
    ok=("A ; B 25 go | A red 25x6 :: lay red>B",),
    broken=("A ; B | A red 25x6 :: lay red>B", "A ; B fuel | A flat 25x6 :: lay flat>B"),
)
def target_stands_still(state: State, lay: Lay) -> Facts | None:
    side = victim(state, lay)
    if side < 0 or side == _own(state) or state.options.stacking or lay.card not in ("red", *PROBLEMS):
        return None
    return None if is_rolling(state.sides[side]) else {"name": called(state, side), "card": lay.card}


RULES = (
    no_target,
    own_side_attacked,
    target_stands_still,
    fact(
        "MM-ATT-04",
        "what-attacks-do",
        cite(f"{ATTACK}; {DEFENCE}"),
        ok=(
            "A ; B 25 go | A red 25x6 :: lay red>B",
            "A ; B 25 go | A crash 25x6 :: lay crash>B => B 25 crash",
            "A ; B 25 +priority | A flat 25x6 :: lay flat>B => B 25 flat +priority",
        ),
    ),
    target_is_immune,
    already_suffered,
)
