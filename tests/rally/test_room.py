"""A room as the server knows it: seats and their secrets, whose turn it is, and that it is made again of its lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from rallyman_tutor.core.game import Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.rally import room as rooms
from rallyman_tutor.rally.boxes import box_of
from rallyman_tutor.rally.room import LETTERS, LONG, Room, after, code_of, holder_of
from rallyman_tutor.rally.setup import Entry, RallySetup
from tests.some import some

ANA, BEN, EVE = (holder_of(sign * 32) for sign in "abe")
CODE = "KXR4TM"
SETUP = RallySetup((), ("s2 R3 s1",), 0, {}, "seed of the server")


def opened(key: str = "classic", name: str = "Ana", bots: tuple[Entry, ...] = ()) -> Room:
    stages = SETUP.stages if key == "classic" else next(iter(box_of(SHELF[key]).rallies.values()), ())
    setup = SETUP._replace(entries=bots, stages=stages, many=int(not stages))  # of cards one race, or one hand
    return after(None, rooms.opened(CODE, key, setup, ANA, name))


def begun(*, bots: tuple[Entry, ...] = ()) -> Room:
    """A room in which Ana and Ben drive."""
    room = opened(bots=bots)
    room = after(room, rooms.sat(room, BEN, "Ben"))
    return after(room, rooms.begun(room, ANA))


def first_move(room: Room) -> str:
    assert room.rally
    return room.game.write_move(room.game.moves(room.rally.state)[0])


def why(deed: Callable[[], Plain | Room | None]) -> str:
    """The key of the reason for which something is refused."""
    with pytest.raises(Refused) as refused:
        deed()
    assert refused.value.key in rooms.REASONS
    return refused.value.key


def test_a_room_is_made_again_of_its_lines_as_json_writes_them() -> None:
    lines = [rooms.opened(CODE, "classic", SETUP, ANA, "Ana")]
    room = after(None, lines[0])
    lines.append(rooms.sat(room, BEN, "Ben"))
    room = after(room, lines[-1])
    lines.append(rooms.begun(room, ANA))
    room = after(room, lines[-1])
    for _ in range(30):
        if room.is_over:
            break
        lines.append(rooms.moved(room, room.seats[room.turn].holder, room.number, first_move(room)))
        room = after(room, lines[-1])
    again: Room | None = None
    for line in json.loads(json.dumps(lines)):
        again = after(again, line)
    assert again == room and room.number > 5


@pytest.mark.parametrize(
    "name", ["Ана", "安娜", "あな", "아나", "أنا", "אנה", "Άννα", "आना", "แอน", "தமிழ்", "Zoë", "Nguyễn"]
)
@pytest.mark.parametrize("key", SHELF)
def test_names_are_taken_in_any_script(name: str, key: str) -> None:
    room = opened(key, bots=(Entry("Cleo", "novice"),))
    room = after(room, rooms.sat(room, BEN, name))
    room = after(room, rooms.begun(room, ANA))
    assert room.seats[1].name == name and room.rally
    assert SHELF[key].write(SHELF[key].read(SHELF[key].write(room.rally.state))) == SHELF[key].write(room.rally.state)


@pytest.mark.parametrize(
    "name",
    ["<b>Ben</b>", "<script>alert(1)</script>", "Ben\u202e", "", "   ", "1", "a&b", "'", '"', "a\x00b", "{{7}}", "`x`", None, 7, ["Ben"]],
)  # fmt: skip
def test_no_name_is_markup_or_turns_a_line_around(name: object) -> None:
    assert why(lambda: rooms.sat(opened(), BEN, name)) == "name"


def test_a_gap_in_a_name_becomes_a_hyphen_and_what_is_not_seen_is_left_out() -> None:
    assert rooms.name_of("  Ana \u200bMaría\n") == "Ana-María"
    assert len(rooms.name_of("x" * 10_000)) == rooms.LONGEST_NAME
    assert why(lambda: rooms.sat(opened(), BEN, "ANA")) == "name-taken"


def test_a_code_is_read_as_people_write_it() -> None:
    assert {code_of(text) for text in (" kxr 4tm", "KXR-4TM", "kxr4tm\n")} == {CODE}
    assert {code_of(text) for text in ("KXR4T", "KXR4TMM", "KXRITM", "KXR0TM", "../etc", "", None, 7)} == {""}
    assert not {*"IO01"} & {*LETTERS} and len({*LETTERS}) == 32 and LONG == 6


@pytest.mark.parametrize("secret", ["", "a" * 31, "a" * 65, "A" * 32, "z" * 32, None, 7, ["a"] * 32])
def test_a_seat_needs_a_secret_that_cannot_be_guessed(secret: object) -> None:
    assert why(lambda: {"x": holder_of(secret)}) == "no-secret"


def test_the_secret_itself_is_in_no_line() -> None:
    written = json.dumps(rooms.opened(CODE, "classic", SETUP, ANA, "Ana"))
    assert "a" * 32 not in written and ANA in written


def test_only_whoever_is_in_turn_moves_and_only_from_where_they_stand() -> None:
    room = begun()
    move, owner, other = first_move(room), room.seats[room.turn].holder, room.seats[1 - room.turn].holder
    assert why(lambda: rooms.moved(room, other, 0, move)) == "not-your-turn"
    assert why(lambda: rooms.moved(room, EVE, 0, move)) == "no-seat"
    assert why(lambda: rooms.moved(room, "", 0, move)) == "no-seat"
    for number in some((1, -1, 10**9, "0", None, True, 0.0)):
        assert why(partial(rooms.moved, room, owner, number, move)) == "other-number"
    line = rooms.moved(room, owner, 0, move)
    assert why(lambda: rooms.moved(after(room, line), owner, 0, move)) == "other-number", "twice"
    assert why(lambda: rooms.moved(opened(), ANA, 0, move)) == "not-begun"


@pytest.mark.parametrize(
    ("text", "reason"),
    [("5>k9", "not-legal"), ("", "not-legal"), ("1>s1 2>s2", "not-legal"), ("<b>", "not-legal"), ("1" * 401, "too-long"),
     (None, "no-text"), (["1>s1"], "no-text"), ({"do": 1}, "no-text")],
)  # fmt: skip
def test_a_move_that_is_none_is_refused(text: object, reason: str) -> None:
    room = begun()
    assert why(lambda: rooms.moved(room, room.seats[room.turn].holder, 0, text)) == reason


def test_what_belongs_to_the_opener_and_to_the_time_before_the_start() -> None:
    room = opened()
    assert why(lambda: rooms.begun(room, BEN)) == "not-opener"
    assert why(lambda: rooms.left(room, EVE)) == "no-seat"
    assert after(room, rooms.left(room, ANA)).seats == ()
    on = begun()
    for deed in some((lambda: rooms.sat(on, EVE, "Eve"), lambda: rooms.left(on, ANA), lambda: rooms.begun(on, ANA))):
        assert why(deed) == "begun"
    for number in range(3):
        room = after(room, rooms.sat(room, holder_of(f"{number}" * 32), f"D{'xyz'[number]}"))
    assert why(lambda: rooms.sat(room, EVE, "Eve")) == "full"


def test_no_other_game_than_ours_is_played_in_rooms() -> None:
    assert why(lambda: rooms.opened(CODE, "chess", SETUP, ANA, "Ana")) == "not-offered"


def test_a_bot_stands_in_for_who_has_left_and_hands_the_seat_back() -> None:
    room = begun()
    seat = room.turn
    holder, other = room.seats[seat].holder, room.seats[1 - seat].holder
    assert why(lambda: rooms.relieved(room, other, seat, is_left=False)) == "still-there"
    for nobody in some((EVE, "")):
        assert why(partial(rooms.relieved, room, nobody, seat, is_left=True)) == "no-seat"
    for where in some((-1, 2, "0", None)):
        assert why(partial(rooms.relieved, room, other, where, is_left=True)) == "no-seat"
    away = after(room, rooms.relieved(room, other, seat, is_left=True))
    assert away.waits_for_bot and away.seats[seat].holder == holder
    assert why(lambda: rooms.moved(away, holder, 0, first_move(away))) == "not-your-turn"
    moved: Any = rooms.moved_by_bot(away, 0, first_move(away))
    assert after(away, moved).number == 1 and rooms.moved_by_bot(away, 1, first_move(away)) is None
    line: Any = rooms.back(away, holder)
    assert after(away, line) == room and rooms.back(room, holder) is None
    assert why(lambda: rooms.taken_back(room, holder)) == "no-seat"


def test_bots_sit_behind_the_persons_and_keep_their_level() -> None:
    room = begun(bots=(Entry("Cleo", "novice"),))
    assert [seat.name for seat in room.seats] == ["Ana", "Ben", "Cleo"] and room.rally
    assert room.rally.levels == ("", "", "novice")


@pytest.mark.parametrize("line", [{}, {"sit": "x"}, {"move": []}, {"open": 7}, {"level": [0]}, {"move": ["1>s1"]}])
def test_a_line_that_fits_nothing_is_refused(line: dict[str, Plain]) -> None:
    with pytest.raises(Refused):
        after(opened(), line)
