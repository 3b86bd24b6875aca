"""Why a wrong answer is wrong, played out by the engine: the rule it breaks, the outcome of the dice, the open goal.

What is wrong each kind of step finds out; here is what all say of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.replay import PastMove
from rallyman_tutor.tutor.explain import Explanation, ExplanationData, citation, plain, rule_title
from rallyman_tutor.tutor.sitting import Sitting
from rallyman_tutor.tutor.words import shared_words, words


class Happening(TypedDict):
    """Something that would happen, and the rule by which it would."""

    text: str
    code: str


class Worth(TypedDict):
    """The worth of one of the drafts to choose from."""

    id: str
    text: str


class Refutation(TypedDict):
    """Why an answer or a draft is wrong; `say` sums it up, first in the words of the lesson where it has some."""

    answer: str
    rules: list[ExplanationData]
    events: list[Happening]
    goals: list[str]  # that are still open
    lost: list[str]  # goals that cannot be reached any more
    worth: list[Worth]
    say: str


def refute(sitting: Sitting) -> Refutation | None:
    """The faults of an answer or a draft: broken rules, its events, goals still open, the worth of each draft."""
    return None if sitting.done else sitting.step.refute(sitting)


def nothing_wrong_yet(sitting: Sitting) -> Refutation:
    """A refutation before anything is put into it."""
    return {"answer": sitting.answer, "rules": [], "events": [], "goals": [], "lost": [], "worth": [], "say": ""}


def rule_alone(game: AnyGame, code: str) -> ExplanationData:
    """A rule without an example of somebody breaking it."""
    why = words(game.key).text(code, "why", {})
    explanation = Explanation(code, game.book[code].kind, rule_title(game, code), "", why, "", citation(game, code))
    return plain(explanation)


def happenings(game: AnyGame, past: Iterable[PastMove[AnyState, AnyMove]]) -> list[Happening]:
    """The events, line by line, each with its rule."""
    language = words(game.key)
    found: list[Happening] = []
    for one in past:
        for event in one.events:
            what, facts = game.describe_event(one.state, event)
            found.append({"text": language.phrase("events", what, facts), "code": event.code})
    return found


def in_one_sentence(game: AnyGame, found: Refutation, not_best: str = "not-best") -> str:
    """A refutation in one sentence; `not_best` says, by its key, what an answer is worth that is not the best."""
    said = shared_words(game.key, "lesson")
    if found["lost"]:
        return str(said["lost"]).format(goals=said["and"].join(found["lost"]))
    if found["worth"]:
        worth = {one["id"]: one["text"] for one in found["worth"]}
        return str(said[not_best]).format(worth=worth[found["answer"]])
    if found["events"]:
        return str(said["would-happen"]).format(events=" ".join(one["text"] for one in found["events"]))
    if found["rules"]:
        rule = found["rules"][0]
        return f"{rule['title']}. {rule['said'] or rule['why']}"
    return str(said["not-yet"]).format(goals=said["and"].join(found["goals"]))
