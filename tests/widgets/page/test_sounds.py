"""Sounds that one may switch on: what is heard is shown as a caption too, and every sound can be heard."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from rallyman_tutor.tutor.words.sounds import EVENTS
from tests.pages.learner import settings
from tests.pages.visits import Open
from tests.some import some
from tests.widgets.page.host import address, answered, ready

LOUD = """async ([name, seconds]) => {
    const { SOUNDS, sounded } = await import("/sounds.js");
    const context = new OfflineAudioContext(1, 22050 * seconds, 22050);
    sounded(context, SOUNDS[name], 0);
    const samples = (await context.startRendering()).getChannelData(0);
    const loud = (part) => part.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    return [loud(samples), loud(samples.subarray(22050 * 1.2))];
}"""


def rolls(page: Page, die: str) -> None:
    """Lay a die where it goes first, and roll it, by keys."""
    for key in (die, "Enter", "r"):
        page.keyboard.press(key)
        answered(page)


def test_every_sound_is_heard_is_not_too_loud_and_is_soon_over(opened: Open) -> None:
    page = opened("drive")
    for name in some(EVENTS):
        loud, left = page.evaluate(LOUD, [name, 2])
        assert 0.03 < loud < 1 and left < 0.01, (name, loud, left)


def test_sounds_are_off_until_somebody_wishes_them_and_each_has_a_caption(opened: Open) -> None:
    page = opened("drive", 390)
    caption = page.locator(".rt-caption")
    rolls(page, "1")
    expect(caption).to_be_hidden()
    settings(page).get_by_role("button", name="In words").click()
    page.get_by_label("Sounds, with captions").check()
    expect(caption).to_have_text("a bell")
    page.locator(".rt-talk").get_by_label("Letters and digits").uncheck()
    expect(page.get_by_label("Sounds, with captions")).to_be_checked()
    page.locator(".rt-talk").get_by_label("Letters and digits").check()
    page.keyboard.press("Escape")
    page.goto(address("drive"))
    ready(page)
    expect(caption).to_be_hidden()  # what happened before is not heard again
    rolls(page, "2")
    expect(caption).to_contain_text("an engine on gravel")
    expect(caption).to_contain_text("dice rattle")
    settings(page).get_by_role("button", name="In words").click()
    page.get_by_label("Sounds, with captions").uncheck()
    expect(caption).to_be_hidden()
