"""The lesson for whoever explains a game tonight: the set-up of a rally leads to it, and it leads to a rally."""

from __future__ import annotations

import pytest

from rallyman_tutor.games import NAMES
from tests.page.host import Visit


@pytest.mark.parametrize("key", NAMES)
def test_before_a_rally_a_button_leads_to_the_lesson_and_the_lesson_back_to_the_rally(key: str) -> None:
    visit = Visit(f"rally/{key}")
    rally = visit.place["rally"]
    assert rally["labels"]["evening"] and rally["setup"]["evening"].startswith(f"{key}/")
    at = visit.place["at"]
    visit.says(do="go", to=rally["setup"]["evening"])
    assert (visit.place["kind"], visit.place["at"]) == ("lesson", rally["setup"]["evening"])
    visit.says(do="go", to=visit.place["next"])
    assert visit.place["at"] == at and visit.place["kind"] == "rally"
