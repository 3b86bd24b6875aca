"""A rally whose page is thrown away at random moments goes on as one that nobody disturbs; see `kills.py`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.page import browser_save
from rallyman_tutor.page.wire import BrowserSave
from rallyman_tutor.tutor.session.session import Session
from tests.page.kills import faults


@pytest.mark.parametrize("key", SHELF)
def test_nothing_of_a_rally_is_lost_with_its_page(key: str, wide: bool) -> None:
    assert [*faults(key, 1000 if wide else 6)] == []


def test_what_is_lost_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    keeps = browser_save.save_table

    def forgets_the_last_move(at: str, table: Session) -> BrowserSave:
        return keeps(at, replace(table, replay=table.replay.undo()))

    monkeypatch.setattr(browser_save, "save_table", forgets_the_last_move)
    (lost,) = faults("mil_millas", 6)
    assert lost.startswith("rally 1")
