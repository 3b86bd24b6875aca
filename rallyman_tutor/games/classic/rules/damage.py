"""Damage: what the landscape costs, and what the car can still do."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import INFERRED, RULING, cite
from rallyman_tutor.games.classic.state import GAS, GEAR_DICE, State
from rallyman_tutor.games.classic.step import Step


@rule(
    "CL-DMG-02",
    cite("Dañar", "8"),
    Step,
    ok=(
        "s14 | A d1 :: 1 2 3 4 w w",
        "s14 | A@s4 g4 d1 :: 5 4 3 2",
    ),
    broken=("s14 | A d1 :: 1 2 3 4 5",),
)
def more_gear_dice_than_damage_leaves(state: State, step: Step) -> Facts | None:
    used = state.turn.used
    left = GEAR_DICE - state.car.damage
    return (
        {"left": left, "count": state.car.damage} if step.roll.die > 0 and len(used) - used.count(GAS) >= left else None
    )


RULES = (
    fact(
        "CL-DMG-01",
        "terrain",
        cite("Dañar", "8"),
        ok=(
            "forest/rock s14 | A@s1 g2 no-sisu :: 3! 4! w!{left}",
            "forest/rock s14 | A@s1 g2 no-sisu :: 3! 4! w!{right} => A@s4 d2",
        ),
    ),
    more_gear_dice_than_damage_leaves,
    fact(
        "CL-DMG-03",
        "until-service",
        cite("Dañar", "8"),
        ok=(
            "sheet A ; s2 ; s9 ; s9 :: 1! w! w! accept 1 2 3 4 => A@s4 d1 ; no 5",
            "sheet A ; s2 * ; s9 ; s9 :: 1! w! w! accept 1 2 3 4 5 => A@s5 g5",
        ),
    ),
    fact(
        "CL-DMG-04",
        "five-or-more",
        cite("Dañar", "8", RULING, ruling="R-10"),
        ok=("s14 | A@s2 g3 d5 ; B@s1 g1 | B then - :: 1 stop",),
    ),
    fact(
        "CL-DMG-05",
        "from-the-next-turn",
        cite("Dañar", "8", INFERRED),
        ok=("forest/rock s14 | A no-sisu :: 1! 2! w!{left} 1 2 3 4 => A@s7 g4 d1 ; no 5",),
    ),
    fact(
        "CL-DMG-06",
        "gas-untouched",
        cite("Dañar", "8"),
        ok=(
            "s14 | A d3 :: 1 2 w w => A@s4 d3 ; no 3",
            "s14 | A p2 :: 1 2 3 4 5 => A@s5 p2 ; no w",
        ),
    ),
)
