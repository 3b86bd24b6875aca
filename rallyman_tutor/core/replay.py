"""A game as it was played: its start, its moves, and the outcomes of dice and cards.

Undo, save, share code and replay are all made from this. A save has a format number, the version of the rules and the
hash of the game's values; one that does not fit is refused.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from rallyman_tutor.core.game import Events, Game, Plain, Spec
from rallyman_tutor.core.luck import Luck, OutOfLuck, Recorded, Scripted
from rallyman_tutor.core.notation import Refused, ScriptedDraft
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.core.spec import in_a_line

State = TypeVar("State")
Move = TypeVar("Move")

FORMAT = 1
MOST_MOVES, LONGEST_START = 10_000, 20_000
"""Moves of a save, and letters of its start; the longest rally has a tenth of either. A longer save is refused."""


class ToldTooMuch(Refused):
    """A move of a script tells what its dice and cards do not come to show."""


class BadSave(Refused):
    """A save or share code that cannot be played; where something in it was refused, that is its `__cause__`."""


@dataclass(frozen=True, slots=True)
class PastMove(Generic[State, Move]):
    """One move of the past: what was done, what luck showed, what came of it."""

    move: Move
    shown: tuple[str, ...]
    events: Events
    state: State  # after it


@dataclass(frozen=True, slots=True)
class Replay(Generic[State, Move]):
    """A game and its past. Never changed: playing and undoing give another replay."""

    game: Game[State, Move]
    spec: Spec
    start: State
    past: tuple[PastMove[State, Move], ...] = ()
    _saved: list[list[str]] = field(default_factory=list, init=False, compare=False, repr=False)
    """The first moves of the past as a save has them. They are remembered: a table is saved at every click."""

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.past[-1].state if self.past else self.start

    def play(self, move: Move, luck: Luck) -> Replay[State, Move]:
        """The game after one more move; an illegal one is refused with the rules it breaks."""
        if broken := self.game.judge(self.state, (move,)):
            raise Illegal(broken)
        noted = Recorded(luck)
        state, events = self.game.play(self.state, move, noted)
        return self._with_past((*self.past, PastMove(move, tuple(noted.shown), events, state)))

    def follow(self, script: ScriptedDraft[Move]) -> Replay[State, Move]:
        """The game after a script. Every move of it must be legal, and every outcome it tells must be asked for; an
        untold outcome is harmless."""
        replay, game, at = self, self.game, 0
        told = [faces for _, faces in script.shown_moves]
        while at < len(script.moves):
            written, many = game.next_move(replay.state, script.moves[at:])
            faces = tuple(face for one in told[at : at + many] for face in one)
            at += many
            move, shown = game.complete_script(replay.state, written, faces)
            luck = Scripted(shown, rest=game.harmless_luck)
            try:
                replay = replay.play(move, luck)
                left = luck.leftover()
            except OutOfLuck as error:
                left = [str(error.facts["found"])]
            if left:
                raise ToldTooMuch(
                    "told-too-much", {"number": at, "move": game.write_move(script.moves[at - 1]), "list": left}
                )
        return replay

    def undo(self, moves: int = 1) -> Replay[State, Move]:
        """The game without its last moves."""
        return self._with_past(self.past[: max(0, len(self.past) - moves)])

    def _with_past(self, past: tuple[PastMove[State, Move], ...]) -> Replay[State, Move]:
        """The game with one more move, or with fewer."""
        after = Replay(self.game, self.spec, self.start, past)
        after._saved.extend(self._saved[: len(past)])
        return after

    def save(self, *, open_: bool = True) -> Plain:
        """The game as plain data for JSON. With `open_` off the outcomes are left out: whoever loads it must know the
        luck."""
        self._saved.extend([self.game.write_move(past.move), *past.shown] for past in self.past[len(self._saved) :])
        return {
            "format": FORMAT,
            "game": self.game.key,
            "rules": self.game.version,
            "values": self.game.values,
            "start": dict(self.spec),
            "moves": [*self._saved] if open_ else [saved[:1] for saved in self._saved],
        }

    def code(self) -> str:
        """The game as one word to share."""
        return pack(self.save())


def begin(game: Game[State, Move], spec: Spec) -> Replay[State, Move]:
    """A new game from its description."""
    return Replay(game, dict(spec), game.new(spec))


def told_too_much(game: Game[State, Move], state: State, script: ScriptedDraft[Move]) -> ToldTooMuch | None:
    """Why a script that breaks no rule cannot be played: it tells too much. None where it does not, or where a rule is
    broken sooner."""
    if not script.tells_outcomes:
        return None
    try:
        begun = begin(game, {"position": game.write(state)}) if game.has_hidden_hands else Replay(game, {}, state)
    except Refused:  # cards are hidden that playing on would have to know
        return None
    try:
        begun.follow(script)
    except ToldTooMuch as error:
        return error
    except Illegal:
        pass
    return None


def load(game: Game[State, Move], saved: object, luck: Callable[[int], Luck] | None = None) -> Replay[State, Move]:
    """A saved game, played again move by move; everything in it is checked. Where the save has no outcomes, `luck`
    gives the luck of each move by its number, from 0."""
    if not isinstance(saved, dict) or saved.get("game") != game.key:
        raise BadSave("not-a-save", {"game": game.name})
    if saved.get("format") != FORMAT or saved.get("rules") != game.version:
        raise BadSave("other-rules")
    if saved.get("values") != game.values:
        raise BadSave("other-values")
    spec, moves = saved.get("start"), saved.get("moves")
    if not isinstance(spec, dict) or not isinstance(moves, list):
        raise BadSave("no-start")
    if len(moves) > MOST_MOVES or len(json.dumps(spec)) > LONGEST_START:
        raise BadSave("too-long")
    try:
        replay = begin(game, spec)
    except (Refused, Illegal) as error:
        raise BadSave("bad-start") from error
    for number, entry in enumerate(moves, 1):
        replay = with_saved_move(replay, number, entry, luck(number - 1) if luck else None)
    return replay


def with_saved_move(
    replay: Replay[State, Move], number: int, entry: object, known: Luck | None = None
) -> Replay[State, Move]:
    """The game after one more move of a save, counted from 1: its text, and what its dice and cards showed."""
    if not isinstance(entry, list) or not entry or not all(isinstance(part, str) for part in entry):
        raise BadSave("not-a-move", {"number": number})
    text, *shown = entry
    luck = Scripted(shown)
    try:
        moves = replay.game.read_moves(replay.state, text)
        if len(moves) != 1:
            raise Refused("not-one-move")
        replay = replay.play(moves[0], known or luck)
    except (Refused, Illegal) as error:
        raise BadSave("bad-move", {"number": number, "move": in_a_line(text)}) from error
    if luck.leftover():
        raise BadSave("left-over", {"number": number, "move": in_a_line(text)})
    return replay


def load_code(game: Game[State, Move], code: str) -> Replay[State, Move]:
    """A game from its share code."""
    return load(game, unpack(code))


# -- Plain data as one word -------------------------------------------------------------------------------------------

MOST_BYTES = 4_000_000
"""Bytes a share code may unpack to; a real rally needs a hundredth of it."""


def pack(data: object) -> str:
    """Plain data as one word to share."""
    packed = zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(code: str) -> object:
    """The data of a share code, which still has to be checked."""
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)), MOST_BYTES)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise ValueError
        data: object = json.loads(text)
    except (ValueError, zlib.error, RecursionError):
        raise BadSave("not-a-code") from None
    if not is_plain(data):
        raise BadSave("not-a-code")
    return data


def is_plain(data: object) -> bool:
    """Whether every reader of JSON accepts this data: no NaN, no infinity, no broken Unicode."""
    try:
        json.dumps(data, allow_nan=False, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def is_packed(text: str) -> bool:
    """Whether a text can only be a share code: they all begin as zlib does, and no notation does."""
    return re.fullmatch(r"eN[\w-]{30,}", text) is not None
