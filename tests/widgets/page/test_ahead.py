"""A die that lies well is seen to lie before the kernel has answered, by mouse and by keys; its answer is what
stands there afterwards."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from rallyman_tutor.tutor.words.words import text_tables
from tests.pages.visits import Open
from tests.widgets.page.host import answered, sent

HOLD_BACK = "() => { host.late = []; }"
COME = "() => { const late = host.late; host.late = null; late.forEach(host.take); }"
LAY = """place => {
  const box = document.querySelector(`.rt-spaces [data-place='${place}']`).getBoundingClientRect();
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
  document.querySelector(".rt-over").dispatchEvent(new MouseEvent("click", at));
}"""
SHOWN = "() => [...document.querySelectorAll('.rt-laid, .rt-last, .rt-tray')].map((node) => node.innerText).join('|')"
KEPT = "() => JSON.parse(localStorage['rallyman-tutor:kept:drive']).table.draft"
DIE = "[data-key='die:1']"


def lies(page: Page) -> None:
    expect(page.locator(".rt-draft li")).to_have_count(1)
    expect(page.locator(f".rt-pieces {DIE}")).to_have_count(1)


def middle(page: Page) -> tuple[float, float]:
    box = page.locator(DIE).bounding_box()
    assert box and box["width"] > 8
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_die_lies_and_tells_its_end_before_the_kernel_answers(opened: Open) -> None:
    page = opened("drive")
    page.evaluate(HOLD_BACK)
    page.locator("[data-piece='1']").click()
    page.evaluate(LAY, "s1")
    lies(page)
    before, (x, y) = page.evaluate(SHOWN), middle(page)
    assert sent(page)[-1] == {"do": "lay", "piece": "1", "place": "s1"}
    assert page.evaluate(KEPT) == ["1>s1"], "it is kept before the kernel has had it kept"
    page.wait_for_function("() => host.late.length")
    page.evaluate(COME)
    lies(page)
    assert page.evaluate(SHOWN) == before
    now = middle(page)
    assert abs(now[0] - x) < 12 and abs(now[1] - y) < 12, "the die jumps"


def test_a_second_tap_lays_it_where_it_fits_and_keys_do_too(opened: Open) -> None:
    page = opened("drive", 390)
    page.evaluate(HOLD_BACK)
    page.keyboard.press("1")
    page.keyboard.press("1")
    lies(page)
    page.wait_for_function("() => host.late.length")
    page.keyboard.press("Backspace")
    page.evaluate(COME)
    answered(page)
    expect(page.locator(".rt-draft li")).to_have_count(0)
    expect(page.locator(DIE)).to_have_count(0)


def test_a_die_that_may_not_lie_there_waits_for_its_answer(opened: Open) -> None:
    page = opened("drive")
    page.evaluate(HOLD_BACK)
    page.locator("[data-piece='5']").click()
    page.evaluate(LAY, "s1")
    page.wait_for_function("() => host.late.length")
    expect(page.locator(".rt-hint[data-verdict='refused']")).to_be_visible()
    expect(page.locator(".rt-draft li")).to_have_count(0)
    page.evaluate(COME)
    expect(page.locator(".rt-draft li.refused")).to_have_count(1)


def test_the_first_die_of_all_lies_before_the_kernel_answers_and_may_be_rolled(opened: Open) -> None:
    said = text_tables("tutor")["page"]
    page = opened("index", 390, is_newcomer=True, reduced_motion="reduce")
    page.evaluate(HOLD_BACK)
    page.locator("[data-piece='1']").click()
    lies(page)
    expect(page.locator(".rt-first-said")).to_have_text(said["first-on"])
    roll = page.locator(".rt-tray .rt-primary")
    expect(roll).to_have_text(said["first-roll"])
    roll.click()
    page.wait_for_function("() => host.unanswered === 0")
    page.evaluate(COME)
    answered(page)
    expect(page.locator(".rt-first-more")).to_contain_text(said["first-done"])
