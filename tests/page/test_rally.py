"""A rally at one screen, from its set-up to the podium."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

import pytest

from rallyman_tutor.coach.bots import LEVELS
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.games import SHELF
from rallyman_tutor.page.browser_save import save_table
from rallyman_tutor.page.places.rally import RallyStop, RallyTurn, driven_by_bots
from rallyman_tutor.page.visit import Visit as Visits
from rallyman_tutor.page.wire import BrowserSave
from rallyman_tutor.rally.box import LENGTHS
from rallyman_tutor.rally.boxes import box_of
from rallyman_tutor.rally.film import film
from rallyman_tutor.rally.rally import Rally, begin, driven
from rallyman_tutor.rally.setup import Entry, RallySetup, entries
from rallyman_tutor.rally.sheet import sheet_of
from rallyman_tutor.tutor.learner.addresses import address_in_game
from rallyman_tutor.tutor.learner.rally_view import DRAWN, RallyWish, wished
from rallyman_tutor.tutor.session.playing import of_rally
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.sharing import open_shared
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.host import LESSONS, Visit
from tests.page.rallies import rally_that_is_over
from tests.some import some
from tests.tutor.told_twice import listed

TEXTS = text_tables("tutor")["rally"]
FILM = text_tables("tutor")["rally-film"]


def begun(key: str, names: tuple[str, ...], levels: tuple[str, ...], **chosen: str) -> Visit:
    visit = Visit(address_in_game("rally", key))
    visit.says(do="rally", names=[*names], levels=[*levels], **chosen)
    return visit


def shown(visit: Visit) -> Mapping[str, Any]:
    found: Mapping[str, Any] = visit.place["rally"]
    return found


def begin_rally() -> Rally:
    return begin(SHELF["classic"], RallySetup(entries(2, "careful"), ("s2 R3 s1",) * 3))


def rallied(visit: Visit) -> Session:
    """The table of the rally, whether somebody has it or not."""
    place = visit.page.place
    table = place.table if isinstance(place, RallyStop) else place.seat
    assert isinstance(table, Session)
    return table


def go_on(visit: Visit) -> str:
    """One decision of whoever has the table, the first there is; whose it was, or nothing between two drivers."""
    place = visit.page.place
    if isinstance(place, RallyStop):
        visit.says(do="ready")
        return ""
    assert isinstance(place, RallyTurn)
    game, state = place.seat.game, place.seat.state
    whose = game.result(state)["drivers"][game.turn(state)]
    move = next(move for move in game.moves(state) if game.form(move).ends != "game")
    if not any(offer.move == move for offer in game.desk(state, ()).offers):
        visit.says(do="draft", moves=[game.write_move(move)])
    visit.says(do="act", move=game.write_move(move))
    assert not visit.page.problem
    return whose


@pytest.mark.parametrize("key", SHELF)
def test_one_press_starts_a_rally_of_a_person_and_bots(key: str) -> None:
    visit = Visit(address_in_game("rally", key))
    setup = shown(visit)["setup"]
    assert shown(visit)["phase"] == "setup" and shown(visit)["said"] == TEXTS["about"]
    assert setup["least"] <= len(setup["entries"]) <= setup["most"] == max(SHELF[key].seats)
    entries = setup["entries"]
    visit.says(do="rally", names=[one["name"] for one in entries], levels=[one["level"] for one in entries])
    assert shown(visit)["phase"] == "between" and shown(visit)["next"] == 0
    first = entries[0]["name"]
    assert shown(visit)["said"] == TEXTS["now"].format(name=first) and shown(visit)["go"] == TEXTS["take"].format(
        name=first
    )
    visit.says(do="ready")
    assert visit.place["kind"] == "rallying" and visit.page.session


def test_the_screen_is_handed_round_between_persons_and_bots_drive_by_themselves() -> None:
    visit = begun("classic", ("Ana", "Ben", "Cleo"), ("", "", "careful"))
    made = [go_on(visit) for _ in range(30)]
    assert {one for one in made if one} == {"Ana", "Ben"}
    assert not {("Ana", "Ben"), ("Ben", "Ana")} & {*pairwise(made)}, "the screen is handed over between them"
    table = rallied(visit)
    assert {event.seat for event in table.events if event.what == "rolled"} == {0, 1, 2}


def test_whoever_drives_alone_against_bots_is_not_asked_between_turns() -> None:
    visit = begun("classic", ("Ana", "Ben"), ("", "careful"))
    visit.says(do="ready")
    assert [go_on(visit) for _ in range(15)] == ["Ana"] * 15
    assert {event.seat for event in rallied(visit).events if event.what == "rolled"} == {0, 1}


def test_nobody_sees_the_hand_of_another_and_none_is_shown_between() -> None:
    visit = begun("mil_millas", ("Ana", "Ben"), ("", ""), many="1")
    seen = set()
    for _ in range(12):
        place = visit.page.place
        if isinstance(place, RallyTurn):
            assert place.seat.viewing_seat == place.whose and not place.seat.covered
            seen.add(place.whose)
        else:
            assert not visit.page.session, "no board, and so no hand"
        go_on(visit)
    assert seen == {0, 1}


def test_a_sheet_with_places_stands_behind_each_stage_and_the_podium_behind_the_last() -> None:
    visit, sheets = begun("mil_millas", ("Ana", "Ben"), ("", "works"), many="2"), []
    for _ in range(2000):
        go_on(visit)
        if isinstance(visit.page.place, RallyStop):
            sheets.append(shown(visit))
            if shown(visit)["phase"] == "over":
                break
    first, last = sheets[0], sheets[-1]
    assert [len(sheets), first["phase"], last["phase"]] == [2, "between", "over"]
    assert first["sheet"]["title"] == TEXTS["after"]["points"].format(n=1)
    heads = TEXTS["head"]
    assert last["sheet"]["head"] == [
        heads["place"], heads["driver"], *(TEXTS["parts"]["points"].format(n=n) for n in (1, 2)), heads["total"], heads["gap"],
    ]  # fmt: skip
    sheet = sheet_of(rallied(visit).game, rallied(visit).state)
    for place_told, name, *numbers, total, gap in some(last["sheet"]["rows"]):
        seat = sheet.drivers.index(name)
        assert (place_told, total) == (str(sheet.places[seat]), str(sheet.sums[seat]))
        assert [int(number) for number in numbers] == [row[seat] for row in sheet.rows]
        assert gap == (f"+{sheet.gaps[seat]}" if sheet.gaps[seat] else "–")
    winners = [name for name, at in zip(sheet.drivers, sheet.places, strict=True) if at == 1]
    assert last["next"] is None and last["said"] == TEXTS["won"].format(list=listed(winners, " and "))
    assert last["sheet"]["orders"] == [
        [order[sheet.drivers.index(row[1])] for order in sheet.orders] for row in last["sheet"]["rows"]
    ]
    visit.says(do="ready")
    assert shown(visit)["phase"] == "setup", "another rally"


@pytest.mark.parametrize("key", ["classic", "mil_millas"])
def test_a_rally_goes_on_after_a_reload(key: str) -> None:
    visit = begun(key, ("Ana", "Ben"), ("", "novice"))
    for _ in range(9):
        go_on(visit)
    at = address_in_game("rally", key)
    kept = json.loads(json.dumps(visit.wire["kept"]))
    again = Visit("home")
    again.says(do="go", to=at, kept=kept)
    assert again.place["kind"] == "rally" and shown(again)["phase"] == "between"
    again.says(do="ready")
    assert again.page.session and visit.page.session
    assert again.page.session.replay.past == visit.page.session.replay.past
    assert again.page.session.levels == ("", "novice")


def test_a_start_pressed_before_the_kept_rally_was_there_does_not_begin_another() -> None:
    kept = begun("dirt", ("Ana", "Ben"), ("", "")).kept
    visit = Visit("rally/dirt")
    assert shown(visit)["phase"] == "setup"
    visit.says(do="hello", at="rally/dirt", kept=kept)
    before = rallied(visit)
    visit.says(do="rally", names=["Cleo", "Dan"], levels=["", ""])
    assert rallied(visit) is before and shown(visit)["phase"] == "between"


def test_thoughts_of_bots_that_drive_with_dice_are_in_the_log_again_after_a_reload() -> None:
    setup = RallySetup((Entry("Ana", ""), Entry("Ben", "novice")), ("first",) * 3)
    visit = opened_with(save_table("rally", of_rally(begin(SHELF["classic"], setup))))
    while not isinstance(visit.page.place, RallyTurn) or len(thoughts_of(visit)) < 2:
        go_on(visit)
    again = opened_with(visit.wire["kept"])
    assert rallied(again).untold == () and not rallied(opened_with(visit.wire["kept"], theme=False)).thoughts
    again.says(do="ready")
    assert thoughts_of(again) == thoughts_of(visit)


def opened_with(kept: BrowserSave, *, theme: bool = True) -> Visit:
    """A page that finds a rally in its browser; nothing comes behind its answers before it has a theme."""
    visit = Visit("home")
    if theme:
        visit.says(do="hello", theme="light")
    visit.says(do="go", to="rally", kept=json.loads(json.dumps(kept)))
    return visit


def thoughts_of(visit: Visit) -> dict[int, str]:
    """The thoughts in the log, by its lines."""
    return {line["line"]: line["thought"] for line in visit.view["log"] if line["thought"]}


def test_behind_the_podium_comes_what_decided_the_rally_and_nothing_more_once_it_is_left() -> None:
    visit = Visit("home")
    visit.says(do="hello", theme="light")
    visit.says(do="go", to="rally", kept=rally_that_is_over())
    assert shown(visit)["podium"]["steps"] and visit.behind["rally"]["title"]
    assert not visit.behind["rally"]["waits"], "all of it has come"
    assert visit.behind["rally"]["n"] == visit.page.board.number
    busy = Visits(LESSONS, "home")
    for message in ({"do": "hello", "theme": "light"}, {"do": "go", "to": "rally", "kept": rally_that_is_over()}):
        busy.hears(message)
    assert any("behind" in patch.wire for patch in islice(filter(None, busy.later), 1))
    busy.hears({"do": "go", "to": "home"})
    assert not any("behind" in patch.wire for patch in filter(None, busy.later))


def test_a_film_comes_only_where_it_is_asked_for_stage_by_stage_with_the_code_of_the_rally() -> None:
    visit = Visit("home")
    visit.says(do="hello", theme="light")
    visit.says(do="go", to="rally", kept=rally_that_is_over())
    assert "film" not in visit.behind
    visit.says(do="film")
    stages = [
        patch.wire["behind"]["shown"] for patch in visit.sent if patch.wire.get("behind", {}).get("name") == "film"
    ]
    assert [(stage["number"], stage["of"]) for stage in stages] == [(1, 3), (2, 3), (3, 3)]
    table = rallied(visit)
    found = to_the_end(film(table.replay))
    for stage, told in zip(found.stages, stages, strict=True):
        assert told["frame"] == (stage.scene.left, stage.scene.top, stage.scene.width, stage.scene.height)
        assert len(told["cars"]) == 3 and told["ground"].startswith("<defs>")
        assert [shot["name"] for shot in told["shots"]] == [FILM["round"].format(n=shot.round) for shot in stage.shots]
        assert [len(way) for shot in told["shots"] for way in shot["ways"]] == [
            2 * len(way) for shot in stage.shots for way in shot.ways
        ]
    opened = open_shared(SHELF, stages[0]["code"])
    assert opened.replay.past == table.replay.past and opened.levels == table.levels and opened.seed == table.seed
    assert any("finished in" in text for shot in stages[0]["shots"] for text in shot["happened"])


def test_between_two_stages_the_film_shows_as_much_as_was_driven_and_before_a_rally_there_is_none() -> None:
    visit = begun("mil_millas", ("Ana", "Ben"), ("", "works"), many="2")
    visit.says(do="hello", theme="light")
    for _ in range(1000):
        go_on(visit)
        if isinstance(visit.page.place, RallyStop) and shown(visit)["sheet"]:
            break
    assert shown(visit)["phase"] == "between"
    visit.says(do="film")
    assert visit.behind["film"]["of"] == 1 and visit.behind["film"]["code"] == "", "it would tell the hands"
    before = Visit("rally")
    before.says(do="film")
    assert "The page asks for something that I do not know" in before.answer["text"]


def test_whoever_takes_the_screen_sees_what_bots_drove_since_a_person_did() -> None:
    visit, seen = begun("classic", ("Ana", "Ben", "Cleo"), ("", "careful", "")), []
    for _ in range(30):
        handed_over = not go_on(visit) and isinstance(visit.page.place, RallyTurn)
        if handed_over:
            table = rallied(visit)
            seen.append((driven_by_bots(table), len(visit.wire["pieces"]["frames"])))
    taken = [(moves, frames) for moves, frames in seen if moves > 1]
    assert taken and all(frames == moves for moves, frames in taken)


def test_no_picture_of_an_earlier_stage_is_shown_on_the_ground_of_the_next() -> None:
    table = of_rally(replace(driven(begin_rally()), levels=("", "careful")))
    game, rows = table.game, len(sheet_of(table.game, table.state).rows)
    for undone in range(len(table.replay.past)):
        earlier = replace(table, replay=table.replay.undo(undone))
        rows = len(sheet_of(game, earlier.state).rows)
        moves = driven_by_bots(earlier)
        assert len(sheet_of(game, earlier.replay.undo(moves).state).rows) == rows


@pytest.mark.parametrize("levels", [["", "expert"], ["novice", "novice"], [""], "", ["", ""], None])
def test_levels_that_do_not_fit_are_refused_and_the_rally_begins_anew(levels: object) -> None:
    visit = begun("classic", ("Ana", "Ben"), ("", "novice"))
    kept = {**visit.wire["kept"], "table": {**visit.wire["kept"]["table"], "levels": levels}}
    again = Visit("home")
    again.says(do="go", to="rally", kept=kept)
    assert shown(again)["phase"] == "setup" and again.answer["kind"] == "not-restored"


@pytest.mark.parametrize(("names", "said"), [(("Ana", "Ana"), "Ana"), (("", "Ben"), ""), (("<b>", "Ben"), "<b>")])
def test_names_that_cannot_be_told_apart_or_written_are_refused_with_a_reason(
    names: tuple[str, ...], said: str
) -> None:
    visit = begun("classic", names, ("", ""))
    assert shown(visit)["phase"] == "setup" and said in visit.answer["text"] and len(visit.answer["text"]) > 20


def test_too_few_drivers_are_refused_by_the_rule() -> None:
    visit = begun("crazy_rally", ("Ana", "Ben"), ("", "club"))
    assert shown(visit)["phase"] == "setup" and visit.answer["text"]


def test_every_choice_that_is_offered_can_be_taken() -> None:
    for key in some(SHELF):
        setup = shown(Visit(address_in_game("rally", key)))["setup"]
        assert [one["key"] for one in setup["levels"]][-3:] == [*LEVELS]
        for asked in some(setup["questions"]):
            for choice in some(asked["choices"]):
                wish = RallyWish(("Ana", "Ben", "Cleo"), ("", "club"), "", "", "")._replace(
                    **{asked["field"]: choice["key"]}
                )
                found = wished(SHELF[key], wish, "7")
                assert [entry.level for entry in found.entries] == ["", "club", ""]
                spec = box_of(SHELF[key]).spec(("Ana", "Ben", "Cleo"), found.stages, found.many, found.agreed)
                assert SHELF[key].moves(SHELF[key].new(spec))


def test_stages_are_drawn_as_long_and_as_many_as_they_are_asked_for() -> None:
    for length in some(LENGTHS):
        wish = RallyWish(("Ana",), (), DRAWN + length, "2", "advanced")
        found = wished(SHELF["dirt"], wish, "7")
        assert len(found.stages) == 2 and found.agreed["redzone"] == "on"
        assert len(found.stages[-1].split()) == {"short": 10, "medium": 14, "long": 18}[length]


@pytest.mark.parametrize("many", ["", "99", "x", "-1", "²"])
def test_a_number_that_is_not_offered_is_replaced_by_the_usual_one(many: str) -> None:
    assert wished(SHELF["crazy_rally"], RallyWish(("A",), (), "", many, ""), "7").many == 3


CHOICES = text_tables("tutor")["rally-choices"]


@pytest.mark.parametrize("key", SHELF)
def test_what_each_choice_means_stands_beside_it_and_no_two_that_are_offered_are_the_same(key: str) -> None:
    setup, box = shown(Visit(address_in_game("rally", key)))["setup"], box_of(SHELF[key])
    assert setup["bots"] == CHOICES["bots"] and all(one["why"] for one in some(setup["levels"]))
    asked = {one["field"]: one["choices"] for one in setup["questions"]}
    assert all(one["why"] for field in asked if field != "many" for one in asked[field])
    agreed = [dict(box.rules[one["key"]]) for one in asked.get("rules", ())]
    assert all(one not in agreed[:at] for at, one in enumerate(agreed))
    rules = CHOICES["rules"].get(key, {})
    assert {one["key"]: one["why"] for one in asked.get("rules", ())} == rules


@pytest.mark.parametrize(("key", "many"), [("classic", 3), ("dirt", 3), ("crazy_rally", 0), ("mil_millas", 0)])
def test_of_the_other_members_of_the_family_it_is_said_that_they_are_not_taught_and_why(key: str, many: int) -> None:
    setup = shown(Visit(address_in_game("rally", key)))["setup"]
    assert setup["others_title"] == CHOICES["others-title"] and len(setup["others"]) == many
    assert all("not taught here, because" in one for one in setup["others"])


def test_the_text_of_either_language_is_driven_by_its_own_rules() -> None:
    for text in ("es", "de"):
        found = wished(SHELF["classic"], RallyWish(("Ana",), ("",), "", "", text), "7")
        state = begin(SHELF["classic"], found).state
        assert f"edition={text}" in SHELF["classic"].write(state)
