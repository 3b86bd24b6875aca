"""The words behind the finish are told twice: a mistake is decided once more, and what each button says is done. See
`tests/tutor/told_twice.py`."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.pages.visits import Open
from tests.tutor.told_twice import Twice
from tests.widgets.page.asking import button, last, session
from tests.widgets.page.hands import hears
from tests.widgets.page.host import answered
from tests.widgets.page.test_retry import trying

pytestmark = pytest.mark.usefixtures("same_tables")


def test_a_mistake_is_decided_once_more_driven_on_with_and_the_stage_driven_again(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = trying(opened)
    box, again = page.locator(".rt-retry"), button(page, tell("review-again"))
    expect(page.get_by_role("region", name=tell("review-try"))).to_be_visible()
    expect(again).to_have_count(0)

    def decides() -> None:
        for key in "5", "Enter", "r":
            page.locator(".rt-list").press(key)
            answered(page)

    decides()
    assert session(page, "view")["retry"]["made"]
    again.click()
    assert last(page) == {"do": "clear"} and not session(page, "view")["retry"]["made"]
    expect(page.locator(".rt-draft li")).to_have_count(0)
    decides()
    before = session(page, "view")["lines"]
    button(box, tell("review-drive-on")).click()
    assert session(page, "view")["lines"] > before
    button(page, tell("review-return")).first.click()
    review = page.locator(".rt-review")
    expect(review.locator("h4")).to_have_text(tell("review-mistakes"))
    expect(review.get_by_text(tell("review-map"), exact=True)).to_be_visible()
    lost = review.locator("polyline[class^=rt-lost]").evaluate_all(
        """(all) => all.map((one) => {
            const brush = document.createElement("canvas").getContext("2d"), { stroke, strokeWidth } = getComputedStyle(one);
            brush.fillStyle = stroke;
            brush.fillRect(0, 0, 1, 1);
            const [red, green] = brush.getImageData(0, 0, 1, 1).data, told = one.querySelector("title").textContent;
            return [Number((told.match(/([\\d.]+)\\ss/) ?? [0, 60])[1]), parseFloat(strokeWidth), red - green];
        })"""
    )
    most, least = max(lost), min(lost)
    assert least[0] == 0 and most[0] > 1 and most[1] > least[1] and most[2] > 0 > least[2], lost
    review.get_by_text(tell("review-table"), exact=True).click()
    expect(review.locator("details tbody tr").first).to_be_visible()
    expect(page.locator(".rt-result h3").first).to_have_text(tell("finished"))
    page.keyboard.press("1")
    hears(page, tell("finished"))
    button(page, tell("again")).click()
    assert last(page)["do"] == "new" and session(page, "view")["over"] is False
