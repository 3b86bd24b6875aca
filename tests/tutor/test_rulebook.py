"""The rulebook page: every rule is there, every example can be sat at, and the co-driver's words on it are the
rule's."""

from __future__ import annotations

from itertools import groupby

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.rulebook import contents, example_session, rule_page
from rallyman_tutor.tutor.words.words import words

GAME = SHELF["classic"]
EXAMPLES = [
    (rule["code"], kind, number)
    for rule in contents(GAME)
    for kind, many in zip(("ok", "broken"), rule["examples"], strict=True)
    for number in range(many)
]


def test_every_rule_is_in_the_book_once_with_a_title() -> None:
    codes = [rule["code"] for rule in contents(GAME)]
    assert codes == [rule.code for rule in GAME.rules()]
    assert all(rule["title"] and rule["why"] for rule in contents(GAME))


@pytest.mark.parametrize("key", SHELF)
def test_every_chapter_has_a_name_of_its_own_and_every_name_a_chapter(key: str) -> None:
    names = words(key).group("chapters")
    assert list(names) == list(dict.fromkeys(rule.chapter for rule in SHELF[key].rules()))
    assert len(set(names.values())) == len(names)
    assert all(name[0].isupper() and not name.endswith(".") for name in names.values())


@pytest.mark.parametrize("key", SHELF)
def test_the_rules_of_a_chapter_stand_together_under_its_name(key: str) -> None:
    told = [rule["chapter"] for rule in contents(SHELF[key])]
    assert [name for name, _ in groupby(told)] == list(words(key).group("chapters").values())


@pytest.mark.parametrize(("code", "kind", "number"), EXAMPLES)
def test_an_example_can_be_sat_at_and_shows_its_rule(code: str, kind: str, number: int) -> None:
    session = example_session(GAME, code, kind, number)
    seen = view(session)
    codes = {told["code"] for told in seen["messages"]}
    cited = {event.code for past in session.replay.past for event in past.events}
    assert session.draft or session.replay.past
    if kind == "broken":
        assert code in codes | cited
    else:
        assert code not in codes


def test_a_rule_in_full_has_its_citation_and_counts_its_examples() -> None:
    told = rule_page(GAME, "CL-GEAR-03")
    assert told["cite"].startswith("Rallyman 2009")
    assert (told["ok"], told["broken"]) == (2, 2)


def test_what_is_not_in_the_book_is_refused() -> None:
    for ask in (lambda: rule_page(GAME, "CL-NO-01"), lambda: example_session(GAME, "CL-GEAR-03", "ok", 99)):
        with pytest.raises(Refused):
            ask()
