"""The rooms of a server: who is told what, a line that is lost, and guests who mean no good."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.pages.server.shares import LIMITS
from rallyman_tutor.rally.room import REASONS, holder_of
from tests.pages.room_guests import STAGES, Clock, Device, Stage, first_move, rooms_at, settled
from tests.some import some


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """Every stage of a test is ended behind it."""
    yield
    while STAGES:
        STAGES.pop().end()


def two_drive(rooms: Stage) -> tuple[Device, Device, str]:
    """Ana and Ben in a rally that has begun; Ana is in turn."""
    ana, ben = Device(rooms, "a"), Device(rooms, "b")
    code = ana.open()
    ben.enter(code)
    ben.say("sit", name="Ben")
    ana.say("begin")
    return ana, ben, code


def test_all_in_a_room_are_told_of_a_move_and_of_nothing_that_is_secret(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path)
    ana, ben, code = two_drive(rooms)
    cleo = Device(rooms, "c")
    cleo.enter(code)
    for _ in range(5):
        mover = ana if ana.room["seats"][rooms.all()[0].turn]["mine"] else ben
        assert not mover.move(first_move(rooms, code))
    assert ana.moves == ben.moves == cleo.moves and len(ana.moves) == 5
    room = rooms.all()[0]
    told = json.dumps([ana.told, ben.told, cleo.told])
    for secret in some((room.setup.seed, *(holder_of(sign * 32) for sign in "abc"), "a" * 32)):
        assert secret and secret not in told
    assert [seat["mine"] for seat in cleo.room["seats"]] == [False, False] and cleo.room["watching"] == 3


def test_whoever_comes_back_is_told_what_they_missed_and_has_their_seat(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path)
    ana, ben, code = two_drive(rooms)
    ana.move(first_move(rooms, code))
    ben.leave()
    assert [seat["here"] for seat in ana.room["seats"]] == [True, False]
    ana.move(first_move(rooms, code))
    again = Device(rooms, "b", moves=ben.moves)
    again.enter(code, len(ben.moves))
    assert again.room["from"] == 1 and again.moves == ana.moves and again.room["seats"][1]["mine"]
    afresh = Device(rooms, "b")
    afresh.enter(code)
    assert afresh.moves == ana.moves


def test_a_server_that_is_started_again_has_every_room_as_it_was(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path)
    ana, _, code = two_drive(rooms)
    for _ in range(3):
        ana.move(first_move(rooms, code))
    again = rooms_at(tmp_path)
    back = Device(again, "a")
    back.enter(code)
    assert back.moves == ana.moves and back.room["seats"][0]["mine"] and back.room["phase"] == "driving"


def test_a_line_that_was_cut_off_while_it_was_written_is_dropped_and_the_next_one_stands_alone(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path)
    ana, _, code = two_drive(rooms)
    ana.move(first_move(rooms, code))
    file = next(tmp_path.glob("*.room"))
    with file.open("ab") as half:
        half.write(b'{"move": ["2')
    again = rooms_at(tmp_path)
    back = Device(again, "a")
    back.enter(code)
    assert back.moves == ana.moves
    assert not back.move(first_move(again, code))
    third = Device(rooms_at(tmp_path), "a")
    third.enter(code)
    assert third.moves == back.moves and len(third.moves) == 2


def test_nothing_is_told_that_could_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = rooms_at(tmp_path)
    ana, ben, code = two_drive(rooms)
    move, file = first_move(rooms, code), next(tmp_path.glob("*.room"))
    before = file.read_bytes()
    write = os.write
    monkeypatch.setattr("os.write", lambda to, some: write(to, some[:7]))
    assert ana.move(move) == "not-written" and ben.moves == [] and file.read_bytes() == before
    monkeypatch.undo()
    assert not ana.move(move) and len(ben.moves) == 1


def test_two_of_eight_who_mean_no_good_move_nothing_and_see_nothing(tmp_path: Path) -> None:
    """Six in a room of DIRT drive; two others, one of whom has a seat, try everything."""
    rooms = rooms_at(tmp_path)
    people = [Device(rooms, sign) for sign in "abcdef01"]
    code = people[0].open(game="dirt")
    for number, one in enumerate(people[1:6], 1):
        one.enter(code)
        assert not one.say("sit", name=f"D{'abcdef'[number]}")
    seated, stranger = people[5], people[7]
    people[6].enter(code)
    stranger.enter(code)
    assert stranger.say("sit", name="Eve") == "full" and seated.say("begin") == "not-opener"
    assert not people[0].say("begin")
    before = (tmp_path / f"{code}.room").read_bytes()
    honest = [len(one.told) for one in people[:5]]
    move = first_move(rooms, code)
    hashes = [holder_of(one.secret) for one in people]
    tries: list[str] = []
    for evil in (seated, stranger):
        tries.append(evil.move(move))
        tries.append(evil.move(move, number=99))
        tries += [evil.say("relieve", seat=seat) for seat in (0, 1, -1, 7, "0", None)]
        tries += [evil.say(do) for do in ("begin", "rise", "back", "seed", "", "__class__")]
        tries.append(evil.say("sit", name="<script>alert(1)</script>"))
        tries += [evil.say("enter", secret=secret, code=code) for secret in (*hashes, "", None, ["a"])]
        tries += [
            evil.text(text) for text in ("", "x", "[]", "7", "null", '{"do": 7}', b"\x00\xff", "[" * 3000, "x" * 5000)
        ]
        tries.append(evil.say("move", number=0, move="x" * 500))
        tries.append(evil.say("open", secret=evil.secret, game="chess", name="E", levels=[]))
        tries.append(evil.say("open", secret=evil.secret, game="classic", name="E", levels=["x"] * 9))
        tries += [
            evil.say("open", secret=evil.secret, game=game, name="E", levels=[])
            for game in (["classic"], {"classic": 1}, 7)
        ]
    assert {*tries} <= {*REASONS, ""} and tries.count("") <= 2 * len(hashes), "only coming in again as a stranger"
    assert (tmp_path / f"{code}.room").read_bytes() == before
    for secret in some(hashes):
        assert all(secret not in json.dumps(one.told) for one in people)
    assert [one.moves for one in people] == [[]] * 8
    assert all(len(one.told) - count <= 2 * len(hashes) * 2 for one, count in zip(people, honest, strict=False))
    mover = people[next(at for at in range(6) if people[at].room["seats"][rooms.all()[0].turn]["mine"])]
    assert not mover.move(move) and len(people[1].moves) == 1


def test_the_hash_of_a_secret_opens_no_seat(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path)
    ana, _, code = two_drive(rooms)
    eve = Device(rooms, "e")
    eve.say("enter", secret=holder_of(ana.secret), code=code)
    assert not any(seat["mine"] for seat in eve.room["seats"])
    assert eve.move(first_move(rooms, code)) == "no-seat"


def test_codes_cannot_be_tried_one_after_the_other_and_a_seat_is_come_back_to_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    rooms = rooms_at(tmp_path, clock)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    code = (two_drive(rooms))[2]
    monkeypatch.setattr("asyncio.sleep", sleep)
    eve = Device(rooms, "e")
    tries = [eve.enter("AAAAA" + sign) for sign in "ABCDEFGHJKLMNPQRSTUVWXYZ23456789" * 3]
    assert {*tries} == {"no-room", "too-fast"} and max(slept) > 20, "each further try waits a second longer"
    slept.clear()
    back = Device(rooms, "a")
    assert not back.enter(code) and not slept
    clock.now += 3600
    assert not Device(rooms, "f").enter(code) and not slept


def test_a_bot_takes_over_a_seat_that_was_left_for_a_minute_and_gives_it_back(tmp_path: Path) -> None:
    clock = Clock()
    rooms = rooms_at(tmp_path, clock)
    ana, ben, code = two_drive(rooms)
    ana.leave()
    clock.now += LIMITS.gone - 1
    assert ben.say("relieve", seat=0) == "still-there"
    clock.now += 2
    assert not ben.say("relieve", seat=0)
    settled(rooms)
    room = rooms.all()[0]
    assert ben.moves and room.turn == 1 and ben.room["seats"][0]["level"] == "careful"
    back = Device(rooms, "a")
    back.enter(code)
    assert back.room["seats"][0]["mine"] and back.room["seats"][0]["level"] == "" and back.moves == ben.moves


def test_who_sits_in_turn_and_does_nothing_for_five_minutes_may_be_stood_in_for(tmp_path: Path) -> None:
    clock = Clock()
    rooms = rooms_at(tmp_path, clock)
    ana, ben, _ = two_drive(rooms)
    clock.now += LIMITS.idle - 1
    assert ben.say("relieve", seat=0) == "still-there"
    clock.now += 2
    assert ana.say("relieve", seat=1) == "still-there", "who is not in turn has nothing to do"
    assert not ben.say("relieve", seat=0)
    settled(rooms)
    assert ben.moves and not ana.say("back") and ana.room["seats"][0]["level"] == ""


def test_bots_drive_by_themselves_as_long_as_somebody_is_there(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path)
    ana = Device(rooms, "a")
    code = ana.open(levels=("careful", "careful"))
    ana.say("begin")
    for _ in range(40):
        settled(rooms)
        if len(ana.moves) > 12:
            break
        assert not ana.move(first_move(rooms, code))
    assert len(ana.moves) > 12 and ana.room["number"] == len(ana.moves)


def test_there_are_so_many_rooms_guests_and_messages_and_no_more(tmp_path: Path) -> None:
    clock = Clock()
    rooms = rooms_at(tmp_path, clock, rooms=3, guests=4, in_a_room=2, opened=2)
    ana = Device(rooms, "a")
    for _ in range(2):
        ana.open()
    assert ana.say("open", secret=ana.secret, game="classic", name="Ana", levels=[]) == "too-fast"
    clock.now += 3600
    ana.open()
    clock.now += 3600
    assert ana.say("open", secret=ana.secret, game="classic", name="Ana", levels=[]) == "too-many"
    others = [Device(rooms, sign) for sign in "bcd"]
    code = ana.room["code"]
    assert [one.enter(code) for one in others[:2]] == ["", "too-many"]
    assert others[2].guest
    with pytest.raises(Refused, match="too-many"):
        rooms.arrive(lambda _: None)
    assert ana.guest
    waits = [rooms.wait(ana.guest) for _ in range(LIMITS.burst + 5)]
    assert waits[0] == 0 and waits[-1] > 0.5


def test_rooms_of_last_week_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = rooms_at(tmp_path)
    ana = Device(rooms, "a")
    old = ana.open()
    ana.leave()
    monkeypatch.setattr("rallyman_tutor.pages.server.room_files.time.time", lambda: 9e9)
    new = Device(rooms, "b").open()
    assert Device(rooms, "a").enter(old) == "no-room"
    assert new != old


def test_a_clock_that_jumps_deletes_no_room_with_somebody_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = rooms_at(tmp_path)
    ana, ben, code = two_drive(rooms)
    monkeypatch.setattr("rallyman_tutor.pages.server.room_files.time.time", lambda: 9e9)
    Device(rooms, "c").open()
    assert not ana.move(first_move(rooms, code)) and len(ben.moves) == 1
    assert Device(rooms_at(tmp_path), "a").enter(code) == ""


def test_a_room_whose_file_is_gone_writes_no_half_of_it(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path)
    ana, _, code = two_drive(rooms)
    move, file = first_move(rooms, code), tmp_path / f"{code}.room"
    file.unlink()
    assert ana.move(move) == "not-written" and not file.exists()


def test_a_room_without_guests_is_played_again_once_and_not_each_time_it_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = rooms_at(tmp_path)
    ana, ben, code = two_drive(rooms)
    ana.leave()
    ben.leave()
    (before,) = rooms.all()
    monkeypatch.setattr("rallyman_tutor.pages.server.room_files._lines", lambda path: pytest.fail(path.name))
    assert rooms.all() == [before]
    monkeypatch.undo()
    back = Device(rooms, "a")
    back.enter(code)
    assert not back.move(first_move(rooms, code))
    back.leave()
    assert [room.number for room in rooms.all()] == [1]


def test_whoever_comes_back_in_turn_has_five_minutes_from_then_on(tmp_path: Path) -> None:
    clock = Clock()
    rooms = rooms_at(tmp_path, clock)
    ana, ben, code = two_drive(rooms)
    ana.leave()
    clock.now += LIMITS.idle + 1
    Device(rooms, "a").enter(code)
    assert ben.say("relieve", seat=0) == "still-there"
    clock.now += LIMITS.idle
    assert not ben.say("relieve", seat=0)


def test_whoever_goes_to_another_room_has_left_this_one_just_now(tmp_path: Path) -> None:
    clock = Clock()
    rooms = rooms_at(tmp_path, clock)
    ana, ben, _ = two_drive(rooms)
    clock.now += 3600
    ana.open()
    assert ben.say("relieve", seat=0) == "still-there"
    clock.now += LIMITS.gone
    assert not ben.say("relieve", seat=0)


def test_a_file_that_is_none_of_ours_is_no_room(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path)
    for name, text in {"AAAAAA": "nonsense\n", "BBBBBB": '{"open": 7}\n', "CCCCCC": ""}.items():
        (tmp_path / f"{name}.room").write_text(text)
    eve = Device(rooms, "e")
    assert [eve.enter(code) for code in ("AAAAAA", "BBBBBB", "CCCCCC", "../AAAAAA")] == ["no-room"] * 4
    assert rooms.all() == []
