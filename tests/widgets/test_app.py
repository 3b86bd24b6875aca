"""The tutor's page without a browser: what it answers to what a page says, and that nothing a page says can hurt it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.pages import shipped
from rallyman_tutor.pages.app import open_at
from rallyman_tutor.tutor import places
from rallyman_tutor.tutor import session as tables
from rallyman_tutor.tutor.lessons import Step
from rallyman_tutor.tutor.shelf import covers, shelf
from rallyman_tutor.widgets.app import App


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is put off: where another test's browser has left a loop running, nobody would ever run it."""
    monkeypatch.setattr(App, "_later", lambda app, act: act())


LESSONS = covers(shipped.folder("lessons"))
FIRST = shelf(LESSONS[0].folder).lessons[0].steps[0]


def drive(table: str = "first", cars: int = 1) -> App:
    made = App(SHELF, LESSONS, at="drive", table="" if table == "first" else table)
    if cars > 1:
        hears(made, do="new", table=table, cars=cars, bots=True, seed="1")
    return made


@pytest.fixture
def table() -> App:
    return drive("first")


def hears(table: App, /, **intent: Any) -> dict[str, Any]:
    table._heard(table, intent, [])
    return dict(table.view)


def test_laying_a_die_is_answered_with_view_pieces_choices_and_what_to_keep(table: App) -> None:
    view = hears(table, do="lay", piece="1")
    assert [step["place"] for step in view["draft"]] == ["s1"]
    assert view["n"] == table.choices["n"]
    assert any(piece[0] == "die:1" for piece in table.pieces["frames"][-1])
    assert table.kept["table"]["draft"] == ["1>s1"]


def test_what_painting_needed_is_given_back_once_nobody_waits(table: App, monkeypatch: pytest.MonkeyPatch) -> None:
    put_off: list[tuple[float, Any]] = []
    loop = SimpleNamespace(call_later=lambda wait, act: put_off.append((wait, act)))
    monkeypatch.setattr("rallyman_tutor.widgets.table.asyncio.get_running_loop", lambda: loop)
    hears(table, do="hello", theme="dark")
    ((wait, give_back),) = put_off
    assert wait >= 1
    give_back()  # wherever the system cannot, nothing happens


def test_what_is_shown_comes_in_one_message_and_before_the_rest(table: App, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[set[str]] = []
    monkeypatch.setattr(
        table, "send_state", lambda key=None: sent.append({key} if isinstance(key, str) else set(key or ()))
    )
    monkeypatch.setattr(App, "comm", type("Line", (), {"comm_id": "1", "kernel": True})())
    hears(table, do="lay", piece="1")
    assert sent[0] >= {"pieces", "view"}
    assert sent[0] >= {"kept"}  # a reload may come at any moment
    assert not sent[0] & {"choices", "stage"}
    assert {"choices"} in sent[1:]


def test_every_stamp_of_a_picture_is_there(table: App) -> None:
    for intent in ({"do": "lay", "piece": "1"}, {"do": "lay", "piece": "2"}, {"do": "act", "move": "1>s1"}):
        hears(table, **intent)
        for frame in table.pieces["frames"]:
            assert {piece[1] for piece in frame} <= set(table.pieces["stamps"])


def test_each_move_of_another_car_is_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """And where they make more moves than anybody wants to watch, the first ones are passed over."""
    moves, pictures = driven_past()
    assert pictures == moves > 5
    monkeypatch.setattr("rallyman_tutor.widgets.table.MOST_FRAMES", 5)
    assert driven_past() == (moves, 5)


def driven_past() -> tuple[int, int]:
    """How many moves end a turn of the learner and fill those of three others, and in how many pictures they are shown."""
    table = drive("jumps", cars=4)
    moves = pictures = 0
    for die in "12":
        hears(table, do="lay", piece=die)
        hears(table, do="act", move=table.view["offers"][0]["move"])
        before = len(table.kept["table"]["replay"]["moves"])
        hears(table, do="act", move="stop")
        moves, pictures = len(table.kept["table"]["replay"]["moves"]) - before, len(table.pieces["frames"])
    return moves, pictures


@pytest.mark.parametrize(
    "message",
    [
        None,
        3,
        "hello",
        [],
        {"do": None},
        {"do": ["lay"]},
        {"do": "go", "to": "<b>"},
        {"do": "example", "code": "<b>", "n": "x"},
        {"do": "bring", "progress": "<b>"},
        {"do": "new", "cars": "many", "table": 7},
    ],
)
def test_a_silly_message_changes_nothing_and_keeps_the_page_alive(table: App, message: object) -> None:
    table._heard(table, message, [])
    assert hears(table, do="lay", piece="1")["draft"]


NO_WORDS = [
    {"do": "draft", "moves": ["\ud800"]},
    {"do": "draft", "moves": ["x" * 1_000_000]},
    {"do": "put", "at": 0, "move": "x" * 1_000_000},
    {"do": "draft", "moves": ["5>k"]},
    {"do": "new", "table": "C3-L0 " * 400},
    {"do": "example", "code": {"code": ["x" * 1_000_000]}},
    {"do": "lay", "piece": float("nan"), "place": 10**400},
    {
        "do": "bring",
        "progress": {"format": 1, "progress": "rallyman-tutor", "stars": {}, "cards": {"\udcff": float("inf")}},
    },
    {
        "do": "hello",
        "kept": {"at": "drive/dirt", "table": {"format": 1, "replay": {"game": "dirt", "moves": [["3"] * 9999]}}},
    },
]


@pytest.mark.parametrize(
    "at", ["home", "drive/dirt", "drive/mil_millas", "rules/CL-GEAR-03", "coming", LESSONS[0].name]
)
def test_whatever_a_page_says_it_is_answered_in_words_of_ours_and_stays_where_it_is(at: str) -> None:
    app = App(SHELF, LESSONS, at=at)
    sorry = str(app.words["trouble"]).partition("{")[0]
    hears(app, do="lay", piece="1")
    for message in NO_WORDS:
        app._heard(app, message, [])
        assert not str(app.answer.get("text", "")).startswith(sorry), message
        assert app.place["at"] in (at, "rules/CL-GEAR-03")
        for told in (app.place, app.view, app.sheet, app.answer, app.kept, app.progress, app.choices):
            text = json.dumps(told, allow_nan=False, ensure_ascii=False).encode()
            assert len(text) < 300_000, message
        assert len(str(app.answer.get("text", ""))) < 600, message


def test_a_fault_of_ours_is_told_and_the_page_lives_on(
    table: App, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(tables, "attempt", lambda *_: 1 / 0)
        hears(table, do="lay", piece="1")
    assert "ZeroDivisionError" in table.answer["text"]
    assert "carried out" in caplog.text
    assert hears(table, do="lay", piece="1")["draft"]


def test_what_a_visitor_writes_into_a_trait_is_never_read_back(table: App) -> None:
    for name in (
        "view",
        "choices",
        "pieces",
        "stage",
        "kept",
        "answer",
        "words",
        "faces",
        "place",
        "sheet",
        "progress",
    ):
        table.set_state({name: {"draft": "<script>alert(1)</script>", "at": "home"}})
    assert [step["name"] for step in hears(table, do="lay", piece="1")["draft"]] == ["the 1 on space 1"]


def test_what_a_browser_kept_is_put_back(table: App) -> None:
    hears(table, do="lay", piece="1")
    hears(table, do="lay", piece="2")
    again = drive("first")
    hears(again, do="hello", theme="dark", kept=json.loads(json.dumps(table.kept)))
    assert [step["place"] for step in again.view["draft"]] == ["s1", "s2"]


def test_what_was_kept_on_another_stage_brings_its_stage_along(table: App) -> None:
    hears(table, do="new", table="jumps", cars=1, bots=True, seed="3")
    again = drive("first")
    assert again.stage["frame"] != table.stage["frame"]
    hears(again, do="hello", theme="light", kept=table.kept)
    assert again.stage == table.stage


@pytest.mark.parametrize("kept", [None, {}, {"format": 1}, "x", [1], {"format": 1, "replay": {"game": "classic"}}])
def test_what_cannot_be_put_back_is_set_aside_with_a_word(table: App, kept: object) -> None:
    hears(table, do="hello", theme="light", kept={"at": "drive", "table": kept})
    assert table.answer["aside"]
    assert table.answer["text"]
    assert hears(table, do="lay", piece="1")["draft"]


def test_a_stage_of_ones_own_can_be_driven(table: App) -> None:
    hears(table, do="new", table="s2 L4 s2 j3 s4", cars=2, bots=True, seed="3")
    assert table.answer["field"] == "started"
    assert [(car["name"], car["car"]) for car in table.view["cars"]] == [("You", 0), ("Ana", 1)]


@pytest.mark.parametrize(
    "told", ["s3 X4", "START C8, FINISH Z9", "<img src=x onerror=alert(1)>", "START C8, FINISH L0", "s99999"]
)
def test_a_stage_that_cannot_be_read_is_answered_beside_its_field_and_the_drive_stays(table: App, told: str) -> None:
    before = hears(table, do="lay", piece="1")
    hears(table, do="new", table=told, cars=1, bots=True, seed="3")
    assert table.answer["field"] == "table"
    assert table.answer["text"]
    assert table.view["draft"] == before["draft"]


def test_a_dark_page_gets_the_same_pieces_and_another_ground(table: App) -> None:
    pieces = table.pieces
    hears(table, do="theme", theme="dark")
    assert table.pieces == pieces


def test_the_page_has_a_picture_for_every_die_and_card(table: App) -> None:
    assert set("12345w") <= set(table.faces)
    assert {f"card:{gear}" for gear in range(6)} <= set(table.faces)


def test_the_script_asks_no_other_host() -> None:
    script = App._esm
    assert "http" not in str(script).replace("http://www.w3.org/2000/svg", "")


def test_all_words_the_script_asks_for_are_there(table: App) -> None:
    asked = set(re.findall(r"words\.([a-z]\w*)", str(App._esm))) | set(
        re.findall(r'words\["([\w-]+)"\]', str(App._esm))
    )
    assert asked <= set(table.words), asked - set(table.words)


def test_every_ready_stage_can_be_sat_at(table: App) -> None:
    for name in GAME.ready:
        hears(table, do="new", table=name, cars=1, bots=True, seed="1")
        assert table.answer["field"] == "started"
        assert len(table.stage["places"]) > 8


# -- Places -----------------------------------------------------------------------------------------------------------


def test_the_map_needs_no_board() -> None:
    app = App(SHELF, LESSONS)
    assert app.canvas is None
    for key in SHELF:  # each game has a map of its own
        hears(app, do="go", to=places.of_game("home", key))
        shown = [lesson["name"] for lesson in app.place["home"]["lessons"]]
        assert shown == [lesson.name for lesson in LESSONS if lesson.key == key]


def test_one_page_goes_everywhere() -> None:
    app = App(SHELF, LESSONS)
    for to in ("drive", "rules", "rules/CL-GEAR-03", "summary", "home", *(lesson.name for lesson in LESSONS)):
        hears(app, do="go", to=to)
        assert app.place["at"] == to
        assert app.place["page"].partition("?")[0].endswith(".ipynb")


def test_a_lesson_is_solved_and_its_stars_are_kept() -> None:
    app = App(SHELF, LESSONS, at=LESSONS[0].name)
    for die in FIRST.solution.split():
        hears(app, do="lay", piece=die[0])
    assert app.sheet["done"]
    assert app.progress["stars"][LESSONS[0].name] == {FIRST.id: 3}
    hears(app, do="go", to="home")
    assert [(one["done"], one["of"]) for one in app.place["home"]["lessons"][:2]] == [(1, 7), (0, 7)]
    hears(app, do="go", to=LESSONS[0].name)
    hears(app, do="step", at=0)
    for die in FIRST.solution.split():
        hears(app, do="lay", piece=die[0])
    hears(app, do="next")
    assert app.sheet["at"] == 1
    again = App(SHELF, LESSONS, at=LESSONS[0].name)
    hears(again, do="hello", progress=json.loads(json.dumps(app.progress)), at=LESSONS[0].name)
    assert again.sheet["at"] == 1
    hears(again, do="go", to="home")
    assert again.place["home"]["begun"]
    assert again.place["home"]["next"]["name"] == LESSONS[0].name


def test_a_draft_of_a_lesson_comes_back_after_a_reload() -> None:
    app = App(SHELF, LESSONS, at=LESSONS[1].name)
    hears(app, do="lay", piece="5")
    again = App(SHELF, LESSONS, at=LESSONS[1].name)
    hears(again, do="hello", kept=json.loads(json.dumps(app.kept)), at=LESSONS[1].name)
    assert [step["move"] for step in again.view["draft"]] == [step["move"] for step in app.view["draft"]]


def test_behind_a_move_a_lesson_begins_its_step_again_after_a_reload() -> None:
    """What lies behind dice that were rolled would fit nowhere at the start of the step."""
    app = App(SHELF, LESSONS, at=LESSONS[0].name)
    at = next(at for at, step in enumerate(shelf(LESSONS[0].folder).lessons[0].steps) if step.kind == "roll")
    for intent in ({"do": "step", "at": at}, {"do": "lay", "piece": "1"}, {"do": "lay", "piece": "2"}):
        hears(app, **intent)
    assert app.kept["draft"] == ["1>s1", "2>s2"]
    hears(app, do="act", move="1>s1")
    assert [step["move"] for step in app.view["draft"]] == ["2>s2"]
    assert app.kept["draft"] == [] and app.kept["step"] == app.sheet["id"]


def exercise(app: App) -> Step:
    """What is before the learner now."""
    assert app._sitting
    return app._sitting.step


def test_a_rule_broken_unawares_is_practised_later(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App(SHELF, LESSONS, at="drive")
    hears(app, do="lay", piece="1")
    hears(app, do="lay", piece="4")
    assert list(app.progress["cards"]) == ["CL-GEAR-03"]
    hears(app, do="go", to="practice")
    assert app.sheet["kind"] == "find"
    first = exercise(app)
    hears(app, do="point", at=first.wrong - 1)
    assert app.sheet["done"]
    hears(app, do="next")
    assert exercise(app).start != first.start


def test_every_answer_is_in_the_log_that_the_browser_keeps() -> None:
    app = App(SHELF, LESSONS, at=LESSONS[0].name)
    hears(app, do="hint")
    for die in FIRST.solution.split():
        hears(app, do="lay", piece=die[0])
    hears(app, do="go", to="drive")
    hears(app, do="lay", piece="1")
    hears(app, do="lay", piece="4")
    hears(app, do="go", to="practice")
    right = exercise(app).wrong - 1
    hears(app, do="point", at=0 if right else 1)
    hears(app, do="point", at=right)
    told = [entry[1:6] for entry in app.progress["log"]]
    assert told == [
        ["step", f"{LESSONS[0].name}#{FIRST.id}", 2, 0, 1],
        ["lapse", "CL-GEAR-03", 1, 0, 0],
        ["practice", "CL-GEAR-03", 1, 1, 0],
    ]
    hears(app, do="go", to="summary")
    assert "not enough yet" in app.place["summary"]["practice"]


CARD = {"card_id": 0, "state": 2, "step": None, "stability": 1.0, "difficulty": 5.0,
        "due": "2026-01-02T00:00:00+00:00", "last_review": "2026-01-01T00:00:00+00:00"}  # fmt: skip


@pytest.mark.parametrize("code", ["CL-JUMP-01", "CL-START-02", "XX-GONE-01"])
def test_a_rule_that_cannot_be_asked_is_never_due_and_holds_up_no_other(code: str) -> None:
    """It may have become a fact since it was noted, or be of a lesson on holiday; its card is kept all the same."""
    app = App(SHELF, LESSONS)
    told = {"format": 1, "progress": "rallyman-tutor", "stars": {}, "cards": {code: CARD}, "last": ""}
    hears(app, do="hello", progress=told)
    assert app.place["home"]["due"] == 0
    hears(app, do="go", to="practice")
    assert app.answer["text"] == app.words["practice-none"]
    hears(app, do="bring", progress={**told, "cards": {code: CARD, "CL-GEAR-03": CARD}})
    assert app.place["home"]["due"] == 1 and code in app.progress["cards"]
    hears(app, do="go", to="practice")
    assert exercise(app).breaks == ("CL-GEAR-03",)


def test_the_map_and_the_summary_tell_the_same_licence() -> None:
    app = App(SHELF, LESSONS)
    done = {one.name: dict.fromkeys(one.steps, 3) for one in LESSONS if one.key == "dirt"}
    hears(app, do="bring", progress={"format": 1, "progress": "rallyman-tutor", "stars": done, "cards": {}, "last": ""})
    hears(app, do="go", to="home/dirt")
    licence = app.place["home"]["licence"]
    hears(app, do="go", to="summary")
    (game,) = app.place["summary"]["games"]
    assert (game["name"], game["licence"]) == ("Rallyman: DIRT", licence)


def test_practice_opened_by_its_own_page_waits_for_what_that_browser_knows() -> None:
    before = App(SHELF, LESSONS, at="drive")
    hears(before, do="lay", piece="1")
    hears(before, do="lay", piece="4")
    app = App(SHELF, LESSONS, at="practice")
    hears(app, do="hello", at=app.place["at"], progress=json.loads(json.dumps(before.progress)))
    assert app.place["at"] == "practice" and app.sheet["kind"] == "find"


def test_nothing_to_practise_is_said_on_the_map() -> None:
    app = App(SHELF, LESSONS)
    hears(app, do="go", to="practice")
    assert app.place["at"] == "home"
    assert app.answer["text"]


def test_progress_from_a_file_is_taken_over_and_a_wrong_one_is_not() -> None:
    app = App(SHELF, LESSONS)
    mine = {
        "format": 1,
        "progress": "rallyman-tutor",
        "stars": {LESSONS[0].name: {"first": 2}},
        "cards": {},
        "last": "",
    }
    hears(app, do="bring", progress=mine)
    assert app.progress["stars"] == mine["stars"]
    hears(app, do="bring", progress={"chess": 1})
    assert app.progress["stars"] == mine["stars"]
    assert app.answer["text"]


def test_stars_of_another_tab_come_beside_those_of_this_one() -> None:
    here, there = App(SHELF, LESSONS, at=LESSONS[0].name), App(SHELF, LESSONS, at=LESSONS[0].name)
    for die in FIRST.solution.split():
        hears(here, do="lay", piece=die[0])
    other = {**there.progress, "stars": {LESSONS[1].name: {"first": 2}}}
    hears(here, do="join", progress=other)
    assert here.progress["stars"] == {LESSONS[0].name: {FIRST.id: 3}, LESSONS[1].name: {"first": 2}}
    assert here.place["at"] == LESSONS[0].name
    hears(here, do="join", progress={"chess": 1})
    assert len(here.progress["stars"]) == 2


def test_a_rule_of_the_book_is_shown_kept_and_broken() -> None:
    app = App(SHELF, LESSONS, at="rules/CL-GEAR-03")
    assert app.place["rule"]["kind_shown"] == "broken"
    assert app.view["messages"][0]["code"] == "CL-GEAR-03"
    hears(app, do="example", code="CL-GEAR-03", kind="ok", n=1)
    assert app.view["messages"] == []
    assert app.place["rule"]["n"] == 1


def test_the_covers_are_those_of_the_lessons() -> None:
    whole = shelf(shipped.folder("lessons")).lessons
    assert [(one.name, one.title, one.about, one.teaches, one.steps) for one in LESSONS] == [
        (one.name, one.title, one.about, one.teaches, tuple(step.id for step in one.steps)) for one in whole
    ]


def test_a_lesson_that_cannot_be_read_is_told_of_on_the_map(tmp_path: Path) -> None:
    folder = tmp_path / "classic" / "01-broken"
    folder.mkdir(parents=True)
    (folder / "lesson.toml").write_text('game = "classic"\nteaches = []\nsteps = [{ id = "a", kind = "fly" }]\n')
    (folder / "en.md").write_text("# Broken\n\nNot much.\n")
    app = App(SHELF, covers(tmp_path))
    hears(app, do="go", to="classic/01-broken")
    assert app.place["at"] == "home"
    assert "Broken" in app.answer["text"]


def test_a_drive_opens_at_a_position() -> None:
    app = open_at("drive", "s14 | A@s3 g3")
    assert [(car["place"], car["facts"][0]) for car in app.view["cars"]] == [("s3", "3rd")]
    hears(app, do="hello", at="drive", kept=drive("first").kept)  # and is not exchanged for what the browser kept
    assert [car["place"] for car in app.view["cars"]] == ["s3"]
    assert app.kept["brought"]


@pytest.mark.parametrize(
    ("at", "table", "said"),
    [
        ("nowhere", "", "There is no place 'nowhere'."),
        ("classic/01-first-di", "", "classic/01-first-die"),
        ("drive", "s14 | A@q9 g3", "column 9"),
        ("drive/dirt", "s14", "Rallyman: DIRT cannot begin"),
        ("rules", "first", "A table is opened at a drive"),
    ],
)
def test_what_cannot_be_opened_is_told_in_a_sentence(at: str, table: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        open_at(at, table)


def test_a_notebook_that_is_only_read_says_what_stood_there() -> None:
    bundle = App(SHELF, LESSONS)._repr_mimebundle_()
    told = bundle[0] if isinstance(bundle, tuple) else bundle
    assert told["text/plain"] == "The Rallyman Tutor. Run this cell, and it opens here."


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
    app = App(SHELF, LESSONS, at=at)
    hears(app, do="new", table=table, cars=2, bots=True, seed="1")
    assert app.answer["field"] == "started"
    assert app._session and app._session.bots == frozenset(range(1, players))
    hears(app, do="new", table=table, cars=2, bots=False, seed="1")
    assert not app._session.bots


def test_a_drive_that_somebody_shared_is_told_from_ones_own() -> None:
    mine, friends = drive("first"), drive("jumps")
    hears(mine, do="lay", piece="1")
    assert "brought" not in mine.kept
    hears(friends, do="share")
    hears(mine, do="hello", at="drive", kept=mine.kept, game=friends.answer["text"])
    assert mine.kept["brought"] and mine.kept["table"]["table"] == "jumps"
    hears(mine, do="lay", piece="1")
    assert mine.kept["brought"]
    again = drive("first")
    hears(again, do="hello", at="drive", kept=mine.kept)
    assert again.kept["brought"]
    hears(again, do="new", table="first", cars=1, bots=True, seed="1")
    assert "brought" not in again.kept


def test_two_games_stand_side_by_side_in_the_theme_of_the_page() -> None:
    app = App(SHELF, LESSONS, at="coming")
    light = [side["picture"] for side in app.place["coming"]["sides"]]
    hears(app, do="theme", theme="dark")
    assert all(
        one != other for one, other in zip(light, (s["picture"] for s in app.place["coming"]["sides"]), strict=True)
    )
    hears(app, do="go", to=f"coming/{app.place['coming']['next']}")
    assert app.place["coming"]["before"] and app.place["page"].startswith("coming.ipynb?at=coming/")
    assert app.words["game"] == "dirt"
