"""The parts sent behind an answer: a row is all that one takes, and its name tells its kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from rallyman_tutor.page import behind
from rallyman_tutor.page.behind import BEHIND, Row
from rallyman_tutor.page.state import Page
from tests.page.host import Visit, rows


def test_rows_of_one_name_show_the_same_kind_of_thing() -> None:
    kinds = {row.name: row.kind for row in BEHIND}
    assert all(row.kind is kinds[row.name] for row in BEHIND)


def test_a_row_more_is_sent_with_the_number_of_the_view_that_it_belongs_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def steps(page: Page) -> Iterator[Mapping[str, Any] | None]:
        yield None
        yield {"said": f"{len(page.session.draft) if page.session else 0} dice lie"}

    monkeypatch.setattr(behind, "BEHIND", (*BEHIND, Row("dice", dict, steps)))
    visit = Visit("drive")
    visit.says(do="hello", theme="light")
    visit.says(do="lay", piece="1")
    assert visit.behind["dice"] == {"said": "1 dice lie", "n": visit.view["n"]}
    visit.says(do="tell", about="gear")
    assert "dice" not in rows(visit.sent), "no board is new"
