"""Principles of driving: each is told where it is true, and nowhere else."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import islice
from typing import Any

import pytest

from rallyman_tutor.coach.account import Account
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.principles import PRINCIPLES
from rallyman_tutor.coach.principles.principle import LEAST, AnyPrinciple, Named, Seen, named
from rallyman_tutor.coach.why import why, why_decided
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.why_view import why_in_words
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.coach.weak_drives import HELD_APART, TUNED, mistakes
from tests.some import some

ALL = [(key, principle) for key, principles in PRINCIPLES.items() for principle in principles]
EACH = pytest.mark.parametrize(("key", "principle"), ALL, ids=[principle.code for _, principle in ALL])
MOST_WORDS = 25


def read(key: str, example: str) -> tuple[Any, Any]:
    """The position of an example, and the decision made there."""
    position, _, move = example.partition(" :: ")
    game: Any = SHELF[key]
    (decision,) = game.read_draft(move).moves
    return game.read(position), decision


@pytest.mark.parametrize("key", PRINCIPLES)
def test_each_principle_has_words_and_nothing_else_has(key: str) -> None:
    codes = [principle.code for principle in PRINCIPLES[key]]
    assert len(codes) == len(set(codes))
    assert set(codes) == set(text_tables(f"games.{key}")["words"]["driving"])


@EACH
def test_a_principle_is_told_of_its_examples(key: str, principle: AnyPrinciple) -> None:
    for example in some(principle.holds):
        seen = Seen(SHELF[key], *read(key, example))
        found = named(seen, PRINCIPLES[key])
        assert found and found.principle.code == principle.code
        check(key, seen, found)


@EACH
def test_a_principle_is_not_told_where_it_only_looks_so(key: str, principle: AnyPrinciple) -> None:
    for example in some(principle.not_so):
        seen = Seen(SHELF[key], *read(key, example))
        found = named(seen, PRINCIPLES[key])
        assert found is None or found.principle.code != principle.code


def check(key: str, seen: Seen[Any, Any], found: Named[Any, Any]) -> None:
    """Nothing that is told contradicts the better decision: it is legal, it costs less, and it saves most of what is
    claimed. Costs come from the values alone; what is saved is added up anew."""
    game: Any = SHELF[key]
    best = race_coach(game).at_hand(seen.state).best
    assert not game.judge(seen.state, (found.counterpart,))
    less = best.cost_of(seen.state, seen.move) - best.cost_of(seen.state, found.counterpart)
    assert less >= LEAST and less == pytest.approx(found.explained, abs=1e-6)
    own, other = (by_group(seen.accounts.of((move,))) for move in (seen.move, found.counterpart))
    saved = {group: own.get(group, 0.0) - other.get(group, 0.0) for group in {*own, *other}}
    assert found.saving.seconds == pytest.approx(saved[found.saving.group]) and found.saving.seconds > 0
    assert found.saving.seconds == pytest.approx(max(saved.values()))  # two groups may save as much


def by_group(account: Account[Any]) -> dict[str, float]:
    """The seconds of an account by what they are for: all cards of gears together."""
    found: defaultdict[str, float] = defaultdict(float)
    for part, seconds in account.parts.items():
        found["pace" if part.what.startswith("gear") or part.what == "blocked" else part.what] += seconds
    return found


@pytest.mark.parametrize(
    ("key", "stages", "many"),
    [
        ("classic", ("bends", "jumps", "winter"), 20),
        ("dirt", (*TUNED["dirt"], *HELD_APART["dirt"][:2]), 20),
        pytest.param("classic", ("bends", "jumps", "winter"), 40, marks=pytest.mark.wide),
        pytest.param("dirt", (*TUNED["dirt"], *HELD_APART["dirt"][:2]), 60, marks=pytest.mark.wide),
        pytest.param("classic", TUNED["classic"], 1000, marks=pytest.mark.wide),
        pytest.param("classic", HELD_APART["classic"], 4000, marks=pytest.mark.wide),
        pytest.param("dirt", TUNED["dirt"], 2000, marks=pytest.mark.wide),
        pytest.param("dirt", HELD_APART["dirt"], 2000, marks=pytest.mark.wide),
    ],
)
def test_most_mistakes_are_named_and_none_of_them_wrongly(key: str, stages: tuple[str, ...], many: int) -> None:
    game, told = SHELF[key], 0
    for one in some(islice(mistakes(key, stages, 5), many)):
        reason = why_decided(game, one.state, one.move)
        assert reason.seen is not None
        if reason.named is not None:
            told += 1
            check(key, reason.seen, reason.named)
        said = why_in_words(game, words(key), reason)
        sentences = re.split(r"(?<=[.!?]) (?=[A-Z])", said)
        assert len(sentences) <= 2
        assert all(len(sentence.split()) <= MOST_WORDS for sentence in sentences), said
    assert told >= 0.9 * many


@pytest.mark.parametrize(
    ("at", "draft"), [("s3 g2 c30 s5 | A 2", "3>b1.line w>s4$"), ("s4 g2 c30 s5 | A 2", "3>s5 4>b2.d1$")]
)
def test_a_mistake_behind_the_first_die_is_reckoned_where_that_die_leads(at: str, draft: str) -> None:
    game: Any = SHELF["classic"]
    moves = game.read_draft(draft).moves
    found = why(game, game.read(f"s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A@{at}"), moves)
    assert found.seen is not None and found.seen.move != moves[0] and found.named is not None
    assert found.seen.account(found.seen.move).cost == pytest.approx(found.seen.cost)
    check("classic", found.seen, found.named)
