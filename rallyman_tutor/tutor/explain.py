"""Explaining: a rule, a broken rule, an event or something that cannot be used, as a co-driver would say it.

"Why may I not?" and "why did that happen?" are answered alike, by the words of the rule that was at work. What is not
even notation, or no game to play on, is answered by what was expected there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TypedDict

from rallyman_tutor.core.game import AnyDraft, AnyGame, AnyMove, AnyState, Events
from rallyman_tutor.core.luck import Prompted
from rallyman_tutor.core.notation import Misread, Plan, Refused, moves_of
from rallyman_tutor.core.replay import begin
from rallyman_tutor.core.rule import Facts, Illegal, Kind, Violation
from rallyman_tutor.tutor.remedies import Suggestion, in_sentences, stuck_because, suggestions
from rallyman_tutor.tutor.words import words

WIDEST = 100
"""Letters of a line that are shown around the place where it stops making sense."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What happened, why it is so, what to try, and where the book says it."""

    code: str
    kind: Kind
    title: str
    said: str
    why: str
    fix: str
    cite: str
    at: int = -1  # which step of a draft, -1 where there is none
    general: str = ""  # of what to try, the part that is true in every position
    remedies: tuple[Suggestion, ...] = ()  # and what the engine found to be open now


def explain(game: AnyGame, state: AnyState, draft: AnyDraft, violation: Violation) -> Explanation:
    """A broken rule, with everything the moment adds to it, and what could be done instead."""
    told = reason(game, state, draft, violation)
    state, moves, violation = _what_is_left(game, state, draft, violation)
    if not moves:
        return told
    found = suggestions(game, state, moves, violation)
    facts = {} if found else game.stuck(state, moves, violation)
    ways = in_sentences(game, found) if found else stuck_because(game, facts)
    return replace(told, fix=" ".join(filter(None, (told.general, ways))), remedies=found)


def _what_is_left(
    game: AnyGame, state: AnyState, draft: AnyDraft, violation: Violation
) -> tuple[AnyState, tuple[AnyMove, ...], Violation]:
    """The same offence once everything that a script tells before it has happened: what was rolled cannot be laid anew.
    A script that cannot be driven so far is taken as dice laid."""
    moves = moves_of(draft)
    if not isinstance(draft, Plan) or not any(draft.shown[: violation.at]):
        return state, moves, violation
    now = state
    for told, faces in zip(moves[: violation.at], draft.shown, strict=False):
        move, shown = game.settled(now, told, faces)
        if game.over(now) or game.turn(now) != game.turn(state) or game.judge(now, (move,)):
            return state, moves, violation
        now = game.play(now, move, Prompted(shown, game.calm))[0]
    left, here = moves[violation.at :], replace(violation, at=0)
    again = (*game.judge(now, left), *game.advise(now, left))
    return (now, left, here) if (here.code, 0) in [(one.code, one.at) for one in again] else (state, moves, violation)


class Explained(TypedDict):
    """An explanation to be read, without anything to press."""

    code: str
    kind: Kind
    title: str
    said: str
    why: str
    fix: str
    cite: str
    at: int


def plain(told: Explanation) -> Explained:
    """An explanation to be read, as plain data."""
    return {
        "code": told.code,
        "kind": told.kind,
        "title": told.title,
        "said": told.said,
        "why": told.why,
        "fix": told.fix,
        "cite": told.cite,
        "at": told.at,
    }


def reason(game: AnyGame, state: AnyState, draft: AnyDraft, violation: Violation) -> Explanation:
    """A broken rule, with everything the moment adds to it; quicker, for it looks for no remedies."""
    common = game.about(state, draft, violation.at) if moves_of(draft) else {}
    return _told(game, violation.code, {**common, **violation.facts}, violation.at)


def explain_sheet(game: AnyGame, violation: Violation) -> Explanation:
    """A rule broken by a course sheet, before anything is set up."""
    return _told(game, violation.code, violation.facts)


def tell(game: AnyGame, code: str) -> Explanation:
    """The rule behind something that happened."""
    return _told(game, code, {"case": "happened"})


def _told(game: AnyGame, code: str, facts: Facts, at: int = -1) -> Explanation:
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
        fix,
    )


def title(game: AnyGame, code: str) -> str:
    """A rule as one short sentence."""
    return words(game.key).text(code, "title", {})


def cited(game: AnyGame, code: str) -> str:
    """Where a rule stands in print."""
    return words(game.key).cite(game.book[code].cite)


def example(game: AnyGame, code: str) -> Explanation:
    """A rule as the rulebook page shows it: with its first broken example, where it can be broken."""
    rule = game.book[code]
    if rule.kind is Kind.FACT or not rule.broken:
        return tell(game, code)
    return explain_example(game, code, rule.broken[0])


def explain_example(game: AnyGame, code: str, text: str) -> Explanation:
    """One rule, as it is broken by one of its examples."""
    for state, draft, violations in judged(game, text):
        for violation in violations:
            if violation.code == code:
                return explain_sheet(game, violation) if state is None else explain(game, state, draft, violation)
    raise ValueError(f"{text!r} does not break {code}")


def judged(game: AnyGame, text: str) -> list[tuple[AnyState | None, AnyDraft, list[Violation]]]:
    """What an example breaks, refusals first, then what is unwise."""
    if " :: " not in text:
        return [(None, (), game.judge_sheet(text, kind)) for kind in (Kind.ILLEGAL, Kind.UNWISE)]
    start, plan = text.rsplit(" :: ", 1)
    state = played(game, start)[-1].state if " :: " in start else game.read(start)
    draft = game.read_draft(plan)
    return [(state, draft, game.judge(state, draft)), (state, draft, game.advise(state, draft))]


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment of an example that is driven: the state, the move that led to it, and what happened by that move."""

    state: AnyState
    move: AnyMove | None = None  # None at the start
    events: Events = ()


def played(game: AnyGame, text: str) -> list[Moment]:
    """An example as it is driven: its start, and one moment more for each of its moves, all of them legal."""
    start, script = text.partition(" => ")[0].split(" :: ")
    replay = begin(game, game.spec(start, ())).follow(game.read_draft(script))
    return [Moment(replay.start), *(Moment(past.state, past.move, past.events) for past in replay.past)]


def misread(game: AnyGame, error: Misread) -> str:
    """Where a line stops making sense and what was expected there; then the line, and a caret under the place."""
    language = words(game.key)
    said = language.refused(
        "column" if error.found else "text-ends",
        {"column": error.column, "expected": language.expected(error.key, error.facts), "found": error.found},
    )
    first = max(0, error.column - 1 - WIDEST // 2) if len(error.text) > WIDEST else 0
    line = re.sub(r"\s", " ", error.text[first : first + WIDEST])
    return f"{said}\n  {line}\n  {' ' * (error.column - 1 - first)}^"


def refused(game: AnyGame, error: Refused) -> str:
    """Why something a person gave cannot be used: a line, an option, a save, a script."""
    if isinstance(error, Misread):
        return misread(game, error)
    return words(game.key).refused(error.key, {**error.facts, "cause": _cause(game, error.__cause__)})


def _cause(game: AnyGame, error: BaseException | None) -> str:
    """What stands behind a refusal; of what Python itself could not digest, no more than that."""
    language = words(game.key)
    if isinstance(error, Refused):
        return refused(game, error)
    if isinstance(error, Illegal):
        codes = dict.fromkeys(violation.code for violation in error.violations)
        return "; ".join(language.refused("broken-rule", {"title": title(game, code), "code": code}) for code in codes)
    return language.refused("other-cause", {})
