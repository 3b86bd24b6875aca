"""Claims, stages and rally sheets that a driver may say or press, allowed or not, to practise the rules about them.

Each is written in notation and has a name among the words under `claims`. Nothing here knows what is allowed: the rules
say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations

from rallyman_tutor.core.game import NamedDraft
from rallyman_tutor.games.dirt.drafts import die_text, write_draft
from rallyman_tutor.games.dirt.state import (
    GAS,
    GEARS,
    HAZARD,
    Arrange,
    Draft,
    Drive,
    Enter,
    FlatOut,
    Lineup,
    Penalty,
    Roll,
    State,
    Stop,
    TakeTurn,
    Word,
)

SAID: Mapping[str, Draft] = {
    "stop": (Stop(),), "wheel": (Word.WHEEL,), "accept": (Word.ACCEPT,), "blocked": (Word.BLOCKED,), "retire": (Word.RETIRE,),
    "sisu": (Word.SISU,), "late-second": (Word.LATE_SECOND,), "back": (Word.BACK,), "close": (Word.CLOSE,),
    "repair": (Word.REPAIR,), "keep": (Word.KEEP,),
}  # fmt: skip
GATES = ("L0", "R0", "L1")
PENALTIES = (0, 5, 7, 10)
MOST_ORDERS = 6
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")
SHORT, SECOND, LAST = "202a 203a", "R1-SS2", "R4-SS1"
LAID = (
    SHORT, "202a 205a 203a", "202b 208a:L1 203a", "205a 203a", "202a 205a", "202a 202b 203a", "202a 203b 205a 203a",
    "202a 201a 203a", "201b 202a 203a", "202a 210a:R2 211a:R2 212a:R2 203a", "202a 205a 205b 203a",
    "202a 204a 206a 204a 203a", "202a 203a 201a 201b",
)  # fmt: skip
"""Stages tile by tile, some of which cannot be laid."""


def claims(state: State) -> Sequence[NamedDraft]:
    """Every claim of the driver in turn, the claim of each driver to play now, and orders for the start."""
    return tuple(
        NamedDraft(write_draft(draft), name, facts)
        for draft, name, facts in (*_own(state), *_rolled(state), *_out(state))
    )


def _own(state: State) -> Iterator[tuple[Draft, str, Mapping[str, object]]]:
    for name, draft in SAID.items():
        yield draft, name, {}
    for gear in range(GEARS + 1):
        yield (Stop(gear),), "stop-card", {"card": gear}
    for gate in GATES:
        yield (Enter(gate),), "enter", {"to": gate}
    for seconds in PENALTIES:
        yield (Penalty(seconds),), "penalty", {"seconds": seconds}
    yield (Roll(GAS, pay=1),), "secure", {"die": GAS}
    gear = state.car.gear
    for die in range(max(1, gear - 1), min(GEARS, gear + 1) + 1):
        first, gas, facts = Roll(die), Roll(GAS), {"die": die}
        yield (first._replace(pay=1),), "secure", facts
        yield (first._replace(brakes=1, pay=1),), "secure-one", facts
        yield (Drive((first,)),), "drive", facts
        yield (Drive((first, gas)),), "drive-gas", facts
        yield (FlatOut((first, gas)),), "flat", facts
        yield (FlatOut((first._replace(pay=1), gas)),), "flat-secured", facts
        yield (Arrange((first,)),), "arrange", facts


def _rolled(state: State) -> Iterator[tuple[Draft, str, Mapping[str, object]]]:
    """Claims about dice that lie already: those of a frozen draft, or those rolled flat out."""
    draft = state.turn.draft
    for at, step in enumerate(draft):
        facts, on = (
            {"die": step.die, "target": step.to},
            "" if step.to else "-on",
        )  # without a space it goes straight on
        yield (step,), ("roll-later" if at else "roll-next") + on, facts
        yield (FlatOut((step,)),), f"flat-one{on}", facts
        if step.brakes:
            yield (step._replace(brakes=0),), "roll-unbraked", facts
        if not at:
            for die in range(max(1, state.car.gear - 1), min(GEARS, state.car.gear + 1) + 1):
                if die != step.die:
                    yield (Roll(die, step.to),), f"roll-instead{on}", {"die": die, "target": step.to}
    rolled = tuple(Roll(die, hazard=hazard) for die, hazard in state.turn.hand)
    for dice in (rolled, rolled[::-1], rolled[:-1], rolled[1:]):
        if dice:
            yield (
                (Arrange(dice),),
                "arrange-all",
                {"dice": ", ".join(die_text(roll.die) + (HAZARD if roll.hazard else "") for roll in dice)},
            )


def _out(state: State) -> Iterator[tuple[Draft, str, Mapping[str, object]]]:
    for seat, car in enumerate(state.cars):
        yield (TakeTurn(car.name),), "own-turn" if seat == state.turn.seat else "other-turn", {"car": car.name}
    names = [car.name for car in state.cars]
    if any(car.status == "waiting" for car in state.cars) and len(names) > 1:
        for order in islice(permutations(names), MOST_ORDERS):
            yield (Lineup(order),), "lineup", {"names": ", ".join(order)}


def _sheets() -> Iterator[NamedDraft]:
    """Rally sheets and stages, allowed or not, with various numbers of drivers and rows of tiles."""
    yield NamedDraft(f"sheet ; {SHORT}", "sheet-nobody", {})
    for count in range(1, len(NAMES) + 1):
        facts = {"count": count}
        name = "sheet-driver" if count == 1 else "sheet-drivers"
        yield NamedDraft(f"sheet {' '.join(NAMES[:count])} ; {SECOND}", name, facts)
    yield NamedDraft(f"sheet Ana Ana ; {SECOND}", "sheet-twins", {"name": "Ana"})
    yield NamedDraft(f"sheet Ana ; {LAST}", "sheet-from", {"stage": LAST})
    for tiles in LAID:
        yield NamedDraft(tiles, "stage", {"tiles": tiles})
        yield NamedDraft(f"sheet Ana ; {tiles}", "sheet-tiles", {"tiles": tiles})


SHEETS = tuple(_sheets())
