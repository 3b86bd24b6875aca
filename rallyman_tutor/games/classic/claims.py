"""Claims and course sheets that a driver may say or press, allowed or not, to practise the rules about them.

Each is written in notation and has a name among the words under `claims`. Nothing here knows what is allowed: the rules
say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rallyman_tutor.core.game import NamedDraft
from rallyman_tutor.games.classic.drafts import write_draft
from rallyman_tutor.games.classic.state import (
    GAS,
    GAS_DICE,
    GEAR_DICE,
    VALUES,
    Attack,
    ChangeTarget,
    Draft,
    Give,
    Roll,
    State,
    Stop,
    TakeTurn,
    Tyres,
    Word,
)

SAID: Mapping[str, Draft] = {
    "stop": (Stop(),), "wheel": (Word.WHEEL,), "accept": (Word.ACCEPT,), "blocked": (Word.BLOCKED,), "retire": (Word.RETIRE,),
    "sisu": (Word.SISU,), "winter": (Tyres(True),), "summer": (Tyres(False),), "give": (Give(False),),
    "late-second": (Word.LATE_SECOND,), "close": (Word.CLOSE,), "repair": (Word.REPAIR,), "keep": (Word.KEEP,),
    "new-wheel": (Word.NEW_WHEEL,), "change-line": (ChangeTarget("l"),), "change-drift": (ChangeTarget("d"),),
    "change-cut": (ChangeTarget("k"),),
}  # fmt: skip
STAGE, OTHER, LOOSE, ODD = "START J1, FINISH J4", "START C8, FINISH C5", "C8-C5", "START C8, C3-J6-J5, FINISH C5"
ROUND = "START J1, FINISH J1"
TOWN, FAR = "START C8, C3-J6-J5-C4, FINISH C5", "START L0, L1-C7-C6-L2-L3-V2-V3-C5, FINISH C4"
ROUTES = {
    "sheet-route": OTHER, "sheet-round": ROUND, "sheet-loose": LOOSE, "sheet-odd": ODD, "sheet-town": TOWN, "sheet-far": FAR,
}  # fmt: skip
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay")


def claims(state: State) -> Sequence[NamedDraft]:
    """Every claim of the driver in turn, and for each driver the claim to play now."""
    return tuple(NamedDraft(write_draft(draft), name, facts) for draft, name, facts in (*_own(state), *_out(state)))


def _own(state: State) -> Iterator[tuple[Draft, str, Mapping[str, object]]]:
    for name, draft in SAID.items():
        yield draft, name, {}
    for gear in range(GEAR_DICE + 1):
        yield (Stop(gear),), "stop-card", {"card": gear}
    for die in (0, GEAR_DICE + 1):  # there are no such dice
        yield (Roll(die),), "roll", {"die": die}
    for die in (*range(1, GEAR_DICE + 1), GAS):
        yield (Roll(die),), "roll", {"die": die}
        yield (Roll(die, "k"),), "roll-cut", {"die": die}
        yield (Roll(die, pay=True),), "secure", {"die": die}
        yield (Roll(die), Stop()), "then-stop", {"die": die}
        yield (Roll(die), Word.SISU), "then-sisu", {"die": die}
    for gears, gas in _attacks(state.car.gear):
        name = "attack" if not gas else "attack-gas" if gears else "attack-gas-only"
        facts = {"dice": ", ".join(map(str, gears)), "count": gas}
        yield (Attack((*gears, *(GAS,) * gas)),), name, facts


def _attacks(gear: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Gear dice and a number of gas dice for an attack: around this gear, all gear dice, and gas dice only (also one
    too many)."""
    for first in range(max(1, gear - 1), min(GEAR_DICE, gear + 1) + 1):
        for last in range(first, min(GEAR_DICE, first + 2) + 1):
            for gas in range(GAS_DICE + 1):
                yield tuple(range(first, last + 1)), gas
    yield tuple(range(1, GEAR_DICE + 1)), 0
    for gas in (GAS_DICE, GAS_DICE + 1):
        yield (), gas


def _out(state: State) -> Iterator[tuple[Draft, str, Mapping[str, object]]]:
    for seat, car in enumerate(state.cars):
        yield (TakeTurn(car.name),), "own-turn" if seat == state.turn.seat else "other-turn", {"car": car.name}


def _sheets() -> Iterator[NamedDraft]:
    """Course sheets, allowed or not, with various numbers of drivers and stages, routes, and services left out."""
    for count in range(1, len(NAMES) + 1):
        facts = {"count": count}
        yield _sheet(NAMES[:count], (STAGE, STAGE, STAGE), "sheet-driver" if count == 1 else "sheet-drivers", facts)
    for count in range(1, STAGES + 3):
        yield _sheet(NAMES[:2], (STAGE,) * count, "sheet-stage" if count == 1 else "sheet-stages", {"count": count})
    for at in range(STAGES):
        for name, route in ROUTES.items():
            yield _sheet(NAMES[:2], _with(route, at), name, {"n": at + 1})
        yield _sheet(NAMES[:2], _with("-", at), "sheet-none", {"n": at + 1})
    for at in range(1, STAGES):
        yield _sheet(NAMES[:2], (STAGE,) * STAGES, "sheet-unserved", {"n": at}, unserved=at)


STAGES: int = VALUES["rally.stages"]


def _with(route: str, at: int) -> tuple[str, ...]:
    return (*(STAGE,) * at, route, *(STAGE,) * (STAGES - at - 1))


def _sheet(
    names: Sequence[str], stages: Sequence[str], name: str, facts: Mapping[str, object], unserved: int = 0
) -> NamedDraft:
    """A course sheet with service after every stage except the last one and the one numbered `unserved`."""
    written = [f"{stage} *" if 0 < at < len(stages) and at != unserved else stage for at, stage in enumerate(stages, 1)]
    return NamedDraft(" ; ".join((f"sheet {' '.join(names)}", *written)), name, facts)


SHEETS = tuple({one.text: one for one in _sheets()}.values())
