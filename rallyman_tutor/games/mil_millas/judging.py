"""Judging drafts: every move is judged in the state to which the moves before it lead, a key as the move it means.

The moves are played to reach that state, so this file imports `play.py`; what the rules say about a single move is in
`rules/`. A player lays one card at a time; longer drafts come from examples, lessons and scripts.
"""

from __future__ import annotations

from collections.abc import Iterator

from rallyman_tutor.core.judging import Shown, allowed, judged, walk
from rallyman_tutor.core.luck import OutOfLuck, Scripted
from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.core.rule import Facts, Kind, Violation
from rallyman_tutor.games.mil_millas.play import complete_script, play
from rallyman_tutor.games.mil_millas.rules import BOOK
from rallyman_tutor.games.mil_millas.state import GOAL, Discard, Draft, Lay, Move, Second, State
from rallyman_tutor.games.mil_millas.step import HARMLESS_LUCK, acting, closed, shuts, side_of


def unfold(state: State, draft: Draft | ScriptedDraft[Move]) -> Iterator[tuple[int, State, Move | Second]]:
    """The moves of a draft one by one, each with its number and the state it is judged in. A card laid by the player
    whose turn is over is a `Second`, which a rule refuses."""
    for at, now, move in steps(state, draft):
        yield at, now if isinstance(move, Second) else judged_in(now, move), move


def steps(state: State, draft: Draft | ScriptedDraft[Move]) -> Iterator[tuple[int, State, Move | Second]]:
    """The moves of a draft, each in the state that it meets: a window may still be open there that it closes."""
    before: tuple[State, Move] | None = None
    for at, now, move in walk(state, draft, complete_script, lambda now, move, shown: move, _follow):
        yield at, now, Second(move, before[1]) if before and is_second(*before, now, move) else move
        before = now, move


def judged_in(state: State, move: Move) -> State:
    """The state a move is judged in: whoever begins a turn with it has closed the window."""
    return closed(state) if shuts(state, move) else state


def is_second(before: State, first: Move, now: State, move: Move) -> bool:
    """Whether the player whose turn has just ended with one card puts down another: they hold it, nobody is named, and
    whoever decides now may not lay it."""
    if not isinstance(move, Lay | Discard) or move.by or not isinstance(first, Lay | Discard):
        return False
    seat = acting(before, first)
    ended = now.turn.phase in ("turn", "window") and now.turn.seat != seat
    return ended and move.card in now.hands[seat] and not BOOK.allows(judged_in(now, move), move)


def _follow(state: State, move: Move, shown: Shown) -> State | None:
    """The state after a move. Cards that the script does not tell are harmless ones, and so are all if it tells one
    that is impossible. None if the move is refused."""
    if not BOOK.allows(judged_in(state, move), move):
        return None
    try:
        return play(state, move, Scripted(shown, rest=HARMLESS_LUCK))[0]
    except OutOfLuck:
        return play(state, move, HARMLESS_LUCK)[0]


def judge(state: State, draft: Draft | ScriptedDraft[Move], kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule this draft breaks; never raises."""
    return judged(BOOK, unfold(state, draft), kind)


def is_legal(state: State, draft: Draft | ScriptedDraft[Move]) -> bool:
    """Whether `judge` finds nothing; it is told sooner."""
    return allowed(BOOK, unfold(state, draft))


def message_facts(state: State, draft: Draft | ScriptedDraft[Move], at: int) -> Facts:
    """The facts for any message about a move: which card, on whom, and how far."""
    now, asked = next((now, asked) for number, now, asked in unfold(state, draft) if number == at)
    move = asked.move if isinstance(asked, Second) else asked
    seat = acting(now, move)
    side = now.sides[side_of(now, seat if seat >= 0 else now.turn.seat)]
    return {
        "card": getattr(move, "card", ""),
        "whom": getattr(move, "on", ""),
        "km": side.km,
        "left": GOAL - side.km,
    }
