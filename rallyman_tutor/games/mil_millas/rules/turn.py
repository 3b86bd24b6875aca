"""A turn: draw up to seven, lay one card or throw one away, six remain."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import COURSE, INFERRED, SAFE, cite
from rallyman_tutor.games.mil_millas.state import (
    FULL,
    HAND,
    Discard,
    Draw,
    Lay,
    NamedMove,
    Pass,
    Second,
    State,
)
from rallyman_tutor.games.mil_millas.step import acting, due


@rule(
    "MM-TURN-01",
    cite(COURSE),
    Draw,
    Lay,
    Discard,
    Pass,
    ok=("A ; B | A 25 50 green redx2 fuel flat ; B 50x6 :: lay green :: B:draw",),
    broken=(
        "A ; B | A 25 50 green redx2 fuel flat ; B 25x6 :: B:draw",
        "A ; B go ; C | A 25 50 green redx2 fuel ; B 75x6 ; C 100x6 | B window flat by A :: C:draw",
        "A ; B | A 25 50 green redx2 fuel :: Z:draw",
        "A ; B ; C go | A 25 50 green redx2 fuel ; C 100x6 | C window flat by A :: draw",
    ),
)
def not_your_turn(state: State, move: NamedMove) -> Facts | None:
    turn, seat = state.turn, acting(state, move)
    if turn.phase in ("deal", "over") or (turn.phase == "turn" and seat == turn.seat):
        return None
    if turn.phase == "window":
        if isinstance(move, Pass):
            return None if seat == turn.seat else {"case": "window", "name": state.names[turn.seat]}
        case = "answer" if seat == turn.seat else "window"
        return {"case": case, "name": state.names[turn.seat]}
    if isinstance(move, Pass) and not move.by:
        return None
    return {"case": "default" if seat >= 0 else "unknown", "name": state.names[turn.seat]}


@rule(
    "MM-TURN-02",
    cite(COURSE),
    Lay,
    Discard,
    ok=("A ; B | A 25 50 green redx2 fuel :: draw{75} :: lay green",),
    broken=("A ; B | A 25 50 green redx2 fuel :: lay green", "A ; B | A 25 50 green redx2 fuel :: discard 25"),
)
def not_drawn_yet(state: State, move: Lay | Discard) -> Facts | None:
    if state.turn.phase != "turn" or due(state) != "draw":
        return None
    return {"count": len(state.hand)}


@rule(
    "MM-TURN-03",
    cite(COURSE),
    Draw,
    ok=("A ; B | A 25 50 green redx2 fuel :: draw", "A ; B | A 25 50 green redx2 :: draw{75 100}"),
    broken=("A ; B | A 25 50 green redx2 fuel flat :: draw",),
)
def hand_is_full(state: State, draw: Draw) -> Facts | None:
    return {"count": len(state.hand)} if state.turn.phase == "turn" and len(state.hand) >= FULL else None


@rule(
    "MM-TURN-04",
    cite(COURSE, INFERRED),
    Lay,
    Discard,
    ok=("A ; B | A 25 50 green redx2 fuel flat :: lay green",),
    broken=(
        "A ; B | A 25 50 redx3 fuel flat :: lay green",
        "A ; B | A 25 50 redx3 fuel flat :: discard green",
        "A ; B | A 25 50 redx3 fuel flat :: Delete",
        "A ; B | A 25 50 redx3 fuel flat :: Enter",
    ),
)
def card_not_held(state: State, move: Lay | Discard) -> Facts | None:
    if state.turn.phase != "turn":
        return None
    seat = acting(state, move)
    if move.card in state.hands[seat if seat >= 0 else state.turn.seat]:
        return None
    return {"card": move.card} if move.card else {"case": "none"}


@rule(
    "MM-TURN-05",
    cite(f"{COURSE}; {SAFE}"),
    Second,
    ok=(
        "A go ; B | A 25 50 green redx2 fuel flat :: lay 25",
        "A go ; B | A 25 50 green redx2 fuel :: draw{100} lay 100 draw",
        "A ; B | A priority 25 green redx2 fuel flat :: lay priority draw{75} lay 75",
    ),
    broken=(
        "A go ; B | A 25 50 green redx2 fuel flat :: lay 25 lay 50",
        "A go ; B | A 25 50 green redx2 fuel :: draw{100} lay 100 lay 50",
        "A go ; B 25 go | A 25 50 red greenx2 fuel flat :: lay red>B discard green",
    ),
)
def second_card(state: State, second: Second) -> Facts | None:
    return {}


RULES = (
    not_your_turn,
    not_drawn_yet,
    hand_is_full,
    card_not_held,
    second_card,
    fact(
        "MM-TURN-06",
        "six-cards-at-the-end",
        cite(COURSE),
        ok=("A ; B | A 25 50 green redx2 fuel :: draw{75} lay green => A 25 50 75 redx2 fuel ; A go",),
    ),
)
assert HAND + 1 == FULL, "a turn adds one card and takes one away"
