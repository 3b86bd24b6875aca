"""Moves and drafts as text. The top of `notation.py` shows how they look; positions are read there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from rallyman_tutor.core.game import Form
from rallyman_tutor.core.notation import Reader, ScriptedDraft, any_of, read_moves, write_moves
from rallyman_tutor.core.spec import NAME
from rallyman_tutor.games.classic.state import (
    CLEAN,
    DIRTY,
    GAS,
    GOOD,
    HAZARD,
    LEFT,
    PUNCTURE,
    RIGHT,
    SPIN,
    Attack,
    ChangeTarget,
    Give,
    Lineup,
    Move,
    Roll,
    Stop,
    TakeTurn,
    Tyres,
    Word,
)

SPACE = r"[a-z]+\d*(?:\.[a-z]+\d*)?"
BACKS = (SPIN, LEFT, RIGHT)
SHORTCUTS = (GOOD, DIRTY, PUNCTURE)


_FACES = {"!": HAZARD, ".": CLEAN}


def die_of(text: str) -> int:
    """A die from its letter: its number, or w."""
    return GAS if text == "w" else int(text)


def die_text(die: int) -> str:
    """A die as one letter: its number, or w."""
    return "w" if die == GAS else str(die)


@lru_cache(maxsize=4096)
def read_draft(text: str) -> ScriptedDraft[Move]:
    """A draft from its line."""
    return read_moves(text, lambda reader: [_read_move(reader)])


def _read_move(reader: Reader) -> tuple[Move, tuple[str, ...]]:
    if match := reader.take(r"A\s*\["):
        return _read_attack(reader)
    if match := reader.take(rf"(\d|w)(?:>({SPACE}))?(\$?)([!.]?)(?:\s*\{{(\w+)\}})?(?=\s|$)"):
        die, to, pay, face, card = match.groups()
        faces = (_FACES[face],) if face else ()
        return Roll(die_of(die), to or "", bool(pay)), (*faces, *_card(reader, card, match.start(5)))
    if match := reader.take(r"stop(?::([0-5]))?(?=\s|$)"):
        return Stop(int(match[1]) if match[1] else -1), ()
    if match := reader.take(r"give\s+w(!?)(?=\s|$)"):
        return Give(match[1] == "!"), ()
    if match := reader.take(r"tyres\s+(winter|summer)\b"):
        return Tyres(match[1] == "winter"), ()
    if reader.take(r"lineup\b"):
        return Lineup(reader.row(NAME)), ()
    if match := reader.take(rf"({NAME}):(?=\s|$)"):
        return TakeTurn(match[1]), ()
    if match := reader.take(rf">({SPACE})"):
        return ChangeTarget(match[1]), ()
    if match := reader.take(rf"({any_of(Word)})(?:\s*\{{(\w+)\}})?(?=\s|$)"):
        return Word(match[1]), _card(reader, match[2], match.start(2))
    reader.refuse("move")
    raise AssertionError


def _card(reader: Reader, card: str | None, at: int) -> tuple[str, ...]:
    """The card that a move tells, if it does."""
    if card and card not in (*SHORTCUTS, *BACKS):
        reader.refuse("card", {"list": (*SHORTCUTS, *BACKS)}, at)
    return (card,) if card else ()


def _read_attack(reader: Reader) -> tuple[Move, tuple[str, ...]]:
    dice, faces = [], []
    while match := reader.take(r"(\d|w)([!.]?)(?=[\s\]]|$)"):
        dice.append(die_of(match[1]))
        faces.append(_FACES.get(match[2], ""))
    reader.expect(r"\]", "attack-dice")
    return Attack(tuple(dice)), tuple(face or CLEAN for face in faces) if any(faces) else ()


def write_move(move: Move, shown: tuple[str, ...] = ()) -> str:
    """One move as text."""
    match move:
        case Roll():
            face = "".join(mark for mark in shown if mark in (HAZARD, CLEAN))
            cards = "".join(f"{{{card}}}" for card in shown if card not in (HAZARD, CLEAN))
            outcome = face or ("" if move.hazard is None else HAZARD if move.hazard else CLEAN)
            return f"{die_text(move.die)}{f'>{move.to}' if move.to else ''}{'$' if move.pay else ''}{outcome}{cards}"
        case Attack(dice):
            faces = shown or ("",) * len(dice)
            return f"A[{' '.join(die_text(die) + face for die, face in zip(dice, faces, strict=True))}]"
        case Stop(card):
            return "stop" if card < 0 else f"stop:{card}"
        case Give(hazard):
            return f"give w{HAZARD if hazard else ''}"
        case Tyres(winter):
            return f"tyres {'winter' if winter else 'summer'}"
        case Lineup(names):
            return " ".join(("lineup", *names))
        case TakeTurn(name):
            return f"{name}:"
        case ChangeTarget(to):
            return f">{to}"
        case Word():
            return move.value + "".join(f"{{{card}}}" for card in shown)


def write_draft(draft: ScriptedDraft[Move] | tuple[Move, ...]) -> str:
    """A draft as text."""
    return write_moves(draft, write_move)


ENDS: Mapping[Word, Literal["turn", "game"]] = {Word.BLOCKED: "turn", Word.ACCEPT: "turn", Word.RETIRE: "game"}
"""The end that a word makes, if it makes one."""


def form(move: Move) -> Form[Move]:
    """The form of a move, in terms that all games share."""
    match move:
        case Roll():
            return Form("die", move.die, move.to, secured=move.pay, shows_face=move.hazard is not None)
        case Attack():
            return Form("dice")
        case Stop():
            return Form("word", ends="turn")
        case Word():
            return Form("word", ends=ENDS.get(move, ""))
        case ChangeTarget(to):
            return Form("word", to=to)
    return Form("word")


def with_destination(move: Move, to: str, land: str = "") -> Move:
    """The move with `to` as its destination. `land` is ignored: no die of this game names where it lands."""
    if isinstance(move, Roll):
        return move._replace(to=to)
    return ChangeTarget(to) if isinstance(move, ChangeTarget) else move
