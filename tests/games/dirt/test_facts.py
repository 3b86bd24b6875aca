"""The facts of a refusal are true: every number and name is found again, by another way than the check's.

One die is laid on one space in random positions; who stands where, in which gear, what lies on a dashboard and what is
printed on a tile is read from the position and the tile data as text.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction

from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.state import GAS, Roll, State
from tests.games.dirt.roads import begin, broken, drive
from tests.games.dirt.test_legality import asked, positions
from tests.some import some

Facts = Mapping[str, object]
GEARS_ON_DASHBOARD, GAS_ON_DASHBOARD = 6, 2


def cars_at(state: State) -> dict[str, list[tuple[str, int]]]:
    """By the key of a space: the names and gears of the other cars that stand there, as the position writes them."""
    found: dict[str, list[tuple[str, int]]] = {}
    for text in GAME.write(state).split(" | ")[1].split(" ; "):
        name = re.match(r"[^\W\d][\w-]*", text)
        place, gear = re.search(r"@(\S+)", text), re.search(r" g(\d)", text)
        if name and place and not re.search(r" (off|finished|out)\b", text) and name[0] != state.car.name:
            at = state.road.find(place[1])
            assert at is not None
            found.setdefault(state.road.spaces[at].key, []).append((name[0], int(gear[1]) if gear else 0))
    return found


def driven(state: State, roll: Roll) -> int:
    """The gear in which a die drives its space."""
    return roll.die if roll.die > 0 else state.car.gear


def target(state: State, roll: Roll) -> str:
    at = state.road.find(roll.land or roll.to)
    assert at is not None
    return state.road.spaces[at].key


def same_row(one: str, other: str) -> bool:
    """Whether two keys are lanes of one row, or one of them is a shortcut's."""
    return (re.sub(r"\.[LR]", ".", one) == re.sub(r"\.[LR]", ".", other) and one != other) or ".k" in one + other


def _skips(state: State, roll: Roll, facts: Facts) -> bool:
    gear = state.car.gear
    if facts["case"] == "none":
        return roll.die > GEARS_ON_DASHBOARD
    low, high = sorted((gear, roll.die))
    return (facts["from"], facts["to"]) == (gear, roll.die) and facts["skipped"] == [
        between for between in range(1, 7) if low < between < high
    ]


def _passes(state: State, roll: Roll, facts: Facts) -> bool:
    there = [(key, name, gear) for key, cars in cars_at(state).items() for name, gear in cars]
    return facts["driven"] == driven(state, roll) and any(
        (name, gear) == (facts["car"], facts["slowest"]) and gear > driven(state, roll) and same_row(key, target(state, roll))
        for key, name, gear in there
    )  # fmt: skip


def _stands_there(state: State, roll: Roll, facts: Facts) -> bool:
    return facts["car"] in [name for name, _ in cars_at(state).get(target(state, roll), [])]


def _in_that_bend(state: State, roll: Roll, facts: Facts) -> bool:
    bend = target(state, roll).partition(".")[0]
    kind = {"line": ".line", "drift": ".d"}[str(facts["case"])]
    return any(
        name == facts["car"] and key.startswith(bend) and kind in key
        for key, cars in cars_at(state).items()
        for name, _ in cars
    )


def _dashboard(state: State, roll: Roll, facts: Facts) -> bool:
    told = GAME.write(state).split(" | ")[1].split(" ; ")[state.turn.seat]
    counts = {letter: int(many) for letter, many in re.findall(r" ([GBWK])(\d+)", told)}
    base, hurt = {
        "gear": (GEARS_ON_DASHBOARD, counts.get("G", 0)),
        "gas": (GAS_ON_DASHBOARD, counts.get("W", 0) + counts.get("K", 0)),
        "leader": (GAS_ON_DASHBOARD, counts.get("W", 0) + counts.get("K", 0)),
        "brake": (state.options.brakes, counts.get("B", 0)),
    }[str(facts["case"])]
    return facts["base"] == base and facts["count"] == min(base, hurt)


def _brakes(state: State, roll: Roll, facts: Facts) -> bool:
    return (facts["from"], facts["to"], facts["count"]) == (state.car.gear, roll.die, roll.brakes) and facts[
        "needed"
    ] == len(range(roll.die + 1, state.car.gear))


def _too_dear(state: State, roll: Roll, facts: Facts) -> bool:
    paid = [state.turn.secured + 1 + number for number in range(1 + roll.brakes)]
    return facts["cost"] == sum(paid) and facts.get("have", state.car.seconds) == state.car.seconds


FOUND_AGAIN: dict[str, Callable[[State, Roll, Facts], bool]] = {
    "DI-GEAR-02": _skips, "DI-PASS-01": _passes, "DI-MOVE-01": _stands_there, "DI-JUMP-06": _stands_there,
    "DI-SHORT-09": _stands_there, "DI-CAR-01": _in_that_bend, "DI-POOL-01": _dashboard, "DI-BRAKE-03": _brakes,
    "DI-SECURE-02": _too_dear, "DI-SECURE-03": _too_dear,
}  # fmt: skip


def test_numbers_and_names_of_a_refusal_are_found_again_in_the_position() -> None:
    seen = Counter[str]()
    rng = random.Random(7)
    for state in positions(range(300, 340), 0.03):
        if state.turn.phase != "draft":
            continue
        rolls = asked(state)
        for roll in rng.sample(rolls, min(80, len(rolls))):
            for one in GAME.judge(state, (roll,)):
                if one.code in FOUND_AGAIN:
                    seen[one.code] += 1
                    assert FOUND_AGAIN[one.code](state, roll, one.facts), (GAME.write(state), roll, one)
    assert all(seen[code] for code in FOUND_AGAIN if code not in ("DI-JUMP-06", "DI-SHORT-09", "DI-CAR-01")), seen


def test_the_chance_before_the_last_hazard_is_the_share_of_its_faces() -> None:
    for draft, hazards in (("1>L4", 1), ("4>L4", 2), ("6>L4", 2), ("w>L4", 1)):
        gear = int(draft[0]) if draft[0].isdigit() else 3
        state = begin(f"FX-S | A@L3 g{gear} | A {'2 3' if draft[0] == 'w' else 'w w'} !! left[{draft}]")
        (advice,) = GAME.advise(state, GAME.read_draft(draft))
        sixths = [GAME.risk(state, GAME.read_draft(f"{draft}{face}"))[0] for face in "!."]
        assert sixths == [1, 0] and advice.facts["chance"] == Fraction(hazards, 6), draft


def test_before_water_that_no_die_crosses_any_gear_is_told_so() -> None:
    for gear, die in some((g, d) for g in range(2, 7) for d in range(1, 7) if abs(g - d) < 2):
        told = broken(begin(f"FX-W | A@L3 g{gear} W2"), f"{die}>L4")
        crosses = gear == 2  # in 1st
        assert told == ([] if die == 1 else ["DI-FORD-01"] if crosses else ["DI-FORD-01", "DI-FORD-02"])


def test_a_die_that_is_taken_back_is_the_last_one_rolled() -> None:
    for rolled, die in (("4", 4), ("4 w", GAS), ("2 3 4", 4)):
        state, _ = drive(begin("FX-S | A@L3 g3"), f"go {rolled} (5)")
        (told,) = GAME.judge(state, GAME.read_draft("back"))
        assert told.facts["die"] == die


def test_a_shortcut_and_its_bend_are_told_apart_by_one_rule_alone() -> None:
    for position, draft in (("FX-SL | A@d1 g2", "2>k1"), ("FX-SL | A@k1 g2", "2>line1"), ("FX-SL | A@d2 g3", "3>k1")):
        assert broken(begin(position), draft) == ["DI-SHORT-02"]
