"""Sliders for the mix of cards, on the page: behind the answer, the verdict first, then where the advice holds."""

from __future__ import annotations

import pytest

from rallyman_tutor.page.show import later
from rallyman_tutor.page.update import hear
from tests.page.host import LESSONS, NOON, Visit, came_behind, rows

pytestmark = pytest.mark.usefixtures("same_tables")


def test_a_slider_is_answered_at_once_and_told_in_steps_behind_it() -> None:
    visit = Visit("drive")
    visit.says(do="hello", theme="light")
    for _ in range(3):
        visit.says(do="advise")
    assert visit.behind["advised"]["mixes"] == "can" and "mixed" not in visit.behind
    after = hear(visit.page, {"do": "mix", "share": "spins", "notch": 3}, LESSONS, NOON)
    behind = list(later(visit.page, after))
    first, *_, last = came_behind(behind, "mixed")
    assert behind.count(None) > 30 and first["n"] == last["n"] == after.board.number
    assert not first["shares"][0]["holds"] and len(last["shares"][0]["holds"]) == 13
    assert visit.says(do="mix", share="spins", notch=9)["problem"].startswith("The slider has no notch at 9.")
    visit.says(do="mix")
    assert visit.behind["advised"]["mixes"] == "is" and not visit.behind["mixed"]["moved"]


def test_another_draft_takes_it_away() -> None:
    visit = Visit("drive")
    visit.says(do="hello", theme="light")
    for _ in range(3):
        visit.says(do="advise")
    visit.says(do="mix")
    visit.says(do="draft", moves=["1"])
    assert "mixed" not in rows(visit.sent)
