"""A game of cards looked back at on the page: reckoning shows its progress, a mistake is tried again, and it is
heard."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from rallyman_tutor.coach import card_review
from rallyman_tutor.tutor.learner.progress import Progress, plain, with_mistakes
from rallyman_tutor.tutor.session.sharing import share
from tests.pages.visits import Open
from tests.tutor.test_card_review import over
from tests.tutor.test_past_cards import kept
from tests.widgets.page.hands import hears
from tests.widgets.page.host import answered


@pytest.mark.parametrize("by", ["keys", pytest.param("mouse", marks=pytest.mark.wide), "touch"])
def test_a_mistake_at_cards_is_found_behind_the_answer_and_tried_again(opened: Open, by: str) -> None:
    phone = {"has_touch": True, "is_mobile": True} if by == "touch" else {}
    page = opened("drive", 390 if by == "touch" else 1280, **phone)
    card_review._weighing.cache_clear()
    page.evaluate("(code) => host.model.send({ do: 'new', table: code })", share(over()))
    answered(page)

    def press(name: str) -> None:
        button = page.get_by_role("button", name=name).first
        if by == "touch":
            button.tap()
        elif by == "mouse":
            button.click()
        else:
            button.focus()
            page.keyboard.press("Enter")
        answered(page)

    press("Look back at this game")
    review = page.locator(".rt-review")
    expect(review.locator(".rt-figures")).to_contain_text("surely worse than another move")
    hears(page, "You had a choice 2 times.")
    expect(review.locator("ol li")).to_have_count(1)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    press("Try it again")
    hears(page, "Decision 1. You chose: 75 on road 1.")
    page.evaluate("() => host.model.send({ do: 'draft', moves: ['lay 25'] })")
    answered(page)
    page.locator(".rt-primary").first.click()
    answered(page)
    hears(page, "The best: fuel tanker on road 1.")
    box = page.locator(".rt-retry")
    if by == "touch":
        press("Beside the best")
    expect(box.locator("tbody tr")).to_have_count(3)
    expect(box.locator("details")).to_have_count(0)
    assert box.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    press("Back to the review")
    expect(review.locator("ol li")).to_have_count(1)


def test_a_mistake_at_cards_that_comes_back_is_played_on_the_table(opened: Open) -> None:
    page = opened("drive")
    three_days_ago = datetime.now(UTC) - timedelta(days=3)
    known = plain(with_mistakes(Progress(), [(kept("mil_millas"), 0)], three_days_ago))
    page.evaluate("(known) => host.model.send({ do: 'bring', progress: known })", known)
    page.evaluate("() => host.model.send({ do: 'go', to: 'practice' })")
    answered(page)
    panel = page.locator(".rt-panel")
    expect(panel).to_contain_text("surely worse than the best: 68 points")
    for card in ("75", "tanker"):
        for _ in range(2):  # picked, and laid
            page.locator(f".rt-die[data-piece='{card}']").first.click()
            answered(page)
        if card == "75":
            page.locator(".rt-primary").first.click()
            hears(page, "68 points behind the best that was found")
            page.get_by_role("button", name="Undo").first.click()
            answered(page)
    expect(panel).to_contain_text("Nothing better was found.")  # a tanker on the road is played
    hears(page, "Nothing better was found.")
