"""Practice is told twice: a test finds by the list of legal moves which answer is allowed, reads the words of the rule
in the texts, and names every answer as the table does on which it is laid; see `told_twice.py`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from rallyman_tutor.core.replay import begin
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner.practice import Exercise, as_lesson
from rallyman_tutor.tutor.lesson.lesson_view import lesson_view
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.session import intents
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.lessons_at_hand import refuted
from tests.tutor.test_practice import ALL, asked

GOALS = {"practice-goal", "practice-which", "practice-only", "practice-table"}


def some_rules(key: str, part: int, wide: bool) -> Sequence[str]:
    codes = [code for of, code in ALL if of == key][part::4]
    return codes if wide else codes[::3]


@pytest.mark.parametrize("key", SHELF)
@pytest.mark.parametrize("part", range(4))
def test_an_exercise_is_told_again(key: str, part: int, wide: bool) -> None:
    for code in some(some_rules(key, part, wide)):
        assert_told_again(key, code)


def assert_told_again(key: str, code: str) -> None:
    tell, game, found = twice.Twice(key, "page"), SHELF[key], asked(key, code, "1")
    lesson = as_lesson(game, found)
    (step,) = lesson.steps
    assert lesson.title == tell("practice")
    rule = text_tables(f"games.{key}")[code]
    start = sit_down(lesson)
    if len(found.answers) == 1:
        assert step.words.goal == tell("practice-goal"), code
        assert_die_is_wrong(key, found)
        done = update(start, intents.Point(found.wrong - 1))
        assert done.done
        return
    allowed = [is_allowed(key, found, text) for text in found.answers]
    kind = game.book[code].kind
    if found.answers[0] in {one.text for one in game.sheets}:
        assert step.words.goal == tell("practice-table"), code
    else:
        assert step.words.goal == tell("practice-only" if found.is_allowed else "practice-which"), code
        if kind is Kind.ILLEGAL and not found.is_allowed:
            assert allowed[found.wrong - 1] in (False, None), (code, found)
            assert all(one is not False for at, one in enumerate(allowed, 1) if at != found.wrong), (code, found)
        if found.is_allowed:
            assert allowed[found.wrong - 1] in (True, None), (code, found)
        names = [answer_in_words(key, found, text) for text in found.answers]
        told_names = [one.text for one in step.words.answers]
        assert all(name in ("", told) for name, told in zip(names, told_names, strict=True)), (code, names, told_names)
    said, why = (alternatives(rule[part]) for part in ("said", "why"))
    assert any(fits(f"{one} {other}", step.words.after) for one in said for other in why), (code, step.words.after)
    wrong = next(one.id for one in step.choices if one.id != str(found.wrong))
    refutation = refuted(lesson_view(update(start, intents.Answer(wrong)), start))
    assert refutation["rules"][0]["code"] == code


def alternatives(text: Any) -> Sequence[str]:
    return [str(text)] if isinstance(text, str) else [str(one) for one in text.values()]


def fits(text: str, told: str) -> bool:
    """Whether a text can come to what was told; any fact may stand in its places, which may hold others."""
    while (plain := re.sub(r"\{[^{}]*\}", "\0", text)) != text:
        text = plain
    return bool(re.fullmatch(re.escape(text).replace("\0", "(?:.*)"), told, re.DOTALL))


def assert_die_is_wrong(key: str, found: Exercise) -> None:
    """The dice before the wrong one can be laid where they lie, as the table marks its places; the wrong one cannot, or
    has its price. What is paid for a die is not marked there."""
    if "$" in found.draft:
        return
    game, state = SHELF[key], SHELF[key].read(found.start)
    moves = game.read_draft(found.draft).moves
    for many in range(found.wrong):
        can_lie = many + 1 < found.wrong or game.book[found.code].kind is Kind.UNWISE
        assert placed(game, state, moves[:many], moves[many]) is can_lie, (found.code, many)


def placed(game: Any, state: Any, before: Sequence[Any], move: Any) -> bool:
    """Whether a die can be laid behind others, as the table marks its places."""
    lies = game.desk(state, (*before, move)).laid[-1]
    placements = game.placements(state, tuple(before))
    return any(not one.refused for one in placements if (one.piece, one.place) == (lies.piece[0], lies.place))


LISTED = re.compile(r"[\dwo]>[^>$!.]+|play [BYP]\d+[+-]|lay \w+(>\w+)?|discard \w+")
"""A die on its space, a card on its place: all that are allowed are among the moves that a game lists."""


def is_allowed(key: str, found: Exercise, text: str) -> bool | None:
    """Whether an answer is among the moves that the game lists; None for what is not listed, as a claim or a sheet."""
    game = SHELF[key]
    if text in {one.text for one in game.sheets} or game.over(game.read(found.start)):
        return None
    state = game.read(found.start)
    moves = game.read_draft(text).moves
    own = game.write_move(moves[0])
    listed = {game.write_move(move) for move in game.moves(game.seen_by(state, game.turn(state)))}
    return True if own in listed else False if len(moves) == 1 and LISTED.fullmatch(own) else None


def answer_in_words(key: str, found: Exercise, text: str) -> str:
    """An answer as its button says it, or as it lies on the table; empty for a claim."""
    game = SHELF[key]
    replay = begin(game, game.spec(found.start, ()))
    buttons = {one["move"]: one["label"] for one in view(Session(replay))["offers"]}
    if text in buttons:
        return twice.capital(buttons[text])
    if "left[" in found.start or text in {one.text for one in game.claims(replay.state)}:
        return ""  # a claim has words of its own
    moves = game.read_draft(text).moves
    if (
        key not in ("classic", "dirt")
        or len(moves) != 1
        or not re.fullmatch(r"[\dwo]>[^>$]+", game.write_move(moves[0]))
    ):
        return ""
    piece, *_, place = game.write_move(moves[0]).split(">")
    keys = [one.key for one in game.places(replay.start) if one.kind != "jump"]  # a die that jumps lies where it lands
    ends = [one for one in keys if place in (one, one.rpartition("#")[2], one.rpartition(".")[2])]
    if len(ends) != 1:
        return ""
    pieces = text_tables(f"games.{key}")["words"]["pieces"]
    return twice.capital(f"{pieces[piece]} on {twice.place(key, ends[0])}")


def test_every_goal_of_practice_is_told() -> None:
    for key, code in (
        ("classic", "CL-GEAR-03"),
        ("classic", "CL-RALLY-02"),
        ("mil_millas", "MM-TURN-03"),
        ("classic", "CL-GEAR-01"),
    ):
        assert_told_again(key, code)
    tries = iter(ALL)
    while GOALS & twice.never_told("page"):
        assert_told_again(*next(tries))
    assert not GOALS & twice.never_told("page")
