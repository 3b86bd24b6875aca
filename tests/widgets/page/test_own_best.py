"""One's own best time is seen where par is: in the menu of stages, and at the finish."""

from __future__ import annotations

from playwright.sync_api import expect

from rallyman_tutor.tutor.learner.progress import Progress, with_time
from tests.pages.visits import Open


def test_the_menu_of_stages_shows_ones_own_best_beside_par(opened: Open) -> None:
    page = opened("drive", stars=with_time(Progress(), "classic/bends", 83))
    page.get_by_role("button", name="New drive").click()
    card = page.locator(".rt-stage")
    expect(card).to_contain_text("Best driving")
    expect(card.locator(".rt-own-best")).to_have_count(0)
    page.get_by_label("Stage", exact=True).select_option("bends")
    expect(card.locator(".rt-own-best")).to_have_text("Your best: 1:23")
