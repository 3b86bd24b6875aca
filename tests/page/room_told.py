"""A room as its server would tell of it, for pages of the tests."""

from __future__ import annotations

from typing import Any

from rallyman_tutor.rally import room as rooms
from rallyman_tutor.rally.room import Room, after, holder_of
from rallyman_tutor.rally.setup import RallySetup
from tests.page.host import Visit

ANA, BEN = holder_of("a" * 32), holder_of("b" * 32)
CODE = "KXR4TM"
AT = f"room/{CODE}"


def begun(key: str = "classic", stages: tuple[str, ...] = ("s2 R3 s1",)) -> Room:
    room = after(None, rooms.opened(CODE, key, RallySetup((), stages, 0, {}, "7"), ANA, "Ana"))
    room = after(room, rooms.sat(room, BEN, "Ben"))
    return after(room, rooms.begun(room, ANA))


def state(room: Room) -> Any:
    """Where its rally stands."""
    assert room.rally
    return room.rally.state


def first_move(room: Room) -> str:
    return room.game.write_move(room.game.moves(state(room))[0])


def driven(room: Room, many: int = 1) -> Room:
    """The room after so many moves, each the first that is allowed."""
    for _ in range(many):
        move = first_move(room)
        room = after(room, rooms.moved(room, room.seats[room.turn].holder, room.number, move))
    return room


def to_the_end(room: Room) -> Room:
    """The room once its rally is over. Nobody gives up."""
    for _ in range(400):
        if room.is_over:
            break
        best = [move for move in room.game.moves(state(room)) if room.game.form(move).ends != "game"]
        holder = room.seats[room.turn].holder
        room = after(room, rooms.moved(room, holder, room.number, room.game.write_move(best[0])))
    assert room.is_over
    return room


def told(room: Room, holder: str = ANA, start: int = 0, **otherwise: Any) -> dict[str, Any]:
    """The words of a browser about its room."""
    seats = [{"name": seat.name, "level": seat.level, "mine": seat.holder == holder} for seat in room.seats]
    begun = room.rally.replay.spec if room.rally else None
    return {
        "code": room.code, "game": room.game.key, "start": begun, "rules": room.game.version, "values": room.game.values,
        "seats": seats, "from": start, "moves": rooms.move_lines(room, start), **otherwise,
    }  # fmt: skip


def there(room: Room, holder: str = ANA) -> Visit:
    """A page that has come to the room and heard all of it."""
    visit = Visit(AT)
    visit.says(do="follow", room=told(room, holder))
    return visit
