"""A rally by letter between browsers that know nothing of one another but what a link brings."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.games import SHELF
from rallyman_tutor.rally import letters
from rallyman_tutor.rally.letters import NOBODY
from tests.pages.learner import all_that_is_here
from tests.pages.visits import NARROW_AND_WIDE, WIDTHS, Open, findings
from tests.rally.letters import begun, key_of, said
from tests.sampled import sampled
from tests.widgets.page.hands import hears
from tests.widgets.page.host import address, answered

BEGIN = "Write the first letter"


def link(page: Page) -> str:
    return page.locator(".rt-letter-link").input_value()


def follows(page: Page, found: str) -> None:
    """The page when a link was followed in this very tab, as from a chat. It may be loaded anew for that."""
    page.evaluate("(link) => { host.sentBefore = host.sent.length; location.href = link; }", found)
    page.wait_for_function("() => window.host && host.sent.length > (host.sentBefore ?? 0)")
    answered(page)


def headed(page: Page, text: str) -> None:
    expect(page.locator(".rt-letter .rt-rally-said")).to_have_text(text)


def drives(page: Page, *dice: str) -> None:
    """A turn of Rallyman (2009): these dice are laid, the first is rolled. Other tests lay dice by hand."""
    page.get_by_role("button", name="Drive my turn").click()
    expect(page.locator(".rt-board")).to_be_visible()
    page.evaluate("(moves) => host.model.send({ do: 'draft', moves })", [*dice])
    answered(page)
    page.locator(".rt-tray .rt-primary").click()
    answered(page)


def test_two_fresh_browsers_play_by_links_alone(opened: Open) -> None:
    ana = opened()
    all_that_is_here(ana).get_by_role("button", name="Rally day").click()
    ana.locator(".rt-rally:visible").get_by_role("button", name="By letter").click()
    ana.get_by_role("button", name=BEGIN).click()
    headed(ana, "Send this letter to Ben.")
    first = link(ana)
    ben = opened(address=first, width=390)
    headed(ben, "This letter is for Ben.")
    ben.get_by_role("button", name="I am Ben").click()
    headed(ben, "Send this letter to Ana.")
    hears(ben, "Send this letter to Ana.")
    follows(ana, link(ben))
    headed(ana, "Ana, it is your turn.")
    expect(ana.get_by_role("img", name="The board")).to_be_visible()
    drives(ana, "1", "2", "3")
    expect(ana.locator(".rt-letter-plan li")).to_have_count(4)
    ana.get_by_role("button", name="Change it").click()
    ana.get_by_role("button", name="Back to the letter").click()
    headed(ana, "Ana, it is your turn.")
    drives(ana, "1", "2", "3")
    ana.get_by_label("How far").select_option("until the first hazard, then end the turn")
    ana.get_by_role("button", name="Seal the letter").click()
    headed(ana, "Send this letter to Ben.")
    sealed = link(ana)
    ana.reload()
    headed(ana, "Send this letter to Ben.")
    assert link(ana) == sealed, "it is kept, and is not written a second time"
    follows(ben, sealed)
    expect(ben.locator(".rt-letter-since li").first).to_contain_text("Ana: the 1")
    newest = link(ben)
    follows(ben, first)
    expect(ben.locator(".rt-letter").get_by_role("alert")).to_contain_text(
        "This is letter 1, and you know a later one."
    )
    assert link(ben) == newest
    follows(ben, sealed[:-30])
    expect(ben.locator(".rt-letter").get_by_role("alert")).to_contain_text("A part of this letter is missing")
    assert link(ben) == newest


def test_a_second_letter_for_a_turn_is_told_and_a_key_leads_on_in_another_browser(opened: Open) -> None:
    game = begun("classic", 2)
    for _ in range(2):
        word = game.next_word(key_of(game.writer))
        game = letters.answered(game, word, said(letters.opened(game, word), random.Random(1)))
    word, shared = game.next_word(key_of(0)), address("index") + "?at=letter#letter="
    one, two = (letters.answered(game, word, said(letters.opened(game, word), random.Random(seed))) for seed in (1, 2))
    assert one.mark != two.mark
    ben = opened(address=shared + letters.write(one))
    headed(ben, "Ben has to write now.")
    ben.get_by_label("If you are this driver").fill(key_of(1))
    ben.locator(".rt-letter").get_by_role("button", name="Open").click()
    headed(ben, "Send this letter to Ana.")
    ben.get_by_text("Key for another browser").click()
    expect(ben.locator(".rt-letter-key")).to_have_text(key_of(1))
    newest = link(ben)
    follows(ben, shared + letters.write(two))
    expect(ben.locator(".rt-letter").get_by_role("alert")).to_contain_text("There are two letters for the same turn")
    assert link(ben) == newest
    ben.get_by_role("button", name="Another rally by letter").click()
    expect(ben.get_by_role("heading", name="Letters in this browser")).to_be_visible()
    ben.get_by_label("A letter that you were sent").fill(f"Ben, it is yours:\n{letters.write(one)}")
    ben.locator(".rt-letter").get_by_role("button", name="Open").click()
    headed(ben, "Send this letter to Ana.")


@pytest.mark.parametrize("width", sampled([*WIDTHS], NARROW_AND_WIDE))
def test_every_screen_of_a_letter_fits_and_can_be_read(opened: Open, width: int) -> None:
    page = opened(width=width)
    all_that_is_here(page).get_by_role("button", name="By letter").click()
    expect(page.get_by_role("button", name=BEGIN)).to_be_visible()
    fits = "() => document.querySelector('.rt-letter').scrollWidth <= document.querySelector('.rt-letter').clientWidth"
    assert page.evaluate(fits) and findings(page) == []
    page.get_by_role("button", name=BEGIN).click()
    headed(page, "Send this letter to Ben.")
    assert page.evaluate(fits) and findings(page) == []


@pytest.mark.wide
@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_two_fresh_browsers_play_a_whole_game_by_links_alone(opened: Open, key: str) -> None:
    """Each side lays some dice that may lie, and takes the first decision that it is offered."""
    game, rng = begun(key, 2), random.Random(key)
    seats = [opened(address=address("index") + f"?at=letter/{key}") for _ in range(2)]
    keys = json.dumps({"keys": [key_of(0)], "games": {}})
    seats[0].evaluate("(kept) => localStorage.setItem('rallyman-tutor:letter', kept)", keys)
    game = letters.answered(game, game.next_word(key_of(0)), letters.PASSED_ON)
    sent = address("index") + f"?at=letter/{key}#letter={letters.write(game)}"
    for _ in range(200):
        if game.writer == NOBODY:
            break
        sent = writes(seats[game.writer], sent, rng)
        game = letters.read(SHELF, sent)
    assert game.rally.is_over and game.writer == NOBODY
    for page in seats:
        if link(page) != sent:
            follows(page, sent)
        expect(page.locator(".rt-letter .rt-rally-said")).to_contain_text("The rally is over.")


def writes(page: Page, sent: str, rng: random.Random) -> str:
    """The link that this browser shows once it has written."""
    follows(page, sent)
    if page.get_by_role("button", name="I am Ben").is_visible():
        page.get_by_role("button", name="I am Ben").click()
        answered(page)
    if page.get_by_role("button", name="Drive my turn").is_visible():
        page.get_by_role("button", name="Drive my turn").click()
        answered(page)
        acts(page, rng)
        page.get_by_role("button", name="Seal the letter").click()
        answered(page)
    return link(page)


def acts(page: Page, rng: random.Random) -> None:
    """Dice are laid, and decisions taken, until the turn is laid down."""
    for _ in range(30):
        if page.locator(".rt-letter-plan").is_visible():
            return
        for _ in range(rng.randrange(1, 4)):
            choices = page.evaluate("() => host.model.get('choices')")
            legal = [
                (piece, place)
                for piece, places in choices["of"].items()
                for place, verdict in places.items()
                if verdict[0] == "legal" and place != "*"
            ]
            if legal:
                piece, place = rng.choice(legal)
                page.evaluate("([piece, place]) => host.model.send({ do: 'lay', piece, place })", [piece, place])
                answered(page)
        offers = page.evaluate("() => host.model.get('view').offers")
        page.evaluate("(move) => host.model.send({ do: 'act', move })", offers[0]["move"])
        answered(page)
