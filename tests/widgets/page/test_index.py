"""The page's scripts come and go, as anywidget has it; and each module does alone what it does in the joined script."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.pages.learner import all_that_is_here
from tests.pages.visits import Open
from tests.widgets.page.host import address, answered

WATCHED = """() => {  // what observes something just now
  host.observers = new Set();
  for (const kind of [ResizeObserver, MutationObserver]) {
    const { observe, disconnect } = kind.prototype;
    kind.prototype.observe = function (...asked) { host.observers.add(this); return observe.apply(this, asked); };
    kind.prototype.disconnect = function () { host.observers.delete(this); return disconnect.apply(this); };
  }
}"""

SHOWN = """async ([times, notebook]) => {  // shown and ended so often: by the one way, and by the other
  document.body.classList.toggle("rallyman-page", !notebook);
  const model = { ...host.model, send() {} }, el = document.querySelector("main");
  for (let n = 0; n < times; n++) {
    const life = new AbortController();
    const end = host.tutor.render({ model, el, signal: life.signal });
    await new Promise(requestAnimationFrame);
    if (n % 10 === 0) host.take({ words: { ...model.get("words") } });  // another game: the table is made anew
    if (n % 2) end(); else life.abort();
  }
}"""


def left(page: Page) -> dict[str, Any]:
    """The listeners and observers that are left once everything is gone that can go."""
    line = page.context.new_cdp_session(page)
    line.send("HeapProfiler.collectGarbage")
    line.send("Performance.enable")
    counted = {one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}
    line.detach()
    return {
        "listeners": counted["JSEventListeners"],
        "observers": page.evaluate("() => host.observers.size"),
        "heard of the model": page.evaluate("() => [...host.hearing.values()].flat().length"),
        "elements": page.evaluate("() => document.querySelectorAll('*').length"),
    }


@pytest.mark.parametrize("notebook", [False, True], ids=["on a page", "in a notebook"])
def test_shown_and_ended_again_and_again_it_leaves_nothing_behind(opened: Open, notebook: bool, wide: bool) -> None:
    """A dozen times; what one of them left would be counted a dozen times. In a wide run fifty times."""
    page = opened("drive")
    page.evaluate("() => host.end()")
    page.evaluate(WATCHED)
    page.evaluate(SHOWN, [4, notebook])
    before = left(page)
    assert (before["observers"], before["heard of the model"]) == (0, 0)
    page.evaluate(SHOWN, [50 if wide else 12, notebook])
    assert left(page) == before


def test_a_module_alone_does_what_it_does_in_the_joined_script(opened: Open) -> None:
    shown = []
    for script in ("/tutor.js", "/index.js"):
        page = opened(address=f"{address('drive')}?script={script}")
        for key in "112244":
            page.keyboard.press(key)
            answered(page)
        expect(page.locator(".rt-draft li")).to_have_count(3)
        shown.append(page.locator("main").inner_html())
    assert shown[0] == shown[1]


CANVAS = """() => {  // a page that can make views of other widgets
  host.removed = [];
  host.model.widget_manager = {
    get_model: async (id) => id,
    create_view: async (id) => ({
      el: Object.assign(document.createElement("canvas"), { id }),
      remove() { host.removed.push(id); },
    }),
  };
}"""


def test_without_a_canvas_the_ground_is_a_picture_and_follows_theme_and_stage(opened: Open) -> None:
    page = opened("drive", drawn=True)
    picture = page.locator(".rt-ground svg")
    seen = [picture.inner_html()]
    for change in ({"do": "theme", "theme": "dark"}, {"do": "go", "to": "drive/dirt"}):
        page.evaluate("intent => host.model.send(intent)", change)
        answered(page)
        expect(picture).to_have_count(1)
        seen.append(picture.inner_html())
    expect(page.locator(".rt-bare")).to_have_count(0)
    assert len(set(seen)) == 3
    assert "<text" in seen[0]  # the limits of the bends


def test_before_its_picture_is_there_a_road_is_drawn_bare(opened: Open) -> None:
    page = opened("drive", drawn=True)
    page.evaluate("() => { host.late = []; host.model.send({ do: 'go', to: 'drive/dirt' }); }")
    page.wait_for_function("() => host.late.length")
    page.evaluate("() => { for (const one of host.late) if (!one.ground?.svg) host.take(one); }")
    expect(page.locator(".rt-bare")).to_have_count(1)
    expect(page.locator(".rt-ground svg")).to_have_count(0)
    page.evaluate("() => { for (const one of host.late) if (one.ground?.svg) host.take(one); }")
    expect(page.locator(".rt-ground svg")).to_have_count(1)
    expect(page.locator(".rt-bare")).to_have_count(0)


def test_with_a_canvas_the_ground_lies_on_it(opened: Open) -> None:
    page = opened("drive")
    page.evaluate("() => host.end()")
    page.evaluate(CANVAS)
    page.evaluate("() => { host.end = host.tutor.render({ model: host.model, el: document.querySelector('main') }); }")
    expect(page.locator(".rt-ground #canvas")).to_have_attribute("tabindex", "-1")
    expect(page.locator(".rt-bare")).to_have_count(0)


def test_the_view_of_a_canvas_is_ended_with_its_stage_and_with_the_page(opened: Open) -> None:
    page = opened("drive")
    page.evaluate("() => host.end()")
    page.evaluate(CANVAS)
    page.evaluate("() => { host.end = host.tutor.render({ model: host.model, el: document.querySelector('main') }); }")
    expect(page.locator(".rt-ground #canvas")).to_have_count(1)
    page.evaluate("() => host.take({ canvas: 'IPY_MODEL_another' })")
    expect(page.locator(".rt-ground #another")).to_have_count(1)
    assert page.evaluate("() => host.removed") == ["canvas"]
    page.evaluate("() => host.end()")
    assert page.evaluate("() => host.removed") == ["canvas", "another"]


def test_a_canvas_that_comes_too_late_is_ended_at_once(opened: Open) -> None:
    page = opened("drive")
    page.evaluate("() => host.end()")
    page.evaluate(CANVAS)
    page.evaluate("() => host.tutor.render({ model: host.model, el: document.querySelector('main') })()")
    page.wait_for_function("() => host.removed.length === 1")
    expect(page.locator(".rt")).to_have_count(0)


TWICE = """() => {  // the same table once more, beside it; and what is called alike
  const el = document.querySelector("main"), life = new AbortController();
  const ids = () => [...document.querySelectorAll(".rt [id]:not(defs *)")].map((node) => node.id);
  const first = ids();
  host.tutor.render({ model: { ...host.model, send() {} }, el, signal: life.signal });
  const both = ids();
  life.abort();
  return [first.length, both.length, new Set(both).size, first.every((id) => both.includes(id))];
}"""


def test_of_two_tables_in_one_document_each_has_its_own_names(opened: Open) -> None:
    """Every reference to an element by its id finds its own: a label, a description, the place that is pointed at."""
    page = opened("drive")
    alone, both, different, kept = page.evaluate(TWICE)
    assert both == different > alone + 5 and kept


def test_a_door_leads_to_the_quick_reference_of_the_game_in_the_same_tab(opened: Open) -> None:
    page = opened("dirt")
    door = all_that_is_here(page).get_by_role("link", name="Quick reference")
    expect(door).to_have_attribute("href", re.compile(r"/dirt-sheet\.html$"))
    assert door.get_attribute("target") is None


def test_the_door_to_the_stage_of_the_day_shows_its_course_its_par_and_how_hard_it_is(opened: Open) -> None:
    page = opened("index", 390)
    door = all_that_is_here(page).get_by_role("button", name="Stage of the day")
    expect(door.locator(".rt-course")).to_be_visible()
    expect(door).to_contain_text(re.compile(r"Best driving: \d:\d\d on average\. \d+ spaces"))
    expect(door.get_by_role("img", name=re.compile(r"Difficulty \d of 5"))).to_be_visible()
