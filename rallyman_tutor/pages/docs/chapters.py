"""The rules of a game, chapter by chapter: the words of each, its examples with their results, and one as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.rule import Kind, Rule
from rallyman_tutor.pages.docs.boards import Board, Pictures
from rallyman_tutor.tutor.advice import handbook
from rallyman_tutor.tutor.words.explain import citation, explain_example, explain_rule
from rallyman_tutor.tutor.words.rulebook import RESULT_MARK, example_session, rule_page
from rallyman_tutor.tutor.words.words import words


class Example(NamedTuple):
    """An example in notation: whether it goes, and what the co-driver says where it does not."""

    text: str
    goes: bool
    said: str


class RuleShown(NamedTuple):
    """One rule as its page shows it."""

    code: str
    kind: Kind
    title: str
    said: str
    why: str
    fix: str
    cite: str
    examples: tuple[Example, ...]
    boards: tuple[Board, ...]  # wide and narrow; none of a rule that has no example with a board


class Chapter(NamedTuple):
    """The rules of one chapter of a game."""

    game: str
    file: str
    title: str
    rules: tuple[RuleShown, ...]


def chapters(game: AnyGame, pictures: Pictures) -> Iterator[Chapter]:
    """All chapters of a game, in the order of its book."""
    found: dict[str, list[Rule]] = {}
    for rule in game.rules():
        found.setdefault(rule.chapter, []).append(rule)
    for name, rules in found.items():
        shown = tuple(map(partial(_shown, game, pictures), rules))
        yield Chapter(game.key, rules[0].file.removesuffix(".py"), words(game.key).phrase("chapters", name), shown)


class PrincipleLine(NamedTuple):
    """One principle of driving as its page shows it."""

    code: str
    title: str
    why: str
    worth: str


class DrivingChapter(NamedTuple):
    """The principles of driving of one chapter."""

    title: str
    lines: tuple[PrincipleLine, ...]


def driving_chapters(game: AnyGame) -> list[DrivingChapter]:
    """All principles of driving of a game, chapter by chapter; none for a game without any."""
    found: dict[str, list[PrincipleLine]] = {}
    for one in handbook.contents(game):
        line = PrincipleLine(one["code"], one["title"], one["why"], handbook.worth(game, one["code"]))
        found.setdefault(one["chapter"], []).append(line)
    return [DrivingChapter(title, tuple(lines)) for title, lines in found.items()]


def _shown(game: AnyGame, pictures: Pictures, rule: Rule) -> RuleShown:
    told = explain_rule(game, rule.code)
    examples = [Example(text.partition(RESULT_MARK)[0], True, "") for text in rule.ok]
    examples += [Example(text, False, explain_example(game, rule.code, text).said) for text in rule.broken]
    page = rule_page(game, rule.code)
    kind = "broken" if page["broken"] else "ok" if page["ok"] else ""
    boards: tuple[Board, ...] = ()
    if kind:
        session = example_session(game, rule.code, kind, 0)
        boards = (pictures.board(session, False), pictures.board(session, True))
    return RuleShown(
        code=rule.code,
        kind=rule.kind,
        title=told.title,
        said=told.said,
        why=told.why,
        fix=told.fix,
        cite=citation(game, rule.code),
        examples=tuple(examples),
        boards=boards,
    )
