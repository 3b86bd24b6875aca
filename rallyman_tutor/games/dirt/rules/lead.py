"""The leader of the round: first on the road, and sweeping it with riskier dice."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import RULING, cite
from rallyman_tutor.games.dirt.state import GAS, LEADER, LEADER_CAP, State
from rallyman_tutor.games.dirt.step import Step, caps, sweeps, swept

BOOK = "Los dados: Líder (p. 9)"


@rule(
    "DI-LEAD-02",
    cite(BOOK),
    Step,
    ok=("FX-S | A@L3 g3 | A leader A :: o>L4 o>L5",),
    broken=(
        "FX-S | A@L3 g3 | A leader A :: w>L4",
        "FX-S | A@L3 g3 ; B@L5 g3 | A leader B :: o>L4",
    ),
)
def dice_of_another(state: State, step: Step) -> Facts | None:
    die, leads = step.roll.die, sweeps(state)
    if state.turn.phase == "arrange" or die not in (GAS, LEADER) or (die == LEADER) == leads:
        return None
    if die == LEADER and state.leader == state.turn.seat:  # DI-LEAD-04 and DI-LEAD-06 refuse it
        return None
    return {"case": "gas" if leads else "leader"}


@rule(
    "DI-LEAD-04",
    cite(BOOK, RULING, "R-50"),
    Step,
    ok=("FX-S | A@L3 g3 ; B finished | A leader A :: w>L4",),
    broken=("FX-S | A@L3 g3 ; B finished | A leader A :: o>L4",),
)
def road_is_swept(state: State, step: Step) -> Facts | None:
    if state.turn.phase == "arrange" or step.roll.die != LEADER or not state.options.leader:
        return None
    return {} if swept(state) else None


@rule(
    "DI-LEAD-05",
    cite("Atajos (p. 11)", RULING, "R-50"),
    Step,
    ok=("FX-S | A@L3 g3 W1 | A leader A :: o>L4",),
    broken=("FX-S | A@L3 g3 W1 | A leader A :: o>L4 o>L5",),
)
def leader_dice_damaged(state: State, step: Step) -> Facts | None:
    if step.roll.die != LEADER or not sweeps(state) or state.turn.phase == "arrange":
        return None
    cap = caps(state)[1]
    return {"cap": cap} if cap < LEADER_CAP and state.turn.used.count(LEADER) >= cap else None


@rule(
    "DI-LEAD-06",
    cite("Reglas avanzadas (p. 23)"),
    Step,
    ok=("FX-S | A@L3 g3 | A | leader=off :: w>L4",),
    broken=("FX-S | A@L3 g3 | A | leader=off :: o>L4",),
)
def no_leader_dice_agreed(state: State, step: Step) -> Facts | None:
    return {} if step.roll.die == LEADER and not state.options.leader and state.turn.phase != "arrange" else None


RULES = (
    fact(
        "DI-LEAD-01",
        "first-of-the-round-leads",
        cite(BOOK),
        ok=("FX-S | A@L3 g3 ; B@R5 g3 | A then - :: go 4>L4 => B leader B",),
    ),
    dice_of_another,
    fact(
        "DI-LEAD-03",
        "one-hazard-more",
        cite(BOOK),
        ok=("FX-S | A@L3 g3 | A leader A :: go o>L4! o>L5! (4>L6) => A !! o o",),
    ),
    road_is_swept,
    leader_dice_damaged,
    no_leader_dice_agreed,
)
