"""The page in Jupyter, without a browser: messages are carried, faults of ours are told, and no trait is read back."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from rallyman_tutor.page.places import drive
from rallyman_tutor.page.wire import Wire
from rallyman_tutor.pages.app import open_at
from rallyman_tutor.tutor.words.language import EXPECTED
from rallyman_tutor.widgets.modules import page_script
from rallyman_tutor.widgets.table import Table


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is put off: where another test's browser has left a loop running, nobody would ever run it."""
    monkeypatch.setattr(Table, "_later", Table._take_rest)


@pytest.fixture
def table() -> Table:
    return open_at("drive")


LATER = Table._later
"""As it is, where something is put off."""


def hears(table: Table, /, **intent: Any) -> dict[str, Any]:
    table._hear(table, intent, [])
    return dict(table.view)


def test_what_painting_needed_is_given_back_once_nobody_waits(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    put_off: list[tuple[float, Any]] = []
    loop = SimpleNamespace(call_later=lambda wait, act: put_off.append((wait, act)))
    monkeypatch.setattr("rallyman_tutor.widgets.table.asyncio.get_running_loop", lambda: loop)
    hears(table, do="hello", theme="dark")
    ((wait, give_back),) = put_off
    assert wait >= 1
    give_back()  # wherever the system cannot, nothing happens


def test_choices_are_worked_out_once_right_after_the_answer(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several answers in a row only the last one is followed by choices."""
    put_off: list[SimpleNamespace] = []

    def call_later(wait: float, act: Any) -> SimpleNamespace:
        put_off.append(SimpleNamespace(wait=wait, act=act, cancel=put_off.pop))
        return put_off[-1]

    monkeypatch.setattr(Table, "_later", LATER)
    monkeypatch.setattr(
        "rallyman_tutor.widgets.table.asyncio.get_running_loop", lambda: SimpleNamespace(call_later=call_later)
    )
    before = table.choices
    hears(table, do="lay", piece="1")
    hears(table, do="lay", piece="1")
    assert table.choices == before
    (waits,) = put_off
    assert waits.wait < 0.02
    waits.act()
    assert table.choices != before


def test_where_no_loop_runs_choices_come_at_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_loop() -> None:
        raise RuntimeError("no running event loop")

    monkeypatch.setattr(Table, "_later", LATER)
    monkeypatch.setattr("rallyman_tutor.widgets.table.asyncio.get_running_loop", no_loop)
    before = table.choices
    hears(table, do="lay", piece="1")
    assert table.choices != before


def test_what_comes_behind_an_answer_comes_step_by_step_and_not_at_all_where_something_else_is_done(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_off: list[Any] = []

    def call_later(_: float, act: Any) -> Any:
        put_off.append(act)
        return SimpleNamespace(cancel=lambda: put_off.remove(act) if act in put_off else None)

    monkeypatch.setattr(Table, "_later", LATER)
    loop = SimpleNamespace(call_later=call_later)
    monkeypatch.setattr("rallyman_tutor.widgets.table.asyncio.get_running_loop", lambda: loop)
    monkeypatch.setattr(Table, "_paint", lambda *_: None)
    hears(table, do="hello", theme="dark")
    hears(table, do="ghost", on=True)
    choices, steps = dict(table.choices), 0
    while put_off:
        assert len(put_off) == 1
        put_off.pop()()
        steps += 1
    assert dict(table.choices) != choices and table.behind["name"] == "ghost" and steps > 2
    came = dict(table.behind)
    assert came["shown"]["said"]
    hears(table, do="ghost", on=False)
    put_off.pop()()
    hears(table, do="ghost", on=True)
    assert table.behind == came, "what was to come behind the answer before is dropped"
    while put_off:
        put_off.pop()()
    assert table.behind["shown"] == came["shown"] and table.behind["n"] > came["n"]


def test_the_board_is_painted_for_a_light_page_until_the_page_says_that_it_is_dark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    themes: list[str] = []
    monkeypatch.setattr("rallyman_tutor.widgets.paint.paint", lambda canvas, scene, theme: themes.append(theme))
    table = open_at("drive")
    assert set(themes) <= {"light"}
    hears(table, do="hello", theme="dark")
    assert themes[-1] == "dark"


def test_a_fault_of_ours_is_told_and_the_page_lives_on(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(drive, "attempt", lambda *_: 1 / 0)
        hears(table, do="lay", piece="1")
    assert "ZeroDivisionError" in table.answer["text"]
    assert "carried out" in caplog.text
    assert hears(table, do="lay", piece="1")["draft"]


def test_what_a_visitor_writes_into_a_trait_is_never_read_back(table: Table) -> None:
    for name in Wire.__annotations__:
        table.set_state({name: {"draft": "<script>alert(1)</script>", "at": "home"}})
    assert [step["name"] for step in hears(table, do="lay", piece="1")["draft"]] == ["the 1 on space 1"]


def test_the_script_asks_no_other_host() -> None:
    script = page_script().replace("http://www.w3.org/2000/svg", "")
    assert not re.findall(r"https?:(?:\\?/){2}\w", script)  # links are in lessons, and their pattern here
    assert re.findall(r"https?:(?:\\?/){2}\w", 'fetch("https://example.org")')


def test_a_notebook_that_is_only_read_says_what_stood_there() -> None:
    told, _ = open_at()._repr_mimebundle_() or ({}, {})
    assert told["text/plain"] == "The Rallyman Tutor. Run this cell, and it opens here."


@pytest.mark.parametrize(("expected", "language"), [("de", "de"), ("xx", "en"), ("", "en")])
def test_a_page_is_opened_in_the_language_that_its_server_expects(
    monkeypatch: pytest.MonkeyPatch, expected: str, language: str
) -> None:
    monkeypatch.setenv(EXPECTED, expected)
    table = open_at("drive")
    assert table.words["language"] == language
    board = table.stage
    hears(table, do="hello", language=language, browser="en-GB", at="drive")
    assert table.stage is board, "it is not drawn anew"
    hears(table, do="hello", language="nl", browser="en-GB", at="drive")
    assert table.words["language"] == "nl", "the browser knows better"


def test_a_message_is_answered_by_patches_each_in_one_message(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[set[str]] = []
    monkeypatch.setattr(
        table, "send_state", lambda key=None: sent.append({key} if isinstance(key, str) else set(key or ()))
    )
    monkeypatch.setattr(Table, "comm", type("Line", (), {"comm_id": "1", "kernel": True})())
    hears(table, do="lay", piece="1")
    assert sent[0] >= {"pieces", "view", "kept"}
    assert not sent[0] & {"choices", "stage"}
    assert {"choices"} in sent[1:]


def test_every_part_of_the_wire_is_a_trait_that_is_sent(table: Table) -> None:
    assert set(Wire.__annotations__) <= set(Table.class_own_traits()) <= set(table.keys)


@pytest.mark.parametrize(("at", "has_board"), [("home", False), ("summary", False), ("drive", True), ("rules", True)])
def test_a_canvas_lies_under_every_board_and_nowhere_else(at: str, has_board: bool) -> None:
    table = open_at(at)
    assert (table.canvas is not None) is has_board
    hears(table, do="go", to="drive/dirt")
    assert table.canvas is not None


def test_what_there_is_not_cannot_be_opened() -> None:
    with pytest.raises(ValueError, match="There is no place 'nowhere'"):
        open_at("nowhere")


def test_a_page_that_cannot_be_shown_stays_as_it_was(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("rallyman_tutor.page.show.view", lambda *_, **__: 1 / 0)
        hears(table, do="lay", piece="1")
    assert "ZeroDivisionError" in table.answer["text"]
    assert [step["name"] for step in hears(table, do="lay", piece="2")["draft"]] == ["the 2 on space 1"]
