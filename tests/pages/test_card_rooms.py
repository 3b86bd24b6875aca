"""A room of cards on a server: three people, a bot and somebody who looks on play a whole game, and two of them mean no
good. Every word that a browser hears, and all that its page holds, has no card but those that its seat may see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rallyman_tutor.page.places.room import RoomStop, RoomTurn
from rallyman_tutor.pages.server.shares import LIMITS
from rallyman_tutor.rally.room import REASONS, holder_of
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.log import log
from tests.page.host import Visit
from tests.pages.room_guests import STAGES, Clock, Device, Stage, rooms_at, settled
from tests.some import some


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """Every stage of a test is ended behind it."""
    yield
    while STAGES:
        STAGES.pop().end()


class Player:
    """A device with the page that plays again what it hears."""

    def __init__(self, rooms: Stage, sign: str) -> None:
        self.device = Device(rooms, sign)
        self.visit: Visit | None = None

    def follows(self) -> None:
        """The page hears what the browser has heard of the room."""
        told = self.device.room
        if self.visit is None:
            self.visit = Visit(f"room/{told['code']}")
        known = self.visit.place["room"]["known"] if self.visit.place["room"]["begun"] else 0
        words = {name: told[name] for name in ("code", "game", "start", "rules", "values", "seats")}
        self.visit.says(do="follow", room={**words, "from": known, "moves": self.device.moves[known:]})
        assert self.visit.place["room"]["known"] == len(self.device.moves)


def gathered(rooms: Stage, game: str, many: str = "") -> tuple[list[Player], str]:
    """Ana, Ben, Eve and a bot at a table, with Mallory who looks on; Eve and Mallory mean no good."""
    people = [Player(rooms, sign) for sign in "abef"]
    code = people[0].device.open(game=game, levels=("novice",), stages="", many=many)
    for one, name in zip(people[1:], ("Zoë", "Eve", ""), strict=True):
        one.device.enter(code)
        if name:
            assert one.device.say("sit", name=name) == ""
    assert people[0].device.say("begin") == ""
    settled(rooms)
    return people, code


def secrets(rooms: Stage, people: list[Player]) -> list[str]:
    return [rooms.all()[0].setup.seed, *(holder_of(one.device.secret) for one in people)]


def hands(now: Any) -> list[tuple[str, ...]]:
    """The cards of each seat that no other may see."""
    if hasattr(now, "hands"):
        return [*now.hands]
    return [(*car.hand, *car.drawn, *filter(None, [car.sealed.rstrip("+-")])) for car in now.cars]


def frames_are_clean(rooms: Stage, people: list[Player], seen: list[int], known: list[set[tuple[int, str]]]) -> None:
    """All that was told since: no seed, no secret, and of cards only those of the own seat or those that lay open."""
    room = rooms.all()[0]
    assert room.rally
    past = [room.rally.replay.start, *(one.state for one in room.rally.replay.past)]
    for seat, one in enumerate(people):
        fresh = one.device.told[seen[seat] :]
        seen[seat] = len(one.device.told)
        text = json.dumps(fresh)
        assert not any(
            secret in text for secret in (*secrets(rooms, people), *(other.device.secret for other in people))
        )
        for told in filter(None, (frame.get("room") for frame in fresh)):
            for number, entry in enumerate(told["moves"], told["from"]):
                if not entry or (number, str(entry)) in known[seat]:
                    continue
                known[seat].add((number, str(entry)))
                move_is_clean(entry, past[number], past[number + 1], seat if seat < 3 else -1)


def move_is_clean(entry: list[Any], before: Any, now: Any, seat: int) -> None:
    """One move as it was told to a seat."""
    text = json.dumps(entry)
    if not hasattr(now, "hands"):  # every card has a name of its own
        gone = {card for one, then in zip(hands(before), hands(now), strict=True) for card in one if card not in then}
        lies = {card.rstrip("+-") for car in now.cars for card in (*car.tabled, *car.played)} | {*now.discard[-1:]}
        own = {*hands(now)[seat]} if seat >= 0 else set()
        assert {*re.findall(r"\b[BYPE]\d\d?\b", text)} <= own | gone | lies
        course = {
            *now.course[: now.driven],
            *before.course[: before.driven],
            *now.course[max(0, now.looked - 1) : now.looked],
        }
        assert {*re.findall(r"\bC\d\d\b", text)} <= course
        return
    held = entry[1].split("|")[1].split(";")
    assert all(re.fullmatch(r"\s*\S+ (-|\?(x\d)?)\s*", one) for at, one in enumerate(held) if at != seat)
    drawn = [event[3]["cards"] for event in entry[2:] if event[0] == "draw" and event[2] != seat]
    assert all({*cards} <= {"?"} for cards in drawn)


def tries(evil: Device, others: list[Device], code: str) -> list[str]:
    """All that somebody tries who wants to see the cards of others, or to play for them."""
    return [
        *(evil.say("enter", secret=holder_of(one.secret), code=code, known=0) for one in others),
        *(evil.say("enter", secret=secret, code=code, known=known)
          for secret in ("", None, ["a"], evil.secret) for known in (-1, 10**9, True, "0")),
        *(evil.say("move", number=number, move=move) for number in (0, len(evil.moves), len(evil.moves) - 1)
          for move in ("Ana:trick", "Zoë:draw", "Ana: event two", "draw{100}", "change stacking=on", "Shift+I", "peek")),
        *(evil.say("relieve", seat=seat) for seat in (0, 1, 2, 3, -1)),
        *(evil.say(do, seat=0, holder=holder_of(others[0].secret)) for do in ("hand", "seed", "back", "begin", "rise")),
        evil.say("sit", name="Ana"), evil.say("enter", secret=evil.secret, code=code, known=0),
    ]  # fmt: skip


def plays(rooms: Stage, people: list[Player], rng: Random) -> None:
    """Whoever is in turn makes a move by chance; bots follow."""
    room = rooms.all()[0]
    assert room.rally
    move = room.game.write_move(rng.choice(room.game.moves(room.rally.state)))
    assert people[room.turn].device.move(move) == ""
    settled(rooms)


@pytest.mark.parametrize("game", ["crazy_rally", "mil_millas"])
def test_nobody_hears_of_a_card_that_is_not_theirs_in_a_whole_game(tmp_path: Path, game: str) -> None:
    rooms = rooms_at(tmp_path, guesses=10**6)
    people, code = gathered(rooms, game, "1")
    seen, rng, bad = [0] * len(people), Random(2), list[str]()
    known: list[set[tuple[int, str]]] = [set() for _ in people]
    eve, mallory = people[2].device, people[3].device
    turns, tried = set[int](), 0  # they try it at each driver's first turn, and now and then
    while not rooms.all()[0].is_over:
        plays(rooms, people, rng)
        if (now := rooms.all()[0]).turn not in turns or now.number >= tried + 120:
            turns, tried = turns | {now.turn}, now.number
            bad += tries(eve, [people[0].device, people[1].device], code)
            bad += tries(mallory, [people[0].device, eve], code)
            for one in people:
                one.follows()
                held = json.dumps([one.visit.wire, one.visit.behind] if one.visit else [])
                assert not any(secret in held for secret in secrets(rooms, people))
        frames_are_clean(rooms, people, seen, known)
    assert {*bad} <= {*REASONS, ""} and bad.count("not-your-turn") > 1 and bad.count("no-seat") > 1
    for one in people:
        one.follows()
        assert one.visit and isinstance(one.visit.page.place, RoomStop) and one.visit.place["room"]["sheet"]
        one.visit.says(do="film")
        assert "behind" not in one.visit.wire and not one.visit.place["room"]["film"], "it would tell the hands"
        assert len(one.device.moves) == rooms.all()[0].number


def in_hand(state: Any, seat: int) -> tuple[Any, ...]:
    """The cards that a driver may play now; before a race of Crazy Rally those drawn, of which some are chosen."""
    chooses = getattr(state, "phase", "") == "tune"
    return tuple(state.cars[seat].drawn if chooses else hands(state)[seat])


@pytest.mark.parametrize("game", ["crazy_rally", "mil_millas"])
def test_a_page_shows_the_hand_of_its_seat_at_any_time_and_to_who_looks_on_none(tmp_path: Path, game: str) -> None:
    rooms = rooms_at(tmp_path)
    people, _ = gathered(rooms, game, "1")
    rng, shown = Random(4), 0
    for _ in range(16):
        plays(rooms, people, rng)
        now = rooms.all()[0]
        assert now.rally
        for seat, one in enumerate(people):
            one.follows()
            assert one.visit and isinstance(one.visit.page.place, RoomTurn)
            held = {piece["key"] for piece in one.visit.view["pieces"]}
            hand = in_hand(now.rally.state, seat) if seat < 3 else ()
            assert held == {*hand}
            assert one.visit.view["mine"] is (seat == now.turn)
            shown += bool(held) and seat != now.turn
            assert bool(one.visit.view["log"])
    assert shown > 10


@pytest.mark.parametrize("game", ["crazy_rally", "mil_millas"])
def test_the_log_tells_each_driver_what_they_would_hear_at_one_screen(tmp_path: Path, game: str) -> None:
    """The page has heard masked events only, and says of them what it says where it has the whole game before it."""
    rooms = rooms_at(tmp_path)
    people, _ = gathered(rooms, game, "1")
    rng = Random(6)
    for _ in range(25):
        plays(rooms, people, rng)
    room = rooms.all()[0]
    assert room.rally
    for seat, one in enumerate(some(people[:3])):
        one.follows()
        assert one.visit and isinstance(one.visit.page.place, RoomTurn)
        whole = Session(room.rally.replay, bots=one.visit.page.place.seat.bots)
        assert log(whole) == one.visit.view["log"], seat


def test_a_hand_comes_back_with_the_line_and_a_seat_that_is_left_is_kept(tmp_path: Path) -> None:
    clock = Clock()
    rooms = rooms_at(tmp_path, clock)
    people, code = gathered(rooms, "mil_millas", "1")
    rng = Random(1)
    for _ in range(6):
        plays(rooms, people, rng)
    before = rooms.all()[0]
    away = before.turn
    people[away].device.leave()
    clock.now += LIMITS.gone + 1
    other = people[(away + 1) % 3].device
    assert other.say("relieve", seat=away) == ""
    settled(rooms)
    assert rooms.all()[0].number > before.number, "a bot played for them"
    back = Player(rooms, people[away].device.sign)
    back.device.enter(code)
    back.follows()
    now = rooms.all()[0]
    assert now.rally and back.visit and now.seats[away].level == ""
    assert {piece["key"] for piece in back.visit.view["pieces"]} == {*hands(now.rally.state)[away]}


def test_a_room_of_cards_is_there_again_when_its_server_is(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path)
    people, code = gathered(rooms, "crazy_rally", "1")
    for _ in range(5):
        plays(rooms, people, Random(1))
    before = rooms.all()[0]
    again = rooms_at(tmp_path)
    back = Player(again, "a")
    back.device.enter(code)
    back.follows()
    assert again.all()[0] == before and back.device.moves[-1] == people[0].device.moves[-1]


@pytest.mark.parametrize(
    "entry",
    [7, ["", ""], ["", "nonsense"], ["x", "A | B"], [[], "A ; B"], ["", "A ; B", 7], ["", "A ; B", ["win", "MM-END-01", 9, {}]],
     ["", "x" * 5000]],
)  # fmt: skip
def test_words_that_no_server_says_change_nothing(tmp_path: Path, entry: object) -> None:
    rooms = rooms_at(tmp_path)
    people, _ = gathered(rooms, "mil_millas", "1")
    plays(rooms, people, Random(1))
    ana = people[0]
    ana.follows()
    assert ana.visit
    before, known = ana.visit.page.place, len(ana.device.moves)
    words = {name: ana.device.room[name] for name in ("code", "game", "start", "rules", "values", "seats")}
    ana.visit.says(do="follow", room={**words, "from": known, "moves": [entry]})
    assert ana.visit.answer["kind"] == "told" and len(ana.visit.answer["text"]) > 20 and ana.visit.page.place == before


def test_a_code_of_ones_own_sight_is_refused_with_its_reason(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path)
    people, _ = gathered(rooms, "crazy_rally", "1")
    people[0].follows()
    assert people[0].visit
    people[0].visit.says(do="share")
    assert "no code" in people[0].visit.answer["text"]


def test_a_question_is_answered_here_and_nobody_else_hears_of_it(tmp_path: Path) -> None:
    rooms = rooms_at(tmp_path)
    people, _ = gathered(rooms, "mil_millas", "1")
    plays(rooms, people, Random(1))
    turn, number = rooms.all()[0].turn, rooms.all()[0].number
    one = people[turn]
    one.follows()
    assert one.visit
    one.visit.says(do="ask", move="Shift+I")
    assert one.visit.answer["text"].count("km") > 3 and one.visit.place["room"]["ask"] is None
    assert rooms.all()[0].number == number == one.visit.place["room"]["known"]
    one.visit.says(do="ask", move="deal")
    assert one.visit.place["room"]["known"] == number and one.visit.view["problem"]
