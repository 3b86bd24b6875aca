"""Moves and drafts as text. The top of `notation.py` shows how they look; positions are read there."""

from __future__ import annotations

from functools import lru_cache

from rallyman_tutor.core.game import Form
from rallyman_tutor.core.notation import Plan, Reader, write_moves
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
    Accept,
    Attack,
    Blocked,
    ChangeTarget,
    CloseStage,
    Give,
    KeepSeconds,
    LateSecond,
    Lineup,
    Move,
    NewWheel,
    Repair,
    Retire,
    Roll,
    Sisu,
    Stop,
    TakeTurn,
    Tyres,
    Weather,
    Wheel,
)

NAME = r"[^\W\d][\w-]*"
SPACE = r"[a-z]+\d*(?:\.[a-z]+\d*)?"
BACKS = (SPIN, LEFT, RIGHT)
SHORTCUTS = (GOOD, DIRTY, PUNCTURE)


_FACES = {"!": HAZARD, ".": CLEAN}
_WORDS: dict[str, Move] = {
    "wheel": Wheel(), "sisu": Sisu(), "accept": Accept(), "blocked": Blocked(), "retire": Retire(), "weather": Weather(),
    "close": CloseStage(), "repair": Repair(), "keep": KeepSeconds(), "new-wheel": NewWheel(),
}  # fmt: skip


def die_of(text: str) -> int:
    """A die from its letter: its number, or w."""
    return GAS if text == "w" else int(text)


def die_text(die: int) -> str:
    """A die as one letter: its number, or w."""
    return "w" if die == GAS else str(die)


@lru_cache(maxsize=4096)
def read_plan(text: str) -> Plan[Move]:
    """A draft from its line."""
    reader = Reader(text)
    moves: list[Move] = []
    shown: list[tuple[str, ...]] = []
    while not reader.done:
        move, faces = _read_move(reader)
        moves.append(move)
        shown.append(faces)
    return Plan(tuple(moves), tuple(shown))


def _read_move(reader: Reader) -> tuple[Move, tuple[str, ...]]:
    if match := reader.take(r"A\s*\["):
        return _read_attack(reader)
    if match := reader.take(rf"(\d|w)(?:>({SPACE}))?(\$?)([!.]?)(?:\s*\{{(\w+)\}})?(?=\s|$)"):
        die, to, pay, face, card = match.groups()
        if card and card not in (*SHORTCUTS, *BACKS):
            reader.refuse("card", {"list": (*SHORTCUTS, *BACKS)}, match.start(5))
        faces = (*((_FACES[face],) if face else ()), *((card,) if card else ()))
        return Roll(die_of(die), to or "", bool(pay)), faces
    if match := reader.take(r"stop(?::([0-5]))?(?=\s|$)"):
        return Stop(int(match[1]) if match[1] else -1), ()
    if match := reader.take(r"give\s+w(!?)(?=\s|$)"):
        return Give(match[1] == "!"), ()
    if match := reader.take(r"tyres\s+(winter|summer)\b"):
        return Tyres(match[1] == "winter"), ()
    if reader.take(r"lineup\b"):
        names = []
        while match := reader.take(NAME):
            names.append(match[0].strip())
        return Lineup(tuple(names)), ()
    if match := reader.take(rf"({NAME}):(?=\s|$)"):
        return TakeTurn(match[1]), ()
    if reader.take(r"\$(?=\s|$)"):
        return LateSecond(), ()
    if match := reader.take(rf">({SPACE})"):
        return ChangeTarget(match[1]), ()
    for word, move in _WORDS.items():
        if reader.take(rf"{word}(?=\s|$)"):
            return move, ()
    reader.refuse("move")
    raise AssertionError


def _read_attack(reader: Reader) -> tuple[Move, tuple[str, ...]]:
    dice, faces = [], []
    while match := reader.take(r"(\d|w)([!.]?)(?=[\s\]]|$)"):
        dice.append(die_of(match[1]))
        faces.append(_FACES.get(match[2], ""))
    reader.need(r"\]", "attack-dice")
    return Attack(tuple(dice)), tuple(face or CLEAN for face in faces) if any(faces) else ()


def write_move(move: Move, shown: tuple[str, ...] = ()) -> str:
    """One move as text."""
    if isinstance(move, Roll):
        face = "".join(mark for mark in shown if mark in (HAZARD, CLEAN))
        cards = "".join(f"{{{card}}}" for card in shown if card not in (HAZARD, CLEAN))
        told = face or ("" if move.hazard is None else HAZARD if move.hazard else CLEAN)
        return f"{die_text(move.die)}{f'>{move.to}' if move.to else ''}{'$' if move.pay else ''}{told}{cards}"
    if isinstance(move, Attack):
        faces = shown or ("",) * len(move.dice)
        return f"A[{' '.join(die_text(die) + face for die, face in zip(move.dice, faces, strict=True))}]"
    if isinstance(move, Stop):
        return "stop" if move.card < 0 else f"stop:{move.card}"
    if isinstance(move, Give):
        return f"give w{HAZARD if move.hazard else ''}"
    if isinstance(move, Tyres):
        return f"tyres {'winter' if move.winter else 'summer'}"
    if isinstance(move, Lineup):
        return " ".join(("lineup", *move.names))
    if isinstance(move, TakeTurn):
        return f"{move.name}:"
    if isinstance(move, LateSecond):
        return "$"
    if isinstance(move, ChangeTarget):
        return f">{move.to}"
    return next(word for word, known in _WORDS.items() if type(known) is type(move))


def write_plan(plan: Plan[Move] | tuple[Move, ...]) -> str:
    """A draft as text."""
    return write_moves(plan, write_move)


def form(move: Move) -> Form[Move]:
    """What one must know of a move without knowing this game."""
    if isinstance(move, Roll):
        return Form("die", move.die, move.to, secured=move.pay, faced=move.hazard is not None)
    if isinstance(move, Attack):
        return Form("dice")
    if isinstance(move, Stop | Blocked | Accept):
        return Form("word", ends="turn")
    if isinstance(move, Retire):
        return Form("word", ends="game")
    return Form("word", to=move.to if isinstance(move, ChangeTarget) else "")


def renamed(move: Move, to: str, land: str = "") -> Move:
    """The same move by another name for where it goes; no die of this game names where it lands."""
    if isinstance(move, Roll):
        return move._replace(to=to)
    return ChangeTarget(to) if isinstance(move, ChangeTarget) else move
