"""Explanations in words: of a rule, a broken rule, an event, or a given thing that cannot be used.

"Why may I not?" and "why did that happen?" are both answered by the words of the rule behind it. What cannot even be
read is answered by what was expected there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypedDict

from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.core.game import AnyDraft, AnyGame, AnyMove, AnyState, Events
from rallyman_tutor.core.luck import Prompted
from rallyman_tutor.core.notation import Misread, Refused, ScriptedDraft, moves_of
from rallyman_tutor.core.replay import begin
from rallyman_tutor.core.rule import Facts, Illegal, Kind, Violation
from rallyman_tutor.tutor.words.remedies import Suggestion, in_sentences, stuck_because, suggest
from rallyman_tutor.tutor.words.words import text_tables, words

MOST_LETTERS = 100
"""Of a long line, so many letters are shown around the place where it cannot be read."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """An event or offence, its reason, a remedy, and its place in the book."""

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
    position: str = ""  # in which these are open, where a part of the draft is driven before


def explain(game: AnyGame, state: AnyState, draft: AnyDraft, violation: Violation) -> Explanation:
    """A broken rule in words, and what could be done instead in this position."""
    explanation = explain_briefly(game, state, draft, violation)
    now, left, violation = _what_is_left(game, state, draft, violation)
    if not moves_of(left):
        return explanation
    found = suggest(game, now, left, violation)
    facts = {} if found else game.why_stuck(now, left, violation)
    ways = in_sentences(game, found) if found else stuck_because(game, facts)
    position = "" if now is state else game.write(now)
    fix = " ".join(filter(None, (explanation.general, ways)))
    return replace(explanation, fix=fix, remedies=found, position=position)


def as_judged(game: AnyGame, state: AnyState, script: ScriptedDraft[AnyMove]) -> AnyDraft:
    """A script as it is judged. Dice of which the text tells nothing are laid and not played, unless the game tells
    which of its moves are decided together."""
    return script if game.decisions(state, script) is not None else script.as_laid


def decision_at(game: AnyGame, state: AnyState, draft: AnyDraft, at: int) -> tuple[int, AnyState] | None:
    """The number of the first move that is decided with this one of a draft, and its state, where the game tells."""
    known = game.decisions(state, draft)
    return None if known is None else next(islice(known, at, None))


def _what_is_left(
    game: AnyGame, state: AnyState, draft: AnyDraft, violation: Violation
) -> tuple[AnyState, AnyDraft, Violation]:
    """The state, draft and violation once the moves before the offence are driven as the script tells them, since
    rolled dice cannot be laid anew. Where they cannot be driven, or end the turn, or no script is given, all three stay
    as they are. At cards, moves behind the last one that tells something stay in the draft: the cards that they draw
    are not known."""
    decided = decision_at(game, state, draft, violation.at) if isinstance(draft, ScriptedDraft) else None
    if decided is not None:  # dice on a learner's table stay where they lie
        first, now = decided
        return now, moves_of(draft)[first:], replace(violation, at=violation.at - first)
    if not isinstance(draft, ScriptedDraft) or not any(draft.shown[: violation.at]):
        return state, draft, violation
    now, driven = state, violation.at
    if game.has_hidden_hands:
        driven = 1 + max(at for at, shown in enumerate(draft.shown[: violation.at]) if shown)
    for written, faces in zip(draft.moves[:driven], draft.shown, strict=False):
        move, shown = game.complete_script(now, written, faces)
        if _is_over(game, state, now) or game.judge(now, (move,)):
            return state, draft, violation
        now = game.play(now, move, Prompted(shown, game.harmless_luck))[0]
    if _is_over(game, state, now):
        return state, draft, violation
    left, here = draft.moves[driven:], replace(violation, at=violation.at - driven)
    again = (*game.judge(now, left), *game.advise(now, left))
    is_told_again = (here.code, here.at) in [(one.code, one.at) for one in again]
    return (now, left, here) if is_told_again else (state, draft, violation)


def _is_over(game: AnyGame, begun: AnyState, now: AnyState) -> bool:
    """Whether the game is over, or, but at cards, the turn that has begun."""
    return game.over(now) or (not game.has_hidden_hands and whose_turn(game, now) != whose_turn(game, begun))


def whose_turn(game: AnyGame, state: AnyState) -> tuple[object, object]:
    """Whose turn it is, and in which round."""
    return game.turn(state), game.desk(state, ()).facts.get("round")


class ExplanationData(TypedDict):
    """An explanation as plain data, without buttons."""

    code: str
    kind: Kind
    title: str
    said: str
    why: str
    fix: str
    cite: str
    at: int


def plain(explanation: Explanation) -> ExplanationData:
    """An explanation as plain data."""
    return {
        "code": explanation.code,
        "kind": explanation.kind,
        "title": explanation.title,
        "said": explanation.said,
        "why": explanation.why,
        "fix": explanation.fix,
        "cite": explanation.cite,
        "at": explanation.at,
    }


def explain_briefly(game: AnyGame, state: AnyState, draft: AnyDraft, violation: Violation) -> Explanation:
    """A broken rule in words, without looking for remedies: quicker than `explain`."""
    common = game.message_facts(state, draft, violation.at) if moves_of(draft) else {}
    return _explanation(game, violation.code, {**common, **violation.facts}, violation.at)


def explain_sheet(game: AnyGame, violation: Violation) -> Explanation:
    """A rule that a course sheet breaks, in words."""
    return _explanation(game, violation.code, violation.facts)


def explain_event(game: AnyGame, code: str) -> Explanation:
    """The rule behind an event, in words."""
    return _explanation(game, code, {"case": "happened"})


def _explanation(game: AnyGame, code: str, facts: Facts, at: int = -1) -> Explanation:
    rule = game.book[code]
    language = words(game.key)
    said, fix = (language.text(code, part, facts) for part in ("said", "fix"))
    return Explanation(
        code=code,
        kind=rule.kind,
        title=language.text(code, "title", {}),
        said=said,
        why=language.text(code, "why", {}),
        fix=fix,
        cite=language.cite(rule.cite),
        at=at,
        general=fix,
    )


def rule_title(game: AnyGame, code: str) -> str:
    """The title of a rule: one short sentence."""
    return words(game.key).text(code, "title", {})


def citation(game: AnyGame, code: str) -> str:
    """Where a rule stands in the printed book."""
    return words(game.key).cite(game.book[code].cite)


def explain_rule(game: AnyGame, code: str) -> Explanation:
    """A rule as the rulebook page shows it: explained by its first broken example; facts have none."""
    rule = game.book[code]
    if not rule.broken:
        return explain_event(game, code)
    return explain_example(game, code, rule.broken[0])


def explain_example(game: AnyGame, code: str, text: str) -> Explanation:
    """A rule, explained by one of the examples that break it."""
    for state, draft, violations in judge_example(game, text):
        for violation in violations:
            if violation.code == code:
                return explain_sheet(game, violation) if state is None else explain(game, state, draft, violation)
    raise ValueError(f"{text!r} does not break {code}")


def judge_example(game: AnyGame, text: str) -> list[tuple[AnyState | None, AnyDraft, list[Violation]]]:
    """The faults of an example: first the refusals, then the warnings; each with the state and the draft judged."""
    if " :: " not in text:
        return [(None, (), game.judge_sheet(text, kind)) for kind in (Kind.ILLEGAL, Kind.UNWISE)]
    start, drafted = text.rsplit(" :: ", 1)
    state = drive_example(game, start)[-1].state if " :: " in start else game.read(start)
    draft = as_judged(game, state, game.read_draft(drafted))
    return [(state, draft, game.judge(state, draft)), (state, draft, game.advise(state, draft))]


@dataclass(frozen=True, slots=True)
class DrivenMove:
    """One move of an example that is driven: what happened, and the state after it."""

    state: AnyState
    move: AnyMove | None = None  # None at the start
    events: Events = ()


def drive_example(game: AnyGame, text: str) -> list[DrivenMove]:
    """An example, driven: its start, then one entry for each of its moves, all of them legal."""
    start, script = text.partition(" => ")[0].split(" :: ")
    replay = begin(game, game.spec(start, ())).follow(game.read_draft(script))
    return [DrivenMove(replay.start), *(DrivenMove(past.state, past.move, past.events) for past in replay.past)]


def explain_misread(game: AnyGame, error: Misread) -> str:
    """In which column a line cannot be read and the expected word there; then the line, with a caret under the
    place."""
    language = words(game.key)
    said = language.refused(
        "column" if error.found else "text-ends",
        {"column": error.column, "expected": language.expected(error.key, error.facts), "found": error.found},
    )
    first = max(0, error.column - 1 - MOST_LETTERS // 2) if len(error.text) > MOST_LETTERS else 0
    line = re.sub(r"\s", " ", error.text[first : first + MOST_LETTERS])
    return f"{said}\n  {line}\n  {' ' * (error.column - 1 - first)}^"


def explain_refusal(game: AnyGame, error: Refused) -> str:
    """Why a line, an option, a save or a script that somebody gave cannot be used."""
    if isinstance(error, Misread):
        return explain_misread(game, error)
    return words(game.key).refused(error.key, {**error.facts, "cause": _cause(game, error.__cause__)})


def _cause(game: AnyGame, error: BaseException | None) -> str:
    """The cause of a refusal, in words: another refusal, or the rules that are broken; nothing where there is none."""
    if isinstance(error, Refused):
        return explain_refusal(game, error)
    broken = error.violations if isinstance(error, Illegal) else ()
    facts = ({"title": rule_title(game, code), "code": code} for code in dict.fromkeys(one.code for one in broken))
    language = words(game.key)
    return language.joined([language.refused("broken-rule", one) for one in facts])


def why_unsolvable(error: Unsolvable) -> str:
    """Why a stage or a position cannot be solved: a part of a sentence."""
    return str(text_tables("tutor")["unsolvable"][error.key]).format_map(error.facts)


def not_reckoned(error: Unsolvable) -> str:
    """Why something cannot be reckoned, as a sentence."""
    return str(text_tables("tutor")["unsolvable"]["sentence"]).format(why=why_unsolvable(error))
