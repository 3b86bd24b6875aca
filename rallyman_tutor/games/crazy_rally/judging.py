"""Judging drafts: the moves of a draft played one after the other, each by the rules as they stand then.

This takes playing, so it stands above `play`; what the rules say to one single move is in `rules`. A player lays one
move at a time; longer drafts are those of examples, lessons and scripts.
"""

from __future__ import annotations

from collections.abc import Iterator

from rallyman_tutor.core.luck import OutOfLuck, Scripted
from rallyman_tutor.core.notation import Plan
from rallyman_tutor.core.rule import Facts, Kind, Violation
from rallyman_tutor.games.crazy_rally.generate import CALM
from rallyman_tutor.games.crazy_rally.play import in_turn, play
from rallyman_tutor.games.crazy_rally.possible import unseen
from rallyman_tutor.games.crazy_rally.rules import BOOK
from rallyman_tutor.games.crazy_rally.state import Draft, Move, State


def unfold(state: State, draft: Draft | Plan[Move]) -> Iterator[tuple[int, State, Move]]:
    """The moves of a draft one by one, each in the state it is judged in; what is not told lies in catalogue order.

    Where a move is refused, judging ends: cards that were not played leave nothing to go on from. It ends behind the
    first move, too, where cards are hidden: what they would bring is not for this player to know.
    """
    plan = draft if isinstance(draft, Plan) else Plan(draft)
    for at, told in enumerate(plan.moves):
        move = in_turn(state, told)
        yield at, state, move
        if at + 1 == len(plan.moves) or unseen(state) or BOOK.judge(state, move):
            return
        try:
            state = play(state, move, Scripted(plan.shown[at] if plan.shown else (), rest=CALM))[0]
        except OutOfLuck:
            state = play(state, move, CALM)[0]


def judge(state: State, draft: Draft | Plan[Move], kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule this draft breaks, move by move; never raises."""
    return [broken for at, now, move in unfold(state, draft) for broken in BOOK.judge(now, move, at, kind)]


def advise(state: State, draft: Draft | Plan[Move]) -> list[Violation]:
    """What is legal in this draft and certain to cost."""
    refused = {violation.at for violation in judge(state, draft)}
    return [violation for violation in judge(state, draft, Kind.UNWISE) if violation.at not in refused]


def why_not(state: State, move: Move) -> list[Violation]:
    """Why this one move may not come next; empty if it may."""
    return judge(state, (move,))


def about(state: State, draft: Draft | Plan[Move], at: int) -> Facts:
    """What any message about one move may mention."""
    now = next(now for number, now, _ in unfold(state, draft) if number == at)
    car = now.car
    return {
        "driver": car.name,
        "speed": car.speed,
        "top": car.top,
        "strength": car.strength,
        "handling": car.handling,
        "stage": now.stage,
        "step": f"step-{now.phase}",
    }
