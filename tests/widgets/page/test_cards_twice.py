"""The words at a table of cards are told twice: what each key lacks, and who plays next. See
`tests/tutor/told_twice.py`."""

from __future__ import annotations

import pytest

from tests.pages.visits import Open
from tests.tutor.told_twice import Twice
from tests.widgets.page.asking import last, session
from tests.widgets.page.hands import hears
from tests.widgets.page.host import answered

pytestmark = pytest.mark.usefixtures("same_tables")


def test_at_a_table_of_cards_each_key_says_what_it_lacks_and_the_next_player_says_who_they_are(opened: Open) -> None:
    tell = Twice("mil_millas", "page")
    page = opened("mil_millas-drive")
    page.locator(".rt-primary").first.click()
    answered(page)
    page.keyboard.press("Delete")
    hears(page, tell("away-none"))
    name = page.locator(".rt-die").first.get_attribute("aria-label")
    page.keyboard.press("ArrowRight")
    hears(page, tell("say-held", piece=str(name).split(", ")[0]))
    page.keyboard.press("Delete")
    answered(page)
    assert "discard" in str(last(page)) or session(page, "view")["draft"], "the card in hand is laid on the pile"
    page.evaluate("() => host.model.send({ do: 'new', table: '', cars: 2, bots: false, level: 'club', seed: '3' })")
    answered(page)
    covered = session(page, "view")
    assert covered["covered"] and covered["pieces"] == []
    page.locator(".rt-primary").get_by_text(tell("uncover", driver=covered["driver"]), exact=True).click()
    assert session(page, "view")["covered"] is False
