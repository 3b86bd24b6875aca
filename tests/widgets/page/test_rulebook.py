"""The rulebook on the page: searched, leafed through, each rule with its board, its signs and words."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import expect

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice import handbook
from rallyman_tutor.tutor.words.explain import rule_title
from rallyman_tutor.tutor.words.rulebook import contents
from rallyman_tutor.tutor.words.words import words
from tests.pages.learner import all_that_is_here
from tests.pages.visits import Open
from tests.widgets.page.host import address, answered

GAME = SHELF["classic"]


HAZARD = "hazard|hazards|triangle|triangles"


@pytest.fixture
def opened(opened: Open) -> Open:
    """Pages of the school, without waiting for anything to move."""
    return partial(opened, reduced_motion="reduce")


def test_the_rulebook_is_searched_and_a_rule_opens_with_its_board(opened: Open) -> None:
    page = opened()
    all_that_is_here(page).get_by_role("button", name="Rulebook").click()
    rules = page.locator(".rt-rules li:visible")
    chapters = page.locator(".rt-rules").get_by_role("heading", level=3)
    driving = {line["chapter"] for line in handbook.contents(GAME)}
    expect(chapters).to_have_count(len(words(GAME.key).group("chapters")) + len(driving))
    expect(rules).to_have_count(0)
    gears = chapters.filter(has_text="Gear dice").get_by_role("button")
    gears.click()
    expect(rules).to_have_count(sum(rule.chapter == "GEAR" for rule in GAME.rules()))
    gears.click()
    expect(rules).to_have_count(0)
    page.get_by_role("searchbox").fill("gear one at a time")
    expect(page.locator(".rt-find [role=status]")).not_to_contain_text(str(len(GAME.rules())))
    assert 0 < rules.count() < 20
    expect(page.locator(".rt-rules h3:visible [aria-expanded='false']")).to_have_count(0)
    rules.filter(has_text="CL-GEAR-03").get_by_role("button").click()
    expect(page.locator(".rt-rule h3")).to_have_text("Gears are changed one at a time")
    expect(page).to_have_url(f"{address('rules')}?at=rules/CL-GEAR-03")
    expect(page.get_by_role("searchbox")).to_have_value("gear one at a time")
    expect(page.locator(".rt-draft .refused")).to_have_count(1)
    page.get_by_role("button", name="So it goes").first.click()
    expect(page.get_by_role("button", name="So it goes").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".rt-draft .refused")).to_have_count(0)
    expect(page.locator(".rt-draft li")).not_to_have_count(0)
    page.get_by_role("button", name="So it does not").first.click()
    expect(page.locator(".rt-draft .refused")).to_have_count(1)


def test_a_principle_of_driving_opens_from_a_puzzle_by_keys_and_leads_to_more_of_its_puzzles(opened: Open) -> None:
    page = opened("index")
    page.evaluate("() => host.model.send({ do: 'go', to: 'puzzles/classic/1' })")
    answered(page)
    page.locator(".rt-answer").filter(has_text="Secure the first for 1 s").click()
    answered(page)
    link = page.get_by_role("button", name="In the handbook: ")
    link.focus()
    page.keyboard.press("Enter")
    answered(page)
    expect(page.locator(".rt-rule h3")).to_have_text("A turn is dear, so use it")
    expect(page.locator(".rt-rule")).to_contain_text("Here somebody decides so: ")
    page.get_by_role("button", name="Here it only looks so").press("Enter")
    answered(page)
    expect(page.get_by_role("button", name="Here it only looks so")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".rt-rule")).to_contain_text("Here it only looks so: ")
    page.get_by_role("button", name="Puzzle 2", exact=True).press("Enter")
    answered(page)
    expect(page.locator(".rt-todo")).to_have_text("What is best here?")


def test_a_word_of_the_game_is_told_where_it_stands(opened: Open) -> None:
    page = opened("index", at="classic/05-hazards")
    word = page.locator(".rt-lesson-sheet .rt-term").filter(has_text="hazard").first
    word.click()
    expect(page.locator(".rt-gloss")).to_have_text(str(words(GAME.key).glossary()[HAZARD]))
    word.click()
    expect(page.locator(".rt-gloss")).to_have_count(0)


def test_one_leafs_through_the_rules_and_those_without_a_board_as_well(opened: Open) -> None:
    codes = [rule.code for rule in GAME.rules()]
    sheets = [at for at, rule in enumerate(contents(GAME)) if rule["examples"] == (0, 0)]
    at = next(at for at in sheets if at)
    page = opened("rules", at=f"rules/{codes[at - 1]}")
    page.get_by_role("button", name="The next rule").click()
    expect(page).to_have_url(f"{address('rules')}?at=rules/{codes[at]}")
    expect(page.locator(".rt-rule h3")).to_have_text(rule_title(GAME, codes[at]))
    expect(page.locator(".rt-tray")).to_be_hidden()
    expect(page.locator(".rt-rules [aria-current='true']")).to_contain_text(codes[at])
    page.get_by_role("button", name="The rule before").click()
    expect(page.locator(".rt-rule h3")).to_have_text(rule_title(GAME, codes[at - 1]))
