"""The table without a browser: what it answers to what a page says, and that nothing a page says can hurt it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rallyman_tutor.games.classic import GAME
from rallyman_tutor.tutor import session as tables
from rallyman_tutor.widgets.table import MOST_FRAMES, SCRIPTS, Table, drive


@pytest.fixture
def table() -> Table:
    return drive("first")


def hears(table: Table, /, **intent: Any) -> dict[str, Any]:
    table._heard(table, intent, [])
    return dict(table.view)


def test_laying_a_die_is_answered_with_view_pieces_choices_and_what_to_keep(table: Table) -> None:
    view = hears(table, do="lay", piece="1")
    assert [step["place"] for step in view["draft"]] == ["s1"]
    assert view["n"] == table.choices["n"]
    assert any(piece[0] == "die:1" for piece in table.pieces["frames"][-1])
    assert table.kept["draft"] == ["1>s1"]


def test_what_is_shown_comes_in_one_message_and_before_the_rest(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[set[str]] = []
    monkeypatch.setattr(
        table, "send_state", lambda key=None: sent.append({key} if isinstance(key, str) else set(key or ()))
    )
    monkeypatch.setattr(Table, "comm", type("Line", (), {"comm_id": "1", "kernel": True})())
    hears(table, do="lay", piece="1")
    assert sent[0] >= {"pieces", "view"}
    assert not sent[0] & {"choices", "kept", "stage"}
    assert {"choices"} in sent[1:]
    assert {"kept"} in sent[1:]


def test_every_stamp_of_a_picture_is_there(table: Table) -> None:
    for intent in ({"do": "lay", "piece": "1"}, {"do": "lay", "piece": "2"}, {"do": "act", "move": "1>s1"}):
        hears(table, **intent)
        for frame in table.pieces["frames"]:
            assert {piece[1] for piece in frame} <= set(table.pieces["stamps"])


def test_each_move_of_another_car_is_a_picture() -> None:
    table = drive("jumps", cars=4)
    frames = []
    for die in "1212":
        for intent in ({"do": "lay", "piece": die}, {"do": "act", "move": None}, {"do": "act", "move": "stop"}):
            move = intent.get("move") or (table.view["offers"][0]["move"] if intent["do"] == "act" else None)
            hears(table, **{**intent, **({"move": move} if move else {})})
            frames.append(len(table.pieces["frames"]))
    assert max(frames) > 1
    assert max(frames) <= MOST_FRAMES + 1


@pytest.mark.parametrize(
    "message",
    [
        None,
        3,
        "hello",
        [],
        {"do": None},
        {"do": ["lay"]},
        {"do": "why", "code": "<b>"},
        {"do": "new", "cars": "many", "table": 7},
    ],
)
def test_a_silly_message_changes_nothing_and_keeps_the_page_alive(table: Table, message: object) -> None:
    table._heard(table, message, [])
    assert hears(table, do="lay", piece="1")["draft"]


def test_a_fault_of_ours_is_told_and_the_page_lives_on(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(tables, "attempt", lambda *_: 1 / 0)
        hears(table, do="lay", piece="1")
    assert "ZeroDivisionError" in table.answer["text"]
    assert "carried out" in caplog.text
    assert hears(table, do="lay", piece="1")["draft"]


def test_what_a_visitor_writes_into_a_trait_is_never_read_back(table: Table) -> None:
    for name in ("view", "choices", "pieces", "stage", "kept", "answer", "words", "faces"):
        table.set_state({name: {"draft": "<script>alert(1)</script>"}})
    assert [step["name"] for step in hears(table, do="lay", piece="1")["draft"]] == ["the 1 on space 1"]


def test_what_a_browser_kept_is_put_back(table: Table) -> None:
    hears(table, do="lay", piece="1")
    hears(table, do="lay", piece="2")
    again = drive("first")
    hears(again, do="hello", theme="dark", kept=json.loads(json.dumps(table.kept)))
    assert [step["place"] for step in again.view["draft"]] == ["s1", "s2"]


def test_what_was_kept_on_another_stage_brings_its_stage_along(table: Table) -> None:
    hears(table, do="new", table="jumps", cars=1, bots=True, seed="3")
    again = drive("first")
    assert again.stage["frame"] != table.stage["frame"]
    hears(again, do="hello", theme="light", kept=table.kept)
    assert again.stage == table.stage


@pytest.mark.parametrize("kept", [{}, {"format": 1}, "x", [1], {"format": 1, "replay": {"game": "classic"}}])
def test_what_cannot_be_put_back_is_set_aside_with_a_word(table: Table, kept: object) -> None:
    hears(table, do="hello", theme="light", kept=kept)
    if kept:
        assert table.answer["aside"]
        assert table.answer["text"]
    assert hears(table, do="lay", piece="1")["draft"]


def test_a_stage_of_ones_own_can_be_driven(table: Table) -> None:
    hears(table, do="new", table="s2 L4 s2 j3 s4", cars=2, bots=True, seed="3")
    assert table.answer["field"] == "started"
    assert [car["name"] for car in table.view["cars"]] == ["You", "Ana"]


@pytest.mark.parametrize(
    "told", ["s3 X4", "START C8, FINISH Z9", "<img src=x onerror=alert(1)>", "START C8, FINISH L0", "s99999"]
)
def test_a_stage_that_cannot_be_read_is_answered_beside_its_field_and_the_drive_stays(table: Table, told: str) -> None:
    before = hears(table, do="lay", piece="1")
    hears(table, do="new", table=told, cars=1, bots=True, seed="3")
    assert table.answer["field"] == "table"
    assert table.answer["text"]
    assert table.view["draft"] == before["draft"]


def test_a_dark_page_gets_the_same_pieces_and_another_ground(table: Table) -> None:
    pieces = table.pieces
    hears(table, do="theme", theme="dark")
    assert table.pieces == pieces


def test_the_page_has_a_picture_for_every_die_and_card(table: Table) -> None:
    assert set("12345w") <= set(table.faces)
    assert {f"card:{gear}" for gear in range(6)} <= set(table.faces)


def test_the_script_has_no_words_and_asks_no_other_host() -> None:
    assert len(SCRIPTS) == 4
    script = Table._esm
    assert "http" not in str(script).replace("http://www.w3.org/2000/svg", "")


def test_all_words_the_script_asks_for_are_there(table: Table) -> None:
    import re

    asked = set(re.findall(r"words\.([a-z]\w*)", str(Table._esm))) | set(
        re.findall(r'words\["([\w-]+)"\]', str(Table._esm))
    )
    assert asked - {"key"} <= set(table.words), asked - set(table.words)


def test_every_ready_stage_can_be_sat_at(table: Table) -> None:
    for name in GAME.ready:
        hears(table, do="new", table=name, cars=1, bots=True, seed="1")
        assert table.answer["field"] == "started"
        assert len(table.stage["places"]) > 8
