"""Drafts as text: one move or a script of them, keys, and what is said at the table.

The grammar stands at the top of `notation.py`; this file reads and writes the moves.
"""

from __future__ import annotations

from functools import lru_cache

from rallyman_tutor.core.game import Form
from rallyman_tutor.core.notation import Reader, ScriptedDraft, any_of, read_moves, write_moves
from rallyman_tutor.core.spec import NAME
from rallyman_tutor.games.mil_millas.state import (
    CARDS,
    IMMUNITIES,
    Bonus,
    Change,
    Discard,
    Draw,
    Lay,
    Move,
    Pass,
    Press,
    Trick,
    Word,
)

"""How a player may be called."""


@lru_cache(maxsize=4096)
def read_draft(text: str) -> ScriptedDraft[Move]:
    """A draft from its line; the top of `notation.py` shows how it is written."""
    return read_moves(text, lambda reader: [_read_move(reader)])


def _read_move(reader: Reader) -> tuple[Move, tuple[str, ...]]:
    if match := reader.take(rf"(Enter|Delete)(?:\s+({'|'.join(CARDS)})(?:>({NAME}|\d))?(?=\s|$))?(?=\s|$)"):
        return Press(match[1], match[2] or "", match[3] or ""), ()  # type: ignore[arg-type]  # the pattern has no other
    if match := reader.take(r"change\s+([a-z-]+)=(\w+)"):
        return Change(match[1], match[2]), ()
    if match := reader.take(r"bonus\s+(\w[\w-]*)"):
        return Bonus(match[1]), ()
    by = match[1] if (match := reader.take(rf"({NAME}):")) else ""
    move = _read_deed(reader, by)
    if not reader.take(r"\{"):
        return move, ()
    shown = reader.row(r"\w+")
    reader.expect(r"\}", "drawn")
    return move, shown


def _read_deed(reader: Reader, by: str) -> Move:
    if reader.take(r"(?:draw|Space)(?=[\s{]|$)"):
        return Draw(by)
    if match := reader.take(rf"lay\s+([a-z]+|\d+)(?:>({NAME}|\d))?(?=[\s{{]|$)"):
        _known(reader, match[1], match.start(1))
        return Lay(match[1], match[2] or "", by)
    if match := reader.take(r"discard\s+([a-z]+|\d+)(?=[\s{]|$)"):
        _known(reader, match[1], match.start(1))
        return Discard(match[1], by)
    if match := reader.take(rf"trick(?:\s+({'|'.join(IMMUNITIES)}))?(?=[\s{{]|$)"):
        return Trick(match[1] or "", by)
    if reader.take(r"pass(?=[\s{]|$)"):
        return Pass(by)
    if not by and (match := reader.take(rf"({any_of(Word)})(?=[\s{{]|$)")):
        return Word(match[1])
    reader.refuse("move")
    raise AssertionError


def _known(reader: Reader, card: str, at: int) -> None:
    if card not in CARDS:
        reader.refuse("card", {"list": CARDS}, at)


def write_move(move: Move, shown: tuple[str, ...] = ()) -> str:
    """One move as text."""
    outcomes = f"{{{' '.join(shown)}}}" if shown else ""
    named = getattr(move, "by", "")
    by = f"{named}:" if named else ""
    return f"{by}{_write_deed(move)}{outcomes}"


def _write_deed(move: Move) -> str:
    match move:
        case Word():
            return move.value
        case Draw():
            return "draw"
        case Lay(card, on):
            return f"lay {card}>{on}" if on else f"lay {card}"
        case Discard(card):
            return f"discard {card}"
        case Trick(card):
            return f"trick {card}".strip()
        case Pass():
            return "pass"
        case Press(key, card, on):
            return f"{key} {card}>{on}" if on else f"{key} {card}".strip()
        case Change(option, value):
            return f"change {option}={value}"
        case Bonus(name):
            return f"bonus {name}"


def write_draft(draft: ScriptedDraft[Move] | tuple[Move, ...]) -> str:
    """A draft as text."""
    return write_moves(draft, write_move)


def form(move: Move) -> Form[Move]:
    """The facts of this move that code for all games may know. `Bonus` is marked as leaving the game, so that no
    chooser of moves takes it; it is never among the legal moves."""
    match move:
        case Discard():
            return Form("card", ends="turn")
        case Lay() | Trick() | Press():
            return Form("card")
        case Pass():
            return Form("word", ends="turn")
        case Bonus():
            return Form("word", ends="game")
    return Form("word")
