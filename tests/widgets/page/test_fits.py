"""In every language a page fits: nothing is cut off, and a button stands on as many lines as in English.

python -m tests.widgets.page.test_fits FOLDER      takes pictures of all these pages in all languages, to be looked at
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, sync_playwright

from rallyman_tutor.page.places import first
from rallyman_tutor.tutor.learner.progress import Progress
from rallyman_tutor.tutor.words.language import ENGLISH, LANGUAGES
from tests.pages.visits import Open
from tests.sampled import sampled
from tests.widgets.page.host import Devices, address, answered, visits

FITS = """() => {
  const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !node.closest(".rt-ears, .rt-brand, svg, [inert]");
  const own = (node) => [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
  const boxes = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  };
  const rolls = (node) => {
    for (let at = node.parentElement; at; at = at.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
    }
    return false;
  };
  const cut = [...document.querySelectorAll("main *")].filter((node) => {
    if (!own(node) || !seen(node)) return false;
    const { overflowX, display } = getComputedStyle(node), hides = /hidden|clip/.test(overflowX) && display !== "inline";
    if (hides && node.clientWidth > 1 && node.scrollWidth > node.clientWidth + 1) return true;
    return !rolls(node) && boxes(node).some(({ left, right }) => left < -1 || right > innerWidth + 1);
  }).map((node) => `${node.className || node.localName}: ${node.textContent.trim().slice(0, 60)}`);
  if (document.documentElement.scrollWidth > innerWidth) cut.push("the page itself");
  const linesOf = (node) => { // texts side by side may stand a little higher or lower
    let many = 0, below = -Infinity;
    for (const { top, bottom, height } of boxes(node).sort((one, other) => one.bottom - other.bottom)) {
      if (top + height / 2 < below) continue;
      below = bottom;
      many++;
    }
    return many;
  };
  for (const node of document.querySelectorAll("main :not(code, pre, textarea)")) {
    const parted = seen(node) && [...node.childNodes].find((one) => one.nodeType === 3 && /\\d (s|%)(?![\\p{L}\\p{N}])/u.test(one.data));
    if (parted) cut.push(`a line may end before the unit: ${parted.data}`);
  }
  const isFree = (node, root) => {
    const { overflowY, position } = getComputedStyle(node);
    return overflowY === "visible" && /static|relative/.test(position) && (node === root || isFree(node.parentElement, root));
  };
  const texts = (root) => [root, ...root.querySelectorAll("*")].filter((node) => own(node) && seen(node) && isFree(node, root)).flatMap(boxes);
  const onEachOther = (one, other) => one.some((a) => other.some((b) => // ascents and descents may touch
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5));
  for (const parent of document.querySelectorAll("main *")) {
    const beside = [...parent.children].filter((node) => node instanceof HTMLElement && node.textContent.trim() && seen(node));
    beside.slice(1).forEach((node, at) => {
      const [one, other] = [beside[at], node].map((which) => which.textContent.trim().slice(0, 40));
      if (onEachOther(texts(beside[at]), texts(node))) cut.push(`${one} and ${other} on each other`);
    });
  }
  const counted = {}, lines = {};
  for (const node of document.querySelectorAll("main :is(button, summary, .rt-chip):not(SENTENCES)")) {
    const kind = `${node.className} ${node.parentElement.className}`;
    const name = `${kind} ${(counted[kind] = (counted[kind] ?? 0) + 1)}`;
    if (seen(node) && node.textContent.trim()) lines[name] = [linesOf(node), node.textContent.trim()];
  }
  return { cut, lines };
}"""
FITS = FITS.replace("SENTENCES", ".rt-line, .rt-try, .rt-card > summary")
# A rule's title and a remedy are sentences that can be pressed.
"""The texts that are cut off, stand beside the page or on each other or may part from their unit, and of each button on
how many lines it stands."""


class Shown(NamedTuple):
    """A page that is looked at: its notebook, where it opens, and what is pressed then, by key."""

    notebook: str = "index"
    at: str = ""
    keys: str = ""
    is_newcomer: bool = False


PAGES = {
    "first": Shown(is_newcomer=True),
    "map": Shown(),
    "map of dirt": Shown(at="home/dirt"),
    "drive": Shown("drive", keys="1 2"),
    "dirt": Shown("dirt-drive", keys="2"),
    "crazy_rally": Shown("crazy_rally-drive"),
    "mil_millas": Shown("mil_millas-drive"),
    "refused": Shown("drive", keys="3"),
    "lesson": Shown(at="classic/08-drifts"),
    "question": Shown(at="classic/03-gas"),
    "choice": Shown(at="dirt/21-counting-triangles"),
    "cards": Shown(at="mil_millas/03-attacks"),
    "rule": Shown(at="rules/CL-BEND-10"),
    "practice": Shown(at="practice"),
    "puzzle": Shown(at="puzzles"),
    "risk": Shown(at="risk"),
    "run": Shown(at="run"),
    "placement": Shown(at="placement"),
    "insight": Shown(at="insight"),
    "rally": Shown(at="rally"),
    "rally of cards": Shown(at="rally/mil_millas"),
    "letter": Shown(at="letter"),
    "room": Shown(at="room"),
    "editor": Shown(at="editor"),
    "editor of tiles": Shown(at="editor/dirt"),
}
MOST_UNLIKE = (
    "first",
    "map",
    "drive",
    "crazy_rally",
    "refused",
    "lesson",
    "question",
    "rule",
    "placement",
    "insight",
    "rally",
    "editor",
)
"""Pages of an ordinary run: every part of the page is on one of them."""
OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def show(opened: Open, which: str, language: str, width: int, *, drawn: bool = False) -> Page:
    """One of these pages in a language, once everything that was pressed has been answered."""
    shown = PAGES[which]
    asked = f"{address(shown.notebook)}?lang={language}" + (f"&at={shown.at}" if shown.at else "")
    stars = None if shown.is_newcomer else Progress(last=first.LESSON)
    page = opened(address=asked, width=width, stars=stars, drawn=drawn, reduced_motion="reduce")
    for key in shown.keys.split():
        page.locator(f"[data-piece='{key}']").first.click()
        page.locator(f"[data-piece='{key}']").first.click()
        answered(page)
    return page


def misfits(opened: Open, which: str, language: str, width: int) -> list[str]:
    """The texts of a page that are cut off, and its buttons that stand on more lines than in English."""
    english, own = (show(opened, which, told, width).evaluate(FITS) for told in (ENGLISH, language))
    longer = [
        f"{name}: {lines[1]}"
        for name, lines in own["lines"].items()
        if english["lines"].get(name, lines)[0] == 1 and lines[0] > 1
    ]
    return [*(one for one in own["cut"] if one not in english["cut"]), *longer]


@pytest.mark.parametrize(
    "width", [390, pytest.param(820, marks=pytest.mark.wide), pytest.param(1280, marks=pytest.mark.wide)]
)
@pytest.mark.parametrize(
    "language", [pytest.param(one, marks=() if one == "de" else pytest.mark.wide) for one in OTHERS]
)
@pytest.mark.parametrize("which", sampled([*PAGES], MOST_UNLIKE))
def test_a_page_fits_in_every_language(opened: Open, which: str, language: str, width: int) -> None:
    assert misfits(opened, which, language, width) == []


def main(folder: Path) -> None:
    """Pictures of all pages in all languages on a phone, and what does not fit."""
    from rallyman_tutor.pages.doctor import CHROMIUM
    from tests.conftest import FLAGS

    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        found = next(filter(None, map(shutil.which, CHROMIUM)))
        browser = driver.chromium.launch(executable_path=found, args=list(FLAGS))
        with visits(Devices(browser)) as opened:
            for which in PAGES:
                english = show(opened, which, ENGLISH, 390).evaluate(FITS)
                for language in LANGUAGES:
                    page = show(opened, which, language, 390, drawn=True)
                    page.screenshot(path=folder / f"{which.replace(' ', '-')}-{language}.png")
                    own = page.evaluate(FITS)
                    for one in own["cut"]:
                        print(which, language, "cut off", one, flush=True)
                    for name, (lines, told) in own["lines"].items():
                        if english["lines"].get(name, (lines,))[0] == 1 and lines > 1:
                            print(which, language, f"on {lines} lines", name, told, flush=True)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
