"""Explaining: a rule, a broken rule or an event as something a co-driver would say.

"Why may I not?" and "why did that happen?" are answered alike, by the words of the rule that was at work.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rallyman_tutor.core.game import Game
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.tutor.words import words


@dataclass(frozen=True, slots=True)
class Explanation:
    """What happened, why it is so, what to try, and where the book says it."""

    code: str
    kind: str
    title: str
    said: str
    why: str
    fix: str
    cite: str
    at: int = -1  # which step of a draft, -1 where there is none


def explain(game: Game[Any, Any], state: Any, draft: Any, violation: Violation) -> Explanation:
    """A broken rule, with everything the moment adds to it."""
    moves = getattr(draft, "moves", draft)
    common = game.about(state, draft, violation.at) if moves else {}
    return _told(game, violation.code, {**common, **violation.facts}, violation.at)


def explain_sheet(game: Game[Any, Any], violation: Violation) -> Explanation:
    """A rule broken by a course sheet, before anything is set up."""
    return _told(game, violation.code, violation.facts)


def tell(game: Game[Any, Any], code: str) -> Explanation:
    """The rule behind something that happened."""
    return _told(game, code, {"case": "happened"})


def _told(game: Game[Any, Any], code: str, facts: Any, at: int = -1) -> Explanation:
    rule = game.book[code]
    language = words(game.key)
    said, fix = (language.text(code, part, facts) for part in ("said", "fix"))
    return Explanation(
        code,
        rule.kind,
        language.text(code, "title", {}),
        said,
        language.text(code, "why", {}),
        fix,
        language.cite(rule.cite),
        at,
    )


def title(game: Game[Any, Any], code: str) -> str:
    """A rule as one short sentence."""
    return words(game.key).text(code, "title", {})


def cited(game: Game[Any, Any], code: str) -> str:
    """Where a rule stands in print."""
    return words(game.key).cite(game.book[code].cite)


def example(game: Game[Any, Any], code: str) -> Explanation:
    """A rule as the rulebook page shows it: with its first broken example, where it can be broken."""
    rule = game.book[code]
    if rule.kind is Kind.FACT or not rule.broken:
        return tell(game, code)
    return explain_example(game, code, rule.broken[0])


def explain_example(game: Game[Any, Any], code: str, text: str) -> Explanation:
    """One rule, as it is broken by one of its examples."""
    for state, draft, violations in judged(game, text):
        for violation in violations:
            if violation.code == code:
                return explain_sheet(game, violation) if state is None else explain(game, state, draft, violation)
    raise ValueError(f"{text!r} does not break {code}")


def judged(game: Game[Any, Any], text: str) -> list[tuple[Any, Any, list[Violation]]]:
    """What an example breaks, refusals first, then what is unwise."""
    if " :: " not in text:
        return [(None, (), game.judge_sheet(text, kind)) for kind in (Kind.ILLEGAL, Kind.UNWISE)]
    position, plan = text.split(" :: ")
    state, draft = game.read(position), game.read_draft(plan)
    return [(state, draft, game.judge(state, draft)), (state, draft, game.advise(state, draft))]
