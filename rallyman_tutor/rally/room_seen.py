"""The moves of a room as each seat may know them: this, and nothing else of the rally, is told to its browser.

Where all lies open everybody is told each move and what its dice showed. Of a game with hidden hands nobody is told
what another one drew, chose or holds: a browser gets the position as its seat sees it, the events as that seat may know
them, and the text of its own moves alone. So no page, and no tutor behind one, has anything to keep secret.
"""

from __future__ import annotations

from typing import TypeAlias

from rallyman_tutor.core.game import Event
from rallyman_tutor.rally.room import Room, move_lines

Told: TypeAlias = list[object]
"""A move as plain data. Open: its text, then what its dice showed. Hidden: its text, or nothing where it is another's;
the position behind it; then the events, each as a list of what it is, its rule, its seat and its facts."""

NEWEST = 60
"""So many moves of a game with hidden hands are told; of earlier ones only that they were made. A page's log has no
more lines than that."""


def moves_told(room: Room, holder: str, start: int) -> list[Told]:
    """The moves from one on, as whoever holds a seat with this secret's hash may know them; with another one, as those
    who look on may."""
    if room.rally is None or not room.game.has_hidden_hands:
        return [[*line] for line in move_lines(room, start)]
    first = max(start, room.number - NEWEST)
    return [
        *([] for _ in range(start, first)),
        *(_seen(room, room.seat_of(holder), at) for at in range(first, room.number)),
    ]


def _seen(room: Room, seat: int, at: int) -> Told:
    """One move as a seat sees it; -1 is the seat of those who look on."""
    assert room.rally is not None
    game, replay = room.game, room.rally.replay
    past, before = replay.past[at], replay.past[at - 1].state if at else replay.start
    own = game.write_move(past.move) if game.turn(before) == seat else ""
    events = (game.seen_event(event, seat) for event in past.events)
    return [own, game.write(game.seen_by(past.state, seat)), *map(_plain, events)]


def _plain(event: Event) -> list[object]:
    return [event.what, event.code, event.seat, dict(event.facts)]
