"""The common parts of steps that ask which draft is the best: the engine compares them, and tells the worth of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import GoalContext
from rallyman_tutor.tutor.lesson.grading import (
    cost_of_choice,
    points_or_distance,
    right_answer,
    seconds_behind,
    seconds_of_card,
    why_not_measured,
)
from rallyman_tutor.tutor.lesson.hints import rules_met
from rallyman_tutor.tutor.lesson.kinds import judged
from rallyman_tutor.tutor.lesson.kinds.judged import JudgedStep
from rallyman_tutor.tutor.lesson.lesson_view import laid_dice
from rallyman_tutor.tutor.lesson.lessons import Choice, Lesson, Sitting
from rallyman_tutor.tutor.lesson.scripts import how_far
from rallyman_tutor.tutor.lesson.shown import AnswerShown
from rallyman_tutor.tutor.lesson.step_start import play_draft, session_at_start, start_state
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.words.words import shared_words, words


class ComparedStep(JudgedStep, Protocol):
    """A step with drafts to choose from."""

    @property
    def within(self) -> float:
        """The seconds that a draft may be behind the best and still be right."""

    def worth(self, lesson: Lesson, at: int, choice: Choice) -> str:
        """The worth of a draft, in words."""


def cheapest(step: ComparedStep, lesson: Lesson, at: int) -> str:
    """The draft that costs least; empty where that is more than one."""
    worth = {choice.id: cost_of_choice(lesson, at, choice) for choice in step.choices}
    right = [id_ for id_, value in worth.items() if value == min(worth.values())]
    return right[0] if len(right) == 1 else ""


def play_out(step: ComparedStep, sitting: Sitting, answer: str) -> Session:
    """The table with a draft laid die by die that can be chosen; as it is where there is no such draft."""
    session, game = sitting.session, sitting.session.game
    laid = dict(step.choices).get(answer)
    if not laid:
        return session
    moves = game.read_draft(laid).moves
    return replace(
        session, drafts=Drafts(game.form(moves[0]).steps or moves)
    )  # what is driven as one is laid die by die


def worth(step: ComparedStep, lesson: Lesson, at: int, choice: Choice) -> str:
    """The worth of a draft by its measure; of costs also how much more they are than the least."""
    said, more = shared_words(lesson.key, "lesson"), seconds_behind(lesson, at, choice.id)
    return str(said[f"worth-{step.by}-more" if more else f"worth-{step.by}"]).format(
        it=_measured(step, lesson, at, choice), more=f"{more:.1f}"
    )


def _measured(step: ComparedStep, lesson: Lesson, at: int, choice: Choice) -> str:
    """The measure of a draft by itself."""
    game, state = lesson.game, start_state(lesson, at)
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
    return facts[step.by]()


def rules_asked(step: ComparedStep, lesson: Lesson, at: int) -> Iterator[tuple[str, str]]:
    """The rule that the step names, and those that the best draft meets."""
    yield step.rule, "rule"
    yield from rules_of_draft(lesson, at, dict(step.choices)[right_answer(lesson, at)])


def rules_of_draft(lesson: Lesson, at: int, draft: str) -> Iterator[tuple[str, str]]:
    """The rules that a draft meets, played without bad luck, and their key."""
    moves = lesson.game.read_draft(draft).moves
    past = play_draft(session_at_start(lesson, at).replay, moves, lesson.game.harmless_luck).past
    yield from ((code, "drafts") for code in rules_met(lesson, at, past))


def hint_without_rule(step: ComparedStep, sitting: Sitting) -> str:
    """That it is not the dearest of the drafts."""
    dearest = max(step.choices, key=lambda choice: cost_of_choice(sitting.lesson, sitting.at, choice))
    return judged.rule_out(sitting, dearest.id)


def answers_shown(step: ComparedStep, sitting: Sitting) -> list[AnswerShown]:
    """The drafts to choose from; what each is worth is told once the best is known."""
    told, game = dict(step.words.answers), sitting.session.game
    return [
        {
            "id": one.id,
            "text": told[one.id],
            "draft": laid_dice(sitting.session, game.read_draft(one.text).moves),
            "worth": step.worth(sitting.lesson, sitting.at, one) if sitting.done else "",
        }
        for one in step.choices
    ]


def prove_drafts(step: ComparedStep, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
    """That the drafts can be compared and are all legal, that one is the best, and no other one as good as that."""
    yield from list(prove_comparable(step, sitting, say)) or _prove_best(step, sitting, say)


def prove_comparable(step: ComparedStep, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
    """That the drafts can be compared and are all legal."""
    game, state = sitting.lesson.game, start_state(sitting.lesson, sitting.at)
    if why := why_not_measured(game, state, step.by, step.plays):  # at `same` it was not known before
        yield say("start", why, found=step.by, list=[], game=game.key, position=game.write(state))
        return
    for choice in step.choices:
        if broken := game.judge(state, game.read_draft(choice.text).moves):
            moves, first = game.read_draft(choice.text).moves, broken[0].at
            far = how_far(game, state, moves[:first], moves, first)
            yield say("drafts", "draft-illegal", id=choice.id, codes=[violation.code for violation in broken], **far)
            return


def _prove_best(step: ComparedStep, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
    """That one draft is the best, and no other one as good as that."""
    lesson, at = sitting.lesson, sitting.at
    if not right_answer(lesson, at):
        worths = {choice.id: cost_of_choice(lesson, at, choice) for choice in step.choices}
        best = [id_ for id_, worth in worths.items() if worth == min(worths.values())]
        yield say("drafts", "two-best", list=best, by=step.by)
        return
    behind = {choice.id: seconds_behind(lesson, at, choice.id) for choice in step.choices}
    for id_ in (one for one, more in behind.items() if 0 < more < step.within and one != right_answer(lesson, at)):
        yield say("drafts", "hardly-worse", id=id_, more=f"{behind[id_]:.2f}")
