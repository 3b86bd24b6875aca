"""Steps, drafts and moves as text. The top of `notation.py` shows how they look; positions are read there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from rallyman_tutor.core.game import Form
from rallyman_tutor.core.notation import Reader, ScriptedDraft, any_of, read_moves, write_moves
from rallyman_tutor.core.spec import NAME
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    CLEAN,
    GAS,
    HAZARD,
    LEADER,
    OUTCOMES,
    Arrange,
    Draft,
    Drive,
    Enter,
    FlatOut,
    Lineup,
    Move,
    Penalty,
    Roll,
    Stop,
    TakeTurn,
    Word,
)

SPACE = r"(?:[\w-]*#)?\w+(?:\.[a-zA-Z]+\d*)?"
_LETTERS = {GAS: "w", LEADER: "o", BRAKE: "b"}
_DICE = {letter: die for die, letter in _LETTERS.items()}


class StepText(NamedTuple):
    """One step as it stands in a text: its dice, the faces they show, and the cards and tokens drawn after it."""

    roll: Roll
    faces: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()

    def filled(self) -> tuple[str, ...]:
        """A face for every die of the step: clean where the text does not say."""
        return (*self.faces, *(CLEAN,) * len(self.roll.dice))[: len(self.roll.dice)]

    def shown(self) -> tuple[str, ...]:
        """The outcomes that the text gives for this step; none where its dice are secured and not rolled."""
        if self.roll.pay or not (self.faces or self.drawn):
            return self.drawn
        return (*self.filled(), *self.drawn)


def die_of(text: str) -> int:
    """A die from its letter or number."""
    return _DICE[text] if text in _DICE else int(text)


def die_text(die: int) -> str:
    """A die as one letter: its number, or w, o, b."""
    return _LETTERS.get(die) or str(die)


_STEP = (
    rf"(\d|[wob](?![ac-z]))(b*)([!.])?(?:>({SPACE}))?(?:>({SPACE}))?(\$\d?)?([!.]*)((?:\s*\{{\w+\}})*)(?=[\s\]()]|$)"
)


def named(roll: Roll) -> int | str:
    """The dice of a step as the fact `die` of a sentence about all of them: the die, and how many brake dice are with
    it."""
    return f"{roll.die}+{roll.brakes}" if roll.brakes else roll.die


def read_step(reader: Reader) -> StepText | None:
    """A step, if one stands here."""
    match = reader.take(_STEP)
    if match is None:
        return None
    die, brakes, which, to, land, pay, faces, cards = match.groups()
    secured = 0 if not pay else int(pay[1:]) if pay[1:] else 1 + len(brakes)
    if which and not to:  # without a space, the mark behind a die is its face
        faces, which = which + faces, None
    hazard = None if which is None else which == HAZARD
    roll = Roll(die_of(die), to or "", len(brakes), secured, land or "", hazard)
    if len(faces) > len(roll.dice):
        reader.refuse("faces", {"count": len(roll.dice)}, match.start(7))
    return StepText(roll, tuple(faces), _cards(reader, cards, match.start(8)))


def _cards(reader: Reader, text: str, at: int) -> tuple[str, ...]:
    cards = tuple(text.replace("{", " ").replace("}", " ").split())
    for card in cards:
        if card not in OUTCOMES[2:]:
            reader.refuse("card", {"list": OUTCOMES[2:]}, at)
    return cards


def read_steps(reader: Reader) -> list[StepText]:
    """All steps that stand here in a row."""
    found = []
    while step := read_step(reader):
        found.append(step)
    return found


@lru_cache(maxsize=4096)
def read_draft(text: str) -> ScriptedDraft[Move]:
    """A draft, or a row of moves, from its line."""
    return read_moves(text, _read_moves)


def _read_moves(reader: Reader) -> list[tuple[Move, tuple[str, ...]]]:
    if reader.take(r"go(?!\S)"):
        return _read_drive(reader)
    if reader.take(r"flat(?!\S)"):
        steps = _some_steps(reader)
        faces = tuple(chain.from_iterable(step.filled() for step in steps))
        drawn = tuple(chain.from_iterable(step.drawn for step in steps))
        is_scripted = drawn or any(step.faces for step in steps)
        return [(FlatOut(tuple(step.roll for step in steps)), (*faces, *drawn) if is_scripted else ())]
    if reader.take(r"arrange(?!\S)"):
        steps = _some_steps(reader)
        rolls = tuple(_arranged(step) for step in steps)
        return [(Arrange(rolls), tuple(chain.from_iterable(step.drawn for step in steps)))]
    if step := read_step(reader):
        return [(step.roll, step.shown())]
    return [_read_word(reader)]


def _some_steps(reader: Reader) -> list[StepText]:
    steps = read_steps(reader)
    if not steps:
        reader.refuse("steps")
    return steps


def _arranged(step: StepText) -> Roll:
    """The step of an arrangement: a face in its text tells which of two gas dice is meant."""
    if step.roll.hazard is None and step.faces:
        return step.roll._replace(hazard=step.faces[0] == HAZARD)
    return step.roll


def _read_drive(reader: Reader) -> list[tuple[Move, tuple[str, ...]]]:
    """The moves of a draft driven one by one: a `Drive`, which rolls the first step, then one move for each step
    rolled."""
    rolled = _some_steps(reader)
    kept: list[StepText] = []
    if reader.take(r"\("):
        kept = read_steps(reader)
        reader.expect(r"\)", "steps-kept")
    draft = tuple(step.roll for step in (*rolled, *kept))
    return [(Drive(draft), rolled[0].shown()), *((step.roll, step.shown()) for step in rolled[1:])]


def _read_word(reader: Reader) -> tuple[Move, tuple[str, ...]]:
    if match := reader.take(r"stop(?::(\d))?((?:\s*\{\w+\})*)(?=\s|$)"):
        return Stop(int(match[1]) if match[1] else -1), _cards(reader, match[2], match.start(2))
    if match := reader.take(rf"at\s+({SPACE})(?!\S)"):
        return Enter(match[1]), ()
    if match := reader.take(r"penalty\s+(-?\d{1,4})(?!\S)"):
        return Penalty(int(match[1])), ()
    if reader.take(r"lineup(?!\S)"):
        return Lineup(reader.row(rf"{NAME}(?!\S)")), ()
    if match := reader.take(rf"({NAME}):(?!\S)"):
        return TakeTurn(match[1]), ()
    if match := reader.take(rf"({any_of(Word)})((?:\s*\{{\w+\}})*)(?=\s|$)"):
        return Word(match[1]), _cards(reader, match[2], match.start(2))
    reader.refuse("move")
    raise AssertionError


def write_step(roll: Roll, faces: tuple[str, ...] = (), drawn: tuple[str, ...] = ()) -> str:
    """One step as text."""
    which = "" if roll.hazard is None else HAZARD if roll.hazard else CLEAN
    to = "".join(f">{name}" for name in (roll.to, roll.land) if name)
    pay = "" if not roll.pay else "$" if roll.pay == 1 + roll.brakes else f"${roll.pay}"
    cards = "".join(f"{{{card}}}" for card in drawn)
    return f"{die_text(roll.die)}{'b' * roll.brakes}{which}{to}{pay}{''.join(faces)}{cards}"


def write_move(move: Move, shown: tuple[str, ...] = ()) -> str:
    """One move as text."""
    faces = tuple(mark for mark in shown if mark in (HAZARD, CLEAN))
    drawn = tuple(mark for mark in shown if mark not in (HAZARD, CLEAN))
    cards = "".join(f"{{{card}}}" for card in drawn)
    match move:
        case Roll():
            return write_step(move, faces, drawn)
        case Drive(steps):
            kept = " ".join(write_step(roll) for roll in steps[1:])
            return f"go {write_step(steps[0], faces, drawn)}" + (f" ({kept})" if kept else "")
        case FlatOut(steps):
            written, at = [], 0
            for roll in steps:
                written.append(write_step(roll, faces[at : at + len(roll.dice)]))
                at += len(roll.dice)
            return f"flat {' '.join(written)}{cards}"
        case Arrange(steps):
            return f"arrange {' '.join(write_step(roll) for roll in steps)}{cards}"
        case Stop(card):
            return f"stop{f':{card}' if card >= 0 else ''}{cards}"
        case Enter(to):
            return f"at {to}"
        case Penalty(seconds):
            return f"penalty {seconds}"
        case Lineup(names):
            return " ".join(("lineup", *names))
        case TakeTurn(name):
            return f"{name}:"
        case Word():
            return move.value + cards


def write_draft(draft: ScriptedDraft[Move] | tuple[Move, ...]) -> str:
    """A draft, or a row of moves, as text."""
    return write_moves(draft, write_move)


ENDS: Mapping[Word, Literal["turn", "game"]] = {Word.BLOCKED: "turn", Word.ACCEPT: "turn", Word.RETIRE: "game"}
"""The end that a word makes, if it makes one."""


STOPS: Form[Move] = Form("word", ends="turn")
"""The form of a move that ends a turn, for all games."""


def form(move: Move) -> Form[Move]:
    """The form of a move, in terms that all games share."""
    match move:
        case Roll():
            die, to, brakes, pay, land, hazard = move
            return Form("die", die, to, land, brakes, (), bool(pay), hazard is not None)
        case Drive() | FlatOut() | Arrange():
            return Form("draft", steps=move.steps)
        case Stop():
            return STOPS
        case Word():
            return Form("word", ends=ENDS.get(move, ""))
        case Enter(to):
            return Form("word", to=to)
    return Form("word")


def with_destination(move: Move, to: str, land: str = "") -> Move:
    """The move with `to` as its destination, and `land` as the space to come down on after a jump."""
    if isinstance(move, Roll):
        return move._replace(to=to, land=land)
    return Enter(to) if isinstance(move, Enter) else move


def with_steps(move: Move, steps: Draft) -> Move:
    """A move that takes a whole draft, with these steps instead; any other move unchanged."""
    if not isinstance(move, Drive | FlatOut | Arrange):
        return move
    return replace(move, steps=tuple(roll for roll in steps if isinstance(roll, Roll)))
