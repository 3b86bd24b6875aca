"""The class table on the map: files chosen or dropped together, read by mouse and keys, and saved."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.page.test_classroom import worked
from tests.pages.learner import all_that_is_here
from tests.pages.visits import Open
from tests.tutor.test_class_twice import drove
from tests.widgets.page.hands import hears


def test_files_of_a_class_become_a_table_that_can_be_saved(opened: Open, tmp_path: Path) -> None:
    page, files = opened("index"), [tmp_path / "ben.json", tmp_path / "other.json"]
    files[0].write_text(json.dumps(worked(1)))
    files[1].write_text("{")
    all_that_is_here(page)
    box = page.locator(".rt-class")
    box.locator("summary").focus()
    page.keyboard.press("Enter")
    with page.expect_file_chooser() as choosing:
        page.get_by_role("button", name="Choose the files").press("Enter")
    choosing.value.set_files(files)
    expect(box.locator("tbody th")).to_have_text(["ben"])
    expect(box.locator(".rt-problem")).to_contain_text("other: ")
    hears(page, "ben, ")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save every answer as CSV").click()
    assert saving.value.suggested_filename == "class.csv"
    assert Path(saving.value.path()).read_text().startswith("pupil,date,")
    drops(page, "cleo", json.dumps({**worked(0), **drove("CLD-DIE-01", 2.0), "name": "Cleo"}))
    expect(box.locator("tbody th")).to_have_text(["Cleo", "Secure the die that decides"])
    hears(page, "Secure the die that decides, 1, 1, 2.0 s")


def test_a_phone_shows_the_table_without_scrolling_aside_and_a_file_has_the_name_that_was_written(opened: Open) -> None:
    page = opened("index", 390, has_touch=True, is_mobile=True)
    all_that_is_here(page)
    page.get_by_label("Your name in the file, if you wish").fill("Ada")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Take them along").tap()
    assert json.loads(Path(saving.value.path()).read_text())["name"] == "Ada"
    page.locator(".rt-class summary").tap()
    drops(page, "dan", json.dumps(worked(0)))
    expect(page.locator(".rt-class tbody th")).to_have_text(["dan"])
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def drops(page: Page, name: str, text: str) -> None:
    page.evaluate(
        """([name, text]) => { const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], `${name}.json`, { type: 'application/json' }));
            document.querySelector('.rt-class').dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true })); }""",
        [name, text],
    )
