"""The words of the command line are told twice: lines are written, and what was announced is listed. See
`tests/tutor/told_twice.py`."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.pages.learner import settings
from tests.pages.visits import Open
from tests.tutor.told_twice import Twice
from tests.widgets.page.asking import button, last
from tests.widgets.page.hands import hears, lays
from tests.widgets.page.host import answered

pytestmark = pytest.mark.usefixtures("same_tables")


def test_a_line_is_said_and_a_list_told_of_what_was_announced(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("drive")
    button(settings(page), tell("talk")).click()
    box = page.get_by_role("region", name=tell("talk"))
    for line in "1", "clock":
        page.get_by_role("textbox", name=tell("talk-line")).fill(line)
        button(box, tell("talk-send")).click()
        answered(page)
    lays(page, "the 1 on space 1")
    newest, before = page.get_by_role("list", name=tell("talk-heard")).locator("li").all_text_contents()[:2]
    assert newest.startswith("Clock") and before.startswith("the 1 on space 1")
    box.get_by_text(tell("talk-keys"), exact=True).click()
    more = [f"{name}{key}" for key, name in tell.texts["talk-more-keys"].items()]
    assert box.locator("details li").all_text_contents()[-len(more) :] == more
    speech = box.get_by_label(tell("speech"), exact=True)
    expect(speech.locator("option")).to_have_text([*tell.texts["speeches"].values()])
    speech.select_option("brief")
    hears(page, tell.texts["speech-now"]["brief"])
    assert last(page) == {"do": "speak", "how": "brief"}
    button(box, tell("close")).click()
    expect(box).to_be_hidden()
