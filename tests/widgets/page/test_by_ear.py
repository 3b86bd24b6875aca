"""A whole stage and its review without the picture: what is written on the command line, and what is said."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.pages.visits import Open
from tests.widgets.page.host import answered

MOST_LINES = 200


class Ear:
    """Somebody who writes lines and knows the game by what is said to them."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._heard = page.locator(".rt-heard li")
        page.keyboard.press("/")

    def writes(self, line: str) -> str:
        """Write a line; gives all that was said since."""
        before = self._heard.count()
        self._page.keyboard.type(line)
        self._page.keyboard.press("Enter")
        answered(self._page)
        self._page.wait_for_timeout(80)  # what is reckoned behind the answer
        said = [one.replace("\xa0", " ") for one in self._heard.all_text_contents()]
        return " ".join(said[: len(said) - before])

    def follows_the_advice(self) -> str:
        """Ask the co-driver, step by step, for the whole draft or the decision, and carry it out; gives the last
        words."""
        for _ in range(4):
            said = self.writes("advice")
            if "Best: " in said and " on " in said:
                dice = re.findall(r"the (\d|gas die) on", said.partition("Best: ")[2].partition(". ")[0])
                self.writes(" ".join({"gas die": "w"}.get(name, name) for name in dice))
                break
            if "End the turn" in said:
                break
        return self.writes("go on")


def test_a_stage_is_driven_looked_back_at_and_a_mistake_tried_again_by_text_alone(opened: Open) -> None:
    page = opened("drive")
    ear = Ear(page)
    for line in ("1", "go on", "stop"):  # one die, where many could be laid: something to find in the review
        ear.writes(line)
    for _ in range(MOST_LINES):
        now = ear.writes("now")
        if now.startswith("It is over"):
            break
        if "Roll the" not in now and "lay dice" in now:
            ear.follows_the_advice()
        else:
            ear.writes("go on")
    review = ear.writes("review")
    told = re.search(r"You took 1:\d\d, and par is 28 s\. Decisions cost \S+; luck made it .*? (more|less)\.", review)
    assert told and "This drive was about: A turn is dear, so use it." in review, review
    assert ear.writes("mistakes").startswith("1. Turn 1, space 1: End the turn in 1st: +50 s. 45 s lost.")
    assert "You chose: End the turn in 1st" in ear.writes("try 1")
    assert "45.3 s behind the best" in ear.writes("go on")  # what was done in the drive
    assert told[0] in ear.writes("to the review")
    ear.writes("try 1")
    assert "Nothing is better. That is 45.3 s better than what you chose" in ear.follows_the_advice()
