"""Moves to make instead of one that is refused, or that takes its player back.

Every remedy is a move that `generate` lists and that no rule refuses. Only what the player in turn can see is used:
their own hand, the table, and how many cards are left. Where there is no remedy, `why_stuck` says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rallyman_tutor.core.remedy import MOST_REMEDIES, Price, Remedy, rank
from rallyman_tutor.core.rule import Facts, Kind, Violation
from rallyman_tutor.games.mil_millas.generate import moves
from rallyman_tutor.games.mil_millas.judging import is_legal, judge, steps
from rallyman_tutor.games.mil_millas.notation import SWITCHES
from rallyman_tutor.games.mil_millas.state import (
    DEFENCES,
    DISTANCES,
    GUARD,
    KIND,
    RANK,
    Bonus,
    Change,
    Discard,
    Draft,
    Draw,
    Lay,
    Move,
    Pass,
    Second,
    Side,
    State,
    Trick,
    Word,
)
from rallyman_tutor.games.mil_millas.step import acting, defended, is_useless, protected, side_of

AGREED = ("on", "off")
WARNED = "MM-WRONG-06"
"""The rule that warns of a legal move which takes its player back."""


def remedies(state: State, draft: Draft, violation: Violation) -> Sequence[Remedy[Move]]:
    """Moves for the player in turn to make instead, the best first."""
    now, tried = _meant(state, draft, violation.at)
    before = tuple(draft[: violation.at])
    if isinstance(tried, Second):
        return (_alone(before),)
    if isinstance(tried, Change):
        return tuple(_behind(before, one) for one in _agreeing(now, tried))
    if isinstance(tried, Bonus) or acting(now, tried) != now.turn.seat:
        return ()
    code = violation.code
    found = [_remedy(now, move) for move in _open(now) if _is_better(now, move, tried, code)]
    known = [one for one in found if _is_known(state, before, now, one.moves[-1])]
    nearest: dict[str, Remedy[Move]] = {}
    for one in sorted(known, key=lambda one: _far(now, one, tried, code)):
        nearest.setdefault(one.kind, one)

    def near(one: Remedy[Move]) -> tuple[int, ...]:
        return _back(one), *_far(now, one, tried, code)

    ranked = rank(_chosen(list(nearest.values()), _deed(now, tried)), near)
    return tuple(_behind(before, one) for one in ranked)


def _meant(state: State, draft: Draft, at: int) -> tuple[State, Move | Second]:
    """The state that a move of a draft meets, and what it means there."""
    return next((now, move) for number, now, move in steps(state, draft) if number == at)


def _behind(before: Draft, remedy: Remedy[Move]) -> Remedy[Move]:
    """A remedy behind the moves of a draft that stay as they are."""
    return remedy._replace(draft=(*before, *remedy.draft))


def _is_known(state: State, before: Draft, now: State, move: Move) -> bool:
    """Whether the card of a move is surely in the player's hand, and not only where luck deals it there."""
    if not isinstance(move, Lay | Discard):
        return True
    seat, held = now.turn.seat, Counter(state.hands[now.turn.seat])
    held.subtract(
        one.card
        for _, then, one in steps(state, before)
        if isinstance(one, Lay | Discard) and acting(then, one) == seat
    )
    return held[move.card] > 0


def _open(state: State) -> list[Move]:
    """The legal moves, without drawing where passing is legal: both let an attack stand."""
    found = moves(state)
    return [move for move in found if not (isinstance(move, Draw) and Pass() in found)]


def _is_better(state: State, move: Move, tried: Move, code: str) -> bool:
    """Whether a legal move helps: instead of one that is only warned of, it must be without a warning, or take its
    player less far back."""
    if code != WARNED or not judge(state, (move,), Kind.UNWISE):
        return True
    return isinstance(move, Lay) and isinstance(tried, Lay) and int(move.card) < int(tried.card)


def _chosen(nearest: list[Remedy[Move]], deed: str) -> list[Remedy[Move]]:
    """At most MOST_REMEDIES: the nearest one, the one of the kind that was meant, and then the cheapest."""
    meant_ones = [one for one in nearest if one.kind == deed]
    found = [*nearest[:1], *meant_ones, *sorted(nearest, key=lambda one: one.price)]
    return list({one.kind: one for one in found}.values())[:MOST_REMEDIES]


# -- One move as a remedy ---------------------------------------------------------------------------------------------


def _remedy(state: State, move: Move) -> Remedy[Move]:
    """A move as a remedy: a card is laid, to be played with a button afterwards; a move without a chosen card is a
    button itself."""
    facts = {"card": _card(state, move), "whom": getattr(move, "on", "")}
    laid = isinstance(move, Lay | Discard)
    return Remedy(_deed(state, move), (move,) if laid else (), None if laid else move, _price(state, move), facts)


def _alone(draft: Draft) -> Remedy[Move]:
    """The remedy that takes back a second card, and keeps the draft up to the first one."""
    kind = "take-back-discard" if isinstance(draft[-1], Discard) else "take-back"
    return Remedy(kind, draft, facts={"card": getattr(draft[-1], "card", "")})


def _back(remedy: Remedy[Move]) -> int:
    """The kilometres that a remedy takes its player back: of two that cost time, these weigh more than a turn."""
    return int(str(remedy.facts["card"])) if remedy.kind == "drive-back" else 0


def _card(state: State, move: Move) -> str:
    if isinstance(move, Trick):
        return GUARD[state.turn.attack]
    return str(getattr(move, "card", "")) or state.turn.attack


def _deed(state: State, move: Move) -> str:
    """The kind of a move: a key of the remedies' words."""
    match move:
        case Lay(card):
            return "drive-back" if KIND.get(card) == "distance" and state.side.wrong else f"lay-{KIND.get(card)}"
        case _:
            return move.value if isinstance(move, Word) else type(move).__name__.lower()


def _price(state: State, move: Move) -> Price:
    """A discard, a trick given up, lost kilometres and an immunity that cures nothing now cost time; all else is
    harmless."""
    side = state.side
    if isinstance(move, Discard) or (state.turn.phase == "window" and _gives_up_the_trick(state, move)):
        return Price.COSTS_TIME
    if isinstance(move, Lay) and KIND[move.card] == "immunity":
        helped = protected(side, move.card)._replace(immunities=side.immunities) != side
        return Price.HARMLESS if helped else Price.COSTS_TIME
    return Price.COSTS_TIME if _deed(state, move) == "drive-back" else Price.HARMLESS


def _gives_up_the_trick(state: State, move: Move) -> bool:
    return not isinstance(move, Trick) and GUARD[state.turn.attack] in state.hand


# -- How near it comes to what was meant ------------------------------------------------------------------------------


def _far(state: State, remedy: Remedy[Move], tried: Move, code: str) -> tuple[int, ...]:
    """How far a remedy is from what was tried. Nearest are the same card, a card that clears its way, and the trick;
    then the same kind of move, or drawing; then another card; then passing; then discards: first useless cards, then
    cards held twice, and distances last."""
    (move,) = remedy.moves
    card, other = getattr(tried, "card", ""), getattr(move, "card", "")
    if isinstance(move, Discard):
        return 4, not is_useless(state, other), state.hand.count(other) == 1, -RANK[other]
    if isinstance(move, Trick) or (isinstance(move, Lay) and (other == card or _clears(state, move, tried, code))):
        return 0, 0, 0
    if isinstance(move, Lay):
        near = abs(int(other) - int(card)) if {card, other} <= {*DISTANCES} else 0
        return (
            (1 if remedy.kind == _deed(state, tried) else 2),
            near,
            getattr(move, "on", "") != getattr(tried, "on", ""),
        )
    return (3 if isinstance(move, Pass) else 1), 0, 0


def _clears(state: State, move: Lay, tried: Move, code: str) -> bool:
    """Whether the tried move would no longer break this rule once the card is laid."""
    if not isinstance(tried, Lay) or KIND[move.card] not in ("defence", "immunity"):
        return False
    after: Side = (defended if move.card in DEFENCES else protected)(state.side, move.card)
    own = side_of(state, state.turn.seat)
    then = state._replace(sides=(*state.sides[:own], after, *state.sides[own + 1 :]))
    return all(broken.code != code for broken in (*judge(then, (tried,)), *judge(then, (tried,), Kind.UNWISE)))


def _agreeing(state: State, change: Change) -> Sequence[Remedy[Move]]:
    """The settings of an option that the rules allow now."""
    settings = [Change(change.option, value) for value in AGREED]
    return tuple(
        Remedy("agree", (one,), facts={"option": one.option, "value": one.value})
        for one in settings
        if is_legal(state, (one,))
    )


# -- Where nothing is open --------------------------------------------------------------------------------------------


def why_stuck(state: State, draft: Draft, violation: Violation) -> Facts:
    """Why there is no remedy: a `case` of the texts, and its facts."""
    now, tried = _meant(state, draft, violation.at)
    if isinstance(tried, Second):
        return {"case": "nothing-works"}
    turn, seat = now.turn, acting(now, tried)
    facts: dict[str, object] = {"name": now.names[turn.seat], "card": turn.attack}
    if isinstance(tried, Bonus):
        return {"case": "no-bonus"}
    if isinstance(tried, Change):
        return _not_agreed(judge(now, (tried,))[0].facts)
    if turn.phase == "over":
        return {"case": "over"}
    if seat < 0:
        return {"case": "nobody", "names": now.names}
    if seat == turn.seat:
        return {"case": "all-back" if violation.code == WARNED else "untold"}
    if turn.phase != "window":
        return {"case": "waiting"}
    return {"case": "partner" if side_of(now, seat) == side_of(now, turn.seat) else "answering", **facts}


def _not_agreed(because: Facts) -> Facts:
    if because["case"] == "none":
        return {"case": "no-option", "options": tuple(SWITCHES)}
    return {"case": "settled" if because["case"] == "fixed" else "agreed"}
