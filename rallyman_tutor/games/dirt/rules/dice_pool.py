"""How many dice the dashboard gives."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import cite
from rallyman_tutor.games.dirt.state import BRAKE, GAS, GAS_CAP, GEAR_CAP, GEARS, LEADER, LEADER_CAP, State
from rallyman_tutor.games.dirt.step import Step, caps

BOOK = "Panel de control"


def _spent(state: State, step: Step) -> tuple[str, int, int] | None:
    """The kind of dice of which this step takes too many, how many of them the dashboard gives, and how many
    undamaged."""
    used, roll = state.turn.used, step.roll
    gears, gas, brakes = caps(state)
    if 0 < roll.die <= GEARS and sum(die > 0 for die in used) >= gears:
        return "gear", gears, GEAR_CAP
    if roll.die == GAS and used.count(GAS) + used.count(LEADER) >= gas:
        return "gas", gas, GAS_CAP
    if roll.die == LEADER and used.count(GAS) + used.count(LEADER) >= gas:
        return "leader", gas, LEADER_CAP
    more = roll.brakes + (roll.die == BRAKE)
    if more and used.count(BRAKE) + more > brakes:
        return "brake", brakes, state.options.brakes
    return None


@rule(
    "DI-POOL-01",
    cite(BOOK),
    Step,
    ok=("FX-S | A@L1 g3 :: w>L2 4>L3 w>L4",),
    broken=(
        "FX-S | A@L1 g3 :: w>L2 w>L3 w>L4",
        "FX-S | A@L1 g3 W2 :: w>L2",
        "FX-S | A@L3 g6 :: 3bb>L4",
        "FX-S | A@L1 g3 | A leader A :: o>L2 o>L3 o>L4",
        "FX-S | A@L1 g3 G5 :: 4>L2 5>L3",
    ),
)
def more_than_the_dashboard_gives(state: State, step: Step) -> Facts | None:
    if state.turn.phase == "arrange":
        return None
    spent = _spent(state, step)
    if spent is None:
        return None
    kind, cap, base = spent
    return {"case": kind, "base": base, "count": base - cap}


@rule(
    "DI-POOL-02",
    cite("Fichas de Daño (p. 20)"),
    Step,
    ok=("FX-S | A@L1 g3 G4 :: 4>L2 5>L3",),
    broken=("FX-S | A@L1 g3 G4 :: 4>L2 5>L3 6>L4",),
)
def gear_dice_damaged(state: State, step: Step) -> Facts | None:
    spent = None if state.turn.phase == "arrange" else _spent(state, step)
    return {"cap": spent[1]} if spent and spent[0] == "gear" and spent[1] < GEAR_CAP else None


RULES = (
    more_than_the_dashboard_gives,
    gear_dice_damaged,
    fact("DI-POOL-03", "column-of-the-surface", cite(BOOK), ok=("FX-S | A@L1 g3 :: go w>L2 w>L3 4>L4 => A@L4 g4",)),
)
