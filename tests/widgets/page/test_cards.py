"""Games with hidden hands on the page: a whole game by keys and ears alone, hands covered, advice."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.games import SHELF
from tests.pages.visits import Open
from tests.some import some
from tests.widgets.page.host import answered

OUTPUT = Path(__file__).parents[1] / "output"
HIDING = [key for key, game in SHELF.items() if game.has_hidden_hands]
MOST_DEEDS = 150
FIRST_DEEDS = 16


@pytest.fixture
def opened(opened: Open) -> Open:
    return partial(opened, reduced_motion="reduce")


class Ears:
    """Somebody who plays by keys and hears: the live region, the names of their cards, the name of the main button."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def heard(self) -> str:
        return self.page.locator("[aria-live].rt-ears").inner_text().strip()

    def press(self, key: str) -> str:
        """The announcement after a key."""
        ears = self.page.locator("[aria-live].rt-ears")
        before = ears.text_content()
        self.page.keyboard.press(key)
        answered(self.page)
        return self.heard() if ears.text_content() != before else ""

    def main(self) -> str:
        """The main button, where it may be pressed."""
        button = self.page.locator(".rt-primary").first
        return button.inner_text() if button.is_enabled() and button.is_visible() else ""

    def cards(self) -> int:
        return self.page.locator(".rt-die:not([aria-disabled=true])").count()

    def takes(self) -> bool:
        """Take the next card up; whether nothing is said against it."""
        self.press("ArrowRight")
        return self.heard().rstrip("\u00a0 ").endswith("in hand.")

    def goes_on(self) -> bool:
        """Whether there is something to press, or nothing more to do."""
        return bool(self.main()) or self.over()

    def over(self) -> bool:
        return self.page.locator(".rt-result").count() > 0


def lays(ears: Ears) -> str:
    """The card in hand; on the first place that takes it, where there is more than one."""
    said = ears.press("Enter")
    if "Choose" in said:
        ears.press("ArrowDown")
        said = ears.press("Enter")
    return said


def play(ears: Ears, most: int) -> int:
    """A whole game, or the first deeds of it: press the main button; else lay the first card that is not spoken
    against; else throw one away."""
    for deeds in range(most):
        if ears.over():
            return deeds
        if ears.main():
            ears.press("r")
            continue
        for _ in range(ears.cards()):
            if ears.takes():
                lays(ears)
                break
        else:
            ears.press("Delete")
            for _ in range(ears.cards()):  # spoken against, and laid all the same: the price is paid knowingly
                if ears.goes_on():
                    break
                if ears.page.locator(".rt-draft li").count():
                    ears.press("Backspace")
                    if ears.goes_on():
                        break
                ears.press("ArrowRight")
                ears.press("Enter")
    return most


@pytest.mark.parametrize("key", HIDING)
def test_a_game_is_played_by_keys_and_ears_alone(opened: Open, key: str, wide: bool) -> None:
    """Its first cards, and in a wide run all of it. On a page without a browser both are played to their ends in
    `tests/page/test_drives.py`."""
    page = opened(f"{key}-drive")
    page.locator(".rt-list").focus()
    most = MOST_DEEDS if wide else FIRST_DEEDS
    assert (play(Ears(page), most) < most) == wide, page.locator("[aria-live].rt-ears").inner_text()
    expect(page.locator(".rt-result")).to_have_count(int(wide))
    assert page.locator(".rt-log li").count() > FIRST_DEEDS // 2


@pytest.mark.parametrize("key", HIDING)
def test_a_card_is_played_by_touch(opened: Open, key: str) -> None:
    page = opened(f"{key}-drive", 390, has_touch=True)
    for _ in range(4):
        if page.locator(".rt-primary").first.is_enabled():
            page.locator(".rt-primary").first.tap()
            answered(page)

    def shown() -> tuple[int, list[str]]:
        """The events, and the cards in the hand: a card chosen in secret is told by the hand alone."""
        return page.locator(".rt-log li").count(), page.locator(".rt-die").all_inner_texts()

    before = shown()
    for card in some(page.locator(".rt-die:not([aria-disabled=true])").all()):
        card.tap()
        answered(page)
        if page.locator(".rt-rings path.legal, .rt-dot").count():
            box = page.locator(".rt-dot").first.bounding_box()
            assert box
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            break
    answered(page)
    if shown() == before:  # it has its price, and waits for the button
        page.locator(".rt-primary").first.tap()
        answered(page)
    assert shown() != before


def test_on_a_phone_the_table_is_laid_out_anew_and_turns_with_the_frame(opened: Open) -> None:
    page = opened("mil_millas-drive", 390, has_touch=True)
    box = page.locator(".rt-sheet").bounding_box()
    assert box and box["height"] > box["width"] <= 390
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function(
        "() => (box => box.width > box.height)(document.querySelector('.rt-sheet').getBoundingClientRect())"
    )


def test_enter_on_a_card_that_cannot_be_played_says_why_and_throws_nothing_away(opened: Open) -> None:
    page = opened("mil_millas-drive")
    page.get_by_role("button", name="New").first.click()
    page.locator(".rt-menu summary").click()
    page.fill("#rt-own", "You 25 go ; Ben | You petrol 25x6 ; Ben 50x6")
    page.locator(".rt-menu .rt-primary").click()
    expect(page.locator(".rt-die[data-piece='petrol']")).to_have_count(1)
    expect(page.locator(".rt-menu")).to_be_hidden()
    ears = Ears(page)
    ears.press("Delete")
    expect(page.locator(".rt-hint")).to_contain_text("Take up the card")
    while page.locator(".rt-die[data-piece='petrol'][aria-pressed=true]").count() == 0:
        ears.press("ArrowRight")
    ears.press("Enter")
    expect(page.locator(".rt-card.illegal code").first).to_have_text("MM-DEF-02")
    expect(page.locator(".rt-die[data-piece='petrol']")).to_have_count(1)
    expect(page.locator(".rt-log li")).to_have_count(0)


def test_a_card_that_goes_two_ways_is_never_sent_one_by_the_page(opened: Open) -> None:
    page = opened("crazy_rally-drive")
    page.get_by_role("button", name="New").first.click()
    page.locator(".rt-menu summary").click()
    page.fill("#rt-own", "C09 rest | You v6 B08 E1 ; Ben Y01 | choose You")
    page.locator(".rt-menu .rt-primary").click()
    card = page.locator(".rt-die[data-piece='B08']")
    expect(card).to_have_count(1)
    expect(page.locator(".rt-menu")).to_be_hidden()
    ears = Ears(page)
    card.focus()
    ears.press("Enter")
    for _ in range(3):
        ears.press("Enter")
        expect(page.locator(".rt-hint")).to_contain_text("faster or slower")
    expect(page.locator(".rt-draft li")).to_have_count(0)
    expect(card).to_have_attribute("aria-pressed", "true")
    ears.press("ArrowUp")  # the first way there is
    ears.press("ArrowUp")  # the other one
    ears.press("Enter")
    expect(page.locator(".rt-log li")).not_to_have_count(0)


def test_a_card_of_the_fan_on_the_table_is_taken_up_by_a_click(opened: Open) -> None:
    page = opened("mil_millas-drive")
    page.locator(".rt-primary").first.click()
    page.locator("[data-key^='card:']").first.click()
    expect(page.locator(".rt-die[aria-pressed=true]")).to_have_count(1)


def test_two_people_at_one_screen_hand_it_over(opened: Open) -> None:
    page = opened("mil_millas-drive")
    page.get_by_role("button", name="New").first.click()
    page.locator("#rt-bots").uncheck()
    page.locator(".rt-menu .rt-primary").click()
    expect(page.locator(".rt-menu")).to_be_hidden()
    for _ in range(12):
        if page.locator(".rt-primary").first.inner_text().startswith("I am"):
            assert page.locator(".rt-die").count() == 0
            return
        ears = Ears(page)
        if ears.main():
            ears.press("r")
        else:
            ears.press("ArrowRight")
            lays(ears)
            if ears.main() and not ears.main().startswith("I am"):
                ears.press("r")
    raise AssertionError("nobody handed the table over")


def test_advice_is_given_on_request(opened: Open) -> None:
    page = opened("crazy_rally-drive")
    for _ in range(6):
        if page.locator(".rt-die").count() > 1 and not page.locator(".rt-primary").first.is_enabled():
            break
        page.locator(".rt-primary").first.click()
        answered(page)
    page.get_by_role("button", name="Ask for advice").click()
    expect(page.locator(".rt-advice tbody tr").first).to_be_visible(timeout=20_000)
