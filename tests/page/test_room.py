"""A page in a room: it follows its server move by move, catches up, and asks the server for its own moves."""

from __future__ import annotations

from typing import Any

import pytest

from rallyman_tutor.games import NAMES, SHELF
from rallyman_tutor.page.places.room import RoomStop, RoomTurn
from rallyman_tutor.rally import room as rooms
from rallyman_tutor.rally.room import after, holder_of
from rallyman_tutor.tutor.learner.addresses import address_in_game
from rallyman_tutor.tutor.session.sharing import open_shared
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.host import Visit
from tests.page.room_told import ANA, AT, BEN, CODE, begun, driven, first_move, state, there, to_the_end, told
from tests.some import some

TEXTS = text_tables("tutor")["room"]


def turn(visit: Visit) -> RoomTurn:
    assert isinstance(visit.page.place, RoomTurn)
    return visit.page.place


def test_a_room_waits_for_its_server_then_has_its_board() -> None:
    visit = Visit(AT)
    assert visit.place["kind"] == "room" and visit.place["room"]["code"] == CODE
    visit.says(do="follow", room={**told(begun()), "start": None})
    assert visit.place["kind"] == "room" and not visit.place["room"]["begun"]
    visit.says(do="follow", room=told(begun()))
    assert visit.place["kind"] == "rooming" and visit.view["mine"] and visit.place["room"]["begun"]


def test_a_move_of_oneself_is_asked_of_the_server_and_is_on_the_board_once_it_has_told() -> None:
    visit, room = there(begun()), begun()
    visit.says(do="lay", piece="1")
    visit.says(do="act", move=visit.view["offers"][0]["move"])
    ask = visit.place["room"]["ask"]
    assert ask["number"] == 0 and not turn(visit).seat.replay.past and turn(visit).seat.draft
    room = after(room, rooms.moved(room, ANA, ask["number"], ask["move"]))
    visit.says(do="follow", room=told(room, start=0))
    assert room.rally and turn(visit).seat.replay.past == room.rally.replay.past
    assert visit.place["room"]["known"] == 1 and visit.place["room"]["ask"] is None and visit.view["log"]


def test_the_rest_of_a_draft_stays_as_long_as_the_turn_goes_on() -> None:
    visit, room = there(begun()), begun()
    for piece in ("1", "2"):
        visit.says(do="lay", piece=piece)
    first = visit.view["draft"][0]["move"]
    visit.says(do="act", move=first)
    visit.says(do="follow", room=told(after(room, rooms.moved(room, ANA, 0, first))))
    assert [step["move"] for step in visit.view["draft"]] != [] and first not in [
        step["move"] for step in visit.view["draft"]
    ]


def test_a_page_that_knows_less_is_told_the_rest_and_one_that_lacks_a_part_says_how_much_it_knows() -> None:
    visit, room = there(begun()), driven(begun(), 4)
    visit.says(do="follow", room=told(room, start=3))
    assert visit.place["room"]["known"] == 0, "one move of these four would not do"
    visit.says(do="follow", room=told(room, start=0))
    assert visit.place["room"]["known"] == 4
    visit.says(do="follow", room=told(driven(room), start=2))
    assert visit.place["room"]["known"] == 5 and turn(visit).seat.state == state(driven(room))


def test_where_hands_are_hidden_whoever_is_in_turn_plays_and_elsewhere_they_drive() -> None:
    for key, table in some((("classic", "labels"), ("mil_millas", "labels-cards"))):
        shown = there(begun(key, ("s2 R3 s1",) if key == "classic" else ())).place["room"]["labels"]
        assert [shown[one] for one in ("turn", "yours")] == [TEXTS[table][one] for one in ("turn", "yours")]


def test_who_is_not_in_turn_or_only_looks_on_lays_nothing() -> None:
    for holder in some((BEN, holder_of("c" * 32))):
        visit = there(begun(), holder)
        before = turn(visit)
        for intent in some(
            ({"do": "lay", "piece": "1"}, {"do": "act", "move": "1>s1"}, {"do": "undo"}, {"do": "clear"})
        ):
            visit.says(**intent)
            assert visit.answer["text"] == TEXTS["others-turn"].format(name="Ana") and turn(visit).seat == before.seat
        assert not visit.view["mine"]


def test_a_move_that_the_others_have_seen_is_not_taken_back_and_a_die_that_was_laid_is() -> None:
    room = begun()
    visit = there(room)
    first = first_move(room)
    visit.says(do="follow", room=told(after(room, rooms.moved(room, ANA, 0, first))))
    visit.says(do="undo")
    assert visit.answer["text"] == TEXTS["stands"] and len(turn(visit).seat.replay.past) == 1
    visit.says(do="lay", piece="2")
    visit.says(do="undo")
    assert not visit.view["draft"] and len(turn(visit).seat.replay.past) == 1


def test_a_move_that_the_rules_refuse_is_told_here_and_not_sent() -> None:
    visit = there(begun())
    visit.says(do="draft", moves=["5"])
    visit.says(do="act", move="5")
    assert visit.view["problem"] and visit.place["room"]["ask"] is None


def test_what_was_laid_lies_there_again_after_a_reload_unless_the_rally_went_on() -> None:
    visit, room = there(begun()), begun()
    visit.says(do="lay", piece="1")
    kept = visit.wire["kept"]
    for after_it, many in some(((room, 1), (driven(room), 0))):
        again = Visit("home")
        again.says(do="go", to=AT, kept=kept)
        again.says(do="follow", room=told(after_it))
        assert len(again.view["draft"]) == many


def test_the_sheet_stands_behind_the_last_stage_and_nobody_lays_anything_there() -> None:
    room = begun()
    visit = there(room)
    room = to_the_end(room)
    visit.says(do="follow", room=told(room))
    assert isinstance(visit.page.place, RoomStop)
    assert (
        visit.place["room"]["sheet"]["rows"]
        and visit.place["room"]["said"]
        and visit.place["room"]["known"] == room.number
    )


def test_behind_the_last_stage_comes_what_decided_it_and_a_film_that_is_asked_for() -> None:
    visit = Visit(AT)
    visit.says(do="hello", theme="light", at=AT)
    room = to_the_end(begun())
    visit.says(do="follow", room=told(begun()))
    visit.says(do="follow", room=told(room))
    assert visit.place["room"]["film"] and "film" not in visit.behind
    back = visit.behind["rally"]
    assert back["title"] and not back["waits"], "all of it has come"
    visit.says(do="film")
    assert visit.behind["film"]["of"] == 1
    assert room.rally and open_shared(SHELF, visit.behind["film"]["code"]).replay.past == room.rally.replay.past
    known = visit.page.place
    visit.says(do="follow", room={**told(room, BEN), "from": room.number, "moves": []})
    assert isinstance(known, RoomStop) and isinstance(visit.page.place, RoomStop)
    assert visit.page.place.past is known.past, "who sits where changes nothing of it"


def test_the_room_says_which_game_it_is_and_its_map_is_that_games() -> None:
    stages = SHELF["dirt"].ready_tables
    visit = there(begun("dirt", (next(iter(stages.values())).split(" ; ")[0],)))
    assert visit.page.game_key == "dirt" and visit.place["map"] == "home/dirt" and visit.place["at"] == AT


@pytest.mark.parametrize(
    "otherwise",
    [{"code": "x"}, {"game": None}, {"seats": 7}, {"seats": [7]}, {"seats": [{}] * 13}, {"from": "0"},
     {"moves": None}, {"moves": [["nonsense"]]}, {"moves": [7]}, {"from": -5}],
)  # fmt: skip
def test_what_no_server_says_changes_nothing(otherwise: dict[str, Any]) -> None:
    visit = there(begun())
    before = turn(visit).seat
    visit.says(do="follow", room={**told(driven(begun())), **otherwise})
    assert (
        visit.answer["kind"] == "told" and len(visit.answer["text"]) > 20 and turn(visit).seat.replay == before.replay
    )
    visit.says(do="follow", room=7)
    assert turn(visit).seat.replay == before.replay


@pytest.mark.parametrize("key", NAMES)
def test_the_door_offers_every_game_and_says_of_cards_who_sees_them(key: str) -> None:
    visit = Visit(address_in_game("room", key))
    shown = visit.place["room"]
    assert shown["setup"] and [one["key"] for one in shown["games"]] == [*SHELF]
    assert shown["said"].startswith(TEXTS["about"]) and (TEXTS["hands"] in shown["said"]) is SHELF[key].has_hidden_hands
    assert {*shown["refused"]} == {*rooms.REASONS}


def test_a_seat_that_is_taken_later_is_ones_own_from_then_on() -> None:
    room = begun()
    visit = there(room, holder_of("c" * 32))
    assert turn(visit).seat.learners == []
    visit.says(do="follow", room=told(room, ANA))
    assert turn(visit).seat.learners == [0]
