"""The words: every rule has them, every broken example and every event can be told, and no two rules give one
reason."""

from __future__ import annotations

import re
import string
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.core.rule import Basis, Cite, Kind, Rule
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.explain import (
    Explanation,
    citation,
    drive_example,
    explain,
    explain_briefly,
    explain_event,
    explain_rule,
    explain_sheet,
    judge_example,
    rule_title,
)
from rallyman_tutor.tutor.words.words import NOT_RULES, shared_words, text_tables, words
from tests.games.random_games import decisions, seeds
from tests.some import some

CLASSIC = SHELF["classic"]
RULES = [(game, rule) for game in SHELF.values() for rule in game.rules()]
BREAKABLE = [(game, rule) for game, rule in RULES if rule.kind is not Kind.FACT]
GAP = re.compile("[{}]|None|Fraction")


def fields(text: str | dict[str, str]) -> set[str]:
    texts = [text] if isinstance(text, str) else text.values()
    return {name for one in texts for _, name, _, _ in string.Formatter().parse(one) if name}


def readable(told: Explanation) -> None:
    for part in (told.title, told.said, told.why, told.fix or told.title):
        assert (part and part[-1] in ".!?") or part == told.title, part
        assert part[0].isupper() or part[0].isdigit(), part
        assert not GAP.search(part) and "  " not in part and "invalid" not in part.lower(), part
        assert not any(sentence.count(" ") > 32 for sentence in part.split(". ")), part


def test_every_rule_has_words_and_every_word_a_rule() -> None:
    for game in SHELF.values():
        assert sorted(words(game.key).codes()) == sorted(rule.code for rule in game.rules())
        for code, texts in text_tables(f"games.{game.key}").items():
            parts = [part for part in texts if part != "fix"] if code not in NOT_RULES else ["title", "said", "why"]
            assert parts == ["title", "said", "why"], code


@pytest.mark.parametrize("key", SHELF)
def test_what_cannot_be_broken_has_advice_and_what_is_refused_has_remedies(key: str) -> None:
    """A fixed sentence on what to do instead would be untrue in some positions; remedies are found in each."""
    game = SHELF[key]
    for rule in some(game.rules()):
        advised = "fix" in text_tables(f"games.{key}")[rule.code]
        assert advised or (rule.kind is not Kind.FACT), rule.code


def test_no_two_rules_give_the_same_reason() -> None:
    for game in SHELF.values():
        reasons = Counter(
            texts["why"] for code, texts in text_tables(f"games.{game.key}").items() if code not in NOT_RULES
        )
        assert [why for why, count in reasons.items() if count > 1] == []


def test_one_word_is_used_for_one_thing() -> None:
    """The shortcut through a bend is never called a cut, a draft never a plan, a space never a square."""
    for code, texts in some(text_tables("games.classic").items()):
        said = " ".join(str(texts[part]) for part in texts) if code not in NOT_RULES else ""
        for word in ("square", "the plan", "your plan", "corner", "the cut ", "the cut.", "loss of control", "skid"):
            assert word not in said, (code, word)


@pytest.mark.parametrize(("game", "rule"), RULES, ids=[rule.code for _, rule in RULES])
def test_every_rule_can_be_told(game: Any, rule: Rule) -> None:
    assert rule_title(game, rule.code) and citation(game, rule.code)
    readable(explain_rule(game, rule.code))


TOLD_FOR_SURE = {
    "CL-HAZ-01": ("s14 | A@s1 g2 :: 3! 4! 5!",),
    "CL-PUNC-03": ("s4 R3/4x3K4 s5 | A@s4 g4 p2 :: 4>k{puncture}",),
    "CL-JUMP-03": ("s3 j3 s8 | A@s3 g3 :: 4!",),
    "CL-FIN-04": ("s5 | A@s3 g3 :: 3! 4! 5!",),
    "CL-TYRE-03": ("snow s14 | A@s1 g2 :: 3! 4!",),
    "CL-TYRE-07": ("s3 snow s5 | A@s1 g2 :: 3! 4! w!",),
}
"""By rule: the scripts with a sure warning. None of them is an example to sit down at: its last die has fallen
already."""


@pytest.mark.parametrize(("game", "rule"), BREAKABLE, ids=[rule.code for _, rule in BREAKABLE])
def test_every_sentence_about_a_broken_rule_is_told_of_an_example_without_a_gap(game: Any, rule: Rule) -> None:
    """So a sentence that names a fact, and the check that forgets it, are found out. A `default` that no example is
    told by fits all of them."""
    said = text_tables(f"games.{game.key}")[rule.code]["said"]
    untold = set() if isinstance(said, str) else {*said} - {"happened"}
    found = [one for text in (*rule.broken, *TOLD_FOR_SURE.get(rule.code, ())) for one in judge_example(game, text)]
    own = [(state, draft, one) for state, draft, broken in found for one in broken if one.code == rule.code]
    assert own
    for state, draft, violations in found:
        for violation in violations:
            readable(explain_sheet(game, violation) if state is None else explain(game, state, draft, violation))
    for _, _, violation in own:
        case = violation.facts.get("case", "default")
        untold.discard(case if case in said else "default")
    assert untold <= {"default"}
    for state, draft, violation in own if untold else ():
        plain = replace(violation, facts={**violation.facts, "case": "default"})
        readable(explain_sheet(game, plain) if state is None else explain_briefly(game, state, draft, plain))


@pytest.mark.parametrize("key", SHELF)
def test_reasons_and_titles_need_no_facts(key: str) -> None:
    for code, texts in some(text_tables(f"games.{key}").items()):
        assert code in NOT_RULES or (not fields(texts["why"]) and not fields(texts["title"])), code


@seeds(classic=range(0, 40, 3), dirt=range(12), crazy_rally=range(12), mil_millas=range(0, 88, 5))
def test_every_event_can_be_told_and_answers_why(key: str, seed: int) -> None:
    game, language = SHELF[key], words(key)
    happened = ((decision.after, event) for decision in decisions(key, seed) for event in decision.events)
    for after, event in some(happened):
        what, facts = game.describe_event(after, event)
        line = language.phrase("events", what, {"driver": "", **facts})
        assert line and not GAP.search(line), line
        readable(explain_event(game, event.code))


SELDOM = {
    "classic": ("s14 | A p1 finished | A phase=gap :: wheel", "c1 s1 j1 s4 | A@s1 g1 ; B@s2 g1 | A :: blocked"),
    "dirt": ("FX-S | A@L0 ; B@R0 ; C@L1 g1 ; D | C r4 :: 2>L2",),
    "crazy_rally": (
        "C09 rest | A B01 ; B B02 | draw A :: draw",
        "C09 rest | A d5 E2 ; B d9 s1 m9 v9 E1 ; C d12 | event A :: event faster>B pass",
    ),
    "mil_millas": (
        "A ; B | A 25x6 :: draw",
        "A ; B | | A deal :: T change stacking=on",
        "A 1000 go ; B | | A over :: T",
    ),
}
"""Scripts of what neither examples nor a dozen random games come to, or show to one player only."""


@pytest.mark.parametrize("key", SHELF)
def test_every_sentence_about_an_event_is_told_without_a_gap(key: str) -> None:
    game, language, told = SHELF[key], words(key), set()
    scripts = [text for rule in game.rules() if rule.kind is Kind.FACT for text in rule.ok]
    driven = [one for text in (*scripts, *SELDOM[key]) for one in drive_example(game, text)]
    after = [(one.state, one.events) for one in driven]
    after += [(one.after, one.events) for seed in range(12) for one in decisions(key, seed)]
    for state, events in after:
        for event in events:
            for seen in {game.seen_by(state, seat) for seat in range(2)}:
                what, facts = game.describe_event(seen, event)
                assert not GAP.search(language.phrase("events", what, {"driver": "", **facts}))
                told.add(what)
    assert set(language.group("events")) <= told


SAID_BY_ALL = ("page", "lesson", "goals", "refused")
"""The parts of the tutor's own words that a game may say otherwise."""


@pytest.mark.parametrize("group", SAID_BY_ALL)
@pytest.mark.parametrize("key", SHELF)
def test_what_a_game_says_otherwise_takes_the_place_of_what_all_say(key: str, group: str) -> None:
    own, common = text_tables(f"games.{key}")["words"].get(group, {}), text_tables("tutor")[group]
    assert shared_words(key, group) == {**common, **own}
    assert own.keys() <= common.keys() or group == "page"  # where there are parts that only one game has
    assert [name for name, text in own.items() if text == common.get(name)] == []
    for name in own.keys() & common.keys():
        assert not isinstance(own[name], str) or fields(own[name]) <= fields(common[name]), name


def test_a_game_of_cards_speaks_of_cards_and_the_others_of_dice() -> None:
    assert shared_words("classic", "refused")["no-such-die"] != shared_words("mil_millas", "refused")["no-such-die"]
    said = {key: words(key).refused("no-such-piece", {"found": "9"}) for key in SHELF}
    assert said["classic"] == said["dirt"] and said["crazy_rally"] == said["mil_millas"]
    assert "card" in said["mil_millas"] and "card" not in said["classic"]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("chance", Fraction(0), "0 %"),
        ("chance", Fraction(1, 1000), "<1 %"),
        ("chance", Fraction(1, 3), "33 %"),
        ("chance", Fraction(999, 1000), ">99 %"),
        ("chance", Fraction(1), "100 %"),
        ("die", 3, "the 3"),
        ("die", -1, "the gas die"),
        ("dice", (2, 3), "the 2 or the 3"),
        ("dice", (), "nothing"),
        ("gear", 3, "3rd"),
        ("clock", 125, "2:05"),
        ("clock", -2, "−0:02"),
        ("time", -65, "−1:05"),
        ("car", "B", "car B"),
        ("car", "Ana", "Ana"),
        ("names", ("B", "Ana"), "car B or Ana"),
        ("driver", "B", "B"),
        ("driver", "spin", "spin"),
        ("space", "b2.d1", "drift space 1 of bend 2"),
        ("space", "b", "b"),
        ("count", 15, "15"),
        ("count", -15, "−15"),
        ("why", None, "nothing"),
    ],
)
def test_a_fact_is_told_as_people_say_it(name: str, value: object, told: str) -> None:
    assert words("classic").fact(name, value) == told


@pytest.mark.parametrize(
    ("basis", "ruling", "ground"),
    [
        (Basis.TEXT, "", ""),
        (Basis.TEXT, "R-07", " (in detail our ruling R-07)"),
        (Basis.INFERRED, "", " (it follows from the text)"),
        (Basis.RULING, "R-07", " (the texts leave it open: our ruling R-07)"),
    ],
)
def test_a_citation_tells_on_what_ground_a_rule_stands(basis: Basis, ruling: str, ground: str) -> None:
    plain = words("classic").cite(Cite(()))
    assert "(" not in plain and words("classic").cite(Cite((), basis, ruling)) == plain + ground


def test_a_refusal_reads_like_a_co_driver() -> None:
    ((state, draft, (violation, *_)), _) = judge_example(CLASSIC, "s14 | A@s1 g3 :: 3 5")
    assert state is not None
    said = explain(CLASSIC, state, draft, violation)
    assert said.code == "CL-GEAR-03"
    assert "3rd" in said.said and "5th" in said.said and "4th" in said.said
    assert "the 4" in said.fix


def test_every_word_of_the_page_is_asked_for_somewhere() -> None:
    room = Path(__file__).parents[2] / "rallyman_tutor"
    scripts = "".join(path.read_text("utf-8") for path in (*room.glob("widgets/page/*.js"), *room.rglob("*.py")))
    for word in text_tables("tutor")["page"]:
        assert re.search(rf"""words\.{word}\b|["']{word}["']""", scripts) or word.startswith("hint-"), word
