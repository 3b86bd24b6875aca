"""The words: every rule has them, every broken example and every event can be told, and no two rules give one reason."""

from __future__ import annotations

import re
import string
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.core.rule import Kind, Rule
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.explain import Explanation, example, explain, explain_sheet, judged, tell, title
from rallyman_tutor.tutor.words import LANGUAGES, NOT_RULES, tables, words
from tests.games.classic.rallies import drive

CLASSIC = SHELF["classic"]
EVERY = [pytest.param(game, rule, id=rule.code) for game in SHELF.values() for rule in game.rules()]


def fields(text: str | dict[str, str]) -> set[str]:
    texts = [text] if isinstance(text, str) else text.values()
    return {name for one in texts for _, name, _, _ in string.Formatter().parse(one) if name}


def readable(told: Explanation) -> None:
    for part in (told.title, told.said, told.why, told.fix):
        assert (part and part[-1] in ".!?") or part == told.title, part
        assert part[0].isupper() or part[0].isdigit(), part
        assert "{" not in part and "}" not in part and "  " not in part, part
        assert "invalid" not in part.lower() and "Fraction" not in part and "None" not in part, part
        assert not any(sentence.count(" ") > 32 for sentence in part.split(". ")), part


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_words_and_every_word_a_rule(language: str) -> None:
    for game in SHELF.values():
        assert sorted(words(game.key, language).codes()) == sorted(rule.code for rule in game.rules())
        for code, texts in tables(f"games.{game.key}", language).items():
            assert code in NOT_RULES or list(texts) == ["title", "said", "why", "fix"], code


def test_no_two_rules_give_the_same_reason() -> None:
    for game in SHELF.values():
        reasons = Counter(texts["why"] for code, texts in tables(f"games.{game.key}").items() if code not in NOT_RULES)
        assert [why for why, count in reasons.items() if count > 1] == []


def test_one_word_is_used_for_one_thing() -> None:
    """The shortcut through a bend is never called a cut, a draft never a plan, a space never a square."""
    for code, texts in tables("games.classic").items():
        said = " ".join(str(texts[part]) for part in ("title", "said", "why", "fix")) if code not in NOT_RULES else ""
        for word in ("square", "the plan", "your plan", "corner", "the cut ", "the cut.", "loss of control", "skid"):
            assert word not in said, (code, word)


@pytest.mark.parametrize(("game", "rule"), EVERY)
def test_every_rule_can_be_told(game: Any, rule: Rule[Any, Any]) -> None:
    assert title(game, rule.code)
    readable(example(game, rule.code))


@pytest.mark.parametrize(("game", "rule"), [param for param in EVERY if param.values[1].kind is not Kind.FACT])  # type: ignore[union-attr]
def test_every_broken_example_is_explained_without_a_gap(game: Any, rule: Rule[Any, Any]) -> None:
    for text in rule.broken:
        codes = set()
        for state, draft, violations in judged(game, text):
            for violation in violations:
                codes.add(violation.code)
                readable(explain_sheet(game, violation) if state is None else explain(game, state, draft, violation))
        assert rule.code in codes


def test_reasons_and_titles_need_no_facts() -> None:
    for code, texts in tables("games.classic").items():
        if code not in NOT_RULES:
            assert not fields(texts["why"]) and not fields(texts["title"]), code


def test_every_event_of_a_rally_answers_why() -> None:
    told = set()
    for seed in range(0, 40, 3):
        for decision in drive(seed):
            for event in decision.events:
                if event.code not in told:
                    told.add(event.code)
                    readable(tell(CLASSIC, event.code))
    assert len(told) > 40


def test_a_refusal_reads_like_a_co_driver() -> None:
    ((state, draft, (violation, *_)), _) = judged(CLASSIC, "s14 | A@s1 g3 :: 3 5")
    said = explain(CLASSIC, state, draft, violation)
    assert said.code == "CL-GEAR-03"
    assert "3rd" in said.said and "5th" in said.said and "4th" in said.said
    assert "the 4" in said.fix


def test_every_word_of_the_page_is_asked_for_somewhere() -> None:
    room = Path(__file__).parents[2] / "rallyman_tutor"
    scripts = "".join(path.read_text("utf-8") for path in (*room.glob("widgets/page/*.js"), *room.rglob("*.py")))
    for word in tables("tutor")["page"]:
        assert re.search(rf"""words\.{word}\b|["']{word}["']""", scripts) or word.startswith("hint-"), word
