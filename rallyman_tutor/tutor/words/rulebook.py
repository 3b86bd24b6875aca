"""The rulebook as a page: every rule to be searched, most with examples on a little board, kept or broken.

An example is an ordinary session: its moves are already driven and can be stepped through, its draft lies on the road,
and the co-driver says what it would say at any table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypedDict

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.luck import Scripted
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.core.replay import begin as begin_game
from rallyman_tutor.core.rule import Kind, Rule
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.words.explain import ExplanationData, citation, explain_rule, plain, rule_title
from rallyman_tutor.tutor.words.words import words

DRAFT_MARK = " :: "
RESULT_MARK = " => "


class RuleLine(TypedDict):
    """A rule in the contents of the book, and how many examples there are, kept and broken."""

    code: str
    kind: Kind
    chapter: str
    title: str
    why: str
    examples: tuple[int, int]


class PrincipleNamed(TypedDict):
    """A principle of driving, or of playing cards, by its code and name."""

    code: str
    name: str


class Sign(TypedDict):
    """A face of the dice, or a sign on the road, and what it means."""

    face: str
    sign: str
    text: str


class RulePage(ExplanationData):
    """One rule in full: how many examples there are, kept and broken, and which of them lies on the board, if any; of a
    principle of driving also how much it is worth, and its puzzles."""

    ok: int
    broken: int
    kind_shown: Literal["ok", "broken", ""]
    n: int
    worth: str  # of a principle, in words
    puzzles: list[int] | None  # of a principle, by their numbers


def principle_named(game: AnyGame, code: str) -> PrincipleNamed | None:
    """A principle by its name, as a way to its page; None where there is no code."""
    return {"code": code, "name": words(game.key).driving(code)["name"]} if code else None


def contents(game: AnyGame) -> list[RuleLine]:
    """All rules, chapter by chapter, each with what one may search it by."""
    return [
        {
            "code": rule.code,
            "kind": rule.kind,
            "chapter": words(game.key).phrase("chapters", rule.chapter),
            "title": rule_title(game, rule.code),
            "why": words(game.key).text(rule.code, "why", {}),
            "examples": (len(_shown(rule.ok)), len(_shown(rule.broken))),
        }
        for rule in game.rules()
    ]


def legend(game: AnyGame) -> list[Sign]:
    """The faces of the dice and the signs on the road: the name of each, its face if it is one, and its meaning."""
    faces, listed = game.faces(), words(game.key).group("legend")
    figures = {
        name: ", ".join(map(str, value)) if isinstance(value, Sequence) else value
        for name, value in game.figures.items()
    }
    return [
        {"face": sign if sign in faces else "", "sign": sign, "text": text.format(**figures)}
        for sign, text in listed.items()
    ]


def rule_page(game: AnyGame, code: str) -> RulePage:
    """One rule in full, with none of its examples on the board."""
    rule = _rule(game, code)
    explained = plain(explain_rule(game, code))
    return {
        **explained,
        "cite": citation(game, code),
        "ok": len(_shown(rule.ok)),
        "broken": len(_shown(rule.broken)),
        "kind_shown": "",
        "n": 0,
        "worth": "",
        "puzzles": None,
    }


def example_session(game: AnyGame, code: str, kind: str, number: int) -> Session:
    """One example of a rule as a table to sit at: what was driven, and the draft that is judged."""
    rule = _rule(game, code)
    examples = _shown(rule.ok if kind == "ok" else rule.broken)
    if not 0 <= number < len(examples):
        raise Refused("no-such-example")
    start, *drafts = examples[number].partition(RESULT_MARK)[0].split(DRAFT_MARK)
    driven, drafted = (drafts[0], "") if rule.kind is Kind.FACT else ("", drafts[0]) if len(drafts) == 1 else drafts
    replay = begin_game(game, game.spec(start, ())).follow(game.read_draft(driven))
    session = Session(replay, table=start, seed=code)
    if not drafted:
        return session
    return _drafted(session, drafted)


def _drafted(session: Session, drafted: str) -> Session:
    """The example with its draft laid. Dice whose faces the example tells are rolled first."""
    game, moves = session.game, _moves(session.game, drafted)
    replay: Replay[AnyState, AnyMove] = session.replay
    while moves and moves[0][1]:
        move, outcomes = game.complete_script(replay.state, *moves[0])
        if game.judge(replay.state, (move,)):
            break
        luck = Scripted(outcomes, rest=game.harmless_luck)
        replay = replay.play(move, luck)
        moves = moves[1:]
    return replace(session, replay=replay, drafts=Drafts(tuple(move for move, _ in moves)))


def _moves(game: AnyGame, text: str) -> list[tuple[AnyMove, tuple[str, ...]]]:
    scripted = game.read_draft(text) if text else None
    return list(scripted.shown_moves) if scripted else []


def _shown(examples: tuple[str, ...]) -> tuple[str, ...]:
    """The examples that have a board: a course sheet alone has none."""
    return tuple(text for text in examples if DRAFT_MARK in text)


def _rule(game: AnyGame, code: str) -> Rule:
    if code not in game.book:
        raise Refused("no-such-rule", {"found": code})
    return game.book[code]
