"""Attack: all dice at once, for seconds."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import RULING, cite
from rallyman_tutor.games.classic.conditions import gas_left
from rallyman_tutor.games.classic.moments import DECISIONS, is_foreign
from rallyman_tutor.games.classic.rules.ways import can_be_driven, can_finish, is_open, open_steps, outlook
from rallyman_tutor.games.classic.state import GAS, GEAR_DICE, Attack, Give, State, Stop
from rallyman_tutor.games.classic.step import (
    GAS_WINTER_ON_DRY,
    HARMLESS_LUCK,
    LEAST_DICE,
    Step,
    dice_rolled,
    spaces_to_finish,
    take,
)


class _Worth(NamedTuple):
    """How well the attack can still go, as `outlook` counts: at best, and after one step."""

    best: int
    here: int


def _worth(state: State, step: Step) -> _Worth | None:
    """How well the attack can still go; None where there is none, or where the step is refused for other reasons."""
    if not state.turn.rolled or state.turn.ended or step.to < 0:
        return None
    if not is_open(state, step) or (step.roll.die, step.roll.hazard) in _unheld(state):
        return None
    return _Worth(outlook(state), outlook(take(state, step, HARMLESS_LUCK)[0]))


def _unheld(state: State) -> set[tuple[int, bool | None]]:
    """The faces that no die of its kind in the hand shows, with the die."""
    return {(die, face) for die, _ in state.turn.hand for face in (True, False) if (die, face) not in state.turn.hand}


def _fresh(state: State) -> bool:
    """Whether an attack may be asked for at all: a turn in which nothing was rolled."""
    return not state.turn.used and not state.turn.rolled and not state.turn.ended


def _rollable(state: State, attack: Attack) -> bool:
    """Whether these dice are the driver's to roll, so that asking for an order makes sense."""
    return _fresh(state) and len(attack.dice) >= LEAST_DICE and _counts_fit(state, attack)


def _counts_fit(state: State, attack: Attack) -> bool:
    gears = [die for die in attack.dice if die != GAS]
    return (
        all(0 < die <= GEAR_DICE for die in gears)
        and len(set(gears)) == len(gears) <= GEAR_DICE - state.car.damage
        and attack.dice.count(GAS) <= max(0, gas_left(state.car, ()))
    )


def _on_summer_tyres(state: State) -> State:
    seat = state.turn.seat
    return state._replace(cars=(*state.cars[:seat], state.car._replace(winter=False), *state.cars[seat + 1 :]))


def _reaches(state: State, dice: tuple[int, ...], count: int) -> bool:
    """Whether `count` of these dice are enough to cross the finish."""
    return any(can_finish(dice_rolled(state, some)) for some in combinations(dice, count))


def _beyond(state: State, attack: Attack) -> bool:
    """Whether fewer than all of these dice are enough to cross the finish."""
    return any(_reaches(state, attack.dice, count) for count in range(1, len(attack.dice)))


@rule(
    "CL-ATK-01",
    cite("Tiempo de ataque", "13"),
    Attack,
    ok=("s14 | A@s1 g3 :: A[w w]",),
    broken=(
        "s14 | A@s1 g3 :: A[4]",
        "s14 | A@s1 g3 | A | attack=off :: A[3 4]",
    ),
)
def attack_with_too_few_dice(state: State, attack: Attack) -> Facts | None:
    if not state.options.attack and not state.options.training:
        return {"case": "off"}
    return {"case": "default"} if len(attack.dice) < LEAST_DICE else None


@rule(
    "CL-ATK-03",
    cite("Tiempo de ataque, nota 3", "13", ruling="R-15"),
    Step,
    Stop,
    ok=("s14 | A@s1 g3 :: A[2 3 4] 2 3 4",),
    broken=(
        "s14 | A@s1 g3 :: A[2 3 4] 3",
        "s14 | A@s1 g3 :: A[3 4] 3 stop",
    ),
)
def dice_left_out(state: State, move: Step | Stop) -> Facts | None:
    if isinstance(move, Stop):
        return {"case": "stop", "count": len(state.turn.hand)} if state.turn.hand and open_steps(state) else None
    found = _worth(state, move)
    return {"case": "default"} if found and found.here == 0 and found.best > 0 else None


@rule(
    "CL-ATK-05",
    cite("Tiempo de ataque, nota 1", "13", ruling="R-27"),
    Attack,
    ok=(
        "s5 | A@s4 g3 :: A[3 w]",
        "s2 j3 s1 | A@s1 g3 :: A[3 4 w]",
    ),
    broken=(
        "s5 | A@s4 g3 :: A[3 4 w]",
        "s2 j3 s1 | A@s1 g3 :: A[3 4 w w]",
        "s5 | A@s4 g3 | A | edition=de :: A[3 4 w]",
    ),
)
def attack_beyond_the_finish(state: State, attack: Attack) -> Facts | None:
    if not _rollable(state, attack):
        return None
    if state.options.attack_finish == "spaces":
        ahead = spaces_to_finish(state)
        facts = {"case": "spaces", "count": len(attack.dice), "needed": ahead}
        return facts if len(attack.dice) > ahead else None
    if can_be_driven(state, attack.dice):
        return None
    needed = next((count for count in range(1, len(attack.dice)) if _reaches(state, attack.dice, count)), 0)
    return {"count": len(attack.dice), "needed": needed} if needed else None


@rule(
    "CL-ATK-06",
    cite("Tiempo de ataque, nota 1"),
    Attack,
    ok=("s3 snow s5 | A@s1 g3 winter :: A[3 w w]",),
    broken=(
        "s14 | A@s1 g3 p1 :: A[3 w w]",
        "s14 | A@s1 g3 winter :: A[3 w w]",
        "s14 | A@s1 g2 d3 :: A[2 3 4]",
        "s14 | A@s1 g3 :: A[w w w]",
        "s14 | A@s1 g3 :: A[3 4 6]",
    ),
)
def dice_you_may_not_use(state: State, attack: Attack) -> Facts | None:
    car = state.car
    gears = [die for die in attack.dice if die != GAS]
    if any(not 0 < die <= GEAR_DICE for die in gears) or len(set(gears)) < len(gears):
        return {"case": "none"}
    if attack.dice.count(GAS) > max(0, gas_left(car, ())):
        return {"case": "puncture" if car.punctures else "gas", "left": max(0, gas_left(car, ()))}
    if len(gears) > GEAR_DICE - car.damage:
        return {"case": "damage", "left": GEAR_DICE - car.damage}
    if (
        car.winter
        and _fresh(state)
        and not can_be_driven(state, attack.dice)
        and can_be_driven(_on_summer_tyres(state), attack.dice)
    ):
        return {"case": "winter", "left": GAS_WINTER_ON_DRY}
    return None


@rule(
    "CL-ATK-08",
    cite("Tiempo de ataque, nota 2"),
    *DECISIONS,
    ok=("s4 R3/4x3K4 s5 | A@b1.cut g4 p1 | A 4 attack3[w w!] phase=give :: give w!",),
    broken=(
        "s4 R3/4x3K4 s5 | A@b1.cut g4 p1 | A 4 attack3[w w!] phase=give :: w",
        "s4 R3/4x3K4 s5 | A@b1.cut g4 p1 | A 4 attack3[w w!] phase=give :: stop",
        "s14 | A@s1 g3 :: give w",
    ),
)
def gas_die_to_give_up(state: State, move: object) -> Facts | None:
    if isinstance(move, Give):
        held = state.turn.phase == "give" and (GAS, move.hazard) in state.turn.hand
        return None if held else {"case": "none"}
    if not is_foreign(state, move, "give"):
        return None
    return {"case": "first" if isinstance(move, Step) else "other"}


@rule(
    "CL-ATK-09",
    cite("Tiempo de ataque", "13", RULING, ruling="R-14"),
    Attack,
    ok=("s14 | A :: A[1 2 w]",),
    broken=(
        "s14 | A :: A[w w]",
        "s14 | A@s1 g3 :: A[1 2 3 4 5]",
        "c1 s14 | A@s1 g3 ; B@s3 g2 :: A[3 4]",
    ),
)
def no_order_of_these_dice(state: State, attack: Attack) -> Facts | None:
    if not _rollable(state, attack) or can_be_driven(state, attack.dice) or _beyond(state, attack):
        return None
    if state.car.winter and can_be_driven(_on_summer_tyres(state), attack.dice):
        return None
    return {"case": "cars" if can_be_driven(_alone(state), attack.dice) else "default"}


def _alone(state: State) -> State:
    """The position without the other cars."""
    seat = state.turn.seat
    return state._replace(cars=tuple(c if at == seat else c._replace(status="out") for at, c in enumerate(state.cars)))


@rule(
    "CL-ATK-10",
    cite("Tiempo de ataque", "13", RULING, ruling="R-15"),
    Step,
    ok=("s4 R3/4x3 s5 | A@s3 g4 :: A[4 5] 5 4>d",),
    broken=(
        "s4 R3/4x3 s5 | A@s3 g4 :: A[4 5] 4 5",
        "s3 j3 s8 | A@s3 g3 :: A[4! w] 4",
        "s3 R1/2x3 s5 | A@s3 g4 | A attack2[4 5] :: 5",
    ),
)
def losing_control_by_choice(state: State, step: Step) -> Facts | None:
    found = _worth(state, step)
    if not found:
        return None
    thrown_out = found.here < 0 <= found.best
    if thrown_out:
        return {"case": "out"}
    return {"case": "default"} if found.best == 3 and found.here in (1, 2) else None


RULES = (
    attack_with_too_few_dice,
    fact(
        "CL-ATK-02",
        "order-after-the-roll",
        cite("Tiempo de ataque", "13"),
        ok=(
            "s14 | A@s1 g3 :: A[2 3 4] 4 3 2",
            "s14 | A@s1 g3 :: A[2 3 4] 2 3 4",
        ),
    ),
    dice_left_out,
    fact(
        "CL-ATK-04",
        "limit-reached",
        cite("Tiempo de ataque", "13", ruling="R-28"),
        ok=(
            "s14 | A@s1 g2 :: A[3! 4! w!] 3 4 w",
            "s14 | A@s1 g2 :: A[3! 4! w! 5] 3 4 w => A@s4 c60 s4",
            "s14 | A@s1 g2 :: A[3! 4! w! 5] 3 4 5 w => A@s5 c60 s4",
        ),
    ),
    attack_beyond_the_finish,
    dice_you_may_not_use,
    fact(
        "CL-ATK-07",
        "reward",
        cite("Tiempo de ataque", "13"),
        ok=(
            "s14 | A@s1 g2 :: A[3 4 w] 3 4 w",
            "s14 | A@s1 g2 :: A[3! 4! w!] 3 4 w",
        ),
    ),
    gas_die_to_give_up,
    no_order_of_these_dice,
    losing_control_by_choice,
    fact(
        "CL-ATK-11",
        "after-a-puncture-the-rest-may-be-re-ordered",
        cite("Tiempo de ataque", "13", RULING, ruling="R-29"),
        ok=(
            "s4 R3/4x3K4 s5 | A@s4 g4 :: A[4 5 w w] 4>k{puncture} 5 w => A@s6 g5 p1",
            "s4 R3/4x3K4 s5 | A@s4 g4 :: A[4 5 w w] 4>k{puncture} w 5 => A@s6 g5 p1",
        ),
    ),
    fact("CL-ATK-12", "card", cite("Tiempo de ataque", "13"), ok=("s14 | A@s1 g3 :: A[2 3 w] 2 3 w",)),
    fact(
        "CL-ATK-13",
        "limit-on-mixed-or-snowy-ground",
        cite("Tiempo de ataque", "13", ruling="R-16"),
        ok=("snow s14 | A@s1 g2 :: A[3! 4! w] 3 w 4",),
    ),
)
