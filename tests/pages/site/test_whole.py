"""The static edition in a real browser, with Python in it: lessons, drives, progress, all offline once it was
opened."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Event
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rallyman_tutor.games import NAMES
from rallyman_tutor.pages.site import writing
from rallyman_tutor.tutor.lesson.lesson_folders import retold
from rallyman_tutor.tutor.words.language import speaking
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.host import LESSONS
from tests.pages.learner import Learner, all_that_is_here, settings, to_the_map
from tests.pages.servers import free_port
from tests.pages.site.sites import NGINX, TOOLS, at_peace, served
from tests.widgets.page.courses import COURSES, notebook, on_the_map

pytestmark = pytest.mark.wide

Serve = Callable[[Path, str], AbstractContextManager[str]]
KEPT = "async () => (await navigator.serviceWorker.ready).active?.state === 'activated'"


@contextmanager
def by_nginx(folder: Path, prefix: str) -> Iterator[str]:
    """The address of a folder that nginx serves below a path."""
    port = free_port()
    own = folder.parent / f"nginx-{port}"
    own.mkdir()
    (own / "conf").write_text(
        f"daemon off; master_process off; pid {own}/pid; error_log stderr;\n"
        "events {}\n"
        "http { types { text/html html; text/javascript js mjs; text/css css; image/svg+xml svg; application/manifest+json webmanifest; }\n"
        f"access_log off; client_body_temp_path {own}; proxy_temp_path {own}; fastcgi_temp_path {own};"
        f" uwsgi_temp_path {own}; scgi_temp_path {own};\n"
        f"server {{ listen 127.0.0.1:{port}; location {prefix}/ {{ alias {folder}/; }} }} }}\n",
        "utf-8",
    )
    with subprocess.Popen([NGINX, "-c", own / "conf"], stderr=subprocess.DEVNULL) as server:
        try:
            yield f"http://127.0.0.1:{port}{prefix}/"
        finally:
            server.terminate()


SERVERS: dict[str, Serve] = {"python": served, "nginx": by_nginx}


def opened(visitor: BrowserContext, address: str) -> Page:
    """A page whose Python is there."""
    page = visitor.new_page()
    page.goto(address)
    has_python(page)
    return page


def has_python(page: Page) -> None:
    expect(page.locator("#rallyman-tutor")).to_have_attribute("aria-busy", "false", timeout=120_000)
    expect(page.locator("#rallyman-start")).to_have_count(0, timeout=60_000)
    expect(page.locator("#rallyman-thinking")).to_be_empty(timeout=60_000)


@pytest.fixture(scope="module")
def site(whole: Path) -> Iterator[str]:
    with served(whole) as address:
        yield address


@pytest.mark.parametrize("key", NAMES)
@pytest.mark.parametrize("by", ["keys", "mouse", "touch"])
def test_a_lesson_of_every_game_is_taken(
    browser: Browser, site: str, key: str, by: Literal["keys", "mouse", "touch"]
) -> None:
    lesson = COURSES[key][0]
    is_touched = by == "touch"
    with at_peace(browser, 820 if is_touched else 1280, is_touched) as visitor:
        page = opened(visitor, f"{site}{notebook(lesson)}.html")
        Learner(page, by).takes(lesson)
        (page.locator(".rt-brand").tap if is_touched else page.locator(".rt-brand").click)()
        expect(on_the_map(page, lesson)).to_contain_text("★★★")


@pytest.mark.parametrize("prefix", ["", "/rally/club"])
@pytest.mark.parametrize("server", SERVERS)
def test_it_works_on_every_server_below_every_path(
    visitor: BrowserContext, whole: Path, server: str, prefix: str
) -> None:
    with SERVERS[server](whole, prefix) as address:
        page = opened(visitor, address)
        page.locator(".rt-skip").click()  # past the first turn
        on_the_map(page, COURSES["classic"][1]).get_by_role("button").click()
        page.wait_for_url(f"{address}classic-02-changing-gear.html")
        page.reload()
        has_python(page)
        expect(page.locator(".rt-dots button.now")).to_have_text("1")
        visitor.close()


@pytest.mark.parametrize("key", NAMES)
def test_a_free_drive_of_every_game_goes_on_where_it_was(visitor: BrowserContext, site: str, key: str) -> None:
    page = opened(visitor, f"{site}{'' if key == 'classic' else f'{key}-'}drive.html")
    if key in ("classic", "dirt"):
        page.locator(".rt-list").focus()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(page.locator(".rt-draft li")).to_have_count(1)
    page.locator(".rt-tray .rt-primary").click()
    expect(page.locator(".rt-log li").first).to_be_visible(timeout=30_000)
    has_python(page)
    told = page.locator(".rt-log li").all_inner_texts()
    page.wait_for_function("async () => (await (await caches.open('rallyman-tutor pictures')).keys()).length")
    page.reload()
    has_python(page)
    assert page.locator(".rt-log li").all_inner_texts()[-1] == told[-1]


@pytest.mark.parametrize(
    "page_name",
    ["practice", "rules", "dirt-rules", "coming", "mil_millas", "index.html?at=puzzles", "index.html?at=daily"],
)
def test_every_room_opens(visitor: BrowserContext, site: str, page_name: str) -> None:
    page = opened(visitor, site + (page_name if ".html" in page_name else f"{page_name}.html"))
    expect(page.locator(".rt-bar")).to_be_visible()
    expect(page.locator(".rt-home, .rt-board, .rt-coming").filter(visible=True).first).to_be_visible()
    if "puzzles" in page_name:
        assert "puzzles" in page.url


def test_progress_is_taken_along_and_put_back(visitor: BrowserContext, site: str, tmp_path: Path) -> None:
    page = opened(visitor, f"{site}classic-01-first-die.html")
    page.locator(".rt-list").focus()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".rt-well .rt-stars")).to_have_text("★★★")
    page.locator(".rt-brand").click()
    with page.expect_download() as waited:
        all_that_is_here(page).get_by_role("button", name="Take them along").click()
    file = tmp_path / "progress.json"
    waited.value.save_as(file)
    assert "classic/01-first-die" in json.dumps(json.loads(file.read_text("utf-8")))
    page.evaluate("() => localStorage.clear()")
    page.reload()
    has_python(page)
    to_the_map(page)
    expect(page.locator(".rt-home .rt-problem")).not_to_have_text("Your stars are back.")
    page.locator(".rt-keep input[type=file]").set_input_files(file)
    expect(page.locator(".rt-home .rt-problem")).to_have_text("Your stars are back.")
    page.wait_for_function("() => localStorage['rallyman-tutor:progress']?.includes('first-die')")


def test_what_is_touched_before_python_is_there_is_not_lost(browser: Browser, whole: Path) -> None:
    comes = Event()
    with (
        served(whole, engine=comes) as address,
        browser.new_context(has_touch=True, viewport={"width": 390, "height": 780}) as phone,
    ):
        page = phone.new_page()
        page.goto(f"{address}classic-01-first-die.html")
        expect(page.locator("#rallyman-start")).to_have_count(0)
        page.locator(".rt-die[data-piece='1']").tap()
        page.locator(".rt-die[data-piece='1']").tap()
        expect(page.locator("#rallyman-thinking")).to_contain_text("getting in")
        comes.set()
        expect(page.locator(".rt-well .rt-stars")).to_have_text("★★★", timeout=60_000)
        expect(page.locator("#rallyman-thinking")).to_be_empty()


def test_without_a_network_lessons_open_that_were_never_opened(visitor: BrowserContext, whole: Path) -> None:
    with served(whole) as address:
        page = opened(visitor, f"{address}classic-01-first-die.html")
        page.wait_for_function(KEPT, timeout=60_000)
    lesson = COURSES["mil_millas"][0]
    page.goto(f"{address}{notebook(lesson)}.html")  # the server is gone
    has_python(page)
    Learner(page).takes(lesson)
    page.locator(".rt-brand").click()
    expect(on_the_map(page, lesson)).to_contain_text("★★★")
    page.reload()
    has_python(page)
    expect(on_the_map(page, lesson)).to_contain_text("★★★")


def test_languages_are_fetched_when_they_are_spoken_and_are_there_without_a_network(
    browser: Browser, whole: Path
) -> None:
    def titles_in(language: str) -> str:
        with speaking(language):
            return retold(next(one for one in LESSONS.covers if one.name == "classic/02-changing-gear")).title

    with at_peace(browser, locale="de-DE") as visitor:
        fetched: list[str] = []
        visitor.on("request", lambda asked: fetched.extend(re.findall(r"languages/(\w+)", asked.url)))
        with served(whole) as address:
            page = opened(visitor, f"{address}classic-02-changing-gear.html")
            expect(page.locator(".rt-title")).to_have_text(titles_in("de"))
            page.wait_for_function(KEPT, timeout=60_000)
            page.locator(".rt-list").focus()
            page.keyboard.press("1")
            page.keyboard.press("Enter")
            expect(page.locator(".rt-draft li")).to_have_count(1)
            settings(page).get_by_label("Sprache").select_option("fr")
            expect(page.locator(".rt-title")).to_have_text(titles_in("fr"), timeout=60_000)
            expect(page.locator(".rt-draft li")).to_have_count(1)
            assert {*fetched} == {"de", "fr"}
        settings(page).get_by_label("Langue").select_option("nl")  # the server is gone
        with speaking("fr"):
            why = str(text_tables("tutor")["page"]["language-not-there"]).format(language="Nederlands")
        expect(page.locator(".rt-hint")).to_contain_text(why)
        expect(page.locator(".rt-language")).to_have_value("fr")
        for language in ("fr", "de"):
            page.goto(f"{address}classic-03-gas.html?lang={language}")
            has_python(page)
            expect(page.locator("html")).to_have_attribute("lang", language)
            expect(page.locator(".rt-language")).to_have_value(language)


def test_a_memory_that_cannot_be_restored_is_done_without(visitor: BrowserContext, whole: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(whole, tmp_path / "site")
    (memory,) = folder.glob("tutor-*/memory.bin")
    memory.write_bytes(memory.read_bytes()[:100_000])
    with served(folder) as address:
        page = opened(visitor, f"{address}classic-01-first-die.html")
        Learner(page).takes(COURSES["classic"][0])
        visitor.close()


def test_a_newer_site_is_offered_and_never_forced(visitor: BrowserContext, whole: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(whole, tmp_path / "site")
    with served(folder) as address:
        page = opened(visitor, address)
        page.wait_for_function(KEPT, timeout=60_000)
        (old,) = folder.glob("tutor-*")
        old.rename(folder / "tutor-newer")
        for file in (*folder.glob("*.html"), folder / "service.js"):
            file.write_text(file.read_text("utf-8").replace(old.name, "tutor-newer"), "utf-8")
        page.reload()
        has_python(page)
        offer = page.get_by_role("button", name="Change to it")
        expect(offer).to_be_visible(timeout=60_000)
        page.goto(f"{address}classic-02-changing-gear.html")  # a page that was never opened is no newer than the others
        has_python(page)
        assert old.name in page.content() and "tutor-newer" not in page.content()
        expect(page).to_have_title(re.compile("^Changing gear"))
        offer.click()
        page.wait_for_function("() => document.querySelector('script[data-folder=tutor-newer]')", timeout=60_000)
        has_python(page)
        visitor.close()


def test_the_same_input_gives_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    writing.write(tmp_path, TOOLS)
    assert (tmp_path / writing.SUMS).read_text("utf-8") == (whole / writing.SUMS).read_text("utf-8")


@pytest.mark.parametrize("only", [False, True], ids=["beside", "alone"])
def test_a_teachers_lesson_has_a_page_of_its_own(visitor: BrowserContext, tmp_path: Path, only: bool) -> None:
    first = Path(COURSES["classic"][0].file).parent
    own = shutil.copytree(first, tmp_path / "club" / "classic" / "50-of-the-club")
    words = (own / "en.md").read_text("utf-8")
    (own / "en.md").write_text(re.sub(r"^# .*", "# The club's first evening", words), "utf-8")
    writing.write(tmp_path / "out", TOOLS, own=[own], base="/club/", only=only)
    with served(tmp_path / "out", "/club") as address:
        page = opened(visitor, f"{address}classic-50-of-the-club.html")
        expect(page.locator(".rt-title")).to_have_text("The club's first evening")
        assert (tmp_path / "out/classic-01-first-die.html").is_file() != only
        page.goto(address)
        has_python(page)
        assert (page.locator(".rt-map li").count() == 1) == only
        visitor.close()
