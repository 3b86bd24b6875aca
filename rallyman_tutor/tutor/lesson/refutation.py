"""Why a wrong answer is wrong, played out by the engine: the rule it breaks, the outcome of the dice, the open goal.

What is wrong each kind of step finds out; here is what all say of it.
"""

from __future__ import annotations

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.lesson.shown import Refutation
from rallyman_tutor.tutor.words.explain import Explanation, ExplanationData, citation, plain, rule_title
from rallyman_tutor.tutor.words.words import shared_words, words


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
