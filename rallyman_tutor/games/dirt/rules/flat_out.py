"""Flat out: all dice at once, for seconds."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, RULING, TEXT, cite
from rallyman_tutor.games.dirt.state import LIMIT, Drive, FlatOut, State, Stop
from rallyman_tutor.games.dirt.step import aim, move, worth

BOOK = "2. Pisar a fondo (p. 16)"


@rule(
    "DI-FLAT-06",
    cite("Fichas de Segundos (p. 17)"),
    FlatOut,
    ok=("FX-S | A@L1 g3 s3 :: flat 4>L2 w>L3",),
    broken=("FX-S | A@L1 g3 s3 :: flat 4>L2$ w>L3",),
)
def securing_flat_out(state: State, flat: FlatOut) -> Facts | None:
    return next(({"die": roll.die} for roll in flat.steps if roll.pay), None)


@rule(
    "DI-FLAT-07",
    cite(BOOK, INFERRED),
    Stop,
    ok=("FX-S | A@L1 g3 :: go 4>L2 (w>L3) :: stop",),
    broken=("FX-S | A@L1 g3 | A rolled[4>L2! w>L3! 5>L4!] :: stop",),
)
def stopping_flat_out(state: State, stop: Stop) -> Facts | None:
    turn = state.turn
    if not turn.faces or not turn.draft:
        return None
    road, last = state.road, turn.draft[-1]
    at = road.find(last.land or last.to)
    key = road.spaces[at].key if at is not None else last.to
    return {"target": road.spaces[state.car.place].key, "at": key}


@rule(
    "DI-FLAT-09",
    cite(BOOK, TEXT, "R-38"),
    Drive,
    kind=Kind.UNWISE,
    ok=("FX-S | A@L1 g3 :: flat 4>L2 w>L3", "FX-S | A@L1 g3 :: go 4>L2 (5>L3 w>L4)"),
    broken=("FX-S | A@L1 g3 :: go 4>L2 (w>L3)",),
)
def seconds_left_lying(state: State, drive: Drive) -> Facts | None:
    """Fewer dice than the hazard limit cannot fail flat out, unless a speed limit, a jump or a quick start is on the
    way."""
    count = sum(len(roll.dice) for roll in drive.steps)
    if count >= LIMIT or any(roll.pay for roll in drive.steps) or not worth(drive.steps):
        return None
    now = state
    for roll in drive.steps:
        step = aim(now, roll)
        if step.to < 0 or step.lost or step.over > 0:
            return None
        now = move(now, step)
    return None if now.turn.quick else {"limit": LIMIT}


RULES = (
    fact("DI-FLAT-01", "all-at-once", cite(BOOK), ok=("FX-S | A@L1 g3 :: flat 4>L2! w>L3. 3>L4.",)),
    fact("DI-FLAT-02", "the-stake", cite(BOOK), ok=("FX-S | A@L1 g5 :: flat 6>L2 4b>L3 w>L4 => A@L4 s3",)),
    fact("DI-FLAT-03", "made-it", cite(BOOK), ok=("FX-S | A@L1 g3 :: flat 4>L2! w>L3! 3>L4.",)),
    fact("DI-FLAT-04", "too-many-hazards", cite(BOOK), ok=("FX-S | A@L1 g3 :: flat 4>L2! w>L3! 3>L4!",)),
    fact(
        "DI-FLAT-05",
        "seconds-either-way",
        cite(BOOK),
        ok=(
            "FX-S | A@L1 g3 :: flat 4>L2 w>L3",
            "FX-S | A@L1 g3 :: flat 4>L2! w>L3! 3>L4! arrange 4>L2 w>L3 3>L4{spin} => A@L4 s3",
        ),
    ),
    securing_flat_out,
    stopping_flat_out,
    fact(
        "DI-FLAT-08",
        "thrown-off-by-the-road",
        cite(BOOK, RULING, "R-39"),
        ok=("FX-LS | A@L3 g4 :: flat 5>L4 w>L5{spin}",),
    ),
    seconds_left_lying,
    fact(
        "DI-FLAT-10",
        "nothing-behind-the-finish",
        cite("Fin del Tramo (p. 20)"),
        ok=("FX-F | A@L5 g4 :: flat w>L6 5>L7 => A@L7 s2",),
    ),
)
