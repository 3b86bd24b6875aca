"""A visitor's page as it runs in their browser, here without one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.coach.solver import table_files
from rallyman_tutor.pages import shipped
from rallyman_tutor.pages.site import visitor as visitors
from rallyman_tutor.pages.site.visitor import DRAWN, Visitor
from rallyman_tutor.tutor.words import language
from tests.page.host import LESSONS

ALL = visitors.lessons


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "lessons", lambda: LESSONS)
    monkeypatch.setattr(table_files, "ELSEWHERE", [])
    monkeypatch.setattr(language, "ELSEWHERE", [])


def test_a_site_may_have_a_teachers_lessons_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(shipped.folder("lessons") / "classic" / "01-first-die", tmp_path / "own/classic/50-ours")
    monkeypatch.setattr(visitors, "ROOT", tmp_path)
    assert [*ALL.__wrapped__().named] == ["classic/50-ours"]


def told(visitor: Visitor, heard: list[str], **intent: Any) -> dict[str, Any]:
    """All that is told of a message, put together."""
    heard.clear()
    visitor.hear(json.dumps(intent))
    while visitor.go_on():
        pass
    return {name: value for one in heard for name, value in json.loads(one).items()}


def test_a_page_is_told_as_json_and_goes_on_step_by_step() -> None:
    heard: list[str] = []
    visitor = Visitor("classic/01-first-die", heard.append)
    opening = [json.loads(one) for one in heard]
    assert any(one.get("canvas") == DRAWN for one in opening)
    assert visitor.go_on() and not visitor.go_on()  # the choices
    assert "choices" in json.loads(heard[-1])
    hello = told(visitor, heard, do="hello", theme="dark", drawn=True, at="classic/01-first-die")
    assert hello["ground"]["svg"].startswith("<svg")
    laid = told(visitor, heard, do="lay", piece="1", place="s1")
    assert [step["name"] for step in laid["view"]["draft"]] == ["the 1 on space 1"] and laid["choices"]["n"] == laid[
        "view"
    ]["n"]


def test_a_fault_of_ours_is_told_and_the_page_lives_on(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    visitor = Visitor("classic/01-first-die", heard.append)
    with monkeypatch.context() as patched:
        patched.setattr("rallyman_tutor.page.show.lesson_and_table", lambda *_: 1 / 0)
        assert "ZeroDivisionError" in told(visitor, heard, do="lay", piece="1", place="s1")["answer"]["text"]
    assert told(visitor, heard, do="lay", piece="1", place="s1")["view"]["draft"]


def test_a_table_that_is_not_at_hand_is_asked_of_the_site() -> None:
    class Found:
        def to_bytes(self) -> bytes:
            return b"table"

    Visitor("home", lambda told: None, lambda named: Found() if named == "one.table" else None)
    assert table_files.read("one") == b"table" and table_files.read("another") is None
    assert table_files.read("one", "charges") is None
