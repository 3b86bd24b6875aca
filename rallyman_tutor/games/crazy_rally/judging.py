"""Judging drafts: every move is judged in the state to which the moves before it lead.

The moves are played to reach that state, so this file imports `play.py`; what the rules say about a single move is in
`rules/`. A player lays one move at a time; longer drafts come from examples, lessons and scripts.
"""

from __future__ import annotations

from collections.abc import Iterator

from rallyman_tutor.core.judging import Shown, allowed, judged, walk
from rallyman_tutor.core.luck import OutOfLuck, Scripted
from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.core.rule import Facts, Kind, Violation
from rallyman_tutor.games.crazy_rally.play import complete_script, play
from rallyman_tutor.games.crazy_rally.possible import unseen
from rallyman_tutor.games.crazy_rally.rules import BOOK
from rallyman_tutor.games.crazy_rally.state import Draft, Move, State
from rallyman_tutor.games.crazy_rally.step import HARMLESS_LUCK


def _follow(state: State, move: Move, shown: Shown) -> State | None:
    """The state after a move. Cards that the script does not tell come in catalogue order, and so do all if it tells
    one that is impossible. None if the move is refused, or if cards are hidden that playing would have to know."""
    if unseen(state) or BOOK.judge(state, move):
        return None
    try:
        return play(state, move, Scripted(shown, rest=HARMLESS_LUCK))[0]
    except OutOfLuck:
        return play(state, move, HARMLESS_LUCK)[0]


def unfold(state: State, draft: Draft | ScriptedDraft[Move]) -> Iterator[tuple[int, State, Move]]:
    """The moves of a draft one by one, each with its number and the state it is judged in."""
    return walk(state, draft, complete_script, lambda now, move, shown: move, _follow)


def judge(state: State, draft: Draft | ScriptedDraft[Move], kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule this draft breaks, move by move; never raises."""
    return judged(BOOK, unfold(state, draft), kind)


def is_legal(state: State, draft: Draft | ScriptedDraft[Move]) -> bool:
    """Whether `judge` finds nothing; it is told sooner."""
    return allowed(BOOK, unfold(state, draft))


def message_facts(state: State, draft: Draft | ScriptedDraft[Move], at: int) -> Facts:
    """The facts for any message about one move."""
    now = next(now for number, now, _ in unfold(state, draft) if number == at)
    return {"driver": now.car.name, "step": f"step-{now.phase}"}
