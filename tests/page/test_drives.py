"""A table on the page: what every deed is answered with, and which tables can be sat down at."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.page.show import patches
from rallyman_tutor.page.update import update
from rallyman_tutor.scene.shapes import Circle
from rallyman_tutor.tutor.learner import progress
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.session.intents import Lay
from rallyman_tutor.tutor.session.session import Session
from tests.page.host import LESSONS, NOON, Visit, rows
from tests.some import some

MOST_DEEDS = 1500


def drive(table: str = "first", cars: int = 1) -> Visit:
    made = Visit("drive", table="" if table == "first" else table)
    if cars > 1:
        made.says(do="new", table=table, cars=cars, bots=True, seed="1")
    return made


@pytest.fixture
def table() -> Visit:
    return drive("first")


def test_laying_a_die_is_answered_with_view_pieces_choices_and_what_to_keep(table: Visit) -> None:
    view = table.says(do="lay", piece="1")
    assert [step["place"] for step in view["draft"]] == ["s1"]
    assert view["n"] == table.choices["n"]
    assert any(piece[0] == "die:1" for piece in table.pieces["frames"][-1])
    assert table.kept["table"]["draft"] == ["1>s1"]


def test_the_answer_comes_first_and_what_can_wait_behind_it(table: Visit) -> None:
    before = table.page
    answer, *later = patches(before, update(before, Lay("1"), LESSONS, NOON))
    assert set(answer.wire) == {"pieces", "sheet", "view", "kept"}  # a reload may come at any moment
    assert later == []
    table.says(do="hello", theme="dark")
    assert [set(patch.wire) for patch in table.sent] == [set(), {"behind"}] and table.sent[0].paint
    assert rows(table.sent) == ["ghost"]
    table.says(do="lay", piece="1")
    table.says(do="lay", piece="4")
    answer, progress, foreseen, ghost = table.sent
    assert "view" in answer.wire and set(progress.wire) == {"progress"}
    assert set(foreseen.wire) == {"choices"} and rows([ghost]) == ["ghost"]
    assert foreseen.wire["choices"]["n"] == answer.wire["view"]["n"]


def test_a_browser_without_a_canvas_gets_the_ground_as_a_picture(table: Visit) -> None:
    table.says(do="hello", theme="light", drawn=True)
    light = table.ground["svg"]
    assert all(patch.paint is None for patch in table.sent)
    assert "<svg" in light and 'data-layer="road"' in light and 'data-layer="cars"' not in light
    table.says(do="lay", piece="1")
    assert all("ground" not in patch.wire for patch in table.sent)
    table.says(do="theme", theme="dark")
    dark = table.ground["svg"]
    table.says(do="new", table="jumps", cars=1, bots=True, seed="1")
    stage, *_ = table.sent
    assert stage.wire.get("ground") == {} and "<svg" in table.ground["svg"]  # the road before is gone at once
    assert len({light, dark, table.ground["svg"]}) == 3


def test_another_stage_is_laid_before_anything_lies_on_it_and_painted_last(table: Visit) -> None:
    table.says(do="hello", theme="light")
    table.says(do="new", table="jumps", cars=1, bots=True, seed="1")
    stage, answer, word, ground, *_ = table.sent
    assert set(stage.wire) == {"stage"} and stage.board is ground.paint
    assert "view" in answer.wire and word.wire["answer"]["kind"] == "started"


def test_the_ground_is_painted_anew_where_the_present_picture_has_another_one(table: Visit) -> None:
    table.says(do="hello", theme="light")
    clean = table.page.board.pictures[-1]
    dirty = clean.having("marks", (*clean.layer("marks"), Circle(0, 0, 5)))
    for shown, is_painted in (((clean, dirty), True), ((dirty, clean), False), ((clean,), False), ((dirty,), True)):
        sent = patches(table.page, replace(table.page, board=replace(table.page.board, pictures=shown)))
        assert [patch.paint for patch in sent if patch.paint] == ([dirty] if is_painted else [])


def test_the_board_is_another_one_where_the_present_picture_has_another_road(table: Visit) -> None:
    old, stage = table.page.board.pictures[-1], table.page.board.stage
    new = old.having("road", (Circle(0, 0, 5),))
    assert stage
    for shown, board in (((old, new), [new]), ((new, old), []), ((old,), [])):
        shown_now = replace(
            table.page.board, pictures=shown, stage={**stage}
        )  # as after a move that led to the next stage
        after = replace(table.page, board=shown_now)
        assert [patch.board for patch in patches(table.page, after) if patch.board] == board


def test_another_game_comes_all_at_once(table: Visit) -> None:
    """Its words and pieces are others as well: a page that had some of them would show nonsense."""
    table.says(do="go", to="drive/dirt")
    first = table.sent[0]
    assert set(first.wire) == {"words", "faces", "stage", "place", "pieces", "sheet", "view", "kept"} and first.board


@pytest.mark.parametrize(
    ("game", "players", "is_you"),
    [
        ("classic", {"bots": True}, True),
        ("classic", {}, True),
        ("mil_millas", {"bots": True}, True),
        ("mil_millas", {}, False),
        ("mil_millas", {"bots": False}, False),
    ],
)
def test_a_driver_is_you_except_where_hands_are_hidden_and_the_table_is_handed_round(
    game: str, players: dict[str, bool], is_you: bool
) -> None:
    visit = Visit(f"drive/{game}")
    visit.says(do="new", cars=2, seed="1", **players)
    names = [car["name"] for car in visit.view["cars"]]
    assert len(names) == 2 and ("You" in names) == is_you
    assert visit.kept["table"]["bots"] == ([1] if players.get("bots") else [])


def test_piles_are_named_anew_when_cards_come_and_go() -> None:
    visit = Visit("drive/mil_millas")

    def piles() -> list[str]:
        return [space["name"] for space in visit.stage["places"] if space["key"] in ("deck", "pile")]

    assert piles() == ["the deck, 106 left", "the discard pile, 0 on it"]
    visit.says(do="act", move=visit.view["offers"][0]["move"])
    assert piles() == ["the deck, 93 left", "the discard pile, 1 on it"]


def test_nothing_is_sent_where_nothing_has_changed(table: Visit) -> None:
    assert list(patches(table.page, table.page)) == []


def test_a_page_is_never_changed(table: Visit) -> None:
    before = table.page
    update(before, Lay("1"), LESSONS, NOON)
    assert table.page == before and not table.page.problem
    assert isinstance(before.sat_at, Session) and before.sat_at.draft == ()


def test_every_stamp_of_a_picture_is_there(table: Visit) -> None:
    for intent in ({"do": "lay", "piece": "1"}, {"do": "lay", "piece": "2"}, {"do": "act", "move": "1>s1"}):
        table.says(**intent)
        for frame in some(table.pieces["frames"]):
            assert {piece[1] for piece in frame} <= set(table.pieces["stamps"])


def test_each_move_of_another_car_is_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """And where they make more moves than anybody wants to watch, the first ones are passed over."""
    moves, pictures = driven_past()
    assert pictures == moves > 5
    monkeypatch.setattr("rallyman_tutor.page.pictures.MOST_PICTURES", 5)
    assert driven_past() == (moves, 5)


def test_dice_of_another_car_come_to_lie_one_by_one_in_the_pictures_of_its_turn() -> None:
    table = drive("jumps", cars=3)
    for die in "12":
        table.says(do="lay", piece=die)
        table.says(do="act", move=table.view["offers"][0]["move"])
        table.says(do="act", move="stop")
    pictures = [{key: complex(x, y) for key, _, x, y, *_ in frame} for frame in table.pieces["frames"]]
    lying = [[at for key, at in picture.items() if key.startswith("played")] for picture in pictures]
    for picture, dice in zip(pictures, lying, strict=True):
        cars = [at for key, at in picture.items() if key.startswith("car")]
        assert not dice or min(abs(car - dice[-1]) for car in cars) < 30  # the last die under the car
    for before, now in pairwise(lying):
        assert not now or len(now) == len(before) + 1
    assert max(map(len, lying)) > 2


def driven_past() -> tuple[int, int]:
    """The moves that end a turn of the learner and fill those of three others, and the pictures that show them."""
    table = drive("jumps", cars=4)
    moves = pictures = 0
    for die in "12":
        table.says(do="lay", piece=die)
        table.says(do="act", move=table.view["offers"][0]["move"])
        before = len(table.kept["table"]["replay"]["moves"])
        table.says(do="act", move="stop")
        moves, pictures = len(table.kept["table"]["replay"]["moves"]) - before, len(table.pieces["frames"])
    return moves, pictures


def test_a_stage_of_ones_own_can_be_driven(table: Visit) -> None:
    table.says(do="new", table="s2 L4 s2 j3 s4", cars=2, bots=True, seed="3")
    assert table.answer["kind"] == "started"
    assert [(car["name"], car["car"]) for car in table.view["cars"]] == [("You", 0), ("Ana", 1)]


@pytest.mark.parametrize(
    "told", ["s3 X4", "START C8, FINISH Z9", "<img src=x onerror=alert(1)>", "START C8, FINISH L0", "s99999"]
)
def test_a_stage_that_cannot_be_read_is_answered_beside_its_field_and_the_drive_stays(table: Visit, told: str) -> None:
    before = table.says(do="lay", piece="1")
    table.says(do="new", table=told, cars=1, bots=True, seed="3")
    assert table.answer["kind"] == "misread"
    assert table.answer["text"]
    assert table.view["draft"] == before["draft"]


def test_a_dark_page_gets_the_same_pieces_and_another_ground(table: Visit) -> None:
    pieces = table.pieces
    table.says(do="theme", theme="dark")
    assert table.pieces == pieces and [patch.paint is not None for patch in table.sent] == [True, False]


def test_the_page_has_a_picture_for_every_die_and_card(table: Visit) -> None:
    assert set("12345w") <= set(table.faces)
    assert {f"card:{gear}" for gear in range(6)} <= set(table.faces)


def test_every_ready_stage_can_be_sat_at(table: Visit) -> None:
    for name in GAME.ready_tables:
        table.says(do="new", table=name, cars=1, bots=True, seed="1")
        assert table.answer["kind"] == "started"
        assert len(table.stage["places"]) > 8


@pytest.mark.parametrize(
    ("at", "table", "players"),
    [
        ("drive/mil_millas", "A 25 go ; B ; C ; D | A 25x6", 4),
        ("drive", "s14 | A ; B ; C", 3),
    ],
)
def test_at_a_table_that_brings_its_own_players_all_others_are_driven_by_bots(
    at: str, table: str, players: int
) -> None:
    visit = Visit(at)
    visit.says(do="new", table=table, cars=2, bots=True, seed="1")
    assert visit.answer["kind"] == "started"
    assert bots(visit) == frozenset(range(1, players))
    visit.says(do="new", table=table, cars=2, bots=False, seed="1")
    assert bots(visit) == frozenset()


def test_the_figures_behind_the_chance_are_told_die_by_die(table: Visit) -> None:
    for die in "123":
        table.says(do="lay", piece=die)
    risk = table.view["risk"]
    assert [row["here"] for row in risk["rows"]] == ["0 %", "0 %", "4 %"]
    assert (risk["all"], risk["rows"][-1]["through"]) == ("4 %", "96 %")


def test_a_whole_stage_is_driven_by_what_is_said_alone() -> None:
    """By keys, knowing only what is announced and what the main button says."""
    visit, gear = drive("first"), 0
    for _ in range(80):
        laid = next((die for die in (str(min(3, gear + 1)), "w", str(max(1, gear))) if is_laid(visit, die)), "")
        said = visit.says(do="act", move=visit.view["offers"][0]["move"])["say"]
        assert said and "{" not in said
        if "finished" in said:
            return
        if laid and (found := re.search(r"in (\d)(?:st|nd|rd|th)", said)):
            gear = int(found[1])
        elif not laid:
            gear = gear if "card of" in said else 0
    raise AssertionError("the finish was never announced")


def is_laid(visit: Visit, die: str) -> bool:
    """Whether a die lies well where it fits; one that does not is taken back."""
    if "May be laid" in visit.says(do="lay", piece=die)["say"]:
        return True
    if visit.view["draft"]:
        visit.says(do="take")
    return False


@pytest.mark.parametrize("key", [key for key in SHELF if SHELF[key].has_hidden_hands])
def test_two_people_at_one_screen_hand_the_table_over_unseen(key: str) -> None:
    visit = Visit(f"drive/{key}")
    visit.says(do="new", table="", cars=SHELF[key].seats[0], bots=False, seed="1")
    for _ in range(40):
        if visit.view["covered"]:
            break
        plays(visit)
    assert visit.view["covered"] and visit.view["pieces"] == [] and visit.view["offers"] == []
    assert visit.view["driver"] in visit.view["say"] and visit.choices["of"] == visit.choices["then"] == {}
    visit.says(do="uncover")
    assert not visit.view["covered"] and (visit.view["pieces"] or visit.view["offers"])


@pytest.mark.parametrize("key", [key for key in SHELF if SHELF[key].has_hidden_hands])
def test_a_whole_game_of_cards_is_played_on_one_page(key: str) -> None:
    visit = Visit(f"drive/{key}")
    for _ in range(MOST_DEEDS):
        if visit.view["over"]:
            break
        plays(visit)
        assert visit.view["say"], "whoever only listens would wait for ever"
    assert visit.view["over"] and visit.view["result"]["rows"]


def plays(visit: Visit) -> None:
    """The first thing that can be done: press the natural button, or lay a card where it may lie."""
    if visit.view["offers"]:
        visit.says(do="act", move=visit.view["offers"][0]["move"])
        return
    found = [
        (verdict != "legal", place == visit.words["away"], piece, place)
        for piece, places in visit.choices["of"].items()
        for place, (verdict, _) in places.items()
        if verdict != "refused"
    ]
    _, _, piece, place = min(found)
    visit.says(do="lay", piece=piece, place=place)
    visit.says(do="act", move=visit.view["offers"][0]["move"])


def test_advice_is_given_on_request_and_every_move_has_its_rank() -> None:
    visit = Visit("drive/mil_millas")
    while len(visit.view["pieces"]) < 2:
        plays(visit)
    assert visit.view["advice"]["rows"] == []
    advice = visit.says(do="advise")["advice"]
    assert [row["rank"] for row in advice["rows"]] == sorted(row["rank"] for row in advice["rows"])
    assert advice["rows"][0]["rank"] == 1 and advice["said"] == visit.view["say"]


def test_a_card_that_goes_two_ways_is_laid_nowhere_without_a_word_of_the_player() -> None:
    visit = Visit("drive/crazy_rally")
    visit.says(do="new", table="C09 rest | You v6 B08 E1 ; Ben Y01 | choose You", cars=2, bots=True, seed="1")
    assert "Choose" in visit.says(do="lay", piece="B08")["problem"] and visit.view["draft"] == []


def test_a_card_that_cannot_be_played_says_why_and_is_not_thrown_away() -> None:
    visit = Visit("drive/mil_millas")
    visit.says(do="new", table="You 25 go ; Ben | You petrol 25x6 ; Ben 50x6", cars=2, bots=True, seed="1")
    visit.says(do="lay", piece="petrol")
    assert [told["code"] for told in visit.view["messages"]] == ["MM-DEF-02"] and visit.view["log"] == []


@pytest.mark.parametrize(("game", "players"), [("classic", 1), ("dirt", 1), ("crazy_rally", 3), ("mil_millas", 2)])
def test_a_drive_begins_with_as_few_players_as_the_game_allows(game: str, players: int) -> None:
    visit = Visit(f"drive/{game}")
    assert len(visit.view["cars"]) == players
    visit.says(do="new", cars=99, bots=True)  # more than the game allows
    assert len(visit.view["cars"]) == players


def test_a_page_is_wide_unless_it_says_that_it_is_tall() -> None:
    visit = Visit("drive/mil_millas")
    wide = visit.stage["frame"]
    for hello, is_wide in (({}, True), ({"tall": True}, False), ({"tall": False}, True)):
        visit.says(do="hello", theme="light", **hello)
        assert (visit.stage["frame"] == wide) == is_wide, hello
        assert visit.place["at"] == "drive/mil_millas"


def test_tables_of_cards_are_laid_out_anew_for_a_phone_and_back() -> None:
    for key in some(key for key in SHELF if SHELF[key].tall):
        visit = Visit(f"drive/{key}")
        wide = visit.stage
        visit.says(do="frame", tall=True)
        assert visit.stage["frame"] != wide["frame"]
        visit.says(do="frame", tall=False)
        assert visit.stage == wide
        visit.says(do="hello", tall=True)
        assert visit.stage["frame"] != wide["frame"]


@pytest.mark.parametrize("key", [key for key in SHELF if SHELF[key].has_hidden_hands])
def test_a_table_of_cards_is_painted_anew_only_where_it_has_changed(key: str) -> None:
    visit = Visit(f"drive/{key}")
    visit.says(do="hello", theme="light")
    painted = set()
    while not (laid := lies_well(visit)):
        plays(visit)
    for _ in range(3):
        visit.says(do="lay", piece=laid[0], place=laid[1])
        assert visit.view["draft"] and not any(patch.paint for patch in visit.sent)
        visit.says(do="clear")
        assert not any(patch.paint for patch in visit.sent)
    for _ in range(12):
        plays(visit)
        painted.add(any(patch.paint for patch in visit.sent))
    assert True in painted


def lies_well(visit: Visit) -> tuple[str, str] | None:
    """A piece in hand and a place where nothing speaks against it, if there is one."""
    return next(
        (
            (piece, place)
            for piece, places in visit.choices["of"].items()
            for place, (verdict, _) in places.items()
            if verdict == "legal"
        ),
        None,
    )


def test_a_table_seats_as_many_as_its_teams_can_be_made_of() -> None:
    visit = Visit("drive/mil_millas")
    seats = visit.words["seats-at"]
    assert (seats[next(iter(visit.words["ready"]))], seats["teams-3"]) == ([2, 3, 4, 5, 6], [6, 9])
    visit.says(do="new", table="teams-3", cars=9, bots=True, seed="1")
    assert len(visit.view["cars"]) == 9


def bots(visit: Visit) -> frozenset[int]:
    """The seats that the tutor plays for."""
    assert visit.page.session is not None
    return visit.page.session.bots


def test_whoever_drives_without_help_does_so_after_a_reload_and_in_the_next_drive_too() -> None:
    visit = Visit("drive")
    assert visit.says(do="help", how="off")["help"] == "off"
    again = Visit("drive")
    again.says(do="hello", theme="dark", kept=json.loads(json.dumps(visit.kept)))
    assert again.view["help"] == "off" and "The co-driver is silent" in again.says(do="advise")["problem"]
    assert visit.says(do="new", table="bends", cars=1)["help"] == "off"
    assert "do not know" in visit.says(do="help", how="most")["problem"] and visit.view["help"] == "off"


def test_a_table_that_is_shared_tells_its_position_as_a_lessons_start(table: Visit) -> None:
    table.says(do="lay", piece="1")
    table.says(do="act", move="1>s1")
    table.says(do="lay", piece="2")
    table.says(do="share")
    start = table.answer["start"]
    assert start["line"].startswith("s4 R3 s3 L3 s3 | You@s1 g1") and "2>s2" in " ".join(start["notes"])
    others = Visit("drive/mil_millas")
    dealing = others.says(do="new", table="duel", cars=2, bots=True, seed="1")
    others.says(do="act", move=dealing["offers"][0]["move"])
    others.says(do="share")
    hands = others.answer["start"]["line"].split(" | ")[1].split(" ; ")
    assert [("?" in hand) for hand in hands if "You" not in hand] == [True]
    table.says(do="new", table="s4 | You@s4 g2", seed="1")
    table.says(do="lay", piece="2")
    table.says(do="act", move="2>finish")
    table.says(do="act", move="stop")
    table.says(do="share")
    assert table.view["over"] and table.answer["start"] is None


def test_a_drive_knows_the_lessons_that_a_rule_met_there_leads_to_until_they_are_done() -> None:
    visit = drive("first")
    ahead = visit.place["ahead"]
    course = [one for one in LESSONS.covers if one.key == "classic" and one.teaches]
    assert [one["name"] for one in ahead] == [one.name for one in course]
    first, *others = course
    known = progress.Progress(stars={first.name: dict.fromkeys(first.steps, 3)}, placed={"classic": course[3].name})
    visit.says(do="bring", progress=json.loads(json.dumps(progress.plain(known))))
    visit.says(do="go", to="drive")
    assert [one["name"] for one in visit.place["ahead"]] == [one.name for one in others[2:]]


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_after_a_dozen_lessons_one_drives_a_first_rally_that_needs_no_other_rules(key: str) -> None:
    course = [one for one in LESSONS.covers if one.key == key]
    short = [one for one in course if not one.chapter]
    assert len(short) == 13 and short == course[:13] and short[-1].name == f"{key}/13-first-rally"
    visit = Visit(f"{key}/13-first-rally")
    assert isinstance(visit.page.sat_at, Sitting)
    rally = visit.page.sat_at.lesson.steps[-1]
    game = SHELF[key]
    assert rally.kind == "drive" and len(game.result(game.new(game.spec(rally.start, ())))["stages"]) == 3
