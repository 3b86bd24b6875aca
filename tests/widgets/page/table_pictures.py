"""Makes the pictures of the lessons "your first evening": a table for four from above, as it is laid out for each game.

    python -m tests.widgets.page.table_pictures

No word stands in them, so one picture serves all languages. How many dice and course cards lie there, the game itself
counts.
"""

from __future__ import annotations

import shutil
from base64 import b64encode
from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from rallyman_tutor.games import SHELF
from rallyman_tutor.games.crazy_rally.state import COURSE
from rallyman_tutor.games.mil_millas.state import HAND
from rallyman_tutor.pages.doctor import CHROMIUM
from rallyman_tutor.scene.svg import svg
from tests.conftest import FLAGS

LESSONS = Path(__file__).parents[3] / "lessons"
WIDE, HIGH = 900, 640
INK, PAPER = "#1d2126", "#faf7f2"
CARS = ("#0072b2", "#d55e00", "#009e73", "#f0e442")
PLACES = ((40, 24), (540, 24), (40, 486), (540, 486))
"""Where the four sit: the upper left corner of each place, 320 wide and 130 high."""
ROADS = {
    "classic": "village/grass s6 R3/4x3 s5 | Ana | Ana | sisu=off",
    "dirt": "202a 205a 210b:L2 203a | Ana | Ana | leader=off",
}


def box(x: float, y: float, wide: float, high: float, fill: str, round_: float = 8, line: str = INK) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{round_}" fill="{fill}" stroke="{line}" '
        'stroke-width="2"/>'
    )


def sign(x: float, y: float, text: str, fill: str = INK, size: int = 26) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="700" text-anchor="middle" '
        f'dominant-baseline="central" font-family="sans-serif" fill="{fill}">{text}</text>'
    )


def die(x: float, y: float, fill: str, text: str = "", size: float = 44) -> str:
    return box(x, y, size, size, fill, 9) + sign(x + size / 2, y + size / 2, text, PAPER)


def pile(x: float, y: float, fill: str, text: str = "", wide: float = 56, high: float = 80) -> str:
    """Some cards on one another, the top one with a sign on it."""
    below = "".join(box(x + up, y - up, wide, high, fill, 6) for up in (0, 3, 6))
    return below + sign(x + 6 + wide / 2, y - 6 + high / 2, text, INK if fill in (PAPER, "#f0e442") else PAPER, 30)


def car(x: float, y: float, seat: int) -> str:
    """A car from above, its nose to the right, with its number."""
    wheels = "".join(box(x + at, y + side, 16, 8, INK, 3) for at in (10, 52) for side in (-5, 37))
    return (
        wheels + box(x, y, 80, 40, CARS[seat], 13) + box(x + 46, y + 6, 14, 28, "#cfd8df", 4)
        + f'<circle cx="{x + 27}" cy="{y + 20}" r="13" fill="{PAPER}"/>' + sign(x + 27, y + 21, str(seat + 1), INK, 20)
    )  # fmt: skip


def wheel(x: float, y: float) -> str:
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{INK}" stroke-width="2"/>'
        for radius, fill in ((26, INK), (15, "#a7b0ba"), (5, INK))
    )


def dashboard(x: float, y: float, fills: Iterable[str]) -> str:
    """A dashboard with a mark for each die that its driver has, the gears above the others."""
    fills = list(fills)
    rows = [[fill for fill in fills if (fill == INK) is is_gear] for is_gear in (True, False)]
    marks = (
        box(x + 9 + 20 * at, y + 18 + 34 * row, 15, 15, fill, 3) for row in (0, 1) for at, fill in enumerate(rows[row])
    )
    return box(x, y, 134, 92, "#dfd3bd") + "".join(marks)


def driver(x: float, y: float, seat: int, dice: Iterable[str]) -> str:
    return dashboard(x, y + 18, dice) + car(x + 152, y + 44, seat) + wheel(x + 278, y + 64)


def dice_of(key: str) -> list[str]:
    """The gear dice and the gas dice of a race, by their names, one for each."""
    game = SHELF[key]
    desk = game.desk(game.new(game.spec(ROADS[key], ())), ())
    return [piece.key for piece in desk.pieces for _ in range(piece.total)]


def road(key: str, x: float, y: float, wide: float, high: float) -> str:
    game = SHELF[key]
    drawn = svg(game.draw(game.new(game.spec(ROADS[key], ())), (), (), False))
    data = b64encode(drawn.replace(f'fill="{PAPER}"', 'fill="none"', 1).encode()).decode()
    return (
        f'<image x="{x}" y="{y}" width="{wide}" height="{high}" preserveAspectRatio="xMidYMid meet" '
        f'href="data:image/svg+xml;base64,{data}"/>'
    )


def race(key: str, gears: int) -> str:
    """A table of either Rallyman: road, dice, a pile of cards for each gear."""
    colours = {"w": "#ffffff", "b": "#c0392b"}
    dice = dice_of(key)
    laid = "".join(
        die(520 + 50 * (at % 7), 204 + 54 * (at // 7), colours.get(one, INK), "" if one in colours else one)
        for at, one in enumerate(dice)
    )
    step = 354 / gears
    piles = "".join(pile(516 + step * at, 336, PAPER, str(at + 1), min(52, step - 12)) for at in range(gears))
    seats = (driver(x, y, at, [colours.get(one, INK) for one in dice]) for at, (x, y) in enumerate(PLACES))
    return road(key, 16, 170, 478, 300) + laid + piles + "".join(seats)


def classic() -> str:
    return race("classic", 5)


def dirt() -> str:
    bag = (
        '<path d="M806 272 q-34 40 4 46 h44 q38 -6 4 -46 l8 -20 h-68 z" fill="#8a5600" stroke="#1d2126" '
        'stroke-width="2"/><path d="M800 272 h64" stroke="#f0e442" stroke-width="5"/>'
    )
    return race("dirt", 6) + bag


def crazy_rally() -> str:
    """The course in the middle, four other piles, and for each driver an event, a sheet and a pencil."""
    middle = "".join(
        pile(200 + 100 * at, 280, fill, "", 70, 100)
        for at, fill in enumerate(("#0072b2", "#f0e442", "#8e5aa8", "#009e73"))
    )
    course = "".join(box(652 + 2 * up, 288 - 2 * up, 86, 118, "#b48f5a", 6, "#7c5a30") for up in range(len(COURSE)))
    flag = "".join(
        box(690 + 12 * (at % 3), 300 + 12 * (at // 3), 12, 12, INK if at % 2 else PAPER, 0) for at in range(6)
    )
    return middle + course + flag + "".join(_sheet(x, y) for x, y in PLACES)


def _sheet(x: float, y: float) -> str:
    lines = "".join(sign(x + 168 + 48 * at, y + 46, "7") for at in range(3))
    pencil = (
        f'<path d="M{x + 148} {y + 118} l96 -26 l4 14 l-96 26 z" fill="#f2b84b" stroke="{INK}" stroke-width="2"/>'
        f'<path d="M{x + 148} {y + 118} l4 14 l-20 -1 z" fill="{INK}"/>'
    )
    return box(x + 20, y + 18, 66, 94, "#009e73", 6) + box(x + 140, y + 8, 160, 116, PAPER, 3) + lines + pencil


def mil_millas() -> str:
    """A deck and a place beside it; for each driver a hand, and an empty road."""
    middle = pile(340, 280, "#b3261e", "", 76, 108) + (
        f'<rect x="470" y="276" width="78" height="110" rx="6" fill="none" stroke="{PAPER}" stroke-width="3" '
        'stroke-dasharray="9 7"/>'
    )
    return middle + "".join(_hand(x, y, y > HIGH / 2) for x, y in PLACES)


def _hand(x: float, y: float, is_below: bool) -> str:
    cards = "".join(box(x + 40 + 38 * at, y + (36 if is_below else 4), 54, 80, "#b3261e", 6) for at in range(HAND))
    lane = (
        f'<rect x="{x + 20}" y="{y - 40 if is_below else y + 100}" width="280" height="60" rx="8" fill="none" '
        f'stroke="{PAPER}" stroke-width="2" stroke-dasharray="9 7"/>'
    )
    return lane + cards


TABLES: dict[str, Callable[[], str]] = {
    "classic/40": classic, "dirt/31": dirt, "crazy_rally/11": crazy_rally, "mil_millas/11": mil_millas,
}  # fmt: skip


def table(things: str, cloth: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}"><rect width="{WIDE}" height="{HIGH}" '
        f'rx="26" fill="{cloth}"/>{things}</svg>'
    )


def main() -> None:
    """Make all pictures anew."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, CHROMIUM))), args=list(FLAGS)
        )
        page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
        for lesson, drawn in TABLES.items():
            cloth = "#b98d5f" if drawn in (classic, dirt) else "#3f7358"
            page.set_content(f"<style>body {{ margin: 0; background: #8a6a47 }}</style>{table(drawn(), cloth)}")
            page.wait_for_timeout(300)
            shot = Image.open(BytesIO(page.screenshot())).convert("RGB").quantize(160)
            shot.save(LESSONS / f"{lesson}-your-first-evening" / "table.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
