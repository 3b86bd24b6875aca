"""Somebody who takes a lesson in a browser: every deed of a solution, by keys alone or by mouse.

What there is to do comes from the lessons themselves: `deeds` of `tests/tutor/lessons_at_hand.py` tells how a solution
is carried out and what each deed leads to. A learner does the same on the page with what the page offers, and waits
after each until the page shows what it should.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from playwright.sync_api import Locator, Page, TimeoutError, expect

from rallyman_tutor.tutor.lesson.lesson_view import lesson_and_table
from rallyman_tutor.tutor.lesson.lessons import Lesson, Sitting
from rallyman_tutor.tutor.lesson.sitting import attempt, sit_down, update
from rallyman_tutor.tutor.session.intents import Act, Answer, Ask, Claim, Clear, Lay, Point, Put
from tests.tutor.lessons_at_hand import Intent, deeds, parts


def to_the_map(page: Page) -> None:
    """From a first visit, or from wherever somebody is, to the map of the course."""
    page.locator(".rt[data-at]").wait_for(timeout=120_000)
    page.locator("[data-at=first] .rt-skip, :not([data-at=first]) > .rt-bar .rt-brand").click()
    expect(page.locator(".rt-map li").first).to_be_attached()


def all_that_is_here(page: Page) -> Locator:
    """The list of all that there is, on the map; opened, if it is not."""
    opener = page.locator(".rt-all-button")
    expect(opener).to_be_visible(timeout=60_000)
    if opener.get_attribute("aria-expanded") == "false":
        opener.press("Enter")
    return page.locator(".rt-all")


def settings(page: Page | Locator) -> Locator:
    """The sheet of settings at a table; opened, if it is not."""
    opener = page.locator(".rt-opens-tools")
    expect(opener).to_be_visible()
    if opener.get_attribute("aria-expanded") == "false":
        opener.press("Enter")
    return page.locator(".rt-tools")


def further(page: Page) -> Locator:
    """More about the draft, beside the board; opened, if it is not."""
    box = page.locator(".rt-further")
    expect(box).to_be_visible()
    if box.get_attribute("open") is None:
        box.locator("summary").press("Enter")
    return box


def draft(page: Page) -> Locator:
    """The dice of the draft one by one, below its line; opened, if they are not."""
    box = page.locator(".rt-laid")
    if box.get_attribute("open") is None:
        box.locator("summary").first.press("Enter")
    return box


SEEN = """asks => {
  const all = (what) => [...document.querySelectorAll(what)].map((node) => node.textContent.replaceAll("\u00a0", " "));
  const log = all(".rt-log li");
  return [[...document.querySelectorAll(".rt-dots button")].findIndex((dot) => dot.classList.contains("now")), Boolean(document.querySelector(".rt-well")),
    asks || all(".rt-draft .rt-what"), asks || all(".rt-draft .rt-small"), log.length, log[0] ?? ""];
}"""

SHOWS = f"""([asks, ...wanted]) => {{
  const seen = ({SEEN})(asks), last = wanted.pop();
  return JSON.stringify(seen.slice(0, -1)) === JSON.stringify(wanted) && seen.at(-1).startsWith(last);
}}"""

CURSOR = """place => {
  const list = document.querySelector(".rt-list"), ids = [...list.children].map((option) => option.id);
  const at = ids.indexOf(list.getAttribute("aria-activedescendant"));
  return at < 0 ? null : ids.indexOf(`rt-at-${place}`) - at;
}"""

SPOT = """place => {
  const path = document.querySelector(`[data-place='${place}']`);
  path.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = path.getBoundingClientRect(), found = [];
  for (let x = 1; x < 16; x++) for (let y = 1; y < 16; y++) {
    const spot = [box.x + box.width * x / 16, box.y + box.height * y / 16], [top, ...below] = document.elementsFromPoint(...spot);
    const first = [top, ...below].find((node) => node.dataset?.place);
    if (first === path && top.closest(".rt-over")) found.push([Math.hypot(x - 8, y - 8), ...spot]);
  }
  found.sort((one, other) => one[0] - other[0]);
  return found.length ? found[0].slice(1) : null;
}"""


def shows(page: Page, sitting: Sitting) -> None:
    """Wait until the page shows this sitting: its step, the draft on the road, the events, and whether it is done."""
    plain, view = lesson_and_table(sitting)
    last = view["log"][-1]["text"] if view["log"] else ""
    draft = [laid["name"] for laid in view["draft"]]
    others = [other["label"] for laid in view["draft"] for other in laid["variants"]]
    asks, lines = not sitting.step.lays, len(view["log"])
    wanted = [plain["at"], plain["done"], asks or draft, asks or others, lines, last]
    try:
        page.wait_for_function(SHOWS, arg=[asks, *wanted], timeout=20_000)
    except TimeoutError:
        found = page.evaluate(SEEN, asks), page.locator(".rt-tray").inner_text(), page.locator(".rt-hint").inner_text()
        step = f"{sitting.lesson.name}, {sitting.step.id}"
        raise AssertionError(f"{step}: {wanted} should be there, and there is {found}") from None


def variants(sitting: Sitting) -> list[list[str]]:
    """The other choices at each step of the draft, as buttons: they tell a secured die from one that is not."""
    return [[other["label"] for other in laid["variants"]] for laid in lesson_and_table(sitting)[1]["draft"]]


def is_only_spelt_anew(intent: Intent, before: Sitting, after: Sitting) -> bool:
    """Whether a deed leaves everything as it lies, and only writes the same move in other words."""
    lies = [[laid["name"] for laid in lesson_and_table(one)[1]["draft"]] for one in (before, after)]
    return isinstance(intent, Put) and lies[0] == lies[1] and variants(before) == variants(after)


def is_played_at_once(sitting: Sitting) -> bool:
    """Whether the page plays what was just laid: a card of a hidden hand, where no rule speaks against it."""
    laid = lesson_and_table(sitting)[1]["draft"]
    return (
        sitting.session.game.has_hidden_hands and sitting.step.plays and [one["verdict"] for one in laid] == ["legal"]
    )


@dataclass
class Learner:
    """Somebody at the page of a lesson, who has one way of doing things and uses no other."""

    page: Page
    by: Literal["keys", "mouse", "touch"] = "keys"

    def takes(self, lesson: Lesson) -> None:
        """The whole lesson from its first step to its last, with full stars for each."""
        for at, step in enumerate(lesson.steps):
            shows(self.page, sit_down(lesson, at))
            self.solves(lesson, at)
            expect(self.page.locator(".rt-well .rt-stars"), f"{lesson.name} {step.id}").to_have_text("★★★")
            expect(self.page.locator(".rt-dots button.done")).to_have_count(at + 1)
            if at + 1 < len(lesson.steps):
                self.presses(self.page.locator(".rt-next-step"))

    def solves(self, lesson: Lesson, at: int) -> None:
        told = [deed for deed in deeds(lesson, at) if not is_only_spelt_anew(*deed)]
        played = False  # by the page itself: a card that lies well is played at once
        follows = [isinstance(intent, Act) for intent, _, _ in told[1:]]
        for (intent, before, after), then_acts in zip(told, [*follows, False], strict=True):
            if before.done:  # what else the solution tells is no longer needed
                return
            if not played:
                self.does(intent, before, after)
            played = isinstance(intent, Lay) and then_acts and is_played_at_once(after)
            if not played:
                shows(self.page, after)

    def does(self, intent: Intent, before: Sitting, after: Sitting) -> None:
        page, (told, view) = self.page, lesson_and_table(before)
        plain = parts(told)
        offers = [offer["move"].rstrip("!.") for offer in view["offers"]]  # laid after an attack, its face is known
        match intent:
            case Answer(given):
                ids = [answer["id"] for answer in plain["answers"]]
                for id_ in given.split(" "):
                    self.presses(page.locator(".rt-answers .rt-answer").nth(ids.index(id_)))
                if plain["wants"] == "ranking":
                    self.presses(page.locator(".rt-order .rt-small"))
            case Point(at):
                self.presses(page.locator(".rt-draft .rt-answer").nth(at))
            case Claim(id_):
                text = next(claim["text"] for claim in plain["claims"] if claim["id"] == id_)
                self.presses(page.locator(".rt-lesson-sheet").get_by_role("button", name=text, exact=True).first)
            case Put(at):
                laid = view["draft"][at]
                wanted = variants(after)
                found = [
                    other["label"]
                    for other in laid["variants"]
                    if variants(update(before, replace(intent, move=other["move"]))) == wanted
                ]
                label = found[0]
                draft(page)
                self.presses(page.locator(".rt-draft li").nth(at).get_by_role("button", name=label, exact=True))
            case Lay(piece, place):
                fits, _ = attempt(before, Lay(piece))
                self.lays(piece, "" if fits.session.draft == after.session.draft else place)
            case Act(move) if offers[0] == move.rstrip("!.") and view["offers"][0]["name"] != "enter":
                if self.by == "keys":
                    page.keyboard.press("r")
                else:
                    self.presses(page.locator(".rt-tray .rt-primary"))
            case Act(move):
                label = view["offers"][offers.index(move)]["label"]
                self.presses(page.locator(".rt-more").get_by_role("button", name=label, exact=True))
            case Ask(move):
                page.keyboard.press(move)
            case Clear():
                for left in range(len(before.session.draft), 0, -1):
                    expect(page.locator(".rt-draft li")).to_have_count(left)
                    if self.by == "keys":
                        page.keyboard.press("Backspace")
                    else:
                        draft(page)
                        self.presses(page.locator(".rt-draft li .rt-round").last)
            case other:
                raise AssertionError(f"nobody can do {other}")

    def presses(self, button: Locator) -> None:
        if self.by == "mouse":
            button.click()
        elif self.by == "touch":
            button.tap()
        else:
            button.focus()
            self.page.keyboard.press("Enter")

    def lays(self, piece: str, place: str) -> None:
        """Lay a die on a place; without a place, where it fits, by choosing the die twice."""
        page = self.page
        die = page.locator(f".rt-die[data-piece='{piece}']")
        take = partial(self.takes_up, piece) if self.by == "keys" else partial(self.presses, die)
        take()
        expect(die).to_have_attribute("aria-pressed", "true")
        if not place:
            take()
        elif self.by == "keys":
            self.walks(place)
            page.keyboard.press("Enter")
        else:
            spot = page.evaluate(SPOT, place)
            assert spot, f"{place} cannot be pointed at"
            (page.mouse.click if self.by == "mouse" else page.touchscreen.tap)(*spot)

    def takes_up(self, piece: str) -> None:
        """Take a die up by its key, or a card by its place in the tray, since there are more cards than keys."""
        if len(piece) == 1:
            self.page.keyboard.press(piece)
        else:
            self.page.locator(f".rt-die[data-piece='{piece}']").focus()
            self.page.keyboard.press("Enter")

    def walks(self, place: str) -> None:
        """Move the cursor to a place on the road with the arrow keys."""
        page = self.page
        page.locator(".rt-list").focus()
        if page.evaluate(CURSOR, place) is None:
            page.keyboard.press("ArrowUp")
        left = page.evaluate(CURSOR, place)
        for key, by in (("PageUp", 5), ("PageDown", -5), ("ArrowUp", 1), ("ArrowDown", -1)):
            while left * by > 0 and abs(left) >= abs(by):
                page.keyboard.press(key)
                left -= by
        assert page.evaluate(CURSOR, place) == 0
