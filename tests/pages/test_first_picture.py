"""A served page before its kernel is there: the first picture that is sent with it, and what is pressed meanwhile.

That the static edition does the same is tested in `tests/pages/site`.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import Mock, patch

import pytest
from jupyter_server.base.handlers import JupyterHandler
from playwright.sync_api import BrowserContext, Page, Route, expect

from rallyman_tutor.pages.app import lessons_at_hand
from rallyman_tutor.pages.first import first_picture, packed_picture
from rallyman_tutor.pages.server import handlers
from rallyman_tutor.pages.server.handlers import ASKED, BROKEN
from rallyman_tutor.pages.server.pictures import folder, parts, place_of
from rallyman_tutor.pages.server.words import words as frame_words
from rallyman_tutor.pages.shipped import CALL
from rallyman_tutor.tutor.learner.progress import Progress, plain
from rallyman_tutor.tutor.words.language import speaking
from rallyman_tutor.tutor.words.words import text_tables
from tests.pages.servers import TOKEN, Server
from tests.pages.visits import KEPT
from tests.some import some

INLINE = re.compile(r'rallymanFirst = fetch\("data:application/octet-stream;base64,([^"]*)"\)')
WITH_KERNEL = '<script id="jupyter-config-data"'
LESSON = "classic/01-first-die"


def part(server: Server, name: str) -> bytes:
    """A file of the page, as it is sent."""
    asked = urllib.request.Request(
        f"{server.address}page/{folder()}/{name}", headers={"Authorization": f"token {TOKEN}"}
    )
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return bytes(answer.read())


def picture(packed: bytes) -> object:
    return json.loads(gzip.decompress(packed))


# -- What is sent -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "headers", "language"),
    [
        ("?lang=de", {}, "de"),
        ("", {"Accept-Language": "fr-CH,en;q=0.5"}, "fr"),
        ("", {"Accept-Language": "pt,es;q=0.5"}, "en"),
        ("", {"Accept-Language": "fr", "Cookie": "rallyman-language=nl"}, "nl"),
        ("?lang=xx", {"Cookie": "rallyman-language=nl"}, "nl"),
    ],
)
def test_a_page_is_sent_in_the_language_of_its_visitor(
    jupyter_server: Server, path: str, headers: dict[str, str], language: str
) -> None:
    _, _, text = jupyter_server.get(f"voila/render/index.ipynb{path}", **headers)
    jupyter_server.clear()
    assert f'<html lang="{language}">' in text
    assert frame_words(language)["start"]["loading"] in text
    with speaking(language):
        drawn = json.loads(json.dumps(first_picture("home", lessons_at_hand())))
    assert picture(part(jupyter_server, f"first/home.bin?lang={language}")) == drawn
    _, _, missing = jupyter_server.get(f"voila/nowhere{path}", **headers)
    assert f'<html lang="{language}">' in missing and frame_words(language)["missing"]["title"] in missing


def test_a_page_is_sent_with_the_picture_that_its_own_python_draws(jupyter_server: Server) -> None:
    drawn = json.loads(json.dumps(first_picture("home", lessons_at_hand())))
    jupyter_server.get("voila/render/index.ipynb")
    assert picture(part(jupyter_server, "first/home.bin")) == drawn
    _, _, text = jupyter_server.get("voila/render/index.ipynb")
    jupyter_server.clear()
    found = INLINE.search(text)
    assert found and picture(base64.b64decode(found[1])) == drawn
    assert text.index('<main id="rallyman-tutor" data-at="home">') < text.index(WITH_KERNEL)
    assert text.count("<main") == 1 and text.count("<html") == 1 and BROKEN not in text


def test_the_beginning_of_a_page_does_not_wait_for_its_kernel(jupyter_server: Server) -> None:
    asked = urllib.request.Request(
        jupyter_server.page("classic-01-first-die"), headers={"Authorization": f"token {TOKEN}"}
    )
    with urllib.request.urlopen(asked, timeout=60) as answer:
        beginning = ""
        while "async src=" not in beginning and (some_more := answer.read1(1000)):
            beginning += some_more.decode()
        rest = answer.read().decode()
    jupyter_server.clear()
    assert f'data-at="{LESSON}"' in beginning and "<title>The first die" in beginning
    assert WITH_KERNEL not in beginning and WITH_KERNEL in rest


def test_the_scripts_of_a_page_are_there_and_nothing_else(jupyter_server: Server) -> None:
    for name in some(parts()):
        assert gzip.decompress(part(jupyter_server, name)) == gzip.decompress(parts()[name].packed)
    for name in ("worker.js", "first/nowhere.bin", "first/home/nowhere.bin"):
        status, _, _ = jupyter_server.get(f"page/{folder()}/{name}")
        assert status == 404, name


def test_a_map_has_a_picture_for_whoever_comes_back_to_it(jupyter_server: Server) -> None:
    told = picture(part(jupyter_server, "first/home/dirt.bin"))
    assert isinstance(told, dict) and told["place"]["at"] == "home/dirt"


@pytest.mark.parametrize(
    ("code", "at"),
    [
        (f'{CALL}\n\nopen_at("home")', "home"),
        (f'{CALL}\n\nopen_at("{LESSON}")\n', LESSON),
        (f'{CALL}\n\nopen_at("drive", "valley")', ""),
        (f'{CALL}\n\nprint(1)\nopen_at("home")', ""),
        ("1 + 1", ""),
    ],
)
def test_only_a_notebook_that_opens_a_place_and_does_nothing_else_has_one(code: str, at: str) -> None:
    assert place_of(code) == at


def test_no_picture_is_drawn_of_a_place_that_there_is_not() -> None:
    assert packed_picture("classic/99-nowhere") == b""


# -- What is seen and pressed meanwhile -------------------------------------------------------------------------------


@contextmanager
def without_kernel(page: Page) -> Iterator[None]:
    """While this lasts, Voila's script does not come, and so no kernel is met."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/voila/static/voila.js", hold)
    yield
    while not held:
        page.wait_for_timeout(20)
    for route in held:
        route.continue_()
    page.unroute_all()


def test_what_is_pressed_before_the_kernel_is_there_is_shown_as_taken_and_carried_out(
    jupyter_server: Server, context: BrowserContext
) -> None:
    page = context.new_page()
    tutor, die = page.locator("#rallyman-tutor"), page.locator(".rt-die[data-piece='1']")
    with without_kernel(page):
        page.goto(jupyter_server.page("index"), wait_until="commit")
        expect(page.locator(".rt-first-said")).to_have_text(text_tables("tutor")["page"]["first-ask"])
        expect(page.locator("#rallyman-start")).to_have_count(0)
        expect(tutor).to_have_attribute("aria-busy", "true")
        expect(page.locator("#rallyman-thinking")).to_be_empty()
        die.focus()
        page.keyboard.press("Enter")
        expect(die).to_have_class(re.compile("rt-taken"))
        expect(page.locator("#rallyman-thinking")).to_contain_text("getting in")
    expect(tutor).to_have_attribute("aria-busy", "false")
    expect(page.locator(".rt-first-said")).to_have_text(text_tables("tutor")["page"]["first-on"])
    expect(die).not_to_have_class(re.compile("rt-taken"))
    expect(page.locator("#rallyman-thinking")).to_be_empty()
    expect(die).to_be_focused()


def test_who_comes_back_sees_a_map_that_claims_nothing_until_theirs_is_there(
    jupyter_server: Server, context: BrowserContext
) -> None:
    stars = dict.fromkeys(lessons_at_hand().named[LESSON].steps, 3)
    done = Progress(last=LESSON, stars={LESSON: stars})
    page = context.new_page()  # what is added to it is not there for the next visitor
    page.add_init_script(f"localStorage[{KEPT!r}] ??= {json.dumps(json.dumps(plain(done)))}")
    with without_kernel(page):
        page.goto(jupyter_server.page("index"), wait_until="commit")
        expect(page.locator(".rt-map li")).not_to_have_count(0)
        expect(page.locator(".rt-map .rt-stars").first).to_be_hidden()
        expect(page.locator(".rt-onward")).to_be_hidden()
        expect(page.locator(".rt-map .rt-next")).to_have_count(0)
    expect(page.locator(".rt-map .rt-done")).to_have_count(1)
    expect(page.locator(".rt-onward")).to_be_visible()
    expect(page.locator(".rt-map .rt-stars").first).to_have_text("★★★")


def test_a_browser_that_keeps_nothing_sees_the_picture_all_the_same(
    jupyter_server: Server, context: BrowserContext
) -> None:
    page, trouble = context.new_page(), list[str]()
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })")
    page.on("pageerror", lambda error: trouble.append(str(error)))
    with without_kernel(page):
        page.goto(jupyter_server.page("index"), wait_until="commit")
        expect(page.locator(".rt-first-said")).to_have_text(text_tables("tutor")["page"]["first-ask"])
    expect(page.locator("#rallyman-tutor")).to_have_attribute("aria-busy", "false")
    page.goto("about:blank")
    assert trouble == []


SEES = """
  window.seen = new Set();
  new MutationObserver(() => {
    const said = document.querySelector(".rt-first-said")?.textContent;
    if (said) window.seen.add(said);
    if (document.documentElement?.lang) window.seen.add(document.documentElement.lang);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""


def test_a_visitor_sees_and_is_sent_no_other_language_on_the_way(
    jupyter_server: Server, context: BrowserContext
) -> None:
    page = context.new_page()
    heard: list[str] = []

    def note(data: str | bytes) -> None:
        heard.append(data if isinstance(data, str) else data.decode("utf-8", "ignore"))

    page.on("websocket", lambda line: line.on("framereceived", note))
    page.add_init_script(SEES)
    page.goto(f"{jupyter_server.page('index')}&lang=de")
    expect(page.locator("#rallyman-tutor")).to_have_attribute("aria-busy", "false")
    page.wait_for_timeout(500)
    english = text_tables("tutor")["page"]["first-ask"]
    with speaking("de"):
        german = text_tables("tutor")["page"]["first-ask"]
    assert set(page.evaluate("[...window.seen]")) == {"de", german}
    assert any(german in one for one in heard) and not any(english in one for one in heard)


@pytest.mark.parametrize(
    ("handler", "method"),
    [*((handler, "GET") for handler in ASKED.values()), (handlers.Page, "HEAD")],
    ids=lambda one: one if isinstance(one, str) else one.__name__,
)
def test_a_script_of_the_page_asks_without_a_token(handler: type[JupyterHandler], method: str) -> None:
    """JupyterHub believes the cookie of whoever signed in only where this check passes; a module cannot bring a token
    along. Whoever opens a page is asked for one: that starts a kernel."""
    assert checks_token(handlers.Page, "GET") and not checks_token(handler, method)


def checks_token(handler: type[JupyterHandler], method: str) -> bool:
    """Whether a request by this method has to bring a token."""
    with patch.object(JupyterHandler, "check_xsrf_cookie") as asked:
        handler.check_xsrf_cookie(Mock(spec=handler, request=Mock(method=method), __class__=handler))
    return bool(asked.called)
