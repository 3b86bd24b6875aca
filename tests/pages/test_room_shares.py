"""How much of a server's rooms one place may take, which rooms make way, and how a room is kept."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tornado.httputil import HTTPHeaders

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.pages.server import room_files
from rallyman_tutor.pages.server.origins import forwarded, origin_of
from rallyman_tutor.pages.server.room_lock import NoRooms, hold
from rallyman_tutor.pages.server.shares import DAY, LIMITS
from rallyman_tutor.rally.room import Room
from tests.pages.room_guests import STAGES, Clock, Device, Stage, first_move, rooms_at, settled
from tests.some import some

ROOT = Path(__file__).parents[2]
HALL, AWAY = "the address of a club", "another one"


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """Every stage of a test is ended behind it."""
    yield
    while STAGES:
        STAGES.pop().end()


def opens(device: Device) -> str:
    """Why a device could not open a room; nothing where it could."""
    return device.say("open", secret=device.secret, game="classic", name="Ana", levels=[], stages="R1")


def aged(rooms: Stage, code: str, seconds: float) -> None:
    """A room's file as if it had lain there for so long."""
    os.utime(rooms.files.folder / f"{code}.room", (time.time() - seconds,) * 2)


def drives(rooms: Stage, device: Device) -> str:
    """Open a room and make a move in it; gives its code."""
    assert not opens(device)
    code = str(device.room["code"])
    device.moves.clear()
    assert not device.say("sit", name="Ana")
    Device(rooms, "f").enter(code)
    other = Device(rooms, "e")
    assert not other.enter(code) and not other.say("sit", name="Eve")
    assert not device.say("begin") and not device.move(first_move(rooms, code))
    other.leave()
    return code


def test_one_address_opens_so_many_rooms_a_day_and_others_have_theirs(tmp_path: Path) -> None:
    clock = Clock()
    rooms = rooms_at(tmp_path, clock, rooms=9, rooms_each=3, opened=99)
    ana = [Device(rooms, sign, origin=HALL) for sign in "abcd"]
    assert [opens(one) for one in ana] == ["", "", "", "too-many-rooms"]
    assert not opens(Device(rooms, "9", origin=AWAY))
    stranger = Device(rooms, "8")
    assert [opens(stranger) for _ in range(4)] == [""] * 4, "of whom nobody knows where they are, there may be many"
    clock.now += DAY
    assert not opens(ana[3]), "rooms of yesterday do not count"


def test_one_address_never_has_all_rooms(tmp_path: Path) -> None:
    """Rooms are kept for a week, and counted for a day."""
    assert LIMITS.rooms_each * room_files.OLD / DAY < LIMITS.rooms


def test_a_room_of_ones_own_that_was_left_without_a_move_makes_way(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path, rooms_each=2)
    ana, ben = (Device(rooms, sign, origin=HALL) for sign in "ab")
    driven = drives(rooms, ana)
    assert not opens(ben)
    left = str(ben.room["code"])
    assert opens(Device(rooms, "c", origin=HALL)) == "too-many-rooms", "somebody is in it"
    ben.leave()
    assert opens(Device(rooms, "c", origin=HALL)) == "too-many-rooms", "the line may only be cut"
    aged(rooms, left, room_files.JUST_LEFT + 1)
    assert not opens(Device(rooms, "c", origin=HALL))
    assert left not in rooms.files.codes() and driven in rooms.files.codes()


def test_what_cannot_be_opened_takes_no_room_from_anybody(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path, rooms=1)
    ana = Device(rooms, "a")
    left = ana.open()
    ana.leave()
    aged(rooms, left, 600)
    eve = Device(rooms, "e")
    assert eve.say("open", secret=eve.secret, game="chess", name="E", levels=[]) == "not-offered"
    assert rooms.files.codes() == [left]


def test_where_all_rooms_are_taken_the_oldest_makes_way_that_was_left_without_a_move(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path, rooms=3)
    driven = drives(rooms, Device(rooms, "a"))
    left = [Device(rooms, sign) for sign in "bc"]
    codes = [one.open() for one in left]
    assert opens(Device(rooms, "d")) == "too-many"
    for age, one in zip((900, 600), left, strict=True):
        one.leave()
        aged(rooms, str(one.room["code"]), age)
    assert not opens(Device(rooms, "d"))
    assert codes[0] not in rooms.files.codes() and {codes[1], driven} < {*rooms.files.codes()}
    back = Device(rooms, "b")
    assert back.enter(codes[0]) == "no-room" and not back.enter(codes[1])


def test_a_room_without_a_move_is_given_up_half_an_hour_after_it_was_left(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path)
    driver, ana, ben = (Device(rooms, sign) for sign in "abc")
    driven, left, held = drives(rooms, driver), ana.open(), ben.open()
    for code in some((driven, left, held)):
        aged(rooms, code, room_files.DESERTED + 1)
    ana.leave()
    driver.leave()
    Device(rooms, "d").open()
    assert left in rooms.files.codes(), "it was left just now"
    aged(rooms, left, room_files.DESERTED + 1)
    Device(rooms, "d").open()
    assert left not in rooms.files.codes() and {driven, held} < {*rooms.files.codes()}


def test_one_address_has_so_many_devices_and_others_come_in(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path, guests_each=2)
    ana = Device(rooms, "a", origin=HALL)
    Device(rooms, "b", origin=HALL)
    with pytest.raises(Refused, match="too-many-devices"):
        Device(rooms, "c", origin=HALL)
    assert Device(rooms, "c", origin=AWAY).guest and Device(rooms, "d").guest and Device(rooms, "d").guest
    ana.leave()
    assert Device(rooms, "c", origin=HALL).guest


def test_one_address_that_opens_fast_holds_up_nobody_else(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path, opened=2)
    eve = Device(rooms, "e", origin=HALL)
    assert [opens(eve) for _ in range(3)] == ["", "", "too-fast"]
    eve.leave()
    assert opens(Device(rooms, "e", origin=HALL)) == "too-fast", "to come anew makes nothing good"
    assert not opens(Device(rooms, "a", origin=AWAY))


def test_one_address_that_tries_many_codes_keeps_nobody_else_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = rooms_at(tmp_path)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    code = Device(rooms, "a").open()
    eves = [Device(rooms, "e", origin=f"place {number}") for number in range(9)]
    monkeypatch.setattr("asyncio.sleep", sleep)
    tries = [eves[0].enter("AAAAA" + sign) for sign in "ABCDEFGHJKLMNPQRSTUVWXYZ23456789" * 3]
    assert {*tries} == {"no-room", "too-fast"}
    slept.clear()
    assert not Device(rooms, "b", origin=AWAY).enter(code) and not slept
    more = [eve.enter("AAAAA" + sign) for eve in eves[1:] for sign in "ABCDEFGHJKLMNPQRSTUVWXYZ23456789" * 2]
    assert more.count("too-fast") > len(more) / 3, "all together may not try as many as they like either"


def test_an_address_is_known_again_and_cannot_be_read_back() -> None:
    one = origin_of("198.51.100.7")
    assert one and one == origin_of("::ffff:198.51.100.7") and one != origin_of("198.51.100.8")
    assert "198" not in one and "c6336407" not in one
    home = origin_of("2001:db8:1:2::7")
    assert home == origin_of("2001:db8:1:2:aaaa::1%eth0") and home != origin_of("2001:db8:1:3::7")
    assert [origin_of(none) for none in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "somewhere", "", "unknown")] == [
        ""
    ] * 6


def test_of_forwarded_addresses_the_one_counts_that_the_web_server_saw() -> None:
    assert forwarded(HTTPHeaders({"X-Forwarded-For": "203.0.113.9, 198.51.100.7"})) == origin_of("198.51.100.7")
    assert forwarded(HTTPHeaders()) == ""


# -- How a room is kept ------------------------------------------------------------------------------------------------


def test_all_that_is_told_is_on_the_disk_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = rooms_at(tmp_path)
    kept: dict[int, int] = {}
    sync = os.fsync

    def synced(file: int) -> None:
        sync(file)
        kept[os.fstat(file).st_ino] = os.fstat(file).st_size

    monkeypatch.setattr("os.fsync", synced)
    ana = Device(rooms, "a")
    code = ana.open(levels=("careful",))
    file = (tmp_path / f"{code}.room").stat()
    assert kept[file.st_ino] == file.st_size and tmp_path.stat().st_ino in kept, "and the name of the file is"
    lacking: list[int] = []
    take = ana._take

    def took(told: dict[str, object]) -> None:
        size = (tmp_path / f"{code}.room").stat().st_size
        lacking.append(size - kept[file.st_ino])
        take(told)

    assert ana.guest
    ana.guest.tell = took
    ana.say("begin")
    settled(rooms)
    for _ in range(12):
        ana.move(first_move(rooms, code))
        settled(rooms)
    assert len(ana.moves) > 6 and len(lacking) > 7 and not any(lacking)


def test_what_the_disk_did_not_take_is_told_to_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = rooms_at(tmp_path)
    ana = Device(rooms, "a")
    code = ana.open()
    file = tmp_path / f"{code}.room"
    before = file.read_bytes()

    def broken(_: int) -> None:
        raise OSError("the disk is broken")

    monkeypatch.setattr("os.fsync", broken)
    assert ana.say("sit", name="Ana-María") == "not-written" and file.read_bytes() == before
    ben = Device(rooms, "b")
    assert ben.say("open", secret=ben.secret, game="classic", name="B", levels=[], stages="R1") == "not-written"
    assert [*tmp_path.glob("*.room")] == [file], "and no half of a room is left"


def test_two_deeds_at_once_are_done_one_after_the_other(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path)
    ana = Device(rooms, "a")
    code = ana.open()
    people = [Device(rooms, sign) for sign in "bcdef01"]
    for one in people:
        one.enter(code)

    async def at_once() -> None:
        await asyncio.gather(
            *(rooms.hear(one.guest, f'{{"do": "sit", "name": "D{one.sign}"}}') for one in people if one.guest)
        )

    rooms.does(at_once())
    (room,) = rooms.all()
    again = rooms_at(tmp_path).files.read(code)
    assert len(room.seats) == max(room.game.seats) and again == room
    assert [one.refused for one in people].count("full") == len(people) + 1 - len(room.seats)


def test_a_room_is_not_read_anew_while_something_is_written_in_it(tmp_path: Path) -> None:
    """Whoever asked leaves before it is written; somebody else comes at that moment."""
    rooms = rooms_at(tmp_path)
    ana, ben = Device(rooms, "a"), Device(rooms, "b")
    code = ana.open()

    async def crossed() -> None:
        assert ana.guest and ben.guest
        sits = asyncio.ensure_future(rooms.hear(ana.guest, '{"do": "sit", "name": "Zoe"}'))
        await asyncio.sleep(0)
        rooms.leave(ana.guest)
        await rooms.hear(ben.guest, f'{{"do": "enter", "secret": "{ben.secret}", "code": "{code}", "known": 0}}')
        await sits

    rooms.does(crossed())
    assert [seat["name"] for seat in ben.room["seats"]] == ["Zoe"]
    assert not ben.say("sit", name="Ben")
    again = rooms_at(tmp_path).files.read(code)
    assert again and [seat.name for seat in again.seats] == ["Zoe", "Ben"]


HOLDS = """
import sys
from pathlib import Path
from rallyman_tutor.pages.server.room_lock import hold
hold(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_server_is_told_who_keeps_the_rooms_and_a_killed_one_stops_nobody(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env
    ) as first:
        assert first.stdout and first.stdout.readline() == b"held\n"
        with pytest.raises(NoRooms) as told:
            hold(tmp_path)
        assert f"process {first.pid}." in str(told.value) and str(tmp_path) in str(told.value)
        first.send_signal(signal.SIGKILL)
        first.wait()
        hold(tmp_path)
        with pytest.raises(NoRooms, match=f"process {os.getpid()}"):
            hold(tmp_path)


def test_a_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(NoRooms, match=r"cannot be kept in .*file"):
        hold(tmp_path / "file" / "rooms")


# -- Bots and seats ----------------------------------------------------------------------------------------------------


def test_a_bot_that_could_not_decide_is_told_of_and_tries_again(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path, again=0.0)
    decide, fails = rooms._decide, [OSError("no process can be started"), Refused("not-legal"), None]

    async def decides(room: Room) -> str:
        if fails and (problem := fails.pop(0)):
            raise problem
        return await decide(room)

    rooms._decide = decides
    ana = Device(rooms, "a")
    code = ana.open(levels=("careful",))
    ana.say("begin")
    while rooms.all()[0].turn == 0:
        ana.move(first_move(rooms, code))
    settled(rooms)
    told = [one["refused"] for one in ana.told if "refused" in one]
    assert told == ["bot-failed"] and not fails and len(ana.moves) > 1, "it is told once"


def test_a_bots_move_that_was_not_written_is_told_as_such_and_made_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = rooms_at(tmp_path, again=0.0)
    ana = Device(rooms, "a")
    code = ana.open(levels=("careful",))
    ana.say("begin")
    fails = [True, True]
    write = rooms.files.write

    def writes(code: str, line: dict[str, object]) -> None:
        if rooms.all()[0].waits_for_bot and fails and fails.pop():
            raise OSError("full")
        write(code, line)

    monkeypatch.setattr(rooms.files, "write", writes)
    while rooms.all()[0].turn == 0:
        assert not ana.move(first_move(rooms, code))
    settled(rooms)
    assert [one["refused"] for one in ana.told if "refused" in one] == ["not-written"]
    assert not fails and rooms.all()[0].turn == 0


def test_who_comes_in_by_another_secret_on_the_same_line_has_left_the_first_seat(tmp_path: Path) -> None:
    clock = Clock()
    rooms = rooms_at(tmp_path, clock)
    ana, ben = Device(rooms, "a"), Device(rooms, "b")
    code = ana.open()
    ben.enter(code)
    ben.say("sit", name="Ben")
    ana.say("begin")
    clock.now += 3600
    ana.sign = "c"
    assert not ana.enter(code) and ben.say("relieve", seat=0) == "still-there", "they left just now"
    clock.now += LIMITS.gone
    assert not ben.say("relieve", seat=0)


def test_whoever_finds_a_room_full_stays_where_they_are(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path, in_a_room=1)
    ana, ben = Device(rooms, "a"), Device(rooms, "b")
    first, second = ana.open(), ben.open()
    assert ana.enter(second) == "too-many" and not ana.say("sit", name="Zoe")
    assert rooms.files.read(first) != rooms.files.read(second) and ana.room["seats"][0]["name"] == "Zoe"
