"""The words of the rulebook are told twice: what a search finds is counted again, and the rules are leafed through. See
`tests/tutor/told_twice.py`."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from rallyman_tutor.coach.principles import PRINCIPLES
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.words import text_tables
from tests.pages.visits import Open
from tests.tutor.told_twice import Twice
from tests.widgets.page.asking import at, button, session
from tests.widgets.page.host import answered

pytestmark = pytest.mark.usefixtures("same_tables")


def test_the_rulebook_counts_what_it_finds_and_leafs_from_end_to_end(opened: Open) -> None:
    tell, texts = Twice("classic", "page"), text_tables("games.classic")
    page = opened("rules")
    book = page.locator(".rt-panel")
    expect(book).to_contain_text(tell("rules-hello"))
    page.get_by_role("searchbox", name=tell("search")).fill("SISU")
    codes = [
        rule.code
        for rule in SHELF["classic"].rules()
        if "sisu"
        in " ".join(
            (
                rule.code,
                str(texts["words"]["chapters"][rule.chapter]),
                str(texts[rule.code]["title"]),
                why(texts[rule.code]),
            )
        ).lower()
    ]
    chapters, driving = text_tables("tutor")["handbook"], texts["words"]["driving"]
    codes += [
        code
        for code, one in driving.items()
        if "sisu" in f"{code} {chapters[code.split('-')[1]]} {one['name']} {one['why']}".lower()
    ]
    expect(page.get_by_text(tell("found", n=len(codes)), exact=True)).to_have_count(1)
    lines = page.locator(".rt-rules li:visible code")
    assert sorted(lines.all_text_contents()) == sorted(codes)
    first, final = SHELF["classic"].rules()[0].code, PRINCIPLES["classic"][-1].code
    expect(page.get_by_text(tell("legend"), exact=True)).to_be_visible()
    words = page.locator("details", has=page.get_by_text(tell("glossary-title"), exact=True))
    expect(words.locator("dt")).to_have_text(
        [one["forms"].split("|")[0] for one in texts["words"]["glossary"].values()]
    )
    sheet = page.get_by_role("link", name=tell("sheet"))
    expect(sheet).to_have_text(f"{tell('sheet')}: {tell('sheet-more')}")
    expect(sheet).to_have_attribute("href", re.compile("classic-sheet"))
    page.evaluate("(to) => host.model.send({ do: 'go', to })", f"rules/{first}")
    answered(page)
    before, behind = (button(page, tell(name)) for name in ("rule-before", "rule-behind"))
    expect(before).to_be_disabled()
    behind.click()
    assert at(page) == f"rules/{SHELF['classic'].rules()[1].code}"
    before.click()
    assert at(page) == f"rules/{first}"
    page.evaluate("(to) => host.model.send({ do: 'go', to })", f"rules/{final}")
    answered(page)
    expect(behind).to_be_disabled()
    page.evaluate("() => host.model.send({ do: 'go', to: 'rules/CL-GEAR-03' })")
    answered(page)
    for kind, name in (("broken", tell("ex-broken")), ("ok", tell("ex-ok"))):
        page.locator(f".rt-rule .rt-small.{kind}").first.get_by_text(name).click()
        messages = [one["code"] for one in session(page, "view")["messages"]]
        assert ("CL-GEAR-03" in messages) is (kind == "broken"), kind
    term = page.locator(".rt-panel .rt-term").first
    expect(term).to_have_attribute("title", tell("term", word=term.inner_text()))


def why(rule: Any) -> str:
    return rule["why"] if isinstance(rule["why"], str) else " ".join(map(str, rule["why"].values()))
