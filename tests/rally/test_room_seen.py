"""The moves of a room of cards as each seat is told them: the table as it sees it, and no card of anybody else."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.rally import rally as rallies
from rallyman_tutor.rally import room as rooms
from rallyman_tutor.rally.room import Room, after, holder_of
from rallyman_tutor.rally.room_seen import NEWEST, moves_told
from rallyman_tutor.rally.setup import Entry, RallySetup
from tests.some import some

CARDS = tuple(key for key, game in SHELF.items() if game.has_hidden_hands)
HOLDERS = tuple(holder_of(sign * 32) for sign in "abc")
LOOKS_ON = holder_of("f" * 32)
CODE = "KXR4TM"


def begun(key: str, many: int = 1, seed: str = "7") -> Room:
    """A room in which three people and a bot sit."""
    setup = RallySetup((Entry("Cleo", "novice"),), (), many, {}, seed)
    room = after(None, rooms.opened(CODE, key, setup, HOLDERS[0], "Ana"))
    for holder, name in zip(HOLDERS[1:], ("Ben", "Dan"), strict=True):
        room = after(room, rooms.sat(room, holder, name))
    return after(room, rooms.begun(room, HOLDERS[0]))


def played(room: Room, rng: Random) -> Room:
    """The room after one more move, made by chance."""
    assert room.rally
    move = room.game.write_move(rng.choice(room.game.moves(room.rally.state)))
    if room.waits_for_bot:
        line = rooms.moved_by_bot(room, room.number, move)
        assert line
        return after(room, line)
    return after(room, rooms.moved(room, room.seats[room.turn].holder, room.number, move))


def state(room: Room) -> Any:
    assert room.rally
    return room.rally.state


def hands(room: Room) -> list[tuple[str, ...]]:
    """The cards that each seat holds."""
    now = state(room)
    if room.game.key == "mil_millas":
        return [*now.hands]
    return [(*car.hand, *car.drawn, *filter(None, [car.sealed.rstrip("+-")])) for car in now.cars]


@pytest.mark.parametrize("key", CARDS)
def test_a_whole_game_tells_each_seat_its_own_cards_and_nobody_those_of_another(key: str) -> None:
    room, rng = begun(key), Random(3)
    while not room.is_over:
        before = hands(room)
        room = played(room, rng)
        for seat, holder in zip((0, 1, 2, -1, -1), (*HOLDERS, "", LOOKS_ON), strict=True):
            told: list[Any] = moves_told(room, holder, room.number - 1)[0]
            assert room.game.read_seen(told[1]) == room.game.seen_by(state(room), seat)
            assert not told[0] or seat == _mover(room)
            (_names_no_other if key == "crazy_rally" else _writes_no_other)(room, before, told, seat)
    assert room.number > 30


def _names_no_other(room: Room, before: list[tuple[str, ...]], told: list[Any], seat: int) -> None:
    """Each card has a name of its own: one that is named has been open, or is the seat's own."""
    now = hands(room)
    left = {card for was, is_ in zip(before, now, strict=True) for card in was if card not in is_}
    open_ = {card.rstrip("+-") for card in _open(state(room))}
    named = {*re.findall(r"\b[BYPE]\d\d?\b", json.dumps(told[1:]))}
    assert named <= {*open_, *left, *(now[seat] if seat >= 0 else ())}


def _writes_no_other(room: Room, before: list[tuple[str, ...]], told: list[Any], seat: int) -> None:
    """Of the hands of others, and of their draws, only the number of cards is written."""
    drawn = [event[3]["cards"] for event in told[2:] if event[0] == "draw" and event[2] != seat]
    assert all({*cards} <= {"?"} for cards in drawn)
    written = [one.split()[1:] for at, one in enumerate(told[1].split("|")[1].split(";")) if at != seat]
    assert all({*cards} <= {"-", "?", *(f"?x{n}" for n in range(2, 8))} for cards in written)


def _mover(room: Room) -> int:
    """Whoever made the last move."""
    assert room.rally
    past = room.rally.replay.past
    return room.game.turn(past[-2].state if len(past) > 1 else room.rally.replay.start)


def _open(race: Any) -> list[str]:
    """Cards that lie open for all: those laid and played, and the top of the discard pile."""
    return [*(card for car in race.cars for card in (*car.tabled, *car.played)), *race.discard[-1:]]


@pytest.mark.parametrize("key", CARDS)
def test_another_luck_behind_the_same_sight_tells_the_same(key: str) -> None:
    """Cards that a seat does not see are dealt otherwise: it is told the very same words."""
    room, rng = begun(key), Random(5)
    tried = 0
    while not room.is_over and tried < 60:
        room = played(room, rng)
        other = _otherwise(state(room), key)
        if other is None:
            continue
        tried += 1
        assert other != state(room)
        assert room.game.write(room.game.seen_by(other, 0)) == moves_told(room, HOLDERS[0], room.number - 1)[0][1]
    assert tried > 20


def _otherwise(now: Any, key: str) -> Any:
    """The state with a card in the hand of the second player changed for one that nobody sees; None where there is
    none."""
    if key == "mil_millas":
        hand = now.hands[1]
        fresh = next((card for card, count in now.deck if count and hand and card != hand[0]), "")
        if not fresh:
            return None
        deck = tuple((card, count + (card == hand[0]) - (card == fresh)) for card, count in now.deck)
        mixed = now._replace(hands=(now.hands[0], (*hand[1:], fresh), *now.hands[2:]), deck=deck)
        game: Any = SHELF[key]
        return game.read(game.write(mixed))
    car = now.cars[1]
    if not car.hand or not now.supply or car.sealed:
        return None
    cars = (now.cars[0], car._replace(hand=(now.supply[0], *car.hand[1:])), *now.cars[2:])
    return now._replace(cars=cars, supply=(car.hand[0], *now.supply[1:]))


@pytest.mark.parametrize("key", CARDS)
def test_no_seat_speaks_for_another_or_agrees_on_anything_else(key: str) -> None:
    """The rules' answer to a move in another's name would tell whose hand has which card."""
    room, rng = begun(key), Random(1)
    forged = 0
    while not room.is_over and forged < 600:
        seat = room.seats[room.turn]
        if not room.waits_for_bot:
            others = [
                f"{name}: {move}"
                for name, *_ in room.seats
                if name != seat.name
                for move in ("trick", "event two", "draw")
            ]
            for text in some((*others, "change stacking=on", "I", "peek", "note")):
                with pytest.raises(Refused, match="not-legal"):
                    rooms.moved(room, seat.holder, room.number, text.replace(": t", ":t").replace(": d", ":d"))
                forged += 1
        room = played(room, rng)
    assert forged > 100


def test_only_the_newest_moves_are_told_and_of_earlier_ones_that_they_were_made() -> None:
    room, rng = begun("mil_millas"), Random(2)
    while room.number < NEWEST + 10:
        room = played(room, rng)
    told = moves_told(room, HOLDERS[1], 0)
    assert len(told) == room.number and told[:10] == [[]] * 10 and all(told[10:])
    assert moves_told(room, HOLDERS[1], room.number - 2) == told[-2:]


def test_where_all_lies_open_everybody_is_told_the_same() -> None:
    room = after(None, rooms.opened(CODE, "classic", RallySetup((), ("s2 R3 s1",), 0, {}, "7"), HOLDERS[0], "Ana"))
    assert moves_told(room, HOLDERS[0], 0) == []
    room = after(room, rooms.begun(room, HOLDERS[0]))
    room = played(room, Random(1))
    assert moves_told(room, LOOKS_ON, 0) == moves_told(room, HOLDERS[0], 0) == rooms.move_lines(room, 0)


@pytest.mark.parametrize(("key", "few"), [("crazy_rally", (3, 4, 5, 6)), ("mil_millas", (2, 3, 4, 5, 6, 8, 9))])
def test_a_rally_begins_with_as_many_as_the_page_says(key: str, few: tuple[int, ...]) -> None:
    assert SHELF[key].seats == few, "the words of `so-many` name these numbers"
    for many in some(range(1, max(few) + 1)):
        room = after(None, rooms.opened(CODE, key, RallySetup((), (), 1, {}, "7"), HOLDERS[0], "Ana"))
        for number in range(1, many):
            room = after(room, rooms.sat(room, holder_of(f"{number:x}" * 32), f"D{'abcdefgh'[number - 1]}"))
        if many in few:
            assert after(room, rooms.begun(room, HOLDERS[0])).rally
        else:
            with pytest.raises(Refused, match="so-many"):
                rooms.begun(room, HOLDERS[0])


def test_bots_decide_from_the_same_room_again() -> None:
    """The rally that a bot is handed to decide from is the game of the room."""
    room, rng = begun("crazy_rally"), Random(4)
    for _ in range(12):
        room = played(room, rng)
    assert room.rally
    assert rallies.load(room.game, rallies.save(room.rally)).state == state(room)
