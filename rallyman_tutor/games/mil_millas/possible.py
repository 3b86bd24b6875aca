"""Which positions are possible. `notation.py` reads the words of a line; this file checks the position as a whole.

Every side is as cards can have left it, no hand holds more than it may, and what is agreed fits what lies on the table.
Cards of which a position tells nothing may be anywhere, so where the pack leaves a choice nothing is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rallyman_tutor.core.rule import Facts
from rallyman_tutor.games.mil_millas.state import (
    DISTANCES,
    FULL,
    GOAL,
    GUARD,
    HAND,
    HIDDEN,
    IN_VAIN,
    LONGEST,
    MOST_LONGEST,
    PROBLEMS,
    VALUES,
    Side,
    State,
)
from rallyman_tutor.games.mil_millas.step import FORMATS, can_draw, has, is_rolling, restored

STEP = min(map(int, DISTANCES))
"""All distances are so many kilometres, or several times as many."""
IN_PLAY = ("turn", "window")


class Impossible(NamedTuple):
    """Why a position is impossible: its section, a key of the words under `reading` with its facts, and the part of the
    section it is about."""

    section: int  # 0: sides, 1: hands, 2: turn, 3: table
    key: str
    facts: Facts
    part: int = 0


OWN_HAND = "own-hand"


def impossible(state: State, *, seen: bool = False) -> Impossible | None:
    """The first thing that is wrong with a position; None if the position is possible. One that is `seen` by somebody
    else may hide the cards of whoever decides."""
    found = (found for sort in (_seats, _sides, _hands, _window, _rounds) for found in sort(state))
    hides = seen and HIDDEN in state.hand
    return next((one for one in found if not (hides and one.key == OWN_HAND)), None)


def _seats(state: State) -> Iterator[Impossible]:
    players, teams = len(state.names), len(state.sides)
    for seat, name in enumerate(state.names):
        if name in state.names[:seat]:
            yield Impossible(0, "other-name", {}, seat % teams)
    alone = players == teams and VALUES["players.fewest"] <= players <= VALUES["players.most"]
    if not alone and (teams, players // teams) not in FORMATS:
        forms = [f"{teams} × {size}" for teams, size in FORMATS]
        yield Impossible(0, "seats", {"most": VALUES["players.most"], "list": forms}, teams - 1)


def _sides(state: State) -> Iterator[Impossible]:
    for number, side in enumerate(state.sides):
        for key, facts in _of_side(state, side):
            yield Impossible(0, key, facts, number)
        if state.turn.phase in IN_PLAY and side.km == GOAL:
            yield Impossible(0, "arrived", {"km": GOAL}, number)
    home = [number for number, side in enumerate(state.sides) if side.km == GOAL]
    if len(home) > 1:
        yield Impossible(0, "arrived", {"km": GOAL}, home[1])


def _of_side(state: State, side: Side) -> Iterator[tuple[str, Facts]]:
    """Each reason why a side is impossible, others apart. Between two rounds options may change; what lies there is of
    the last one, and is not held against them."""
    stacks, turns_back = state.options.stacking, state.options.wrong_way
    if state.turn.phase == "deal":
        stacks = turns_back = True
    if side.km % STEP:
        yield "km-step", {"step": STEP}
    suffered = [*side.problems, *["limit"] * side.limited, *["wrong"] * side.wrong]
    for attack in suffered:
        if GUARD[attack] in side.immunities:
            yield "guarded", {"card": attack, "immunity": GUARD[attack]}
    if side.problems and not side.stopped and "priority" not in side.immunities:
        yield "go-broken", {"problem": side.problems[0]}
    if len(side.problems) > 1 and not stacks:
        yield "one-problem", {"list": side.problems}
    if side.wrong and not turns_back:
        yield "wrong-way", {}
    if side.tricks > len(side.immunities):
        yield "tricks", {"most": len(side.immunities)}
    if side.longest > MOST_LONGEST or (side.longest and not side.drove):
        yield "longest", {"most": MOST_LONGEST}
    if not turns_back and (side.km < side.longest * int(LONGEST) or (side.drove and not side.km)):
        yield "drove", {"least": max(STEP, side.longest * int(LONGEST))}


def _hands(state: State) -> Iterator[Impossible]:
    turn = state.turn
    for seat, hand in enumerate(state.hands):
        most = FULL if turn.phase == "turn" and seat == turn.seat else HAND
        if len(hand) > most:
            yield Impossible(1, "most-cards", {"most": most, "name": state.names[seat]}, seat)
    drawn = len(state.hand) >= FULL or not can_draw(state._replace(pile=()))
    helpless = not state.hand and not can_draw(state)
    if turn.phase == "turn" and (helpless or (HIDDEN in state.hand and drawn)):
        yield Impossible(1, OWN_HAND, {"name": state.names[turn.seat]}, turn.seat)


def _window(state: State) -> Iterator[Impossible]:
    """Whether an attack that waits for its answer can have been laid."""
    turn = state.turn
    if turn.phase != "window":
        return
    side = state.sides[turn.seat % len(state.sides)]
    before = restored(side, turn.attack, turn.still)
    if GUARD[turn.attack] in side.immunities:
        yield Impossible(2, "guarded", {"card": turn.attack, "immunity": GUARD[turn.attack]})
    if turn.attack in ("red", *PROBLEMS) and not state.options.stacking and not is_rolling(before):
        yield Impossible(2, "struck-once", {"card": turn.attack})
    if has(before, turn.attack) or (turn.still and turn.attack not in PROBLEMS):
        yield Impossible(2, "struck-once", {"card": turn.attack})


def _rounds(state: State) -> Iterator[Impossible]:
    if state.vain > IN_VAIN or (state.vain and not state.options.reshuffle):
        yield Impossible(3, "vain", {"most": IN_VAIN})
    if state.round < 1:
        yield Impossible(3, "round", {})
