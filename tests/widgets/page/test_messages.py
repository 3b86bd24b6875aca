"""Messages as they come to the scripts: late, out of date, for another game, or no more at all."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.page.host import Visit, as_sent
from tests.pages.visits import Open
from tests.widgets.page.hands import at_cursor, hears, lays
from tests.widgets.page.host import sent

HOLD_BACK = "() => { host.late = []; }"
RELEASE = "many => { for (const one of host.late.splice(0, many)) host.take(one); }"


def recorded(at: str, *intents: dict[str, Any]) -> list[dict[str, Any]]:
    """The messages to a page when this is done one after the other, message by message."""
    visit = Visit(at)
    return [as_sent(patch.wire) for intent in intents for patch in visit.hears(intent)]


def takes(page: Page, messages: list[dict[str, Any]]) -> None:
    page.evaluate("messages => messages.forEach(host.take)", messages)


def test_what_dice_would_mean_is_not_shown_before_it_belongs_to_what_lies_on_the_road(opened: Open) -> None:
    page = opened("drive")
    page.evaluate(HOLD_BACK)
    for key in "11":
        page.keyboard.press(key)
    page.wait_for_function("() => host.late.length >= 2")
    page.evaluate(RELEASE, 1)  # the view, and not yet what each die would mean
    lays(page, "the 1 on space 1")
    page.keyboard.press("2")
    expect(page.locator(".rt-rings path")).to_have_count(0)
    page.evaluate(RELEASE, 9)
    expect(page.locator(".rt-rings path.legal")).to_have_count(1)


def test_a_die_that_fits_nowhere_is_spoken_against_once_its_answers_are_there(opened: Open) -> None:
    page = opened("drive")
    page.evaluate(HOLD_BACK)
    for key in "11":
        page.keyboard.press(key)
    page.wait_for_function("() => host.late.length >= 2")
    page.evaluate(RELEASE, 1)
    page.keyboard.press("5")
    hears(page, "in hand")
    expect(page.locator(".rt-hint")).to_be_hidden()
    page.evaluate(RELEASE, 9)
    expect(page.locator(".rt-hint")).to_have_attribute("data-verdict", "refused")
    hears(page, "Gears are changed one at a time")


def test_a_road_whose_spaces_get_other_names_keeps_its_cursor(opened: Open) -> None:
    page = opened("drive")
    page.keyboard.press("Home")
    before = at_cursor(page)
    page.evaluate(
        """() => { const { places, ...stage } = host.model.get("stage");
                   host.take({ stage: { ...stage, places: places.map((one) => ({ ...one, name: `new ${one.name}` })) } }); }"""
    )
    assert at_cursor(page) == f"new {before}"


def test_another_game_makes_the_table_anew_in_its_own_words(opened: Open) -> None:
    page = opened("drive")
    takes(page, recorded("drive", {"do": "go", "to": "drive/crazy_rally"}))
    expect(page.locator(".rt")).to_have_attribute("data-game", "crazy_rally")
    expect(page.locator(".rt-bar")).to_have_count(1)
    expect(page.locator(".rt-list li").first).to_be_attached()


def test_what_is_shown_for_seconds_is_acted_upon_when_they_are_over(opened: Open) -> None:
    """But never for those who want no motion, and not when something was done meanwhile."""
    for motion, wanted in (("no-preference", 1), ("reduce", 0)):
        page = opened("drive", reduced_motion=motion, own_clock=True)
        page.clock.install(time=0)
        page.clock.pause_at(60)  # from here on time passes only when it is told to
        laid = recorded("drive", {"do": "lay", "piece": "1"})
        laid[0]["view"]["hurry"] = 5
        takes(page, laid)
        page.clock.run_for(4_900)
        assert [one["do"] for one in sent(page)].count("act") == 0
        page.clock.run_for(200)
        assert [one["do"] for one in sent(page)].count("act") == wanted


def test_a_cell_whose_kernel_was_started_anew_says_so_once_and_can_be_pressed_no_more(opened: Open) -> None:
    page = opened("drive")
    page.evaluate(
        """() => { host.end(); document.body.classList.remove("rallyman-page");
                   host.end = host.tutor.render({ model: host.model, el: document.querySelector("main") }); }"""
    )
    expect(page.locator(".rt-list li").first).to_be_attached()
    for _ in range(2):
        page.evaluate("() => host.fire('comm_live_update')")
    expect(page.get_by_role("alert").filter(has_text="The kernel has been started anew")).to_have_count(1)
    expect(page.get_by_role("alert")).to_contain_text("Run the cell again")
    assert page.evaluate("() => [...document.querySelectorAll('.rt > :not(.rt-dead)')].every((node) => node.inert)")


def test_dragging_tells_python_nothing_before_the_die_is_dropped(opened: Open) -> None:
    page = opened("drive")
    box = page.locator("[data-piece='1']").bounding_box()
    assert box
    before = len(sent(page))
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    for n in range(60):
        page.mouse.move(200 + 9 * n, 200 + (n % 50) * 6)
    assert len(sent(page)) == before
    place = page.locator("[data-place='s1']").bounding_box()
    assert place
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.mouse.up()
    lays(page, "the 1 on space 1")
    assert sent(page)[before:] == [{"do": "lay", "piece": "1", "place": "s1"}]
