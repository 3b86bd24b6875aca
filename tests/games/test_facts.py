"""Every fact that a sentence tells of a broken example is found again in the example; see `facts.py` of each game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from rallyman_tutor.core.notation import moves_of
from rallyman_tutor.core.rule import Kind, Rule
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.explain import judge_example
from rallyman_tutor.tutor.words.words import text_tables
from tests.games.classic import facts as classic
from tests.games.crazy_rally import facts as crazy_rally
from tests.games.dirt import facts as dirt
from tests.games.facts import Case, Derived
from tests.games.mil_millas import facts as mil_millas
from tests.tutor.test_words import fields

FACTS: Mapping[str, Derived] = {
    "classic": classic.FACTS,
    "dirt": dirt.FACTS,
    "crazy_rally": crazy_rally.FACTS,
    "mil_millas": mil_millas.FACTS,
}


def common(case: Case) -> Mapping[str, object]:
    """The facts for any message about this step."""
    game = SHELF[case.key]
    draft: Any = game.read_draft(case.draft)
    return game.message_facts(case.state, draft, case.at) if moves_of(draft) else {}


def told(key: str) -> Iterator[tuple[Case, str, object]]:
    """Every fact that is in a sentence about a broken example."""
    game = SHELF[key]
    for rule in game.rules():
        for example in rule.broken if rule.kind is not Kind.FACT else ():
            start, _, draft = example.rpartition(" :: ") if " :: " in example else (example, "", "")
            for state, plan, violations in judge_example(game, example):
                for violation in (one for one in violations if one.code == rule.code):
                    about = (
                        game.message_facts(state, plan, violation.at) if state is not None and moves_of(plan) else {}
                    )
                    facts: dict[str, Any] = {**about, **violation.facts}
                    where = game.write(state) if state is not None and " :: " in start else start
                    case = Case(key, rule.code, where, draft, violation.at, state)
                    yield from ((case, name, facts[name]) for name in sorted(spoken(key, rule.code, facts)))


def spoken(key: str, code: str, facts: dict[str, Any]) -> set[str]:
    """The facts in the sentence that is chosen here."""
    said = text_tables(f"games.{key}")[code]["said"]
    return fields(said if isinstance(said, str) else said.get(facts.get("case", "default"), said["default"]))


def same(fact: object, found: object) -> bool:
    """A place may be told by its whole key and be found by its short name."""
    if isinstance(fact, str) and isinstance(found, str):
        short = fact.rpartition("#")[2]
        return found in (fact, short, short.partition(".")[2])
    return list(fact) == list(found) if isinstance(fact, list | tuple) and isinstance(found, list) else fact == found


@pytest.mark.parametrize("key", SHELF)
def test_every_fact_told_of_a_broken_example_is_found_again_by_reading_it(key: str) -> None:
    checked = 0
    for case, name, fact in told(key):
        if name == "alternative":  # a step, which is legal: tests of remedies hold that
            continue
        derive = FACTS[key].get(f"{case.code}.{name}") or FACTS[key].get(name)
        assert derive, f"nobody finds {name} of {case.code} again: tests/games/{case.key}/facts.py"
        found = derive(case)
        assert same(fact, found), f"{case.code} in {case.start} :: {case.draft} tells {name} {fact}, and it is {found}"
        checked += 1
    assert checked > 40


def named_by(key: str, rule: Rule) -> set[str]:
    """The facts that some text of a rule names."""
    texts = text_tables(f"games.{key}")[rule.code].values()
    return fields(" ".join(one for part in texts for one in (part.values() if isinstance(part, dict) else [part])))


def told_by_nobody(key: str, rule: Rule) -> set[str]:
    """The facts of its broken examples that no text of a rule names."""
    judged = [one for example in rule.broken for _, _, broken in judge_example(SHELF[key], example) for one in broken]
    facts = [
        set(one.facts) - (OF_A_STEP if "inner" in one.facts else {"case"}) for one in judged if one.code == rule.code
    ]
    return set().union(*facts) - named_by(key, rule) - IN_REMEDIES.get(rule.code, set())


@pytest.mark.parametrize("key", SHELF)
def test_a_check_answers_with_no_fact_that_nobody_tells(key: str) -> None:
    """It would be reckoned for nothing, and nobody would see that it is wrong."""
    checks = [rule for rule in SHELF[key].rules() if rule.kind is not Kind.FACT]
    assert {rule.code: found for rule in checks if (found := told_by_nobody(key, rule))} == {}
    of_any = {name for case, _, _ in told(key) if case.state is not None for name in common(case)}
    assert of_any == of_any & set().union(*(named_by(key, rule) for rule in checks))


OF_A_STEP = {"case", "inner", "gear", "space", "die", "target"}
"""The facts told of a step inside a whole draft of dice."""
IN_REMEDIES = {"DI-SET-07": {"names"}, "DI-NEXT-04": {"names"}}
"""Facts that remedies tell."""


def test_a_name_in_a_derivation_is_a_name_in_some_sentence() -> None:
    for key, derived in FACTS.items():
        known = {(case.code, name) for case, name, _ in told(key)}
        for name in derived:
            code, _, alone = name.rpartition(".")
            assert any(alone == one and code in ("", rule) for rule, one in known), f"{key}: {name}"
        assert not [name for name in derived if re.search(r"\s", name)]
