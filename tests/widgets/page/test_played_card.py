"""A mistake at cards, asked again on the page by keys and heard; and the page of its principle, with its table."""

from __future__ import annotations

from datetime import timedelta

from playwright.sync_api import expect

from rallyman_tutor.tutor.learner import progress
from tests.page.host import NOON
from tests.pages.visits import Open
from tests.tutor.test_past_cards import MADE_UP
from tests.widgets.page.courses import practises
from tests.widgets.page.hands import hears
from tests.widgets.page.host import answered


def test_a_card_is_judged_with_its_reason_and_leads_to_the_handbook(opened: Open) -> None:
    page = opened("index", 1280, reduced_motion="reduce")
    known = progress.with_mistakes(progress.Progress(), [(MADE_UP, 0.0)], NOON - timedelta(days=9))
    practises(page, known)
    sheet = page.locator(".rt-lesson-sheet")

    def plays(move: str) -> None:
        page.evaluate("(move) => host.model.send({ do: 'draft', moves: [move] })", move)
        answered(page)
        page.locator(".rt-primary").first.press("Enter")
        answered(page)

    plays("discard 100")
    hears(page, "Not quite.", "Of two distances, the longer one brings you farther with one card.")
    for told in ("Look at how far your side gets", "The principle: Keep the longer distance.", "this card: 50"):
        sheet.get_by_role("button", name="hint").or_(sheet.get_by_text("Show me")).or_(
            sheet.get_by_text("A few to choose from")
        ).first.press("Enter")
        answered(page)
        hears(page, told)
    page.evaluate("() => host.model.send({ do: 'undo' })")
    answered(page)
    plays("discard 50")
    hears(page, "Done. Nothing better was found.")
    door = sheet.get_by_role("button", name="In the handbook: Keep the longer distance")
    door.press("Enter")
    answered(page)
    rule = page.locator(".rt-rule")
    expect(rule).to_contain_text("Keep the longer distance")
    expect(rule).to_contain_text("In imagined evenings")
    expect(rule.get_by_role("button", name="looks")).to_have_count(1)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
