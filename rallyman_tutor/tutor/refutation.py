"""Why a wrong answer is wrong, played out by the engine: the rule it breaks, what the dice would do, the goal still open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.luck import Likeliest, Luck, Prompted
from rallyman_tutor.core.replay import PastMove
from rallyman_tutor.tutor import past_cards
from rallyman_tutor.tutor.draft_faults import faults
from rallyman_tutor.tutor.explain import Explanation, ExplanationData, citation, explain, plain, rule_title
from rallyman_tutor.tutor.goals import GoalContext, in_words, is_lost, is_met, objections
from rallyman_tutor.tutor.grading import (
    cost_of_choice,
    found_of,
    given,
    offered_as,
    points_or_distance,
    seconds_behind,
    seconds_of_card,
)
from rallyman_tutor.tutor.lessons import JUDGED_KINDS, Choice, Lesson
from rallyman_tutor.tutor.session import dice_still_foretold
from rallyman_tutor.tutor.sitting import Sitting, goal_context
from rallyman_tutor.tutor.step_start import play_draft, predicted_replay, start_state
from rallyman_tutor.tutor.words import shared_words, words


class Happening(TypedDict):
    """Something that would happen, and the rule by which it would."""

    text: str
    code: str


class Worth(TypedDict):
    """What one of the drafts to choose from is worth."""

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
    """What is wrong with an answer or a draft: broken rules, what would happen, goals still open, what each draft is worth."""
    session, step = sitting.session, sitting.step
    tried = sitting.answer if step.kind in JUDGED_KINDS else session.replay.past or session.draft
    if sitting.done or not tried:
        return None
    found: Refutation = {
        "answer": sitting.answer,
        "rules": [],
        "events": [],
        "goals": [],
        "lost": [],
        "worth": [],
        "say": "",
    }
    if step.kind in JUDGED_KINDS:
        _refute_answer(sitting, found)
    else:
        _refute_draft(sitting, found)
    is_judged = step.kind in JUDGED_KINDS
    told = dict(step.words.told).get(offered_as(sitting.lesson, sitting.at, sitting.answer), "") if is_judged else ""
    found["say"] = told if told and step.kind == "quiz" else f"{told} {_say(sitting, found)}".strip()
    return found


def _refute_answer(sitting: Sitting, found: Refutation) -> None:
    step, session, game = sitting.step, sitting.session, sitting.session.game
    if step.kind == "predict":
        found["events"] = happenings(game, predicted_replay(sitting.lesson, sitting.at).past)
    elif step.kind == "quiz":
        found["rules"] = [rule_alone(game, step.rule)] if step.rule else []
    elif step.kind == "decide":  # what the others are worth is not told yet
        laid = given(sitting.lesson, sitting.at, sitting.answer)
        found["worth"] = [{"id": laid.id, "text": worth_in_words(sitting.lesson, sitting.at, laid)}]
    elif step.kind == "choose":
        found["worth"] = [
            {"id": one.id, "text": worth_in_words(sitting.lesson, sitting.at, one)} for one in step.choices
        ]
    else:
        at = int(sitting.answer)
        broken = [one for one in objections(game, session.state, session.draft) if one.at == at]
        found["rules"] = [plain(explain(game, session.state, session.draft, one)) for one in broken]


def _refute_draft(sitting: Sitting, found: Refutation) -> None:
    step, session, game = sitting.step, sitting.session, sitting.session.game
    now = goal_context(sitting)
    found["goals"] = [in_words(game, aim) for aim in step.goals if not is_met(aim, now)]
    found["lost"] = [in_words(game, aim) for aim in step.goals if is_lost(aim, now)]
    broken = game.judge(session.state, session.draft)
    if broken:
        told = faults(game, session.state, session.draft)
        found["rules"] = [plain(explain(game, session.state, session.draft, one)) for one in told]
    if broken or not session.draft or step.kind != "goal":
        return
    warned = game.advise(session.state, session.draft)
    if game.has_hidden_hands:  # what would happen hangs on what the others do: the rule that warns says enough
        found["rules"] = [plain(explain(game, session.state, session.draft, one)) for one in warned]
        return
    foretold = dice_still_foretold(session)
    if foretold or warned:
        luck: Luck = Prompted(foretold, rest=game.harmless_luck) if foretold else Likeliest(game.harmless_luck)
        past = play_draft(session.replay, session.draft, luck).past[len(session.replay.past) :]
        found["events"] = happenings(game, past)
        found["rules"] = [plain(explain(game, session.state, session.draft, one)) for one in warned]


def rule_alone(game: AnyGame, code: str) -> ExplanationData:
    """A rule without an example of somebody breaking it."""
    why = words(game.key).text(code, "why", {})
    explanation = Explanation(code, game.book[code].kind, rule_title(game, code), "", why, "", citation(game, code))
    return plain(explanation)


def worth_in_words(lesson: Lesson, at: int, choice: Choice) -> str:
    """What a draft is worth, in words; of costs also how much more they are than the least."""
    said, by = shared_words(lesson.key, "lesson"), lesson.steps[at].by
    if lesson.steps[at].found:
        return past_cards.in_words(lesson, found_of(lesson, at, choice.id))
    more = seconds_behind(lesson, at, choice.id)
    return str(said[f"worth-{by}-more" if more else f"worth-{by}"]).format(
        it=_measured(lesson, at, choice), more=f"{more:.1f}"
    )


def _measured(lesson: Lesson, at: int, choice: Choice) -> str:
    """The measure of a draft by itself."""
    game, state, by = lesson.game, start_state(lesson, at), lesson.steps[at].by
    language, draft = words(game.key), game.read_draft(choice.text).moves
    facts = {
        "risk": lambda: language.fact("chance", cost_of_choice(lesson, at, choice)),
        "cost": lambda: f"{float(cost_of_choice(lesson, at, choice)):.1f} s",
        "seconds": lambda: str(seconds_of_card(lesson, state, draft)),
        "points": lambda: str(points_or_distance(lesson, at, draft)),
        "progress": lambda: (
            str(points_or_distance(lesson, at, draft))
            if game.has_hidden_hands
            else language.place(GoalContext(game, state, state, draft).place)
        ),
    }
    return facts[by]()


def happenings(game: AnyGame, past: Iterable[PastMove[AnyState, AnyMove]]) -> list[Happening]:
    """What happened, line by line, each with its rule."""
    language = words(game.key)
    found: list[Happening] = []
    for one in past:
        for event in one.events:
            what, facts = game.describe_event(one.state, event)
            found.append({"text": language.phrase("events", what, facts), "code": event.code})
    return found


def _say(sitting: Sitting, found: Refutation) -> str:
    """The refutation in one sentence."""
    said = shared_words(sitting.session.game.key, "lesson")
    if sitting.step.kind == "find" and not found["rules"]:
        return str(said["die-fine"])
    if found["lost"]:
        return str(said["lost"]).format(goals=said["and"].join(found["lost"]))
    if found["worth"]:
        return str(said["not-best-card" if sitting.step.found else "not-best"]).format(
            worth={one["id"]: one["text"] for one in found["worth"]}[sitting.answer]
        )
    if found["events"]:
        return str(said["would-happen"]).format(events=" ".join(one["text"] for one in found["events"]))
    if found["rules"]:
        rule = found["rules"][0]
        return f"{rule['title']}. {rule['said'] or rule['why']}"
    return str(said["not-yet"]).format(goals=said["and"].join(found["goals"]))
