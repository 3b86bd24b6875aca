"""A rally at several devices, as the server knows it: the seats, who holds each, and the rally once it has begun.

    room = after(None, opened("KXR4TM", "classic", wish, "7", holder, "Ana"))
    room = after(room, sat(room, holder, "Ben"))          each deed gives a line, and a line gives the next room
    room = after(room, moved(room, holder, 12, "3>s4"))   dice are rolled from the seed, which is told to nobody

A room is made of lines of plain data, in order, and of nothing else: whoever writes a line to a file before anybody is
told of it loses nothing that was shown. A seat belongs to whoever knows a secret of their own browser; only a hash of
it is in the room. Every deed is checked here; one that is refused has a key of REASONS, for others put it into words.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import with_saved_move
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.rally.rally import Rally, begin, decided
from rallyman_tutor.rally.setup import PERSON, Entry, RallySetup, levels_of

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The signs of a code: none of them is taken for another when it is read aloud or copied by hand."""
LONG = 6  # signs of a code
SECRET = re.compile(r"[0-9a-f]{32,64}")
LONGEST_NAME, LONGEST_MOVE = 24, 400
REASONS = (
    *(
        "no-room",
        "no-secret",
        "no-text",
        "not-offered",
        "so-many",
        "name",
        "name-taken",
        "full",
        "begun",
        "not-begun",
    ),
    *("not-opener", "no-seat", "not-your-turn", "other-number", "not-legal", "still-there", "too-many", "too-fast"),
    *("too-many-rooms", "too-many-devices", "too-long", "not-written", "bot-failed"),
)
"""The keys of all reasons for which something is refused in a room."""


class Seat(NamedTuple):
    """A seat: the driver's name, the hash of the secret of whoever holds it, and the bot that decides there."""

    name: str
    holder: str = ""  # nobody holds the seat of a bot
    level: str = PERSON  # of a bot that decides; where somebody holds the seat, the bot stands in for them


@dataclass(frozen=True, slots=True)
class Room:
    """A room at one moment. `rally` is None while people are gathering."""

    code: str
    game: AnyGame
    setup: RallySetup  # without drivers
    opener: str  # the hash of the secret of whoever opened it
    seats: tuple[Seat, ...] = ()
    rally: Rally | None = None

    @property
    def number(self) -> int:
        """How many moves were made."""
        return len(self.rally.replay.past) if self.rally else 0

    @property
    def is_over(self) -> bool:
        return self.rally is not None and self.rally.is_over

    @property
    def turn(self) -> int:
        """The seat in turn; -1 where nobody is."""
        return self.game.turn(self.rally.state) if self.rally and not self.is_over else -1

    @property
    def waits_for_bot(self) -> bool:
        """Whether a bot has to decide."""
        return self.turn >= 0 and self.seats[self.turn].level != PERSON

    def seat_of(self, holder: str) -> int:
        """The seat that somebody holds; -1 where they hold none."""
        return next((at for at, seat in enumerate(self.seats) if holder and seat.holder == holder), -1)


def holder_of(secret: object) -> str:
    """The hash of a secret. It is compared, kept and written down in its place."""
    if not isinstance(secret, str) or not SECRET.fullmatch(secret):
        raise Refused("no-secret")
    return hashlib.sha256(secret.encode()).hexdigest()


def code_of(written: object) -> str:
    """A code as somebody wrote it, with small letters, spaces or hyphens; nothing where it is none."""
    code = re.sub(r"[\s·-]", "", written[:20]).upper() if isinstance(written, str) else ""
    return code if len(code) == LONG and set(code) <= {*LETTERS} else ""


def game_of(key: object) -> AnyGame:
    """The game of this key."""
    if not isinstance(key, str) or key not in SHELF:
        raise Refused("not-offered")
    return SHELF[key]


def name_of(written: object) -> str:
    """A name as notation can write it: in any script, with a hyphen for each gap."""
    if not isinstance(written, str):
        raise Refused("name")
    known = unicodedata.normalize("NFC", re.sub("[\u200b-\u200f\u2060\ufeff]", "", written[: 4 * LONGEST_NAME]))
    return "-".join(known.split())[:LONGEST_NAME]


# -- Deeds: each gives the line that it comes to, or is refused -------------------------------------------------------


def opened(code: str, key: object, setup: RallySetup, holder: str, name: object) -> Plain:
    """Open a room and sit down in it. The drivers of `setup` are bots."""
    game = game_of(key)
    seats = [[name_of(name), holder, PERSON], *([entry.name, "", entry.level] for entry in setup.entries)]
    line: Plain = {
        "open": code, "game": game.key, "stages": [*setup.stages], "many": setup.many, "agreed": dict(setup.agreed),
        "seed": setup.seed, "opener": holder, "seats": seats,
    }  # fmt: skip
    return _checked(after(None, line), line)


def sat(room: Room, holder: str, name: object) -> Plain:
    """Take a free seat, or change the name of one's own."""
    if room.rally:
        raise Refused("begun")
    called, own = name_of(name), room.seat_of(holder)
    if own < 0 and len(room.seats) >= max(room.game.seats):
        raise Refused("full")
    if any(seat.name.casefold() == called.casefold() for at, seat in enumerate(room.seats) if at != own):
        raise Refused("name-taken")
    line: Plain = {"sit": [called, holder]}
    return _checked(after(room, line), line)


def left(room: Room, holder: str) -> Plain:
    """Give up one's seat before the rally begins."""
    if room.rally:
        raise Refused("begun")
    if room.seat_of(holder) < 0:
        raise Refused("no-seat")
    return {"rise": room.seat_of(holder)}


def begun(room: Room, holder: str) -> Plain:
    """Begin the rally: only whoever opened the room may."""
    if room.rally:
        raise Refused("begun")
    if holder != room.opener:
        raise Refused("not-opener")
    if len(room.seats) not in room.game.seats:
        raise Refused("so-many")
    line: Plain = {"begin": True}
    return _checked(after(room, line), line)


def moved(room: Room, holder: str, number: object, text: object) -> Plain:
    """A move of the driver in turn, as text. `number` is that of the last move that its player has seen: what was meant
    for another position is refused."""
    if room.rally is None:
        raise Refused("not-begun")
    seat = room.seat_of(holder)
    if seat < 0:
        raise Refused("no-seat")
    if type(number) is not int or number != room.number:
        raise Refused("other-number")
    if seat != room.turn or room.seats[seat].level != PERSON:
        raise Refused("not-your-turn")
    return _move_line(room, _move(room, text))


def moved_by_bot(room: Room, number: int, text: str) -> Plain | None:
    """A bot's move that was found for the position behind so many moves; nothing where it comes too late."""
    if number != room.number or not room.waits_for_bot:
        return None
    return _move_line(room, _move(room, text))


def relieved(room: Room, holder: str, seat: object, *, is_left: bool) -> Plain:
    """Let a bot decide at the seat of somebody who has left. Their seat is kept."""
    if room.rally is None:
        raise Refused("not-begun")
    if room.seat_of(holder) < 0 or type(seat) is not int or not 0 <= seat < len(room.seats):
        raise Refused("no-seat")
    if not is_left:
        raise Refused("still-there")
    return {"level": [seat, levels_of(room.game)[0]]}


def back(room: Room, holder: str) -> Plain | None:
    """Whoever comes back decides again at their seat; nothing where no bot stands in for them."""
    seat = room.seat_of(holder)
    return {"level": [seat, PERSON]} if seat >= 0 and room.seats[seat].level != PERSON else None


def taken_back(room: Room, holder: str) -> Plain:
    """Decide again oneself, where a bot stands in."""
    if (line := back(room, holder)) is None:
        raise Refused("no-seat")
    return line


def _move(room: Room, text: object) -> AnyMove:
    assert room.rally is not None
    if not isinstance(text, str):
        raise Refused("no-text")
    if len(text) > LONGEST_MOVE:
        raise Refused("too-long")
    try:
        moves = room.game.read_moves(room.rally.state, text)
    except (Refused, Illegal):
        raise Refused("not-legal") from None
    if len(moves) != 1 or (room.game.has_hidden_hands and not _is_own(room.game, room.rally.state, moves[0])):
        raise Refused("not-legal")
    return moves[0]


def _is_own(game: AnyGame, state: AnyState, move: AnyMove) -> bool:
    """Whether a move is one of whoever decides. In games of cards a player may also speak for another one, or ask to
    agree on something else, and the answer of the rules would give away whose hand has which card."""
    return move in game.moves(state) or any(one.move == move for one in game.placements(state, ()) if not one.refused)


def _move_line(room: Room, move: AnyMove) -> Plain:
    assert room.rally is not None
    try:
        past = decided(room.rally, move).replay.past[-1]
    except (Refused, Illegal):
        raise Refused("not-legal") from None
    return {"move": [room.game.write_move(move), *past.shown]}


def _checked(room: Room, line: Plain) -> Plain:
    """The line, if a rally of these drivers may begin, or could with more of them."""
    many = min(many for many in room.game.seats if many >= len(room.seats))
    seats = [Entry(seat.name) for seat in room.seats]
    others = (Entry(f"zz{number}") for number in range(many - len(seats)))
    try:
        begin(room.game, room.setup._replace(entries=(*seats, *others)))
    except Refused as refused:
        raise Refused("name" if refused.key in ("no-name", "same-names") else "not-offered") from refused
    except Illegal as refused:
        raise Refused("not-offered") from refused
    return line


# -- The room behind a line --------------------------------------------------------------------------------------------


def after(room: Room | None, line: Mapping[str, Plain]) -> Room:
    """The room behind one more line. A line that fits nothing is refused: then the file is none of ours."""
    match line:
        case {"open": str(code), "game": str(key), "opener": str(opener), "seed": str(seed), "seats": list(seats)}:
            setup = RallySetup((), tuple(line["stages"]), line["many"], dict(line["agreed"]), seed)
            return Room(code, SHELF[key], setup, opener, tuple(Seat(*seat) for seat in seats))
        case {"sit": [str(name), str(holder)]} if room:
            at = room.seat_of(holder)
            seats = [*room.seats, Seat(name, holder)] if at < 0 else [*room.seats]
            seats[at] = Seat(name, holder)
            persons = sorted(seats, key=lambda seat: seat.level != PERSON)  # bots come last
            return replace(room, seats=tuple(persons))
        case {"rise": int(at)} if room:
            return replace(room, seats=(*room.seats[:at], *room.seats[at + 1 :]))
        case {"begin": True} if room:
            entries = tuple(Entry(seat.name, seat.level) for seat in room.seats)
            return replace(room, rally=begin(room.game, room.setup._replace(entries=entries)))
        case {"level": [int(at), str(level)]} if room and room.rally:
            seats = [*room.seats]
            seats[at] = seats[at]._replace(level=level)
            levels = tuple(seat.level for seat in seats)
            return replace(room, seats=tuple(seats), rally=replace(room.rally, levels=levels))
        case {"move": [*entry]} if room and room.rally:
            replay = with_saved_move(room.rally.replay, room.number + 1, entry)
            return replace(room, rally=replace(room.rally, replay=replay))
    raise Refused("not-a-table")


def move_lines(room: Room, start: int) -> list[list[str]]:
    """The moves from one on, each with what its dice showed."""
    past = room.rally.replay.past[start:] if room.rally else ()
    return [[room.game.write_move(one.move), *one.shown] for one in past]
